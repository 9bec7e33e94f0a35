//! `db build`, `db probe` and `analyze` as a black box: exit codes, messages, and builds that are killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn command(args: &[&str], dir: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    command.args(args).arg("--db").arg(dir).env("SOWBASE_COLOR", "never").env_remove("SOWBASE_DB");
    command
}

fn run(args: &[&str], dir: &Path) -> Output {
    let output = command(args, dir).output().expect("runs");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{args:?}");
    output
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

/// Every file of the one database under a folder, the lock apart.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folder = folders.next().expect("a database");
    let mut all: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sow"))
        .map(|path| (path.file_name().expect("a name").into(), fs::read(&path).expect("a file")))
        .collect();
    all.sort();
    all
}

#[test]
fn build_then_probe_then_analyze() {
    let dir = tempfile::tempdir().expect("a folder");
    let position = "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S";
    let unknown = run(&["db", "probe", "kalah", position], dir.path());
    assert_eq!(code(&unknown), 3);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("sowbase db build kalah --seeds 11"));
    let built = run(&["db", "build", "kalah", "--seeds", "11", "--json"], dir.path());
    assert_eq!(code(&built), 0);
    assert!(built.stderr.is_empty() || !String::from_utf8_lossy(&built.stderr).contains("sweep"));
    let json: Value = serde_json::from_slice(&built.stdout).expect("JSON");
    // 23 over 12 boards of up to 11 seeds in twelve pits.
    assert_eq!(
        (&json["states"], &json["layers_made"], &json["layers_kept"]),
        (&1_352_078.into(), &12.into(), &0.into())
    );
    let again = run(&["db", "build", "kalah", "--seeds", "11", "--json"], dir.path());
    let json: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!((&json["layers_made"], &json["layers_kept"]), (&0.into(), &12.into()));
    let probed = run(&["db", "probe", "kalah", position, "--json"], dir.path());
    assert_eq!(code(&probed), 0);
    let probed: Value = serde_json::from_slice(&probed.stdout).expect("JSON");
    let analyzed = run(&["analyze", "kalah", position, "--json"], dir.path());
    let mut analyzed: Value = serde_json::from_slice(&analyzed.stdout).expect("JSON");
    for mv in analyzed["moves"].as_array_mut().expect("a list") {
        let mv = mv.as_object_mut().expect("an object");
        assert!(mv.remove("pv").is_some() && mv.remove("pv_stops").is_some());
        // With a line the sentence also names the answer.
        mv.remove("why");
    }
    assert_eq!(probed["score"], analyzed["score"]);
    // Scores alone do not say what other rules for endless play would change.
    assert!(analyzed["depends_on_endless"].is_null());
    let text = run(&["analyze", "kalah", position], dir.path()).stdout;
    assert!(!String::from_utf8_lossy(&text).contains("every rule"));
    for (probed, analyzed) in
        probed["moves"].as_array().expect("a list").iter().zip(analyzed["moves"].as_array().expect("a list"))
    {
        assert!(probed.get("pv").is_none());
        assert_eq!((&probed["move"], &probed["score"]), (&analyzed["move"], &analyzed["score"]));
    }
}

#[test]
fn refusals_have_the_right_exit_code_and_say_why() {
    let dir = tempfile::tempdir().expect("a folder");
    for (args, exit, words) in [
        (&["db", "build", "kalah", "--seeds", "4", "--rule", "ply_limit=9"][..], 2, "ply_limit=9"),
        (&["db", "build", "kalah", "--seeds", "48"], 1, "states"),
        (&["db", "build", "kalah", "--seeds", "128"], 2, "128"),
        (&["db", "build", "kalah"], 2, "--seeds"),
        (&["db", "build", "ludo", "--seeds", "4"], 2, "ludo"),
        (&["db", "probe", "kalah"], 2, "POSITION"),
        (&["db", "probe", "kalah", "1,1/1,1"], 1, "pits"),
        (&["analyze", "kalah", "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S", "B"], 1, "empty"),
    ] {
        let output = run(args, dir.path());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), exit, "{args:?}: {message}");
        assert!(message.contains(words), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    let file = dir.path().join("a-file");
    fs::write(&file, b"x").expect("a file");
    let output = run(&["db", "build", "kalah", "--seeds", "2"], &file);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(code(&output) == 1 && message.contains("a-file"), "{message}");
}

#[test]
fn every_method_writes_the_same_bytes_and_scores_that_distances_need_come_by_the_best() {
    let cases = [("oware", "score", "unmoves"), ("oware", "bounds", "edges"), ("urim", "distance", "plain")];
    for (game, metric, method) in cases {
        let build = ["db", "build", game, "--seeds", "7", "--metric", metric];
        let [best, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        assert_eq!(code(&run(&build, best.path())), 0);
        let named = run(&[&build[..], &["--method", method]].concat(), other.path());
        assert_eq!(code(&named), 0, "{game} {metric}: {}", String::from_utf8_lossy(&named.stderr));
        assert!(files(best.path()) == files(other.path()), "{game} {metric}");
    }
    let dir = tempfile::tempdir().expect("a folder");
    let wrong = run(&["db", "build", "oware", "--seeds", "7", "--method", "plain"], dir.path());
    assert_eq!(code(&wrong), 2);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("there are rows, unmoves, edges, sweeps"));
}

#[test]
fn a_build_killed_at_any_moment_goes_on_to_the_same_bytes() {
    let build = ["db", "build", "kalah", "--seeds", "9", "--quiet"];
    let whole = tempfile::tempdir().expect("a folder");
    assert_eq!(code(&run(&build, whole.path())), 0);
    let expected = files(whole.path());
    for step in 0..12 {
        let dir = tempfile::tempdir().expect("a folder");
        let mut child =
            command(&build, dir.path()).stderr(Stdio::null()).stdout(Stdio::null()).spawn().expect("runs");
        std::thread::sleep(Duration::from_millis(8 * step));
        child.kill().expect("killed, or done before");
        child.wait().expect("ended");
        let finished = if dir.path().read_dir().expect("a folder").next().is_some() {
            files(dir.path())
        } else {
            vec![]
        };
        assert!(finished.iter().all(|file| expected.contains(file)), "a file half written after {step}");
        assert_eq!(code(&run(&build, dir.path())), 0);
        assert_eq!(files(dir.path()), expected, "killed after {step}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_build_keeps_its_layers_and_exits_with_130() {
    let dir = tempfile::tempdir().expect("a folder");
    // Far more than can be built in the time given.
    let build = ["db", "build", "kalah", "--seeds", "18", "--quiet"];
    let mut child = command(&build, dir.path()).stdout(Stdio::null()).spawn().expect("runs");
    let started = std::time::Instant::now();
    while dir.path().read_dir().expect("a folder").next().is_none_or(|_| files(dir.path()).len() < 6) {
        assert!(started.elapsed() < Duration::from_mins(1), "no layer in a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = run(&["db", "build", "kalah", "--seeds", "18"], dir.path());
    assert!(code(&second) == 1 && String::from_utf8_lossy(&second.stderr).contains("locked"));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    assert!(files(dir.path()).len() >= 6);
}
