//! Values of all positions of one to four seeds, against rules.md 8.1.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sowbase_solver::{Interval, Layer, Layered, Score, Turn};

use crate::games::check;
use crate::games::oware::{Abapa, Academic, Oware, OwareRules};

/// How many states of each layer have each value, endless play being worth 0.
fn distribution<G: Layered>(game: &G, top: u8) -> Vec<BTreeMap<i16, u32>> {
    let mut solved: Vec<Vec<Interval>> = Vec::new();
    for seeds in 0..=top {
        let layer = Layer { seeds, shape: 0 };
        let widest = Interval { lo: Score(-i16::from(seeds)), hi: Score(i16::from(seeds)) };
        solved.push(vec![widest; game.layer_len(layer) as usize]);
        loop {
            let mut changed = false;
            for index in 0..game.layer_len(layer) as u64 {
                let value = narrowed(game, &solved, layer, index);
                let slot = &mut solved[usize::from(seeds)][index as usize];
                changed |= *slot != value;
                *slot = value;
            }
            if !changed {
                break;
            }
        }
        // The split gives half each of what is left, so that is worth 0 to the layers above.
        for value in &mut solved[usize::from(seeds)] {
            *value = Interval::exact(value.with_endless(Score(0)));
        }
    }
    let counted = |values: &Vec<Interval>| {
        let mut counts = BTreeMap::new();
        for value in values {
            *counts.entry(value.lo.0).or_default() += 1;
        }
        counts
    };
    solved.iter().map(counted).collect()
}

/// The interval of a state from those of its children.
fn narrowed<G: Layered>(game: &G, solved: &[Vec<Interval>], layer: Layer, index: u64) -> Interval {
    let state = game.unrank(layer, index);
    let mut best: Option<Interval> = None;
    let _ = game.children::<()>(&state, |_, child| {
        let value = if child.turn == Turn::Over {
            Interval::exact(child.gain)
        } else {
            let below = solved[usize::from(game.layer(&child.state).seeds)][game.rank(&child.state) as usize];
            let (a, b) = (child.backup(below.lo), child.backup(below.hi));
            Interval { lo: a.min(b), hi: a.max(b) }
        };
        best = Some(
            best.map_or(value, |best| Interval { lo: best.lo.max(value.lo), hi: best.hi.max(value.hi) }),
        );
        ControlFlow::Continue(())
    });
    best.unwrap_or_else(|| Interval::exact(game.settle(&state).score(Score(0))))
}

#[test]
fn values_of_rules_md_8_1() {
    let academic: Oware<Academic> = Oware::with_facts(check::rules(super::ACADEMIC), Academic);
    // Lincke, table B.1.
    let expected = [
        vec![(-1, 7), (1, 5)],
        vec![(-2, 40), (0, 13), (2, 25)],
        vec![(-3, 177), (-1, 1), (0, 63), (1, 7), (3, 116)],
        vec![(-4, 532), (-2, 110), (0, 143), (2, 165), (4, 415)],
    ];
    for (found, expected) in distribution(&academic, 4)[1..].iter().zip(expected) {
        assert_eq!(*found, expected.into_iter().collect());
    }
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let expected = [
        vec![(-1, 7), (1, 5)],
        vec![(-2, 41), (0, 13), (2, 24)],
        vec![(-3, 178), (-1, 1), (0, 64), (1, 7), (3, 114)],
        vec![(-4, 534), (-2, 111), (0, 143), (2, 164), (4, 413)],
    ];
    for (found, expected) in distribution(&abapa, 4)[1..].iter().zip(expected) {
        assert_eq!(*found, expected.into_iter().collect());
    }
}
