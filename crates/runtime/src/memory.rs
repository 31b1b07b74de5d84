//! What happens where memory cannot be had, and where a panic shows a mistake of the program.
//!
//! A process that gets no memory says so and ends. Here only what asked for it may end: a failed
//! allocation unwinds (`alloc::set_alloc_error_hook`) to whoever called [`catch`] around the command,
//! the stage or the script. From then until that caller drops the [`Fault`] there is an emergency, in
//! which requests are served from a reserve, so that clean-up and message find memory.
//!
//! Not every allocation may unwind: a B-tree of the standard library that gets no node when it
//! splits another one has lost elements, and panics when it is dropped. So a small block comes from
//! the reserve too, which has memory run short ([`Supply::Short`]): the next buffer that is to grow,
//! whose owner has not begun to change anything, gets none.
//!
//! Where the compiler does not have the hook (it is not stable; `build.rs` asks), the standard
//! library ends the process.

use crate::Allocator;
use crate::counted::Accounts;
use std::any::Any;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering::Relaxed};

/// How memory can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Supply {
    /// From the kernel.
    Normal,
    /// Small blocks come from the reserve, and nothing grows.
    Short,
    /// Something could not be had, and nobody has dropped the fault that says so: all comes from the
    /// reserve that fits.
    Emergency,
}

/// A [`Supply`].
static SUPPLY: AtomicU8 = AtomicU8::new(Supply::Normal as u8);
/// The program's allocator.
static ALLOCATOR: AtomicPtr<Allocator> = AtomicPtr::new(null_mut());
/// Where threads count their memory: what they have, and whether they run short. [`SUPPLY`] says then that some
/// thread may.
static ACCOUNTS: AtomicPtr<Accounts> = AtomicPtr::new(null_mut());
/// Whether other threads may use that too.
static MAY_BE_SHARED: AtomicBool = AtomicBool::new(false);
/// The status of a process that can do nothing but end, as shells have it.
const ENDED: i32 = 2;

/// What a panic carries that a failed allocation began.
struct Exhausted;

/// Why a call under [`catch`] has not returned.
#[derive(Debug)]
pub enum Fault {
    /// Memory could not be had.
    Exhausted(Emergency),
    /// The program has a mistake, which has been reported.
    Bug(Box<dyn Any + Send>),
}

/// Ends the emergency when it is dropped.
#[derive(Debug)]
pub struct Emergency(());

impl Drop for Emergency {
    fn drop(&mut self) {
        set_supply(Supply::Normal);
        if let Some(accounts) = accounts() {
            (accounts.set_emergency)(false);
        }
        if let Some(allocator) = allocator() {
            allocator.recover();
        }
    }
}

impl Fault {
    /// Goes on unwinding, to the next caller of [`catch`].
    pub fn resume(self) -> ! {
        match self {
            Self::Exhausted(emergency) => {
                // It goes on.
                std::mem::forget(emergency);
                resume_unwind(Box::new(Exhausted))
            }
            Self::Bug(payload) => resume_unwind(payload),
        }
    }
}

/// Calls `body`; where a failed allocation or a mistake unwinds it, says which.
///
/// # Errors
/// What unwound it. Whatever `body` was changing may be half changed: the caller knows what it was.
#[inline]
pub fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Fault> {
    catch_unwind(AssertUnwindSafe(body)).map_err(fault)
}

#[cold]
fn fault(payload: Box<dyn Any + Send>) -> Fault {
    if is_exhaustion(&*payload) {
        // A capacity that no memory has came without the emergency.
        set_supply(Supply::Emergency);
        if let Some(accounts) = accounts() {
            (accounts.set_emergency)(true);
        }
        return Fault::Exhausted(Emergency(()));
    }
    Fault::Bug(payload)
}

fn is_exhaustion(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Exhausted>() || payload.downcast_ref() == Some(&"capacity overflow")
}

/// How memory can be had now.
#[inline(always)]
pub(crate) fn supply() -> Supply {
    match SUPPLY.load(Relaxed) {
        0 => Supply::Normal,
        1 => Supply::Short,
        _ => Supply::Emergency,
    }
}

pub(crate) fn set_supply(supply: Supply) {
    SUPPLY.store(supply as u8, Relaxed);
}

fn allocator() -> Option<&'static Allocator> {
    // SAFETY: only `begin` writes it, a reference that lives as long as the program, or null.
    unsafe { ALLOCATOR.load(Relaxed).as_ref() }
}

fn accounts() -> Option<&'static Accounts> {
    // SAFETY: only `count_by` writes it, a reference that lives as long as the program, or null.
    unsafe { ACCOUNTS.load(Relaxed).as_ref() }
}

/// Threads of the program count their memory, and unwind where they have too much.
#[cfg(alloc_error_hook)]
pub(crate) fn count_by(accounts: &'static Accounts) {
    ACCOUNTS.store((&raw const *accounts).cast_mut(), Relaxed);
}

/// Unwinds as a failed allocation does.
#[cfg(alloc_error_hook)]
pub(crate) fn unwind() -> ! {
    resume_unwind(Box::new(Exhausted))
}

/// Tells the allocator whether there are other threads: with true before the first one begins, with
/// false when the last has ended. Returns whether there may be any.
pub fn switch_threads(begins: bool) -> bool {
    match allocator() {
        Some(_) => {
            let may_be_shared = MAY_BE_SHARED.load(Relaxed);
            Allocator::share(begins && may_be_shared);
            may_be_shared
        }
        // The allocator of the standard library can be shared.
        None => true,
    }
}

/// Begins to unwind where memory cannot be had, and has panics reported in one line.
///
/// `allocator` is what the program's global allocator gets its memory from.
pub fn begin(allocator: &'static Allocator) {
    MAY_BE_SHARED.store(true, Relaxed);
    begin_alone(allocator);
}

/// [`begin`], in a program that never has other threads.
pub(crate) fn begin_alone(allocator: &'static Allocator) {
    ALLOCATOR.store((&raw const *allocator).cast_mut(), Relaxed);
    #[cfg(alloc_error_hook)]
    std::alloc::set_alloc_error_hook(exhausted);
    std::panic::set_hook(Box::new(report));
}

/// Unwinds as a failed allocation does, where memory runs short: for those that cannot be unwound where
/// they get none, before they begin.
#[inline(always)]
pub fn check() {
    if supply() == Supply::Short {
        fall_short();
    }
}

#[cold]
#[inline(never)]
fn fall_short() {
    if allocator().is_some_and(Allocator::has_more) {
        return;
    }
    if let Some(accounts) = accounts() {
        if !(accounts.is_short)() {
            return;
        }
        (accounts.set_emergency)(true);
    }
    set_supply(Supply::Emergency);
    resume_unwind(Box::new(Exhausted))
}

/// An allocation has failed.
#[cfg(alloc_error_hook)]
#[cold]
fn exhausted(_: std::alloc::Layout) {
    let before = supply();
    set_supply(Supply::Emergency);
    if before == Supply::Emergency && std::thread::panicking() {
        // Nor can what unwinds be cleaned up.
        end("memory exhausted");
    }
    resume_unwind(Box::new(Exhausted))
}

/// Runs the program. What nobody has caught ends it.
pub fn run(program: impl FnOnce() -> i32) -> i32 {
    match catch(program) {
        Ok(status) => status,
        Err(Fault::Exhausted(_)) => end("memory exhausted"),
        Err(Fault::Bug(_)) => 134,
    }
}

/// Ends the process at once, with one line on standard error.
fn end(what: &str) -> ! {
    let mut line = Line::default();
    let _ = writeln!(line, "forkless: {what}");
    line.show();
    // SAFETY: ends the process; nothing of it is used afterwards.
    unsafe { libc::_exit(ENDED) }
}

/// One line for a mistake of the program: what, where, which version, and where to report it.
fn report(info: &PanicHookInfo<'_>) {
    if is_exhaustion(info.payload()) {
        return;
    }
    let mut line = Line::default();
    let _ = write!(line, "forkless {}: internal error", env!("CARGO_PKG_VERSION"));
    if let Some(place) = info.location() {
        let _ = write!(line, " at {}:{}", place.file(), place.line());
    }
    let _ = write!(line, ": ");
    let told = line.length;
    let _ = write!(line, "{}", info.payload_as_str().unwrap_or("panic"));
    // What it says may have several lines.
    for byte in &mut line.text[told..line.length] {
        if *byte < b' ' {
            *byte = b' ';
        }
    }
    line.text_end(b"; please report it, as SECURITY.md says\n");
    line.show();
}

/// A line that is made without allocating anything.
struct Line {
    text: [u8; 512],
    length: usize,
}

impl Default for Line {
    fn default() -> Self {
        Self { text: [0; 512], length: 0 }
    }
}

impl Line {
    /// Appends an end, over what has no room before it.
    fn text_end(&mut self, end: &[u8]) {
        let at = self.length.min(self.text.len() - end.len());
        self.text[at..at + end.len()].copy_from_slice(end);
        self.length = at + end.len();
    }

    /// Writes it to standard error, the process's own.
    fn show(&self) {
        // SAFETY: the pointer and the length are those of one array.
        unsafe { libc::write(2, self.text.as_ptr().cast(), self.length) };
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.text.len() - self.length;
        let text = &text.as_bytes()[..text.len().min(room)];
        self.text[self.length..self.length + text.len()].copy_from_slice(text);
        self.length += text.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_end() {
        let mut line = Line::default();
        let _ = write!(line, "{}", "x".repeat(1000));
        line.text_end(b"; end\n");
        assert_eq!(line.length, 512);
        assert!(line.text.ends_with(b"x; end\n"));
    }

    #[test]
    fn a_capacity_that_no_memory_has_is_exhaustion() {
        let size = std::hint::black_box(usize::MAX);
        assert!(matches!(catch(|| Vec::<u8>::with_capacity(size)), Err(Fault::Exhausted(_))));
        assert_eq!(supply(), Supply::Normal);
        assert!(matches!(catch(|| panic!("{size}")), Err::<(), _>(Fault::Bug(_))));
        assert_eq!(catch(|| 5).ok(), Some(5));
    }
}
