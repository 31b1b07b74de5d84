//! Utilities that run inside the shell in the place of the programs they equal.
//!
//! `program` calls `run_utility` where the file that PATH led to is one whose behaviour is
//! reproduced (`installed`). It makes the `Context` from the environment: files, directory,
//! variables, mask. The utility decides by the arguments whether it does exactly the same; if not,
//! it says why, and the file is launched.

use super::Place;
use crate::environment::traps::Action;
use crate::environment::variables::{EXPORT, Value, Variable, Variables as Slots};
use crate::environment::{Environment, Killed, names};
use crate::shared::Shared;
use crate::unwind::Flow;
use runtime::Fault;
use rustix::fs::{AtFlags, FileType, Stat};
use smallvec::SmallVec;
use stage::OpenFile;
use std::borrow::Cow;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::Instant;
use syntax::{ByteString, Name};
use utilities::context::Usual;
use utilities::{
    Attributes, Context, Decision, Ended, Exit, Host, Program, Started, Utility, Variables,
};

/// Utilities that look at files or make them, but open none to read it.
const OPENS_NO_FILE: &[&str] = &[
    "basename", "chmod", "df", "dirname", "du", "echo", "expr", "find", "ln", "ls", "mkdir",
    "mkfifo", "mktemp", "mv", "printf", "readlink", "realpath", "rm", "rmdir", "seq", "stat",
    "test", "touch", "true", "which",
];

/// Where execvp(3) looks in an environment without PATH.
const EXECVP_PATH: &str = "/bin:/usr/bin";

/// Whether an open file is read by waiting for somebody outside: a FIFO, a terminal or a socket, but no pipe that
/// has no name, which ends with its writer.
pub(super) fn is_fed_by_others(file: &OpenFile) -> bool {
    file.stat().is_some_and(|stat| is_written_by_others(&stat)) && !file.is_pipe_without_name()
}

/// Whether a write to an open file may wait for somebody outside: to a FIFO or a socket. A terminal waits for nobody,
/// but where it has been stopped.
pub(super) fn is_read_by_others(file: &OpenFile) -> bool {
    let kind = file.stat().map(|stat| FileType::from_raw_mode(stat.st_mode));
    matches!(kind, Some(FileType::Fifo | FileType::Socket)) && !file.is_pipe_without_name()
}

/// Whether a file is a FIFO, a terminal or a socket.
fn is_written_by_others(stat: &Stat) -> bool {
    /// The major number of the devices that are the kernel's own (null(4)).
    const MEMORY: u32 = 1;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Fifo | FileType::Socket => true,
        FileType::CharacterDevice => rustix::fs::major(stat.st_rdev) != MEMORY,
        _ => false,
    }
}

/// The exported variables, as a utility sees them.
struct Exported {
    slots: Slots,
    shared: Rc<Shared>,
    /// What is no variable, where that is not just what the process was started with.
    strings: Option<Vec<Vec<u8>>>,
}

impl Exported {
    fn strings(&self) -> &[Vec<u8>] {
        self.strings.as_deref().unwrap_or(&self.shared.foreign)
    }

    fn exported(&self, name: Name) -> Option<Cow<'_, [u8]>> {
        let variable = self.slots.get(name);
        if variable.flags & EXPORT == 0 || variable.value.is_array() {
            return None;
        }
        let text = variable.exported(name, &self.shared.names);
        text.map(|text| Cow::Owned(text.to_vec()))
    }

    /// What the environment has under a name that no variable can have.
    fn foreign(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        let value = |string: &'_ Vec<u8>| {
            let rest = string.strip_prefix(name)?;
            rest.strip_prefix(b"=").map(<[u8]>::to_vec)
        };
        self.strings().iter().find_map(value).map(Cow::Owned)
    }
}

impl Variables for Exported {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        match self.shared.names.find(name) {
            Some(name) => self.exported(name),
            None => self.foreign(name),
        }
    }

    fn usual(&self, variable: Usual) -> Option<Cow<'_, [u8]>> {
        self.exported(match variable {
            Usual::LcAll => names::LC_ALL,
            Usual::LcCtype => names::LC_CTYPE,
            Usual::LcMessages => names::LC_MESSAGES,
            Usual::Lang => names::LANG,
            Usual::LdPreload => names::LD_PRELOAD,
            Usual::PosixlyCorrect => names::POSIXLY_CORRECT,
        })
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        for (name, variable) in self.slots.iter() {
            if variable.flags & EXPORT != 0
                && !variable.value.is_array()
                && let Some(value) = variable.exported(name, &self.shared.names)
            {
                each(&self.shared.names.text(name), &value);
            }
        }
        for string in self.strings() {
            let at = byte_search::memchr(b'=', string).unwrap_or(string.len());
            each(&string[..at], string.get(at + 1..).unwrap_or_default());
        }
    }
}

/// Why a utility does not run inside that has such a path among its operands.
const NAMED_DESCRIPTOR: &str = "a descriptor named by a path";

/// Whether a path means one of the shell's descriptors, which utilities do not have.
#[inline]
pub(super) fn names_a_descriptor(path: &[u8]) -> bool {
    path.first() == Some(&b'/')
        && (path.starts_with(b"/dev/fd/")
            || path.starts_with(b"/proc/self/")
            || matches!(path, b"/dev/stdin" | b"/dev/stdout" | b"/dev/stderr"))
}

/// The option that keeps a utility from running inside: without it, it would. Where it is none
/// alone, all that it has.
#[cold]
fn refused_option(utility: &Utility, context: &Context<'_>, arguments: &[&[u8]]) -> Vec<u8> {
    let is_option = |argument: &&[u8]| argument.len() > 1 && argument[0] == b'-';
    let options = || arguments.iter().copied().filter(|argument| is_option(argument));
    for (index, option) in arguments.iter().enumerate().filter(|(_, one)| is_option(one)) {
        let others = [&arguments[..index], &arguments[index + 1..]].concat();
        if utility.decide(context, &others).is_run() {
            return option.to_vec();
        }
    }
    options().collect::<Vec<_>>().join(&b' ')
}

/// The most bytes in a name of a file (NAME_MAX).
const LONGEST_NAME: usize = 255;

/// Whether a name can be looked for in PATH: execvp(3) says ENAMETOOLONG of a longer one, and not ENOENT.
pub(super) fn check_length(name: &[u8]) -> io::Result<()> {
    match name.len() > LONGEST_NAME && !name.contains(&b'/') {
        true => Err(io::Error::from_raw_os_error(libc::ENAMETOOLONG)),
        false => Ok(()),
    }
}

/// Runs commands for a utility.
struct Runner<'a>(&'a mut Environment);

impl Host for Runner<'_> {
    fn run_command(
        &mut self,
        arguments: &[&[u8]],
        stdin: Option<Rc<OpenFile>>,
        environment: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        let mut env = self.0.subshell();
        if let Some(file) = stdin {
            env.files.set(0, crate::environment::files::Slot::Open(file));
        }
        if let Some(strings) = environment {
            env.replace_exports(strings);
            if env.variables.get(names::PATH).flags & EXPORT == 0 {
                let path = Value::String(EXECVP_PATH.into());
                env.put(names::PATH, Variable { value: path, ..Variable::default() });
            }
        }
        let fields: Vec<ByteString> =
            arguments.iter().map(|argument| ByteString::new(argument)).collect();
        let mut located = None;
        if let Some(name) = fields.first() {
            check_length(name)?;
            located = Some(env.locate(name).map_err(io::Error::from_raw_os_error)?);
            if name.contains(&b'/') {
                env.check_program(name)?;
            }
        }
        let body =
            |env: &mut Environment| env.run_program_found(&fields, located.as_ref(), Place::ANY);
        let ending = env.run_body(body);
        Ok(self.0.ended_for_utility(env, ending))
    }

    fn run_shell(&mut self, text: &[u8]) -> io::Result<i32> {
        let mut env = self.0.subshell();
        let path = ByteString::from("/bin/sh");
        let located = env.locate(&path).map_err(io::Error::from_raw_os_error)?;
        env.check_program(&path)?;
        let fields = super::beside::shell_of(text);
        let ending = env.run_body(|env| env.run_program_found(&fields, Some(&located), Place::ANY));
        Ok(self.0.ended_for_utility(env, ending))
    }

    fn can_start(&self) -> bool {
        self.0.can_start_beside()
    }

    fn start(
        &mut self,
        text: &[u8],
        stdin: Option<Rc<OpenFile>>,
        stdout: Option<Rc<OpenFile>>,
    ) -> io::Result<Box<dyn Started>> {
        self.0.start_beside(text, stdin, stdout)
    }

    fn file(&mut self, number: u32) -> Option<Rc<OpenFile>> {
        self.0.file(number)
    }

    fn can_launch(&self, signals: &[i32]) -> bool {
        self.0.may_launch_for_utility(signals)
    }

    fn launch(
        &mut self,
        arguments: &[&[u8]],
        attributes: &Attributes,
        stdin: Option<Rc<OpenFile>>,
    ) -> io::Result<i32> {
        let fields: Vec<ByteString> =
            arguments.iter().map(|argument| ByteString::new(argument)).collect();
        let Some(file) = stdin else { return self.0.launch_for_utility(&fields, attributes) };
        let mut env = self.0.subshell();
        env.files.set(0, crate::environment::files::Slot::Open(file));
        env.launch_for_utility(&fields, attributes)
    }

    fn wait_launched(&mut self, process: i32, until: Option<Instant>) -> Option<Ended> {
        self.0.wait_for_launched(process, until)
    }

    fn signal_launched(&mut self, process: i32, signal: i32, group: bool) {
        let _ = launch::process::kill(if group { -process } else { process }, signal);
    }
}

impl Environment {
    /// Runs a utility, if it is one that equals the program for these arguments; else why the program has to be
    /// launched. `program`: what is installed.
    pub(super) fn run_utility(
        &mut self,
        utility: &'static Utility,
        program: Program,
        fields: &[ByteString],
    ) -> Flow<Result<(), &'static str>> {
        if let Some(reason) = self.keeps_out(utility, &fields[1..]) {
            self.profile_aside(utility.name, b"", reason);
            return Ok(Err(reason));
        }
        let _lent = match self.now.process_files.is_empty() {
            true => SmallVec::new(),
            false => match self.lend_substituted(&fields[1..]) {
                Some(lent) => lent,
                None => return Ok(Err(NAMED_DESCRIPTOR)),
            },
        };
        let arguments: SmallVec<[&[u8]; 8]> =
            fields[1..].iter().map(|field| field.as_bytes()).collect();
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        self.synchronise_umask();
        let (stdin, stdout, stderr) = (self.file(0), self.file(1), self.file(2));
        let exported = self.exported_as_seen();
        let directory = self.directory.clone();
        let scheduler = self.shared.scheduler.clone();
        let mut caches = self.shared.take_caches();
        let utf8 = self.utf8 && utilities::locale::has_utf8(&exported, &caches);
        let pipe_ignored = self.shared.pipe_ignored.get()
            || matches!(self.trap(libc::SIGPIPE), Some(Action::Ignore));
        let runner_shared = self.shared.clone();
        let options = self.options;
        let own_mask = self.umask;
        let mask = || own_mask.unwrap_or_else(|| runner_shared.initial_umask());
        let mut runner = Runner(self);
        let mut context = Context {
            name: program.shown_name(&fields[0]),
            called: &fields[0],
            program,
            stdin,
            stdout,
            stderr,
            directory: match &directory {
                Some(fd) => std::os::fd::AsFd::as_fd(fd),
                None => rustix::fs::CWD,
            },
            variables: &exported,
            mask: &mask,
            utf8,
            pipe_ignored,
            scheduler: &scheduler,
            parallel: options.has(crate::environment::options::Options::PARALLEL),
            caches: &mut caches,
            host: &mut runner,
            heeds_posix: Cell::new(true),
            lost_message: Cell::new(false),
        };
        let job = match utility.decide(&context, &arguments) {
            Decision::Run(job) => job,
            Decision::StepAside(reason) => {
                let options = match runner_shared.profile.get() {
                    Some(_) => refused_option(utility, &context, &arguments),
                    None => Vec::new(),
                };
                drop(context);
                self.shared.give_caches(caches);
                self.profile_aside(utility.name, &options, reason);
                return Ok(Err(reason));
            }
        };
        if !crate::lookups::creates_nothing(utility.name, &fields[1..]) {
            runner_shared.lookups.changed();
        }
        let was_pending = runner_shared.signals.pending_set().contains(libc::SIGPIPE);
        // A bug in a utility, or memory that it does not get, is that utility's failure.
        let mut exit = runtime::catch(|| {
            let exit = job.run(&mut context, &arguments);
            context.ending(utility.name, exit)
        });
        if let Err(Fault::Exhausted(_)) = &exit {
            // What it had has been freed; what is left open ends when it is said.
            exit = Ok(context.exhausted(utility.name));
        }
        drop(context);
        if self.shared.signals.pending() && !was_pending {
            // That nobody reads what a utility writes is a signal to its process, not to the shell.
            self.shared.signals.take(libc::SIGPIPE);
        }
        self.status = match exit {
            Ok(exit) => self.status_of_exit(exit),
            // It has been reported.
            Err(_) => 134,
        };
        self.shared.give_caches(caches);
        self.profile_inprocess(utility.name);
        Ok(Ok(()))
    }

    /// Why no utility can be in the place of the program now, whatever it would do.
    #[inline]
    fn keeps_out(&mut self, utility: &Utility, operands: &[ByteString]) -> Option<&'static str> {
        if self.controls_jobs() && self.shared.terminal.get().is_some() {
            // Only a process can be stopped from the terminal.
            return Some("job control");
        }
        if self.shared.limited.get() {
            return Some("a limit was changed");
        }
        if self.umask.is_some()
            && self.shared.is_session()
            && !crate::lookups::creates_nothing(utility.name, operands)
        {
            return Some("the mask is not the process's");
        }
        if operands.iter().any(|field| names_a_descriptor(field)) && !self.are_as_named(operands) {
            return Some(NAMED_DESCRIPTOR);
        }
        if self.shared.traps_from_elsewhere()
            && (utility.name == "sleep" || self.may_wait_for_others(utility.name, operands))
        {
            return Some("a signal is trapped");
        }
        None
    }

    /// Whether a utility may wait for somebody outside, who writes to a FIFO, a terminal or a socket, or reads one. A
    /// pipe of the script's own ends with its writer and its reader.
    #[cold]
    fn may_wait_for_others(&mut self, name: &str, operands: &[ByteString]) -> bool {
        if self.file(1).is_some_and(|file| is_read_by_others(&file)) {
            return true;
        }
        if OPENS_NO_FILE.contains(&name) {
            return false;
        }
        let mut has_files = false;
        for operand in operands {
            let found = stage::door::statat(self.directory(), operand.as_bytes(), AtFlags::empty());
            let Ok(stat) = found else { continue };
            if is_written_by_others(&stat) {
                return true;
            }
            has_files = true;
        }
        // What is given files hardly ever reads its input.
        let input = if has_files { None } else { self.file(0) };
        input.is_some_and(|file| is_fed_by_others(&file))
    }

    /// The exported variables, as a utility sees them.
    #[inline]
    fn exported_as_seen(&mut self) -> Exported {
        let mut slots = self.variables.clone();
        if self.hides_exports {
            for (name, hidden) in self.hidden_exports() {
                slots.get_mut(name).value = hidden;
            }
        }
        for (name, value) in self.exported_state() {
            slots.get_mut(name).value = value;
        }
        let as_at_the_start = !self.drops_foreign
            && self.exported_functions().is_empty()
            && self.shared.foreign.iter().all(|string| self.passes_on(string));
        let strings = (!as_at_the_start).then(|| self.exported_strings());
        Exported { slots, shared: self.shared.clone(), strings }
    }

    /// What programs get that is no variable: functions, and strings of the process's environment.
    #[cold]
    pub(super) fn exported_strings(&self) -> Vec<Vec<u8>> {
        let foreign = if self.drops_foreign { &[] } else { &self.shared.foreign[..] };
        let passed = foreign.iter().filter(|string| self.passes_on(string)).cloned();
        passed.chain(self.function_strings()).collect()
    }

    /// The exit status that a utility has ended with; notes the signal that would have ended its
    /// process.
    #[inline]
    fn status_of_exit(&mut self, exit: Exit) -> i32 {
        if !self.jobs.list.is_empty() {
            self.report_killed_jobs();
        }
        match exit {
            Exit::Status(status) => i32::from(status),
            Exit::Signal(_)
                if !self.rules().evaluation.fatal_signal_sets_status && self.is_ending() =>
            {
                self.status
            }
            Exit::Signal(number) => {
                self.now.ended_by = number;
                if !matches!(number, libc::SIGINT | libc::SIGPIPE) {
                    // That of a command in whose place `env` was.
                    self.now.killed = Some(Killed { signal: number, dumped: false, pid: None });
                }
                self.status_by(number)
            }
        }
    }

    /// Makes exactly these strings the exported variables (`env -i`).
    pub(crate) fn replace_exports<S: AsRef<[u8]>>(&mut self, strings: &[S]) {
        self.drops_foreign = true;
        if !self.exported_functions().is_empty() {
            self.seldom_mut().exported_functions = Default::default();
        }
        let exported: Vec<_> = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.flags & EXPORT != 0)
            .map(|(name, _)| name)
            .collect();
        for name in exported {
            self.put(name, Default::default());
        }
        for string in strings {
            let string = string.as_ref();
            let Some(at) = byte_search::memchr(b'=', string) else { continue };
            let name = self.shared.names.intern(&string[..at]);
            let value = Value::String(string[at + 1..].into());
            self.put(name, Variable { value, flags: EXPORT, attribute_number: 0 });
        }
    }
}
