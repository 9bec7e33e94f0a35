//! Problems as plain data, and files of them.

use serde::{Deserialize, Serialize};

use super::goal::Goal;
use super::tree::Choice;

/// The version of the pack format.
pub const SCHEMA: u32 = 1;

/// A file of problems of one game under one rule set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The version of the format: 1.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// Options that differ from the game's own, by key.
    #[serde(default)]
    pub rules: Vec<(String, String)>,
    /// Fingerprint of the whole rule set.
    pub fingerprint: String,
    /// The rules in words.
    #[serde(default)]
    pub rules_in_words: Vec<String>,
    /// The problems.
    pub puzzles: Vec<Puzzle>,
}

/// A problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// What is to be done, in words.
    pub title: String,
    /// Its theme; nothing for a composed one that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// The goal.
    pub goal: Goal,
    /// The position, in our notation.
    pub position: String,
    /// 1 (easy) to 5.
    pub grade: u8,
    /// What the grade was made from.
    pub features: Features,
    /// What every move is worth wherever the solver is to move.
    pub solution: Choice,
    /// Where it comes from.
    pub source: Source,
}

/// What makes a problem hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Features {
    /// The depth from which the engine, without databases, finds the first move and keeps to it; 9: not with 8.
    pub depth: u8,
    /// Wrong first moves that a look of one or two plies likes best.
    pub tempting: u8,
    /// Legal first moves.
    pub moves: u8,
    /// Moves of the solver in the official line.
    pub length: u8,
    /// Laps of the longest sowing of the solver in it.
    pub laps: u16,
}

/// Where a problem comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// Made by a person.
    Composed {
        /// By whom, or what is known of it.
        by: String,
    },
    /// Found by the program.
    Found {
        /// `database`: a state drawn from a layer; `search`: a position of a random game.
        from: String,
        /// The version of the program.
        version: String,
        /// The seed of all chance.
        seed: u64,
        /// The number of the candidate.
        candidate: u64,
    },
    /// A position of a game.
    Game {
        /// The file or the name of the game.
        game: String,
        /// The ply after which it stands.
        ply: u32,
    },
}
