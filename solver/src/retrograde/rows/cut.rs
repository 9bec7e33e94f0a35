//! A stretch of opposite rows, and what of each gift concerns it: worked out once a layer, asked for every own row.

use std::ops::Range;

use rayon::prelude::*;

use super::ground::Ground;
use crate::rowed::Rowed;
use crate::simd::{LANES, Part, QuietPart};

/// Opposite rows that a thread takes at a time: their numbers for 64 own rows stay in its cache.
pub(super) const CUT: usize = 32 * LANES;

/// A stretch of opposite rows of as many seeds.
pub(super) struct Cut<'a> {
    /// The first of them.
    pub(super) begin: usize,
    /// How many, rounded up to the lanes.
    pub(super) len: usize,
    /// By seeds given.
    pub(super) gifts: Vec<GiftCut<'a>>,
}

/// What giving some seeds to the rows of a stretch comes to.
pub(super) struct GiftCut<'a> {
    /// Where the lines begin of the rows that the other side then has.
    base: usize,
    /// From one line to the next.
    width: usize,
    /// Places of the stretch in such a line; `None` where they lie as they lie here.
    pub(super) squeeze: Option<Part<'a>>,
    /// The places that count when the last seed lands here.
    pub(super) quiet: QuietPart<'a>,
}

impl GiftCut<'_> {
    /// The line of a row.
    #[inline(always)]
    pub(super) fn line(&self, row: u32) -> usize {
        self.base + row as usize * self.width
    }

    /// Numbers that are read from a line on, some of the next line among them.
    #[inline(always)]
    pub(super) fn reach(&self) -> usize {
        self.width + LANES
    }
}

/// The stretches of all opposite rows, by their seeds.
pub(super) fn cuts<'a, G: Rowed>(ground: &Ground<'a, G>) -> Vec<Vec<Cut<'a>>> {
    let of = |opposite_seeds: usize| {
        let width = ground.layout.width[opposite_seeds];
        (0..width)
            .step_by(CUT)
            .map(|begin| cut(ground, opposite_seeds, begin, CUT.min(width - begin)))
            .collect()
    };
    (0..=ground.layout.seeds).into_par_iter().map(of).collect()
}

fn cut<'a, G: Rowed>(ground: &Ground<'a, G>, opposite_seeds: usize, begin: usize, len: usize) -> Cut<'a> {
    let layout = ground.layout;
    let own_seeds = layout.seeds - opposite_seeds;
    let rows: Range<usize> = begin..(begin + len).min(layout.count[opposite_seeds]);
    let gifts = (0..=own_seeds).map(|given| {
        let gift = ground.gift(opposite_seeds, given);
        let same = given == 0 || gift.squeeze.is_prefix();
        GiftCut {
            base: layout.line(own_seeds - given, 0),
            width: layout.width[opposite_seeds + given],
            squeeze: (!same).then(|| gift.squeeze.part(rows.clone())),
            quiet: gift.quiet.part(begin),
        }
    });
    Cut { begin, len, gifts: gifts.collect() }
}
