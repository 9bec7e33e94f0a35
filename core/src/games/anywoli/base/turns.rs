//! The turn as an automaton: a hand of one, two or three seeds goes round the ring, a chunk of pits at a time.
//!
//! A hand of more than one drops a seed: a pit of three becomes a four in mid-lap, which its owner takes. A hand of one
//! stops in an empty pit, makes the lap-ending four of a pit of three, and lifts any other pit: that is the next hand.

use super::ring::{ENTRIES, MOST, Ring};
use crate::games::anywoli::rules::{AnywoliRules, EndCheck, FinalFour, LastFour};

/// What a hand does to a chunk: what to change (8 bits), the hand that leaves it (2 bits; 0: the turn has stopped), a
/// lap-ending four (1 bit), fours in mid-lap (3 bits).
type Entry = u32;
const HAND: Entry = 3 << 8;
const FINAL: Entry = 1 << 10;
const MIDS: u32 = 11;

/// Chunks after which a turn is looked at for not stopping at all. Longer turns that stop are rare.
const LONG: u32 = 64;

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Without a capture; the other side moves, in the same layer.
    Quiet,
    /// With a capture; the other side moves.
    Pass,
    /// With a lap-ending four; the same side moves.
    Again,
    /// The last seeds are taken.
    Over,
}

/// A turn played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Played {
    /// The board after it, still seen by the mover. Without meaning when the game is over.
    pub(super) code: u64,
    /// Seeds left on it; 0 when the game is over.
    pub(super) left: u32,
    /// What it brought the mover, net.
    pub(super) gain: i32,
    pub(super) end: End,
}

/// The tables of the automaton and the rules that it follows.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) ring: Ring,
    /// By width, hand and chunk.
    pass: Box<[Entry; ENTRIES]>,
    /// By width, pit lifted and chunk.
    lift: Box<[Entry; ENTRIES]>,
    last_seeds: u32,
    at_once: bool,
    rest_to_mover: bool,
    final_to_owner: bool,
    extra_move: bool,
}

impl Turns {
    /// `None` where the rules need more than the board, or a turn the automaton does not know.
    pub(super) fn new(rules: &AnywoliRules) -> Option<Self> {
        use crate::games::anywoli::rules::EndlessTurn;
        let n = rules.pits_per_row.0 as usize;
        let rest_to_mover = match rules.last_four {
            LastFour::LastCaptor | LastFour::PlayOn => false,
            LastFour::CurrentMover => true,
            LastFour::Lottery | LastFour::FirstFinalCapture | LastFour::StarterTakes8 => return None,
        };
        // Only on a ring of two pits does a hand of three come round to the pit that it was lifted from.
        let skips = rules.skip_origin && n == 1;
        if rules.places() > 1 || skips || rules.endless_turn != EndlessTurn::Illegal {
            return None;
        }
        let (mut pass, mut lift) = (Box::new([0; ENTRIES]), Box::new([0; ENTRIES]));
        for width in 1..=MOST {
            for bits in 0..1u32 << (2 * width) {
                let at = |row: usize| (width - 1) << 10 | row << 8 | bits as usize;
                for hand in 1..=3 {
                    pass[at(hand as usize)] = sown(width, bits, 0, (bits, hand));
                }
                for pit in 0..width {
                    let hand = bits >> (2 * pit) & 3;
                    if hand > 0 {
                        lift[at(pit)] = sown(width, bits, pit + 1, (bits & !(3 << (2 * pit)), hand));
                    }
                }
            }
        }
        Some(Self {
            ring: Ring::new(n),
            pass,
            lift,
            last_seeds: rules.last_seeds(),
            at_once: rules.end_check == EndCheck::Immediate,
            rest_to_mover,
            final_to_owner: rules.final_four_to == FinalFour::Owner,
            extra_move: rules.extra_move,
        })
    }

    /// The game is over with so many seeds or fewer.
    pub(super) fn last_seeds(&self) -> u32 {
        self.last_seeds
    }

    /// Plays the turn from an occupied own pit, `left` being the seeds on the board. `None` where it may never stop, or
    /// the last seeds are divided in a way the automaton does not follow: then it must be played seed by seed.
    #[inline(always)]
    pub(super) fn play(&self, mut code: u64, pit: usize, left: u32) -> Option<Played> {
        let (mut chunk, place) = self.ring.pit(pit);
        let mut entry = self.lift[chunk.entry(place, code)];
        let mut now = Played { code, left, gain: 0, end: End::Quiet };
        let mut steps = 0;
        loop {
            code ^= u64::from(entry & 0xff) << chunk.shift;
            if entry >> MIDS != 0 {
                let (fours, far) = (entry >> MIDS, chunk.far);
                if now.left - 4 * fours <= self.last_seeds {
                    return self.at_once.then(|| self.over(now, fours, far));
                }
                now.left -= 4 * fours;
                now.gain += if far { -4 } else { 4 } * fours as i32;
                now.end = End::Pass;
            }
            if entry & HAND == 0 {
                now.code = code;
                if entry & FINAL == 0 {
                    return Some(now);
                }
                let far = chunk.far && self.final_to_owner;
                if now.left - 4 <= self.last_seeds {
                    return Some(self.over(now, 1, far));
                }
                now.left -= 4;
                now.gain += if far { -4 } else { 4 };
                now.end = if self.extra_move { End::Again } else { End::Pass };
                return Some(now);
            }
            steps += 1;
            if steps > LONG {
                return None;
            }
            chunk = self.ring.chunk(chunk.next);
            entry = self.pass[chunk.entry((entry >> 8 & 3) as usize, code)];
        }
    }

    /// Some of the next fours, all to one side, bring the seeds down to the last, which go to him (or to the mover).
    #[cold]
    fn over(&self, before: Played, fours: u32, far: bool) -> Played {
        let enough = (before.left - self.last_seeds).div_ceil(4).min(fours);
        let taken = (4 * enough) as i32;
        let rest = before.left as i32 - taken;
        let sign = |far: bool| if far { -1 } else { 1 };
        let gain = before.gain + sign(far) * taken + sign(far && !self.rest_to_mover) * rest;
        Played { code: 0, left: 0, gain, end: End::Over }
    }
}

/// Sows a hand into the pits of a chunk from `first` on; `old` is the chunk before the turn came to it.
fn sown(width: usize, old: u32, first: usize, (mut bits, mut hand): (u32, u32)) -> Entry {
    let mut flags = 0;
    for pit in first..width {
        let seeds = bits >> (2 * pit) & 3;
        let mut put = |seeds: u32| bits = bits & !(3 << (2 * pit)) | seeds << (2 * pit);
        if hand > 1 {
            hand -= 1;
            put((seeds + 1) % 4);
            flags += u32::from(seeds == 3) << MIDS;
            continue;
        }
        if seeds == 0 || seeds == 3 {
            put(u32::from(seeds == 0));
            flags |= if seeds == 3 { FINAL } else { 0 };
            hand = 0;
            break;
        }
        put(0);
        hand = seeds + 1;
    }
    (old ^ bits) | hand << 8 | flags
}
