//! How the parties of one job talk: threads of one process, or machines of a cluster.
//!
//! Each party owns a part of the work and never touches another's. All of them call the same operations in the same
//! order; what they send is plain numbers. Nothing else is shared, so the same code runs wherever this trait does.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Barrier, Mutex, PoisonError};

/// A party's line to the others. Every operation is called by all parties.
pub trait Exchange {
    /// This party's number, from 0.
    fn rank(&self) -> usize;

    /// How many parties there are.
    fn size(&self) -> usize;

    /// Sends batch `i` of `batches` to party `i` and puts what party `i` sent in its place. The caller keeps batches
    /// as short as its memory asks for.
    fn all_to_all(&mut self, batches: &mut [Vec<u32>]);

    /// True, for all parties, when it is true for any.
    fn any(&mut self, mine: bool) -> bool;

    /// Waits for all parties.
    fn barrier(&mut self);
}

/// What the threads of one process share.
#[derive(Debug)]
pub struct Threads {
    barrier: Barrier,
    /// Two ballots, used in turn: a party may cast its next vote while another still reads the last one.
    votes: [Vec<AtomicBool>; 2],
    /// `boxes[to][from]`.
    boxes: Vec<Vec<Mutex<Vec<u32>>>>,
}

impl Threads {
    /// For `size` threads, at least one.
    pub fn new(size: usize) -> Self {
        let ballot = || (0..size).map(|_| AtomicBool::new(false)).collect();
        Self {
            barrier: Barrier::new(size),
            votes: [ballot(), ballot()],
            boxes: (0..size).map(|_| (0..size).map(|_| Mutex::default()).collect()).collect(),
        }
    }

    /// The lines, one for each thread.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        (0..self.boxes.len()).map(|rank| Line { threads: self, rank, ballot: 0 })
    }
}

/// A thread's line to the others.
#[derive(Debug)]
pub struct Line<'a> {
    threads: &'a Threads,
    rank: usize,
    ballot: usize,
}

impl Exchange for Line<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.threads.boxes.len()
    }

    fn all_to_all(&mut self, batches: &mut [Vec<u32>]) {
        let boxes = &self.threads.boxes;
        let swap = |slot: &Mutex<Vec<u32>>, batch: &mut Vec<u32>| {
            std::mem::swap(&mut *slot.lock().unwrap_or_else(PoisonError::into_inner), batch);
        };
        for (to, batch) in batches.iter_mut().enumerate() {
            swap(&boxes[to][self.rank], batch);
        }
        self.barrier();
        for (from, batch) in batches.iter_mut().enumerate() {
            swap(&boxes[self.rank][from], batch);
        }
        // Nobody fills a box again before all have emptied theirs.
        self.barrier();
    }

    fn any(&mut self, mine: bool) -> bool {
        let votes = &self.threads.votes[self.ballot];
        self.ballot ^= 1;
        votes[self.rank].store(mine, SeqCst);
        self.barrier();
        votes.iter().any(|vote| vote.load(SeqCst))
    }

    fn barrier(&mut self) {
        self.threads.barrier.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_batch_reaches_its_party_and_every_vote_counts() {
        for size in 1..=4 {
            let threads = Threads::new(size);
            std::thread::scope(|scope| {
                for mut line in threads.lines() {
                    scope.spawn(move || {
                        let me = line.rank() as u32;
                        for round in 0..50u32 {
                            let mut batches: Vec<Vec<u32>> =
                                (0..line.size() as u32).map(|to| vec![round, me, to]).collect();
                            line.all_to_all(&mut batches);
                            for (from, batch) in (0u32..).zip(&batches) {
                                assert_eq!(*batch, [round, from, me]);
                            }
                            let speaker = round % (2 * line.size() as u32);
                            assert_eq!(line.any(speaker == me), speaker < line.size() as u32);
                        }
                    });
                }
            });
        }
    }
}
