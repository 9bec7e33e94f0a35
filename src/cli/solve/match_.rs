//! `solve --match`: who can force a match of rounds.

use super::super::game::Chosen;
use super::super::progress::Progress;
use super::{Head, OPEN, Output, Report, proving};
use crate::draw::text;
use crate::error::Error;
use crate::play::{Position, Side};
use crate::proofs::{Beginning, MatchSolution, SolveJob};

pub(super) fn run(
    chosen: &Chosen,
    position: &Position,
    job: &SolveJob,
    out: &mut Output,
) -> Result<u8, Error> {
    let solution = proving(chosen)?.solve_match(position, job, &Progress::new(out))?;
    if out.json() {
        out.document(&Report { head: Head::new(chosen), body: &solution })?;
    } else {
        let board = text::board(position, chosen.opened.play.layout());
        out.text(&format!("{board}  {}\n\n{}", solution.position, words(&solution)))?;
    }
    Ok(if solution.winner.is_none() && !solution.neither { OPEN } else { 0 })
}

fn rounds(count: u32) -> String {
    if count == 1 { "in this round".into() } else { format!("within {count} rounds") }
}

fn words(solution: &MatchSolution) -> String {
    let mut text = match (solution.winner, solution.rounds) {
        (Some(side), count) => {
            format!("{} wins the match, {}, proven.\n", side.name(), rounds(count.unwrap_or(1)))
        }
        (None, _) if solution.neither => {
            "Neither player can force the match in finite time, proven.\n".to_owned()
        }
        (None, _) => "Who wins the match stayed open.\n".to_owned(),
    };
    for mv in &solution.moves {
        let winner = mv.winner.map_or("neither can force it", |side| match side {
            Side::South => "South wins",
            Side::North => "North wins",
        });
        text += &format!("{:<6} {winner}\n", mv.r#move);
    }
    text += "\nEvery beginning of a round, by what South owns (S, N: who can force the match, and within how many rounds):\n";
    text += &table(&solution.beginnings);
    text += &format!("{} nodes, {:.1} s\n", solution.nodes, solution.seconds);
    text
}

/// A row for each total of South's, a column for each side to move.
fn table(beginnings: &[Beginning]) -> String {
    let mut totals: Vec<(u32, u32)> = beginnings.iter().map(|one| (one.south, one.north)).collect();
    totals.sort_unstable();
    totals.dedup();
    let mut text = format!("{:>6} {:>6}  {:<16} {}\n", "South", "North", "South begins", "North begins");
    for (south, north) in totals {
        let cell = |side: Side| {
            let found = beginnings.iter().find(|one| (one.south, one.to_move) == (south, side));
            found.map_or_else(|| "-".to_owned(), verdict)
        };
        text += &format!("{south:>6} {north:>6}  {:<16} {}\n", cell(Side::South), cell(Side::North));
    }
    text
}

fn verdict(one: &Beginning) -> String {
    match (one.winner, one.rounds) {
        (Some(side), count) => format!("{} {}", side.letter(), count.unwrap_or(1)),
        (None, _) if one.neither => "neither".into(),
        (None, _) => "open".into(),
    }
}
