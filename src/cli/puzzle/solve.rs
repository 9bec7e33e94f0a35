//! `puzzle solve`: problems tried in the terminal, move by move, with hints and refutations.

use std::io::{BufRead, stdin};
use std::path::PathBuf;

use fastrand::Rng;

use super::super::Output;
use super::super::game::Chosen;
use super::files;
use super::show::{diagram, numbered};
use super::words::tree;
use crate::draw::text;
use crate::error::{Error, short};
use crate::lines::next_typed;
use crate::play::InProgress;
use crate::puzzles::{Choice, Pack, Puzzle, Then, Tried, Worth};

/// A longer line is no move.
const LONGEST_LINE: u64 = 1 << 12;

/// Arguments of `puzzle solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Type a move (like C or d). Other words: hint, solution, board, next, quit, help. The other side answers with its longest defence.
The end of the input quits too.")]
pub(super) struct Args {
    /// The pack.
    pack: PathBuf,
    /// The problem to begin with, from 1; a random one when not given.
    number: Option<usize>,
    /// Seed of what is random.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// What came of a problem.
enum Came {
    Solved,
    Left,
    Quit,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    if out.json() {
        return Err(Error::Usage(
            "`puzzle solve` is for people; `puzzle show --json` gives problems as data".into(),
        ));
    }
    let (pack, chosen) = files::open(&args.pack)?;
    if pack.puzzles.is_empty() {
        return Err(Error::Usage(format!("{} has no problems", args.pack.display())));
    }
    let mut rng = args.seed.map_or_else(Rng::new, Rng::with_seed);
    let mut number = args.number.unwrap_or_else(|| rng.usize(1..=pack.puzzles.len()));
    let (mut solved, mut tried, mut streak) = (0, 0, 0);
    let mut input = stdin().lock();
    loop {
        let puzzle = numbered(&pack, number)?;
        out.text(&diagram(&chosen, puzzle, number, true)?)?;
        let came = Table { chosen: &chosen, puzzle, clean: true }.play(&mut input, out)?;
        tried += 1;
        match came {
            (Came::Solved, clean) => {
                solved += 1;
                streak = if clean { streak + 1 } else { 0 };
                out.text(&format!("Solved{}. {streak} in a row.\n\n", if clean { " at once" } else { "" }))?;
            }
            (Came::Left, _) => streak = 0,
            (Came::Quit, _) => {
                out.text(&format!("{solved} of {} solved.\n", tried - 1))?;
                return Ok(0);
            }
        }
        number = following(&pack, number, args.number.is_some(), &mut rng);
    }
}

/// The next problem: in order for one who chose where to begin, else a random one.
fn following(pack: &Pack, number: usize, in_order: bool, rng: &mut Rng) -> usize {
    if in_order { number % pack.puzzles.len() + 1 } else { rng.usize(1..=pack.puzzles.len()) }
}

/// A problem on the table.
struct Table<'a> {
    chosen: &'a Chosen,
    puzzle: &'a Puzzle,
    /// Solved without help and without a wrong move so far.
    clean: bool,
}

impl Table<'_> {
    fn play(mut self, input: &mut dyn BufRead, out: &mut Output) -> Result<(Came, bool), Error> {
        let opened = &self.chosen.opened;
        let position = opened.play.parse(&self.puzzle.position, true)?;
        let mut session = opened.play.session(&position);
        let mut choice = self.puzzle.solution.clone();
        let mut hints = 0;
        loop {
            out.text("> ")?;
            let Some(line) = next_typed(input, LONGEST_LINE)? else { return Ok((Came::Quit, false)) };
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok((Came::Quit, false)),
                "next" | "n" => {
                    out.text("\n")?;
                    return Ok((Came::Left, false));
                }
                "help" | "?" => out.text("A move, or: hint, solution, board, next, quit.\n")?,
                "board" => out.text(&text::board(session.position(), opened.play.layout()))?,
                "solution" => {
                    out.text(&tree(&choice))?;
                    return Ok((Came::Left, false));
                }
                "hint" => {
                    self.clean = false;
                    hints += 1;
                    out.text(&hint(&choice, hints))?;
                }
                word => {
                    let Some(tried) = choice.moves.iter().find(|tried| tried.r#move == word).cloned() else {
                        let legal: Vec<&str> =
                            choice.moves.iter().map(|tried| tried.r#move.as_str()).collect();
                        out.text(&format!("{:?} is no move here: {}\n", short(word), legal.join(" ")))?;
                        continue;
                    };
                    if !matches!(tried.worth, Worth::In(_)) {
                        self.clean = false;
                        out.text(&wrong(&tried))?;
                        continue;
                    }
                    session.play(word)?;
                    match self.answer(&mut *session, tried, out)? {
                        Some(next) => choice = next,
                        None => return Ok((Came::Solved, self.clean)),
                    }
                }
            }
        }
    }

    /// Plays the other side's longest defence; where the solver is to move then, or nothing where it is done.
    fn answer(
        &self,
        session: &mut dyn InProgress,
        tried: Tried,
        out: &mut Output,
    ) -> Result<Option<Choice>, Error> {
        let mut then = tried.then;
        loop {
            then = match then {
                Then::End => return Ok(None),
                Then::Again(choice) => {
                    out.text(&text::board(session.position(), self.chosen.opened.play.layout()))?;
                    return Ok(Some(choice));
                }
                Then::Replies(replies) => {
                    let Some(reply) = replies.into_iter().next() else { return Ok(None) };
                    session.play(&reply.r#move)?;
                    out.text(&format!("The answer is {}.\n", reply.r#move))?;
                    reply.then
                }
            };
        }
    }
}

/// Why a move is wrong.
fn wrong(tried: &Tried) -> String {
    let why = match tried.worth {
        Worth::Late(1) => "That is a turn too slow".to_owned(),
        Worth::Late(turns) => format!("That is {turns} turns too slow"),
        _ => "That does not do it".to_owned(),
    };
    if tried.refutation.is_empty() {
        format!("{why}.\n")
    } else {
        format!("{why}: {}.\n", tried.refutation.join(" "))
    }
}

/// First how long it takes, then what does not do it, then the move.
fn hint(choice: &Choice, hints: u32) -> String {
    let Some(good) = choice.good().next() else { return "There is nothing to find here.\n".into() };
    let Worth::In(plies) = good.worth else { return String::new() };
    let wrong: Vec<&str> = choice
        .moves
        .iter()
        .filter(|tried| !matches!(tried.worth, Worth::In(_)))
        .map(|tried| tried.r#move.as_str())
        .collect();
    match hints {
        1 => {
            format!("It takes {plies} {} in all.\n", if plies == 1 { "move" } else { "moves of both sides" })
        }
        2 => format!("Not {}.\n", wrong[..wrong.len().div_ceil(2)].join(" ")),
        _ => format!("Play {}.\n", good.r#move),
    }
}
