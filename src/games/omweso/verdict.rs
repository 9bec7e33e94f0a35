//! The end of a turn, fast: the child, and what the turn wins (rules.md, sections 5.3 and 12).

use sowbase_solver::{Child, Score, Turn};

use super::facts::Facts;
use super::play::{Omweso, OmwesoState};
use super::rules::{AkakyalaScope, EndlessTurn, FirstTurnCapture, OkukoneezaUntil};
use super::turn::two_or_more;
use crate::board::Board;

/// What stays the same while the turns of one state are played.
#[derive(Debug)]
pub(super) struct Scene {
    opposite: u128,
    /// Seeds of each column that can be captured, a byte a column: 0 where one of its two pits is empty.
    pub(super) columns: u64,
    pub(super) may_two_and_one: bool,
    facts: Facts,
    /// Facts and mark after a turn without a capture and after one with.
    after: [(Facts, u8); 2],
    /// What a turn without capture leads to: the opponent's pits are as they were.
    quiet: (Score, Turn),
}

const TOP: u64 = 0x8080_8080_8080_8080;

/// The top bit of each byte that is not 0.
#[inline(always)]
fn nonzero(row: u64) -> u64 {
    (row + 0x7f7f_7f7f_7f7f_7f7f) & TOP
}

/// All bits of the bytes whose top bit is set.
#[inline(always)]
fn spread(tops: u64) -> u64 {
    (tops >> 7) * 0xff
}

impl Omweso {
    /// What the turns of a state have in common.
    #[inline(always)]
    pub(super) fn scene(&self, state: &OmwesoState) -> Scene {
        let (opposite, facts) = (state.board.opposite, state.facts);
        let (outer, inner) = (opposite as u64, self.mirrored((opposite >> 64) as u64));
        let [own_first, _] = facts.first();
        let columns = if own_first && self.rules.first_turn_capture == FirstTurnCapture::Forbidden {
            0
        } else {
            (outer + inner) & spread(nonzero(outer) & nonzero(inner))
        };
        let [own, other] = facts.captured();
        let early = match self.rules.okukoneeza_until {
            OkukoneezaUntil::AnyCapture => !own && !other,
            OkukoneezaUntil::OwnCapture => !own,
        };
        let after = [false, true].map(|captures| {
            let facts = facts.after_move(captures);
            (facts, self.marks.mark(facts))
        });
        let quiet = if self.can_move(opposite) { (Score(0), Turn::Pass) } else { (Score(1), Turn::Over) };
        Scene { opposite, columns, may_two_and_one: self.rules.okukoneeza && early, facts, after, quiet }
    }

    /// An inner row with its columns in the order of the opponent's outer row, or back.
    #[inline(always)]
    fn mirrored(&self, inner: u64) -> u64 {
        inner.swap_bytes() >> (8 * (8 - self.m()))
    }

    /// True when a pit holds two seeds or more.
    #[inline(always)]
    pub(super) fn can_move(&self, circuit: u128) -> bool {
        two_or_more(circuit as u64) | two_or_more((circuit >> 64) as u64) != 0
    }

    /// The opponent's circuit once the columns that are gone have been taken from it.
    #[inline(always)]
    fn robbed(&self, scene: &Scene, columns: u64) -> u128 {
        let taken = spread(nonzero(scene.columns ^ columns));
        scene.opposite & !(u128::from(taken) | u128::from(self.mirrored(taken)) << 64)
    }

    /// The child after a turn that ended.
    #[inline(always)]
    pub(super) fn finish(
        &self,
        scene: &Scene,
        circuit: u128,
        columns: u64,
        captured_at: u32,
    ) -> Child<OmwesoState> {
        let quiet = scene.columns == columns;
        let (facts, mark) = scene.after[usize::from(!quiet)];
        let (own, (gain, turn)) = if quiet {
            (scene.opposite, scene.quiet)
        } else {
            let robbed = self.robbed(scene, columns);
            let points = self.points(scene, robbed, columns, captured_at);
            (robbed, if points > 0 { (Score(points), Turn::Over) } else { (Score(0), Turn::Pass) })
        };
        let state = OmwesoState { board: Board { own, opposite: circuit }, facts, mark };
        Child { state, gain, turn, quiet }
    }

    /// The child after a turn that never ends.
    #[cold]
    pub(super) fn endless(&self, scene: &Scene, circuit: u128, columns: u64) -> Child<OmwesoState> {
        let child = self.finish(scene, circuit, columns, 0);
        let gain = if self.rules.endless_turn == EndlessTurn::OpponentWins { Score(-1) } else { Score(0) };
        Child { gain, turn: Turn::Over, ..child }
    }

    /// What a turn with captures wins; 0 when the game goes on.
    #[inline(always)]
    fn points(&self, scene: &Scene, robbed: u128, columns: u64, captured_at: u32) -> i16 {
        let head = self.head_points(scene, robbed, columns, captured_at);
        if head > 0 {
            head
        } else if self.rules.akakyala && self.akakyala(scene, columns) {
            2
        } else {
            i16::from(!self.can_move(robbed))
        }
    }

    /// What akawumbi or okutema pays, 0 if it is neither.
    #[inline(always)]
    fn head_points(&self, scene: &Scene, robbed: u128, columns: u64, captured_at: u32) -> i16 {
        let last = self.m() as u32 - 1;
        let at_an_end = captured_at == 8 || captured_at == 8 + last;
        if robbed == 0 && at_an_end {
            return self.rules.akawumbi() as i16;
        }
        let taken = nonzero(scene.columns ^ columns);
        let ends = 0x80 | 0x80 << (8 * last);
        let corners = self.rules.emitwe_ebiri && taken & ends == ends;
        // A capture shows that the front row was not empty when the turn began.
        let front = self.rules.front_row_rule && robbed >> 64 == 0;
        if corners || front { 2 } else { 0 }
    }

    fn akakyala(&self, scene: &Scene, columns: u64) -> bool {
        let [own, opposite] = scene.facts.captured();
        let laps = nonzero(scene.columns ^ columns).count_ones();
        let now = match self.rules.akakyala_scope {
            AkakyalaScope::TwoTurns => laps.min(1),
            AkakyalaScope::TwoCaptures => laps,
        };
        !opposite && now + u32::from(own) >= 2
    }

    /// True when a capture has just won the game, for `win_timing=immediate`.
    #[cold]
    pub(super) fn wins(&self, scene: &Scene, columns: u64, captured_at: u32) -> bool {
        let robbed = self.robbed(scene, columns);
        self.head_points(scene, robbed, columns, captured_at) > 0
    }
}
