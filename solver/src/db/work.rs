//! Room for a build: solved layers that do not fit in memory beside the one being solved go to work files.
//!
//! A work file holds the plain numbers of one metric. It has no name once it is open, so nothing is left behind whatever
//! happens to the program, and the system keeps as much of it in its cache as there is room.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::error::{DbError, nothing_lost};
use crate::game::Layer;
use crate::mem::{Cell, Plane};
use crate::metric::Metric;
use crate::retrograde::{Planes, Solved};

/// Moves solved layers out of memory, the largest first, until at most `most` bytes of them are left there.
///
/// # Errors
/// When the folder has no room for them.
pub fn make_room(dir: &Path, solved: &mut Solved, most: u64) -> Result<(), DbError> {
    while solved.bytes() > most {
        let Some((layer, metric)) = solved.largest() else { return Ok(()) };
        move_out(dir, solved, layer, metric).map_err(DbError::io(
            "write a work file in",
            dir,
            nothing_lost,
        ))?;
    }
    Ok(())
}

fn move_out(dir: &Path, solved: &mut Solved, layer: Layer, metric: Metric) -> std::io::Result<()> {
    let Some(known) = solved.layer(layer) else { return Ok(()) };
    let planes = match metric {
        Metric::Score => known.score.as_ref().map(|scores| mapped(dir, scores).map(Planes::Score)),
        Metric::Bounds => known.bounds.as_ref().map(|bounds| pair(dir, bounds).map(Planes::Bounds)),
        Metric::Distance => known.distance.as_ref().map(|planes| pair(dir, planes).map(Planes::Distance)),
    };
    if let Some(planes) = planes {
        solved.insert(layer, planes?);
    }
    Ok(())
}

fn pair<T: Cell>(dir: &Path, planes: &[Plane<T>; 2]) -> std::io::Result<[Plane<T>; 2]> {
    Ok([mapped(dir, &planes[0])?, mapped(dir, &planes[1])?])
}

/// The same numbers in a file without a name.
fn mapped<T: Cell>(dir: &Path, plane: &Plane<T>) -> std::io::Result<Plane<T>> {
    let mut file: File = tempfile::tempfile_in(dir)?;
    file.write_all(plane.bytes())?;
    Plane::mapped(&file, 0, plane.len())
}
