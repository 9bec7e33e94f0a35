//! How the ring of pits is cut into chunks, each of them a few bits of a board's code.

/// Pits of a chunk at most: a table over all its boards and hands then fits the fastest cache.
pub(super) const MOST: usize = 4;
/// Entries of a table: for each width of a chunk (1 to 4) four rows of all its boards.
pub(super) const ENTRIES: usize = MOST * 4 * 256;

/// Neighbouring pits of one row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chunk {
    /// Where its bits begin.
    pub(super) shift: u32,
    /// Its bits, shifted down.
    mask: u64,
    /// Where the entries of its width begin in a table.
    pub(super) table: usize,
    /// True in the other row.
    pub(super) far: bool,
    /// The next chunk in sowing order.
    pub(super) next: usize,
    /// The one before.
    pub(super) before: usize,
}

impl Chunk {
    /// The entry of row `row` for the board as it stands.
    #[inline(always)]
    pub(super) fn entry(&self, row: usize, code: u64) -> usize {
        (self.table | row << 8 | (code >> self.shift & self.mask) as usize) % ENTRIES
    }
}

/// The ring of 2 × `n` pits.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    /// Chunks in sowing order, the mover's first. No chunk lies in both rows.
    chunks: [Chunk; 8],
    /// For each pit its chunk and its place there.
    pits: [(usize, usize); 32],
    bits: u32,
}

impl Ring {
    pub(super) fn new(n: usize) -> Self {
        let count = n.div_ceil(MOST);
        let (mut chunks, mut pits) = ([Chunk::default(); 8], [(0, 0); 32]);
        let mut from = 0;
        for (at, chunk) in chunks.iter_mut().enumerate().take(2 * count) {
            // As even as they come: the widths of a row differ by one at most.
            let width = n / count + usize::from(at % count < n % count);
            *chunk = Chunk {
                shift: 2 * from as u32,
                mask: (1 << (2 * width)) - 1,
                table: (width - 1) << 10,
                far: at >= count,
                next: (at + 1) % (2 * count),
                before: (at + 2 * count - 1) % (2 * count),
            };
            for place in 0..width {
                pits[from + place] = (at, place);
            }
            from += width;
        }
        Self { chunks, pits, bits: 2 * n as u32 }
    }

    /// Bits of a row.
    #[inline(always)]
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The bits of the mover's row.
    #[inline(always)]
    pub(super) fn own(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The board as the other side sees it.
    #[inline(always)]
    pub(super) fn flipped(&self, code: u64) -> u64 {
        code >> self.bits | (code & self.own()) << self.bits
    }

    #[inline(always)]
    pub(super) fn chunk(&self, at: usize) -> &Chunk {
        &self.chunks[at % 8]
    }

    /// The chunk of a pit, and its place there.
    #[inline(always)]
    pub(super) fn pit(&self, pit: usize) -> (&Chunk, usize) {
        let (chunk, place) = self.pits[pit % 32];
        (self.chunk(chunk), place)
    }
}

/// The lower bit of every pit.
const LOW: u64 = u64::MAX / 3;

/// The lower bit of every pit that holds seeds.
#[inline(always)]
pub(super) fn occupied(code: u64) -> u64 {
    (code | code >> 1) & LOW
}

/// The lower bit of every pit that holds exactly one seed.
#[inline(always)]
pub(super) fn ones(code: u64) -> u64 {
    code & !(code >> 1) & LOW
}

/// Seeds on the board.
#[cfg(test)]
pub(super) fn seeds(code: u64) -> u32 {
    (code & LOW).count_ones() + 2 * (code >> 1 & LOW).count_ones()
}
