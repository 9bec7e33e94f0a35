//! The match: games until a player has enough points (rule M17).

use super::play::Omweso;
use super::rules::NextStarter;
use crate::play::{Next, Side, Standing, Winner};

impl Omweso {
    /// What comes after a game that is over.
    pub(super) fn after_game(&self, standing: &Standing) -> Next {
        let goal = self.rules.match_points.0;
        for (side, winner) in Side::BOTH.into_iter().zip([Winner::South, Winner::North]) {
            let points = standing.points[side.index()];
            if points >= goal {
                let reason = format!("{} has {points} points; the match goes to {goal}.", side.name());
                return Next::Over { winner, reason };
            }
        }
        let starter = standing.first.side;
        if standing.result.winner == Winner::None {
            // An annulled game is played again and does not count in the order of starters.
            return Next::Round(self.fresh_position(starter));
        }
        let won = standing.result.winner.side();
        let next = match (self.rules.next_starter, won) {
            (NextStarter::Winner, Some(winner)) => winner,
            (NextStarter::Loser, Some(winner)) => winner.other(),
            (NextStarter::Alternate, _) | (_, None) => starter.other(),
        };
        Next::Round(self.fresh_position(next))
    }
}
