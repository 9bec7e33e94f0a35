//! Proofs against solved layers, state by state: for tests.

use std::io::BufReader;

use sowbase_solver::prove::{Limits, Prover, Way};
use sowbase_solver::retrograde::{Plan, Solved, Values, solve};
use sowbase_solver::{Layered, Metric, Unwatched};

use super::certificate::{Header, Said, Sealed};
use super::check::check;
use crate::error::Error;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::Side;
use crate::tables::Tabled;

/// What a comparison went over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// States whose score and bounds were proven.
    pub states: u64,
    /// Certificates that were written and checked.
    pub certificates: u64,
}

/// Tries proofs.
pub trait ProofLaws {
    /// Proves every `step`-th state of the layers that `seeds` seeds need, without any solved layer, by search, and every
    /// fifth of those on a tiny table and by nets, and compares with the layers; every 50th of all has its certificates
    /// written and checked.
    ///
    /// # Errors
    /// When the game has no board of so many seeds.
    ///
    /// # Panics
    /// With the first state on which they differ.
    fn compare(&self, seeds: u32, step: u64) -> Result<Compared, Error>;
}

impl<G: Rulebook + Layered> ProofLaws for Tabled<G> {
    fn compare(&self, seeds: u32, step: u64) -> Result<Compared, Error> {
        let (game, layers) = (self.game(), self.layers(seeds)?);
        let mut solved = Solved::default();
        let metrics = [Metric::Score, Metric::Bounds];
        solve(game, &layers, &metrics, &mut solved, Plan::any(self.methods_of()), &Unwatched)
            .map_err(|error| Error::File(error.to_string()))?;
        let limits = |way, hash| Limits { hash, memory: 1 << 30, nodes: u64::MAX, layers: false, way };
        let (none, mut compared) = ((), Compared::default());
        // What a tiny table and nets do for each state by itself is slow: every fifth of them.
        let step = step.max(1) as usize;
        for (way, hash, step) in
            [(Way::Best, 1 << 22, step), (Way::Best, 1 << 10, 5 * step), (Way::Net, 64, 5 * step)]
        {
            let mut prover =
                Prover::new(game, self.methods_of(), &none, limits(way, hash), &Unwatched).expect("memory");
            for layer in &layers {
                for index in (0..game.layer_len(*layer) as u64).step_by(step) {
                    let state = game.unrank(*layer, index);
                    let position = || notation::format(&game.decode(&state, Side::South));
                    let value = solved.value(game, &state).expect("solved");
                    let answer = prover.answer(&state).expect("not stopped");
                    let found = (answer.score, answer.is_whole().then_some(answer.bounds));
                    assert_eq!(
                        found,
                        (value.score, value.bounds),
                        "{way:?} {hash}: {} {:?}",
                        position(),
                        game.rules()
                    );
                    compared.states += 1;
                    if compared.states % 50 == 0 {
                        compared.certificates += self.certify(&mut prover, &state).map(u64::from)?;
                    }
                }
            }
        }
        Ok(compared)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// Writes the certificates of a state and checks them.
    fn certify(&self, prover: &mut Prover<'_, G>, state: &G::State) -> Result<bool, Error> {
        let game = self.game();
        let answer = prover.answer(state).map_err(|error| Error::File(error.to_string()))?;
        let says = Said {
            score: answer.score.map(|score| score.0),
            lower: Some(answer.bounds.lo.0),
            lower_is_best: answer.tight[0],
            upper: Some(answer.bounds.hi.0),
            upper_is_best: answer.tight[1],
            ..Said::default()
        };
        let position = game.decode(state, Side::South);
        let header = Header::new(game, notation::format(&position), says);
        let mut text = Vec::new();
        let mut sealed = Sealed::begin(&mut text, &header).expect("memory");
        for claim in answer.claims(*state) {
            let certificate = prover.certificate(claim, 1 << 22).map_err(|_| Error::Stopped)?;
            sealed.claim(game, &certificate.expect("true"), Side::South).expect("memory");
        }
        sealed.finish().expect("memory");
        let checked = check(game, &mut BufReader::new(&text[..]), &Unwatched)?;
        // What a swap is worth depends on the stores, and the check says that it cannot know.
        if checked.wrong.iter().any(|wrong| wrong.contains("a swap")) {
            return Ok(false);
        }
        assert!(checked.holds, "{:?} of {}", checked.wrong, header.position);
        Ok(true)
    }
}
