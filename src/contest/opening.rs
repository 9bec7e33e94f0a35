//! Openings: random ones that are balanced and different, from a seed, or those of a file.
//!
//! The n-th opening of a match depends on nothing but the seed: they are found one after another, whoever asks.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use crate::engine::{Engine, EngineOptions, Limits, Question};
use crate::error::{Error, short};
use crate::games::Opened;
use crate::play::{InProgress, Position};
use crate::tables::Places;

/// Nodes that an opening is judged with.
pub const JUDGE_NODES: u64 = 2_000;
/// Draws in a row that bring nothing new before the openings count as used up.
const TRIES: u32 = 400;
/// Seeds in the game for one seed of balance, where nothing else is said: 48 seeds allow 3.
const SEEDS_PER_BALANCE: u32 = 16;
/// Bytes of the table of the judge.
const JUDGE_HASH: usize = 1 << 20;

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before its moves.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<String>,
    /// Expected final difference, mover's view, in hundredths of a seed; `None` when it was not judged.
    pub judged: Option<i32>,
    /// True when an earlier pair began the same way, because there was no other.
    pub repeated: bool,
}

/// Random openings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomOpenings {
    /// Plies, at least and at most, each number as likely as the others.
    pub plies: (u32, u32),
    /// Seeds that one side may be better off by, in the final difference that a small search expects; 0: not judged.
    pub balance: f64,
    /// All chance comes from it.
    pub seed: u64,
}

impl RandomOpenings {
    /// The balance where nothing is said.
    pub fn usual_balance(opened: &Opened) -> f64 {
        f64::from(opened.play.start().total() / SEEDS_PER_BALANCE).max(1.0)
    }
}

/// Where openings come from.
pub(super) enum Openings<'a> {
    Random(Box<Draw<'a>>),
    Listed { list: Vec<Opening>, next: usize },
}

impl<'a> Openings<'a> {
    pub(super) fn random(opened: &'a Opened, wanted: RandomOpenings, places: &Places) -> Result<Self, Error> {
        let options = EngineOptions { hash: JUDGE_HASH, places: places.clone(), ..EngineOptions::default() };
        let judge = if wanted.balance > 0.0 { Some(opened.search.engine(&options)?) } else { None };
        let rng = Rng::with_seed(wanted.seed);
        Ok(Self::Random(Box::new(Draw {
            opened,
            wanted,
            judge,
            rng,
            known: HashMap::new(),
            used: HashSet::new(),
            list: Vec::new(),
            again: None,
        })))
    }

    pub(super) fn listed(list: Vec<Opening>) -> Self {
        Self::Listed { list, next: 0 }
    }

    /// The next opening.
    pub(super) fn next(&mut self) -> Result<Opening, Error> {
        match self {
            Self::Random(draw) => draw.next(),
            Self::Listed { list, next } => {
                let mut opening = list[*next % list.len()].clone();
                opening.repeated = *next >= list.len();
                *next += 1;
                Ok(opening)
            }
        }
    }
}

/// Draws openings.
pub(super) struct Draw<'a> {
    opened: &'a Opened,
    wanted: RandomOpenings,
    judge: Option<Box<dyn Engine + 'a>>,
    rng: Rng,
    /// What positions were judged to be worth.
    known: HashMap<String, i32>,
    /// Positions that games began with.
    used: HashSet<String>,
    list: Vec<Opening>,
    /// Once all are used up: which one comes again.
    again: Option<usize>,
}

impl Draw<'_> {
    fn next(&mut self) -> Result<Opening, Error> {
        for _ in 0..TRIES {
            if self.again.is_some() {
                break;
            }
            let Some(session) = self.some() else { continue };
            let text = self.opened.play.format(session.position());
            if self.used.contains(&text) {
                continue;
            }
            let judged = self.judge(&text, &*session)?;
            let most = (self.wanted.balance * 100.0) as i32;
            if judged.is_some_and(|judged| judged.abs() > most) {
                continue;
            }
            self.used.insert(text);
            let start = self.opened.play.start();
            let opening = Opening { start, moves: session.played(), judged, repeated: false };
            self.list.push(opening.clone());
            return Ok(opening);
        }
        let at = self.again.unwrap_or_default();
        self.again = Some(at + 1);
        if self.list.is_empty() {
            let (least, most) = self.wanted.plies;
            return Err(Error::Usage(format!(
                "no opening of {least} to {most} random plies was within {} seeds of even in {TRIES} draws; allow more \
                 with --balance (0 takes all), another --opening, or give a file of openings",
                self.wanted.balance
            )));
        }
        Ok(Opening { repeated: true, ..self.list[at % self.list.len()].clone() })
    }

    /// A game after some random moves; nothing when they ended it.
    fn some(&mut self) -> Option<Box<dyn InProgress>> {
        let mut session = self.opened.play.session(&self.opened.play.start());
        let (least, most) = self.wanted.plies;
        for _ in 0..self.rng.u32(least..=most) {
            let moves = session.moves();
            session.play(&self.rng.choice(&moves)?.text).ok()?;
        }
        session.result().is_none().then_some(session)
    }

    fn judge(&mut self, text: &str, session: &dyn InProgress) -> Result<Option<i32>, Error> {
        let Some(judge) = &mut self.judge else { return Ok(None) };
        if let Some(&judged) = self.known.get(text) {
            return Ok(Some(judged));
        }
        judge.forget();
        let (position, moves) = (self.opened.play.start(), session.played());
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
        let question = Question { position: &position, moves: &moves, limits, lines: 1 };
        let answer = judge.search(&question, &AtomicBool::new(false), &mut |_| {})?;
        let expected = answer.best().map_or(0, |best| best.hundredths) + 100 * session.position().banked();
        self.known.insert(text.to_owned(), expected);
        Ok(Some(expected))
    }
}

/// Reads openings, one a line: `MOVES`, `POSITION`, or `POSITION moves MOVES`; `#` begins a comment.
///
/// # Errors
/// The line and what is wrong with it; when there is none.
pub fn read_openings(opened: &Opened, path: &Path) -> Result<Vec<Opening>, Error> {
    let shown = short(&path.display().to_string());
    let text = std::fs::read_to_string(path)
        .map_err(|error| Error::File(format!("cannot read openings from {shown}: {error}")))?;
    let mut list = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening = read_line(opened, line).map_err(|why| {
            Error::File(format!(
                "{shown}, line {number}: {why}; a line is MOVES, POSITION, or POSITION moves MOVES"
            ))
        })?;
        list.push(opening);
    }
    if list.is_empty() {
        return Err(Error::File(format!(
            "{shown} has no opening; a line is MOVES, POSITION, or POSITION moves MOVES"
        )));
    }
    Ok(list)
}

fn read_line(opened: &Opened, line: &str) -> Result<Opening, String> {
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None if line.contains('/') => (line, ""),
        None => ("startpos", line),
    };
    let start = match position {
        "start" | "startpos" => opened.play.start(),
        text => opened.play.parse(text, false).map_err(|error| error.to_string())?,
    };
    let mut session = opened.play.session(&start);
    for text in moves.split_whitespace() {
        session.play(text).map_err(|error| error.to_string())?;
    }
    match session.result() {
        Some(result) => Err(format!("the game is over there: {}", result.reason)),
        None => Ok(Opening { start, moves: session.played(), judged: None, repeated: false }),
    }
}
