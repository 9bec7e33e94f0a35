//! Formats in which other people publish solved layers of one game. The game that a format belongs to brings it along
//! ([`crate::games::Rulebook::foreign`]); everybody else knows these two faces.

use std::path::{Path, PathBuf};

use sowbase_solver::retrograde::{Planes, SolveError, Solved};
use sowbase_solver::{Game, Layer, Score, Watch};

use crate::error::Error;

/// Every foreign format: the word by which a user asks for it, and the game it belongs to.
pub const FORMATS: &[(&str, &str)] = &[("awari-scores", "oware")];

/// The format and the folder of a source written as `FORMAT:FOLDER`; `None` for a plain folder.
pub fn source(dir: &Path) -> Option<(&'static str, PathBuf)> {
    let (word, folder) = dir.to_str()?.split_once(':')?;
    let (name, _) = FORMATS.iter().find(|(name, _)| *name == word)?;
    Some((name, folder.into()))
}

/// A format of scores that is not ours.
pub trait Foreign<G: Game>: Send + Sync {
    /// The word by which a user asks for it, one of [`FORMATS`].
    fn name(&self) -> &'static str;

    /// Why the format does not serve the rules of `game`, if so.
    fn refusal(&self, game: &G) -> Option<String>;

    /// The files of a folder. Nothing is opened yet, and the folder need not be there.
    fn shelf(&self, dir: &Path) -> Box<dyn Shelf<G>>;
}

/// A folder with layers in a foreign format. As a source of values it is read where it lies, a few bytes for each state.
pub trait Shelf<G: Game>: Send + Sync {
    /// The score of a state, endless play being worth 0; `None` where it is not known here.
    fn score(&self, game: &G, state: &G::State) -> Option<Score>;

    /// Layers that have a file, whatever is in it, those of fewer seeds first.
    ///
    /// # Errors
    /// A sentence: which folder cannot be read and why.
    fn layers(&self) -> Result<Vec<Layer>, String>;

    /// True when the file of a layer is there and what it should be.
    fn knows(&self, layer: Layer) -> bool;

    /// Files that were asked for and cannot be used, with what was expected and found.
    fn troubles(&self) -> Vec<String>;

    /// Files that were asked for and are not there.
    fn missing(&self) -> Vec<String>;

    /// All scores of a layer; `solved` holds those of every lower layer that its moves reach.
    ///
    /// # Errors
    /// When the file is not what it should be, a lower layer is missing, or `watch` says stop.
    fn read(&self, game: &G, layer: Layer, solved: &Solved, watch: &dyn Watch) -> Result<Planes, SolveError>;

    /// Writes the file of a layer from its scores in the order of our numbers; it is whole or not there. Returns its
    /// bytes.
    ///
    /// # Errors
    /// When the format has no such layer, the file system refuses, or `watch` says stop.
    fn write(&self, game: &G, layer: Layer, scores: &[i8], watch: &dyn Watch) -> Result<u64, Error>;
}
