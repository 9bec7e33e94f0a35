//! `db verify`: a table that agrees with itself and is wrong all the same; threads, memory, and proofs that go on.

use std::path::Path;
use std::process::{Command, Output};

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
    let write = |at: Layer, scores: &[i8]| {
        let _lock = folder.lock().expect("locked");
        let planes = Planes::Score(Plane::from(scores.to_vec()));
        folder.write(&game, at, &planes, Effort::Build, &Unwatched).expect("written");
    };
    for &at in &layers {
        write(at, solved.scores(at).expect("solved"));
    }
    let verify = |more: &[&str]| {
        let output = run(&["verify", "oware", "--variant", "awari_academic", "--json"], more, dir.path());
        (output.status.code(), json(&output))
    };
    let (exit, right) = verify(&[]);
    assert_eq!((exit, &right["proven"]), (Some(0), &true.into()), "{right}");
    write(layer(SEEDS), &table);
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
    // What was proven before the file changed is not looked at again, and the file is.
    let before: Vec<bool> = list(&whole).iter().map(|file| file["proven_before_by"].is_string()).collect();
    assert_eq!(before, [true, true, true, true, false]);
    for threads in ["1", "2", "4"] {
        let (exit, again) = verify(&["--faults", "1000", "--again", "--threads", threads]);
        assert_eq!((exit, &again["files"][usize::from(SEEDS)]), (Some(3), file), "{threads} threads");
    }
}

fn run(action: &[&str], more: &[&str], dir: &Path) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    let output = command.arg("db").args(action).args(more).arg("--db").arg(dir).output().expect("runs");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{action:?} {more:?}");
    output
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn list(verdict: &Value) -> Vec<Value> {
    verdict["files"].as_array().expect("a list").clone()
}

/// Games with a layer of some thousand boards, the metrics that are built, and the bytes that the check of the largest
/// layer takes: numbers, and two bits for each end that may need a mark.
const SMALL: [(&[&str], &str, &str, u64); 4] = [
    // 12,376 boards (17 over 11) of 1 + 2 bytes and 2 ends.
    (&["oware"], "6", "score,bounds", 12_376 * 14 / 4),
    // 11,440 boards (16 over 9).
    (&["bosh"], "7", "score", 11_440 * 5 / 4),
    (&["kalah"], "6", "score", 12_376 * 5 / 4),
    // Some ten thousand boards; memory is tried with the others.
    (&["anywoli", "--rule", "pits_per_row=6"], "8", "score,bounds", 0),
];

#[test]
fn threads_and_memory_change_no_verdict() {
    for (game, seeds, metrics, most) in SMALL {
        let dir = tempfile::tempdir().expect("a folder");
        let of = |action: &[&str], more: &[&str]| {
            let output = run(&[action, game].concat(), more, dir.path());
            (output.status.code(), output)
        };
        let (exit, built) = of(&["build"], &["--seeds", seeds, "--metric", metrics]);
        assert_eq!(exit, Some(0), "{built:?}");
        let (exit, first) = of(&["verify"], &["--json", "--threads", "1"]);
        let first = json(&first);
        assert_eq!((exit, &first["proven"]), (Some(0), &true.into()), "{first}");
        assert!(list(&first).iter().all(|file| file["grounded"] == "passes"), "{first}");
        for threads in ["2", "4"] {
            let (_, other) = of(&["verify"], &["--json", "--again", "--threads", threads]);
            assert_eq!(json(&other), first, "{game:?} on {threads} threads");
        }
        // A second look does not look, unless it is told to.
        let (exit, second) = of(&["verify"], &["--json"]);
        let second = json(&second);
        assert_eq!((exit, &second["proven"]), (Some(0), &true.into()));
        assert!(list(&second).iter().all(|file| file["proven_before_by"].is_string()), "{second}");
        if most == 0 {
            continue;
        }
        let least = most.to_string();
        let (exit, fits) = of(&["verify"], &["--json", "--again", "--memory", &least]);
        assert_eq!((exit, json(&fits)), (Some(0), first), "{game:?} in {least} bytes");
        let less = (most - 1).to_string();
        let (exit, refused) = of(&["verify"], &["--again", "--memory", &less]);
        let why = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(exit, Some(1), "{why}");
        for word in [&least, &less, "--memory", &format!("layer {seeds}")] {
            assert!(why.contains(word), "{word}: {why}");
        }
    }
}

#[test]
fn a_proof_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a folder");
    let built = run(&["build", "kalah"], &["--seeds", "6"], dir.path());
    assert!(built.status.success());
    let verify = |more: &[&str]| json(&run(&["verify", "kalah", "--json"], more, dir.path()));
    let noted = |verdict: &Value| -> Vec<bool> {
        list(verdict).iter().map(|file| file["proven_before_by"].is_string()).collect()
    };
    // Smaller layers are taken as right, so that nothing is proven and nothing noted.
    let part = verify(&["--seeds", "5..6"]);
    assert_eq!((&part["clean"], &part["proven"]), (&true.into(), &false.into()));
    assert_eq!(noted(&verify(&["--seeds", "0..3"])), [false; 4]);
    let whole = verify(&[]);
    assert_eq!(
        (&whole["proven"], noted(&whole)),
        (&true.into(), vec![true, true, true, true, false, false, false])
    );
    // Now the smaller ones are known to be right.
    let part = verify(&["--seeds", "5..6"]);
    assert_eq!((&part["proven"], noted(&part)), (&true.into(), vec![true, true]));
    assert_eq!(noted(&verify(&["--again"])), [false; 7]);
    // A quick look is no proof, whatever was proven before, and takes nothing back.
    let quick = verify(&["--local-only"]);
    assert_eq!((&quick["proven"], noted(&quick)), (&false.into(), vec![false; 7]));
    assert_eq!(noted(&verify(&[])), [true; 7]);
    // Where a file is damaged, nothing that was noted counts.
    let folder = std::fs::read_dir(dir.path()).expect("a folder").flatten().next().expect("one").path();
    let path = folder.join("layer-04-0000.score.sow");
    let mut bytes = std::fs::read(&path).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    let damaged = verify(&[]);
    assert_eq!((&damaged["clean"], &damaged["proven"]), (&false.into(), &false.into()));
    assert!(noted(&damaged).iter().all(|noted| !noted), "{damaged}");
}
