//! Scores looked up in the files where they lie: one byte read at its place for each board, nothing loaded whole.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use sowbase_solver::retrograde::{Planes, SolveError, Solved};
use sowbase_solver::{Game, Layer, Score, Turn, Watch};

use super::order::{MOST_SEEDS, count, index};
use super::{pits_of, transfer};
use crate::error::Error;
use crate::games::foreign::Shelf;
use crate::games::oware::facts::Facts;
use crate::games::oware::lanes::Lanes;
use crate::games::oware::play::SingleLap;
use crate::games::oware::state::Seat;
use crate::games::oware::terms::SingleLapRules;

/// A folder of files `scores.N`.
#[derive(Debug)]
pub(super) struct Scores {
    dir: PathBuf,
    /// By seeds: the file, if it is there and right; opened when it is first asked for.
    files: Vec<OnceLock<Option<File>>>,
    troubles: Mutex<BTreeSet<String>>,
    missing: Mutex<BTreeSet<u32>>,
}

impl Scores {
    pub(super) fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
            files: (0..=MOST_SEEDS).map(|_| OnceLock::new()).collect(),
            troubles: Mutex::default(),
            missing: Mutex::default(),
        }
    }

    /// The file for boards of some seeds.
    pub(super) fn path(&self, seeds: u32) -> PathBuf {
        self.dir.join(format!("scores.{seeds}"))
    }

    /// Opens the file for boards of some seeds and looks at its size; `None` when there is none.
    pub(super) fn open(&self, seeds: u32) -> Result<Option<File>, String> {
        let path = self.path(seeds);
        let cannot = |error| format!("cannot read {}: {error}", path.display());
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(cannot(error)),
        };
        let (found, expected) = (file.metadata().map_err(cannot)?, count(seeds));
        if !found.is_file() {
            return Err(format!("{}: expected a file, found something else", path.display()));
        }
        if found.len() != expected {
            return Err(format!(
                "{}: expected {expected} bytes, one for each board of {seeds} seeds with an empty pit in the opposite \
                 row, found {}; fetch or export the file again",
                path.display(),
                found.len()
            ));
        }
        Ok(Some(file))
    }

    fn trouble(&self, text: String) {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).insert(text);
    }

    /// The file for boards of some seeds, if it can be used.
    fn file(&self, seeds: u32) -> Option<&File> {
        let slot = self.files.get(seeds as usize)?;
        let file = slot.get_or_init(|| match self.open(seeds) {
            Ok(Some(file)) => Some(file),
            Ok(None) => {
                self.missing.lock().unwrap_or_else(PoisonError::into_inner).insert(seeds);
                None
            }
            Err(why) => {
                self.trouble(why);
                None
            }
        });
        file.as_ref()
    }

    /// The score of a board that has a number.
    fn listed(&self, seeds: u32, index: u64) -> Option<Score> {
        let file = self.file(seeds)?;
        match byte_at(file, index).map(|byte| checked(byte, seeds)) {
            Ok(Some(score)) => Some(Score(i16::from(score))),
            Ok(None) => {
                self.trouble(out_of_range(&self.path(seeds), seeds, index));
                None
            }
            Err(error) => {
                self.trouble(format!("cannot read {}: {error}", self.path(seeds).display()));
                None
            }
        }
    }
}

/// A byte of a file as a score; `None` when no board of so many seeds can have it.
pub(super) fn checked(byte: u8, seeds: u32) -> Option<i8> {
    let score = byte as i8;
    (u32::from(score.unsigned_abs()) <= seeds).then_some(score)
}

/// What is wrong with a byte that is no score.
pub(super) fn out_of_range(path: &Path, seeds: u32, index: u64) -> String {
    format!(
        "{}: expected scores from -{seeds} to {seeds}, found another one at byte {index}; fetch or export the file again",
        path.display()
    )
}

#[cfg(unix)]
fn byte_at(file: &File, at: u64) -> std::io::Result<u8> {
    let mut byte = [0];
    std::os::unix::fs::FileExt::read_exact_at(file, &mut byte, at)?;
    Ok(byte[0])
}

#[cfg(windows)]
fn byte_at(file: &File, at: u64) -> std::io::Result<u8> {
    let mut byte = [0];
    match std::os::windows::fs::FileExt::seek_read(file, &mut byte, at)? {
        1 => Ok(byte[0]),
        _ => Err(ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(not(any(unix, windows)))]
fn byte_at(_: &File, _: u64) -> std::io::Result<u8> {
    Err(ErrorKind::Unsupported.into())
}

/// The score of a board from those of its children; an error of `known` is passed on.
pub(super) fn from_children<G: Game, E>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Result<Score, E>,
) -> Result<Score, E> {
    let mut best = None;
    let all = game.children(state, |_, child| {
        let below = if child.turn == Turn::Over { Ok(Score::ZERO) } else { known(&child.state) };
        match below {
            Ok(below) => best = best.max(Some(child.backup(below))),
            Err(error) => return ControlFlow::Break(error),
        }
        ControlFlow::Continue(())
    });
    match all {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(best.unwrap_or_else(|| game.settle(state).score(Score::ZERO))),
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> Shelf<SingleLap<R, F, V, S>> for Scores {
    fn score(&self, game: &SingleLap<R, F, V, S>, state: &S) -> Option<Score> {
        let listed = |state: &S| {
            let board = state.board();
            index(&pits_of(board)).map(|index| self.listed(board.seeds(), index))
        };
        listed(state).unwrap_or_else(|| {
            // What is left out leads only to what is not: see the top of this folder.
            from_children(game, state, |child| listed(child).flatten().ok_or(())).ok()
        })
    }

    fn layers(&self) -> Result<Vec<Layer>, String> {
        let cannot = |error| format!("cannot read {}: {error}", self.dir.display());
        let mut all = Vec::new();
        for entry in std::fs::read_dir(&self.dir).map_err(cannot)? {
            let name = entry.map_err(cannot)?.file_name();
            let seeds = name.to_str().and_then(|name| name.strip_prefix("scores."));
            // The name must be the one that would be written: neither scores.07 nor scores.+7.
            let seeds =
                seeds.and_then(|text| text.parse::<u8>().ok().filter(|seeds| seeds.to_string() == text));
            all.extend(seeds.filter(|&seeds| u32::from(seeds) <= MOST_SEEDS));
        }
        all.sort_unstable();
        Ok(all.into_iter().map(|seeds| Layer { seeds, shape: 0 }).collect())
    }

    fn knows(&self, layer: Layer) -> bool {
        layer.shape == 0 && self.file(u32::from(layer.seeds)).is_some()
    }

    fn troubles(&self) -> Vec<String> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn missing(&self) -> Vec<String> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.iter().map(|&seeds| format!("{} is not there", self.path(seeds).display())).collect()
    }

    fn read(
        &self,
        game: &SingleLap<R, F, V, S>,
        layer: Layer,
        solved: &Solved,
        watch: &dyn Watch,
    ) -> Result<Planes, SolveError> {
        transfer::read(self, game, layer, solved, watch)
    }

    fn write(
        &self,
        game: &SingleLap<R, F, V, S>,
        layer: Layer,
        scores: &[i8],
        watch: &dyn Watch,
    ) -> Result<u64, Error> {
        transfer::write(self, &game.ranking, layer, scores, watch)
    }
}
