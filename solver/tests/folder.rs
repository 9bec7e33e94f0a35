//! A folder of layers: looked up block by block, packed, checked, listed.

use std::fs;

use sowbase_solver::db::{Checked, Database, Effort, Folder, Identity, pack, verify_files};
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::{Distance, Planes, Value, Values};
use sowbase_solver::{Interval, Layered, Metric, Score, Unwatched};

mod toy;
use toy::{Toy, layer};

fn folder(dir: &tempfile::TempDir) -> Folder {
    let rules = vec!["Sow one lap.".into()];
    Folder::new(dir.path(), Identity { game: "toy".into(), fingerprint: "0123456789abcdef".into(), rules })
}

/// Numbers without a meaning, the same each time, of which neighbours are alike.
fn number(seeds: u8, index: u64, salt: u64) -> i64 {
    let mixed = (index / 7 + u64::from(seeds) * 31 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
    (mixed + index % 3) as i64
}

fn planes(metric: Metric, seeds: u8, states: u64) -> Planes {
    let signed =
        |salt| Plane::from((0..states).map(|i| number(seeds, i, salt) as i8 - 9).collect::<Vec<_>>());
    let wide =
        |salt| Plane::from((0..states).map(|i| number(seeds, i, salt) as u16 * 40).collect::<Vec<_>>());
    match metric {
        Metric::Score => Planes::Score(signed(1)),
        Metric::Bounds => Planes::Bounds([signed(2), signed(3)]),
        Metric::Distance => Planes::Distance([wide(4), wide(5)]),
    }
}

fn value(seeds: u8, index: u64) -> Value {
    let score = |salt| Score(number(seeds, index, salt) as i16 - 9);
    let wide = |salt| number(seeds, index, salt) as u16 * 40;
    Value {
        score: Some(score(1)),
        bounds: Some(Interval { lo: score(2), hi: score(3) }),
        distance: Some(Distance { next: wide(4), end: wide(5) }),
    }
}

const SEEDS: std::ops::RangeInclusive<u8> = 0..=9;

fn filled(dir: &tempfile::TempDir, toy: &Toy, effort: Effort) -> Folder {
    let folder = folder(dir);
    let _lock = folder.lock().expect("free");
    for seeds in SEEDS {
        for metric in Metric::ALL {
            let planes = planes(metric, seeds, toy.layer_len(layer(seeds)) as u64);
            folder.write(toy, layer(seeds), &planes, effort, &Unwatched).expect("written");
        }
    }
    folder
}

#[test]
fn every_state_is_looked_up_whatever_the_cache_holds() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = filled(&dir, &toy, Effort::Build);
    for cache in [0, 300_000, 100 << 20] {
        let database = Database::with_cache(folder.clone(), cache);
        for seeds in SEEDS {
            for index in 0..toy.layer_len(layer(seeds)) as u64 {
                let found = database.value(&toy, &toy.unrank(layer(seeds), index));
                assert_eq!(found, Some(value(seeds, index)), "{seeds} seeds, state {index}");
            }
            assert!(Metric::ALL.iter().all(|&metric| database.has(&toy, layer(seeds), metric)));
        }
        assert_eq!(database.probe(&toy, layer(3), 1 << 40).expect("readable"), None);
        assert!(!database.has(&toy, layer(11), Metric::Score));
        assert_eq!((database.missing(), database.troubles()), (vec![layer(11)], vec![]));
    }
}

#[test]
fn a_damaged_block_is_a_trouble_and_its_states_unknown() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = filled(&dir, &toy, Effort::Build);
    let path = folder.file(layer(9), Metric::Score);
    let mut bytes = fs::read(&path).expect("a file");
    *bytes.last_mut().expect("long") ^= 1;
    fs::write(&path, bytes).expect("a file");
    let database = Database::open(folder.clone());
    assert_eq!(database.value(&toy, &toy.unrank(layer(9), toy.layer_len(layer(9)) as u64 - 1)), None);
    let troubles = database.troubles();
    assert!(
        troubles.len() == 1 && troubles[0].contains("CRC-32") && troubles[0].contains("layer-09"),
        "{troubles:?}"
    );
    let checked = verify_files(&folder, &Unwatched).expect("readable");
    assert_eq!(checked.good, 29);
    assert!(
        checked.troubles.len() == 1 && checked.troubles[0].contains("of block"),
        "{:?}",
        checked.troubles
    );
}

#[test]
fn packing_keeps_every_value_and_the_manifest_true() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = filled(&dir, &toy, Effort::Raw);
    let before: u64 = folder.stored().expect("readable").iter().map(|stored| stored.size).sum();
    let packed = pack(&folder, Effort::Pack, &Unwatched).expect("packed");
    let after: u64 = folder.stored().expect("readable").iter().map(|stored| stored.size).sum();
    assert_eq!((packed.before, packed.after, packed.packed + packed.kept), (before, after, 30));
    assert!(packed.packed > 5 && after < before * 4 / 5, "{packed:?}");
    let good = Checked { good: 30, troubles: vec![] };
    assert_eq!(verify_files(&folder, &Unwatched).expect("readable"), good);
    for seeds in SEEDS {
        for metric in Metric::ALL {
            let states = toy.layer_len(layer(seeds)) as u64;
            let read = folder.read(&toy, layer(seeds), metric).expect("whole");
            assert_eq!(read, Some(planes(metric, seeds, states)));
        }
    }
    assert_eq!(pack(&folder, Effort::Pack, &Unwatched).expect("again").packed, 0);
}

#[test]
fn a_manifest_that_is_lost_or_damaged_is_made_again_from_sound_files() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = filled(&dir, &toy, Effort::Build);
    let manifest = folder.path().join("manifest.txt");
    let good = fs::read(&manifest).expect("a manifest");
    let text = String::from_utf8_lossy(&good).into_owned();
    assert!(text.contains("game toy\n") && text.contains("rule Sow one lap.\n"), "{text}");
    assert_eq!(text.matches("\nfile ").count(), 30);
    for damage in [&b""[..], b"nonsense", &good[..good.len() / 2]] {
        fs::write(&manifest, damage).expect("a file");
        let checked = verify_files(&folder, &Unwatched).expect("readable");
        assert!(checked.good == 0 && checked.troubles[0].contains("manifest.txt: expected"), "{checked:?}");
        drop(folder.lock().expect("free"));
        assert_eq!(fs::read(&manifest).expect("a manifest"), good);
    }
    fs::remove_file(&manifest).expect("there");
    fs::remove_file(folder.file(layer(2), Metric::Score)).expect("there");
    fs::write(folder.file(layer(3), Metric::Score), b"SOWLAYER").expect("a file");
    drop(folder.lock().expect("free"));
    let checked = verify_files(&folder, &Unwatched).expect("readable");
    assert!(checked.good == 28 && checked.troubles.len() == 1, "{checked:?}");
    fs::write(&manifest, &good).expect("a file");
    let checked = verify_files(&folder, &Unwatched).expect("readable");
    assert!(checked.troubles.iter().any(|trouble| trouble.contains("missing")), "{checked:?}");
    // A sound file that is not the one listed.
    fs::remove_file(folder.file(layer(3), Metric::Score)).expect("there");
    let _lock = folder.lock().expect("free");
    let other = Planes::Score(Plane::from(vec![1i8; toy.layer_len(layer(4)) as usize]));
    let listed = fs::read(&manifest).expect("a manifest");
    folder.write(&toy, layer(4), &other, Effort::Raw, &Unwatched).expect("written");
    fs::write(&manifest, listed).expect("a file");
    let checked = verify_files(&folder, &Unwatched).expect("readable");
    assert!(checked.troubles.iter().any(|trouble| trouble.contains("BLAKE3")), "{checked:?}");
}

#[test]
fn a_file_that_a_builder_is_just_listing_is_no_fault() {
    let (toy, dir) = (Toy::new(3), tempfile::tempdir().expect("a folder"));
    let folder = filled(&dir, &toy, Effort::Build);
    let manifest = folder.path().join("manifest.txt");
    let listed = fs::read(&manifest).expect("a manifest");
    let lock = folder.lock().expect("free");
    fs::remove_file(&manifest).expect("there");
    let good = std::thread::scope(|scope| {
        // The holder lists its files while they are looked at.
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(150));
            fs::write(&manifest, &listed).expect("written");
        });
        verify_files(&folder, &Unwatched).expect("readable")
    });
    assert_eq!(good, Checked { good: 30, troubles: vec![] });
    drop(lock);
    // With nobody at work, nothing is waited for.
    fs::remove_file(&manifest).expect("there");
    assert_eq!(verify_files(&folder, &Unwatched).expect("readable").troubles.len(), 30);
}

#[test]
fn a_lock_names_its_holder_and_leaves_no_folder_untidy() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = folder(&dir);
    let lock = folder.lock().expect("free");
    let told = folder.lock().expect_err("held").to_string();
    assert!(told.contains(&format!("process {} builds in this folder", std::process::id())), "{told}");
    drop(lock);
    // What a killed build leaves: a draft, and a work file that still had its name.
    for name in [".tmp-abc", ".tmpAb12Cd"] {
        fs::write(folder.path().join(name), b"half").expect("written");
    }
    fs::write(folder.path().join("lock"), b"4000000\n").expect("written");
    drop(folder.lock().expect("nobody holds it, whatever the file says"));
    let names =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["lock", "manifest.txt"]);
}
