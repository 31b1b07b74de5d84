//! A started process: waiting for it, signalling it, killing what it started.
//!
//! With a pidfd nothing here can hit a process that happens to have got the same
//! number, and what became of the child is known even where somebody else reaps
//! it (`wait(-1)` in the host program, SIGCHLD ignored): the kernel keeps that with
//! the descriptor (PIDFD_GET_INFO, Linux 6.15). Without one, numbers are used as long as
//! they are known to be the process's: until it has been waited for.
//!
//! See pidfd_open(2), pidfd_send_signal(2), waitid(2).

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::thread;
use std::time::{Duration, Instant};

use crate::path::LaunchPath;
use crate::process::{self, Usage, WaitStatus};
use crate::raw::{self, call};
use crate::reaping::{self, State};
use crate::refusal::is_refusal;
use crate::signal::PollFd;

/// A started process. Nothing happens when it is dropped: the process goes on and
/// has to be waited for by its `pid`.
#[derive(Debug)]
pub struct Child {
    /// The process id.
    pub pid: i32,
    /// A descriptor of the process (pidfd_open(2)), close-on-exec, where it was
    /// wanted. Readable for poll(2) and epoll(7) once the process has ended.
    pub pidfd: Option<OwnedFd>,
    /// The way that the launch took.
    pub path: LaunchPath,
    leads_group: bool,
    ended: Option<(WaitStatus, Usage)>,
}

impl Child {
    pub(crate) fn new(
        pid: i32,
        pidfd: Option<OwnedFd>,
        path: LaunchPath,
        leads_group: bool,
    ) -> Self {
        Child { pid, pidfd, path, leads_group, ended: None }
    }

    /// Waits until the process has ended. The answer is kept: it can be asked for
    /// again.
    ///
    /// # Errors
    /// ECHILD if somebody else has waited for it and the system cannot tell any
    /// more what became of it.
    pub fn wait(&mut self) -> io::Result<WaitStatus> {
        Ok(self.wait_usage()?.0)
    }

    /// The answer of an earlier wait, if there was one.
    pub fn known_status(&self) -> Option<WaitStatus> {
        self.ended.map(|ended| ended.0)
    }

    /// Waits until the process has ended: how it ended, and what it has used. That is zero if
    /// somebody else has waited for it.
    ///
    /// # Errors
    /// Those of [`wait`](Self::wait).
    pub fn wait_usage(&mut self) -> io::Result<(WaitStatus, Usage)> {
        loop {
            match self.look(0) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(Some(ended)) => return Ok(ended),
                // Without WNOHANG there is nothing else.
                Ok(None) => {}
            }
        }
    }

    /// What became of the process, or `None` while it runs.
    ///
    /// # Errors
    /// Those of [`wait`](Self::wait).
    pub fn try_wait(&mut self) -> io::Result<Option<WaitStatus>> {
        Ok(self.look(libc::WNOHANG)?.map(|ended| ended.0))
    }

    /// Waits until the process has ended or the time has come; then it is `None`.
    ///
    /// # Errors
    /// Those of [`wait`](Self::wait).
    pub fn wait_deadline(&mut self, deadline: Instant) -> io::Result<Option<WaitStatus>> {
        self.look_until(deadline, Self::try_wait)
    }

    /// Whether the process has ended by then. It is not waited for, so that its number
    /// and its group's stay their own.
    pub(crate) fn has_ended_by(&mut self, deadline: Instant) -> io::Result<bool> {
        let ended = |child: &mut Self| Ok((child.state() != State::Runs).then_some(()));
        Ok(self.look_until(deadline, ended)?.is_some())
    }

    fn look_until<T>(
        &mut self,
        deadline: Instant,
        mut look: impl FnMut(&mut Self) -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(found) = look(self)? {
                return Ok(Some(found));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match &self.pidfd {
                Some(pidfd) => {
                    let mut fds = [PollFd::new(pidfd.as_raw_fd(), PollFd::IN)];
                    crate::signal::poll_plain(&mut fds, Some(left))?;
                }
                None => {
                    thread::sleep(pause.min(left));
                    pause = (pause * 2).min(Duration::from_millis(10));
                }
            }
        }
    }

    /// What waiting would find, without taking it.
    pub(crate) fn state(&self) -> State {
        if self.ended.is_some() {
            return State::Gone;
        }
        reaping::state(self.pid, self.pidfd.as_ref())
    }

    /// Sends the process a signal; not once it has been waited for.
    ///
    /// # Errors
    /// ESRCH if it has ended, EPERM, EINVAL.
    pub fn signal(&self, signal: i32) -> io::Result<()> {
        if self.ended.is_some() {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        let Some(pidfd) = &self.pidfd else { return process::kill(self.pid, signal) };
        match send_signal(pidfd, signal, 0) {
            Ok(()) => Ok(()),
            // Not known, or refused by a filter that is older than the call: kill(2) says
            // what is true, as long as the number is the process's own.
            Err(errno) if is_refusal(errno) && self.state() != State::Gone => {
                process::kill(self.pid, signal)
            }
            Err(errno) if is_refusal(errno) => Err(io::Error::from_raw_os_error(libc::ESRCH)),
            Err(errno) => Err(io::Error::from_raw_os_error(errno)),
        }
    }

    /// Kills the process.
    ///
    /// # Errors
    /// Those of [`signal`](Self::signal).
    pub fn kill(&self) -> io::Result<()> {
        self.signal(libc::SIGKILL)
    }

    /// Kills the process, its process group if it was started as the leader of
    /// one, and everything that descends from it. See
    /// [`tree`](crate::tree) for what this can and cannot reach.
    ///
    /// The group may outlive its leader. Once that has been waited for, the group's number
    /// may be another's, and only the kernel knows the group itself by the pidfd
    /// (Linux 6.9).
    ///
    /// # Errors
    /// EPERM if the process itself may not be signalled. That it has ended is
    /// none; but ESRCH if it has been waited for and what may be left of its group cannot be
    /// reached.
    pub fn kill_tree(&self) -> io::Result<()> {
        // Stopped, it stays in its place of the tree and starts nothing more.
        if self.signal(libc::SIGSTOP).is_ok() {
            crate::tree::kill_descendants(self.pid);
        }
        let group = if self.leads_group { self.kill_group() } else { Ok(()) };
        match self.kill() {
            Err(error) if error.raw_os_error() != Some(libc::ESRCH) => Err(error),
            _ => group,
        }
    }

    /// Kills the group that the process leads. ESRCH if its number may be another's; what
    /// the kernel says of a group that it finds does not matter.
    fn kill_group(&self) -> io::Result<()> {
        if let Some(pidfd) = &self.pidfd
            && matches!(
                send_signal(pidfd, libc::SIGKILL, PIDFD_SIGNAL_PROCESS_GROUP),
                Ok(()) | Err(libc::ESRCH)
            )
        {
            return Ok(());
        }
        // The number is taken as long as the leader, though it may have ended, is there.
        if self.state() == State::Gone {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        let _ = process::kill(-self.pid, libc::SIGKILL);
        Ok(())
    }

    fn look(&mut self, options: i32) -> io::Result<Option<(WaitStatus, Usage)>> {
        if self.ended.is_none() {
            self.ended = match reaping::child(self.pid, self.pidfd.as_ref(), options) {
                Err(libc::ECHILD) => Some((self.reaped_elsewhere()?, Usage::default())),
                Err(errno) => return Err(io::Error::from_raw_os_error(errno)),
                Ok(reaped) => reaped.map(|reaped| reaped.outcome()),
            };
        }
        Ok(self.ended)
    }

    /// What became of a child that is not ours to wait for any more. Where SIGCHLD
    /// is ignored the kernel reaps it, and wait has waited for that.
    #[cold]
    fn reaped_elsewhere(&self) -> io::Result<WaitStatus> {
        let lost = || io::Error::from_raw_os_error(libc::ECHILD);
        let pidfd = self.pidfd.as_ref().ok_or_else(lost)?;
        exit_status(pidfd).map(WaitStatus::from_raw).ok_or_else(lost)
    }
}

/// Of linux/pidfd.h: the group that the process leads or has led, itself, not its number.
const PIDFD_SIGNAL_PROCESS_GROUP: u32 = 1 << 2;

/// pidfd_send_signal(2), with its errno.
fn send_signal(pidfd: &OwnedFd, signal: i32, flags: u32) -> Result<(), i32> {
    // SAFETY: takes numbers and a null pointer.
    let result = unsafe { call!(libc::SYS_pidfd_send_signal, pidfd.as_raw_fd(), signal, 0, flags) };
    raw::failed(result).map_or(Ok(()), Err)
}

/// `struct pidfd_info` of linux/pidfd.h, version 0.
#[repr(C)]
#[derive(Default)]
struct PidfdInfo {
    mask: u64,
    cgroup: u64,
    pid: u32,
    tgid: u32,
    ppid: u32,
    ids: [u32; 8],
    exit_code: i32,
}

const PIDFD_INFO_EXIT: u64 = 1 << 3;
/// _IOWR(0xFF, 11, struct pidfd_info)
const PIDFD_GET_INFO: u32 = 0xc0000000 | (size_of::<PidfdInfo>() as u32) << 16 | 0xff << 8 | 11;

/// The wait status of a process that has been reaped, as far as the kernel keeps
/// it.
fn exit_status(pidfd: &OwnedFd) -> Option<i32> {
    let mut info = PidfdInfo { mask: PIDFD_INFO_EXIT, ..Default::default() };
    // SAFETY: the structure is as large as the request says.
    let result = unsafe { call!(raw::SYS_ioctl, pidfd.as_raw_fd(), PIDFD_GET_INFO, &mut info) };
    (raw::failed(result).is_none() && info.mask & PIDFD_INFO_EXIT != 0).then_some(info.exit_code)
}
