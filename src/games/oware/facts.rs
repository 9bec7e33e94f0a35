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
    pub const fn of(set: CountSet) -> Self {
        let (lo, hi) = (set.0.trailing_zeros(), 31 - (set.0 | 1).leading_zeros());
        let solid = set.0.count_ones() == hi + 1 - lo;
        Self { set, lo: lo as u8, hi: hi as u8, solid }
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
    #[inline(always)]
    fn trigger(&self) -> Counts {
        Counts::of(self.plan().trigger)
    }
    /// Counts that go with it.
    #[inline(always)]
    fn chain(&self) -> Counts {
        Counts::of(self.plan().chain)
    }
    /// The most seeds that each pit may hold so that no single lap can meet the limit; 127 without a limit.
    #[inline(always)]
    fn calm(&self) -> u8 {
        calm(&self.plan())
    }
}

/// See [`Facts::calm`]: a lap of `t` seeds adds at most `t / (2n - 1)`, rounded up, to a pit of `t`.
const fn calm(plan: &Plan) -> u8 {
    let Some(limit) = plan.limit else { return 127 };
    let others = 2 * plan.pits as u32 - 1;
    let mut most = limit as u32;
    while most > 0 && most + most.div_ceil(others) > limit as u32 {
        most -= 1;
    }
    most as u8
}

/// Abapa: Oware as its defaults have it, whatever the seeds and the endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abapa;

const ABAPA: Plan = Plan {
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

impl Facts for Abapa {
    #[inline(always)]
    fn plan(&self) -> Plan {
        ABAPA
    }
}

/// Awari as the published databases take it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Academic;

const ACADEMIC: Plan = Plan { grand_slam: GrandSlam::IllegalUnlessForced, leave_a_move: true, ..ABAPA };

impl Facts for Academic {
    #[inline(always)]
    fn plan(&self) -> Plan {
        ACADEMIC
    }
}

/// Urim as its defaults have it, with `N` pits a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Brava<const N: usize>;

impl<const N: usize> Facts for Brava<N> {
    #[inline(always)]
    fn plan(&self) -> Plan {
        Plan { pits: N as u8, limit: Some(17), chain: CountSet::of(&[2, 3, 4]), ..ABAPA }
    }
}

/// Any options: the plan, and what is asked of it often worked out once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    plan: Plan,
    trigger: Counts,
    chain: Counts,
    calm: u8,
}

impl From<Plan> for Chosen {
    fn from(plan: Plan) -> Self {
        Self { plan, trigger: Counts::of(plan.trigger), chain: Counts::of(plan.chain), calm: calm(&plan) }
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
    fn calm(&self) -> u8 {
        self.calm
    }
}
