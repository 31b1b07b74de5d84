//! Running a command with a limit of time: a shell with a script, mostly.

use std::ffi::CString;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use launch::process::{Usage, WaitStatus};
use launch::signal::SignalSet;
use launch::{CStringArray, Capture, Child, End, Launch};
use rustix::fs::{Mode, OFlags};

use crate::measure::{Failure, Pin, interrupted};

const SIGPIPE: i32 = 13;

/// A command and what surrounds it.
#[derive(Clone, Debug)]
pub struct Command {
    /// Program and arguments. The program is a path.
    pub words: Vec<Vec<u8>>,
    /// Environment, "NAME=value" each.
    pub environment: Vec<Vec<u8>>,
    /// Working directory.
    pub directory: PathBuf,
    /// A file for standard input; otherwise there is nothing to read.
    pub input: Option<PathBuf>,
    /// Time limit.
    pub limit: Duration,
    /// When the whole run has to be over, if there is such a time.
    pub until: Option<Instant>,
    /// Where it runs.
    pub pin: Pin,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this status.
    Exited(i32),
    /// By this signal.
    Killed(i32),
}

/// What a run took.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// From just before the launch until it had been waited for.
    pub wall: Duration,
    /// User and system time of it and of all it waited for.
    pub cpu: Duration,
    /// The largest resident set of it or of a descendant it waited for, bytes.
    pub memory: u64,
    /// Standard output and error together, if they were asked for.
    pub output: Vec<u8>,
}

impl Ended {
    /// In words, for what did not end well.
    pub fn describe(&self) -> String {
        match self {
            Ended::Exited(status) => format!("ended with status {status}"),
            Ended::Killed(signal) => match launch::signal::name(*signal) {
                Some(name) => format!("killed by SIG{name}"),
                None => format!("killed by signal {signal}"),
            },
        }
    }
}

impl Command {
    /// Runs it with its output thrown away.
    ///
    /// # Errors
    /// If it cannot be started, the limit is exceeded, or the user wants to stop.
    pub fn run(&self) -> Result<Run, Failure> {
        self.launched(|launch| {
            let begin = Instant::now();
            let mut child = launch.start().map_err(|error| self.not_started(&error))?;
            let (deadline, too_long) = self.end(begin);
            let (status, usage) = wait(&mut child, deadline, too_long)?;
            Ok(finished(status, usage, begin.elapsed(), Vec::new()))
        })
    }

    /// Runs it and keeps what it says, at most `most` bytes.
    ///
    /// # Errors
    /// Those of [`run`](Self::run), and more output than `most` bytes.
    pub fn capture(&self, most: usize) -> Result<Run, Failure> {
        self.launched(|launch| {
            let begin = Instant::now();
            let (deadline, too_long) = self.end(begin);
            let capture = Capture {
                limit: Some(most),
                deadline: Some(deadline),
                merge: true,
                ..Capture::default()
            };
            let done = launch.capture(&capture).map_err(|error| self.not_started(&error))?;
            match done.end {
                _ if interrupted() => Err(Failure::Interrupted),
                End::Finished => {
                    Ok(finished(done.status, done.usage, begin.elapsed(), done.output))
                }
                End::Deadline => Err(too_long),
                End::Limit => Err(Failure::said(format!("more than {most} bytes of output"))),
            }
        })
    }

    /// When a run that begins now is ended, and why.
    fn end(&self, begin: Instant) -> (Instant, Failure) {
        let limit = begin + self.limit;
        match self.until {
            Some(until) if until < limit => (until, Failure::Late),
            _ => (limit, Failure::TimedOut),
        }
    }

    fn not_started(&self, error: &launch::LaunchError) -> Failure {
        let program = self.words.first().map(|word| String::from_utf8_lossy(word).into_owned());
        Failure::said(format!("{}: {error}", program.unwrap_or_default()))
    }

    /// Prepares the launch: a group of its own, so that all of it can be ended, and
    /// nothing on the standard streams that a terminal would see.
    fn launched(
        &self,
        run: impl FnOnce(&Launch<'_>) -> Result<Run, Failure>,
    ) -> Result<Run, Failure> {
        let invalid = |_| Failure::said("a NUL byte in an argument");
        let mut argv = CStringArray::new();
        for word in &self.words {
            argv.push(word).map_err(invalid)?;
        }
        let mut envp = CStringArray::new();
        for variable in &self.environment {
            envp.push(variable).map_err(invalid)?;
        }
        let program = self.words.first().cloned().unwrap_or_default();
        let program = CString::new(program).map_err(|_| Failure::said("a NUL byte in a path"))?;
        let directory = open(&self.directory, OFlags::PATH)?;
        let null = open(Path::new("/dev/null"), OFlags::RDWR)?;
        let input = self.input.as_deref().map(|path| open(path, OFlags::RDONLY)).transpose()?;
        let mut launch = Launch::new(&program, &argv, &envp);
        launch
            .directory(directory.as_raw_fd())
            .descriptor(0, input.as_ref().unwrap_or(&null).as_raw_fd())
            .descriptor(1, null.as_raw_fd())
            .descriptor(2, null.as_raw_fd())
            .process_group(0)
            // A Rust program ignores it; what it starts must not inherit that.
            .default_signals(SignalSet::of(&[SIGPIPE]))
            .want_pidfd(true);
        if let Some(processors) = self.pin.processors() {
            launch.processors(&processors);
        }
        run(&launch)
    }
}

fn open(path: &Path, flags: OFlags) -> Result<rustix::fd::OwnedFd, Failure> {
    rustix::fs::open(path, flags | OFlags::CLOEXEC, Mode::empty()).map_err(|error| {
        Failure::said(format!("{}: {}", path.display(), super::text_of(&error.into())))
    })
}

fn finished(status: WaitStatus, usage: Usage, wall: Duration, output: Vec<u8>) -> Run {
    let ended = match status {
        WaitStatus::Exited(status) => Ended::Exited(i32::from(status)),
        WaitStatus::Signaled { signal, .. } => Ended::Killed(signal),
        _ => Ended::Exited(-1),
    };
    let cpu = usage.user.saturating_add(usage.system);
    Run { ended, wall, cpu, memory: usage.max_rss.saturating_mul(1024), output }
}

/// Waits until the end, the deadline, or an interruption. After a deadline and an interruption all
/// that was started is ended.
fn wait(
    child: &mut Child,
    deadline: Instant,
    too_long: Failure,
) -> Result<(WaitStatus, Usage), Failure> {
    let slice = Duration::from_millis(100);
    loop {
        let until = (Instant::now() + slice).min(deadline);
        if let Ok(Some(_)) = child.wait_deadline(until) {
            return child.wait_usage().map_err(|error| Failure::said(error.to_string()));
        }
        let failure = if interrupted() {
            Failure::Interrupted
        } else if Instant::now() >= deadline {
            too_long.clone()
        } else {
            continue;
        };
        let _ = child.kill_tree();
        let _ = child.wait();
        return Err(failure);
    }
}

/// The path of a program: as given if there is a slash in it, otherwise the first that
/// can be executed of the directories in `path`.
pub fn find_in_path(name: &str, path: &[u8]) -> Option<PathBuf> {
    let executable = |path: &Path| {
        path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
    };
    if name.contains('/') {
        let path = PathBuf::from(name);
        return executable(&path).then_some(path);
    }
    path.split(|&byte| byte == b':').find_map(|directory| {
        let directory = if directory.is_empty() { b"." } else { directory };
        let path = Path::new(std::ffi::OsStr::from_bytes(directory)).join(name);
        executable(&path).then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Command {
        Command {
            words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), script.as_bytes().to_vec()],
            environment: vec![b"PATH=/usr/bin:/bin".to_vec()],
            directory: PathBuf::from("/"),
            input: None,
            limit,
            until: None,
            pin: Pin::Free,
        }
    }

    #[test]
    fn output_and_status() {
        let run =
            shell("echo out; echo err >&2; exit 3", Duration::from_secs(20)).capture(100).unwrap();
        assert_eq!(run.output, b"out\nerr\n");
        assert_eq!(run.ended, Ended::Exited(3));
        assert_eq!(run.ended.describe(), "ended with status 3");
    }

    #[test]
    fn a_crash_is_named() {
        let run = shell("kill -SEGV $$", Duration::from_secs(20)).run().unwrap();
        assert_eq!(run.ended.describe(), "killed by SIGSEGV");
    }

    #[test]
    fn what_hangs_is_ended_with_its_children() {
        let hanging = shell("sleep 1000 & wait", Duration::from_millis(300));
        assert_eq!(hanging.run().unwrap_err(), Failure::TimedOut);
        assert_eq!(hanging.capture(10).unwrap_err(), Failure::TimedOut);
        let late = Command {
            until: Some(Instant::now()),
            ..shell("sleep 1000", Duration::from_secs(1000))
        };
        assert_eq!(late.run().unwrap_err(), Failure::Late);
        assert_eq!(late.capture(10).unwrap_err(), Failure::Late);
    }

    #[test]
    fn too_much_output_and_no_program() {
        let much = shell("while :; do echo yes; done", Duration::from_secs(20));
        assert!(matches!(much.capture(1000), Err(Failure::Said(how)) if how.contains("1000")));
        let mut none = shell(":", Duration::from_secs(20));
        none.words[0] = b"/nonexistent/shell".to_vec();
        assert!(matches!(none.run(), Err(Failure::Said(how)) if how.contains("/nonexistent")));
    }

    #[test]
    fn a_broken_pipe_ends_a_writer() {
        let run = shell(
            "(while :; do echo y; done; echo not ended >&2) | read x; echo done",
            Duration::from_secs(20),
        )
        .capture(1000)
        .unwrap();
        assert_eq!(run.output, b"done\n");
    }

    #[test]
    fn programs_are_found() {
        assert_eq!(find_in_path("sh", b"/nonexistent:/bin"), Some(PathBuf::from("/bin/sh")));
        assert_eq!(find_in_path("/bin/sh", b""), Some(PathBuf::from("/bin/sh")));
        assert_eq!(find_in_path("/bin", b""), None);
        assert_eq!(find_in_path("no-such-program", b"/bin"), None);
    }
}
