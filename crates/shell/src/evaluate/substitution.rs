//! Substitutions that POSIX does not have: `${ list; }` in the current environment (ksh93,
//! mksh, bash 5.3), and `<(list)`, `>(list)` as files (ksh, bash).
//!
//! The list of `${ }` runs in this environment with its output captured. A process substitution
//! starts a process (or launches the only command) with a pipe, of which the shell keeps the other
//! end under /dev/fd until the command ends. `$( )` is `subshell`.

use super::Place;
use super::subshell::{Course, Ending};
use crate::diagnostics::PipeUse;
use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::jobs::Ended;
use crate::environment::names;
use crate::environment::variables::{Value, Variable};
use crate::unwind::{Flow, Unwind};
use launch::process;
use stage::{Capture, OpenFile};
use std::rc::Rc;
use syntax::tree::{Body, Command, List};

/// The path of a process substitution that could not be made, which has been reported: that of a
/// descriptor that nobody can have, so that the command finds that its file is not there.
const PATH_OF_NOTHING: &[u8] = b"/dev/fd/2147483647";

impl Environment {
    /// The value of `${ list; }`, its output, or with `reply` of `${| list; }`, the variable REPLY
    /// (bash(1), ksh93(1)).
    ///
    /// # Errors
    /// The [`Unwind`] of the list, which runs in this environment.
    pub fn inline_substitution(&mut self, body: &Rc<Body>, reply: bool) -> Flow<Vec<u8>> {
        let scheduler = self.shared.scheduler.clone();
        let result = scheduler.deeper(|| match reply {
            true => self.substitute_reply(body),
            false => self.substitute_inline(body),
        });
        match result {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    fn substitute_inline(&mut self, body: &Rc<Body>) -> Flow<Vec<u8>> {
        self.captured_of(|env| env.run_inline(body))
    }

    /// What something writes that runs in this environment.
    pub(super) fn captured_of(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow<Vec<u8>> {
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        let capture = Capture::new(&self.shared.scheduler);
        self.file(1);
        let mark = self.now.saved_files.len();
        let before = self.files.set(1, Slot::Open(capture.file().clone()));
        self.now.saved_files.push((1, before));
        let result = run(self);
        self.restore_files(mark);
        let output = capture.finish(self.capture_signals());
        result?;
        self.captured(output)
    }

    fn substitute_reply(&mut self, body: &Rc<Body>) -> Flow<Vec<u8>> {
        let before = self.variables.get(names::REPLY).clone();
        self.put(names::REPLY, Variable { value: Value::Unset, ..before.clone() });
        let result = self.run_inline(body);
        let reply = self.value(names::REPLY).unwrap_or_default();
        self.put(names::REPLY, before);
        result?;
        Ok(reply.to_vec())
    }

    /// Lets a substitution that is about to run here have its first command on the line of the command that
    /// it stands in, where the dialect counts so.
    pub(super) fn count_lines_of_substitution(&mut self, body: &Body) {
        if self.rules().evaluation.substitution_counts_lines_from_command {
            let begin = body.line.wrapping_add(body.leading);
            self.now.line_shift = begin.wrapping_sub(self.now.shown_line());
        }
    }

    /// The list runs as a function's body does.
    fn run_inline(&mut self, body: &Rc<Body>) -> Flow {
        let loops = std::mem::take(&mut self.now.loops);
        let loop_outside = std::mem::take(&mut self.now.loop_outside);
        let locals = self.now.locals.len();
        let line = self.now.line;
        self.now.calls += 1;
        let result = self.run_list(&body.list, Place::ANY);
        self.now.calls -= 1;
        self.now.loops = loops;
        self.now.loop_outside = loop_outside;
        self.now.line = line;
        if self.rules().evaluation.inline_substitution_has_scope {
            self.restore_locals(locals);
        }
        self.now.substitution_status = Some(self.status);
        match result {
            Err(Unwind::Return) => Ok(()),
            other => other,
        }
    }

    /// Starts the process of `<(list)` (`reads`) or `>(list)` and returns the path of the pipe to
    /// it (bash(1), ksh93(1)).
    ///
    /// # Errors
    /// Unwinds where the pipe or the process cannot be made, which has been reported.
    pub fn process_substitution(&mut self, body: &Rc<Body>, reads: bool) -> Flow<Vec<u8>> {
        self.reap_substituted();
        let (input, output) = match OpenFile::real_pipe(&self.shared.scheduler) {
            Ok(pair) => pair,
            Err(error) => {
                self.status = self.report_no_pipe(PipeUse::ProcessSubstitution, &error);
                return Ok(PATH_OF_NOTHING.to_vec());
            }
        };
        let (mine, theirs, descriptor) =
            if reads { (input, output, 1) } else { (output, input, 0) };
        let mut inner = self.subshell();
        inner.count_outer_loops(self);
        inner.now.nesting += 1;
        inner.now.substitutions += 1;
        inner.now.silent_deaths = true;
        inner.count_lines_of_substitution(body);
        for &number in &self.now.process_files {
            // Those of its neighbours are none of its business.
            inner.files.set(number, Slot::Closed);
        }
        inner.files.set(descriptor, Slot::Open(theirs));
        let started = match only_command(&body.list) {
            Some(command) => self.start_program(&mut inner, command, false, None),
            None => None,
        };
        let started = match started {
            Some(started) => started?,
            None => {
                self.profile_at(body.line);
                self.fork_off(inner, "process substitution", Course::Concurrent, |env, place| {
                    env.run_list(&body.list, place)
                })?
            }
        };
        let Ending::Process(pid) = started else {
            self.status = self.settle(started)?;
            return Ok(PATH_OF_NOTHING.to_vec());
        };
        self.shared.substituted.borrow_mut().push(pid);
        self.background = Some(pid);
        let number = self.put_high(mine);
        self.now.process_files.push(number);
        Ok(format!("/dev/fd/{number}").into_bytes())
    }

    /// Gives an open file the highest number below 64, and below the limit of descriptors, that is
    /// free, as bash does.
    pub(super) fn put_high(&mut self, file: Rc<OpenFile>) -> u32 {
        const HIGHEST: u32 = 63;
        let limit = process::limit(process::Resource::OpenFiles).ok().and_then(|limit| limit.soft);
        let limit = limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(u32::MAX);
        let mut number = HIGHEST.min(limit.saturating_sub(1));
        while number > 10 && self.file(number).is_some() {
            number -= 1;
        }
        self.files.set(number, Slot::Open(file));
        number
    }

    /// Closes the pipes of the process substitutions that a command made.
    #[cold]
    pub fn close_substituted(&mut self, mark: usize) {
        while self.now.process_files.len() > mark {
            if let Some(number) = self.now.process_files.pop() {
                self.files.set(number, Slot::Closed);
            }
        }
        self.reap_substituted();
    }

    /// Waits for those processes of process substitutions that have ended. The status of the one
    /// that `$!` tells is kept.
    pub fn reap_substituted(&mut self) {
        let mut last = None;
        self.shared.substituted.borrow_mut().retain(|&pid| {
            let ended = process::wait_pid(pid, process::Awaited::End, process::Blocking::Poll);
            if let Ok(Some((_, status))) = ended
                && self.background == Some(pid)
            {
                last = Some((pid, status));
            }
            matches!(ended, Ok(None))
        });
        if let Some((pid, status)) = last {
            let status = self.status_of(status);
            // `wait -n` does not tell of it.
            Rc::make_mut(&mut self.jobs).remember(Ended { pid, status, reported: true });
        }
    }
}

/// The command that a list is, if it is only one.
fn only_command(list: &List) -> Option<&Command> {
    match &list.items[..] {
        [item] if !item.is_asynchronous() && item.and_or.rest.is_empty() => {
            match &item.and_or.first.commands[..] {
                [command] if item.and_or.first.is_plain() => Some(command),
                _ => None,
            }
        }
        _ => None,
    }
}
