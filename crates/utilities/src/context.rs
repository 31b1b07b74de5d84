//! What a utility receives instead of a process of its own.

use crate::caches::Caches;
use crate::quoting::{Edges, Quoting};
use crate::{Change, Program};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use stage::{Input, OpenFile, Output, Scheduler, Signals};
use std::borrow::Cow;
use std::cell::Cell;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::rc::Rc;
use std::time::Instant;

/// The environment variables of a utility (POSIX XBD 8).
pub trait Variables {
    /// The value of an exported variable.
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>>;
    /// The value of one that nearly every call asks for: a shell need not look for its name.
    fn usual(&self, variable: Usual) -> Option<Cow<'_, [u8]>> {
        self.get(variable.name())
    }
    /// Calls `each` with the name and value of every exported variable, in the order in which
    /// a launched program would see them.
    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8]));
}

/// The variables that decide in most locales whether a call runs inside (environ(7), ld.so(8)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usual {
    /// `LC_ALL`.
    LcAll,
    /// `LC_CTYPE`.
    LcCtype,
    /// `LC_MESSAGES`.
    LcMessages,
    /// `LANG`.
    Lang,
    /// `LD_PRELOAD`.
    LdPreload,
    /// `POSIXLY_CORRECT`.
    PosixlyCorrect,
}

impl Usual {
    /// Its name.
    pub fn name(self) -> &'static [u8] {
        match self {
            Usual::LcAll => b"LC_ALL",
            Usual::LcCtype => b"LC_CTYPE",
            Usual::LcMessages => b"LC_MESSAGES",
            Usual::Lang => b"LANG",
            Usual::LdPreload => b"LD_PRELOAD",
            Usual::PosixlyCorrect => b"POSIXLY_CORRECT",
        }
    }
}

/// A host that runs nothing, for what starts no commands.
pub struct NoHost;

impl Host for NoHost {
    fn run_command(
        &mut self,
        _: &[&[u8]],
        _: Option<Rc<OpenFile>>,
        _: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// What a utility that runs other commands (`xargs`, `find -exec`, `env`) asks for.
pub trait Host {
    /// Runs a command that PATH leads to (in-process where that is the same), with the utility's
    /// own files unless `stdin` is another. `environment` is a whole list of NAME=value, or None
    /// for the utility's own; its PATH counts, and where it has none, execvp(3)'s.
    /// Returns the exit status, or [`KILLED`] and the number of the signal.
    ///
    /// # Errors
    /// The errno with which it could not be started.
    fn run_command(
        &mut self,
        arguments: &[&[u8]],
        stdin: Option<Rc<OpenFile>>,
        environment: Option<&[Vec<u8>]>,
    ) -> io::Result<i32>;

    /// Runs `/bin/sh -c text` under the name `sh`, as system(3) does. Returns what
    /// [`Host::run_command`] does.
    ///
    /// # Errors
    /// The errno with which it could not be started.
    fn run_shell(&mut self, text: &[u8]) -> io::Result<i32> {
        self.run_command(&[b"/bin/sh", b"-c", text], None, None)
    }

    /// Whether [`Host::start`] works. Admission asks.
    fn can_start(&self) -> bool {
        false
    }

    /// Starts `/bin/sh -c text` beside the utility (popen(3)), with the utility's own files unless
    /// `stdin` or `stdout` is another.
    ///
    /// # Errors
    /// Those of a launch: the shell could not be started.
    fn start(
        &mut self,
        _text: &[u8],
        _stdin: Option<Rc<OpenFile>>,
        _stdout: Option<Rc<OpenFile>>,
    ) -> io::Result<Box<dyn Started>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The open file that the utility has inherited under a number above 2.
    fn file(&mut self, _number: u32) -> Option<Rc<OpenFile>> {
        None
    }

    /// Whether [`Host::launch`] works, and none of these signals is ignored. Admission asks.
    fn can_launch(&self, _signals: &[i32]) -> bool {
        false
    }

    /// Launches a program that PATH leads to as execvp(3) would execute it, always in a process of
    /// its own, with the utility's own variables, and its files unless `stdin` is another. Returns
    /// the process id, for [`Host::wait_launched`].
    ///
    /// # Errors
    /// The errno of execvp(3), or that with which no process could be made.
    fn launch(
        &mut self,
        _arguments: &[&[u8]],
        _attributes: &Attributes,
        _stdin: Option<Rc<OpenFile>>,
    ) -> io::Result<i32> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Waits until a process of [`Host::launch`] has ended, which it does once; None where it has
    /// not at `until`.
    fn wait_launched(&mut self, _process: i32, _until: Option<Instant>) -> Option<Ended> {
        None
    }

    /// Sends a signal to a process of [`Host::launch`] that was not waited for, or to the process
    /// group that it leads (kill(2)).
    fn signal_launched(&mut self, _process: i32, _signal: i32, _group: bool) {}
}

/// What the process of a command has that the utility's own has not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attributes {
    /// What is added to the nice value.
    pub niceness: i32,
    /// Whether it leads a session of its own (setsid(2)).
    pub session: bool,
    /// Whether it leads a process group of its own.
    pub group: bool,
    /// A signal that it ignores.
    pub ignored: Option<i32>,
    /// The signal that it receives where its parent ends before it (PR_SET_PDEATHSIG).
    pub parent_death: Option<i32>,
    /// The processors that it may use, a bit for each.
    pub processors: Option<u64>,
    /// A descriptor of this process that it inherits too, under the lowest number that is free.
    pub inherited: Option<RawFd>,
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With an exit status.
    Status(u8),
    /// By a signal.
    Signal {
        /// Its number.
        number: i32,
        /// Whether there is a core dump.
        dumped: bool,
    },
}

/// What [`Host::run_command`] adds to the number of a signal that ended the command: no exit
/// status is that large.
pub const KILLED: i32 = 256;

/// A command that [`Host::start`] has started. Dropped, it goes on by itself, or is waited for.
pub trait Started {
    /// Waits for its end, and returns what [`Host::run_command`] does.
    fn wait(&mut self) -> i32;
}

/// Everything that a process would have.
pub struct Context<'a> {
    /// The name by which the utility calls itself in messages.
    pub name: &'a [u8],
    /// The name by which it was called, perhaps a path (`argv[0]`).
    pub called: &'a [u8],
    /// The installed program that is reproduced.
    pub program: Program,
    /// Standard input; None where it is closed.
    pub stdin: Option<Rc<OpenFile>>,
    /// Standard output; None where it is closed.
    pub stdout: Option<Rc<OpenFile>>,
    /// Standard error; None where it is closed.
    pub stderr: Option<Rc<OpenFile>>,
    /// The working directory (O_PATH): every path is opened relative to it (openat(2)).
    /// The process itself may be elsewhere.
    pub directory: BorrowedFd<'a>,
    /// Environment variables.
    pub variables: &'a dyn Variables,
    /// Says the file mode creation mask ([`Context::umask`]), which takes system calls to find out.
    pub mask: &'a dyn Fn() -> u32,
    /// Whether characters are UTF-8 (from LC_ALL, LC_CTYPE, LANG), else single bytes.
    pub utf8: bool,
    /// Whether SIGPIPE is ignored: writing where nobody reads is an error like another then.
    pub pipe_ignored: bool,
    /// Waits and stages.
    pub scheduler: &'a Rc<Scheduler>,
    /// Whether other processors may be used.
    pub parallel: bool,
    /// What is worth keeping between calls: compiled regular expressions and scripts.
    pub caches: &'a mut Caches,
    /// Runs other commands.
    pub host: &'a mut dyn Host,
    /// Whether POSIXLY_CORRECT may change what the utility does with these arguments.
    pub heeds_posix: Cell<bool>,
    /// Whether a message could not be written; none at first.
    pub lost_message: Cell<bool>,
}

/// How a utility ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With an exit status.
    Status(u8),
    /// As if killed by this signal (SIGPIPE after EPIPE, SIGINT after an interrupted wait):
    /// status 128+n, no message.
    Signal(i32),
}

impl Exit {
    /// Status 0.
    pub const SUCCESS: Exit = Exit::Status(0);
    /// Status 1.
    pub const FAILURE: Exit = Exit::Status(1);
}

/// SIGPIPE, by which a process ends that writes where nobody reads.
pub const SIGPIPE: i32 = 13;
/// SIGINT, by which a process ends that a terminal interrupts.
pub const SIGINT: i32 = 2;

/// What FORKLESS_THREADS says of other processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Threads {
    /// How many threads there may be, the one that calls included.
    count: usize,
    /// Bytes that a utility handles on one thread before it uses others, where it says so.
    from: Option<usize>,
}

impl Threads {
    /// What is too little for other processors to pay.
    const FROM: usize = 4 << 20;
    /// What may be asked for.
    const MOST: usize = 64;

    /// What FORKLESS_THREADS says: `N` or `N:BYTES`. None where it says nothing of use.
    fn parse(text: &[u8]) -> Option<Self> {
        let (count, from) = match byte_search::memchr(b':', text) {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<usize>().ok();
        let count = number(count).filter(|count| (1..=Self::MOST).contains(count))?;
        let from = match from {
            Some(from) => Some(number(from)?),
            None => None,
        };
        Some(Self { count, from })
    }
}

impl Context<'_> {
    /// Bytes of input that are handled on one thread before others are used, and whether that is
    /// what FORKLESS_THREADS asks for.
    pub fn parallel_from(&self) -> (usize, bool) {
        match self.asked_threads().and_then(|threads| threads.from) {
            Some(from) => (from, true),
            None => (Threads::FROM, false),
        }
    }

    fn asked_threads(&self) -> Option<Threads> {
        self.variables.get(b"FORKLESS_THREADS").and_then(|text| Threads::parse(&text))
    }

    /// Threads that compute for this utility, for as long as it holds them: as FORKLESS_THREADS says,
    /// else for as many processors as the process may use (sched_getaffinity(2), the quota of its
    /// cgroup). None where there is one processor for everything.
    pub fn workers(&self) -> Option<Rc<stage::Workers>> {
        if !self.parallel {
            return None;
        }
        let count = match self.asked_threads() {
            Some(threads) => threads.count,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        self.scheduler.workers(count - 1)
    }

    /// The file mode creation mask. The process's own is the same while the utility runs, but in a session.
    pub fn umask(&self) -> u32 {
        (self.mask)()
    }

    /// How file names are quoted in what the installed program says.
    pub fn quoting(&self) -> Quoting {
        let is_plain = self.has(Change::QuoteEdges) || self.has(Change::FindQuoteEdges);
        Quoting { utf8: self.utf8, edges: if is_plain { Edges::Plain } else { Edges::Confused } }
    }

    /// Whether the installed program does what `change` says.
    pub fn has(&self, change: Change) -> bool {
        self.program.has(change)
    }

    /// Standard output, buffered as stdio would. Callers finish it with `finish` and pass its error
    /// to [`Context::write_error`].
    ///
    /// # Errors
    /// EBADF where it is closed.
    pub fn output(&self) -> io::Result<Output> {
        match &self.stdout {
            Some(file) => Ok(Output::new(file.clone())),
            None => Err(bad_descriptor()),
        }
    }

    /// Standard input, to be read exactly as far as asked for.
    ///
    /// # Errors
    /// EBADF where it is closed.
    pub fn input(&self) -> io::Result<Input> {
        self.stdin.clone().map(Input::exact).ok_or_else(bad_descriptor)
    }

    /// Standard input, to be read to its end.
    ///
    /// # Errors
    /// EBADF where it is closed.
    pub fn whole_input(&self) -> io::Result<Input> {
        self.stdin.clone().map(Input::whole).ok_or_else(bad_descriptor)
    }

    /// Opens a file for reading (open(2), O_RDONLY|O_CLOEXEC), relative to the working directory.
    ///
    /// # Errors
    /// Those of open(2).
    pub fn open(&self, path: &[u8]) -> io::Result<Rc<OpenFile>> {
        self.open_with(path, OFlags::RDONLY).map_err(Into::into)
    }

    /// Opens a file as [`Context::open`] does, for programs that take `/dev/stdin` for their standard input itself,
    /// where they have read to, and do not open it anew.
    ///
    /// # Errors
    /// Those of open(2); EBADF for a standard input that is closed.
    pub fn open_or_standard(&self, path: &[u8]) -> io::Result<Rc<OpenFile>> {
        match path {
            b"/dev/stdin" => self.stdin.clone().ok_or_else(bad_descriptor),
            path => self.open(path),
        }
    }

    /// Opens a file relative to the working directory; one that it makes has the mode 0666 less
    /// the mask. A FIFO that waits for its other end does not stop other stages.
    ///
    /// # Errors
    /// Those of open(2); EINTR where a signal ended the wait.
    pub fn open_with(&self, path: &[u8], flags: OFlags) -> rustix::io::Result<Rc<OpenFile>> {
        Ok(OpenFile::from_fd(self.scheduler, self.open_fd(path, flags)?))
    }

    /// Lets the stages before this one run until they wait, since they may read a file that is about to be emptied:
    /// as programs of their own they would have begun by then.
    pub fn let_stages_begin(&self) {
        self.scheduler.yield_now();
    }

    /// Opens a file as [`Context::open_with`] does, for callers that need the descriptor itself
    /// first.
    ///
    /// # Errors
    /// Those of [`Context::open_with`].
    pub fn open_fd(&self, path: &[u8], flags: OFlags) -> rustix::io::Result<OwnedFd> {
        let mode = Mode::from_raw_mode(0o666);
        let (scheduler, directory) = (self.scheduler, self.directory);
        let own = |number| {
            let file = match number {
                0 => &self.stdin,
                1 => &self.stdout,
                2 => &self.stderr,
                number => return Ok(number as RawFd),
            };
            let file = file.as_ref().ok_or(rustix::io::Errno::NOENT)?;
            file.real().map_err(|_| rustix::io::Errno::MFILE)
        };
        stage::open::open(scheduler, directory, path, flags, mode, Signals::Terminal, Some(&own))
    }

    /// The status (stat(2)) of what an operand names; `-` is standard input. None: there is none to be had.
    pub fn status_of_operand(&self, name: &[u8]) -> Option<Stat> {
        match name {
            b"-" => self.stdin.as_ref()?.stat(),
            name => stage::door::statat(self.directory, name, AtFlags::empty()).ok(),
        }
    }

    /// Whether a path leads to a regular file.
    pub fn is_regular_file(&self, path: &[u8]) -> bool {
        let found = stage::door::statat(self.directory, path, AtFlags::empty());
        found.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
    }

    /// The text of a regular file that holds a program or patterns, of up to 1 MiB. A FIFO is not opened:
    /// its writer is for who opens it next, the installed program.
    pub fn program_file(&self, name: &[u8]) -> Option<Vec<u8>> {
        const MOST: i64 = 1 << 20;
        let is_stream = name == b"-" || name.starts_with(b"/dev/") || name.starts_with(b"/proc/");
        if is_stream || !self.is_regular_file(name) {
            return None;
        }
        let file = self.open(name).ok()?;
        file.stat().filter(|stat| stat.st_size <= MOST)?;
        let mut text = Vec::new();
        let mut reader = crate::text::stream::Reader::within(self, file);
        reader.read_rest(&mut text).ok()?;
        Some(text)
    }

    /// Whether a path is that of a FIFO, the opening of which would stop other stages: one of
    /// them may be who opens its other end.
    pub fn waits_for_writer(&self, path: &[u8]) -> bool {
        stage::open::waits(self.scheduler, self.directory, path)
    }

    /// Writes text to standard error at once; an error of that shows in the status.
    pub fn error_text(&self, text: &[u8]) {
        let _ = self.write_message(text);
    }

    /// A diagnostic line that GNU's utility leaves to the process which it has made for a
    /// command: an error of that is nobody's.
    pub fn error_of_child(&self, text: &[u8]) {
        if let Some(file) = &self.stderr {
            let _ = file.write_all(&[self.name, b": ", text, b"\n"].concat());
        }
    }

    /// Writes text to standard error at once, for callers that look at the error too.
    ///
    /// # Errors
    /// Those of write(2); the error shows in the exit status too.
    pub fn write_message(&self, text: &[u8]) -> io::Result<()> {
        let Some(file) = &self.stderr else { return Ok(()) };
        file.write_all(text).inspect_err(|_| self.lost_message.set(true))
    }

    /// How the utility ends that says it ends so: GNU's fail, as they do in the worst case,
    /// where they find at their end that a message could not be written.
    pub fn ending(&self, utility: &str, exit: Exit) -> Exit {
        match (self.lost_message.get(), exit) {
            (true, Exit::Status(_)) => failure(utility).map_or(exit, Exit::Status),
            _ => exit,
        }
    }

    /// How a utility ends that does not get the memory that it needs: with GNU's message and status.
    #[cold]
    pub fn exhausted(&self, utility: &str) -> Exit {
        self.error("memory exhausted");
        Exit::Status(match utility {
            "awk" | "mawk" | "gawk" | "cmp" | "diff" | "sed" => 2,
            utility => failure(utility).unwrap_or(1),
        })
    }

    /// Writes a diagnostic line: `name: text`.
    pub fn error(&self, text: impl AsRef<[u8]>) {
        let mut line = self.name.to_vec();
        line.extend_from_slice(b": ");
        line.extend_from_slice(text.as_ref());
        line.push(b'\n');
        self.error_text(&line);
    }

    /// What an error on input or output means for the utility: a signal where a process would
    /// have died of one, else `None` and the caller says what failed.
    pub fn signal_of(&self, error: &io::Error) -> Option<Exit> {
        Self::signal_unless(self.pipe_ignored, error)
    }

    /// [`Context::signal_of`] for callers that have no context.
    pub fn signal_unless(pipe_ignored: bool, error: &io::Error) -> Option<Exit> {
        match error.kind() {
            io::ErrorKind::BrokenPipe if !pipe_ignored => Some(Exit::Signal(SIGPIPE)),
            io::ErrorKind::Interrupted => Some(Exit::Signal(SIGINT)),
            _ => None,
        }
    }

    /// Whether standard output is the full device (full(4)).
    pub fn writes_in_vain(&self) -> bool {
        let stat = self.stdout.as_ref().and_then(|file| file.stat());
        stat.is_some_and(|stat| {
            FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice
                && stat.st_rdev == rustix::fs::makedev(1, 7)
        })
    }

    /// Ends a utility whose standard output could not be written: GNU's `name: write error:
    /// reason`, status `status`; silently by SIGPIPE where nobody reads.
    pub fn write_error(&self, error: &io::Error, status: u8) -> Exit {
        if let Some(exit) = self.signal_of(error) {
            return exit;
        }
        let mut text = b"write error: ".to_vec();
        text.extend_from_slice(crate::message::reason(error).as_bytes());
        self.error(&text);
        Exit::Status(status)
    }

    /// Whether a terminal's signal is pending: long work without input or output looks now
    /// and then and returns `Exit::Signal(SIGINT)`.
    pub fn interrupted(&self) -> bool {
        self.scheduler.check(Signals::Terminal).is_err()
    }
}

/// The status of GNU's utility when standard error fails; None of what does not care.
fn failure(utility: &str) -> Option<u8> {
    match utility {
        "awk" | "mawk" | "gawk" | "cmp" | "diff" | "getconf" | "sed" | "which" | "xxd" => None,
        "egrep" | "fgrep" | "grep" | "ls" | "printenv" | "sort" | "test" | "[" => Some(2),
        "expr" | "tty" => Some(3),
        "env" | "nice" | "nohup" | "timeout" => Some(125),
        _ => Some(1),
    }
}

fn bad_descriptor() -> io::Error {
    rustix::io::Errno::BADF.into()
}
