//! Memory in bulk: arrays with one number a state, with huge pages where the system has them, or mapped from a file.
//!
//! The one place of the solver that talks to the system about memory, and one of the two that may use `unsafe`.

#![expect(unsafe_code, reason = "maps and atomics of whole arrays")]

mod clusters;
mod plane;
mod prefetch;

pub use clusters::{CLUSTER, Cluster, Clusters};
pub use plane::{Cell, Plane};
pub use prefetch::{prefetch, prefetch_all};
