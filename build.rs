//! Puts the commit into the version text, and the small databases of `data/embedded/` into the program.

use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=SOWBASE_COMMIT={}", commit());
    println!("cargo::rerun-if-changed=data/embedded");
    let home = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let out = std::env::var("OUT_DIR").expect("cargo says where to write");
    let list = embedded(&Path::new(&home).join("data/embedded"));
    fs::write(Path::new(&out).join("embedded.rs"), list).expect("cargo's own folder can be written");
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

/// Path and bytes of every layer file, in order.
fn embedded(dir: &Path) -> String {
    let mut list =
        "/// Path (folder and file) and bytes.\nstatic EMBEDDED: &[(&str, &[u8])] = &[\n".to_owned();
    for file in sorted(dir).iter().flat_map(|folder| sorted(folder)) {
        let path = file.strip_prefix(dir).unwrap_or(&file).display().to_string().replace('\\', "/");
        list += &format!("    ({path:?}, include_bytes!({:?})),\n", file.display().to_string());
    }
    list + "];\n"
}

fn sorted(dir: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.path()).collect();
    all.sort();
    all
}
