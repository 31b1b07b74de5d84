//! Memory for a program that has one thread most of the time: size classes over blocks from the
//! kernel.
//!
//! musl's allocator takes some 900 ns for an allocation and its release in a loop of small
//! objects; this one takes a few, and maps nothing before it is used. Freed memory of a
//! class is kept for that class; what is larger than the largest class goes to the C
//! library. Where the kernel has no more, what lies free is given back to it, and it is asked again.
//!
//! While there are other threads ([`crate::switch_threads`]), each call takes a lock; they compute and
//! allocate little.

use crate::memory::{Supply, set_supply, supply};
use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{
    AtomicBool, AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

/// Classes are multiples of 16 up to 128, then four to a power of two, up to this size.
const LARGEST: usize = 1 << 20;
const CLASSES: usize = 8 + 4 * 13;
/// Bytes taken from the kernel at a time.
const CHUNK: usize = 128 << 10;
/// Bytes that are there from the start, beside the other data of the program: a mapping of
/// their own would cost a short run more than all that it stores.
const FIRST: usize = 64 << 10;
/// Blocks that are larger have a mapping of their own.
const SHARED: usize = CHUNK / 4;
/// Bytes for what has to be done where the kernel has no memory any more.
const RESERVE: usize = 1 << 20;
/// The largest block that comes from there while memory runs short.
const SMALL: usize = 4096;
/// Blocks from the C library that are kept when they are freed, and their bytes altogether: a script
/// that holds a text of some megabytes makes and frees such at each use of it.
const KEPT: usize = 12;
const KEPT_BYTES: usize = 16 << 20;
/// These bytes while there are other threads, each of which works on a text of its own.
const KEPT_BYTES_SHARED: usize = 40 << 20;
/// How many chunks can be looked through for those that are free: those of 2 GiB.
const CHUNKS: usize = 16 << 10;

/// Smaller blocks are filled with zeros sooner than it is known that they are zeros.
const PAGE: usize = 4096;

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

/// The size of the blocks of a class.
fn size_of_class(class: usize) -> usize {
    if class < 8 {
        return (class + 1) * 16;
    }
    let power = 7 + (class - 8) / 4;
    (1 << power) + ((class - 8) % 4 + 1) * (1 << (power - 2))
}

/// Sizes up to this one are served from classes at once: [`LARGEST`], and 0 while the process may have
/// other threads. So one comparison tells both. It is no part of an allocator, which is all zeros in the
/// file.
static LIMIT: AtomicUsize = AtomicUsize::new(LARGEST);

struct Free {
    next: *mut Free,
}

/// What a chunk begins with.
#[repr(C, align(16))]
struct Chunk {
    /// The one before it.
    next: *mut Chunk,
    /// Bytes from its beginning that have been given out; of the newest `at` says that.
    used: usize,
    /// Bytes of it that are on free lists, while they are counted.
    free: usize,
}

/// A block from the C library that nobody uses, and how long it is at least; null: none.
#[derive(Clone, Copy)]
struct Kept {
    block: *mut u8,
    size: usize,
}

impl Kept {
    const NONE: Kept = Kept { block: null_mut(), size: 0 };
}

struct State {
    free: [*mut Free; CLASSES],
    at: usize,
    end: usize,
    /// The first chunk is in use.
    begun: bool,
    /// The newest chunk from the kernel.
    chunk: *mut Chunk,
    /// What is left of the reserve; both 0 before it is used.
    reserve_at: usize,
    reserve_end: usize,
    kept: [Kept; KEPT],
}

/// The first chunk, in words as long as blocks are aligned.
type First = [u128; FIRST / 16];

/// A global allocator for programs that start other threads only between two calls of
/// [`crate::switch_threads`].
#[repr(C)]
pub struct Allocator {
    state: UnsafeCell<State>,
    /// One of the threads has the state.
    is_locked: AtomicBool,
    first: UnsafeCell<First>,
    reserve: UnsafeCell<[u128; RESERVE / 16]>,
    /// Chunks in the order of their addresses, while free ones are looked for.
    chunks: UnsafeCell<[*mut Chunk; CHUNKS]>,
}

// SAFETY: whoever made it by `new` has promised that one thread at a time uses it while `LIMIT` is
// not 0. While it is 0, every use of the state holds the lock.
unsafe impl Sync for Allocator {}

impl Allocator {
    /// An allocator that has nothing yet: [`allocator!`](macro@crate::allocator) makes it the
    /// program's.
    ///
    /// # Safety
    /// Only one thread at a time uses it unless `share` has been called, and no signal handler
    /// does.
    pub const unsafe fn new() -> Self {
        Self {
            state: UnsafeCell::new(State {
                free: [null_mut(); CLASSES],
                at: 0,
                end: 0,
                begun: false,
                chunk: null_mut(),
                reserve_at: 0,
                reserve_end: 0,
                kept: [Kept::NONE; KEPT],
            }),
            is_locked: AtomicBool::new(false),
            first: UnsafeCell::new([0; FIRST / 16]),
            reserve: UnsafeCell::new([0; RESERVE / 16]),
            chunks: UnsafeCell::new([null_mut(); CHUNKS]),
        }
    }
}

/// Holds the lock of an allocator.
struct Locked<'a>(&'a AtomicBool);

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        self.0.store(false, Release);
    }
}

impl Allocator {
    /// Whether other threads may use allocators from now on. Called by the program's first thread, while it
    /// has no other.
    pub(crate) fn share(shared: bool) {
        LIMIT.store(if shared { 0 } else { LARGEST }, Relaxed);
    }

    fn is_shared() -> bool {
        LIMIT.load(Relaxed) == 0
    }

    /// Waits for the lock. What is done under it takes some nanoseconds, but for a call of the kernel
    /// now and then.
    fn lock(&self) -> Locked<'_> {
        let mut tries = 0;
        while self.is_locked.compare_exchange_weak(false, true, Acquire, Relaxed).is_err() {
            tries += 1;
            if tries % 64 == 0 {
                // SAFETY: lets other threads run.
                unsafe { libc::sched_yield() };
            }
            std::hint::spin_loop();
        }
        Locked(&self.is_locked)
    }

    /// The lock, where there are other threads.
    fn lock_if_shared(&self) -> Option<Locked<'_>> {
        Self::is_shared().then(|| self.lock())
    }

    /// A block that no free list and no chunk in use has.
    #[cold]
    #[inline(never)]
    fn refill(&self, size: usize) -> *mut u8 {
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        let state = unsafe { &mut *self.state.get() };
        // Large blocks have a mapping of their own, and the chunk in use goes on.
        let alone = size > SHARED;
        if !alone && !state.begun {
            // `first` is longer than what is not `alone`, and nobody has it.
            state.begun = true;
            state.at = self.first.get() as usize + size;
            state.end = self.first.get() as usize + FIRST;
            return self.first.get().cast();
        }
        let length = if alone { mapping_of(size) } else { CHUNK };
        // Who has filled two chunks from the kernel will fill another: its pages all at once take a
        // quarter of the time that a fault for each takes. One is filled by buffers that grow.
        // SAFETY: a chunk that is not null is mapped, and begins with its header.
        let ready =
            !alone && unsafe { state.chunk.as_ref() }.is_some_and(|one| !one.next.is_null());
        let mut chunk = map(length, ready);
        if chunk.is_null() && supply() == Supply::Normal && self.give_back(state) {
            chunk = map(length, ready);
        }
        if chunk.is_null() && !alone {
            return match supply() {
                Supply::Normal | Supply::Short if size > SMALL => null_mut(),
                Supply::Normal => {
                    set_supply(Supply::Short);
                    self.take_from_reserve(state, size)
                }
                _ => self.take_from_reserve(state, size),
            };
        }
        if chunk.is_null() || alone {
            return chunk;
        }
        state.begin_chunk(chunk);
        let block = state.at;
        state.at += size;
        block as *mut u8
    }

    /// Whether the kernel has memory again, which it had not.
    #[cold]
    pub(crate) fn has_more(&self) -> bool {
        let _lock = self.lock_if_shared();
        self.finds_more()
    }

    /// [`Self::has_more`] for who has the lock.
    #[cold]
    #[inline(never)]
    fn finds_more(&self) -> bool {
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        let state = unsafe { &mut *self.state.get() };
        self.give_back(state);
        let chunk = map(CHUNK, false);
        if chunk.is_null() {
            return false;
        }
        state.begin_chunk(chunk);
        set_supply(Supply::Normal);
        true
    }

    fn take_from_reserve(&self, state: &mut State, size: usize) -> *mut u8 {
        if state.reserve_end == 0 {
            state.reserve_at = self.reserve.get() as usize;
            state.reserve_end = state.reserve_at + RESERVE;
        }
        if state.reserve_end - state.reserve_at < size {
            return null_mut();
        }
        let block = state.reserve_at;
        state.reserve_at += size;
        block as *mut u8
    }

    /// After an emergency: gives back to the kernel what lies free, and has a reserve again for the
    /// next one.
    pub(crate) fn recover(&self) {
        let _lock = self.lock_if_shared();
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        let state = unsafe { &mut *self.state.get() };
        self.give_back(state);
        if state.reserve_end - state.reserve_at < RESERVE / 2 && state.reserve_end != 0 {
            let fresh = map(RESERVE, false);
            if !fresh.is_null() {
                state.reserve_at = fresh as usize;
                state.reserve_end = fresh as usize + RESERVE;
            }
        }
    }

    /// Unmaps all that lies free: blocks with mappings of their own, and chunks without a block in
    /// use. Returns whether there was any.
    fn give_back(&self, state: &mut State) -> bool {
        state.leave_chunk();
        let kept = std::mem::replace(&mut state.kept, [Kept::NONE; KEPT]);
        let had_kept = kept.iter().any(|kept| !kept.block.is_null());
        for kept in kept {
            // SAFETY: a block of the C library's that nobody uses, or null.
            unsafe { libc::free(kept.block.cast()) };
        }
        // SAFETY: only this function uses it, which nothing that it calls calls again.
        let table = unsafe { &mut *self.chunks.get() };
        let mut count = 0;
        let mut chunk = state.chunk;
        while !chunk.is_null() && count < CHUNKS {
            table[count] = chunk;
            count += 1;
            // SAFETY: a chunk in the list begins with its header.
            unsafe {
                (*chunk).free = 0;
                chunk = (*chunk).next;
            }
        }
        let knows_all = chunk.is_null();
        let table = &mut table[..count];
        table.sort_unstable();
        let chunk_of = |block: *mut Free| {
            let at = table.partition_point(|chunk| (*chunk as usize) <= block as usize);
            let chunk = *table.get(at.wrapping_sub(1))?;
            ((block as usize) < chunk as usize + CHUNK).then_some(chunk)
        };
        let first = self.first.get() as usize;
        let mut found = had_kept;
        for class in 0..CLASSES {
            let size = size_of_class(class);
            let mut link: *mut *mut Free = &raw mut state.free[class];
            // SAFETY: `link` points to the beginning of the list or to the link of a block in it. What
            // is larger than the blocks that share chunks, and in none of these, is all of a mapping.
            unsafe {
                while !(*link).is_null() {
                    let block = *link;
                    if let Some(chunk) = chunk_of(block) {
                        (*chunk).free += size;
                    } else if size > SHARED
                        && knows_all
                        && !(first..first + FIRST).contains(&(block as usize))
                    {
                        *link = (*block).next;
                        libc::munmap(block.cast(), mapping_of(size));
                        found = true;
                        continue;
                    }
                    link = &raw mut (*block).next;
                }
            }
        }
        // The newest is still given out from.
        let newest = state.chunk;
        let is_free = |chunk: *mut Chunk| {
            // SAFETY: chunks in the table are mapped, and begin with their header.
            let header = unsafe { &*chunk };
            chunk != newest && header.free + size_of::<Chunk>() == header.used
        };
        if !table.iter().any(|&chunk| is_free(chunk)) {
            return found;
        }
        for class in 0..CLASSES {
            let mut link: *mut *mut Free = &raw mut state.free[class];
            // SAFETY: links lead along a free list, which ends with a null pointer; nobody else uses its blocks.
            unsafe {
                while !(*link).is_null() {
                    if chunk_of(*link).is_some_and(is_free) {
                        *link = (**link).next;
                    } else {
                        link = &raw mut (**link).next;
                    }
                }
            }
        }
        let mut link: *mut *mut Chunk = &raw mut state.chunk;
        for _ in 0..count {
            // SAFETY: the first `count` chunks of the list, of which no block is in use or on a list.
            unsafe {
                let chunk = *link;
                if is_free(chunk) {
                    *link = (*chunk).next;
                    libc::munmap(chunk.cast(), CHUNK);
                } else {
                    link = &raw mut (*chunk).next;
                }
            }
        }
        true
    }
}

impl State {
    /// Goes on in a fresh chunk.
    fn begin_chunk(&mut self, chunk: *mut u8) {
        self.leave_chunk();
        let header: *mut Chunk = chunk.cast();
        // SAFETY: a fresh mapping, larger than the header, and aligned to a page.
        unsafe { header.write(Chunk { next: self.chunk, used: 0, free: 0 }) };
        self.chunk = header;
        self.at = chunk as usize + size_of::<Chunk>();
        self.end = chunk as usize + CHUNK;
    }

    /// A block that was kept, if one fits that is not more than twice as long.
    fn take_kept(&mut self, layout: Layout) -> Option<*mut u8> {
        let (size, is_plain) = (layout.size(), layout.align() <= 16);
        let fits = |kept: &&mut Kept| is_plain && size <= kept.size && kept.size / 2 <= size;
        let place = self.kept.iter_mut().filter(fits).min_by_key(|kept| kept.size)?;
        Some(std::mem::replace(place, Kept::NONE).block)
    }

    /// Notes how much of the newest chunk has been given out.
    fn leave_chunk(&mut self) {
        let begins = self.chunk as usize;
        if begins != 0 && (begins..=begins + CHUNK).contains(&self.at) {
            // SAFETY: a chunk from the kernel begins with its header.
            unsafe { (*self.chunk).used = self.at - begins };
        }
    }
}

/// The length of the mapping of a block that has one of its own.
fn mapping_of(size: usize) -> usize {
    size.next_multiple_of(4096)
}

/// Memory from the kernel, or null. With `ready` all its pages are there already.
fn map(length: usize, ready: bool) -> *mut u8 {
    let populate = if ready { libc::MAP_POPULATE } else { 0 };
    // SAFETY: an anonymous private mapping touches nothing that exists.
    let chunk = unsafe {
        libc::mmap(
            null_mut(),
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | populate,
            -1,
            0,
        )
    };
    if chunk == libc::MAP_FAILED { null_mut() } else { chunk.cast() }
}

// SAFETY: blocks are at least as large and aligned as asked: class sizes are multiples of 16
// and chunks are page-aligned; a block is on a free list only while nobody has it.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LIMIT.load(Relaxed) || layout.align() > 16 {
            return self.allocate_otherwise(layout);
        }
        self.allocate(layout)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        let zeroed = (PAGE..=LIMIT.load(Relaxed)).contains(&size)
            && layout.align() <= 16
            && self.is_fresh(size);
        // SAFETY: the caller's promise; a block that there is has `size` bytes.
        unsafe {
            let block = self.alloc(layout);
            if !zeroed && !block.is_null() {
                block.write_bytes(0, size);
            }
            block
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe {
            if layout.size() > LIMIT.load(Relaxed) || layout.align() > 16 {
                return self.free_otherwise(block, layout);
            }
            self.free(block, layout);
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let small = layout.size() <= LARGEST && layout.align() <= 16;
        if small && new_size <= LARGEST && class(layout.size()).0 == class(new_size).0 {
            return block;
        }
        let _lock = self.lock_if_shared();
        if !small && new_size > LARGEST && layout.align() <= 16 {
            return self.large_again(block, new_size);
        }
        if new_size > layout.size() && supply() == Supply::Short && !self.finds_more() {
            return null_mut();
        }
        if small && self.extend(block, layout.size(), new_size) {
            return block;
        }
        let is_small = |size: usize| size <= LARGEST && layout.align() <= 16;
        // SAFETY: the new block is distinct, and both hold at least the copied length.
        unsafe {
            let layout_of_new = Layout::from_size_align_unchecked(new_size, layout.align());
            let new = match is_small(new_size) {
                true => self.allocate(layout_of_new),
                false => self.large(layout_of_new),
            };
            if !new.is_null() {
                std::ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
                match small {
                    true => self.free(block, layout),
                    false => self.large_free(block, layout),
                }
            }
            new
        }
    }
}

impl Allocator {
    /// A block that is large or unusually aligned, or one of several threads asks for.
    #[cold]
    #[inline(never)]
    fn allocate_otherwise(&self, layout: Layout) -> *mut u8 {
        let _lock = self.lock_if_shared();
        match layout.size() > LARGEST || layout.align() > 16 {
            true => self.large(layout),
            false => self.allocate(layout),
        }
    }

    /// Frees what [`Self::allocate_otherwise`] may have returned.
    ///
    /// # Safety
    /// As `dealloc` of [`GlobalAlloc`].
    #[cold]
    #[inline(never)]
    unsafe fn free_otherwise(&self, block: *mut u8, layout: Layout) {
        let _lock = self.lock_if_shared();
        // SAFETY: the caller's promise; it came from where its layout says.
        unsafe {
            match layout.size() > LARGEST || layout.align() > 16 {
                true => self.large_free(block, layout),
                false => self.free(block, layout),
            }
        }
    }

    /// A block of a class, for who is alone or has the lock. The layout is none of a large block.
    #[inline(always)]
    fn allocate(&self, layout: Layout) -> *mut u8 {
        let (class, size) = class(layout.size());
        // SAFETY: one thread or the lock, and no call back into this allocator while the borrow lasts.
        let state = unsafe { &mut *self.state.get() };
        let free = state.free[class];
        if !free.is_null() {
            // SAFETY: blocks on a free list hold a link that `free` wrote.
            state.free[class] = unsafe { (*free).next };
            return free.cast();
        }
        if state.end - state.at >= size {
            let block = state.at;
            state.at += size;
            return block as *mut u8;
        }
        self.refill(size)
    }

    /// Whether the next block of so many bytes, of which there is a class, is one that nobody has had: its pages are
    /// the kernel's zeros, and those that are not used are never touched. For who is alone.
    fn is_fresh(&self, size: usize) -> bool {
        let (class, _) = class(size);
        // SAFETY: one thread, and no call back into this allocator while the borrow lasts.
        let state = unsafe { &*self.state.get() };
        state.free[class].is_null()
    }

    /// Makes a block of a class longer where it is: where it was the last to be taken from the chunk in use, as a text
    /// that grows often is, what follows it is free. A block that lies free is taken first: texts that grow and are
    /// freed in turn would else leave a long one behind each. For who is alone or has the lock.
    fn extend(&self, block: *mut u8, size: usize, new_size: usize) -> bool {
        if new_size > SHARED {
            return false;
        }
        let (old, (new_class, new)) = (class(size).1, class(new_size));
        // SAFETY: one thread or the lock, and no call back into this allocator while the borrow lasts.
        let state = unsafe { &mut *self.state.get() };
        let begins = block as usize;
        let fits = new > old
            && begins + old == state.at
            && state.end - begins >= new
            && state.free[new_class].is_null();
        if fits {
            state.at = begins + new;
        }
        fits
    }

    /// Frees a block of a class, for who is alone or has the lock.
    ///
    /// # Safety
    /// It came from [`Self::allocate`] with this layout, and nobody uses it any more.
    #[inline(always)]
    unsafe fn free(&self, block: *mut u8, layout: Layout) {
        let (class, _) = class(layout.size());
        // SAFETY: one thread or the lock, and no call back into this allocator while the borrow lasts; the
        // block is of this class and nobody uses it any more.
        unsafe {
            let state = &mut *self.state.get();
            let free: *mut Free = block.cast();
            (*free).next = state.free[class];
            state.free[class] = free;
        }
    }
}

impl Allocator {
    /// A block from the C library.
    #[cold]
    fn large(&self, layout: Layout) -> *mut u8 {
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        if let Some(block) = unsafe { &mut *self.state.get() }.take_kept(layout) {
            return block;
        }
        let block = c_allocate(layout);
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        if block.is_null() && self.give_back(unsafe { &mut *self.state.get() }) {
            return c_allocate(layout);
        }
        block
    }

    /// Frees a block from the C library, or keeps it for the next one of its size.
    ///
    /// # Safety
    /// It came from `large` with this layout, and nobody uses it any more.
    #[cold]
    unsafe fn large_free(&self, block: *mut u8, layout: Layout) {
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        let state = unsafe { &mut *self.state.get() };
        let kept: usize = state.kept.iter().map(|kept| kept.size).sum();
        if layout.align() <= 16
            && kept + layout.size()
                <= if Self::is_shared() { KEPT_BYTES_SHARED } else { KEPT_BYTES }
            && let Some(place) = state.kept.iter_mut().find(|kept| kept.block.is_null())
        {
            *place = Kept { block, size: layout.size() };
            return;
        }
        // SAFETY: it came from the C library by `large`, and nobody uses it any more, as the caller
        // guarantees.
        unsafe { libc::free(block.cast()) };
    }

    /// A block from the C library, with its own alignment, in another size.
    #[cold]
    fn large_again(&self, block: *mut u8, size: usize) -> *mut u8 {
        // SAFETY: the caller's block came from `large`.
        let new = unsafe { libc::realloc(block.cast(), size) };
        // SAFETY: one thread or the lock, and nothing that is called here has the state too.
        if new.is_null() && self.give_back(unsafe { &mut *self.state.get() }) {
            // SAFETY: the caller's block came from `large`, and stays as it is where realloc(3) fails.
            return unsafe { libc::realloc(block.cast(), size).cast() };
        }
        new.cast()
    }
}

fn c_allocate(layout: Layout) -> *mut u8 {
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
    use std::sync::Mutex;

    /// Held by tests for which it matters whether allocators are shared.
    static SHARING: Mutex<()> = Mutex::new(());

    #[test]
    fn classes_hold_their_sizes() {
        let mut last = 0;
        for size in 1..=LARGEST {
            let (index, block) = class(size);
            assert!(index < CLASSES, "{size}");
            assert!(block >= size && block % 16 == 0, "{size} {block}");
            assert!(block <= size + size / 4 + 16, "{size} {block}");
            assert!(index >= last);
            assert_eq!(size_of_class(index), block);
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

    #[test]
    fn the_last_block_grows_where_it_is() {
        // SAFETY: a local variable of this thread.
        let allocator = unsafe { Allocator::new() };
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        // SAFETY: valid layouts, blocks that are used within their sizes, and freed or made longer with their own layout.
        unsafe {
            let text = allocator.alloc(layout(100));
            text.write_bytes(7, 100);
            let (grown, mut size) = (text, 100);
            while size < SHARED / 2 {
                assert_eq!(allocator.realloc(grown, layout(size), size * 2), text, "{size}");
                size *= 2;
            }
            assert!(std::slice::from_raw_parts(grown, 100).iter().all(|&byte| byte == 7));
            let next = allocator.alloc(layout(50));
            assert!(next as usize >= grown as usize + size, "the next block is behind it");
            next.write_bytes(9, 50);
            // It is the last one no more.
            let moved = allocator.realloc(grown, layout(size), size * 2);
            assert_ne!(moved, grown);
            assert!(std::slice::from_raw_parts(moved, 100).iter().all(|&byte| byte == 7));
            assert!(std::slice::from_raw_parts(next, 50).iter().all(|&byte| byte == 9));
            // What is freed is there for its size alone.
            assert_eq!(allocator.alloc(layout(size)), grown);
            // A chunk is not left.
            let mut last = allocator.alloc(layout(1000));
            for size in (1000..SHARED * 2).step_by(1000) {
                last = allocator.realloc(last, layout(size), size + 1000);
                last.write_bytes(1, size + 1000);
            }
            assert!(std::slice::from_raw_parts(next, 50).iter().all(|&byte| byte == 9));
        }
    }

    #[test]
    fn texts_that_grow_in_turn_take_no_more_memory() {
        // SAFETY: a local variable of this thread.
        let allocator = unsafe { Allocator::new() };
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let chunks = || {
            // SAFETY: one thread; a chunk that is not null begins with its header.
            unsafe {
                let first = (*allocator.state.get()).chunk;
                std::iter::successors(first.as_ref(), |chunk| chunk.next.as_ref()).count()
            }
        };
        let mut before = 0;
        for round in 0..1000 {
            let mut size = 10 + round % 3;
            // SAFETY: valid layouts, and blocks that are made longer and freed with their own.
            unsafe {
                let mut text = allocator.alloc(layout(size));
                while size < SHARED / 2 {
                    text = allocator.realloc(text, layout(size), size * 2);
                    size *= 2;
                }
                allocator.dealloc(text, layout(size));
            }
            if round == 100 {
                before = chunks();
            }
        }
        assert_eq!(chunks(), before);
    }

    #[test]
    fn blocks_of_zeros_are_zeros() {
        // SAFETY: a local variable of this thread.
        let allocator = unsafe { Allocator::new() };
        let mut used = Vec::new();
        for round in 0..3000usize {
            let size = 1 + (round * 7919) % 90_000;
            let layout = Layout::from_size_align(size, 1 << (round % 5)).unwrap();
            // SAFETY: a valid layout; what is there is read within its size, and then filled.
            unsafe {
                let block = allocator.alloc_zeroed(layout);
                let bytes = std::slice::from_raw_parts_mut(block, size);
                assert!(bytes.iter().all(|&byte| byte == 0), "{size} in round {round}");
                bytes.fill(0xa5);
                used.push((block, layout));
                if round % 3 != 0 {
                    let (block, layout) = used.swap_remove(round % used.len());
                    allocator.dealloc(block, layout);
                }
            }
        }
        for (block, layout) in used {
            // SAFETY: allocated above with this layout.
            unsafe { allocator.dealloc(block, layout) };
        }
    }

    #[test]
    fn several_threads_share_it() {
        let _sharing = SHARING.lock().unwrap();
        // SAFETY: shared before another thread has it.
        let allocator: &Allocator = Box::leak(Box::new(unsafe { Allocator::new() }));
        Allocator::share(true);
        let work = |seed: usize| {
            let mut blocks = Vec::new();
            for round in 0..5000usize {
                let size = 1 + (round * 7919 + seed) % 3000;
                let layout = Layout::from_size_align(size, 16).unwrap();
                // SAFETY: a valid layout; the block is filled within its size, and freed once.
                unsafe {
                    let block = allocator.alloc(layout);
                    block.write_bytes(seed as u8, size);
                    blocks.push((block, layout));
                    if round % 2 == 0 {
                        let (block, layout) = blocks.swap_remove(round % blocks.len());
                        let bytes = std::slice::from_raw_parts(block, layout.size());
                        assert!(bytes.iter().all(|&byte| byte == seed as u8));
                        allocator.dealloc(block, layout);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for seed in 1..=4 {
                scope.spawn(move || work(seed));
            }
        });
        Allocator::share(false);
    }

    #[test]
    fn large_blocks_are_kept_up_to_a_limit() {
        let _sharing = SHARING.lock().unwrap();
        // SAFETY: a local variable of this thread.
        let allocator = unsafe { Allocator::new() };
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        let (small, large) = (layout(3 << 20), layout(9 << 20));
        // SAFETY: valid layouts; blocks are freed once, with the layout they have then.
        unsafe {
            let most = KEPT_BYTES / small.size();
            let blocks: Vec<_> = (0..most + 2).map(|_| allocator.alloc(small)).collect();
            blocks.iter().for_each(|block| block.write_bytes(7, small.size()));
            blocks.iter().for_each(|block| allocator.dealloc(*block, small));
            let kept = |allocator: &Allocator| {
                (*allocator.state.get()).kept.iter().filter(|kept| !kept.block.is_null()).count()
            };
            assert_eq!(kept(&allocator), most);
            // Too long for any, so a new one, for which there is no place afterwards.
            let block = allocator.alloc(large);
            block.write_bytes(8, large.size());
            allocator.dealloc(block, large);
            assert_eq!(kept(&allocator), most);
            // One that is shorter gets one of them, which can grow.
            let block = allocator.alloc(layout(2 << 20));
            assert!(blocks.contains(&block));
            block.write_bytes(9, 2 << 20);
            let grown = allocator.realloc(block, layout(2 << 20), 4 << 20);
            assert!(std::slice::from_raw_parts(grown, 2 << 20).iter().all(|&byte| byte == 9));
            allocator.dealloc(grown, layout(4 << 20));
            assert_eq!(kept(&allocator), most);
            // What is aligned otherwise is none of them.
            let odd = Layout::from_size_align(3 << 20, 4096).unwrap();
            let block = allocator.alloc(odd);
            assert_eq!(block as usize % 4096, 0);
            allocator.dealloc(block, odd);
            assert!(allocator.give_back(&mut *allocator.state.get()));
            assert_eq!(kept(&allocator), 0);
        }
    }

    #[test]
    fn what_lies_free_goes_back_and_the_rest_stays() {
        // SAFETY: of this thread alone.
        let allocator = Box::leak(Box::new(unsafe { Allocator::new() }));
        let layouts =
            [16, 48, 1000, 20_000, 40_000].map(|size| Layout::from_size_align(size, 16).unwrap());
        let mut kept = Vec::new();
        let mut freed = Vec::new();
        for round in 0..4000usize {
            let layout = layouts[round % layouts.len()];
            // SAFETY: a valid layout; the block is filled within its size.
            let block = unsafe { allocator.alloc(layout) };
            // SAFETY: the block is filled within its size.
            unsafe { block.write_bytes(round as u8, layout.size()) };
            // The first of them, and one in the middle.
            if round < 10 || round == 2000 {
                kept.push((block, layout, round as u8))
            } else {
                freed.push((block, layout))
            }
        }
        for (block, layout) in freed {
            // SAFETY: allocated above with this layout.
            unsafe { allocator.dealloc(block, layout) };
        }
        let chunks = |allocator: &Allocator| {
            // SAFETY: nothing is allocated meanwhile.
            let (mut chunk, mut count) = (unsafe { (*allocator.state.get()).chunk }, 0);
            while !chunk.is_null() {
                // SAFETY: a chunk of the list, whose header nothing changes meanwhile.
                chunk = unsafe { (*chunk).next };
                count += 1;
            }
            count
        };
        assert!(chunks(allocator) > 50);
        // SAFETY: nobody else has the state.
        assert!(allocator.give_back(unsafe { &mut *allocator.state.get() }));
        assert!(chunks(allocator) < 6, "{}", chunks(allocator));
        // SAFETY: nobody else has the state.
        assert!(!allocator.give_back(unsafe { &mut *allocator.state.get() }));
        // What is left on the lists can be used, and what was kept is as it was.
        for round in 0..3000usize {
            let layout = layouts[round % layouts.len()];
            // SAFETY: a valid layout; the block is filled within its size.
            unsafe { allocator.alloc(layout).write_bytes(0xff, layout.size()) };
        }
        for (block, layout, fill) in kept {
            // SAFETY: allocated above with this layout.
            let bytes = unsafe { std::slice::from_raw_parts(block, layout.size()) };
            assert!(bytes.iter().all(|&byte| byte == fill));
        }
    }
}
