//! Boards drawn for people.

pub mod text;
