//! The end of a turn, fast: the child, and what the turn wins (rules.md, sections 5.3 and 12).

use sowbase_solver::{Child, Score, Turn};

use super::columns::{count, has};
use super::facts::Facts;
use super::play::{Omweso, OmwesoState};
use super::rules::{AkakyalaScope, EndlessTurn, FirstTurnCapture, OkukoneezaUntil};
use super::turn::two_or_more;
use crate::board::Board;

/// Where the lanes of reverse relays begin in [`Scene::full`].
pub(super) const RELAYS: u32 = 16;

/// What stays the same while the turns of one state are played.
#[derive(Debug)]
pub(super) struct Scene {
    opposite: u128,
    /// The columns that can be captured; above them ([`RELAYS`]) the lanes from which a relay may run clockwise, so that
    /// one shift looks both up.
    pub(super) full: u32,
    /// Seeds of each column, a byte each.
    column_seeds: u64,
    pub(super) may_two_and_one: bool,
    facts: Facts,
    /// Facts and mark after a turn without a capture and after one with.
    after: [(Facts, u8); 2],
    /// What a turn without capture leads to: the opponent's pits are as they were.
    quiet: (Score, Turn),
}

/// True when a pit holds two seeds or more.
#[inline(always)]
pub(super) fn can_move(circuit: u128) -> bool {
    two_or_more(circuit as u64) | two_or_more((circuit >> 64) as u64) != 0
}

impl Scene {
    /// The seeds of the column of an inner lane.
    #[inline(always)]
    pub(super) fn column(&self, lane: u32) -> u32 {
        u32::from((self.column_seeds >> (8 * (lane - 8))) as u8)
    }
}

impl Omweso {
    /// What the turns of a state have in common.
    #[inline(always)]
    pub(super) fn scene(&self, state: &OmwesoState) -> Scene {
        let (opposite, facts) = (state.board.opposite, state.facts);
        let [own_first, _] = facts.first();
        let (mut full, column_seeds) = self.columns.full(opposite);
        if own_first && self.rules.first_turn_capture == FirstTurnCapture::Forbidden {
            full = 0;
        }
        full |= self.reverse.at_relay << RELAYS;
        let [own, other] = facts.captured();
        let early = match self.rules.okukoneeza_until {
            OkukoneezaUntil::AnyCapture => !own && !other,
            OkukoneezaUntil::OwnCapture => !own,
        };
        let after = [false, true].map(|captures| {
            let facts = facts.after_move(captures);
            (facts, self.marks.mark(facts))
        });
        let quiet = if can_move(opposite) { (Score(0), Turn::Pass) } else { (Score(1), Turn::Over) };
        Scene {
            opposite,
            full,
            column_seeds,
            may_two_and_one: self.rules.okukoneeza && early,
            facts,
            after,
            quiet,
        }
    }

    /// The child after a turn that ended.
    #[inline(always)]
    pub(super) fn finish(
        &self,
        scene: &Scene,
        circuit: u128,
        full: u32,
        captured_at: u32,
    ) -> Child<OmwesoState> {
        let quiet = scene.full == full;
        let (facts, mark) = scene.after[usize::from(!quiet)];
        let (own, (gain, turn)) = if quiet {
            (scene.opposite, scene.quiet)
        } else {
            let robbed = self.columns.rob(scene.opposite, scene.full ^ full);
            let points = self.points(scene, robbed, full, captured_at);
            (robbed, if points > 0 { (Score(points), Turn::Over) } else { (Score(0), Turn::Pass) })
        };
        let state = OmwesoState { board: Board { own, opposite: circuit }, facts, mark };
        Child { state, gain, turn, quiet }
    }

    /// The child after a turn that never ends.
    #[cold]
    pub(super) fn endless(&self, scene: &Scene, circuit: u128, full: u32) -> Child<OmwesoState> {
        let child = self.finish(scene, circuit, full, 0);
        let gain = if self.rules.endless_turn == EndlessTurn::OpponentWins { Score(-1) } else { Score(0) };
        Child { gain, turn: Turn::Over, ..child }
    }

    /// What a turn with captures wins; 0 when the game goes on.
    #[inline(always)]
    fn points(&self, scene: &Scene, robbed: u128, full: u32, captured_at: u32) -> i16 {
        let head = self.head_points(scene, robbed, full, captured_at);
        if head > 0 {
            head
        } else if self.rules.akakyala && self.akakyala(scene, full) {
            2
        } else {
            i16::from(!can_move(robbed))
        }
    }

    /// What akawumbi or okutema pays, 0 if it is neither.
    #[inline(always)]
    fn head_points(&self, scene: &Scene, robbed: u128, full: u32, captured_at: u32) -> i16 {
        let ends = self.columns.ends();
        if robbed == 0 && has(ends, captured_at) {
            return self.rules.akawumbi() as i16;
        }
        let corners = self.rules.emitwe_ebiri && (scene.full ^ full) & ends == ends;
        // A capture shows that the front row was not empty when the turn began.
        let front = self.rules.front_row_rule && robbed >> 64 == 0;
        if corners || front { 2 } else { 0 }
    }

    fn akakyala(&self, scene: &Scene, full: u32) -> bool {
        let [own, opposite] = scene.facts.captured();
        let laps = count(scene.full ^ full);
        let now = match self.rules.akakyala_scope {
            AkakyalaScope::TwoTurns => laps.min(1),
            AkakyalaScope::TwoCaptures => laps,
        };
        !opposite && now + u32::from(own) >= 2
    }

    /// True when a capture has just won the game, for `win_timing=immediate`.
    #[cold]
    pub(super) fn wins(&self, scene: &Scene, full: u32, captured_at: u32) -> bool {
        let robbed = self.columns.rob(scene.opposite, scene.full ^ full);
        self.head_points(scene, robbed, full, captured_at) > 0
    }
}
