//! The rules of a move as the fast engine asks for them: as constants of a type, or as values.
//!
//! A preset that matters is a type without size, and its constants vanish in the machine code. Every other choice of
//! options runs the same code on a [`Plan`].

use std::fmt::Debug;

use super::rules::{GrandSlam, LimitRule};
use super::terms::Plan;
use crate::games::options::CountSet;

/// A set of counts, and whether it is one unbroken stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The counts.
    pub set: CountSet,
    /// The lowest.
    pub lo: u8,
    /// The highest.
    pub hi: u8,
    /// True when every count between is in the set too.
    pub solid: bool,
}

impl Counts {
    /// A set that is not empty.
    #[inline(always)]
    pub const fn of(set: CountSet) -> Self {
        let (lo, hi) = (set.0.trailing_zeros(), (set.0 | 1).ilog2());
        let solid = set.0.count_ones() == hi + 1 - lo;
        Self { set, lo: lo as u8, hi: hi as u8, solid }
    }
}

/// How the counts that begin a capture lie to those that go with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Snare {
    /// The same counts, without a gap.
    Same,
    /// What begins a capture are the lowest of those that go with it; both without gaps.
    Within,
    /// Anything else.
    Other,
}

impl Snare {
    const fn of(plan: &Plan) -> Self {
        let (begin, follow) = (Counts::of(plan.trigger), Counts::of(plan.chain));
        if !begin.solid || !follow.solid || begin.lo != follow.lo || begin.hi > follow.hi {
            Self::Other
        } else if begin.set.0 == follow.set.0 {
            Self::Same
        } else {
            Self::Within
        }
    }
}

/// The rules of a move.
pub trait Facts: Clone + Debug + Send + Sync + 'static {
    /// The same rules as a value.
    fn plan(&self) -> Plan;
    /// Pits in a row.
    #[inline(always)]
    fn n(&self) -> usize {
        usize::from(self.plan().pits)
    }
    /// Counts that begin a capture.
    fn trigger(&self) -> Counts;
    /// Counts that go with it.
    fn chain(&self) -> Counts;
    /// How the two lie to each other.
    fn snare(&self) -> Snare;
    /// True when every position is calm: there is no limit, and no rule forbids a move for what it leads to.
    fn free(&self) -> bool;
    /// The most seeds that each pit may hold so that no single lap can meet the limit; 127 without a limit.
    fn calm(&self) -> u8;
    /// The same for two laps, one after the other.
    fn calm_for_two(&self) -> u8;
}

/// See [`Facts::calm`]: a lap of `t` seeds adds at most `t / (2n - 1)`, rounded up, to a pit of `t`.
const fn calm(plan: &Plan, limit: Option<u8>) -> u8 {
    let Some(limit) = limit else { return 127 };
    let others = 2 * plan.pits as u32 - 1;
    let mut most = limit as u32;
    while most > 0 && most + most.div_ceil(others) > limit as u32 {
        most -= 1;
    }
    most as u8
}

const fn free(plan: &Plan) -> bool {
    let forbids = matches!(plan.grand_slam, GrandSlam::Illegal | GrandSlam::IllegalUnlessForced);
    plan.limit.is_none() && !plan.leave_a_move && !forbids
}

const fn calm_for_two(plan: &Plan) -> u8 {
    if plan.limit.is_none() { 127 } else { calm(plan, Some(calm(plan, plan.limit))) }
}

/// Rules that are constants: a type without size.
pub trait Preset: Copy + Debug + Send + Sync + 'static {
    /// The rules.
    const PLAN: Plan;
}

impl<P: Preset> Facts for P {
    #[inline(always)]
    fn plan(&self) -> Plan {
        P::PLAN
    }
    #[inline(always)]
    fn trigger(&self) -> Counts {
        const { Counts::of(P::PLAN.trigger) }
    }
    #[inline(always)]
    fn chain(&self) -> Counts {
        const { Counts::of(P::PLAN.chain) }
    }
    #[inline(always)]
    fn snare(&self) -> Snare {
        const { Snare::of(&P::PLAN) }
    }
    #[inline(always)]
    fn free(&self) -> bool {
        const { free(&P::PLAN) }
    }
    #[inline(always)]
    fn calm(&self) -> u8 {
        const { calm(&P::PLAN, P::PLAN.limit) }
    }
    #[inline(always)]
    fn calm_for_two(&self) -> u8 {
        const { calm_for_two(&P::PLAN) }
    }
}

/// Abapa: Oware as its defaults have it, whatever the seeds and the endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abapa;

impl Preset for Abapa {
    const PLAN: Plan = Plan {
        pits: 6,
        grand_slam: GrandSlam::Forfeit,
        must_feed: true,
        leave_a_move: false,
        singles_last: false,
        limit: None,
        limit_rule: LimitRule::Skip,
        trigger: CountSet::of(&[2, 3]),
        chain: CountSet::of(&[2, 3]),
    };
}

/// Awari as the published databases take it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Academic;

impl Preset for Academic {
    const PLAN: Plan = Plan { grand_slam: GrandSlam::IllegalUnlessForced, leave_a_move: true, ..Abapa::PLAN };
}

/// Urim as its defaults have it, with `N` pits a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Brava<const N: usize>;

impl<const N: usize> Preset for Brava<N> {
    const PLAN: Plan =
        Plan { pits: N as u8, limit: Some(17), chain: CountSet::of(&[2, 3, 4]), ..Abapa::PLAN };
}

/// Any options: the plan, and what is asked of it often worked out once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    plan: Plan,
    trigger: Counts,
    chain: Counts,
    snare: Snare,
    free: bool,
    calm: u8,
    calm_for_two: u8,
}

impl From<Plan> for Chosen {
    fn from(plan: Plan) -> Self {
        Self {
            plan,
            trigger: Counts::of(plan.trigger),
            chain: Counts::of(plan.chain),
            snare: Snare::of(&plan),
            free: free(&plan),
            calm: calm(&plan, plan.limit),
            calm_for_two: calm_for_two(&plan),
        }
    }
}

impl Facts for Chosen {
    #[inline(always)]
    fn plan(&self) -> Plan {
        self.plan
    }
    #[inline(always)]
    fn trigger(&self) -> Counts {
        self.trigger
    }
    #[inline(always)]
    fn chain(&self) -> Counts {
        self.chain
    }
    #[inline(always)]
    fn snare(&self) -> Snare {
        self.snare
    }
    #[inline(always)]
    fn free(&self) -> bool {
        self.free
    }
    #[inline(always)]
    fn calm(&self) -> u8 {
        self.calm
    }
    #[inline(always)]
    fn calm_for_two(&self) -> u8 {
        self.calm_for_two
    }
}
