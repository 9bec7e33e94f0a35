//! Row sweeps in value space: the fastest way for single-lap games.
//!
//! One number a state, in rows `[opposite row][own row]`, and one for its best capture. For an own row and a pit all
//! children lie in one row of the numbers, in rising order, so a move is a row squeezed by a fixed list of places, and
//! the least taken of it, 64 states at a time. Numbers only ever move one way, so their limit is one whatever the order
//! in which threads take them. When few still change, the changes are taken back state by state.
//!
//! * `layout`: where numbers lie; `tables`: what each row makes of a move; `cut`: what of it concerns a stretch of
//!   rows; `lower`: what captures are worth
//! * `captures`, `sweep`, `odd`, `list`: the steps; `settle`: their order; `planes`: a metric in and out

mod captures;
mod cut;
mod ground;
mod layout;
mod list;
mod lower;
mod odd;
mod planes;
mod settle;
mod sweep;
mod tables;

use std::sync::{Mutex, PoisonError};

use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use super::solve::SolveError;
use crate::game::{Layer, Layered};
use crate::mem::Plane;
use crate::metric::Metric;
use crate::rowed::Rowed;
use crate::simd::Path;
use layout::Layout;
use tables::Tables;

/// The method. It keeps the tables that it has made, and memory, for the layers that follow.
#[expect(missing_debug_implementations, reason = "games cannot be shown")]
pub struct Rows<G: Rowed> {
    path: Option<Path>,
    kept: Mutex<Option<(G, Tables<G::Row>)>>,
    /// Memory for captures that the last layer has left.
    spare: Mutex<Option<Plane<i8>>>,
}

impl<G: Rowed> Default for Rows<G> {
    fn default() -> Self {
        Self { path: None, kept: Mutex::new(None), spare: Mutex::new(None) }
    }
}

/// Larger boards would overflow a byte on the way.
const MOST_SEEDS: u8 = 120;

impl<G: Rowed> Rows<G> {
    /// The method on a given path of instructions, which the machine must know.
    pub fn on(path: Path) -> Self {
        Self { path: Some(path), ..Self::default() }
    }

    fn tables(&self, game: &G, seeds: u8) -> Tables<G::Row> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut tables = match kept {
            Some((other, tables)) if game.same_rows(&other) => tables,
            _ => Tables::default(),
        };
        tables.grow(game, seeds);
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((game.clone(), tables.clone()));
        tables
    }
}

impl<G: Rowed> Method<G> for Rows<G> {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        let rows = (0..=layer.seeds).map(|seeds| game.row_count(seeds)).max().unwrap_or(0);
        let fits = game.splits() && layer.seeds <= MOST_SEEDS && layer.shape == 0 && game.most_moves() <= 16;
        if !fits || rows > u64::from(u32::MAX) / 16 || game.layer_len(layer) > u128::from(u64::MAX) / 8 {
            return None;
        }
        Some(planes::memory(game, &Layout::new(game, layer.seeds), metric))
    }

    fn pace(&self, metric: Metric) -> Option<f64> {
        Some(match metric {
            Metric::Score => 35.0,
            Metric::Bounds => 75.0,
            Metric::Distance => 135.0,
        })
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        let tables = self.tables(game, layer.seeds);
        let layout = Layout::new(game, layer.seeds);
        let lower = (0..layer.seeds).map(|seeds| Layout::new(game, seeds)).collect();
        let path = self.path.unwrap_or_else(Path::best);
        let ground = ground::Ground::new(game, &tables, &layout, lower, path, &self.spare);
        let planes = planes::solve(&ground, metric, solved, job)?;
        debug_assert_eq!(planes.len() as u128, Layered::layer_len(game, layer));
        Ok(planes)
    }
}
