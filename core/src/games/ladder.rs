//! What playing strengths are made of ([`crate::engine::Level`]).

/// For each level, the weakest first: the nodes it searches, and in hundredths of a seed the loss that it does not mind.
pub type Ladder = [(u64, i32); 10];

/// The levels of a game that brings none of its own. docs/levels.md has the measurements that the numbers come from.
pub const STEPS: Ladder = [
    (8, 400),
    (16, 300),
    (32, 200),
    (64, 120),
    (150, 80),
    (400, 50),
    (1_200, 30),
    (4_000, 15),
    (16_000, 6),
    (80_000, 0),
];
