//! Solved layers, and search on top of them for states that no layer holds.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sowbase_solver::retrograde::{AboveError, Distance, Value, Values, all_above};
use sowbase_solver::{Child, Layered, Score, Turn, Watch};

use super::sources::Sources;

/// States that are explored for one that no layer holds.
const MOST: usize = 300_000;

/// Sources of one analysis. What was found by search is kept as long as it lasts.
pub(super) struct Above<'a, G: Layered> {
    sources: &'a Sources<'a, G>,
    watch: &'a dyn Watch,
    found: Mutex<Found<G::State>>,
}

struct Found<S> {
    values: HashMap<S, Value>,
    trouble: Option<AboveError>,
}

impl<'a, G: Layered> Above<'a, G> {
    pub(super) fn new(sources: &'a Sources<'a, G>, watch: &'a dyn Watch) -> Self {
        Self { sources, watch, found: Mutex::new(Found { values: HashMap::new(), trouble: None }) }
    }

    /// Why a state could not be answered, the first time.
    pub(super) fn trouble(&self) -> Option<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.trouble.map(|error| format!("boards with untouched pits are searched: {error}"))
    }

    /// What a move is worth to its mover; `None` where it is not known.
    pub(super) fn worth(&self, game: &G, child: &Child<G::State>) -> Option<Value> {
        let value = if child.turn == Turn::Over { Value::OVER } else { self.value(game, &child.state)? };
        let score = value.exact().map(|score| child.backup(score));
        // A move that gains nothing has nothing to wait for; any other is one ply, and then what its child takes.
        let far = |plies: Distance| Distance { next: 0, end: plies.end.saturating_add(1) };
        let distance = match score {
            Some(Score::ZERO) => value.distance.map(|_| Distance::default()),
            _ => value.distance.map(far),
        };
        Some(Value { score, bounds: value.bounds.map(|bounds| child.backup_interval(bounds)), distance })
    }

    /// Searches from a state, as far as the layers below know values.
    fn search(&self, game: &G, state: &G::State) -> Found<G::State> {
        let known = |state: &G::State| self.sources.value(game, state);
        match all_above(game, state, known, MOST, self.watch) {
            Ok(all) => Found { values: all.into_iter().collect(), trouble: None },
            Err(error) => Found { values: HashMap::from([(*state, Value::default())]), trouble: Some(error) },
        }
    }
}

impl<G: Layered> Values<G> for Above<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        if game.tabled(state) {
            return self.sources.value(game, state);
        }
        let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.values.contains_key(state) {
            let found = self.search(game, state);
            known.values.extend(found.values);
            known.trouble = known.trouble.or(found.trouble);
        }
        known.values.get(state).copied().and_then(Value::known)
    }
}
