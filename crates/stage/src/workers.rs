//! Workers: threads that compute for stages, where a stage has much to do.
//!
//! A stage hands over a *job*, a function that owns all that it works on, and gets a
//! [`Pending`] result. Stages themselves never leave their thread, so nothing of a shell is
//! ever shared: a job moves to a worker, and what it returns moves back. The stages' thread
//! does jobs too where no stage can go on: of `n` processors, `n - 1` have a worker.
//!
//! Workers begin when the first job is there that nobody does, and end with the last user of the
//! pool, before the process forks ([`Workers::rest`]) or never begin: what could start no thread
//! does every job on the thread of the stages. They block all signals, which so reach the
//! thread that waits for them.

use crate::scheduler::{Scheduler, Signals};
use rustix::event::EventfdFlags;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Most workers, whatever the number of processors: more have not been measured.
const MOST: usize = 15;
/// Bytes of a worker's stack.
const STACK: usize = 512 << 10;

/// A job, with the place where its result goes.
type Job = Box<dyn FnOnce() + Send>;

/// What the threads share.
struct Common {
    queue: Mutex<Queue>,
    available: Condvar,
    /// Counts the jobs that workers have done.
    done: AtomicUsize,
    /// The stages' thread sleeps, or is about to.
    is_asleep: AtomicBool,
    /// An eventfd(2) that ends its sleep.
    alarm: OwnedFd,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// Workers that wait for a job.
    idle: usize,
    /// They are to end.
    ends: bool,
}

/// A pool of workers for the stages of one [`Scheduler`].
pub struct Workers {
    common: Arc<Common>,
    threads: RefCell<Vec<JoinHandle<()>>>,
    limit: usize,
    /// What happens before the first thread begins and after the last has ended.
    switch: ThreadSwitch,
    /// Stages that wait for a result.
    pub(crate) waiting: RefCell<Vec<crate::StageId>>,
    /// How many jobs were done when their stages were last woken.
    seen: Cell<usize>,
}

/// Called with true before the first thread of a program begins, which may refuse by returning
/// false, and with false after the last has ended.
pub type ThreadSwitch = fn(begins: bool) -> bool;

/// The result of a job that may not have been done yet.
pub struct Pending<T> {
    slot: Arc<Slot<T>>,
    workers: Rc<Workers>,
}

struct Slot<T> {
    is_done: AtomicBool,
    result: Mutex<Option<thread::Result<T>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panics with a lock held has changed nothing by then.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workers {
    /// A pool of at most `limit` workers, none of which exists yet.
    ///
    /// # Errors
    /// Those of eventfd(2): EMFILE, ENFILE, ENOMEM.
    pub(crate) fn new(limit: usize, switch: ThreadSwitch) -> io::Result<Rc<Self>> {
        let alarm = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Rc::new(Self {
            common: Arc::new(Common {
                queue: Mutex::default(),
                available: Condvar::new(),
                done: AtomicUsize::new(0),
                is_asleep: AtomicBool::new(false),
                alarm: crate::private(alarm)?,
            }),
            threads: RefCell::default(),
            limit: limit.min(MOST),
            switch,
            waiting: RefCell::default(),
            seen: Cell::new(0),
        }))
    }

    /// How many jobs can be done at the same time, one of them by the thread of the stages.
    pub fn width(&self) -> usize {
        self.limit + 1
    }

    /// Hands over a job. Its result can be had from what is returned, its panic too.
    pub fn submit<T: Send + 'static>(
        self: &Rc<Self>,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        let slot = Arc::new(Slot { is_done: AtomicBool::new(false), result: Mutex::new(None) });
        let place = slot.clone();
        let job: Job = Box::new(move || {
            // What it works on is its own and is dropped with it.
            let result = catch_unwind(AssertUnwindSafe(job));
            *lock(&place.result) = Some(result);
            place.is_done.store(true, SeqCst);
        });
        let mut queue = lock(&self.common.queue);
        queue.jobs.push_back(job);
        let is_served = queue.idle > 0;
        drop(queue);
        if is_served {
            self.common.available.notify_one();
        } else {
            self.begin_thread();
        }
        Pending { slot, workers: self.clone() }
    }

    /// Begins one more worker, unless there are as many as may be or none can be had.
    fn begin_thread(&self) {
        let mut threads = self.threads.borrow_mut();
        if threads.len() >= self.limit || (threads.is_empty() && !(self.switch)(true)) {
            return;
        }
        let common = self.common.clone();
        let result = with_signals_blocked(|| {
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn(move || work(&common))
        });
        match result {
            Ok(thread) => threads.push(thread),
            Err(_) if threads.is_empty() => {
                (self.switch)(false);
            }
            Err(_) => {}
        }
    }

    /// Ends all workers, each after the job that it is doing; those that are left are done when somebody
    /// waits for them, or by workers that begin again.
    pub fn rest(&self) {
        let threads = std::mem::take(&mut *self.threads.borrow_mut());
        if threads.is_empty() {
            return;
        }
        lock(&self.common.queue).ends = true;
        self.common.available.notify_all();
        for thread in threads {
            let _ = thread.join();
        }
        lock(&self.common.queue).ends = false;
        (self.switch)(false);
    }

    /// Whether stages that wait for results are to look again.
    pub(crate) fn has_news(&self) -> bool {
        let done = self.common.done.load(SeqCst);
        self.seen.replace(done) != done
    }

    /// Does a job that nobody has begun, on this thread. False where there is none.
    pub(crate) fn help(&self) -> bool {
        let job = lock(&self.common.queue).jobs.pop_front();
        job.map(|job| job()).is_some()
    }

    /// To be called before a sleep that [`Self::alarm`] can end. False where there are news already.
    pub(crate) fn falls_asleep(&self) -> bool {
        self.common.is_asleep.store(true, SeqCst);
        self.common.done.load(SeqCst) == self.seen.get()
    }

    /// To be called after that sleep.
    pub(crate) fn wakes_up(&self) {
        self.common.is_asleep.store(false, SeqCst);
        let mut count = [0; 8];
        let _ = rustix::io::read(&self.common.alarm, &mut count);
    }

    /// The descriptor that becomes readable when a worker has done a job during a sleep.
    pub(crate) fn alarm(&self) -> RawFd {
        self.common.alarm.as_raw_fd()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        // What nobody has begun, nobody waits for.
        let left = std::mem::take(&mut lock(&self.common.queue).jobs);
        self.rest();
        drop(left);
    }
}

/// What a worker does.
fn work(common: &Common) {
    let mut queue = lock(&common.queue);
    loop {
        if queue.ends {
            return;
        }
        let Some(job) = queue.jobs.pop_front() else {
            queue.idle += 1;
            queue = common.available.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
            continue;
        };
        drop(queue);
        job();
        common.done.fetch_add(1, SeqCst);
        if common.is_asleep.load(SeqCst) {
            let _ = rustix::io::write(&common.alarm, &1u64.to_ne_bytes());
        }
        queue = lock(&common.queue);
    }
}

impl<T> Pending<T> {
    /// Whether the job has been done.
    pub fn is_done(&self) -> bool {
        self.slot.is_done.load(SeqCst)
    }

    /// Waits for the result; other stages go on meanwhile. A panic of the job goes on here.
    ///
    /// # Errors
    /// Interrupted where a signal of kind `signals` is pending: the result is lost.
    pub fn wait(self, scheduler: &Scheduler, signals: Signals) -> io::Result<T> {
        loop {
            if self.is_done()
                && let Some(result) = lock(&self.slot.result).take()
            {
                return result.or_else(|payload| resume_unwind(payload));
            }
            self.workers.waiting.borrow_mut().push(scheduler.current());
            scheduler.park(&[], None, signals)?;
        }
    }
}

/// Calls something with every signal blocked: a thread has the mask of the one that begins it.
fn with_signals_blocked<T>(body: impl FnOnce() -> T) -> T {
    // SAFETY: a sigset_t is an array of integers, of which zeros are a value.
    let [mut all, mut before]: [libc::sigset_t; 2] = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to local variables that live during the calls.
    unsafe {
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
    }
    let result = body();
    // SAFETY: the pointer is to a local variable; a null pointer asks for no old mask.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut()) };
    result
}

/// Waits until the kernel has forgotten threads that have been joined: until then, a process does not
/// count as one with a single thread (unshare(2), EINVAL of CLONE_THREAD).
pub(crate) fn wait_until_alone() {
    for _ in 0..1_000 {
        // SAFETY: takes a number only, and changes nothing: there is nothing to be unshared.
        if unsafe { libc::syscall(libc::SYS_unshare, libc::CLONE_THREAD) } == 0 {
            return;
        }
        thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::scheduler;

    fn pool(scheduler: &Rc<Scheduler>, limit: usize) -> Rc<Workers> {
        scheduler.allow_threads(|_| true);
        scheduler.workers(limit).expect("a pool")
    }

    #[test]
    fn results_come_back() {
        let scheduler = scheduler();
        for limit in [1, 3] {
            let workers = pool(&scheduler, limit);
            let pending: Vec<_> =
                (0..100u64).map(|n| workers.submit(move || (0..n * 100).sum::<u64>())).collect();
            for (n, pending) in pending.into_iter().enumerate() {
                let n = n as u64 * 100;
                let sum = pending.wait(&scheduler, Signals::Deferred).unwrap();
                assert_eq!(sum, n * n.saturating_sub(1) / 2);
            }
        }
    }

    #[test]
    fn without_threads_the_stages_do_it() {
        let scheduler = scheduler();
        scheduler.allow_threads(|_| false);
        let workers = scheduler.workers(3).unwrap();
        let here = thread::current().id();
        let pending = workers.submit(move || thread::current().id() == here);
        assert!(pending.wait(&scheduler, Signals::Deferred).unwrap());
    }

    #[test]
    fn rest_ends_the_threads_and_loses_nothing() {
        let scheduler = scheduler();
        let workers = pool(&scheduler, 2);
        let pending: Vec<_> = (0..50).map(|n| workers.submit(move || n)).collect();
        workers.rest();
        assert!(workers.threads.borrow().is_empty());
        for (n, pending) in pending.into_iter().enumerate() {
            assert_eq!(pending.wait(&scheduler, Signals::Deferred).unwrap(), n);
        }
    }

    #[test]
    fn a_panic_goes_on_where_the_result_is_awaited() {
        let scheduler = scheduler();
        let workers = pool(&scheduler, 1);
        let pending = workers.submit(|| -> u8 { resume_unwind(Box::new(5u8)) });
        let result = catch_unwind(AssertUnwindSafe(|| pending.wait(&scheduler, Signals::Deferred)));
        assert_eq!(result.unwrap_err().downcast_ref(), Some(&5u8));
    }

    #[test]
    fn a_pool_ends_with_its_last_user() {
        let scheduler = scheduler();
        let workers = pool(&scheduler, 1);
        let pending = workers.submit(|| 1);
        let common = Arc::downgrade(&workers.common);
        drop(workers);
        assert_eq!(pending.wait(&scheduler, Signals::Deferred).unwrap(), 1);
        assert!(common.upgrade().is_none());
        assert!(scheduler.workers(1).is_some());
    }
}
