//! The moves of a net backwards.

/// For each node the nodes from which it is followed.
pub(super) struct Back {
    ends: Vec<usize>,
    parents: Vec<u32>,
}

impl Back {
    pub(super) fn of<'a>(count: usize, followed: impl Fn(usize) -> &'a [u32]) -> Self {
        let mut ends = vec![0usize; count + 1];
        for at in 0..count {
            for next in followed(at) {
                ends[*next as usize + 1] += 1;
            }
        }
        for at in 0..count {
            ends[at + 1] += ends[at];
        }
        let mut next_place = ends.clone();
        let mut parents = vec![0; ends[count]];
        for at in 0..count {
            for next in followed(at) {
                parents[next_place[*next as usize]] = at as u32;
                next_place[*next as usize] += 1;
            }
        }
        Self { ends, parents }
    }

    pub(super) fn parents(&self, at: u32) -> &[u32] {
        &self.parents[self.ends[at as usize]..self.ends[at as usize + 1]]
    }
}
