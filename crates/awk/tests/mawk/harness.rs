//! Runs a program by the awk that is reproduced in a process and by ours in this one, and compares
//! what both wrote.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use crate::peer;
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
use utilities::{Context, Decision, Exit, Host, Started, Variables};

/// What a run showed.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

/// Demands that both do the same with these arguments and this input.
#[track_caller]
pub fn same(arguments: &[&str], input: &[u8]) {
    let ran = compare(arguments, input);
    assert!(ran || !peer::all_run(), "stepped aside: {arguments:?}");
}

/// Demands that both do the same with these arguments and this input, or that ours steps aside:
/// false then.
#[track_caller]
pub fn compare(arguments: &[&str], input: &[u8]) -> bool {
    peer::LOCALES.iter().all(|locale| {
        let Some((theirs, ours)) = outcomes(arguments, input, locale) else {
            return peer::program().is_none();
        };
        assert!(
            theirs == ours,
            "awk {arguments:?} ({locale})\ninput: {:?}\ntheirs: {theirs:#?}\nours: {ours:#?}",
            String::from_utf8_lossy(input)
        );
        true
    })
}

/// What both do, the installed one first; None where there is none, or ours steps aside.
pub fn outcomes(arguments: &[&str], input: &[u8], locale: &str) -> Option<(Outcome, Outcome)> {
    let program = peer::program()?;
    let ours = ours(arguments, input, locale)?;
    Some((installed(program, arguments, input, locale), ours))
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

fn installed(program: &Path, arguments: &[&str], input: &[u8], locale: &str) -> Outcome {
    let (stdin, stdout, stderr) = (memory(input), memory(b""), memory(b""));
    let status = Command::new(program)
        .arg0("awk")
        .args(arguments)
        .env_clear()
        .envs(environment(locale))
        .current_dir(directory())
        .stdin(copy(&stdin))
        .stdout(copy(&stdout))
        .stderr(copy(&stderr))
        .status()
        .unwrap();
    let status = status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0));
    Outcome { stdout: content(stdout), stderr: content(stderr), status }
}

fn environment(locale: &str) -> [(&'static str, &str); 3] {
    [("AWKTEST", "12"), ("LC_ALL", locale), ("PATH", "/usr/bin:/bin")]
}

/// Where both run: a directory to write in, with a copy of Cargo.toml to read.
fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(peer::NAME);
        std::fs::create_dir_all(&directory).unwrap();
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        std::fs::copy(manifest, directory.join("Cargo.toml")).unwrap();
        directory
    })
}

struct Environment<'l>(&'l str);

impl Variables for Environment<'_> {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        environment(self.0)
            .iter()
            .find(|(other, _)| other.as_bytes() == name)
            .map(|(_, value)| Cow::Owned(value.as_bytes().to_vec()))
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        for (name, value) in environment(self.0) {
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

struct Processes<'l> {
    locale: &'l str,
    stdout: OwnedFd,
    stderr: OwnedFd,
}

impl Processes<'_> {
    fn command(&self, program: &[u8]) -> Command {
        let mut command = Command::new(OsStr::from_bytes(program));
        command.env_clear().envs(environment(self.locale)).current_dir(directory());
        command.stdin(std::process::Stdio::null());
        command.stdout(copy(&self.stdout)).stderr(copy(&self.stderr));
        command
    }
}

impl Host for Processes<'_> {
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
            let path = format!("/proc/self/fd/{}", file.real().unwrap());
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
        status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0))
    }
}

fn ours(arguments: &[&str], input: &[u8], locale: &str) -> Option<Outcome> {
    let (stdin, stdout, stderr) = (memory(input), memory(b""), memory(b""));
    let scheduler = Scheduler::new(Box::new(Waits), 1 << 20);
    let flags = OFlags::PATH | OFlags::DIRECTORY;
    let here = rustix::fs::openat(rustix::fs::CWD, directory(), flags, Mode::empty()).unwrap();
    let mut caches = Caches::default();
    let mut host = Processes { locale, stdout: copy(&stdout), stderr: copy(&stderr) };
    let status;
    {
        let mut context = Context {
            name: b"awk",
            called: b"awk",
            program: awk::reference(peer::awk()),
            stdin: Some(OpenFile::from_fd(&scheduler, stdin)),
            stdout: Some(OpenFile::from_fd(&scheduler, copy(&stdout))),
            stderr: Some(OpenFile::from_fd(&scheduler, copy(&stderr))),
            directory: here.as_fd(),
            variables: &Environment(locale),
            mask: &|| 0o022,
            utf8: locale.ends_with("UTF-8"),
            pipe_ignored: false,
            scheduler: &scheduler,
            parallel: false,
            caches: &mut caches,
            host: &mut host,
            heeds_posix: std::cell::Cell::new(true),
            lost_message: Default::default(),
        };
        let arguments: Vec<&[u8]> = arguments.iter().map(|argument| argument.as_bytes()).collect();
        let Decision::Run(job) = awk::AWK.decide(&context, &arguments) else { return None };
        // The first run leaves its memory to a second one, which must not tell.
        if input.is_empty() && !arguments.concat().contains(&b'>') {
            let quiet = memory(b"");
            let files = (context.stdout.take(), context.stderr.take());
            context.stdout = Some(OpenFile::from_fd(&scheduler, copy(&quiet)));
            context.stderr = Some(OpenFile::from_fd(&scheduler, quiet));
            if !arguments.concat().windows(6).any(|part| part == b"system")
                && let Decision::Run(first) = awk::AWK.decide(&context, &arguments)
            {
                first.run(&mut context, &arguments);
            }
            (context.stdout, context.stderr) = files;
        }
        status = match job.run(&mut context, &arguments) {
            Exit::Status(status) => i32::from(status),
            Exit::Signal(signal) => 128 + signal,
        };
    }
    Some(Outcome { stdout: content(stdout), stderr: content(stderr), status })
}
