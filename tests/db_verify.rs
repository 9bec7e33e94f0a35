//! `db verify` on a table that agrees with itself and is wrong all the same.

use std::process::Command;

use serde_json::Value;
use sowbase::games::oware::{Academic, Oware, OwareRules};
use sowbase::games::{RuleSet, Variant};
use sowbase_solver::db::{Effort, Folder, Identity};
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::{Plan, Planes, Solved, general, solve};
use sowbase_solver::{Layer, Layered, Metric, Unwatched, contract};

const SEEDS: u8 = 4;

fn layer(seeds: u8) -> Layer {
    Layer { seeds, shape: 0 }
}

/// A table in which every state is the best of its moves, with wrong values: by sweeping from random starts.
fn held_up<G: Layered>(game: &G, right: &Solved) -> (Vec<i8>, usize) {
    let scores = right.scores(layer(SEEDS)).expect("scores");
    let mut worst = (scores.to_vec(), 0);
    for start in 0..60u64 {
        let mut rng = fastrand::Rng::with_seed(start);
        // Every state a win of so many seeds, or a loss, or one of the two.
        let (seeds, kind) = ((start % 4 + 1) as i8, start / 4 % 3);
        let first = |_| if kind == 0 || (kind == 2 && rng.bool()) { seeds } else { -seeds };
        let mut table: Vec<i8> = scores.iter().map(first).collect();
        let mut order: Vec<usize> = (0..table.len()).collect();
        fastrand::Rng::with_seed(start).shuffle(&mut order);
        let stable = (0..200).any(|_| {
            let mut changed = false;
            for &index in &order {
                let best = contract::best_by_table(game, layer(SEEDS), index, right, &table);
                changed |= best != table[index];
                table[index] = best;
            }
            !changed
        });
        let wrong = table.iter().zip(scores).filter(|(found, right)| found != right).count();
        if stable && wrong > worst.1 {
            worst = (table, wrong);
        }
    }
    worst
}

#[test]
fn a_table_that_only_a_cycle_holds_up_is_refused() {
    let variant = Variant::find("awari_academic", Some("oware")).expect("shipped");
    let mut rules = OwareRules::default();
    for (key, value) in &variant.settings {
        rules.set(key, value).expect("allowed");
    }
    let game = Oware::with_facts(rules, Academic);
    let layers: Vec<Layer> = (0..=SEEDS).map(layer).collect();
    let (mut solved, methods) = (Solved::default(), general());
    solve(&game, &layers, &[Metric::Score], &mut solved, Plan::any(&methods), &Unwatched).expect("solved");
    let (table, wrong) = held_up(&game, &solved);
    // Tables with 244 wrong values of 1,365 are known (design.md 6); any wrong one will do.
    assert!(wrong > 0 && table.len() == 1_365, "{wrong}");
    let dir = tempfile::tempdir().expect("a folder");
    let opened = variant.open(&[]).expect("open");
    let identity = Identity {
        game: "oware".into(),
        fingerprint: opened.rules.database_fingerprint(),
        rules: opened.rules.words(),
    };
    let folder = Folder::new(dir.path(), identity);
    let lock = folder.lock().expect("locked");
    for at in layers {
        let scores =
            if at == layer(SEEDS) { table.clone() } else { solved.scores(at).expect("solved").to_vec() };
        let planes = Planes::Score(Plane::from(scores));
        folder.write(&game, at, &planes, Effort::Build, &Unwatched).expect("written");
    }
    drop(lock);
    let verify = |more: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
        command.args(["db", "verify", "oware", "--variant", "awari_academic", "--json"]).args(more);
        let output = command.arg("--db").arg(dir.path()).output().expect("runs");
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (output.status.code(), json)
    };
    let (exit, local) = verify(&["--local-only"]);
    assert_eq!((exit, &local["clean"], &local["proven"]), (Some(0), &true.into(), &false.into()), "{local}");
    let (exit, whole) = verify(&["--faults", "1000"]);
    let file = &whole["files"][usize::from(SEEDS)];
    assert_eq!((exit, &whole["clean"]), (Some(3), &false.into()));
    assert!(whole["damaged"].as_array().expect("a list").is_empty(), "the bytes are as written");
    let faults = file["faults"].as_array().expect("a list");
    assert!(!faults.is_empty() && file["wrong"].as_u64() <= Some(wrong as u64), "{file}");
    for fault in faults {
        let number = fault["number"].as_u64().expect("a number") as usize;
        let right = solved.scores(layer(SEEDS)).expect("solved")[number];
        assert_ne!(table[number], right, "a right value is refused: {fault}");
        let position = opened.play.parse(fault["position"].as_str().expect("shown"), true).expect("ours");
        assert_eq!(position.on_board(), u32::from(SEEDS));
    }
}
