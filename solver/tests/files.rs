//! The format of layer files on values that look like those of games: every metric, every coder, every damage.

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use sowbase_solver::db::{DbError, Effort, Format, Identity, export, read_layer, write_layer};
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::Planes;
use sowbase_solver::{Layer, Metric, Panel, Unwatched};

const LAYER: Layer = Layer { seeds: 9, shape: 2 };

fn identity() -> Identity {
    Identity {
        game: "toy".into(),
        fingerprint: "0123456789abcdef".into(),
        rules: vec!["Sow one lap.".into()],
    }
}

fn write(path: &Path, panels: &[Panel], planes: &Planes, effort: Effort) -> Result<u64, DbError> {
    write_layer(path, &identity(), (LAYER, panels), planes, effort, &Unwatched)
}

fn read(path: &Path, planes: &Planes) -> Result<Planes, DbError> {
    read_layer(path, &identity(), (LAYER, planes.metric()), planes.len() as u128)
}

/// Values that change slowly along rows and columns, with some noise.
fn values(panels: &[Panel], noise: u64, top: i64) -> impl Iterator<Item = i64> {
    let mut state = noise;
    panels
        .iter()
        .flat_map(|panel| (0..panel.rows).flat_map(|row| (0..panel.width).map(move |column| (row, column))))
        .map(move |(row, column)| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let dither = if state >> 62 == 0 { (state >> 40) as i64 % 5 } else { 0 };
            ((row / 3 + column / 5) as i64 + dither) % (top + 1)
        })
}

fn planes(metric: Metric, panels: &[Panel], noise: u64, top: i64) -> Planes {
    let signed = |shift: i64| {
        Plane::from(values(panels, noise, top.min(120)).map(|x| (x - shift) as i8).collect::<Vec<_>>())
    };
    let wide = |factor: i64| {
        Plane::from(values(panels, noise, top).map(|x| (x * factor) as u16).collect::<Vec<_>>())
    };
    match metric {
        Metric::Score => Planes::Score(signed(7)),
        Metric::Bounds => Planes::Bounds([signed(9), signed(2)]),
        Metric::Distance => Planes::Distance([wide(1), wide(3)]),
    }
}

#[test]
fn every_flipped_byte_of_every_metric_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("layer");
    let panels = [Panel { rows: 24, width: 40 }, Panel { rows: 1, width: 7 }];
    for (metric, top) in [(Metric::Score, 14), (Metric::Bounds, 14), (Metric::Distance, 200)] {
        let planes = planes(metric, &panels, 1, top);
        write(&path, &panels, &planes, Effort::Build).expect("written");
        let good = fs::read(&path).expect("a file");
        assert!(
            (good.len() as u64) < planes.len() as u64 * metric.bytes(),
            "{} bytes: compressed",
            good.len()
        );
        assert_eq!(read(&path, &planes).expect("whole"), planes);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, &bad).expect("a file");
            let text = read(&path, &planes).expect_err("a flipped byte").to_string();
            assert!(text.contains("layer: expected ") && text.contains(", found "), "byte {at}: {text}");
        }
        for length in 0..good.len() {
            fs::write(&path, &good[..length]).expect("a file");
            let error = read(&path, &planes).expect_err("cut short");
            assert!(matches!(error, DbError::Refused { .. }), "{length} bytes: {error}");
        }
        fs::write(&path, [&good[..], &[0]].concat()).expect("a file");
        assert!(read(&path, &planes).is_err());
    }
}

#[test]
fn files_of_other_versions_say_which() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("layer");
    let panels = [Panel { rows: 4, width: 4 }];
    let planes = planes(Metric::Score, &panels, 1, 5);
    write(&path, &panels, &planes, Effort::Build).expect("written");
    let mut newer = fs::read(&path).expect("a file");
    newer[8] = 2;
    fs::write(&path, &newer).expect("a file");
    let text = read(&path, &planes).expect_err("newer").to_string();
    assert!(text.contains("expected format 1, found format 2; use a newer sowbase"), "{text}");
    fs::write(&path, b"SOWBASE0\0\0 and what follows").expect("a file");
    let text = read(&path, &planes).expect_err("older").to_string();
    assert!(text.contains("found format 0; delete it and build again"), "{text}");
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let dir = tempfile::tempdir().expect("a folder");
    let panels =
        [Panel { rows: 300, width: 500 }, Panel { rows: 1, width: 40_000 }, Panel { rows: 9_000, width: 3 }];
    for metric in Metric::ALL {
        let planes = planes(metric, &panels, 3, 300);
        for effort in [Effort::Raw, Effort::Build, Effort::Pack] {
            let files = [1, 2, 5].map(|threads| {
                let path = dir.path().join(threads.to_string());
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| {
                    let size = write(&path, &panels, &planes, effort).expect("written");
                    assert_eq!(read(&path, &planes).expect("whole"), planes);
                    let bytes = fs::read(&path).expect("a file");
                    assert_eq!(bytes.len() as u64, size);
                    bytes
                })
            });
            assert!(files[0] == files[1] && files[0] == files[2], "{metric} {effort:?}");
        }
    }
}

#[test]
fn panels_of_another_layer_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let planes = planes(Metric::Score, &[Panel { rows: 2, width: 3 }], 1, 5);
    let error = write(&dir.path().join("layer"), &[Panel { rows: 2, width: 4 }], &planes, Effort::Build);
    assert!(error.expect_err("eight states").to_string().contains("expected panels of 6 states"));
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn a_full_disk_and_a_read_only_folder_are_named_and_leave_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a folder");
    let planes = planes(Metric::Score, &[Panel { rows: 2, width: 3 }], 1, 5);
    let closed = dir.path().join("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("mine");
    // Whoever may do everything may write there too; /proc takes no file from anybody.
    let place = if fs::write(closed.join("try"), b"x").is_ok() { Path::new("/proc") } else { &closed };
    let error = write(&place.join("layer"), &[Panel { rows: 2, width: 3 }], &planes, Effort::Build);
    let text = error.expect_err("no file").to_string();
    assert!(text.contains("cannot write") && text.contains("finished layers are safe"), "{text}");
}

fn some_planes() -> impl Strategy<Value = (Vec<Panel>, Planes)> {
    let panels = proptest::collection::vec((0..70u64, 0..120u64), 1..3);
    (panels, 0..3usize, any::<u64>(), 0..1000i64, any::<bool>()).prop_map(
        |(panels, metric, noise, top, wild)| {
            let panels: Vec<Panel> = panels.into_iter().map(Panel::from).collect();
            let metric = Metric::ALL[metric];
            if !wild {
                return (panels.clone(), planes(metric, &panels, noise, top));
            }
            let count = panels.iter().map(|panel| panel.rows * panel.width).sum::<u64>() as usize;
            let mut state = noise;
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 45) as u16
            };
            let mut wide = || Plane::from((0..count).map(|_| random()).collect::<Vec<u16>>());
            let two = [wide(), wide()];
            let signed = |plane: &Plane<u16>| Plane::from(plane.iter().map(|&x| x as i8).collect::<Vec<_>>());
            let planes = match metric {
                Metric::Score => Planes::Score(signed(&two[0])),
                Metric::Bounds => Planes::Bounds(two.each_ref().map(signed)),
                Metric::Distance => Planes::Distance(two),
            };
            (panels, planes)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn what_is_written_is_read((panels, planes) in some_planes(), effort in 0..3usize) {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("layer");
        let effort = [Effort::Raw, Effort::Build, Effort::Pack][effort];
        let size = write(&path, &panels, &planes, effort).expect("written");
        prop_assert_eq!(size, fs::metadata(&path).expect("a file").len());
        prop_assert_eq!(read(&path, &planes).expect("whole"), planes);
    }
}

/// The program of `tests/format/read.py` is written from `docs/database-format.md` and shares no code with this crate.
#[test]
fn another_program_reads_the_same_values() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/format/read.py");
    let python = |file: &Path| Command::new("python3").arg(&script).arg(file).output();
    if python(Path::new("none")).is_err() {
        // There is no Python here; ./test has it.
        return;
    }
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("layer");
    let panels = [
        Panel { rows: 70, width: 90 },
        Panel { rows: 1, width: 700 },
        Panel { rows: 300, width: 3 },
        Panel { rows: 0, width: 5 },
        Panel { rows: 5, width: 300 },
    ];
    for (metric, top) in [(Metric::Score, 14), (Metric::Bounds, 14), (Metric::Distance, 200)] {
        for effort in [Effort::Raw, Effort::Build, Effort::Pack] {
            let planes = planes(metric, &panels, 1, top);
            write(&path, &panels, &planes, effort).expect("written");
            let mut expected = Vec::new();
            export(&planes, Format::Raw, &mut expected).expect("memory");
            let read = python(&path).expect("python3");
            assert!(read.status.success(), "{metric} {effort:?}: {}", String::from_utf8_lossy(&read.stderr));
            assert!(read.stdout == expected, "{metric} {effort:?}");
        }
    }
}
