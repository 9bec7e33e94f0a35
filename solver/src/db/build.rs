//! Building a database: layer by layer, each one safe on disk before the next begins.

use std::time::{Duration, Instant};

use super::error::DbError;
use super::folder::Folder;
use super::work::make_room;
use super::write::Effort;
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::{Plan, Planes, SolveError, Solved, solve_layer};
use crate::watch::{Stopped, Watch};

/// What a build did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// Files made now.
    pub made: Vec<(Layer, Metric)>,
    /// Files that were there already, read and checked.
    pub kept: Vec<(Layer, Metric)>,
}

/// Builds `layers`, each needing only those before it, and of each of them `metrics` in that order (distances need the
/// scores before them). Finished files are kept, so a build that was interrupted goes on where it was.
///
/// # Errors
/// When it cannot fit, somebody else builds here, a file is damaged, the disk is full, or `watch` says stop; files
/// finished by then stay.
pub fn build<G: Layered>(
    game: &G,
    folder: &Folder,
    layers: &[Layer],
    metrics: &[Metric],
    plan: Plan<'_, G>,
    watch: &dyn Watch,
) -> Result<Built, DbError> {
    build_after(|_| Ok(()), game, folder, layers, metrics, plan, watch)
}

/// Builds after `first` was done with what is there, under one lock.
pub(super) fn build_after<G: Layered>(
    first: impl FnOnce(&Folder) -> Result<(), DbError>,
    game: &G,
    folder: &Folder,
    layers: &[Layer],
    metrics: &[Metric],
    plan: Plan<'_, G>,
    watch: &dyn Watch,
) -> Result<Built, DbError> {
    let needs = plan.needs(game, layers, metrics)?.least;
    if let Some(&layer) = layers.iter().max_by_key(|layer| game.layer_len(**layer))
        && needs > u128::from(plan.memory)
    {
        // Refused before the first layer, not after hours.
        let (states, has) = (game.layer_len(layer), plan.memory);
        return Err(SolveError::TooLarge { layer, states, needs, has }.into());
    }
    let _lock = folder.lock()?;
    first(folder)?;
    let (mut solved, mut built) = (Solved::default(), Built::default());
    for &layer in layers {
        for &metric in metrics {
            if watch.stop() {
                return Err(SolveError::Stopped(Stopped).into());
            }
            let kept = game.layer_len(layer).saturating_mul(u128::from(metric.bytes()));
            if folder.has(layer, metric) {
                watch.begin(&format!("layer {} reading", layer.seeds), 1);
                make_room(folder.path(), &mut solved, rest(plan.memory, kept))?;
            }
            let planes = if let Some(planes) = folder.read(game, layer, metric)? {
                built.kept.push((layer, metric));
                planes
            } else {
                let began = Instant::now();
                let wanted = plan.wanted(game, layer, metric)?;
                make_room(folder.path(), &mut solved, rest(plan.memory, wanted))?;
                let planes = solve_layer(game, layer, metric, &solved, plan, watch)?;
                let bytes = folder.write(game, layer, &planes, Effort::Build, watch)?;
                watch.note(&finished(layer, &planes, bytes, began.elapsed()));
                built.made.push((layer, metric));
                planes
            };
            solved.insert(layer, planes);
        }
    }
    Ok(built)
}

/// Fewest states of a file for which bits a state say something: the rest of a smaller one is header.
pub const TELLING: u64 = 10_000;

/// What there is to tell of a file that was made, in a line.
fn finished(layer: Layer, planes: &Planes, bytes: u64, took: Duration) -> String {
    let (Layer { seeds, shape }, states, metric) = (layer, planes.len() as u64, planes.metric());
    let shape = if shape == 0 { String::new() } else { format!(" shape {shape}") };
    let seconds = took.as_secs_f64();
    let mut text = format!("layer {seeds}{shape} {metric}: {states} states in {seconds:.1} s, {bytes} bytes");
    if states >= TELLING {
        text += &format!(", {:.2} bits a state", 8.0 * bytes as f64 / states as f64);
    }
    text
}

/// What is left of the memory beside what a layer needs.
fn rest(memory: u64, needs: u128) -> u64 {
    memory.saturating_sub(u64::try_from(needs).unwrap_or(u64::MAX))
}
