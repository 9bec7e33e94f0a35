//! Oware Game Notation: games as Aualé keeps them, one after another in a file.
//!
//! ```text
//! [Variant "Oware Abapa"]
//! [Event "?"]
//! …
//! [Result "26-22"]
//!
//! 1. C d 2. A+3 { +1.25/12 } e
//! 26-22
//! ```
//!
//! Tags in brackets, values in quotes with `\"` and `\\`, the eight of the roster first and in this order; then, after an
//! empty line, moves `A` to `F` of South and `a` to `f` of North, a number before every second, captured seeds after a `+`,
//! comments in braces, the totals of South and North at the end; lines under 80 characters. Source: joansalasoler/auale,
//! `serialize/ogn.py` and `game/match.py` (which reads any letter from A to f outside braces and brackets as a move).

use crate::games::convert;
use crate::games::record_format::{RecordFormat, WholeGame};
use crate::play::Side;

/// Tags that every game has, in their order, with the names of ours.
const ROSTER: [(&str, &str); 8] = [
    ("Variant", ""),
    ("Event", "event"),
    ("Site", "site"),
    ("Date", "date"),
    ("Round", "round"),
    ("South", "south"),
    ("North", "north"),
    ("Result", ""),
];
/// Aualé's name of the default rules.
const ABAPA: &str = "Oware Abapa";
/// Characters of a line at most.
const WIDTH: usize = 79;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ogn;

impl RecordFormat for Ogn {
    fn name(&self) -> &'static str {
        "ogn"
    }

    fn write(&self, game: &WholeGame) -> Result<String, String> {
        let result = game.totals.map_or("*".to_owned(), |[south, north]| format!("{south}-{north}"));
        let variant =
            if game.rules.is_empty() { ABAPA.to_owned() } else { format!("Oware, {}", game.rules.join(" ")) };
        let mut text = String::new();
        for (name, ours) in ROSTER {
            let value = match name {
                "Variant" => &variant,
                "Result" => &result,
                _ => game.tags.get(ours).map_or("?", String::as_str),
            };
            text += &tag(name, value);
        }
        if let Some(start) = &game.start {
            text += &tag("FEN", &convert::aalina_text(start));
        }
        for (name, value) in game.tags {
            if !ROSTER.iter().any(|(_, ours)| ours == name) {
                text += &tag(&camel(name), value);
            }
        }
        text += "\n";
        let mut line = String::new();
        for token in tokens(game, &result)? {
            if !line.is_empty() && line.chars().count() + 1 + token.chars().count() > WIDTH {
                text += &format!("{line}\n");
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &token;
        }
        Ok(text + &line + "\n\n")
    }
}

/// Everything below the tags, word by word.
fn tokens(game: &WholeGame, result: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut number = 0;
    for (at, mv) in game.moves.iter().enumerate() {
        let letters = if mv.side == Side::South { 'A'..='F' } else { 'a'..='f' };
        if !mv.text.chars().next().is_some_and(|letter| mv.text.len() == 1 && letters.contains(&letter)) {
            return Err(format!("OGN has moves A to F and a to f, not {:?}", crate::error::short(&mv.text)));
        }
        if at % 2 == 0 {
            number += 1;
            tokens.push(format!("{number}."));
        }
        let captured = if mv.captured > 0 { format!("+{}", mv.captured) } else { String::new() };
        tokens.push(format!("{}{captured}", mv.text));
        if let Some(comment) = &mv.comment {
            tokens.push("{".into());
            tokens.extend(comment.replace(['{', '}'], " ").split_whitespace().map(str::to_owned));
            tokens.push("}".into());
        }
    }
    if game.totals.is_some() {
        tokens.push(result.to_owned());
    }
    Ok(tokens)
}

fn tag(name: &str, value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `forfeit_reason` as `ForfeitReason`: names of tags are one word.
fn camel(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .map(|word| {
            let mut chars = word.chars();
            chars
                .next()
                .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
        })
        .collect()
}
