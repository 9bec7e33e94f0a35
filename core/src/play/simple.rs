//! Two simple players, for company and for tests. They are what their names say, not more.

use fastrand::Rng;

use super::Side;
use crate::games::Trace;

/// A simple player.
#[derive(Clone, Debug)]
pub enum Simple {
    /// Plays any legal move, each as likely as the others.
    Random(Rng),
    /// Captures the most seeds it can at once, net of what the move gives the other side, and looks no further; among
    /// equal moves any.
    Greedy(Rng),
}

impl Simple {
    /// Picks one of the legal moves of `side`; `None` if there is none.
    pub fn choose<'a>(&mut self, moves: &'a [Trace], side: Side) -> Option<&'a Trace> {
        let net = |trace: &Trace| trace.net(side);
        match self {
            Self::Random(rng) => rng.choice(moves),
            Self::Greedy(rng) => {
                let most = moves.iter().map(net).max()?;
                let best: Vec<&Trace> = moves.iter().filter(|trace| net(trace) == most).collect();
                rng.choice(best)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::entry;

    #[test]
    fn greedy_takes_the_most_and_random_anything() {
        let opened = entry("kalah").expect("game").open(&[]).expect("opens");
        // KA2 of rules.md: A brings six seeds, no other move more than one.
        let position = opened.play.parse("5,5,1,5,5,0/5,5,5,5,4,0 2-1 S", false).expect("position");
        let moves = opened.play.session(&position).moves();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut greedy = Simple::Greedy(Rng::with_seed(seed));
            assert_eq!(greedy.choose(&moves, Side::South).expect("a move").text, "A");
            let mut random = Simple::Random(Rng::with_seed(seed));
            seen.insert(random.choose(&moves, Side::South).expect("a move").text.clone());
        }
        assert_eq!(seen.len(), moves.len());
        assert_eq!(Simple::Random(Rng::with_seed(1)).choose(&[], Side::South), None);
    }
}
