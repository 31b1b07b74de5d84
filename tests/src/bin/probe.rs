//! `probe`: the outside program of the scripted tests.
//!
//! It has a name that no shell knows, so a shell must launch it; and it shows what
//! a shell hands to the programs it launches.
//!
//! ```text
//! probe session CMD...         CMD in a session of its own, as the runner starts shells
//! probe args WORD...           each word on a line, in <>
//! probe echo WORD...           the words on one line
//! probe cat                    standard input
//! probe fds                    the open descriptors, on one line
//! probe env NAME...            NAME=value for those that are set
//! probe foreground             whether its process group is the terminal's foreground group
//! probe signals                ignored and blocked signals, by number
//! probe emit N                 N bytes of output, in lines of 64
//! probe repeat N TEXT          TEXT, N times
//! probe count                  the number of bytes on standard input
//! probe drop [N]               reads N bytes (everything) of standard input, a byte at a time
//! probe status N               exit status N
//! probe die N                  sends signal N to itself
//! probe pids                   its own, its parent's, its group's process id
//! probe as NAME PROGRAM ...    PROGRAM with NAME as argv[0]
//! probe resident PID           resident memory of PID in KiB
//! probe interrupt FILE CMD...  CMD in a session of its own; SIGINT to all of it a
//!                              moment after FILE has appeared; prints how CMD ended
//! probe terminal CMD...        CMD on a terminal of its own; standard input says what is typed
//!                              and awaited there (see `forkless_tests::terminal`)
//! ```
//!
//! Called as `prog` it does nothing, as `pecho` and `pcat` it is `probe echo` and `probe cat`.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::terminal;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, getgid, getpgrp, getpid, getppid, getrlimit, getuid,
    kill_process, kill_process_group, setrlimit, setsid, umask,
};
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write, stdin, stdout};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, ExitCode, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut args: Vec<OsString> = env::args_os().collect();
    let name = args.first().map(PathBuf::from).unwrap_or_default();
    args.drain(..args.len().min(1));
    // Under one of these names it is a program of one task, for the counting of processes.
    match name.file_name().and_then(|name| name.to_str()) {
        Some("prog") => return ExitCode::SUCCESS,
        Some("pecho") => args.insert(0, "echo".into()),
        Some("pcat") => args.insert(0, "cat".into()),
        _ => {}
    }
    let Some((what, rest)) = args.split_first() else {
        return complain("what?");
    };
    match act(&what.to_string_lossy(), rest) {
        Ok(code) => code,
        Err(error) => complain(&error.to_string()),
    }
}

/// Says on standard error what is wrong.
fn complain(text: &str) -> ExitCode {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(std::io::stderr(), "probe: {text}");
    ExitCode::from(120)
}

/// Does one of the things in the list above.
fn act(what: &str, rest: &[OsString]) -> Result<ExitCode> {
    let mut out = stdout().lock();
    match what {
        "session" => session(rest)?,
        "args" => {
            for word in rest {
                out.write_all(b"<")?;
                out.write_all(word.as_bytes())?;
                out.write_all(b">\n")?;
            }
        }
        "echo" => {
            out.write_all(&rest.join(OsStr::new(" ")).into_encoded_bytes())?;
            out.write_all(b"\n")?;
        }
        "cat" => drop(std::io::copy(&mut stdin().lock(), &mut out)?),
        "fds" => {
            let mut open = descriptors()?;
            // What the whole test run has inherited from its own caller is nobody's leak.
            let foreign = env::var("PROBE_INHERITED").unwrap_or_default();
            open.retain(|number| !foreign.split(' ').any(|other| other == number.to_string()));
            let words: Vec<String> = open.iter().map(u32::to_string).collect();
            writeln!(out, "{}", words.join(" "))?;
        }
        "env" => {
            for name in rest {
                if let Some(value) = env::var_os(name) {
                    out.write_all(name.as_bytes())?;
                    out.write_all(b"=")?;
                    out.write_all(value.as_bytes())?;
                    out.write_all(b"\n")?;
                }
            }
        }
        "signals" => signals(&mut out)?,
        "emit" => emit(&mut out, number(rest)?)?,
        "repeat" => {
            let text = rest.get(1).ok_or("no text")?;
            out.write_all(&text.as_bytes().repeat(usize::try_from(number(rest)?)?))?;
        }
        "count" => {
            let mut chunk = vec![0; 1 << 16];
            let mut total = 0usize;
            loop {
                match stdin().lock().read(&mut chunk)? {
                    0 => break,
                    count => total += count,
                }
            }
            writeln!(out, "{total}")?;
        }
        "drop" => {
            let most = if rest.is_empty() { u64::MAX } else { number(rest)? };
            let mut byte = [0];
            for _ in 0..most {
                if rustix::io::read(stdin(), &mut byte)? == 0 {
                    break;
                }
            }
        }
        "status" => return Ok(ExitCode::from(u8::try_from(number(rest)?)?)),
        "die" => {
            let signal =
                Signal::from_named_raw(i32::try_from(number(rest)?)?).ok_or("no signal")?;
            kill_process(getpid(), signal)?;
        }
        "pids" => {
            let parent = getppid().map_or(0, |pid| pid.as_raw_nonzero().get());
            writeln!(out, "{} {parent} {}", getpid().as_raw_nonzero(), getpgrp().as_raw_nonzero())?;
        }
        "as" => {
            let (name, rest) = rest.split_first().ok_or("no name")?;
            let (program, rest) = rest.split_first().ok_or("no program")?;
            return Err(Command::new(program).arg0(name).args(rest).exec().into());
        }
        "resident" => {
            let status = fs::read_to_string(format!("/proc/{}/status", number(rest)?))?;
            let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
            writeln!(out, "{}", line.split_whitespace().nth(1).ok_or("no number")?)?;
        }
        "interrupt" => {
            let (file, rest) = rest.split_first().ok_or("no file")?;
            interrupt(&mut out, file, rest)?;
        }
        "terminal" => terminal::converse(&mut out, rest, &std::io::read_to_string(stdin())?)?,
        "on-terminal" => terminal::take(rest)?,
        "foreground" => {
            let group = rustix::termios::tcgetpgrp(fs::File::open("/dev/tty")?)?;
            writeln!(out, "{}", if group == getpgrp() { "foreground" } else { "background" })?;
        }
        "whoami" => {
            writeln!(out, "{} {}", getuid().as_raw(), getgid().as_raw())?;
        }
        _ => return Err(format!("no such thing: {what}").into()),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The open descriptors of this process, in order.
fn descriptors() -> Result<Vec<u32>> {
    let mut open = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        let path = entry?.path();
        // The folder itself is open while it is read.
        if !fs::read_link(&path)?.starts_with("/proc") {
            open.push(path.file_name().and_then(|name| name.to_str()).unwrap_or_default().parse()?);
        }
    }
    open.sort_unstable();
    Ok(open)
}

/// The first word as a number.
fn number(rest: &[OsString]) -> Result<u64> {
    let word = rest.first().ok_or("a number is missing")?;
    Ok(word.to_string_lossy().parse()?)
}

/// Becomes `command` in a session of its own, with a known umask and known limits.
/// Signals that the runner was started with as ignored (`nohup`, a job in the
/// background) get their default action back by env(1).
fn session(command: &[OsString]) -> Result<()> {
    setsid()?;
    umask(0o022.into());
    let soft = |resource, current| {
        let maximum = getrlimit(resource).maximum;
        let current = maximum.map_or(current, |maximum| maximum.min(current));
        setrlimit(resource, Rlimit { current: Some(current), maximum })
    };
    soft(Resource::Core, 0)?;
    soft(Resource::Nofile, 1024)?;
    let mut start = Vec::new();
    // Rust ignores SIGPIPE (bit 12) in this program and gives it back on exec.
    if mask("SigIgn")? & !(1 << 12) != 0 {
        start.extend(["env", "--default-signal", "--"].map(OsString::from));
    }
    start.extend_from_slice(command);
    let (program, args) = start.split_first().ok_or("no command")?;
    let mut start = Command::new(program);
    let foreign: Vec<String> =
        descriptors()?.iter().filter(|&&fd| fd > 2).map(u32::to_string).collect();
    if !foreign.is_empty() {
        start.env("PROBE_INHERITED", foreign.join(" "));
    }
    Err(start.args(args).exec().into())
}

/// A signal mask of this process from /proc/self/status.
fn mask(field: &str) -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(field)).ok_or("no such field")?;
    Ok(u64::from_str_radix(line.split_whitespace().nth(1).ok_or("no mask")?, 16)?)
}

/// Prints which signals this process found ignored and blocked. SIGPIPE is left
/// out of the first list: Rust has set it itself before `main`.
fn signals(out: &mut impl Write) -> Result<()> {
    for (field, own) in [("SigIgn", 1 << 12), ("SigBlk", 0)] {
        let mask = mask(field)? & !own;
        // Beyond 31 are the real-time signals, of which libc keeps some for itself.
        let set: String =
            (0..31).filter(|bit| mask >> bit & 1 == 1).map(|bit| format!(" {}", bit + 1)).collect();
        writeln!(out, "{field}:{set}")?;
    }
    Ok(())
}

/// Writes `count` bytes in lines of 64.
fn emit(out: &mut impl Write, count: u64) -> Result<()> {
    let mut line = [b'x'; 64];
    line[63] = b'\n';
    let block = line.repeat(1024);
    let mut rest = usize::try_from(count)?;
    while rest > 0 {
        let part = rest.min(block.len());
        out.write_all(&block[..part])?;
        rest -= part;
    }
    Ok(())
}

/// Runs a command in a session of its own and interrupts it as a terminal would:
/// SIGINT to the whole process group, once it has said by making `file` that it is
/// about to wait. Prints `status N` or `signal N`.
fn interrupt(out: &mut impl Write, file: &OsString, command: &[OsString]) -> Result<()> {
    let mut child = Command::new(env::current_exe()?).arg("session").args(command).spawn()?;
    let group = Pid::from_child(&child);
    let start = Instant::now();
    while fs::metadata(file).is_err() {
        if let Some(status) = child.try_wait()? {
            writeln!(out, "ended early: {status}")?;
            return Ok(());
        }
        if start.elapsed() > Duration::from_secs(10) {
            writeln!(out, "never ready")?;
            break;
        }
        sleep(Duration::from_millis(5));
    }
    // From "about to wait" to waiting.
    sleep(Duration::from_millis(150));
    kill_process_group(group, Signal::INT)?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > Duration::from_secs(5) {
            writeln!(out, "not interrupted")?;
            out.flush()?;
            kill_process_group(group, Signal::KILL)?;
            exit(1);
        }
        sleep(Duration::from_millis(5));
    };
    match status.signal() {
        Some(signal) => writeln!(out, "signal {signal}")?,
        None => writeln!(out, "status {}", status.code().unwrap_or(-1))?,
    }
    Ok(())
}
