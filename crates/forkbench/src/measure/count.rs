//! How many processes a command creates.
//!
//! Three ways, the best one first. A process-id namespace hands out numbers in order,
//! so counting is a subtraction, exact and without any tracing (programs/count.c).
//! strace(1) sees every clone, exactly and slowly. The kernel's own counter of forks
//! since boot (`processes` in /proc/stat) is of the whole system, so what others start
//! meanwhile is counted too: the least of three readings, called approximate.

use std::fs;
use std::path::{Path, PathBuf};

use crate::measure::{Command, Ended, Failure};
use crate::model::Processes;

/// The ways that work here, the best one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter(Vec<Way>);

/// A way to count.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    /// The namespace program.
    Namespace(PathBuf),
    /// strace, and a directory for its file.
    Trace(PathBuf, PathBuf),
    /// /proc/stat.
    System,
}

impl Counter {
    /// Chooses: `helper` is the built program, if there is one; `like` is a command that succeeds,
    /// to try with. The system's counter is used only where no exact way works.
    pub fn choose(
        helper: Option<PathBuf>,
        strace: Option<PathBuf>,
        work: &Path,
        like: &Command,
    ) -> Self {
        let candidates = helper
            .map(Way::Namespace)
            .into_iter()
            .chain(strace.map(|path| Way::Trace(path, work.to_owned())));
        let works = |way: &Way| way.count(like, &Ended::Exited(0)).is_ok();
        let mut ways: Vec<Way> = candidates.filter(works).collect();
        if ways.is_empty() {
            ways.push(Way::System);
        }
        Self(ways)
    }

    /// How it is counted, for the environment block.
    pub fn describe(&self) -> &'static str {
        match self.0.first() {
            Some(Way::Namespace(_)) => "exactly, by a process-id namespace",
            Some(Way::Trace(..)) => "exactly, by strace",
            _ => "approximately, by the system's counter of forks",
        }
    }

    /// The number of processes and threads that the command creates, itself not counted. What
    /// ends otherwise than `expected` while it is counted, for it looks at what the way of counting
    /// alters, is counted the next way.
    ///
    /// # Errors
    /// If it cannot be run, or ends otherwise in all ways.
    pub fn count(&self, command: &Command, expected: &Ended) -> Result<Processes, Failure> {
        let mut failure = Failure::said("there is no way to count");
        for way in &self.0 {
            match way.count(command, expected) {
                Err(other @ Failure::Said(_)) => failure = other,
                done => return done,
            }
        }
        Err(failure)
    }
}

impl Way {
    fn count(&self, command: &Command, expected: &Ended) -> Result<Processes, Failure> {
        match self {
            Way::Namespace(helper) => by_namespace(helper, command, expected),
            Way::Trace(strace, work) => by_trace(strace, &work.join("trace"), command, expected),
            Way::System => by_system(command, expected),
        }
    }
}

/// What a run that ended otherwise than it does uncounted is worth.
fn otherwise(ended: &Ended) -> Failure {
    Failure::said(format!("not counted: it {} while it was counted", ended.describe()))
}

fn wrapped(command: &Command, before: &[&[u8]]) -> Command {
    let mut words: Vec<Vec<u8>> = before.iter().map(|word| word.to_vec()).collect();
    words.extend(command.words.iter().cloned());
    Command { words, ..command.clone() }
}

fn bytes(path: &Path) -> &[u8] {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str())
}

fn by_namespace(helper: &Path, command: &Command, expected: &Ended) -> Result<Processes, Failure> {
    // The helper's descriptor 2 is captured; the command's own output comes with it,
    // and the helper's line is the last.
    let run = wrapped(command, &[bytes(helper), b"2"]).capture(64 << 20)?;
    let text = String::from_utf8_lossy(&run.output).into_owned();
    match (&run.ended, counted(&text)) {
        (Ended::Exited(0), Some((count, ended))) if ended == *expected => {
            Ok(Processes { count, approximate: false })
        }
        (Ended::Exited(0), Some((_, ended))) => Err(otherwise(&ended)),
        (ended, _) => Err(Failure::said(format!("the counter {}: {text}", ended.describe()))),
    }
}

/// The number and the end of the command, of the helper's last line: "created N status S".
fn counted(text: &str) -> Option<(f64, Ended)> {
    let (_, line) = text.rsplit_once("created ")?;
    let mut words = line.split_whitespace();
    let count = words.next()?.parse().ok()?;
    let status: i32 = words.nth(1)?.parse().ok()?;
    // As wait(2) has it.
    let ended = match status & 0x7f {
        0 => Ended::Exited(status >> 8 & 0xff),
        signal => Ended::Killed(signal),
    };
    Some((count, ended))
}

fn by_trace(
    strace: &Path,
    file: &Path,
    command: &Command,
    expected: &Ended,
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
    // It ends as the command does, by the same signal too.
    let run = wrapped(command, &before).run()?;
    let trace = fs::read(file)
        .map_err(|error| Failure::said(format!("strace: {}", super::text_of(&error))))?;
    let _ = fs::remove_file(file);
    if run.ended != *expected {
        return Err(otherwise(&run.ended));
    }
    let count = String::from_utf8_lossy(&trace).lines().filter(|line| made_one(line)).count();
    Ok(Processes { count: count as f64, approximate: false })
}

/// Whether a line of strace ends in "= NUMBER" with a process's number.
fn made_one(line: &str) -> bool {
    line.rsplit_once("= ")
        .is_some_and(|(_, result)| result.trim().parse::<u32>().is_ok_and(|number| number > 0))
}

fn by_system(command: &Command, expected: &Ended) -> Result<Processes, Failure> {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let before = forks_since_boot()?;
        let run = command.run()?;
        if run.ended != *expected {
            return Err(otherwise(&run.ended));
        }
        // The command itself is one.
        least = least.min((forks_since_boot()? - before - 1.0).max(0.0));
    }
    Ok(Processes { count: least, approximate: true })
}

fn forks_since_boot() -> Result<f64, Failure> {
    let stat = fs::read_to_string("/proc/stat")
        .map_err(|error| Failure::said(format!("/proc/stat: {}", super::text_of(&error))))?;
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

    fn shell(script: &str) -> Command {
        Command {
            words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), script.as_bytes().to_vec()],
            environment: vec![b"PATH=/usr/bin:/bin".to_vec()],
            directory: PathBuf::from("/"),
            input: None,
            limit: Duration::from_secs(20),
            until: None,
            pin: Pin::Free,
        }
    }

    #[test]
    fn the_system_counts_at_least_what_there_is() {
        let command = shell("/bin/true; /bin/true; :");
        let found = Counter(vec![Way::System]).count(&command, &Ended::Exited(0)).unwrap();
        assert!(found.count >= 2.0 && found.approximate, "{found:?}");
    }

    #[test]
    fn lines_of_the_helper() {
        assert_eq!(counted("out\ncreated 7 status 256\n"), Some((7.0, Ended::Exited(1))));
        assert_eq!(counted("created 0 status 9\n"), Some((0.0, Ended::Killed(9))));
        assert_eq!(counted("created it\n"), None);
        assert_eq!(counted(""), None);
    }

    #[test]
    fn a_run_that_ends_otherwise_gives_no_count() {
        let counter = Counter(vec![Way::System]);
        let failed = shell("/bin/true; exit 3");
        let why = counter.count(&failed, &Ended::Exited(0)).unwrap_err().to_string();
        assert!(why.contains("ended with status 3"), "{why}");
        assert!(counter.count(&failed, &Ended::Exited(3)).is_ok());
        let killed = shell("kill -TERM $$");
        assert!(counter.count(&killed, &Ended::Killed(15)).is_ok());
    }

    /// All ways that there are agree, also where the command looks for itself in /proc.
    #[test]
    fn a_command_that_looks_into_proc_is_counted() {
        let work = std::env::temp_dir().join(format!("forkbench-count-{}", std::process::id()));
        fs::create_dir_all(&work).unwrap();
        let helper = work.join("count");
        let source = work.join("count.c");
        fs::write(&source, include_str!("../../programs/count.c")).unwrap();
        let built = std::process::Command::new("cc").arg("-o").args([&helper, &source]).status();
        let helper = built.is_ok_and(|status| status.success()).then_some(helper);
        let strace = crate::measure::find_in_path("strace", b"/usr/bin:/bin");
        let like = shell("/bin/true; :");
        let command = shell("test -n \"$(readlink /proc/$$/exe)\" || exit 1; /bin/true; exit 4");
        for (helper, strace) in [(helper, None), (None, strace)] {
            let counter = Counter::choose(helper, strace, &work, &like);
            if counter.0 == [Way::System] {
                continue;
            }
            let count = counter.count(&command, &Ended::Exited(4)).unwrap().count;
            // The substitution, readlink, true; a shell may replace itself by readlink.
            assert!((2.0..=3.0).contains(&count), "{counter:?}: {count}");
        }
        fs::remove_dir_all(&work).unwrap();
    }
}
