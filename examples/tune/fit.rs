//! What a pit with so many seeds is worth, by least squares over games of the program with itself: the net gain from a
//! position to the end of its game, explained by the pits of the mover and, with the other sign, of the opponent.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use sowbase::engine::Question;
use sowbase::play::Position;

use crate::{LONGEST, Wanted, opening, options};

/// Counts that are told apart: the last stands for more too.
const COUNTS: usize = 16;

/// Plays games, fits, and prints the table in hundredths, a row a pit.
pub(crate) fn fit(wanted: &Wanted) {
    let opened = wanted.open();
    let name = wanted.names.first().map_or("own", String::as_str);
    let pits = opened.play.start().pits[0].len();
    let samples: Vec<(Vec<f64>, f64)> = (0..wanted.games)
        .into_par_iter()
        .flat_map_iter(|game| {
            let mut rng = fastrand::Rng::with_seed(wanted.seed << 40 | game);
            one_game(wanted, name, pits, &mut rng)
        })
        .collect();
    let size = pits * COUNTS + 1;
    // Ridge: tables of counts that hardly occur stay at 0.
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for (row, line) in matrix.iter_mut().enumerate() {
        line[row] = 30.0;
    }
    for (features, gain) in &samples {
        let set: Vec<usize> = (0..size).filter(|&at| features[at] != 0.0).collect();
        for &row in &set {
            for &column in &set {
                matrix[row][column] += features[row] * features[column];
            }
            matrix[row][size] += features[row] * gain;
        }
    }
    let weights = solve(matrix);
    let error = |weights: &[f64]| {
        let square = |(features, gain): &(Vec<f64>, f64)| {
            (gain - features.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>()).powi(2)
        };
        (samples.iter().map(square).sum::<f64>() / samples.len() as f64).sqrt()
    };
    println!(
        "// {} positions of {} games, {} nodes a move by {name}: error {:.3}, without {:.3}; to move: {:.0}",
        samples.len(),
        wanted.games,
        wanted.nodes,
        error(&weights),
        error(&vec![0.0; size]),
        100.0 * weights[size - 1],
    );
    for pit in 0..pits {
        let row: Vec<String> =
            (0..COUNTS).map(|count| format!("{:.0}", 100.0 * weights[pit * COUNTS + count])).collect();
        println!("    [{}],", row.join(", "));
    }
}

fn one_game(wanted: &Wanted, name: &str, pits: usize, rng: &mut fastrand::Rng) -> Vec<(Vec<f64>, f64)> {
    let opened = wanted.open();
    let mut session = opening(&opened, wanted.opening, rng);
    let mut engine = opened.search.engine(&options(name)).expect("memory");
    let (start, stop) = (opened.play.start(), AtomicBool::new(false));
    let mut seen: Vec<(Position, Vec<f64>)> = Vec::new();
    while session.result().is_none() && session.played().len() < LONGEST {
        let moves = session.played();
        let question = Question { position: &start, moves: &moves, limits: wanted.limits(), lines: 1 };
        let answer = engine.search(&question, &stop, &mut |_| {}).expect("moves that were played");
        let position = session.position().clone();
        let features = features(&position, pits);
        seen.push((position, features));
        session.play(&answer.best().expect("the game goes on").r#move).expect("a legal move");
    }
    let Some(result) = session.result() else { return Vec::new() };
    let ahead = result.south - result.north;
    let gain = |position: &Position| {
        let sign = if position.side.index() == 0 { 1.0 } else { -1.0 };
        let points = opened.play.start().total() as f64 > result.south + result.north + 0.5;
        let banked = if points { 0.0 } else { f64::from(position.banked()) };
        sign * ahead - banked
    };
    seen.into_iter().map(|(position, features)| (features, gain(&position))).collect()
}

fn features(position: &Position, pits: usize) -> Vec<f64> {
    let mut all = vec![0.0; pits * COUNTS + 1];
    for (side, sign) in [(position.side, 1.0), (position.side.other(), -1.0)] {
        for (pit, &seeds) in position.row(side).iter().enumerate() {
            if !position.is_closed(side, pit) && seeds > 0 {
                all[pit * COUNTS + usize::from(seeds).min(COUNTS - 1)] += sign;
            }
        }
    }
    all[pits * COUNTS] = 1.0;
    all
}

/// Elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    for at in 0..size {
        let pivot =
            (at..size).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).expect("rows");
        matrix.swap(at, pivot);
        let top = matrix[at].clone();
        for row in &mut matrix[at + 1..] {
            let factor = row[at] / top[at];
            for column in at..=size {
                row[column] -= factor * top[column];
            }
        }
    }
    let mut weights = vec![0.0; size];
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|other| matrix[at][other] * weights[other]).sum();
        weights[at] = (matrix[at][size] - known) / matrix[at][at];
    }
    weights
}
