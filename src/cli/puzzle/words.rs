//! Problems and solutions as text.

use crate::puzzles::{Choice, Puzzle, Source, Then, Worth};

/// A solution as a tree, a move a line.
pub(super) fn tree(choice: &Choice) -> String {
    let mut text = String::new();
    solver(choice, 1, &mut text);
    text
}

fn solver(choice: &Choice, depth: usize, text: &mut String) {
    let space = "  ".repeat(depth);
    let alone = choice.only().is_some();
    for tried in choice.good() {
        let Worth::In(plies) = tried.worth else { continue };
        let more = if alone { String::new() } else { " (one of several)".into() };
        *text += &format!(
            "{space}{}!{more}  {plies} {}\n",
            tried.r#move,
            if plies == 1 { "ply" } else { "plies" }
        );
        if alone {
            then(&tried.then, depth + 1, text);
        }
    }
}

fn then(next: &Then, depth: usize, text: &mut String) {
    match next {
        Then::End => {}
        Then::Again(choice) => solver(choice, depth, text),
        Then::Replies(replies) => {
            for reply in replies {
                *text += &format!("{}{}\n", "  ".repeat(depth), reply.r#move);
                then(&reply.then, depth + 1, text);
            }
        }
    }
}

/// The wrong first moves, each with why.
pub(super) fn tries(choice: &Choice) -> String {
    let mut text = String::new();
    for tried in &choice.moves {
        let why = match tried.worth {
            Worth::In(_) => continue,
            Worth::Late(1) => "a turn too late".to_owned(),
            Worth::Late(turns) => format!("{turns} turns too late"),
            Worth::Fails => "does not reach it".to_owned(),
        };
        let line = if tried.refutation.is_empty() {
            String::new()
        } else {
            format!(": {}", tried.refutation.join(" "))
        };
        text += &format!("  {}  {why}{line}\n", tried.r#move);
    }
    text
}

/// Where a problem comes from.
pub(super) fn source(puzzle: &Puzzle) -> String {
    match &puzzle.source {
        Source::Composed { by } => format!("composed: {by}"),
        Source::Found { from, version, seed, candidate } => {
            format!("found by sowbase {version}, {from}, seed {seed}, candidate {candidate}")
        }
        Source::Game { game, ply } => format!("{game}, after ply {ply}"),
    }
}
