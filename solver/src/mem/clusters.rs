//! Memory that threads write and read at the same time, a line of the cache at a time.

use std::fmt;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

use super::{SMALL, huge};

/// Numbers in a [`Cluster`].
pub const CLUSTER: usize = 8;

/// One line of the cache.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct Cluster(pub [AtomicU64; CLUSTER]);

enum Store {
    Small(Box<[Cluster]>),
    Huge(MmapMut),
}

/// A long array of clusters, all zero at first.
pub struct Clusters {
    store: Store,
    len: usize,
}

impl Clusters {
    /// `len` clusters of zeros.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<Cluster>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let store = if bytes < SMALL {
            Store::Small((0..len).map(|_| Cluster::default()).collect())
        } else {
            Store::Huge(huge(MmapMut::map_anon(bytes)?))
        };
        Ok(Self { store, len })
    }

    /// The clusters.
    #[inline(always)]
    pub fn all(&self) -> &[Cluster] {
        match &self.store {
            Store::Small(clusters) => clusters,
            // SAFETY: the map is private, so long, begins at the start of a page, lives as long as `self`, and is touched
            // by nobody but through these atomics; every pattern of bits is an atomic number.
            Store::Huge(map) => unsafe { std::slice::from_raw_parts(map.as_ptr().cast(), self.len) },
        }
    }
}

impl fmt::Debug for Clusters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clusters").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn small_and_huge_arrays_are_the_same_to_their_users() {
        for len in [0, 3, SMALL / size_of::<Cluster>() + 1] {
            let clusters = Clusters::zeroed(len).expect("memory");
            assert_eq!(clusters.all().len(), len);
            for (at, cluster) in clusters.all().iter().enumerate() {
                assert_eq!(std::ptr::from_ref(cluster) as usize % 64, 0);
                assert!(cluster.0.iter().all(|number| number.load(Relaxed) == 0));
                cluster.0[at % CLUSTER].store(at as u64, Relaxed);
            }
            let wrote = |(at, cluster): (usize, &Cluster)| cluster.0[at % CLUSTER].load(Relaxed) == at as u64;
            assert!(clusters.all().iter().enumerate().all(wrote));
        }
    }
}
