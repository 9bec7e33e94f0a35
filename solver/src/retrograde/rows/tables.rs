//! What each row makes of a move, worked out once: tables by seeds, which serve every layer.

use std::sync::Arc;

use rayon::prelude::*;

use crate::game::Turn;
use crate::rowed::{Harvest, Rowed};
use crate::simd::{Quiet, Squeeze};

/// A move of an own row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Move {
    /// The number of the row after it.
    pub(super) row: u32,
    /// Seeds given away.
    pub(super) given: u8,
    /// The last seed falls in the opposite row.
    pub(super) lands: bool,
}

/// All rows of as many seeds.
#[derive(Debug)]
pub(super) struct RowsOf<R> {
    /// The rows themselves.
    pub(super) rows: Vec<R>,
    /// Where the moves of each begin.
    first: Vec<u32>,
    moves: Vec<Move>,
    /// The own rows whose moves split.
    pub(super) own: Quiet,
    /// The opposite rows against which they do.
    pub(super) opposite: Quiet,
    /// Own rows whose moves do not split.
    pub(super) odd_own: Vec<u32>,
    /// Opposite rows against which moves do not split.
    pub(super) odd_opposite: Vec<u32>,
}

impl<R: Copy + Send + Sync> RowsOf<R> {
    fn new<G: Rowed<Row = R>>(game: &G, seeds: u8) -> Self {
        let count = game.row_count(seeds) as usize;
        let rows: Vec<R> = (0..count as u32).into_par_iter().map(|number| game.row(seeds, number)).collect();
        let each: Vec<(Vec<Move>, bool, bool)> = rows
            .par_iter()
            .map(|&row| {
                let plain = game.plain_own(row);
                let mut moves = Vec::with_capacity(game.most_moves());
                if plain {
                    game.sowings(row, |sowing| {
                        let row = game.row_number(sowing.row);
                        moves.push(Move { row, given: sowing.given, lands: sowing.lands });
                    });
                }
                (moves, plain, game.plain_opposite(row))
            })
            .collect();
        let (mut own, mut opposite) = (Quiet::none(count), Quiet::none(count));
        let (mut odd_own, mut odd_opposite) = (Vec::new(), Vec::new());
        let (mut first, mut moves) = (vec![0], Vec::new());
        for (number, (list, plain_own, plain_opposite)) in each.into_iter().enumerate() {
            moves.extend(list);
            first.push(moves.len() as u32);
            for (plain, set, odd) in
                [(plain_own, &mut own, &mut odd_own), (plain_opposite, &mut opposite, &mut odd_opposite)]
            {
                if plain {
                    set.insert(number);
                } else {
                    odd.push(number as u32);
                }
            }
        }
        Self { rows, first, moves, own, opposite, odd_own, odd_opposite }
    }

    /// The moves of a row; none for one that is not plain.
    #[inline(always)]
    pub(super) fn moves(&self, row: usize) -> &[Move] {
        &self.moves[self.first[row] as usize..self.first[row + 1] as usize]
    }
}

/// Opposite rows from which a move captures alike.
#[derive(Debug)]
pub(super) struct Class {
    /// Seeds captured.
    pub(super) seeds: u8,
    /// Who moves next.
    pub(super) turn: Turn,
    /// When the game is over: how often the mover's own seeds are added.
    pub(super) own: i8,
    /// The number of each row, and of what is left of it.
    pub(super) rows: Vec<(u32, u32)>,
}

/// What becomes of all rows of as many seeds that are given as many.
#[derive(Debug)]
pub(super) struct Gift {
    /// Their places among the rows that are larger by what is given.
    pub(super) squeeze: Squeeze,
    /// The rows from which nothing is captured by a move that lands.
    pub(super) quiet: Quiet,
    /// The others, but for those whose capture is withheld.
    pub(super) classes: Vec<Class>,
}

impl Gift {
    fn new<G: Rowed>(game: &G, from: &RowsOf<G::Row>, given: u8) -> Self {
        let count = from.rows.len();
        let mut quiet = Quiet::none(count);
        if given == 0 {
            return Self { squeeze: Squeeze::default(), quiet, classes: Vec::new() };
        }
        let mut classes: Vec<Class> = Vec::new();
        let larger: Vec<G::Row> = from.rows.iter().map(|&row| game.given(row, given)).collect();
        let squeeze = Squeeze::new(larger.iter().map(|&row| game.row_number(row)));
        for (number, &row) in larger.iter().enumerate() {
            if !from.opposite.holds(number) {
                continue;
            }
            match game.harvest(row, given) {
                Harvest::Quiet => quiet.insert(number),
                Harvest::Withheld => {}
                Harvest::Taken { seeds, left, turn, own } => {
                    let entry = (number as u32, game.row_number(left));
                    match classes.iter_mut().find(|c| (c.seeds, c.turn, c.own) == (seeds, turn, own)) {
                        Some(class) => class.rows.push(entry),
                        None => classes.push(Class { seeds, turn, own, rows: vec![entry] }),
                    }
                }
            }
        }
        Self { squeeze, quiet, classes }
    }
}

/// Tables for layers up to some number of seeds.
#[derive(Clone, Debug)]
pub(super) struct Tables<R> {
    /// By seeds.
    pub(super) rows: Vec<Arc<RowsOf<R>>>,
    /// By seeds and by seeds given.
    pub(super) gifts: Vec<Vec<Arc<Gift>>>,
}

impl<R> Default for Tables<R> {
    fn default() -> Self {
        Self { rows: Vec::new(), gifts: Vec::new() }
    }
}

impl<R: Copy + Send + Sync> Tables<R> {
    /// Adds what is missing for layers of up to `seeds` seeds.
    pub(super) fn grow<G: Rowed<Row = R>>(&mut self, game: &G, seeds: u8) {
        for more in self.rows.len()..=usize::from(seeds) {
            self.rows.push(Arc::new(RowsOf::new(game, more as u8)));
            self.gifts.push(Vec::new());
        }
        let rows = &self.rows;
        self.gifts.par_iter_mut().enumerate().for_each(|(from, gifts)| {
            while from + gifts.len() <= usize::from(seeds) {
                gifts.push(Arc::new(Gift::new(game, &rows[from], gifts.len() as u8)));
            }
        });
    }
}
