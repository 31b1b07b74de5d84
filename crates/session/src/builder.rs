//! What a session begins with.

use crate::call::write_elsewhere;
use crate::error::{Error, check_name};
use crate::family::{Family, Member};
use crate::memory::Memory;
use crate::session::Session;
use confine::{Policy, Ruleset, Surroundings};
use dialect::Dialect;
use launch::worker::{Caller, Worker};
use runtime::counted::{self, Count, outside};
use rustix::fs::{Mode, OFlags};
use shell::Environment;
use shell::limits::Limits;
use shell::session::Settings;
use shell::shared::Shared;
use shell::signal_source::SessionSignals;
use stage::{Capture, OpenFile, Scheduler};
use std::cell::RefCell;
use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Where a session's standard input comes from.
#[derive(Debug, Default)]
pub enum Input {
    /// Nothing is there to be read.
    #[default]
    Null,
    /// The process's own.
    Inherit,
    /// These bytes.
    Bytes(Vec<u8>),
    /// An open file.
    File(OwnedFd),
}

impl Input {
    /// Bytes of memory that a session gets with it.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.capacity(),
            _ => 0,
        }
    }
}

/// Where standard output or error of a session goes.
#[derive(Default)]
pub enum Output {
    /// Into the [`Outcome`](crate::Outcome) of each run.
    #[default]
    Capture,
    /// Nowhere.
    Null,
    /// To the process's own.
    Inherit,
    /// To an open file.
    File(OwnedFd),
    /// To a function, as it is written. It runs on the thread that runs the session, and cannot use it.
    Callback(Callback),
}

/// What gets output as it is written.
pub type Callback = Box<dyn FnMut(&[u8]) + Send>;

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Capture => "Capture",
            Self::Null => "Null",
            Self::Inherit => "Inherit",
            Self::File(_) => "File",
            Self::Callback(_) => "Callback",
        })
    }
}

/// What is known of installed programs: which of them sessions have inside. One value may serve all sessions of a
/// process, on any thread ([`Builder::programs`]); what a file was found to be is forgotten when it changes.
#[derive(Clone, Debug, Default)]
pub struct Programs(utilities::identify::Found);

/// Makes sessions. What is not said: our own dialect, no arguments, `PATH` as the standard has it and no other
/// variable, the process's directory, no input, output and error captured, no limits.
#[derive(Debug)]
pub struct Builder {
    dialect: Dialect,
    name: Vec<u8>,
    arguments: Vec<Vec<u8>>,
    variables: Vec<(Vec<u8>, Vec<u8>)>,
    directory: PathBuf,
    stdin: Input,
    outputs: [Output; 2],
    limits: Limits,
    policy: Option<Policy>,
    programs: Option<Programs>,
    shell: Option<PathBuf>,
    memory: Vec<(Vec<u8>, Option<u64>)>,
    in_place_of_shell: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            dialect: Dialect::Own,
            name: b"forkless".to_vec(),
            arguments: Vec::new(),
            variables: Vec::new(),
            directory: PathBuf::from("."),
            stdin: Input::default(),
            outputs: [Output::Capture, Output::Capture],
            limits: Limits::default(),
            policy: None,
            programs: None,
            shell: None,
            memory: Vec::new(),
            in_place_of_shell: false,
        }
    }
}

impl Builder {
    /// The language: that of a shell that is called by the name.
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// `$0`, by which messages begin.
    pub fn name(mut self, name: impl AsRef<[u8]>) -> Self {
        self.name = name.as_ref().to_vec();
        self
    }

    /// Adds a positional parameter.
    pub fn argument(mut self, argument: impl AsRef<[u8]>) -> Self {
        self.arguments.push(argument.as_ref().to_vec());
        self
    }

    /// Adds an exported variable. Those that have a shell run commands when it starts (ENV, BASH_ENV, PS4,
    /// SHELLOPTS …) are left out.
    pub fn variable(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        self.variables.push((name.as_ref().to_vec(), value.as_ref().to_vec()));
        self
    }

    /// Exports variables of strings `NAME=value`, an environment's. A string without a name of the shell's is none,
    /// as in a shell.
    pub fn environment<'a>(mut self, strings: impl IntoIterator<Item = &'a [u8]>) -> Self {
        for string in strings {
            let Some(sign) = string.iter().position(|&byte| byte == b'=') else { continue };
            if syntax::names::is_name(&string[..sign]) {
                self.variables.push((string[..sign].to_vec(), string[sign + 1..].to_vec()));
            }
        }
        self
    }

    /// Adds the variables of the process's environment, as [`Self::variable`] does, where their names are
    /// the shell's.
    // The host asks for it, and it is read before the session is there.
    #[allow(clippy::disallowed_methods)]
    pub fn inherit_environment(mut self) -> Self {
        for (name, value) in std::env::vars_os() {
            if syntax::names::is_name(name.as_bytes()) {
                self.variables.push((name.as_bytes().to_vec(), value.as_bytes().to_vec()));
            }
        }
        self
    }

    /// The directory that it begins in. The process's own is as it is when the session is built.
    pub fn directory(mut self, path: impl AsRef<Path>) -> Self {
        self.directory = path.as_ref().to_path_buf();
        self
    }

    /// Standard input.
    pub fn stdin(mut self, input: Input) -> Self {
        self.stdin = input;
        self
    }

    /// Standard output.
    pub fn stdout(mut self, output: Output) -> Self {
        self.outputs[0] = output;
        self
    }

    /// Standard error.
    pub fn stderr(mut self, output: Output) -> Self {
        self.outputs[1] = output;
        self
    }

    /// The limits of each run. A limit of memory needs an allocator that counts, [`crate::Counted`].
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Has the kernel hold the session, and all that it starts, to a policy. Its scripts run on a thread of its own,
    /// which it shares with its clones and which is confined; functions of the host run on the thread that runs the
    /// session, and are not. Paths are relative to the session's directory and are looked up
    /// when it is built. What is open, and given to the session, stays open. Of what /proc shows of processes nothing is
    /// allowed, since that would be the host's.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Shares with other sessions what they have found out about installed programs, which takes a new
    /// session some 5 microseconds for each utility that it meets. A session under a policy shares nothing: it has to be allowed to read them.
    pub fn programs(mut self, programs: &Programs) -> Self {
        self.programs = Some(programs.clone());
        self
    }

    /// The program that is this shell: an asynchronous list that is no external command, `{ a; b; } &`, is run by
    /// it, in a copy of the session's state. Else it is `forkless` in /usr/local/bin or /usr/bin, and where neither is there such
    /// a list is refused. It is refused, too, under a policy, with an observer, where the session has functions of the host,
    /// and where a script cannot say the state (name references, attributes that only ksh93 has).
    pub fn shell(mut self, path: impl AsRef<Path>) -> Self {
        self.shell = Some(path.as_ref().to_path_buf());
        self
    }

    /// Has an empty file system in memory found at a path, which is absolute and need not be there; what is there
    /// is hidden. `size` is how many bytes it may hold, rounded up to pages; None: half of the machine's memory. The
    /// session and its clones share it, nobody else sees it: a program that is given a path in it, or would run in it,
    /// is not launched, with a message that says so and status 126; open files of it are passed on. A directory does not
    /// list it, and a symbolic link from outside does not lead into it.
    ///
    /// It is a mount of its own where the kernel lets the process make one (CAP_SYS_ADMIN), else a directory in
    /// /dev/shm, for this user alone and without a size of its own, which is removed with the last of the sessions.
    pub fn memory(mut self, path: impl AsRef<[u8]>, size: Option<u64>) -> Self {
        self.memory.push((path.as_ref().to_vec(), size));
        self
    }

    /// The session is in the place of a shell process that the host would have launched, as by system(3). Programs
    /// inherit the process's descriptors above 2, as they would from that shell. What is sent to it as INT or QUIT
    /// a terminal has sent to its programs, too: it ends when they have ended.
    pub fn in_place_of_shell(mut self) -> Self {
        self.in_place_of_shell = true;
        self
    }

    /// Makes the session.
    ///
    /// # Errors
    /// [`Error::Policy`] where the policy names what is not there, or denies what this kernel cannot
    /// hold and does not [allow that](Policy::allow_weaker); [`Error::Confinement`] where the kernel refuses it.
    /// [`Error::System`] where the directory, a file or a file system in memory cannot be had; [`Error::InvalidName`] for a variable
    /// without a name of the shell's, [`Error::Nul`] where a text has a NUL. [`Error::MemoryNotCounted`] where memory is
    /// limited.
    pub fn build(self) -> Result<Session, Error> {
        if self.limits.memory.is_none() {
            return self.build_session();
        }
        if !counted::prepare() {
            return Err(Error::MemoryNotCounted);
        }
        // What the host has given and the session has no more is freed within the count.
        let given = self.size();
        let count = Count::begin();
        let session = self.build_session()?;
        let held = count.bytes().saturating_add_unsigned(given);
        drop(count);
        session.hold(held)?;
        Ok(session)
    }

    /// Bytes of what the host has given, beside what stays its own.
    fn size(&self) -> usize {
        let texts = self.arguments.iter().chain([&self.name]).map(Vec::capacity);
        let variables =
            self.variables.iter().map(|(name, value)| name.capacity() + value.capacity());
        let lists = self.arguments.capacity() * size_of::<Vec<u8>>()
            + self.variables.capacity() * size_of::<(Vec<u8>, Vec<u8>)>();
        texts.chain(variables).sum::<usize>() + lists + self.stdin.size()
    }

    fn build_session(self) -> Result<Session, Error> {
        for (name, _) in &self.variables {
            check_name(name)?;
        }
        let values = self.variables.iter().map(|(_, value)| value);
        let directory = self.directory.as_os_str().as_bytes();
        let shell = match &self.shell {
            Some(path) => CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::Nul)?,
            None => CString::default(),
        };
        let mut texts = values.chain(&self.arguments).chain([&self.name]);
        if texts.any(|text| text.contains(&0)) || directory.contains(&0) {
            return Err(Error::Nul);
        }
        launch::left::reap();
        let signals = Arc::new(SessionSignals::new(self.in_place_of_shell));
        let shared = Shared::for_session(signals.clone(), &[&awk::AWK, &awk::MAWK, &awk::GAWK]);
        shared.session_shell.replace(match (&self.policy, &self.shell) {
            // What it would read its state from is what a policy denies.
            (Some(_), _) => Some(CString::default()),
            (None, Some(_)) => Some(shell),
            (None, None) => None,
        });
        if let (Some(Programs(found)), None) = (&self.programs, &self.policy) {
            shared.programs.borrow_mut().share(found);
        }
        let scheduler = shared.scheduler.clone();
        let memory = Memory::make(&self.memory)?;
        let (worker, surroundings) = match &self.policy {
            Some(policy) => {
                let (worker, surroundings) = confined_worker(policy, &self.directory, &memory)?;
                (Some(worker), surroundings)
            }
            None => (None, None),
        };
        if let Some(surroundings) = &surroundings {
            let _ = shared.surroundings.set(surroundings.clone());
        }
        shared.mounts.replace(memory.into_mounts()?);
        let caller = worker.as_ref().map(Worker::caller);
        let input = open_input(&scheduler, self.stdin)?;
        let mut captures = [None, None];
        let mut files = [input, None, None];
        for (index, (number, output)) in (1..).zip(self.outputs).enumerate() {
            let (file, capture) =
                open_output(&scheduler, number, output, self.limits.output, caller.as_ref())?;
            files[index + 1] = Some(file);
            captures[index] = capture;
        }
        let env = Environment::for_session(
            shared,
            Settings {
                dialect: self.dialect,
                name: &self.name,
                arguments: &self.arguments,
                variables: &self.variables,
                directory,
                files,
                in_place_of_shell: self.in_place_of_shell,
            },
        )?;
        let (family, number) =
            Family::new(Member { env, captures, is_new: true, held: 0 }, worker, surroundings);
        Ok(Session::new(family, number, signals, self.limits))
    }
}

/// A thread that the kernel holds to a policy, whose paths are relative to `directory`.
fn confined_worker(
    policy: &Policy,
    directory: &Path,
    memory: &Memory,
) -> Result<(Worker, Option<Arc<Surroundings>>), Error> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, flags, Mode::empty()).map_err(io::Error::from)?;
    let ruleset = Ruleset::prepare_for_thread(policy, directory.as_fd())?;
    for root in memory.roots() {
        ruleset.allow_directory(root)?;
    }
    let mut worker = Worker::start("forkless-session")?;
    let surroundings = Surroundings::make(policy, directory.as_fd(), &ruleset)?;
    worker
        .run(|| {
            stage::door::confine_thread();
            ruleset.apply_to_thread()
        })
        .map_err(Error::Confinement)?;
    Ok((worker, surroundings.map(Arc::new)))
}

pub(crate) fn open_input(
    scheduler: &Rc<Scheduler>,
    input: Input,
) -> io::Result<Option<Rc<OpenFile>>> {
    Ok(Some(match input {
        Input::Null => OpenFile::null(scheduler),
        Input::Inherit => {
            let fd = match rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 10) {
                Ok(fd) => fd,
                Err(rustix::io::Errno::BADF) => return Ok(None),
                Err(errno) => return Err(errno.into()),
            };
            OpenFile::from_fd(scheduler, fd)
        }
        Input::Bytes(bytes) => OpenFile::text(scheduler, bytes.into()),
        Input::File(fd) => OpenFile::from_fd(scheduler, stage::private(fd)?),
    }))
}

pub(crate) fn open_output(
    scheduler: &Rc<Scheduler>,
    number: u32,
    output: Output,
    most: Option<usize>,
    caller: Option<&Caller>,
) -> io::Result<(Rc<OpenFile>, Option<Capture>)> {
    let file = match output {
        Output::Capture => {
            let capture = Capture::new(scheduler);
            if let Some(most) = most {
                capture.limit(most);
            }
            return Ok((capture.file().clone(), Some(capture)));
        }
        Output::Callback(callback) => {
            let capture = Capture::new(scheduler);
            let mut callback = match caller {
                Some(caller) => write_elsewhere(caller.clone(), callback),
                None => callback,
            };
            let sink = move |bytes: &[u8]| outside(|| callback(bytes));
            capture.stream(Rc::new(RefCell::new(sink)));
            return Ok((capture.file().clone(), Some(capture)));
        }
        Output::Null => null()?,
        Output::Inherit => match number {
            1 => rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 10)?,
            _ => rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 10)?,
        },
        Output::File(fd) => stage::private(fd)?,
    };
    Ok((OpenFile::from_fd(scheduler, file), None))
}

fn null() -> io::Result<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    let fd = rustix::fs::open(OsStr::new("/dev/null"), flags, Mode::empty())?;
    stage::private(fd)
}
