//! Depth-first proof-number search (Nagai's df-pn) with a bounded table.
//!
//! Every claim has two numbers: how many more must be shown to prove it, how many to disprove it, at least. The search
//! walks down to the claim that counts in both and back as soon as another looks better; the table remembers the rest.
//! Sums over transpositions would count the same claim again and again, so the largest number stands in for a sum
//! (weak proof numbers), one more for each other claim that is open.
//!
//! # What is certain
//!
//! A repetition counts against whoever could not live with endless play. Under [`Endless::Lost`] what is proven is a
//! finite tree and certain. Everything else (that something fails, and whatever is found under [`Endless::Zero`]) may
//! rest on a repetition of a path that another path does not have: it is kept as a hint, for [`super::Net`] to judge.
//!
//! A claim and its opposite share one entry: claims under [`Endless::Won`] are looked up as the denied ones under
//! [`Endless::Lost`], those under [`Endless::Zero`] by the side that needs something.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::claim::{Claim, Endless, Node, Step};
use super::net::Hope;
use super::table::{Note, Place, Table, effort};
use crate::game::Layered;
use crate::retrograde::Values;
use crate::watch::Watch;

/// What a search found of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// It holds; certain under [`Endless::Lost`].
    Holds,
    /// It does not; certain under [`Endless::Won`].
    Fails,
    /// Neither within the nodes allowed.
    Unknown,
}

/// Work to prove and to disprove; one of them is [`Numbers::NEVER`] once the claim is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const NEVER: u32 = (1 << 24) - 1;
    const FRESH: Self = Self { proof: 1, disproof: 1 };

    fn decided(holds: bool) -> Self {
        if holds {
            Self { proof: 0, disproof: Self::NEVER }
        } else {
            Self { proof: Self::NEVER, disproof: 0 }
        }
    }

    fn swapped(self, swap: bool) -> Self {
        if swap { Self { proof: self.disproof, disproof: self.proof } } else { self }
    }

    fn found(self) -> Found {
        match self {
            Self { proof: 0, .. } => Found::Holds,
            Self { disproof: 0, .. } => Found::Fails,
            _ => Found::Unknown,
        }
    }
}

/// A number that somebody else hashed.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Plies of one path; what is longer counts as a repetition.
const DEEPEST: usize = 1_000;
/// Nodes between two looks at the watch.
const LOOK: u64 = 1 << 12;

/// A claim that follows from the one on top of the path.
#[derive(Clone, Copy)]
struct Branch<S> {
    node: Node<S>,
    key: Key,
    numbers: Numbers,
}

/// Searches for the same answer, each on a thread of its own. A claim that one of them is at looks like more work to the
/// others, so that they take different ways.
#[derive(Debug)]
pub struct Crew {
    found: AtomicBool,
    busy: Vec<AtomicU8>,
}

impl Crew {
    /// Of so many searches.
    pub fn new(threads: usize) -> Self {
        let busy = if threads > 1 { 1 << 14 } else { 0 };
        Self { found: AtomicBool::new(false), busy: (0..busy).map(|_| AtomicU8::new(0)).collect() }
    }

    fn spot(&self, key: Key) -> Option<&AtomicU8> {
        self.busy.get(key.place.check() as usize & self.busy.len().wrapping_sub(1))
    }
}

/// Where a claim is in the table, and whether its opposite stands there.
#[derive(Clone, Copy)]
struct Key {
    place: Place,
    swap: bool,
}

/// A search. Many may share a table, also at the same time.
pub struct Hunt<'a, G: Layered, V: Values<G> + ?Sized> {
    game: &'a G,
    values: &'a V,
    table: &'a Table,
    watch: &'a dyn Watch,
    crew: Option<&'a Crew>,
    endless: Endless,
    path: HashSet<u64, BuildHasherDefault<AsItIs>>,
    branches: Vec<Branch<G::State>>,
    nodes: u64,
    limit: u64,
    stopped: bool,
    /// What divides every gain that was seen; 0 before the first.
    grain: u16,
}

impl<G: Layered, V: Values<G> + ?Sized> std::fmt::Debug for Hunt<'_, G, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hunt").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'a, G: Layered, V: Values<G> + ?Sized> Hunt<'a, G, V> {
    /// A search that knows `values` for certain and keeps what it finds in `table`.
    pub fn new(game: &'a G, values: &'a V, table: &'a Table, watch: &'a dyn Watch) -> Self {
        Self {
            game,
            values,
            table,
            watch,
            crew: None,
            endless: Endless::Lost,
            path: HashSet::default(),
            branches: Vec::new(),
            nodes: 0,
            limit: 0,
            stopped: false,
            grain: 0,
        }
    }

    /// The same as one of a crew.
    pub fn with(self, crew: &'a Crew) -> Self {
        Self { crew: Some(crew), ..self }
    }

    /// Nodes so far: claims whose moves were played.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What divides every gain that was seen, 0 where none was: it tells which values to ask for first, no more.
    pub fn grain(&self) -> u16 {
        self.grain
    }

    /// True when the watch said stop.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Looks for a proof of a claim, or of its opposite, with at most `limit` more nodes.
    pub fn find(&mut self, claim: Claim<G::State>, limit: u64) -> Found {
        let (claim, denied) =
            if claim.endless == Endless::Won { (claim.denied(), true) } else { (claim, false) };
        self.endless = claim.endless;
        self.limit = self.nodes.saturating_add(limit);
        self.path.clear();
        self.branches.clear();
        let key = self.key(&claim.node);
        let never = Numbers { proof: Numbers::NEVER, disproof: Numbers::NEVER };
        let found = match claim.node.known(self.game, self.values, self.endless) {
            Some(holds) => Numbers::decided(holds),
            None => self.deepen(claim.node, key, never, 0),
        };
        if let Some(crew) = self.crew.filter(|_| found.found() != Found::Unknown) {
            crew.found.store(true, Relaxed);
        }
        found.swapped(denied).found()
    }

    /// What the table says of a claim.
    pub fn hope(table: &Table, node: &Node<G::State>, endless: Endless) -> Hope {
        let (node, denied) = if endless == Endless::Won { (node.denied(), true) } else { (*node, false) };
        let endless = if denied { Endless::Lost } else { endless };
        let key = key_of::<G>(table, &node, endless);
        read(table, key).swapped(denied).found().into()
    }

    fn key(&self, node: &Node<G::State>) -> Key {
        key_of::<G>(self.table, node, self.endless)
    }

    /// Searches below a claim until one of its numbers reaches its limit.
    fn deepen(&mut self, node: Node<G::State>, key: Key, limits: Numbers, depth: usize) -> Numbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.watch.advance(LOOK);
            self.stopped |= self.watch.stop();
            if self.crew.is_some_and(|crew| crew.found.load(Relaxed)) {
                self.limit = self.nodes;
            }
        }
        let (from, began) = (self.branches.len(), self.nodes);
        self.path.insert(key.place.check());
        let spot = self.crew.and_then(|crew| crew.spot(key));
        if let Some(spot) = spot {
            spot.fetch_add(1, Relaxed);
        }
        let numbers = match self.branch(node) {
            Some(holds) => Numbers::decided(holds),
            None => self.weigh(node.own, from, limits, depth),
        };
        if let Some(spot) = spot {
            spot.fetch_sub(1, Relaxed);
        }
        self.path.remove(&key.place.check());
        self.branches.truncate(from);
        self.note(key, numbers, self.nodes - began);
        numbers
    }

    /// Lists what follows from a claim; says whether it holds where that shows at once.
    fn branch(&mut self, node: Node<G::State>) -> Option<bool> {
        let from = self.branches.len();
        let (game, own) = (self.game, node.own);
        let (any, flow) = node.steps(game, |step| {
            match step {
                Step::Decided(holds) if holds == own => return ControlFlow::Break(holds),
                Step::Decided(_) => {}
                Step::On(next) => match self.seen(node.need, next).known(game, self.values, self.endless) {
                    Some(holds) if holds == own => return ControlFlow::Break(holds),
                    Some(_) => {}
                    None => {
                        let key = self.key(&next);
                        self.branches.push(Branch { node: next, key, numbers: Numbers::FRESH });
                    }
                },
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(holds) => Some(holds),
            ControlFlow::Continue(()) if !any => Some(node.settled(game)),
            ControlFlow::Continue(()) if self.branches.len() == from => Some(!own),
            ControlFlow::Continue(()) => None,
        }
    }

    /// Notes what a move gained.
    #[inline]
    fn seen(&mut self, need: i16, next: Node<G::State>) -> Node<G::State> {
        let gain = need.abs_diff(next.need);
        if gain > 0 && (self.grain == 0 || gain % self.grain > 0) {
            self.grain = common(self.grain, gain);
        }
        next
    }

    /// Follows the branches from `from` on, the most promising first, as long as the numbers are below their limits.
    fn weigh(&mut self, own: bool, from: usize, limits: Numbers, depth: usize) -> Numbers {
        for at in from..self.branches.len() {
            let Branch { node, key, .. } = self.branches[at];
            self.branches[at].numbers = if self.path.contains(&key.place.check()) || depth >= DEEPEST {
                Numbers::decided(self.endless.frees(node.need))
            } else {
                read(self.table, key)
            };
        }
        // Seen by whoever moves: `proof` is his, he needs one branch; `disproof` needs them all.
        let limits = limits.swapped(!own);
        loop {
            let (mut best, mut second, mut most, mut open) = (from, Numbers::NEVER, 0, 0);
            let (mut least, mut looks) = (Numbers { proof: u32::MAX, disproof: 0 }, u32::MAX);
            for at in from..self.branches.len() {
                let Branch { numbers, key, .. } = self.branches[at];
                let numbers = numbers.swapped(!own);
                // One that has reached the limit already would come back at once: for it no other may be passed over.
                let work = numbers.proof;
                let look =
                    if work < limits.proof { self.crowded(key, work) } else { work.max(Numbers::NEVER - 1) };
                if (look, u32::MAX - numbers.disproof) < (looks, u32::MAX - least.disproof) {
                    second = looks;
                    (best, least, looks) = (at, numbers, look);
                } else {
                    second = second.min(look);
                }
                most = most.max(numbers.disproof);
                open += u32::from(numbers.disproof > 0);
            }
            let proof = self.branches[from..].iter().map(|branch| branch.numbers.swapped(!own).proof).min();
            let disproof = if most >= Numbers::NEVER {
                Numbers::NEVER
            } else {
                (most + open.max(1) - 1).min(Numbers::NEVER - 1)
            };
            let numbers = Numbers { proof: proof.unwrap_or(Numbers::NEVER), disproof };
            let over = numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= limits.proof
                || numbers.disproof >= limits.disproof;
            if over || self.stopped || self.nodes >= self.limit {
                return numbers.swapped(!own);
            }
            let second = second.min(Numbers::NEVER - 1);
            let below = Numbers {
                proof: limits.proof.min(second + second / 4 + 1),
                disproof: limits
                    .disproof
                    .saturating_sub(open - 1)
                    .max(least.disproof + 1)
                    .min(Numbers::NEVER),
            };
            let Branch { node, key, numbers, .. } = self.branches[best];
            if self.crew.is_some() {
                // Another one may have been there meanwhile.
                let now = read(self.table, key);
                if now.found() != Found::Unknown && now != numbers {
                    self.branches[best].numbers = now;
                    continue;
                }
            }
            self.branches[best].numbers = self.deepen(node, key, below.swapped(!own), depth + 1);
        }
    }

    /// How much work a claim looks like, others being at it or not.
    #[inline]
    fn crowded(&self, key: Key, proof: u32) -> u32 {
        let busy = self.crew.and_then(|crew| crew.spot(key)).map_or(0, |spot| u32::from(spot.load(Relaxed)));
        if busy == 0 || proof == 0 || proof >= Numbers::NEVER {
            return proof;
        }
        (proof + busy * (proof / 2 + 1)).min(Numbers::NEVER - 1)
    }

    fn note(&self, key: Key, numbers: Numbers, nodes: u64) {
        let Numbers { proof, disproof } = numbers.swapped(key.swap);
        let work = effort(nodes);
        self.table.put(key.place, Note { bits: u64::from(proof) << 24 | u64::from(disproof), work });
    }
}

/// The largest number that divides both; 0 is divided by all.
pub(super) fn common(mut one: u16, mut other: u16) -> u16 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn key_of<G: Layered>(table: &Table, node: &Node<G::State>, endless: Endless) -> Key {
    // Under Zero one of the two sides needs something; under Lost the claimant is the one who must get there.
    let swap = endless == Endless::Zero && node.need <= 0;
    let node = if swap { node.denied() } else { *node };
    Key { place: table.place(&node, 1 + endless as u64), swap }
}

fn read(table: &Table, key: Key) -> Numbers {
    let noted = table.get(key.place).map_or(Numbers::FRESH, |note| Numbers {
        proof: (note.bits >> 24) as u32 & Numbers::NEVER,
        disproof: note.bits as u32 & Numbers::NEVER,
    });
    noted.swapped(key.swap)
}
