//! The seed corpus of the fuzz targets: valid to the last file, for every game in the catalogue.
//!
//! `SOWBASE_WRITE_CORPUS=1 cargo test --test fuzz_corpus` writes it anew; needed when a game's options change, since
//! records hold their fingerprint.

use std::fs;
use std::path::{Path, PathBuf};

use sowbase::games::{CATALOGUE, Variant, entry};
use sowbase::play::{Record, RecordedMove};

/// Examples of a game that are taken as positions.
const EXAMPLES: usize = 8;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

/// A short game with a comment and a variation, the same every time.
fn short_game(variant: &Variant) -> Record {
    let opened = variant.open(&[]).expect("shipped variants open");
    let start = opened.play.start();
    let mut session = opened.play.session(&start);
    for ply in 0..9 {
        let moves = session.moves();
        let Some(trace) = moves.get(ply * 5 % moves.len().max(1)) else { break };
        session.play(&trace.text).expect("listed");
    }
    let mut record = Record::from_session(&opened, Some(&variant.name), &start, &*session);
    let first = opened.play.session(&start).moves();
    let other = first.last().expect("a first move").text.clone();
    record.moves[0].comment = Some("or the last pit".to_owned());
    record.moves[0].variations = vec![vec![RecordedMove::plain(other)]];
    record
}

fn write() {
    for target in ["position", "record", "variant"] {
        fs::create_dir_all(corpus(target)).expect("folder");
    }
    for variant in Variant::shipped().iter().filter(|variant| variant.entry().is_ok()) {
        let name = &variant.name;
        short_game(variant).save(&corpus("record").join(format!("{name}.json"))).expect("saves");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/variants/{name}.toml"));
        fs::copy(shipped, corpus("variant").join(format!("{name}.toml"))).expect("copies");
    }
    for game in CATALOGUE {
        let opened = game.open(&[]).expect("defaults");
        let start = opened.play.format(&opened.play.start());
        let mut files = vec![("start".to_owned(), String::new(), start, String::new())];
        for example in opened.rules.examples().iter().take(EXAMPLES) {
            let (rules, moves) = (example.rules.join(" "), example.moves.to_owned());
            files.push((example.id.replace('\'', "-"), rules, example.position.to_owned(), moves));
        }
        for (id, rules, position, moves) in files {
            let text = format!("{}\n{rules}\n{position}\n{moves}", game.name);
            fs::write(corpus("position").join(format!("{}-{id}", game.name)), text).expect("writes");
        }
    }
}

#[test]
fn every_seed_file_is_valid() {
    if std::env::var_os("SOWBASE_WRITE_CORPUS").is_some() {
        write();
    }
    let files = |target: &str| {
        let mut files: Vec<PathBuf> =
            fs::read_dir(corpus(target)).expect("folder").map(|file| file.expect("file").path()).collect();
        files.sort();
        files
    };
    let text =
        |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let known = |game: &str| entry(game).is_ok();
    let mut valid = [0; 3];
    for path in files("record") {
        match Record::load(&path) {
            Ok(_) => valid[0] += 1,
            Err(error) => assert!(error.to_string().contains("no game"), "{error}; see the top of this test"),
        }
    }
    for path in files("variant") {
        let text = text(&path);
        // Those that begin with `# wrong` are wrong on purpose.
        match Variant::read(&text, "seed") {
            Ok(_) => valid[1] += 1,
            Err(error) => {
                let meant = text.starts_with("# wrong") || error.to_string().contains("no game");
                assert!(meant, "{}: {error}", path.display());
            }
        }
    }
    for path in files("position") {
        let text = text(&path);
        let lines: Vec<&str> = text.split('\n').collect();
        let [game, rules, position, _moves] = lines[..] else { panic!("{}: four lines", path.display()) };
        if !known(game) || game.starts_with("wrong") {
            continue;
        }
        let settings: Vec<(String, String)> = rules
            .split_whitespace()
            .filter_map(|s| s.split_once('='))
            .map(|(k, v)| (k.into(), v.into()))
            .collect();
        let opened = entry(game).expect("game").open(&settings).unwrap_or_else(|error| panic!("{error}"));
        match opened.play.parse(position, true) {
            Ok(_) => valid[2] += 1,
            Err(error) => {
                assert!(path.display().to_string().contains("wrong"), "{}: {error}", path.display());
            }
        }
    }
    assert!(valid.iter().all(|&count| count >= 1), "records, variants, positions: {valid:?}");
}
