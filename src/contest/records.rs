//! Games of a match as records.

use super::game::{End, Played};
use super::runner::Contest;
use crate::error::Error;
use crate::play::{Record, RecordedMove, Side};

/// The record of a game of a match: players, seed, round (the game's number, from 1), forfeit and expectations as comments.
///
/// # Errors
/// When a move cannot be played, which would be an error of the program.
pub fn record_of(contest: &Contest, variant: Option<&str>, game: &Played) -> Result<Record, Error> {
    let texts: Vec<String> = game.moves.iter().map(|played| played.text.clone()).collect();
    let session = contest.opened.play.replay(&game.opening.start, &texts)?;
    let mut record = Record::from_session(contest.opened, variant, &game.opening.start, &*session);
    record.moves = game
        .moves
        .iter()
        .map(|played| RecordedMove {
            comment: comment(played.score, played.depth),
            ..RecordedMove::plain(&played.text)
        })
        .collect();
    let mut tag = |key: &str, value: String| record.tags.insert(key.to_owned(), value);
    let name = |side: Side| contest.players[usize::from(side != game.a)].name.clone();
    tag("event", "sowbase match".into());
    tag("south", name(Side::South));
    tag("north", name(Side::North));
    let second = u64::from(game.a == Side::North);
    tag("round", (2 * game.pair + second + 1).to_string());
    tag("seed", contest.seed.to_string());
    tag("opening_plies", game.opening.moves.len().to_string());
    match &game.end {
        End::Rules(_) => {}
        End::GivenUp => {
            tag("given_up", format!("after {} plies, counted as a draw", game.moves.len()));
        }
        End::Forfeit(side, forfeit) => {
            tag("forfeit", side.name().to_lowercase());
            tag("forfeit_reason", forfeit.key().to_owned());
            tag("forfeit_words", forfeit.words());
        }
    }
    Ok(record)
}

/// `+1.25/12`: what the player expected still to gain, in seeds, and how deep it looked.
fn comment(score: Option<i32>, depth: Option<u32>) -> Option<String> {
    let seeds = score.map(|score| format!("{:+.2}", f64::from(score) / 100.0))?;
    Some(depth.map_or(seeds.clone(), |depth| format!("{seeds}/{depth}")))
}
