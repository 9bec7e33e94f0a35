//! `puzzle export`: a pack as diagrams, or as a book to print.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::super::Output;
use super::super::draw::{Format, Paper};
use super::super::game::Chosen;
use super::super::output::write_result;
use super::files;
use super::show::{diagram, numbered};
use super::words::{answer, tree, tries};
use crate::draw::book::{Answer, Book, Diagram, MOST_A_PAGE};
use crate::draw::ink::Look;
use crate::draw::svg;
use crate::error::Error;
use crate::puzzles::{Pack, Puzzle};

/// Arguments of `puzzle export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase puzzle export clear.json -o clear.pdf                 a book: title page, problems, answers at the end
  sowbase puzzle export clear.json 3 7 --per-page 2 -o two.html two problems, to print from a browser
  sowbase puzzle export clear.json --format svg -o pages.svg    a picture for each page: pages-01.svg, pages-02.svg, ...
PDF needs a program built with `--features pdf`.")]
pub(super) struct Args {
    /// The pack.
    pack: PathBuf,
    /// The numbers of problems, from 1; all when there is none.
    numbers: Vec<usize>,
    /// How to write it; when not given, the file's name tells it.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The paper.
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Problems a page.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=MOST_A_PAGE as i64))]
    per_page: u8,
    /// The title; the game's name when not given.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Leave the grades out.
    #[arg(long)]
    no_grade: bool,
    /// Leave the answers out.
    #[arg(long)]
    no_answers: bool,
    /// The file to write, whole or not at all.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let format = args.format.map_or_else(|| Format::of(&args.output), Ok)?;
    let (pack, chosen) = files::open(&args.pack)?;
    let numbers =
        if args.numbers.is_empty() { (1..=pack.puzzles.len()).collect() } else { args.numbers.clone() };
    let problems: Vec<(usize, &Puzzle)> = numbers
        .into_iter()
        .map(|number| Ok((number, numbered(&pack, number)?)))
        .collect::<Result<_, Error>>()?;
    if problems.is_empty() {
        return Err(Error::Usage(format!("{} has no problems", args.pack.display())));
    }
    let files = match format {
        Format::Text => vec![write(&args.output, plain(args, &chosen, &problems)?.as_bytes())?],
        Format::Html => vec![write(&args.output, book(args, &pack, &chosen, &problems)?.html()?.as_bytes())?],
        Format::Pdf => vec![write(&args.output, &book(args, &pack, &chosen, &problems)?.pdf()?)?],
        Format::Svg => {
            let pages = book(args, &pack, &chosen, &problems)?.pages()?;
            let names = (1..).map(|number| page_name(&args.output, number));
            pages
                .iter()
                .zip(names)
                .map(|(page, name)| write(&name, svg::picture::document(page, Look::Paper).as_bytes()))
                .collect::<Result<_, Error>>()?
        }
    };
    if out.json() {
        out.document(&json!({ "schema": 1, "game": pack.game, "puzzles": problems.len(), "files": files }))?;
    } else {
        let first = files.first().cloned().unwrap_or_default();
        let more = if files.len() > 1 { format!(" and {} more", files.len() - 1) } else { String::new() };
        out.text(&format!("{} problems in {first}{more}\n", problems.len()))?;
    }
    Ok(0)
}

/// `pages.svg` → `pages-01.svg`.
fn page_name(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:02}.svg"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<String, Error> {
    write_result(Some(path), |to| {
        to.write_all(bytes).map_err(|error| Error::File(format!("cannot write: {error}")))
    })?;
    Ok(path.display().to_string())
}

fn book(args: &Args, pack: &Pack, chosen: &Chosen, problems: &[(usize, &Puzzle)]) -> Result<Book, Error> {
    let title = args.title.clone().unwrap_or_else(|| {
        let mut name = pack.game.clone();
        name[..1].make_ascii_uppercase();
        name
    });
    let mut book = Book {
        // How many there are is on the title page anyway.
        subtitle: if args.no_answers { "One solution each" } else { "One solution each; answers at the end" }
            .into(),
        paper: args.paper.into(),
        per_page: usize::from(args.per_page),
        rules: pack.rules_in_words.join(" "),
        ..Book::new(&title)
    };
    for (number, puzzle) in problems {
        let position = chosen.opened.play.parse(&puzzle.position, true)?;
        let mut captions = vec![format!("{}.", puzzle.title)];
        if !args.no_grade {
            captions.push(format!("Grade {} of 5.", puzzle.grade));
        }
        let diagram = Diagram::new(*number, position, chosen.opened.play.layout());
        book.problems.push(Diagram { captions, ..diagram });
        if !args.no_answers {
            book.answers.push(Answer { number: *number, lines: answer(&puzzle.solution) });
        }
    }
    Ok(book)
}

fn plain(args: &Args, chosen: &Chosen, problems: &[(usize, &Puzzle)]) -> Result<String, Error> {
    let mut text = String::new();
    for (number, puzzle) in problems {
        text += &anstream::adapter::strip_str(&diagram(chosen, puzzle, *number, !args.no_grade)?).to_string();
        text += "\n";
    }
    if !args.no_answers {
        text += "Answers\n\n";
        for (number, puzzle) in problems {
            text += &format!("Problem {number}\n{}", tree(&puzzle.solution));
            let wrong = tries(&puzzle.solution);
            if !wrong.is_empty() {
                text += &format!("Tries:\n{wrong}");
            }
            text += "\n";
        }
    }
    Ok(text)
}
