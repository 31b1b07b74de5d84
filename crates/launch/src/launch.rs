//! The launch itself: a program is started by a clone that shares the parent's
//! memory and suspends the calling thread until the child has executed it.
//!
//! fork(2) copies the parent's page tables: a cost in proportion to its memory,
//! paid again as page faults when the parent writes on. The clone here copies
//! nothing, so a launch from a process of many gigabytes costs what one from a
//! small process does. Everything that a child may need to be set is done between
//! the clone and execve(2) by plain system calls, so no option leads to fork.
//!
//! System calls in the parent: block all signals, `clone3`, restore the mask.
//!
//! See clone(2), execve(2), posix_spawn(3).

use core::ffi::CStr;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::child::{self, Order, Report};
use crate::error::{LaunchError, Step};
use crate::plan::Moves;
use crate::raw::{self, CloneArguments};
use crate::signal::SignalSet;
use crate::stack::Stack;
use crate::strings::CStringArray;

/// The description of one launch. It can be started any number of times.
///
/// ```
/// use launch::{CStringArray, Launch};
/// let argv = CStringArray::from_strings(["true"]).unwrap();
/// let envp = CStringArray::new();
/// let child = Launch::new(c"/bin/true", &argv, &envp).start()?;
/// launch::process::wait_pid(child.pid, false, false).unwrap();
/// # Ok::<(), launch::LaunchError>(())
/// ```
#[derive(Clone)]
pub struct Launch<'a> {
    pub(crate) program: &'a CStr,
    pub(crate) argv: &'a CStringArray,
    pub(crate) envp: &'a CStringArray,
    pub(crate) directory: RawFd,
    pub(crate) moves: Moves,
    pub(crate) close_others: bool,
    pub(crate) umask: Option<u32>,
    pub(crate) group: i32,
    pub(crate) terminal: RawFd,
    pub(crate) mask: Option<SignalSet>,
    pub(crate) ignore: SignalSet,
    pub(crate) default: SignalSet,
    pub(crate) pidfd: bool,
}

/// A started process. Nothing happens when it is dropped: the process goes on and
/// has to be waited for by its `pid`.
#[derive(Debug)]
pub struct Child {
    /// The process id.
    pub pid: i32,
    /// A descriptor of the process (pidfd_open(2)), close-on-exec, where it was
    /// wanted.
    pub pidfd: Option<OwnedFd>,
}

impl<'a> Launch<'a> {
    /// A launch of `program`, a path that is taken as it is: relative to the
    /// child's working directory, without a search in PATH. The child inherits
    /// what execve(2) lets through and what is not close-on-exec.
    pub fn new(program: &'a CStr, argv: &'a CStringArray, envp: &'a CStringArray) -> Self {
        Launch {
            program,
            argv,
            envp,
            directory: -1,
            moves: Moves::new(),
            close_others: false,
            umask: None,
            group: -1,
            terminal: -1,
            mask: None,
            ignore: SignalSet::EMPTY,
            default: SignalSet::EMPTY,
            pidfd: false,
        }
    }

    /// The child's working directory: a descriptor of the parent's, which may be
    /// O_PATH. The program's path is relative to it.
    pub fn directory(&mut self, fd: RawFd) -> &mut Self {
        self.directory = fd;
        self
    }

    /// The child's descriptor `target` becomes what the parent has as `source`.
    /// All assignments happen at once, so they may swap and overlap. With
    /// `target == source` the descriptor stays open in the child although it is
    /// close-on-exec in the parent. The last assignment to a target counts.
    pub fn descriptor(&mut self, target: RawFd, source: RawFd) -> &mut Self {
        self.moves.set(target, source);
        self
    }

    /// Closes in the child everything that [`descriptor`](Self::descriptor) does
    /// not name, the standard streams included. Without it a descriptor is open
    /// in the child unless it is close-on-exec. It also makes the launch's cost
    /// independent of the number of descriptors that the parent has open.
    pub fn close_others(&mut self, close: bool) -> &mut Self {
        self.close_others = close;
        self
    }

    /// The child's file creation mask; only the nine permission bits count.
    pub fn umask(&mut self, mode: u32) -> &mut Self {
        self.umask = Some(mode & 0o777);
        self
    }

    /// Puts the child into process group `pgid`, or with 0 into one of its own.
    pub fn process_group(&mut self, pgid: i32) -> &mut Self {
        self.group = pgid.max(0);
        self
    }

    /// Makes the child's process group the foreground group of the terminal `tty`,
    /// a descriptor of the parent's, before the program starts. Works from a
    /// background group too.
    pub fn foreground(&mut self, tty: RawFd) -> &mut Self {
        self.terminal = tty;
        self
    }

    /// The signal mask that the program starts with. By default that is the mask
    /// of the thread that launches.
    pub fn signal_mask(&mut self, mask: SignalSet) -> &mut Self {
        self.mask = Some(mask);
        self
    }

    /// Signals that are ignored in the child.
    pub fn ignore_signals(&mut self, signals: SignalSet) -> &mut Self {
        self.ignore = signals;
        self
    }

    /// Signals that are default in the child although the parent ignores them.
    /// What the parent catches is default in the child in any case. A signal that
    /// is in both sets is ignored.
    pub fn default_signals(&mut self, signals: SignalSet) -> &mut Self {
        self.default = signals;
        self
    }

    /// Whether [`Child::pidfd`] is wanted.
    pub fn want_pidfd(&mut self, wanted: bool) -> &mut Self {
        self.pidfd = wanted;
        self
    }

    /// Starts the program. On return it has been executed, or it has failed and
    /// no process is left.
    ///
    /// # Errors
    /// The step that failed with its errno.
    pub fn start(&self) -> Result<Child, LaunchError> {
        let stack = Stack::take().map_err(|errno| LaunchError { step: Step::Prepare, errno })?;
        let mut moves = self.moves.clone();
        let moves = moves.as_mut_slice();
        let old_mask = raw::set_mask(!0);
        let mut order = Order {
            program: self.program.as_ptr(),
            argv: self.argv.as_ptr(),
            envp: self.envp.as_ptr(),
            directory: self.directory,
            group: self.group,
            terminal: self.terminal,
            umask: self.umask.unwrap_or(u32::MAX),
            moves: moves.as_mut_ptr(),
            move_count: moves.len(),
            close_others: self.close_others,
            shared_files: self.close_others,
            reset_handlers: false,
            ignore: self.ignore.bits(),
            default: self.default.bits(),
            mask: Some(self.mask.map_or(old_mask, SignalSet::bits)),
            report: Report::new(),
        };
        let mut pidfd = -1i32;
        // SAFETY: the order and what it points to outlive the call, which returns
        // when the child has let go of this memory.
        let result = unsafe { create(&mut order, &stack, self.pidfd.then_some(&mut pidfd)) };
        raw::set_mask(old_mask);
        // The child is done with the stack.
        drop(stack);
        if let Some(errno) = raw::failed(result) {
            return Err(LaunchError { step: Step::Clone, errno });
        }
        let pid = result as i32;
        // SAFETY: the kernel made this descriptor for us.
        let pidfd = (pidfd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(pidfd) });
        match order.report.get() {
            None => Ok(Child { pid, pidfd }),
            Some((step, errno)) => {
                reap(pid);
                Err(LaunchError { step, errno })
            }
        }
    }
}

/// Whether clone3 is known to be refused here. A hint that saves a system call;
/// nothing depends on its being right.
static NO_CLONE3: AtomicBool = AtomicBool::new(false);

/// Creates the child with the calling thread suspended until it has executed or
/// ended. Returns the kernel's result.
///
/// # Safety
/// `order` is complete; signals are blocked.
unsafe fn create(order: &mut Order, stack: &Stack, pidfd: Option<&mut i32>) -> isize {
    let pidfd: *mut i32 = pidfd.map_or(core::ptr::null_mut(), |place| place);
    let mut flags = (libc::CLONE_VM | libc::CLONE_VFORK) as u64;
    if order.shared_files {
        flags |= libc::CLONE_FILES as u64;
    }
    if !pidfd.is_null() {
        flags |= libc::CLONE_PIDFD as u64;
    }
    if !NO_CLONE3.load(Ordering::Relaxed) {
        let mut arguments = CloneArguments {
            flags: flags | raw::CLONE_CLEAR_SIGHAND,
            pidfd: pidfd as u64,
            exit_signal: libc::SIGCHLD as u64,
            stack: stack.lowest() as u64,
            stack_size: stack.size() as u64,
            ..Default::default()
        };
        let place: *mut Order = order;
        // SAFETY: the stack is ours alone, CLONE_VFORK suspends us while the child
        // uses it, and the child's main keeps to its rules.
        let result = unsafe { raw::clone3(&mut arguments, child::main, place.cast()) };
        match raw::failed(result) {
            // Old kernels and filters; emulators; flags that are not known.
            Some(libc::ENOSYS | libc::EPERM | libc::EINVAL) => {}
            _ => return result,
        }
    }
    order.reset_handlers = true;
    let place: *mut Order = order;
    // SAFETY: as above.
    let result = unsafe {
        raw::clone(
            flags | libc::SIGCHLD as u64,
            stack.lowest().wrapping_add(stack.size()).cast(),
            pidfd,
            child::main,
            place.cast(),
        )
    };
    if raw::failed(result).is_none() {
        NO_CLONE3.store(true, Ordering::Relaxed);
    }
    result
}

/// Waits for a child that ended before its exec. If the program reaps all its
/// children elsewhere, this one may be gone already.
#[cold]
fn reap(pid: i32) {
    loop {
        // SAFETY: no status is written.
        let result = unsafe { libc::waitpid(pid, core::ptr::null_mut(), 0) };
        if result >= 0 || std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted
        {
            return;
        }
    }
}
