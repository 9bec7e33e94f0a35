//! `report`: is a rule set fair? Self-play from the start, and what is proven of it.

use serde::Serialize;

use super::game::{Chosen, GameArgs};
use super::interrupt::stop_flag;
use super::live::Live;
use super::match_::{OpeningArgs, PaceArgs, concurrency};
use super::match_report::{estimate_words, length_words, part_words};
use super::progress::{Progress, catch_interrupts};
use super::report::Head;
use super::{Common, INTERRUPTED, Output};
use crate::contest::{Contest, Fairness, Kind, ProofLimits, Proven, Setting, fairness, proven_start};
use crate::error::Error;
use crate::tables::{parse_size, signed};

/// Nodes a move where no limit is given.
const NODES: u64 = 2_000;
/// Random plies of an opening: an even number, so that chance favours neither side.
const PLIES: (u32, u32) = (4, 4);

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase report kalah --games 400
  sowbase report oware --variant awari_academic --json
The engine plays itself after a few random plies from the start, each opening once; the first
player is South. All shares have 95 % ranges. They say how the engine fares, not what best play
brings: that is in the line `Proven`, where it is known.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    pub(super) play: SelfPlayArgs,
}

/// How a report is played.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SelfPlayArgs {
    /// Games.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Who plays itself, as in `match`.
    #[arg(long, value_name = "PLAYER", default_value = "own")]
    player: String,
    #[command(flatten)]
    limits: PaceArgs,
    #[command(flatten)]
    opening: OpeningArgs,
    /// Games at the same time; all threads when not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Nodes that each claim about the start may take before it is left open; 0 tries no proof.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    proof_nodes: u64,
    /// Memory of that proof; more lets it solve larger layers first, which takes longer.
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = parse_size)]
    proof_memory: u64,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    player: String,
    limits: String,
    seed: u64,
    #[serde(flatten)]
    fairness: Fairness,
    stopped: bool,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    catch_interrupts();
    let fairness = args.play.find_out(&chosen, common, out)?;
    let stopped = super::interrupt::stopping();
    if out.json() {
        let limits = args.play.limits.pace(NODES).to_string();
        let (player, seed) = (args.play.player.clone(), args.play.opening.seed);
        out.document(&Report { head: Head::new(&chosen), player, limits, seed, fairness, stopped })?;
    } else {
        let title = format!("{} ({})\n", chosen.opened.rules.game(), chosen.variant);
        let lines = lines(&fairness);
        let width = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
        let body: String = lines.iter().map(|(what, said)| format!("{what:<width$}  {said}\n")).collect();
        out.text(&(title + &body + &args.play.how()))?;
    }
    Ok(if stopped { INTERRUPTED } else { 0 })
}

impl SelfPlayArgs {
    /// Plays and proves.
    pub(super) fn find_out(&self, chosen: &Chosen, common: &Common, out: &Output) -> Result<Fairness, Error> {
        let player = Setting::parse(&self.player)?;
        if matches!(player.kind, Kind::Program { .. }) {
            return Err(Error::Usage(
                "a report is played by a built-in player with itself; cmd: is for match".into(),
            ));
        }
        let players = [player.clone(), player];
        // Openings are not judged: what is uneven in them is what the report is about.
        let openings = self.opening.source(chosen, 0.0, PLIES)?;
        let contest = Contest {
            openings,
            swapped: false,
            seed: self.opening.seed,
            pace: self.limits.pace(NODES),
            concurrency: concurrency(common, self.concurrency, &players),
            places: common.places(),
            ..Contest::new(&chosen.opened, players, self.games)
        };
        let proof = ProofLimits { nodes: self.proof_nodes, memory: self.proof_memory };
        let exact = proven_start(&chosen.opened, &contest.places, &proof, &Progress::new(out))?;
        let mut live = Live::new(out, self.games);
        fairness(&contest, exact, stop_flag(), &mut |tally| {
            let words = || {
                let said = tally.counts.by_games().map_or_else(String::new, |said| estimate_words(&said));
                format!("{}: {} of {} games, first player {said}", chosen.variant, tally.games(), self.games)
            };
            live.show(tally.games(), words, words);
            Ok(())
        })
    }

    /// How it was played, in a line.
    pub(super) fn how(&self) -> String {
        format!(
            "{} against itself, {} a move, seed {}\n",
            self.player,
            self.limits.pace(NODES),
            self.opening.seed
        )
    }
}

/// A report, what and how much.
pub(super) fn lines(said: &Fairness) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("Games", format!("{} from {} different openings", said.games, said.openings)),
        ("First player's points", said.first_player.as_ref().map_or("-".to_owned(), estimate_words)),
        ("First player wins", part_words(&said.first_wins)),
        ("Second player wins", part_words(&said.second_wins)),
        ("Draws", part_words(&said.draws)),
        ("Decisive", part_words(&said.decisive)),
        ("Endless", part_words(&said.endless)),
        ("Length", said.length.as_ref().map_or("-".to_owned(), length_words)),
    ];
    if said.given_up > 0 {
        lines.push(("Given up as draws", said.given_up.to_string()));
    }
    lines.push(("Proven", said.exact.as_ref().map_or("nothing".to_owned(), proven_words)));
    lines
}

fn proven_words(exact: &Proven) -> String {
    let finite = match (exact.lower, exact.upper) {
        (Some(lower), Some(upper)) => {
            format!("; in finite time {} to {} can be forced", signed(lower), signed(upper))
        }
        _ => String::new(),
    };
    match exact.score {
        Some(0) => format!("an even game under best play{finite} ({})", exact.source),
        Some(score) => {
            format!("the first player ends {} under best play{finite} ({})", signed(score), exact.source)
        }
        None => format!("the value stayed open{finite} ({})", exact.source),
    }
}
