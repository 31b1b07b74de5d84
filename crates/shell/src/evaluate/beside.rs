//! Commands beside a utility (popen(3)): awk's `print | "command"` and `"command" | getline`.
//!
//! Where /bin/sh is this very program the command is a script that a script calls (`nested`), and runs as a
//! stage of this process. The utility waits for it: when it closes the pipe, or at its own end. For a command
//! that it writes to this is what every awk does. One that it reads may be left running, by mawk at least, so
//! such a command is a stage only where it ends by itself, as far as its text tells; else it is launched.

use super::Place;
use super::ends::{Ends, Meaning, Surroundings};
use super::subshell::Ending;
use crate::environment::Environment;
use crate::environment::files::Slot;
use stage::{OpenFile, Scheduler, StageId};
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Simple, Word};
use utilities::context::KILLED;
use utilities::{Attributes, Ended, Started};

/// The arguments with which system(3) and popen(3) call a shell for a text. It ends at a NUL.
pub(super) fn shell_of(text: &[u8]) -> [ByteString; 3] {
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    ["sh".into(), "-c".into(), ByteString::new(text)]
}

/// A command that runs as a stage.
struct Stage {
    scheduler: Rc<Scheduler>,
    stage: StageId,
    status: Rc<Cell<i32>>,
}

impl Started for Stage {
    fn wait(&mut self) -> i32 {
        self.scheduler.join(self.stage);
        self.status.get()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.scheduler.join(self.stage);
    }
}

/// A command that was launched.
struct Process {
    env: Environment,
    /// None: it has been waited for.
    pid: Option<i32>,
}

impl Started for Process {
    fn wait(&mut self) -> i32 {
        let ended = self.pid.take().and_then(|pid| self.env.wait_for_launched(pid, None));
        match ended {
            Some(Ended::Status(status)) => i32::from(status),
            Some(Ended::Signal { number, .. }) => KILLED + number,
            None => 127,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(pid) = self.pid {
            self.env.shared.unwaited.leave(pid, None);
        }
    }
}

/// A shell that begins: it has no functions yet.
struct Fresh<'a>(&'a Environment);

impl Surroundings for Fresh<'_> {
    fn meaning(&mut self, _: &Simple, _: &[u8]) -> Meaning {
        Meaning::Usual
    }

    fn is_endless(&mut self, word: &Word) -> bool {
        word.literal.as_ref().is_some_and(|path| self.0.is_endless_file(path))
    }
}

impl Environment {
    /// Whether commands can be started beside a utility.
    pub(super) fn can_start_beside(&self) -> bool {
        self.would_nest(c"/bin/sh") && self.may_launch_for_utility(&[])
    }

    /// Runs `/bin/sh -c text` beside the utility that this environment runs, with these as standard input and
    /// output; None: the environment's.
    ///
    /// # Errors
    /// The errno with which it could not be started.
    pub(super) fn start_beside(
        &mut self,
        text: &[u8],
        stdin: Option<Rc<OpenFile>>,
        stdout: Option<Rc<OpenFile>>,
    ) -> io::Result<Box<dyn Started>> {
        let is_read = stdout.is_some();
        let mut outer = self.subshell();
        let mut env = outer.subshell();
        for (number, file) in [(0, stdin), (1, stdout)] {
            if let Some(file) = file {
                env.files.set(number, Slot::Open(file));
            }
        }
        let fields = shell_of(text);
        if is_read && !env.ends_by_itself(text) {
            let started = env.launch_with(c"/bin/sh", &fields, &Attributes::default())?;
            let pid = started.map_err(|error| io::Error::from_raw_os_error(error.errno))?;
            return Ok(Box::new(Process { env: outer, pid: Some(pid) }));
        }
        let path = ByteString::from("/bin/sh");
        let located = env.locate(&path).map_err(io::Error::from_raw_os_error)?;
        let scheduler = self.shared.scheduler.clone();
        let stack = scheduler.reserve()?;
        let status = Rc::new(Cell::new(2));
        let result = status.clone();
        // A stage takes no more than one environment by value.
        let parts = Box::new((outer, env, fields, located));
        let stage = scheduler.spawn_on(stack, move || {
            let (mut outer, mut env, fields, located) = *parts;
            let ending =
                env.run_body(|env| env.run_program_found(&fields, Some(&located), Place::ANY));
            result.set(outer.ended_for_utility(env, ending));
        });
        Ok(Box::new(Stage { scheduler, stage, status }))
    }

    /// What [`utilities::Host::run_command`] returns for a command that has ended in an environment of its own, a
    /// subshell of this one.
    pub(super) fn ended_for_utility(&mut self, env: Environment, ending: Ending) -> i32 {
        let signal = env.now.ended_by;
        drop(env);
        let status = self.settle(ending).unwrap_or(130);
        // A program may exit with such a status itself.
        if signal > 0 && status == self.status_by(signal) { KILLED + signal } else { status }
    }

    /// Whether a command ends whatever is done with its output, and before long.
    fn ends_by_itself(&self, text: &[u8]) -> bool {
        let Some(Ok(list)) = self.read_whole(text) else { return false };
        Ends { surroundings: &mut Fresh(self), calls: 0 }.list(&list, false)
    }
}
