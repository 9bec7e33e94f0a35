//! Proofs of one opened game, behind an object-safe face: solving a position, writing certificates, checking them.

mod certificate;
mod check;
mod laws;
mod rounds;
mod solve;

use std::path::PathBuf;

use sowbase_solver::Watch;

use crate::error::Error;
use crate::play::Position;
use crate::tables::Places;

pub use certificate::{Header, Said, seal};
pub use check::{Checked, checked_game};
pub use laws::{Compared, ProofLaws};
pub use rounds::{Beginning, MatchMove, MatchSolution};
pub use solve::{MoveProof, Solution};

/// How a position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Searches on solved layers that grow with them.
    #[default]
    Auto,
    /// Solved layers only.
    Layers,
    /// Searches only; databases are asked where they were given.
    Search,
    /// All states that matter are kept and judged at once.
    Net,
}

/// What to solve, and with what.
#[derive(Clone, Debug)]
pub struct SolveJob {
    /// Where values are looked up.
    pub places: Places,
    /// How.
    pub method: Method,
    /// Bytes of the table.
    pub hash: u64,
    /// Bytes of solved layers and of states that are kept; what the machine has free when not given.
    pub memory: Option<u64>,
    /// Nodes for one claim; then it is left open.
    pub nodes: u64,
    /// Only whether the side to move gets so much.
    pub at_least: Option<i16>,
    /// The value of every first move.
    pub moves: bool,
    /// Where the certificate goes.
    pub certificate: Option<PathBuf>,
    /// Entries that a certificate may have.
    pub entries: usize,
    /// Where a solve that is stopped leaves what it knows, and goes on from.
    pub checkpoint: Option<PathBuf>,
}

impl Default for SolveJob {
    fn default() -> Self {
        Self {
            places: Places::default(),
            method: Method::Auto,
            hash: 256 << 20,
            memory: None,
            nodes: u64::MAX,
            at_least: None,
            moves: false,
            certificate: None,
            entries: 20_000_000,
            checkpoint: None,
        }
    }
}

/// Proves values of positions.
pub trait Proving: ProofLaws + Send + Sync {
    /// The value of a position, as far as it can be shown.
    ///
    /// # Errors
    /// When the rules leave no value to a position, a file cannot be used, or `watch` says stop.
    fn solve(&self, position: &Position, job: &SolveJob, watch: &dyn Watch) -> Result<Solution, Error>;

    /// Who can force a match that begins at a position, where rounds hand on what was won.
    ///
    /// # Errors
    /// When the rules know no such match, they leave no value to a position, or `watch` says stop.
    fn solve_match(
        &self,
        position: &Position,
        job: &SolveJob,
        watch: &dyn Watch,
    ) -> Result<MatchSolution, Error>;

    /// Reads a certificate and follows every step of it by the slow rules.
    ///
    /// # Errors
    /// When the file is not a certificate under these rules; what is wrong in one is in the answer.
    fn check(&self, text: &mut dyn std::io::BufRead, watch: &dyn Watch) -> Result<Checked, Error>;
}
