//! Signals in each kind of wait: forkless must end, or go on, as dash does.
//!
//! ```text
//! cargo test -p forkless-tests --test waits -- [options] [TEXT...]
//!
//! TEXT           only waits that contain one of the texts
//! --all          all waits; else some
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! ```
//!
//! A script makes the file `ready` and waits. When it is there and the shell sleeps, it gets what an [`Event`]
//! says. What is compared is how the shell ended and what it wrote; where the whole group got the signal, no
//! process of it may be left.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::arguments::Request;
use forkless_tests::program::{exit_code, say};
use forkless_tests::session::{members, wait_empty};
use forkless_tests::shells::find_program;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// How long everything may take.
const LIMIT: Duration = Duration::from_secs(30);
/// Without `--all` every so many-th wait is tried.
const SAMPLE: usize = 5;

/// Waits. `nap` is sleep(1) under a name that no shell has inside; `$T` is how long it takes. `fifo` is one.
const WAITS: &[&str] = &[
    "./nap $T",
    "sleep $T",
    "(./nap $T)",
    "(./nap $T; :)",
    "x=$(./nap $T)",
    "x=$(sleep $T; echo a)",
    "./nap $T | ./nap $T",
    "sleep $T | cat",
    "./nap $T | while read x; do :; done",
    "{ ./nap $T; echo a; } | cat",
    "./nap $T & wait",
    "./nap $T & wait $!",
    "{ sleep $T; } & wait",
    "(sleep $T | cat) & wait $!",
    "case $(./nap $T) in a) ;; esac",
    "cat <<E\n$(sleep $T)\nE",
    "f() { ./nap $T; }; f",
    "eval './nap $T'",
    "if ./nap $T; then :; fi",
    "while ./nap $T; do break; done",
    "! ./nap $T",
    "trap : USR1; ./nap $T",
    "trap 'echo bye' EXIT; ./nap $T; :",
    "trap 'echo bye' EXIT; x=$(./nap $T; :)",
    "env ./nap $T; :",
    "find . -name nap -exec ./nap $T \\; ; :",
    "echo $T | xargs ./nap; :",
    "nice ./nap $T; :",
    "flock ready ./nap $T; :",
];
/// Waits that do not end by themselves.
const ENDLESS: &[&str] = &[
    "read x <fifo",
    "exec 3<>fifo; read x <&3",
    "exec 3<>fifo; while read x; do :; done <&3",
    "echo a >fifo",
    "exec 3>fifo",
    "cat fifo",
    "exec 3<>fifo; cat <&3",
    "exec 3<>fifo; cat <&3 | cat",
    "exec 3<>fifo; x=$(cat <&3)",
    "exec 3<>fifo; { read x <&3; } | cat",
    "while :; do :; done",
    "while :; do x=$(echo a); done",
    "while :; do (:); done",
    "yes >/dev/null",
    "yes | cat >/dev/null",
    "exec 3<>fifo; read x <&3 & wait",
    "exec 3<>fifo; split -l 1 <&3",
    "tsort fifo | cat",
    "exec 3<>fifo; x=$(hexdump -n 4 <&3)",
    "shuf fifo",
];

/// What the shell gets while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A signal to the whole group, as a terminal or init sends it.
    Group(Signal),
    /// A signal to the shell alone, which has a trap for it.
    Trapped(Signal),
    /// SIGSTOP and SIGCONT to the group; then it goes on.
    Stop,
    /// Its parent ends.
    Orphan,
}

const EVENTS: &[Event] = &[
    Event::Group(Signal::INT),
    Event::Group(Signal::TERM),
    Event::Group(Signal::HUP),
    Event::Group(Signal::QUIT),
    Event::Trapped(Signal::TERM),
    Event::Stop,
    Event::Orphan,
];

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut all = false;
    let request = Request::read(|option, _| {
        match option {
            "--all" => all = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let endless = ENDLESS.iter().map(|wait| (*wait, true));
    let mut waits: Vec<_> = WAITS.iter().map(|wait| (*wait, false)).chain(endless).collect();
    waits.retain(|(wait, _)| request.wants(wait));
    if request.texts.is_empty() && !all {
        waits = waits.into_iter().step_by(SAMPLE).collect();
    }
    let (Some(dash), Some(sleep)) = (find_program("dash"), find_program("sleep")) else {
        say("skipped: dash or sleep is missing");
        say(&format!("0 passed, 0 failed, {} skipped", waits.len() * EVENTS.len()));
        return Ok(true);
    };
    let ours = request.find_shell()?;
    let room = env::temp_dir().join(format!("forkless-waits-{}", std::process::id()));
    let (mut passed, mut failed) = (0, 0);
    for (wait, endless) in waits {
        for event in EVENTS {
            // What never ends cannot be waited for.
            if endless && *event == Event::Orphan {
                continue;
            }
            let run = |shell: &Path| {
                let outcome =
                    Trial { shell, sleep: &sleep, room: &room, wait, endless }.run(*event);
                // What cannot be removed is in the folder for temporary files.
                let _ = fs::remove_dir_all(&room);
                outcome.unwrap_or_else(|error| error.to_string())
            };
            let (came, wanted) = (run(&ours), run(&dash));
            if came == wanted {
                passed += 1;
            } else {
                failed += 1;
                say(&format!("FAILED {event:?}: {wait}\n    {came}\n    dash: {wanted}"));
            }
        }
    }
    say(&format!("{passed} passed, {failed} failed, 0 skipped"));
    Ok(failed == 0)
}

/// One wait in one shell.
struct Trial<'a> {
    shell: &'a Path,
    sleep: &'a Path,
    room: &'a Path,
    wait: &'a str,
    endless: bool,
}

impl Trial<'_> {
    /// How it ended and what it wrote.
    fn run(&self, event: Event) -> io::Result<String> {
        fs::create_dir_all(self.room)?;
        symlink(self.shell, self.room.join("sh"))?;
        symlink(self.sleep, self.room.join("nap"))?;
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let kind = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, self.room.join("fifo"), kind, mode, 0)?;
        let trap = match event {
            Event::Trapped(_) => "trap 'echo trapped; exit 7' TERM\n",
            _ => "",
        };
        let script = format!("{trap}: >ready\n{}\necho end $?\n", self.wait);
        let naps = match event {
            Event::Stop | Event::Orphan => "0.4",
            // The trap waits for a program in the foreground, and the signal has to come before its end.
            Event::Trapped(_) => "3",
            Event::Group(_) => "20",
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_probe"));
        command.arg("session");
        if event == Event::Orphan {
            // The shell between ends when there is something to wait for.
            let between =
                "./sh -c \"$1\" & while ! [ -e ready ]; do :; done; sleep 0.05; kill -9 $$";
            command.arg("/bin/dash").args(["-c", between, "-", &script]);
        } else {
            command.arg("./sh").args(["-c", &script]);
        }
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("T", naps);
        command.current_dir(self.room).stdin(Stdio::null()).stderr(Stdio::null());
        command.stdout(fs::File::create(self.room.join("out"))?);
        let mut child = command.spawn()?;
        let session = Pid::from_child(&child);
        let begin = Instant::now();
        while !self.room.join("ready").exists() {
            if begin.elapsed() > LIMIT {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        // From there to the wait; what computes never sleeps.
        thread::sleep(Duration::from_millis(100));
        match event {
            Event::Group(signal) => kill_process_group(session, signal)?,
            Event::Trapped(signal) => kill_process(session, signal)?,
            Event::Stop => {
                kill_process_group(session, Signal::STOP)?;
                thread::sleep(Duration::from_millis(50));
                kill_process_group(session, Signal::CONT)?;
                if self.endless {
                    thread::sleep(Duration::from_millis(50));
                    kill_process_group(session, Signal::TERM)?;
                }
            }
            Event::Orphan => {}
        }
        let mut outcome = ended(&mut child)?;
        let number = session.as_raw_nonzero().get();
        let left = match event {
            Event::Group(_) | Event::Orphan | Event::Stop => wait_empty(number, LIMIT / 3),
            // A program in the foreground is not told.
            Event::Trapped(_) => Vec::new(),
        };
        if let Some(first) = left.first() {
            // What ignores the signal in the background goes on. How many processes it is differs: utilities run
            // inside the shell's. Its first is the shell's, or the program that is all of it.
            outcome += ", left: ";
            outcome += &first.comm;
        }
        for one in members(number) {
            if let Some(pid) = Pid::from_raw(one.pid) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        outcome += &format!(", {:?}", fs::read_to_string(self.room.join("out"))?);
        Ok(outcome)
    }
}

/// Waits for a child, for a while; says how it ended.
fn ended(child: &mut Child) -> io::Result<String> {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT / 3 {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.signal() {
                Some(signal) => format!("signal {signal}"),
                None => format!("status {}", status.code().unwrap_or(-1)),
            });
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok("it does not end".to_string())
}
