//! Small databases inside the program: scores of Oware, Urim and Kalah to 9 seeds and of Bosh to 10, under default rules.
//!
//! They were made by `db build` and `db pack` and lie in `data/embedded/` as files like any other; a test makes them again
//! and compares every byte.

use sowbase_solver::db::Bundle;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// All of them.
pub(super) const PROGRAM: Bundle = Bundle(EMBEDDED);
