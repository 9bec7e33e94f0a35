//! Scenes as pictures with a number and a sentence each, and all of them in one picture.

use super::Scene;
use crate::draw::board::Board;
use crate::draw::flow::Setting;
use crate::draw::font::Face;
use crate::draw::ink::Ink;
use crate::draw::picture::{Anchor, Picture};
use crate::draw::text::Layout;
use crate::words::{Key, say};

/// Sizes of text under a board, in units of the board.
const TEXT: f64 = 13.0;
const NUMBER: f64 = 26.0;
/// Between panels.
const GAP: f64 = 22.0;
/// No panel is narrower, so that sentences have room.
const NARROWEST: f64 = 300.0;
/// From here on the panels of one picture stand in two columns.
const TWO_COLUMNS: usize = 6;

/// The board of each scene, with room for marks on all of them.
pub fn boards(scenes: &[Scene], layout: Layout) -> Vec<Picture> {
    scenes.iter().map(|scene| board(scene, layout)).collect()
}

fn board(scene: &Scene, layout: Layout) -> Picture {
    Board::new(&scene.position, layout).marked(&scene.marks).titled(&scene.words).picture()
}

/// Each scene as a panel: its board, and under it its number and what happens. All have the same width.
pub fn panels(scenes: &[Scene], layout: Layout) -> Vec<Picture> {
    (1..).zip(scenes).map(|(number, scene)| panel(number, scene, layout)).collect()
}

fn panel(number: usize, scene: &Scene, layout: Layout) -> Picture {
    let board = board(scene, layout);
    let width = board.width.max(NARROWEST);
    let (text, number) = (Setting::plain(TEXT), format!("{number}."));
    let begin = NUMBER.max(Face::Bold.length(&number) * TEXT + 8.0);
    let lines = text.lines(&scene.words, width - begin - 6.0);
    let height = board.height + 4.0 + text.height(lines.len());
    let mut picture = Picture::new([width, height], &scene.words, &board.description);
    picture.place(&board, [(width - board.width) / 2.0, 0.0], 1.0);
    let top = board.height + 4.0;
    picture.text(Ink::Text, Face::Bold, TEXT, [6.0, top + TEXT], Anchor::Begin, &number);
    text.set(&mut picture, &lines, [begin, top]);
    picture
}

/// All scenes in one picture, read row by row, under a title.
pub fn strip(title: &str, scenes: &[Scene], layout: Layout) -> Picture {
    let panels = panels(scenes, layout);
    let width = panels.iter().map(|panel| panel.width).fold(0.0, f64::max);
    let columns = if panels.len() >= TWO_COLUMNS { 2 } else { 1 };
    let whole = 2.0 * GAP + width * columns as f64 + GAP * (columns - 1) as f64;
    let heading = Setting::bold(18.0);
    let head = heading.lines(title, whole - 2.0 * GAP);
    let legend = Setting { ink: Ink::Quiet, ..Setting::plain(11.0) };
    let foot = legend.lines(&say(Key::DrawLegend, &[]), whole - 2.0 * GAP);
    let rows: Vec<f64> = panels
        .chunks(columns)
        .map(|row| row.iter().map(|panel| panel.height).fold(0.0, f64::max) + GAP)
        .collect();
    let top = GAP + heading.height(head.len()) + 8.0;
    let height = top + rows.iter().sum::<f64>() + legend.height(foot.len()) + GAP;
    let words: Vec<&str> = scenes.iter().map(|scene| &*scene.words).collect();
    let mut picture = Picture::new([whole, height], title, &words.join(" "));
    heading.set(&mut picture, &head, [GAP, GAP]);
    let mut y = top;
    for (row, height) in panels.chunks(columns).zip(rows) {
        for (column, panel) in row.iter().enumerate() {
            picture.place(panel, [GAP + column as f64 * (width + GAP), y], 1.0);
        }
        y += height;
    }
    legend.set(&mut picture, &foot, [GAP, y]);
    picture
}
