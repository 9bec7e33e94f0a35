//! Plays the first legal move of Oware until the game is over, and says why it ended.
//!
//! `cargo run --release --example play_a_game`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use sowbase::games::entry;

fn main() -> Result<(), sowbase::Error> {
    let game = entry("oware")?.open(&[])?;
    let mut session = game.play.session(&game.play.start());
    while let Some(first) = session.moves().into_iter().next() {
        session.play(&first.text)?;
        println!("{:<3} {}", first.text, game.play.format(session.position()));
    }
    let result = session.result().expect("no move is left");
    println!("{} {}", result.reason, result.line());
    Ok(())
}
