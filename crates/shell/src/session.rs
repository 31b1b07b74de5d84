//! The environment of a session: the shell in somebody else's process.
//!
//! A session owns nothing of its process. Its directory is a descriptor, its file mode creation
//! mask a number, its signals are those that are sent to it (`signal_source`), its files are those that
//! it was given; it never forks, and what needs a process of its own is refused with a message. The
//! library's interface is crate session; this is the ground under it.

use crate::environment::files::Slot;
use crate::environment::options::Options;
use crate::environment::positional::Positional;
use crate::environment::{Activation, Environment};
use crate::evaluate::subshell::Ending;
use crate::interruption::Ask;
use crate::invocation::{self, Trust};
use crate::limits::{Limit, Limits, Memory};
use crate::script::PARSER_ROOM;
use crate::shared::Shared;
use crate::unwind::Flow;
use dialect::Dialect;
use rustix::fs::{Mode, OFlags};
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use syntax::tree::{List, Word};
use syntax::{ByteString, SyntaxError, Text};

/// What a session begins with.
pub struct Settings<'a> {
    /// Its language.
    pub dialect: Dialect,
    /// `$0`
    pub name: &'a [u8],
    /// `$1`…
    pub arguments: &'a [Vec<u8>],
    /// Exported variables: names and values.
    pub variables: &'a [(Vec<u8>, Vec<u8>)],
    /// Its directory: a path, relative to the process's.
    pub directory: &'a [u8],
    /// Its standard input, output and error; None: closed.
    pub files: [Option<Rc<stage::OpenFile>>; 3],
    /// It is in the place of a shell process that its host would have launched: programs inherit what they
    /// would from that one, the process's descriptors above 2; and what is sent to it as INT or QUIT a
    /// terminal has sent to them, too, so that it ends once they have ended, and does not kill them.
    pub in_place_of_shell: bool,
}

impl Environment {
    /// The environment of a session.
    ///
    /// # Errors
    /// Those of open(2) for the directory: ENOENT, ENOTDIR, EACCES, EMFILE; EINVAL for a dialect
    /// that has start-up code which refuses the variables.
    pub fn for_session(shared: Rc<Shared>, settings: Settings<'_>) -> io::Result<Self> {
        let mut env = Self::new(shared);
        let _mounts = env.shared.enter_mounts();
        env.arg0 = ByteString::new(settings.name);
        env.now = Activation::for_session();
        env.set_standard_files(settings.files);
        env.shared.in_place_of_shell.set(settings.in_place_of_shell);
        if !settings.in_place_of_shell {
            // What is on other numbers is the host's.
            for number in 3..10 {
                env.files.set(number, Slot::Closed);
            }
        }
        let directory = open_directory(settings.directory)?;
        env.directory = Some(Rc::new(match settings.in_place_of_shell {
            // Scripts name the process's own descriptors.
            true => stage::private(directory)?,
            false => directory,
        }));
        env.options.set(Options::POSIX, settings.dialect == Dialect::Sh);
        let variables: Vec<(&[u8], &[u8])> =
            settings.variables.iter().map(|(name, value)| (&name[..], &value[..])).collect();
        // The host means what it sets, but no variable of its environment runs commands.
        invocation::import(&mut env, &variables, Trust::Privileged, false);
        invocation::speak(&mut env, settings.dialect)
            .map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        env.options.set(Options::COMMAND, true);
        let arguments = settings.arguments.iter().map(|argument| ByteString::new(argument));
        env.positional = Positional::new(arguments.collect());
        Ok(env)
    }

    /// Makes these its standard input, output and error; None: closed.
    pub fn set_standard_files(&mut self, files: [Option<Rc<stage::OpenFile>>; 3]) {
        for (number, file) in (0..).zip(files) {
            self.files.set(number, file.map_or(Slot::Closed, Slot::Open));
        }
    }

    /// What a new session does not share with another one that was made like it: when it began, and its
    /// random numbers.
    pub fn begin_anew(&mut self) {
        self.seconds_from = self.shared.elapsed().as_secs_f64();
        self.random ^= (self.shared.fresh() as u32).wrapping_mul(0x9e37_79b9);
    }

    /// Forgets what was found out about the process and its files: the host goes on between two runs, and so
    /// does everybody else.
    fn look_again(&self) {
        self.shared.lookups.changed();
        self.shared.initial_umask.set(None);
    }

    /// Reads a script to its end, to be run any number of times.
    ///
    /// # Errors
    /// What is wrong with it. None: there is no room for its nesting.
    pub fn parse_for_session(&mut self, text: &[u8]) -> Option<Result<List, Box<SyntaxError>>> {
        self.shared.scheduler.begin_on_stack();
        self.now.line = 1;
        let parsed = self.read_whole(text);
        self.now.line = 0;
        parsed
    }

    /// Runs a script in a session's environment, to its end or that of the limits: its EXIT trap is
    /// run, what it has changed stays. The calling thread has SIGPIPE blocked meanwhile.
    pub fn run_in_session(&mut self, script: Script<'_>, bounds: Bounds) -> Run {
        self.run_bounded(bounds, |env| {
            let flow = match script {
                Script::Text(text) => env.run_script(Box::new(Text(text)), true),
                Script::Parsed(list) => env.run_parsed(list),
            };
            // The last command may have made too much.
            env.weigh();
            flow
        })
    }

    /// Expands words in a session's environment as those of a command are, and returns the fields that they come
    /// to; None where an expansion has failed or was ended. What expansions run and change is as in
    /// [`Self::run_in_session`].
    pub fn expand_in_session(
        &mut self,
        words: &[Word],
        bounds: Bounds,
    ) -> (Option<Vec<ByteString>>, Run) {
        let mut fields = Vec::new();
        let mut is_whole = false;
        let run = self.run_bounded(bounds, |env| {
            env.status = 0;
            let scheduler = env.shared.scheduler.clone();
            let flow = scheduler.with_room(PARSER_ROOM, || env.expand_words(words, &mut fields));
            env.weigh();
            let flow = flow.unwrap_or_else(|| env.too_deep());
            is_whole = flow.is_ok();
            flow
        });
        ((is_whole && run.limit.is_none()).then_some(fields), run)
    }

    /// Runs something with what a run of a session has around it.
    fn run_bounded(&mut self, bounds: Bounds, body: impl FnOnce(&mut Self) -> Flow) -> Run {
        let Bounds { limits, memory, mask } = bounds;
        let guard = launch::signal::PipeGuard::new();
        let _mounts = self.shared.enter_mounts();
        self.shared.session_mask.set(mask.unwrap_or(guard.old()));
        if let Some(state) = self.shared.signals.session_state() {
            state.begin_run(limits, memory);
        }
        self.look_again();
        self.shared.scheduler.begin_on_stack();
        self.now = Activation::for_session();
        self.enforce_traps();
        self.begin_observed();
        self.begin_weighing();
        self.limit_memory(true);
        let mut ending = self.run_body(body);
        self.limit_memory(false);
        self.shared.unwaited.reap_at_once();
        launch::left::reap();
        self.shared.scheduler.give_back_all();
        let state = self.shared.signals.session_state();
        let (steps, processes) = state.map_or((0, 0), |state| state.meter.used());
        let limit = self.shared.signals.reached();
        if limit == Some(Limit::Memory) {
            // What got none has ended, perhaps with a status of its own.
            ending = Ending::Signal(libc::SIGXCPU);
        }
        if let Some(state) = state {
            state.end_run();
        }
        self.shared.traps_in_force.replace(self.traps.clone());
        Run { ending, limit, steps, processes }
    }

    /// Has the run have no more memory than it may, or as much as it takes.
    fn limit_memory(&self, is_limited: bool) {
        if let Some(state) = self.shared.signals.session_state() {
            state.meter.look_at_memory();
            state.meter.limit_memory(is_limited);
        }
    }

    /// A copy of a session's environment: its state, in which nothing runs.
    pub fn copy_of_session(&self) -> Self {
        let (shared, state) = (self.shared.clone(), self.state.clone());
        Self { shared, state, now: Activation::for_session() }
    }

    /// Has the host asked, in the runs that follow, whether they are to be interrupted; None: no longer.
    pub fn set_interruption(&mut self, ask: Option<Rc<Ask>>) {
        if let Some(state) = self.shared.signals.session_state() {
            state.interruption.set(ask, &self.shared.scheduler);
        }
    }

    /// The session ends: nobody waits for its background processes any more.
    pub fn leave_children(&mut self) {
        let processes = self.jobs.list.iter().flat_map(|job| &job.processes);
        for process in processes.filter(|process| process.is_child && process.status.is_none()) {
            launch::left::leave_process(process.pid);
        }
    }

    /// Whether a process may still have an open file of the session: a background job that runs.
    pub fn has_background(&self) -> bool {
        !self.jobs.list.is_empty() || self.shared.unwaited.is_active()
    }
}

/// What a run of a session is held to.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// What it may take.
    pub limits: Limits,
    /// Who counts its memory, where that is limited.
    pub memory: Option<Memory>,
    /// The signal mask of its programs; None: the calling thread's.
    pub mask: Option<launch::signal::SignalSet>,
}

/// How a run of a session has ended, and what it took.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Its exit status, or the signal that ended it.
    pub ending: Ending,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Commands, and iterations of loops.
    pub steps: u64,
    /// Programs that were launched.
    pub processes: u64,
}

/// What a session runs.
#[derive(Clone, Copy)]
pub enum Script<'a> {
    /// A text, line by line: aliases and options that it sets count for its later lines.
    Text(&'a [u8]),
    /// One that was read before.
    Parsed(&'a List),
}

fn open_directory(path: &[u8]) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(stage::door::openat(rustix::fs::CWD, path, flags, Mode::empty())?)
}
