//! `match`: two players against each other.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::game::{Chosen, GameArgs};
use super::interrupt::stop_flag;
use super::live::Live;
use super::match_report::{MatchReport, line, table};
use super::progress::catch_interrupts;
use super::{Common, INTERRUPTED, NO, Output};
use crate::contest::{
    Claim, Contest, HELP, MAX_PLIES, OpeningSource, Pace, Played, RandomOpenings, Setting, Sprt, Tempo,
    read_openings, record_of,
};
use crate::engine::parse_time;
use crate::error::Error;

/// Nodes a move where no limit is given.
const NODES: u64 = 10_000;

/// Arguments of `match`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{HELP}\n\n{EXAMPLES}"))]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first player (A); see below.
    a: String,
    /// The second player (B).
    b: String,
    /// Games; each opening is played twice, sides swapped.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    limits: PaceArgs,
    #[command(flatten)]
    opening: OpeningArgs,
    /// Seeds by which an opening may favour a side, as a small search sees it; 0 takes all openings. A sixteenth of all
    /// seeds when not given.
    #[arg(long, value_name = "SEEDS")]
    balance: Option<f64>,
    /// Stop when it is clear which of two Elo differences is true: `ELO0,ELO1`, or with risks `ELO0,ELO1,ALPHA,BETA`
    /// (0.05 each).
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// Games at the same time; by default the threads there are over those of an engine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Time that a move may take beyond what it has.
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = parse_time)]
    margin: Duration,
    /// How long a program may be silent: until it is ready, and for a move where no time is set.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    silence: Duration,
    /// Plies after which a game is given up and counted as a draw, which is reported.
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES as u64, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    max_plies: u64,
    /// Write every game as a record, one JSON a line.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write every game in OGN (Oware on six pits a row).
    #[arg(long, value_name = "FILE")]
    ogn: Option<PathBuf>,
    /// Let --records and --ogn overwrite files.
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  sowbase match oware own plain --games 400 --nodes 2000
  sowbase match kalah own,time=20ms alphabeta,time=80ms --sprt 0,50
  sowbase match oware own 'cmd:./engine --quiet' --tc 10+0.1 --records games.jsonl --ogn games.ogn
A program gets `position startpos moves …` or `position POSITION moves …`, positions and moves as
we write them; South's clock is wtime. One that dies, hangs, has no move or plays an illegal one
loses that game and is started again; the match goes on.
Exit codes: 0 done, 3 the test of --sprt accepted ELO0, 130 interrupted (with a report).";

/// What players may use.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PaceArgs {
    /// Nodes a move; 10,000 where no limit is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of a search.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Time a move: seconds, or with a unit (20ms).
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// A clock for each game: seconds, and what a move adds (10+0.1).
    #[arg(long, value_name = "BASE+ADD", value_parser = Tempo::parse)]
    tc: Option<Tempo>,
}

impl PaceArgs {
    /// The limits; `nodes` where none was given.
    pub(super) fn pace(&self, nodes: u64) -> Pace {
        let pace = Pace { nodes: self.nodes, depth: self.depth, time: self.time, clock: self.tc };
        pace.or(Pace { nodes: Some(nodes), ..Pace::default() })
    }
}

/// How games begin.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OpeningArgs {
    /// Random plies that a game begins with (`8`, or from `4-9` any number), or a file with openings, one a line: MOVES,
    /// POSITION, or POSITION moves MOVES.
    #[arg(long, value_name = "PLIES|FILE")]
    opening: Option<String>,
    /// All chance comes from it: openings, and players that play by it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

impl OpeningArgs {
    /// Where openings come from; `usual` are plies at least and at most.
    pub(super) fn source(
        &self,
        chosen: &Chosen,
        balance: f64,
        usual: (u32, u32),
    ) -> Result<OpeningSource, Error> {
        if !(0.0..=1000.0).contains(&balance) {
            return Err(Error::Usage(format!("--balance {balance}: seeds, 0 or more")));
        }
        let Some(plies) = self.opening.as_deref().map_or(Some(usual), plies_of) else {
            let file = Path::new(self.opening.as_deref().unwrap_or_default());
            return Ok(OpeningSource::Listed(read_openings(&chosen.opened, file)?));
        };
        if plies.0 > plies.1 || plies.1 > 200 {
            return Err(Error::Usage(format!(
                "--opening {}-{}: the smaller number first, and at most 200 plies",
                plies.0, plies.1
            )));
        }
        Ok(OpeningSource::Random(RandomOpenings { plies, balance, seed: self.seed }))
    }
}

/// `8` or `4-9`.
fn plies_of(text: &str) -> Option<(u32, u32)> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    Some((least.parse().ok()?, most.parse().ok()?))
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse::<f64>()).collect();
    match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Sprt::new(elo0, elo1, 0.05, 0.05),
        Ok(&[elo0, elo1, alpha, beta]) => Sprt::new(elo0, elo1, alpha, beta),
        _ => Err("two Elo differences, like 0,10, or with risks 0,10,0.05,0.05".into()),
    }
}

/// Games at the same time.
pub(super) fn concurrency(common: &Common, asked: Option<u32>, players: &[Setting]) -> usize {
    let threads = common.threads.map_or_else(rayon::current_num_threads, |threads| threads as usize);
    let of_one = players.iter().map(|player| player.threads).max().unwrap_or(1);
    asked.map_or((threads / of_one).max(1), |asked| asked as usize)
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let players = named_apart([Setting::parse(&args.a)?, Setting::parse(&args.b)?]);
    let balance = args.balance.unwrap_or_else(|| RandomOpenings::usual_balance(&chosen.opened));
    let openings = args.opening.source(&chosen, balance, (4, 9))?;
    let contest = Contest {
        openings,
        seed: args.opening.seed,
        pace: args.limits.pace(NODES),
        margin: args.margin,
        silence: args.silence,
        max_plies: args.max_plies as usize,
        sprt: args.sprt,
        concurrency: concurrency(common, args.concurrency, &players),
        places: common.places(),
        ..Contest::new(&chosen.opened, players, args.games)
    };
    let mut files = Files::create(args, &chosen)?;
    catch_interrupts();
    let begun = Instant::now();
    let mut live = Live::new(out, args.games);
    let tally = contest.run(stop_flag(), &mut |tally, games| {
        files.write(&contest, &chosen, games)?;
        live.show(tally.games(), || table(&contest, tally), || line(&contest, tally));
        Ok(())
    })?;
    drop(live);
    let stopped = stop_flag().load(std::sync::atomic::Ordering::Relaxed);
    let report = MatchReport::new(&chosen, &contest, &tally, begun.elapsed(), stopped);
    if out.json() {
        out.document(&report)?;
    } else {
        out.text(&report.text(&contest, &tally))?;
    }
    let refuted = args.sprt.is_some_and(|sprt| tally.ratio(&sprt).accepted == Some(Claim::Elo0));
    Ok(if stopped {
        INTERRUPTED
    } else if refuted {
        NO
    } else {
        0
    })
}

/// Two players of the same name get a number.
fn named_apart(mut players: [Setting; 2]) -> [Setting; 2] {
    if players[0].name == players[1].name {
        for (number, player) in (1..).zip(&mut players) {
            player.name = format!("{} ({number})", player.name);
        }
    }
    players
}

/// Files that games go into.
struct Files {
    records: Option<(PathBuf, File)>,
    ogn: Option<(PathBuf, File)>,
}

/// The format of `--ogn` at the door.
const OGN: &str = "ogn";

impl Files {
    fn create(args: &Args, chosen: &Chosen) -> Result<Self, Error> {
        if args.ogn.is_some() && !chosen.opened.play.record_formats().contains(&OGN) {
            return Err(Error::Usage(format!(
                "--ogn: {} under these rules is not written so; --records writes every game",
                chosen.opened.rules.game()
            )));
        }
        let create = |path: &Option<PathBuf>| {
            let Some(path) = path else { return Ok(None) };
            if path.is_file() && !args.force {
                return Err(Error::File(format!("{} exists; --force overwrites it", path.display())));
            }
            let file = File::create(path).map_err(|error| broken(path, &error))?;
            Ok(Some((path.clone(), file)))
        };
        Ok(Self { records: create(&args.records)?, ogn: create(&args.ogn)? })
    }

    /// Adds games; every one is whole in the file before the next is written.
    fn write(&mut self, contest: &Contest, chosen: &Chosen, games: &[Played]) -> Result<(), Error> {
        if self.records.is_none() && self.ogn.is_none() {
            return Ok(());
        }
        for game in games {
            let record = record_of(contest, Some(&chosen.variant), game)?;
            if let Some((path, file)) = &mut self.records {
                let line = serde_json::to_string(&record)
                    .map_err(|error| Error::File(format!("cannot write JSON: {error}")))?;
                file.write_all((line + "\n").as_bytes()).map_err(|error| broken(path, &error))?;
            }
            if let Some((path, file)) = &mut self.ogn {
                let text = chosen.opened.play.write_record(OGN, &record)?;
                file.write_all(text.as_bytes()).map_err(|error| broken(path, &error))?;
            }
        }
        Ok(())
    }
}

fn broken(path: &Path, error: &std::io::Error) -> Error {
    Error::File(format!("cannot write {}: {error}", path.display()))
}
