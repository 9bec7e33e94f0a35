//! A disk that is full: before a build, and in the middle of a layer, of a manifest, of a work file. Told with what is
//! needed and what there is; nothing lost; the build goes on once there is room.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::disk::Disk;
use super::program::{
    Ended, drafts, end, finished, layers, nothing_lost, program, run, same, send, settle, start, until,
};

const ROOM: &str = "size=16m";

/// What an undisturbed build leaves.
fn whole(args: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    assert_eq!(run(args, dir.path()).code, Some(0));
    dir
}

/// That a build was told where there is no room, how much it needs and has, and what to do.
fn told(failed: &Ended, dir: &Path) {
    let dir = dir.to_str().expect("a path");
    failed.says(1, &[dir, "make room", "of disk", "are free in"]);
}

#[test]
fn a_disk_that_is_too_small_is_told_before_anything_is_solved() {
    let Some(disk) = Disk::new("size=64k") else { return };
    let build = ["db", "build", "kalah", "--seeds", "10"];
    let failed = disk.run(&build);
    told(&failed, disk.path());
    failed.says(1, &["--db", "fewer seeds"]);
    assert_eq!((finished(&disk.seen()), failed.answer.as_str()), (0, ""));
    disk.remount(ROOM);
    assert_eq!(disk.run(&build).code, Some(0));
    // What is there already needs no room a second time.
    disk.fill(3);
    assert_eq!(disk.run(&build).code, Some(0));
}

#[test]
fn a_disk_that_fills_up_in_the_middle_of_a_build_loses_nothing() {
    let build = ["db", "build", "oware", "--seeds", "11", "--metric", "score,bounds"];
    let whole = whole(&build);
    let Some(disk) = Disk::new(ROOM) else { return };
    for pages in 0..6 {
        let mut child = start(disk.command(&build));
        until("layers", || {
            assert!(child.try_wait().expect("asked").is_none(), "done too soon");
            finished(&disk.seen()) >= 6
        });
        send("STOP", child.id());
        disk.fill(pages);
        let before = layers(&disk.seen());
        send("CONT", child.id());
        let failed = end(child);
        told(&failed, disk.path());
        failed.says(1, &["cannot write", "No space left", "finished layers are safe"]);
        let now = layers(&disk.seen());
        nothing_lost(&before, &now, "while the disk filled up");
        assert_eq!(drafts(&disk.seen()), [0, 0]);
        // As long as there is no room nothing changes.
        assert_eq!(disk.run(&build).code, Some(1));
        nothing_lost(&now, &layers(&disk.seen()), "on the full disk");
        disk.clear();
        assert_eq!(disk.run(&build).code, Some(0));
        nothing_lost(&now, &layers(&disk.seen()), "once there was room");
        same(whole.path(), &disk.seen(), "once there was room");
        std::fs::remove_dir_all(disk.seen().join(database(&disk))).expect("removed");
    }
}

fn database(disk: &Disk) -> std::ffi::OsString {
    let mut entries = disk.seen().read_dir().expect("a folder").map(|entry| entry.expect("an entry"));
    entries.find(|entry| entry.path().is_dir()).expect("a database").file_name()
}

#[test]
fn no_room_for_one_more_file_stops_a_layer_a_manifest_or_a_work_file() {
    // Solved layers do not fit beside the largest one, so some go to work files.
    let build = ["db", "build", "kalah", "--seeds", "9", "--memory", "520KiB"];
    let whole = whole(&build);
    let mut seen = BTreeSet::new();
    for most in 5..24 {
        // Files, and not bytes, run out: at the same place each time.
        let Some(disk) = Disk::new(&format!("{ROOM},nr_inodes={most}")) else { return };
        let failed = disk.run(&build);
        if failed.code == Some(0) {
            break;
        }
        failed.says(1, &["No space left", "finished layers are safe: make room", "are free in"]);
        let kinds = ["a work file", "manifest.txt", ".sow", "make"];
        seen.extend(kinds.into_iter().find(|kind| failed.words.contains(kind)));
        let before = layers(&disk.seen());
        assert_eq!(drafts(&disk.seen()), [0, 0]);
        disk.remount("nr_inodes=1000");
        assert_eq!(disk.run(&build).code, Some(0), "{most}");
        nothing_lost(&before, &layers(&disk.seen()), &format!("{most} files"));
        same(whole.path(), &disk.seen(), &format!("{most} files"));
    }
    assert!(["a work file", "manifest.txt"].iter().all(|kind| seen.contains(kind)), "{seen:?}");
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_with_words() {
    // No mount is needed for this one: 8 KiB a file, so that some layer is too long.
    let build = ["db", "build", "kalah", "--seeds", "9"];
    let whole = whole(&build);
    let dir = tempfile::tempdir().expect("a folder");
    let mut limited = Command::new("bash");
    limited.args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""]).arg(program());
    settle(&mut limited, &build, dir.path());
    let failed: Ended = limited.output().expect("runs").into();
    told(&failed, dir.path());
    failed.says(1, &["cannot write", "layer-07-0000.score.sow", "finished layers are safe"]);
    let before = layers(dir.path());
    assert_eq!((before.len(), drafts(dir.path())), (7, [0, 0]));
    assert_eq!(run(&build, dir.path()).code, Some(0));
    nothing_lost(&before, &layers(dir.path()), "without the limit");
    same(whole.path(), dir.path(), "without the limit");
}

#[test]
fn packing_on_a_full_disk_is_told_and_leaves_every_file() {
    let Some(disk) = Disk::new(ROOM) else { return };
    assert_eq!(disk.run(&["db", "build", "oware", "--seeds", "9"]).code, Some(0));
    disk.fill(1);
    let before = layers(&disk.seen());
    let failed = disk.run(&["db", "pack", "oware"]);
    failed.says(1, &["No space left", "room for one file more", "are free in"]);
    nothing_lost(&before, &layers(&disk.seen()), "on the full disk");
    assert_eq!(drafts(&disk.seen()), [0, 0]);
    disk.clear();
    assert_eq!(disk.run(&["db", "pack", "oware"]).code, Some(0));
    assert_eq!(disk.run(&["db", "verify", "oware"]).code, Some(0));
}
