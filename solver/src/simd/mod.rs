//! Wide instructions, chosen when the program runs, behind safe functions with portable twins.
//!
//! The second of the two places of the solver that may use `unsafe`. Both paths give the same bytes; the environment
//! variable `SOWBASE_SIMD=off` forces the portable one.

#![expect(unsafe_code, reason = "vector instructions and prefetching")]

pub mod ring;

use std::sync::OnceLock;

/// True unless the user has switched wide instructions off.
fn allowed() -> bool {
    static ALLOWED: OnceLock<bool> = OnceLock::new();
    *ALLOWED.get_or_init(|| std::env::var_os("SOWBASE_SIMD").is_none_or(|word| word != "off"))
}

/// Asks the memory for the line at a place of a slice; nothing where the place is not there.
#[inline(always)]
pub fn prefetch(bytes: &[i8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(byte) = bytes.get(at) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing; every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte)) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, at);
}
