//! Omweso's positions and moves as text, and why a text is no move.

use std::ops::ControlFlow;

use sowbase_solver::{Ending, Hundredths, Move, Reason, Verdict};

use super::facts::Facts;
use super::laps::lane_of;
use super::number::{Start, pit_of_number};
use super::placing::{KEEP, placings_of};
use super::play::{Omweso, OmwesoState};
use super::rules::{OmwesoRules, Setup};
use super::slow::STARTS;
use super::trace::{has_captured, has_first_turn, set_sides};
use crate::draw::text::Layout;
use crate::error::short;
use crate::games::ladder::Ladder;
use crate::games::notation::{letter_pit, pit_letter};
use crate::games::rulebook::{Example, Rulebook};
use crate::games::trace::Trace;
use crate::play::{Next, Position, Side, Standing};

impl Rulebook for Omweso {
    type Rules = OmwesoRules;

    fn rules(&self) -> &OmwesoRules {
        &self.rules
    }

    #[inline]
    fn estimate(&self, state: &OmwesoState) -> Hundredths {
        super::evaluate::estimate(self, state)
    }

    fn agreed(&self, _: (u32, u32)) -> Ending {
        // Seeds count for nothing here: a game that nobody finishes is annulled.
        Ending::as_it_stands(Reason::AGREED).judged(Verdict::Nobody)
    }

    fn ladder(&self) -> Ladder {
        // In hundredths of a point; more nodes help little at the top. docs/levels.md has what each step is worth.
        [
            (6, 900),
            (33, 354),
            (64, 240),
            (89, 209),
            (125, 183),
            (173, 167),
            (387, 134),
            (723, 115),
            (2_278, 79),
            (30_000, 0),
        ]
    }

    fn endless_is_even(&self) -> bool {
        self.rules.repetition == super::rules::OmwesoRepetition::AnnulOn3
    }

    fn initial(&self) -> Position {
        self.fresh_position(Side::South)
    }

    fn extras(&self) -> &'static [(&'static str, &'static str)] {
        const FIRST: (&str, &str) = ("first", "who has his first turn before him: none, S, N, SN");
        const CAPTURED: (&str, &str) = ("captured", "who has captured: none, S, N, SN");
        const PLACE: (&str, &str) =
            ("place", "players who still place their seeds, the one to move included: 1, 2");
        if self.rules.is_free_setup() { &[FIRST, CAPTURED, PLACE] } else { &[FIRST, CAPTURED] }
    }

    fn admit(&self, position: &mut Position, _: bool) -> Result<(), String> {
        if position.stores != [0, 0] {
            return Err(format!(
                "stores {}-{}: Omweso has no stores, captured seeds stay in play",
                position.stores[0], position.stores[1]
            ));
        }
        for (key, default) in [("first", "none"), ("captured", "SN")] {
            let Some(text) = position.extra(key) else { continue };
            let sides = match text {
                "none" => [false; 2],
                "S" => [true, false],
                "N" => [false, true],
                "SN" | "NS" => [true; 2],
                other => return Err(format!("{key}={}: write none, S, N or SN", short(other))),
            };
            set_sides(position, key, sides, default);
        }
        match position.extra("place") {
            None | Some("2") => Ok(()),
            Some("1") if self.rules.setup == Setup::FreeFirstThenSecond => Ok(()),
            Some(other) => Err(format!(
                "place={}: 2 before the first placement{}",
                short(other),
                if self.rules.setup == Setup::FreeSecret {
                    ", which is for both"
                } else {
                    ", 1 before the second"
                }
            )),
        }
    }

    fn encode(&self, position: &Position) -> OmwesoState {
        let (mover, other) = (position.side, position.side.other());
        let facts = Facts::new(
            [mover, other].map(|side| has_first_turn(position, side)),
            [mover, other].map(|side| has_captured(position, side)),
            placings_of(position),
        );
        self.state(position.row(mover), position.row(other), facts)
    }

    fn decode(&self, state: &OmwesoState, side: Side) -> Position {
        let mut position = Position { side, ..Position::default() };
        let [own, opposite] = self.pits(state);
        position.pits[side.index()] = own;
        position.pits[side.other().index()] = opposite;
        let seen =
            |[own, opposite]: [bool; 2]| if side == Side::South { [own, opposite] } else { [opposite, own] };
        set_sides(&mut position, "first", seen(state.facts.first()), "none");
        set_sides(&mut position, "captured", seen(state.facts.captured()), "SN");
        if state.facts.placings() > 0 {
            position.extras.insert("place".into(), state.facts.placings().to_string());
        }
        position
    }

    fn layout(&self) -> Layout {
        Layout::FourRows
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        self.slow_moves(position)
    }

    fn first_traces(&self, position: &Position, most: usize) -> Vec<Trace> {
        self.first_slow_moves(position, most)
    }

    fn can_go_on(&self, position: &Position) -> bool {
        self.has_slow_move(position)
    }

    fn trace(&self, position: &Position, text: &str) -> Option<Trace> {
        if placings_of(position) > 0 {
            return self.slow_placement(position, text).ok();
        }
        let start = self.start_of(position, text).ok()?;
        // Pit and start are one byte each.
        self.slow_turn(position, start, text.get(2..)?)
    }

    fn move_text(&self, state: &OmwesoState, mv: Move, side: Side) -> String {
        if state.facts.placings() > 0 {
            return if mv == KEEP { "keep".into() } else { "place".into() };
        }
        let pit = pit_of_number(mv);
        let start = match Start::of(mv) {
            Start::Forward => '+',
            Start::Reverse => '-',
            Start::TwoAndOne => 'k',
        };
        let lane = lane_of(self.m(), pit) as u32;
        let found =
            self.turns::<String, String>(state, 1u32.checked_shl(lane).unwrap_or(0), |other, _, signs| {
                if other == mv { ControlFlow::Break(signs.clone()) } else { ControlFlow::Continue(()) }
            });
        format!("{}{start}{}", pit_letter(side, pit), shortened(&found.break_value().unwrap_or_default()))
    }

    fn why_not(&self, position: &Position, text: &str) -> String {
        if placings_of(position) > 0 {
            return self.slow_placement(position, text).err().unwrap_or_default();
        }
        match self.start_of(position, text) {
            Err(why) => why,
            Ok((pit, start)) => self.why_no_turn(position, text, pit, start),
        }
    }

    fn ending_words(&self, ending: &Ending, position: &Position) -> String {
        self.words_of_ending(ending, position)
    }

    fn ends_in_stores(&self) -> bool {
        false
    }

    fn points(&self, totals: [f64; 2]) -> Option<u32> {
        Some(totals[0].max(totals[1]) as u32)
    }

    fn next_round(&self, standing: &Standing) -> Next {
        self.after_game(standing)
    }

    fn themes(&self) -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }

    fn words(&self) -> Vec<String> {
        self.rule_words()
    }

    fn examples() -> &'static [Example] {
        super::examples::EXAMPLES
    }
}

/// Signs without every `c` that can be missed: it stays where `r` or `c` comes next.
fn shortened(signs: &str) -> String {
    let mut text = String::new();
    for sign in signs.chars().rev() {
        if sign != 'c' || text.starts_with(['r', 'c']) {
            text.insert(0, sign);
        }
    }
    text
}

impl Omweso {
    /// The pit and the kind of start that a move's text names, or why it names none.
    fn start_of(&self, position: &Position, text: &str) -> Result<(usize, char), String> {
        let (mover, n) = (position.side, 2 * self.m());
        let pits = format!("{} to {}", pit_letter(mover, 0), pit_letter(mover, n - 1));
        let mut chars = text.chars();
        let pit = chars.next().and_then(letter_pit).filter(|&(_, pit)| pit < n);
        let Some((side, pit)) = pit else {
            return Err(format!("{:?} names no pit; {} to move plays {pits}", short(text), mover.name()));
        };
        let name = pit_letter(side, pit);
        if side != mover {
            return Err(format!("pit {name} is {}'s; {} to move plays {pits}", side.name(), mover.name()));
        }
        match position.row(mover)[pit] {
            0 => return Err(format!("pit {name} is empty")),
            1 => return Err(format!("pit {name} holds a single seed, which may not be moved")),
            _ => {}
        }
        match chars.next() {
            Some(start) if STARTS.contains(&start) => Ok((pit, start)),
            _ => Err(format!(
                "{:?} does not say how: {name}+ sows on, {name}- sows back, {name}k sows two and one (okukoneeza)",
                short(text)
            )),
        }
    }

    fn why_no_turn(&self, position: &Position, text: &str, pit: usize, start: char) -> String {
        let name = pit_letter(position.side, pit);
        let mut choices = Vec::new();
        let mut more = false;
        let _ = self.slow_turns(position, pit, start, |trace| {
            more = choices.len() == 12;
            if more {
                return ControlFlow::Break(());
            }
            choices.push(trace.text);
            ControlFlow::Continue(())
        });
        if !choices.is_empty() {
            let more = if more { " and more" } else { "" };
            return format!(
                "{:?} is not how a turn from {name} goes; these are: {}{more}",
                short(text),
                choices.join(" ")
            );
        }
        match start {
            '-' => format!("a lap sown back from {name} does not capture, or may not start there (rule M12)"),
            'k' if position.row(position.side)[pit] != 3 => {
                format!(
                    "okukoneeza needs exactly three seeds; pit {name} holds {}",
                    position.row(position.side)[pit]
                )
            }
            'k' => "okukoneeza is over (a capture has been made) or not agreed".into(),
            _ => format!("every turn from {name} never ends, and endless_turn=illegal"),
        }
    }
}
