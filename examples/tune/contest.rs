//! One setting against another.

use std::sync::atomic::AtomicBool;

use sowbase::contest::{Contest, OpeningSource, Pace, RandomOpenings};

use crate::{LONGEST, Wanted, setting};

/// Plays the match and prints its result.
pub(crate) fn contest(wanted: &Wanted) {
    let [a, b] = &wanted.names[..] else { panic!("name two settings") };
    let opened = wanted.open();
    let players = [a, b].map(|name| setting(name));
    let plies = (wanted.opening / 2, wanted.opening);
    let contest = Contest {
        // As in the log: any opening, however uneven.
        openings: OpeningSource::Random(RandomOpenings { plies, balance: 0.0, seed: wanted.seed }),
        seed: wanted.seed,
        pace: Pace { nodes: Some(wanted.nodes), ..Pace::default() },
        max_plies: LONGEST,
        concurrency: rayon::current_num_threads(),
        ..Contest::new(&opened, players, wanted.games)
    };
    let tally =
        contest.run(&AtomicBool::new(false), &mut |_, _| Ok(())).unwrap_or_else(|error| panic!("{error}"));
    let counts = tally.counts;
    let Some(said) = counts.by_pairs().or_else(|| counts.by_games()) else { panic!("no games") };
    let end = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
    println!(
        "{} {a} - {b}: +{} ={} -{} of {} at {} nodes: {:.1} % ± {:.1}, Elo {} ({} to {}); nodes {} {}",
        wanted.game,
        counts.won,
        counts.drawn,
        counts.lost,
        counts.games(),
        wanted.nodes,
        100.0 * said.share,
        100.0 * said.share_error.unwrap_or(0.0),
        end(said.elo),
        end(said.elo_low),
        end(said.elo_high),
        tally.used[0].nodes,
        tally.used[1].nodes,
    );
}
