//! What ends where memory cannot be had, or where the shell has a mistake: a builtin, a stage or a
//! subshell, or the shell with its EXIT trap. Each is what would have been a process.
//!
//! `Environment::contain` runs a body and catches a panic or a failed allocation
//! (`runtime::catch`): what the body had changed on the environment's stacks is put back, the fault
//! is reported, and the body ends as if it had called `exit`. `run_hungry` does so for one builtin.

use super::subshell::Ending;
use crate::builtins::Builtin;
use crate::diagnostics::Problem;
use crate::environment::options::Options;
use crate::environment::{Environment, Frame};
use crate::unwind::{Flow, Unwind};
use runtime::Fault;
use std::rc::Rc;
use syntax::ByteString;

/// The status of a shell that has no memory, as dash and bash have it.
const EXHAUSTED: i32 = 2;
/// The status of what ends by a mistake of the shell: that of a process that abort(3) has ended.
const ABORTED: i32 = 134;

/// How much there is of what a body puts back when it ends.
#[derive(Clone, Copy)]
struct Marks {
    files: usize,
    locals: usize,
    suspended: usize,
    temporary: usize,
    calls: u32,
    dots: u32,
    nesting: i32,
    frame: *const Frame,
}

impl Environment {
    /// Runs the body of an environment; one that a fault ends is as one that has called `exit`.
    #[inline]
    pub(crate) fn contain(&mut self, body: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let marks = Marks {
            files: self.now.saved_files.len(),
            locals: self.now.locals.len(),
            suspended: self.now.suspended.len(),
            temporary: self.now.temporary.len(),
            calls: self.now.calls,
            dots: self.now.dots,
            nesting: self.now.nesting,
            frame: self.now.frame.as_ref().map_or(std::ptr::null(), Rc::as_ptr),
        };
        match runtime::catch(|| body(self)) {
            Ok(result) => result,
            Err(fault) => self.end_by(fault, &marks),
        }
    }

    #[cold]
    #[inline(never)]
    fn end_by(&mut self, fault: Fault, marks: &Marks) -> Flow {
        // Whatever was begun below is left as it would have left it, for the EXIT trap to find.
        let undone = runtime::catch(|| {
            self.report_fault(&fault, None);
            self.restore_files(marks.files.min(self.now.saved_files.len()));
            while self.now.temporary.len() > marks.temporary {
                let Some(temporary) = self.now.temporary.pop() else { break };
                if let Some(name) = temporary.name {
                    self.put(name, temporary.before);
                }
            }
            self.restore_locals(marks.locals);
            while self.now.suspended.len() > marks.suspended {
                self.resume_scope();
            }
            while self.now.frame.as_ref().is_some_and(|frame| Rc::as_ptr(frame) != marks.frame) {
                self.leave_frame();
            }
        });
        drop(undone);
        self.now.calls = marks.calls;
        self.now.dots = marks.dots;
        self.now.nesting = marks.nesting;
        self.now.trap_status = None;
        self.now.soft_command = None;
        self.now.catches_errors = false;
        self.now.literal_keys = false;
        self.now.acting = 0;
        self.status = status_of(&fault);
        Err(Unwind::Exit)
    }

    /// The ending of a body whose EXIT trap, or what is done at the end, a fault has ended.
    #[cold]
    #[inline(never)]
    pub(super) fn end_of_faulty_end(&mut self, fault: &Fault) -> Ending {
        self.report_fault(fault, None);
        self.status = status_of(fault);
        Ending::Status(self.status)
    }

    /// Calls a builtin that alone fails where its input or its operands want more memory than there is.
    #[inline(never)]
    pub(super) fn run_hungry(&mut self, builtin: &Builtin, fields: &[ByteString]) -> Flow<i32> {
        match runtime::catch(|| (builtin.run)(self, fields)) {
            Ok(result) => result,
            Err(fault @ Fault::Exhausted(_)) => {
                self.report_fault(&fault, Some(builtin.name));
                Ok(1)
            }
            Err(fault) => fault.resume(),
        }
    }

    /// Says that there was no memory, for a builtin or for the shell itself. A mistake has been
    /// reported.
    fn report_fault(&mut self, fault: &Fault, command: Option<&str>) {
        if let Fault::Exhausted(_) = fault {
            let problem = Problem::MemoryExhausted(command);
            // One that cannot be said is no reason to end what goes on.
            drop(runtime::catch(|| self.diagnose(problem)));
        }
    }

    /// The shell itself has no memory for a value: reports it, and ends the environment, or returns to
    /// the prompt.
    ///
    /// # Errors
    /// Always.
    #[cold]
    pub fn exhausted<T>(&mut self) -> Flow<T> {
        self.diagnose(Problem::MemoryExhausted(None));
        self.status = EXHAUSTED;
        let is_prompting = self.options.has(Options::INTERACTIVE) && !self.now.is_virtual;
        self.now.lacks_room = !is_prompting;
        Err(if is_prompting { Unwind::Error } else { Unwind::Exit })
    }
}

fn status_of(fault: &Fault) -> i32 {
    match fault {
        Fault::Exhausted(_) => EXHAUSTED,
        Fault::Bug(_) => ABORTED,
    }
}
