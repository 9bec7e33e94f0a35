//! Counts the ways to play from the start, under the standard rules and under a changed one.
//!
//! `cargo run --release --example count_paths`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use sowbase::games::entry;

fn main() -> Result<(), sowbase::Error> {
    for settings in [vec![], vec![("empty_capture".to_owned(), "true".to_owned())]] {
        let game = entry("kalah")?.open(&settings)?;
        let start = game.play.start();
        let counts: Vec<u64> = (1..=7).map(|depth| game.paths.perft(&start, depth)).collect();
        println!("{settings:?}: {counts:?}");
    }
    Ok(())
}
