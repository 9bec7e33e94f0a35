//! The command line. A command is one file: its arguments and `run`.

mod analyze;
mod bench;
mod bestmove;
mod config;
mod convert;
mod db;
mod draw;
mod engine;
mod eval;
mod fairness;
mod game;
mod games;
mod grade;
mod interrupt;
mod live;
mod match_;
mod match_report;
mod moves;
mod output;
mod perft;
mod play;
mod progress;
mod puzzle;
mod replay;
mod report;
mod rules;
mod search;
mod selftest;
mod shell;
mod show;
mod solve;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::error::Error;
use crate::tables::Places;
pub use output::Output;

/// Exit code for an answer that is "no": a difference found, a position not in a database.
pub(crate) const NO: u8 = 3;
/// Exit code of a job that was stopped by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

const AFTER: &str = "\
Positions: South's pits / North's pits in sowing order, stores, side to move; one word, so quote it:
  \"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S\"    stores (0-0) and side (S) may be left out
Moves: A to F for South, a to f for North; Omweso adds signs (A+, A-+, Ak); a forced pass is `pass`.
Exit codes: 0 done, 1 error, 2 wrong usage, 3 the answer is no, 130 interrupted.";

/// Solves and analyses six mancala games: Oware, Urim, Anywoli, Bosh, Omweso and Kalah.
#[derive(Debug, Parser)]
#[command(name = "sowbase", version, long_version = LONG_VERSION, after_help = AFTER, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Version, commit and the versions of all formats.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (commit ",
    env!("SOWBASE_COMMIT"),
    ")\nJSON output schema 1, record schema 1, variant format 1, database format 1"
);

/// What every command takes.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Common {
    /// One JSON document on stdout instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Nothing on stderr but errors.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to colour text; auto looks at the terminal, `NO_COLOR` and `CLICOLOR`.
    #[arg(long, global = true, value_enum, value_name = "WHEN", env = "SOWBASE_COLOR")]
    pub(crate) color: Option<Color>,
    /// Threads to use; all cores by default.
    #[arg(long, global = true, value_name = "N", env = "SOWBASE_THREADS", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// A folder with databases, or `awari-scores:DIR` for published scores; several by repeating it or with colons
    /// between, the first that knows a position answers.
    #[arg(long = "db", visible_alias = "dir", global = true, value_name = "DIR", env = "SOWBASE_DB")]
    pub(crate) db: Vec<PathBuf>,
    /// The folder for what is solved once and kept, by default the user's cache folder; `off` keeps nothing.
    #[arg(long, global = true, value_name = "DIR|off", env = "SOWBASE_CACHE")]
    pub(crate) cache: Option<PathBuf>,
}

impl Common {
    /// Where values are looked up.
    fn places(&self) -> Places {
        Places { dirs: self.db.clone(), cache: self.cache.clone() }
    }
}

/// When text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// If the terminal can and wants it.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the games and their variants.
    Games(games::Args),
    /// Print the rules of a game as the program plays them, with every option.
    Rules(rules::Args),
    /// Show a board as text.
    Show(show::Args),
    /// Draw a board, a move step by step, or the rules on one page, as SVG, HTML or PDF.
    Draw(draw::Args),
    /// List the legal moves of a position with what each captures and leads to.
    Moves(moves::Args),
    /// Play moves from a position and say where they lead.
    Replay(replay::Args),
    /// Count the ways to play a number of plies.
    Perft(perft::Args),
    /// Give a value for every legal move, best first: from databases, by solving small endings at once, or by search.
    Analyze(analyze::Args),
    /// Name the best move, for scripts.
    Bestmove(bestmove::Args),
    /// Judge a position without searching, for scripts.
    Eval(eval::Args),
    /// Search fixed positions of all games; the node count is the signature of the search.
    Bench(bench::Args),
    /// Prove the value of a position by search and small solved layers, or check such a proof.
    Solve(solve::Args),
    /// Problems: find, prove, show, try and check them.
    Puzzle(puzzle::Args),
    /// Build a database of solved positions, or look a position up in one.
    Db(db::Args),
    /// Say what moves lose against the best: for bots, courses and benchmarks.
    Grade(grade::Args),
    /// Be an engine for other programs: a line protocol like UCI.
    Engine(engine::Args),
    /// Play a game in the terminal, against a person or the engine at one of ten levels.
    Play(play::Args),
    /// Let two players, built in or programs, play a match, and say who is stronger and how sure that is.
    Match(Box<match_::Args>),
    /// Is it fair? What the first player gets in self-play, game lengths, endless play, and what is proven.
    Report(fairness::Args),
    /// Convert positions between our notation and that of other programs.
    Convert(convert::Args),
    /// Check this program: worked examples, path counts, published values.
    Selftest(selftest::Args),
    /// Show the settings in force and where each comes from.
    Config(config::Args),
    /// Print a completion script for a shell.
    Completions(shell::CompletionsArgs),
    /// Write manual pages into a folder.
    Man(shell::ManArgs),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let parsed = command()
        .try_get_matches_from(std::env::args_os().map(position_is_no_flag))
        .and_then(|matches| Cli::from_arg_matches(&matches).map(|cli| (matches, cli)));
    let (matches, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return output::usage(&error),
    };
    let mut common = cli.common;
    let origins = match config::complete(&mut common, &matches) {
        Ok(origins) => origins,
        Err(error) => return output::failed(&error),
    };
    output::set_color(common.color.unwrap_or(Color::Auto));
    if let Some(threads) = common.threads
        && let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build_global()
    {
        return output::failed(&Error::Usage(format!("cannot start {threads} threads: {error}")));
    }
    let mut out = Output::new(&common);
    let done = match cli.command {
        Command::Games(args) => games::run(&args, &mut out),
        Command::Rules(args) => rules::run(&args, &common, &mut out),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Draw(args) => draw::run(&args, &mut out),
        Command::Moves(args) => moves::run(&args, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Analyze(args) => analyze::run(&args, &common, &mut out),
        Command::Bestmove(args) => bestmove::run(&args, &common, &mut out),
        Command::Eval(args) => eval::run(&args, &common, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &common, &mut out),
        Command::Puzzle(args) => puzzle::run(&args, &common, &mut out),
        Command::Db(args) => db::run(&args, &common, &mut out),
        Command::Grade(args) => grade::run(&args, &common, &mut out),
        Command::Engine(args) => engine::run(&args, &common, &mut out),
        Command::Play(args) => play::run(&args, &common, &mut out),
        Command::Match(args) => match_::run(&args, &common, &mut out),
        Command::Report(args) => fairness::run(&args, &common, &mut out),
        Command::Convert(args) => convert::run(&args, &mut out),
        Command::Selftest(args) => selftest::run(&args, &mut out),
        Command::Config(args) => config::run(&args, &common, &origins, &mut out),
        Command::Completions(args) => shell::completions(&args, &mut out),
        Command::Man(args) => shell::man(&args, &mut out),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Error::Stopped) => {
            out.note("stopped");
            ExitCode::from(INTERRUPTED)
        }
        Err(error) => output::failed(&error),
    }
}

/// A position may begin with a closed hole (`-,4,4,…`) and a move may be nonsense (`-1`): what no flag looks like gets a
/// blank before it, which positions and moves do not mind.
fn position_is_no_flag(arg: OsString) -> OsString {
    let mut chars = arg.to_str().unwrap_or_default().chars();
    let flag_like =
        chars.next() != Some('-') || chars.next().is_none_or(|c| c == '-' || c.is_ascii_alphabetic());
    if flag_like { arg } else { [OsStr::new(" "), &arg].into_iter().collect() }
}

/// The command as clap knows it, for completions and manual pages.
fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_consistent() {
        super::command().debug_assert();
    }
}
