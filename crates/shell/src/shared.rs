//! What all environments of one process share: things that are the process's own, and caches.
//!
//! Nothing here is state of a shell execution environment: two environments that share it
//! cannot tell.

use crate::environment::arrays::Key;
use crate::environment::traps::{Action, Traps};
use crate::limits::Limit;
use crate::profile::Profile;
use crate::signal_source::{SessionSignals, SignalSource};
use crate::unwaited::Unwaited;
use launch::CStringArray;
use launch::signal::{self, Disposition, PollFd, SignalSet};
use stage::{Kernel, OpenFile, Scheduler, Signals};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;
use syntax::{Name, Names};
use utilities::Utility;
use utilities::caches::Caches;

/// What the environments of a process share.
pub struct Shared {
    /// Interned names.
    pub names: Rc<Names>,
    /// Stages and waiting.
    pub scheduler: Rc<Scheduler>,
    /// Where signals come from.
    pub signals: SignalSource,
    /// `$$`: the id of the process that began as the shell, also in forked children.
    pub pid: Cell<i32>,
    /// `$PPID`
    pub parent: i32,
    /// When the shell began.
    begun: Duration,
    /// Strings of the environment that are no variables: passed on as they came.
    pub foreign: Vec<Vec<u8>>,
    /// Utilities from outside crate `utilities`.
    pub more_utilities: &'static [&'static Utility],
    /// The signal mask of the thread that runs a session, as the host has it.
    pub session_mask: Cell<SignalSet>,
    /// A session is in the place of a shell that its host would have launched: see [`crate::session::Settings`].
    pub in_place_of_shell: Cell<bool>,
    /// Builtins that a session's host has.
    pub host: crate::host::HostFunctions,
    /// The program that is this shell, for what a session cannot do in its host: empty: none; None: where it is
    /// installed.
    pub session_shell: RefCell<Option<std::ffi::CString>>,
    /// The file systems in memory of a session.
    pub mounts: RefCell<Option<Rc<stage::door::Mounts>>>,
    /// The function of a session's host that receives events.
    pub observer: crate::observer::Observer,
    /// What ran, where, and why it needed a process.
    pub(crate) profile: OnceCell<Box<Profile>>,
    /// Of slots that are inside of arrays: of which, and the key. Only a memory of what the
    /// names mean.
    pub composed: RefCell<BTreeMap<Name, (Name, Key)>>,
    /// The test that `set -x` shows next has `!` before it.
    pub traced_negation: Cell<bool>,
    /// The indirection, as it is written, that an error of the parameter it leads to names.
    pub indirection: RefCell<Option<syntax::ByteString>>,
    /// What an assignment to an element assigns or appends, where `set -x` is to show it.
    pub traced_value: RefCell<Option<syntax::ByteString>>,
    /// The file mode creation mask that the process has; None: as it began.
    pub umask: Cell<Option<u32>>,
    /// The file mode creation mask that the process began with, once somebody asked.
    pub initial_umask: Cell<Option<u32>>,
    /// SIGPIPE is caught, so that a broken pipe ends a virtual subshell and not the process.
    pipe_caught: Cell<bool>,
    /// SIGPIPE was ignored when the shell began.
    pub pipe_ignored: Cell<bool>,
    /// A limit was changed: work that the kernel limits per process needs a process.
    pub limited: Cell<bool>,
    /// The shell has confined itself (`--confine`).
    pub confined: Cell<bool>,
    /// Where a policy has programs be.
    pub surroundings: OnceCell<Arc<confine::Surroundings>>,
    /// Signals that a trap has caught.
    trapped: RefCell<Vec<i32>>,
    /// The traps that the signals of a session are dealt with by: those of the one of its family that ran last.
    pub(crate) traps_in_force: RefCell<Option<Rc<Traps>>>,
    /// Signals that end the shell and are caught so that it can do something before.
    fatal: Rc<Cell<SignalSet>>,
    /// Environments that wait for programs which may take an interrupt for themselves.
    interrupt_waits: Cell<u32>,
    /// What an interrupt does when none of them waits.
    interrupt: Cell<Interrupt>,
    /// Signals ignored when the shell began, of those that somebody asked for.
    entry: RefCell<Vec<(i32, bool)>>,
    /// Low descriptors that the process began with.
    inherited: RefCell<Vec<(RawFd, Weak<OpenFile>, bool)>>,
    /// The numbers that scripts seldom name of descriptors that the process began with, once a
    /// process has been forked.
    high: std::cell::OnceCell<Vec<RawFd>>,
    /// Files that stay open as long as the process.
    kept: RefCell<Vec<Rc<OpenFile>>>,
    /// The block of exported variables of the environment with this number.
    pub exports: RefCell<Option<(u64, Rc<CStringArray>)>>,
    /// Where PATH led for subshells.
    pub lookups: crate::lookups::Lookups,
    next: Cell<u64>,
    #[allow(clippy::vec_box)]
    caches: RefCell<Vec<Box<Caches>>>,
    /// Whether programs that were met are scripts of this shell.
    pub nested: crate::evaluate::nested::Nested,
    /// What the programs are that utilities are run for.
    pub programs: RefCell<utilities::identify::Programs>,
    /// Vectors for fields, reused.
    pub vectors: RefCell<Vec<Vec<syntax::ByteString>>>,
    /// A buffer for `read`, reused.
    line: RefCell<Option<crate::builtins::Line>>,
    tty: RefCell<Option<std::os::fd::OwnedFd>>,
    /// Where input is shown as it is read (`set -v`).
    pub verbose: RefCell<Option<Rc<OpenFile>>>,
    /// How many commands the script has had, the one that runs included.
    pub commands: Cell<u32>,
    /// How many commands there were, and one, when stopped jobs were reported.
    pub stopped_reported_at: Cell<u32>,
    /// What has been read of a command, for the history list.
    pub typed: RefCell<Option<Box<crate::history::typed::Typed>>>,
    /// What `compopt` says, while a completion is made.
    pub completing: RefCell<Option<crate::environment::completions::Changes>>,
    /// Processes of process substitutions that have not been waited for.
    pub substituted: RefCell<Vec<i32>>,
    /// Stages of process substitutions whose commands have ended before them.
    pub left_stages: RefCell<Vec<crate::evaluate::process_substitution::SubstitutedStage>>,
    /// Children that no command waits for.
    pub(crate) unwaited: Rc<Unwaited>,
    /// The process is not the one that began as the shell.
    pub forked: Cell<bool>,
    /// The terminal, for job control.
    pub terminal: Cell<Option<RawFd>>,
    /// Its settings when no job was in the foreground.
    pub terminal_settings: RefCell<Option<rustix::termios::Termios>>,
    /// `set -m` is in effect in this process: in one that was forked it is not, though `$-`
    /// goes on to show it.
    pub controls_jobs: Cell<bool>,
    /// The line that ^C gives up has been ended on the terminal, by the editor.
    pub line_is_ended: Cell<bool>,
    /// The shell was interactive when it began: it may trap what was ignored then.
    pub interactive: Cell<bool>,
}

/// What an interrupt does.
#[derive(Clone, Copy)]
enum Interrupt {
    /// What it does to any process.
    Default,
    /// It is caught, and ends the shell.
    Fatal,
    /// A trap has caught it.
    Trapped,
}

/// How the scheduler waits: with no signal lost.
struct Waiting {
    signals: SignalSource,
    fatal: Rc<Cell<SignalSet>>,
    unwaited: Rc<Unwaited>,
}

impl Kernel for Waiting {
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        match self.signals.session_state() {
            Some(session) => session.wait(timeout, |slice| self.poll_and_wake(fds, slice)),
            None => self.poll_and_wake(fds, timeout),
        }
    }

    fn poll_on(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        match self.signals.session_state() {
            Some(session) => session.wait(timeout, |slice| self.poll_and_wake(fds, slice)),
            None => stage::poll_plain(fds, timeout),
        }
    }

    fn interrupted(&self, signals: Signals) -> bool {
        if !self.signals.pending() {
            return false;
        }
        self.unwaited.reap();
        let pending = self.signals.pending_set();
        let fatal = || pending.intersects(self.fatal.get());
        match signals {
            Signals::Deferred => false,
            Signals::Fatal => fatal(),
            Signals::Terminal => pending.intersects(SignalSet::of(&TERMINAL)) || fatal(),
            Signals::Any => !without_own(pending).is_empty(),
        }
    }

    fn output_exceeded(&self) {
        if let Some(meter) = self.signals.meter() {
            meter.reach(Limit::Output);
        }
    }

    fn catches_signals(&self) -> bool {
        !without_own(self.signals.caught_set()).is_empty()
    }
}

impl Waiting {
    /// poll(2), which a signal to a session ends as well.
    fn poll_and_wake(
        &self,
        fds: &mut [libc::pollfd],
        timeout: Option<Duration>,
    ) -> io::Result<usize> {
        let mut plain = plain(fds);
        let session = self.signals.session();
        let wake = session.and_then(|session| session.wake());
        plain.extend(wake.map(|fd| PollFd::new(fd.as_raw_fd(), libc::POLLIN)));
        let result = signal::poll(&mut plain, timeout);
        store(fds, &plain);
        if let (Some(session), Some(PollFd { revents: 1.., .. })) = (session, plain.get(fds.len()))
        {
            session.silence();
            return Err(io::ErrorKind::Interrupted.into());
        }
        result
    }
}

fn plain(fds: &[libc::pollfd]) -> Vec<PollFd> {
    fds.iter().map(|fd| PollFd::new(fd.fd, fd.events)).collect()
}

fn store(fds: &mut [libc::pollfd], plain: &[PollFd]) {
    for (fd, plain) in fds.iter_mut().zip(plain) {
        fd.revents = plain.revents;
    }
}

/// A set without the signals that the shell catches for its own sake, which end no wait.
fn without_own(mut signals: SignalSet) -> SignalSet {
    signals.remove(libc::SIGPIPE);
    signals.remove(libc::SIGCHLD);
    signals
}

/// How much the stack of the process may grow beyond where it is now, in bytes.
fn root_stack() -> usize {
    const MOST: u64 = 64 << 20;
    const MARGIN: u64 = 512 << 10;
    let limit = launch::process::limit(launch::process::Resource::Stack)
        .ok()
        .and_then(|limit| limit.soft)
        .unwrap_or(MOST);
    limit.min(MOST).saturating_sub(MARGIN) as usize
}

/// Signals whose default action ends no process (signal(7)).
pub(crate) const BENIGN: [i32; 8] = [
    libc::SIGCHLD,
    libc::SIGURG,
    libc::SIGWINCH,
    libc::SIGCONT,
    libc::SIGTSTP,
    libc::SIGTTIN,
    libc::SIGTTOU,
    libc::SIGPIPE,
];

/// Signals by which a terminal ends everybody in the foreground.
pub const TERMINAL: [i32; 3] = [libc::SIGINT, libc::SIGQUIT, libc::SIGHUP];

impl Shared {
    /// The calling thread has the session's file systems in memory, for as long as the result lives.
    pub fn enter_mounts(&self) -> Option<stage::door::Entered> {
        self.mounts.borrow().as_ref().map(stage::door::Mounts::enter)
    }

    /// For a process that has just begun.
    pub fn new(foreign: Vec<Vec<u8>>, more_utilities: &'static [&'static Utility]) -> Rc<Self> {
        let signals = SignalSource::default();
        let unwaited = Rc::new(Unwaited::default());
        let child_ignored = signals.disposition(libc::SIGCHLD).ok() == Some(Disposition::Ignore);
        if child_ignored {
            // Else there would be no statuses to wait for (wait(2), NOTES).
            let _ = signals.reset(libc::SIGCHLD);
        }
        if launch::process::process_id() == 1 {
            unwaited.begin();
        }
        let shared = Self::with(signals, unwaited, root_stack(), foreign, more_utilities);
        shared.scheduler.allow_threads(runtime::switch_threads);
        if child_ignored {
            shared.entry.borrow_mut().push((libc::SIGCHLD, true));
        }
        shared
    }

    /// For a session in somebody else's process, of which nothing is touched: its signals are the
    /// session's own, and it has none of the descriptors that the process began with.
    pub fn for_session(
        signals: Arc<SessionSignals>,
        more_utilities: &'static [&'static Utility],
    ) -> Rc<Self> {
        let signals = SignalSource::of_session(signals);
        let unwaited = Rc::new(Unwaited::new(signals.clone()));
        // What a stack of the host has left is not known: the shell runs on its own.
        let shared = Self::with(signals, unwaited, 0, Vec::new(), more_utilities);
        let mut fatal = SignalSet::ALL;
        for number in BENIGN {
            fatal.remove(number);
        }
        shared.fatal.set(fatal);
        let _ = shared.high.set(Vec::new());
        // A broken pipe is an error here: the thread that runs a session blocks the signal.
        shared.pipe_caught.set(true);
        shared
    }

    /// Whether the process is somebody else's.
    pub fn is_session(&self) -> bool {
        self.signals.session().is_some()
    }

    /// Whether all that a session was sent are signals that its programs have got from the terminal.
    pub fn terminal_reaches_programs(&self) -> bool {
        let others = |mut set: SignalSet| {
            set.remove(libc::SIGINT);
            set.remove(libc::SIGQUIT);
            !set.is_empty()
        };
        self.in_place_of_shell.get() && !others(self.signals.pending_set())
    }

    fn with(
        signals: SignalSource,
        unwaited: Rc<Unwaited>,
        root_stack: usize,
        foreign: Vec<Vec<u8>>,
        more_utilities: &'static [&'static Utility],
    ) -> Rc<Self> {
        let fatal = Rc::new(Cell::new(SignalSet::EMPTY));
        let waiting =
            Waiting { signals: signals.clone(), fatal: fatal.clone(), unwaited: unwaited.clone() };
        Rc::new(Self {
            names: Rc::new(Names::with(crate::environment::names::KNOWN)),
            scheduler: Scheduler::new(Box::new(waiting), root_stack),
            signals,
            pid: Cell::new(launch::process::process_id()),
            parent: launch::process::parent_id(),
            begun: launch::process::monotonic(),
            foreign,
            more_utilities,
            session_mask: Cell::new(SignalSet::EMPTY),
            in_place_of_shell: Cell::new(false),
            host: Default::default(),
            session_shell: RefCell::default(),
            mounts: RefCell::default(),
            observer: Default::default(),
            profile: OnceCell::new(),
            composed: RefCell::default(),
            traced_negation: Cell::new(false),
            indirection: RefCell::new(None),
            traced_value: RefCell::new(None),
            umask: Cell::new(None),
            initial_umask: Cell::new(None),
            pipe_caught: Cell::new(false),
            pipe_ignored: Cell::new(false),
            lookups: Default::default(),
            limited: Cell::new(false),
            confined: Cell::new(false),
            surroundings: OnceCell::new(),
            trapped: RefCell::new(Vec::new()),
            traps_in_force: RefCell::new(None),
            fatal,
            interrupt_waits: Cell::new(0),
            interrupt: Cell::new(Interrupt::Default),
            entry: RefCell::new(Vec::new()),
            inherited: RefCell::new(Vec::new()),
            high: std::cell::OnceCell::new(),
            kept: RefCell::new(Vec::new()),
            exports: RefCell::new(None),
            next: Cell::new(1),
            caches: RefCell::new(Vec::new()),
            nested: Default::default(),
            programs: RefCell::default(),
            vectors: RefCell::new(Vec::new()),
            line: RefCell::new(None),
            tty: RefCell::new(None),
            verbose: RefCell::new(None),
            commands: Cell::new(0),
            stopped_reported_at: Cell::new(0),
            typed: RefCell::default(),
            completing: RefCell::default(),
            substituted: RefCell::default(),
            left_stages: RefCell::default(),
            unwaited,
            forked: Cell::new(false),
            terminal: Cell::new(None),
            terminal_settings: RefCell::default(),
            controls_jobs: Cell::new(false),
            line_is_ended: Cell::new(false),
            interactive: Cell::new(false),
        })
    }

    /// What programs of a session get of signals: those that it ignores are ignored, SIGPIPE is as
    /// shells have it whatever the host does with it, and the mask is the host's thread's.
    pub(crate) fn signals_of_session(&self, launch: &mut launch::Launch<'_>) {
        let Some(session) = self.signals.session() else { return };
        let ignored = session.ignored();
        let mut default = SignalSet::of(&[libc::SIGPIPE, libc::SIGXFSZ]);
        for number in 1..signal::COUNT as i32 {
            if ignored.contains(number) {
                default.remove(number);
            }
        }
        launch.ignore_signals(ignored);
        launch.default_signals(default);
        launch.signal_mask(self.session_mask.get());
    }

    /// How long the shell has run, for SECONDS.
    pub fn elapsed(&self) -> Duration {
        launch::process::monotonic().saturating_sub(self.begun)
    }

    /// A number that nobody has had yet.
    pub fn fresh(&self) -> u64 {
        let next = self.next.get();
        self.next.set(next + 1);
        next
    }

    /// Whether a signal was ignored when the shell began: it can never be trapped then.
    pub fn ignored_on_entry(&self, number: i32) -> bool {
        let mut entry = self.entry.borrow_mut();
        if let Some((_, ignored)) = entry.iter().find(|(known, _)| *known == number) {
            return *ignored;
        }
        let ignored = matches!(self.signals.disposition(number), Ok(Disposition::Ignore));
        entry.push((number, ignored));
        ignored
    }

    /// Forgets that a signal was ignored when the shell began: a trap has decided otherwise.
    pub fn forget_entry(&self, number: i32) {
        let mut entry = self.entry.borrow_mut();
        entry.retain(|(known, _)| *known != number);
        entry.push((number, false));
    }

    /// Notes that a signal, whose disposition the shell changes now, was or was not ignored.
    pub fn catch_broken_pipes(&self, trap: Option<&Action>) {
        // One that a trap ignores tells by an error what the signal would.
        if trap == Some(&Action::Ignore) || self.pipe_caught.replace(true) {
            return;
        }
        if self.ignored_on_entry(libc::SIGPIPE) {
            self.pipe_ignored.set(true);
        } else {
            let _ = self.signals.catch(libc::SIGPIPE, true);
        }
    }

    /// Whether a signal is caught for a trap that somebody may send to the whole process group
    /// (a service manager, timeout(1)): a sleep in a process of its own ends by it, and the
    /// trap runs at once. A terminal's signals end a sleep inside, too.
    pub fn traps_from_elsewhere(&self) -> bool {
        let sent = [libc::SIGTERM, libc::SIGHUP, libc::SIGALRM, libc::SIGUSR1, libc::SIGUSR2];
        self.trapped.borrow().iter().any(|number| sent.contains(number))
    }

    /// Notes whether the process catches a signal for a trap.
    pub fn caught(&self, number: i32, caught: bool) {
        let mut trapped = self.trapped.borrow_mut();
        trapped.retain(|&other| other != number);
        if caught {
            trapped.push(number);
        }
        if number == libc::SIGCHLD {
            self.unwaited.set_trapped(caught);
        }
    }

    /// Whether a signal has come that the process catches for a trap, beside the end of a child.
    pub fn trap_is_due(&self) -> bool {
        let pending = self.signals.pending_set();
        let trapped = self.trapped.borrow();
        trapped.iter().any(|&number| number != libc::SIGCHLD && pending.contains(number))
    }

    /// Whether a trap has caught a signal.
    pub fn is_trapped(&self, number: i32) -> bool {
        self.trapped.borrow().contains(&number)
    }

    /// The signals that end the shell although they are caught.
    pub fn fatal(&self) -> SignalSet {
        self.fatal.get()
    }

    /// Notes whether a signal that is caught ends the shell.
    pub fn ends_shell(&self, number: i32, ends: bool) {
        let mut fatal = self.fatal.get();
        match ends {
            true => fatal.insert(number),
            false => fatal.remove(number),
        }
        self.fatal.set(fatal);
    }

    /// In a new process: nobody waits in it, and no signal is caught for the parent's end.
    /// Gives those that were.
    pub fn take_fatal(&self) -> SignalSet {
        let mut caught = self.fatal.replace(SignalSet::EMPTY);
        if self.interrupt_waits.replace(0) > 0 {
            caught.insert(libc::SIGINT);
        }
        caught
    }

    /// An environment begins to wait for a program that may take an interrupt for itself: the
    /// interrupt is caught, and fatal no more. False where it is ignored.
    pub fn begin_interrupt_wait(&self) -> bool {
        let waits = self.interrupt_waits.get();
        if waits == 0 {
            let fatal = self.fatal.get().contains(libc::SIGINT);
            let otherwise = match self.signals.disposition(libc::SIGINT) {
                Ok(Disposition::Default) if self.signals.catch(libc::SIGINT, true).is_ok() => {
                    Interrupt::Default
                }
                Ok(Disposition::Catch) if fatal => Interrupt::Fatal,
                Ok(Disposition::Catch) => Interrupt::Trapped,
                _ => return false,
            };
            self.interrupt.set(otherwise);
            self.ends_shell(libc::SIGINT, false);
        }
        self.interrupt_waits.set(waits + 1);
        true
    }

    /// Ends a wait in which an interrupt was caught: one that is still pending is fatal from now
    /// on.
    pub fn end_interrupt_wait(&self) {
        // None are left in a process that has forked off meanwhile.
        let Some(waits) = self.interrupt_waits.get().checked_sub(1) else { return };
        self.interrupt_waits.set(waits);
        if waits > 0 {
            return;
        }
        match self.interrupt.get() {
            Interrupt::Trapped => {}
            Interrupt::Default if !self.signals.pending_set().contains(libc::SIGINT) => {
                let _ = self.signals.reset(libc::SIGINT);
            }
            Interrupt::Default | Interrupt::Fatal => self.ends_shell(libc::SIGINT, true),
        }
    }

    /// Catches a signal that would end the shell, so that EXIT traps run first.
    ///
    /// # Errors
    /// Those of sigaction(2): EINVAL for a signal that cannot be caught.
    pub fn catch_fatal(&self, number: i32) -> io::Result<()> {
        self.signals.catch(number, false)?;
        if number == libc::SIGINT && self.interrupt_waits.get() > 0 {
            self.interrupt.set(Interrupt::Fatal);
        } else {
            self.ends_shell(number, true);
        }
        Ok(())
    }

    /// The signals that traps have caught, which a new process catches no more.
    pub fn take_caught(&self) -> Vec<i32> {
        std::mem::take(&mut *self.trapped.borrow_mut())
    }

    /// In a new process, where nobody is at the other end of anything yet.
    pub fn forget_broken_pipes(&self) -> bool {
        self.pipe_caught.replace(false) && !self.pipe_ignored.get()
    }

    /// Whether SIGPIPE is caught for the shell's own sake.
    pub fn catches_broken_pipes(&self) -> bool {
        self.pipe_caught.get() && !self.pipe_ignored.get()
    }

    /// The file of a descriptor that the process began with, if it is open.
    pub fn inherit(&self, number: u32) -> Option<Rc<OpenFile>> {
        if self.is_session() {
            return None;
        }
        let fd = RawFd::try_from(number).ok()?;
        let mut inherited = self.inherited.borrow_mut();
        if let Some(index) = inherited.iter().position(|(known, ..)| *known == fd) {
            // It was the process's own and has been closed since, or somebody still has it.
            return inherited[index].1.upgrade();
        }
        // It would be closed if it could not be noted.
        inherited.reserve(1);
        let file = OpenFile::inherit(&self.scheduler, fd)?;
        inherited.push((fd, Rc::downgrade(&file), false));
        Some(file)
    }

    /// The numbers, not below `first`, of the descriptors that the process began with and that are
    /// still its own.
    pub fn inherited_from(&self, first: RawFd) -> Vec<RawFd> {
        let numbers = self.high.get_or_init(|| OpenFile::inheritable_from(first));
        let is_still = |fd: RawFd| {
            let inherited = self.inherited.borrow();
            match inherited.iter().find(|(known, ..)| *known == fd) {
                Some((_, file, _)) => file.strong_count() > 0,
                None => OpenFile::is_inheritable(fd),
            }
        };
        numbers.iter().copied().filter(|&fd| fd >= first && is_still(fd)).collect()
    }

    /// Keeps a file open for good.
    pub fn keep_file(&self, file: Rc<OpenFile>) {
        self.kept.borrow_mut().push(file);
    }

    /// Whether a child inherits this descriptor at its own number without a plan.
    pub fn passes_by_itself(&self, fd: RawFd) -> bool {
        self.inherited
            .borrow()
            .iter()
            .any(|(known, file, closed)| *known == fd && !closed && file.strong_count() > 0)
    }

    /// From now on children have this number only where a plan gives it to them.
    pub fn keep_from_children(&self, fd: RawFd) {
        for (known, file, closed) in self.inherited.borrow_mut().iter_mut() {
            if *known == fd && !*closed && file.strong_count() > 0 {
                *closed = true;
                if let Some(file) = file.upgrade() {
                    file.close_on_exec();
                }
            }
        }
    }

    /// Caches for a utility, to be returned by `give_caches`.
    pub fn take_caches(&self) -> Box<Caches> {
        self.caches.borrow_mut().pop().unwrap_or_default()
    }

    /// Keeps caches for the next utility.
    pub fn give_caches(&self, caches: Box<Caches>) {
        self.caches.borrow_mut().push(caches);
    }

    /// An empty vector for fields.
    pub fn take_vector(&self) -> Vec<syntax::ByteString> {
        self.vectors.borrow_mut().pop().unwrap_or_default()
    }

    /// Keeps a vector for the next list of fields.
    pub fn give_vector(&self, mut vector: Vec<syntax::ByteString>) {
        vector.clear();
        let mut vectors = self.vectors.borrow_mut();
        if vectors.len() < 64 && vector.capacity() <= 1024 {
            vectors.push(vector);
        }
    }

    /// A buffer for a line.
    pub fn take_line(&self) -> crate::builtins::Line {
        self.line.borrow_mut().take().unwrap_or_default()
    }

    /// Keeps a buffer for the next line.
    pub fn give_line(&self, mut line: crate::builtins::Line) {
        line.clear();
        *self.line.borrow_mut() = Some(line);
    }

    /// The terminal of job control.
    pub fn terminal(&self) -> Option<std::cell::Ref<'_, std::os::fd::OwnedFd>> {
        self.terminal.get()?;
        std::cell::Ref::filter_map(self.tty.borrow(), Option::as_ref).ok()
    }

    /// The terminal of job control, kept open.
    pub fn keep_terminal(&self, fd: std::os::fd::OwnedFd) {
        self.terminal.set(Some(std::os::fd::AsRawFd::as_raw_fd(&fd)));
        *self.tty.borrow_mut() = Some(fd);
    }

    /// The utility of a name.
    pub fn utility(&self, name: &[u8]) -> Option<&'static Utility> {
        self.more_utilities
            .iter()
            .copied()
            .find(|utility| utility.name.as_bytes() == name)
            .or_else(|| utilities::find(name))
    }
}
