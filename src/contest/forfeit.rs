//! How a player loses a game beside the board.

use std::time::Duration;

use crate::error::short;

/// Why a player lost without being beaten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// The program could not be started, or did not speak the protocol: why.
    NotStarted(String),
    /// The program ended during the game: how.
    Died(String),
    /// It said that it has no move while there was one: what it said.
    NoMove(String),
    /// It played a move that the rules do not allow.
    Illegal {
        /// The move, shortened.
        text: String,
        /// Why not.
        why: String,
    },
    /// It took too long, the margin included.
    Time {
        /// What it used.
        used: Duration,
        /// What it had.
        allowed: Duration,
    },
    /// It said nothing at all where no time was set: how long it was waited for.
    NoAnswer(Duration),
}

impl Forfeit {
    /// Every key, in the order of tables.
    pub const KEYS: [&'static str; 6] =
        ["not_started", "died", "no_move", "illegal_move", "time", "no_answer"];

    /// Its key.
    pub fn key(&self) -> &'static str {
        Self::KEYS[match self {
            Self::NotStarted(_) => 0,
            Self::Died(_) => 1,
            Self::NoMove(_) => 2,
            Self::Illegal { .. } => 3,
            Self::Time { .. } => 4,
            Self::NoAnswer(_) => 5,
        }]
    }

    /// What happened, in words.
    pub fn words(&self) -> String {
        let ms = |time: &Duration| time.as_millis();
        match self {
            Self::NotStarted(why) => format!("not started: {why}"),
            Self::Died(how) => format!("the program ended during the game: {how}"),
            Self::NoMove(said) => format!("gave no move although there is one: {:?}", short(said)),
            Self::Illegal { text, why } => format!("illegal move {:?}: {why}", short(text)),
            Self::Time { used, allowed } => format!("{} ms for a move, {} allowed", ms(used), ms(allowed)),
            Self::NoAnswer(waited) => format!("no move after {} ms", ms(waited)),
        }
    }
}

/// Why a player gave no move.
#[derive(Debug)]
pub(super) enum Fault {
    /// It loses the game.
    Forfeit(Forfeit),
    /// The match is being stopped.
    Stopped,
    /// The match cannot go on, by no fault of the player.
    Broken(crate::Error),
}

impl From<Forfeit> for Fault {
    fn from(forfeit: Forfeit) -> Self {
        Self::Forfeit(forfeit)
    }
}
