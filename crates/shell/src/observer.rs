//! The events that a session's host receives while a script runs: each command before it runs, each process.
//!
//! The host of a session ([`crate::session`]) gives a function; what it says of a command decides
//! whether that runs. Commands are reported by `evaluate::simple`, with the fields that `set -x` would
//! show and before their redirections are made; processes and utilities by the places that a profile
//! has (`profile::recording`), which knows the line and the reason. Without an observer this costs
//! the test of an option that `set -x` needs anyway.

use crate::diagnostics::Problem;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::environment::traps::DEBUG;
use crate::host::{ABORTED, guarded};
use crate::profile::{EventKind, Profile, Wanted};
use crate::unwind::Flow;
use std::cell::RefCell;
use std::rc::Rc;
use syntax::ByteString;

/// Something that a script is about to do, or does.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The file that its line is in: `$0` of the session for its own script.
    pub file: &'a [u8],
    /// The function that its line is in; empty outside of functions.
    pub function: &'a [u8],
    /// The line.
    pub line: u32,
    /// What it is.
    pub kind: Kind<'a>,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// A command is about to run: its name and its arguments, expanded.
    Command(&'a [ByteString]),
    /// A utility has run inside.
    Utility(&'a [u8]),
    /// A process is made: for which program, and why.
    Process {
        /// The program.
        program: &'a [u8],
        /// Why it is no utility of the shell.
        reason: &'a [u8],
    },
}

/// Whether a command is to run. Of other events it means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It runs.
    Run,
    /// It does not run, and neither are its redirections made; this is its exit status.
    Skip(i32),
}

/// The function of a host that events are told to.
pub type Observe = dyn Fn(&Event<'_>) -> Verdict;

/// The observer of a process's environments.
#[derive(Default)]
pub struct Observer(RefCell<Option<Rc<Observe>>>);

impl Observer {
    fn get(&self) -> Option<Rc<Observe>> {
        self.0.borrow().clone()
    }
}

impl Environment {
    /// Tells all that this environment and those that share its process do to a function of the
    /// host, from the next run on; None: to nobody any more.
    pub fn set_observer(&mut self, observer: Option<Rc<Observe>>) {
        if observer.is_some() {
            let _ =
                self.shared.profile.get_or_init(|| Box::new(Profile::new(Wanted::default(), None)));
        }
        *self.shared.observer.0.borrow_mut() = observer;
    }

    /// A run begins: it is observed if there is somebody who does, and nothing has happened in it.
    pub(crate) fn begin_observed(&mut self) {
        let observer = self.shared.observer.get();
        self.options.set(Options::OBSERVED, observer.is_some());
        if let Some(profile) = self.shared.profile.get() {
            profile.forget();
            profile.set_script_name(&self.arg0);
        }
    }

    /// What comes before a command runs: the observer receives it, `set -x` decides where it will be
    /// shown. Returns whether it is to run; if not, its status is set.
    ///
    /// # Errors
    /// Unwinds where a signal arrived meanwhile: the observer has cancelled the run.
    #[cold]
    #[inline(never)]
    pub(crate) fn before_command(&mut self, fields: &[ByteString]) -> Flow<bool> {
        if self.watches(DEBUG)
            && self.rules().evaluation.debug_trap_follows_expansion
            && !self.debug_words(fields)?
        {
            return Ok(false);
        }
        if self.options.has(Options::OBSERVED) {
            let verdict = self.observe(Kind::Command(fields), self.now.line);
            if verdict.is_none() {
                self.diagnose(Problem::HostPanicked(b"observer"));
            }
            if self.shared.signals.pending() {
                self.handle_signals()?;
            }
            if let Verdict::Skip(status) = verdict.unwrap_or(Verdict::Skip(ABORTED)) {
                self.status = status & 0xff;
                return Ok(false);
            }
        }
        if self.options.has(Options::XTRACE) {
            // Where it is shown is decided before the command's own redirections.
            self.now.trace_file = self.trace_output();
        }
        Ok(true)
    }

    /// Tells a process or a utility to the observer, if there is one.
    pub(crate) fn observe_process(
        &self,
        kind: EventKind,
        line: u32,
        program: &[u8],
        reason: &[u8],
    ) {
        if !self.options.has(Options::OBSERVED) {
            return;
        }
        let _ = match kind {
            EventKind::Inside => self.observe(Kind::Utility(program), line),
            _ => self.observe(Kind::Process { program, reason }, line),
        };
    }

    /// None: the function has panicked, or there is no room for it, so nobody has allowed anything.
    fn observe(&self, kind: Kind<'_>, line: u32) -> Option<Verdict> {
        let Some(observer) = self.shared.observer.get() else { return Some(Verdict::Run) };
        let place = self.shared.profile.get().map(|profile| profile.names_of(self.now.place));
        let (file, function) = place.unwrap_or_default();
        let event = Event { file: &file, function: &function, line, kind };
        let scheduler = self.shared.scheduler.clone();
        guarded(&scheduler, || observer(&event)).and_then(Result::ok)
    }
}
