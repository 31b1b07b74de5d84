//! Runs a program by mawk in a process and by ours in this one, and compares what both wrote.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use rustix::fs::{MemfdFlags, Mode, OFlags, SeekFrom};
use stage::{Kernel, OpenFile, Scheduler, Signals};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Duration;
use utilities::caches::Caches;
use utilities::{Admission, Context, Exit, Host, Started, Variables};

/// What a run showed.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

/// Whether the mawk that is reproduced is the installed awk (in the place of another one ours
/// steps aside); says so where it is not.
pub fn is_installed() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let version = Command::new("/usr/bin/mawk").args(["-W", "version"]).output();
        let known = version.is_ok_and(|output| {
            String::from_utf8_lossy(&output.stdout).contains("1.3.4 20200120")
                || String::from_utf8_lossy(&output.stderr).contains("1.3.4 20200120")
        });
        let real = |path: &str| std::fs::canonicalize(path).ok();
        let is_awk = known && real("/usr/bin/awk") == real("/usr/bin/mawk");
        if !is_awk {
            eprintln!("skipped: mawk 1.3.4 20200120 is not the installed awk");
        }
        is_awk
    })
}

/// Demands that both do the same with these arguments and this input.
#[track_caller]
pub fn same(arguments: &[&str], input: &[u8]) {
    assert!(compare(arguments, input), "stepped aside: {arguments:?}");
}

/// As [`same`], but stepping aside is allowed (false then).
#[track_caller]
pub fn compare(arguments: &[&str], input: &[u8]) -> bool {
    if !is_installed() {
        return true;
    }
    let Some(ours) = ours(arguments, input) else { return false };
    let mawk = installed(arguments, input);
    assert!(
        mawk == ours,
        "awk {arguments:?}\ninput: {:?}\nmawk: {mawk:#?}\nours: {ours:#?}",
        String::from_utf8_lossy(input)
    );
    true
}

/// A file in memory.
fn memory(content: &[u8]) -> OwnedFd {
    let fd = rustix::fs::memfd_create("awk", MemfdFlags::CLOEXEC).unwrap();
    let mut file = File::from(fd);
    file.write_all(content).unwrap();
    rustix::fs::seek(&file, SeekFrom::Start(0)).unwrap();
    file.into()
}

fn content(fd: OwnedFd) -> String {
    rustix::fs::seek(&fd, SeekFrom::Start(0)).unwrap();
    let mut bytes = Vec::new();
    File::from(fd).read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn copy(fd: &OwnedFd) -> OwnedFd {
    fd.try_clone().unwrap()
}

fn installed(arguments: &[&str], input: &[u8]) -> Outcome {
    let (stdin, stdout, stderr) = (memory(input), memory(b""), memory(b""));
    let status = Command::new("/usr/bin/mawk")
        .arg0("awk")
        .args(arguments)
        .env_clear()
        .envs(ENVIRONMENT)
        .current_dir(directory())
        .stdin(copy(&stdin))
        .stdout(copy(&stdout))
        .stderr(copy(&stderr))
        .status()
        .unwrap();
    let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Outcome { stdout: content(stdout), stderr: content(stderr), status }
}

const ENVIRONMENT: [(&str, &str); 3] =
    [("AWKTEST", "12"), ("LC_ALL", "C"), ("PATH", "/usr/bin:/bin")];

/// Where both run: a directory to write in, with a copy of Cargo.toml to read.
fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mawk");
        std::fs::create_dir_all(&directory).unwrap();
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        std::fs::copy(manifest, directory.join("Cargo.toml")).unwrap();
        directory
    })
}

struct Environment;

impl Variables for Environment {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        ENVIRONMENT
            .iter()
            .find(|(other, _)| other.as_bytes() == name)
            .map(|(_, value)| Cow::Borrowed(value.as_bytes()))
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        for (name, value) in ENVIRONMENT {
            each(name.as_bytes(), value.as_bytes());
        }
    }
}

struct Waits;

impl Kernel for Waits {
    fn poll(&self, _: &mut [libc::pollfd], _: Option<Duration>) -> io::Result<usize> {
        std::thread::sleep(Duration::from_micros(100));
        Ok(0)
    }

    fn interrupted(&self, _: Signals) -> bool {
        false
    }
}

struct Processes {
    stdout: OwnedFd,
    stderr: OwnedFd,
}

impl Processes {
    fn command(&self, program: &[u8]) -> Command {
        let mut command = Command::new(OsStr::from_bytes(program));
        command.env_clear().envs(ENVIRONMENT).current_dir(directory());
        command.stdin(std::process::Stdio::null());
        command.stdout(copy(&self.stdout)).stderr(copy(&self.stderr));
        command
    }
}

impl Host for Processes {
    fn run_command(
        &mut self,
        arguments: &[&[u8]],
        _: Option<Rc<OpenFile>>,
        _: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        let mut command = self.command(arguments[0]);
        command.args(arguments[1..].iter().map(|argument| OsStr::from_bytes(argument)));
        let status = command.status()?;
        Ok(status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0)))
    }

    fn can_start(&self) -> bool {
        true
    }

    fn start(
        &mut self,
        text: &[u8],
        stdin: Option<Rc<OpenFile>>,
        stdout: Option<Rc<OpenFile>>,
    ) -> io::Result<Box<dyn Started>> {
        let mut command = self.command(b"/bin/sh");
        command.arg("-c").arg(OsStr::from_bytes(text));
        let reopen = |file: &Rc<OpenFile>, write: bool| {
            let path = format!("/proc/self/fd/{}", file.as_real().unwrap());
            std::fs::OpenOptions::new().read(!write).write(write).open(path)
        };
        if let Some(file) = &stdin {
            command.stdin(reopen(file, false)?);
        }
        if let Some(file) = &stdout {
            command.stdout(reopen(file, true)?);
        }
        Ok(Box::new(Running(command.spawn()?)))
    }
}

struct Running(std::process::Child);

impl Started for Running {
    fn wait(&mut self) -> i32 {
        let status = self.0.wait().unwrap();
        status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
    }
}

fn ours(arguments: &[&str], input: &[u8]) -> Option<Outcome> {
    let (stdin, stdout, stderr) = (memory(input), memory(b""), memory(b""));
    let scheduler = Scheduler::new(Box::new(Waits), 1 << 20);
    let flags = OFlags::PATH | OFlags::DIRECTORY;
    let here = rustix::fs::openat(rustix::fs::CWD, directory(), flags, Mode::empty()).unwrap();
    let mut caches = Caches::default();
    let mut host = Processes { stdout: copy(&stdout), stderr: copy(&stderr) };
    let status;
    {
        let mut context = Context {
            name: b"awk",
            stdin: Some(OpenFile::from_fd(&scheduler, stdin)),
            stdout: Some(OpenFile::from_fd(&scheduler, copy(&stdout))),
            stderr: Some(OpenFile::from_fd(&scheduler, copy(&stderr))),
            directory: here.as_fd(),
            variables: &Environment,
            umask: 0o022,
            utf8: false,
            pipe_ignored: false,
            scheduler: &scheduler,
            caches: &mut caches,
            host: &mut host,
            lost_message: Default::default(),
        };
        let arguments: Vec<&[u8]> = arguments.iter().map(|argument| argument.as_bytes()).collect();
        if (awk::AWK.admit)(&context, &arguments) != Admission::Run {
            return None;
        }
        // The first run leaves its memory to a second one, which must not tell.
        if input.is_empty() && !arguments.concat().contains(&b'>') {
            let quiet = memory(b"");
            let files = (context.stdout.take(), context.stderr.take());
            context.stdout = Some(OpenFile::from_fd(&scheduler, copy(&quiet)));
            context.stderr = Some(OpenFile::from_fd(&scheduler, quiet));
            if !arguments.concat().windows(6).any(|part| part == b"system") {
                (awk::AWK.run)(&mut context, &arguments);
            }
            (context.stdout, context.stderr) = files;
        }
        status = match (awk::AWK.run)(&mut context, &arguments) {
            Exit::Status(status) => i32::from(status),
            Exit::Signal(signal) => 128 + signal,
        };
    }
    Some(Outcome { stdout: content(stdout), stderr: content(stderr), status })
}
