//! A subject in the format that was asked for.

use super::Format;
use super::subject::Subject;
use crate::cli::rules::fill;
use crate::draw::board::Board;
use crate::draw::html::Html;
use crate::draw::ink::Look;
use crate::draw::page;
use crate::draw::paper::Paper;
use crate::draw::picture::Picture;
use crate::draw::sheet::Sheet;
use crate::draw::steps::{self, Scene};
use crate::draw::{pdf, svg, text};
use crate::error::Error;
use crate::play::Position;
use crate::words::{self, Key, say};

/// A file as it will be written.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    /// Pages of paper; 1 where the format has none.
    pub(super) pages: usize,
}

pub(super) fn write(subject: &Subject, format: Format, paper: Paper, look: Look) -> Result<Written, Error> {
    let one = |text: String| Ok(Written { bytes: text.into_bytes(), pages: 1 });
    match format {
        Format::Svg => one(svg::picture::document(&picture(subject, paper), look)),
        Format::Html => one(html(subject, paper, look)),
        Format::Text => one(plain(subject)),
        Format::Pdf => {
            let pages = pages(subject, paper);
            Ok(Written { bytes: pdf::write(&subject.title(), &pages, look)?, pages: pages.len() })
        }
    }
}

fn sheet(subject: &Subject) -> Sheet {
    Sheet::new(&subject.chosen.opened, &subject.chosen.variant)
}

fn board(subject: &Subject) -> Picture {
    let title = subject.title();
    let board = Board::new(&subject.before, subject.layout()).titled(&title);
    if subject.empty { board.empty().picture() } else { board.picture() }
}

fn picture(subject: &Subject, paper: Paper) -> Picture {
    match subject.scenes() {
        _ if subject.rules => sheet(subject).page(paper).0,
        Some(scenes) => steps::strip(&subject.title(), &scenes, subject.layout()),
        None => board(subject),
    }
}

fn pages(subject: &Subject, paper: Paper) -> Vec<Picture> {
    let title = subject.title();
    match subject.scenes() {
        _ if subject.rules => vec![sheet(subject).page(paper).0],
        Some(scenes) => {
            let panels = steps::panels(&scenes, subject.layout());
            page::pages(&title, &panels, &say(Key::DrawLegend, &[]), paper)
        }
        None => page::pages(&title, &[board(subject)], &notation(subject), paper),
    }
}

/// The position in our notation, so that it can be typed in again.
fn notation(subject: &Subject) -> String {
    if subject.empty { String::new() } else { subject.chosen.opened.play.format(&subject.before) }
}

/// The height that a board may take on a printed page, in millimetres.
const HIGH: f64 = 110.0;

fn html(subject: &Subject, paper: Paper, look: Look) -> String {
    if subject.rules {
        return sheet(subject).html(paper, look);
    }
    let title = subject.title();
    let mut html = Html::new(&title, paper, look);
    html.heading(1, &title);
    if let Some(scenes) = subject.scenes() {
        let boards = steps::boards(&scenes, subject.layout());
        let wide = boards.iter().any(|board| board.width > 640.0);
        let line = |(number, scene): (usize, &Scene)| vec![format!("{number}."), scene.words.clone()];
        let lines = (1..).zip(&scenes).map(line);
        let figures: Vec<(Picture, Vec<String>)> = boards.into_iter().zip(lines).collect();
        html.figures(if wide { 1 } else { 2 }, HIGH, &figures);
        html.note(&say(Key::DrawLegend, &[]));
    } else {
        html.figures(1, HIGH, &[(board(subject), Vec::new())]);
        if !subject.empty {
            html.note(&notation(subject));
        }
    }
    html.finish()
}

fn plain(subject: &Subject) -> String {
    let layout = subject.layout();
    let draw = |position: &Position| anstream::adapter::strip_str(&text::board(position, layout)).to_string();
    let title = subject.title();
    if subject.rules {
        let sheet = sheet(subject);
        let mut text = format!("{title}\n{}\n\n{}\n", sheet.variant, draw(&sheet.start));
        for (number, rule) in (1..).zip(&sheet.rules) {
            text += &fill(&format!("{number}. "), rule);
        }
        for shown in &sheet.examples {
            text += &format!("\n{}", fill("", &shown.words));
            for scene in shown.scenes.first().into_iter().chain(shown.scenes.last()) {
                text += &draw(&scene.position);
            }
        }
        return text;
    }
    if subject.empty {
        let mut bare = subject.before.clone();
        bare.pits.iter_mut().flatten().for_each(|pit| *pit = 0);
        return format!("{title}\n\n{}", draw(&bare));
    }
    let mut text = format!("{title}\n\n{}", draw(&subject.before));
    if let (Some(trace), Some(scenes)) = (&subject.moved, subject.scenes()) {
        text.push('\n');
        for step in &trace.steps {
            text += &format!("  {}\n", words::step(step));
        }
        if let Some(last) = scenes.last() {
            text += &format!("\n{}\n\n{}", last.words, draw(&last.position));
        }
    } else {
        text += &format!("\n  {}\n", notation(subject));
    }
    text
}
