//! Proof: "this player nets at least so much from here", shown true or false, whatever path led there.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`Claim`], [`Node`] | what is to be shown, and what must be shown of a state on the way |
//! | [`Window`] | zero-window search of games that cannot cycle: exact values |
//! | [`Hunt`] | depth-first proof-number search with a bounded table: finds proofs in games that can |
//! | [`Net`] | explored states and the set of claims that hold among them: judges, whatever was guessed before |
//! | [`Goal`] | a game with a set of totals that a player wants: rounds of a match |
//! | [`certify`] | the part of a net that a reader needs to believe a claim |
//! | [`Prover`] | asks in the right order and puts score and bounds together |
//!
//! # Repetition
//!
//! Whether a state comes back depends on the way there, so what a depth-first search finds where play repeats may hold
//! on its own path only. Three things keep that out of the answers:
//!
//! * *Finite proofs*: where endless play is lost for whoever claims ([`Endless::Lost`]), a repetition counts against
//!   him. What is proven so is a finite tree and holds on every path; only that is taken from the table as proven.
//! * *A "no" is a hint*: what the search could not prove is shown by a proof for the other side, or not at all.
//! * *Sets judge*: a claim that may rest on endless play is a closed set of states. It is computed among explored states
//!   as a fixed point ([`Net`]), where paths do not exist.

mod back;
mod certify;
mod claim;
mod finite;
mod goal;
mod grow;
mod hash;
mod hint;
mod hunt;
mod net;
mod prover;
mod seek;
mod table;
mod window;

pub use certify::{Certificate, Entry, certify};
pub use claim::{Claim, Endless, Node, Step};
pub use goal::{Asked, Goal, Quest, Totals};
pub use hunt::{Crew, Found, Hunt};
pub use net::{Hope, Net, NetError};
pub use prover::{Answer, Limits, Prover, Way};
pub use table::{Note, Place, Table};
pub use window::Window;
