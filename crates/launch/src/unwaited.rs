//! A launch that does not suspend its caller.
//!
//! With CLONE_VFORK the caller sleeps until the child has executed its program:
//! most of a launch's time, and without end where the child has to wait, for the
//! other side of a FIFO or a file server. Here the caller goes on at once. What the
//! child still needs of this memory, the strings, the plan, its stack, is held by
//! the [`Launching`] value until the kernel says that the child has let go
//! (CLONE_CHILD_CLEARTID, set_tid_address(2)) or the report pipe comes to its end.
//!
//! A caller with many files open waits a little all the same where the others are to
//! be closed: until the child has left its parent's descriptor table, which comes
//! before it opens anything. Copying the table at the clone would take longer.

use core::sync::atomic::Ordering;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::ptr;
use std::time::{Duration, Instant};

use crate::child::Order;
use crate::clone::{self, Wanted};
use crate::error::LaunchError;
use crate::handle::Child;
use crate::held::{Held, LET_GO, RUNNING};
use crate::launch::{Launch, reap};
use crate::path::{ForkPolicy, Primitive};
use crate::raw;
use crate::reaping::State;
use crate::refusal::is_refusal;
use crate::report::{self, Channel};
use crate::signal::{self, PollFd, Time};

/// A launch that is under way. Dropped early it goes on all the same, and whether
/// it fails is then found out by waiting for the process: it ends with status 127.
pub struct Launching {
    /// Null once the child has let go.
    held: *mut Held,
    reader: Option<OwnedFd>,
    child: Option<Child>,
}

// SAFETY: the pointer is this value's own; the rest is owned as well.
unsafe impl Send for Launching {}

impl Launch<'_> {
    /// Starts the program without waiting for its exec. The strings and the
    /// options are copied; descriptors that the launch names may be closed as
    /// soon as this returns.
    ///
    /// Where an emulator or a filter does not allow it the launch is waited for,
    /// and its [path](crate::LaunchPath) says so.
    ///
    /// # Errors
    /// What can be found out at once; the rest by [`Launching::finish`]. ENOTSUP
    /// for options that would act on the parent too while memory is shared: user,
    /// groups, capabilities, out-of-memory score, and control group: where that runs
    /// out of memory, the kernel kills who shares memory with the process it chooses.
    /// It spares a child only whose parent waits.
    pub fn start_unwaited(&self) -> Result<Launching, LaunchError> {
        Held::collect();
        if let Some(extra) = &self.options.extra
            && extra.acts_on_shared_memory()
        {
            return Err(LaunchError::prepare(libc::ENOTSUP));
        }
        if self.options.extra.as_ref().is_some_and(|extra| extra.enters_processes()) {
            return self.start_waited();
        }
        self.check_sources(0)?;
        let map = self.map()?;
        let fork = self.options.fork_policy();
        let pipe = fork != ForkPolicy::Never || self.options.readiness;
        let channel = if pipe { Channel::with_pipe() } else { Ok(Channel::none()) };
        let channel = channel.map_err(LaunchError::prepare)?;
        let held = Held::take(&self.options).map_err(LaunchError::prepare)?;
        // SAFETY: just taken, and no child knows of it yet.
        let place = unsafe { &mut *held.as_ptr() };
        self.copy_strings(&mut place.strings);
        let wanted = Wanted {
            wait: false,
            pidfd: self.options.pidfd,
            cgroup: None,
            namespaces: self.namespace_flags(),
            fork,
            released: place.running.as_ptr(),
        };
        let old_mask = self.options.needs_quiet().then(|| raw::set_mask(!0));
        let mut order = self.order(place.moves.as_mut_slice(), old_mask, map, &channel);
        let program = place.strings.program();
        order.program = program.as_ptr();
        order.name = order.name.map(|_| &raw const *program.to_bytes());
        order.argv = place.strings.argv();
        order.envp = place.strings.envp();
        order.options = &place.options;
        // The caller may close what the plan names, so the child has a table of its
        // own from the start; or, where copying it would take longer than the rest
        // of the launch, the caller waits until it has.
        order.shared_files = order.shared_files && has_many_files();
        order.unshared = &raw const place.running;
        let order: *mut Order = place.order.insert(order);
        let created = match &place.stack {
            // SAFETY: the held value stays where it is until `running` is cleared.
            Some(stack) => unsafe { clone::create(order, stack, &wanted) },
            None => Err(libc::ENOMEM),
        };
        old_mask.map(raw::set_mask);
        let created = match created {
            Ok(created) => created,
            Err(errno) => {
                drop(held);
                if is_refusal(errno) && self.isolation().is_none() {
                    return self.start_waited();
                }
                return Err(self.clone_failed(errno));
            }
        };
        // SAFETY: the order is as it was given to the child, which only reads this.
        unsafe { (*order).map.write(self.isolation(), created.pid) };
        // The child's, too, from here on.
        let held = held.into_raw();
        let forked = created.primitive == Primitive::Fork;
        let mut child = self.child(created);
        child.path.shared_memory = !forked;
        // SAFETY: the order is as it was given to the child, which only reads this.
        let shared_files = !forked && unsafe { (*order).shared_files };
        child.path.shared_files = shared_files;
        child.path.unwaited = true;
        let mut launching = Launching { held, reader: channel.into_reader(), child: Some(child) };
        if forked {
            // The child has a copy.
            launching.release();
        } else if shared_files {
            launching.wait_while(|state| state == RUNNING, None);
        }
        Ok(launching)
    }
}

impl Launch<'_> {
    /// Starts the program and waits for its exec.
    fn start_waited(&self) -> Result<Launching, LaunchError> {
        let child = self.start()?;
        Ok(Launching { held: ptr::null_mut(), reader: None, child: Some(child) })
    }
}

impl Launching {
    /// The process id.
    pub fn pid(&self) -> i32 {
        self.child.as_ref().map_or(0, |child| child.pid)
    }

    /// A descriptor that becomes readable when the launch has succeeded or
    /// failed, for poll(2), if [`Launch::want_readiness`] asked for it. `None` too
    /// if the launch had to be waited for.
    pub fn readiness(&self) -> Option<BorrowedFd<'_>> {
        self.reader.as_ref().map(AsFd::as_fd)
    }

    /// Waits for the exec: the child, or why there is none.
    ///
    /// # Errors
    /// The step that failed with its errno.
    pub fn finish(mut self) -> Result<Child, LaunchError> {
        self.wait(None);
        self.settle()
    }

    /// Waits for the exec until `deadline`: the child, or the value itself again if the launch has not
    /// come so far by then.
    ///
    /// # Errors
    /// Those of [`finish`](Self::finish).
    pub fn finish_by(mut self, deadline: Instant) -> Result<Result<Child, Self>, LaunchError> {
        if self.wait(Some(deadline)) { self.settle().map(Ok) } else { Ok(Err(self)) }
    }

    /// Waits until the child has executed or failed. False if the deadline came
    /// first.
    fn wait(&mut self, deadline: Option<Instant>) -> bool {
        if let Some(reader) = &self.reader {
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let mut fds = [PollFd::new(reader.as_raw_fd(), PollFd::IN)];
            return matches!(signal::poll_plain(&mut fds, left), Ok(1..));
        }
        self.wait_while(|state| state != LET_GO, deadline)
    }

    /// Waits while the child's state is one of those, and it lives. False if the
    /// deadline came first.
    fn wait_while(&mut self, states: impl Fn(u32) -> bool, deadline: Option<Instant>) -> bool {
        // A child that dies with a core dump does not clear the word on older
        // kernels, so that is looked for now and then.
        const NOW_AND_THEN: Duration = Duration::from_millis(50);
        let left = || deadline.map(|at| at.saturating_duration_since(Instant::now()));
        while !self.held.is_null() {
            // SAFETY: held as long as the pointer is not null.
            let running = unsafe { &(*self.held).running };
            let state = running.load(Ordering::Acquire);
            if !states(state)
                || self.child.as_ref().is_none_or(|child| child.state() != State::Runs)
            {
                break;
            }
            let left = left().unwrap_or(NOW_AND_THEN);
            if left.is_zero() {
                return false;
            }
            let time = Time::of(left.min(NOW_AND_THEN));
            // SAFETY: waits while the word is that; who changes it wakes who waits.
            unsafe {
                raw::call!(libc::SYS_futex, running.as_ptr(), libc::FUTEX_WAIT, state, &time);
            }
        }
        true
    }

    /// What came of it, once the child has executed or failed.
    fn settle(&mut self) -> Result<Child, LaunchError> {
        let mut failure = self.reader.take().and_then(|reader| report::read(&reader));
        if !self.held.is_null() && failure.is_none() {
            // SAFETY: held as long as the pointer is not null.
            let order = unsafe { &(*self.held).order };
            failure = order.as_ref().and_then(|order| order.report.failure());
        }
        let child = self.child.take().ok_or(LaunchError::prepare(libc::ECHILD))?;
        if failure.is_some() {
            // It may still be on its way out, on its stack.
            reap(child.pid);
        }
        // The end of the pipe, as the word, comes after the memory has been let go.
        self.release();
        match failure {
            None => Ok(child),
            Some((step, errno)) => Err(LaunchError { step, errno }),
        }
    }

    /// Gives back what was held. The child has let go of it.
    fn release(&mut self) {
        let held = core::mem::replace(&mut self.held, ptr::null_mut());
        if !held.is_null() {
            // SAFETY: nobody else has the pointer, as the caller knows.
            unsafe { Held::give_back(held) };
        }
    }
}

/// Whether so many descriptors are open that copying the table is worth avoiding. One
/// of them is asked for: numbers are given out from below. A wrong guess costs time,
/// nothing else.
fn has_many_files() -> bool {
    // SAFETY: takes numbers only.
    unsafe { raw::call!(raw::SYS_fcntl, 256, libc::F_GETFD) >= 0 }
}

impl Drop for Launching {
    fn drop(&mut self) {
        if self.held.is_null() {
            return;
        }
        // The child may still use it. This or a later launch takes it back.
        // SAFETY: this value is going.
        unsafe { Held::leave(self.held) };
        Held::collect();
    }
}
