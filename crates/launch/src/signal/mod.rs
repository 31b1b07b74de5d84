//! Signals: names, masks, and noting what was caught.
//!
//! A trap's action cannot run in a signal handler. The handler here sets a bit
//! and returns; the evaluation loop asks [`pending`], one relaxed load, between
//! commands, and takes what there is. A wait that may have to end early is done
//! by [`poll`], in which no signal is lost between the check and the sleep.
//!
//! The set of pending signals and the counts are process-global, because a
//! handler can reach nothing else; signals are delivered to the process, and
//! dispositions are the process's too. It is the only such state of this crate
//! besides caches that hold no meaning.
//!
//! See signal(7), sigaction(2), ppoll(2); POSIX XCU 2.15 `trap`.

mod names;
mod pipe;
mod wait;

use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

pub use names::{description, name, number};
pub use pipe::PipeGuard;
pub use wait::{PollFd, poll, wait_for_signal};
pub(crate) use wait::{Time, poll_plain};

use crate::raw;

/// One more than the highest signal number.
pub const COUNT: usize = 65;

/// Signals that were caught and not yet taken: bit number - 1.
static PENDING: AtomicU64 = AtomicU64::new(0);
/// A bit of [`PENDING`] that says nothing of a signal: it is that of one which the C library keeps for
/// itself, and refuses to have caught (nptl(7)).
const LOOK: u64 = 1 << 32;
/// How often each was caught since it was last taken.
static CAUGHT: [AtomicU32; COUNT] = [const { AtomicU32::new(0) }; COUNT];
/// Signals that [`catch`] is in force for.
static CATCHING: AtomicU64 = AtomicU64::new(0);

/// A set of signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SignalSet(u64);

impl SignalSet {
    /// No signal.
    pub const EMPTY: SignalSet = SignalSet(0);
    /// Every signal.
    pub const ALL: SignalSet = SignalSet(!0);

    /// The set of these signals; numbers that are none are left out.
    pub fn of(signals: &[i32]) -> Self {
        let mut set = Self::EMPTY;
        for &signal in signals {
            set.insert(signal);
        }
        set
    }

    /// A set from the kernel's form: bit number - 1.
    pub const fn from_bits(bits: u64) -> Self {
        SignalSet(bits)
    }

    /// The set in the kernel's form: bit number - 1.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Adds a signal. A number that is none changes nothing.
    pub fn insert(&mut self, signal: i32) {
        self.0 |= bit(signal);
    }

    /// Takes a signal out.
    pub fn remove(&mut self, signal: i32) {
        self.0 &= !bit(signal);
    }

    /// Whether the signal is in the set.
    pub fn contains(self, signal: i32) -> bool {
        self.0 & bit(signal) != 0
    }

    /// Whether a signal is in both sets.
    pub const fn intersects(self, other: SignalSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no signal is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The signal's bit, or 0 for a number that is no signal.
fn bit(signal: i32) -> u64 {
    if (1..COUNT as i32).contains(&signal) { 1 << (signal - 1) } else { 0 }
}

/// What happens when a signal arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// The signal's default action.
    Default,
    /// Nothing.
    Ignore,
    /// A handler runs, this module's or another one.
    Catch,
}

extern "C" fn note(signal: libc::c_int) {
    if let Some(count) = CAUGHT.get(signal as usize) {
        count.fetch_add(1, Ordering::Relaxed);
    }
    PENDING.fetch_or(bit(signal), Ordering::Release);
}

/// Has the signal noted when it arrives. With `restart`, slow system calls that it
/// interrupts go on (SA_RESTART); without, they fail with `Interrupted`.
///
/// # Errors
/// `InvalidInput` for what is no signal or cannot be caught.
pub fn catch(signal: i32, restart: bool) -> io::Result<()> {
    let handler = note as extern "C" fn(libc::c_int) as usize;
    // All others are blocked while the handler runs, so that handlers do not
    // pile up on a small stack, and an alternate stack is used where there is one.
    let flags = libc::SA_ONSTACK | if restart { libc::SA_RESTART } else { 0 };
    CATCHING.fetch_or(bit(signal), Ordering::Relaxed);
    let result = set_action(signal, handler, flags);
    if result.is_err() {
        CATCHING.fetch_and(!bit(signal), Ordering::Relaxed);
    }
    result
}

/// Ignores the signal; what was noted of it and not taken is dropped.
///
/// # Errors
/// `InvalidInput` for what is no signal or cannot be ignored.
pub fn ignore(signal: i32) -> io::Result<()> {
    set_action(signal, libc::SIG_IGN, 0)?;
    forget(signal);
    Ok(())
}

/// Gives the signal its default action; what was noted of it and not taken is
/// dropped.
///
/// # Errors
/// `InvalidInput` for what is no signal.
pub fn default(signal: i32) -> io::Result<()> {
    set_action(signal, libc::SIG_DFL, 0)?;
    forget(signal);
    Ok(())
}

fn forget(signal: i32) {
    CATCHING.fetch_and(!bit(signal), Ordering::Relaxed);
    take(signal);
}

fn set_action(signal: i32, handler: usize, flags: libc::c_int) -> io::Result<()> {
    // SAFETY: a sigaction is numbers only, for which zero is valid.
    let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
    action.sa_sigaction = handler;
    action.sa_flags = flags;
    // SAFETY: the set is part of the structure.
    unsafe { libc::sigfillset(&mut action.sa_mask) };
    // SAFETY: the handler is async-signal-safe: it touches atomics only.
    if unsafe { libc::sigaction(signal, &action, core::ptr::null_mut()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// What happens now when the signal arrives.
///
/// # Errors
/// `InvalidInput` for what is no signal.
pub fn disposition(signal: i32) -> io::Result<Disposition> {
    // SAFETY: a sigaction is numbers only, for which zero is valid.
    let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
    // SAFETY: only writes the structure.
    if unsafe { libc::sigaction(signal, core::ptr::null(), &mut action) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(match action.sa_sigaction {
        libc::SIG_DFL => Disposition::Default,
        libc::SIG_IGN => Disposition::Ignore,
        _ => Disposition::Catch,
    })
}

/// Whether a caught signal waits to be taken: one relaxed load.
#[inline(always)]
pub fn pending() -> bool {
    PENDING.load(Ordering::Relaxed) & !LOOK != 0
}

/// Whether a caught signal waits to be taken, or [`always_look`] was called: one relaxed load, and
/// the test that everything runs through which may have to look further.
#[inline(always)]
pub fn must_look() -> bool {
    PENDING.load(Ordering::Relaxed) != 0
}

/// From now on [`must_look`] says yes in this process, which has something else to look for than signals.
pub fn always_look() {
    PENDING.fetch_or(LOOK, Ordering::Relaxed);
}

/// The signals that wait to be taken.
pub fn pending_set() -> SignalSet {
    SignalSet(PENDING.load(Ordering::Acquire) & !LOOK)
}

/// The signals that [`catch`] is in force for.
pub fn caught_set() -> SignalSet {
    SignalSet(CATCHING.load(Ordering::Relaxed))
}

/// Takes one signal: whether it was caught since it was last taken.
pub fn take(signal: i32) -> bool {
    take_count(signal) != 0
}

/// Takes one signal: how often it was caught since it was last taken. The kernel
/// merges signals that arrive while one of the same number is blocked.
pub fn take_count(signal: i32) -> u32 {
    let bit = bit(signal);
    if bit == 0 || PENDING.fetch_and(!bit, Ordering::Acquire) & bit == 0 {
        return 0;
    }
    CAUGHT.get(signal as usize).map_or(0, |count| count.swap(0, Ordering::Relaxed).max(1))
}

/// Takes the pending signal with the lowest number.
pub fn take_next() -> Option<i32> {
    loop {
        let set = PENDING.load(Ordering::Relaxed) & !LOOK;
        if set == 0 {
            return None;
        }
        let signal = set.trailing_zeros() as i32 + 1;
        if take(signal) {
            return Some(signal);
        }
    }
}

/// The calling thread's signal mask.
pub fn mask() -> SignalSet {
    let mut old = 0u64;
    // SAFETY: without a new mask only the old one is written.
    unsafe { raw::call!(raw::SYS_rt_sigprocmask, libc::SIG_SETMASK, 0, &mut old, 8) };
    SignalSet(old)
}

/// Sets the calling thread's signal mask and returns the previous one.
pub fn set_mask(mask: SignalSet) -> SignalSet {
    SignalSet(raw::set_mask(mask.0))
}

/// Blocks every signal of the calling thread until the guard is dropped.
pub fn block_all() -> MaskGuard {
    MaskGuard { old: set_mask(SignalSet::ALL), thread: core::marker::PhantomData }
}

/// Restores the signal mask when dropped.
#[must_use = "the mask is restored when the guard is dropped"]
pub struct MaskGuard {
    old: SignalSet,
    /// A mask is a thread's; the guard stays with it.
    thread: core::marker::PhantomData<*const ()>,
}

impl MaskGuard {
    /// The mask that will be restored.
    pub fn old(&self) -> SignalSet {
        self.old
    }
}

impl Drop for MaskGuard {
    fn drop(&mut self) {
        set_mask(self.old);
    }
}
