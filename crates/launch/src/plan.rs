//! The descriptor plan: which of the parent's open files become which
//! descriptors of the child.
//!
//! A plan is a set of assignments that happen at once: `descriptor(1, 2)` with
//! `descriptor(2, 1)` swaps. dup3(2) does one at a time, so the order matters and
//! a cycle needs one copy out of the way. The plan is made in the parent; the
//! child carries it out in place, with nothing but system calls.

use crate::raw::{self, call};

/// One assignment: the child's `target` is what the parent has as `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub target: i32,
    pub source: i32,
    /// The source is an end of a pipe that was made for this launch.
    pub pipe: Option<PipeEnd>,
}

/// An end of a pipe, as it is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PipeEnd {
    pub write: bool,
    /// Device and inode; filled in when they are needed.
    pub file: (u64, u64),
}

/// More than the three standard streams and some redirections is rare.
const INLINE: usize = 8;

/// The assignments, without heap memory for up to eight of them. No target
/// occurs twice.
#[derive(Clone)]
pub(crate) struct Moves {
    inline: [Move; INLINE],
    count: usize,
    /// All of them, once there are more than fit.
    many: Vec<Move>,
}

impl Moves {
    pub(crate) fn new() -> Self {
        Moves {
            inline: [Move { target: 0, source: 0, pipe: None }; INLINE],
            count: 0,
            many: Vec::new(),
        }
    }

    pub(crate) fn as_slice(&self) -> &[Move] {
        if self.many.is_empty() { &self.inline[..self.count] } else { &self.many }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Move] {
        if self.many.is_empty() { &mut self.inline[..self.count] } else { &mut self.many }
    }

    /// Adds an assignment; the last one for a target counts.
    pub(crate) fn set(&mut self, target: i32, source: i32, pipe: Option<PipeEnd>) {
        // Below -1 is no descriptor either, and one such value marks what is done.
        let source = source.max(-1);
        if let Some(known) = self.as_mut_slice().iter_mut().find(|known| known.target == target) {
            *known = Move { target, source, pipe };
            return;
        }
        let new = Move { target, source, pipe };
        if !self.many.is_empty() {
            self.many.push(new);
        } else if self.count < INLINE {
            self.inline[self.count] = new;
            self.count += 1;
        } else {
            self.many.reserve(2 * INLINE);
            self.many.extend_from_slice(&self.inline);
            self.many.push(new);
        }
    }

    /// Takes the assignment to a target away.
    pub(crate) fn remove(&mut self, target: i32) {
        if !self.many.is_empty() {
            self.many.retain(|one| one.target != target);
            // The inline ones have been moved.
            self.count = 0;
        } else if let Some(at) = self.as_slice().iter().position(|one| one.target == target) {
            self.inline.copy_within(at + 1..self.count, at);
            self.count -= 1;
        }
    }
}

/// One more than the highest source, or 0: from here on the child needs nothing
/// of the parent's table.
pub(crate) fn sources_end<'a>(moves: impl IntoIterator<Item = &'a Move>) -> u32 {
    moves.into_iter().map(|one| one.source.saturating_add(1)).max().unwrap_or(0).max(0) as u32
}

/// The source of a move that is done.
const DONE: i32 = i32::MIN;

/// Carries out `moves` in the calling process's own table. The sources are used
/// up; the targets stay readable.
///
/// # Errors
/// The errno of the call that failed.
///
/// # Safety
/// To be called where the descriptor table may be changed: in the child once the
/// table is its own, or before an exec in place.
pub(crate) unsafe fn carry_out(moves: &mut [Move]) -> Result<(), i32> {
    // What stays at its number only loses FD_CLOEXEC. No other move writes there.
    for one in moves.iter_mut().filter(|one| one.target == one.source) {
        // SAFETY: changes a flag of a descriptor of our table.
        let result = unsafe { call!(raw::SYS_fcntl, one.source, libc::F_SETFD, 0) };
        if let Some(errno) = raw::failed(result) {
            return Err(errno);
        }
        one.source = DONE;
    }
    loop {
        let mut waiting = None;
        let mut progress = false;
        let mut at = 0;
        while let Some(&Move { target, source, .. }) = moves.get(at) {
            at += 1;
            if source == DONE {
                continue;
            }
            if moves.iter().any(|other| other.source == target) {
                waiting = Some(target);
                continue;
            }
            // SAFETY: `target` is no source of a move still to be done, so what
            // was there is not needed any more.
            if let Some(errno) = raw::failed(unsafe { call!(raw::SYS_dup3, source, target, 0) }) {
                return Err(errno);
            }
            if let Some(one) = moves.get_mut(at - 1) {
                one.source = DONE;
            }
            progress = true;
        }
        let Some(source) = waiting else { return Ok(()) };
        if progress {
            continue;
        }
        // Only cycles are left. Copy what a waiting target holds out of its way;
        // the copy closes itself at the exec.
        // SAFETY: makes a new descriptor in our table.
        let copy = unsafe { spare_copy(moves, source)? };
        for other in moves.iter_mut().filter(|other| other.source == source) {
            other.source = copy;
        }
    }
}

/// A close-on-exec copy of `source` at a number that no move waits for.
///
/// # Safety
/// The caller may change the descriptor table, as [`carry_out`] demands.
unsafe fn spare_copy(moves: &[Move], source: i32) -> Result<i32, i32> {
    let mut lowest = 0;
    loop {
        // SAFETY: makes a new descriptor in our table.
        let copy = unsafe { call!(raw::SYS_fcntl, source, libc::F_DUPFD_CLOEXEC, lowest) };
        if let Some(errno) = raw::failed(copy) {
            return Err(errno);
        }
        let copy = copy as i32;
        // A free number may be a target still to be written, or a source that is
        // not open.
        let taken =
            |other: &Move| other.source != DONE && (other.target == copy || other.source == copy);
        if !moves.iter().any(taken) {
            return Ok(copy);
        }
        // To copy from what is not open has to stay an error.
        // SAFETY: the descriptor just made.
        unsafe { call!(raw::SYS_close, copy) };
        lowest = copy + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_away_is_gone() {
        for count in [1, INLINE as i32, 20] {
            let mut moves = Moves::new();
            (0..count).for_each(|target| moves.set(target, target, None));
            for removed in [7, 0, 0] {
                moves.remove(removed);
                assert!(moves.as_slice().iter().all(|one| one.target != removed));
            }
            assert_eq!(moves.as_slice().len(), (count - 2).max(0) as usize);
            (0..count).rev().for_each(|target| moves.remove(target));
            assert_eq!(moves.as_slice(), []);
            moves.set(5, 6, None);
            assert_eq!(moves.as_slice(), [Move { target: 5, source: 6, pipe: None }]);
        }
    }

    #[test]
    fn the_last_assignment_counts_and_many_are_kept() {
        let mut moves = Moves::new();
        for target in 0..20 {
            moves.set(target, 100 + target, None);
            moves.set(target, 200 + target, None);
        }
        assert_eq!(moves.as_slice().len(), 20);
        for (target, one) in (0..).zip(moves.as_slice()) {
            assert_eq!(*one, Move { target, source: 200 + target, pipe: None });
        }
        assert_eq!(sources_end(moves.as_slice()), 220);
        assert_eq!(sources_end(&[]), 0);
        assert_eq!(sources_end(&[Move { target: 1, source: -1, pipe: None }]), 0);
    }
}
