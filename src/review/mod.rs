//! What moves lose against the best: for bots, courses, benchmarks of programs that claim to play.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::engine::{Engine, Limits, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;
use crate::play::Position;
use crate::tables::{Source, Worth};

/// How a game is expected to end for the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The mover loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The mover wins.
    Win,
}

impl Outcome {
    /// From what the mover has more in the end.
    fn of(ahead: i32) -> Self {
        match ahead {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// What it counts: 1, ½ or 0.
    pub fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }
}

/// A move beside the best one. Values are net gains still to come, seen by the mover, in hundredths of a seed (Omweso: of a
/// point).
#[derive(Clone, PartialEq, Debug)]
pub struct Graded {
    /// The position, in our notation.
    pub position: String,
    /// The move that was played.
    pub played: SearchedMove,
    /// The best move.
    pub best: SearchedMove,
    /// Its place among all moves, 1 the best; moves that are worth the same share the better place.
    pub rank: usize,
    /// How many legal moves there are.
    pub legal: usize,
    /// How the game ends after it, and after the best move.
    pub outcomes: [Outcome; 2],
    /// Both values are proven, not estimated.
    pub exact: bool,
    /// Where the values come from.
    pub source: Source,
}

impl Graded {
    /// What the move lost, in hundredths.
    pub fn lost(&self) -> i32 {
        self.best.hundredths - self.played.hundredths
    }

    /// What it lost of the game: 1 a win thrown away to a loss, ½ a win to a draw or a draw to a loss.
    pub fn result_lost(&self) -> f64 {
        self.outcomes[1].points() - self.outcomes[0].points()
    }
}

/// Grades a move, played after `moves` from `position`. Every legal move gets a value of its own.
///
/// # Errors
/// For a move, here or before, that cannot be played.
pub fn grade(
    opened: &Opened,
    engine: &mut dyn Engine,
    (position, moves): (&Position, &[String]),
    played: &str,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<Graded, Error> {
    let mut session = opened.play.replay(position, moves)?;
    let before = session.position().clone();
    // Says why not, where it cannot be.
    let text = session.play(played)?.text;
    let question = Question { position, moves, limits, lines: 0 };
    let answer = engine.search(&question, stop, &mut |_| {})?;
    let find = |wanted: &str| answer.moves.iter().find(|mv| mv.r#move == wanted);
    let (Some(best), Some(mv)) = (answer.best(), find(&text)) else {
        return Err(Error::Usage(format!(
            "{text} can be played, but is not among the moves that are listed"
        )));
    };
    let better = answer.moves.iter().filter(|other| other.hundredths > mv.hundredths).count();
    // Seeds in store count where they decide; a game of points begins at nothing.
    let banked = if mv.r#final.is_some() { 100 * before.banked() } else { 0 };
    let outcome = |mv: &SearchedMove| Outcome::of(banked + mv.hundredths);
    Ok(Graded {
        position: opened.play.format(&before),
        played: mv.clone(),
        best: best.clone(),
        rank: better + 1,
        legal: answer.moves.len(),
        outcomes: [outcome(mv), outcome(best)],
        exact: mv.bound == Worth::Exact && best.bound == Worth::Exact,
        source: answer.source,
    })
}
