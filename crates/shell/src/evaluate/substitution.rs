//! `${ list; }`: a substitution in the current environment (ksh93, mksh, bash 5.3).
//!
//! Its list runs as a function's body does, with its output captured; that of `${| list; }` gives the variable
//! REPLY. `$( )` is `subshell`, `<( )` is `process_substitution`.

use super::Place;
use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::names;
use crate::environment::options::Options;
use crate::environment::variables::{Value, Variable};
use crate::unwind::{Flow, Unwind};
use stage::Capture;
use std::rc::Rc;
use syntax::tree::Body;

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
        self.captured_of(|env| match env.run_inline(body) {
            Err(unwind) if env.ends_substitution(unwind) => Ok(()),
            other => other,
        })
    }

    /// Whether what unwinds ends no more than the substitution `${ list; }`: its `exit`, or an error
    /// that would end a subshell.
    fn ends_substitution(&self, unwind: Unwind) -> bool {
        self.rules().evaluation.exit_ends_inline_substitution
            && match unwind {
                Unwind::Exit => !self.now.lacks_room,
                // ^C and errors of what was typed return to the prompt.
                Unwind::Error => !self.options.has(Options::INTERACTIVE),
                _ => false,
            }
    }

    /// What something writes that runs in this environment.
    pub(super) fn captured_of(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow<Vec<u8>> {
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        let capture = Capture::new(&self.shared.scheduler);
        self.file(1);
        let mark = self.now.saved_files.len();
        let before = self.files.set(1, Slot::Open(capture.file().clone()));
        self.now.saved_files.push((1, before));
        self.now.captures += 1;
        let result = run(self);
        self.now.captures -= 1;
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
}
