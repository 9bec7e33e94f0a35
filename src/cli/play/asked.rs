//! What people ask for at the table.

use std::path::Path;
use std::time::Duration;

use fastrand::Rng;

use super::table::{Asked, Player, Table};
use super::thinker::Thinker;
use super::typed::{Heard, Typed};
use super::words;
use crate::engine::Answer;
use crate::error::{Error, short};
use crate::games::Trace;
use crate::play::{Next, Side};
use crate::reasons::{self, Judged};
use crate::words::{Key, name, say};

/// How long the engine thinks for an advice.
const ADVICE: Duration = Duration::from_secs(1);

impl Table<'_> {
    /// Does what a person typed.
    pub(super) fn answer(
        &mut self,
        line: &str,
        side: Side,
        moves: &[Trace],
        input: &mut dyn Typed,
    ) -> Result<Asked, Error> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(Asked::Quit),
            ("help" | "?", "") => (self.say)(words::HELP)?,
            ("moves", "") => (self.say)(&words::moves(moves))?,
            ("rules", "") => {
                let paragraphs = self.opened.rules.words();
                (self.say)(&format!("{}\n", paragraphs.join("\n")))?;
            }
            ("undo", "") => {
                if self.take_back(side) {
                    return Ok(Asked::Moved);
                }
                (self.say)("There is no move of yours to take back.\n")?;
            }
            ("hint", "") => self.hint()?,
            ("why", "") => self.explain()?,
            ("resign", "") => {
                let text = words::of_both(Key::Resigns, side);
                self.keep.close("resignation", &text);
                (self.say)(&format!("{text}\n"))?;
                return Ok(Asked::Quit);
            }
            ("stop", "") => return self.offer_to_stop(side, input),
            ("save" | "save!", "") => (self.say)("save FILE: which file?\n")?,
            ("save" | "save!", file) => {
                let said = match self.keep.save_as(Path::new(file), word == "save!") {
                    Ok(()) => format!("Saved to {}.\n", short(file)),
                    Err(error) => format!("{error}\n"),
                };
                (self.say)(&said)?;
            }
            _ if moves.iter().any(|trace| trace.text == line) => {
                self.make(line, side, None)?;
                return Ok(Asked::Moved);
            }
            _ => {
                let why = self.why_not(line, moves);
                (self.say)(&why)?;
            }
        }
        Ok(Asked::Stay)
    }

    /// What the engine would play, and what it makes of the position.
    fn hint(&mut self) -> Result<(), Error> {
        let answer = self.advice()?;
        let text = match answer.best() {
            Some(best) => words::advice(best),
            None => "There is nothing to advise: the game is over.\n".into(),
        };
        (self.say)(&text)
    }

    /// Why the engine played its last move; where it has not moved, why the best move here is best.
    fn explain(&mut self) -> Result<(), Error> {
        let played = self.session.played();
        let mut text = String::new();
        let seen = self.seen.as_ref().filter(|(at, mv, _)| played.get(*at) == Some(&mv.r#move));
        let (start, moves, answer) = match seen {
            Some((at, mv, answer)) => {
                text = words::chosen(mv);
                (self.start.clone(), &played[..*at], answer.clone())
            }
            None => match self.session.match_standing() {
                Some((_, Next::Round(first))) => (first, &played[..0], self.advice()?),
                _ => (self.start.clone(), &played[..], self.advice()?),
            },
        };
        let judged: Vec<Judged> = answer.moves.iter().map(Judged::from).collect();
        text += &reasons::explain(self.opened, &start, moves, &judged)?.sentence;
        (self.say)(&format!("{text}\n"))
    }

    /// A look at the position by the engine.
    fn advice(&mut self) -> Result<Answer, Error> {
        if self.adviser.is_none() {
            let rng = Rng::with_seed(0);
            self.adviser = Some(Thinker::new(self.opened, &self.options, None, ADVICE, rng)?);
        }
        let adviser = self.adviser.as_mut().ok_or_else(|| Error::Usage("no adviser".into()))?;
        match self.session.match_standing() {
            Some((_, Next::Round(first))) => adviser.look(&first, &*self.opened.play.session(&first)),
            _ => adviser.look(&self.start, &*self.session),
        }
    }

    /// One player offers to stop. A person answers yes or no; the engine agrees when it does not see more for itself in
    /// playing on; the simple players always do.
    fn offer_to_stop(&mut self, side: Side, input: &mut dyn Typed) -> Result<Asked, Error> {
        if self.session.result().is_some() {
            (self.say)("The next round has not begun.\n")?;
            return Ok(Asked::Stay);
        }
        let other = side.other();
        let agreed = match self.players[other.index()] {
            Player::Simple(..) => true,
            Player::Human => {
                (self.say)(&format!("{} ", words::of_both(Key::OffersToStop, side)))?;
                let answer = input.next(None)?;
                matches!(&answer, Heard::Line(line) if matches!(line.trim(), "y" | "yes"))
            }
            Player::Engine(..) => self.engine_agrees(other)?,
        };
        if !agreed {
            (self.say)(&format!("{}\n", say(Key::PlaysOn, &[("who", name(other))])))?;
            return Ok(Asked::Stay);
        }
        let result = self.session.agree_to_end().cloned();
        let text = result.map(|result| format!("{} {}", result.reason, result.line())).unwrap_or_default();
        self.keep.close("agreement", &text);
        self.report_end()?;
        Ok(Asked::Quit)
    }

    /// True when the engine sees no more for its side in playing on than stopping brings.
    fn engine_agrees(&mut self, engine: Side) -> Result<bool, Error> {
        let answer = self.advice()?;
        let Some(best) = answer.best() else { return Ok(true) };
        let now = self.session.position().clone();
        let mut stopped = self.opened.play.session(&now);
        let Some(result) = stopped.agree_to_end().cloned() else { return Ok(true) };
        let stopping = result.ahead(now.side) - f64::from(now.banked());
        let going_on = f64::from(best.hundredths) / 100.0;
        // Both are seen by the side to move.
        Ok(if now.side == engine { going_on <= stopping } else { going_on >= stopping })
    }

    /// Why a line is neither move nor command.
    fn why_not(&mut self, line: &str, moves: &[Trace]) -> String {
        let other_case: String = line
            .chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        let hint = match moves.iter().find(|trace| trace.text == other_case) {
            Some(trace) => format!("Did you mean {}? ", trace.text),
            None => String::new(),
        };
        // The session knows why; it stands as before.
        let why = match self.session.play(line) {
            Err(Error::Move { why, .. }) => why,
            Err(other) => other.to_string(),
            Ok(_) => {
                self.session.undo();
                "it is not among the moves".to_owned()
            }
        };
        format!(
            "{:?} cannot be played: {why}. {hint}(moves lists what can be played, help the commands)\n",
            short(line)
        )
    }

    /// Takes back at least one move, and those of simple players before it; true if a person is to move then. If nobody
    /// played before them, nothing changes.
    fn take_back(&mut self, side: Side) -> bool {
        let played = self.session.played();
        let mut undone = 0;
        while self.session.undo() {
            undone += 1;
            let to_play = self.to_play().map(|(position, _)| position.side.index());
            if to_play.is_some_and(|mover| matches!(self.players[mover], Player::Human)) {
                self.keep.pop(undone, &*self.session);
                return true;
            }
        }
        // Only simple players moved before `side`: put their moves back.
        debug_assert!(matches!(self.players[side.index()], Player::Human));
        for text in played.iter().skip(played.len() - undone) {
            if self.session.play(text).is_err() {
                break;
            }
        }
        false
    }
}
