//! Memory in bulk: arrays with one number a state, with huge pages where the system has them, or mapped from a file.
//!
//! The one place of the solver that talks to the system about memory, and one of the two that may use `unsafe`.

#![expect(unsafe_code, reason = "maps and atomics of whole arrays")]

mod clusters;
mod plane;
mod prefetch;

use memmap2::MmapMut;

/// Arrays of fewer bytes live in ordinary memory; a huge page would be mostly empty.
const SMALL: usize = 1 << 20;

/// Fresh memory, in huge pages where the system has them.
fn huge(map: MmapMut) -> MmapMut {
    // Only advice: without huge pages it is slower, and nothing else.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    map
}

pub use clusters::{CLUSTER, Cluster, Clusters};
pub use plane::{Cell, Plane};
pub use prefetch::{prefetch, prefetch_all};
