//! A terminal with somebody who types, for `probe terminal`.
//!
//! The program runs in a session of its own whose controlling terminal is a new pseudo-terminal
//! (pty(7)). What is typed and what has to appear is a text of lines:
//!
//! ```text
//! > TEXT      types a line
//! < TEXT      waits until TEXT has appeared, after what was awaited before
//! ! TEXT      TEXT has not appeared since what was awaited before
//! ^C          types that character (^C ^D ^Z ^\)
//! hangup      the terminal goes away
//! settings    notes the terminal's settings, or compares them with those noted
//! ```
//!
//! The terminal does not echo. At the end, where the program has ended or is made to, one line
//! says how. Where something does not appear within ten seconds, that is said, with everything
//! that did.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, io};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(10);

/// The side of the terminal on which somebody sits.
struct Screen {
    /// None: it was hung up.
    master: Option<File>,
    shown: Vec<u8>,
    /// What comes before has been awaited.
    seen: usize,
}

impl Screen {
    /// Takes in what appears until `deadline`; false where that is over, or the terminal.
    fn look(&mut self, deadline: Instant) -> io::Result<bool> {
        let Some(master) = &mut self.master else { return Ok(false) };
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        if poll(&mut [PollFd::new(&*master, PollFlags::IN)], Some(&left))? == 0 {
            return Ok(false);
        }
        let mut buffer = [0; 4096];
        // An error: nobody has the other side open any more.
        let count = master.read(&mut buffer).unwrap_or(0);
        self.shown.extend(buffer[..count].iter().filter(|&&byte| byte != b'\r'));
        Ok(count > 0)
    }

    /// Waits for `text`; whether it has appeared.
    fn wait_for(&mut self, text: &[u8]) -> io::Result<bool> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.find(text) {
                self.seen = at + text.len();
                return Ok(true);
            }
            if !self.look(deadline)? {
                return Ok(false);
            }
        }
    }

    /// Waits until a job is in the foreground: before that ^Z would be for the shell, which ignores it. A
    /// command inside of the shell is none, so that there is an end to it.
    fn wait_for_job(&self, shell: &Child) {
        let shell = i32::try_from(shell.id()).ok();
        let deadline = Instant::now() + Duration::from_secs(2);
        while let Some(master) = &self.master
            && Instant::now() < deadline
            && tcgetpgrp(master).is_ok_and(|group| Some(group.as_raw_nonzero().get()) == shell)
        {
            sleep(Duration::from_millis(5));
        }
    }

    fn find(&self, text: &[u8]) -> Option<usize> {
        let rest = self.shown.get(self.seen..)?;
        rest.windows(text.len()).position(|part| part == text).map(|at| self.seen + at)
    }

    fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.shown)
    }
}

/// Runs `command` on a new terminal and goes through `dialogue`.
///
/// # Errors
///
/// Where no terminal is to be had, the command cannot be started, or the dialogue is not
/// understood.
pub fn converse(out: &mut impl Write, command: &[OsString], dialogue: &str) -> Result<()> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let path = ptsname(&master, Vec::new())?.into_string()?;
    // Kept open, so that the settings can be read when nobody else has it open.
    let terminal = open(&path)?;
    let mut settings = tcgetattr(&terminal)?;
    settings.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&terminal, OptionalActions::Now, &settings)?;
    let mut child = Command::new(env::current_exe()?)
        .arg("on-terminal")
        .arg(&path)
        .args(command)
        .stdin(Stdio::null())
        .spawn()?;
    let mut screen = Screen { master: Some(File::from(master)), shown: Vec::new(), seen: 0 };
    let mut noted: Option<Termios> = None;
    for line in dialogue.lines() {
        if let Some(text) = line.strip_prefix("< ") {
            if !screen.wait_for(text.as_bytes())? {
                writeln!(out, "missing: {text}\nof:\n{}", screen.text())?;
                break;
            }
        } else if let Some(text) = line.strip_prefix("! ") {
            let deadline = Instant::now() + Duration::from_millis(100);
            while screen.look(deadline)? {}
            if screen.find(text.as_bytes()).is_some() {
                writeln!(out, "not wanted: {text}\nin:\n{}", screen.text())?;
            }
        } else if line == "settings" {
            let now = tcgetattr(&terminal)?;
            match &noted {
                None => noted = Some(now),
                Some(before) if same(before, &now) => {}
                Some(_) => writeln!(out, "the terminal's settings have changed")?,
            }
        } else if line == "hangup" {
            screen.master = None;
        } else {
            let typed = match line.as_bytes() {
                [b'>', b' ', text @ ..] => [text, b"\n"].concat(),
                [b'^', letter] => vec![letter & 0x1f],
                _ => return Err(format!("not understood: {line}").into()),
            };
            // A program reads its terminal a moment after it has written a prompt.
            sleep(Duration::from_millis(20));
            if line == "^Z" {
                screen.wait_for_job(&child);
            }
            if let Some(master) = &mut screen.master {
                master.write_all(&typed)?;
            }
        }
    }
    writeln!(out, "{}", ending(&mut child)?)?;
    Ok(())
}

/// Becomes `command` with the terminal at the path that is the first word.
///
/// # Errors
///
/// Always: where it succeeds it does not return.
pub fn take(words: &[OsString]) -> Result<()> {
    let [path, program, words @ ..] = words else { return Err("no command".into()) };
    rustix::process::setsid()?;
    // Opened by the leader of a session without a terminal, it becomes that (tty(4)).
    let terminal = OpenOptions::new().read(true).write(true).open(path)?;
    let mut command = Command::new(program);
    command.args(words).stdin(terminal.try_clone()?).stdout(terminal.try_clone()?);
    command.stderr(terminal);
    Err(command.exec().into())
}

fn open(path: &str) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NOCTTY.bits().cast_signed();
    OpenOptions::new().read(true).write(true).custom_flags(flags).open(path)
}

fn same(one: &Termios, other: &Termios) -> bool {
    one.local_modes == other.local_modes
        && one.input_modes == other.input_modes
        && one.output_modes == other.output_modes
}

/// Waits for the end of the program; its status.
fn ending(child: &mut Child) -> Result<String> {
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            return Ok("does not end".into());
        }
        sleep(Duration::from_millis(5));
    };
    Ok(match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => format!("status {}", status.code().unwrap_or(-1)),
    })
}
