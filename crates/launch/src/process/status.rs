//! Waiting for children: wait4(2), POSIX wait macros.

use std::io;
use std::time::Duration;

use crate::reaping;
use crate::refusal::is_refusal;

/// What became of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStatus {
    /// It ended with this status.
    Exited(u8),
    /// A signal ended it.
    Signaled {
        /// The signal's number.
        signal: i32,
        /// Whether there is a core dump.
        core: bool,
    },
    /// This signal stopped it.
    Stopped(i32),
    /// It goes on after a stop.
    Continued,
}

impl WaitStatus {
    /// Decodes the word that wait(2) gives.
    pub fn from_raw(status: i32) -> Self {
        if libc::WIFEXITED(status) {
            WaitStatus::Exited(libc::WEXITSTATUS(status) as u8)
        } else if libc::WIFSTOPPED(status) {
            WaitStatus::Stopped(libc::WSTOPSIG(status))
        } else if libc::WIFCONTINUED(status) {
            WaitStatus::Continued
        } else {
            WaitStatus::Signaled { signal: libc::WTERMSIG(status), core: libc::WCOREDUMP(status) }
        }
    }

    /// The word that wait(2) gives for it.
    pub fn to_raw(self) -> i32 {
        match self {
            WaitStatus::Exited(code) => i32::from(code) << 8,
            WaitStatus::Signaled { signal, core } => signal | if core { 0x80 } else { 0 },
            WaitStatus::Stopped(signal) => signal << 8 | 0x7f,
            WaitStatus::Continued => 0xffff,
        }
    }

    /// Whether the child is gone.
    pub fn is_ended(self) -> bool {
        matches!(self, WaitStatus::Exited(_) | WaitStatus::Signaled { .. })
    }
}

/// What a child and its own children that it waited for have used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time in the program.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
    /// Largest resident set, in KiB.
    pub max_rss: u64,
}

impl Usage {
    pub(crate) fn from_raw(usage: &libc::rusage) -> Self {
        Usage {
            user: duration(usage.ru_utime),
            system: duration(usage.ru_stime),
            max_rss: u64::try_from(usage.ru_maxrss).unwrap_or(0),
        }
    }
}

/// A `struct timeval` of the kernel.
pub(super) fn duration(time: libc::timeval) -> Duration {
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_usec).unwrap_or(0).saturating_mul(1000),
    )
}

/// What a wait for children reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Children that have ended.
    End,
    /// Children that have stopped or go on, too.
    AnyChange,
}

/// Whether a wait for children blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// Until there is something to report.
    Wait,
    /// It returns at once.
    Poll,
}

/// Waits for child `pid`, -1 for any, 0 for any of the own process group, or
/// below -1 for any of that group. With [`Blocking::Poll`] returns `None` if there is nothing to report.
///
/// # Errors
/// `Interrupted` if a caught signal arrives first; ECHILD without such a child.
pub fn wait_pid(
    pid: i32,
    awaited: Awaited,
    blocking: Blocking,
) -> io::Result<Option<(i32, WaitStatus)>> {
    wait(pid, awaited, blocking, core::ptr::null_mut())
}

/// Waits as [`wait_pid`] does, and returns what the child has used, too.
///
/// # Errors
/// `Interrupted` if a caught signal arrives first; ECHILD without such a child.
pub fn wait_pid_usage(
    pid: i32,
    awaited: Awaited,
    blocking: Blocking,
) -> io::Result<Option<(i32, WaitStatus, Usage)>> {
    // SAFETY: an rusage is numbers only, for which zero is valid.
    let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
    let Some((pid, status)) = wait(pid, awaited, blocking, &mut usage)? else {
        return Ok(None);
    };
    Ok(Some((pid, status, Usage::from_raw(&usage))))
}

fn wait(
    pid: i32,
    awaited: Awaited,
    blocking: Blocking,
    usage: *mut libc::rusage,
) -> io::Result<Option<(i32, WaitStatus)>> {
    let mut options = 0;
    if awaited == Awaited::AnyChange {
        options |= libc::WUNTRACED | libc::WCONTINUED;
    }
    if blocking == Blocking::Poll {
        options |= libc::WNOHANG;
    }
    let mut status = 0;
    // SAFETY: both places are valid for writing, or null.
    match super::checked(unsafe { libc::wait4(pid, &mut status, options, usage) }) {
        Ok(0) => Ok(None),
        Ok(pid) => Ok(Some((pid, WaitStatus::from_raw(status)))),
        Err(error) if error.raw_os_error().is_some_and(is_refusal) => {
            let reaped = reaping::by_number(pid, options).map_err(io::Error::from_raw_os_error)?;
            Ok(reaped.map(|reaped| {
                // SAFETY: null, or valid for writing.
                if let Some(usage) = unsafe { usage.as_mut() } {
                    *usage = reaped.usage;
                }
                (reaped.pid, WaitStatus::from_raw(reaped.word))
            }))
        }
        Err(error) => Err(error),
    }
}

/// Hands each child of the process that has changed to `take`, which waits for it, and returns false for one that
/// it does not wait for: this ends there. Whether all have been taken. Where there are many children of which
/// few change, this asks the kernel less often than a look at each would.
///
/// # Errors
/// ECHILD without children; that of waitid(2) where it is refused.
pub fn each_changed(awaited: Awaited, mut take: impl FnMut(i32) -> bool) -> io::Result<bool> {
    let mut options = libc::WNOHANG | libc::WNOWAIT;
    if awaited == Awaited::AnyChange {
        options |= libc::WUNTRACED | libc::WCONTINUED;
    }
    loop {
        match reaping::any(options).map_err(io::Error::from_raw_os_error)? {
            None => return Ok(true),
            Some(pid) if take(pid) => {}
            Some(_) => return Ok(false),
        }
    }
}

/// How a process that need not be a child has ended (proc_pid_stat(5)); `None` while it runs. Its
/// parent must not have waited for it yet.
///
/// # Errors
/// `NotFound` if there is no such process, or none any more.
pub fn ending_of(pid: i32) -> io::Result<Option<WaitStatus>> {
    Ok(ending_in(&std::fs::read_to_string(format!("/proc/{pid}/stat"))?))
}

/// The status in a text of /proc/PID/stat, if the process has ended: the third field is the state,
/// the 52nd the status. The second, in parentheses, may hold anything.
fn ending_in(stat: &str) -> Option<WaitStatus> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    if !matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    Some(WaitStatus::from_raw(fields.nth(52 - 4)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zombie_tells_its_status_to_everybody() {
        let mut child =
            std::process::Command::new("/bin/sh").args(["-c", "exit 5"]).spawn().unwrap();
        let pid = child.id() as i32;
        let ending = loop {
            match ending_of(pid).unwrap() {
                Some(ending) => break ending,
                None => std::thread::yield_now(),
            }
        };
        assert_eq!(ending, WaitStatus::Exited(5));
        child.wait().unwrap();
        assert_eq!(ending_of(pid).unwrap_err().kind(), io::ErrorKind::NotFound);
        let own = std::process::id() as i32;
        assert_eq!(ending_of(own).unwrap(), None);
    }

    /// Other tests of this process have children, too.
    #[test]
    fn a_child_that_has_ended_is_named_until_it_is_waited_for() {
        let mut child =
            std::process::Command::new("/bin/sh").args(["-c", "exit 5"]).spawn().unwrap();
        let pid = child.id() as i32;
        let mut status = None;
        while status.is_none() {
            let take = |changed| {
                if changed == pid {
                    status = wait_pid(pid, Awaited::End, Blocking::Poll).unwrap();
                }
                status.is_some()
            };
            each_changed(Awaited::End, take).unwrap_or(true);
        }
        assert_eq!(status, Some((pid, WaitStatus::Exited(5))));
        assert!(child.wait().is_err());
    }

    #[test]
    fn status_words() {
        assert_eq!(WaitStatus::from_raw(7 << 8), WaitStatus::Exited(7));
        assert_eq!(WaitStatus::from_raw(9), WaitStatus::Signaled { signal: 9, core: false });
        assert_eq!(
            WaitStatus::from_raw(11 | 0x80),
            WaitStatus::Signaled { signal: 11, core: true }
        );
        assert_eq!(WaitStatus::from_raw(20 << 8 | 0x7f), WaitStatus::Stopped(20));
        assert_eq!(WaitStatus::from_raw(0xffff), WaitStatus::Continued);
        for word in [0, 7 << 8, 255 << 8, 9, 11 | 0x80, 20 << 8 | 0x7f, 0xffff] {
            assert_eq!(WaitStatus::from_raw(word).to_raw(), word);
        }
    }
}
