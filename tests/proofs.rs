//! Proofs of real games: against solved layers, against published values, and their certificates when somebody changes them.

use std::io::BufReader;

use sowbase::games::{Opened, entry};
use sowbase::proofs::{Checked, Method, Solution, SolveJob, seal};
use sowbase_solver::Unwatched;

fn open(game: &str, rules: &[&str]) -> Opened {
    let pair = |rule: &&str| {
        let (key, value) = rule.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    };
    entry(game).expect("known").open(&rules.iter().map(pair).collect::<Vec<_>>()).expect("allowed")
}

fn solve(opened: &Opened, position: Option<&str>, job: &SolveJob) -> Solution {
    let position = match position {
        Some(text) => opened.play.parse(text, true).expect("a position"),
        None => opened.play.start(),
    };
    opened.proofs.as_ref().expect("a numbering").solve(&position, job, &Unwatched).expect("not stopped")
}

/// Games on small boards, rules, and seeds; and which part of the states is proven.
const SMALL: &[(&str, &[&str], u32, u64)] = &[
    ("oware", &["pits_per_row=2"], 8, 3),
    ("oware", &["pits_per_row=3", "grand_slam=allowed"], 6, 7),
    ("oware", &["pits_per_row=3", "grand_slam=illegal"], 6, 7),
    ("oware", &["pits_per_row=2", "grand_slam=opponent_takes_rest"], 7, 3),
    ("oware", &["pits_per_row=6"], 4, 29),
    ("urim", &["pits_per_row=2"], 8, 3),
    ("urim", &["pits_per_row=4"], 5, 17),
    ("anywoli", &["pits_per_row=2"], 8, 1),
    ("anywoli", &["pits_per_row=3"], 8, 7),
    ("anywoli", &["pits_per_row=4", "extra_move=false"], 8, 29),
    ("bosh", &["pits_per_row=3"], 6, 7),
    ("bosh", &["capture_side=opponent"], 5, 37),
    ("bosh", &["capture_chain=true"], 5, 37),
    ("omweso", &["pits_per_row=2", "setup=outer4"], 4, 7),
    ("omweso", &["pits_per_row=2", "setup=outer4", "reverse=off", "first_turn_capture=true"], 5, 7),
    ("kalah", &["pits_per_row=3"], 8, 7),
    ("kalah", &["pits_per_row=2", "empty_capture=true"], 8, 3),
    ("kalah", &["pits_per_row=3", "remaining_to=other"], 6, 5),
    ("kalah", &["pits_per_row=2", "pie_rule=true"], 6, 3),
];

#[test]
fn every_state_of_small_layers_has_the_databases_score_and_bounds() {
    for &(game, rules, seeds, step) in SMALL {
        let opened = open(game, rules);
        let compared = opened.proofs.as_ref().expect("a numbering").compare(seeds, step).expect("such boards");
        eprintln!("{game} {rules:?}: {compared:?}");
        assert!(compared.states >= 100 && compared.certificates > 0, "{game} {rules:?}: {compared:?}");
    }
}
