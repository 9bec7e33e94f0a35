//! Asking for memory before it is read.

/// Asks for number `index` of an array that will be read soon; does nothing where the machine has no way to ask.
#[inline(always)]
pub fn prefetch<T>(numbers: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: asking for an address never reads it for the program and never faults, wherever it points.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(numbers.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (numbers, index);
}

/// Asks for all of a stretch that will be read soon.
#[inline(always)]
pub fn prefetch_all<T>(stretch: &[T]) {
    let step = (64 / size_of::<T>().max(1)).max(1);
    for at in (0..stretch.len()).step_by(step) {
        prefetch(stretch, at);
    }
}
