//! The sequential test: go on until it is clear which of two claims about the Elo difference fits the pairs better.
//!
//! The generalised sequential probability ratio test (Van den Bergh, "A practical introduction to the GSPRT"): the
//! likelihood of what was seen under the best distribution of pairs whose mean is what `elo1` promises, against the best one
//! under `elo0`. It makes no assumption about draws or about how the two games of a pair go together.

use serde::Serialize;

use super::elo::{Counts, share_of};

/// What counts as never seen is given so many cases, so that no distribution is impossible for want of games.
const UNSEEN: f64 = 1e-3;

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The claim that is accepted at the lower bound.
    pub elo0: f64,
    /// The claim that is accepted at the upper bound; above `elo0`.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Ratio {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
    /// What was accepted, once something was.
    pub accepted: Option<Claim>,
}

/// One of the two claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// A is no stronger than `elo0`.
    Elo0,
    /// A is at least `elo1` stronger.
    Elo1,
}

impl Sprt {
    /// A test that can end.
    ///
    /// # Errors
    /// What is wrong with the numbers.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, String> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && elo0.abs() <= 1000.0 && elo1 <= 1000.0) {
            return Err(format!(
                "elo0 {elo0} and elo1 {elo1}: two differences between -1000 and 1000, the smaller first, like 0,10"
            ));
        }
        if let Some(risk) = [alpha, beta].into_iter().find(|risk| !(*risk > 0.0 && *risk < 0.5)) {
            return Err(format!("a risk of {risk}: it lies between 0 and 0.5, like 0.05"));
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// Where the test stands after some pairs.
    pub fn ratio(&self, counts: &Counts) -> Ratio {
        let llr = log_likelihood_ratio(&counts.shares_of_pairs(), share_of(self.elo0), share_of(self.elo1));
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let accepted = match llr {
            _ if llr >= upper => Some(Claim::Elo1),
            _ if llr <= lower => Some(Claim::Elo0),
            _ => None,
        };
        Ratio { llr, lower, upper, accepted }
    }
}

/// How much better a mean of `s1` explains the samples (a share and how often it came) than a mean of `s0`, as a logarithm.
fn log_likelihood_ratio(samples: &[(f64, u64)], s0: f64, s1: f64) -> f64 {
    if samples.iter().all(|(_, count)| *count == 0) {
        return 0.0;
    }
    let seen: Vec<(f64, f64)> =
        samples.iter().map(|(share, count)| (*share, (*count as f64).max(UNSEEN))).collect();
    let [tilt0, tilt1] = [s0, s1].map(|mean| tilt(&seen, mean));
    let log = |share: f64, mean: f64, tilt: f64| (tilt * (share - mean)).ln_1p();
    seen.iter().map(|(share, count)| count * (log(*share, s0, tilt0) - log(*share, s1, tilt1))).sum()
}

/// The most likely distribution with a given mean gives every sample its frequency over 1 + tilt (share − mean): the tilt,
/// which is where the sum of what the samples are off the mean, so weighted, is 0. That sum falls from one end to the other.
fn tilt(seen: &[(f64, f64)], mean: f64) -> f64 {
    let least = seen.iter().map(|(share, _)| share - mean).fold(f64::INFINITY, f64::min);
    let most = seen.iter().map(|(share, _)| share - mean).fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let off: f64 =
            seen.iter().map(|(share, count)| count * (share - mean) / (1.0 + middle * (share - mean))).sum();
        if off > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::elo::moments;

    /// The normal approximation (same paper, section 4): a formula of its own, close where the two claims are.
    fn approximate(samples: &[(f64, u64)], s0: f64, s1: f64) -> f64 {
        let (count, mean, variance) = moments(samples).expect("samples");
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    #[test]
    fn ratios_are_the_published_ones() {
        // Disservin/fastchess, tests of its class SPRT: "logistic pentanomial" 1 and 2, "logistic trinomial" 1 and 2.
        let penta =
            |n: [u64; 5]| [(0.0, n[0]), (0.25, n[1]), (0.5, n[2]), (0.75, n[3]), (1.0, n[4])].to_vec();
        let games = |won, lost, drawn| vec![(0.0, lost), (0.5, drawn), (1.0, won)];
        for (samples, elo0, elo1, llr) in [
            (penta([223, 9863, 20279 + 1000, 10037, 246]), 0.5, 2.5, -3.07),
            (penta([871, 26175, 55003 + 980, 26678, 821]), 0.0, 2.0, -4.98),
            (games(21404, 21184, 40708), 0.5, 2.5, -1.57),
            (games(57433, 57030, 106_593), 0.0, 2.0, -2.59),
        ] {
            let (s0, s1) = (share_of(elo0), share_of(elo1));
            let ours = log_likelihood_ratio(&samples, s0, s1);
            assert!((ours - llr).abs() < 0.011 * f64::abs(llr), "{ours} and not {llr}");
            assert!((ours - approximate(&samples, s0, s1)).abs() < 0.01, "{ours}");
        }
    }

    #[test]
    fn bounds_are_walds_and_a_test_ends_at_them() {
        // ln(0.95 / 0.05) = 2.944, printed by every program that runs such tests.
        let test = Sprt::new(0.0, 20.0, 0.05, 0.05).expect("a test");
        let ratio = test.ratio(&Counts::default());
        assert_eq!((ratio.llr, ratio.accepted), (0.0, None));
        assert!((ratio.upper - 2.944_44).abs() < 1e-5 && (ratio.lower + 2.944_44).abs() < 1e-5);
        let mut counts = Counts::default();
        let mut ends = Vec::new();
        for halves in [[2, 1], [0, 1]] {
            counts = Counts::default();
            while test.ratio(&counts).accepted.is_none() {
                counts.add(&halves);
                counts.add(&[2, 0]);
            }
            ends.push(test.ratio(&counts).accepted);
        }
        assert_eq!(ends, [Some(Claim::Elo1), Some(Claim::Elo0)], "{counts:?}");
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        for (elo0, elo1, alpha) in
            [(5.0, 5.0, 0.05), (5.0, 0.0, 0.05), (0.0, f64::NAN, 0.05), (0.0, 5.0, 0.0)]
        {
            assert!(Sprt::new(elo0, elo1, alpha, 0.05).is_err(), "{elo0} {elo1} {alpha}");
        }
    }
}
