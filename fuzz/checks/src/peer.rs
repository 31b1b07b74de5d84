//! One call of a utility, by the function that the shell has and by the installed program.

use crate::c;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use stage::file::Capture;
use stage::{Kernel, OpenFile, Scheduler, Signals};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use utilities::caches::Caches;
use utilities::identify::Programs;
use utilities::{Context, Decision, Exit, Host, Program, Utility, Variables};

/// How long the installed program may take: seconds of processor time, and ten times as many of the clock.
const SECONDS: u64 = 2;
/// The most that it may write.
const MOST: usize = 1 << 20;

/// What a call shows: standard output, standard error, exit status (128+n for a signal).
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    output: Vec<u8>,
    errors: Vec<u8>,
    status: i32,
}

impl Outcome {
    /// Whether a stack of mawk's was full, which has no fixed size inside: functions that call themselves for ever.
    fn has_reached_limit(&self) -> bool {
        self.errors.windows(22).any(|text| text == b"program limit exceeded")
    }
}

/// Compares the two ways, where the installed program is one that is reproduced, the utility does not
/// step aside, and the installed one ends soon.
///
/// # Panics
/// Where they differ.
pub fn compare(utility: &Utility, path: &Path, arguments: &[&[u8]], input: &[u8]) {
    if arguments.iter().any(|argument| argument.contains(&0)) {
        return;
    }
    let Some(program) = identify(utility, path) else { return };
    let folder = Folder::new();
    let mut ours = None;
    with_context(utility, program, &folder.0, input, |context, scheduler| {
        let Decision::Run(job) = utility.decide(context, arguments) else { return };
        // What does not end there need not end here.
        let theirs = installed(utility, path, &folder.0, arguments, input, None);
        let Some(theirs) = theirs else { return };
        if theirs.has_reached_limit() {
            return;
        }
        let (output, errors) = (Capture::new(scheduler), Capture::new(scheduler));
        context.stdout = Some(output.file().clone());
        context.stderr = Some(errors.file().clone());
        let status = match job.run(context, arguments) {
            Exit::Status(status) => i32::from(status),
            Exit::Signal(signal) => 128 + signal,
        };
        (context.stdout, context.stderr) = (None, None);
        let finish = |capture: Capture| capture.finish(Signals::Terminal).expect("in memory");
        ours = Some((Outcome { output: finish(output), errors: finish(errors), status }, theirs));
    });
    if let Some((ours, theirs)) = ours
        && ours != theirs
        && is_steady(&theirs, |fill| {
            installed(utility, path, &folder.0, arguments, input, Some(fill))
        })
    {
        let shown = |text: &[u8]| text.escape_ascii().to_string();
        let arguments: Vec<String> = arguments.iter().map(|argument| shown(argument)).collect();
        panic!(
            "{} {arguments:?} < {:?}\n  ours      {} {:?} {:?}\n  installed {} {:?} {:?}",
            utility.name,
            shown(input),
            ours.status,
            shown(&ours.output),
            shown(&ours.errors),
            theirs.status,
            shown(&theirs.output),
            shown(&theirs.errors)
        );
    }
}

/// Whether the installed program does the same each time, whatever is in memory that it has not written, or has freed
/// (mallopt(3), M_PERTURB). What it reads there by mistake is not compared: gawk's record that becomes one of its own fields.
fn is_steady(first: &Outcome, again: impl Fn(&str) -> Option<Outcome>) -> bool {
    ["0", "85", "170"].into_iter().all(|fill| again(fill).as_ref() == Some(first))
}

/// Which program is at a path.
fn identify(utility: &Utility, path: &Path) -> Option<Program> {
    let path = fs::canonicalize(path).ok()?;
    let path = path.as_os_str().as_bytes();
    let status = rustix::fs::statat(rustix::fs::CWD, path, rustix::fs::AtFlags::empty()).ok()?;
    Programs::default().identify(path, &status, utility.name.as_bytes())
}

/// A folder with two files, which is removed.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        // The thread's number: tests run beside each other.
        let thread = rustix::thread::gettid().as_raw_nonzero();
        let path = std::env::temp_dir().join(format!("fuzz-checks-{thread}"));
        if !path.is_dir() {
            fs::create_dir(&path).expect("a folder");
            fs::write(path.join("a"), "one\ntwo two\n\nthree\t3\n10\n9\n").expect("a file");
            fs::write(path.join("b"), "b\nB\na\ntwo two\nlast").expect("a file");
        }
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Plain;

impl Variables for Plain {
    fn get(&self, name: &[u8]) -> Option<Cow<'_, [u8]>> {
        match name {
            b"LC_ALL" => Some(Cow::Borrowed(b"C")),
            b"PATH" => Some(Cow::Borrowed(b"/nonexistent")),
            _ => None,
        }
    }

    fn for_each(&self, each: &mut dyn FnMut(&[u8], &[u8])) {
        each(b"LC_ALL", b"C");
        each(b"PATH", b"/nonexistent");
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

/// Runs nothing.
struct Nobody;

impl Host for Nobody {
    fn run_command(
        &mut self,
        _: &[&[u8]],
        _: Option<Rc<OpenFile>>,
        _: Option<&[Vec<u8>]>,
    ) -> io::Result<i32> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn with_context(
    utility: &Utility,
    program: Program,
    folder: &Path,
    input: &[u8],
    call: impl FnOnce(&mut Context<'_>, &Rc<Scheduler>),
) {
    use std::os::fd::AsFd;
    let scheduler = Scheduler::new(Box::new(Waits), 4 << 20);
    let here: OwnedFd = fs::File::open(folder).expect("the folder").into();
    let mut caches = Caches::default();
    let mut host = Nobody;
    let mut context = Context {
        name: utility.name.as_bytes(),
        called: utility.name.as_bytes(),
        program,
        stdin: Some(OpenFile::text(&scheduler, Rc::from(input))),
        stdout: None,
        stderr: None,
        directory: here.as_fd(),
        variables: &Plain,
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
    // A capture stands where admission asks what standard output is.
    let (output, errors) = (Capture::new(&scheduler), Capture::new(&scheduler));
    context.stdout = Some(output.file().clone());
    context.stderr = Some(errors.file().clone());
    call(&mut context, &scheduler);
}

/// What the installed program does, with memory filled by `fill`; None where it takes too long, writes too much, or a
/// signal ends it.
fn installed(
    utility: &Utility,
    path: &Path,
    folder: &Path,
    arguments: &[&[u8]],
    input: &[u8],
    fill: Option<&str>,
) -> Option<Outcome> {
    let mut command = Command::new(path);
    command.arg0(utility.name).args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    command.env_clear().env("LC_ALL", "C").env("PATH", "/nonexistent").current_dir(folder);
    if let Some(fill) = fill {
        command.env("MALLOC_PERTURB_", fill);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    c::ignore_broken_pipes();
    let mut child = command.spawn().ok()?;
    c::limit_cpu(child.id(), SECONDS);
    let texts = exchange(&mut child, input);
    if texts.is_none() {
        let _ = child.kill();
    }
    let status = end(&mut child);
    let [output, errors] = texts?;
    Some(Outcome { output, errors, status: status? })
}

/// Gives a program its input; what it writes to standard output and standard error, or None where that is too much or
/// takes too long. There is no thread for each: most of a comparison's time is that of starting.
fn exchange(child: &mut Child, input: &[u8]) -> Option<[Vec<u8>; 2]> {
    let mut outputs: [Option<OwnedFd>; 2] =
        [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
    let (mut stdin, mut rest) = (child.stdin.take().map(OwnedFd::from), input);
    for fd in outputs.iter().chain([&stdin]).flatten() {
        rustix::io::ioctl_fionbio(fd, true).ok()?;
    }
    let mut texts = [Vec::new(), Vec::new()];
    let deadline = Instant::now() + Duration::from_secs(10 * SECONDS);
    while outputs.iter().any(Option::is_some) {
        write_some(&mut stdin, &mut rest);
        for (output, text) in outputs.iter_mut().zip(&mut texts) {
            read_some(output, text)?;
        }
        wait(&outputs, stdin.as_ref(), deadline)?;
    }
    Some(texts)
}

/// Writes what the program takes now. Its input ends there, or where it reads no more.
fn write_some(stdin: &mut Option<OwnedFd>, rest: &mut &[u8]) {
    while let Some(fd) = stdin {
        match rustix::io::write(fd, rest) {
            Ok(count) if count < rest.len() => *rest = &rest[count..],
            Err(Errno::AGAIN) => return,
            _ => *stdin = None,
        }
    }
}

/// Reads what the program has written; None where it is more than is compared.
fn read_some(output: &mut Option<OwnedFd>, text: &mut Vec<u8>) -> Option<()> {
    let mut block = [0; 16 << 10];
    while let Some(fd) = output {
        match rustix::io::read(fd, &mut block) {
            Ok(count @ 1..) => text.extend_from_slice(&block[..count]),
            Err(Errno::AGAIN) => break,
            _ => *output = None,
        }
        if text.len() > MOST {
            return None;
        }
    }
    Some(())
}

/// Waits until something can be read or written; None where the deadline has passed.
fn wait(outputs: &[Option<OwnedFd>; 2], stdin: Option<&OwnedFd>, deadline: Instant) -> Option<()> {
    let readable = outputs.iter().flatten().map(|fd| PollFd::new(fd, PollFlags::IN));
    let mut fds: Vec<PollFd<'_>> =
        readable.chain(stdin.map(|fd| PollFd::new(fd, PollFlags::OUT))).collect();
    if fds.is_empty() {
        return Some(());
    }
    let left = deadline.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(left).ok()?;
    match rustix::event::poll(&mut fds, Some(&timeout)) {
        Ok(0) => None,
        _ => Some(()),
    }
}

fn end(child: &mut Child) -> Option<i32> {
    let status = child.wait().ok()?;
    match status.signal() {
        None => status.code(),
        Some(_) => None,
    }
}
