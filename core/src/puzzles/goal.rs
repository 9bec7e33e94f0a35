//! What a problem asks for, as a text and as numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::games::Rulebook;

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// To have won: the game is over and won, or more than half of all seeds are in store.
    Win,
    /// Not to lose: the game is over and not lost, or half of all seeds are in store.
    Draw,
    /// To have captured so many seeds more than the other side, from the position on.
    Gain(u16),
    /// A win that pays so many points (Urim, Omweso).
    Points(u16),
    /// To win because the other side has no legal move, or has no seeds and cannot be fed.
    Strand,
}

/// How soon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Within {
    /// By the end of so many turns of the side to move; all moves of a player until the other moves are one turn.
    Turns(u8),
    /// After so many moves of both sides.
    Plies(u8),
}

/// What a problem asks of the side to move, against every defence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Goal {
    /// What.
    pub aim: Aim,
    /// How soon.
    pub within: Within,
}

/// The most turns or plies that a goal may take.
pub const LONGEST: u8 = 9;
const ALLOWED: &str = "a goal is `win`, `draw`, `gain N`, `points N` or `strand`, and then `in N turns` or `in N plies` (1 to 9), such as \
                       \"gain 8 in 2 turns\"";

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{:?}: {ALLOWED}", crate::error::short(text));
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u16>().ok().filter(|number| (1..=1_000).contains(number));
        let (aim, rest) = match words[..] {
            ["win", ref rest @ ..] => (Aim::Win, rest),
            ["draw", ref rest @ ..] => (Aim::Draw, rest),
            ["strand", ref rest @ ..] => (Aim::Strand, rest),
            ["gain", count, ref rest @ ..] => (Aim::Gain(number(count).ok_or_else(wrong)?), rest),
            ["points", count, ref rest @ ..] => (Aim::Points(number(count).ok_or_else(wrong)?), rest),
            _ => return Err(wrong()),
        };
        let ["in", count, unit] = rest else { return Err(wrong()) };
        let count = number(count).and_then(|count| u8::try_from(count).ok());
        let count = count.filter(|count| *count <= LONGEST).ok_or_else(wrong)?;
        let within = match *unit {
            "turn" | "turns" => Within::Turns(count),
            "ply" | "plies" => Within::Plies(count),
            _ => return Err(wrong()),
        };
        Ok(Self { aim, within })
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.aim {
            Aim::Win => write!(f, "win")?,
            Aim::Draw => write!(f, "draw")?,
            Aim::Strand => write!(f, "strand")?,
            Aim::Gain(seeds) => write!(f, "gain {seeds}")?,
            Aim::Points(points) => write!(f, "points {points}")?,
        }
        match self.within {
            Within::Turns(1) => write!(f, " in 1 turn"),
            Within::Turns(turns) => write!(f, " in {turns} turns"),
            Within::Plies(1) => write!(f, " in 1 ply"),
            Within::Plies(plies) => write!(f, " in {plies} plies"),
        }
    }
}

impl TryFrom<String> for Goal {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Goal> for String {
    fn from(goal: Goal) -> Self {
        goal.to_string()
    }
}

impl Goal {
    /// The same, so much later.
    pub(crate) fn later(self, more: u8) -> Self {
        let within = match self.within {
            Within::Turns(turns) => Within::Turns(turns.saturating_add(more)),
            Within::Plies(plies) => Within::Plies(plies.saturating_add(2 * more)),
        };
        Self { within, ..self }
    }
}

/// What both sides have, seen by the one who solves: in store, and by how much he was ahead when the problem began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Purse {
    /// The side that solves (Omweso: points).
    pub(crate) own: i16,
    /// The other.
    pub(crate) other: i16,
}

impl Purse {
    /// With what the side to move got, which is the solver or not, and what the other side got.
    pub(crate) fn with(self, own: bool, mover: i16, waiter: i16) -> Self {
        let (to_own, to_other) = if own { (mover, waiter) } else { (waiter, mover) };
        Self { own: self.own + to_own, other: self.other + to_other }
    }
}

/// A goal with the stores that a position began with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) aim: Aim,
    /// What the solver was ahead by at first.
    pub(crate) ahead: i16,
}

impl<G: Rulebook> Judge<'_, G> {
    /// Whether the goal is reached. While the game goes on, `board` seeds are left, and what the other may still get of
    /// them does not help him any more.
    pub(crate) fn reached(&self, purse: Purse, board: i16, over: bool) -> bool {
        let Purse { own, other } = purse;
        if let Aim::Gain(seeds) = self.aim {
            return own - other - self.ahead >= seeds as i16;
        }
        if self.aim == Aim::Strand || !over && !self.game.ends_in_stores() {
            return false;
        }
        let other = if over { other } else { other + board };
        match self.aim {
            Aim::Win => own > other,
            Aim::Draw => own >= other,
            Aim::Points(points) => {
                let paid = self.game.points([f64::from(own), f64::from(other)]);
                own > other && paid.is_some_and(|paid| paid >= u32::from(points))
            }
            // Asked by those who know the board.
            Aim::Gain(_) | Aim::Strand => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_and_written() {
        for text in [
            "win in 1 turn",
            "draw in 3 turns",
            "gain 8 in 2 turns",
            "points 2 in 5 plies",
            "strand in 2 turns",
        ] {
            assert_eq!(text.parse::<Goal>().expect("a goal").to_string(), text);
        }
        assert_eq!("gain 8 in 2 turn".parse::<Goal>(), "gain 8 in 2 turns".parse());
        for text in
            ["", "win", "gain", "gain x in 2 turns", "win in 0 turns", "win in 10 turns", "win in 2 days"]
        {
            let error = text.parse::<Goal>().expect_err("no goal");
            assert!(error.contains("a goal is `win`"), "{error}");
        }
    }
}
