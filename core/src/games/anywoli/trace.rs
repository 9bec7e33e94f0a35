//! The slow rules of Anywoli, seed by seed on a plain position.

use sowbase_solver::{Ending, Move, Reason, Turn};

use super::lot;
use super::play::Anywoli;
use super::rules::{EndCheck, EndlessTurn, FinalFour, LastFour};
use crate::games::notation::pit_letter;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

const MID_LAP: &str = "A5: four in mid-lap go to the owner of the pit";
const FINAL: &str = "A6: four made by the last seed of a lap go to the mover";
const FINAL_OWNER: &str =
    "A6, final_four_to=owner: four made by the last seed of a lap go to the owner of the pit";
pub(super) const CAPTOR: &str = "A11: who took the four before takes what is left";
pub(super) const LOT: &str = "last_four=lottery: what is left goes by lot";
pub(super) const FIRST: &str =
    "last_four=first_final_capture: who first captured with the last seed of a lap takes what is left";
pub(super) const MOVER: &str = "last_four=current_mover: the mover takes what is left";
pub(super) const STARTER: &str = "last_four=starter_takes_8: who began takes what is left";

/// A turn while it is told.
struct Tale<'a> {
    before: &'a Position,
    origin: usize,
    now: Position,
    hand: u8,
    steps: Vec<Step>,
    gain: [u16; 2],
    last_captor: Option<Side>,
}

impl Tale<'_> {
    fn left(&self) -> u32 {
        self.now.on_board() + u32::from(self.hand)
    }

    fn capture(&mut self, (side, pit): (Side, usize), to: Side, rule: &'static str) {
        let seeds = std::mem::take(&mut self.now.pits[side.index()][pit]);
        self.gain[to.index()] += u16::from(seeds);
        self.now.stores[to.index()] += u16::from(seeds);
        self.steps.push(Step::Capture { side, pit, seeds, to, rule });
    }

    fn four(&mut self, place: (Side, usize), to: Side, rule: &'static str) {
        self.capture(place, to, rule);
        self.last_captor = Some(to);
    }

    fn end(mut self, turn: Turn) -> Trace {
        let mover = self.before.side;
        match turn {
            Turn::Again => self.steps.push(Step::Again),
            Turn::Pass => self.steps.push(Step::HandOver),
            Turn::Over => {}
        }
        if turn != Turn::Again {
            self.now.side = mover.other();
        }
        Trace {
            text: pit_letter(mover, self.origin).to_string(),
            mv: Move(self.origin as u32),
            quiet: self.last_captor.is_none(),
            ending: (turn == Turn::Over).then(|| Ending::as_it_stands(Reason::LAST_SEEDS)),
            after: self.now,
            steps: self.steps,
            gain: self.gain,
            turn,
        }
    }
}

impl<const W: u32> Anywoli<W> {
    fn too_few(&self, left: u32) -> bool {
        match self.rules.last_four {
            LastFour::PlayOn => left == 0,
            LastFour::StarterTakes8 => left <= 8,
            _ => left <= 4,
        }
    }

    pub(super) fn slow_moves(&self, position: &Position) -> Vec<Trace> {
        if position.extra("void").is_some() || self.too_few(position.on_board()) {
            return Vec::new();
        }
        let mut all: Vec<Trace> = (0..self.n())
            .filter(|&pit| position.row(position.side)[pit] > 0)
            .filter_map(|pit| self.slow_move(position, pit))
            .collect();
        if all.is_empty() || position.extra("again").is_some() {
            all.push(slow_pass(position));
        }
        all
    }

    /// `None` for a turn that never stops and may not be played.
    fn slow_move(&self, position: &Position, origin: usize) -> Option<Trace> {
        let mover = position.side;
        let mut now = position.clone();
        now.extras.remove("again");
        let mut tale = Tale {
            before: position,
            origin,
            now,
            hand: 0,
            steps: Vec::new(),
            gain: [0; 2],
            last_captor: None,
        };
        let (mut side, mut pit) = (mover, origin);
        // Every board seen at a relay since the last capture, with the pit to lift.
        let mut seen: Vec<([Vec<u8>; 2], Side, usize)> = Vec::new();
        for lap in 1u32.. {
            let captured_before = tale.gain;
            tale.hand = std::mem::take(&mut tale.now.pits[side.index()][pit]);
            tale.steps.push(Step::Lift { side, pit, seeds: tale.hand, relay: lap > 1 });
            if self.slow_lap_ends_the_game(&mut tale, &mut side, &mut pit) {
                return Some(self.slow_last_seeds(tale, (side, pit)));
            }
            let fell_on = tale.now.row(side)[pit];
            if fell_on == 4 {
                let owner_takes = self.rules.final_four_to == FinalFour::Owner;
                let (to, rule) = if owner_takes { (side, FINAL_OWNER) } else { (mover, FINAL) };
                tale.four((side, pit), to, rule);
                if self.rules.last_four == LastFour::FirstFinalCapture {
                    tale.now.extras.entry("first4".into()).or_insert_with(|| to.letter().to_string());
                }
            }
            let capped = self.rules.endless_turn == EndlessTurn::StopAtCap && lap == 1_000;
            let stops = fell_on == 4 || fell_on == 1 || capped;
            let checked = stops || self.rules.end_check == EndCheck::EndOfLap;
            if checked && self.too_few(tale.left()) {
                return Some(self.slow_last_seeds(tale, (side, pit)));
            }
            if stops {
                if capped && fell_on != 1 && fell_on != 4 {
                    tale.steps.push(Step::Endless {
                        rule: "endless_turn=stop_at_cap: the turn stops after 1,000 laps",
                    });
                }
                let again = fell_on == 4 && self.rules.extra_move;
                if again && self.rules.extra_move_optional {
                    tale.now.extras.insert("again".into(), "1".into());
                }
                return Some(tale.end(if again { Turn::Again } else { Turn::Pass }));
            }
            if self.rules.endless_turn == EndlessTurn::StopAtCap {
                continue;
            }
            if tale.gain != captured_before {
                seen.clear();
            }
            let here = (tale.now.pits.clone(), side, pit);
            if seen.contains(&here) {
                return (self.rules.endless_turn == EndlessTurn::VoidGame).then(|| slow_void(tale));
            }
            seen.push(here);
        }
        None
    }

    /// Sows the hand; true when a four in mid-lap ended the game.
    fn slow_lap_ends_the_game(&self, tale: &mut Tale<'_>, side: &mut Side, pit: &mut usize) -> bool {
        let origin = (*side, *pit);
        while tale.hand > 0 {
            *pit += 1;
            if *pit == self.n() {
                (*side, *pit) = (side.other(), 0);
            }
            let place = (*side, *pit);
            if self.rules.skip_origin && place == origin {
                tale.steps.push(Step::Skip { side: *side, pit: *pit, why: "the pit lifted gets no seed" });
                continue;
            }
            tale.now.pits[side.index()][*pit] += 1;
            tale.hand -= 1;
            let now = tale.now.row(*side)[*pit];
            tale.steps.push(Step::Drop { side: *side, pit: *pit, now });
            if now == 4 && tale.hand > 0 {
                tale.four(place, *side, MID_LAP);
                if self.rules.end_check == EndCheck::Immediate && self.too_few(tale.left()) {
                    return true;
                }
            }
        }
        false
    }

    /// Everything left goes to one side. `at` is where the last seed fell, for seeds still in hand.
    fn slow_last_seeds(&self, mut tale: Tale<'_>, at: (Side, usize)) -> Trace {
        let mover = tale.before.side;
        let captor = tale.last_captor.unwrap_or(mover);
        let side_of =
            |text: Option<&str>| text.and_then(|text| text.chars().next()).and_then(Side::from_letter);
        let (to, rule) = match self.rules.last_four {
            LastFour::LastCaptor | LastFour::PlayOn => (captor, CAPTOR),
            LastFour::FirstFinalCapture => match side_of(tale.now.extra("first4")) {
                Some(first) => (first, FIRST),
                None => (captor, CAPTOR),
            },
            LastFour::CurrentMover => (mover, MOVER),
            LastFour::StarterTakes8 => {
                (side_of(tale.before.extra("starter")).unwrap_or(Side::South), STARTER)
            }
            LastFour::Lottery => (drawn(tale.before, Some(tale.origin)), LOT),
        };
        for side in Side::BOTH {
            for pit in 0..self.n() {
                if tale.now.row(side)[pit] > 0 {
                    tale.capture((side, pit), to, rule);
                }
            }
        }
        if tale.hand > 0 {
            let seeds = std::mem::take(&mut tale.hand);
            tale.gain[to.index()] += u16::from(seeds);
            tale.now.stores[to.index()] += u16::from(seeds);
            tale.steps.push(Step::Capture { side: at.0, pit: at.1, seeds, to, rule });
        }
        tale.end(Turn::Over)
    }
}

/// Whom the lottery favours.
fn drawn(position: &Position, origin: Option<usize>) -> Side {
    let mover = position.side;
    let seed = position.extra("lot").and_then(|text| text.parse().ok()).unwrap_or(0);
    let pits = position.row(mover).iter().chain(position.row(mover.other())).copied();
    if lot::favours_mover(seed, pits, origin) { mover } else { mover.other() }
}

fn slow_pass(position: &Position) -> Trace {
    let mut after = position.clone();
    after.extras.remove("again");
    after.side = position.side.other();
    Trace {
        text: "pass".into(),
        mv: Move::PASS,
        steps: vec![Step::HandOver],
        after,
        gain: [0; 2],
        quiet: true,
        turn: Turn::Pass,
        ending: None,
    }
}

/// An annulled game: the board stands as before the turn, and says that it is annulled.
fn slow_void(mut tale: Tale<'_>) -> Trace {
    tale.steps.push(Step::Endless { rule: "endless_turn=void_game: the game is annulled" });
    tale.now = tale.before.clone();
    tale.now.extras.remove("again");
    tale.now.extras.insert("void".into(), "1".into());
    (tale.gain, tale.last_captor) = ([0; 2], None);
    tale.end(Turn::Pass)
}
