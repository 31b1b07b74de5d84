//! An allocator that refuses one request: for tests of what happens then. No program that is
//! shipped uses it.

use crate::Allocator;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ffi::CStr;
use std::ptr::null_mut;

/// An [`Allocator`] whose n-th request fails.
pub struct Starved {
    allocator: Allocator,
    /// How many requests there are until it fails; 0: none fails any more.
    left: Cell<u64>,
    /// A file that is made when it fails.
    mark: Cell<Option<&'static CStr>>,
}

// SAFETY: whoever made it by `new` has promised that one thread at a time uses it.
unsafe impl Sync for Starved {}

impl Starved {
    /// An allocator that refuses nothing yet.
    ///
    /// # Safety
    /// Only one thread at a time uses it.
    pub const unsafe fn new() -> Self {
        // SAFETY: the caller guarantees that one thread at a time uses it.
        Self { allocator: unsafe { Allocator::new() }, left: Cell::new(0), mark: Cell::new(None) }
    }

    /// Lets the `count`-th request from now fail, and makes the file `mark` then. Calls [`crate::begin`].
    pub fn begin(&'static self, count: u64, mark: &'static CStr) {
        crate::memory::begin_alone(&self.allocator);
        self.mark.set(Some(mark));
        self.left.set(count);
    }

    fn refuses(&self) -> bool {
        match self.left.get() {
            0 => false,
            left => {
                self.left.set(left - 1);
                if left == 1
                    && let Some(mark) = self.mark.get()
                {
                    let flags = libc::O_CREAT | libc::O_WRONLY | libc::O_CLOEXEC;
                    // SAFETY: a C string and flags; the descriptor is closed at once.
                    unsafe { libc::close(libc::open(mark.as_ptr(), flags, 0o600)) };
                }
                left == 1
            }
        }
    }
}

// SAFETY: what is not refused is the allocator's, which keeps the contract.
unsafe impl GlobalAlloc for Starved {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses() {
            return null_mut();
        }
        // SAFETY: the caller's promises are those that the allocator asks for.
        unsafe { self.allocator.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees a block of this allocator and its layout; all blocks are
        // those of the inner allocator.
        unsafe { self.allocator.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if new_size > layout.size() && self.refuses() {
            return null_mut();
        }
        // SAFETY: the caller guarantees a block of this allocator, its layout and a valid new size;
        // all blocks are those of the inner allocator.
        unsafe { self.allocator.realloc(block, layout, new_size) }
    }
}
