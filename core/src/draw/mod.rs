//! Boards and numbers drawn for people.
//!
//! A [`picture`] is plain data: shapes, each with an [`ink`]. [`board`] draws a position, [`steps`] a move, [`sheet`] a
//! page of rules, [`book`] books of problems; [`svg`], [`html`] and [`pdf`] write them down. Text is set in a [`font`]
//! that comes with the program.

pub mod board;
pub mod book;
pub mod flow;
pub mod font;
pub mod html;
pub mod ink;
pub mod page;
pub mod paper;
pub mod pdf;
pub mod picture;
pub mod sheet;
pub mod steps;
pub mod svg;
pub mod text;
