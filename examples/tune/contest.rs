//! One setting against another.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use sowbase::engine::Question;
use sowbase::play::{Side, Winner};

use crate::{LONGEST, Wanted, opening, options};

/// Plays the match and prints its result.
pub(crate) fn contest(wanted: &Wanted) {
    let [a, b] = &wanted.names[..] else { panic!("name two settings") };
    let opened = wanted.open();
    let counts: [AtomicU64; 3] = Default::default();
    let nodes: [AtomicU64; 2] = Default::default();
    (0..wanted.games.div_ceil(2)).into_par_iter().for_each(|pair| {
        let mut rng = fastrand::Rng::with_seed(wanted.seed << 32 | pair);
        let first = opening(&opened, wanted.opening, &mut rng);
        for a_side in Side::BOTH {
            let mut session = opened.play.session(&opened.play.start());
            for text in first.played() {
                session.play(&text).expect("played before");
            }
            let mut engines = [a, b].map(|name| opened.search.engine(&options(name)).expect("memory"));
            let start = opened.play.start();
            let stop = AtomicBool::new(false);
            while session.result().is_none() && session.played().len() < LONGEST {
                let who = usize::from(session.position().side != a_side);
                let moves = session.played();
                let question =
                    Question { position: &start, moves: &moves, limits: wanted.limits(), lines: 1 };
                let answer =
                    engines[who].search(&question, &stop, &mut |_| {}).expect("moves that were played");
                nodes[who].fetch_add(answer.nodes, Ordering::Relaxed);
                session.play(&answer.best().expect("the game goes on").r#move).expect("a legal move");
            }
            let winner = session.result().map_or(Winner::Draw, |result| result.winner);
            let at = match winner.side() {
                Some(side) if side == a_side => 0,
                Some(_) => 2,
                None => 1,
            };
            counts[at].fetch_add(1, Ordering::Relaxed);
        }
    });
    let [won, drawn, lost] = counts.map(|count| count.into_inner() as f64);
    let games = won + drawn + lost;
    let share = (won + drawn / 2.0) / games;
    let variance =
        (won * (1.0 - share).powi(2) + drawn * (0.5 - share).powi(2) + lost * share.powi(2)) / games;
    let error = 1.96 * (variance / games).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    let [a_nodes, b_nodes] = nodes.map(AtomicU64::into_inner);
    println!(
        "{} {a} - {b}: +{won} ={drawn} -{lost} of {games} at {} nodes: {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0}); nodes {a_nodes} {b_nodes}",
        wanted.game,
        wanted.nodes,
        100.0 * share,
        100.0 * error,
        elo(share),
        elo(share - error),
        elo(share + error),
    );
}
