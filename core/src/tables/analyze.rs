//! Analysing a position by solved layers.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::retrograde::{Lines, SolveError, Stop, Value, Values};
use sowbase_solver::{Child, Layer, Layered, Metric, Move, Turn, Watch};

use super::above::Above;
use super::analysis::{Analysis, ENDLESS, Final, MoveValue, PvStops, Source, Worth};
use super::memory::{self, size};
use super::sources::Sources;
use super::why::{Facts, why};
use super::{AnalyzeOptions, Places, Tabled};
use crate::error::Error;
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;
use crate::games::trace::Trace;
use crate::games::{foreign, notation};
use crate::play::{GameResult, InProgress, MOST_LISTED, Position, Session, Side};

impl<G: Rulebook + Layered> Tabled<G> {
    pub(super) fn analysis(
        &self,
        position: &Position,
        options: &AnalyzeOptions,
        watch: &dyn Watch,
    ) -> Result<Analysis, Error> {
        let game = &*self.game;
        let mut session = Session::new(Arc::clone(&self.game), position.clone());
        if let Some(result) = session.result() {
            return Ok(Analysis::over(position, session.position(), result));
        }
        let state = game.encode(position);
        let children = children(game, &state);
        let mut warnings = Vec::new();
        if session.has_more_moves() {
            warnings.push(format!("there are more legal moves than the {MOST_LISTED} that are listed"));
        }
        let refusal = game.rules().not_tabled();
        if let Some(why) = &refusal {
            warnings.push(format!("values from databases do not fit these rules: {why}"));
        }
        let mut sources = self.sources(&options.places, watch);
        let in_memory = if refusal.is_some() { 0 } else { options.in_memory };
        let mut unknown = None;
        for layer in layers_asked(game, &state, &children) {
            match sources.ensure(layer, in_memory) {
                Ok(true) => {}
                Ok(false) => unknown = unknown.or(Some(layer)),
                Err(SolveError::Stopped(_)) => return Err(Error::Stopped),
                Err(error) => warnings.push(error.to_string()),
            }
        }
        let above = Above::new(&sources, watch);
        let mut lines = Lines::new(game, &above);
        let mut moves = Vec::new();
        for (trace, (mv, child)) in session.moves().iter().zip(&children) {
            session.play(&trace.text)?;
            let result = session.result().cloned();
            session.undo();
            let value = above.worth(game, child);
            let line = options.lines.then(|| pv(game, &mut lines, position.side, (&state, *mv), child));
            moves.push(move_value(trace, position.side, value, result.as_ref(), line));
        }
        let value = above.value(game, &state);
        let all_known = value.is_some() && moves.iter().all(|mv| mv.score.is_some());
        match unknown {
            // Search on top of smaller layers found everything.
            Some(_) if all_known => {}
            // The first layer asked for is the position's own, then the largest: building it makes the others.
            Some(layer) => warnings.push(self.not_known(layer, &options.places)),
            // What lines of best play came to and did not find.
            None => warnings.extend(sources.missing()),
        }
        warnings.extend(sources.troubles());
        // Best first; a stable sort keeps ties in the order of the rules, and the unknown come last.
        moves.sort_by_key(|mv| Reverse(mv.score));
        warnings.extend(above.trouble());
        let score = value.and_then(|value| value.exact());
        Ok(Analysis {
            position: notation::format(position),
            over: false,
            result: None,
            score: score.map(|score| score.0),
            bound: score.map(|_| Worth::Exact),
            depth: None,
            distance: value.and_then(|value| value.distance).map(|plies| u32::from(plies.end)),
            source: score.map(|_| Source::Database),
            endless: ENDLESS,
            depends_on_endless: value.and_then(|value| value.depends_on_endless()),
            r#final: score
                .filter(|_| game.ends_in_stores())
                .map(|score| Final::of(position, f64::from(score.0))),
            moves,
            warnings,
        })
    }

    /// What was asked for and is nowhere, and what makes it known.
    pub(super) fn not_found(&self, sources: &Sources<G>, places: &Places) -> Vec<String> {
        let files = sources.missing();
        if !files.is_empty() {
            return files;
        }
        sources.unknown().map(|layer| self.not_known(layer, places)).into_iter().collect()
    }

    /// That a layer is not known, and what makes it known.
    fn not_known(&self, layer: Layer, places: &Places) -> String {
        let (name, seeds) = (G::Rules::GAME, layer.seeds);
        let needed = self.game.needed(layer);
        let mut folders = places.dirs.iter().filter(|dir| foreign::source(dir).is_none());
        let place = folders.next().map_or_else(|| "DIR".into(), |dir| dir.display().to_string());
        let unknown = format!("no database for these rules in {place} knows boards of {seeds} seeds");
        let states = self.states(&needed);
        let memory = self.plan(None, None).needs(&self.game, &needed, &[Metric::Score]);
        let memory = memory.map(|needs| needs.least);
        match (memory, memory::available()) {
            (Err(error), _) => format!("{unknown}, and none can be built: {error}"),
            (Ok(memory), Some(free)) if memory > u128::from(free) => format!(
                "{unknown}, and they are too many to build here: {states} states need {} of memory, {} are free",
                size(memory),
                size(u128::from(free))
            ),
            _ => format!(
                "{unknown}; `sowbase db build {name} --seeds {seeds} --db {place}`, with the same --variant and \
                 --rule, builds them: {states} states, {}",
                size(states)
            ),
        }
    }
}

/// As many as a session lists.
fn children<G: Layered>(game: &G, state: &G::State) -> Vec<(Move, Child<G::State>)> {
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |mv, child| {
        all.push((mv, child));
        if all.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all
}

/// The layers of the position and of its children, the position's first.
fn layers_asked<G: Layered>(game: &G, state: &G::State, children: &[(Move, Child<G::State>)]) -> Vec<Layer> {
    let going_on = children.iter().filter(|(_, child)| child.turn != Turn::Over);
    let below: BTreeSet<Layer> = going_on.map(|(_, child)| game.layer(&child.state)).collect();
    let own = game.layer(state);
    std::iter::once(own).chain(below.into_iter().filter(|layer| *layer != own).rev()).collect()
}

/// The move and best play after it, as texts.
fn pv<G: Rulebook + Layered>(
    game: &G,
    lines: &mut Lines<G, Above<G>>,
    side: Side,
    (state, mv): (&G::State, Move),
    child: &Child<G::State>,
) -> (Vec<String>, PvStops) {
    let mut texts = vec![game.move_text(state, mv, side)];
    if child.turn == Turn::Over {
        return (texts, PvStops::End);
    }
    let handed_over = child.turn == Turn::Pass;
    let mut side = if handed_over { side.other() } else { side };
    let line = lines.best(&child.state, &[(*state, handed_over)]);
    for (at, mv) in &line.moves {
        texts.push(game.move_text(at, *mv, side));
        if game.play(at, *mv).is_some_and(|child| child.turn == Turn::Pass) {
            side = side.other();
        }
    }
    let stops = match line.stop {
        Stop::End => PvStops::End,
        Stop::Repetition => PvStops::Repetition,
        Stop::Unknown => PvStops::Unknown,
    };
    (texts, stops)
}

pub(super) fn move_value(
    trace: &Trace,
    mover: Side,
    value: Option<Value>,
    result: Option<&GameResult>,
    line: Option<(Vec<String>, PvStops)>,
) -> MoveValue {
    let (pv, stops) = line.unzip();
    let score = value.and_then(|value| value.exact());
    let answer = pv.as_ref().and_then(|pv| pv.get(1)).map(String::as_str);
    MoveValue {
        r#move: trace.text.clone(),
        score: score.map(|score| score.0),
        bound: score.map(|_| Worth::Exact),
        depth: None,
        distance: value.and_then(|value| value.distance).map(|plies| u32::from(plies.end)),
        depends_on_endless: value.and_then(|value| value.depends_on_endless()),
        why: why(&Facts { trace, mover, value, result, answer, stops }),
        pv,
        pv_stops: stops,
    }
}
