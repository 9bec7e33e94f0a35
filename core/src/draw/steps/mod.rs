//! A move as numbered pictures, as a teacher would draw it: what is lifted, where each seed falls, what is captured.

mod scene;
mod strip;

pub use scene::{Scene, scenes};
pub use strip::{boards, panels, strip};

#[cfg(test)]
mod tests;
