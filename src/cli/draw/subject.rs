//! What is to be drawn.

use super::Args;
use crate::cli::game::{Chosen, split};
use crate::draw::board::told;
use crate::draw::steps::{self, Scene};
use crate::draw::text::Layout;
use crate::error::Error;
use crate::games::Trace;
use crate::play::{GameResult, Next, Position};
use crate::words::{Key, begun, name, say};

/// A board, a move from it, or the rules of its game.
pub(super) struct Subject {
    pub(super) chosen: Chosen,
    /// The board; with a move the one before it.
    pub(super) before: Position,
    /// The move and how it ended the game, if it did.
    pub(super) moved: Option<Trace>,
    pub(super) result: Option<GameResult>,
    pub(super) empty: bool,
    pub(super) rules: bool,
}

impl Subject {
    /// The last move given is drawn; those before it are played.
    pub(super) fn new(args: &Args) -> Result<Self, Error> {
        let chosen = args.played.game.open()?;
        let (position, moves) = split(&args.played.words);
        let (mut before, mut moved, mut result) = (chosen.opened.play.start(), None, None);
        if !(args.empty || args.sheet) {
            let last = moves.len().saturating_sub(1);
            let mut words: Vec<String> = position.map(str::to_owned).into_iter().collect();
            words.extend(moves[..last].iter().map(|&text| text.to_owned()));
            let mut session = chosen.session(&words, args.played.allow_any_total)?;
            before = session.position().clone();
            if let Some(text) = moves.get(last) {
                // After a round that is over the move is the first of the next one.
                if let Some((_, Next::Round(first))) = session.match_standing() {
                    before = first;
                }
                moved = Some(session.play(text)?);
                result = session.result().cloned();
            }
        }
        Ok(Self { chosen, before, moved, result, empty: args.empty, rules: args.sheet })
    }

    pub(super) fn game(&self) -> &'static str {
        self.chosen.opened.rules.game()
    }

    pub(super) fn layout(&self) -> Layout {
        self.chosen.opened.play.layout()
    }

    /// What is drawn, as JSON names it.
    pub(super) fn draws(&self) -> &'static str {
        match (self.rules, self.empty, &self.moved) {
            (true, ..) => "rules",
            (_, true, _) => "empty",
            (.., Some(_)) => "move",
            _ => "position",
        }
    }

    pub(super) fn title(&self) -> String {
        let game = ("game", begun(self.game()).into());
        match (self.draws(), &self.moved) {
            ("rules", _) => say(Key::PageRules, &[game]),
            ("empty", _) => told::empty(self.game()),
            (_, Some(trace)) => {
                let who = ("who", name(self.before.side));
                say(Key::DrawMove, &[game, who, ("move", trace.text.clone().into())])
            }
            _ => told::title(self.game(), &self.before),
        }
    }

    /// The scenes of the move; the last says how the game ended, if it did.
    pub(super) fn scenes(&self) -> Option<Vec<Scene>> {
        let mut scenes = steps::scenes(&self.before, self.moved.as_ref()?);
        if let (Some(last), Some(result)) = (scenes.last_mut(), &self.result) {
            last.words = format!("{} {} {}", say(Key::DrawAfter, &[]), result.reason, result.line());
        }
        Some(scenes)
    }
}
