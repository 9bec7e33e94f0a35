//! Progress and cancelling: the caller draws, the solver never does.

/// Told how far a long job is, and asked whether to stop. All counts are in the unit that `task` names.
pub trait Watch: Sync {
    /// A task begins that has `total` steps.
    fn begin(&self, task: &str, total: u64) {
        let _ = (task, total);
    }
    /// `steps` more steps are done.
    fn advance(&self, steps: u64) {
        let _ = steps;
    }
    /// The task is done.
    fn end(&self) {}
    /// Something to tell whoever watches, in a line.
    fn note(&self, text: &str) {
        let _ = text;
    }
    /// True when the job is to stop as soon as nothing is lost by it.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;
impl Watch for Unwatched {}

/// The job was asked to stop and did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;
