//! How the problems of a page stand: in how many columns and rows, and how large.

use super::{Book, Diagram};
use crate::draw::flow::Setting;
use crate::draw::picture::Picture;
use crate::error::Error;

/// No board is drawn larger, however much room there is: a pit of 15 mm.
const LARGEST: f64 = 0.85;
/// No board is drawn smaller: counts could not be read any more.
const SMALLEST: f64 = 0.22;
/// Between problems.
const GAP: f64 = 18.0;
/// Between a board and its captions.
const BELOW: f64 = 3.0;

/// The text of captions.
pub(super) const TEXT: f64 = 10.0;

/// Places for the problems of a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Grid {
    /// Problems beside each other.
    pub(super) columns: usize,
    /// Problems over each other.
    pub(super) rows: usize,
    /// Width and height of a place, with what lies between places.
    cell: [f64; 2],
    /// How large boards are drawn.
    scale: f64,
}

impl Grid {
    /// The grid in which the boards of a book are largest.
    pub(super) fn of(book: &Book) -> Result<Self, Error> {
        let (width, top, bottom) = book.paper.inside();
        let high = bottom - top - FOOT;
        let all = (1..=book.per_page).map(|columns| {
            let rows = book.per_page.div_ceil(columns);
            let cell = [(width + GAP) / columns as f64, (high + GAP) / rows as f64];
            let mut grid = Self { columns, rows, cell, scale: LARGEST };
            let mut tightest = None;
            for problem in &book.problems {
                let room = grid.room(problem);
                if room < grid.scale {
                    (grid.scale, tightest) = (room, Some(problem));
                }
            }
            (grid, tightest)
        });
        let best = all.max_by(|a, b| a.0.scale.total_cmp(&b.0.scale).then(b.0.columns.cmp(&a.0.columns)));
        match best {
            Some((grid, _)) if grid.scale >= SMALLEST => Ok(grid),
            Some((_, Some(problem))) => Err(Error::Usage(format!(
                "problem {}: its captions leave no room for its board at {} a page; take fewer a page or shorten them",
                problem.number, book.per_page
            ))),
            _ => Err(Error::Usage(format!("{} problems a page do not fit", book.per_page))),
        }
    }

    /// How large the board of a problem can be drawn in a place.
    fn room(&self, problem: &Diagram) -> f64 {
        let board = problem.picture();
        let captions: f64 =
            self.captions(problem).iter().map(|(setting, lines)| setting.height(lines.len())).sum();
        let [width, height] = self.inside();
        (width / board.width).min((height - captions - BELOW) / board.height)
    }

    fn inside(&self) -> [f64; 2] {
        self.cell.map(|length| length - GAP)
    }

    fn captions(&self, problem: &Diagram) -> Vec<(Setting, Vec<String>)> {
        let width = self.inside()[0];
        let setting = |line| if line == 0 { Setting::bold(TEXT) } else { Setting::plain(TEXT) }.centred();
        let lines = problem.lines();
        lines.iter().enumerate().map(|(at, line)| (setting(at), setting(at).lines(line, width))).collect()
    }

    /// Draws a problem in a place of a page whose problems begin at a point.
    pub(super) fn lay(&self, page: &mut Picture, problem: &Diagram, place: usize, [left, top]: [f64; 2]) {
        let board = problem.picture();
        let [width, high] = self.inside();
        let (column, row) = (place % self.columns, place / self.columns);
        let [x, y] = [left + column as f64 * self.cell[0], top + row as f64 * self.cell[1]];
        let captions = self.captions(problem);
        let text: f64 = captions.iter().map(|(setting, lines)| setting.height(lines.len())).sum();
        // What room is left over stands half above and half below.
        let used = board.height * self.scale + BELOW + text;
        let y = y + ((high - used) / 2.0).max(0.0);
        page.place(&board, [x + (width - board.width * self.scale) / 2.0, y], self.scale);
        let mut below = y + board.height * self.scale + BELOW;
        for (setting, lines) in captions {
            below = setting.set(page, &lines, [x + width / 2.0, below]);
        }
    }
}

/// What a page keeps free at its foot, for its number.
pub(super) const FOOT: f64 = 24.0;
