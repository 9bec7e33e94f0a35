//! The arguments of commands that search, and what a search found as text and JSON.

use std::time::Duration;

use serde::Serialize;
use sowbase_solver::Hundredths;

use super::Common;
use super::game::{Chosen, PlayedArgs, split};
use super::report::Head;
use crate::engine::{Answer, EngineOptions, Limits, SearchedMove, parse_time};
use crate::error::Error;
use crate::play::{GameResult, Position};
use crate::reasons::{Explanation, Reason};
use crate::tables::{Analysis, Final, PvStops, Worth, parse_size};
use crate::words::{Key, say};

/// Time of a search where nothing else is said.
const TIME: Duration = Duration::from_secs(2);

/// How far a search goes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Search so many plies deep.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    pub(super) depth: Option<u32>,
    /// Search so long: seconds, or with a unit (500ms, 2s, 5m).
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Search so many nodes, or a few more.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search until Ctrl-C, or until nothing is left to find out.
    #[arg(long, conflicts_with_all = ["depth", "time", "nodes"])]
    infinite: bool,
    /// Memory for what the search remembers.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    hash: u64,
}

impl SearchArgs {
    /// The limits; two seconds where none was given.
    pub(super) fn limits(&self) -> Limits {
        let none = self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && !self.infinite;
        let time = if none { Some(TIME) } else { self.time };
        Limits { depth: self.depth, nodes: self.nodes, time, soft_time: None }
    }

    /// The engine: all threads unless the user said how many.
    pub(super) fn options(&self, common: &Common) -> EngineOptions {
        EngineOptions {
            hash: usize::try_from(self.hash).unwrap_or(usize::MAX),
            threads: common.threads.map_or_else(rayon::current_num_threads, |threads| threads as usize),
            places: common.places(),
            ..EngineOptions::default()
        }
    }
}

/// A number of seeds: whole ones are written without a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seeds(pub(super) i32);

impl Serialize for Seeds {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match Hundredths(self.0).whole() {
            Some(score) => to.serialize_i16(score.0),
            None => to.serialize_f64(f64::from(self.0) / 100.0),
        }
    }
}

impl std::fmt::Display for Seeds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match Hundredths(self.0).whole() {
            Some(score) if score.0 == 0 => f.pad("0"),
            Some(score) => f.pad(&format!("{:+}", score.0)),
            None => f.pad(&format!("{:+.2}", f64::from(self.0) / 100.0)),
        }
    }
}

/// What a search found, as the JSON of `analyze` and `bestmove`.
#[derive(Debug, Serialize)]
pub(super) struct SearchReport {
    #[serde(flatten)]
    head: Head,
    position: String,
    over: bool,
    result: Option<GameResult>,
    score: Option<Seeds>,
    bound: Option<Worth>,
    at_least: Option<i16>,
    at_most: Option<i16>,
    depth: u32,
    longest: u32,
    distance: Option<u32>,
    source: &'static str,
    /// The rule in force: what a search sees of endless play, it pays by that.
    endless: Option<String>,
    depends_on_endless: Option<bool>,
    r#final: Option<Final>,
    moves: Vec<MoveLine>,
    #[serde(flatten)]
    told: Told,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    hash_full: u32,
    database_hits: u64,
    settled: bool,
    warnings: Vec<String>,
}

/// A move of a [`SearchReport`].
#[derive(Debug, Serialize)]
struct MoveLine {
    r#move: String,
    score: Seeds,
    bound: Worth,
    at_least: i16,
    at_most: i16,
    depth: u32,
    distance: Option<u32>,
    depends_on_endless: Option<bool>,
    r#final: Option<Final>,
    nodes: u64,
    pv: Vec<String>,
    pv_stops: PvStops,
    why: String,
}

impl SearchReport {
    /// What a search found, with what databases know beside it.
    pub(super) fn new(chosen: &Chosen, answer: &Answer, known: &Analysis, told: Told) -> Self {
        let best = answer.best();
        let line = |mv: &SearchedMove| {
            let stored = known.moves.iter().find(|other| other.r#move == mv.r#move);
            MoveLine {
                r#move: mv.r#move.clone(),
                score: Seeds(mv.hundredths),
                bound: mv.bound,
                at_least: mv.at_least,
                at_most: mv.at_most,
                depth: mv.depth,
                distance: stored.and_then(|stored| stored.distance),
                depends_on_endless: stored.and_then(|stored| stored.depends_on_endless),
                r#final: mv.r#final,
                nodes: mv.nodes,
                pv: mv.pv.clone(),
                pv_stops: mv.pv_stops,
                why: stored.map_or_else(String::new, |stored| stored.why.clone()),
            }
        };
        Self {
            head: Head::new(chosen),
            position: answer.position.clone(),
            over: false,
            result: None,
            score: best.map(|mv| Seeds(mv.hundredths)),
            bound: best.map(|mv| mv.bound),
            at_least: answer.moves.iter().map(|mv| mv.at_least).max(),
            at_most: answer.moves.iter().map(|mv| mv.at_most).max(),
            depth: answer.depth,
            longest: answer.longest,
            distance: known.distance,
            source: "search",
            endless: chosen
                .opened
                .rules
                .options()
                .into_iter()
                .find(|option| option.key == "repetition")
                .map(|option| option.value),
            depends_on_endless: None,
            r#final: best.and_then(|mv| mv.r#final),
            moves: answer.moves.iter().map(line).collect(),
            told,
            nodes: answer.nodes,
            seconds: answer.seconds,
            nodes_per_second: (answer.nodes as f64 / answer.seconds.max(1e-6)) as u64,
            hash_full: answer.fullness,
            database_hits: answer.hits,
            settled: answer.settled,
            warnings: known.warnings.clone(),
        }
    }
}

/// The explanation of a position, as the JSON of `analyze` and `db probe` has it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Told {
    /// `None` in an update, after which the search goes on.
    pub(super) sentence: Option<String>,
    pub(super) reasons: Vec<Reason>,
}

impl From<Explanation> for Told {
    fn from(explanation: Explanation) -> Self {
        Self { sentence: Some(explanation.sentence), reasons: explanation.reasons }
    }
}

/// Moves of a line shown in text; JSON has them all.
const SHOWN: usize = 12;

/// What a search found, in words.
pub(super) fn words_of(answer: &Answer) -> String {
    let mut text = String::new();
    if let Some(best) = answer.best() {
        let worth = match best.bound {
            Worth::Exact => Key::WorthExact,
            Worth::Lower => Key::WorthLower,
            Worth::Upper => Key::WorthUpper,
            Worth::Estimate => Key::WorthEstimate,
        };
        let score = ("score", Seeds(best.hundredths).to_string().into());
        let worth = ("worth", say(worth, &[]).into());
        text += &match best.r#final {
            Some(totals) => {
                let [south, north] = [totals.south, totals.north].map(|total| format!("{total:.1}").into());
                say(Key::ScoreSearchedEnds, &[score, worth, ("south", south), ("north", north)])
            }
            None => say(Key::ScoreSearched, &[score, worth]),
        };
        text.push('\n');
    }
    text += &format!(
        "Searched {} plies deep ({} at most): {} nodes in {:.2} s, {:.1} million a second{}.\n\n",
        answer.depth,
        answer.longest,
        answer.nodes,
        answer.seconds,
        answer.nodes as f64 / answer.seconds.max(1e-6) / 1e6,
        if answer.hits > 0 { format!(", {} found in databases", answer.hits) } else { String::new() },
    );
    for mv in &answer.moves {
        text += &words_of_move(mv);
    }
    text
}

fn words_of_move(mv: &SearchedMove) -> String {
    let bound = match mv.bound {
        Worth::Exact => say(Key::BoundExact, &[]),
        Worth::Lower => say(Key::BoundLower, &[]),
        Worth::Upper => say(Key::BoundUpper, &[]),
        Worth::Estimate if mv.depth == 0 => say(Key::BoundUnseen, &[]),
        Worth::Estimate if !mv.own_value => say(Key::BoundNoMore, &[]),
        Worth::Estimate => say(Key::BoundDepth, &[("depth", mv.depth.into())]),
    };
    let stops = match mv.pv_stops {
        _ if mv.pv.len() > SHOWN => Some(Key::LineGoesOn),
        PvStops::Repetition => Some(Key::LineRepeats),
        PvStops::End => Some(Key::LineEnds),
        PvStops::Unknown => None,
    };
    let stops = stops.map_or_else(String::new, |key| format!(" {}", say(key, &[])));
    let pv = mv.pv[..mv.pv.len().min(SHOWN)].join(" ");
    format!("{:<6} {:>7}  {bound:<9} {pv}{stops}\n", mv.r#move, Seeds(mv.hundredths).to_string())
}

/// The position and the moves from it that a search is asked about.
pub(super) fn asked(played: &PlayedArgs, chosen: &Chosen) -> Result<(Position, Vec<String>), Error> {
    let (text, moves) = split(&played.words);
    let position = chosen.position(text, played.allow_any_total)?;
    Ok((position, moves.into_iter().map(str::to_owned).collect()))
}

/// The engine that is asked.
pub(super) fn engine<'a>(
    chosen: &'a Chosen,
    args: &SearchArgs,
    common: &Common,
) -> Result<Box<dyn crate::engine::Engine + 'a>, Error> {
    chosen.opened.search.engine(&args.options(common))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_seeds_are_written_without_a_point() {
        let texts = [0, 300, -100, 25, -1230].map(|hundredths| Seeds(hundredths).to_string());
        assert_eq!(texts, ["0", "+3", "-1", "+0.25", "-12.30"]);
        assert_eq!(serde_json::to_string(&[Seeds(300), Seeds(-25)]).expect("JSON"), "[3,-0.25]");
    }
}
