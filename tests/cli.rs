//! The command line as a black box: answers, exit codes, messages.

use assert_cmd::Command;
use serde_json::Value;

fn sowbase(args: &[&str]) -> std::process::Output {
    Command::cargo_bin("sowbase")
        .expect("built")
        .args(args)
        .env("SOWBASE_COLOR", "never")
        .output()
        .expect("runs")
}

fn answer(args: &[&str]) -> Value {
    let output = sowbase(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// The exit code and the message of a run that must fail without a panic.
fn refusal(args: &[&str]) -> (i32, String) {
    let output = sowbase(args);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!message.contains("panicked"), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?} wrote a result");
    (output.status.code().expect("no signal"), message)
}

#[test]
fn case_31_replay_answers_in_json() {
    // cases.md 31
    let json = answer(&["replay", "kalah", "0,0,0,0,0,1/2,0,0,1,0,3 20-21 S", "F", "--json"]);
    assert_eq!(json["schema"], 1);
    assert_eq!(json["game"], "kalah");
    assert_eq!(json["over"], true);
    assert_eq!(json["result"]["south"], 21);
    assert_eq!(json["result"]["north"], 27);
    assert_eq!(json["result"]["winner"], "north");
    assert_eq!(json["position"], "0,0,0,0,0,0/0,0,0,0,0,0 21-27 N");
    assert_eq!(json["plies"], 1);
    assert_eq!(json["moves"].as_array().expect("list").len(), 0);
}

#[test]
fn moves_lists_gain_and_extra_moves() {
    // rules.md KA1: C ends in the store.
    let json = answer(&["moves", "kalah", "--json"]);
    let moves = json["moves"].as_array().expect("list");
    assert_eq!(moves.len(), 6);
    let c = &moves[2];
    assert_eq!(c["move"], "C");
    assert_eq!(c["position"], "4,4,0,5,5,5/4,4,4,4,4,4 1-0 S");
    assert_eq!(c["gain"]["south"], 1);
    assert_eq!(c["again"], true);
    assert_eq!(c["over"], false);
    assert!(c.get("trace").is_none());
    let traced = answer(&["moves", "kalah", "--json", "--trace"]);
    assert_eq!(traced["moves"][2]["trace"][0]["pit"], "C");
}

#[test]
fn perft_counts_as_rules_md_8_2() {
    let json = answer(&["perft", "kalah", "--depth", "6", "--divide", "--json"]);
    assert_eq!(json["nodes"], 23233);
    let sum: u64 =
        json["divide"].as_array().expect("list").iter().map(|m| m["nodes"].as_u64().expect("count")).sum();
    assert_eq!(sum, 23233);
    assert_eq!(answer(&["perft", "kalah", "--depth", "0", "--json"])["nodes"], 1);
}

#[test]
fn case_37_wrong_moves_say_why_and_leave_exit_code_1() {
    for (text, expects) in [
        ("A", "empty"),
        ("a", "North's"),
        ("G", "no pit"),
        ("-1", "no pit"),
        ("7", "no pit"),
        ("AA", "no pit"),
    ] {
        let (code, message) = refusal(&["replay", "kalah", "0,1,1,1,1,1/1,1,1,1,1,1", text]);
        assert_eq!(code, 1, "{text}: {message}");
        assert!(message.contains(expects), "{text}: {message}");
    }
}

#[test]
fn case_63_wrong_positions_say_why() {
    for (text, expects) in [
        ("18,18,18,18,18,18/18,18,18,18,18,18", "seeds"),
        ("4,4,4,4,4,4,4/4,4,4,4,4,4", "7 pits"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 X", "side"),
        ("4,4,4,4,4,4/4,4,4,4,4,5", "allow-any-total"),
        ("4,4,4,4,4,-4/4,4,4,4,4,4", "not a number"),
        ("4,4,4,4,4,4/4,4,4,4,4,0 24-", "write both"),
        ("4,4,4,4,4,4/4,4,4,4,4,99999999999999999999999", "too many"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S S", "second"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S what=1", "no extra"),
        ("/", "0 pits"),
        ("4/4/4", "more than one"),
    ] {
        let (code, message) = refusal(&["moves", "kalah", text]);
        assert_eq!(code, 1, "{text}: {message}");
        assert!(message.contains(expects), "{text}: {message}");
    }
    let more = "4,4,4,4,4,4/4,4,4,4,4,5";
    assert_eq!(
        answer(&["moves", "kalah", more, "--allow-any-total", "--json"])["position"],
        format!("{more} 0-0 S")
    );
}

#[test]
fn a_position_may_begin_with_a_closed_hole_and_a_wrong_flag_is_named() {
    let text = "-,4,4,4,4/4,4,4,4,4 0-4 S";
    assert_eq!(answer(&["moves", "bosh", text, "--json"])["position"], text);
    let (code, message) = refusal(&["moves", "bosh", "start", "--jsno"]);
    assert_eq!(code, 2);
    assert!(message.contains("--json"), "{message}");
}

#[test]
fn unknown_names_name_the_nearest() {
    let (code, message) = refusal(&["moves", "kalha"]);
    assert_eq!(code, 2);
    assert!(message.contains("Did you mean kalah?"), "{message}");
    let (code, message) = refusal(&["moves", "kalah", "--rule", "empty_captur=true"]);
    assert_eq!(code, 2);
    assert!(message.contains("empty_capture"), "{message}");
    let (code, message) = refusal(&["moves", "kalah", "--rule", "remaining_to=ownr"]);
    assert_eq!(code, 2);
    assert!(message.contains("did you mean owner?"), "{message}");
    assert_eq!(refusal(&["moves", "kalah", "--rule", "junk"]).0, 2);
    assert_eq!(refusal(&["nonsense"]).0, 2);
}

#[test]
fn case_73_help_and_version_work_anywhere() {
    for args in [&["--help"][..], &["--version"], &["help", "moves"]] {
        let output =
            Command::cargo_bin("sowbase").expect("built").args(args).current_dir("/").output().expect("runs");
        assert!(output.status.success(), "{args:?}");
        assert!(!output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn every_game_answers_every_listing_command() {
    let games = answer(&["games", "--json"]);
    for game in games["games"].as_array().expect("list") {
        let name = game["name"].as_str().expect("name");
        let rules = answer(&["rules", name, "--json"]);
        assert!(!rules["words"].as_array().expect("list").is_empty());
        assert_eq!(rules["fingerprint"].as_str().expect("text").len(), 16);
        assert!(!answer(&["show", name, "--json"])["board"].as_str().expect("text").is_empty());
        assert!(!answer(&["moves", name, "--json"])["moves"].as_array().expect("list").is_empty());
        assert!(sowbase(&["rules", name]).status.success());
        assert!(sowbase(&["moves", name, "--trace"]).status.success());
        for variant in game["variants"].as_array().expect("list") {
            let variant = variant["name"].as_str().expect("name");
            assert_eq!(answer(&["moves", name, "--variant", variant, "--json"])["variant"], variant);
        }
    }
}

#[test]
fn positions_round_trip_through_show() {
    // cases.md 65
    let first = answer(&["show", "kalah", "0 3 0 0 0 8 / 3 0 1 0 0 0 10-23 N", "--json"]);
    let text = first["position"].as_str().expect("text");
    assert_eq!(answer(&["show", "kalah", text, "--json"])["position"], text);
}

#[test]
fn selftest_finds_nothing_wrong() {
    let json = answer(&["selftest", "--json"]);
    assert_eq!(json["wrong"].as_array().expect("list").len(), 0);
    assert!(json["checks"].as_u64().expect("count") > 10);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet_and_a_full_disk_is_an_error() {
    use std::process::{Command, Stdio};
    let program = assert_cmd::cargo::cargo_bin("sowbase");
    for command in ["rules kalah", "completions bash", "moves kalah --trace"] {
        let full = Command::new("sh")
            .args(["-c", &format!("'{}' {command} > /dev/full", program.display())])
            .stderr(Stdio::piped())
            .output()
            .expect("runs");
        assert_eq!(full.status.code(), Some(1), "{command}");
        assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write"), "{command}");
        let closed = Command::new("bash")
            .args(["-c", &format!("'{}' {command} | head -c0; echo ${{PIPESTATUS[0]}}", program.display())])
            .output()
            .expect("runs");
        assert_eq!(String::from_utf8_lossy(&closed.stdout).trim(), "0", "{command}");
        assert!(closed.stderr.is_empty(), "{command}");
    }
}
