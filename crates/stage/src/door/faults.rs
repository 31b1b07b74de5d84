//! A file system that fails on demand, for tests: the n-th call through the door has an errno instead of an effect.

use super::{DIFFERS, FAULTY, Result};
use rustix::io::Errno;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by the one thread that has faults. The plan is not the thread's own data, for which there is little room
/// (`LACKS_OPENAT2`).
static TURN: Mutex<()> = Mutex::new(());
/// Calls that were made.
static CALLS: AtomicU64 = AtomicU64::new(0);
/// The first and the last call that fails, counted from 1.
static FIRST: AtomicU64 = AtomicU64::new(0);
static LAST: AtomicU64 = AtomicU64::new(0);
static ERRNO: AtomicI32 = AtomicI32::new(0);

/// Calls of this thread fail, for as long as this lives. Other threads that want faults of their own wait.
#[derive(Debug)]
pub struct Faults {
    _turn: MutexGuard<'static, ()>,
    differed: u8,
}

impl Faults {
    /// Has the call with this number fail, counted from 1, and as many as `count` says from there on.
    pub fn enter(first: u64, count: u64, errno: Errno) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        CALLS.store(0, Ordering::Relaxed);
        FIRST.store(first, Ordering::Relaxed);
        LAST.store(first.saturating_add(count).saturating_sub(1), Ordering::Relaxed);
        ERRNO.store(errno.raw_os_error(), Ordering::Relaxed);
        Self { _turn: turn, differed: DIFFERS.replace(DIFFERS.get() | FAULTY) }
    }

    /// No call fails; they are counted.
    pub fn count() -> Self {
        Self::enter(1, 0, Errno::IO)
    }

    /// How many calls were made.
    pub fn calls(&self) -> u64 {
        CALLS.load(Ordering::Relaxed)
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        DIFFERS.set(self.differed);
    }
}

/// Counts a call of the thread, if it has faults.
///
/// # Errors
/// The plan's.
pub(super) fn pass() -> Result<()> {
    if DIFFERS.get() & FAULTY == 0 {
        return Ok(());
    }
    let number = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
    match number >= FIRST.load(Ordering::Relaxed) && number <= LAST.load(Ordering::Relaxed) {
        true => Err(Errno::from_raw_os_error(ERRNO.load(Ordering::Relaxed))),
        false => Ok(()),
    }
}

/// [`pass`] for a call that makes no descriptor, so that there are never too many for it.
///
/// # Errors
/// The plan's.
pub(super) fn pass_content() -> Result<()> {
    match ERRNO.load(Ordering::Relaxed) == Errno::MFILE.raw_os_error() {
        true => Ok(()),
        false => pass(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{openat, statat};
    use super::*;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

    #[test]
    fn reads_and_writes_fail_too() {
        use super::super::{pread, read, write};
        let zero = openat(CWD, "/dev/zero", OFlags::RDWR, Mode::empty()).unwrap();
        let faults = Faults::enter(2, 2, Errno::IO);
        let found = [
            read(&zero, &mut [0; 3]),
            write(&zero, b"abc"),
            pread(&zero, &mut [0; 3], 0),
            write(&zero, b"abc"),
        ];
        assert_eq!(found, [Ok(3), Err(Errno::IO), Err(Errno::IO), Ok(3)]);
        assert_eq!(faults.calls(), 4);
    }

    #[test]
    fn the_call_that_is_meant_fails() {
        let open = || openat(CWD, "/", OFlags::PATH, Mode::empty()).map(drop);
        let stat = || statat(CWD, "/", AtFlags::empty()).map(drop);
        {
            let faults = Faults::enter(2, 2, Errno::NOSPC);
            let found = [open(), stat(), open(), open()];
            assert_eq!(found, [Ok(()), Err(Errno::NOSPC), Err(Errno::NOSPC), Ok(())]);
            assert_eq!(faults.calls(), 4);
            std::thread::scope(|scope| assert_eq!(scope.spawn(open).join().ok(), Some(Ok(()))));
        }
        let faults = Faults::count();
        assert_eq!((open(), stat(), faults.calls()), (Ok(()), Ok(()), 2));
        drop(faults);
        assert_eq!(DIFFERS.get() & FAULTY, 0);
    }
}
