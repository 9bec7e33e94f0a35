//! `kill -9` at any moment: the next build goes on from every layer that was finished and comes to the same bytes.
//!
//! Whether a process was killed inside a write is not guessed: the unfinished file that it leaves says so.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::program::{
    Stored, command, drafts, finished, layers, manifest, nothing_lost, run, same, say, until,
};

/// Builds of every kind of method and metric; the last two keep solved layers in work files.
const BUILDS: [&str; 8] = [
    "oware --seeds 11",
    "oware --seeds 8 --metric score,bounds,distance",
    "bosh --seeds 12",
    "kalah --seeds 10",
    "anywoli --rule pits_per_row=5 --seeds 20 --metric score,bounds",
    "urim --seeds 9 --method unmoves",
    "kalah --seeds 10 --memory 1100KiB",
    "oware --variant abapa --seeds 9 --metric bounds --memory 850KiB",
];

/// Kills at times that are even over the build, and kills that are to hit a write.
fn kills() -> [usize; 2] {
    if is_long() { [100, 20] } else { [6, 3] }
}

fn is_long() -> bool {
    std::env::var_os("SOWBASE_LONG").is_some()
}

/// What was tried.
#[derive(Debug, Default)]
struct Tally {
    kills: usize,
    /// Of these, those that left a layer unfinished, and those that left a manifest so.
    inside: [usize; 2],
    /// Layers that were finished when a build was killed, all together.
    safe: usize,
}

impl Tally {
    fn inside(&self) -> usize {
        self.inside.iter().sum()
    }
}

/// An undisturbed build.
struct Whole {
    args: Vec<&'static str>,
    dir: TempDir,
    layers: BTreeMap<String, Stored>,
    took: Duration,
}

impl Whole {
    fn new(words: &'static str) -> Self {
        let mut args = vec!["db", "build"];
        args.extend(words.split(' '));
        args.extend(["--json"]);
        let dir = tempfile::tempdir().expect("a folder");
        let began = Instant::now();
        let done = run(&args, dir.path());
        assert_eq!(done.code, Some(0), "{words}: {done:?}");
        Self { args, layers: layers(dir.path()), dir, took: began.elapsed() }
    }

    fn start(&self, dir: &Path) -> Child {
        let mut command = command(&self.args, dir);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs")
    }

    /// Kills a build after a time; false when it was done before.
    fn kill(&self, dir: &Path, after: Duration, tally: &mut Tally) -> bool {
        let child = self.start(dir);
        std::thread::sleep(after);
        killed(child, dir, tally)
    }

    /// Kills a build in a write that comes after some layers.
    fn kill_in_a_write(&self, dir: &Path, after: usize, tally: &mut Tally) -> bool {
        let mut child = self.start(dir);
        until("a write", || {
            let over = child.try_wait().expect("asked").is_some();
            over || (finished(dir) >= after && drafts(dir) != [0, 0])
        });
        killed(child, dir, tally)
    }

    /// Builds to the end: what was there stays as it is, and all is as if nothing had happened.
    fn resume(&self, dir: &Path, when: &str) {
        let before = layers(dir);
        let done = run(&self.args, dir);
        assert_eq!(done.code, Some(0), "{when}: {done:?}");
        let json = done.json();
        let [made, kept] = ["layers_made", "layers_kept"].map(|part| json[part].as_u64().expect("a number"));
        if !self.args.iter().any(|arg| arg.contains(',')) {
            assert_eq!((kept as usize, (made + kept) as usize), (before.len(), self.layers.len()), "{when}");
        }
        nothing_lost(&before, &layers(dir), when);
        same(self.dir.path(), dir, when);
    }
}

fn killed(mut child: Child, dir: &Path, tally: &mut Tally) -> bool {
    child.kill().expect("killed, or done before");
    // Without a code: ended by the signal.
    let hit = child.wait().expect("ended").code().is_none();
    if hit {
        let left = drafts(dir);
        tally.kills += 1;
        tally.inside = [0, 1].map(|kind| tally.inside[kind] + left[kind].min(1));
        tally.safe += finished(dir);
    }
    hit
}

#[test]
fn builds_killed_at_any_moment_go_on_to_the_same_bytes_and_lose_nothing() {
    // Every other one where tests are to be quick.
    let builds: Vec<Whole> =
        BUILDS.into_iter().step_by(if is_long() { 1 } else { 2 }).map(Whole::new).collect();
    let [even, aimed] = kills();
    let mut rng = fastrand::Rng::with_seed(9);
    let mut anywhere = Tally::default();
    for build in builds.iter().cycle() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut known = BTreeMap::new();
        // Every third folder sees up to three builds killed before one may end.
        for _ in 0..if rng.u8(..3) == 0 { 3 } else { 1 } {
            let after = build.took.mul_f64(rng.f64());
            let when = format!("{:?} after {after:?}", build.args);
            if anywhere.kills == even || !build.kill(dir.path(), after, &mut anywhere) {
                break;
            }
            let now = layers(dir.path());
            nothing_lost(&known, &now, &when);
            let whole = now.iter().all(|(name, file)| file.bytes == build.layers[name].bytes);
            assert!(whole, "a file that is not as it should be: {when}");
            known = now;
        }
        build.resume(dir.path(), &format!("{:?}, {anywhere:?}", build.args));
        if anywhere.kills == even {
            break;
        }
    }
    let mut writing = Tally::default();
    for build in builds.iter().cycle() {
        let dir = tempfile::tempdir().expect("a folder");
        build.kill_in_a_write(dir.path(), rng.usize(..build.layers.len()), &mut writing);
        build.resume(dir.path(), &format!("{:?}, {writing:?}", build.args));
        if writing.inside() >= aimed {
            break;
        }
    }
    say(&format!("at even times: {anywhere:?}\naimed at writes: {writing:?}"));
}

#[test]
fn packing_killed_at_any_moment_leaves_each_file_old_or_new() {
    let built = Whole::new("oware --seeds 9 --metric score,bounds");
    let pack = |dir: &Path| command(&["db", "pack", "oware", "--json"], dir);
    let copy = || {
        let dir = tempfile::tempdir().expect("a folder");
        let copied = Command::new("cp").arg("-r").arg(built.dir.path().join(".")).arg(dir.path()).status();
        assert!(copied.expect("cp").success());
        dir
    };
    let whole = copy();
    let began = Instant::now();
    assert!(pack(whole.path()).output().expect("runs").status.success());
    let took = began.elapsed();
    let packed = layers(whole.path());
    let mut rng = fastrand::Rng::with_seed(10);
    let mut tally = Tally::default();
    while tally.kills < kills()[1] {
        let dir = copy();
        let child = pack(dir.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
        std::thread::sleep(took.mul_f64(rng.f64()));
        killed(child, dir.path(), &mut tally);
        for (name, file) in layers(dir.path()) {
            let old_or_new = file.bytes == packed[&name].bytes || file.bytes == built.layers[&name].bytes;
            assert!(old_or_new, "{name} is neither, {tally:?}");
        }
        let listed = manifest(dir.path());
        assert!(listed.starts_with("sowbase manifest 1\n"), "{listed}");
        assert!(pack(dir.path()).output().expect("runs").status.success());
        same(whole.path(), dir.path(), &format!("{tally:?}"));
    }
    say(&format!("packing: {tally:?}"));
}
