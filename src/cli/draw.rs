//! `draw`: a board, a move step by step, or a page of rules, to print or to show.

mod format;
mod subject;
mod write;

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::Output;
use super::game::PlayedArgs;
use super::output::write_result;
use super::report::Head;
use crate::draw::ink;
use crate::error::Error;
pub(super) use format::{Format, Paper};
use subject::Subject;
use write::Written;

const EXAMPLES: &str = "\
Examples:
  sowbase draw oware -o start.svg                     the board at the start
  sowbase draw oware \"0,0,8,0,0,1/3,1,1,1,2,0 0-0 S\" > board.svg
  sowbase draw oware \"0,0,8,0,0,1/3,1,1,1,2,0 0-0 S\" C -o steps.svg
                                                      what the move C does, lap by lap
  sowbase draw anywoli start A b -o reply.pdf         A is played, b is drawn
  sowbase draw bosh --empty --format pdf -o play.pdf  a board to fill in by hand
  sowbase draw omweso --rules -o rules.pdf            the rules on one page, with examples
Without --format the file's name tells it (.svg, .html, .pdf, .txt), and without a file it is svg. Pictures need no font.
PDF needs a program built with `--features pdf`.";

/// Arguments of `draw`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    /// Draw the board without seeds.
    #[arg(long, conflicts_with_all = ["words", "sheet"])]
    empty: bool,
    /// Draw a page with the rules: the start, the rules in words, and the examples that find room.
    #[arg(long = "rules", id = "sheet", conflicts_with = "words")]
    sheet: bool,
    /// How to write it.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The paper of pages.
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Black on white, in colours, or in colours that follow a dark screen; in colours when not given, and black on white
    /// for pages of rules and PDF.
    #[arg(long, value_enum)]
    look: Option<Look>,
    /// The file to write, whole or not at all; standard output when not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Look {
    /// Black on white.
    Paper,
    /// Light colours.
    Color,
    /// Colours that follow the reader's light or dark setting.
    Screen,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    /// What is drawn: `position`, `move`, `empty` or `rules`.
    draws: &'static str,
    position: String,
    r#move: Option<String>,
    title: String,
    format: &'static str,
    pages: usize,
    file: Option<String>,
    content: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let format = args.format()?;
    let subject = Subject::new(args)?;
    let written = write::write(&subject, format, args.paper.into(), args.look(format))?;
    if let Some(path) = &args.output {
        write_result(Some(path), |to| {
            to.write_all(&written.bytes).map_err(|error| Error::File(format!("cannot write: {error}")))
        })?;
    }
    if out.json() {
        out.document(&report(args, &subject, format, written))?;
    } else if args.output.is_none() && format == Format::Pdf {
        to_pipe(&written.bytes)?;
    } else if args.output.is_none() {
        out.text(&String::from_utf8_lossy(&written.bytes))?;
    }
    Ok(0)
}

/// Bytes that no terminal can show.
fn to_pipe(bytes: &[u8]) -> Result<(), Error> {
    if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        return Err(Error::Usage("PDF is not for a terminal: give a file with -o, or a pipe".into()));
    }
    write_result(None, |to| to.write_all(bytes).map_err(|error| super::output::to_stdout(&error)))
}

fn report(args: &Args, subject: &Subject, format: Format, written: Written) -> Report {
    let text = (args.output.is_none() && format != Format::Pdf).then_some(written.bytes);
    Report {
        head: Head::new(&subject.chosen),
        draws: subject.draws(),
        position: subject.chosen.opened.play.format(&subject.before),
        r#move: subject.moved.as_ref().map(|trace| trace.text.clone()),
        title: subject.title(),
        format: format.name(),
        pages: written.pages,
        file: args.output.as_ref().map(|path| path.display().to_string()),
        content: text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    }
}

impl Args {
    /// The format asked for, or what the file's name says.
    fn format(&self) -> Result<Format, Error> {
        match (self.format, &self.output) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => Format::of(path),
            (None, None) => Ok(Format::Svg),
        }
    }

    fn look(&self, format: Format) -> ink::Look {
        match self.look {
            Some(Look::Paper) => ink::Look::Paper,
            Some(Look::Screen) => ink::Look::Screen,
            None if self.sheet || format == Format::Pdf => ink::Look::Paper,
            Some(Look::Color) | None => ink::Look::Color,
        }
    }
}
