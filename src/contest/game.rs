//! One game, from its opening to its end, with whatever goes wrong on the way.
//!
//! A game is a single round: where the rules know matches of several rounds (Bosh, Urim, Omweso), the round that begins at
//! the opening counts, and its winner by the rules.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::forfeit::{Fault, Forfeit};
use super::opening::Opening;
use super::pace::Pace;
use super::player::{Asked, Player};
use crate::games::Opened;
use crate::play::{GameResult, InProgress, Side, Winner};

/// What a match lays down for its games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// What A and B may use.
    pub(super) paces: [Pace; 2],
    /// Beyond the time that a move may take.
    pub(super) margin: Duration,
    /// Plies after which a game is given up.
    pub(super) max_plies: usize,
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// By the rules.
    Rules(GameResult),
    /// It had the most plies that a game may have: counted as a draw.
    GivenUp,
    /// A side lost beside the board.
    Forfeit(Side, Forfeit),
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// Its text.
    pub text: String,
    /// What its player expected still to gain, in hundredths of a seed; nothing in the opening.
    pub score: Option<i32>,
    /// How deep that was searched.
    pub depth: Option<u32>,
}

/// What a player used in a game, or in many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Used {
    /// Moves.
    pub moves: u64,
    /// Their time.
    pub time: Duration,
    /// Moves whose nodes are known, and these.
    pub searched: u64,
    /// Nodes of them.
    pub nodes: u64,
    /// Moves whose depth is known.
    pub measured: u64,
    /// Sum of their depths.
    pub depths: u64,
}

impl Used {
    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.measured += other.measured;
        self.depths += other.depths;
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Which pair it belongs to, from 0.
    pub pair: u64,
    /// Whom A played.
    pub a: Side,
    /// How it began.
    pub opening: Opening,
    /// All moves, those of the opening first.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub end: End,
    /// What A and B used.
    pub used: [Used; 2],
}

impl Played {
    /// Who won; nobody in a game that was given up.
    pub fn winner(&self) -> Winner {
        match &self.end {
            End::Rules(result) => result.winner,
            End::GivenUp => Winner::Draw,
            End::Forfeit(Side::South, _) => Winner::North,
            End::Forfeit(Side::North, _) => Winner::South,
        }
    }

    /// Points in halves of a side. A game that does not count is half for each.
    pub fn halves(&self, side: Side) -> u8 {
        match self.winner().side() {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// Plays a game. `players`: A and B.
///
/// # Errors
/// When the match is being stopped, or cannot go on; not for what a player does.
pub(super) fn play(
    opened: &Opened,
    (pair, opening, a): (u64, &Opening, Side),
    players: &mut [Box<dyn Player + '_>; 2],
    terms: &Terms,
    (seed, stop): (u64, &AtomicBool),
) -> Result<Played, Fault> {
    let mut session = opened.play.replay(&opening.start, &opening.moves).map_err(Fault::Broken)?;
    let of_opening = |text: &String| PlayedMove { text: text.clone(), score: None, depth: None };
    let moves = opening.moves.iter().map(of_opening).collect();
    let mut played =
        Played { pair, a, opening: opening.clone(), moves, end: End::GivenUp, used: [Used::default(); 2] };
    // South begins its game first, whoever that is.
    for side in Side::BOTH {
        let who = usize::from(side != a);
        match players[who].begin(seed ^ side.index() as u64, stop) {
            Err(Fault::Forfeit(forfeit)) => {
                played.end = End::Forfeit(side, forfeit);
                return Ok(played);
            }
            done => done?,
        }
    }
    played.end = moves_of(opened, &mut *session, players, terms, stop, &mut played)?;
    Ok(played)
}

/// Plays from the opening to the end.
fn moves_of(
    opened: &Opened,
    session: &mut dyn InProgress,
    players: &mut [Box<dyn Player + '_>; 2],
    terms: &Terms,
    stop: &AtomicBool,
    played: &mut Played,
) -> Result<End, Fault> {
    let (start, a) = (played.opening.start.clone(), played.a);
    let text = opened.play.format(&start);
    let start_text = (start != opened.play.start()).then_some(text.as_str());
    let of = |side: Side| terms.paces[usize::from(side != a)];
    let mut left = Side::BOTH.map(|side| of(side).clock.map(|tempo| tempo.base));
    let increment = Side::BOTH.map(|side| of(side).clock.map_or(Duration::ZERO, |tempo| tempo.increment));
    let mut texts = session.played();
    loop {
        if let Some(result) = session.result() {
            return Ok(End::Rules(result.clone()));
        }
        if texts.len() >= terms.max_plies {
            return Ok(End::GivenUp);
        }
        let side = session.position().side;
        let who = usize::from(side != a);
        let asked = Asked {
            start: &start,
            start_text,
            moves: &texts,
            session: &*session,
            pace: of(side),
            left,
            increment,
            stop,
        };
        let (allowed, begun) = (asked.pace.allowed(asked.left()), Instant::now());
        let chosen = players[who].choose(&asked);
        let used = begun.elapsed();
        let reply = match chosen {
            Err(Fault::Forfeit(forfeit)) => return Ok(End::Forfeit(side, forfeit)),
            reply => reply?,
        };
        if let Some(allowed) = allowed.filter(|allowed| used > *allowed + terms.margin) {
            return Ok(End::Forfeit(side, Forfeit::Time { used, allowed }));
        }
        if let Some(left) = &mut left[side.index()] {
            *left = left.saturating_sub(used) + increment[side.index()];
        }
        if let Err(error) = session.play(&reply.text) {
            let why = match error {
                crate::Error::Move { why, .. } => why,
                other => other.to_string(),
            };
            return Ok(End::Forfeit(side, Forfeit::Illegal { text: reply.text, why }));
        }
        played.used[who].add(&Used {
            moves: 1,
            time: used,
            searched: u64::from(reply.nodes.is_some()),
            nodes: reply.nodes.unwrap_or_default(),
            measured: u64::from(reply.depth.is_some()),
            depths: u64::from(reply.depth.unwrap_or_default()),
        });
        // As the rules write it: a program may have other capitals.
        texts = session.played();
        let text = texts.last().cloned().unwrap_or_default();
        played.moves.push(PlayedMove { text, score: reply.score, depth: reply.depth });
    }
}
