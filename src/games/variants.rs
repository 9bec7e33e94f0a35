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

impl Variant {
    /// The variants that ship.
    pub fn shipped() -> &'static [Self] {
        &[]
    }

    /// A shipped variant by name, or one from a TOML file.
    ///
    /// # Errors
    /// For an unknown name or a file that is no variant.
    pub fn find(name: &str, _game: Option<&str>) -> Result<Self, crate::error::Error> {
        Err(crate::error::Error::unknown(
            "there is no variant",
            name,
            Self::shipped().iter().map(|v| v.name.as_str()),
        ))
    }
}
