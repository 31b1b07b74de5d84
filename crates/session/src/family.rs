//! The sessions that are clones of each other. They share what has not changed since, by reference counts
//! that are not atomic: so they are one value for threads, behind one lock.

use crate::error::Error;
use confine::Surroundings;
use launch::signal::SignalSet;
use launch::worker::{Caller, Worker};
use runtime::counted::Count;
use shell::Environment;
use stage::{Capture, OpenFile};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::ThreadId;
use syntax::tree::List;

/// A session of a family.
pub(crate) struct Member {
    pub env: Environment,
    /// Standard output and error, where they are captured.
    pub captures: [Option<Capture>; 2],
    /// Nothing has been run in it, and no variable of it has been set: a copy is as one that is made now.
    pub is_new: bool,
    /// Bytes of memory that it holds, with what it shares with others of its family, where that is counted.
    pub held: isize,
}

impl Member {
    /// A copy of the session, with captures of its own and without its children.
    pub fn copy(&self, most: Option<usize>) -> Self {
        let mut env = self.env.copy_of_session();
        env.jobs = Rc::default();
        env.exports = env.shared.fresh();
        if self.is_new {
            env.begin_anew();
        }
        let mut captures = [None, None];
        for (old, new) in self.captures.iter().zip(&mut captures) {
            let Some(old) = old else { continue };
            let capture = Capture::new(&env.shared.scheduler);
            if let Some(most) = most {
                capture.limit(most);
            }
            replace(&mut env, old.file(), capture.file());
            *new = Some(capture);
        }
        Self { env, captures, is_new: self.is_new, held: self.held }
    }
}

/// Lets all numbers that stand for one file stand for another one.
fn replace(env: &mut Environment, old: &Rc<OpenFile>, new: &Rc<OpenFile>) {
    use shell::environment::files::Slot;
    let numbers: Vec<u32> = env
        .files
        .iter()
        .filter(|(_, slot)| matches!(slot, Slot::Open(file) if Rc::ptr_eq(file, old)))
        .map(|(number, _)| number)
        .collect();
    for number in numbers {
        env.files.set(number, Slot::Open(new.clone()));
    }
}

/// All that shares reference counts: sessions, and scripts that were parsed for them.
#[derive(Default)]
pub(crate) struct Members {
    sessions: Vec<Option<Box<Member>>>,
    scripts: Vec<Option<Rc<List>>>,
    /// Bytes of memory that all of them hold; None: it is not counted.
    held: Option<isize>,
}

// Environments, captures and scripts of a family refer to each other and to nothing else: no
// reference count leaves a method of this crate: what a thread has of a session while it runs it (stage::door) is left
// with the run. Nothing is suspended between two runs.
stage::moves_as_a_whole!(Members);

impl Members {
    /// From now on it is counted what memory they hold, which is so much.
    pub fn count_memory(&mut self, held: isize) {
        self.held.get_or_insert(held);
    }

    /// Calls `use_` and counts what it changes of the memory that the session of a number holds, and its family.
    pub fn counted<R>(&mut self, number: usize, use_: impl FnOnce(&mut Self) -> R) -> R {
        if self.held.is_none() {
            return use_(self);
        }
        let count = Count::begin();
        let result = use_(self);
        let change = count.bytes();
        drop(count);
        let held = self.held.unwrap_or(0).saturating_add(change);
        self.held = Some(held);
        let is_alone = self.sessions.iter().flatten().count() == 1;
        for (at, member) in self.sessions.iter_mut().enumerate() {
            let Some(member) = member else { continue };
            if is_alone {
                // All is its own.
                member.held = held;
            } else if at == number {
                member.held = member.held.saturating_add(change);
            }
        }
        result
    }

    /// How many bytes a run of a session may take, of which `most` are what it may hold. One that has too much
    /// already may take a little, to let go of it, as long as it does not make more and more of that.
    pub fn room(&mut self, number: usize, most: usize) -> isize {
        /// That little, and how often.
        const LITTLE: isize = 64 << 10;
        // What it has let go and clones of it have not counts for it, but no more than all of them have.
        let held = self.held.unwrap_or(0).min(self.member(number).held);
        let most = isize::try_from(most).unwrap_or(isize::MAX);
        let beyond = held.saturating_add(LITTLE).min(most.saturating_add(16 * LITTLE));
        most.max(beyond).saturating_sub(held)
    }

    /// Adds a session; its number.
    pub fn add(&mut self, member: Member) -> usize {
        put(&mut self.sessions, Box::new(member))
    }

    /// A session that there is as long as its handle.
    pub fn member(&mut self, number: usize) -> &mut Member {
        let member = self.sessions.get_mut(number).and_then(Option::as_mut);
        member.expect("a session lives as long as its handle")
    }

    /// Takes a session away, which is dropped.
    pub fn remove(&mut self, number: usize) {
        if let Some(mut member) = self.sessions.get_mut(number).and_then(Option::take) {
            member.env.leave_children();
        }
    }

    /// Keeps a parsed script; its number.
    pub fn keep(&mut self, list: List) -> usize {
        put(&mut self.scripts, Rc::new(list))
    }

    /// A script that there is as long as its handle.
    pub fn script(&self, number: usize) -> Rc<List> {
        self.scripts.get(number).cloned().flatten().unwrap_or_default()
    }

    /// Forgets a script.
    pub fn forget(&mut self, number: usize) {
        if let Some(place) = self.scripts.get_mut(number) {
            *place = None;
        }
    }
}

/// Puts something into the first free place; its number.
fn put<T>(places: &mut Vec<Option<T>>, value: T) -> usize {
    match places.iter().position(Option::is_none) {
        Some(number) => {
            places[number] = Some(value);
            number
        }
        None => {
            places.push(Some(value));
            places.len() - 1
        }
    }
}

/// The lock of a family.
pub(crate) struct Family {
    state: Mutex<State>,
    /// Where the family is confined: by what its thread has the host's functions called.
    caller: Option<Caller>,
    /// Who has the lock: one that calls itself again must not wait for itself.
    holder: Mutex<Option<ThreadId>>,
}

/// The members of a family, and the confined thread that their scripts run on.
struct State {
    members: Members,
    worker: Option<Worker>,
    /// Where its programs are. It goes last: its processes end then.
    _surroundings: Option<Arc<Surroundings>>,
}

/// The members of a family, locked.
pub(crate) struct Locked<'a> {
    family: &'a Family,
    state: MutexGuard<'a, State>,
}

impl Locked<'_> {
    /// The members, for what runs nothing of a script.
    pub fn members(&mut self) -> &mut Members {
        &mut self.state.members
    }

    /// The calling thread's signal mask, where the family's scripts run on another one.
    pub fn mask_of_caller(&self) -> Option<SignalSet> {
        self.state.worker.as_ref().map(|_| launch::signal::mask())
    }

    /// Calls `use_` with the members: where the family is confined, on its thread.
    pub fn run<R: Send>(&mut self, use_: impl FnOnce(&mut Members) -> R + Send) -> R {
        let State { members, worker, .. } = &mut *self.state;
        match worker {
            Some(worker) => worker.run(|| use_(members)),
            None => use_(members),
        }
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        *self.family.holder.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Family {
    /// A family with one session, and that one's number.
    pub fn new(
        member: Member,
        worker: Option<Worker>,
        surroundings: Option<Arc<Surroundings>>,
    ) -> (Arc<Self>, usize) {
        let mut members = Members::default();
        let number = members.add(member);
        let caller = worker.as_ref().map(Worker::caller);
        let state = Mutex::new(State { members, worker, _surroundings: surroundings });
        (Arc::new(Self { state, caller, holder: Mutex::default() }), number)
    }

    /// By what a confined family's thread has functions of the host called, on the thread that waits for it.
    pub fn caller(&self) -> Option<Caller> {
        self.caller.clone()
    }

    /// Waits until nobody else has it.
    ///
    /// # Errors
    /// [`Error::Busy`] where the calling thread has it: a function of the host that a session calls.
    pub fn lock(&self) -> Result<Locked<'_>, Error> {
        let me = std::thread::current().id();
        let state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let holder = *self.holder.lock().unwrap_or_else(PoisonError::into_inner);
                if holder == Some(me) {
                    return Err(Error::Busy);
                }
                self.state.lock().unwrap_or_else(PoisonError::into_inner)
            }
        };
        *self.holder.lock().unwrap_or_else(PoisonError::into_inner) = Some(me);
        Ok(Locked { family: self, state })
    }
}
