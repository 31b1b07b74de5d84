//! Waiting for a child by whichever call the system lets through.
//!
//! waitid(2) knows pidfds and can leave the status where it is (WNOWAIT), wait4(2) is
//! what every program has used for forty years. A filter that was written for the one may
//! refuse the other, and a child that cannot be waited for stays a zombie. So each is
//! there for the other, and where neither can look without taking the status, proc(5) can.

use std::fs;
use std::os::fd::{AsRawFd, OwnedFd};

use crate::process::{Usage, WaitStatus};
use crate::raw::{self, call};
use crate::refusal::is_refusal;

/// A child whose state was taken, as the kernel describes it.
pub(crate) struct Reaped {
    pub pid: i32,
    /// The status word of wait(2).
    pub word: i32,
    pub usage: libc::rusage,
}

impl Reaped {
    /// How the child ended and what it has used.
    pub(crate) fn outcome(&self) -> (WaitStatus, Usage) {
        (WaitStatus::from_raw(self.word), Usage::from_raw(&self.usage))
    }
}

/// Waits for a child by its number, as wait4(2) does: `pid` may be -1 (any child), 0 (any
/// of the own process group) or below (any of group `-pid`); `options` are WNOHANG,
/// WUNTRACED and WCONTINUED. `None` with WNOHANG if there is nothing to report.
///
/// # Errors
/// The errno: ECHILD, EINTR; that of waitid(2) if both calls are refused.
pub(crate) fn by_number(pid: i32, options: i32) -> Result<Option<Reaped>, i32> {
    let mut word = 0i32;
    let mut usage = no_usage();
    // SAFETY: both places are valid for writing.
    let result = unsafe { call!(libc::SYS_wait4, pid, &mut word, options, &mut usage) };
    match raw::failed(result) {
        None if result == 0 => Ok(None),
        None => Ok(Some(Reaped { pid: result as i32, word, usage })),
        Some(errno) if is_refusal(errno) => by_number_and_kind(pid, options),
        Some(errno) => Err(errno),
    }
}

/// Some child that has ended; with the `options` WUNTRACED and WCONTINUED also one that has stopped or goes on.
/// WNOWAIT leaves it as it is.
///
/// # Errors
/// The errno: ECHILD; that of waitid(2) if it is refused.
pub(crate) fn any(options: i32) -> Result<Option<i32>, i32> {
    Ok(wait_id(libc::P_ALL, 0, options | libc::WEXITED)?.map(|reaped| reaped.pid))
}

/// [`by_number`] by waitid(2).
#[cold]
fn by_number_and_kind(pid: i32, options: i32) -> Result<Option<Reaped>, i32> {
    // WUNTRACED is WSTOPPED, and ends are asked for by WEXITED.
    let options = options | libc::WEXITED;
    match pid {
        -1 => wait_id(libc::P_ALL, 0, options),
        0 => wait_id(libc::P_PGID, crate::process::process_group(), options),
        1.. => wait_id(libc::P_PID, pid, options),
        group => wait_id(libc::P_PGID, group.saturating_neg(), options),
    }
}

/// Waits for the end of one child, by its pidfd if it has one. `options` are WNOHANG or 0.
/// `None` with WNOHANG while the child runs.
///
/// # Errors
/// The errno: ECHILD, EINTR; that of wait4(2) if all calls are refused.
pub(crate) fn child(
    pid: i32,
    pidfd: Option<&OwnedFd>,
    options: i32,
) -> Result<Option<Reaped>, i32> {
    match end_of(pid, pidfd, options) {
        Err(errno) if is_refusal(errno) => by_number(pid, options),
        result => result,
    }
}

/// waitid(2) for the end of one child; P_PIDFD is known since Linux 5.4.
fn end_of(pid: i32, pidfd: Option<&OwnedFd>, options: i32) -> Result<Option<Reaped>, i32> {
    let options = options | libc::WEXITED;
    if let Some(pidfd) = pidfd {
        match wait_id(libc::P_PIDFD, pidfd.as_raw_fd(), options) {
            Err(errno) if is_refusal(errno) => {}
            result => return result,
        }
    }
    wait_id(libc::P_PID, pid, options)
}

/// What waiting for a process would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Runs,
    Ended,
    /// It has been waited for: its number may be another's.
    Gone,
}

/// What waiting for a child would find, without taking it.
pub(crate) fn state(pid: i32, pidfd: Option<&OwnedFd>) -> State {
    match end_of(pid, pidfd, libc::WNOHANG | libc::WNOWAIT) {
        Ok(Some(_)) => State::Ended,
        Ok(None) => State::Runs,
        Err(libc::ECHILD) => State::Gone,
        Err(_) => state_by_proc(pid, pidfd),
    }
}

/// [`state`] by proc(5). Where that is not mounted, the process is taken to run.
#[cold]
fn state_by_proc(pid: i32, pidfd: Option<&OwnedFd>) -> State {
    if let Some(pidfd) = pidfd {
        // The number as the kernel knows it by the descriptor: -1 once it has been reaped.
        let path = format!("/proc/self/fdinfo/{}", pidfd.as_raw_fd());
        let info = fs::read_to_string(path).unwrap_or_default();
        if info.lines().any(|line| line.strip_prefix("Pid:").is_some_and(|at| at.trim() == "-1")) {
            return State::Gone;
        }
    }
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        let gone = fs::exists("/proc/self/stat").unwrap_or(false);
        return if gone { State::Gone } else { State::Runs };
    };
    // `number (name) state parent …`, and the name may have parentheses and spaces.
    let mut fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    let (state, parent) = (fields.next(), fields.next());
    if parent.and_then(|parent| parent.parse().ok()) != Some(crate::process::process_id()) {
        return State::Gone;
    }
    if matches!(state, Some("Z" | "X")) { State::Ended } else { State::Runs }
}

fn no_usage() -> libc::rusage {
    // SAFETY: an rusage is numbers only, for which zero is valid.
    unsafe { core::mem::zeroed() }
}

/// waitid(2), with the usage that the C library's function leaves out.
fn wait_id(kind: libc::idtype_t, id: i32, options: i32) -> Result<Option<Reaped>, i32> {
    // SAFETY: numbers only, for which zero is valid.
    let mut info: libc::siginfo_t = unsafe { core::mem::zeroed() };
    let mut usage = no_usage();
    // SAFETY: both places are as the kernel expects them.
    let result = unsafe { call!(libc::SYS_waitid, kind, id, &mut info, options, &mut usage) };
    if let Some(errno) = raw::failed(result) {
        return Err(errno);
    }
    // SAFETY: waitid fills these fields; a pid of 0 says that there is nothing.
    let (pid, status) = unsafe { (info.si_pid(), info.si_status()) };
    if pid == 0 {
        return Ok(None);
    }
    let word = match info.si_code {
        libc::CLD_EXITED => (status & 0xff) << 8,
        libc::CLD_DUMPED => status | 0x80,
        libc::CLD_STOPPED | libc::CLD_TRAPPED => status << 8 | 0x7f,
        libc::CLD_CONTINUED => 0xffff,
        _ => status,
    };
    Ok(Some(Reaped { pid, word, usage }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both calls and proc(5) say the same of a child.
    #[test]
    fn all_ways_agree() {
        type Wait = fn(i32) -> Result<Option<Reaped>, i32>;
        let wait: [Wait; 3] =
            [|pid| by_number(pid, 0), |pid| by_number_and_kind(pid, 0), |pid| child(pid, None, 0)];
        for how in wait {
            for (script, word) in [("exit 7", 7 << 8), ("kill -TERM $$", libc::SIGTERM)] {
                let argv = crate::CStringArray::from_strings(["sh", "-c", script]).unwrap();
                let envp = crate::CStringArray::new();
                let mut launch = crate::Launch::new(c"/bin/sh", &argv, &envp);
                let started = launch.want_pidfd(true).start().unwrap();
                let pidfd = started.pidfd.as_ref();
                while state(started.pid, pidfd) == State::Runs {
                    std::thread::yield_now();
                }
                assert_eq!(state(started.pid, pidfd), State::Ended);
                assert_eq!(state_by_proc(started.pid, None), State::Ended);
                assert_eq!(state_by_proc(started.pid, pidfd), State::Ended);
                let reaped = how(started.pid).unwrap().unwrap();
                assert_eq!((reaped.pid, reaped.word), (started.pid, word));
                assert_eq!(how(started.pid).err(), Some(libc::ECHILD));
                assert_eq!(state(started.pid, pidfd), State::Gone);
                if pidfd.is_some() {
                    assert_eq!(state_by_proc(started.pid, pidfd), State::Gone);
                }
            }
        }
    }
}
