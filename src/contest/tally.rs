//! What has been played so far, added up.

use std::collections::BTreeMap;

use sowbase_solver::Reason;

use super::elo::{Counts, Part};
use super::game::{End, Played, Used};
use super::sprt::{Ratio, Sprt};
use crate::play::{Side, Winner};

/// The sum of games, from A's view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Results.
    pub counts: Counts,
    /// Games that A lost by forfeit, and B, by the key of the reason.
    pub forfeits: [BTreeMap<&'static str, u64>; 2],
    /// The first few forfeits in words: the game's number from 1, who (0: A), what happened.
    pub incidents: Vec<(u64, usize, String)>,
    /// Games that had the most plies that a game may have, counted as draws.
    pub given_up: u64,
    /// Games that do not count by the rules (Omweso annuls some), half a point for each.
    pub annulled: u64,
    /// Games that ended because play would not end: by repetition, an endless turn, or a limit on plies.
    pub endless: u64,
    /// Points of South in halves: who moves first from the game's own start.
    pub south_halves: u64,
    /// South's wins and North's.
    pub side_wins: [u64; 2],
    /// How games ended, by the key of the ending's rule, `forfeit` or `given_up`.
    pub endings: BTreeMap<String, u64>,
    /// What A and B used.
    pub used: [Used; 2],
    /// Plies of every game that was played to its end by the rules.
    pub plies: Vec<u32>,
    /// Openings, and those among them that had come before.
    pub openings: u64,
    /// Openings that had come before because no other was found.
    pub repeated: u64,
}

/// Incidents that are kept in words; all of them are counted.
const TOLD: usize = 20;

impl Tally {
    /// Adds the games of one opening.
    pub fn add(&mut self, games: &[Played]) {
        self.counts.add(&games.iter().map(|game| game.halves(game.a)).collect::<Vec<_>>());
        self.openings += 1;
        self.repeated += u64::from(games.first().is_some_and(|game| game.opening.repeated));
        for game in games {
            self.add_game(game);
        }
    }

    fn add_game(&mut self, game: &Played) {
        for (sum, used) in self.used.iter_mut().zip(&game.used) {
            sum.add(used);
        }
        self.south_halves += u64::from(game.halves(Side::South));
        if let Some(side) = game.winner().side() {
            self.side_wins[side.index()] += 1;
        }
        let key = match &game.end {
            End::Rules(result) => {
                self.plies.push(game.moves.len() as u32);
                self.endless += u64::from(is_endless(result.rule));
                self.annulled += u64::from(result.winner == Winner::None);
                result.rule
            }
            End::GivenUp => {
                self.given_up += 1;
                self.endless += 1;
                "given_up"
            }
            End::Forfeit(side, forfeit) => {
                let who = usize::from(*side != game.a);
                *self.forfeits[who].entry(forfeit.key()).or_default() += 1;
                if self.incidents.len() < TOLD {
                    let number = self.endings.values().sum::<u64>() + 1;
                    self.incidents.push((number, who, forfeit.words()));
                }
                "forfeit"
            }
        };
        *self.endings.entry(key.to_owned()).or_default() += 1;
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.counts.games()
    }

    /// Where a sequential test stands.
    pub fn ratio(&self, sprt: &Sprt) -> Ratio {
        sprt.ratio(&self.counts)
    }

    /// The share of some of the games.
    pub fn part(&self, count: u64) -> Part {
        Part::of(count, self.games())
    }
}

/// True for an ending that comes because play would not end.
pub fn is_endless(rule: &str) -> bool {
    [Reason::REPETITION, Reason::ENDLESS_TURN, Reason::NO_CAPTURE_LIMIT, Reason::PLY_LIMIT]
        .iter()
        .any(|reason| reason.0 == rule)
}
