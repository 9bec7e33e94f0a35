//! What is known of a move, whoever found it out.

use std::cmp::Reverse;

use crate::engine::SearchedMove;
use crate::tables::{MoveValue, PvStops, Worth};

/// A legal move and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move.
    pub r#move: String,
    /// What its mover still gains, net, the move itself included, in hundredths of a seed (or of a point); `None` where
    /// nothing is known.
    pub hundredths: Option<i32>,
    /// What the value is worth.
    pub worth: Option<Worth>,
    /// It is proven to be worth at least this, in whole seeds, if need be with [`Judged::counting_endless_nothing`].
    pub at_least: Option<i16>,
    /// It is proven to be worth at most this.
    pub at_most: Option<i16>,
    /// Plies of the search behind the value; 0 for a database.
    pub depth: u32,
    /// False when it is only known to be no better than its value.
    pub own_value: bool,
    /// The value counts endless play as nothing, and another rule might change it.
    pub counting_endless_nothing: bool,
    /// Plies to the end under best play.
    pub distance: Option<u32>,
    /// What both sides are expected to play, this move first; may be empty.
    pub pv: Vec<String>,
    /// Why that line stops.
    pub pv_stops: Option<PvStops>,
}

impl From<&SearchedMove> for Judged {
    fn from(mv: &SearchedMove) -> Self {
        // A move that the search has not come to has no value, only what is proven of any move.
        let seen = mv.depth > 0 || mv.bound != Worth::Estimate;
        Self {
            r#move: mv.r#move.clone(),
            hundredths: seen.then_some(mv.hundredths),
            worth: seen.then_some(mv.bound),
            at_least: Some(mv.at_least),
            at_most: Some(mv.at_most),
            depth: mv.depth,
            own_value: mv.own_value,
            counting_endless_nothing: false,
            distance: None,
            pv: mv.pv.clone(),
            pv_stops: Some(mv.pv_stops),
        }
    }
}

impl From<&MoveValue> for Judged {
    fn from(mv: &MoveValue) -> Self {
        let exact = mv.bound == Some(Worth::Exact);
        Self {
            r#move: mv.r#move.clone(),
            hundredths: mv.score.map(|score| 100 * i32::from(score)),
            worth: mv.bound,
            at_least: mv.score.filter(|_| exact),
            at_most: mv.score.filter(|_| exact),
            depth: mv.depth.unwrap_or(0),
            own_value: mv.score.is_some(),
            counting_endless_nothing: mv.score.is_some() && mv.depends_on_endless != Some(false),
            distance: mv.distance,
            pv: mv.pv.clone().unwrap_or_default(),
            pv_stops: mv.pv_stops,
        }
    }
}

impl Judged {
    /// The value itself, where it is known for certain.
    pub fn exact(&self) -> Option<i16> {
        self.at_least.filter(|least| self.at_most == Some(*least))
    }
}

/// The best of the moves: the first whose value is largest; among those for certain equal the one that gains sooner or
/// loses later, where the distances of all of them are known.
pub(super) fn best(judged: &[Judged]) -> Option<&Judged> {
    let first = judged.iter().max_by_key(|mv| (mv.hundredths, mv.own_value)).and_then(|most| {
        judged.iter().find(|mv| mv.hundredths == most.hundredths && mv.own_value == most.own_value)
    })?;
    let Some(value) = first.exact() else { return Some(first) };
    let equal = || judged.iter().filter(|mv| mv.exact() == Some(value));
    if equal().any(|mv| mv.distance.is_none()) {
        return Some(first);
    }
    let far = |mv: &&Judged| i64::from(mv.distance.unwrap_or(0));
    // The first among equals, whichever way.
    if value >= 0 { equal().min_by_key(far) } else { equal().min_by_key(|mv| Reverse(far(mv))) }
}
