//! A launch and the wait for its end in one: what system(3) does, and a shell with most
//! commands.
//!
//! Who waits for the end anyway need not be woken for the exec. So the caller is not
//! suspended (no CLONE_VFORK) and goes to sleep in wait4(2) at once: one switch to it and
//! back is saved, 7 % of a launch of a small program. What the child still needs of this
//! memory stays where it is, in the frames of the call, which does not return before the
//! child has ended.
//!
//! See clone(2), wait4(2).

use core::sync::atomic::AtomicU32;

use crate::error::{LaunchError, Step};
use crate::handle::Child;
use crate::held::RUNNING;
use crate::launch::{Launch, wait_until_let_go};
use crate::path::{ForkPolicy, LaunchPath};
use crate::process::{Usage, WaitStatus};
use crate::raw::{self, KernelAction, call};
use crate::reaping;
use crate::refusal::is_refusal;

/// A program that has run to its end.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// The number that the process had; by now it may be another's.
    pub pid: i32,
    /// How the program ended.
    pub status: WaitStatus,
    /// What it used.
    pub usage: Usage,
    /// The way that the launch took.
    pub path: LaunchPath,
}

impl Launch<'_> {
    /// Starts the program and waits until it has ended; caught signals do not end the
    /// wait. Takes less time than [`start`](Self::start) and [`Child::wait`], and needs no
    /// pidfd: none is made, unless SIGCHLD is ignored or has SA_NOCLDWAIT. A program that stops is waited for.
    ///
    /// A signal handler must not leave this function by longjmp(3).
    ///
    /// # Errors
    /// Those of [`start`](Self::start). The step `Communicate` with ECHILD where somebody else has
    /// waited for the process (`wait(-1)` in another thread); it has ended then. The same
    /// step with EPERM or whatever a filter says if it refuses every way to wait: the program
    /// then has been executed, and may go on.
    pub fn run(&self) -> Result<Ended, LaunchError> {
        if self.must_suspend() {
            return self.start_and_wait();
        }
        let mut ended = Err(libc::ECHILD);
        // What the child still uses of this memory it has let go of when this is cleared.
        let running = AtomicU32::new(RUNNING);
        match self.attempt_beside(&running, |pid| ended = wait_to_the_end(pid, &running)) {
            Ok((pid, path)) => match ended {
                Ok((status, usage)) => Ok(Ended { pid, status, usage, path }),
                Err(errno) => Err(LaunchError { step: Step::Communicate, errno }),
            },
            // Refused by an emulator or a filter; or what `start` tries again.
            Err(LaunchError { step: Step::Clone, errno }) if is_refusal(errno) => {
                self.start_and_wait()
            }
            Err(error) if self.is_tried_again(error) => self.start_and_wait(),
            Err(error) => Err(error),
        }
    }

    /// Whether the child would act on its parent if that went on, or has to have memory of
    /// its own, or the kernel will tell what became of it only by a pidfd.
    fn must_suspend(&self) -> bool {
        self.options.fork_policy() != ForkPolicy::Never
            || self
                .options
                .extra
                .as_ref()
                .is_some_and(|extra| extra.acts_on_shared_memory() || extra.enters_processes())
            || kernel_reaps()
    }

    #[cold]
    fn start_and_wait(&self) -> Result<Ended, LaunchError> {
        let mut launch = self.clone();
        let mut child: Child = launch.want_pidfd(true).start()?;
        let outcome = child.wait_usage();
        let (status, usage) = outcome.map_err(|error| LaunchError {
            step: Step::Communicate,
            errno: error.raw_os_error().unwrap_or(libc::EIO),
        })?;
        Ok(Ended { pid: child.pid, status, usage, path: child.path })
    }
}

/// Whether the kernel reaps children by itself: SIGCHLD is ignored, or has SA_NOCLDWAIT.
fn kernel_reaps() -> bool {
    let mut action = KernelAction::default();
    // SAFETY: writes one KernelAction.
    let result = unsafe { call!(raw::SYS_rt_sigaction, libc::SIGCHLD, 0, &mut action, 8) };
    result == 0
        && (action.handler == libc::SIG_IGN || action.flags & libc::SA_NOCLDWAIT as u64 != 0)
}

/// Waits for the child's end, and if that is refused, until the child has let go of this
/// memory, which the kernel says by clearing `running`. By plain system calls: the C
/// library's are points where the thread may be cancelled, and its frames would go while
/// the child uses them.
fn wait_to_the_end(pid: i32, running: &AtomicU32) -> Result<(WaitStatus, Usage), i32> {
    let errno = loop {
        match reaping::by_number(pid, 0) {
            Ok(Some(reaped)) => return Ok(reaped.outcome()),
            Ok(None) | Err(libc::EINTR) => {}
            Err(errno) => break errno,
        }
    };
    wait_until_let_go(pid, running);
    Err(errno)
}
