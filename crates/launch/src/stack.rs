//! The stacks that children run on until they execute their program.
//!
//! A child that shares the parent's memory needs a stack that nobody else uses.
//! An array on the caller's stack fails in a deep recursion or on a small
//! coroutine stack; a fresh mapping for every launch costs two system calls and a
//! page fault. Here a mapping with an inaccessible page below it is made once and
//! kept. The cache is a few slots that are emptied and filled by one atomic
//! exchange each: any number of threads may launch at once, and a launch from a
//! signal handler that interrupted another one just finds the slot empty.
//!
//! The cache is process-wide because a stack belongs to no value longer than one
//! launch: it holds memory, no state.

use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

/// What the child needs is some hundred bytes, and a page for the descriptor
/// listing of old kernels; only touched pages are ever resident.
const SIZE: usize = 32 * 1024;
/// For functions of others, which may call into the C library.
const LARGE: usize = 256 * 1024;
/// The largest page size of the supported machines, so that the guard is one.
const GUARD: usize = 64 * 1024;
const SLOTS: usize = 16;

static CACHE: [AtomicPtr<u8>; SLOTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS];

/// A guarded stack, returned to the cache when dropped.
pub(crate) struct Stack {
    /// Start of the mapping, which is the guard.
    base: *mut u8,
}

impl Stack {
    /// Takes a stack from the cache, or maps one.
    ///
    /// # Errors
    /// The errno of mmap(2): ENOMEM.
    #[inline]
    pub(crate) fn take() -> Result<Stack, i32> {
        for slot in &CACHE {
            // A plain load first: an exchange on an empty slot would fetch the
            // cache line for writing for nothing.
            if !slot.load(Ordering::Relaxed).is_null() {
                let base = slot.swap(ptr::null_mut(), Ordering::Acquire);
                if !base.is_null() {
                    return Ok(Stack { base });
                }
            }
        }
        Self::map()
    }

    /// A stack that is not from the cache and does not go there, for a function
    /// that may need more.
    pub(crate) fn large() -> Result<LargeStack, i32> {
        let base = map(LARGE)?;
        Ok(LargeStack { base })
    }

    fn map() -> Result<Stack, i32> {
        Ok(Stack { base: map(SIZE)? })
    }

    /// The lowest usable address.
    #[inline]
    pub(crate) fn lowest(&self) -> *mut u8 {
        self.base.wrapping_add(GUARD)
    }

    /// An address in the middle, aligned to 16: the end of a stack for a child of the child.
    #[inline]
    pub(crate) fn middle(&self) -> *mut u8 {
        self.lowest().wrapping_add(SIZE / 2)
    }

    /// The usable size in bytes; the end is aligned to 16.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        SIZE
    }
}

impl Drop for Stack {
    #[inline]
    fn drop(&mut self) {
        for slot in &CACHE {
            if slot.load(Ordering::Relaxed).is_null()
                && slot
                    .compare_exchange(
                        ptr::null_mut(),
                        self.base,
                        Ordering::Release,
                        Ordering::Relaxed,
                    )
                    .is_ok()
            {
                return;
            }
        }
        // SAFETY: the mapping is this value's own and in no slot.
        unsafe { libc::munmap(self.base.cast(), GUARD + SIZE) };
    }
}

/// A stack for one use.
pub(crate) struct LargeStack {
    base: *mut u8,
}

impl LargeStack {
    /// The lowest usable address.
    pub(crate) fn lowest(&self) -> *mut u8 {
        self.base.wrapping_add(GUARD)
    }

    /// The usable size in bytes; the end is aligned to 16.
    pub(crate) fn size(&self) -> usize {
        LARGE
    }
}

impl Drop for LargeStack {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own.
        unsafe { libc::munmap(self.base.cast(), GUARD + LARGE) };
    }
}

/// Maps a stack of this size above a guard; the start of the mapping.
#[cold]
fn map(size: usize) -> Result<*mut u8, i32> {
    // SAFETY: a new anonymous mapping, placed by the kernel.
    let base = unsafe {
        libc::mmap(
            ptr::null_mut(),
            GUARD + size,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return Err(last_errno());
    }
    let base = base.cast::<u8>();
    // SAFETY: the upper part of the mapping just made.
    let failed = unsafe {
        libc::mprotect(base.add(GUARD).cast(), size, libc::PROT_READ | libc::PROT_WRITE) != 0
    };
    if failed {
        let errno = last_errno();
        // SAFETY: the mapping just made, which nobody uses.
        unsafe { libc::munmap(base.cast(), GUARD + size) };
        return Err(errno);
    }
    Ok(base)
}

fn last_errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::ENOMEM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_in_use_at_once_are_different() {
        let stacks: Vec<Stack> = (0..SLOTS + 4).map(|_| Stack::take().unwrap()).collect();
        for (number, one) in stacks.iter().enumerate() {
            for other in &stacks[..number] {
                assert_ne!(one.lowest(), other.lowest());
            }
            // SAFETY: the first and the last byte of the stack, which nobody else has.
            unsafe {
                *one.lowest() = 1;
                *one.lowest().add(one.size() - 1) = 1;
            }
            assert_eq!(one.lowest().wrapping_add(one.size()) as usize % 16, 0);
        }
    }

    /// Who runs over the end of the stack meets the guard, not another's memory.
    #[test]
    fn guarded() {
        let (read, write) = crate::report::pipe().unwrap();
        let stack = Stack::take().unwrap();
        let large = Stack::large().unwrap();
        for lowest in [stack.lowest(), large.lowest()] {
            // The kernel tells whether there is something to read.
            let readable = |at: *mut u8| {
                // SAFETY: nothing is accessed but by the kernel, which checks it.
                let result = unsafe {
                    crate::raw::call!(
                        libc::SYS_write,
                        std::os::fd::AsRawFd::as_raw_fd(&write),
                        at,
                        1
                    )
                };
                crate::raw::failed(result).map_or(Ok(()), Err)
            };
            assert_eq!(readable(lowest), Ok(()));
            assert_eq!(readable(lowest.wrapping_sub(1)), Err(libc::EFAULT));
            assert_eq!(readable(lowest.wrapping_sub(GUARD)), Err(libc::EFAULT));
        }
        drop(read);
    }
}
