//! Proofs without any database against solved layers, on toys in which play can be endless; and their certificates.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sowbase_solver::prove::{Certificate, Claim, Endless, Hope, Limits, Node, Prover, Step, Way, certify};
use sowbase_solver::retrograde::{Method, Plan, Solved, Value, Values, general, solve};
use sowbase_solver::{Game, Interval, Layered, Metric, Score, Unwatched};

mod toy;
use toy::{Pits, Toy, layers};

/// Toys whose play differs in kind.
fn toys() -> Vec<(Toy, u8)> {
    let two = Toy::new(2);
    vec![
        (two.clone(), 6),
        (Toy { pass: false, ..two.clone() }, 6),
        (Toy { again: true, ..two.clone() }, 5),
        (Toy { pass: false, meaningless: true, ..two.clone() }, 6),
        (Toy { over: true, again: true, ..two }, 5),
        (Toy::new(3), 4),
    ]
}

fn solved(toy: &Toy, seeds: u8) -> Solved {
    let mut solved = Solved::default();
    let metrics = [Metric::Score, Metric::Bounds];
    solve(toy, &layers(seeds), &metrics, &mut solved, Plan::any(&general()), &Unwatched).expect("small");
    solved
}

fn limits(way: Way, hash: u64) -> Limits {
    Limits { hash, memory: 1 << 28, nodes: u64::MAX, layers: false, way }
}

fn every_state(seeds: u8, toy: &Toy) -> Vec<Pits> {
    let all = layers(seeds).into_iter();
    all.flat_map(|layer| (0..toy.layer_len(layer) as u64).map(move |index| (layer, index)))
        .map(|(layer, index)| toy.unrank(layer, index))
        .collect()
}

#[test]
fn proofs_find_the_score_and_the_bounds_of_every_state() {
    for (toy, seeds) in toys() {
        let known = solved(&toy, seeds);
        let methods: Vec<Box<dyn Method<Toy>>> = general();
        for (way, hash) in [(Way::Best, 1 << 20), (Way::Best, 256), (Way::Net, 256)] {
            let mut prover = Prover::new(&toy, &methods, &(), limits(way, hash), &Unwatched).expect("memory");
            for state in every_state(seeds, &toy) {
                let value = known.value(&toy, &state).expect("solved");
                let answer = prover.answer(&state).expect("not stopped");
                assert!(answer.is_whole(), "{way:?} {toy:?} {state:?}: {answer:?}");
                assert_eq!(
                    (answer.score, Some(answer.bounds)),
                    (value.score, value.bounds),
                    "{way:?} {hash} {toy:?} {state:?}"
                );
            }
        }
    }
}

#[test]
fn layers_on_the_way_change_nothing() {
    for (toy, seeds) in toys() {
        let known = solved(&toy, seeds);
        let methods: Vec<Box<dyn Method<Toy>>> = general();
        let limits = Limits { layers: true, ..limits(Way::Best, 1 << 16) };
        for state in every_state(seeds, &toy).into_iter().rev().step_by(7) {
            let value = known.value(&toy, &state).expect("solved");
            let answer = Prover::new(&toy, &methods, &(), limits, &Unwatched)
                .expect("memory")
                .answer(&state)
                .expect("not stopped");
            assert_eq!((answer.score, Some(answer.bounds)), (value.score, value.bounds), "{toy:?} {state:?}");
        }
    }
}

/// The laws of a certificate, from the rules alone.
fn check(toy: &Toy, certificate: &Certificate<Pits>) -> Result<(), String> {
    let Claim { node: root, endless } = certificate.claim;
    let ranks: HashMap<Node<Pits>, u32> =
        certificate.entries.iter().map(|entry| (entry.node, entry.rank)).collect();
    if !ranks.contains_key(&root) {
        return Err("nothing is said of the claim itself".into());
    }
    for entry in &certificate.entries {
        let (node, mut moves, mut good) = (entry.node, 0, 0);
        let _ = toy.children::<()>(&node.state, |mv, child| {
            if node.own && entry.mv != Some(mv) {
                return ControlFlow::Continue(());
            }
            moves += 1;
            good += match node.after(&child) {
                Step::Decided(holds) => u32::from(holds),
                Step::On(next) => u32::from(ranks.get(&next).is_some_and(|rank| {
                    *rank < entry.rank || *rank == entry.rank && endless.frees(node.need)
                })),
            };
            ControlFlow::Continue(())
        });
        let left = toy.seeds(&node.state) as i16;
        let over = toy.count(&node.state) == 0 && node.settled(toy);
        if !(node.need <= -left || over || moves > 0 && good == moves) {
            return Err(format!("{entry:?} does not follow"));
        }
    }
    Ok(())
}

fn true_of(value: Value, claim: &Claim<Pits>) -> bool {
    let seen = |worth: Score| if claim.node.own { worth.0 } else { -worth.0 };
    let Interval { lo, hi } = value.bounds.expect("solved");
    let (least, most) = (seen(lo).min(seen(hi)), seen(lo).max(seen(hi)));
    let worth = match claim.endless {
        Endless::Lost => least,
        Endless::Zero => seen(value.score.expect("solved")),
        Endless::Won => most,
    };
    worth >= claim.node.need
}

#[test]
fn what_is_true_has_a_certificate_and_what_is_false_has_none() {
    for (toy, seeds) in toys() {
        let seeds = seeds.min(4);
        let known = solved(&toy, seeds);
        for state in every_state(seeds, &toy) {
            let value = known.value(&toy, &state).expect("solved");
            let top = i16::from(seeds);
            for (own, endless) in [true, false]
                .into_iter()
                .flat_map(|own| [Endless::Lost, Endless::Zero, Endless::Won].map(|endless| (own, endless)))
            {
                for need in -top..=top + 1 {
                    let claim = Claim { node: Node { state, own, need }, endless };
                    if need > toy.ceiling(&state).0 || need <= -toy.ceiling(&state).0 {
                        continue;
                    }
                    let found =
                        certify(&toy, claim, &mut |_| Hope::Unknown, 1 << 16, &Unwatched).expect("small");
                    assert_eq!(found.is_some(), true_of(value, &claim), "{toy:?} {claim:?}");
                    if let Some(certificate) = found {
                        check(&toy, &certificate).unwrap_or_else(|why| panic!("{toy:?} {claim:?}: {why}"));
                    }
                }
            }
        }
    }
}

#[test]
fn an_answer_is_as_many_certificates_as_it_takes() {
    for (toy, seeds) in toys() {
        let methods: Vec<Box<dyn Method<Toy>>> = general();
        let mut prover =
            Prover::new(&toy, &methods, &(), limits(Way::Best, 1 << 16), &Unwatched).expect("memory");
        for state in every_state(seeds, &toy).into_iter().rev().step_by(5) {
            let answer = prover.answer(&state).expect("not stopped");
            for claim in answer.claims(state) {
                let certificate = prover.certificate(claim, 1 << 20).expect("not stopped").expect("true");
                check(&toy, &certificate).unwrap_or_else(|why| panic!("{toy:?} {claim:?}: {why}"));
            }
        }
    }
}
