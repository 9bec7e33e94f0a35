//! Books of problems: plain data in, pages out, as pictures (for SVG and PDF) or as one HTML document.
//!
//! ```
//! use sowbase_core::draw::{book::{Answer, Book, Diagram}, text::Layout};
//! use sowbase_core::play::Position;
//!
//! let position = Position::new(vec![0, 0, 1, 0, 2, 1], vec![1, 0, 0, 2, 0, 1]);
//! let captions = ["South to move", "Gain two seeds."].map(str::to_owned).to_vec();
//! let problem = Diagram { captions, ..Diagram::new(1, position, Layout::TwoRows) };
//! let answer = Answer { number: 1, lines: vec!["E takes two seeds from a.".into()] };
//! let book = Book { problems: vec![problem], answers: vec![answer], ..Book::new("Ten endings") };
//! let pages = book.pages().expect("a title page, a page of problems, a page of answers");
//! assert_eq!(pages.len(), 3);
//! ```

mod grid;
mod page;
mod screen;

use super::board::{Board, Marks};
use super::ink::Look;
use super::paper::Paper;
use super::pdf;
use super::picture::Picture;
use super::text::Layout;
use crate::error::Error;
use crate::play::Position;
use crate::words::{Key, say};

/// The most problems a page.
pub const MOST_A_PAGE: usize = 6;

/// A book of problems.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// What it is called.
    pub title: String,
    /// What stands under the title.
    pub subtitle: String,
    /// The paper.
    pub paper: Paper,
    /// How it looks; black and white unless told otherwise.
    pub look: Look,
    /// Problems a page, from 1 to [`MOST_A_PAGE`].
    pub per_page: usize,
    /// The problems, in order.
    pub problems: Vec<Diagram>,
    /// What stands at the end, apart from the problems.
    pub answers: Vec<Answer>,
    /// The rules that hold, in a few sentences; on the title page.
    pub rules: String,
}

/// A problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// Its number in the book.
    pub number: usize,
    /// The board.
    pub position: Position,
    /// How its pits lie.
    pub layout: Layout,
    /// What is marked on it.
    pub marks: Marks,
    /// What stands under it: who is to move, the goal in words. A line an item, broken where it is too long.
    pub captions: Vec<String>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number of its problem.
    pub number: usize,
    /// Lines of text, broken where they are too long.
    pub lines: Vec<String>,
}

impl Diagram {
    /// A problem without captions and marks.
    pub fn new(number: usize, position: Position, layout: Layout) -> Self {
        Self { number, position, layout, marks: Marks::default(), captions: Vec::new() }
    }

    /// Its number and captions, a line an item; the first caption stands beside the number.
    fn lines(&self) -> Vec<String> {
        let number = say(Key::BookProblem, &[("number", self.number.into())]);
        let mut captions = self.captions.iter();
        let head = captions.next().map_or_else(|| number.clone(), |first| format!("{number}. {first}"));
        std::iter::once(head).chain(captions.cloned()).collect()
    }

    fn picture(&self) -> Picture {
        let title = self.lines().join(". ");
        let board = Board::new(&self.position, self.layout).titled(&title);
        if self.marks == Marks::default() { board.picture() } else { board.marked(&self.marks).picture() }
    }
}

impl Book {
    /// A book in black and white for A4, four problems a page, with nothing in it yet.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            subtitle: String::new(),
            paper: Paper::A4,
            look: Look::Paper,
            per_page: 4,
            problems: Vec::new(),
            answers: Vec::new(),
            rules: String::new(),
        }
    }

    /// The pages: title, problems, answers.
    ///
    /// # Errors
    /// When [`Book::per_page`] is not from 1 to [`MOST_A_PAGE`], or captions leave no room for a board.
    pub fn pages(&self) -> Result<Vec<Picture>, Error> {
        self.check()?;
        page::pages(self)
    }

    /// The pages as one PDF, with the feature `pdf`.
    ///
    /// # Errors
    /// As [`Book::pages`] and [`pdf::write`].
    pub fn pdf(&self) -> Result<Vec<u8>, Error> {
        pdf::write(&self.title, &self.pages()?, self.look)
    }

    /// The book for browsers, ready to print.
    ///
    /// # Errors
    /// As [`Book::pages`].
    pub fn html(&self) -> Result<String, Error> {
        self.check()?;
        Ok(screen::html(self))
    }

    fn check(&self) -> Result<(), Error> {
        if (1..=MOST_A_PAGE).contains(&self.per_page) {
            return Ok(());
        }
        Err(Error::Usage(format!("{} problems a page: a page holds 1 to {MOST_A_PAGE}", self.per_page)))
    }
}

#[cfg(test)]
mod tests;
