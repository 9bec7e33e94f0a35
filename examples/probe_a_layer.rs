//! Builds the small layers of Oware into a folder and reads values back.
//!
//! `cargo run --release --example probe_a_layer`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use sowbase::games::entry;
use sowbase::tables::{AnalyzeOptions, BuildJob};
use sowbase_solver::Unwatched;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let game = entry("oware")?.open(&[])?;
    let tables = game.tables.as_ref().ok_or("Oware has layers")?;
    let job = BuildJob::new(folder.path(), 6);
    let built = tables.build(&job, &Unwatched)?;
    println!("{} layers, {} states", built.made, built.states);

    let position = game.play.parse("1,0,0,0,2,1/0,0,1,0,0,1 21-21 S", false)?;
    let options = AnalyzeOptions { places: vec![job.dir].into(), lines: true, in_memory: 0 };
    for mv in tables.analyze(&position, &options, &Unwatched)?.moves {
        println!("{} {:?} {}", mv.r#move, mv.score, mv.pv.unwrap_or_default().join(" "));
    }
    Ok(())
}
