//! How many processes a command creates.
//!
//! Three ways, the best one first. A process-id namespace hands out numbers in order,
//! so counting is a subtraction, exact and without any tracing (programs/count.c).
//! strace(1) sees every clone, exactly and slowly. The kernel's own counter of forks
//! since boot (`processes` in /proc/stat) is of the whole system, so what others start
//! meanwhile is counted too: the least of three readings, called approximate.

use std::fs;
use std::path::PathBuf;

use crate::measure::{Command, Ended, Failure};
use crate::model::Processes;

/// The way that works here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The namespace program.
    Namespace(PathBuf),
    /// strace, and a directory for its file.
    Trace(PathBuf, PathBuf),
    /// /proc/stat.
    System,
}

impl Counter {
    /// Chooses: `helper` is the built program, if there is one; `like` is a command
    /// that surely works, to try with.
    pub fn choose(
        helper: Option<PathBuf>,
        strace: Option<PathBuf>,
        work: &std::path::Path,
        like: &Command,
    ) -> Self {
        let candidates = helper
            .map(Counter::Namespace)
            .into_iter()
            .chain(strace.map(|path| Counter::Trace(path, work.to_owned())));
        for candidate in candidates {
            if candidate.count(like).is_ok() {
                return candidate;
            }
        }
        Counter::System
    }

    /// How it is counted, for the environment block.
    pub fn describe(&self) -> &'static str {
        match self {
            Counter::Namespace(_) => "exactly, by a process-id namespace",
            Counter::Trace(..) => "exactly, by strace",
            Counter::System => "approximately, by the system's counter of forks",
        }
    }

    /// The number of processes and threads that the command creates, itself not
    /// counted.
    ///
    /// # Errors
    /// If it cannot be run or counted.
    pub fn count(&self, command: &Command) -> Result<Processes, Failure> {
        match self {
            Counter::Namespace(helper) => by_namespace(helper, command),
            Counter::Trace(strace, work) => by_trace(strace, &work.join("trace"), command),
            Counter::System => by_system(command),
        }
    }
}

fn wrapped(command: &Command, before: &[&[u8]]) -> Command {
    let mut words: Vec<Vec<u8>> = before.iter().map(|word| word.to_vec()).collect();
    words.extend(command.words.iter().cloned());
    Command { words, ..command.clone() }
}

fn bytes(path: &std::path::Path) -> &[u8] {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str())
}

fn by_namespace(helper: &std::path::Path, command: &Command) -> Result<Processes, Failure> {
    // The helper's descriptor 2 is captured; the command's own output comes with it,
    // and the helper's line is the last.
    let run = wrapped(command, &[bytes(helper), b"2"]).capture(64 << 20)?;
    let text = String::from_utf8_lossy(&run.output).into_owned();
    let line = text.rsplit("created ").next().filter(|_| text.contains("created "));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    match (&run.ended, words.as_slice()) {
        (Ended::Exited(0), [count, "status", ..]) => Ok(Processes {
            count: count.parse().map_err(|_| Failure::said("the counter counted nothing"))?,
            approximate: false,
        }),
        (ended, _) => Err(Failure::said(format!("the counter {}: {text}", ended.describe()))),
    }
}

fn by_trace(
    strace: &std::path::Path,
    file: &std::path::Path,
    command: &Command,
) -> Result<Processes, Failure> {
    let before: [&[u8]; 8] = [
        bytes(strace),
        b"-f",
        b"-qq",
        b"-e",
        b"trace=fork,vfork,clone,clone3",
        b"-esignal=none",
        b"-o",
        bytes(file),
    ];
    wrapped(command, &before).run()?;
    let trace = fs::read(file).map_err(|error| Failure::said(format!("strace: {error}")))?;
    let _ = fs::remove_file(file);
    let count = String::from_utf8_lossy(&trace).lines().filter(|line| made_one(line)).count();
    Ok(Processes { count: count as f64, approximate: false })
}

/// Whether a line of strace ends in "= NUMBER" with a process's number.
fn made_one(line: &str) -> bool {
    line.rsplit_once("= ")
        .is_some_and(|(_, result)| result.trim().parse::<u32>().is_ok_and(|number| number > 0))
}

fn by_system(command: &Command) -> Result<Processes, Failure> {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let before = forks_since_boot()?;
        command.run()?;
        // The command itself is one.
        least = least.min((forks_since_boot()? - before - 1.0).max(0.0));
    }
    Ok(Processes { count: least, approximate: true })
}

fn forks_since_boot() -> Result<f64, Failure> {
    let stat = fs::read_to_string("/proc/stat")
        .map_err(|error| Failure::said(format!("/proc/stat: {error}")))?;
    stat.lines()
        .find_map(|line| line.strip_prefix("processes "))
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| Failure::said("/proc/stat does not count processes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Pin;
    use std::time::Duration;

    #[test]
    fn lines_of_a_trace() {
        assert!(made_one("12 vfork() = 13"));
        assert!(made_one("12 clone(child_stack=NULL, flags=SIGCHLD) = 4711"));
        assert!(made_one("12 <... vfork resumed>) = 14"));
        assert!(!made_one("12 clone3({flags=0}, 88) = -1 ENOSYS (Function not implemented)"));
        assert!(!made_one("12 vfork( <unfinished ...>"));
        assert!(!made_one("12 +++ exited with 0 +++"));
    }

    #[test]
    fn the_system_counts_at_least_what_there_is() {
        let command = Command {
            words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), b"/bin/true; /bin/true; :".to_vec()],
            environment: Vec::new(),
            directory: PathBuf::from("/"),
            input: None,
            limit: Duration::from_secs(20),
            until: None,
            pin: Pin::Free,
        };
        let found = Counter::System.count(&command).unwrap();
        assert!(found.count >= 2.0 && found.approximate, "{found:?}");
    }
}
