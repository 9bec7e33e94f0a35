//! What a number of games says about who is stronger: share of points, Elo, likelihood of superiority.
//!
//! Both games of a pair begin with the same opening, so their results go together, and the spread of *pairs* is what the
//! error has to come from ("pentanomial": a pair brings 0, ½, 1, 1½ or 2 points). Games taken one by one ("trinomial") stand
//! beside it. Errors are 1.96 standard errors of the share, carried over to Elo.

use serde::Serialize;

/// Standard errors on both sides that hold the truth 95 times in 100.
pub(super) const SIGMAS: f64 = 1.959_963_984_540_054;

/// Results from the view of the first player (A).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Games that A won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that A lost.
    pub lost: u64,
    /// Pairs in which A got 0, ½, 1, 1½, 2 points.
    pub pairs: [u64; 5],
}

impl Counts {
    /// Adds the games of one opening, A's points in halves (0, 1 or 2 each). Two games are a pair.
    pub fn add(&mut self, halves: &[u8]) {
        for &half in halves {
            *match half {
                0 => &mut self.lost,
                1 => &mut self.drawn,
                _ => &mut self.won,
            } += 1;
        }
        if let &[one, other] = halves {
            self.pairs[usize::from(one.min(2) + other.min(2))] += 1;
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// What the pairs say. `None` without a pair.
    pub fn by_pairs(&self) -> Option<Estimate> {
        Estimate::of(&self.shares_of_pairs())
    }

    /// What the games say one by one. `None` without a game.
    pub fn by_games(&self) -> Option<Estimate> {
        Estimate::of(&[(0.0, self.lost), (0.5, self.drawn), (1.0, self.won)])
    }

    /// How often a pair brought which share of its points.
    pub(super) fn shares_of_pairs(&self) -> [(f64, u64); 5] {
        let [none, half, one, more, all] = self.pairs;
        [(0.0, none), (0.25, half), (0.5, one), (0.75, more), (1.0, all)]
    }
}

/// An estimate with its error. What has no bound on a side, because everything or nothing was won, is `None` there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Share of the points, 0 to 1.
    pub share: f64,
    /// Its error (95 %); `None` where nothing tells: fewer than two samples, or all alike.
    pub share_error: Option<f64>,
    /// Elo difference.
    pub elo: Option<f64>,
    /// Its lower end.
    pub elo_low: Option<f64>,
    /// Its upper end.
    pub elo_high: Option<f64>,
    /// Half the width between its ends.
    pub elo_error: Option<f64>,
    /// Likelihood of superiority, 0 to 1.
    pub los: Option<f64>,
}

impl Estimate {
    /// From samples: a share and how often it came. `None` without any.
    fn of(samples: &[(f64, u64)]) -> Option<Self> {
        let (count, share, variance) = moments(samples)?;
        let error = (count > 1.0 && variance > 0.0).then(|| (variance / count).sqrt());
        let [low, high] = [-1.0, 1.0].map(|sign| error.and_then(|error| elo(share + sign * SIGMAS * error)));
        Some(Self {
            share,
            share_error: error.map(|error| SIGMAS * error),
            elo: elo(share),
            elo_low: low,
            elo_high: high,
            elo_error: low.zip(high).map(|(low, high)| (high - low) / 2.0),
            los: error.map(|error| normal((share - 0.5) / error)),
        })
    }
}

/// Number of samples, their mean and variance.
pub(super) fn moments(samples: &[(f64, u64)]) -> Option<(f64, f64, f64)> {
    let count = samples.iter().map(|(_, count)| *count).sum::<u64>() as f64;
    if count == 0.0 {
        return None;
    }
    let mean = samples.iter().map(|(value, count)| value * *count as f64).sum::<f64>() / count;
    let spread = samples.iter().map(|(value, count)| (value - mean).powi(2) * *count as f64).sum::<f64>();
    Some((count, mean, spread / count))
}

/// The Elo difference at which a share of points is expected; `None` for none or all of them.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| 400.0 * (share / (1.0 - share)).log10())
}

/// The share of points that is expected at an Elo difference.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How likely a normal deviate is below `z`.
fn normal(z: f64) -> f64 {
    f64::midpoint(1.0, libm::erf(z / std::f64::consts::SQRT_2))
}

/// A share with its 95 % range by Wilson's formula, which keeps to 0 and 1 where few cases came up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Part {
    /// Cases.
    pub count: u64,
    /// Share of all, 0 to 1.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Part {
    /// `count` of `all`; of nothing, anything can be.
    pub fn of(count: u64, all: u64) -> Self {
        if all == 0 {
            return Self { count, share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, p, z2) = (all as f64, count as f64 / all as f64, SIGMAS * SIGMAS);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = SIGMAS / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        Self { count, share: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() <= 0.011)
    }

    /// Losses and wins of pairs in the order of our counts; the two kinds of even pairs are one.
    fn pairs(lost: u64, half: u64, even: [u64; 2], more: u64, won: u64) -> Counts {
        Counts { pairs: [lost, half, even[0] + even[1], more, won], ..Counts::default() }
    }

    #[test]
    fn pairs_give_the_published_elo() {
        // Disservin/fastchess, tests of its class EloPentanomial: Elo, error, likelihood of superiority.
        for (counts, elo, error, los) in [
            (pairs(34, 54, [31, 32], 64, 75), 55.58, 27.65, 1.0),
            (pairs(332, 433, [457, 41], 333, 334), -8.64, 10.33, 0.0505),
        ] {
            let said = counts.by_pairs().expect("pairs");
            assert!(near(said.elo, elo) && near(said.elo_error, error), "{said:?}");
            assert!((said.los.expect("known") - los).abs() < 1e-4, "{said:?}");
        }
        // MortenLohne/racetrack, src/tests: lower end, Elo, upper end of real tests of Stockfish.
        for (counts, ends) in [
            (pairs(485, 1923, [2942, 0], 1937, 594), [1.21, 5.11, 9.02]),
            (pairs(261, 739, [2683, 0], 737, 253), [-5.00, -0.67, 3.66]),
            (pairs(63, 252, [385, 0], 250, 74), [-7.38, 3.39, 14.17]),
            (pairs(527, 1007, [1932, 0], 933, 511), [-9.16, -3.75, 1.66]),
        ] {
            let said = counts.by_pairs().expect("pairs");
            let ours = [said.elo_low, said.elo, said.elo_high];
            assert!(ours.into_iter().zip(ends).all(|(ours, theirs)| near(ours, theirs)), "{said:?}");
        }
    }

    #[test]
    fn games_give_the_published_elo() {
        // Disservin/fastchess, tests of Elo by wins, losses, draws: 10.21 with an error of 9.28.
        let said = Counts { won: 859, lost: 772, drawn: 1329, pairs: [0; 5] }.by_games().expect("games");
        // Its error comes from another estimate of the spread, so the last digit differs.
        assert!(near(said.elo, 10.21) && said.elo_error.is_some_and(|error| (error - 9.28).abs() < 0.02));
        // By hand: 191.5 of 343 points are a share of 0.55831, 400 log10(0.55831 / 0.44169) = 40.70.
        let said = Counts { won: 136, lost: 96, drawn: 111, pairs: [0; 5] }.by_games().expect("games");
        assert!(near(said.elo, 40.70), "{said:?}");
    }

    #[test]
    fn what_nothing_tells_is_not_made_up() {
        assert_eq!(Counts::default().by_pairs(), None);
        let mut all_won = Counts::default();
        (0..3).for_each(|_| all_won.add(&[2, 2]));
        let said = all_won.by_pairs().expect("pairs");
        assert_eq!((said.share, said.elo, said.share_error, said.los), (1.0, None, None, None));
        let mut odd = Counts::default();
        odd.add(&[2, 1]);
        odd.add(&[0]);
        assert_eq!((odd.games(), odd.pairs), (3, [0, 0, 0, 1, 0]));
        assert_eq!(odd.by_games().map(|said| said.share), Some(0.5));
    }

    #[test]
    fn elo_and_shares_are_inverse_and_known_points_hold() {
        // The logistic curve by its definition: ten to one is 400 points.
        assert!((elo(10.0 / 11.0).expect("finite") - 400.0).abs() < 1e-9);
        assert!((share_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((share_of(elo(0.61).expect("finite")) - 0.61).abs() < 1e-12);
        // Tables of the normal distribution: 0.975 at 1.96, 0.8413 at 1.
        assert!((normal(1.96) - 0.975_002_1).abs() < 1e-6 && (normal(1.0) - 0.841_344_7).abs() < 1e-6);
    }

    #[test]
    fn wilsons_range_is_the_published_one() {
        // Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3: 81/263, 15/148, 0/20, 1/29.
        for (count, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let part = Part::of(count, all);
            assert!((part.low - low).abs() < 6e-5 && (part.high - high).abs() < 6e-5, "{part:?}");
        }
    }
}
