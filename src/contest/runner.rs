//! A whole match: pairs of games at the same time, added up in the order of their openings.
//!
//! Whatever order games end in, they count in the order of their openings, and a sequential test ends the match after the
//! first pair, in that order, that decides it. So where moves do not depend on time, a match is the same at every run and
//! with any number of games at a time.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::forfeit::Fault;
use super::game::{Played, Terms, play};
use super::opening::{Opening, Openings, RandomOpenings};
use super::pace::Pace;
use super::player::{Patience, sit_down};
use super::setting::Setting;
use super::sprt::Sprt;
use super::tally::Tally;
use crate::error::Error;
use crate::games::Opened;
use crate::play::Side;
use crate::tables::Places;

/// How often the match looks whether somebody stops it.
const LOOK: Duration = Duration::from_millis(50);

/// Where a match takes its openings from.
#[derive(Clone, PartialEq, Debug)]
pub enum OpeningSource {
    /// Random ones.
    Random(RandomOpenings),
    /// These, one after another, and again from the first; at least one.
    Listed(Vec<Opening>),
}

/// Hears of the games of each opening, with the sum so far.
pub type Tell<'t> = dyn FnMut(&Tally, &[Played]) -> Result<(), Error> + 't;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The game.
    pub opened: &'a Opened,
    /// A and B.
    pub players: [Setting; 2],
    /// Games at most; an odd one has no partner.
    pub games: u64,
    /// True: each opening is played twice, sides swapped. False: once, A as South (for a player against itself).
    pub swapped: bool,
    /// Openings.
    pub openings: OpeningSource,
    /// Chance of players that play by it.
    pub seed: u64,
    /// What players may use who say nothing of their own.
    pub pace: Pace,
    /// Time that a move may take beyond what it has.
    pub margin: Duration,
    /// How long a program may be silent where no time is set, and until it is ready.
    pub silence: Duration,
    /// Plies after which a game is given up, as a draw.
    pub max_plies: usize,
    /// Ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Where the engine looks values up.
    pub places: Places,
}

/// Plies of a game at most, where nothing is said: far beyond any game that makes sense.
pub const MAX_PLIES: usize = 2_000;

impl<'a> Contest<'a> {
    /// A match with what is usual; openings of 4 to 9 random plies, balanced.
    pub fn new(opened: &'a Opened, players: [Setting; 2], games: u64) -> Self {
        let balance = RandomOpenings::usual_balance(opened);
        Self {
            opened,
            players,
            games,
            swapped: true,
            openings: OpeningSource::Random(RandomOpenings { plies: (4, 9), balance, seed: 1 }),
            seed: 1,
            pace: Pace { nodes: Some(5_000), ..Pace::default() },
            margin: Duration::from_millis(100),
            silence: Duration::from_secs(10),
            max_plies: MAX_PLIES,
            sprt: None,
            concurrency: 1,
            places: Places::default(),
        }
    }

    /// True when every run gives the same games.
    pub fn is_repeatable(&self) -> bool {
        self.players.iter().all(|player| player.is_repeatable(self.pace))
    }

    /// Plays. `tell` hears of the games of each opening in the order of openings, with the sum so far. `stop`, set from
    /// anywhere, ends the match; what was played counts.
    ///
    /// # Errors
    /// When there is no memory for a player, no opening is found, or `tell` has an error. A player that fails is none.
    pub fn run(&self, stop: &AtomicBool, tell: &mut Tell) -> Result<Tally, Error> {
        let openings = match &self.openings {
            OpeningSource::Random(wanted) => Openings::random(self.opened, *wanted, &self.places)?,
            OpeningSource::Listed(list) if list.is_empty() => {
                return Err(Error::Usage("a match needs an opening".into()));
            }
            OpeningSource::Listed(list) => Openings::listed(list.clone()),
        };
        let per_opening = if self.swapped { 2 } else { 1 };
        let queue = Mutex::new(Queue { openings, next: 0, pairs: self.games.div_ceil(per_opening) });
        let halt = AtomicBool::new(stop.load(Relaxed));
        let threads: usize = self.players.iter().map(|player| player.threads).max().unwrap_or(1);
        let workers = self.concurrency.max(1);
        let (to, from) = channel();
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (to, queue, halt) = (to.clone(), &queue, &halt);
                scope.spawn(move || {
                    if let Err(error) =
                        pool(threads).and_then(|pool| pool.install(|| self.work(queue, &to, halt)))
                    {
                        // Nobody listens any more when the match has ended.
                        let _ = to.send(Err(error));
                    }
                });
            }
            drop(to);
            let added = self.add_up(&from, stop, &halt, tell);
            halt.store(true, Relaxed);
            added
        })
    }

    /// Plays the games of one opening after another until there is none left.
    fn work(
        &self,
        queue: &Mutex<Queue>,
        to: &Sender<Result<Batch, Error>>,
        halt: &AtomicBool,
    ) -> Result<(), Error> {
        let patience = Patience { margin: self.margin, silence: self.silence };
        let [a, b] = &self.players;
        let mut players = [
            sit_down(a, self.opened, &self.places, patience)?,
            sit_down(b, self.opened, &self.places, patience)?,
        ];
        let paces = [a, b].map(|player| player.pace.or(self.pace));
        let terms = Terms { paces, margin: self.margin, max_plies: self.max_plies };
        loop {
            let drawn = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next(halt)?;
            let Some((pair, opening)) = drawn else { return Ok(()) };
            let mut batch = Batch { pair, games: Vec::new(), broken_off: false };
            for (nth, side) in (0..).zip(if self.swapped { &Side::BOTH[..] } else { &Side::BOTH[..1] }) {
                if self.swapped && 2 * pair + nth >= self.games {
                    break;
                }
                let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (4 * pair + 2 * nth);
                match play(self.opened, (pair, &opening, *side), &mut players, &terms, (seed, halt)) {
                    Ok(played) => batch.games.push(played),
                    Err(Fault::Broken(error)) => return Err(error),
                    Err(_) => {
                        batch.broken_off = true;
                        break;
                    }
                }
            }
            let over = batch.broken_off;
            if to.send(Ok(batch)).is_err() || over {
                return Ok(());
            }
        }
    }

    /// Takes what workers send, in the order of openings, until all is played or somebody stops.
    fn add_up(
        &self,
        from: &Receiver<Result<Batch, Error>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        tell: &mut Tell,
    ) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut count = |tally: &mut Tally, batch: Batch| {
            if batch.games.is_empty() {
                return Ok(false);
            }
            tally.add(&batch.games);
            tell(tally, &batch.games)?;
            Ok::<bool, Error>(self.sprt.is_some_and(|sprt| tally.ratio(&sprt).accepted.is_some()))
        };
        loop {
            if stop.load(Relaxed) {
                halt.store(true, Relaxed);
            }
            match from.recv_timeout(LOOK) {
                Ok(batch) => {
                    let batch = batch?;
                    waiting.insert(batch.pair, batch);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(batch) = waiting.remove(&next) {
                next += 1;
                if count(&mut tally, batch)? {
                    return Ok(tally);
                }
            }
        }
        // Only where the match was stopped is something left: games after one that was broken off.
        for batch in std::mem::take(&mut waiting).into_values() {
            count(&mut tally, batch)?;
        }
        Ok(tally)
    }
}

/// The threads of one game at a time, for itself: one that waits for its own search must not be given a piece of another's.
fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| Error::Usage(format!("cannot start {threads} threads for a game: {error}")))
}

/// The games of one opening.
struct Batch {
    pair: u64,
    games: Vec<Played>,
    /// The match was stopped before they were all played.
    broken_off: bool,
}

/// Openings, handed out one after another.
struct Queue<'a> {
    openings: Openings<'a>,
    next: u64,
    pairs: u64,
}

impl Queue<'_> {
    fn next(&mut self, halt: &AtomicBool) -> Result<Option<(u64, Opening)>, Error> {
        if self.next >= self.pairs || halt.load(Relaxed) {
            return Ok(None);
        }
        let pair = self.next;
        self.next += 1;
        Ok(Some((pair, self.openings.next()?)))
    }
}
