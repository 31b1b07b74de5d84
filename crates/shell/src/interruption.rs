//! What a session's host is asked while a script runs: whether it is to be interrupted.
//!
//! A host whose own signals are taken by code of its own, at its own time, as Python's are, has none of that as
//! long as a script runs on its thread. So it is asked from time to time, and where a signal of the process
//! ends a wait. Who asks nothing pays nothing: the question is where the clock is looked at anyway (`limits`).

use crate::host::guarded;
use stage::Scheduler;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// Asks the host: the number of a signal that the session gets, or None where the run goes on.
pub type Ask = dyn Fn() -> Option<i32>;

/// The host is asked again after this time, whether a script computes or waits.
const BETWEEN: Duration = Duration::from_millis(50);

/// The question, and when it is to be asked.
#[derive(Default)]
pub(crate) struct Interruption {
    /// What is asked, and the scheduler on whose stacks that is.
    ask: RefCell<Option<(Rc<Ask>, Weak<Scheduler>)>>,
    due: Cell<Option<Instant>>,
}

impl std::fmt::Debug for Interruption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interruption").field("due", &self.due).finish_non_exhaustive()
    }
}

impl Interruption {
    /// Has the host asked from the next run on; None: no longer.
    pub(crate) fn set(&self, ask: Option<Rc<Ask>>, scheduler: &Rc<Scheduler>) {
        *self.ask.borrow_mut() = ask.map(|ask| (ask, Rc::downgrade(scheduler)));
    }

    /// A run begins.
    pub(crate) fn begin(&self) {
        let due = self.ask.borrow().is_some().then(|| Instant::now() + BETWEEN);
        self.due.set(due);
    }

    /// A run has ended: what the host does with the session now needs no question.
    pub(crate) fn end(&self) {
        self.due.set(None);
    }

    /// How long a wait may be before the host is asked again; None: it is not asked.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.due.get().map(|due| due.saturating_duration_since(Instant::now()))
    }

    /// Asks the host where that is due. A host that panics, or for which there is no room, has the run end.
    pub(crate) fn ask_when_due(&self) -> Option<i32> {
        self.due.get().filter(|&due| Instant::now() >= due)?;
        self.ask_now()
    }

    /// Asks the host where it is to be asked at all.
    pub(crate) fn ask_now(&self) -> Option<i32> {
        self.due.get()?;
        let (ask, scheduler) = self.ask.borrow().clone()?;
        // Not again from within.
        self.due.set(None);
        let answer = guarded(&*scheduler.upgrade()?, || ask());
        self.due.set(Some(Instant::now() + BETWEEN));
        answer.and_then(Result::ok).unwrap_or(Some(libc::SIGTERM))
    }
}
