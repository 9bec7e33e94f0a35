//! Boards and numbers drawn for people.

pub mod svg;
pub mod text;
