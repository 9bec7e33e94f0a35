//! Groups contexts that expect much the same symbols, so that a few tables serve them all: k-means with code length as
//! the distance. Only additions and multiplications in a fixed order, so every machine gives the same groups.

use rayon::prelude::*;

/// Contexts that are looked at in every round; the rest, which are rare, only in the last.
const HEAVY: usize = 2048;

/// The group of each context, and the bits that all symbols counted take.
///
/// `counts` has `symbols` numbers for each of `contexts` contexts, and may be empty. At most `most` groups are made.
pub(super) fn group(
    counts: &[u64],
    symbols: usize,
    contexts: usize,
    most: usize,
    rounds: usize,
) -> (Vec<u8>, u64) {
    let wide = symbols.next_multiple_of(8);
    let mut order: Vec<(u64, usize)> = counts
        .chunks_exact(symbols)
        .enumerate()
        .map(|(context, counts)| (counts.iter().sum::<u64>(), context))
        .filter(|&(total, _)| total > 0)
        .collect();
    order.sort_by_key(|&(total, context)| (std::cmp::Reverse(total), context));
    let seen: Vec<f32> = order
        .iter()
        .flat_map(|&(_, context)| {
            let counts = &counts[context * symbols..(context + 1) * symbols];
            counts.iter().map(|&count| count as f32).chain(std::iter::repeat_n(0.0, wide - symbols))
        })
        .collect();
    let groups = most.min(order.len());
    let mut sums: Vec<f64> = seen[..groups * wide].iter().map(|&count| f64::from(count)).collect();
    let (mut found, mut bits) = (Vec::new(), 0.0);
    for round in 0..rounds {
        let looked_at = if round + 1 == rounds { order.len() } else { order.len().min(HEAVY.max(groups)) };
        let costs = costs(&sums, symbols, wide);
        found = seen[..looked_at * wide]
            .par_chunks_exact(wide)
            .map(|counts| nearest(counts, &costs, wide))
            .collect::<Vec<_>>();
        sums.fill(0.0);
        bits = 0.0;
        for (counts, &(group, cost)) in seen.chunks_exact(wide).zip(&found) {
            bits += f64::from(cost);
            let sums = &mut sums[group * wide..(group + 1) * wide];
            sums.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += f64::from(count));
        }
    }
    let mut map = vec![0; contexts];
    for (&(_, context), (group, _)) in order.iter().zip(found) {
        map[context] = group as u8;
    }
    (map, bits as u64)
}

/// Bits of each symbol in each group.
fn costs(sums: &[f64], symbols: usize, wide: usize) -> Vec<f32> {
    let bits = sums.chunks_exact(wide).flat_map(|sums| {
        // A little of everything: what a group has not seen yet is dear, not impossible.
        const LITTLE: f64 = 0.05;
        let total = log2(sums.iter().sum::<f64>() + LITTLE * symbols as f64);
        sums.iter().map(move |&sum| (total - log2(sum + LITTLE)) as f32)
    });
    bits.collect()
}

/// The group in which some counts take the fewest bits, the first of equals, and those bits.
fn nearest(counts: &[f32], costs: &[f32], wide: usize) -> (usize, f32) {
    let mut best = (0, f32::INFINITY);
    for (group, costs) in costs.chunks_exact(wide).enumerate() {
        let mut lanes = [0.0f32; 8];
        for (counts, costs) in counts.chunks_exact(8).zip(costs.chunks_exact(8)) {
            for lane in 0..8 {
                lanes[lane] += counts[lane] * costs[lane];
            }
        }
        let bits: f32 = lanes.iter().sum();
        if bits < best.1 {
            best = (group, bits);
        }
    }
    best
}

/// The binary logarithm of a normal positive number, to about 16 bits, the same on every machine: the one of the system
/// may differ in its last digit.
fn log2(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let t2 = t * t;
    let series = t * (1.0 + t2 * (1.0 / 3.0 + t2 * (0.2 + t2 * (1.0 / 7.0 + t2 / 9.0))));
    exponent as f64 + series * (2.0 * std::f64::consts::LOG2_E)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for x in [0.05, 0.3, 1.0, 1.5, 1.999, 2.0, 3.7, 1e9, 1e15] {
            assert!((log2(x) - f64::log2(x)).abs() < 2e-6, "{x}: {}", log2(x));
        }
    }

    #[test]
    fn like_goes_with_like() {
        // Contexts 0 and 2 expect symbol 0, 1 and 4 expect symbol 2, 3 never comes.
        let counts = [90, 1, 2, 2, 1, 80, 50, 2, 1, 0, 0, 0, 1, 1, 40];
        let (map, bits) = group(&counts, 3, 5, 2, 4);
        assert_eq!(map, [0, 1, 0, 0, 1]);
        assert!(bits > 40 && bits < 150, "{bits}");
        assert_eq!(group(&[], 3, 5, 2, 4).0, [0; 5]);
    }
}
