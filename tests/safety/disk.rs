//! A disk of our own: a small file system in memory that only its own processes see, and that is gone with them.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::program::{Ended, program, say, settle};

/// Ways to a mount that nobody else sees, and into it: as any user where the system lets users have name spaces, else as
/// root.
const WAYS: [(&str, &[&str]); 2] =
    [("--map-root-user", &["--user", "--mount", "--preserve-credentials"]), ("--mount", &["--mount"])];

/// A small file system, mounted as long as this lives.
pub(crate) struct Disk {
    /// Lives where it is mounted.
    keeper: Child,
    enter: &'static [&'static str],
    dir: TempDir,
}

impl Disk {
    /// A disk with mount options such as `size=64k`; none, with a word, where the system lets nobody mount.
    pub(crate) fn new(options: &str) -> Option<Self> {
        let found = WAYS.into_iter().find_map(|way| Self::by(way, options));
        if found.is_none() {
            say("skipped: this system lets no test mount a disk (unshare, mount -t tmpfs)");
        }
        found
    }

    fn by((own, enter): (&str, &'static [&'static str]), options: &str) -> Option<Self> {
        let dir = tempfile::tempdir().expect("a folder");
        let script = "mount -t tmpfs -o \"$1\" none \"$0\" && echo ready && exec cat";
        let mut keeper = Command::new("unshare")
            .args([own, "--mount", "sh", "-c", script])
            .arg(dir.path())
            .arg(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut line = String::new();
        BufReader::new(keeper.stdout.take()?).read_line(&mut line).ok()?;
        let disk = Self { keeper, enter, dir };
        (line == "ready\n" && disk.inside("true", &[])).then_some(disk)
    }

    /// A command that sees the disk.
    fn enter(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new("nsenter");
        command.arg("--target").arg(self.keeper.id().to_string()).args(self.enter).arg("--").arg(program);
        command
    }

    fn inside(&self, program: &str, args: &[&str]) -> bool {
        self.enter(program).args(args).status().is_ok_and(|status| status.success())
    }

    /// Changes its options.
    pub(crate) fn remount(&self, options: &str) {
        let path = self.dir.path().to_str().expect("a path");
        assert!(self.inside("mount", &["-o", &format!("remount,{options}"), path]), "{options}");
    }

    /// The disk as the program sees it.
    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The same as a test sees it.
    pub(crate) fn seen(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.keeper.id()));
        root.join(self.dir.path().strip_prefix("/").expect("an absolute path"))
    }

    /// The program with the disk for a database.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = self.enter(program());
        settle(&mut command, args, self.path());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        self.command(args).output().expect("runs").into()
    }

    /// Fills it but for some pages of 4096 bytes.
    pub(crate) fn fill(&self, pages: u64) {
        let mut file = File::create(self.seen().join("filler")).expect("a file");
        while file.write_all(&[7; 4096]).is_ok() {}
        let size = file.metadata().expect("a file").len();
        file.set_len((size / 4096).saturating_sub(pages) * 4096).expect("cut");
    }

    /// Makes room again.
    pub(crate) fn clear(&self) {
        std::fs::remove_file(self.seen().join("filler")).expect("removed");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}
