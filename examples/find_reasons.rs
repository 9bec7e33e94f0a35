//! Finds golden positions for the reasons by random play: for every kind, one in each game where it occurs.
//!
//! `cargo run --profile quick --example find_reasons > tests/reasons/golden.tsv`

#![expect(clippy::print_stdout, reason = "the table is the result")]

#[path = "../tests/reasons/judge.rs"]
mod judge;

use std::collections::{BTreeMap, BTreeSet};

use judge::{By, given, measure, open, searched, solved};
use sowbase::engine::{Engine, EngineOptions};
use sowbase::games::Opened;
use sowbase::play::Position;
use sowbase::reasons::{Judged, Reason, explain};

/// Games and rules, each with so many random positions. Rules beside the default are there for what only they allow.
const GAMES: &[(&str, &str, u32)] = &[
    ("oware", "-", 6_000),
    ("oware", "grand_slam=allowed_move_again", 3_000),
    ("urim", "-", 6_000),
    ("urim", "grand_slam=allowed_move_again", 3_000),
    ("urim", "pit_limit_rule=to_store,pit_limit=4", 1_000),
    ("anywoli", "-", 4_000),
    ("anywoli", "pits_per_row=3", 3_000),
    ("anywoli", "pits_per_row=3,endless_turn=void_game", 2_000),
    ("bosh", "-", 6_000),
    ("bosh", "round_end=any_row_empty", 2_000),
    ("bosh", "endless_turn=void_round", 2_000),
    ("omweso", "-", 600),
    ("omweso", "pits_per_row=4", 3_000),
    ("omweso", "pits_per_row=3", 3_000),
    ("kalah", "-", 6_000),
    ("kalah", "pie_rule=true", 300),
];

/// What a comparison of values says is taken from solved layers only.
const OF_VALUES: &[&str] =
    &["only_win", "only_draw", "wins_by_force", "all_equal", "refuses_capture", "better", "repeats"];
const OF_DISTANCES: &[&str] = &["shortest", "holds_out"];

fn text_of(by: &By) -> String {
    match by {
        By::Line(moves) => format!("line {}", moves.join(" ")),
        By::Solved => "solved".into(),
        By::Measured => "measured".into(),
    }
}

type Found = BTreeMap<(u8, &'static str), String>;

fn main() {
    let mut found = Found::new();
    for &(game, rules, positions) in GAMES {
        search(game, rules, positions, &mut found);
    }
    let mut lines: Vec<_> = found.into_iter().collect();
    lines.sort();
    for (_, line) in lines {
        println!("{line}");
    }
}

fn search(game: &'static str, rules: &str, positions: u32, found: &mut Found) {
    let opened = open(game, rules);
    let folder = tempfile::tempdir().expect("folder");
    let measured = measure(&opened, folder.path());
    let mut engine =
        opened.search.engine(&EngineOptions { hash: 1 << 20, ..EngineOptions::default() }).expect("memory");
    let mut rng = fastrand::Rng::with_seed(3);
    let mut seen = BTreeSet::new();
    let mut left = positions;
    while left > 0 {
        let mut place = begin(&opened, &mut rng);
        for _ in 0..200 {
            let text = opened.play.format(&place);
            let Ok(position) = opened.play.parse(&text, true) else { break };
            let mut session = opened.play.session(&position);
            let moves = session.moves();
            if moves.is_empty() || left == 0 {
                left = left.saturating_sub(1);
                break;
            }
            left -= 1;
            if seen.insert(text) {
                look(&opened, (game, rules), &position, &mut *engine, found);
                let small = position.on_board() <= 9;
                if small && let Some(judged) = solved(&opened, &position, &[]) {
                    keep(&opened, (game, rules), &position, &By::Solved, &judged, OF_VALUES, found);
                }
                if measured && position.on_board() <= 5 {
                    let judged = solved(&opened, &position, &[folder.path().to_owned()]);
                    if let Some(judged) = judged {
                        keep(&opened, (game, rules), &position, &By::Measured, &judged, OF_DISTANCES, found);
                    }
                }
            }
            let chosen = rng.choice(&moves).expect("a move");
            session.play(&chosen.text).expect("legal");
            place = session.position().clone();
        }
    }
}

/// The start, or a board with some pits emptied.
fn begin(opened: &Opened, rng: &mut fastrand::Rng) -> Position {
    let start = opened.play.start();
    let mut place = start.clone();
    if rng.u8(0..3) > 0 {
        let kept = rng.u8(1..5);
        for row in &mut place.pits {
            for seeds in row {
                *seeds = if rng.u8(0..5) < kept { rng.u8(0..=4) } else { 0 };
            }
        }
        if rng.u8(0..4) == 0 {
            place.pits[0][rng.usize(0..start.pits[0].len())] = rng.u8(10..=14);
        }
    }
    if opened.play.parse(&opened.play.format(&place), true).is_ok() { place } else { start }
}

fn look(
    opened: &Opened,
    names: (&'static str, &str),
    position: &Position,
    engine: &mut dyn Engine,
    found: &mut Found,
) {
    let judged = searched(engine, position, 3);
    let Some(line) = judged.first().map(|best| best.pv.clone()).filter(|line| !line.is_empty()) else {
        return;
    };
    let judged = given(opened, position, &line);
    keep(opened, names, position, &By::Line(line), &judged, &[], found);
}

/// Keeps what is the first of its kind; `only`: kinds to look at, all but those of values where there are none.
fn keep(
    opened: &Opened,
    (game, rules): (&'static str, &str),
    position: &Position,
    by: &By,
    judged: &[Judged],
    only: &[&str],
    found: &mut Found,
) {
    let explanation = explain(opened, position, &[], judged).expect("no moves to play");
    let Some(best) = explanation.best else { return };
    for reason in &explanation.reasons {
        let json = serde_json::to_value(reason).expect("JSON");
        let kind = json["kind"].as_str().expect("a kind");
        let wanted = match only {
            [] => !OF_VALUES.contains(&kind) && !OF_DISTANCES.contains(&kind),
            only => only.contains(&kind),
        };
        if !wanted || *reason == Reason::Unknown {
            continue;
        }
        let text = opened.play.format(position);
        let line = format!("{game}\t{rules}\t{text}\t{}\t{best}\t{json}", text_of(by));
        let place = found.entry((reason.rank(), game)).or_insert_with(|| line.clone());
        // Fewer seeds are easier to follow; the default rules come first.
        let rank = |line: &str| (line.split('\t').nth(1) != Some("-"), line.len());
        if rank(&line) < rank(place) {
            *place = line;
        }
    }
}
