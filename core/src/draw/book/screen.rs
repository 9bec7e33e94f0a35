//! A book as HTML.

use super::grid::Grid;
use super::{Answer, Book, Diagram};
use crate::draw::html::Html;
use crate::draw::picture::Picture;
use crate::words::{Key, say};

/// The height of a printed page inside its margins, and what the captions of a problem take, in millimetres.
const HIGH: f64 = 245.0;
const CAPTIONS: f64 = 24.0;

pub(super) fn html(book: &Book) -> String {
    let mut html = Html::new(&book.title, book.paper, book.look);
    html.heading(1, &book.title);
    if !book.subtitle.is_empty() {
        html.text(&book.subtitle);
    }
    if !book.rules.is_empty() {
        html.note(&book.rules);
    }
    // Columns as on pages of paper; captions that are too long for those find room here.
    let (columns, rows) = Grid::of(book).map_or((1, book.per_page), |grid| (grid.columns, grid.rows));
    let high = HIGH / rows as f64 - CAPTIONS;
    for page in book.problems.chunks(book.per_page) {
        html.part();
        let figure = |problem: &Diagram| (problem.picture(), problem.lines());
        let figures: Vec<(Picture, Vec<String>)> = page.iter().map(figure).collect();
        html.figures(columns, high, &figures);
    }
    if !book.answers.is_empty() {
        html.part();
        html.heading(2, &say(Key::BookAnswers, &[]));
        let answer = |answer: &Answer| {
            (say(Key::BookProblem, &[("number", answer.number.into())]), answer.lines.clone())
        };
        html.columns(&book.answers.iter().map(answer).collect::<Vec<_>>());
    }
    html.finish()
}
