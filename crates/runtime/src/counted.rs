//! Memory that a thread counts while it does something, and of which that may have so much and no more: what
//! limits a session of the library.
//!
//! A program that wants that makes a [`Counted`] its global allocator. While no thread counts, a request costs a
//! load and a comparison more than it would. A request beyond the limit is refused and unwinds as one that
//! the kernel refuses does in the shell ([`crate::catch`]); so the limit is for what runs under that. What
//! a refusal would leave in pieces is spared as in [`crate::memory`]: a small block is given beyond the limit,
//! and the next buffer that is to grow gets none.
//!
//! Bytes are those that were asked for, so the same work counts the same everywhere. What a thread frees without
//! counting, and what another thread frees, is not seen: who counts says what leaves ([`hand_over`]).

use crate::memory::{Supply, set_supply};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many threads count.
static COUNTING: AtomicUsize = AtomicUsize::new(0);
/// The largest block that is given beyond the limit.
const SMALL: usize = 4096;
/// How much of such there may be.
const RESERVE: isize = 1 << 20;

/// What a thread counts.
struct Counter {
    /// Requests of the thread count.
    is_counting: Cell<bool>,
    /// The bytes that it has more than when it began; fewer, where that is negative.
    used: Cell<isize>,
    /// How many there may be.
    most: Cell<isize>,
    supply: Cell<Supply>,
    /// A request was refused, or given beyond the limit.
    is_reached: Cell<bool>,
}

thread_local! {
    static COUNTER: Counter = const { Counter::NEW };
}

/// What the memory of a program that has a [`Counted`] says of the calling thread.
pub(crate) struct Accounts {
    /// Whether it has been given memory beyond its limit.
    pub is_short: fn() -> bool,
    /// An emergency begins or ends.
    pub set_emergency: fn(bool),
}

#[cfg(alloc_error_hook)]
static ACCOUNTS: Accounts = Accounts {
    is_short: || COUNTER.with(|counter| counter.supply.get() == Supply::Short),
    set_emergency: |begins| {
        let supply = if begins { Supply::Emergency } else { Supply::Normal };
        COUNTER.with(|counter| counter.supply.set(supply));
    },
};

/// A global allocator that can count: `#[global_allocator] static ALLOCATOR: Counted = Counted::new(System);`.
#[derive(Debug, Default)]
pub struct Counted<A = System>(A);

impl<A> Counted<A> {
    /// An allocator that gets its memory from another one.
    pub const fn new(allocator: A) -> Self {
        Self(allocator)
    }
}

// SAFETY: what is not refused is the inner allocator's, which keeps the contract. The counter is cells of the thread,
// without a destructor and made by constants: it allocates nothing, and is there as long as the thread.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) != 0 && !take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises are those that the allocator asks for.
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) != 0 && !take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises are those that the allocator asks for.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if COUNTING.load(Relaxed) != 0 {
            give(layout.size());
        }
        // SAFETY: all blocks are those of the inner allocator.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if COUNTING.load(Relaxed) != 0 && !change(layout.size(), new_size) {
            return std::ptr::null_mut();
        }
        // SAFETY: all blocks are those of the inner allocator; the rest is the caller's promise.
        unsafe { self.0.realloc(block, layout, new_size) }
    }
}

/// Counts a block. Whether there may be one.
fn take(size: usize) -> bool {
    COUNTER.with(|counter| {
        if !counter.is_counting.get() {
            return true;
        }
        let used = counter.used.get().saturating_add_unsigned(size);
        if used > counter.most.get() && !counter.exceeds(used, size <= SMALL) {
            return false;
        }
        counter.used.set(used);
        true
    })
}

/// Counts a block that gets another size. Whether it may.
fn change(size: usize, new_size: usize) -> bool {
    COUNTER.with(|counter| {
        if !counter.is_counting.get() {
            return true;
        }
        let used = counter.used.get().wrapping_sub_unsigned(size).saturating_add_unsigned(new_size);
        if new_size > size && used > counter.most.get() && !counter.exceeds(used, false) {
            return false;
        }
        counter.used.set(used);
        true
    })
}

/// Counts a block no longer.
fn give(size: usize) {
    COUNTER.with(|counter| {
        if counter.is_counting.get() {
            counter.used.set(counter.used.get().saturating_sub_unsigned(size));
        }
    });
}

impl Counter {
    #[allow(clippy::declare_interior_mutable_const)] // A new one each time.
    const NEW: Self = Self {
        is_counting: Cell::new(false),
        used: Cell::new(0),
        most: Cell::new(isize::MAX),
        supply: Cell::new(Supply::Normal),
        is_reached: Cell::new(false),
    };

    /// Counts as another one does. Returns what it counted before.
    fn replace(&self, other: &Self) -> Self {
        Self {
            is_counting: Cell::new(self.is_counting.replace(other.is_counting.get())),
            used: Cell::new(self.used.replace(other.used.get())),
            most: Cell::new(self.most.replace(other.most.get())),
            supply: Cell::new(self.supply.replace(other.supply.get())),
            is_reached: Cell::new(self.is_reached.replace(other.is_reached.get())),
        }
    }

    /// There would be more than there may be. Whether there is, all the same: what unwinds has to be cleaned up, and
    /// a small block is spared.
    #[cold]
    #[inline(never)]
    fn exceeds(&self, used: isize, is_spared: bool) -> bool {
        if self.supply.get() == Supply::Emergency || std::thread::panicking() {
            return true;
        }
        self.is_reached.set(true);
        if is_spared && used <= self.most.get().saturating_add(RESERVE) {
            self.supply.set(Supply::Short);
            // Which thread it is, `check` asks.
            set_supply(Supply::Short);
            return true;
        }
        false
    }
}

/// The calling thread counts while this is there.
#[must_use]
pub struct Count {
    /// What it counted before.
    outer: Counter,
    /// It belongs to the thread.
    _here: std::marker::PhantomData<*const ()>,
}

impl Count {
    /// Begins to count at 0, without a limit.
    pub fn begin() -> Self {
        COUNTING.fetch_add(1, Relaxed);
        let fresh = Counter::NEW;
        fresh.is_counting.set(true);
        let outer = COUNTER.with(|counter| counter.replace(&fresh));
        Self { outer, _here: std::marker::PhantomData }
    }

    /// How many bytes there are more than when it began; fewer, where that is negative.
    pub fn bytes(&self) -> isize {
        COUNTER.with(|counter| counter.used.get())
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        COUNTER.with(|counter| counter.replace(&self.outer));
        COUNTING.fetch_sub(1, Relaxed);
    }
}

/// How many bytes the thread may have more than when it began to count; None: any number.
pub fn limit(most: Option<isize>) {
    COUNTER.with(|counter| counter.most.set(most.unwrap_or(isize::MAX)));
}

/// Whether the thread has asked for more than it may have since it began to count.
pub fn is_reached() -> bool {
    COUNTER.with(|counter| counter.is_reached.get())
}

/// So many bytes of what the thread has counted are somebody else's now, who does not count them.
pub fn hand_over(size: usize) {
    if COUNTING.load(Relaxed) != 0 {
        give(size);
    }
}

/// So many bytes that the thread has not counted are what it counts now.
pub fn take_over(size: usize) {
    COUNTER.with(|counter| {
        if counter.is_counting.get() {
            counter.used.set(counter.used.get().saturating_add_unsigned(size));
        }
    });
}

/// Calls `body`, whose requests do not count.
pub fn outside<R>(body: impl FnOnce() -> R) -> R {
    switched(false, body)
}

/// Within [`outside`]: calls `body`, whose requests count as they did.
pub fn inside<R>(body: impl FnOnce() -> R) -> R {
    // A thread that has not begun has no limit that they could reach, and what they add nobody reads.
    switched(true, body)
}

fn switched<R>(counts: bool, body: impl FnOnce() -> R) -> R {
    if COUNTING.load(Relaxed) == 0 {
        return body();
    }
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            COUNTER.with(|counter| counter.is_counting.set(self.0));
        }
    }
    let _back = Back(COUNTER.with(|counter| counter.is_counting.replace(counts)));
    body()
}

/// Makes memory unwind that a thread's count refuses. False: the program's allocator does not count, or the standard
/// library ends the process where there is no memory.
pub fn prepare() -> bool {
    static PREPARED: OnceLock<bool> = OnceLock::new();
    *PREPARED.get_or_init(|| {
        let count = Count::begin();
        let block = std::hint::black_box(Box::new([0u8; 64]));
        let counts = count.bytes() >= 64;
        drop((block, count));
        counts && unwinds()
    })
}

#[cfg(not(alloc_error_hook))]
fn unwinds() -> bool {
    false
}

#[cfg(alloc_error_hook)]
fn unwinds() -> bool {
    /// What the program did before.
    static BEFORE: OnceLock<fn(Layout)> = OnceLock::new();

    fn refused(layout: Layout) {
        let is_limited = COUNTER.with(|counter| {
            let is_limited = counter.is_counting.get() && counter.most.get() != isize::MAX;
            // Nor can what unwinds be cleaned up, where there is none then.
            let ends = counter.supply.get() == Supply::Emergency && std::thread::panicking();
            is_limited && !ends
        });
        if is_limited {
            (ACCOUNTS.set_emergency)(true);
            COUNTER.with(|counter| counter.is_reached.set(true));
            crate::memory::unwind();
        }
        if let Some(before) = BEFORE.get() {
            before(layout);
        }
    }

    let _ = BEFORE.set(std::alloc::take_alloc_error_hook());
    std::alloc::set_alloc_error_hook(refused);
    crate::memory::count_by(&ACCOUNTS);
    true
}
