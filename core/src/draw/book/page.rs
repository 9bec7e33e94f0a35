//! The pages of a book as pictures.

use super::grid::{FOOT, Grid, TEXT};
use super::{Answer, Book};
use crate::draw::flow::Setting;
use crate::draw::ink::Ink;
use crate::draw::page::number;
use crate::draw::paper::MARGIN;
use crate::draw::picture::Picture;
use crate::error::Error;
use crate::words::{Key, say};

/// Between the two columns of answers.
const GUTTER: f64 = 20.0;

/// All pages, numbered but for the first.
pub(super) fn pages(book: &Book) -> Result<Vec<Picture>, Error> {
    let mut pages = vec![title(book)];
    if !book.problems.is_empty() {
        let grid = Grid::of(book)?;
        pages.extend(book.problems.chunks(book.per_page).map(|problems| {
            let words: Vec<String> = problems.iter().map(|problem| problem.lines().join(". ")).collect();
            let mut page = Picture::new(book.paper.size(), &book.title, &words.join(" "));
            for (place, problem) in problems.iter().enumerate() {
                grid.lay(&mut page, problem, place, [MARGIN, MARGIN]);
            }
            page
        }));
    }
    pages.extend(answers(book));
    number(&mut pages, book.paper, 1);
    Ok(pages)
}

fn title(book: &Book) -> Picture {
    let (width, top, bottom) = book.paper.inside();
    let middle = MARGIN + width / 2.0;
    let mut page = Picture::new(book.paper.size(), &book.title, &book.subtitle);
    let mut y = top + (bottom - top) * 0.28;
    y = Setting::bold(30.0).centred().write(&mut page, &book.title, [middle, y], width) + 12.0;
    y = Setting::plain(15.0).centred().write(&mut page, &book.subtitle, [middle, y], width) + 18.0;
    page.line(Ink::Line, [middle - 60.0, y], [middle + 60.0, y]);
    if !book.problems.is_empty() {
        let count = say(Key::BookProblems, &[("count", book.problems.len().into())]);
        y = Setting::plain(12.0).centred().write(&mut page, &count, [middle, y + 18.0], width);
    }
    // Few words in a narrow column, many over the whole width and down the page.
    let narrow = if book.rules.chars().count() > 1200 { width } else { width * 0.8 };
    let rules = Setting::plain(if narrow < width { TEXT } else { 8.5 });
    rules.write(&mut page, &book.rules, [middle - narrow / 2.0, y + 30.0], narrow);
    page
}

/// Answers in two columns, as many pages as they take. An answer goes on in the next column where it must.
fn answers(book: &Book) -> Vec<Picture> {
    let (width, top, bottom) = book.paper.inside();
    let bottom = bottom - FOOT;
    let column = (width - GUTTER) / 2.0;
    let (bold, plain) = (Setting::bold(9.0), Setting::plain(9.0));
    let heading = say(Key::BookAnswers, &[]);
    let mut pages: Vec<Picture> = Vec::new();
    let (mut at, mut y) = (1, f64::INFINITY);
    let mut put = |setting: Setting, text: &str, least: f64| {
        for line in setting.lines(text, column) {
            if y + setting.height(1).max(least) > bottom {
                at = 1 - at;
                y = top;
                if at == 0 {
                    pages.push(Picture::new(book.paper.size(), &heading, &book.title));
                }
                if pages.len() == 1 {
                    let head = Setting::bold(16.0);
                    y += head.height(1) + 6.0;
                    if at == 0 {
                        head.set(&mut pages[0], std::slice::from_ref(&heading), [MARGIN, top]);
                    }
                }
            }
            if let Some(page) = pages.last_mut() {
                y = setting.set(page, &[line], [MARGIN + at as f64 * (column + GUTTER), y]);
            }
        }
    };
    for Answer { number, lines } in &book.answers {
        // A number does not stand alone at the foot of a column.
        let head = say(Key::BookProblem, &[("number", (*number).into())]);
        put(bold, &head, bold.height(1) + plain.height(1) + 6.0);
        for line in lines {
            put(plain, line, 0.0);
        }
    }
    pages
}
