//! SIGPIPE of one thread, for code that writes to pipes in a process that is not its own: neither the
//! disposition nor any other thread is touched (pthread_sigmask(3), sigtimedwait(2)).

use super::{SignalSet, set_mask};
use crate::raw;
use core::marker::PhantomData;

/// While it lives the calling thread has SIGPIPE blocked: a write to a pipe that nobody reads is only an error.
/// The one that such a write has raised is taken back when it is dropped, and the mask restored.
#[must_use = "the mask is restored when the guard is dropped"]
pub struct PipeGuard {
    old: SignalSet,
    was_pending: bool,
    /// A mask is a thread's; the guard stays with it.
    thread: PhantomData<*const ()>,
}

impl PipeGuard {
    /// Blocks SIGPIPE.
    pub fn new() -> Self {
        let old = block(SignalSet::of(&[libc::SIGPIPE]));
        // One that is pending already is somebody else's; none is where it was not blocked.
        let was_pending = old.contains(libc::SIGPIPE) && is_pending();
        Self { old, was_pending, thread: PhantomData }
    }

    /// The mask that will be restored.
    pub fn old(&self) -> SignalSet {
        self.old
    }
}

impl Default for PipeGuard {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for PipeGuard {
    fn drop(&mut self) {
        if !self.was_pending && is_pending() {
            take();
        }
        set_mask(self.old);
    }
}

/// Blocks these signals, too; the mask that was in force.
fn block(set: SignalSet) -> SignalSet {
    let (set, mut old) = (set.bits(), 0u64);
    // SAFETY: reads and writes 8 bytes; it cannot fail with these arguments.
    unsafe { raw::call!(raw::SYS_rt_sigprocmask, libc::SIG_BLOCK, &set, &mut old, 8) };
    SignalSet::from_bits(old)
}

/// Whether SIGPIPE is pending for the thread or its process.
fn is_pending() -> bool {
    let mut set = 0u64;
    // SAFETY: writes 8 bytes.
    let result = unsafe { raw::call!(libc::SYS_rt_sigpending, &mut set, 8) };
    raw::failed(result).is_none() && SignalSet::from_bits(set).contains(libc::SIGPIPE)
}

/// Takes a pending SIGPIPE, without waiting for one.
fn take() {
    let set = SignalSet::of(&[libc::SIGPIPE]).bits();
    let now = [0i64; 2];
    // SAFETY: reads 8 bytes and one timespec, writes nothing.
    unsafe { raw::call!(libc::SYS_rt_sigtimedwait, &set, 0, &now, 8) };
}

#[cfg(test)]
mod tests {
    use super::super::mask;
    use super::{PipeGuard, is_pending};

    #[test]
    fn a_broken_pipe_is_an_error_and_leaves_nothing() {
        let before = mask();
        {
            let _guard = PipeGuard::new();
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            // SAFETY: the descriptor is open, and one byte is readable.
            let result = unsafe {
                libc::write(std::os::fd::AsRawFd::as_raw_fd(&writer), b"x".as_ptr().cast(), 1)
            };
            assert_eq!(result, -1);
        }
        assert_eq!(mask(), before);
        assert!(!is_pending());
    }
}
