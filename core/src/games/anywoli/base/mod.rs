//! The fast builder of Anywoli's layers: base boards as two bits a pit, a turn as an automaton.
//!
//! On a base board every hand is one, two or three, so what a hand does to the next few pits, with all laps that begin
//! there, is one read from a small table. Inside a layer no turn captures; such a turn can be undone without guessing.
//! So no edge is stored: one forward pass counts them, and decided boards are taken back to their parents.
//!
//! * [`ring`]: how the pits are cut into chunks, and codes of boards;
//! * [`turns`]: the automaton; [`backs`]: the same backwards;
//! * [`player`]: all moves of a board; [`survey`]: the forward pass; [`retro`]: decided boards handed on;
//!   [`distance`]: plies from known scores; [`method`]: all of it as a method.

mod backs;
mod distance;
mod method;
mod player;
mod retro;
mod ring;
mod survey;
mod turns;

#[cfg(test)]
mod tests;

pub use method::{Boards, Work};
