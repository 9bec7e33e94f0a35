//! Moves judged in three ways: by solved layers, by a search, and as given by a line.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use sowbase::engine::{Engine, Limits, Question};
use sowbase::games::{Opened, entry};
use sowbase::play::Position;
use sowbase::reasons::Judged;
use sowbase::tables::{AnalyzeOptions, BuildJob, Worth};
use sowbase_solver::{Metric, Unwatched};

/// Seeds of the layers with distances.
const MEASURED: u32 = 5;
/// States that are solved in memory for a position.
const IN_MEMORY: u64 = 60_000;

/// How the moves of a golden position are judged.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum By {
    /// The first move of a line is best, and nothing is known of the others.
    Line(Vec<String>),
    /// Solved layers without any set-up.
    Solved,
    /// Solved layers with distances.
    Measured,
}

/// A game under rules written `key=value,key=value`, or `-`.
pub(crate) fn open(game: &str, rules: &str) -> Opened {
    let pairs = rules.split_terminator(',').filter(|rule| *rule != "-");
    let settings: Vec<_> = pairs
        .map(|rule| rule.split_once('=').expect("key=value"))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    entry(game).expect("a game").open(&settings).expect("rules")
}

/// The first move of a line is best; the others are worth less, as far as anybody knows.
pub(crate) fn given(opened: &Opened, position: &Position, line: &[String]) -> Vec<Judged> {
    let judged = |text: String| {
        let best = text == line[0];
        Judged {
            hundredths: Some(if best { 100 } else { 0 }),
            worth: Some(Worth::Estimate),
            at_least: Some(-99),
            at_most: Some(99),
            depth: 1,
            own_value: true,
            counting_endless_nothing: false,
            distance: None,
            pv: if best { line.to_vec() } else { vec![text.clone()] },
            pv_stops: None,
            r#move: text,
        }
    };
    opened.play.session(position).moves().into_iter().map(|trace| judged(trace.text)).collect()
}

/// Judged by solved layers; `None` where they do not know every move.
pub(crate) fn solved(opened: &Opened, position: &Position, dirs: &[PathBuf]) -> Option<Vec<Judged>> {
    let options = AnalyzeOptions { places: dirs.to_vec().into(), lines: true, in_memory: IN_MEMORY };
    let analysis = opened.tables.as_ref()?.analyze(position, &options, &Unwatched).ok()?;
    let known = !analysis.over && analysis.moves.iter().all(|mv| mv.score.is_some());
    known.then(|| analysis.moves.iter().map(Judged::from).collect())
}

/// Layers with distances of a game, in a folder.
pub(crate) fn measure(opened: &Opened, dir: &std::path::Path) -> bool {
    let metrics = vec![Metric::Score, Metric::Bounds, Metric::Distance];
    let job = BuildJob { metrics, ..BuildJob::new(dir, MEASURED) };
    opened.tables.as_ref().is_some_and(|tables| tables.build(&job, &Unwatched).is_ok())
}

/// Judged by a search.
pub(crate) fn searched(engine: &mut dyn Engine, position: &Position, depth: u32) -> Vec<Judged> {
    let limits = Limits { depth: Some(depth), nodes: Some(20_000), ..Limits::default() };
    let question = Question { position, moves: &[], limits, lines: 0 };
    let answer = engine.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("no moves to play");
    answer.moves.iter().map(Judged::from).collect()
}
