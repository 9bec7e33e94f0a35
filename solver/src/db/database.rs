//! A database open for looking up: single blocks are read as states are asked for, and kept within a bounded cache.

use std::collections::{BTreeSet, HashMap};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::cache::Cache;
use super::error::DbError;
use super::file::LayerFile;
use super::folder::Folder;
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::{Distance, Known, Solved, Value, Values};
use crate::score::{Interval, Score};

/// Bytes of decoded blocks that are kept where nothing else is said: all scores to 18 seeds of a game of 12 pits.
pub const CACHE: usize = 256 << 20;

/// A database open for looking up, from any number of threads.
///
/// A file is opened, and its header and index checked, when a state of its layer is first asked for; a block is read
/// and checked when it is needed. What cannot be used is noted, and its states are unknown.
#[derive(Debug)]
pub struct Database {
    folder: Folder,
    layers: RwLock<HashMap<Layer, Arc<Files>>>,
    cache: Cache,
    troubles: Mutex<BTreeSet<String>>,
}

/// The files of a layer, in the order of [`Metric::ALL`].
#[derive(Debug)]
struct Files {
    /// Number of the first in the cache.
    number: u32,
    metrics: [Option<LayerFile>; 3],
    /// False when a file is there and cannot be used.
    sound: bool,
}

impl Database {
    /// The database of a folder, which may be partial or empty.
    pub fn open(folder: Folder) -> Self {
        Self::with_cache(folder, CACHE)
    }

    /// The same with at most so many bytes of decoded blocks.
    pub fn with_cache(folder: Folder, bytes: usize) -> Self {
        Self { folder, layers: RwLock::default(), cache: Cache::new(bytes), troubles: Mutex::default() }
    }

    /// Where it lies.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// True when there is a usable file with a metric of a layer.
    pub fn has<G: Layered>(&self, game: &G, layer: Layer, metric: Metric) -> bool {
        self.files(game, layer).metrics[metric as usize].is_some()
    }

    /// All that is known of a layer, read whole and not kept; nothing where there is no file or it cannot be used.
    pub fn layer<G: Layered>(&self, game: &G, layer: Layer) -> Known {
        let mut solved = Solved::default();
        for metric in Metric::ALL {
            match self.folder.read(game, layer, metric) {
                Ok(Some(planes)) => solved.insert(layer, planes),
                Ok(None) => {}
                Err(error) => self.note(&error),
            }
        }
        solved.layer(layer).cloned().unwrap_or_default()
    }

    /// What is known of the state with a number in a layer.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn probe<G: Layered>(&self, game: &G, layer: Layer, index: u64) -> Result<Option<Value>, DbError> {
        let files = self.files(game, layer);
        let mut value = Value::default();
        for (metric, (number, file)) in Metric::ALL.into_iter().zip((files.number..).zip(&files.metrics)) {
            let Some(file) = file else { continue };
            let Some([first, second]) = self.look_up(number, file, index)? else { continue };
            match metric {
                Metric::Score => value.score = Some(Score(first as i16)),
                Metric::Bounds => {
                    value.bounds = Some(Interval { lo: Score(first as i16), hi: Score(second as i16) });
                }
                Metric::Distance => {
                    value.distance = Some(Distance { next: first as u16, end: second as u16 });
                }
            }
        }
        Ok(value.known())
    }

    /// The numbers of a state in the planes of a file; `None` beyond its last state.
    fn look_up(&self, number: u32, file: &LayerFile, index: u64) -> Result<Option<[i32; 2]>, DbError> {
        let Some((block, place)) = file.tiles.locate(index) else { return Ok(None) };
        let read = |symbols: &[u8]| {
            let channels = file.reader().channels();
            let states = symbols.len() / channels.len();
            let mut numbers = [0; 2];
            for (channel, symbols) in channels.iter().zip(symbols.chunks_exact(states)) {
                numbers[usize::from(channel.plane)] += channel.part(symbols[place]);
            }
            numbers
        };
        if let Some(numbers) = self.cache.get((number, block), read) {
            return Ok(Some(numbers));
        }
        let (mut bytes, mut symbols) = (Vec::new(), Vec::new());
        file.block(block, &mut bytes, &mut symbols)?;
        self.cache.put((number, block), &symbols);
        Ok(Some(read(&symbols)))
    }

    /// The files of a layer, opened at the first call.
    fn files<G: Layered>(&self, game: &G, layer: Layer) -> Arc<Files> {
        if let Some(files) = self.layers.read().unwrap_or_else(PoisonError::into_inner).get(&layer) {
            return Arc::clone(files);
        }
        let mut layers = self.layers.write().unwrap_or_else(PoisonError::into_inner);
        let number = 3 * layers.len() as u32;
        let open = || {
            let mut sound = true;
            let metrics = Metric::ALL.map(|metric| {
                let path = self.folder.file(layer, metric);
                let opened = self.folder.layer_file(&path).and_then(|(file, _)| {
                    file.belongs(self.folder.identity(), (layer, metric), game.layer_len(layer))?;
                    Ok(file)
                });
                match opened {
                    Ok(file) => Some(file),
                    Err(DbError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => None,
                    Err(error) => {
                        sound = false;
                        self.note(&error);
                        None
                    }
                }
            });
            Arc::new(Files { number, metrics, sound })
        };
        Arc::clone(layers.entry(layer).or_insert_with(open))
    }

    fn note(&self, error: &DbError) {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).insert(error.to_string());
    }

    /// Layers that were asked for and have no file, in order.
    pub fn missing(&self) -> Vec<Layer> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        let nothing = |files: &Files| files.sound && files.metrics.iter().all(Option::is_none);
        let mut all: Vec<_> =
            layers.iter().filter(|(_, files)| nothing(files)).map(|(layer, _)| *layer).collect();
        all.sort();
        all
    }

    /// Why files that were asked for cannot be used, in order; a layer without a file is no trouble.
    pub fn troubles(&self) -> Vec<String> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl<G: Layered> Values<G> for Database {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        if !game.tabled(state) {
            return None;
        }
        self.probe(game, game.layer(state), game.rank(state)).unwrap_or_else(|error| {
            self.note(&error);
            None
        })
    }
}
