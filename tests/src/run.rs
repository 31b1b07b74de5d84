//! Runs one case in one shell and compares what came with what was wanted.

use crate::case::{Case, End, Feed, Stream, Subject};
use crate::diff::unified;
use crate::session::{self, Left};
use crate::shells::{Shell, find_program};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, getuid, pidfd_open};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a case may take.
pub const LIMIT: Duration = Duration::from_secs(60);
/// How long processes may live on after the shell has ended: what it has just
/// killed, or what stood before it in a pipeline, needs a moment on a busy machine.
const GRACE: Duration = Duration::from_secs(2);
/// More output than this is not kept.
const MOST_OUTPUT: u64 = 64 << 20;
/// The words that start a program as nobody, for cases that need permission denied.
const UNPRIVILEGED: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups";

/// What a run of the collection needs besides the cases.
#[derive(Clone, Debug)]
pub struct Room {
    /// A folder for the folders of the cases.
    pub folder: PathBuf,
    /// The helper program that starts the shell.
    pub probe: PathBuf,
}

impl Room {
    /// A room in `folder`, which is made, with the helper program `probe`. Cases name it without
    /// quotes, so where its path has spaces a link in the folder stands for it.
    ///
    /// # Errors
    /// Where the folder or the link cannot be made.
    pub fn new(folder: PathBuf, probe: &str) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        if !probe.contains(char::is_whitespace) {
            return Ok(Self { folder, probe: probe.into() });
        }
        let link = folder.join("probe");
        std::os::unix::fs::symlink(probe, &link)?;
        Ok(Self { folder, probe: link })
    }
}

/// What one run of one case gave.
#[derive(Debug)]
pub enum Outcome {
    /// As it should be.
    Passed,
    /// A text that says what was different.
    Failed(String),
    /// What was missing.
    Skipped(String),
}

/// What a shell did.
struct Came {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// None when the time was over.
    status: Option<ExitStatus>,
    left: Vec<Left>,
}

/// The first thing that a case needs and this machine has not.
#[must_use]
pub fn missing(case: &Case) -> Option<String> {
    let has = |need: &String| match need.as_str() {
        "root" => getuid().is_root(),
        path if path.starts_with('/') => Path::new(path).exists(),
        inside if inside.starts_with("inside:") => true,
        program => find_program(program).is_some(),
    };
    case.needs.iter().find(|need| !has(need)).cloned()
}

/// The utility that a case needs inside of the shell, and that is launched here: the installed program
/// is none that the shell reproduces.
fn launched(case: &Case, shell: &Shell) -> Option<String> {
    let is_launched = |utility: &&str| {
        let call = match utility.contains(',') {
            true => utility.replace(',', " "),
            false => format!("{utility} 1"),
        };
        let script = format!("{call} </dev/null >/dev/null; :");
        let run = Command::new(&shell.own).args(["--trace-processes", "-c", &script]).output();
        // What the utility says itself may be there, too.
        run.is_ok_and(|output| output.stderr.windows(10).any(|part| part == b" launched "))
    };
    let mut utilities = case.needs.iter().filter_map(|need| need.strip_prefix("inside:"));
    utilities.find(|utility| shell.ours && is_launched(utility)).map(str::to_owned)
}

/// Runs `case` under `shell` in a fresh folder.
#[must_use]
pub fn run(case: &Case, shell: &Shell, room: &Room, serial: usize) -> Outcome {
    if let Some(need) = missing(case) {
        return Outcome::Skipped(format!("needs {need}"));
    }
    if let Some(utility) = launched(case, shell) {
        return Outcome::Skipped(format!("the installed {utility} is not reproduced"));
    }
    if let Some(reason) = &case.todo {
        return Outcome::Skipped(format!("not right yet: {reason}"));
    }
    let folder = room.folder.join(format!("{serial}-{}", shell.name));
    let came = match start(case, shell, room, &folder) {
        Ok(came) => came,
        Err(error) => return Outcome::Failed(format!("cannot run the case: {error}\n")),
    };
    // A case may have made folders that cannot be read; they go with the room.
    let _ = fs::remove_dir_all(&folder);
    let complaint = judge(case, &came, shell.ours);
    if complaint.is_empty() { Outcome::Passed } else { Outcome::Failed(complaint) }
}

/// What a shell did with a case, as text, for comparing shells with each other: its output,
/// then how it ended and what it left behind.
///
/// # Errors
/// Those of starting it, and that it does not end.
pub fn observe(case: &Case, shell: &Shell, room: &Room, serial: usize) -> io::Result<Vec<u8>> {
    let folder = room.folder.join(format!("{serial}-{}", shell.name));
    let came = start(case, shell, room, &folder)?;
    let _ = fs::remove_dir_all(&folder);
    let Some(status) = came.status else {
        let last = came.stdout.rsplit(|&byte| byte == b'#').next().unwrap_or_default();
        let last = String::from_utf8_lossy(last);
        return Err(io::Error::other(format!("not ended after {} s:{last}", LIMIT.as_secs())));
    };
    let mut text = came.stdout;
    text.extend(format!("{status}\n").bytes());
    for Left { pid: _, comm } in &came.left {
        text.extend(format!("left behind: {comm}\n").bytes());
    }
    Ok(text)
}

/// Starts the shell on the case and waits for its end.
fn start(case: &Case, shell: &Shell, room: &Room, folder: &Path) -> io::Result<Came> {
    let work = folder.join("work");
    fs::create_dir_all(&work)?;
    let script = folder.join("case");
    fs::write(&script, &case.script)?;
    let mut command = Command::new(&room.probe);
    let path = match case.subject {
        Subject::Ksh => &shell.own,
        Subject::Bash => &shell.bash,
        Subject::Posix | Subject::Own => &shell.sh,
    };
    command.arg("session").arg(path).args(&case.options);
    command.stdin(Stdio::null());
    match case.feed {
        Feed::File => drop(command.arg("../case")),
        Feed::Command => {
            use std::os::unix::ffi::OsStrExt;
            let text = case.script.strip_suffix(b"\n").unwrap_or(&case.script);
            command.arg("-c").arg(std::ffi::OsStr::from_bytes(text));
        }
        Feed::Stdin => drop(command.stdin(File::open(&script)?)),
        Feed::Pipe => drop(command.stdin(Stdio::piped())),
    }
    command.args(&case.args);
    if let Some(text) = &case.stdin {
        let path = folder.join("stdin");
        fs::write(&path, text)?;
        command.stdin(File::open(&path)?);
    }
    command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("HOME", &work);
    command.env("SH", path).env("PROBE", &room.probe);
    command.env("UNPRIVILEGED", if getuid().is_root() { UNPRIVILEGED } else { "" });
    // With 0 all utilities are launched: what fails then too is due to the installed ones.
    if let Some(value) = std::env::var_os("FORKLESS_INPROCESS") {
        command.env("FORKLESS_INPROCESS", value);
    }
    for (name, value) in &case.env {
        command.env(name, value);
    }
    command.current_dir(&work).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command.spawn()?, case)
}

/// Feeds and drains a shell that runs, and waits for it, at most `LIMIT`.
fn finish(mut child: Child, case: &Case) -> io::Result<Came> {
    let sid = i32::try_from(child.id()).map_err(io::Error::other)?;
    let pid = Pid::from_raw(sid).ok_or_else(|| io::Error::other("no process id"))?;
    if let Some(mut pipe) = child.stdin.take() {
        let script = case.script.clone();
        // The shell may end before it has read everything: a failed write is no failure.
        thread::spawn(move || pipe.write_all(&script));
    }
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let ended = wait_for_end(pid)?;
    let left = if ended { session::wait_empty(sid, GRACE) } else { Vec::new() };
    session::kill(sid);
    let status = child.wait()?;
    Ok(Came {
        stdout: collect(&stdout),
        stderr: collect(&stderr),
        status: ended.then_some(status),
        left,
    })
}

/// Waits for the end of a process without reaping it. False when time is over.
fn wait_for_end(pid: Pid) -> io::Result<bool> {
    let watch = pidfd_open(pid, PidfdFlags::empty())?;
    let start = Instant::now();
    loop {
        let rest = LIMIT.saturating_sub(start.elapsed());
        let timeout = Timespec {
            tv_sec: i64::try_from(rest.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: rest.subsec_nanos().into(),
        };
        match poll(&mut [PollFd::new(&watch, PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Reads a stream to its end beside everything else.
fn drain(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    thread::spawn(move || {
        let mut stream = stream?.take(MOST_OUTPUT);
        let mut chunk = vec![0; 1 << 16];
        loop {
            match stream.read(&mut chunk) {
                Ok(0) => return None::<()>,
                Ok(count) => send.send(chunk[..count].to_vec()).ok()?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    });
    receive
}

/// What a drained stream gave. A process that left the session may hold the
/// stream open: it is not waited for.
fn collect(stream: &Receiver<Vec<u8>>) -> Vec<u8> {
    let mut all = Vec::new();
    loop {
        match stream.recv_timeout(GRACE) {
            Ok(chunk) => all.extend(chunk),
            Err(RecvTimeoutError::Disconnected) => return all,
            Err(RecvTimeoutError::Timeout) => {
                all.extend(b"[the runner: somebody outside the session holds this stream]\n");
                return all;
            }
        }
    }
}

/// What is wrong with what came; empty when nothing is.
fn judge(case: &Case, came: &Came, ours: bool) -> String {
    let mut complaint = String::new();
    complaint += &compare("stdout", &case.stdout, &came.stdout);
    complaint += &compare("stderr", &case.stderr, &came.stderr);
    if ours {
        let text = String::from_utf8_lossy(&came.stderr);
        for wanted in case.stderr_has.iter().filter(|wanted| !text.contains(wanted.as_str())) {
            complaint += &format!("stderr has no {wanted:?}; it is:\n");
            complaint += &unified(b"", &came.stderr);
        }
    }
    match came.status {
        None => complaint += &format!("not ended after {} s\n", LIMIT.as_secs()),
        Some(status) if !is(status, &case.end) => {
            complaint += &format!("{status}, wanted {}\n", describe(&case.end));
            if !case_checks_stderr(case) {
                complaint += &unified(b"", &came.stderr);
            }
        }
        Some(_) => {}
    }
    for Left { pid, comm } in &came.left {
        complaint += &format!("left behind: process {pid} ({comm})\n");
    }
    complaint
}

/// Whether standard error is in the report anyway when it is not as wanted.
fn case_checks_stderr(case: &Case) -> bool {
    matches!(case.stderr, Stream::Exactly(_))
}

/// Compares one stream.
fn compare(name: &str, wanted: &Stream, came: &[u8]) -> String {
    match wanted {
        Stream::Any => String::new(),
        Stream::Some if came.is_empty() => format!("{name} is empty\n"),
        Stream::Some => String::new(),
        Stream::Exactly(bytes) if bytes == came => String::new(),
        Stream::Exactly(bytes) => format!("{name}:\n{}", unified(bytes, came)),
    }
}

/// Whether the shell ended as wanted.
fn is(status: ExitStatus, wanted: &End) -> bool {
    match wanted {
        End::Status(range) => status.code().is_some_and(|code| range.contains(&code)),
        End::Killed(signal) => status.signal() == Some(*signal),
    }
}

/// The wanted end in words.
fn describe(end: &End) -> String {
    match end {
        End::Status(range) if range.start() == range.end() => format!("status {}", range.start()),
        End::Status(range) => format!("status {} to {}", range.start(), range.end()),
        End::Killed(signal) => format!("signal {signal}"),
    }
}
