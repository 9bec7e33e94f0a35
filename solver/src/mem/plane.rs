//! One number a state: a long array that is all zero at first.

use std::fmt;
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicI8, AtomicI16, AtomicU8, AtomicU16, AtomicU32};

use memmap2::{Mmap, MmapMut, MmapOptions};

use super::{SMALL, huge};

/// Numbers that a plane can hold: any pattern of bits is one of them.
pub trait Cell: Copy + Default + Send + Sync + fmt::Debug + 'static + sealed::Sealed {
    /// The atomic of the same size.
    type Atomic: Sync;
}

mod sealed {
    /// Only the numbers listed here.
    pub trait Sealed {}
}

macro_rules! cells {
    ($($number:ty, $atomic:ty;)*) => { $(
        impl sealed::Sealed for $number {}
        impl Cell for $number {
            type Atomic = $atomic;
        }
    )* };
}

cells! {
    i8, AtomicI8;
    u8, AtomicU8;
    i16, AtomicI16;
    u16, AtomicU16;
    u32, AtomicU32;
}

enum Store<T> {
    Small(Vec<T>),
    Huge(MmapMut),
    File(Mmap),
}

/// An array with one number a state.
pub struct Plane<T> {
    store: Store<T>,
    len: usize,
    number: PhantomData<T>,
}

impl<T: Cell> Plane<T> {
    /// `len` zeros.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let store = if bytes < SMALL {
            Store::Small(vec![T::default(); len])
        } else {
            Store::Huge(huge(MmapMut::map_anon(bytes)?))
        };
        Ok(Self { store, len, number: PhantomData })
    }

    /// `len` numbers in room for `room`: zeros the first time, what was left there after [`Plane::refit`]. Room that is
    /// not used takes addresses and no memory; where the system does not give as many, there is only room for `len`.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn roomy(len: usize, room: usize) -> io::Result<Self> {
        let bytes = room.max(len).saturating_mul(size_of::<T>());
        if let Ok(map) = MmapOptions::new().len(bytes.max(SMALL)).no_reserve_swap().map_anon() {
            return Ok(Self { store: Store::Huge(huge(map)), len, number: PhantomData });
        }
        Self::zeroed(len)
    }

    /// Makes it a plane of `len` numbers, whatever they are, if there is room for them.
    pub fn refit(&mut self, len: usize) -> bool {
        let room = match &self.store {
            Store::Small(numbers) => numbers.len(),
            Store::Huge(map) => map.len() / size_of::<T>(),
            Store::File(_) => return false,
        };
        if len <= room {
            self.len = len;
        }
        len <= room
    }

    /// `len` numbers from byte `offset` of a file of this machine's byte order, read as they are asked for.
    ///
    /// Only for files that nobody else changes or cuts short while the plane lives (work files of a build): the system
    /// kills a program that reads beyond the end of a file.
    ///
    /// # Errors
    /// When the file is too short or cannot be mapped.
    pub fn mapped(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        if file.metadata()?.len() < offset.saturating_add(bytes as u64) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if bytes == 0 || !offset.is_multiple_of(size_of::<T>() as u64) {
            return if bytes == 0 { Self::zeroed(0) } else { Err(io::ErrorKind::InvalidInput.into()) };
        }
        // SAFETY: the caller keeps everybody else from changing the file, as said above.
        let map = unsafe { MmapOptions::new().offset(offset).len(bytes).map(file)? };
        Ok(Self { store: Store::File(map), len, number: PhantomData })
    }

    /// Bytes of anonymous memory that it takes; those of a mapped file are the system's to drop.
    pub fn anonymous_bytes(&self) -> u64 {
        if matches!(self.store, Store::File(_)) { 0 } else { (self.len * size_of::<T>()) as u64 }
    }

    /// Forgets the numbers from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        #[cfg(target_os = "linux")]
        if let Store::Huge(map) = &mut self.store {
            let (from, size) = ((self.len * size_of::<T>()).next_multiple_of(1 << 21), map.len());
            if from < size {
                // SAFETY: the pages given back are private and hold numbers that are forgotten; read again they are 0.
                let _ = unsafe {
                    map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, from, size - from)
                };
            }
        }
    }

    /// The numbers as their bytes, in this machine's order.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: every `Cell` is plain bits without gaps.
        unsafe { std::slice::from_raw_parts(self.as_ptr().cast(), self.len * size_of::<T>()) }
    }

    /// The numbers as atomics, for threads that write and read at the same time.
    pub fn atomic(&mut self) -> &[T::Atomic] {
        let numbers: &mut [T] = self;
        // SAFETY: an atomic has the size and the bits of its number, maps and vectors are aligned for it (all numbers
        // here are as large as they are aligned), and nobody else uses the numbers while the borrow lasts.
        unsafe { &*(std::ptr::from_mut(numbers) as *const [T::Atomic]) }
    }
}

impl Plane<i16> {
    /// The same bits as numbers without a sign.
    pub fn unsigned(self) -> Plane<u16> {
        let store = match self.store {
            Store::Small(numbers) => Store::Small(numbers.into_iter().map(|number| number as u16).collect()),
            Store::Huge(map) => Store::Huge(map),
            Store::File(map) => Store::File(map),
        };
        Plane { store, len: self.len, number: PhantomData }
    }
}

impl<T: Cell> From<Vec<T>> for Plane<T> {
    fn from(numbers: Vec<T>) -> Self {
        Self { len: numbers.len(), store: Store::Small(numbers), number: PhantomData }
    }
}

impl<T: Cell> Deref for Plane<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        let map: &[u8] = match &self.store {
            Store::Small(numbers) => return &numbers[..self.len],
            Store::Huge(map) => map,
            Store::File(map) => map,
        };
        // SAFETY: the map is at least so long, begins at the start of a page (or, in a file, at a multiple of the
        // number's size from there), and every pattern of bits is a number.
        unsafe { std::slice::from_raw_parts(map.as_ptr().cast(), self.len) }
    }
}

impl<T: Cell> DerefMut for Plane<T> {
    /// # Panics
    /// For a plane mapped from a file: those are only read.
    fn deref_mut(&mut self) -> &mut [T] {
        let map: &mut [u8] = match &mut self.store {
            Store::Small(numbers) => return &mut numbers[..self.len],
            Store::Huge(map) => map,
            Store::File(_) => panic!("a mapped plane is only read"),
        };
        // SAFETY: as above, and the map is private to this plane.
        unsafe { std::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Cell> fmt::Debug for Plane<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plane").field("len", &self.len).finish_non_exhaustive()
    }
}

impl<T: Cell + PartialEq> PartialEq for Plane<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Cell + Eq> Eq for Plane<T> {}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn small_and_huge_planes_are_the_same_to_their_users() {
        for len in [0, 5, (SMALL / 2) + 3] {
            let mut plane = Plane::<u16>::zeroed(len).expect("memory");
            assert!(plane.iter().all(|&x| x == 0) && plane.len() == len);
            for (index, cell) in plane.atomic().iter().enumerate() {
                cell.store(index as u16, Relaxed);
            }
            assert!(plane.iter().enumerate().all(|(index, &x)| x == index as u16));
            assert_eq!(plane.bytes().len(), 2 * len);
            plane.truncate(len / 2);
            assert_eq!(plane.len(), len / 2);
            assert!(plane.iter().enumerate().all(|(index, &x)| x == index as u16));
        }
    }

    #[test]
    fn a_plane_loses_its_sign() {
        for len in [3, SMALL] {
            let mut plane = Plane::<i16>::zeroed(len).expect("memory");
            plane[1] = -2;
            let plane = plane.unsigned();
            assert!(plane.len() == len && plane[..3] == [0, 65_534, 0]);
        }
    }

    #[test]
    fn a_plane_with_room_is_used_again() {
        let mut plane = Plane::<i16>::roomy(10, SMALL).expect("addresses");
        assert!(plane.len() == 10 && plane.iter().all(|&x| x == 0));
        plane.fill(7);
        assert!(plane.refit(SMALL) && plane.len() == SMALL);
        assert!(plane[..10].iter().all(|&x| x == 7) && plane[10..].iter().all(|&x| x == 0));
        plane[SMALL - 1] = 1;
        assert!(!plane.refit(2 * SMALL) && plane.len() == SMALL);
        assert!(plane.refit(3) && *plane == [7, 7, 7]);
    }

    #[test]
    fn a_file_is_read_where_it_lies() {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&[9, 9, 1, 0, 2, 1]).expect("room");
        let plane = Plane::<u16>::mapped(&file, 2, 2).expect("a map");
        assert_eq!(&*plane, [u16::from_ne_bytes([1, 0]), u16::from_ne_bytes([2, 1])]);
        assert_eq!(plane.anonymous_bytes(), 0);
        assert!(Plane::<u16>::mapped(&file, 2, 3).is_err());
        assert!(Plane::<u16>::mapped(&file, 1, 1).is_err());
        assert!(Plane::<u16>::mapped(&file, 6, 0).expect("nothing").is_empty());
    }
}
