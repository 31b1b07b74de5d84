//! awk as a program of its own, for test suites: what is not admitted is left to the installed
//! awk, as a shell would. With AWK_ALONE set it is an error instead.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use stage::{Kernel, OpenFile, Scheduler, Signals};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;
use utilities::caches::Caches;
use utilities::{Context, Decision, Exit, Host, Started, Variables};

struct Environment(Vec<(Vec<u8>, Vec<u8>)>);

impl Variables for Environment {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| Cow::Borrowed(&value[..]))
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        for (name, value) in &self.0 {
            each(name, value);
        }
    }
}

struct Waits;

impl Kernel for Waits {
    fn poll(&self, _: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        std::thread::sleep(timeout.unwrap_or(Duration::from_millis(1)));
        Ok(0)
    }

    fn interrupted(&self, _: Signals) -> bool {
        false
    }
}

struct Processes;

impl Host for Processes {
    fn run_command(
        &mut self,
        arguments: &[&[u8]],
        _: Option<Rc<OpenFile>>,
        _: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        let mut command = Command::new(OsStr::from_bytes(arguments[0]));
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
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(OsStr::from_bytes(text));
        // Reopening gives descriptors of their own, which the command may keep.
        let reopen = |file: &Rc<OpenFile>, write: bool| {
            let path = format!("/proc/self/fd/{}", file.real().unwrap_or(-1));
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
        match self.0.wait() {
            Ok(status) => status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0)),
            Err(_) => -1,
        }
    }
}

fn main() {
    let arguments: Vec<Vec<u8>> = std::env::args_os().map(OsStringExt::into_vec).collect();
    let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
    let variables = Environment(
        std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect(),
    );
    let scheduler = Scheduler::new(Box::new(Waits), 4 << 20);
    let file = |fd: std::os::fd::BorrowedFd<'_>| {
        fd.try_clone_to_owned().ok().map(|fd| OpenFile::from_fd(&scheduler, fd))
    };
    let flags = rustix::fs::OFlags::PATH | rustix::fs::OFlags::DIRECTORY;
    let here = rustix::fs::openat(rustix::fs::CWD, ".", flags, rustix::fs::Mode::empty())
        .expect("a working directory");
    let mut caches = Caches::default();
    let mut host = Processes;
    let mut context = Context {
        name: b"awk",
        called: b"awk",
        program: utilities::Program::reference(b"awk"),
        stdin: file(rustix::stdio::stdin()),
        stdout: file(rustix::stdio::stdout()),
        stderr: file(rustix::stdio::stderr()),
        directory: here.as_fd(),
        variables: &variables,
        mask: &|| 0o022,
        utf8: false,
        pipe_ignored: false,
        scheduler: &scheduler,
        parallel: false,
        caches: &mut caches,
        host: &mut host,
        heeds_posix: std::cell::Cell::new(true),
        lost_message: Default::default(),
    };
    if let Decision::StepAside(reason) = awk::AWK.decide(&context, &arguments[1..]) {
        if std::env::var_os("AWK_ALONE").is_some() {
            eprintln!("awk: stepped aside: {reason}");
            std::process::exit(99);
        }
        let error = Command::new("/usr/bin/mawk")
            .arg0("awk")
            .args(arguments[1..].iter().map(|argument| OsStr::from_bytes(argument)))
            .exec();
        eprintln!("awk: {error}");
        std::process::exit(127);
    }
    // AWK_REPEAT=n runs the program n times, to measure one run.
    let times = variables
        .get(b"AWK_REPEAT")
        .and_then(|text| String::from_utf8_lossy(&text).parse().ok())
        .unwrap_or(1u32);
    let start = std::time::Instant::now();
    let mut exit = Exit::SUCCESS;
    for _ in 0..times {
        if let Decision::Run(job) = awk::AWK.decide(&context, &arguments[1..]) {
            exit = job.run(&mut context, &arguments[1..]);
        }
    }
    if times > 1 {
        eprintln!("{:?} each", start.elapsed() / times);
    }
    std::process::exit(match exit {
        Exit::Status(status) => status.into(),
        Exit::Signal(signal) => 128 + signal,
    });
}
