//! Case 67: programs that die, hang, flood, answer nonsense or never start lose their games; the match goes on and says so.

use std::time::Duration;

use sowbase::contest::{Contest, End, Pace, Tempo};
use sowbase::play::Side;

use super::{contest, random, run, small};

const FAKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contest/fake.py");
const PROGRAM: &str = env!("CARGO_BIN_EXE_sowbase");

/// The fake program of the small board.
fn fake(mode: &str) -> String {
    format!(
        "cmd,name={mode}:python3 '{FAKE}' {mode} '{PROGRAM}' kalah --rule pits_per_row=3 --rule seeds_per_pit=2"
    )
}

fn against<'a>(opened: &'a sowbase::games::Opened, mode: &str, games: u64) -> Contest<'a> {
    let openings = random((1, 3), 0.0, 2);
    Contest { openings, silence: Duration::from_mins(1), ..contest(opened, &fake(mode), "random", games) }
}

#[test]
fn a_program_plays_whole_games_whatever_else_it_prints() {
    let opened = small();
    for mode in ["good", "junk", "ugi"] {
        let (tally, games) = run(&against(&opened, mode, 4));
        assert_eq!((tally.games(), tally.forfeits[0].len()), (4, 0), "{mode}: {:?}", tally.incidents);
        let used = tally.used[0];
        assert!(used.moves > 4 && used.searched == used.moves, "{mode}: {used:?}");
        assert_eq!(used.nodes, 42 * used.moves, "{mode}: the nodes that it says");
        assert!(games.iter().all(|game| matches!(game.end, End::Rules(_))), "{mode}");
    }
}

#[test]
fn every_way_to_fail_costs_the_game_and_is_named() {
    let opened = small();
    for (mode, key) in [
        ("dies", "died"),
        ("killed", "died"),
        ("zero", "no_move"),
        ("none", "no_move"),
        ("illegal", "illegal_move"),
        ("exit", "not_started"),
    ] {
        let (tally, games) = run(&against(&opened, mode, 4));
        assert_eq!((tally.counts.lost, tally.games()), (4, 4), "{mode}: {:?}", tally.incidents);
        // Each game anew: a program that died was started again.
        assert_eq!(tally.forfeits[0].get(key), Some(&4), "{mode}: {:?}", tally.incidents);
        assert!(tally.forfeits[1].is_empty(), "{mode}");
        for game in &games {
            let End::Forfeit(side, _) = &game.end else { panic!("{mode}: {:?}", game.end) };
            assert_eq!(*side, game.a, "{mode}");
            assert_eq!(game.halves(game.a), 0);
        }
    }
    let (tally, _) = run(&against(&opened, "exit", 1));
    assert!(tally.incidents[0].2.contains("no licence"), "{:?}", tally.incidents);
    let nobody =
        Contest { openings: random((1, 1), 0.0, 1), ..contest(&opened, "cmd:/no/such/program", "own", 2) };
    let (tally, _) = run(&nobody);
    assert_eq!(tally.forfeits[0].get("not_started"), Some(&2), "{:?}", tally.incidents);
    assert!(tally.incidents[0].2.contains("/no/such/program"), "{:?}", tally.incidents);
}

#[test]
fn a_program_that_does_not_answer_is_not_waited_for() {
    let opened = small();
    let short = Duration::from_millis(300);
    for mode in ["hang", "flood"] {
        let timed = Contest {
            pace: Pace { time: Some(short), ..Pace::default() },
            margin: Duration::from_millis(10),
            ..against(&opened, mode, 2)
        };
        let (tally, _) = run(&timed);
        assert_eq!(tally.forfeits[0].get("time"), Some(&2), "{mode}: {:?}", tally.incidents);
        let clock = Some(Tempo { base: short, increment: Duration::ZERO });
        let (tally, _) = run(&Contest { pace: Pace { clock, ..Pace::default() }, ..timed });
        assert_eq!(tally.forfeits[0].get("time"), Some(&2), "{mode}: {:?}", tally.incidents);
    }
    // Long enough to start, but no move comes where no time is set.
    let silence = Duration::from_secs(8);
    let (tally, _) = run(&Contest { silence, ..against(&opened, "hang", 1) });
    assert_eq!(tally.forfeits[0].get("no_answer"), Some(&1), "{:?}", tally.incidents);
    let (tally, _) = run(&Contest { silence, ..against(&opened, "silent", 1) });
    assert_eq!(tally.forfeits[0].get("not_started"), Some(&1), "{:?}", tally.incidents);
}

#[test]
fn two_programs_that_fail_share_the_points() {
    let opened = small();
    let both = contest(&opened, &fake("illegal"), &fake("zero"), 4);
    let (tally, games) =
        run(&Contest { openings: random((1, 1), 0.0, 3), silence: Duration::from_mins(1), ..both });
    assert_eq!(tally.games(), 4);
    // Whoever is to move after the opening is the first to fail.
    for game in games {
        let End::Forfeit(side, _) = game.end else { panic!("{:?}", game.end) };
        let mut session = opened.play.session(&game.opening.start);
        game.opening.moves.iter().for_each(|text| drop(session.play(text)));
        assert_eq!(side, session.position().side);
        assert!(matches!(side, Side::South | Side::North));
    }
}
