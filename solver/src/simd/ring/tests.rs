//! Both paths against each other and against pits in a row.

use proptest::prelude::*;

use super::*;

/// A lap seed by seed; returns the pit after the last.
fn slow_lap(pits: &mut [u8], from: usize) -> usize {
    let mut hand = std::mem::take(&mut pits[from]);
    let mut at = from;
    while hand > 0 {
        at = (at + 1) % pits.len();
        pits[at] += 1;
        hand -= 1;
    }
    (at + 1) % pits.len()
}

fn word(pits: &[u8]) -> u64 {
    pits.iter().rev().fold(0, |ring, &seeds| ring << BITS | u64::from(seeds))
}

fn rings() -> impl Strategy<Value = Vec<u8>> {
    (2..=PITS, proptest::collection::vec(0..PITS, 1..=63)).prop_map(|(pits, seeds)| {
        let mut ring = vec![0; pits];
        for seed in seeds {
            ring[seed % pits] += 1;
        }
        ring
    })
}

/// Numbers that tell what they were asked for.
fn numbers(pits: usize, seeds: u64) -> Numbers {
    let start = |captured: usize, m: usize| (captured * 1_000_003 + m * 10_007) as u64;
    let step = |m: usize, after: usize, from: usize| (m * 4_099 + after * 257 + from * 17) as u64;
    Numbers::new(pits, seeds, start, step)
}

proptest! {
    #[test]
    fn laps_are_those_of_single_seeds(ring in rings(), from in 0..PITS) {
        let laps = Laps::new(ring.len());
        let from = from % ring.len();
        let turned = laps.turned(word(&ring), BITS * from);
        let (next, turn) = laps.lap(turned);
        if ring[from] == 0 {
            prop_assert_eq!((next, turn), (turned, 0));
        } else {
            let mut pits = ring.clone();
            let at = slow_lap(&mut pits, from);
            prop_assert_eq!((from + turn / BITS) % ring.len(), at);
            prop_assert_eq!(next, laps.turned(word(&pits), BITS * at));
        }
    }

    #[test]
    fn paths_agree(all in proptest::collection::vec(rings(), 1..80), captures in any::<bool>(), take in any::<bool>()) {
        let pits = all[0].len();
        let seeds: u8 = all[0].iter().sum();
        let laps = Laps::new(pits);
        let numbers = numbers(pits, u64::from(seeds));
        let run = |path: Path| {
            let (mut live, mut done, mut tied) = (Batch::default(), Batch::default(), Batch::default());
            let mut items = Items::default();
            for (block, ring) in all.iter().enumerate().filter(|(_, ring)| ring.len() == pits) {
                // The same seeds in other pits: as many as fit.
                let mut left = seeds;
                let mut pits: Vec<u8> = ring.iter().map(|&here| { let here = here.min(left); left -= here; here }).collect();
                pits[block % ring.len()] += left;
                live.push(word(&pits), Tag::new(BITS * (block % ring.len()), block % 7, block, 0));
            }
            path.relay(&laps, &mut live, &mut done);
            if take {
                path.place::<true>(&numbers, &done, captures, &mut items, &mut tied);
            } else {
                path.place::<false>(&numbers, &done, captures, &mut items, &mut tied);
            }
            let sorted = |batch: &Batch| {
                let mut all: Vec<_> = batch.iter().map(|(ring, tag)| (ring, tag.0)).collect();
                all.sort_unstable();
                all
            };
            let mut found: Vec<_> = items.iter().map(|(at, first, states, tag)| (at, first, states, tag.0)).collect();
            found.sort_unstable();
            (sorted(&live), sorted(&done), sorted(&tied), found)
        };
        prop_assert_eq!(run(Path::best()), run(Path::portable()));
    }

    #[test]
    fn paths_fold_alike(
        open in (1..=5usize, 1..=5usize),
        values in proptest::collection::vec(-60..60i8, 400),
        moves in proptest::collection::vec((0..8u64, 0..PITS, 1..=PITS, 0..4u64, any::<u64>()), 1..60),
    ) {
        let fold = Fold::new([open.0.max(open.1), open.0.min(open.1)]);
        let pits = open.0 + open.1;
        let below = [Below::Exact(&[]), Below::Exact(&values), Below::Bounds([&values, &values[7..]]), Below::Exact(&values[3..])];
        let sources = Sources { layer: &values, below: &below };
        let sets: Vec<u64> = moves.iter().map(|item| item.4).collect();
        let mut items = Items::default();
        for (set, &(at, first, states, captured, _)) in moves.iter().enumerate() {
            let (first, states) = (first % pits, (states - 1) % pits + 1);
            items.push(at, first, states, Tag::new(0, set, set % 3, captured));
        }
        let run = |path: Path| {
            let (mut best, mut quiet) = ([Best::EMPTY; 3], [0; 3]);
            path.fold(&fold, &items, &sets, &sources, &mut Moves { best: &mut best, quiet: &mut quiet });
            (best, quiet)
        };
        prop_assert_eq!(run(Path::best()), run(Path::portable()));
    }
}
