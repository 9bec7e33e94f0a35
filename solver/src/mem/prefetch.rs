//! Asking for memory ahead of time.

/// Tells the processor that a cell will be needed soon. Changes nothing but speed; an index out of range is ignored.
#[inline(always)]
pub fn prefetch<T>(cells: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is only a hint, never read by the program, and may be any.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(cells.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (cells, index);
}
