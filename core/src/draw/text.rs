//! Boards as text: both sides as they lie on the table, letters beside the pits.

use std::fmt::Write as _;

use crate::games::notation::pit_letter;
use crate::play::{Position, Side};

/// How the pits of a player lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// One row each, with a store at the right of its owner.
    #[default]
    TwoRows,
    /// Two rows each, sown as a circuit: outer row left to right, inner row back.
    FourRows,
}

const DIM: &str = "\u{1b}[2m";
const BOLD: &str = "\u{1b}[1m";
const PLAIN: &str = "\u{1b}[0m";

/// Draws a position; the letters of the side to move are bold. The terminal's stream drops the colours where they are
/// not wanted.
pub fn board(position: &Position, layout: Layout) -> String {
    match layout {
        Layout::TwoRows => two_rows(position),
        Layout::FourRows => four_rows(position),
    }
}

fn cell(position: &Position, side: Side, pit: usize) -> String {
    if position.is_closed(side, pit) {
        return format!("{DIM}##{PLAIN}");
    }
    match position.row(side)[pit] {
        0 => format!("{DIM} .{PLAIN}"),
        seeds => format!("{seeds:2}"),
    }
}

fn letters(position: &Position, side: Side, pits: impl Iterator<Item = usize>) -> String {
    let style = if position.side == side { BOLD } else { DIM };
    let row: String = pits.map(|pit| format!("  {} ", pit_letter(side, pit))).collect();
    format!("{style}{row}{PLAIN}")
}

fn cells(position: &Position, side: Side, pits: impl Iterator<Item = usize>) -> String {
    pits.map(|pit| format!(" {} ", cell(position, side, pit))).collect()
}

fn two_rows(position: &Position) -> String {
    let n = position.pits[0].len();
    let line = "─".repeat(4 * n + 1);
    let [south, north] = position.stores;
    let mut out = String::new();
    let _ = writeln!(out, "         {}   North", letters(position, Side::North, (0..n).rev()));
    let _ = writeln!(out, "        ┌{line}┐");
    let _ = writeln!(out, " {north:>6} │{} │", cells(position, Side::North, (0..n).rev()));
    let _ = writeln!(out, "        │{} │ {south:<6}", cells(position, Side::South, 0..n));
    let _ = writeln!(out, "        └{line}┘");
    let _ = writeln!(out, "         {}   South", letters(position, Side::South, 0..n));
    out + &footer(position)
}

fn four_rows(position: &Position) -> String {
    let m = position.pits[0].len() / 2;
    let line = "─".repeat(4 * m + 1);
    let row = |side, pits: &mut dyn Iterator<Item = usize>| {
        let pits: Vec<usize> = pits.collect();
        (cells(position, side, pits.iter().copied()), letters(position, side, pits.into_iter()))
    };
    let mut out = String::new();
    let mut put = |(cells, letters): (String, String), name: &str| {
        let _ = writeln!(out, "  │{cells} │ {letters}  {name}");
    };
    put(row(Side::North, &mut (0..m).rev()), "North, outer");
    put(row(Side::North, &mut (m..2 * m)), "North, inner");
    let middle = out.len();
    let mut put = |(cells, letters): (String, String), name: &str| {
        let _ = writeln!(out, "  │{cells} │ {letters}  {name}");
    };
    put(row(Side::South, &mut (m..2 * m).rev()), "South, inner");
    put(row(Side::South, &mut (0..m)), "South, outer");
    let (north, south) = out.split_at(middle);
    format!("  ┌{line}┐\n{north}  ├{line}┤\n{south}  └{line}┘\n{}", footer(position))
}

fn footer(position: &Position) -> String {
    let mut out = format!("  {} to move", position.side.name());
    for (key, value) in &position.extras {
        let _ = write!(out, "; {key}={value}");
    }
    if position.quiet > 0 {
        let _ = write!(out, "; {} plies without a capture", position.quiet);
    }
    if position.plies > 0 {
        let _ = write!(out, "; {} plies played", position.plies);
    }
    out + "\n"
}

/// What a drawn text looks like without its colours.
#[cfg(test)]
pub(crate) fn bare(text: &str) -> String {
    text.replace(DIM, "").replace(BOLD, "").replace(PLAIN, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_lie_as_on_the_table() {
        // rules.md section 0: North's row is printed f … a above South's A … F; each store at its owner's right.
        let mut position = Position::new(vec![1, 2, 3, 4, 5, 0], vec![7, 8, 9, 10, 11, 12]);
        position.stores = [20, 21];
        let drawn = bare(&board(&position, Layout::TwoRows));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0].split_whitespace().collect::<String>(), "fedcbaNorth");
        assert_eq!(
            lines[2].split_whitespace().collect::<Vec<_>>(),
            ["21", "│", "12", "11", "10", "9", "8", "7", "│"]
        );
        assert_eq!(
            lines[3].split_whitespace().collect::<Vec<_>>(),
            ["│", "1", "2", "3", "4", "5", ".", "│", "20"]
        );
        assert_eq!(lines[5].split_whitespace().collect::<String>(), "ABCDEFSouth");
    }

    #[test]
    fn four_rows_lie_as_on_the_table() {
        // rules.md section 0, the Omweso picture, pits holding their own numbers.
        let circuit: Vec<u8> = (0..16).collect();
        let drawn = bare(&board(&Position::new(circuit.clone(), circuit), Layout::FourRows));
        let numbers: Vec<Vec<&str>> = drawn
            .lines()
            .filter(|line| line.starts_with("  │"))
            .map(|line| line.split('│').nth(1).expect("cells").split_whitespace().collect())
            .collect();
        assert_eq!(numbers[0], ["7", "6", "5", "4", "3", "2", "1", "."]);
        assert_eq!(numbers[1], ["8", "9", "10", "11", "12", "13", "14", "15"]);
        assert_eq!(numbers[2], ["15", "14", "13", "12", "11", "10", "9", "8"]);
        assert_eq!(numbers[3], [".", "1", "2", "3", "4", "5", "6", "7"]);
    }
}
