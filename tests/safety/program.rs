//! The program as a process, and what lies in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longest wait for anything; reached only when something is broken.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin("sowbase")
}

/// The settings that every run has.
pub(crate) fn settle(command: &mut Command, args: &[&str], dir: &Path) {
    command.args(args).arg("--db").arg(dir).env("SOWBASE_COLOR", "never").env_remove("SOWBASE_DB");
    // Nobody's settings.
    command.env("XDG_CONFIG_HOME", "/nowhere").env("HOME", "/nowhere");
}

pub(crate) fn command(args: &[&str], dir: &Path) -> Command {
    let mut command = Command::new(program());
    settle(&mut command, args, dir);
    command
}

/// A word about what was tried, or why it was not.
#[expect(clippy::print_stdout, reason = "for whoever reads the tests' output")]
pub(crate) fn say(text: &str) {
    println!("{text}");
}

/// How a run ended: exit code (none after a signal), stdout, stderr.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) answer: String,
    pub(crate) words: String,
}

impl Ended {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.answer).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// That a run failed with words that hold all of these.
    pub(crate) fn says(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(words.iter().all(|word| self.words.contains(word)), "{words:?} in {self:?}");
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let words = text(&output.stderr);
        assert!(!words.contains("panicked"), "{words}");
        Self { code: output.status.code(), answer: text(&output.stdout), words }
    }
}

pub(crate) fn run(args: &[&str], dir: &Path) -> Ended {
    command(args, dir).output().expect("runs").into()
}

/// Starts it; what it says is kept.
pub(crate) fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs")
}

pub(crate) fn end(child: Child) -> Ended {
    child.wait_with_output().expect("ended").into()
}

/// Sends a signal by name.
pub(crate) fn send(signal: &str, to: u32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &to.to_string()]).status();
    assert!(sent.expect("kill").success(), "{signal}");
}

/// Waits until something is so, as often as it can look.
pub(crate) fn until(what: &str, mut so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "waited for {what}");
    }
}

/// A file of a database.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) bytes: Vec<u8>,
    /// Inode and time of change: the same as long as nobody writes it again.
    made: (u64, i64, i64),
}

/// The names in all databases under a folder, with their paths; none while there is no folder.
fn names(dir: &Path) -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(dir).into_iter().flatten().flatten();
    let entries = folders.filter_map(|entry| fs::read_dir(entry.path()).ok()).flatten().flatten();
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())).collect()
}

fn is_layer(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "sow")
}

/// The finished layers.
pub(crate) fn layers(dir: &Path) -> BTreeMap<String, Stored> {
    let all = names(dir).into_iter().filter(|(_, path)| is_layer(path));
    let read = |path: &Path| {
        let meta = fs::metadata(path).expect("a file");
        let made = (meta.ino(), meta.mtime(), meta.mtime_nsec());
        Stored { bytes: fs::read(path).expect("a file"), made }
    };
    all.map(|(name, path)| (name, read(&path))).collect()
}

/// How many layers are finished.
pub(crate) fn finished(dir: &Path) -> usize {
    names(dir).iter().filter(|(_, path)| is_layer(path)).count()
}

/// Unfinished files: those of layers, those of manifests.
pub(crate) fn drafts(dir: &Path) -> [usize; 2] {
    let mut found = [0; 2];
    for (_, path) in names(dir).iter().filter(|(name, _)| name.starts_with(".tmp")) {
        // One that has its name by now is none.
        if let Ok(bytes) = fs::read(path) {
            found[usize::from(bytes.starts_with(b"sowbase manifest"))] += 1;
        }
    }
    found
}

pub(crate) fn manifest(dir: &Path) -> String {
    let path = names(dir).into_iter().find(|(name, _)| name == "manifest.txt").expect("a manifest").1;
    fs::read_to_string(path).expect("text")
}

/// That no layer of `before` is lost or was made again.
pub(crate) fn nothing_lost(before: &BTreeMap<String, Stored>, now: &BTreeMap<String, Stored>, when: &str) {
    for (name, file) in before {
        assert!(now.get(name) == Some(file), "{name} is gone, changed or made again: {when}");
    }
}

/// That a folder holds what an undisturbed build leaves, and nothing beside.
pub(crate) fn same(whole: &Path, dir: &Path, when: &str) {
    let bytes = |dir| layers(dir).into_iter().map(|(name, file)| (name, file.bytes)).collect::<Vec<_>>();
    assert!(bytes(whole) == bytes(dir), "other files than undisturbed: {when}");
    assert_eq!(manifest(whole), manifest(dir), "{when}");
    assert_eq!(drafts(dir), [0, 0], "{when}");
}
