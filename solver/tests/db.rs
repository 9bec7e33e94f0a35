//! Layer files: what is written is read, and anything else is refused with the file, what was expected and found.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use sowbase_solver::db::{self, Built, Database, DbError, Effort, Folder, Identity, read_layer, write_layer};
use sowbase_solver::retrograde::{Method, Plan, Planes, SolveError, Solved, Values, general, solve};
use sowbase_solver::{Layer, Layered, Metric, Unwatched, Watch};

mod toy;
use toy::{Toy, layer, layers};

fn identity() -> Identity {
    Identity {
        game: "toy".into(),
        fingerprint: "0123456789abcdef".into(),
        rules: vec!["Sow one lap.".into(), "Two in an opponent's pit are captured.".into()],
    }
}

const METRICS: [Metric; 2] = [Metric::Score, Metric::Bounds];

fn methods() -> Vec<Box<dyn Method<Toy>>> {
    general()
}

fn solved(toy: &Toy, seeds: u8) -> Solved {
    let mut solved = Solved::default();
    solve(toy, &layers(seeds), &METRICS, &mut solved, Plan::any(&methods()), &Unwatched)
        .expect("small layers");
    solved
}

fn build(toy: &Toy, folder: &Folder, seeds: u8, watch: &dyn Watch) -> Result<Built, DbError> {
    db::build(toy, folder, &layers(seeds), &METRICS, Plan::any(&methods()), watch)
}

/// The bounds of a layer: two planes.
fn bounds(solved: &Solved, seeds: u8) -> Planes {
    let [lo, hi] = solved.bounds(layer(seeds)).expect("built").map(|plane| plane.to_vec().into());
    Planes::Bounds([lo, hi])
}

fn files_of(seeds: u8) -> Vec<(Layer, Metric)> {
    layers(seeds).into_iter().flat_map(|layer| METRICS.map(|metric| (layer, metric))).collect()
}

/// Writes what belongs to the layer of three seeds.
fn write(path: &Path, planes: &Planes) -> Result<u64, DbError> {
    let panels = [(1, planes.len() as u64).into()];
    write_layer(path, &identity(), (layer(3), &panels), planes, Effort::Build, &Unwatched)
}

/// Every file of a folder with its bytes, the lock and the manifest apart.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_name() != "lock" && entry.file_name() != "manifest.txt")
        .map(|entry| {
            (entry.file_name().into_string().expect("plain names"), fs::read(entry.path()).expect("a file"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_build_is_read_back_and_looked_up() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = Folder::new(dir.path(), identity());
    let built = build(&toy, &folder, 4, &Unwatched).expect("built");
    assert_eq!(built, Built { made: files_of(4), kept: vec![] });
    assert!(folder.path().ends_with("toy-0123456789abcdef"));
    let names: Vec<String> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
    let name = |seeds: u8| ["bounds", "score"].map(|metric| format!("layer-{seeds:02}-0000.{metric}.sow"));
    assert_eq!(names, (0..=4).flat_map(name).collect::<Vec<_>>());
    let (database, memory) = (Database::open(folder.clone()), solved(&toy, 4));
    for seeds in 0..=4 {
        for index in 0..toy.layer_len(layer(seeds)) as u64 {
            let state = toy.unrank(layer(seeds), index);
            let value = database.value(&toy, &state);
            assert!(value.is_some());
            assert_eq!(value, memory.value(&toy, &state));
        }
    }
    assert!(database.troubles().is_empty());
    let again = build(&toy, &folder, 4, &Unwatched).expect("kept");
    assert_eq!(again, Built { made: vec![], kept: files_of(4) });
}

#[test]
fn case_69_every_flipped_bit_is_refused() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let (solved, path) = (solved(&toy, 3), dir.path().join("layer"));
    let values = bounds(&solved, 3);
    let states = toy.layer_len(layer(3));
    write(&path, &values).expect("written");
    let good = fs::read(&path).expect("a file");
    assert_eq!(read_layer(&path, &identity(), (layer(3), Metric::Bounds), states).expect("whole"), values);
    for at in 0..good.len() {
        for bit in 0..8 {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            fs::write(&path, &bad).expect("a file");
            let error = read_layer(&path, &identity(), (layer(3), Metric::Bounds), states)
                .expect_err("a flipped bit");
            let text = error.to_string();
            assert!(matches!(error, DbError::Refused { .. }), "byte {at}: {text}");
            assert!(text.contains("layer: expected ") && text.contains(", found "), "byte {at}: {text}");
            assert!(text.contains("build again"), "byte {at}: {text}");
        }
    }
}

#[test]
fn case_69_truncated_empty_and_longer_files_are_refused() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let (solved, path) = (solved(&toy, 3), dir.path().join("layer"));
    let states = toy.layer_len(layer(3));
    write(&path, &bounds(&solved, 3)).expect("written");
    let good = fs::read(&path).expect("a file");
    for length in 0..good.len() {
        fs::write(&path, &good[..length]).expect("a file");
        let error =
            read_layer(&path, &identity(), (layer(3), Metric::Bounds), states).expect_err("cut short");
        assert!(matches!(error, DbError::Refused { .. }), "{length} bytes: {error}");
    }
    fs::write(&path, [&good[..], &[0]].concat()).expect("a file");
    assert!(read_layer(&path, &identity(), (layer(3), Metric::Bounds), states).is_err());
    fs::write(&path, vec![0xff; 4_000]).expect("a file");
    let error = read_layer(&path, &identity(), (layer(3), Metric::Bounds), states).expect_err("junk");
    assert!(error.to_string().contains("SOWLAYER"), "{error}");
}

#[test]
fn case_69_files_of_other_rules_or_another_layer_are_refused() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let (solved, path) = (solved(&toy, 3), dir.path().join("layer"));
    write(&path, &bounds(&solved, 3)).expect("written");
    let states = toy.layer_len(layer(3));
    let other_game = Identity { game: "ludo".into(), ..identity() };
    let other_rules = Identity { fingerprint: "fedcba9876543210".into(), ..identity() };
    let says = |identity: &Identity, seeds, states, words: &str| {
        let error = read_layer(&path, identity, (layer(seeds), Metric::Bounds), states).expect_err("foreign");
        assert!(error.to_string().contains(words), "{error}");
    };
    says(&other_game, 3, states, "expected game ludo, found game toy");
    says(
        &other_rules,
        3,
        states,
        "expected fingerprint fedcba9876543210, found fingerprint 0123456789abcdef",
    );
    says(&identity(), 2, states, "expected seeds 2, found seeds 3");
    says(&identity(), 3, states + 1, "expected states 21, found states 20");
}

#[test]
fn a_damaged_layer_stops_a_build_and_is_unknown_when_probing() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let folder = Folder::new(dir.path(), identity());
    build(&toy, &folder, 3, &Unwatched).expect("built");
    fs::write(folder.file(layer(2), Metric::Score), b"SOWBASE0").expect("a file");
    fs::remove_file(folder.file(layer(1), Metric::Score)).expect("removed");
    let error = build(&toy, &folder, 3, &Unwatched).expect_err("damaged");
    assert!(error.to_string().contains("layer-02-0000.score.sow"), "{error}");
    fs::remove_file(folder.file(layer(1), Metric::Score))
        .expect("made again by the build, before it met the damaged one");
    let database = Database::open(folder);
    for (seeds, known) in [(1, false), (2, false), (3, true)] {
        let state = toy.unrank(layer(seeds), 0);
        let score = database.value(&toy, &state).expect("bounds").score;
        assert_eq!(score.is_some(), known, "{seeds} seeds");
    }
    let troubles = database.troubles();
    assert!(troubles.len() == 1 && troubles[0].contains("found a file of 8 bytes"), "{troubles:?}");
}

#[test]
fn two_builders_in_one_folder_are_one_too_many() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let folder = Folder::new(dir.path(), identity());
    build(&toy, &folder, 1, &Unwatched).expect("built");
    let lock = fs::File::open(folder.path().join("lock")).expect("the lock");
    lock.try_lock().expect("free");
    let error = build(&toy, &folder, 2, &Unwatched).expect_err("locked");
    assert!(matches!(error, DbError::Locked { .. }), "{error}");
    drop(lock);
    build(&toy, &folder, 2, &Unwatched).expect("free again");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let toy = Toy::new(2);
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a-file");
    fs::write(&file, b"x").expect("a file");
    let folder = Folder::new(&file, identity());
    let error = build(&toy, &folder, 1, &Unwatched).expect_err("no folder");
    assert!(
        error.to_string().contains("cannot make folder") && error.to_string().contains("a-file"),
        "{error}"
    );
}

/// Says stop after a number of questions.
struct StopAfter(AtomicU32);
impl Watch for StopAfter {
    fn stop(&self) -> bool {
        self.0.fetch_sub(1, Relaxed) == 0
    }
}

#[test]
fn a_build_stopped_at_any_moment_goes_on_to_the_same_bytes() {
    let toy = Toy { again: true, ..Toy::new(3) };
    let whole = tempfile::tempdir().expect("a folder");
    let whole = Folder::new(whole.path(), identity());
    build(&toy, &whole, 4, &Unwatched).expect("built");
    let mut stopped = 0;
    for after in 0..40 {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = Folder::new(dir.path(), identity());
        let watch = StopAfter(AtomicU32::new(after));
        match build(&toy, &folder, 4, &watch) {
            Err(DbError::Solve(SolveError::Stopped(_))) => stopped += 1,
            done => assert!(done.is_ok()),
        }
        // What a killed build leaves: an unfinished file.
        fs::write(folder.path().join(".tmp-left"), b"half").expect("a file");
        let before = files(folder.path()).len() - 1;
        let built = build(&toy, &folder, 4, &Unwatched).expect("goes on");
        assert_eq!(built.kept.len(), before);
        assert_eq!(files(folder.path()), files(whole.path()), "stopped after {after}");
    }
    assert!(stopped > 10, "{stopped} builds stopped");
}

#[test]
fn too_much_is_refused_before_anything_is_made() {
    let (toy, dir) = (Toy::new(2), tempfile::tempdir().expect("a folder"));
    let folder = Folder::new(dir.path(), identity());
    let methods = methods();
    let needs = Plan::any(&methods).needs(&toy, &layers(4), &METRICS).expect("served");
    assert!(needs.least < needs.all, "the lower layers take something");
    let plan = Plan { memory: 50, ..Plan::any(&methods) };
    let error = db::build(&toy, &folder, &layers(4), &METRICS, plan, &Unwatched).expect_err("50 bytes");
    assert!(error.to_string().contains("35 states") && error.to_string().contains("50"), "{error}");
    assert!(!folder.path().exists());
}

#[test]
fn lower_layers_that_do_not_fit_go_to_work_files_and_the_bytes_are_the_same() {
    let toy = Toy::new(2);
    let [whole, tight] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let [whole, tight] = [&whole, &tight].map(|dir| Folder::new(dir.path(), identity()));
    build(&toy, &whole, 4, &Unwatched).expect("built");
    let methods = methods();
    let memory = Plan::any(&methods).needs(&toy, &layers(4), &METRICS).expect("served").least as u64;
    let plan = Plan { memory, ..Plan::any(&methods) };
    db::build(&toy, &tight, &layers(3), &METRICS, plan, &Unwatched).expect("built");
    // The second build reads three layers before it makes the last.
    db::build(&toy, &tight, &layers(4), &METRICS, plan, &Unwatched).expect("built");
    assert_eq!(files(tight.path()), files(whole.path()));
}
