//! A thread that runs what its owner gives it, one job after the other, while the owner waits.
//!
//! What holds for a thread alone (a confinement, credentials(7), a mask) holds for the jobs and not for the
//! owner. A job may borrow from its caller, who does not go on before it has ended. Meanwhile it can
//! have the caller run something by a [`Caller`]: what is the owner's business stays on the owner's thread.

use crate::signal::{self, SignalSet};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What the worker runs.
type Job = Box<dyn FnOnce() + Send>;
/// What a panic carries.
type Payload = Box<dyn Any + Send>;

/// What the owner hears while it waits.
enum Word {
    /// It has to run this, and goes on waiting.
    Run(Job),
    /// The job has ended, perhaps by a panic.
    Done(Option<Payload>),
}

/// A thread that runs jobs. It ends when this is dropped.
#[derive(Debug)]
pub struct Worker {
    /// None: it is being dropped.
    jobs: Option<Sender<Job>>,
    words: Receiver<Word>,
    caller: Caller,
    thread: Option<JoinHandle<()>>,
}

/// What a job has its caller run something by.
#[derive(Clone, Debug)]
pub struct Caller(Sender<Word>);

/// Signals that a thread raises itself by what it does, and those that the C libraries send between
/// the threads of a process.
const NOT_BLOCKED: [i32; 10] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGSYS,
    libc::SIGABRT,
    32,
    33,
    34,
];

/// The mask of a thread on which no handler of the process is to run: all signals that others send.
pub fn mask() -> SignalSet {
    let mut mask = SignalSet::ALL;
    for number in NOT_BLOCKED {
        mask.remove(number);
    }
    mask
}

impl Worker {
    /// Starts a thread, which has all signals blocked that others send: handlers of the process run on its other threads.
    ///
    /// # Errors
    /// Those of pthread_create(3).
    pub fn start(name: &str) -> io::Result<Self> {
        let (jobs, given) = channel::<Job>();
        let (said, words) = channel();
        let done = said.clone();
        // The new thread begins with its creator's mask.
        let old = signal::set_mask(mask());
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            for job in given {
                let panicked = catch_unwind(AssertUnwindSafe(job)).err();
                if done.send(Word::Done(panicked)).is_err() {
                    break;
                }
            }
        });
        signal::set_mask(old);
        let thread = Some(thread?);
        Ok(Self { jobs: Some(jobs), words, caller: Caller(said), thread })
    }

    /// What jobs have their caller run something by.
    pub fn caller(&self) -> Caller {
        self.caller.clone()
    }

    /// Runs a job on the thread and returns what it returns, after having run what it asks for meanwhile.
    ///
    /// # Panics
    /// Where the job does.
    pub fn run<R: Send>(&mut self, job: impl FnOnce() -> R + Send) -> R {
        let mut result = None;
        let place = &mut result;
        let job: Box<dyn FnOnce() + Send + '_> = Box::new(move || *place = Some(job()));
        // SAFETY: only the lifetime changes. The job is called or dropped before this function
        // ends, by return or by panic: the thread says `Done` after it has called it; the loop below waits
        // for that, and nothing in it panics: what is run there is caught. The thread catches panics too, so it lives as long
        // as `jobs`, which `self` has.
        let job: Job = unsafe { std::mem::transmute::<Box<dyn FnOnce() + Send + '_>, Job>(job) };
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_ok()
        {
            while let Ok(word) = self.words.recv() {
                match word {
                    Word::Run(asked) => {
                        // Who asked hears of a panic by what `asked` drops.
                        let _ = catch_unwind(AssertUnwindSafe(asked));
                    }
                    Word::Done(None) => break,
                    Word::Done(Some(payload)) => resume_unwind(payload),
                }
            }
        }
        result.expect("a worker runs what it is given")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

impl Caller {
    /// Has the caller of the job that runs call `asked`, and returns what that returns; None where it
    /// panics. To be called from a job.
    pub fn run<R: Send + 'static>(&self, asked: impl FnOnce() -> R + Send + 'static) -> Option<R> {
        let (answer, answered) = channel();
        let asked: Job = Box::new(move || {
            let _ = answer.send(asked());
        });
        self.0.send(Word::Run(asked)).ok()?;
        answered.recv().ok()
    }

    /// Has the caller of the job that runs call `asked`, which says itself when it has ended.
    pub fn post(&self, asked: impl FnOnce() + Send + 'static) {
        let _ = self.0.send(Word::Run(Box::new(asked)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn a_job_borrows_and_calls_back() {
        let mut worker = Worker::start("test").unwrap();
        let here = std::thread::current().id();
        let mut numbers = vec![1];
        let caller = worker.caller();
        let length = worker.run(|| {
            assert_ne!(std::thread::current().id(), here);
            numbers.push(2);
            assert_eq!(caller.run(|| std::thread::current().id()), Some(here));
            numbers.len()
        });
        assert_eq!((length, numbers), (2, vec![1, 2]));
    }

    #[test]
    fn panics_reach_who_asked() {
        let mut worker = Worker::start("test").unwrap();
        let caught = catch_unwind(AssertUnwindSafe(|| worker.run(|| panic!("out of the job"))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"out of the job"));
        let caller = worker.caller();
        let answer: Option<()> = worker.run(|| caller.run(|| panic!("out of the caller")));
        assert_eq!((answer, worker.run(|| 3)), (None, 3));
    }

    #[test]
    fn signals_to_the_process_are_others() {
        let mut worker = Worker::start("test").unwrap();
        let before = signal::mask();
        let mask = worker.run(signal::mask);
        assert!(mask.contains(libc::SIGTERM) && mask.contains(libc::SIGCHLD));
        assert!(!mask.contains(libc::SIGSEGV) && !mask.contains(33));
        assert_eq!(signal::mask().bits(), before.bits());
    }
}
