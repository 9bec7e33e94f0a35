//! What playing strengths are made of ([`crate::engine::Level`]).

/// For each level, the weakest first: the nodes it searches, and in hundredths of a seed the loss that it does not mind.
pub type Ladder = [(u64, i32); 10];

/// The levels of a game that brings none of its own. docs/levels.md has the measurements that the numbers come from.
pub const STEPS: Ladder = [
    (30, 400),
    (60, 300),
    (120, 220),
    (250, 150),
    (500, 100),
    (1_000, 70),
    (2_500, 40),
    (8_000, 20),
    (30_000, 8),
    (150_000, 0),
];
