//! Boards and numbers drawn for people.
//!
//! A [`picture`] is plain data: shapes, each with an [`ink`]. [`board`] draws a position, [`steps`] a move; [`svg`] writes
//! them down. Text is set in a [`font`] that comes with the program.

pub mod board;
pub mod flow;
pub mod font;
pub mod ink;
pub mod picture;
pub mod steps;
pub mod svg;
pub mod text;
