//! Every game the house knows: one line each.

use super::door::{Opened, OptionInfo, option_infos};
use super::options::RuleSet;
use super::{anywoli, bosh, kalah, omweso, oware, urim};
use crate::error::Error;

/// A game in the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    options: fn() -> Vec<OptionInfo>,
    open: Open,
    set: fn(&str, &str) -> Result<(), Error>,
}

/// Opens a game with some options set.
type Open = fn(&[(String, String)]) -> Result<Opened, Error>;

impl Entry {
    /// Every option with its default.
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.options)()
    }

    /// Opens the game with some options set; later settings win.
    ///
    /// # Errors
    /// For an unknown key, a value that is not allowed, or values that do not go together.
    pub fn open(&self, settings: &[(String, String)]) -> Result<Opened, Error> {
        (self.open)(settings)
    }

    /// Checks one setting by itself: the key is known and the value is allowed.
    ///
    /// # Errors
    /// For an unknown key or a value that is not allowed.
    pub fn check_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        (self.set)(key, value)
    }
}

/// Makes the parts of an [`Entry`] from a rule set type and a function that opens it.
macro_rules! game {
    ($name:literal, $about:literal, $module:ident, $rules:ty) => {
        Entry {
            name: $name,
            about: $about,
            options: || option_infos(&<$rules>::default()),
            open: |settings| Ok($module::open(rules_from::<$rules>(settings)?)),
            set: |key, value| <$rules>::default().set(key, value),
        }
    };
}

fn rules_from<R: RuleSet>(settings: &[(String, String)]) -> Result<R, Error> {
    let mut rules = R::default();
    for (key, value) in settings {
        rules.set(key, value)?;
    }
    rules.check().map_err(|why| Error::Usage(format!("{}: {why}", R::GAME)))?;
    Ok(rules)
}

/// All games.
pub static CATALOGUE: &[Entry] = &[
    game!("oware", "Oware (Abapa): one lap, capture twos and threes", oware, oware::OwareRules),
    game!("urim", "Urim: Oware's lap, longer chains, full pits, points", urim, urim::UrimRules),
    game!("anywoli", "Anywoli: relay sowing, fours to the owner of the pit", anywoli, anywoli::AnywoliRules),
    game!("bosh", "Bosh: relay from the next hole, close the opponent's holes", bosh, bosh::BoshRules),
    game!("omweso", "Omweso: four rows, relays, captures sown on your side", omweso, omweso::OmwesoRules),
    game!("kalah", "Kalah: sow into your store and move again", kalah, kalah::KalahRules),
];

/// The entry of a game.
///
/// # Errors
/// For an unknown name, with the nearest.
pub fn entry(name: &str) -> Result<&'static Entry, Error> {
    CATALOGUE
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| Error::unknown("there is no game", name, CATALOGUE.iter().map(|entry| entry.name)))
}
