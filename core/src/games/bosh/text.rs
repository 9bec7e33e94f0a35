//! Bosh in words, and its plain positions.

use sowbase_solver::retrograde::Method;
use sowbase_solver::{Ending, Hundredths, Move, Reason, Verdict};

use super::necklace::Necklaces;
use super::play::Bosh;
use super::ring::Ring;
use super::rules::{BoshRules, EndlessTurn, FillSide, Rounds};
use super::state::{BoshState, Phase, Shape};
use super::wide::Wide;
use super::words;
use crate::error::short;
use crate::games::ladder::Ladder;
use crate::games::notation::{pit_letter, pit_problem};
use crate::games::rulebook::{Example, Rulebook};
use crate::games::trace::Trace;
use crate::play::{Next, Position, Side, Standing};
use crate::words::{Key, name, say};

impl<R: Ring> Bosh<R> {
    fn phase_of(position: &Position) -> Phase {
        match (position.extra("void"), position.extra("fill")) {
            (Some(_), _) => Phase::Void,
            (None, None) => Phase::Play,
            (None, Some(begins)) if begins == position.side.letter().to_string() => Phase::PickAndBegin,
            (None, Some(_)) => Phase::PickAndPass,
        }
    }

    /// The numbers of the holes whose bits are set.
    fn holes(&self, bits: u16) -> impl Iterator<Item = usize> {
        (0..self.n()).filter(move |pit| bits >> pit & 1 == 1)
    }

    fn admit_fill(&self, position: &Position, value: &str) -> Result<(), String> {
        if self.rules.fill_side != FillSide::Choice {
            return Err("fill= needs the rule fill_side=choice".into());
        }
        if !matches!(value, "S" | "N") {
            return Err(format!("fill={}: S or N, who begins after the pick", short(value)));
        }
        let side = position.side;
        if position.closed[side.index()] == 0 {
            return Err(format!(
                "fill={value}: {} has no closed hole, so there is nothing to pick",
                side.name()
            ));
        }
        let seeds = self.rules.seeds_per_pit.0 as u8;
        for side in Side::BOTH {
            let wrong = |pit: &usize| !position.is_closed(side, *pit) && position.row(side)[*pit] != seeds;
            if let Some(pit) = (0..self.n()).find(wrong) {
                let letter = pit_letter(side, pit);
                return Err(format!(
                    "fill={value}: pit {letter} does not hold {seeds} as at the start of a round"
                ));
            }
        }
        Ok(())
    }

    fn admit_round(&self, position: &mut Position, value: &str) -> Result<(), String> {
        let max = self.rules.max_rounds.0;
        if self.rules.rounds == Rounds::Single {
            return Err("round= needs the rule rounds=match".into());
        }
        match value.parse::<u32>() {
            Ok(1) => drop(position.extras.remove("round")),
            Ok(round) if (1..=max).contains(&round) => {
                position.extras.insert("round".into(), round.to_string());
            }
            _ => return Err(format!("round={}: a number from 1 to {max} (max_rounds)", short(value))),
        }
        Ok(())
    }
}

impl<R: Ring> Rulebook for Bosh<R> {
    type Rules = BoshRules;

    fn rules(&self) -> &BoshRules {
        &self.rules
    }

    fn methods(&self) -> Vec<Box<dyn Method<Self>>> {
        vec![Box::new(Necklaces::default())]
    }

    #[inline]
    fn estimate(&self, state: &BoshState<R>) -> Hundredths {
        super::evaluate::estimate(self, state)
    }

    fn agreed(&self, rows: (u32, u32)) -> Ending {
        self.divided(rows, Reason::AGREED)
    }

    fn ladder(&self) -> Ladder {
        // Small boards are soon searched to the end: the upper levels differ by few nodes. docs/levels.md has what each step is worth.
        [
            (7, 1_822),
            (10, 1_306),
            (17, 870),
            (29, 613),
            (56, 403),
            (97, 266),
            (243, 138),
            (494, 83),
            (4_454, 11),
            (20_000, 0),
        ]
    }

    fn endless_is_even(&self) -> bool {
        self.rules.repetition == super::rules::Recurrence::Split
    }

    fn initial(&self) -> Position {
        let row = vec![self.rules.seeds_per_pit.0 as u8; self.n()];
        Position::new(row.clone(), row)
    }

    fn extras(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("round", "the number of the round, 1 by default"),
            ("fill", "S or N, who begins the round once the side to move has picked which holes to fill"),
            ("void", "1: the last turn never stops, so the round does not count"),
        ]
    }

    fn shape(&self, text: &str) -> Result<u16, String> {
        self.shape_of(text)
    }

    fn has_closed_holes(&self) -> bool {
        true
    }

    fn admit(&self, position: &mut Position, _: bool) -> Result<(), String> {
        for side in Side::BOTH {
            if u32::from(self.all_open()) == position.closed[side.index()] {
                return Err(format!("{} has no open hole: the match is over", side.name()));
            }
        }
        if let Some(value) = position.extra("fill").map(str::to_owned) {
            self.admit_fill(position, &value)?;
        }
        if let Some(value) = position.extra("round").map(str::to_owned) {
            self.admit_round(position, &value)?;
        }
        match position.extra("void") {
            None => Ok(()),
            Some(_) if self.rules.endless_turn != EndlessTurn::VoidRound => {
                Err("void= needs the rule endless_turn=void_round".into())
            }
            Some("1") if position.extra("fill").is_none() => Ok(()),
            Some(other) => Err(format!("void={}: only 1, and not with fill", short(other))),
        }
    }

    fn encode(&self, position: &Position) -> BoshState<R> {
        let sides = [position.side, position.side.other()];
        let names = sides.map(|side| self.all_open() & !(position.closed[side.index()] as u16));
        let pits = (0..2).flat_map(|i| self.holes(names[i]).map(move |pit| position.row(sides[i])[pit]));
        let shape = Shape {
            names,
            open: names.map(|bits| bits.count_ones() as u8),
            seeds: position.on_board() as u8,
            phase: Self::phase_of(position),
        };
        BoshState { ring: R::from_wide(Wide::from_pits(pits)), shape }
    }

    fn decode(&self, state: &BoshState<R>, side: Side) -> Position {
        let mut position = Position::new(vec![0; self.n()], vec![0; self.n()]);
        position.side = side;
        let mut seeds = state.ring.to_wide().0.into_iter();
        for (owner, names) in [side, side.other()].into_iter().zip(state.shape.names) {
            for (pit, seeds) in self.holes(names).zip(&mut seeds) {
                position.pits[owner.index()][pit] = seeds;
            }
            position.closed[owner.index()] = u32::from(self.all_open() & !names);
        }
        let begins = match state.shape.phase {
            Phase::Play | Phase::Void => None,
            Phase::PickAndBegin => Some(side),
            Phase::PickAndPass => Some(side.other()),
        };
        if let Some(begins) = begins {
            position.extras.insert("fill".into(), begins.letter().to_string());
        }
        if state.shape.phase == Phase::Void {
            position.extras.insert("void".into(), "1".into());
        }
        position
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        self.slow_moves(position)
    }

    fn move_text(&self, state: &BoshState<R>, mv: Move, side: Side) -> String {
        if state.shape.phase.is_pick() {
            let letters: String = self.holes(mv.0 as u16).map(|pit| pit_letter(side, pit)).collect();
            return format!("fill:{letters}");
        }
        match self.holes(state.shape.names[0]).nth(mv.0 as usize) {
            Some(pit) => pit_letter(side, pit).to_string(),
            None => format!("hole {}", mv.0),
        }
    }

    fn why_not(&self, position: &Position, text: &str) -> String {
        let mover = position.side;
        if position.extra("void").is_some() {
            return "the round is void: its last turn never stops".into();
        }
        if position.extra("fill").is_some() {
            let open: Vec<usize> = (0..self.n()).filter(|&pit| !position.is_closed(mover, pit)).collect();
            let letters: String = open.iter().map(|&pit| pit_letter(mover, pit)).collect();
            return format!(
                "{} first picks which {} of his {} holes to fill, in rising order, like fill:{letters}",
                mover.name(),
                open.len(),
                self.n()
            );
        }
        if text.starts_with("fill:") {
            return "there is nothing to pick now; holes are filled at the start of a round".into();
        }
        pit_problem(position, text).unwrap_or_else(|| {
            if Side::BOTH.iter().any(|&side| position.row_seeds(side) == 0) {
                "the round is over: a row is empty".into()
            } else {
                format!("the turn of pit {text} would never stop, and such a turn may not be played")
            }
        })
    }

    fn ending_words(&self, ending: &Ending, position: &Position) -> String {
        let mover = position.side;
        let left = || ("left", position.on_board().into());
        let why = match ending.reason {
            Reason::NO_MOVE if position.on_board() == 0 => return say(Key::EndBoardEmpty, &[]),
            Reason::NO_MOVE => {
                let [who, other] = [("who", name(mover)), ("other", name(mover.other()))];
                return say(Key::EndStuckCedes, &[who, other, left()]);
            }
            Reason::PLY_LIMIT => return say(Key::EndPliesStones, &[]),
            Reason::ROW_EMPTY => say(Key::WhyRowEmpty, &[]),
            Reason::REPETITION => say(Key::WhyRecurs, &[]),
            Reason::NO_CAPTURE_LIMIT => say(Key::WhyQuiet, &[("plies", position.quiet.into())]),
            _ if ending.verdict == Verdict::Nobody => say(Key::WhyEndless, &[]),
            _ => say(Key::WhyNoTurnStops, &[("who", name(mover))]),
        };
        let why = ("why", why.into());
        match (ending.verdict, ending.shared) {
            (Verdict::Nobody, _) if self.rules.rounds == Rounds::Single => say(Key::RoundVoid, &[why]),
            (Verdict::Nobody, _) => say(Key::RoundVoidAgain, &[why]),
            (_, shared) if shared > 0 => say(Key::RoundHalved, &[why, left()]),
            _ => say(Key::RoundRows, &[why]),
        }
    }

    fn next_round(&self, standing: &Standing) -> Next {
        self.round_after(standing)
    }

    fn themes(&self) -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }

    fn words(&self) -> Vec<String> {
        words::of(&self.rules)
    }

    fn examples() -> &'static [Example] {
        words::EXAMPLES
    }
}
