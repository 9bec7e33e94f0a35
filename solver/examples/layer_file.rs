//! Writes a layer of scores of a game with two rows of six pits as a layer file, reads it back, and says how large it is
//! and how long that took: `layer_file build|pack SEEDS VALUES`, VALUES being a file with a signed byte a state, as
//! [`sowbase_solver::db::export`] writes it. Run under `time` for processor time.

#![expect(clippy::print_stdout, reason = "an example")]

use std::error::Error;
use std::time::Instant;

use sowbase_solver::db::{Effort, Identity, read_layer, write_layer};
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::Planes;
use sowbase_solver::{Layer, Metric, Panel, Unwatched};

/// Rows of six pits that hold so many seeds.
fn rows(seeds: u64) -> u64 {
    (1..=5).fold(1, |rows, i| rows * (seeds + i) / i)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [effort, seeds, values] = &words[..] else { return Err("layer_file build|pack SEEDS VALUES".into()) };
    let effort = if effort == "pack" { Effort::Pack } else { Effort::Build };
    let seeds: u8 = seeds.parse()?;
    let values: Vec<i8> = std::fs::read(values)?.into_iter().map(|byte| byte as i8).collect();
    let (states, planes) = (values.len(), Planes::Score(Plane::from(values)));
    let panels: Vec<Panel> = (0..=u64::from(seeds))
        .map(|opposite| Panel { rows: rows(opposite), width: rows(u64::from(seeds) - opposite) })
        .collect();
    let rules = vec!["Values from a file.".into()];
    let identity = Identity { game: "values".into(), fingerprint: "0".into(), rules };
    let (layer, path) = (Layer { seeds, shape: 0 }, std::env::temp_dir().join(format!("layer-{seeds}.sow")));
    let start = Instant::now();
    let size = write_layer(&path, &identity, (layer, &panels), &planes, effort, &Unwatched)?;
    let written = start.elapsed().as_secs_f64();
    let again = read_layer(&path, &identity, (layer, Metric::Score), states as u128)?;
    let read = start.elapsed().as_secs_f64() - written;
    std::fs::remove_file(&path)?;
    println!("{states} states, {size} bytes, {:.3} bits a state", 8.0 * size as f64 / states as f64);
    println!("written in {written:.2} s, read in {read:.2} s, equal: {}", again == planes);
    Ok(())
}
