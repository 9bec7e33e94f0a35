//! Puts the small databases of `data/embedded/` into the library.

use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=../data/embedded");
    let home = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let out = std::env::var("OUT_DIR").expect("cargo says where to write");
    let list = embedded(&Path::new(&home).join("../data/embedded"));
    fs::write(Path::new(&out).join("embedded.rs"), list).expect("cargo's own folder can be written");
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
