//! The launch itself: a program is started by a clone that shares the parent's
//! memory and suspends the calling thread until the child has executed it.
//!
//! fork(2) copies the parent's page tables: a cost in proportion to its memory,
//! paid again as page faults when the parent writes on. The clone here copies
//! nothing, so a launch from a process of many gigabytes costs what one from a
//! small process does. Everything that a child may need to be set is done between
//! the clone and execve(2) by plain system calls, so no option leads to fork.
//!
//! System calls in the parent: `clone3`. The kernel has reset all handlers in the
//! child by then (CLONE_CLEAR_SIGHAND), so that a signal does to it what it would do to
//! the program. Where that is not so, or the child is to ignore or block what it does
//! not yet, all signals are blocked meanwhile.
//!
//! See clone(2), execve(2), posix_spawn(3).

use core::ffi::{CStr, c_char};
use core::marker::PhantomData;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::{self, NOT_REOPENED, Order};
use crate::clone::{self, Created, Wanted};
use crate::dumpable::Preserved;
use crate::error::{LaunchError, Step};
use crate::handle::Child;
use crate::held::{LET_GO, RUNNING, Strings};
use crate::namespaces::Map;
use crate::options::{Options, given};
use crate::path::{ForkPolicy, LaunchPath, PidfdSource, Primitive, has_close_range};
use crate::plan::{Move, PipeEnd};
use crate::process::{open_pidfd, process_id};
use crate::raw::{self, call};
use crate::reaping::{self, State};
use crate::report::{Channel, Failure, Word};
use crate::signal::{SignalSet, Time};
use crate::stack::Stack;
use crate::strings::CStringArray;

/// The description of one launch. It can be started any number of times.
///
/// ```
/// use forkless_launch::{CStringArray, Launch};
/// let argv = CStringArray::from_strings(["true"]).unwrap();
/// let envp = CStringArray::new();
/// let child = Launch::new(c"/bin/true", &argv, &envp).start()?;
/// forkless_launch::process::wait_pid(child.pid, forkless_launch::process::Awaited::End, forkless_launch::process::Blocking::Wait).unwrap();
/// # Ok::<(), forkless_launch::LaunchError>(())
/// ```
#[derive(Clone)]
pub struct Launch<'a> {
    program: *const c_char,
    argv: *const *const c_char,
    envp: *const *const c_char,
    strings: PhantomData<&'a CStringArray>,
    pub(crate) options: Options,
}

// SAFETY: what the pointers lead to is borrowed and only read.
unsafe impl Send for Launch<'_> {}
// SAFETY: what the pointers lead to is borrowed and only read, so threads may share it.
unsafe impl Sync for Launch<'_> {}

impl<'a> Launch<'a> {
    /// A launch of `program`, a path that is taken as it is: relative to the
    /// child's working directory, without a search in PATH. The child inherits
    /// what execve(2) lets through and what is not close-on-exec.
    pub fn new(program: &'a CStr, argv: &'a CStringArray, envp: &'a CStringArray) -> Self {
        // SAFETY: the types end strings and arrays as they should, and the
        // lifetime keeps them.
        unsafe { Self::from_raw_parts(program.as_ptr(), argv.as_ptr(), envp.as_ptr()) }
    }

    /// A launch of `program`, of strings and arrays that are there already, such as `environ`.
    ///
    /// # Safety
    /// `program` is NUL-terminated; `argv` and `envp` are arrays of pointers to
    /// NUL-terminated strings, ended by a null pointer. They live as long as `'a`
    /// and are not changed while a launch is started.
    pub unsafe fn from_raw_parts(
        program: *const c_char,
        argv: *const *const c_char,
        envp: *const *const c_char,
    ) -> Self {
        Launch { program, argv, envp, strings: PhantomData, options: Options::new() }
    }

    /// Gives the launch other strings, keeping its options.
    ///
    /// # Safety
    /// The strings and arrays are what [`from_raw_parts`](Self::from_raw_parts) demands.
    pub unsafe fn set_raw_parts(
        &mut self,
        program: *const c_char,
        argv: *const *const c_char,
        envp: *const *const c_char,
    ) -> &mut Self {
        (self.program, self.argv, self.envp) = (program, argv, envp);
        self
    }

    /// Copies program, arguments and environment.
    pub(crate) fn copy_strings(&self, copies: &mut Strings) {
        // SAFETY: NUL-terminated strings and null-terminated arrays: `new` makes them so, and the
        // callers of `from_raw_parts` guarantee it.
        unsafe { copies.copy(self.program, self.argv, self.envp) }
    }

    /// The child's working directory: a descriptor of the parent's, which may be
    /// O_PATH. The program's path is relative to it.
    pub fn directory(&mut self, fd: RawFd) -> &mut Self {
        self.options.directory = given(fd);
        self
    }

    /// The child's descriptor `target` becomes what the parent has as `source`.
    /// All assignments happen at once, so they may swap and overlap. With
    /// `target == source` the descriptor stays open in the child although it is
    /// close-on-exec in the parent. The last assignment to a target counts.
    pub fn descriptor(&mut self, target: RawFd, source: RawFd) -> &mut Self {
        self.options.moves.set(target, source, None);
        if (0..3).contains(&target) {
            self.options.kept_moves &= !(1 << target);
        }
        self
    }

    /// The child's standard stream `target` becomes `source`, an end of a pipe that was made for this
    /// launch.
    pub(crate) fn pipe_end(&mut self, target: RawFd, source: RawFd) -> &mut Self {
        let end = PipeEnd { write: target != 0, file: (0, 0) };
        self.options.moves.set(target, source, Some(end));
        self
    }

    /// Closes in the child everything that [`descriptor`](Self::descriptor) does
    /// not name, the standard streams included. Without it a descriptor is open
    /// in the child unless it is close-on-exec. It also makes the launch's cost
    /// independent of the number of descriptors that the parent has open. `false` takes
    /// back [`keep_standard`](Self::keep_standard), too.
    pub fn close_others(&mut self, close: bool) -> &mut Self {
        self.options.close_others = close;
        if !close {
            self.options.forget_kept();
        }
        self
    }

    /// The child's file creation mask; only the nine permission bits count.
    pub fn umask(&mut self, mode: u32) -> &mut Self {
        self.options.umask = Some(mode & 0o777);
        self
    }

    /// Puts the child into process group `pgid`, or with 0 into one of its own.
    pub fn process_group(&mut self, pgid: i32) -> &mut Self {
        self.options.group = pgid.max(0);
        self
    }

    /// Makes the child's process group the foreground group of the terminal `tty`,
    /// a descriptor of the parent's, before the program starts. Works from a
    /// background group too.
    pub fn foreground(&mut self, tty: RawFd) -> &mut Self {
        self.options.terminal = given(tty);
        self
    }

    /// The signal mask that the program starts with. By default that is the mask
    /// of the thread that launches.
    pub fn signal_mask(&mut self, mask: SignalSet) -> &mut Self {
        self.options.mask = Some(mask);
        self
    }

    /// Signals that are ignored in the child.
    pub fn ignore_signals(&mut self, signals: SignalSet) -> &mut Self {
        self.options.ignore = signals;
        self
    }

    /// Signals that are default in the child although the parent ignores them.
    /// What the parent catches is default in the child in any case. A signal that
    /// is in both sets is ignored.
    pub fn default_signals(&mut self, signals: SignalSet) -> &mut Self {
        self.options.default = signals;
        self
    }

    /// Whether [`Child::pidfd`] is wanted.
    pub fn want_pidfd(&mut self, wanted: bool) -> &mut Self {
        self.options.pidfd = wanted;
        self
    }

    /// Whether a launch that is not waited for has a descriptor that tells its
    /// end: [`Launching::readiness`](crate::Launching::readiness).
    pub fn want_readiness(&mut self, wanted: bool) -> &mut Self {
        self.options.readiness = wanted;
        self
    }

    /// Starts the program. On return it has been executed, or it has failed and
    /// no process is left.
    ///
    /// # Errors
    /// The step that failed with its errno.
    pub fn start(&self) -> Result<Child, LaunchError> {
        match self.attempt() {
            Err(error) if self.is_tried_again(error) => match &self.options.extra {
                Some(extra) if error.errno == libc::ETXTBSY => self.start_again(extra.retry_busy),
                _ => self.attempt(),
            },
            result => result,
        }
    }

    /// Whether an attempt that failed so is one to be tried again. Makes note of what the next
    /// one has to do otherwise.
    pub(crate) fn is_tried_again(&self, error: LaunchError) -> bool {
        if error.errno == NOT_REOPENED {
            NO_REOPENING.store(true, Ordering::Relaxed);
            return true;
        }
        error == LaunchError { step: Step::Exec, errno: libc::ETXTBSY }
            && self.options.extra.as_ref().is_some_and(|extra| !extra.retry_busy.is_zero())
    }

    /// Tries until the program is not open for writing any more.
    #[cold]
    fn start_again(&self, time: Duration) -> Result<Child, LaunchError> {
        let end = Instant::now().checked_add(time);
        let mut pause = Duration::from_micros(100);
        loop {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
            match self.attempt() {
                Err(LaunchError { step: Step::Exec, errno: libc::ETXTBSY })
                    if end.is_none_or(|end| Instant::now() < end) => {}
                result => return result,
            }
        }
    }

    /// Starts the program; the caller is suspended until its exec.
    fn attempt(&self) -> Result<Child, LaunchError> {
        let options = &self.options;
        let map = self.map()?;
        // Who writes the child's maps must not be suspended by it.
        let beside = map.is_the_parents();
        let running = AtomicU32::new(RUNNING);
        let wanted = Wanted {
            wait: !beside,
            pidfd: options.pidfd,
            cgroup: options.extra.as_ref().and_then(|extra| extra.cgroup),
            namespaces: self.namespace_flags(),
            fork: options.fork_policy(),
            released: if beside { running.as_ptr() } else { core::ptr::null_mut() },
        };
        let let_go = |pid| {
            if beside {
                wait_until_let_go(pid, &running);
            }
        };
        let (child, failure) = self.create(&wanted, map, let_go)?;
        match failure {
            None => Ok(child),
            Some((step, errno)) => {
                reap(child.pid);
                Err(LaunchError { step, errno })
            }
        }
    }

    /// Starts the program beside the caller, which goes on with `to_its_end`. The child uses
    /// this frame, and what the launch borrows, until its exec: so `to_its_end` returns, and
    /// returns only, when the process has ended and been waited for, by whomever.
    /// `running` is cleared by the kernel when the child has let go of all that.
    pub(crate) fn attempt_beside(
        &self,
        running: &AtomicU32,
        to_its_end: impl FnOnce(i32),
    ) -> Result<(i32, LaunchPath), LaunchError> {
        let wanted = Wanted {
            wait: false,
            pidfd: false,
            cgroup: None,
            namespaces: self.namespace_flags(),
            fork: ForkPolicy::Never,
            released: running.as_ptr(),
        };
        let (child, failure) = self.create(&wanted, self.map()?, to_its_end)?;
        match failure {
            None => Ok((child.pid, child.path)),
            Some((step, errno)) => Err(LaunchError { step, errno }),
        }
    }

    /// Creates the child and calls `let_go` with its number, which returns when the child
    /// has let go of this memory. The handle, and what failed.
    fn create(
        &self,
        wanted: &Wanted,
        map: Map,
        let_go: impl FnOnce(i32),
    ) -> Result<(Child, Option<Failure>), LaunchError> {
        let options = &self.options;
        self.check_sources(0)?;
        let stack = Stack::take().map_err(LaunchError::prepare)?;
        let channel = Channel::open(wanted.fork == ForkPolicy::Always);
        let channel = channel.map_err(LaunchError::prepare)?;
        let credentials = options.extra.as_ref().is_some_and(|extra| extra.changes_credentials());
        let preserved = credentials.then(Preserved::new);
        let mut moves = options.moves.clone();
        let old_mask = options.needs_quiet().then(|| raw::set_mask(!0));
        let mut order = self.order(moves.as_mut_slice(), old_mask, map, &channel);
        order.second_stack = stack.middle();
        // SAFETY: the order and what it points to outlive the child's use of them: the clone
        // returns when the child has let go of this memory, or `let_go` does.
        let created = unsafe { clone::create(&mut order, &stack, wanted) };
        old_mask.map(raw::set_mask);
        let mut created = created.map_err(|errno| self.clone_failed(errno))?;
        order.map.write(self.isolation(), created.pid);
        let_go(created.pid);
        match order.second.load(Ordering::Acquire) {
            0 => {}
            second => created = self.replaced(created, second),
        }
        let forked = created.primitive == Primitive::Fork;
        let (failure, shared_memory) = channel.outcome(&order.report, forked);
        // The child is done with the stack and with its parent's memory.
        drop(stack);
        drop(preserved);
        let mut child = self.child(created);
        child.path.shared_memory = shared_memory;
        child.path.shared_files = order.shared_files;
        child.path.unwaited = !wanted.wait;
        Ok((child, failure))
    }

    /// What was created where the child has created a second one, and is done.
    #[cold]
    fn replaced(&self, first: Created, second: i32) -> Created {
        reap(first.pid);
        if first.pidfd >= 0 {
            // SAFETY: the kernel made this descriptor for us.
            drop(unsafe { OwnedFd::from_raw_fd(first.pidfd) });
        }
        let wanted = self.options.pidfd;
        let source = if wanted { PidfdSource::Missing } else { PidfdSource::NotWanted };
        Created { pid: second, pidfd: -1, source, ..first }
    }

    /// The order for the child.
    pub(crate) fn order(
        &self,
        moves: &mut [Move],
        mask: Option<u64>,
        map: Map,
        channel: &Channel,
    ) -> Order {
        let options = &self.options;
        let close_range = options.close_others && has_close_range();
        let reopen = close_range && self.may_reopen(moves);
        Order {
            program: self.program,
            name: self.name_to_search(),
            argv: self.argv,
            envp: self.envp,
            options,
            moves: moves.as_mut_ptr(),
            move_count: moves.len(),
            shared_files: close_range,
            unshared: core::ptr::null(),
            close_others: options.close_others,
            close_range,
            reopen,
            reset_handlers: false,
            enter_cgroup: false,
            mask: options.mask.map(SignalSet::bits).or(mask),
            map,
            second_stack: core::ptr::null_mut(),
            second: AtomicI32::new(0),
            parent: if reopen || options.needs_parent() { process_id() } else { 0 },
            report: Word::new(),
            report_fd: channel.child_end(),
        }
    }

    /// The program's name if it is to be searched for.
    fn name_to_search(&self) -> Option<*const [u8]> {
        self.options.extra.as_ref()?.search.as_ref()?;
        // SAFETY: NUL-terminated: `new` makes it so, and callers of `from_raw_parts` guarantee it.
        let name = unsafe { CStr::from_ptr(self.program) }.to_bytes();
        (!name.contains(&b'/')).then_some(&raw const *name)
    }

    /// Whether there are pipe ends that are worth opening anew, which are then
    /// identified.
    fn may_reopen(&self, moves: &mut [Move]) -> bool {
        let mut found = false;
        for one in moves.iter_mut().filter(|one| child::is_far(one)) {
            // A new root may have another /proc, or none; a user namespace has no right to its parent's.
            if self.options.extra.as_ref().is_some_and(|extra| extra.root.is_some())
                || self.isolation().is_some()
                || self.options.extra.as_ref().is_some_and(|extra| extra.enters())
                || NO_REOPENING.load(Ordering::Relaxed)
            {
                return false;
            }
            // SAFETY: a number that is open or is not.
            let fd = unsafe { BorrowedFd::borrow_raw(one.source) };
            let (Ok(stat), Some(end)) = (rustix::fs::fstat(fd), &mut one.pipe) else {
                return false;
            };
            end.file = (stat.st_dev, stat.st_ino);
            found = true;
        }
        found
    }

    /// The handle on a child that exists.
    pub(crate) fn child(&self, created: Created) -> Child {
        // SAFETY: the kernel made this descriptor for us.
        let mut pidfd =
            (created.pidfd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(created.pidfd) });
        let mut source = created.source;
        if source == PidfdSource::Missing {
            pidfd = open_pidfd(created.pid).ok();
            if pidfd.is_some() {
                source = PidfdSource::Opened;
            }
        }
        let path = LaunchPath {
            primitive: created.primitive,
            clone3_refused: created.clone3_refused,
            shared_memory: true,
            shared_files: false,
            pidfd: source,
            unwaited: false,
        };
        Child::new(created.pid, pidfd, path, self.options.leads_group())
    }
}

/// Whether pipe ends cannot be opened anew here: no /proc, or not of this process.
/// A hint that saves a failed launch.
static NO_REOPENING: AtomicBool = AtomicBool::new(false);

/// Waits until a child that does not suspend its caller has let go of this memory, which the kernel says by
/// clearing `running`.
pub(crate) fn wait_until_let_go(pid: i32, running: &AtomicU32) {
    while running.load(Ordering::Acquire) != LET_GO && reaping::state(pid, None) == State::Runs {
        let time = Time::of(Duration::from_millis(20));
        // SAFETY: waits while the word is that; the kernel wakes who waits.
        unsafe { call!(libc::SYS_futex, running.as_ptr(), libc::FUTEX_WAIT, RUNNING, &time) };
    }
}

/// Waits for a child that ended before its exec. If the program reaps all its
/// children elsewhere, this one may be gone already.
#[cold]
pub(crate) fn reap(pid: i32) {
    while reaping::by_number(pid, 0).err() == Some(libc::EINTR) {}
}
