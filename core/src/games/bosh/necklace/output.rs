//! From the two bounds of a block to one byte a state, in place.

use rayon::prelude::*;
use sowbase_solver::mem::Plane;

use super::tasks::slices;

/// A run of blocks as it comes out: where it begins, how many states it has, and how many a block has.
type Run = (usize, usize, usize);

/// Makes one byte of each pair of a lower and an upper bound, and forgets the rest.
///
/// The byte of state `i` is made of two between `2i` less a block and `2i` plus a block. So runs that end before twice
/// the place where the first of them begins are written in front of all that they read: they can be made at the same time.
pub(super) fn compact(bytes: &mut Plane<i8>, runs: &[Run], make: impl Fn(i8, i8) -> i8 + Sync) {
    let mut next = 0;
    while next < runs.len() {
        let (from, len, _) = runs[next];
        let together = runs[next..].partition_point(|(at, len, _)| at + len <= 2 * from);
        if together == 0 {
            let old = bytes[2 * from..2 * (from + len)].to_vec();
            merge(&mut bytes[from..from + len], &old, runs[next].2, &make);
            next += 1;
            continue;
        }
        let runs = &runs[next..next + together];
        let (front, back) = bytes.split_at_mut(2 * from);
        slices(front, runs.iter().map(|&(at, len, _)| (at, len)))
            .into_par_iter()
            .zip(runs)
            .for_each(|(new, &(at, len, half))| merge(new, &back[2 * (at - from)..][..2 * len], half, &make));
        next += together;
    }
    bytes.truncate(bytes.len() / 2);
}

/// The upper bounds alone.
pub(super) fn upper(bytes: &[i8], runs: &[Run], upper: &mut [i8]) {
    let all = slices(upper, runs.iter().map(|&(at, len, _)| (at, len)));
    all.into_par_iter().zip(runs).for_each(|(new, &(at, len, half))| {
        merge(new, &bytes[2 * at..][..2 * len], half, &|_, upper| upper);
    });
}

fn merge(new: &mut [i8], old: &[i8], half: usize, make: &(impl Fn(i8, i8) -> i8 + Sync)) {
    for (new, old) in new.chunks_exact_mut(half).zip(old.chunks_exact(2 * half)) {
        let (lower, upper) = old.split_at(half);
        for ((new, &lower), &upper) in new.iter_mut().zip(lower).zip(upper) {
            *new = make(lower, upper);
        }
    }
}
