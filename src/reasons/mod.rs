//! Why the best move of a position is best: reasons as plain data, each a claim that was checked by playing.
//!
//! [`explain`] takes what a database or a search found out ([`Judged`]) and plays the best move, the line behind it and a
//! few moves beside it by the slow rules. What a reason says is read off those traces, positions and endings, or is a
//! comparison of the values given; nothing is guessed and nothing is known of any one game. docs/reasons.md has every
//! kind with its exact meaning.

mod at_once;
mod judged;
mod line;
mod opponent;
mod reason;
mod replies;
mod scene;
mod sentence;
mod standing;
mod values;

use serde::Serialize;

pub use judged::Judged;
pub use reason::Reason;
pub use standing::{Standing, Unit};

use crate::error::Error;
use crate::games::Opened;
use crate::play::{GameResult, Position};
use scene::Scene;

/// Who stands better in a position, and why its best move is best.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The best move; `None` where the game is over or nothing is known of any move.
    pub best: Option<String>,
    /// Who stands better.
    pub standing: Option<Standing>,
    /// How the game ended, if it is over.
    pub result: Option<GameResult>,
    /// Why the best move is best, the strongest reason first (see [`Reason::rank`]).
    pub reasons: Vec<Reason>,
    /// The other side's best reply to the best move, and what it brings that side at once, net, where a line was given.
    pub reply: Option<Reply>,
    /// All of it in words: who stands better, then up to three reasons.
    pub sentence: String,
}

/// What the line answers the best move with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reply {
    /// The move.
    pub r#move: String,
    /// What it brings its side at once, net, in seeds.
    pub brings: i32,
}

/// Explains the position that `moves` lead to from `start`. `judged`: its legal moves with what is known of them, best
/// first, as [`Answer::moves`](crate::engine::Answer) and [`Analysis::moves`](crate::tables::Analysis) have them.
///
/// # Errors
/// [`Error::Move`] for a move of `moves` that cannot be played.
pub fn explain(
    opened: &Opened,
    start: &Position,
    moves: &[String],
    judged: &[Judged],
) -> Result<Explanation, Error> {
    let game = opened.play.replay(start, moves)?;
    if let Some(result) = game.result() {
        let sentence = format!("{} {}", result.reason, result.line());
        let result = Some(result.clone());
        let (standing, reasons, reply) = (None, Vec::new(), None);
        return Ok(Explanation { best: None, standing, result, reasons, reply, sentence });
    }
    let Some(scene) = Scene::new(opened, game, judged) else {
        let (standing, reasons, reply) = (None, vec![Reason::Unknown], None);
        let sentence = sentence::of(None, &reasons, None, None);
        return Ok(Explanation { best: None, standing, result: None, reasons, reply, sentence });
    };
    let standing = Standing::of(&scene);
    let mut reasons = Vec::new();
    if standing.is_none() {
        reasons.push(Reason::Unknown);
    }
    reasons.extend(at_once::reasons(&scene));
    reasons.extend(opponent::reasons(&scene));
    reasons.extend(replies::reasons(&scene));
    reasons.extend(line::reasons(&scene));
    reasons.extend(values::reasons(&scene));
    reasons.sort_by_key(Reason::rank);
    let reply = scene.reply();
    let sentence = sentence::of(standing.as_ref(), &reasons, Some(&scene), reply.as_ref());
    Ok(Explanation {
        best: Some(scene.best.r#move.clone()),
        standing,
        result: None,
        reasons,
        reply,
        sentence,
    })
}
