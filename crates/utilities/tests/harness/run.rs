//! Runs one call: the installed program in a process, ours in this one.

use super::{Case, Outcome, Sink, Source, tree};
use rustix::event::{PollFd, PollFlags};
use rustix::fs::{MemfdFlags, Mode, OFlags, SeekFrom};
use stage::{Kernel, OpenFile, Scheduler, Signals};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};
use utilities::caches::Caches;
use utilities::identify::Programs;
use utilities::program::Family;
use utilities::{Attributes, Context, Decision, Ended, Exit, Host, Program, Utility, Variables};

/// Where the installed utilities are.
pub fn installed_path(case: &Case<'_>) -> PathBuf {
    if case.multicall == Some("coreutils") {
        // uutils' looks at the name of its file, not at that it was called by.
        return Path::new("/usr/lib/cargo/bin/coreutils").join(&case.utility);
    }
    Path::new("/usr/bin").join(case.multicall.unwrap_or(&case.utility))
}

/// What the installed program of a case is.
pub fn program(case: &Case<'_>) -> Option<Program> {
    let path = std::fs::canonicalize(installed_path(case)).ok()?;
    let path = path.as_os_str().as_bytes();
    let status = rustix::fs::statat(rustix::fs::CWD, path, rustix::fs::AtFlags::empty()).ok()?;
    Programs::default().identify(path, &status, case.utility.as_bytes())
}

/// The family of the program that a case is held against, where that is one for many utilities.
pub fn family_of_many(case: &Case<'_>) -> Option<Family> {
    let family = program(case).filter(|_| case.version.is_none()).map(|program| program.family);
    family.filter(|it| matches!(it, Family::Busybox | Family::Toybox | Family::Uutils))
}

/// The mask is the process's: cases that need another one run alone.
static MASK: RwLock<()> = RwLock::new(());
/// Sets the usual mask once.
static USUAL: Mutex<bool> = Mutex::new(false);

pub enum MaskGuard {
    Usual(RwLockReadGuard<'static, ()>),
    Other(RwLockWriteGuard<'static, ()>),
}

impl Drop for MaskGuard {
    fn drop(&mut self) {
        if let MaskGuard::Other(_) = self {
            rustix::process::umask(Mode::from_raw_mode(0o022));
        }
    }
}

/// Sees to it that the mask is this one for as long as the guard lives.
pub fn mask(umask: u32) -> MaskGuard {
    let mut usual: MutexGuard<'_, bool> = USUAL.lock().unwrap_or_else(|e| e.into_inner());
    if !*usual {
        rustix::process::umask(Mode::from_raw_mode(0o022));
        *usual = true;
    }
    drop(usual);
    if umask == 0o022 {
        return MaskGuard::Usual(MASK.read().unwrap_or_else(|e| e.into_inner()));
    }
    MaskGuard::Other(MASK.write().unwrap_or_else(|e| e.into_inner()))
}

fn set_mask(umask: u32) {
    if umask != 0o022 {
        rustix::process::umask(Mode::from_raw_mode(umask));
    }
}

fn reset_mask(umask: u32) {
    if umask != 0o022 {
        rustix::process::umask(Mode::from_raw_mode(0o022));
    }
}

/// Descriptors of one run, the same for either side.
struct Files {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// Writes what goes through the pipe to standard input.
    writer: Option<std::thread::JoinHandle<()>>,
}

fn copy(fd: &OwnedFd) -> OwnedFd {
    fd.try_clone().unwrap()
}

fn copy_of(fd: &Option<OwnedFd>) -> Option<OwnedFd> {
    fd.as_ref().map(copy)
}

fn memory() -> OwnedFd {
    rustix::fs::memfd_create("collected", MemfdFlags::CLOEXEC).unwrap()
}

fn open(path: &Path, flags: OFlags) -> OwnedFd {
    rustix::fs::open(path, flags | OFlags::CLOEXEC, Mode::from_raw_mode(0o666)).unwrap()
}

fn sink(sink: &Sink, directory: &Path) -> Option<OwnedFd> {
    Some(match sink {
        Sink::Collect => memory(),
        Sink::Closed => return None,
        Sink::Full => open(Path::new("/dev/full"), OFlags::WRONLY),
        Sink::Broken => {
            let writer: OwnedFd = std::io::pipe().unwrap().1.into();
            // Another thread's child may have the reading end until it has begun its program.
            let broken = PollFlags::ERR;
            while !poll_once(&writer).contains(broken) {
                std::thread::yield_now();
            }
            writer
        }
        Sink::Named(name) => {
            open(&directory.join(name), OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC)
        }
        Sink::Append(name) => {
            open(&directory.join(name), OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND)
        }
    })
}

fn poll_once(fd: &OwnedFd) -> PollFlags {
    let mut fds = [PollFd::new(fd, PollFlags::OUT)];
    let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut fds, Some(&now)).unwrap();
    fds[0].revents()
}

impl Files {
    fn new(case: &Case<'_>, directory: &Path) -> Self {
        let mut writer = None;
        let stdin = match &case.stdin {
            Source::Closed => None,
            Source::Null => Some(open(Path::new("/dev/null"), OFlags::RDONLY)),
            Source::Directory => Some(open(directory, OFlags::RDONLY)),
            Source::Named(name) => Some(open(&directory.join(name), OFlags::RDONLY)),
            Source::File(bytes) => {
                // A regular file as any other, opened for reading only.
                let memory = memory();
                let mut file = File::from(memory);
                file.write_all(bytes).unwrap();
                let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
                Some(open(Path::new(&path), OFlags::RDONLY))
            }
            Source::Pipe(bytes) => {
                let (reader, mut end) = std::io::pipe().unwrap();
                if bytes.len() <= 4096 {
                    end.write_all(bytes).unwrap();
                } else {
                    let bytes = bytes.clone();
                    writer = Some(std::thread::spawn(move || {
                        // The reader may stop early.
                        let _ = end.write_all(&bytes);
                    }));
                }
                Some(reader.into())
            }
        };
        let stdout = sink(&case.stdout, directory);
        let stderr = if case.merged { copy_of(&stdout) } else { sink(&case.stderr, directory) };
        Self { stdin, stdout, stderr, writer }
    }

    fn outcome(self, case: &Case<'_>, directory: &Path, status: i32) -> Outcome {
        let rest = match (&case.stdin, &self.stdin) {
            (Source::File(_), Some(fd)) if case.rest => {
                let mut rest = Vec::new();
                File::from(copy(fd)).read_to_end(&mut rest).unwrap();
                Some(rest)
            }
            _ => None,
        };
        drop(self.stdin);
        if let Some(writer) = self.writer {
            writer.join().unwrap();
        }
        let collect = |sink: &Sink, fd: &Option<OwnedFd>| match (sink, fd) {
            (Sink::Collect, Some(fd)) => contents(fd),
            _ => Vec::new(),
        };
        let stdout = collect(&case.stdout, &self.stdout);
        let stderr = if case.merged { Vec::new() } else { collect(&case.stderr, &self.stderr) };
        let tree = case.tree.then(|| tree::snapshot(directory, case.times));
        Outcome { stdout, stderr, status, rest, tree }
    }
}

fn contents(fd: &OwnedFd) -> Vec<u8> {
    let mut bytes = Vec::new();
    rustix::fs::seek(fd, SeekFrom::Start(0)).unwrap();
    File::from(copy(fd)).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Runs the installed program.
pub fn installed(case: &Case<'_>, directory: &Path) -> Outcome {
    use std::os::unix::process::CommandExt;
    let files = Files::new(case, directory);
    let mut closed = String::new();
    for (number, fd) in [(0, &files.stdin), (1, &files.stdout), (2, &files.stderr)] {
        if fd.is_none() {
            closed += &format!(" {number}>&-");
        }
    }
    let mut command;
    if closed.is_empty() {
        command = Command::new(installed_path(case));
        command.arg0(&case.utility);
    } else {
        // Only a shell can start a program with a closed descriptor.
        command = Command::new("/bin/sh");
        command.arg("-c").arg(format!("exec \"$0\" \"$@\"{closed}")).arg(&case.utility);
    }
    command.args(case.arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    command.env_clear();
    command.envs(case.environment.iter().map(|(name, value)| (name, OsStr::from_bytes(value))));
    command.current_dir(directory);
    let stdio = |fd: &Option<OwnedFd>| copy_of(fd).map_or_else(Stdio::null, Stdio::from);
    command.stdin(stdio(&files.stdin)).stdout(stdio(&files.stdout)).stderr(stdio(&files.stderr));
    set_mask(case.umask);
    let status = command.status().unwrap();
    reset_mask(case.umask);
    drop(command);
    let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    files.outcome(case, directory, status)
}

/// Ours for the installed program, as the shell finds it: None for one of a program of many (busybox, toybox,
/// uutils) that is not done alike.
fn find(case: &Case<'_>) -> Option<&'static Utility> {
    let name = case.utility.as_bytes();
    if let Some(family) = family_of_many(case) {
        return utilities::busybox::find_alike(family, name);
    }
    let found = utilities::find(name);
    assert!(found.is_some(), "no utility {} in the tables", case.utility);
    found
}

/// Why ours steps aside, if it does.
pub fn aside(case: &Case<'_>, directory: &Path) -> Option<&'static str> {
    let Some(utility) = find(case) else { return Some("a program of many, which is another") };
    let files = Files::new(case, directory);
    let mut reason = None;
    with_context(case, directory, &files, |context, arguments| {
        if let Decision::StepAside(why) = utility.decide(context, arguments) {
            reason = Some(why);
        }
    });
    // Admission looks, but takes nothing.
    files.outcome(case, directory, 0);
    reason
}

/// Runs ours.
pub fn ours(case: &Case<'_>, directory: &Path) -> Outcome {
    let files = Files::new(case, directory);
    let utility = find(case).expect("found when it was asked whether it steps aside");
    let mut status = 0;
    set_mask(case.umask);
    with_context(case, directory, &files, |context, arguments| {
        let Decision::Run(job) = utility.decide(context, arguments) else {
            panic!("admission changed its mind");
        };
        status = match job.run(context, arguments) {
            Exit::Status(status) => i32::from(status),
            Exit::Signal(signal) => 128 + signal,
        };
    });
    reset_mask(case.umask);
    files.outcome(case, directory, status)
}

/// Makes a directory this thread's working directory, and no other's; false where that cannot
/// be.
fn enter(directory: &Path) -> bool {
    use rustix::thread::{UnshareFlags, unshare_unsafe};
    // SAFETY: the table of descriptors stays shared.
    let own = unsafe { unshare_unsafe(UnshareFlags::FS) };
    own.is_ok() && rustix::process::chdir(directory).is_ok()
}

fn with_context(
    case: &Case<'_>,
    directory: &Path,
    files: &Files,
    call: impl FnOnce(&mut Context<'_>, &[&[u8]]),
) {
    let scheduler = Scheduler::new(Box::new(Patient), 512 << 10);
    scheduler.allow_threads(|_| true);
    let file = |fd: &Option<OwnedFd>| copy_of(fd).map(|fd| OpenFile::from_fd(&scheduler, fd));
    // Every other call, more or less.
    let length: usize = case.arguments.iter().map(|argument| argument.len()).sum();
    let variables = Environment { given: &case.environment, is_parallel: length % 2 == 1 };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variables.get(name.as_bytes()).filter(|value| !value.is_empty()))
        .map(|value| value.to_ascii_lowercase())
        .unwrap_or_default();
    let here = open(directory, OFlags::PATH | OFlags::DIRECTORY);
    // The shell gives the working directory either way.
    let process = case.arguments.len().is_multiple_of(2) && enter(directory);
    let arguments: Vec<&[u8]> = case.arguments.iter().map(Vec::as_slice).collect();
    let mut caches = Caches::default();
    let mut host = Launcher { case, directory, files, launched: Vec::new() };
    let mut context = Context {
        name: case.utility.as_bytes(),
        called: case.utility.as_bytes(),
        program: taken_for(case),
        stdin: file(&files.stdin),
        stdout: file(&files.stdout),
        stderr: file(&files.stderr),
        directory: if process { rustix::fs::CWD } else { here.as_fd() },
        variables: &variables,
        mask: &|| case.umask,
        utf8: locale.ends_with(b"utf-8") || locale.ends_with(b"utf8"),
        pipe_ignored: false,
        scheduler: &scheduler,
        parallel: true,
        caches: &mut caches,
        host: &mut host,
        heeds_posix: std::cell::Cell::new(true),
        lost_message: Default::default(),
    };
    call(&mut context, &arguments);
    scheduler.give_back_all();
}

/// What ours takes the installed program for.
fn taken_for(case: &Case<'_>) -> Program {
    let reference = Program::reference(case.utility.as_bytes());
    match case.version {
        Some(version) => Program { version, ..reference },
        None => program(case).unwrap_or(reference),
    }
}

struct Environment<'a> {
    given: &'a [(String, Vec<u8>)],
    /// Other processors are used early.
    is_parallel: bool,
}

impl Variables for Environment<'_> {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        if self.is_parallel && name == b"FORKLESS_THREADS" {
            return Some(Cow::Borrowed(b"3:50000"));
        }
        self.given
            .iter()
            .find(|(other, _)| other.as_bytes() == name)
            .map(|(_, value)| Cow::Borrowed(value.as_slice()))
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        for (name, value) in self.given {
            each(name.as_bytes(), value);
        }
    }
}

/// Waits by trying again: one stage at a time runs here, so waits are rare and short.
struct Patient;

impl Kernel for Patient {
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        let nap = Duration::from_micros(200);
        if fds.is_empty() {
            std::thread::sleep(timeout.unwrap_or(nap));
            return Ok(0);
        }
        std::thread::sleep(timeout.map_or(nap, |timeout| timeout.min(nap)));
        for fd in fds.iter_mut() {
            fd.revents = fd.events;
        }
        Ok(fds.len())
    }

    fn interrupted(&self, _: Signals) -> bool {
        false
    }
}

/// A pipe that what a file has comes through.
fn fed(file: Rc<OpenFile>) -> io::Result<Stdio> {
    let mut bytes = Vec::new();
    stage::Input::whole(file).read_to_end(&mut bytes)?;
    let (reader, mut end) = std::io::pipe()?;
    std::thread::spawn(move || {
        let _ = end.write_all(&bytes);
    });
    Ok(reader.into())
}

/// Runs other commands as processes.
struct Launcher<'a> {
    case: &'a Case<'a>,
    directory: &'a Path,
    files: &'a Files,
    launched: Vec<std::process::Child>,
}

impl Launcher<'_> {
    /// A command with the case's directory and its outputs, and no environment yet.
    fn command(&self, name: &[u8], arguments: &[&[u8]]) -> Command {
        let mut command = Command::new(OsStr::from_bytes(name));
        command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
        command.current_dir(self.directory).env_clear();
        let stdio = |fd: &Option<OwnedFd>| copy_of(fd).map_or_else(Stdio::null, Stdio::from);
        command.stdout(stdio(&self.files.stdout)).stderr(stdio(&self.files.stderr));
        command
    }
}

impl Host for Launcher<'_> {
    fn run_command(
        &mut self,
        arguments: &[&[u8]],
        stdin: Option<Rc<OpenFile>>,
        environment: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        let Some((name, rest)) = arguments.split_first() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut command = self.command(name, rest);
        match environment {
            Some(list) => {
                for entry in list {
                    let at = entry.iter().position(|&byte| byte == b'=').unwrap_or(entry.len());
                    let value = entry.get(at + 1..).unwrap_or_default();
                    command.env(OsStr::from_bytes(&entry[..at]), OsStr::from_bytes(value));
                }
            }
            None => {
                for (name, value) in &self.case.environment {
                    command.env(name, OsStr::from_bytes(value));
                }
            }
        }
        match stdin {
            None => {
                let file = copy_of(&self.files.stdin);
                command.stdin(file.map_or_else(Stdio::null, Stdio::from));
            }
            Some(file) => {
                command.stdin(fed(file)?);
            }
        }
        let status = command.status()?;
        Ok(status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0)))
    }

    fn can_launch(&self, _: &[i32]) -> bool {
        true
    }

    fn launch(
        &mut self,
        arguments: &[&[u8]],
        attributes: &Attributes,
        stdin: Option<Rc<OpenFile>>,
    ) -> io::Result<i32> {
        use std::os::unix::process::CommandExt;
        let mut command = self.command(arguments[0], &arguments[1..]);
        command.envs(
            self.case.environment.iter().map(|(name, value)| (name, OsStr::from_bytes(value))),
        );
        command.stdin(match stdin {
            Some(file) => fed(file)?,
            None => copy_of(&self.files.stdin).map_or_else(Stdio::null, Stdio::from),
        });
        if attributes.group {
            command.process_group(0);
        }
        let attributes = *attributes;
        // SAFETY: the closure only calls functions that are async-signal-safe.
        unsafe {
            command.pre_exec(move || {
                let now = libc::getpriority(libc::PRIO_PROCESS, 0);
                libc::setpriority(libc::PRIO_PROCESS, 0, now + attributes.niceness);
                if let Some(mask) = attributes.processors {
                    libc::sched_setaffinity(0, 8, (&raw const mask).cast());
                }
                if attributes.session {
                    libc::setsid();
                }
                if let Some(signal) = attributes.ignored {
                    libc::signal(signal, libc::SIG_IGN);
                }
                Ok(())
            });
        }
        let child = command.spawn()?;
        let process = child.id() as i32;
        self.launched.push(child);
        Ok(process)
    }

    fn wait_launched(&mut self, process: i32, until: Option<Instant>) -> Option<Ended> {
        let child = self.launched.iter_mut().find(|child| child.id() as i32 == process).unwrap();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return Some(match status.code() {
                    Some(status) => Ended::Status(status as u8),
                    None => Ended::Signal {
                        number: status.signal().unwrap_or(0),
                        dumped: status.core_dumped(),
                    },
                });
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn signal_launched(&mut self, process: i32, signal: i32, group: bool) {
        // SAFETY: takes numbers only.
        unsafe { libc::kill(if group { -process } else { process }, signal) };
    }
}
