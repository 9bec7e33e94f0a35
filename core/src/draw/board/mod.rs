//! A board as a picture: seeds as seeds with the count beside the pit, as it lies on a table between South and North.
//!
//! ```
//! use sowbase_core::draw::{board::Board, ink::Look, svg, text::Layout};
//! use sowbase_core::play::Position;
//!
//! let position = Position::new(vec![4; 6], vec![4; 6]);
//! let picture = Board::new(&position, Layout::TwoRows).titled("Oware: South to move").picture();
//! let svg = svg::picture::document(&picture, Look::Color);
//! assert!(svg.starts_with("<svg "));
//! ```

mod marks;
mod plan;
mod seeds;
pub mod told;

pub(crate) use marks::numbered;
pub use marks::{Marks, Spot};
pub use seeds::{Heap, IN_RINGS, heap};

use super::font::Face;
use super::ink::Ink;
use super::picture::{Anchor, Form, Picture};
use super::text::Layout;
use crate::games::notation::pit_letter;
use crate::play::{Position, Side};
use crate::words::{Hole, name};
use plan::{PIT, Plan};

/// The radius of the largest seeds, and of those in stores.
const SEED: f64 = 5.4;
const STORED: f64 = 3.6;

/// A board to be drawn.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    position: &'a Position,
    layout: Layout,
    marks: Option<&'a Marks>,
    numbered: bool,
    sown: bool,
    title: String,
}

impl<'a> Board<'a> {
    /// The board of a position.
    pub fn new(position: &'a Position, layout: Layout) -> Self {
        Self { position, layout, marks: None, numbered: false, sown: true, title: String::new() }
    }

    /// With a title for those who cannot see the picture; without one, it says who moves.
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// With marks, and room for them: boards of one series are all drawn with marks, be they empty.
    pub fn marked(mut self, marks: &'a Marks) -> Self {
        (self.marks, self.numbered) = (Some(marks), true);
        self
    }

    /// With rings round the pits of marks, but without their numbers and the room for those.
    pub fn ringed(mut self, marks: &'a Marks) -> Self {
        (self.marks, self.numbered) = (Some(marks), false);
        self
    }

    /// Without any seed or count, to fill in by hand or to play on.
    pub fn empty(mut self) -> Self {
        self.sown = false;
        self
    }

    /// Draws it.
    pub fn picture(&self) -> Picture {
        let position = self.position;
        let pits = position.pits[0].len();
        let plan = Plan::new(self.layout, pits, position.stores != [0, 0], self.numbered);
        let words = if self.sown { told::position(position) } else { String::new() };
        let title = if self.title.is_empty() { told::to_move(position.side) } else { self.title.clone() };
        let mut picture = Picture::new(plan.size(), &title, &words);
        picture.rect(Ink::Board, plan.board(), 14.0);
        for [from, to] in plan.dividers() {
            picture.line(Ink::Divider, from, to);
        }
        if self.sown {
            picture.rect(Ink::Mover, plan.edge(position.side, 4.0), 2.0);
        }
        let each = || Side::BOTH.into_iter().flat_map(|side| (0..pits).map(move |pit| (side, pit)));
        each().for_each(|(side, pit)| hole(&mut picture, plan.pit(side, pit), position.is_closed(side, pit)));
        for (side, store) in Side::BOTH.into_iter().filter_map(|side| Some((side, plan.store(side)?))) {
            picture.rect(Ink::Pit, store, 18.0);
            if self.sown {
                stored(&mut picture, store, position.stores[side.index()]);
            }
        }
        if self.sown {
            for (side, pit) in each() {
                let seeds = u16::from(position.row(side)[pit]);
                lay(&mut picture, Ink::Seed, plan.pit(side, pit), seeds);
            }
        }
        for (side, pit) in each() {
            let letter = pit_letter(side, pit).to_string();
            picture.text(Ink::Quiet, Face::Plain, 12.0, plan.letter(side, pit), Anchor::Middle, &letter);
        }
        if self.sown {
            for (side, pit) in each().filter(|&(side, pit)| !position.is_closed(side, pit)) {
                let count = position.row(side)[pit].to_string();
                picture.text(Ink::Text, Face::Bold, 14.0, plan.count(side, pit), Anchor::Middle, &count);
            }
        }
        for side in Side::BOTH {
            self.named(&mut picture, &plan, side);
        }
        if let Some(marks) = self.marks {
            rings(&mut picture, &plan, position, marks);
            if self.numbered {
                badges(&mut picture, &plan, marks);
            }
        }
        picture
    }

    /// A player's name; a triangle points from the name of who moves.
    fn named(&self, picture: &mut Picture, plan: &Plan, side: Side) {
        let [x, y] = plan.name(side);
        let moves = self.sown && self.position.side == side;
        if moves {
            let points = vec![[x, y - 10.0], [x + 9.0, y - 5.0], [x, y]];
            picture.add(Ink::Mover, Form::Lines(points, true));
        }
        let face = if moves { Face::Bold } else { Face::Plain };
        let Hole::String(name) = name(side) else { return };
        picture.text(Ink::Text, face, 12.0, [x + 13.0, y], Anchor::Begin, &name);
    }
}

fn hole(picture: &mut Picture, [x, y]: [f64; 2], closed: bool) {
    if !closed {
        return picture.circle(Ink::Pit, [x, y], PIT);
    }
    picture.circle(Ink::Closed, [x, y], PIT);
    let far = PIT * 0.6;
    for up in [-far, far] {
        picture.line(Ink::Divider, [x - far, y - up], [x + far, y + up]);
    }
}

/// Lays seeds in a pit.
fn lay(picture: &mut Picture, ink: Ink, [x, y]: [f64; 2], seeds: u16) {
    let Heap { places, radius } = heap(seeds, PIT - 2.0, SEED);
    for [dx, dy] in places {
        picture.circle(ink, [x + dx, y + dy], radius);
    }
}

/// The count of a store, and under it its seeds from the ground up: all of them, or as many as there is room for.
fn stored(picture: &mut Picture, [left, top, width, height]: [f64; 4], seeds: u16) {
    let middle = left + width / 2.0;
    let count = seeds.to_string();
    let size = if count.len() > 3 { 13.0 } else { 17.0 };
    picture.text(Ink::Text, Face::Bold, size, [middle, top + 25.0], Anchor::Middle, &count);
    let (apart, up) = (2.25 * STORED, 2.0 * STORED);
    let columns = ((width - 10.0) / apart) as usize;
    let rows = ((height - 46.0) / up) as usize;
    for seed in 0..usize::from(seeds).min(rows * columns) {
        let (row, column) = (seed / columns, seed % columns);
        // Every other row is moved by half a seed, as they would lie.
        let shift = if row % 2 == 0 { -0.25 } else { 0.25 };
        let x = middle + (column as f64 - (columns - 1) as f64 / 2.0 + shift) * apart;
        picture.circle(Ink::Seed, [x, top + height - 10.0 - row as f64 * up], STORED);
    }
}

/// Draws rings round pits, and in those that a capture has emptied the seeds that are gone.
fn rings(picture: &mut Picture, plan: &Plan, position: &Position, marks: &Marks) {
    for (side, pit, seeds) in marks.takings() {
        let at = plan.pit(side, pit);
        if position.row(side)[pit] == 0 {
            lay(picture, Ink::Gone, at, seeds.min(u32::from(u16::MAX)) as u16);
        }
        picture.circle(Ink::Capture, at, PIT);
    }
    for &(side, pit, _) in &marks.lifted {
        picture.circle(Ink::Lifted, plan.pit(side, pit), PIT);
    }
}

/// Draws the order of the seeds that fall before pits, and beside their counts what was lifted and captured.
fn badges(picture: &mut Picture, plan: &Plan, marks: &Marks) {
    for (spot, numbers) in marks.numbers() {
        let at = match spot {
            Spot::Pit(side, pit) => plan.tag(side, pit),
            Spot::Store(side) => {
                let Some([left, top, width, _]) = plan.store(side) else { continue };
                [left + width / 2.0, top + 37.0]
            }
        };
        badge(picture, [Ink::Drop, Ink::DropText], at, 8.0, &numbered(&numbers));
    }
    for (side, pit, seeds) in marks.takings() {
        let at = plan.beside(side, pit, true);
        badge(picture, [Ink::Taken, Ink::TakenText], at, 2.0, &format!("−{seeds}"));
    }
    for &(side, pit, seeds) in &marks.lifted {
        let at = plan.beside(side, pit, false);
        badge(picture, [Ink::Hand, Ink::Text], at, 2.0, &format!("↑{seeds}"));
    }
}

/// A short text on a ground, round or with corners.
fn badge(picture: &mut Picture, [ground, ink]: [Ink; 2], [x, y]: [f64; 2], radius: f64, text: &str) {
    let width = (Face::Bold.length(text) * 11.0 + 6.0).max(16.0);
    picture.rect(ground, [x - width / 2.0, y - 8.0, width, 16.0], radius);
    picture.text(ink, Face::Bold, 11.0, [x, y + 4.0], Anchor::Middle, text);
}

#[cfg(test)]
mod tests;
