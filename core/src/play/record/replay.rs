//! Records played out: what reading one checks.

use super::{Record, RecordedMove, RecordedResult};
use crate::error::{Error, short};
use crate::games::Opened;
use crate::play::{InProgress, Position};

impl Record {
    /// Refuses another game, and rules with another fingerprint.
    pub(super) fn fits(&self, opened: &Opened) -> Result<(), Error> {
        let (game, here) = (opened.rules.game(), opened.rules.fingerprint());
        if game != self.game {
            return Err(Error::Record(format!("it is of {}, not of {game}", short(&self.game))));
        }
        if here != self.fingerprint {
            return Err(Error::Record(format!(
                "its fingerprint is {}, but its rules have {here}: they were changed, or it was written for other rules",
                short(&self.fingerprint)
            )));
        }
        Ok(())
    }

    /// The position the game started from.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn start_position(&self, opened: &Opened) -> Result<Position, Error> {
        // Odd totals were allowed by whoever began the game.
        opened.play.parse(&self.start, true).map_err(|error| Error::Record(format!("start: {error}")))
    }

    /// Plays the main line under the record's rules, which must be those of `opened`.
    ///
    /// # Errors
    /// For other rules, and for a move that cannot be played: its number, its text and why.
    pub fn replay(&self, opened: &Opened) -> Result<Box<dyn InProgress>, Error> {
        self.fits(opened)?;
        let mut session = opened.play.session(&self.start_position(opened)?);
        for played in &self.moves {
            session.play(&played.text).map_err(|error| Error::Record(error.to_string()))?;
        }
        Ok(session)
    }

    /// Plays everything, variations too, and compares the result.
    pub(super) fn check(&self) -> Result<(), Error> {
        let opened = self.open()?;
        let mut session = opened.play.session(&self.start_position(&opened)?);
        play_line(&mut *session, &self.moves, 0, "")?;
        let ended = session.result().map(RecordedResult::from);
        match (&self.result, &ended) {
            (Some(said), Some(ended)) if same(said, ended) => Ok(()),
            (None, None) => Ok(()),
            (said, ended) => Err(Error::Record(format!(
                "its result is {}, but the moves lead to {}",
                words(said.as_ref()),
                words(ended.as_ref())
            ))),
        }
    }
}

/// Plays a line with its variations; `before` is the number of moves before it, `place` says where it stands.
fn play_line(
    session: &mut dyn InProgress,
    line: &[RecordedMove],
    before: usize,
    place: &str,
) -> Result<(), Error> {
    for (number, played) in (before + 1..).zip(line) {
        for (nth, variation) in (1..).zip(&played.variations) {
            let place = format!("variation {nth} of move {number}{place}: ");
            play_line(session, variation, number - 1, &place)?;
            for _ in variation {
                session.undo();
            }
        }
        session.play(&played.text).map_err(|error| Error::Record(format!("{place}{error}")))?;
    }
    Ok(())
}

/// The same ending; its words may have been written by another version of the program.
fn same(a: &RecordedResult, b: &RecordedResult) -> bool {
    let plain = |result: &RecordedResult| RecordedResult { reason: String::new(), ..result.clone() };
    plain(a) == plain(b)
}

fn words(result: Option<&RecordedResult>) -> String {
    result.map_or("no end yet".to_owned(), |result| {
        format!(
            "{}-{} (winner {}, points {}, by {})",
            result.south,
            result.north,
            result.winner.word(),
            result.points.map_or("none".to_owned(), |points| points.to_string()),
            short(&result.rule)
        )
    })
}
