//! What a proof takes of memory: the layer that is checked, with its marks, and of the layers below what fits beside it.

use std::collections::BTreeMap;
use std::path::Path;

use sowbase_solver::db::{self, DbError};
use sowbase_solver::retrograde::Solved;
use sowbase_solver::{Layer, Metric};

use crate::error::Error;
use crate::tables::memory::{self, size};

/// Bytes that `states` states take with all their metrics, and marks where values are to be grounded.
pub(super) fn needs(states: u64, metrics: &[Metric], marks: bool) -> u128 {
    // Two bits for each end that may need a mark; one metric is checked at a time.
    let quarters = |metric: &Metric| if *metric == Metric::Bounds { 2u128 } else { 1 };
    let numbers: u128 = metrics.iter().map(|metric| u128::from(metric.bytes())).sum();
    let marks = if marks { metrics.iter().map(quarters).max().unwrap_or(0) } else { 0 };
    u128::from(states) * (4 * numbers + marks) / 4
}

/// The memory that a proof may use.
pub(super) struct Room<'a> {
    allowed: u64,
    /// Where work files go; the system's folder for such files where this one cannot be written.
    dir: &'a Path,
}

impl<'a> Room<'a> {
    pub(super) fn new(memory: Option<u64>, dir: &'a Path) -> Self {
        Self { allowed: memory.or_else(memory::available).unwrap_or(u64::MAX), dir }
    }

    /// Refuses when the layer that takes most does not fit by itself, or the layers have no room on disk; `layers` is
    /// what each takes.
    pub(super) fn check(&self, layers: &BTreeMap<Layer, u128>) -> Result<(), Error> {
        let Some((layer, most)) = layers.iter().max_by_key(|(_, needs)| **needs) else { return Ok(()) };
        if *most > u128::from(self.allowed) {
            return Err(Error::File(format!(
                "layer {} takes {} of memory to be checked ({most} bytes), and {} ({} bytes) are allowed; give more with \
                 --memory, or verify fewer seeds",
                layer.seeds,
                size(*most),
                size(u128::from(self.allowed)),
                self.allowed
            )));
        }
        let all: u128 = layers.values().sum();
        let on_disk = all.saturating_sub(u128::from(self.allowed)).min(all - *most);
        match memory::disk_free(self.dir).filter(|free| u128::from(*free) < on_disk) {
            Some(free) => Err(Error::File(format!(
                "the layers below need up to {} of disk for work files, and {} are free in {}; make room, or give more \
                 memory with --memory",
                size(on_disk),
                size(u128::from(free)),
                self.dir.display()
            ))),
            None => Ok(()),
        }
    }

    /// Moves solved layers out of memory until `needs` bytes more fit.
    pub(super) fn make(&self, solved: &mut Solved, needs: u128) -> Result<(), DbError> {
        let most = u128::from(self.allowed).saturating_sub(needs) as u64;
        db::make_room(self.dir, solved, most).or_else(|_| db::make_room(&std::env::temp_dir(), solved, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_two_bits_for_each_end() {
        assert_eq!(needs(1000, &[Metric::Score], true), 1250);
        assert_eq!(needs(1000, &[Metric::Score, Metric::Bounds], true), 3500);
        assert_eq!(needs(1000, &Metric::ALL, false), 7000);
    }

    #[test]
    fn a_layer_that_does_not_fit_is_refused_with_numbers() {
        let layer = |seeds| Layer { seeds, shape: 0 };
        let room = Room::new(Some(1000), Path::new("."));
        let layers = BTreeMap::from([(layer(3), 400), (layer(4), 1000)]);
        assert!(room.check(&layers).is_ok());
        let layers = BTreeMap::from([(layer(3), 400), (layer(4), 1001)]);
        let error = room.check(&layers).expect_err("too large").to_string();
        assert!(
            error.contains("layer 4") && error.contains("1001 bytes") && error.contains("--memory"),
            "{error}"
        );
    }
}
