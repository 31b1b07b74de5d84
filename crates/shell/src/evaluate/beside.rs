//! Commands beside a utility (popen(3)): awk's `print | "command"` and `"command" | getline`.
//!
//! Where /bin/sh is this very program the command is a script that a script calls (`nested`), and runs as a
//! stage of this process. The utility waits for it: when it closes the pipe, or at its own end. For a command
//! that it writes to this is what every awk does. One that it reads may be left running, by mawk at least, so
//! such a command is a stage only where it ends by itself, as far as its text tells; else it is launched.

use super::Place;
use super::subshell::Ending;
use crate::environment::Environment;
use crate::environment::files::Slot;
use smallvec::SmallVec;
use stage::{OpenFile, Scheduler, StageId};
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Command, List, Part, Pipeline, RedirectionOperand, Simple, Word};
use utilities::context::KILLED;
use utilities::{Attributes, Ended, Started};

/// Utilities and builtins that read nothing but their operands, and end.
const WITHOUT_INPUT: [&[u8]; 27] = [
    b"[",
    b":",
    b"basename",
    b"cd",
    b"date",
    b"dirname",
    b"echo",
    b"exit",
    b"expr",
    b"false",
    b"find",
    b"getconf",
    b"hostname",
    b"id",
    b"ls",
    b"nproc",
    b"printenv",
    b"printf",
    b"pwd",
    b"readlink",
    b"realpath",
    b"seq",
    b"stat",
    b"test",
    b"true",
    b"uname",
    b"whoami",
];
/// Those that end with their input, and how many operands name none yet.
const FILTERS: [(&[u8], usize); 16] = [
    (b"cat", 0),
    (b"cksum", 0),
    (b"cut", 0),
    (b"grep", 1),
    (b"head", 0),
    (b"md5sum", 0),
    (b"nl", 0),
    (b"od", 0),
    (b"rev", 0),
    (b"sed", 1),
    (b"sha256sum", 0),
    (b"sort", 0),
    (b"tac", 0),
    (b"tr", 9),
    (b"uniq", 0),
    (b"wc", 0),
];

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
        matches!(self.read_whole(text), Some(Ok(list)) if list_ends(&list))
    }
}

fn list_ends(list: &List) -> bool {
    list.items.iter().all(|item| {
        let rest = item.and_or.rest.iter().map(|(_, pipeline)| pipeline);
        !item.is_asynchronous()
            && std::iter::once(&item.and_or.first).chain(rest).all(pipeline_ends)
    })
}

fn pipeline_ends(pipeline: &Pipeline) -> bool {
    pipeline.commands.iter().enumerate().all(|(index, command)| match command {
        Command::Simple(simple) => command_ends(simple, index > 0),
        _ => false,
    })
}

/// `has_input`: it reads what a command before it writes.
fn command_ends(simple: &Simple, has_input: bool) -> bool {
    let mut has_input = has_input;
    for redirection in &simple.redirections {
        match redirection.kind.operand() {
            RedirectionOperand::File { name, reads, .. } if is_plain(name) => {
                has_input |= reads && redirection.target() == 0;
            }
            RedirectionOperand::Descriptor(word) if is_plain(word) => {}
            _ => return false,
        }
    }
    let Some((name, operands)) = simple.words.split_first() else { return false };
    let Some(name) = name.literal.as_ref().filter(|_| operands.iter().all(is_plain)) else {
        return false;
    };
    if WITHOUT_INPUT.contains(&name.as_bytes()) {
        return true;
    }
    let is_operand =
        |word: &&Word| word.literal.as_ref().is_none_or(|text| text.first() != Some(&b'-'));
    let given: SmallVec<[&Word; 4]> = operands.iter().filter(is_operand).collect();
    let filter = FILTERS.iter().find(|(filter, _)| *filter == name.as_bytes());
    filter.is_some_and(|(_, others)| has_input || given.len() > *others)
}

/// Whether a word is text and values of variables alone.
fn is_plain(word: &Word) -> bool {
    fn part_is_plain(part: &Part) -> bool {
        match part {
            Part::Literal(_) | Part::Quoted(_) | Part::Tilde(_) => true,
            Part::DoubleQuoted(parts) => parts.iter().all(part_is_plain),
            Part::Parameter(parameter) => {
                parameter.subscript.is_none() && parameter.operation.words().next().is_none()
            }
            _ => false,
        }
    }
    word.extended.is_none() && word.parts.iter().all(part_is_plain)
}
