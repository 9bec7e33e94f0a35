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

/// A solution in lines for a book: the official line, then the other replies with their answers, then why tempting moves fail.
pub(super) fn answer(choice: &Choice) -> Vec<String> {
    let mut lines = vec![choice.line().join(" ")];
    let mut others = Vec::new();
    side_lines(choice, &mut Vec::new(), &mut others);
    // The first is the official line.
    lines.extend(others.into_iter().skip(1).take(MOST_LINES).map(|line| format!("or {}", line.join(" "))));
    for tried in &choice.moves {
        if !matches!(tried.worth, Worth::In(_)) && !tried.refutation.is_empty() {
            lines.push(format!("Not {}: {}", tried.r#move, tried.refutation.join(" ")));
        }
    }
    lines
}

/// Side lines that a book shows for a problem.
const MOST_LINES: usize = 6;

/// Every way through the solution, the official one first.
fn side_lines(choice: &Choice, before: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let Some(only) = choice.only() else {
        let several: Vec<&str> = choice.good().map(|tried| tried.r#move.as_str()).collect();
        let mut line = before.clone();
        line.push(several.join(" or "));
        all.push(line);
        return;
    };
    before.push(only.r#move.clone());
    side_ways(&only.then, before, all);
    before.pop();
}

fn side_ways(next: &Then, before: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    match next {
        Then::End => all.push(before.clone()),
        Then::Again(choice) => side_lines(choice, before, all),
        Then::Replies(replies) => {
            for reply in replies {
                before.push(reply.r#move.clone());
                side_ways(&reply.then, before, all);
                before.pop();
            }
        }
    }
}
