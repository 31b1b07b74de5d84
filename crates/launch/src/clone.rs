//! Creating the process: the best primitive that this system allows.
//!
//! clone3(2) resets handlers, gives the pidfd and enters the control group in one
//! call. Where it is refused (old kernels and emulators: ENOSYS; filters: EPERM or
//! ENOSYS; flags that are not known: EINVAL), clone(2) creates the same child with
//! more system calls. A copy of the memory is made only where the caller allows
//! it.

use std::sync::atomic::Ordering;

use crate::child::{self, Order};
use crate::path::{CLONE3_REFUSED, CLONE3_WORKS, ForkPolicy, PidfdSource, Primitive};
use crate::raw::{self, CloneArguments};
use crate::refusal::is_refusal;
use crate::stack::Stack;

/// What is to be created.
pub(crate) struct Wanted {
    /// Suspend the caller until the exec (CLONE_VFORK).
    pub wait: bool,
    pub pidfd: bool,
    pub cgroup: Option<i32>,
    /// Namespaces that the child gets of its own: CLONE_NEWUSER and its like.
    pub namespaces: u64,
    pub fork: ForkPolicy,
    /// Where it does not wait: set to 0, with a wake-up, when the child has let go of this
    /// memory; null where nobody asks.
    pub released: *mut u32,
}

/// What was created.
pub(crate) struct Created {
    pub pid: i32,
    /// -1 if none was wanted or the clone could not give one.
    pub pidfd: i32,
    pub primitive: Primitive,
    pub clone3_refused: i32,
    pub source: PidfdSource,
}

/// Creates the child, which runs [`child::main`] on `stack` with `order`.
///
/// # Errors
/// The errno of the last attempt.
///
/// # Safety
/// `order` is complete, it and the stack stay as they are until the child has
/// executed or ended; signals are blocked if the order has a mask.
pub(crate) unsafe fn create(
    order: *mut Order,
    stack: &Stack,
    wanted: &Wanted,
) -> Result<Created, i32> {
    // SAFETY: the caller guarantees a complete order and a stack that stay as they are until the
    // child has executed. The order is changed before a clone only.
    unsafe {
        let mut refused = 0;
        if wanted.fork != ForkPolicy::Always {
            let known = CLONE3_REFUSED.load(Ordering::Relaxed);
            if known <= 0 {
                match clone3(order, stack, wanted) {
                    Ok(created) => {
                        if known == 0 {
                            CLONE3_REFUSED.store(CLONE3_WORKS, Ordering::Relaxed);
                        }
                        return Ok(created);
                    }
                    Err(errno) if is_refusal(errno) => refused = errno,
                    Err(errno) => return Err(errno),
                }
            } else {
                refused = known;
            }
        }
        // Handlers are reset by the child itself here: none may run before.
        let _quiet = Quiet::unless_so(&mut (*order).mask);
        if wanted.fork != ForkPolicy::Always {
            match clone(order, stack, wanted, true) {
                Ok(created) => {
                    // What is refused to a thread that is confined is not refused to the others.
                    let relaxed = Ordering::Relaxed;
                    let _ = CLONE3_REFUSED.compare_exchange(0, refused, relaxed, relaxed);
                    return Ok(Created { clone3_refused: refused, ..created });
                }
                Err(errno) if wanted.fork == ForkPolicy::Never || !is_refusal(errno) => {
                    return Err(errno);
                }
                Err(_) => {}
            }
        }
        (*order).shared_files = false;
        let created = clone(order, stack, wanted, false)?;
        Ok(Created { clone3_refused: refused, ..created })
    }
}

/// All signals blocked, where they were not before.
struct Quiet(Option<u64>);

impl Quiet {
    /// Blocks all signals unless the child receives a mask, which says that they are;
    /// otherwise it receives the one that was in force.
    fn unless_so(mask: &mut Option<u64>) -> Self {
        if mask.is_some() {
            return Quiet(None);
        }
        let old = raw::set_mask(!0);
        *mask = Some(old);
        Quiet(Some(old))
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        self.0.map(raw::set_mask);
    }
}

/// # Safety
/// `order` and `stack` are what [`create`] demands.
unsafe fn clone3(order: *mut Order, stack: &Stack, wanted: &Wanted) -> Result<Created, i32> {
    let mut pidfd = -1i32;
    // SAFETY: the order is ours until the clone.
    let shared_files = unsafe { (*order).shared_files };
    let mut arguments = CloneArguments {
        flags: raw::CLONE_CLEAR_SIGHAND | sharing(shared_files, wanted) | wanted.namespaces,
        exit_signal: libc::SIGCHLD as u64,
        stack: stack.lowest() as u64,
        stack_size: stack.size() as u64,
        child_tid: wanted.released as u64,
        ..Default::default()
    };
    if wanted.pidfd {
        arguments.flags |= libc::CLONE_PIDFD as u64;
        arguments.pidfd = (&raw mut pidfd) as u64;
    }
    // SAFETY: the stack is the child's alone, `order` is what its main takes, and
    // it keeps to its rules.
    let attempt = |order: *mut Order, arguments: &mut CloneArguments| unsafe {
        let result = raw::clone3(arguments, child::main, order.cast());
        raw::failed(result).map_or(Ok(result as i32), Err)
    };
    let mut result = Err(libc::EINVAL);
    if let Some(cgroup) = wanted.cgroup {
        arguments.flags |= raw::CLONE_INTO_CGROUP;
        arguments.cgroup = cgroup as u64;
        result = attempt(order, &mut arguments);
        arguments.flags &= !raw::CLONE_INTO_CGROUP;
        if result.is_err() {
            // cgroup v1, or a reason that entering by hand will name.
            // SAFETY: that clone has failed, so no child reads the order.
            unsafe { (*order).enter_cgroup = true };
        }
    }
    if result.is_err() {
        result = attempt(order, &mut arguments);
    }
    let source = if wanted.pidfd { PidfdSource::Clone } else { PidfdSource::NotWanted };
    result.map(|pid| Created {
        pid,
        pidfd,
        primitive: Primitive::Clone3,
        clone3_refused: 0,
        source,
    })
}

/// clone(2), sharing memory or not. Flags that are not known to an emulator are
/// left out one after the other.
///
/// # Safety
/// `order` and `stack` are what [`create`] demands.
unsafe fn clone(
    order: *mut Order,
    stack: &Stack,
    wanted: &Wanted,
    share: bool,
) -> Result<Created, i32> {
    let mut pidfd = -1i32;
    // SAFETY: the order is ours until the clone.
    let mut shared_files = unsafe {
        (*order).reset_handlers = true;
        (*order).enter_cgroup = wanted.cgroup.is_some();
        (*order).shared_files
    };
    let mut ask_pidfd = wanted.pidfd;
    if share && raw::under_valgrind() {
        // It makes a fork of a plain vfork, and ends the process over anything
        // else.
        if !wanted.wait {
            return Err(libc::EINVAL);
        }
        (shared_files, ask_pidfd) = (false, false);
        // SAFETY: no child has been created.
        unsafe { (*order).shared_files = false };
    }
    let pid = loop {
        let mut flags = libc::SIGCHLD as u64 | wanted.namespaces;
        if share {
            flags |= sharing(shared_files, wanted);
        }
        if ask_pidfd {
            flags |= libc::CLONE_PIDFD as u64;
        }
        let end = stack.lowest().wrapping_add(stack.size());
        // SAFETY: the stack is the child's alone, `order` is what its main takes, and the order is
        // complete.
        let result = unsafe {
            raw::clone(flags, end.cast(), &mut pidfd, wanted.released, child::main, order.cast())
        };
        match raw::failed(result) {
            None => break result as i32,
            Some(libc::EINVAL) if ask_pidfd => ask_pidfd = false,
            Some(libc::EINVAL) if shared_files => {
                shared_files = false;
                // SAFETY: no child has been created.
                unsafe { (*order).shared_files = false };
            }
            Some(errno) => return Err(errno),
        }
    };
    Ok(Created {
        pid,
        pidfd,
        primitive: if share { Primitive::Clone } else { Primitive::Fork },
        clone3_refused: 0,
        source: match (wanted.pidfd, pidfd >= 0) {
            (false, _) => PidfdSource::NotWanted,
            (true, true) => PidfdSource::Clone,
            (true, false) => PidfdSource::Missing,
        },
    })
}

/// What the child shares with its parent.
fn sharing(files: bool, wanted: &Wanted) -> u64 {
    let mut flags = libc::CLONE_VM;
    if files {
        flags |= libc::CLONE_FILES;
    }
    if wanted.wait {
        flags |= libc::CLONE_VFORK;
    } else if !wanted.released.is_null() {
        flags |= libc::CLONE_CHILD_CLEARTID;
    }
    flags as u64
}
