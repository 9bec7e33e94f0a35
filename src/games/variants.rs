//! Variants: named rule sets as TOML, shipped in `data/variants/` or a user's own.

/// Options to set, in order.
pub type Settings = Vec<(String, String)>;

/// A named rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Its options.
    pub settings: Settings,
}
