//! Guarded stacks for stages, kept for reuse.
//!
//! A fresh stack costs an mmap, an mprotect and a page fault per page touched; a used one
//! costs nothing and is warm. Stacks are only reserved address space until they are touched.

use corosensei::stack::{DefaultStack, Stack};
use std::cell::{Cell, RefCell};
use std::io;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Address space of one stack, in bytes.
pub const STACK_SIZE: usize = 2 << 20;
/// How many unused stacks are kept; more are given back to the kernel.
const KEPT: usize = 16;
/// How many a process keeps for its next pools.
const SPARE: usize = 16;
/// How many stacks may exist at once: what bounds recursion of scripts (see [`super::Scheduler::deeper`]), to
/// a quarter of a gigabyte. Functions call themselves some 30,000 times there, where bash ends after 8,000
/// and dash after 1,000.
pub(crate) const LIMIT: usize = 128;
/// The same where a program bounds itself (see [`super::Scheduler::far_deeper`]).
pub(crate) const FAR_LIMIT: usize = 512;
/// How many of them stages may begin on: the others are left to what recurs in these. The pipelines
/// of scripts have fewer stages, and a fork(2), of which those beyond make one each, takes the longer the
/// more stacks there are.
const STAGES: usize = 64;

/// Stacks that pools have left: memory without an owner, as the allocator's is. A program that makes a session for each
/// script does not map and unmap them each time. (No thread-local variable: for those that the shell has more than
/// musl keeps room for, each start of it would map memory.)
static SPARES: Mutex<Vec<DefaultStack>> = Mutex::new(Vec::new());

/// The kept stacks, or None where another thread is at them: a fork(2) of the host's may have left that thread
/// behind.
fn spares() -> Option<MutexGuard<'static, Vec<DefaultStack>>> {
    match SPARES.try_lock() {
        Ok(spares) => Some(spares),
        Err(TryLockError::Poisoned(spares)) => Some(spares.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// A store of stacks that are not in use.
pub(crate) struct StackPool {
    unused: RefCell<Vec<DefaultStack>>,
    in_use: Cell<usize>,
}

impl StackPool {
    pub(crate) fn new() -> Self {
        Self { unused: RefCell::new(Vec::new()), in_use: Cell::new(0) }
    }

    /// Takes a stack for a stage to begin on. Fails as [`Self::take_below`] does, at a lower limit.
    pub(crate) fn take_for_stage(&self) -> io::Result<DefaultStack> {
        self.take_below(STAGES)
    }

    /// Takes a stack, reserving a new one when none is left.
    ///
    /// Fails with `OutOfMemory` where so many are in use or the kernel refuses.
    pub(crate) fn take_below(&self, limit: usize) -> io::Result<DefaultStack> {
        if self.in_use.get() >= limit {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let kept = self.unused.borrow_mut().pop().or_else(|| spares()?.pop());
        let stack = match kept {
            Some(stack) => stack,
            None => DefaultStack::new(STACK_SIZE)?,
        };
        self.in_use.set(self.in_use.get() + 1);
        Ok(stack)
    }

    /// After fork(2), in the child: the stacks in use are nobody's any more. They stay mapped.
    pub(crate) fn abandon(&self) {
        self.in_use.set(0);
    }

    /// Gives a stack back.
    pub(crate) fn give(&self, stack: DefaultStack) {
        self.in_use.set(self.in_use.get().saturating_sub(1));
        let mut unused = self.unused.borrow_mut();
        if unused.len() < KEPT && unused.try_reserve(1).is_ok() {
            unused.push(stack);
        }
    }
}

impl Drop for StackPool {
    fn drop(&mut self) {
        let Some(mut spares) = spares() else { return };
        let room = SPARE.saturating_sub(spares.len());
        if spares.try_reserve(room).is_ok() {
            spares.extend(self.unused.get_mut().drain(..).take(room));
        }
    }
}

/// The lowest address that code on `stack` may use, guard page excluded.
pub(crate) fn lowest(stack: &DefaultStack) -> usize {
    stack.limit().get() + 4096
}

/// The address of something on the stack that is current.
#[inline(always)]
pub(crate) fn here() -> usize {
    let mark = 0u8;
    std::hint::black_box(&raw const mark) as usize
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, SPARE, SPARES, StackPool, lowest};

    #[test]
    fn a_pool_begins_with_the_stacks_that_another_has_left() {
        let pool = StackPool::new();
        let taken: Vec<_> = (0..SPARE + 2).map(|_| pool.take_below(LIMIT).unwrap()).collect();
        let first: Vec<usize> = taken.iter().map(lowest).collect();
        taken.into_iter().for_each(|stack| pool.give(stack));
        drop(pool);
        // Other tests take some, and leave theirs.
        let left: Vec<usize> = SPARES.lock().unwrap().iter().map(lowest).collect();
        assert!(left.len() <= SPARE && left.iter().any(|stack| first.contains(stack)));
    }
}
