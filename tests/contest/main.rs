//! Matches of real games: every game, both ways to begin, programs that behave and programs that do not.

mod command;
mod openings;
mod programs;

use std::sync::atomic::AtomicBool;

use sowbase::contest::{
    Claim, Contest, End, OpeningSource, Pace, Played, RandomOpenings, Setting, Sprt, Tally, record_of,
};
use sowbase::games::{CATALOGUE, Opened, entry};
use sowbase::play::{Record, Side};

fn open(game: &str, rules: &[(&str, &str)]) -> Opened {
    let settings: Vec<_> =
        rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    entry(game).expect("game").open(&settings).expect("opens")
}

/// A board on which games are short.
fn small() -> Opened {
    open("kalah", &[("pits_per_row", "3"), ("seeds_per_pit", "2")])
}

fn players(a: &str, b: &str) -> [Setting; 2] {
    [a, b].map(|text| Setting::parse(text).expect("a setting"))
}

fn contest<'a>(opened: &'a Opened, a: &str, b: &str, games: u64) -> Contest<'a> {
    let pace = Pace { nodes: Some(200), ..Pace::default() };
    Contest { pace, ..Contest::new(opened, players(a, b), games) }
}

/// Random openings, judged or not.
fn random(plies: (u32, u32), balance: f64, seed: u64) -> OpeningSource {
    OpeningSource::Random(RandomOpenings { plies, balance, seed })
}

fn run(contest: &Contest) -> (Tally, Vec<Played>) {
    let mut all = Vec::new();
    let tally = contest
        .run(&AtomicBool::new(false), &mut |_, games| {
            all.extend_from_slice(games);
            Ok(())
        })
        .expect("a match");
    (tally, all)
}

/// The same without times.
fn timeless(games: Vec<Played>) -> Vec<Played> {
    let mut games = games;
    games.iter_mut().flat_map(|game| &mut game.used).for_each(|used| used.time = std::time::Duration::ZERO);
    games
}

#[test]
fn every_game_is_played_to_its_end_and_written_down() {
    for entry in CATALOGUE {
        let opened = entry.open(&[]).expect("opens");
        let plies = if entry.name == "bosh" { (1, 2) } else { (2, 6) };
        let contest =
            Contest { openings: random(plies, 4.0, 7), ..contest(&opened, "own", "alphabeta,nodes=100", 4) };
        let (tally, games) = run(&contest);
        assert_eq!((tally.games(), games.len(), tally.openings), (4, 4, 2), "{}", entry.name);
        assert!(
            tally.forfeits.iter().all(std::collections::BTreeMap::is_empty),
            "{}: {:?}",
            entry.name,
            tally.incidents
        );
        assert_eq!(tally.counts.pairs.iter().sum::<u64>(), 2, "{}", entry.name);
        for game in &games {
            assert!(matches!(game.end, End::Rules(_)), "{}: {:?}", entry.name, game.end);
            let record = record_of(&contest, None, game).expect("a record");
            // Reading a record plays it, and compares how it ends.
            assert_eq!(Record::read(&record.to_json()).expect("reads"), record, "{}", entry.name);
            let (a, b) = if game.a == Side::South { ("south", "north") } else { ("north", "south") };
            assert_eq!((record.tags[a].as_str(), record.tags[b].as_str()), ("own", "alphabeta,nodes=100"));
        }
    }
}

#[test]
fn a_match_by_nodes_is_the_same_with_any_number_of_games_at_a_time() {
    let opened = open("oware", &[]);
    let one = Contest { openings: random((2, 5), 3.0, 3), ..contest(&opened, "own", "greedy", 12) };
    assert!(one.is_repeatable());
    let two = Contest { concurrency: 2, ..one.clone() };
    let (first, second) = (run(&one), run(&two));
    assert_eq!(first.0.counts, second.0.counts);
    assert_eq!(timeless(first.1), timeless(second.1));
    let other = Contest { openings: random((2, 5), 3.0, 4), seed: 4, ..one.clone() };
    assert_ne!(timeless(run(&one).1), timeless(run(&other).1), "another seed, other games");
    let by_time =
        Contest { pace: Pace { time: Some(std::time::Duration::from_millis(1)), ..Pace::default() }, ..one };
    assert!(!by_time.is_repeatable());
}

#[test]
fn a_sequential_test_ends_the_match_and_where_does_not_depend_on_how_many_games_run() {
    let opened = small();
    let test = Sprt::new(0.0, 150.0, 0.05, 0.05).expect("a test");
    for (a, b, claim) in [("own", "random", Claim::Elo1), ("random", "own", Claim::Elo0)] {
        let one =
            Contest { sprt: Some(test), openings: random((1, 4), 0.0, 1), ..contest(&opened, a, b, 400) };
        let (tally, _) = run(&one);
        assert_eq!(tally.ratio(&test).accepted, Some(claim), "{a}");
        assert!(tally.games() < 400 && tally.games() > 2, "{}", tally.games());
        let (again, _) = run(&Contest { concurrency: 2, ..one });
        assert_eq!(again.counts, tally.counts);
    }
}

#[test]
fn a_match_that_is_stopped_says_what_was_played() {
    let opened = small();
    let stop = AtomicBool::new(false);
    let contest = contest(&opened, "own", "random", 10_000);
    let mut heard = 0;
    let tally = contest
        .run(&stop, &mut |tally, _| {
            heard = tally.games();
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        })
        .expect("a match");
    assert!(tally.games() >= 2 && tally.games() < 10_000, "{}", tally.games());
    assert_eq!(tally.games(), heard);
}

#[test]
fn long_games_are_given_up_as_draws_and_counted_as_that() {
    let opened = open("oware", &[]);
    let (tally, games) = run(&Contest { max_plies: 12, ..contest(&opened, "own", "random", 5) });
    assert_eq!((tally.given_up, tally.endless, tally.counts.drawn), (5, 5, 5));
    assert!(games.iter().all(|game| game.moves.len() == 12 && game.end == End::GivenUp));
    // Five games are two pairs and one alone.
    assert_eq!((tally.counts.pairs, tally.counts.games()), ([0, 0, 2, 0, 0], 5));
    assert!(tally.plies.is_empty(), "their length says nothing");
}

#[test]
fn the_stronger_player_wins() {
    let opened = open("kalah", &[]);
    let contest = Contest { openings: random((2, 4), 0.0, 1), ..contest(&opened, "own", "random", 20) };
    let (tally, _) = run(&contest);
    let said = tally.counts.by_games().expect("games");
    assert!(said.share > 0.9, "{:?}", tally.counts);
}
