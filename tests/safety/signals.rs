//! Being asked to stop: the first time where nothing is lost, with a sentence; the second time at once. And what a build
//! says meanwhile.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use super::program::{
    Ended, command, drafts, end, finished, layers, nothing_lost, program, run, same, say, send, settle,
    start, until,
};

/// Many seconds of work for the fastest machine, in many layers: whoever sends the signal may get no processor for some.
const LONG: [&str; 7] = ["db", "build", "oware", "--seeds", "20", "--metric", "score,bounds"];
const SHORT: [&str; 5] = ["db", "build", "kalah", "--seeds", "8"];

/// A build of many layers that has finished some.
fn begun(dir: &std::path::Path) -> Child {
    let child = start(command(&LONG, dir));
    until("layers", || finished(dir) >= 4);
    child
}

/// True when this process, and with it every one that it starts, leaves SIGHUP (bit 0) alone.
fn ignores_hup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn a_build_asked_once_stops_where_nothing_is_lost_and_says_how_to_go_on() {
    for signal in ["INT", "TERM", "HUP"] {
        if signal == "HUP" && ignores_hup() {
            // These tests run under `nohup` themselves, and so does what they start.
            continue;
        }
        let dir = tempfile::tempdir().expect("a folder");
        let child = begun(dir.path());
        let before = layers(dir.path());
        send(signal, child.id());
        let ended = end(child);
        ended.says(130, &["stopping where nothing is lost; once more stops at once"]);
        let files = format!("{} of 42 files are finished and stay in", finished(dir.path()));
        ended.says(
            130,
            &[&files, dir.path().to_str().expect("a path"), "the same command goes on", "stopped"],
        );
        assert!(ended.answer.is_empty() && drafts(dir.path()) == [0, 0], "{signal}");
        nothing_lost(&before, &layers(dir.path()), signal);
        // Fewer seeds of the same: all that it needs of the stopped build is kept.
        let build = ["db", "build", "oware", "--seeds", "1", "--metric", "score,bounds", "--json"];
        assert_eq!(run(&build, dir.path()).json()["layers_made"], 0, "{signal}");
    }
}

#[test]
fn a_build_asked_twice_stops_at_once_and_loses_nothing() {
    let whole = tempfile::tempdir().expect("a folder");
    let build = ["db", "build", "oware", "--seeds", "10"];
    assert_eq!(run(&build, whole.path()).code, Some(0));
    for signals in [["INT", "INT"], ["TERM", "INT"]] {
        let dir = tempfile::tempdir().expect("a folder");
        let mut child = start(command(&build, dir.path()));
        until("a layer", || finished(dir.path()) > 0);
        let before = layers(dir.path());
        let mut words = BufReader::new(child.stderr.take().expect("a pipe"));
        send(signals[0], child.id());
        let mut line = String::new();
        while !line.starts_with("stopping") {
            line.clear();
            assert!(words.read_line(&mut line).expect("text") > 0, "no word that it stops");
        }
        // It may have come to its end between the two.
        let _ = Command::new("kill").args([&format!("-{}", signals[1]), &child.id().to_string()]).output();
        assert_eq!(child.wait().expect("ended").code(), Some(130), "{signals:?}");
        nothing_lost(&before, &layers(dir.path()), "twice");
        assert_eq!(run(&build, dir.path()).code, Some(0));
        same(whole.path(), dir.path(), "twice");
    }
}

#[test]
fn a_build_under_nohup_outlives_its_terminal() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(program());
    settle(&mut command, &["db", "build", "oware", "--seeds", "11"], dir.path());
    let child = start(command);
    until("a layer", || finished(dir.path()) > 0);
    send("HUP", child.id());
    assert_eq!(end(child).code, Some(0));
}

#[test]
fn a_build_that_nobody_listens_to_comes_to_its_end() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut child = start(command(&SHORT, dir.path()));
    // The other end of the pipe is gone, as that of a closed terminal.
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("ended").code(), Some(0));
    assert_eq!(finished(dir.path()), 9);
}

#[test]
fn each_finished_layer_is_told_on_stderr_unless_quiet() {
    let dir = tempfile::tempdir().expect("a folder");
    let told = run(&SHORT, dir.path());
    let lines: Vec<&str> = told.words.lines().filter(|line| line.contains(" states in ")).collect();
    assert_eq!(lines.len(), 9, "{told:?}");
    let layer = layers(dir.path());
    let size = layer["layer-08-0000.score.sow"].bytes.len();
    // 19 over 11 boards of 8 seeds in twelve pits.
    assert!(lines[8].starts_with("layer 8 score: 75582 states in "), "{told:?}");
    assert!(lines[8].ends_with(&format!("{size} bytes, {:.2} bits a state", size as f64 * 8.0 / 75_582.0)));
    let again = run(&SHORT, dir.path());
    assert!(again.words.contains("(9 files are there, 0 bytes to write)"), "{again:?}");
    assert!(!again.words.contains(" states in "), "{again:?}");
    for quiet in ["--quiet", "--json"] {
        let dir = tempfile::tempdir().expect("a folder");
        let told = run(&[&SHORT[..], &[quiet]].concat(), dir.path());
        assert!(
            !told.words.contains(" states in ") && (quiet == "--json" || told.words.is_empty()),
            "{told:?}"
        );
    }
}

/// On a terminal: the bar with its parts, above it a line for each finished layer.
#[test]
fn on_a_terminal_a_bar_is_drawn() {
    let dir = tempfile::tempdir().expect("a folder");
    let line = format!("'{}' db build oware --seeds 11 --db '{}'", program().display(), dir.path().display());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null());
    let Ok(mut child) = script.stdout(Stdio::piped()).spawn() else {
        say("skipped: there is no program `script` that makes a terminal");
        return;
    };
    let mut shown = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut shown).expect("read");
    let shown = String::from_utf8_lossy(&shown).into_owned();
    assert!(child.wait().expect("ended").success(), "{shown}");
    assert!(shown.contains("layer 11 ") && shown.contains("a second"), "{shown}");
    assert!(shown.contains("layer 11 score: 705432 states in"), "{shown}");
}

#[test]
fn help_names_the_exit_codes() {
    let help: Ended = Command::new(program()).arg("--help").output().expect("runs").into();
    assert!(help.answer.contains("130 interrupted"));
}
