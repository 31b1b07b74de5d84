//! Memory for a program with one thread: size classes over blocks from the kernel.
//!
//! musl's allocator takes some 900 ns for an allocation and its release in a loop of small
//! objects; this one takes a few, and maps nothing before it is used. Freed memory of a
//! class is kept for that class; what is larger than the largest class goes to the C
//! library.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

/// Classes are multiples of 16 up to 128, then four to a power of two, up to this size.
const LARGEST: usize = 1 << 20;
const CLASSES: usize = 8 + 4 * 13;
/// Bytes taken from the kernel at a time.
const CHUNK: usize = 128 << 10;
/// Bytes that are there from the start, beside the other data of the program: a mapping of
/// their own would cost a short run more than all that it stores.
const FIRST: usize = 64 << 10;

/// The class of a size, and the size of its blocks.
#[inline(always)]
const fn class(size: usize) -> (usize, usize) {
    if size <= 128 {
        let index = (size.saturating_sub(1)) / 16;
        return (index, (index + 1) * 16);
    }
    // Sizes in (2^n, 2^(n+1)] are split in four.
    let power = (size - 1).ilog2() as usize;
    let step = 1usize << (power - 2);
    let quarter = (size - (1 << power)).div_ceil(step);
    // `quarter` is 1 to 4.
    (8 + (power - 7) * 4 + quarter - 1, (1 << power) + quarter * step)
}

struct Free {
    next: *mut Free,
}

struct State {
    free: [*mut Free; CLASSES],
    at: usize,
    end: usize,
    /// The first chunk is in use.
    begun: bool,
}

/// The first chunk, in words as long as blocks are aligned.
type First = [u128; FIRST / 16];

/// A global allocator for programs that never start a second thread.
#[repr(C)]
pub struct Allocator {
    state: UnsafeCell<State>,
    first: UnsafeCell<First>,
}

// SAFETY: who made it by `new` has promised that one thread at a time uses it.
unsafe impl Sync for Allocator {}

impl Allocator {
    /// An allocator that has nothing yet: [`allocator!`](crate::allocator) makes it the
    /// program's.
    ///
    /// # Safety
    /// Only one thread at a time uses it, and no signal handler does.
    pub const unsafe fn new() -> Self {
        Self {
            state: UnsafeCell::new(State {
                free: [null_mut(); CLASSES],
                at: 0,
                end: 0,
                begun: false,
            }),
            first: UnsafeCell::new([0; FIRST / 16]),
        }
    }
}

impl State {
    #[cold]
    #[inline(never)]
    fn refill(&mut self, size: usize, first: *mut First) -> *mut u8 {
        // Large blocks have a mapping of their own, and the chunk in use goes on.
        let alone = size > CHUNK / 4;
        if !alone && !self.begun {
            // `first` is longer than what is not `alone`, and nobody has it.
            self.begun = true;
            self.at = first as usize + size;
            self.end = first as usize + FIRST;
            return first.cast();
        }
        let length = if alone { size.next_multiple_of(4096) } else { CHUNK };
        // SAFETY: an anonymous private mapping touches nothing that exists.
        let chunk = unsafe {
            libc::mmap(
                null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if chunk == libc::MAP_FAILED {
            return null_mut();
        }
        if alone {
            return chunk.cast();
        }
        self.at = chunk as usize + size;
        self.end = chunk as usize + CHUNK;
        chunk.cast()
    }
}

// SAFETY: blocks are at least as large and aligned as asked: class sizes are multiples of 16
// and chunks are page-aligned; a block is on a free list only while nobody has it.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LARGEST || layout.align() > 16 {
            // SAFETY: the C library's allocator takes any size and power-of-two alignment.
            return unsafe { large(layout) };
        }
        let (class, size) = class(layout.size());
        // SAFETY: one thread, and no call back into this allocator while the borrow lasts.
        let state = unsafe { &mut *self.state.get() };
        let free = state.free[class];
        if !free.is_null() {
            // SAFETY: blocks on a free list hold a link that `dealloc` wrote.
            state.free[class] = unsafe { (*free).next };
            return free.cast();
        }
        if state.end - state.at >= size {
            let block = state.at;
            state.at += size;
            return block as *mut u8;
        }
        state.refill(size, self.first.get())
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if layout.size() > LARGEST || layout.align() > 16 {
            // SAFETY: it came from `large`.
            return unsafe { libc::free(block.cast()) };
        }
        let (class, _) = class(layout.size());
        // SAFETY: one thread, and no call back into this allocator while the borrow lasts; the
        // block is of this class and nobody uses it any more.
        unsafe {
            let state = &mut *self.state.get();
            let free: *mut Free = block.cast();
            (*free).next = state.free[class];
            state.free[class] = free;
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let small = layout.size() <= LARGEST && layout.align() <= 16;
        if small && new_size <= LARGEST && class(layout.size()).0 == class(new_size).0 {
            return block;
        }
        if !small && new_size > LARGEST && layout.align() <= 16 {
            // SAFETY: it came from `large`, with the C library's own alignment.
            return unsafe { libc::realloc(block.cast(), new_size).cast() };
        }
        // SAFETY: the new block is distinct, and both hold at least the copied length.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
            if !new.is_null() {
                std::ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            new
        }
    }
}

/// # Safety
/// As `GlobalAlloc::alloc`.
#[cold]
unsafe fn large(layout: Layout) -> *mut u8 {
    if layout.align() <= 16 {
        // SAFETY: takes any size.
        return unsafe { libc::malloc(layout.size()).cast() };
    }
    let mut block = null_mut();
    // SAFETY: the alignment of a layout is a power of two, and here a multiple of a pointer's.
    match unsafe { libc::posix_memalign(&mut block, layout.align(), layout.size()) } {
        0 => block.cast(),
        _ => null_mut(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_their_sizes() {
        let mut last = 0;
        for size in 1..=LARGEST {
            let (index, block) = class(size);
            assert!(index < CLASSES, "{size}");
            assert!(block >= size && block % 16 == 0, "{size} {block}");
            assert!(block <= size + size / 4 + 16, "{size} {block}");
            assert!(index >= last);
            last = index;
        }
        assert_eq!(last, CLASSES - 1);
    }

    #[test]
    fn blocks_do_not_overlap() {
        // SAFETY: a local variable of this thread.
        let allocator = unsafe { Allocator::new() };
        let mut blocks = Vec::new();
        for round in 0..2000usize {
            let size = 1 + (round * 7919) % 20_000;
            let layout = Layout::from_size_align(size, 1 << (round % 5)).unwrap();
            // SAFETY: a valid layout; the block is filled within its size.
            let block = unsafe { allocator.alloc(layout) };
            assert_eq!(block as usize % layout.align(), 0);
            // SAFETY: the block has `size` bytes and is filled within them.
            unsafe { block.write_bytes(round as u8, size) };
            blocks.push((block, layout, round as u8));
            if round % 3 == 0 {
                let (block, layout, fill) = blocks.swap_remove(round % blocks.len());
                // SAFETY: allocated above with this layout.
                unsafe {
                    let bytes = std::slice::from_raw_parts(block, layout.size());
                    assert!(bytes.iter().all(|&byte| byte == fill));
                    allocator.dealloc(block, layout);
                }
            }
        }
        for (block, layout, fill) in blocks {
            // SAFETY: allocated above with this layout.
            unsafe {
                let bytes = std::slice::from_raw_parts(block, layout.size());
                assert!(bytes.iter().all(|&byte| byte == fill));
                allocator.dealloc(block, layout);
            }
        }
    }
}
