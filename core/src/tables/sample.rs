//! Positions drawn evenly from a layer, with what is known of them: labelled data.
//!
//! The draw is a definition, to be the same in every version: `ChaCha8` of the crate `rand_chacha`, seeded by
//! `seed_from_u64`; for each position 64-bit numbers are taken and cut to the fewest low bits that can hold the largest
//! number of the layer, until one is below the layer's number of states. Positions can come twice.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use sowbase_solver::retrograde::Values;
use sowbase_solver::{Layer, Layered, Metric, Score, Unwatched, Watch};

use super::above::Above;
use super::sources::Sources;
use super::{Places, Tabled};
use crate::error::Error;
use crate::games::notation::{self, letter_pit};
use crate::games::rulebook::Rulebook;
use crate::play::{Position, Side};

/// Positions that are labelled at a time.
const BLOCK: u64 = 1 << 14;

/// What to draw.
#[derive(Clone, Debug)]
pub struct SampleJob {
    /// Where values are looked up.
    pub places: Places,
    /// Which layer.
    pub seeds: u32,
    /// How many positions.
    pub count: u64,
    /// The seed of the draw.
    pub seed: u64,
}

/// A position drawn, South to move, with its labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The position.
    pub position: String,
    /// Seeds in the mover's pits in sowing order, then in the opponent's; 255 for a closed hole.
    pub pits: Vec<u8>,
    /// What the mover still gains, net, when endless play is worth 0.
    pub score: i16,
    /// What both sides can force in finite time, where it is known.
    pub bounds: Option<[i16; 2]>,
    /// Plies to the next capture and to the end, where they are known.
    pub distance: Option<[u16; 2]>,
    /// One bit for each own pit in which a best move begins, the first pit lowest; 0 when there is no move.
    pub best: u32,
}

/// What is known of every position of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// Pits of both sides together.
    pub pits: usize,
    /// Bounds.
    pub bounds: bool,
    /// Distances.
    pub distance: bool,
}

/// Samples of layers.
pub trait Sampling {
    /// What a sample of a layer will hold.
    ///
    /// # Errors
    /// When the scores of the layer are not known, or the game has no board of so many seeds.
    fn columns(&self, job: &SampleJob) -> Result<Columns, Error>;

    /// Draws positions and hands them over in order, some at a time.
    ///
    /// # Errors
    /// When values are missing, when `take` fails, or when `watch` says stop.
    fn sample(
        &self,
        job: &SampleJob,
        watch: &dyn Watch,
        take: &mut dyn FnMut(&[Drawn]) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

impl<G: Rulebook + Layered> Sampling for Tabled<G> {
    fn columns(&self, job: &SampleJob) -> Result<Columns, Error> {
        let layer = self.one_layer(job.seeds, None)?;
        let sources = self.sources(&job.places, &Unwatched);
        let has = |metric| sources.has(layer, metric);
        if !has(Metric::Score) && !has(Metric::Bounds) {
            let databases = self.stacked(&job.places)?;
            return Err(Self::nothing(&job.places.dirs, &databases, &(job.seeds..=job.seeds)));
        }
        let pits = self.game.initial().pits.iter().map(Vec::len).sum();
        Ok(Columns { pits, bounds: has(Metric::Bounds), distance: has(Metric::Distance) })
    }

    fn sample(
        &self,
        job: &SampleJob,
        watch: &dyn Watch,
        take: &mut dyn FnMut(&[Drawn]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let layer = self.one_layer(job.seeds, None)?;
        let states = u64::try_from(self.game.layer_len(layer))
            .map_err(|_| Error::Usage(format!("--seeds {}: more boards than can be numbered", job.seeds)))?;
        let sources = self.sources(&job.places, watch);
        let mut draw = Draw { rng: ChaCha8Rng::seed_from_u64(job.seed), states };
        watch.begin("sample", job.count);
        let mut left = job.count;
        while left > 0 {
            if watch.stop() {
                return Err(Error::Stopped);
            }
            let numbers: Vec<u64> = (0..left.min(BLOCK)).map(|_| draw.next()).collect();
            let label = |&number: &u64| self.label(&sources, layer, number);
            let drawn: Option<Vec<Drawn>> = numbers.par_iter().map(label).collect();
            let drawn = drawn.ok_or_else(|| {
                if watch.stop() {
                    return Error::Stopped;
                }
                let missing = [sources.troubles(), self.not_found(&sources, &job.places)].concat().join("\n");
                Error::File(format!("the values of a position or of its moves are not known\n{missing}"))
            })?;
            take(&drawn)?;
            left -= numbers.len() as u64;
            watch.advance(numbers.len() as u64);
        }
        watch.end();
        Ok(())
    }
}

/// Numbers below a limit, each as likely as the other.
struct Draw {
    rng: ChaCha8Rng,
    states: u64,
}

impl Draw {
    fn next(&mut self) -> u64 {
        let mask = u64::MAX >> (self.states.saturating_sub(1) | 1).leading_zeros();
        loop {
            let number = self.rng.next_u64() & mask;
            if number < self.states {
                return number;
            }
        }
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    fn label(&self, sources: &Sources<G>, layer: Layer, number: u64) -> Option<Drawn> {
        let state = self.game.unrank(layer, number);
        let above = Above::new(sources, &Unwatched);
        let value = above.value(&*self.game, &state)?;
        let position = self.game.decode(&state, Side::South);
        Some(Drawn {
            pits: pits(&position),
            position: notation::format(&position),
            score: value.exact()?.0,
            bounds: value.bounds.map(|bounds| [bounds.lo.0, bounds.hi.0]),
            distance: value.distance.map(|plies| [plies.next, plies.end]),
            best: self.best_pits(&above, &state)?,
        })
    }

    /// The own pits in which best moves begin; `None` where a value is not known.
    fn best_pits(&self, above: &Above<G>, state: &G::State) -> Option<u32> {
        let (mut best, mut pits) = (Score::MIN, 0);
        let flow = self.game.children(state, |mv, child| {
            let worth = above.worth(&*self.game, &child);
            let Some(score) = worth.and_then(|worth| worth.exact()) else { return ControlFlow::Break(()) };
            if score > best {
                (best, pits) = (score, 0);
            }
            if score == best {
                let text = self.game.move_text(state, mv, Side::South);
                let pit = text.chars().next().and_then(letter_pit).map(|(_, pit)| pit);
                pits |= pit.filter(|&pit| pit < 32).map_or(0, |pit| 1u32 << pit);
            }
            ControlFlow::Continue(())
        });
        flow.is_continue().then_some(pits)
    }
}

fn pits(position: &Position) -> Vec<u8> {
    let of = |side: Side| {
        let closed = position.closed[side.index()];
        let pit = move |(at, &seeds): (usize, &u8)| if closed >> at & 1 == 1 { u8::MAX } else { seeds };
        position.row(side).iter().enumerate().map(pit).collect::<Vec<_>>()
    };
    [of(Side::South), of(Side::North)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draw_is_even_and_stays_below_the_limit() {
        for states in [1, 2, 3, 364, 1 << 20] {
            let mut draw = Draw { rng: ChaCha8Rng::seed_from_u64(1), states };
            assert!((0..1000).all(|_| draw.next() < states), "{states}");
        }
        // 3 of 4 numbers are taken: each third within four deviations of its share.
        let mut draw = Draw { rng: ChaCha8Rng::seed_from_u64(5), states: 3 };
        let mut counts = [0i64; 3];
        (0..90_000).for_each(|_| counts[draw.next() as usize] += 1);
        assert!(counts.iter().all(|count| (count - 30_000).abs() < 4 * 142), "{counts:?}");
    }

    #[test]
    fn the_generator_is_the_one_that_is_named() {
        // RFC 8439's construction with 8 rounds, key 0: first block 3e00ef2f895f40d6… (draft-strombergson-chacha-test-vectors-01, TC1).
        let mut rng = ChaCha8Rng::from_seed([0; 32]);
        assert_eq!(rng.next_u64().to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
    }
}
