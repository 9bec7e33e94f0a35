//! From round to round: refilling, closing and reopening holes, who begins, when the match is won.

use sowbase_solver::Reason;

use super::play::Bosh;
use super::ring::Ring;
use super::rules::{FillSide, NextStarter, Rounds};
use crate::play::{Next, Position, Side, Standing, Winner};

impl<R: Ring> Bosh<R> {
    pub(super) fn round_after(&self, standing: &Standing) -> Next {
        if self.rules.rounds == Rounds::Single {
            return Next::Single;
        }
        let first = &standing.first;
        let mut began = match first.extra("fill") {
            Some("N") => Side::North,
            Some(_) => Side::South,
            None => first.side,
        };
        let mut void = standing.result.winner == Winner::None;
        let owned = if void {
            Side::BOTH.map(|side| first.row_seeds(side) + u32::from(first.stores[side.index()]))
        } else {
            whole(standing.result.south, standing.result.north, began)
        };
        if standing.result.rule == Reason::PLY_LIMIT.0
            || self.rules.ply_limit.0.is_some_and(|limit| standing.plies >= limit)
        {
            return over(owned, "the agreed number of plies has been played");
        }
        let below = self.rules.lost_below();
        if let Some(side) = Side::BOTH.into_iter().find(|side| owned[side.index()] < below) {
            let stones = owned[side.index()];
            return over(owned, &format!("{} owns {stones} stones, fewer than {below}", side.name()));
        }
        let mut round = round_of(first);
        loop {
            if round >= self.rules.max_rounds.0 {
                return over(owned, &format!("{round} rounds have been played"));
            }
            let starter = self.starter(owned, began, void);
            round += 1;
            let mut position = self.filled(owned, starter);
            if self.rules.ply_limit.0.is_some() {
                position.plies = standing.plies;
            }
            if round > 1 {
                position.extras.insert("round".into(), round.to_string());
            }
            if !self.slow_moves(&position).is_empty() {
                return Next::Round(position);
            }
            // No turn of the starter would ever stop: that round is over at once, and each keeps his row.
            (began, void) = (starter, false);
        }
    }

    fn starter(&self, owned: [u32; 2], began: Side, void: bool) -> Side {
        let richer = match owned[0].cmp(&owned[1]) {
            std::cmp::Ordering::Greater => Some(Side::South),
            std::cmp::Ordering::Less => Some(Side::North),
            std::cmp::Ordering::Equal => None,
        };
        let by_rule = match self.rules.next_starter {
            _ if void => None,
            NextStarter::Alternate => None,
            NextStarter::Loser => richer.map(Side::other),
            NextStarter::Winner => richer,
        };
        by_rule.unwrap_or(began.other())
    }

    /// The first position of a round for what each owns.
    fn filled(&self, owned: [u32; 2], starter: Side) -> Position {
        let (n, seeds) = (self.n(), self.rules.seeds_per_pit.0);
        let mut position = Position::new(vec![0; n], vec![0; n]);
        position.side = starter;
        for side in Side::BOTH {
            let all = owned[side.index()];
            let holes = n.min((all / seeds) as usize);
            // Until a choice is made, the holes are filled from the right.
            let from = if self.rules.fill_side == FillSide::Left { 0 } else { n - holes };
            for pit in 0..n {
                if (from..from + holes).contains(&pit) {
                    position.pits[side.index()][pit] = seeds as u8;
                } else {
                    position.closed[side.index()] |= 1 << pit;
                }
            }
            position.stores[side.index()] = (all - holes as u32 * seeds) as u16;
        }
        let picks = |side: Side| position.closed[side.index()] != 0;
        if self.rules.fill_side == FillSide::Choice
            && let Some(side) = [starter.other(), starter].into_iter().find(|&side| picks(side))
        {
            // The one who does not begin picks first, if he has a choice.
            position.side = side;
            position.extras.insert("fill".into(), starter.letter().to_string());
        }
        position
    }
}

/// The number of the round a position belongs to.
pub(super) fn round_of(position: &Position) -> u32 {
    position.extra("round").and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// What each owns in whole stones. A stone that a split left in two halves goes to the one who owns less; if equal, to
/// the one who did not begin the round.
fn whole(south: f64, north: f64, began: Side) -> [u32; 2] {
    let mut owned = [south, north].map(|seeds| seeds.floor() as u32);
    if owned[0] + owned[1] < (south + north) as u32 {
        let poorer = match owned[0].cmp(&owned[1]) {
            std::cmp::Ordering::Less => Side::South,
            std::cmp::Ordering::Greater => Side::North,
            std::cmp::Ordering::Equal => began.other(),
        };
        owned[poorer.index()] += 1;
    }
    owned
}

/// The match is decided: more stones win.
fn over(owned: [u32; 2], why: &str) -> Next {
    let (winner, words) = match owned[0].cmp(&owned[1]) {
        std::cmp::Ordering::Greater => (Winner::South, "South wins the match"),
        std::cmp::Ordering::Less => (Winner::North, "North wins the match"),
        std::cmp::Ordering::Equal => (Winner::Draw, "the match is a draw"),
    };
    Next::Over { winner, reason: format!("{why}: {words}, {}-{} (South-North).", owned[0], owned[1]) }
}
