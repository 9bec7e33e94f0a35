//! How seeds lie in a pit: always the same way for the same number. A few lie in a ring or two as large as they are; more
//! in rings that move closer; beyond [`IN_RINGS`] in a spiral of dots, and the count tells.

use std::f64::consts::TAU;

/// Up to here seeds lie in rings.
pub const IN_RINGS: u16 = 48;

/// Free room between neighbours, in radii of a seed.
const APART: f64 = 2.16;

/// The angle between neighbours on a spiral that covers a disc evenly, in radians.
const GOLDEN: f64 = 2.399_963_229_728_653;

/// Seeds round a centre.
#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    /// Where they lie.
    pub places: Vec<[f64; 2]>,
    /// Their radius.
    pub radius: f64,
}

/// Lays seeds in a round pit whose floor has a radius; none is larger than `most`.
pub fn heap(seeds: u16, floor: f64, most: f64) -> Heap {
    let Some(shape) = Rings::best(seeds) else {
        return if seeds == 0 {
            Heap { places: Vec::new(), radius: most }
        } else {
            spiral(seeds, floor, most)
        };
    };
    // The outermost ring and its seeds touch the floor's edge, or seeds have their full size.
    let apart = (floor / (shape.reach + 1.0 / APART)).min(most * APART);
    let places = shape.places().into_iter().map(|place| place.map(|x| x * apart)).collect();
    Heap { places, radius: apart / APART }
}

fn spiral(seeds: u16, floor: f64, most: f64) -> Heap {
    let radius = (0.82 * floor / f64::from(seeds).sqrt()).min(most);
    let place = |seed: u16| {
        let (far, angle) = (
            (floor - radius) * ((f64::from(seed) + 0.5) / f64::from(seeds)).sqrt(),
            f64::from(seed) * GOLDEN,
        );
        [far * angle.cos(), far * angle.sin()]
    };
    Heap { places: (0..seeds).map(place).collect(), radius }
}

/// Rings from the inside out, for seeds one unit apart.
#[derive(Clone, PartialEq, Debug)]
struct Rings {
    /// Radius and seeds of each.
    rings: Vec<(f64, u16)>,
    /// The radius of the outermost.
    reach: f64,
}

impl Rings {
    /// The arrangement that needs the least room; of equal ones that with the fullest outer ring.
    fn best(seeds: u16) -> Option<Self> {
        if seeds == 0 || seeds > IN_RINGS {
            return None;
        }
        let gap = |rings: &Self| {
            let (radius, outer) = rings.rings.last().copied().unwrap_or_default();
            f64::from(room(radius).saturating_sub(outer))
        };
        let by_room = |a: &Self, b: &Self| (a.reach + 0.04 * gap(a)).total_cmp(&(b.reach + 0.04 * gap(b)));
        let inner = 1..=6.min(seeds);
        inner.flat_map(|inner| [0.93, 1.0].map(|step| Self::around(inner, step, seeds))).min_by(by_room)
    }

    /// So many in the middle, the others round them in rings that are a step apart.
    fn around(inner: u16, step: f64, seeds: u16) -> Self {
        let mut radius = if inner == 1 { 0.0 } else { 0.5 / (TAU / 2.0 / f64::from(inner)).sin() };
        let mut rings = vec![(radius, inner)];
        let mut left = seeds - inner;
        while left > 0 {
            radius += if radius == 0.0 { 1.0 } else { step };
            let here = left.min(room(radius));
            rings.push((radius, here));
            left -= here;
        }
        Self { rings, reach: radius }
    }

    fn places(&self) -> Vec<[f64; 2]> {
        let ring = |(number, &(radius, seeds)): (usize, &(f64, u16))| {
            // Two lie side by side, three stand on a base, four in a square; every other ring is turned by half a step.
            let step = TAU / f64::from(seeds);
            let begin = match (number, seeds) {
                (0, 2) => 0.0,
                (0, 4) => TAU / 8.0,
                (0, _) => -TAU / 4.0,
                (n, _) => -TAU / 4.0 + if n % 2 == 1 { step / 2.0 } else { 0.0 },
            };
            (0..seeds)
                .map(|seed| begin + f64::from(seed) * step)
                .map(|angle| [radius * angle.cos(), radius * angle.sin()])
                .collect::<Vec<_>>()
        };
        self.rings.iter().enumerate().flat_map(ring).collect()
    }
}

/// How many seeds a ring has room for.
fn room(radius: f64) -> u16 {
    if radius < 0.5 { 1 } else { (TAU / 2.0 / (0.5 / radius).asin() + 1e-9) as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_seen_and_none_lies_on_the_edge() {
        for seeds in 0..=255u16 {
            let Heap { places, radius } = heap(seeds, 22.0, 5.4);
            assert_eq!(places.len(), usize::from(seeds));
            assert!(places.iter().all(|[x, y]| x.hypot(*y) + radius <= 22.0 + 1e-9), "{seeds}");
            let nearest = (0..places.len())
                .flat_map(|a| (0..a).map(move |b| (a, b)))
                .map(|(a, b)| (places[a][0] - places[b][0]).hypot(places[a][1] - places[b][1]))
                .fold(f64::INFINITY, f64::min);
            // Up to 48 none covers another; dots may touch.
            let least = if seeds <= IN_RINGS { 1.86 * radius } else { 1.5 * radius };
            assert!(nearest >= least, "{seeds} seeds: {nearest} apart, radius {radius}");
            assert!(seeds > IN_RINGS || radius >= 2.2, "{seeds}: {radius}");
            assert!(seeds > 9 || radius >= 5.0, "{seeds}: {radius}");
        }
    }

    #[test]
    fn small_numbers_lie_as_on_dice() {
        let rings =
            |seeds| Rings::best(seeds).expect("few").rings.iter().map(|ring| ring.1).collect::<Vec<_>>();
        assert_eq!(rings(1), [1]);
        assert_eq!(rings(4), [4]);
        assert_eq!(rings(7), [1, 6]);
        assert_eq!(rings(19), [1, 6, 12]);
        let two = heap(2, 22.0, 5.0).places;
        assert!(two[0][1].abs() < 1e-9 && (two[0][0] + two[1][0]).abs() < 1e-9, "side by side: {two:?}");
    }
}
