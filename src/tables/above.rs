//! Solved layers, and search on top of them for states that no layer holds.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use sowbase_solver::retrograde::{AboveError, Value, Values, all_above};
use sowbase_solver::{Interval, Layered, Score, Watch};

use super::sources::Sources;

/// States that are explored for one that no layer holds.
const MOST: usize = 300_000;

/// Sources of one analysis. What was found by search is kept as long as it lasts.
pub(super) struct Above<'a, G: Layered> {
    sources: &'a Sources<G>,
    watch: &'a dyn Watch,
    found: Mutex<Found<G::State>>,
}

struct Found<S> {
    values: HashMap<S, Value>,
    trouble: Option<AboveError>,
}

impl<'a, G: Layered> Above<'a, G> {
    pub(super) fn new(sources: &'a Sources<G>, watch: &'a dyn Watch) -> Self {
        Self { sources, watch, found: Mutex::new(Found { values: HashMap::new(), trouble: None }) }
    }

    /// Why a state could not be answered, the first time.
    pub(super) fn trouble(&self) -> Option<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.trouble.map(|error| format!("boards with untouched pits are searched: {error}"))
    }

    /// Searches from a state once for its score and once for its bounds, as far as the layers below know them.
    fn search(&self, game: &G, state: &G::State) -> Found<G::State> {
        let score = |state: &G::State| self.sources.value(game, state)?.exact().map(Interval::exact);
        let bounds = |state: &G::State| self.sources.value(game, state)?.bounds;
        let mut found = Found { values: HashMap::from([(*state, Value::default())]), trouble: None };
        match all_above(game, state, score, MOST, Some(Score::ZERO), self.watch) {
            Ok(all) => found.values.extend(
                all.into_iter()
                    .map(|(state, value)| (state, Value { score: Some(value.lo), ..Value::default() })),
            ),
            Err(error) => found.trouble = Some(error),
        }
        if found.trouble.is_none()
            && let Ok(all) = all_above(game, state, bounds, MOST, None, self.watch)
        {
            for (state, value) in all {
                found.values.entry(state).or_default().bounds = Some(value);
            }
        }
        found
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
