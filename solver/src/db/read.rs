//! Reading a whole layer, every block checked, by all threads.

use std::path::Path;

use rayon::prelude::*;

use super::Identity;
use super::error::{DbError, readable};
use super::file::LayerFile;
use super::tiles::Tile;
use crate::game::Layer;
use crate::mem::{Cell, Plane};
use crate::metric::Metric;
use crate::retrograde::Planes;

/// Reads a metric of a layer of `states` states and checks all of it.
///
/// # Errors
/// When the file is damaged, cut short, of another version, or of other rules or another layer.
pub fn read_layer(
    path: &Path,
    identity: &Identity,
    what: (Layer, Metric),
    states: u128,
) -> Result<Planes, DbError> {
    let file = LayerFile::open(path)?;
    file.belongs(identity, what, states)?;
    read_whole(&file, path)
}

/// All values of an open file.
pub(super) fn read_whole(file: &LayerFile, path: &Path) -> Result<Planes, DbError> {
    let states = file.tiles.states() as usize;
    let failed = DbError::io("find memory for", path, readable);
    let pair = || -> std::io::Result<_> { Ok([Plane::zeroed(states)?, Plane::zeroed(states)?]) };
    match file.header.metric {
        Metric::Score => {
            let mut plane = [Plane::zeroed(states).map_err(failed)?];
            fill(file, &mut plane, |old: i8, part| old.wrapping_add(part as i8))?;
            let [plane] = plane;
            Ok(Planes::Score(plane))
        }
        Metric::Bounds => {
            let mut planes = pair().map_err(failed)?;
            fill(file, &mut planes, |old: i8, part| old.wrapping_add(part as i8))?;
            Ok(Planes::Bounds(planes))
        }
        Metric::Distance => {
            let mut planes = [
                Plane::zeroed(states).map_err(failed)?,
                Plane::zeroed(states).map_err(DbError::io("find memory for", path, readable))?,
            ];
            fill(file, &mut planes, |old: u16, part| old.wrapping_add(part as u16))?;
            Ok(Planes::Distance(planes))
        }
    }
}

/// Fills planes of zeros: `add` puts what a channel says to what is there.
fn fill<T: Cell, const N: usize>(
    file: &LayerFile,
    planes: &mut [Plane<T>; N],
    add: impl Fn(T, i32) -> T + Sync,
) -> Result<(), DbError> {
    // Whole rows of tiles are neighbours in memory, so every thread has a stretch of its own.
    let mut rest = planes.each_mut().map(|plane| &mut plane[..]);
    let mut bands = Vec::new();
    for band in file.tiles.bands() {
        let mine = rest.each_mut().map(|rest| rest.split_off_mut(..band.states as usize).unwrap_or_default());
        bands.push((band, mine));
    }
    bands.into_par_iter().try_for_each_init(
        || (Vec::new(), Vec::new()),
        |(bytes, symbols), (band, mut mine)| {
            for number in band.first_block..band.first_block + band.blocks {
                let tile = file.block(number, bytes, symbols)?;
                let tile = Tile { start: tile.start - band.first_state, ..tile };
                for (channel, symbols) in
                    file.reader().channels().iter().zip(symbols.chunks_exact(tile.states()))
                {
                    let plane = &mut mine[usize::from(channel.plane)];
                    for (row, symbols) in symbols.chunks_exact(tile.width).enumerate() {
                        let from = tile.start as usize + row * tile.stride as usize;
                        for (value, &symbol) in plane[from..from + tile.width].iter_mut().zip(symbols) {
                            *value = add(*value, channel.part(symbol));
                        }
                    }
                }
            }
            Ok(())
        },
    )
}
