//! Putting the parent's dumpable flag back.
//!
//! When a process changes its user or group, the kernel marks its memory as not
//! dumpable, so that the new user cannot look into it. A child that shares its
//! parent's memory marks the parent's: after the launch the parent could not be
//! traced any more, and its files in /proc would belong to root. The mark must
//! stay until the child has let go of the memory, and then be put back. Launches
//! at the same time agree by one word: the first notes the flag, the last
//! restores it. See prctl(2), PR_SET_DUMPABLE.

use core::sync::atomic::{AtomicU32, Ordering};

use crate::raw::call;

/// How many launches change credentials now, times two, plus the flag to be
/// restored.
static STATE: AtomicU32 = AtomicU32::new(0);
/// The last launch is putting the flag back: a matter of one system call.
const RESTORING: u32 = u32::MAX;

/// A launch during which the flag may change. Restores it when dropped.
pub(crate) struct Preserved(());

impl Preserved {
    pub(crate) fn new() -> Self {
        loop {
            let state = STATE.load(Ordering::Acquire);
            let next = match state {
                RESTORING => {
                    core::hint::spin_loop();
                    continue;
                }
                // SAFETY: takes numbers only.
                0 => 2 + u32::from(unsafe { call!(libc::SYS_prctl, libc::PR_GET_DUMPABLE) } == 1),
                several => several + 2,
            };
            let swapped = STATE.compare_exchange(state, next, Ordering::AcqRel, Ordering::Relaxed);
            if swapped.is_ok() {
                return Preserved(());
            }
        }
    }
}

impl Drop for Preserved {
    fn drop(&mut self) {
        loop {
            let state = STATE.load(Ordering::Acquire);
            let last = state < 4;
            let next = if last { RESTORING } else { state - 2 };
            let swapped = STATE.compare_exchange(state, next, Ordering::AcqRel, Ordering::Relaxed);
            if swapped.is_err() {
                continue;
            }
            if last {
                if state & 1 == 1 {
                    // SAFETY: takes numbers only.
                    unsafe { call!(libc::SYS_prctl, libc::PR_SET_DUMPABLE, 1) };
                }
                STATE.store(0, Ordering::Release);
            }
            return;
        }
    }
}
