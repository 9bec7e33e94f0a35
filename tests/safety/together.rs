//! Two builders at once, and readers beside a builder.

use std::process::Stdio;

use serde_json::Value;

use super::program::{command, end, finished, layers, run, same, send, start, until};

const BUILD: [&str; 5] = ["db", "build", "oware", "--seeds", "10"];

#[test]
fn the_second_builder_is_told_who_holds_the_folder_and_a_dead_one_holds_nothing() {
    let whole = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&BUILD, whole.path()).code, Some(0));
    let dir = tempfile::tempdir().expect("a folder");
    let mut first = start(command(&BUILD, dir.path()));
    until("a layer", || finished(dir.path()) > 2);
    send("STOP", first.id());
    let who = format!("process {} builds in this folder", first.id());
    for args in [&BUILD[..], &["db", "pack", "oware"]] {
        run(args, dir.path()).says(1, &[&who, "is locked", "wait for it, or use another folder"]);
    }
    // Other rules have a folder of their own.
    let other = ["db", "build", "oware", "--variant", "abapa", "--seeds", "3"];
    let elsewhere = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&other, elsewhere.path()).code, Some(0));
    assert_eq!(run(&["db", "info"], dir.path()).code, Some(0));
    first.kill().expect("killed");
    first.wait().expect("ended");
    let done = run(&BUILD, dir.path());
    assert_eq!(done.code, Some(0), "{done:?}");
    same(whole.path(), dir.path(), "after the holder was killed");
}

#[test]
fn two_builders_that_start_together_leave_what_one_leaves() {
    let whole = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&BUILD, whole.path()).code, Some(0));
    for _ in 0..5 {
        let dir = tempfile::tempdir().expect("a folder");
        let both = [(); 2].map(|()| start(command(&BUILD, dir.path())));
        let ended = both.map(end);
        // One builds; the other is refused, unless it came so late that all was there.
        assert!(ended.iter().any(|ended| ended.code == Some(0)), "{ended:?}");
        let refused = ended.iter().filter(|ended| ended.code != Some(0));
        refused.for_each(|ended| ended.says(1, &["is locked", "builds in this folder"]));
        same(whole.path(), dir.path(), "two together");
    }
}

#[test]
fn readers_beside_a_builder_see_whole_layers_and_find_no_fault() {
    let dir = tempfile::tempdir().expect("a folder");
    let build = ["db", "build", "oware", "--seeds", "12", "--metric", "score,bounds"];
    let mut child =
        command(&build, dir.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    until("a layer", || finished(dir.path()) > 0);
    // Three seeds, and moves to at most three.
    let position = "0,0,1,0,0,0/1,0,0,0,0,1 23-22 S";
    let mut answers: Vec<Value> = Vec::new();
    let mut looks = 0;
    loop {
        let building = child.try_wait().expect("asked").is_none();
        let verified =
            run(&["db", "verify", "oware", "--local-only", "--seeds", "0..7", "--json"], dir.path());
        // 1: nothing is there yet of what was asked.
        if verified.code != Some(1) {
            let json = verified.json();
            assert_eq!((verified.code, &json["damaged"]), (Some(0), &serde_json::json!([])), "{json}");
        }
        assert_eq!(run(&["db", "info"], dir.path()).code, Some(0));
        let probed = run(&["db", "probe", "oware", position, "--json"], dir.path());
        assert!(!probed.words.contains("warning"), "{probed:?}");
        answers.push(probed.json()["score"].clone());
        looks += usize::from(building);
        if !building {
            break;
        }
    }
    assert!(child.wait().expect("ended").success() && looks > 0);
    assert!(answers.iter().all(|answer| Some(answer) == answers.last()), "{answers:?}");
    assert_eq!(layers(dir.path()).len(), 26);
}
