//! Single-lap games row by row: what the fastest builder of databases asks for.

use sowbase_solver::{Harvest, Rowed, Sowing, Turn};

use super::facts::Facts;
use super::lanes::Lanes;
use super::laps::Sown;
use super::play::SingleLap;
use super::rules::GrandSlam;
use super::terms::{Plan, SingleLapRules};
use crate::board::Board;

/// True when a grand slam comes after every other move.
fn slam_last(plan: &Plan) -> bool {
    matches!(plan.grand_slam, GrandSlam::Illegal | GrandSlam::IllegalUnlessForced)
}

impl<R: Lanes, F: Facts, V: SingleLapRules> SingleLap<R, F, V, Board<R>> {
    /// The pits of a row that may be lifted wherever the opposite row has seeds: single seeds may come last.
    fn allowed(&self, own: R) -> R {
        let large = own.over(1);
        if self.facts.plan().singles_last && large != R::EMPTY { large } else { own.held() }
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules> Rowed for SingleLap<R, F, V, Board<R>> {
    type Row = R;

    /// A slam that depends on stores needs more than the board. A single seed after a slam, and a move that leaves a
    /// move where the other side's slams are forbidden or its pits full, depend on the whole board for every state.
    fn splits(&self) -> bool {
        let plan = self.facts.plan();
        let single = plan.singles_last && slam_last(&plan);
        let leave = plan.leave_a_move && (plan.grand_slam == GrandSlam::Illegal || plan.limit.is_some());
        plan.grand_slam != GrandSlam::AllowedIfWins && !single && !leave
    }

    fn same_rows(&self, other: &Self) -> bool {
        self.facts.plan() == other.facts.plan()
    }

    fn row_count(&self, seeds: u8) -> u64 {
        self.ranking.rows(usize::from(seeds))
    }

    fn row(&self, seeds: u8, number: u32) -> R {
        self.ranking.unrow(usize::from(seeds), u64::from(number))
    }

    #[inline]
    fn row_number(&self, row: R) -> u32 {
        self.ranking.row(row).0 as u32
    }

    fn plain_own(&self, row: R) -> bool {
        row.over(self.facts.calm()) == R::EMPTY
    }

    /// Whether a move feeds, or leaves a move, is asked only against an empty row.
    fn plain_opposite(&self, row: R) -> bool {
        let plan = self.facts.plan();
        let hungry = row == R::EMPTY && (plan.must_feed || plan.leave_a_move);
        !hungry && row.over(self.facts.calm()) == R::EMPTY
    }

    fn most_moves(&self) -> usize {
        self.facts.n()
    }

    fn sowings(&self, own: R, mut visit: impl FnMut(Sowing<R>)) {
        let mut tops = self.allowed(own);
        while tops != R::EMPTY {
            let (pit, rest) = tops.split_lowest();
            let sown = self.laps.sow(Board { own, opposite: R::EMPTY }, pit);
            let given = sown.opposite.seeds() as u8;
            visit(Sowing { row: sown.own, given, lands: sown.land != R::EMPTY });
            tops = rest;
        }
    }

    fn given(&self, row: R, seeds: u8) -> R {
        let n = self.facts.n();
        let (each, more) = (seeds / n as u8, usize::from(seeds) % n);
        let more = if more == 0 { R::EMPTY } else { R::splat(1) & R::up_to(more - 1) };
        let all = R::splat(each) & R::up_to(n - 1);
        row.plus(all).plus(more)
    }

    fn harvest(&self, row: R, seeds: u8) -> Harvest<R> {
        let (n, plan) = (self.facts.n(), self.facts.plan());
        let (end, land) = self.laps.end(Some(n + (usize::from(seeds) - 1) % n));
        let sown = Sown { own: R::EMPTY, opposite: row, end, land, stored: 0 };
        let spared = self.spared(&sown);
        if row & !spared == R::EMPTY {
            return Harvest::Quiet;
        }
        let slam = row & spared == R::EMPTY;
        if slam && slam_last(&plan) {
            return Harvest::Withheld;
        }
        let child = self.reap(&Board { own: R::EMPTY, opposite: R::EMPTY }, &sown, spared);
        if child.quiet {
            return Harvest::Quiet;
        }
        let taken = if child.turn == Turn::Again { child.state.opposite } else { child.state.own };
        // Rule "leave a move": a move that leaves the other side no seeds, or no turn, comes last.
        if plan.leave_a_move && (child.turn != Turn::Pass || taken == R::EMPTY) {
            return Harvest::Withheld;
        }
        let own = if child.turn == Turn::Over { -1 } else { 0 };
        Harvest::Taken { seeds: (row.seeds() - taken.seeds()) as u8, left: taken, turn: child.turn, own }
    }

    #[inline]
    fn unsow(&self, own: R, opposite: R, mut visit: impl FnMut(R, R, u8, bool)) {
        let n = self.facts.n();
        for origin in 0..n {
            if own.pit(origin) != 0 {
                continue;
            }
            let (mut before, mut facing) = (own, opposite);
            let (mut hand, mut given, mut place) = (0u8, 0u8, origin);
            loop {
                place += 1;
                if place == 2 * n {
                    place = 0;
                }
                if place == origin {
                    continue;
                }
                let lands = place >= n;
                let (row, pit) = if lands { (&mut facing, place - n) } else { (&mut before, place) };
                let held = row.pit(pit);
                if held == 0 {
                    break;
                }
                *row = row.with(pit, held - 1);
                hand += 1;
                given += u8::from(lands);
                let lifted = before.with(origin, hand);
                let allowed = hand > 1 || !self.facts.plan().singles_last || lifted.over(1) == R::EMPTY;
                if allowed && self.plain_own(lifted) && self.plain_opposite(facing) {
                    visit(lifted, facing, given, lands);
                }
            }
        }
    }

    fn state(&self, own: R, opposite: R) -> Board<R> {
        Board { own, opposite }
    }
}
