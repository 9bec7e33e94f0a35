//! Single-lap games in words, and their plain positions.

use sowbase_solver::retrograde::Method;
use sowbase_solver::{Ending, Hundredths, Layered, Move, Reason};

use super::awari_scores::AwariScores;
use super::facts::Facts;
use super::lanes::Lanes;
use super::ogn::Ogn;
use super::play::SingleLap;
use super::rules::OwareRules;
use super::state::Seat;
use super::terms::SingleLapRules;
use super::{trace, words};
use crate::board::Board;
use crate::games::foreign::Foreign;
use crate::games::history::Repetition;
use crate::games::notation::{letter_pit, pit_letter, pit_problem};
use crate::games::options::RuleSet;
use crate::games::record_format::RecordFormat;
use crate::games::rulebook::{Example, Rulebook};
use crate::games::trace::Trace;
use crate::play::{Next, Position, Side, Standing, Winner};

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> Rulebook for SingleLap<R, F, V, S> {
    type Rules = V;

    fn rules(&self) -> &V {
        &self.rules
    }

    fn foreign(&self) -> Vec<Box<dyn Foreign<Self>>> {
        if V::GAME == OwareRules::GAME { vec![Box::new(AwariScores)] } else { Vec::new() }
    }

    fn record_formats(&self) -> Vec<Box<dyn RecordFormat>> {
        let six = self.terms.plan.pits == 6;
        if V::GAME == OwareRules::GAME && six { vec![Box::new(Ogn)] } else { Vec::new() }
    }

    #[inline]
    fn estimate(&self, state: &S) -> Hundredths {
        V::estimate(self.facts.n(), state.board())
    }

    fn agreed(&self, rows: (u32, u32)) -> Ending {
        self.terms.ends.history.divided(rows, Reason::AGREED)
    }

    fn endless_is_even(&self) -> bool {
        self.terms.ends.history.repetition == Repetition::Split
    }

    fn initial(&self) -> Position {
        let row = vec![self.terms.seeds as u8; usize::from(self.terms.plan.pits)];
        Position::new(row.clone(), row)
    }

    fn methods(&self) -> Vec<Box<dyn Method<Self>>>
    where
        Self: Layered,
    {
        S::methods()
    }

    fn admit(&self, position: &mut Position, any_total: bool) -> Result<(), String> {
        let Some(limit) = self.terms.plan.limit.filter(|_| !any_total) else { return Ok(()) };
        for side in Side::BOTH {
            if let Some(pit) = position.row(side).iter().position(|&seeds| seeds > limit) {
                return Err(format!(
                    "pit {} holds {}, but under these rules a pit never holds more than {limit} seeds",
                    pit_letter(side, pit),
                    position.row(side)[pit]
                ));
            }
        }
        Ok(())
    }

    fn encode(&self, position: &Position) -> S {
        let (mover, other) = (position.side, position.side.other());
        let stores = [position.stores[mover.index()], position.stores[other.index()]];
        S::seat(Board::from_pits(position.row(mover), position.row(other)), stores)
    }

    fn decode(&self, state: &S, side: Side) -> Position {
        let (board, n) = (state.board(), usize::from(self.terms.plan.pits));
        let mut position = Position { side, ..Position::default() };
        position.pits[side.index()] = board.own.pits(n);
        position.pits[side.other().index()] = board.opposite.pits(n);
        position
    }

    fn traces(&self, position: &Position) -> Vec<Trace> {
        trace::offer(&self.terms, position, true).legal
    }

    fn move_text(&self, _: &S, mv: Move, side: Side) -> String {
        pit_letter(side, mv.0 as usize).to_string()
    }

    fn why_not(&self, position: &Position, text: &str) -> String {
        pit_problem(position, text).unwrap_or_else(|| {
            let pit = text.chars().next().and_then(letter_pit).map_or(0, |(_, pit)| pit);
            let refused = trace::offer(&self.terms, position, true).refused;
            let why =
                refused.iter().find(|(other, _)| *other == pit).map_or("the rules forbid it", |(_, why)| why);
            format!("pit {text} may not be played: {why}")
        })
    }

    fn ending_words(&self, ending: &Ending, position: &Position) -> String {
        words::ending(&self.terms, ending, position)
    }

    fn points(&self, totals: [f64; 2]) -> Option<u32> {
        self.rules.points(totals)
    }

    /// The players begin in turn, whoever won: no source says otherwise.
    fn next_round(&self, standing: &Standing) -> Next {
        let Some(target) = self.rules.match_target() else { return Next::Single };
        let [south, north] = standing.points;
        if south < target && north < target {
            return Next::Round(Position { side: standing.first.side.other(), ..self.initial() });
        }
        let winner = if south >= target { Winner::South } else { Winner::North };
        let name = winner.side().map_or("nobody", Side::name);
        let (won, lost) = (south.max(north), south.min(north));
        let reason = format!("{name} has {won} points, the other {lost}: {target} win the match.");
        Next::Over { winner, reason }
    }

    fn themes(&self) -> &'static [crate::puzzles::Theme] {
        V::themes()
    }

    fn words(&self) -> Vec<String> {
        let mut words = words::rules(&self.terms);
        words.extend(self.rules.more_words());
        words
    }

    fn examples() -> &'static [Example] {
        V::examples()
    }
}
