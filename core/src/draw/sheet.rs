//! The rules of a game on one page: the start board, the rules in words, and as many worked examples as there is room
//! for.

use super::board::Board;
use super::flow::Setting;
use super::html::Html;
use super::ink::{Ink, Look};
use super::paper::{MARGIN, Paper};
use super::picture::Picture;
use super::steps::{Scene, scenes};
use super::text::Layout;
use crate::games::Opened;
use crate::play::Position;
use crate::words::{Key, begun, say};

/// How high the board at the start is, and the most that it is enlarged.
const START: f64 = 125.0;
const LARGEST: f64 = 0.62;
/// How large the boards of examples may be: the first that shows the most of them.
const EXAMPLE: [f64; 3] = [0.47, 0.42, 0.38];
/// Between columns and rows of examples.
const GAP: f64 = 14.0;
/// Between the boards before and after a move, in units of the boards.
const BETWEEN: f64 = 10.0;

/// A worked example as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// Its name, its moves, and what it shows.
    pub words: String,
    /// Its move; of several moves the board before and after.
    pub scenes: Vec<Scene>,
}

/// What stands on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// Which rules these are.
    pub variant: String,
    /// The board at the start.
    pub start: Position,
    /// How its pits lie.
    pub layout: Layout,
    /// The rules in words, a paragraph an item.
    pub rules: Vec<String>,
    /// Worked examples that hold under these rules.
    pub examples: Vec<Shown>,
    /// The game, as commands name it.
    pub game: String,
}

impl Sheet {
    /// The sheet of a game that was opened; `variant` names its rules.
    pub fn new(opened: &Opened, variant: &str) -> Self {
        let game = opened.rules.game();
        let fingerprint = opened.rules.fingerprint();
        Self {
            title: say(Key::PageRules, &[("game", begun(game).into())]),
            variant: say(
                Key::PageVariant,
                &[("variant", variant.to_owned().into()), ("fingerprint", fingerprint.into())],
            ),
            start: opened.play.start(),
            layout: opened.play.layout(),
            rules: opened.rules.words(),
            examples: examples(opened),
            game: game.to_owned(),
        }
    }

    /// The sheet as a page, and how many of its examples found room.
    pub fn page(&self, paper: Paper) -> (Picture, usize) {
        let (width, top, bottom) = paper.inside();
        let mut page = Picture::new(paper.size(), &self.title, &self.rules.join(" "));
        let note = Setting { ink: Ink::Quiet, ..Setting::plain(8.0) };
        let mut y = Setting::bold(20.0).write(&mut page, &self.title, [MARGIN, top], width);
        y = note.write(&mut page, &self.variant, [MARGIN, y], width) + 8.0;
        let start = self.start_board();
        let scale = LARGEST.min(START / start.height).min(width / start.width);
        page.place(&start, [MARGIN + (width - start.width * scale) / 2.0, y], scale);
        y += start.height * scale + 8.0;
        y = self.write_rules(&mut page, [MARGIN, y], width);
        let foot = bottom - note.height(1);
        let shown = self.lay_examples(&mut page, y + 6.0, foot - 4.0, width);
        if !self.examples.is_empty() {
            let counts = [("shown", shown.into()), ("all", self.examples.len().into())];
            let text = say(Key::PageExamples, &[&counts[..], &[("game", self.game.clone().into())]].concat());
            note.write(&mut page, &text, [MARGIN, foot], width);
        }
        (page, shown)
    }

    /// The sheet for browsers; on paper it takes as many pages as all of its examples need.
    pub fn html(&self, paper: Paper, look: Look) -> String {
        let mut html = Html::new(&self.title, paper, look);
        html.heading(1, &self.title);
        html.note(&self.variant);
        html.figures(1, 70.0, &[(self.start_board(), vec![say(Key::PageStart, &[])])]);
        html.list(&self.rules);
        let figure = |shown: &Shown| {
            let (name, what) = shown.words.split_once(": ").unwrap_or((&shown.words, ""));
            (self.example(shown), vec![name.to_owned(), what.to_owned()])
        };
        let figures: Vec<(Picture, Vec<String>)> = self.examples.iter().map(figure).collect();
        let wide = figures.iter().any(|(picture, _)| picture.width > 640.0);
        html.figures(if wide { 1 } else { 2 }, 110.0, &figures);
        html.finish()
    }

    fn start_board(&self) -> Picture {
        Board::new(&self.start, self.layout).titled(&say(Key::PageStart, &[])).picture()
    }

    fn write_rules(&self, page: &mut Picture, [x, mut y]: [f64; 2], width: f64) -> f64 {
        // The more there is to say, the smaller; the longest rules of our games take a third of the page.
        let letters: usize = self.rules.iter().map(|rule| rule.chars().count()).sum();
        let size = if letters > 1500 { 8.0 } else { 9.0 };
        let (text, number) = (Setting::plain(size), Setting::bold(size));
        for (at, rule) in (1..).zip(&self.rules) {
            number.write(page, &format!("{at}."), [x, y], 24.0);
            y = text.write(page, rule, [x + 20.0, y], width - 20.0) + 2.0;
        }
        y
    }

    /// One lap in one picture; of longer moves the board before and after.
    fn example(&self, shown: &Shown) -> Picture {
        let (Some(first), Some(last)) = (shown.scenes.first(), shown.scenes.last()) else {
            return Board::new(&self.start, self.layout).picture();
        };
        if let [_, only, _] = &shown.scenes[..] {
            let board = Board::new(&only.position, self.layout).marked(&only.marks);
            return board.titled(&shown.words).picture();
        }
        let first =
            Board::new(&first.position, self.layout).ringed(&first.marks).titled(&shown.words).picture();
        let last = Board::new(&last.position, self.layout).titled(&shown.words).picture();
        let words = format!("{} {}", first.description, last.description);
        let mut both =
            Picture::new([first.width, first.height + BETWEEN + last.height], &shown.words, &words);
        both.place(&first, [0.0, 0.0], 1.0);
        both.place(&last, [0.0, first.height + BETWEEN], 1.0);
        both
    }

    /// Lays examples row by row between two heights, as many as there is room for, and says how many.
    fn lay_examples(&self, page: &mut Picture, top: f64, bottom: f64, width: f64) -> usize {
        let pictures: Vec<Picture> = self.examples.iter().map(|shown| self.example(shown)).collect();
        let widest = pictures.iter().map(|picture| picture.width).fold(1.0, f64::max);
        let mut best: Vec<Cell<'_>> = Vec::new();
        for scale in EXAMPLE {
            let columns = (((width + GAP) / (widest * scale + GAP)) as usize).max(1);
            let column = (width - GAP * (columns - 1) as f64) / columns as f64;
            let laid = self.rows(&pictures, scale, column, columns, [top, bottom]);
            if laid.len() > best.len() {
                best = laid;
            }
        }
        for Cell { picture, at: [x, y], scale, column, lines } in &best {
            page.place(picture, [x + (column - picture.width * scale) / 2.0, *y], *scale);
            TEXT.set(page, lines, [*x, y + picture.height * scale]);
        }
        best.len()
    }

    /// Places for examples in columns; one that is too high for what is left lets the next ones pass.
    fn rows<'a>(
        &self,
        pictures: &'a [Picture],
        scale: f64,
        column: f64,
        columns: usize,
        [top, bottom]: [f64; 2],
    ) -> Vec<Cell<'a>> {
        let mut laid: Vec<Cell<'a>> = Vec::new();
        let (mut y, mut high, mut place) = (top, 0.0_f64, 0);
        for (picture, shown) in pictures.iter().zip(&self.examples) {
            let scale = scale.min(column / picture.width);
            let lines = TEXT.lines(&shown.words, column);
            let height = picture.height * scale + TEXT.height(lines.len());
            if place == columns && y + high + 8.0 + height <= bottom {
                (y, high, place) = (y + high + 8.0, 0.0, 0);
            }
            if place < columns && y + height <= bottom {
                let at = [MARGIN + place as f64 * (column + GAP), y];
                laid.push(Cell { picture, at, scale, column, lines });
                high = high.max(height);
                place += 1;
            }
        }
        laid
    }
}

/// The text of examples.
const TEXT: Setting = Setting::plain(8.0);

/// An example that has found its place.
struct Cell<'a> {
    picture: &'a Picture,
    at: [f64; 2],
    scale: f64,
    column: f64,
    lines: Vec<String>,
}

/// The examples that hold under the rules in force: their own options are, and their moves lead where they say.
fn examples(opened: &Opened) -> Vec<Shown> {
    let options = opened.rules.options();
    let in_force =
        |rule: &&str| options.iter().any(|option| format!("{}={}", option.key, option.value) == **rule);
    let all = opened.rules.examples().iter().filter(|example| example.rules.iter().all(&in_force));
    all.filter_map(|example| {
        let mut session = opened.play.session(&opened.play.parse(example.position, true).ok()?);
        let mut shown: Vec<Scene> = Vec::new();
        for text in example.moves.split_whitespace() {
            let before = session.position().clone();
            let told = scenes(&before, &session.play(text).ok()?);
            // Of several moves the board before the first and after the last.
            shown = match (shown.first(), told.last()) {
                (Some(first), Some(last)) => vec![first.clone(), last.clone()],
                _ => told,
            };
        }
        let words = [("id", example.id), ("moves", example.moves), ("shows", example.shows)];
        let words = say(Key::PageExample, &words.map(|(hole, text)| (hole, text.to_owned().into())));
        // As examples are written: without counters.
        let after = Position { quiet: 0, plies: 0, ..session.position().clone() };
        (opened.play.format(&after) == example.after).then_some(())?;
        Some(Shown { words, scenes: shown }).filter(|shown| !shown.scenes.is_empty())
    })
    .collect()
}
