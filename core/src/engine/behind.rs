//! The engine of one game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sowbase_solver::search::{Job, Kind, MoveReport, Report, Search, Table};
use sowbase_solver::{Interval, Layered, Line, NoDatabase, Probe, Score, Turn, Unwatched};

use super::agree::agree;
use super::evaluate::Judge;
use super::known::Known;
use super::walk::{Step, Walks};
use super::{Answer, Engine, EngineOptions, Level, Question, SearchedMove, Searching, Since};
use crate::error::Error;
use crate::games::{Rulebook, notation};
use crate::play::{InProgress, Position, Session};
use crate::tables::{Final, PvStops, Source, Tabled, Worth};

/// [`Searching`] of a game; `N`: what knows its databases.
pub(crate) struct Searched<G, N> {
    game: Arc<G>,
    numbered: N,
}

impl<G: Rulebook> Searched<G, ()> {
    pub(crate) fn unnumbered(game: Arc<G>) -> Self {
        Self { game, numbered: () }
    }
}

impl<G: Rulebook + Layered> Searched<G, Arc<Tabled<G>>> {
    pub(crate) fn numbered(game: Arc<G>, tables: Arc<Tabled<G>>) -> Self {
        Self { game, numbered: tables }
    }
}

/// Opens what a search looks values up in.
pub(crate) trait Knows<G: Rulebook>: Send + Sync {
    type Known<'a>: Probe<G> + Walks<G> + Send
    where
        Self: 'a;
    fn known<'a>(&'a self, game: &G, options: &EngineOptions) -> Self::Known<'a>;
}

impl<G: Rulebook> Knows<G> for () {
    type Known<'a> = NoDatabase;
    fn known(&self, _: &G, _: &EngineOptions) -> NoDatabase {
        NoDatabase
    }
}

impl<G: Rulebook + Layered> Knows<G> for Arc<Tabled<G>> {
    type Known<'a> = Known<'a, G>;
    fn known<'a>(&'a self, game: &G, options: &EngineOptions) -> Known<'a, G> {
        Known::new(game, self.sources(&options.places, &Unwatched), options.databases)
    }
}

impl<G: Rulebook, N: Knows<G>> Searching for Searched<G, N> {
    fn engine<'a>(&'a self, options: &EngineOptions) -> Result<Box<dyn Engine + 'a>, Error> {
        let table = Table::new(options.hash).map_err(|error| {
            Error::Usage(format!("--hash {}: no memory for the table ({error}); ask for less", options.hash))
        })?;
        let known = self.numbered.known(&self.game, options);
        Ok(Box::new(Searcher { game: &self.game, known, table, options: options.clone() }))
    }

    fn level(&self, number: u8) -> Result<Level, Error> {
        Level::on(&self.game.ladder(), number)
    }

    fn estimate(&self, position: &Position) -> i32 {
        let state = self.game.encode(position);
        let top = 100 * i32::from(self.game.ceiling(&state).0);
        self.game.estimate(&state).0.clamp(-top, top)
    }

    fn agree(&self, positions: u32, depth: u32, seed: u64) -> Result<(), String> {
        agree(&*self.game, positions, depth, seed)
    }
}

struct Searcher<'a, G, K> {
    game: &'a Arc<G>,
    known: K,
    table: Table,
    options: EngineOptions,
}

impl<G: Rulebook, K: Probe<G> + Walks<G> + Send> Engine for Searcher<'_, G, K> {
    fn search(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error> {
        let clock = Since(Instant::now());
        let mut session = Session::new(Arc::clone(self.game), question.position.clone());
        for text in question.moves {
            session.play(text)?;
        }
        if session.result().is_some() {
            return Ok(self.answer(&session, &Report::default(), &clock));
        }
        let lines = if question.lines == 0 { usize::MAX } else { question.lines };
        self.known.prepare(self.game);
        if let Some(steps) = self.known.walk(self.game, &mut session, lines) {
            return Ok(self.stored_answer(&session, &steps, &clock));
        }
        let state = self.game.encode(session.position());
        let job = Job {
            limits: question.limits,
            lines: question.lines,
            threads: self.options.threads,
            stop,
            clock: &clock,
        };
        let search = Search {
            game: &**self.game,
            probe: &self.known,
            evaluate: &Judge { plain: self.options.plain },
            table: &self.table,
            tuning: self.options.tuning,
        };
        let report = search.run(session.line(), &state, &job, |report| {
            tell(&self.answer(&session, report, &clock));
        });
        Ok(self.answer(&session, &report, &clock))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

impl<G: Rulebook, K: Probe<G> + Walks<G> + Send> Searcher<'_, G, K> {
    /// An ending that databases hold: nothing is searched.
    fn stored_answer(&self, session: &Session<G>, steps: &[Step], clock: &Since) -> Answer {
        let moves = steps.iter().map(|step| step.said.clone()).collect();
        let report = Report { moves, depth: 1, longest: 1, settled: true, ..Report::default() };
        let mut answer = self.answer(session, &report, clock);
        answer.source = Source::Database;
        answer.hits = steps.len() as u64;
        for (mv, step) in answer.moves.iter_mut().zip(steps) {
            mv.distance = step.distance;
        }
        answer
    }

    fn answer(&self, session: &Session<G>, report: &Report, clock: &Since) -> Answer {
        let position = session.position();
        Answer {
            position: notation::format(position),
            result: session.result().cloned(),
            moves: report.moves.iter().map(|mv| self.said(session, mv)).collect(),
            depth: report.depth,
            longest: report.longest,
            nodes: report.nodes,
            hits: report.hits,
            fullness: report.fullness,
            seconds: clock.0.elapsed().as_secs_f64(),
            settled: report.settled,
            source: Source::Search,
            goes_on: report.goes_on,
        }
    }

    fn said(&self, session: &Session<G>, said: &MoveReport) -> SearchedMove {
        let position = session.position();
        let (value, proven) = (said.found.value, said.found.proven);
        let (pv, pv_stops) = self.in_words(session.line(), position, said);
        SearchedMove {
            r#move: pv.first().cloned().unwrap_or_default(),
            hundredths: value.0,
            bound: worth(value.whole(), proven),
            at_least: proven.lo.0,
            at_most: proven.hi.0,
            depth: said.depth,
            own_value: said.kind != Kind::Upper && said.kind != Kind::None,
            r#final: self.game.ends_in_stores().then(|| Final::of(position, f64::from(value.0) / 100.0)),
            distance: None,
            pv,
            pv_stops,
            nodes: said.nodes,
        }
    }

    /// A line in words, and why it stops.
    fn in_words(
        &self,
        line: &Line<G::State>,
        position: &Position,
        said: &MoveReport,
    ) -> (Vec<String>, PvStops) {
        let game = &**self.game;
        let (mut line, mut state, mut side) = (line.clone(), game.encode(position), position.side);
        let mut texts = Vec::new();
        for &mv in &said.pv {
            let Some(child) = game.play(&state, mv) else { break };
            texts.push(game.move_text(&state, mv, side));
            line.push(&child, game.captures_are_final());
            if child.turn == Turn::Over {
                return (texts, PvStops::End);
            }
            if child.turn == Turn::Pass {
                side = side.other();
            }
            state = child.state;
            if let Some(ending) = game.cut(&line, &state) {
                let repeats = ending.reason.rests_on_the_way();
                return (texts, if repeats { PvStops::Repetition } else { PvStops::End });
            }
        }
        let over = game.count(&state) == 0;
        (texts, if over { PvStops::End } else { PvStops::Unknown })
    }
}

/// What a value is worth: exact where it is proven, a bound where it is what is proven on one side, else a guess.
fn worth(whole: Option<Score>, proven: Interval) -> Worth {
    match whole {
        Some(_) if proven.is_exact() => Worth::Exact,
        Some(score) if score == proven.lo => Worth::Lower,
        Some(score) if score == proven.hi => Worth::Upper,
        _ => Worth::Estimate,
    }
}
