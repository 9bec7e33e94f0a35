//! Published values: the distributions of `data/values`, from a database built and looked up through the catalogue.

use std::collections::BTreeMap;
use std::path::Path;

use sowbase::games::{Opened, entry};
use sowbase::play::Position;
use sowbase::tables::{AnalyzeOptions, BuildJob};
use sowbase_solver::Unwatched;

/// All boards of some seeds in two rows of `n` pits, South to move.
fn boards(n: usize, seeds: u8) -> Vec<Position> {
    fn fill(pits: &mut Vec<u8>, free: usize, left: u8, all: &mut Vec<Vec<u8>>) {
        if free == 1 {
            all.push([&pits[..], &[left]].concat());
            return;
        }
        for here in 0..=left {
            pits.push(here);
            fill(pits, free - 1, left - here, all);
            pits.pop();
        }
    }
    let mut all = Vec::new();
    fill(&mut Vec::new(), 2 * n, seeds, &mut all);
    all.into_iter().map(|pits| Position::new(pits[..n].to_vec(), pits[n..].to_vec())).collect()
}

/// How many boards of a layer have each value.
fn distribution(opened: &Opened, dir: &Path, seeds: u8) -> BTreeMap<i16, u64> {
    let tables = opened.tables.as_ref().expect("a numbering");
    let options = AnalyzeOptions { places: vec![dir.to_owned()].into(), lines: false, in_memory: 0 };
    let n = opened.play.start().pits[0].len();
    let mut counts = BTreeMap::new();
    for position in boards(n, seeds) {
        let analysis = tables.analyze(&position, &options, &Unwatched).expect("not stopped");
        assert!(analysis.warnings.is_empty(), "{:?}", analysis.warnings);
        *counts.entry(analysis.score.expect("in the database")).or_default() += 1;
    }
    counts
}

#[test]
fn distributions_of_rules_md_8_1() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/values");
    let mut layers = 0;
    for file in std::fs::read_dir(folder).expect("data/values") {
        let path = file.expect("an entry").path();
        let game =
            entry(path.file_stem().and_then(|stem| stem.to_str()).expect("a game's name")).expect("known");
        let text = std::fs::read_to_string(&path).expect("text");
        let dir = tempfile::tempdir().expect("a folder");
        let mut opened = game.open(&[]).expect("defaults");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["rules", ref rules @ ..] => {
                    let pair = |rule: &&str| {
                        let (key, value) = rule.split_once('=').expect("key=value");
                        (key.to_owned(), value.to_owned())
                    };
                    opened = game.open(&rules.iter().map(pair).collect::<Vec<_>>()).expect("rules");
                }
                ["layer", seeds, ref expected @ ..] => {
                    let seeds: u8 = seeds.parse().expect("seeds");
                    let pair = |count: &&str| {
                        let (value, count) = count.split_once(':').expect("value:count");
                        (value.parse().expect("a value"), count.parse().expect("a count"))
                    };
                    let expected: BTreeMap<i16, u64> = expected.iter().map(pair).collect();
                    let job = BuildJob::new(dir.path(), u32::from(seeds));
                    opened.tables.as_ref().expect("a numbering").build(&job, &Unwatched).expect("built");
                    assert_eq!(distribution(&opened, dir.path(), seeds), expected, "{line}");
                    layers += 1;
                }
                _ => panic!("{line:?}"),
            }
        }
    }
    assert!(layers >= 8, "{layers} layers compared");
}
