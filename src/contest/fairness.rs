//! Is a rule set fair? What the first player gets when an engine plays itself, and exactly where that can be proven.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use sowbase_solver::Watch;

use super::elo::{Estimate, Part, SIGMAS, moments};
use super::runner::Contest;
use super::tally::Tally;
use crate::error::Error;
use crate::games::Opened;
use crate::proofs::SolveJob;
use crate::tables::{AnalyzeOptions, Places, Worth};

/// How much a proof about the start may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// Nodes of each claim; 0: nothing is proven.
    pub nodes: u64,
    /// Memory in bytes.
    pub memory: u64,
}

/// What was found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fairness {
    /// Games played.
    pub games: u64,
    /// Different openings among them.
    pub openings: u64,
    /// Points of the first player: South, who begins from the start.
    pub first_player: Option<Estimate>,
    /// Games that the first player won, the second won, that were drawn or do not count.
    pub first_wins: Part,
    /// Games that the second player won.
    pub second_wins: Part,
    /// Drawn games, and those that do not count.
    pub draws: Part,
    /// Games with a winner.
    pub decisive: Part,
    /// Games that ended because play would not: by repetition or a limit.
    pub endless: Part,
    /// Games that were given up after the most plies.
    pub given_up: u64,
    /// Plies of games that ended by the rules, opening included.
    pub length: Option<Lengths>,
    /// What is proven of the start.
    pub exact: Option<Proven>,
}

/// Plies of games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Lengths {
    /// Their mean.
    pub mean: f64,
    /// Its error (95 %).
    pub mean_error: f64,
    /// The shortest.
    pub shortest: u32,
    /// Half are shorter.
    pub median: u32,
    /// The longest.
    pub longest: u32,
}

/// What is proven of the start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proven {
    /// The first player's final difference under best play, endless play worth nothing; `None` where it stayed open.
    pub score: Option<i16>,
    /// What the first player was shown to force in finite time, where that was found out.
    pub lower: Option<i16>,
    /// What the second player was shown to hold it to in finite time.
    pub upper: Option<i16>,
    /// `database` or `proof`.
    pub source: &'static str,
}

impl Lengths {
    /// Of some games; `None` without any.
    pub fn of(plies: &[u32]) -> Option<Self> {
        let mut sorted = plies.to_vec();
        sorted.sort_unstable();
        let samples: Vec<(f64, u64)> = sorted.iter().map(|&plies| (f64::from(plies), 1)).collect();
        let (count, mean, variance) = moments(&samples)?;
        Some(Self {
            mean,
            mean_error: SIGMAS * (variance / count).sqrt(),
            shortest: *sorted.first()?,
            median: sorted[sorted.len() / 2],
            longest: *sorted.last()?,
        })
    }
}

/// Plays. `exact` is what [`proven_start`] found; `tell` hears of every game.
///
/// # Errors
/// As [`Contest::run`].
pub fn fairness(
    contest: &Contest,
    exact: Option<Proven>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Tally) -> Result<(), Error>,
) -> Result<Fairness, Error> {
    let tally = contest.run(stop, &mut |tally, _| tell(tally))?;
    let games = tally.games();
    let [first, second] = tally.side_wins;
    Ok(Fairness {
        games,
        openings: tally.openings - tally.repeated,
        // A plays South, who begins from the start.
        first_player: tally.counts.by_games(),
        first_wins: tally.part(first),
        second_wins: tally.part(second),
        draws: tally.part(games - first - second),
        decisive: tally.part(first + second),
        endless: tally.part(tally.endless),
        given_up: tally.given_up,
        length: Lengths::of(&tally.plies),
        exact,
    })
}

/// What databases say of the start, or else a proof that stays within its nodes and memory.
///
/// # Errors
/// When `watch` says stop; where a proof cannot be tried, there is none.
pub fn proven_start(
    opened: &Opened,
    places: &Places,
    proof: &ProofLimits,
    watch: &dyn Watch,
) -> Result<Option<Proven>, Error> {
    let start = opened.play.start();
    if let Some(tables) = &opened.tables {
        let options = AnalyzeOptions { places: places.clone(), lines: false, in_memory: 0 };
        let known = tables.analyze(&start, &options, watch)?;
        if let Some(score) = known.score.filter(|_| known.bound == Some(Worth::Exact)) {
            return Ok(Some(Proven { score: Some(score), lower: None, upper: None, source: "database" }));
        }
    }
    let Some(proofs) = opened.proofs.as_deref().filter(|_| proof.nodes > 0) else { return Ok(None) };
    let wanted = SolveJob {
        places: places.clone(),
        nodes: proof.nodes,
        hash: proof.memory / 2,
        memory: Some(proof.memory),
        ..SolveJob::default()
    };
    match proofs.solve(&start, &wanted, watch) {
        Ok(found) if found.score.is_some() || found.lower.is_some() => {
            Ok(Some(Proven { score: found.score, lower: found.lower, upper: found.upper, source: "proof" }))
        }
        Err(Error::Stopped) => Err(Error::Stopped),
        // Rules that leave no value to a position, or too little memory: there is no proof, and games tell the rest.
        Ok(_) | Err(_) => Ok(None),
    }
}
