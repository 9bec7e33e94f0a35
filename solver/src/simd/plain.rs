//! One number after another: for machines without vectors we know, and the twin of the fast paths.

use super::{LANES, Lane, Part, Source, Tile};

pub(super) fn squeeze<T: Lane>(row: &[T::Atomic], part: &Part<'_>, out: &[T::Atomic]) {
    let (runs, part) = (part.runs, &part.places);
    for run in runs {
        let begin = (run.to as usize).max(part.start);
        let end = ((run.to + run.len) as usize).min(part.end);
        for place in begin..end {
            let from = run.from as usize + (place - run.to as usize);
            T::store(&out[place - part.start + LANES], T::load(&row[from]));
        }
    }
}

pub(super) fn least<T: Lane>(first: &[T], sources: &[Source<'_, T>], stepped: bool, out: &mut [T]) {
    for (place, out) in out.iter_mut().enumerate() {
        let mut least = first[place];
        for source in sources {
            if source.quiet.is_none_or(|quiet| quiet.others[place] == 0) {
                least = least.min(T::load(&source.row[place]));
            }
        }
        let value = -least.into();
        *out = T::from_value(if stepped { value - value.signum() } else { value });
    }
}

pub(super) fn exchange<T: Lane>(
    panel: &[T],
    stride: usize,
    tile: Tile<'_, T>,
    farther: bool,
    changed: &mut [u64; 64],
) -> u32 {
    let mut count = 0;
    for (j, changed) in changed.iter_mut().enumerate() {
        *changed = 0;
        if tile.rows >> j & 1 == 0 {
            continue;
        }
        for i in (0..64).filter(|i| tile.columns >> i & 1 == 1) {
            let (cell, number) = (&tile.plane[j * tile.stride + i], panel[i * stride + j]);
            if number.displaces(T::load(cell), farther) {
                T::store(cell, number);
                *changed |= 1 << i;
            }
        }
        count += changed.count_ones();
    }
    count
}
