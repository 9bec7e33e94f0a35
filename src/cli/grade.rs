//! `grade`: what moves lose against the best, for bots, courses and benchmarks.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::game::{Chosen, GameArgs};
use super::interrupt::{stop_flag, stopping};
use super::progress::catch_interrupts;
use super::report::Head;
use super::search::{self, SearchArgs, Seeds};
use super::{Common, INTERRUPTED, NO, Output};
use crate::error::{Error, short};
use crate::lines::next_line;
use crate::review::{Graded, Outcome, grade};
use crate::tables::Source;

/// A longer line is an error.
const LONGEST_LINE: u64 = 1 << 20;

/// Arguments of `grade`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE has a move a line, either as JSON
  {\"position\": \"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S\", \"moves\": [\"C\", \"d\"], \"move\": \"F\", \"id\": \"7\", \"player\": \"my bot\"}
or as text: the position, a semicolon, the move. Of the JSON only `move` must be there; without `position` the game begins at its
start; `moves` are played first; `id` comes back as it is; players are counted apart.
A move that is not legal counts as a mistake of its own, and the exit code is then 3.

Example: sowbase grade oware answers.jsonl --nodes 100000 --jsonl")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The moves; - reads standard input.
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    /// One JSON object a line for every move, and one with the summary.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
    /// Accept more seeds than a game has.
    #[arg(long)]
    allow_any_total: bool,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    r#move: String,
    id: Option<serde_json::Value>,
    player: Option<String>,
}

/// What became of a line.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(rename = "line")]
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    r#move: String,
    /// True when the move could be played.
    legal: bool,
    /// Why not.
    error: Option<String>,
    #[serde(flatten)]
    graded: Option<Values>,
}

#[derive(Debug, Serialize)]
struct Values {
    position: String,
    best: String,
    score: Seeds,
    best_score: Seeds,
    lost: Seeds,
    outcome: Outcome,
    best_outcome: Outcome,
    result_lost: f64,
    rank: usize,
    legal_moves: usize,
    exact: bool,
    depth: u32,
    source: Source,
}

impl From<&Graded> for Values {
    fn from(graded: &Graded) -> Self {
        Self {
            position: graded.position.clone(),
            best: graded.best.r#move.clone(),
            score: Seeds(graded.played.hundredths),
            best_score: Seeds(graded.best.hundredths),
            lost: Seeds(graded.lost()),
            outcome: graded.outcomes[0],
            best_outcome: graded.outcomes[1],
            result_lost: graded.result_lost(),
            rank: graded.rank,
            legal_moves: graded.legal,
            exact: graded.exact,
            depth: graded.played.depth,
            source: graded.source,
        }
    }
}

/// What all moves of a player come to.
#[derive(Debug, Default, Serialize)]
struct Summary {
    moves: usize,
    illegal: usize,
    /// As good as the best move.
    best: usize,
    /// Seeds lost by a legal move on the average.
    mean_lost: f64,
    worst_lost: f64,
    /// Moves that lost something of the result, and what all lost together (a win to a loss is 1).
    blunders: usize,
    result_lost: f64,
    /// Of the legal moves, how many were judged by proven values.
    exact: usize,
}

impl Summary {
    fn add(&mut self, line: &Line) {
        self.moves += 1;
        let Some(values) = &line.graded else {
            self.illegal += 1;
            return;
        };
        let lost = f64::from(values.lost.0) / 100.0;
        let legal = (self.moves - self.illegal) as f64;
        self.mean_lost += (lost - self.mean_lost) / legal;
        self.worst_lost = self.worst_lost.max(lost);
        self.best += usize::from(values.lost.0 == 0);
        self.blunders += usize::from(values.result_lost > 0.0);
        self.result_lost += values.result_lost;
        self.exact += usize::from(values.exact);
    }

    fn words(&self, who: &str) -> String {
        let legal = self.moves - self.illegal;
        let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        format!(
            "{who}{} moves, {} not legal. Of the legal ones {} ({:.0} %) as good as the best, {:.2} lost on the average, {:.2} at \
             most; {} threw away something of the result ({} in all). {:.0} % judged by proven values.\n",
            self.moves,
            self.illegal,
            self.best,
            share(self.best, legal),
            self.mean_lost,
            self.worst_lost,
            self.blunders,
            self.result_lost,
            share(self.exact, legal),
        )
    }
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [Line]>,
    summary: &'a Summary,
    players: Vec<OfPlayer<'a>>,
}

/// What the moves of a player come to.
#[derive(Serialize)]
struct OfPlayer<'a> {
    player: &'a str,
    #[serde(flatten)]
    summary: &'a Summary,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    catch_interrupts();
    let mut input = open(&args.file)?;
    let mut engine = search::engine(&chosen, &args.search, common)?;
    let (mut all, mut summary, mut players) =
        (Vec::new(), Summary::default(), BTreeMap::<String, Summary>::new());
    let mut number = 0;
    let broken = |error: std::io::Error| Error::File(format!("{}: {error}", shown(&args.file)));
    while let Some(text) = next_line(&mut *input, LONGEST_LINE).map_err(broken)? {
        number += 1;
        if text.trim().is_empty() {
            continue;
        }
        let asked =
            read(&text).map_err(|why| Error::File(format!("{}, line {number}: {why}", shown(&args.file))))?;
        let line = judge(args, &chosen, &mut *engine, number, asked)?;
        if stopping() {
            break;
        }
        summary.add(&line);
        if let Some(player) = &line.player {
            players.entry(player.clone()).or_insert_with(Summary::default).add(&line);
        }
        if args.jsonl {
            out.line(&line)?;
        } else if out.json() {
            all.push(line);
        } else {
            out.text(&words(&line))?;
        }
    }
    let moves = out.json().then_some(&all[..]);
    let by_player = players.iter().map(|(player, summary)| OfPlayer { player, summary }).collect();
    let report = Report { head: Head::new(&chosen), moves, summary: &summary, players: by_player };
    if args.jsonl {
        out.line(&report)?;
    } else if out.json() {
        out.document(&report)?;
    } else {
        let mut text = String::from("\n");
        for (player, summary) in &players {
            text += &summary.words(&format!("{player}: "));
        }
        out.text(&(text + &summary.words(if players.is_empty() { "" } else { "All: " })))?;
    }
    if stopping() {
        return Ok(INTERRUPTED);
    }
    Ok(if summary.illegal > 0 { NO } else { 0 })
}

/// Grades a line. A move that cannot be played is an answer, a position that cannot be is an error.
fn judge(
    args: &Args,
    chosen: &Chosen,
    engine: &mut dyn crate::engine::Engine,
    number: usize,
    asked: Asked,
) -> Result<Line, Error> {
    let at = |error: Error| Error::File(format!("{}, line {number}: {error}", shown(&args.file)));
    let position = chosen.position(asked.position.as_deref(), args.allow_any_total).map_err(at)?;
    chosen.opened.play.replay(&position, &asked.moves).map_err(at)?;
    let from = (&position, &asked.moves[..]);
    let graded = grade(&chosen.opened, engine, from, &asked.r#move, args.search.limits(), stop_flag());
    let error = graded.as_ref().err().map(ToString::to_string);
    Ok(Line {
        number,
        id: asked.id,
        player: asked.player,
        r#move: asked.r#move,
        legal: graded.is_ok(),
        error,
        graded: graded.as_ref().ok().map(Values::from),
    })
}

/// Reads a line of the file.
fn read(text: &str) -> Result<Asked, String> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| error.to_string());
    }
    let (position, mv) = text
        .rsplit_once(';')
        .ok_or_else(|| format!("{:?}: write JSON, or a position, a semicolon and a move", short(text)))?;
    let position = Some(position.trim().to_owned());
    Ok(Asked { position, moves: Vec::new(), r#move: mv.trim().to_owned(), id: None, player: None })
}

fn open(file: &Path) -> Result<Box<dyn BufRead>, Error> {
    if file == Path::new("-") {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let opened =
        std::fs::File::open(file).map_err(|error| Error::File(format!("{}: {error}", shown(file))))?;
    Ok(Box::new(std::io::BufReader::new(opened)))
}

fn shown(file: &Path) -> String {
    short(&file.display().to_string())
}

fn words(line: &Line) -> String {
    let name = line.id.as_ref().map_or_else(
        || line.number.to_string(),
        |id| match id {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        },
    );
    match (&line.graded, &line.error) {
        (Some(values), _) => format!(
            "{name:<6} {:<5} {:>7}  best {:<5} {:>7}  lost {:>6}{}{}\n",
            line.r#move,
            values.score.to_string(),
            values.best,
            values.best_score.to_string(),
            format!("{}", f64::from(values.lost.0) / 100.0),
            if values.result_lost > 0.0 {
                format!("  {:?} for {:?}", values.outcome, values.best_outcome).to_lowercase()
            } else {
                String::new()
            },
            if values.exact { "" } else { "  (estimate)" },
        ),
        (None, error) => {
            format!("{name:<6} {:<5} not legal: {}\n", line.r#move, error.as_deref().unwrap_or_default())
        }
    }
}
