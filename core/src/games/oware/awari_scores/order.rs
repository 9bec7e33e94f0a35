//! The numbering of the files: boards of N seeds in twelve pits whose pits 6 to 11 (the opposite row) are not all
//! occupied, in lexicographic order with pit 11 most significant, then 10, … 0.

use crate::board::rank::ways;

/// Pits of a board.
pub const PITS: usize = 12;
/// The most seeds for which there is a file.
pub const MOST_SEEDS: u32 = 48;
const ROW: usize = PITS / 2;

/// Ways to put `seeds` seeds in `pits` pits; none for less than no seeds. At most 48 seeds: fits easily.
fn all(seeds: i32, pits: usize) -> u64 {
    u32::try_from(seeds).map_or(0, |seeds| ways(seeds, pits) as u64)
}

/// Boards of `seeds` seeds (at most 48) that have a number: C(N + 11, 11) boards, less the C(N + 5, 11) whose opposite
/// row is full.
pub fn count(seeds: u32) -> u64 {
    let seeds = seeds as i32;
    all(seeds, PITS) - all(seeds - ROW as i32, PITS)
}

/// How the boards that agree in the pits above `pit` are counted: `left` seeds for it and the pits below. `full`: it is
/// in the opposite row, and that row's pits above it are all occupied.
#[derive(Clone, Copy)]
struct Stage {
    pit: usize,
    left: i32,
    full: bool,
}

impl Stage {
    fn first(seeds: i32) -> Self {
        Self { pit: PITS - 1, left: seeds, full: true }
    }

    /// True when the row may still turn out to be full.
    fn may_fill(self) -> bool {
        self.full && self.pit >= ROW
    }

    /// Seeds left when each lower pit of the row gets one.
    fn spare(self) -> i32 {
        self.left - (self.pit as i32 - ROW as i32)
    }

    /// Boards with fewer than `here` seeds in the pit.
    fn before(self, here: i32) -> u64 {
        let (pit, left) = (self.pit, self.left);
        let boards = all(left, pit + 1) - all(left - here, pit + 1);
        if !self.may_fill() || here == 0 {
            return boards;
        }
        // Of those with 1 to here - 1 seeds, the full rows have no number.
        let spare = self.spare();
        boards - (all(spare, pit + 1) - all(spare - here, pit + 1) - all(spare, pit))
    }

    /// Boards with exactly `here` seeds in the pit.
    fn with(self, here: i32) -> u64 {
        let full = if self.may_fill() && here > 0 { all(self.spare() - here, self.pit) } else { 0 };
        all(self.left - here, self.pit) - full
    }

    fn next(self, here: i32) -> Self {
        Self { pit: self.pit - 1, left: self.left - here, full: self.full && here > 0 }
    }
}

/// The number of a board of at most 48 seeds; `None` when it is left out.
pub fn index(pits: &[u8; PITS]) -> Option<u64> {
    let seeds = pits.iter().map(|&seeds| i32::from(seeds)).sum();
    if pits[ROW..].iter().all(|&seeds| seeds > 0) || seeds > MOST_SEEDS as i32 {
        return None;
    }
    let (mut stage, mut index) = (Stage::first(seeds), 0);
    for &here in pits[1..].iter().rev() {
        index += stage.before(i32::from(here));
        stage = stage.next(i32::from(here));
    }
    Some(index)
}

/// The board with a number; `None` beyond the last, or for more than 48 seeds.
pub fn board(seeds: u32, mut index: u64) -> Option<[u8; PITS]> {
    if seeds > MOST_SEEDS || index >= count(seeds) {
        return None;
    }
    let (mut pits, mut stage) = ([0; PITS], Stage::first(seeds as i32));
    for pit in (1..PITS).rev() {
        let mut here = 0;
        while index >= stage.with(here) {
            index -= stage.with(here);
            here += 1;
        }
        pits[pit] = here as u8;
        stage = stage.next(here);
    }
    pits[0] = stage.left as u8;
    Some(pits)
}

/// The next way to divide the same seeds, the last part most significant; false after the last.
fn step(parts: &mut [u8]) -> bool {
    // The lowest part that holds anything gives a seed to the part above it and the rest to the lowest of all.
    match parts.iter().position(|&seeds| seeds > 0) {
        Some(at) if at + 1 < parts.len() => {
            let rest = parts[at] - 1;
            parts[at] = 0;
            parts[at + 1] += 1;
            parts[0] = rest;
            true
        }
        _ => false,
    }
}

/// Opposite rows of the boards of some seeds, in the order of the files. Full ones come too, in their places.
#[derive(Clone, Debug)]
pub struct Opposites(Option<[u8; ROW + 1]>);

impl Opposites {
    /// Of boards of `seeds` seeds.
    pub fn new(seeds: u8) -> Self {
        let mut parts = [0; ROW + 1];
        parts[0] = seeds;
        Self(Some(parts))
    }
}

impl Iterator for Opposites {
    /// Seeds left for the mover's row, and the opposite row.
    type Item = (u8, [u8; ROW]);

    fn next(&mut self) -> Option<Self::Item> {
        let mut parts = self.0?;
        let [own, opposite @ ..] = parts;
        self.0 = step(&mut parts).then_some(parts);
        Some((own, opposite))
    }
}

/// The mover's rows of some seeds, in the order of the files.
pub fn own_rows(seeds: u8) -> impl Iterator<Item = [u8; ROW]> {
    let mut row = [0; ROW];
    row[0] = seeds;
    std::iter::successors(Some(row), |row| {
        let mut next = *row;
        step(&mut next).then_some(next)
    })
}

/// True when boards with this opposite row are left out.
pub fn is_full(opposite: &[u8; ROW]) -> bool {
    opposite.iter().all(|&seeds| seeds > 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The slow twin: all boards, sorted as the files have them.
    fn sorted(seeds: u8) -> Vec<[u8; PITS]> {
        fn fill(pits: &mut Vec<u8>, left: u8, all: &mut Vec<[u8; PITS]>) {
            if pits.len() == PITS - 1 {
                let board: Vec<u8> = pits.iter().copied().chain([left]).collect();
                all.push(board.try_into().expect("twelve"));
                return;
            }
            for here in 0..=left {
                pits.push(here);
                fill(pits, left - here, all);
                pits.pop();
            }
        }
        let mut all = Vec::new();
        fill(&mut Vec::new(), seeds, &mut all);
        all.retain(|pits| pits[6..].contains(&0));
        all.sort_by_key(|pits| pits.iter().rev().copied().collect::<Vec<_>>());
        all
    }

    #[test]
    fn counts_are_those_that_are_published() {
        // Issue 3.
        for (seeds, boards) in [(3, 364), (5, 4_368), (6, 12_375), (7, 31_812)] {
            assert_eq!(count(seeds), boards);
        }
        // solvers.md, Romein and Bal: 889,063,398,406 boards for 0 to 46 and 48 seeds, of which one is the start, whose
        // opposite row is full.
        let all: u64 = (0..=48).filter(|&seeds| seeds != 47).map(count).sum();
        assert_eq!(all + 1, 889_063_398_406);
    }

    #[test]
    fn numbers_are_the_places_in_the_sorted_list() {
        for seeds in 0..=9 {
            let boards = sorted(seeds);
            assert_eq!(boards.len() as u64, count(u32::from(seeds)));
            for (place, pits) in (0..).zip(&boards) {
                assert_eq!(index(pits), Some(place), "{pits:?}");
                assert_eq!(board(u32::from(seeds), place).as_ref(), Some(pits));
            }
            assert_eq!(board(u32::from(seeds), boards.len() as u64), None);
        }
    }

    #[test]
    fn rows_come_in_the_order_of_the_numbers() {
        for seeds in 0..=9 {
            let mut place = 0;
            for (own_seeds, opposite) in Opposites::new(seeds) {
                for own in own_rows(own_seeds) {
                    let pits = std::array::from_fn(|pit| if pit < 6 { own[pit] } else { opposite[pit - 6] });
                    let expected = (!is_full(&opposite)).then_some(place);
                    assert_eq!(index(&pits), expected, "{pits:?}");
                    place += u64::from(expected.is_some());
                }
            }
            assert_eq!(place, count(u32::from(seeds)));
        }
    }

    proptest! {
        #[test]
        fn large_numbers_round_trip_and_rise_with_the_board(seeds in 0..=48u32, a: u64, b: u64) {
            let (a, b) = (a % count(seeds), b % count(seeds));
            let [first, second] = [a, b].map(|place| board(seeds, place).expect("below the count"));
            prop_assert_eq!((index(&first), index(&second)), (Some(a), Some(b)));
            let key = |pits: &[u8; PITS]| pits.iter().rev().copied().collect::<Vec<_>>();
            prop_assert_eq!(a.cmp(&b), key(&first).cmp(&key(&second)));
        }

        #[test]
        fn any_pits_are_numbered_or_refused(pits: [u8; PITS]) {
            let seeds: u32 = pits.iter().map(|&seeds| u32::from(seeds)).sum();
            prop_assert_eq!(index(&pits).is_some(), seeds <= 48 && pits[6..].contains(&0));
        }
    }
}
