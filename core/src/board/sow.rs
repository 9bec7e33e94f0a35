//! Sowing one lap by table: what each pit of the ring gets from a hand, added in one wide addition.

use super::{Board, MAX_SEEDS, Row};

/// How a lap runs round a ring of 2 × `n` pits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ring {
    /// Pits in a row, 1 to 16.
    pub n: usize,
    /// The pit lifted gets no seed.
    pub skip_origin: bool,
    /// The mover's store is sown after his last pit.
    pub own_store: bool,
}

/// One lap: what to add to a board whose origin has been emptied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lap<R> {
    /// Seeds for each pit.
    pub add: Board<R>,
    /// Seeds for the mover's store.
    pub store: u8,
    /// Where the last seed falls: a pit of the ring, the mover's first pit being 0; [`Lap::STORE`] for his store.
    pub last: u8,
}

impl<R> Lap<R> {
    /// The value of [`Lap::last`] for the mover's store.
    pub const STORE: u8 = STORE;
}

/// Every lap of a ring, by origin and hand.
#[derive(Clone, Debug)]
pub struct Laps<R> {
    laps: Box<[Lap<R>]>,
    ring: Ring,
}

const STORE: u8 = u8::MAX;
const HANDS: usize = MAX_SEEDS as usize + 1;

impl<R: Row> Laps<R> {
    /// The table for a ring; origins are the mover's pits and the opponent's.
    pub fn new(ring: Ring) -> Self {
        assert!((1..=R::PITS).contains(&ring.n), "{} pits in a row of {}", ring.n, R::PITS);
        let mut laps = Vec::with_capacity(2 * ring.n * HANDS);
        for origin in 0..2 * ring.n {
            // Each hand's lap is the one before it and one seed more.
            let mut lap = Lap { last: origin as u8, ..Lap::default() };
            laps.push(lap);
            for _ in 1..HANDS {
                lap = ring.next(origin, lap);
                laps.push(lap);
            }
        }
        Self { laps: laps.into_boxed_slice(), ring }
    }

    /// The lap of `hand` seeds from pit `origin` of the ring.
    #[inline(always)]
    pub fn lap(&self, origin: usize, hand: u8) -> &Lap<R> {
        &self.laps[origin * HANDS + usize::from(hand)]
    }

    /// The ring.
    pub fn ring(&self) -> Ring {
        self.ring
    }
}

impl Ring {
    fn next<R: Row>(self, origin: usize, mut lap: Lap<R>) -> Lap<R> {
        let mut place = self.after(lap.last);
        if self.skip_origin && place == origin as u8 {
            place = self.after(place);
        }
        lap.last = place;
        if place == STORE {
            lap.store += 1;
            return lap;
        }
        let pit = usize::from(place);
        lap.add = lap.add.with_ring_pit(self.n, pit, lap.add.ring_pit(self.n, pit) + 1);
        lap
    }

    /// The place after a pit or the store.
    fn after(self, place: u8) -> u8 {
        match usize::from(place) {
            _ if place == STORE => self.n as u8,
            pit if self.own_store && pit + 1 == self.n => STORE,
            pit => ((pit + 1) % (2 * self.n)) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The slow twin: seed by seed over a plain list, the store being one more place in it.
    fn slow(ring: Ring, pits: &mut [u8], store: &mut u8, origin: usize) -> Option<usize> {
        let mut hand = std::mem::take(&mut pits[origin]);
        let places: Vec<Option<usize>> = (0..ring.n)
            .map(Some)
            .chain(ring.own_store.then_some(None))
            .chain((ring.n..2 * ring.n).map(Some))
            .collect();
        let mut at = places.iter().position(|&p| p == Some(origin)).expect("the origin is a pit");
        while hand > 0 {
            at = (at + 1) % places.len();
            match places[at] {
                Some(pit) if pit == origin && ring.skip_origin => continue,
                Some(pit) => pits[pit] += 1,
                None => *store += 1,
            }
            hand -= 1;
        }
        places[at]
    }

    fn check<R: Row>(ring: Ring, pits: &[u8], origin: usize) {
        let laps = Laps::<R>::new(ring);
        let (own, opposite) = pits.split_at(ring.n);
        let board = Board::<R>::from_pits(own, opposite);
        let hand = board.ring_pit(ring.n, origin);
        let lap = laps.lap(origin, hand);
        let lifted = board.with_ring_pit(ring.n, origin, 0);
        let after =
            Board { own: lifted.own.plus(lap.add.own), opposite: lifted.opposite.plus(lap.add.opposite) };

        let (mut expected, mut store) = (pits.to_vec(), 0);
        let last = slow(ring, &mut expected, &mut store, origin);
        assert_eq!([after.own.pits(ring.n), after.opposite.pits(ring.n)].concat(), expected);
        assert_eq!(lap.store, store);
        if hand > 0 {
            assert_eq!(lap.last, last.map_or(Lap::<R>::STORE, |pit| pit as u8));
        }
    }

    proptest! {
        #[test]
        fn laps_equal_seed_by_seed(
            n in 1..=16usize,
            skip_origin: bool,
            own_store: bool,
            origin in 0..32usize,
            hand in 0..=127u8,
            noise in proptest::collection::vec(0..4u8, 32),
        ) {
            // A skipped origin on a ring of one pit a side leaves a single place to sow, which may pass 127.
            prop_assume!(n > 1 || !skip_origin);
            let origin = origin % (2 * n);
            let ring = Ring { n, skip_origin, own_store: own_store && origin < n };
            let mut pits = noise[..2 * n].to_vec();
            pits[origin] = 0;
            let rest: u8 = pits.iter().sum();
            pits[origin] = hand.min(127 - rest);
            check::<u128>(ring, &pits, origin);
            if n <= 8 {
                check::<u64>(ring, &pits, origin);
            }
        }
    }
}
