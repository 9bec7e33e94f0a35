//! What a game gives the rest of the house, beside its fast rules: options, words, plain positions, traces.

use sowbase_solver::retrograde::Method;
use sowbase_solver::{Ending, Game, Hundredths, Layered, Move, Reason};

use super::foreign::Foreign;
use super::ladder::{Ladder, STEPS};
use super::options::RuleSet;
use super::record_format::RecordFormat;
use super::trace::Trace;
use crate::draw::text::Layout;
use crate::play::{Next, Position, Side, Standing};
use crate::puzzles::Theme;

/// A worked example: shown in the rules, and played by a test.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name in rules.md, such as `OW2`.
    pub id: &'static str,
    /// Options it needs beside the defaults, as `key=value`.
    pub rules: &'static [&'static str],
    /// The position before, in our notation.
    pub position: &'static str,
    /// The moves, with blanks between.
    pub moves: &'static str,
    /// The position after the last move, in our notation.
    pub after: &'static str,
    /// What it shows, in a sentence.
    pub shows: &'static str,
}

/// A game as people know it. The fast twin is its [`Game`]; everything here is plain, slow and absolute (South, North).
pub trait Rulebook: Game {
    /// Its options.
    type Rules: RuleSet;

    /// The options in force.
    fn rules(&self) -> &Self::Rules;

    /// The position a fresh game (or its first round) starts from.
    fn initial(&self) -> Position;

    /// The shape of a layer (see [`sowbase_solver::Layer`]) from its text, where the game has boards of several shapes.
    ///
    /// # Errors
    /// What is allowed.
    fn shape(&self, text: &str) -> Result<u16, String> {
        let _ = text;
        Err("this game has boards of one shape only".into())
    }

    /// Ways to solve layers that are faster than the general ones, the best first. Each refuses the rules, layers and
    /// metrics that it does not serve.
    fn methods(&self) -> Vec<Box<dyn Method<Self>>>
    where
        Self: Layered,
    {
        Vec::new()
    }

    /// Seeds of the layer that is solved at first use, with all that it needs, and kept: seconds of work that make endings
    /// exact without any set-up. `None` where the game has no such layer.
    fn at_first_use(&self) -> Option<u8> {
        None
    }

    /// A guess at what a state is worth: net future gain seen by the mover. The search brings it into what can be gained.
    fn estimate(&self, state: &Self::State) -> Hundredths {
        let _ = state;
        Hundredths::ZERO
    }

    /// Nodes and slack of the playing strengths.
    fn ladder(&self) -> Ladder {
        STEPS
    }

    /// True when endless play leaves half of the board to each side, as the scores of databases take it: then they hold under
    /// these rules. Where it does not, only bounds do.
    fn endless_is_even(&self) -> bool {
        false
    }

    /// What is handed out when the players agree to stop, with so many seeds in the mover's row and the other: as by
    /// repetition where the rules have one, else each takes the seeds of his own row.
    fn agreed(&self, (own, opposite): (u32, u32)) -> Ending {
        Ending::paying(own, opposite, Reason::AGREED)
    }

    /// Formats in which other people publish solved layers of the game.
    fn foreign(&self) -> Vec<Box<dyn Foreign<Self>>> {
        Vec::new()
    }

    /// Formats in which other people write down whole games of this game, under these rules.
    fn record_formats(&self) -> Vec<Box<dyn RecordFormat>> {
        Vec::new()
    }

    /// Keys of [`Position::extras`] that the game knows, each with what may be written.
    fn extras(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How the pits of a player lie, for drawing.
    fn layout(&self) -> Layout {
        Layout::TwoRows
    }

    /// True when the game has holes that can be closed.
    fn has_closed_holes(&self) -> bool {
        false
    }

    /// Seeds a normal game has in all, stores included: more is refused unless the user allows any total.
    fn usual_total(&self) -> u32 {
        self.initial().total()
    }

    /// Checks a position that has the right size and total, and brings its extras into normal form (a default that was
    /// written out is dropped).
    ///
    /// # Errors
    /// A sentence: what is wrong and what is allowed. `any_total` is the user's word that odd totals are meant.
    fn admit(&self, position: &mut Position, any_total: bool) -> Result<(), String> {
        let _ = (position, any_total);
        Ok(())
    }

    /// The state of a position, seen by its side to move.
    fn encode(&self, position: &Position) -> Self::State;

    /// The position of a state whose side to move is `side`: pits, closed holes and extras. Stores and counters are 0.
    fn decode(&self, state: &Self::State, side: Side) -> Position;

    /// Every legal move played out, in the order of the fast twin. The slow twin of [`Game::children`].
    fn traces(&self, position: &Position) -> Vec<Trace>;

    /// The first `most` of [`Rulebook::traces`]. Worth its own way where a list of moves can be long.
    fn first_traces(&self, position: &Position, most: usize) -> Vec<Trace> {
        let mut all = self.traces(position);
        all.truncate(most);
        all
    }

    /// True when there is a legal move. Worth its own way where a list of moves can be long.
    fn can_go_on(&self, position: &Position) -> bool {
        !self.traces(position).is_empty()
    }

    /// One legal move played out by its text; `None` when it is not legal. Its number may be [`Move::UNLISTED`].
    fn trace(&self, position: &Position, text: &str) -> Option<Trace> {
        self.traces(position).into_iter().find(|trace| trace.text == text)
    }

    /// The text of a legal move of a state, `side` being to move.
    fn move_text(&self, state: &Self::State, mv: Move, side: Side) -> String;

    /// Why a text is no legal move here: half a sentence that names the pit and the rule.
    fn why_not(&self, position: &Position, text: &str) -> String;

    /// An ending in words. `ending` is seen by the side to move of `position`, which is the board before the ending
    /// hands anything out.
    fn ending_words(&self, ending: &Ending, position: &Position) -> String;

    /// How a move ended the game, in words, where the board after it no longer tells: captures that the move itself
    /// made. `None`: [`Rulebook::ending_words`] tells.
    fn last_words(&self, trace: &Trace) -> Option<String> {
        let _ = trace;
        None
    }

    /// Points that go to the winner for final totals of South and North (Urim 2 or 1, Omweso what the ending pays);
    /// `None` where a game has no points. Asked with equal totals for a game that is annulled.
    fn points(&self, totals: [f64; 2]) -> Option<u32> {
        let _ = totals;
        None
    }

    /// What comes after a round or game that is over; `standing.points` and `standing.rounds` include it.
    fn next_round(&self, standing: &Standing) -> Next {
        let _ = standing;
        Next::Single
    }

    /// True when every seed ends in a store, so that a score tells the final totals.
    fn ends_in_stores(&self) -> bool {
        true
    }

    /// Themes of problems that only this game has.
    fn themes(&self) -> &'static [Theme] {
        &[]
    }

    /// The rules in words as the program plays them, one paragraph an item.
    fn words(&self) -> Vec<String>;

    /// Worked examples with their expected results.
    fn examples() -> &'static [Example];
}
