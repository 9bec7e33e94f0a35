//! Puts the commit into the version text.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=SOWBASE_COMMIT={}", commit());
}

/// The commit that is checked out, or what `SOWBASE_COMMIT` says: whoever sets it (packagers, and everyone who commits
/// often) does not build the whole package again for every commit.
fn commit() -> String {
    println!("cargo::rerun-if-env-changed=SOWBASE_COMMIT");
    if let Ok(given) = std::env::var("SOWBASE_COMMIT") {
        return given;
    }
    // Where they are is for git to say: in a second working tree `.git` is no folder, and a path that is not there would
    // build everything again each time.
    let branch = git(&["--symbolic-full-name", "HEAD"]).unwrap_or_default();
    for part in ["HEAD", "logs/HEAD", &branch] {
        if let Some(path) = git(&["--git-path", part]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["--short=9", "HEAD"]).unwrap_or_else(|| "unknown".to_owned())
}

/// What `git rev-parse` says, where there is git and a repository.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("rev-parse").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}
