//! Whole layers from the files and into them, opposite row by opposite row: for each of them the mover's rows stand
//! together in both numberings, in two orders.

use std::io::{BufReader, BufWriter, Read, Write};

use rayon::prelude::*;
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::{Planes, SolveError, Solved};
use sowbase_solver::{Layer, Score, Stopped, Watch, Whole};

use super::order::{MOST_SEEDS, Opposites, count, is_full, own_rows};
use super::shelf::{Scores, checked, from_children, out_of_range};
use crate::board::Board;
use crate::board::rank::Ranking;
use crate::error::Error;
use crate::games::oware::facts::Facts;
use crate::games::oware::lanes::Lanes;
use crate::games::oware::play::SingleLap;
use crate::games::oware::state::Seat;
use crate::games::oware::terms::SingleLapRules;

/// Bytes read or written at a time.
const BUFFER: usize = 1 << 20;
/// Opposite rows that are left out and filled in together.
const BATCH: usize = 64;

/// Where the mover's rows of the files stand in our numbering, by their seeds.
struct Places<'a> {
    ranking: &'a Ranking,
    own: Vec<Vec<u32>>,
}

impl<'a> Places<'a> {
    fn new(ranking: &'a Ranking, seeds: u8) -> Self {
        let place = |row: [u8; 6]| ranking.row::<u64>(Board::from_pits(&row, &[]).own).0 as u32;
        Self { ranking, own: (0..=seeds).map(|seeds| own_rows(seeds).map(place).collect()).collect() }
    }

    /// The number of the first board with an opposite row, and how the mover's rows follow it.
    fn of(&self, own_seeds: u8, opposite: [u8; 6]) -> (usize, &[u32]) {
        let own = &self.own[usize::from(own_seeds)];
        let board: Board<u64> = Board::from_pits(&[own_seeds], &opposite);
        (self.ranking.rank(board) as usize - own[0] as usize, own)
    }
}

/// Reads the file of a layer and fills in the boards that it leaves out.
pub(super) fn read<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>>(
    shelf: &Scores,
    game: &SingleLap<R, F, V, S>,
    layer: Layer,
    solved: &Solved,
    watch: &dyn Watch,
) -> Result<Planes, SolveError> {
    let (seeds, unreadable) = (u32::from(layer.seeds), SolveError::Unreadable);
    let path = shelf.path(seeds);
    let file = shelf.open(seeds).map_err(unreadable)?;
    let file = file.ok_or_else(|| unreadable(format!("{} is not there", path.display())))?;
    let mut file = BufReader::with_capacity(BUFFER, file);
    let scores = Plane::<i8>::zeroed(game.ranking.len(seeds) as usize);
    let mut scores = scores.map_err(SolveError::no_memory)?;
    let (places, mut buffer, mut at) = (Places::new(&game.ranking, layer.seeds), Vec::new(), 0);
    watch.begin("reading", count(seeds));
    for (own_seeds, opposite) in Opposites::new(layer.seeds).filter(|(_, row)| !is_full(row)) {
        stopped(watch)?;
        let (base, own) = places.of(own_seeds, opposite);
        buffer.resize(own.len(), 0);
        file.read_exact(&mut buffer)
            .map_err(|error| unreadable(format!("cannot read {}: {error}", path.display())))?;
        for (&byte, &place) in buffer.iter().zip(own) {
            let score = checked(byte, seeds);
            scores[base + place as usize] =
                score.ok_or_else(|| unreadable(out_of_range(&path, seeds, at)))?;
            at += 1;
        }
        watch.advance(own.len() as u64);
    }
    watch.end();
    fill_in(game, layer, solved, &places, &mut scores, watch)?;
    Ok(Planes::Score(scores))
}

/// The boards that the file leaves out: one ply, since all their moves lead to boards that it has.
fn fill_in<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>>(
    game: &SingleLap<R, F, V, S>,
    layer: Layer,
    solved: &Solved,
    places: &Places<'_>,
    scores: &mut [i8],
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    let rows: Vec<_> = Opposites::new(layer.seeds).filter(|(_, row)| is_full(row)).collect();
    watch.begin("filling in", rows.len() as u64);
    for batch in rows.chunks(BATCH) {
        stopped(watch)?;
        let given: &[i8] = scores;
        let known = |child: &S| {
            let board = child.board();
            let needs = Layer { seeds: board.seeds() as u8, ..layer };
            let all = if needs == layer { Some(given) } else { solved.scores(needs) };
            all.map(|all| Score(i16::from(all[game.ranking.rank(board) as usize])))
                .ok_or(SolveError::Missing { layer, needs })
        };
        let found: Result<Vec<(usize, Vec<i8>)>, SolveError> = batch
            .par_iter()
            .map(|(own_seeds, opposite)| {
                let (base, own) = places.of(*own_seeds, *opposite);
                let score = |place: usize| {
                    let board = game.ranking.unrank(u32::from(layer.seeds), (base + place) as u64);
                    let state = S::seat(board, [0, 0]);
                    from_children(game, &state, known).map(|score| score.0 as i8)
                };
                Ok((base, (0..own.len()).map(score).collect::<Result<_, _>>()?))
            })
            .collect();
        for (base, row) in found? {
            scores[base..base + row.len()].copy_from_slice(&row);
        }
        watch.advance(batch.len() as u64);
    }
    watch.end();
    Ok(())
}

fn stopped(watch: &dyn Watch) -> Result<(), Stopped> {
    if watch.stop() { Err(Stopped) } else { Ok(()) }
}

/// Writes the file of a layer: to a temporary file in the same folder, synced, renamed.
pub(super) fn write(
    shelf: &Scores,
    ranking: &Ranking,
    layer: Layer,
    scores: &[i8],
    watch: &dyn Watch,
) -> Result<u64, Error> {
    let seeds = u32::from(layer.seeds);
    if seeds > MOST_SEEDS {
        return Err(Error::Usage(format!(
            "awari-scores has boards of at most {MOST_SEEDS} seeds, not of {seeds}"
        )));
    }
    let path = shelf.path(seeds);
    let failed = |error: std::io::Error| Error::File(format!("cannot write {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut out = BufWriter::with_capacity(BUFFER, Whole::begin(&path).map_err(failed)?);
    let (places, mut buffer) = (Places::new(ranking, layer.seeds), Vec::new());
    watch.begin("writing", count(seeds));
    for (own_seeds, opposite) in Opposites::new(layer.seeds).filter(|(_, row)| !is_full(row)) {
        stopped(watch).map_err(|_| Error::Stopped)?;
        let (base, own) = places.of(own_seeds, opposite);
        buffer.clear();
        buffer.extend(own.iter().map(|&place| scores[base + place as usize] as u8));
        out.write_all(&buffer).map_err(failed)?;
        watch.advance(own.len() as u64);
    }
    watch.end();
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.finish().map_err(failed)?;
    Ok(count(seeds))
}
