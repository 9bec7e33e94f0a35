//! Variants: named rule sets as TOML, shipped in `data/variants/` or a user's own (`docs/variants.md`).

mod file;
mod shipped;

use std::path::Path;
use std::sync::LazyLock;

use super::catalogue::{Entry, entry};
use super::door::Opened;
use crate::error::{Error, nearest, short};

/// Options to set, in order; later ones win.
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
    /// Its options, as for `--rule key=value`.
    pub settings: Settings,
}

impl Variant {
    /// The variants that come with the program.
    pub fn shipped() -> &'static [Self] {
        static SHIPPED: LazyLock<Vec<Variant>> = LazyLock::new(|| {
            shipped::FILES
                .iter()
                .map(|(name, text)| {
                    file::parse(text, &format!("data/variants/{name}.toml"))
                        .map(|parsed| parsed.variant)
                        .expect("a test reads every shipped variant")
                })
                .collect()
        });
        &SHIPPED
    }

    /// A shipped variant by its name, or a user's own by the path of its file (anything with a `/` or ending in
    /// `.toml` is a path). With a `game`, a variant of another game is refused.
    ///
    /// # Errors
    /// For an unknown name (with the nearest), and for a file that cannot be read or is no variant (with file, line,
    /// column and what is allowed there).
    pub fn find(name_or_path: &str, game: Option<&str>) -> Result<Self, Error> {
        let is_path = name_or_path.contains(['/', std::path::MAIN_SEPARATOR])
            || Path::new(name_or_path).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        let variant =
            if is_path { Self::load(Path::new(name_or_path))? } else { Self::named(name_or_path, game)? };
        match game {
            Some(game) if game != variant.game => Err(Error::Usage(format!(
                "variant {} is one of {}, not of {game}. Variants of {game}: {}",
                variant.name,
                variant.game,
                names(Some(game)).join(", ")
            ))),
            _ => Ok(variant),
        }
    }

    fn named(name: &str, game: Option<&str>) -> Result<Self, Error> {
        if let Some(variant) = Self::shipped().iter().find(|variant| variant.name == name) {
            return Ok(variant.clone());
        }
        let known = names(game);
        let near = nearest(name, names(None).into_iter())
            .map(|near| format!(" Did you mean {near}?"))
            .unwrap_or_default();
        let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
        Err(Error::Usage(format!(
            "there is no variant {:?}.{near} Known{of}: {}; or give the path of a .toml file",
            short(name),
            known.join(", ")
        )))
    }

    /// Reads a variant from a file and checks it against its game.
    ///
    /// # Errors
    /// As [`Variant::find`].
    pub fn load(path: &Path) -> Result<Self, Error> {
        let shown = short(&path.display().to_string());
        Self::read(&file::text_of(path, &shown)?, &shown)
    }

    /// Reads a variant from its text and checks it against its game; `source` names the text in errors.
    ///
    /// # Errors
    /// As [`Variant::find`].
    pub fn read(text: &str, source: &str) -> Result<Self, Error> {
        let parsed = file::parse(text, source)?;
        parsed.check(source)?;
        Ok(parsed.variant)
    }

    /// Its game.
    ///
    /// # Errors
    /// When the catalogue has no such game.
    pub fn entry(&self) -> Result<&'static Entry, Error> {
        entry(&self.game)
    }

    /// Opens its game, with settings that win over its own.
    ///
    /// # Errors
    /// For an unknown key, a value that is not allowed, or values that do not go together.
    pub fn open(&self, over: &[(String, String)]) -> Result<Opened, Error> {
        self.entry()?.open(&[&self.settings, over].concat())
    }
}

/// Names of the shipped variants, of one game or of all.
fn names(game: Option<&str>) -> Vec<&'static str> {
    Variant::shipped()
        .iter()
        .filter(|variant| game.is_none_or(|game| game == variant.game))
        .map(|variant| variant.name.as_str())
        .collect()
}

#[cfg(test)]
mod tests;
