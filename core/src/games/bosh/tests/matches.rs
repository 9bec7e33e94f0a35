//! Matches to their end: closing and reopening holes, mirror symmetry, undo through rounds; long circles.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Game, contract};

use super::random::random_rules;
use super::{bosh, result, soak};
use crate::games::bosh::{Bosh, BoshRules, Packed, Ring, Wide};
use crate::games::rulebook::Rulebook;
use crate::games::{check, notation};
use crate::play::{InProgress, Next, Position, Session, Side, Winner};

/// The same position with the board turned round.
fn turned(position: &Position) -> Position {
    let mut turned = position.clone();
    turned.pits.reverse();
    turned.closed.reverse();
    turned.stores.reverse();
    turned.side = position.side.other();
    if let Some(fill) = turned.extras.get_mut("fill") {
        *fill = if fill == "S" { "N" } else { "S" }.to_owned();
    }
    turned
}

/// The same move on the turned board.
fn turned_move(text: &str) -> String {
    let letter =
        |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    match text.strip_prefix("fill:") {
        Some(holes) => format!("fill:{}", holes.chars().map(letter).collect::<String>()),
        None => text.chars().map(letter).collect(),
    }
}

fn turned_winner(winner: Winner) -> Winner {
    match winner {
        Winner::South => Winner::North,
        Winner::North => Winner::South,
        other => other,
    }
}

/// Plays a random match and its mirror image; at every ply the twins agree, the laws hold, stones are conserved, text
/// round-trips. Returns rounds and plies.
fn play_match<R: Ring>(rules: BoshRules, rng: &mut fastrand::Rng) -> (u32, usize) {
    let game = Arc::new(Bosh::<R>::new(rules));
    let mut south = Session::new(Arc::clone(&game), game.initial());
    let mut north = Session::new(Arc::clone(&game), turned(&game.initial()));
    let total = game.initial().total();
    let mut trail = Vec::new();
    let mut rounds = 1;
    let end = loop {
        assert_eq!(turned(south.position()), *north.position(), "mirror");
        if let Some(result) = south.result() {
            let mirrored = north.result().expect("over too");
            assert_eq!((result.south, result.north), (mirrored.north, mirrored.south));
            let (standing, next) = south.match_standing().expect("over");
            let (_, other) = north.match_standing().expect("over");
            match (next, other) {
                (Next::Round(first), Next::Round(mirror)) => {
                    rounds += 1;
                    assert_eq!(turned(&first), mirror, "mirror of the next round");
                    new_round_is_right(&game, &standing.first, &first, total);
                    let text = notation::format(&first);
                    assert_eq!(notation::parse(&*game, &text, false).as_ref(), Ok(&first), "{text}");
                    let moves = Session::new(Arc::clone(&game), first.clone()).moves();
                    check::twins_agree(&*game, &first);
                    let text = moves[rng.usize(..moves.len())].text.clone();
                    trail.push(south.position().clone());
                    south.play(&text).unwrap_or_else(|error| panic!("{error}"));
                    north.play(&turned_move(&text)).unwrap_or_else(|error| panic!("{error}"));
                    continue;
                }
                (Next::Over { winner, .. }, Next::Over { winner: mirrored, .. }) => {
                    assert_eq!(turned_winner(winner), mirrored);
                    break standing.rounds;
                }
                (Next::Single, Next::Single) => break standing.rounds,
                other => panic!("{other:?}"),
            }
        }
        let position = south.position().clone();
        check::twins_agree(&*game, &position);
        let state = game.encode(&position);
        contract::check_state(&*game, &state);
        contract::check_rank(&*game, &state);
        let text = notation::format(&position);
        assert_eq!(notation::parse(&*game, &text, false).as_ref(), Ok(&position), "{text}");
        let moves = south.moves();
        let text = moves[rng.usize(..moves.len())].text.clone();
        trail.push(position);
        south.play(&text).unwrap_or_else(|error| panic!("{error}"));
        north.play(&turned_move(&text)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(south.position().total(), total);
        assert!(trail.len() < 2_000_000, "no end under {rules:?}");
    };
    assert_eq!(end, rounds);
    let plies = trail.len();
    while let Some(before) = trail.pop() {
        assert!(south.undo());
        assert_eq!(*south.position(), before, "undo");
    }
    assert!(!south.undo());
    assert_eq!(*south.position(), game.initial());
    (rounds, plies)
}

/// B9 on plain numbers: as many holes filled as can be, the surplus in reserve, nothing lost, the number one higher.
fn new_round_is_right<R: Ring>(game: &Bosh<R>, before: &Position, first: &Position, total: u32) {
    let rules = game.rules();
    let (n, seeds) = (rules.pits_per_row.0, rules.seeds_per_pit.0);
    assert_eq!(first.total(), total);
    for side in Side::BOTH {
        let owned = first.row_seeds(side) + u32::from(first.stores[side.index()]);
        assert!(owned >= rules.lost_below(), "no new round after the match is won");
        let open = n - first.closed[side.index()].count_ones();
        assert_eq!(open, (owned / seeds).min(n));
        for pit in 0..n as usize {
            let expected = if first.is_closed(side, pit) { 0 } else { seeds };
            assert_eq!(u32::from(first.row(side)[pit]), expected);
        }
    }
    let round = |position: &Position| position.extra("round").map_or(1, |text| text.parse().expect("number"));
    let (was, is): (u32, u32) = (round(before), round(first));
    assert!(is > was && is <= rules.max_rounds.0);
}

#[test]
fn case_25_random_matches_are_mirror_symmetric_and_end() {
    let mut rng = fastrand::Rng::with_seed(25);
    let (mut rounds, mut most) = (0, 0);
    for _ in 0..100 * soak() {
        let (played, _) = play_match::<Packed>(BoshRules::default(), &mut rng);
        rounds += played;
        most = most.max(played);
    }
    assert!(most > 2 && rounds > 200, "matches have several rounds: {rounds} in all");
}

#[test]
fn random_matches_under_random_rules_end() {
    let mut rng = fastrand::Rng::with_seed(400);
    for i in 0..300 * soak() {
        let mut rules = random_rules(&mut rng, if i % 4 == 0 { 9 } else { 5 });
        if rules.pits_per_row.0 * rules.seeds_per_pit.0 > 30 {
            rules.seeds_per_pit.0 = 3;
            rules.win_below.0 = None;
        }
        if i % 2 == 0 {
            // Long matches where no hole is ever lost take the time of many short ones.
            rules.max_rounds.0 = rules.max_rounds.0.min(20);
        }
        rules.max_rounds.0 = rules.max_rounds.0.min(200);
        if rules.pits_per_row.0 <= 5 {
            play_match::<Packed>(rules, &mut rng);
        } else {
            play_match::<Wide>(rules, &mut rng);
        }
    }
}

#[test]
fn case_25_a_lost_round_closes_the_same_holes_for_both() {
    let next = |position: &str| {
        let game = bosh(&[]);
        let position = notation::parse(&game, position, false).expect("position");
        match Session::new(Arc::new(game), position).match_standing() {
            Some((_, Next::Round(next))) => next,
            other => panic!("{other:?}"),
        }
    };
    let south_lost = next("0,0,0,0,0/1,0,2,0,0 9-28 S");
    let north_lost = next("1,0,2,0,0/0,0,0,0,0 28-9 N");
    assert_eq!(notation::format(&south_lost), "-,-,-,4,4/4,4,4,4,4 1-11 N round=2");
    assert_eq!(turned(&south_lost), north_lost);
    // Holes are reopened when the owner has enough again.
    let reopened = next("0,0,0,0,0/-,1,2,0,0 16-21 S round=2");
    assert_eq!(notation::format(&reopened), "-,4,4,4,4/4,4,4,4,4 0-4 N round=3");
}

#[test]
fn half_a_stone_of_a_split_goes_to_the_poorer() {
    let game = bosh(&["repetition=split"]);
    let position = notation::parse(&game, "4,4,4,4,4/4,4,4,4,4 0-0 S", false).expect("start");
    let result = |south: f64, north: f64| crate::play::GameResult {
        south,
        north,
        winner: Winner::South,
        points: None,
        rule: "repetition",
        reason: String::new(),
    };
    for (south, north, stores) in [(23.5, 16.5, [3, 1]), (20.5, 19.5, [0, 0])] {
        let standing = crate::play::Standing {
            first: position.clone(),
            result: result(south, north),
            points: [0; 2],
            rounds: 1,
            plies: 0,
        };
        let Next::Round(next) = game.next_round(&standing) else { panic!("goes on") };
        assert_eq!((next.total(), next.stores), (40, stores), "{south}-{north}");
    }
}

/// A walk over states that are all different, no ply capturing, and one ply more that comes back to a state at least
/// `long` plies ago: the moves, from the first state on. Searched depth first, at most `budget` states.
fn long_circle(game: &Bosh<Packed>, from: &Position, long: usize, mut budget: usize) -> Option<Vec<String>> {
    type Key = (crate::games::bosh::BoshState<Packed>, Side);
    let quiet = |state: Key| {
        let mut all: Vec<(String, Key)> = Vec::new();
        let _ = game.children::<()>(&state.0, |mv, child| {
            if child.quiet && game.count(&child.state) > 0 {
                all.push((game.move_text(&state.0, mv, state.1), (child.state, state.1.other())));
            }
            ControlFlow::Continue(())
        });
        all
    };
    let first = (game.encode(from), from.side);
    let mut place = HashMap::from([(first, 0)]);
    let mut dead = std::collections::HashSet::new();
    let mut path = vec![(String::new(), first, quiet(first))];
    while let Some((_, _, open)) = path.last_mut() {
        let Some((text, key)) = open.pop() else {
            let (_, key, _) = path.pop()?;
            place.remove(&key);
            dead.insert(key);
            continue;
        };
        match place.get(&key) {
            Some(ago) if path.len() - ago >= long => {
                let mut moves: Vec<String> = path[1..].iter().map(|(text, ..)| text.clone()).collect();
                moves.push(text);
                return Some(moves);
            }
            None if !dead.contains(&key) && budget > 0 => {
                budget -= 1;
                place.insert(key, path.len());
                path.push((text, key, quiet(key)));
            }
            _ => {}
        }
    }
    None
}

#[test]
fn case_29_a_position_is_known_after_300_quiet_plies() {
    let mut rng = fastrand::Rng::with_seed(29);
    // Where own holes are not captured, stones go round for long: the quiet turns of 9 stones connect 9,340 states.
    let game = bosh(&["rounds=single", "capture_side=opponent"]);
    let found = (0..200).find_map(|_| {
        let from = super::random_board(&mut rng, 5, 9, false);
        long_circle(&game, &from, 300, 20_000).map(|moves| (from, moves))
    });
    let (from, moves) = found.expect("a circle");
    let mut session = Session::new(Arc::new(game), from);
    for (i, text) in moves.iter().enumerate() {
        assert!(session.result().is_none(), "over after {i} of {} plies", moves.len());
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(result(&session).2, "repetition");
    assert!(moves.len() >= 300);
}
