//! All paths give the same numbers.

use proptest::prelude::*;

use super::*;
use crate::mem::Plane;

fn shared<T: Lane>(numbers: &[T]) -> Plane<T> {
    Plane::from(numbers.to_vec())
}

fn squeezes<T: Lane + PartialEq>(numbers: Vec<T>, keep: &[bool], from: usize, to: usize) {
    let places: Vec<u32> = (0..).zip(keep).filter(|(_, keep)| **keep).map(|(i, _)| i).collect();
    let squeeze = Squeeze::new(places.iter().copied());
    let (from, to) = (from % (places.len() + 1), to % (places.len() + 1));
    let part = from.min(to)..from.max(to);
    let mut row = shared(&numbers);
    let row = row.atomic();
    for path in Path::known() {
        let mut out = shared(&vec![T::default(); part.len() + 3 * LANES]);
        T::squeeze(path, row, &squeeze.part(part.clone()), out.atomic());
        let wanted: Vec<T> = places[part.clone()].iter().map(|&place| numbers[place as usize]).collect();
        assert_eq!(&out[LANES..LANES + part.len()], &wanted[..], "{path:?}");
    }
}

fn leasts<T: Lane + PartialEq>(first: &[T], rows: &[Vec<T>], keep: &[bool], stepped: bool) {
    let width = first.len();
    let mut quiet = Quiet::none(width);
    (0..width).filter(|&place| keep[place]).for_each(|place| quiet.insert(place));
    let mut planes: Vec<Plane<T>> = rows.iter().map(|row| shared(row)).collect();
    let sources: Vec<Source<'_, T>> = planes
        .iter_mut()
        .enumerate()
        .map(|(i, plane)| Source { row: plane.atomic(), quiet: (i % 2 == 1).then_some(quiet.part(0)) })
        .collect();
    let mut wanted = vec![T::default(); width];
    plain::least(first, &sources, stepped, &mut wanted);
    for path in Path::known() {
        let mut out = vec![T::default(); width];
        T::least(path, first, &sources, stepped, &mut out);
        assert_eq!(out, wanted, "{path:?}");
    }
}

fn exchanges<T: Lane + PartialEq>(panel: &[T], plane: &[T], (rows, columns): (u64, u64), farther: bool) {
    fn tile<T: Lane>(plane: &[T::Atomic], rows: u64, columns: u64) -> Tile<'_, T> {
        Tile { plane, stride: 70, rows, columns }
    }
    let mut wanted = (shared(plane), [0; 64]);
    let count = plain::exchange(panel, 80, tile(wanted.0.atomic(), rows, columns), farther, &mut wanted.1);
    for path in Path::known() {
        let mut got = (shared(plane), [1; 64]);
        assert_eq!(
            T::exchange(path, panel, 80, tile(got.0.atomic(), rows, columns), farther, &mut got.1),
            count,
            "{path:?}"
        );
        assert!(got == wanted, "{path:?}");
    }
}

fn bytes(len: usize) -> impl Strategy<Value = Vec<i8>> {
    proptest::collection::vec(-127..=126i8, len)
}

fn pairs(len: usize) -> impl Strategy<Value = Vec<i16>> {
    proptest::collection::vec(-32767..=32766i16, len)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn squeezed_rows_are_the_places_in_order(
        narrow in bytes(400), wide in pairs(400), dense in 1..100u32, seed in any::<u64>(),
        from in 0..400usize, to in 0..400usize,
    ) {
        let mut rng = seed | 1;
        let keep: Vec<bool> = (0..320).map(|_| {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((rng >> 33) as u32 % 100) < dense
        }).collect();
        squeezes(narrow, &keep, from, to);
        squeezes(wide, &keep, from, to);
    }

    #[test]
    fn the_least_of_some_rows(
        first in bytes(384), rows in proptest::collection::vec(bytes(384), 0..5),
        first16 in pairs(384), rows16 in proptest::collection::vec(pairs(384), 0..5),
        keep in proptest::collection::vec(any::<bool>(), 384), stepped in any::<bool>(),
    ) {
        leasts(&first, &rows, &keep, stepped);
        leasts(&first16, &rows16, &keep, stepped);
    }

    #[test]
    fn tiles_are_turned_over(
        panel in bytes(64 * 80), plane in bytes(64 * 70), panel16 in pairs(64 * 80), plane16 in pairs(64 * 70),
        rows in any::<u64>(), columns in any::<u64>(), all in any::<bool>(), tall in 0..64u32, farther in any::<bool>(),
    ) {
        let (rows, columns) = if all { (u64::MAX >> tall, u64::MAX) } else { (rows, columns) };
        exchanges(&panel, &plane, (rows, columns), farther);
        exchanges(&panel16, &plane16, (rows, columns), farther);
    }
}
