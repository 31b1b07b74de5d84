//! Lets every call of the system fail once in each of a list of scripts.
//!
//! ```text
//! cargo test -p forkless-tests --test faults -- [options] [TEXT...]
//!
//! TEXT           only scripts that contain one of the texts
//! --all          all scripts, each call with all its errors; else some, with one error each
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! --list         what would be tried, and how often
//! ```
//!
//! `scripts` lists them. strace(1) counts the calls that the shell makes in a run without a fault, then
//! each of them fails in a run of its own (`-e inject=CALL:error=ERROR:when=N`), in the shell's own process.
//! The verdict needs no eye:
//!
//! * the run ends in time, and no signal that means a defect ended it; nothing says `panicked`;
//! * where standard output is not what it is without a fault, the status is not 0 or there is a message.
//!
//! Left out is what the system does not do: close(2), which strace makes fail by not making it, while Linux
//! closes the descriptor even where it reports an error; calls that cannot fail (`ERRORS`); an error of the
//! device from a pipe; an interruption of a wait that does not wait. What other shells and GNU's utilities
//! say nothing of is in `SILENT`, each with its reason.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::arguments::Request;
use forkless_tests::program::{exit_code, say};
use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// How long a run may take.
const LIMIT: Duration = Duration::from_secs(30);
/// Without `--all` every so many-th script is tried.
const SAMPLE: usize = 12;

/// The calls that fail, each with the errors that it may really have.
const ERRORS: &[(&str, &[&str])] = &[
    ("brk", &["ENOMEM"]),
    ("chdir", &["EACCES", "ENOENT"]),
    ("chmod", &["EPERM", "EROFS"]),
    ("clone", &["EAGAIN", "ENOMEM"]),
    ("clone3", &["EAGAIN", "ENOSYS", "EPERM"]),
    ("copy_file_range", &["EIO", "ENOSPC", "ENOSYS"]),
    ("dup", &["EMFILE"]),
    ("dup2", &["EMFILE", "EBUSY"]),
    ("dup3", &["EMFILE", "EBUSY"]),
    ("execve", &["EACCES", "ENOMEM", "E2BIG"]),
    ("faccessat", &["EACCES"]),
    ("faccessat2", &["EACCES", "ENOSYS"]),
    ("fadvise64", &["ESPIPE"]),
    ("fallocate", &["EOPNOTSUPP", "ENOSPC"]),
    ("fchdir", &["EACCES"]),
    ("fchmod", &["EPERM"]),
    ("fchmodat", &["EPERM"]),
    ("fchmodat2", &["ENOSYS", "EPERM"]),
    ("fchown", &["EPERM"]),
    ("fchownat", &["EPERM"]),
    ("fcntl", &["EMFILE", "EINVAL"]),
    ("fork", &["EAGAIN"]),
    ("fstat", &["EIO", "EOVERFLOW"]),
    ("fsync", &["EIO"]),
    ("ftruncate", &["EIO", "EPERM"]),
    ("getcwd", &["ENOENT", "EACCES"]),
    ("getdents64", &["EIO"]),
    ("getrandom", &["ENOSYS", "EINTR"]),
    ("ioctl", &["ENOTTY", "EIO"]),
    ("kill", &["EPERM", "ESRCH"]),
    ("linkat", &["EMLINK", "EPERM"]),
    ("lseek", &["ESPIPE", "EINVAL"]),
    ("lstat", &["EIO"]),
    ("memfd_create", &["EMFILE", "ENOSYS"]),
    ("mkdirat", &["ENOSPC", "EROFS"]),
    ("mmap", &["ENOMEM"]),
    ("mprotect", &["ENOMEM"]),
    ("munmap", &["ENOMEM"]),
    ("newfstatat", &["EIO", "EACCES"]),
    ("open", &["EMFILE", "EACCES", "EIO"]),
    ("openat", &["EMFILE", "EACCES", "EIO", "EINTR"]),
    ("pidfd_open", &["EMFILE", "ENOSYS"]),
    ("pidfd_send_signal", &["EPERM", "ENOSYS"]),
    ("pipe2", &["EMFILE", "ENFILE"]),
    ("poll", &["ENOMEM", "EINTR"]),
    ("ppoll", &["ENOMEM", "EINTR"]),
    ("prlimit64", &["EPERM"]),
    ("pread64", &["EIO"]),
    ("read", &["EIO", "EINTR"]),
    ("readlink", &["EIO"]),
    ("readlinkat", &["EIO", "EACCES"]),
    ("rename", &["EACCES"]),
    ("renameat2", &["EACCES", "ENOSYS", "EXDEV"]),
    ("renameat", &["EACCES", "EXDEV"]),
    ("sendfile", &["EIO", "EINVAL"]),
    ("sigaltstack", &["ENOMEM"]),
    ("splice", &["EINVAL"]),
    ("stat", &["EIO"]),
    ("statx", &["EIO", "ENOSYS"]),
    ("symlinkat", &["ENOSPC", "EPERM"]),
    ("tee", &["EINVAL", "ENOMEM"]),
    ("unlinkat", &["EPERM", "EBUSY"]),
    ("utimensat", &["EPERM"]),
    ("vfork", &["EAGAIN"]),
    // ECHILD comes when the children have ended, which strace does not wait for.
    ("wait4", &["EINTR"]),
    ("waitid", &["EINTR", "ENOSYS"]),
    ("write", &["ENOSPC", "EIO", "EINTR"]),
    ("writev", &["ENOSPC", "EINTR"]),
];

/// Faults that may lose output without a word: a part of the script, the call, the reason.
const SILENT: &[(&str, &str, &str)] = &[
    ("echo tree/*", "openat", "what cannot be read matches no pattern (POSIX XCU 2.14.3)"),
    ("echo tree/*", "getdents64", "the same"),
    ("getconf PATH", "write", "getconf of the GNU C library does not look at its output"),
    ("cksum lines", "read", "GNU's cksum 9.1 takes an error for the end"),
];

type Result<T> = std::result::Result<T, String>;

/// A script and the name under which it is run.
struct Script {
    shell: String,
    text: String,
}

/// What one run gave.
struct Ran {
    output: Vec<u8>,
    messages: Vec<u8>,
    /// None where it did not end in time.
    status: Option<ExitStatus>,
}

/// One call of one script that is to fail.
struct Fault<'a> {
    script: &'a Script,
    plain: &'a Ran,
    call: &'a str,
    error: &'a str,
    number: usize,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let (mut all, mut list) = (false, false);
    let request = Request::read(|option, _| {
        match option {
            "--all" => all = true,
            "--list" => list = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let path = Path::new(PACKAGE).join("faults/scripts");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut scripts = parse(&text)?;
    scripts.retain(|one| request.wants(&one.text));
    if request.texts.is_empty() && !all {
        scripts = scripts.into_iter().step_by(SAMPLE).collect();
    }
    if !can_inject() {
        say("skipped: strace is missing or may not make calls fail");
        say(&format!("0 passed, 0 failed, {} skipped", scripts.len()));
        return Ok(true);
    }
    let ours = request.find_shell()?;
    let room = Room {
        shell: ours,
        folder: env::temp_dir().join(format!("forkless-faults-{}", std::process::id())),
        next: AtomicUsize::new(0),
    };
    let good = judge(&scripts, &room, all, list).map_err(|error| error.to_string());
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&room.folder);
    good
}

/// Reads the list of scripts.
fn parse(text: &str) -> Result<Vec<Script>> {
    let mut scripts: Vec<Script> = Vec::new();
    for line in text.lines() {
        if let Some((shell, text)) = line.split_once('\t')
            && ["sh", "bash", "ksh93"].contains(&shell)
        {
            scripts.push(Script { shell: shell.to_string(), text: text.to_string() });
        } else if !line.starts_with('#') && !line.is_empty() {
            let last = scripts.last_mut().ok_or("scripts: text before the first script")?;
            last.text.push('\n');
            last.text.push_str(line);
        }
    }
    Ok(scripts)
}

/// Whether strace is there and may do its work (in a container it may not).
fn can_inject() -> bool {
    let mut strace = Command::new("strace");
    strace.args(["-o", "/dev/null", "-e", "inject=chdir:error=EPERM", "true"]);
    strace.stdout(Stdio::null()).stderr(Stdio::null());
    strace.status().is_ok_and(|status| status.success())
}

/// Where the scripts run.
struct Room {
    shell: PathBuf,
    folder: PathBuf,
    next: AtomicUsize,
}

impl Room {
    /// Makes the folder of a run.
    fn prepare(&self) -> io::Result<PathBuf> {
        let folder = self.folder.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        fs::create_dir_all(folder.join("tree/d/e"))?;
        for name in ["sh", "bash", "ksh93"] {
            symlink(&self.shell, folder.join(name))?;
        }
        for name in ["prog", "pecho", "pcat"] {
            symlink(env!("CARGO_BIN_EXE_probe"), folder.join(name))?;
        }
        for (name, text) in [
            ("lines", "a\nb\nc\n"),
            ("empty", ""),
            ("tree/f", "f\n"),
            ("tree/d/f", "f\n"),
            ("tree/d/e/g", "g\n"),
            ("script", "echo dot\n"),
            ("script2", "#!/bin/sh\nexit 3\n"),
        ] {
            fs::write(folder.join(name), text)?;
        }
        fs::set_permissions(folder.join("script2"), fs::Permissions::from_mode(0o755))?;
        Ok(folder)
    }

    /// Runs a script under strace with these arguments.
    fn run(&self, script: &Script, arguments: &[&str]) -> io::Result<(Ran, PathBuf)> {
        let folder = self.prepare()?;
        let (output, messages) = (folder.join(".output"), folder.join(".messages"));
        let mut strace = Command::new("strace");
        strace
            .args(["-qqq", "-e", "signal=none"])
            .args(arguments)
            .arg("-o")
            .arg(folder.join(".trace"));
        strace.arg(Path::new(".").join(&script.shell)).arg("-c").arg(&script.text);
        strace.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("HOME", "/");
        strace.current_dir(&folder).stdin(Stdio::null()).process_group(0);
        strace.stdout(fs::File::create(&output)?).stderr(fs::File::create(&messages)?);
        let mut child = strace.spawn()?;
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if begin.elapsed() > LIMIT {
                let group = rustix::process::Pid::from_child(&child);
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
                child.wait()?;
                break None;
            }
            thread::sleep(Duration::from_millis(2));
        };
        let read = |path: &Path| -> io::Result<Vec<u8>> {
            let mut text = Vec::new();
            fs::File::open(path)?.take(1 << 20).read_to_end(&mut text)?;
            Ok(text)
        };
        let ran = Ran { output: read(&output)?, messages: read(&messages)?, status };
        Ok((ran, folder))
    }
}

/// The calls of the shell itself, each with its lines in strace's output, until another program takes
/// its place.
fn calls(trace: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut calls: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in trace.lines() {
        let Some((call, _)) = line.split_once('(') else { continue };
        let lines = calls.entry(call).or_default();
        lines.push(line);
        if call == "execve" && lines.len() > 1 && line.ends_with(" = 0") {
            break;
        }
    }
    calls
}

/// Whether the call of this line may have this error.
fn is_possible(line: &str, error: &str) -> bool {
    let is_pipe = line.split_once(',').is_some_and(|(first, _)| first.contains("<pipe:["));
    match error {
        "EIO" | "ENOSPC" => !is_pipe,
        "EINTR" => !line.contains("WNOHANG"),
        _ => true,
    }
}

/// What is wrong with a run with a fault; None if nothing is. `silent`: output may be lost.
fn complaint(plain: &Ran, ran: &Ran, silent: bool) -> Option<String> {
    let Some(status) = ran.status else { return Some("it does not end".to_string()) };
    let text = String::from_utf8_lossy(&ran.messages);
    if text.contains("panicked") || text.contains("RUST_BACKTRACE") {
        return Some(format!("a panic: {}", text.lines().next().unwrap_or_default()));
    }
    if let Some(signal @ (4 | 5 | 6 | 7 | 8 | 11 | 31)) = status.signal() {
        return Some(format!("ended by signal {signal}"));
    }
    let quiet = ran.messages == plain.messages && ran.status == plain.status;
    (quiet && !silent && ran.output != plain.output)
        .then(|| format!("lost without a word: {:?}", String::from_utf8_lossy(&ran.output)))
}

fn judge(scripts: &[Script], room: &Room, all: bool, list: bool) -> io::Result<bool> {
    let mut plain = Vec::new();
    for script in scripts {
        let (ran, folder) = room.run(script, &["-y"])?;
        let trace = fs::read(folder.join(".trace"))?;
        fs::remove_dir_all(folder)?;
        plain.push((script, ran, String::from_utf8_lossy(&trace).into_owned()));
    }
    let mut faults = Vec::new();
    for (script, ran, trace) in &plain {
        let calls = calls(trace);
        for (call, errors) in ERRORS {
            let lines = calls.get(*call).into_iter().flatten().zip(1..);
            // strace's own execve is the first.
            for (line, number) in lines.skip(usize::from(*call == "execve")) {
                let possible = errors.iter().filter(|error| is_possible(line, error));
                let chosen = possible.take(if all { usize::MAX } else { 1 });
                faults.extend(chosen.map(|error| Fault {
                    script,
                    plain: ran,
                    call,
                    error,
                    number,
                }));
            }
        }
    }
    if list {
        say(&format!("{} scripts, {} faults", scripts.len(), faults.len()));
        return Ok(true);
    }
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let complaint = try_fault(room, fault).unwrap_or_else(|e| Some(e.to_string()));
                    let Some(complaint) = complaint else { continue };
                    let Fault { script, call, error, number, .. } = fault;
                    let text = script.text.replace('\n', "⏎");
                    say(&format!(
                        "FAILED {} -c '{text}'\n    {call} {number} {error}: {complaint}",
                        script.shell
                    ));
                    failed.lock().unwrap_or_else(PoisonError::into_inner).push(());
                }
            });
        }
    });
    let short = failed.into_inner().unwrap_or_else(PoisonError::into_inner).len();
    say(&format!("{} scripts, {} faults", scripts.len(), faults.len()));
    say(&format!("{} passed, {short} failed, 0 skipped", faults.len() - short));
    Ok(short == 0)
}

/// Runs a script in which one call fails.
fn try_fault(room: &Room, fault: &Fault<'_>) -> io::Result<Option<String>> {
    let Fault { script, call, error, number, .. } = fault;
    let inject = format!("inject={call}:error={error}:when={number}");
    let only = format!("trace={call}");
    let (ran, folder) = room.run(script, &["-e", &only, "-e", &inject])?;
    let _ = fs::remove_dir_all(folder);
    let silent = SILENT.iter().any(|(text, of, _)| of == call && script.text.contains(text));
    Ok(complaint(fault.plain, &ran, silent))
}
