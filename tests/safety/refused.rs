//! Folders and files that a build cannot use: it says what was expected and found, and touches nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

use super::disk::Disk;
use super::program::{Ended, layers, nothing_lost, program, run, same, say, settle};

const BUILD: [&str; 5] = ["db", "build", "kalah", "--seeds", "5"];
const LAYER: &str = "layer-04-0000.score.sow";
/// Four seeds: in the layer that is damaged.
const FOUR: &str = "1,0,1,0,0,0/1,0,1,0,0,0 22-22 S";
/// Three seeds, all won by moves that leave at most three.
const THREE: &str = "1,0,1,0,0,0/1,0,0,0,0,0 22-23 S";

static WHOLE: LazyLock<TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&BUILD, dir.path()).code, Some(0));
    dir
});

/// The folder of the one database under a folder.
fn database(dir: &Path) -> PathBuf {
    dir.read_dir().expect("a folder").next().expect("a database").expect("an entry").path()
}

/// A copy of the database, and its folder.
fn copy() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp").arg("-rp").arg(WHOLE.path().join(".")).arg(dir.path()).status();
    assert!(copied.expect("cp").success());
    let folder = database(dir.path());
    (dir, folder)
}

/// A layer of another game.
fn foreign() -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a folder");
    assert_eq!(run(&["db", "build", "urim", "--seeds", "4"], dir.path()).code, Some(0));
    fs::read(database(dir.path()).join(LAYER)).expect("a layer")
}

/// The same layer under other rules.
fn other_rules() -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a folder");
    let build = [&BUILD[..], &["--rule", "empty_capture=true"]].concat();
    assert_eq!(run(&build, dir.path()).code, Some(0));
    fs::read(database(dir.path()).join(LAYER)).expect("a layer")
}

#[test]
fn a_file_that_is_no_layer_of_these_rules_is_refused_and_kept() {
    let good = fs::read(database(WHOLE.path()).join(LAYER)).expect("a layer");
    let mut newer = good.clone();
    newer[8] += 1;
    let mut flipped = good.clone();
    *flipped.last_mut().expect("long") ^= 1;
    let cases: [(&str, Vec<u8>, &[&str]); 8] = [
        ("empty", vec![], &["expected a layer of sowbase", "found a file of 0 bytes", "delete it and build"]),
        (
            "cut",
            good[..good.len() - 1].to_vec(),
            &["expected 1415 bytes", "a file of 1414 bytes", "delete it"],
        ),
        ("cut in the header", good[..40].to_vec(), &["expected a header", "a file of 40 bytes", "delete it"]),
        ("text", b"hello, this is no layer of anything".to_vec(), &["SOWLAYER", "hello"]),
        ("of another game", foreign(), &["expected game kalah", "found game urim", "move it away"]),
        ("of other rules", other_rules(), &["expected fingerprint", "found fingerprint", "move it away"]),
        ("newer", newer, &["expected format 1", "found format 2", "newer sowbase"]),
        ("with a flipped bit", flipped, &["CRC-32", "delete it and build again"]),
    ];
    for (what, bytes, words) in cases {
        let (dir, folder) = copy();
        fs::write(folder.join(LAYER), &bytes).expect("written");
        let before = layers(dir.path());
        let failed = run(&BUILD, dir.path());
        failed.says(1, words);
        failed.says(1, &[LAYER]);
        nothing_lost(&before, &layers(dir.path()), what);
        // The rest still answers, and whoever asks for that layer is warned.
        assert_eq!(run(&["db", "probe", "kalah", THREE], dir.path()).code, Some(0), "{what}");
        let asked = run(&["db", "probe", "kalah", FOUR], dir.path());
        // A damaged block is met only by who needs it.
        assert!(what == "with a flipped bit" || asked.words.contains(LAYER), "{what}: {asked:?}");
        let verified = run(&["db", "verify", "kalah", "--json"], dir.path());
        assert_eq!(verified.code, Some(3), "{what}: {verified:?}");
        assert!(verified.json()["damaged"].to_string().contains(LAYER), "{what}");
        fs::remove_file(folder.join(LAYER)).expect("removed");
        assert_eq!(run(&BUILD, dir.path()).code, Some(0), "{what}");
        same(WHOLE.path(), dir.path(), what);
    }
}

#[test]
fn what_is_no_file_at_all_is_refused() {
    type Make = fn(&Path);
    let folder_of: Make = |path| fs::create_dir(path).expect("made");
    let pipe: Make = |path| assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    for (name, make, words) in [
        (LAYER, folder_of, &["expected a file, found a folder", "move it away"][..]),
        (LAYER, pipe, &["expected a file, found something else", "move it away"]),
        ("manifest.txt", folder_of, &["cannot write", "Is a directory", "move what is in the way"]),
        ("lock", folder_of, &["cannot make", "Is a directory", "move what is in the way"]),
    ] {
        let (dir, folder) = copy();
        let path = folder.join(name);
        // Not every copy has one.
        let _ = fs::remove_file(&path);
        make(&path);
        let before = layers_but(dir.path(), &path);
        let failed = run(&BUILD, dir.path());
        failed.says(1, words);
        failed.says(1, &[name]);
        assert!(layers_but(dir.path(), &path) == before, "{name}");
        Command::new("rm").arg("-r").arg(&path).status().expect("rm");
        assert_eq!(run(&BUILD, dir.path()).code, Some(0), "{name}");
        same(WHOLE.path(), dir.path(), name);
    }
}

/// The bytes of all layers but one that is none.
fn layers_but(dir: &Path, path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let all = database(dir).read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = all.filter(|file| file != path && file.extension().is_some_and(|end| end == "sow"));
    let mut all: Vec<_> = files.map(|file| (file.clone(), fs::read(file).expect("a file"))).collect();
    all.sort();
    all
}

#[test]
fn a_manifest_of_a_newer_version_is_left_alone() {
    let (dir, folder) = copy();
    let path = folder.join("manifest.txt");
    let text = fs::read_to_string(&path).expect("text").replacen("manifest 1", "manifest 2", 1);
    fs::write(&path, &text).expect("written");
    run(&BUILD, dir.path())
        .says(1, &["manifest.txt", "expected a manifest of version 1", "version 2", "newer"]);
    assert_eq!(fs::read_to_string(&path).expect("text"), text);
}

/// What is told of a folder that cannot be written, and that reading goes on.
fn only_read(run: impl Fn(&[&str]) -> Ended, words: &[&str]) {
    let more = ["db", "build", "kalah", "--seeds", "6"];
    run(&more).says(1, words);
    assert_eq!(run(&["db", "probe", "kalah", FOUR]).code, Some(0));
    assert_eq!(run(&["db", "info"]).code, Some(0));
    let verified = run(&["db", "verify", "kalah", "--json"]);
    assert_eq!((verified.code, &verified.json()["proven"]), (Some(0), &true.into()), "{verified:?}");
}

#[test]
fn a_disk_for_reading_only_is_told_and_still_read() {
    let Some(disk) = Disk::new("size=1m") else { return };
    assert_eq!(disk.run(&BUILD).code, Some(0));
    disk.remount("ro");
    let before = layers(&disk.seen());
    let folder = disk.path().to_str().expect("a path");
    only_read(
        |args| disk.run(args),
        &[folder, "Read-only file system", "finished layers are safe", "writable"],
    );
    nothing_lost(&before, &layers(&disk.seen()), "read only");
    disk.remount("rw");
    assert_eq!(disk.run(&["db", "build", "kalah", "--seeds", "6"]).code, Some(0));
    nothing_lost(&before, &layers(&disk.seen()), "writable again");
}

#[test]
fn a_folder_that_is_somebody_elses_is_told_and_still_read() {
    // Root may write everywhere: as nobody, then.
    let nobody = |program: &Path| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
        command
    };
    if !nobody(Path::new("true")).output().is_ok_and(|output| output.status.success()) {
        say("skipped: only root can run something as nobody (setpriv)");
        return;
    }
    let (dir, folder) = copy();
    // A copy of the program: nobody may not look everywhere.
    let copied = dir.path().join("sowbase");
    fs::copy(program(), &copied).expect("copied");
    let open = Command::new("chmod").args(["-R", "a=rX"]).arg(dir.path()).status();
    assert!(open.expect("chmod").success());
    let before = layers(dir.path());
    let run = |args: &[&str]| {
        let mut command = nobody(&copied);
        settle(&mut command, args, dir.path());
        command.output().expect("runs").into()
    };
    only_read(run, &[folder.to_str().expect("a path"), "Permission denied", "make the folder writable"]);
    nothing_lost(&before, &layers(dir.path()), "as nobody");
}
