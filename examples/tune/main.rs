//! Fits the evaluation of a game to games that it plays with itself, and tries one setting of the search against another.
//!
//! ```text
//! cargo run --release --example tune -- fit GAME [--games 2000] [--nodes 2000] [--opening 9] [--rule KEY=VALUE]
//! cargo run --release --example tune -- match GAME A B [--games 400] [--nodes 5000] [--opening 9] [--rule KEY=VALUE]
//! ```
//!
//! A and B are players as in `sowbase match` (docs/match.md): `own`, `plain`, `alphabeta` and so on; `no-futility` is
//! `own,no=futility`. Openings are random, from a seed, and each is played twice with sides swapped. docs/tuning.md keeps the log.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

mod contest;
mod fit;

use sowbase::contest::Setting;
use sowbase::engine::{EngineOptions, Limits};
use sowbase::games::{Opened, entry};
use sowbase::play::InProgress;
use sowbase::tables::Places;

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) game: String,
    pub(crate) names: Vec<String>,
    pub(crate) games: u64,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    /// Random plies that a game begins with: from half of it up.
    pub(crate) opening: u32,
    pub(crate) settings: Vec<(String, String)>,
}

impl Wanted {
    fn read() -> Result<(String, Self), String> {
        let mut words = std::env::args().skip(1);
        let what = words.next().ok_or("say fit or match")?;
        let game = words.next().ok_or("name a game")?;
        let mut wanted = Self {
            game,
            names: Vec::new(),
            games: 400,
            nodes: 5000,
            seed: 1,
            opening: 9,
            settings: Vec::new(),
        };
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                wanted.names.push(word);
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{word} {value}: not a number"));
            match word.as_str() {
                "--games" => wanted.games = number()?,
                "--nodes" => wanted.nodes = number()?,
                "--seed" => wanted.seed = number()?,
                "--opening" => wanted.opening = number()? as u32,
                "--rule" => {
                    let (key, value) = value.split_once('=').ok_or("--rule KEY=VALUE")?;
                    wanted.settings.push((key.into(), value.into()));
                }
                _ => return Err(format!("{word} is not known")),
            }
        }
        Ok((what, wanted))
    }

    pub(crate) fn open(&self) -> Opened {
        let opened = entry(&self.game).and_then(|entry| entry.open(&self.settings));
        opened.unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), ..Limits::default() }
    }
}

/// The setting of a name: those of `match`, where `no-PART` is `own,no=PART`.
pub(crate) fn setting(name: &str) -> Setting {
    let text = name.strip_prefix("no-").map_or_else(|| name.to_owned(), |part| format!("own,no={part}"));
    Setting::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// The engine of a name.
pub(crate) fn options(name: &str) -> EngineOptions {
    let options = setting(name).engine_options(&Places::default());
    options.unwrap_or_else(|| panic!("{name} does not search"))
}

/// Plies after which a game is given up: a draw in a match, left out of a fit.
pub(crate) const LONGEST: usize = 600;

/// A game begun with some random moves that do not end it.
pub(crate) fn opening(opened: &Opened, plies: u32, rng: &mut fastrand::Rng) -> Box<dyn InProgress> {
    loop {
        if let Some(session) = some_opening(opened, plies, rng) {
            return session;
        }
    }
}

fn some_opening(opened: &Opened, plies: u32, rng: &mut fastrand::Rng) -> Option<Box<dyn InProgress>> {
    let mut session = opened.play.session(&opened.play.start());
    for _ in 0..rng.u32(plies / 2..=plies) {
        let moves = session.moves();
        let mv = rng.choice(&moves)?;
        session.play(&mv.text).ok()?;
    }
    session.result().is_none().then_some(session)
}

fn main() -> Result<(), String> {
    let (what, wanted) = Wanted::read()?;
    match what.as_str() {
        "fit" => fit::fit(&wanted),
        "match" => contest::contest(&wanted),
        _ => return Err(format!("{what}: say fit or match")),
    }
    Ok(())
}
