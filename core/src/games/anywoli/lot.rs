//! The lottery for the last four: a seed that stands in the position (`lot=`), and a draw that follows from it.
//!
//! Nothing is drawn twice: a record that holds the start and the moves holds the outcome. The draw mixes the seed with
//! the board before the last move and the pit lifted, all seen by the mover, so that even games of one seed have even
//! odds between the players.

/// True when the draw favours the mover. `pit` is the pit lifted, `None` where a position was over from the start.
pub(super) fn favours_mover(lot: u16, pits: impl Iterator<Item = u8>, pit: Option<usize>) -> bool {
    let start = u64::from(lot) << 8 | pit.map_or(0xff, |pit| pit as u64);
    pits.fold(mixed(start), |state, seeds| mixed(state ^ u64::from(seeds))) >> 63 == 0
}

/// One step of `SplitMix64` (Steele, Lea, Flood 2014).
fn mixed(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
