//! Pictures on pages of paper, read row by row.

use super::flow::Setting;
use super::ink::Ink;
use super::paper::{MARGIN, Paper};
use super::picture::Picture;
use crate::words::{Key, say};

/// How large boards are drawn on paper: one alone, in two columns, and in one.
const ALONE: f64 = 0.95;
const BESIDE: f64 = 0.5;
const BELOW: f64 = 0.55;
/// Between pictures.
const GAP: f64 = 16.0;
/// For the number of the page.
const FOOT: f64 = 24.0;

/// Lays pictures on as many pages as they take, under a title, with a note after the last of them.
pub fn pages(title: &str, pictures: &[Picture], note: &str, paper: Paper) -> Vec<Picture> {
    let (width, top, bottom) = paper.inside();
    let bottom = bottom - FOOT;
    let heading = Setting::bold(18.0);
    let small = Setting { ink: Ink::Quiet, ..Setting::plain(8.5) };
    let widest = pictures.iter().map(|picture| picture.width).fold(1.0, f64::max);
    let half = (width - GAP) / 2.0;
    let (columns, largest) = match pictures.len() {
        0 | 1 => (1, ALONE),
        _ if widest * BESIDE <= half => (2, BESIDE),
        _ => (1, BELOW),
    };
    let column = if columns == 2 { half } else { width };
    let new = || Picture::new(paper.size(), title, title);
    let mut pages = vec![new()];
    let mut y = heading.write(&mut pages[0], title, [MARGIN, top], width) + 10.0;
    // All in one size; a picture as high as a page shrinks them.
    let highest = pictures.iter().map(|picture| picture.height).fold(1.0, f64::max);
    let scale = largest.min(column / widest).min((bottom - y) / highest);
    for row in pictures.chunks(columns) {
        let high = row.iter().map(|picture| picture.height * scale).fold(0.0, f64::max);
        if y + high > bottom + 0.5 {
            pages.push(new());
            y = top;
        }
        let Some(page) = pages.last_mut() else { break };
        for (at, picture) in row.iter().enumerate() {
            let x = MARGIN + at as f64 * (column + GAP) + (column - picture.width * scale) / 2.0;
            page.place(picture, [x, y], scale);
        }
        y += high + GAP;
    }
    let lines = small.lines(note, width);
    if y + small.height(lines.len()) > bottom && !lines.is_empty() {
        pages.push(new());
        y = top;
    }
    if let Some(page) = pages.last_mut() {
        small.set(page, &lines, [MARGIN, y]);
    }
    if pages.len() > 1 {
        number(&mut pages, paper, 0);
    }
    pages
}

/// Numbers pages at their foot, but for the first few.
pub(crate) fn number(pages: &mut [Picture], paper: Paper, without: usize) {
    let count = pages.len();
    let [width, height] = paper.size();
    let setting = Setting { ink: Ink::Quiet, ..Setting::plain(9.0).centred() };
    for (number, page) in (1..).zip(pages).skip(without) {
        let text = say(Key::PageNumber, &[("page", number.into()), ("pages", count.into())]);
        setting.set(page, &[text], [width / 2.0, height - MARGIN - 9.0]);
    }
}
