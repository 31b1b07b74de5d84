//! Runs stages and waits for all of them at once.
//!
//! The caller of [`Scheduler::new`] is the *root*: it runs on the stack of the process. Every
//! other stage is a coroutine, resumed only from the root's loop, so there is no nesting: a
//! stage that starts stages of its own merely adds to the same flat set and parks until they
//! have ended. Waking is allowed to be spurious; whoever parks looks at its condition again.

use crate::stack::{self, StackPool};
use crate::workers::{self, ThreadSwitch, Workers};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// What the scheduler asks of the system. The one implementation that counts waits with
/// ppoll(2) so that no signal is lost between looking and sleeping.
pub trait Kernel {
    /// poll(2): the number of descriptors that are ready, 0 where `timeout` passed first.
    ///
    /// # Errors
    /// Interrupted where a signal that the process catches is pending on entry or arrives.
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize>;
    /// Whether a caught signal is pending that ends the wait of kind `signals`.
    fn interrupted(&self, signals: Signals) -> bool;
    /// Whether the process catches any signal that may end a wait: if not, a plain blocking system
    /// call misses none.
    fn catches_signals(&self) -> bool {
        false
    }
    /// poll(2) where nobody minds the signal that [`Self::poll`] has found: it is not found again.
    ///
    /// # Errors
    /// Interrupted where another signal arrives.
    fn poll_on(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        poll_plain(fds, timeout)
    }
    /// More was written to a capture than it may hold ([`crate::Capture::limit`]).
    fn output_exceeded(&self) {}
}

/// Which pending signals end a wait early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signals {
    /// None: the wait goes on.
    Deferred,
    /// Those that end the shell (a foreground program: traps run after it).
    Fatal,
    /// Also those that a terminal sends to everybody (INT, QUIT, HUP): a utility would have died.
    Terminal,
    /// Any caught signal (`read`, `wait`).
    Any,
}

/// Names a stage for as long as it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageId {
    index: u32,
    generation: u32,
}

/// A stack for a stage that has not been started.
#[must_use]
pub struct Reserved(DefaultStack);

type Body = Coroutine<(), (), (), DefaultStack>;

struct Stage {
    generation: u32,
    /// None while it runs and after it has ended.
    coroutine: Option<Body>,
    state: State,
    /// Who waits for its end.
    waiters: Vec<StageId>,
    /// Descriptors and time it is parked on.
    fds: Vec<libc::pollfd>,
    deadline: Option<Instant>,
    signals: Signals,
    yielder: *const Yielder<(), ()>,
    /// Set while the stage only waits for another stage: it is not competing.
    passive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    Ready,
    Running,
    Parked,
}

/// Index 0 is the root.
const ROOT: u32 = 0;

/// A read end that is emptied whenever the process waits, so that its writers never block.
pub(crate) struct Drain {
    pub(crate) reader: RefCell<Option<OwnedFd>>,
    pub(crate) bytes: RefCell<Vec<u8>>,
    /// There was no memory for what could be read.
    pub(crate) exhausted: Cell<bool>,
    /// How many bytes it keeps; what is more is read and lost.
    pub(crate) most: usize,
    /// Who gets what is read, instead.
    pub(crate) sink: Option<crate::file::Sink>,
}

/// The stages of one process.
pub struct Scheduler {
    kernel: Box<dyn Kernel>,
    stages: RefCell<Vec<Stage>>,
    ready: RefCell<VecDeque<u32>>,
    current: Cell<u32>,
    /// Lowest usable address of the stack that is current.
    lowest: Cell<usize>,
    stacks: StackPool,
    /// Stages, the root included, that are neither free nor passive.
    active: Cell<usize>,
    drains: RefCell<Vec<Rc<Drain>>>,
    /// Files that hold bytes read ahead of what was asked for.
    pub(crate) ahead: RefCell<Vec<std::rc::Weak<crate::OpenFile>>>,
    pub(crate) scratch: RefCell<Option<(OwnedFd, OwnedFd)>>,
    /// The threads that compute for stages, while somebody uses them.
    workers: RefCell<Weak<Workers>>,
    /// There have been some since the last fork.
    had_workers: Cell<bool>,
    /// None where there are never any.
    threads: Cell<Option<ThreadSwitch>>,
}

/// What a computation waits with that waits for nothing: how often it may look whether it is interrupted.
struct Alone(Cell<u32>);

impl Kernel for Alone {
    fn poll(&self, _: &mut [libc::pollfd], _: Option<Duration>) -> io::Result<usize> {
        Ok(0)
    }

    fn interrupted(&self, _: Signals) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

/// What must be left on a stack when [`Scheduler::deeper`] goes on without a new one: the
/// deepest path between two calls of it, with room to spare.
const RESERVE: usize = 128 << 10;

impl Scheduler {
    /// Makes the scheduler of a process. `root_stack` is how many bytes the stack of the
    /// caller can still grow (see getrlimit(2), RLIMIT_STACK).
    pub fn new(kernel: Box<dyn Kernel>, root_stack: usize) -> Rc<Self> {
        let root = Stage {
            generation: 0,
            coroutine: None,
            state: State::Running,
            waiters: Vec::new(),
            fds: Vec::new(),
            deadline: None,
            signals: Signals::Deferred,
            yielder: std::ptr::null(),
            passive: false,
        };
        Rc::new(Self {
            kernel,
            stages: RefCell::new(vec![root]),
            ready: RefCell::new(VecDeque::new()),
            current: Cell::new(ROOT),
            lowest: Cell::new(stack::here().saturating_sub(root_stack)),
            stacks: StackPool::new(),
            active: Cell::new(1),
            drains: RefCell::new(Vec::new()),
            ahead: RefCell::new(Vec::new()),
            scratch: RefCell::new(None),
            workers: RefCell::default(),
            had_workers: Cell::new(false),
            threads: Cell::new(None),
        })
    }

    /// Makes one for a computation that has no other stages, waits for nothing, and is interrupted once it
    /// has looked `looks` times whether it is.
    pub fn alone(looks: u32) -> Rc<Self> {
        Self::new(Box::new(Alone(Cell::new(looks))), 0)
    }

    /// The stage that calls.
    pub fn current(&self) -> StageId {
        let index = self.current.get();
        StageId { index, generation: self.stages.borrow()[index as usize].generation }
    }

    /// Whether the caller is the root rather than a stage.
    pub fn is_root(&self) -> bool {
        self.current.get() == ROOT
    }

    /// Whether anybody else could go on while the caller waits: if not, a plain blocking
    /// system call is the cheapest wait.
    pub fn must_poll(&self) -> bool {
        self.active.get() > 1 || !self.drains.borrow().is_empty()
    }

    /// Starts a stage that runs `body`, and returns its name. It runs when the caller parks.
    ///
    /// # Errors
    /// Those of [`Self::reserve`].
    pub fn spawn(self: &Rc<Self>, body: impl FnOnce() + 'static) -> io::Result<StageId> {
        Ok(self.spawn_on(self.reserve()?, body))
    }

    /// The stack of a stage that is to be started.
    ///
    /// # Errors
    /// OutOfMemory where there are too many stages, else that of mmap(2).
    pub fn reserve(&self) -> io::Result<Reserved> {
        self.stacks.take_for_stage().map(Reserved)
    }

    /// Starts a stage as [`Self::spawn`] does, on a stack that has been reserved for it.
    pub fn spawn_on<F: FnOnce() + 'static>(self: &Rc<Self>, stack: Reserved, body: F) -> StageId {
        // The closure below is moved to the new stack, which takes 1,024 bytes.
        const { assert!(size_of::<F>() <= 1024 - 32, "what a stage captures is too large") };
        let Reserved(stack) = stack;
        let mut stages = self.stages.borrow_mut();
        // Nobody is woken in vain for want of memory: each stage is in there once at most.
        self.ready.borrow_mut().reserve(stages.len() + 1);
        let index = match stages.iter().position(|stage| stage.state == State::Free) {
            Some(index) => index,
            None => {
                stages.push(Stage {
                    generation: 0,
                    coroutine: None,
                    state: State::Free,
                    waiters: Vec::new(),
                    fds: Vec::new(),
                    deadline: None,
                    signals: Signals::Deferred,
                    yielder: std::ptr::null(),
                    passive: false,
                });
                stages.len() - 1
            }
        };
        let scheduler = Rc::downgrade(self);
        let lowest = stack::lowest(&stack);
        let coroutine = Coroutine::with_stack(stack, move |yielder: &Yielder<(), ()>, ()| {
            if let Some(scheduler) = scheduler.upgrade() {
                scheduler.lowest.set(lowest);
                scheduler.stages.borrow_mut()[index].yielder = yielder;
            }
            drop(scheduler);
            // What unwinds a stage ends that stage. Nothing is left of it to be inconsistent.
            let _ = catch_unwind(AssertUnwindSafe(body));
        });
        let stage = &mut stages[index];
        stage.generation = stage.generation.wrapping_add(1);
        stage.coroutine = Some(coroutine);
        stage.state = State::Ready;
        stage.passive = false;
        stage.fds.clear();
        stage.deadline = None;
        let id = StageId { index: index as u32, generation: stage.generation };
        self.active.set(self.active.get() + 1);
        self.ready.borrow_mut().push_back(id.index);
        id
    }

    /// Whether the stage has ended.
    pub fn ended(&self, id: StageId) -> bool {
        let stages = self.stages.borrow();
        let stage = &stages[id.index as usize];
        stage.generation != id.generation || stage.state == State::Free
    }

    /// Whether the stage waits for nothing, and would run now if the caller waited.
    pub fn is_ready(&self, id: StageId) -> bool {
        let stages = self.stages.borrow();
        let stage = &stages[id.index as usize];
        stage.generation == id.generation && stage.state == State::Ready
    }

    /// Takes back a stage that has not run yet: what its body owns is dropped, and it has ended.
    /// Returns whether that was so; a stage that has begun goes on.
    pub fn cancel(&self, id: StageId) -> bool {
        let coroutine = {
            let mut stages = self.stages.borrow_mut();
            let stage = &mut stages[id.index as usize];
            let begun = stage.coroutine.as_ref().is_none_or(Coroutine::started);
            if stage.generation != id.generation || stage.state != State::Ready || begun {
                return false;
            }
            stage.coroutine.take()
        };
        let Some(mut coroutine) = coroutine else { return false };
        self.ready.borrow_mut().retain(|index| *index != id.index);
        // Drops the body, which may wake other stages. There are no frames on the stack.
        coroutine.force_unwind();
        self.end(id.index, coroutine);
        true
    }

    /// Notes that a stage has ended.
    fn end(&self, index: u32, coroutine: Body) {
        self.stacks.give(coroutine.into_stack());
        let waiters = {
            let mut stages = self.stages.borrow_mut();
            let stage = &mut stages[index as usize];
            stage.state = State::Free;
            stage.fds.clear();
            std::mem::take(&mut stage.waiters)
        };
        self.active.set(self.active.get() - 1);
        for waiter in waiters {
            self.wake(waiter);
        }
    }

    /// Waits until the stage has ended. Signals do not end this wait.
    pub fn join(&self, id: StageId) {
        while !self.ended(id) {
            let me = self.current.get();
            {
                let mut stages = self.stages.borrow_mut();
                let me = StageId { index: me, generation: stages[me as usize].generation };
                stages[id.index as usize].waiters.push(me);
                stages[me.index as usize].passive = true;
            }
            self.active.set(self.active.get() - 1);
            let _competes_again =
                OnDrop(|| self.competes(&mut self.stages.borrow_mut()[me as usize]));
            let _ = self.park(&[], None, Signals::Deferred);
        }
    }

    /// Counts a stage again that only waited for another one. It counts from when it is
    /// woken: somebody who runs before it does must not think that it is alone.
    fn competes(&self, stage: &mut Stage) {
        if std::mem::take(&mut stage.passive) {
            self.active.set(self.active.get() + 1);
        }
    }

    /// Lets a parked stage go on (it looks at its condition again). A stage that has ended or
    /// is not parked is left alone.
    pub fn wake(&self, id: StageId) {
        let mut stages = self.stages.borrow_mut();
        let stage = &mut stages[id.index as usize];
        if stage.generation == id.generation && stage.state == State::Parked {
            stage.state = State::Ready;
            self.competes(stage);
            if id.index != ROOT {
                self.ready.borrow_mut().push_back(id.index);
            }
        }
    }

    /// Parks the caller until one of `fds` is ready, `deadline` has passed, or somebody wakes it.
    /// It may return early: callers look at their condition again.
    ///
    /// # Errors
    /// Interrupted where a signal of kind `signals` is pending.
    pub fn park(
        &self,
        fds: &[libc::pollfd],
        deadline: Option<Instant>,
        signals: Signals,
    ) -> io::Result<()> {
        self.check(signals)?;
        let index = self.current.get();
        let yielder = {
            let mut stages = self.stages.borrow_mut();
            let me = &mut stages[index as usize];
            me.fds.clear();
            me.fds.extend_from_slice(fds);
            me.state = State::Parked;
            me.deadline = deadline;
            me.signals = signals;
            me.yielder
        };
        let lowest = self.lowest.get();
        if index == ROOT {
            let _lowest = OnDrop(|| self.lowest.set(lowest));
            self.run_until_root_is_ready();
        } else {
            // SAFETY: the pointer was stored by the stage that is current when it began; the
            // yielder lives on that stage's stack, which is the one this code runs on (or a
            // segment that it called), for as long as the stage exists.
            unsafe { (*yielder).suspend(()) };
        }
        self.lowest.set(lowest);
        self.check(signals)
    }

    /// Says that more was written to a capture than it may hold.
    pub(crate) fn output_exceeded(&self) {
        self.kernel.output_exceeded();
    }

    /// Lets the stages that are ready run once, then goes on.
    pub fn yield_now(&self) {
        if self.ready.borrow().is_empty() && self.is_root() {
            return;
        }
        let _ = self.park(&[], Some(Instant::now()), Signals::Deferred);
    }

    fn run_until_root_is_ready(&self) {
        loop {
            let next = self.ready.borrow_mut().pop_front();
            match next {
                Some(index) => self.resume(index),
                None => {
                    if self.stages.borrow()[ROOT as usize].state == State::Ready {
                        break;
                    }
                    self.wait();
                    continue;
                }
            }
            if self.stages.borrow()[ROOT as usize].state == State::Ready {
                break;
            }
        }
        self.stages.borrow_mut()[ROOT as usize].state = State::Running;
    }

    fn resume(&self, index: u32) {
        let coroutine = {
            let mut stages = self.stages.borrow_mut();
            let stage = &mut stages[index as usize];
            if stage.state != State::Ready {
                return;
            }
            stage.state = State::Running;
            stage.coroutine.take()
        };
        let Some(mut coroutine) = coroutine else { return };
        let before = self.current.replace(index);
        let result = coroutine.resume(());
        self.current.set(before);
        match result {
            CoroutineResult::Yield(()) => {
                self.stages.borrow_mut()[index as usize].coroutine = Some(coroutine);
            }
            CoroutineResult::Return(()) => self.end(index, coroutine),
        }
    }

    /// Lets stages have threads that compute for them ([`Self::workers`]); `switch` is told when
    /// they begin and end.
    pub fn allow_threads(&self, switch: ThreadSwitch) {
        self.threads.set(Some(switch));
    }

    /// Threads that compute for stages, at most `limit` of them: those that somebody has already, or
    /// new ones, for as long as anybody holds them. None where there are to be none, or cannot be.
    pub fn workers(&self, limit: usize) -> Option<Rc<Workers>> {
        let switch = self.threads.get().filter(|_| limit > 0)?;
        if let Some(workers) = self.workers.borrow().upgrade() {
            return Some(workers);
        }
        let workers = Workers::new(limit, switch).ok()?;
        self.had_workers.set(true);
        *self.workers.borrow_mut() = Rc::downgrade(&workers);
        Some(workers)
    }

    /// Ends the threads that compute, as fork(2) requires; they begin again where there is
    /// something to do.
    pub fn rest_workers(&self) {
        if !self.had_workers.replace(false) {
            return;
        }
        if let Some(workers) = self.workers.borrow().upgrade() {
            workers.rest();
            self.had_workers.set(true);
        }
        workers::wait_until_alone();
    }

    /// Lets those that wait for results of workers look again, where there are any; if not, does one
    /// of the jobs. Returns whether any stage may go on for that.
    fn advance_jobs(&self, workers: &Workers) -> bool {
        if !workers.has_news() && !workers.help() {
            return false;
        }
        self.wake_waiting(workers);
        true
    }

    /// Lets those that wait for results of workers look again.
    fn wake_waiting(&self, workers: &Workers) {
        for id in std::mem::take(&mut *workers.waiting.borrow_mut()) {
            self.wake(id);
        }
    }

    /// A signal has arrived: those who asked for it go on and find it. Returns whether there are any.
    fn wake_interrupted(&self) -> bool {
        let mut anybody = false;
        let mut stages = self.stages.borrow_mut();
        let mut ready = self.ready.borrow_mut();
        for (index, stage) in stages.iter_mut().enumerate() {
            if stage.state == State::Parked
                && stage.signals != Signals::Deferred
                && self.kernel.interrupted(stage.signals)
            {
                stage.state = State::Ready;
                anybody = true;
                if index as u32 != ROOT {
                    ready.push_back(index as u32);
                }
            }
        }
        anybody
    }

    /// Polls again without being woken by the signal that is pending, which nobody minds.
    fn poll_uninterrupted(&self, fds: &mut [libc::pollfd], deadline: Option<Instant>) {
        let timeout = deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let result = self.kernel.poll_on(fds, timeout);
        if result.is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
            let sleep = |pause| poll_plain(&mut [], Some(pause));
            let _ = poll_in_parts(fds, deadline, sleep);
        }
    }

    /// Nobody is ready: one poll() for everything that anybody waits for.
    fn wait(&self) {
        let workers = self.workers.borrow().upgrade();
        let workers = workers.filter(|workers| !workers.waiting.borrow().is_empty());
        // Whoever waits for something else is looked after too.
        let mut is_ready = workers.as_ref().is_some_and(|workers| self.advance_jobs(workers));
        let mut fds: Vec<libc::pollfd> = Vec::new();
        let mut owners: Vec<u32> = Vec::new();
        let mut deadline: Option<Instant> = None;
        let drains: Vec<Rc<Drain>> = self.drains.borrow().clone();
        for drain in &drains {
            if let Some(reader) = &*drain.reader.borrow() {
                fds.push(pollfd(reader.as_raw_fd(), libc::POLLIN));
                owners.push(u32::MAX);
            }
        }
        let drains_polled = fds.len();
        let workers = workers.filter(|_| !is_ready);
        if let Some(workers) = &workers {
            fds.push(pollfd(workers.alarm(), libc::POLLIN));
            owners.push(u32::MAX);
            is_ready = !workers.falls_asleep();
        }
        let drained = fds.len();
        for (index, stage) in self.stages.borrow().iter().enumerate() {
            if stage.state == State::Parked {
                for fd in &stage.fds {
                    fds.push(*fd);
                    owners.push(index as u32);
                }
                deadline = match (deadline, stage.deadline) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
        }
        if is_ready {
            deadline = Some(Instant::now());
        }
        let _awake = OnDrop(|| {
            if let Some(workers) = &workers {
                workers.wakes_up();
                if workers.has_news() {
                    self.wake_waiting(workers);
                }
            }
        });
        let timeout = deadline.map(|at| at.saturating_duration_since(Instant::now()));
        let result = match self.kernel.poll(&mut fds, timeout) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                poll_in_parts(&mut fds, deadline, |pause| self.kernel.poll(&mut [], Some(pause)))
            }
            result => result,
        };
        if result.is_err() {
            if self.wake_interrupted() {
                return;
            }
            self.poll_uninterrupted(&mut fds, deadline);
        }
        for drain in &drains[..drains.len().min(drains_polled)] {
            drain.read_ready();
            if drain.hand_on() {
                self.kernel.output_exceeded();
            }
        }
        self.drains.borrow_mut().retain(|drain| drain.reader.borrow().is_some());
        let now = deadline.map(|_| Instant::now());
        let mut stages = self.stages.borrow_mut();
        let mut ready = self.ready.borrow_mut();
        let mut make_ready = |stages: &mut Vec<Stage>, index: u32| {
            let stage = &mut stages[index as usize];
            if stage.state == State::Parked {
                stage.state = State::Ready;
                self.competes(stage);
                if index != ROOT {
                    ready.push_back(index);
                }
            }
        };
        for (fd, owner) in fds.iter().zip(&owners).skip(drained) {
            if fd.revents != 0 {
                make_ready(&mut stages, *owner);
            }
        }
        if let Some(now) = now {
            for index in 0..stages.len() {
                let stage = &stages[index];
                if stage.state == State::Parked && stage.deadline.is_some_and(|at| at <= now) {
                    make_ready(&mut stages, index as u32);
                }
            }
        }
    }

    /// Looks for signals without waiting.
    ///
    /// # Errors
    /// Interrupted where a signal of kind `signals` is pending.
    pub fn check(&self, signals: Signals) -> io::Result<()> {
        if signals != Signals::Deferred && self.kernel.interrupted(signals) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    /// Whether `drain` is all that anybody could wait for.
    pub(crate) fn drains_only(&self, drain: &Rc<Drain>) -> bool {
        self.active.get() <= 1 && self.drains.borrow().iter().all(|other| Rc::ptr_eq(other, drain))
    }

    /// Makes the pipe into which others are looked at (tee(2)), where there is none yet.
    pub(crate) fn make_scratch(&self) -> rustix::io::Result<()> {
        let mut scratch = self.scratch.borrow_mut();
        if scratch.is_none() {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            *scratch = Some((
                rustix::io::fcntl_dupfd_cloexec(&reader, 10)?,
                rustix::io::fcntl_dupfd_cloexec(&writer, 10)?,
            ));
        }
        Ok(())
    }

    /// Whether a plain blocking system call may miss a signal that is to end the wait.
    pub fn may_be_interrupted(&self, signals: Signals) -> bool {
        signals != Signals::Deferred && self.kernel.catches_signals()
    }

    /// Registers a read end that is to be emptied while the process waits.
    pub(crate) fn add_drain(&self, drain: Rc<Drain>) {
        self.drains.borrow_mut().push(drain);
    }

    /// Forgets a drain: its owner reads the rest itself.
    pub(crate) fn remove_drain(&self, drain: &Rc<Drain>) {
        self.drains.borrow_mut().retain(|other| !Rc::ptr_eq(other, drain));
    }

    /// Calls `body` with enough stack for one more level of recursion: on the current stack
    /// while there is room, else on a further segment. `None` when the recursion is too deep.
    #[inline]
    pub fn deeper<R>(&self, body: impl FnOnce() -> R) -> Option<R> {
        if stack::here() > self.lowest.get() + RESERVE {
            return Some(body());
        }
        self.on_new_segment(body, stack::LIMIT)
    }

    /// As [`Self::deeper`] with four times the room, for a program of an awk, which may recur as deep as
    /// memory lets it.
    #[inline]
    pub fn far_deeper<R>(&self, body: impl FnOnce() -> R) -> Option<R> {
        if stack::here() > self.lowest.get() + RESERVE {
            return Some(body());
        }
        self.on_new_segment(body, stack::FAR_LIMIT)
    }

    /// From now on the caller runs on a stack of which nothing is known, the root of what it runs: the
    /// first call of [`Self::deeper`] takes a segment. For a shell that different threads run, one
    /// after the other.
    pub fn begin_on_stack(&self) {
        self.lowest.set(stack::here());
    }

    /// Calls `body` with at least `room` bytes of stack: on the current stack while there is room,
    /// else on a further segment. `None` when the recursion is too deep.
    pub fn with_room<R>(&self, room: usize, body: impl FnOnce() -> R) -> Option<R> {
        if stack::here() > self.lowest.get() + room + RESERVE {
            return Some(body());
        }
        self.on_new_segment(body, stack::LIMIT)
    }

    #[cold]
    #[inline(never)]
    fn on_new_segment<R>(&self, body: impl FnOnce() -> R, limit: usize) -> Option<R> {
        let mut segment = self.stacks.take_below(limit).ok()?;
        let lowest = self.lowest.replace(stack::lowest(&segment));
        // A panic may unwind it.
        let result = catch_unwind(AssertUnwindSafe(|| corosensei::on_stack(&mut segment, body)));
        self.lowest.set(lowest);
        self.stacks.give(segment);
        match result {
            Ok(result) => Some(result),
            Err(payload) => resume_unwind(payload),
        }
    }

    /// After fork(2), in the child: the caller is all that goes on. The other stages' stacks
    /// are copies of what runs in the parent and must never run here.
    pub fn abandon_others(&self) {
        let me = self.current.get();
        let mut stages = self.stages.borrow_mut();
        for (index, stage) in stages.iter_mut().enumerate() {
            if index as u32 == me {
                stage.waiters.clear();
                continue;
            }
            if let Some(coroutine) = stage.coroutine.take() {
                // Dropping would unwind it and run its destructors a second time.
                std::mem::forget(coroutine);
            }
            stage.waiters.clear();
            stage.fds.clear();
            stage.deadline = None;
            // Neither free (its stack is still mapped and may be pointed to) nor ever woken.
            stage.state = State::Running;
        }
        // Its descriptors are closed with everything else that is not the caller's.
        std::mem::forget(self.scratch.borrow_mut().take());
        // Whatever stages had handed over, nobody waits for.
        std::mem::forget(self.workers.take().upgrade());
        self.ready.borrow_mut().clear();
        for drain in std::mem::take(&mut *self.drains.borrow_mut()) {
            std::mem::forget(drain);
        }
        self.active.set(1);
        self.stacks.abandon();
    }

    /// Gives back to the kernel every byte that was read ahead, so that a program which is
    /// about to inherit the descriptors finds them where a reader of single bytes had left
    /// them.
    pub fn give_back_all(&self) {
        if self.ahead.borrow().is_empty() {
            return;
        }
        let files = std::mem::take(&mut *self.ahead.borrow_mut());
        for file in files {
            if let Some(file) = file.upgrade() {
                file.give_back();
            }
        }
    }
}

/// Calls something when it is dropped, also by unwinding.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Drain {
    /// Hands on what was read. Returns whether more was written than it keeps; that goes.
    pub(crate) fn hand_on(&self) -> bool {
        if let Some(sink) = &self.sink {
            let bytes = std::mem::take(&mut *self.bytes.borrow_mut());
            if !bytes.is_empty() {
                (sink.borrow_mut())(&bytes);
            }
            return false;
        }
        let mut bytes = self.bytes.borrow_mut();
        let over = bytes.len() > self.most;
        bytes.truncate(self.most);
        over
    }

    /// Reads what is there; closes the read end at end of file.
    pub(crate) fn read_ready(&self) {
        let mut reader = self.reader.borrow_mut();
        let Some(fd) = &*reader else { return };
        let mut bytes = self.bytes.borrow_mut();
        loop {
            let mut ready = [pollfd(fd.as_raw_fd(), libc::POLLIN)];
            if !matches!(poll_plain(&mut ready, Some(Duration::ZERO)), Ok(n) if n > 0) {
                return;
            }
            match crate::real::drain_into(fd.as_fd(), &mut bytes, 64 << 10) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // Its writers get SIGPIPE.
                    self.exhausted.set(error.kind() == io::ErrorKind::OutOfMemory);
                    break;
                }
            }
        }
        *reader = None;
    }
}

/// A pollfd that asks for `events`.
pub fn pollfd(fd: RawFd, events: libc::c_short) -> libc::pollfd {
    libc::pollfd { fd, events, revents: 0 }
}

/// Polls one descriptor after the other, again and again: poll(2) refuses a list that is longer than
/// the limit of descriptors (EINVAL), which a script may have lowered since they were opened.
/// `sleep` waits for that long, or until a signal ends the wait.
#[cold]
fn poll_in_parts(
    fds: &mut [libc::pollfd],
    deadline: Option<Instant>,
    sleep: impl Fn(Duration) -> io::Result<usize>,
) -> io::Result<usize> {
    let mut pause = Duration::from_micros(50);
    loop {
        let mut ready = 0;
        for fd in fds.iter_mut() {
            if poll_plain(std::slice::from_mut(fd), Some(Duration::ZERO)).is_err() {
                // With a limit of 0: whoever waits for it has to try.
                fd.revents = fd.events;
            }
            ready += usize::from(fd.revents != 0);
        }
        let now = Instant::now();
        if ready > 0 || deadline.is_some_and(|at| at <= now) {
            return Ok(ready);
        }
        sleep(deadline.map_or(pause, |at| pause.min(at - now)))?;
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// poll(2). A signal interrupts a wait, but not the question what is ready now (`timeout` zero): whoever
/// asks that takes an error for "ready" and would go on to a read(2) that waits.
///
/// # Errors
/// Those of poll(2): EINTR, EINVAL for more descriptors than the limit, ENOMEM.
pub fn poll_plain(fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
    let milliseconds = match timeout {
        None => -1,
        Some(time) => i32::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX),
    };
    loop {
        // SAFETY: the pointer and the length describe one slice, which the call may write to.
        let n = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, milliseconds) };
        if n >= 0 {
            return Ok(n as usize);
        }
        let error = io::Error::last_os_error();
        if milliseconds != 0 || error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
