//! The path for every machine, in plain words of 64 bits.

use super::fold::{LOWER, entry};
use super::{BITS, Batch, Below, FULL, Fold, Items, Laps, Moves, Numbers, Sources};

/// Laps of the passes of a relay: after each pass those that have stopped are taken out.
const PASSES: [usize; 10] = [2, 2, 2, 3, 4, 5, 6, 8, 16, 16];
/// Relays in flight: laps of one wait for each other, those of several do not.
const TOGETHER: usize = 4;

pub(super) fn relay(laps: &Laps, live: &mut Batch, done: &mut Batch) {
    for pass in PASSES {
        // A ring of nothing stops at once.
        for spare in live.len..live.len.next_multiple_of(TOGETHER) {
            live.rings[spare] = 0;
        }
        let (mut kept, mut from) = (0, 0);
        while from < live.len {
            let mut rings: [u64; TOGETHER] = std::array::from_fn(|i| live.rings[from + i]);
            let mut turned = [0; TOGETHER];
            for _ in 0..pass {
                for (ring, turned) in rings.iter_mut().zip(&mut turned) {
                    let (next, turn) = laps.lap(*ring);
                    *ring = next;
                    *turned += turn as u64;
                }
            }
            for i in 0..TOGETHER.min(live.len - from) {
                let (ring, tag) = (rings[i], live.tags[from + i] + turned[i]);
                let stopped = usize::from(ring & FULL == 0);
                // Both are written, one of them counts: which one cannot be foreseen.
                done.rings[done.len] = ring;
                done.tags[done.len] = tag;
                done.len += stopped;
                live.rings[kept] = ring;
                live.tags[kept] = tag;
                kept += 1 - stopped;
            }
            from += TOGETHER;
        }
        live.len = kept;
        if kept == 0 {
            return;
        }
    }
}

pub(super) fn place<const TAKE: bool>(
    numbers: &Numbers,
    rings: &Batch,
    captures: bool,
    items: &mut Items,
    tied: &mut Batch,
) {
    let laps = &numbers.laps;
    for (mut ring, mut tag) in rings.iter() {
        if TAKE {
            let taken = ring >> BITS & FULL;
            ring ^= taken << BITS;
            tag.0 |= taken << 48;
        }
        if tag.captured() > 0 && !captures {
            continue;
        }
        let m = (0..laps.pits).fold(0, |m, pit| m.max(ring >> (BITS * pit) & FULL));
        let fullest = laps.equal(ring, m);
        let turned = tag.turned() % laps.bits();
        if fullest & (fullest - 1) != 0 {
            tied.push(ring, tag.turned_to(turned));
            continue;
        }
        let up = fullest.trailing_zeros() as usize - (BITS - 1);
        let at = numbers.place(laps.turned(ring, up), tag.captured(), m);
        items.push(at, (turned + up) % laps.bits() / BITS, laps.pits, tag);
    }
}

pub(super) fn fold(fold: &Fold, items: &Items, frames: &[u64], sources: &Sources<'_>, moves: &mut Moves<'_>) {
    for (at, first, states, tag) in items.iter() {
        let (entry, at) = (entry(states, first), at as usize * fold.orientations);
        let wanted = frames[tag.frames()] & fold.there[entry];
        let (best, gain) = (&mut moves.best[tag.block()].0, tag.captured() as i8);
        if gain == 0 {
            moves.quiet[tag.block()] |= 1 << (tag.frames() & 63);
            let values = &sources.layer[2 * at..][..2 * fold.orientations * states];
            raise(best, wanted, gain, values, &fold.inside[entry].0);
            continue;
        }
        let each = fold.orientations * states;
        match sources.below[gain as usize] {
            Below::Exact(plane) => raise(best, wanted, gain, &plane[at..][..each], &fold.below[entry].0),
            Below::Bounds([lower, upper]) => {
                raise(best, wanted & LOWER, gain, &upper[at..][..each], &fold.below[entry].0);
                raise(best, wanted & !LOWER, gain, &lower[at..][..each], &fold.below[entry].0);
            }
        }
    }
}

#[inline(always)]
fn raise(best: &mut [i8; 64], mut wanted: u64, gain: i8, values: &[i8], pattern: &[u8; 64]) {
    while wanted != 0 {
        let place = wanted.trailing_zeros() as usize;
        wanted &= wanted - 1;
        let value = gain - values[usize::from(pattern[place])];
        best[place] = best[place].max(value);
    }
}
