//! Children of the process that no command waits for. They would stay zombies until the shell ends, or until
//! it asks for them (wait(2)).
//!
//! * **Background processes.** A script may look whether one is there still (`[ -d /proc/$pid ]`, `kill -0`, `ps`,
//!   `tail --pid`), in any of its subshells. They are waited for when they end, and their status is kept for whoever asks.
//! * **Children left behind.** A virtual subshell ends, and its background processes run on. Were it
//!   a process, they would become orphans.
//! * **Orphans.** The shell is the first process of a container or a system, and they become its
//!   children (pid_namespaces(7)). What the shell started itself somebody in it waits for, and must
//!   find; so it is noted here, and the rest of the process's children are the orphans.
//!
//! All are waited for where SIGCHLD is found pending: between commands, and in every wait that
//! looks for signals. The signal is caught while there may be such children. Where there are none,
//! this costs the test of one flag for each program that is launched.

use crate::signal_source::SignalSource;
use launch::process::{self, WaitStatus};
use launch::signal::Disposition;
use std::cell::{Cell, RefCell};

/// So many background processes are asked for one by one. Of more than these the kernel says which have ended.
pub(crate) const FEW: usize = 8;

/// What is known of the children of the process that no command waits for.
#[derive(Debug, Default)]
pub(crate) struct Unwaited {
    signals: SignalSource,
    /// Background processes of environments that are there.
    background: RefCell<Vec<Background>>,
    /// Background processes of virtual subshells that have ended.
    left: RefCell<Vec<Left>>,
    /// This is the first process.
    active: Cell<bool>,
    /// A trap has caught SIGCHLD: its action is to find it.
    trapped: Cell<bool>,
    /// Children that the shell has started, those that it has waited for since included.
    started: RefCell<Vec<i32>>,
}

/// A background process.
#[derive(Clone, Copy, Debug)]
struct Background {
    pid: i32,
    /// It has ended, and has been waited for.
    ended: Option<WaitStatus>,
}

impl Background {
    /// Waits for it if it has ended. False: somebody has waited for it.
    fn reap(&mut self) -> bool {
        if self.ended.is_some() {
            return true;
        }
        match process::wait_pid(self.pid, process::Awaited::End, process::Blocking::Poll) {
            Ok(found) => {
                self.ended = found.map(|(_, status)| status);
                true
            }
            Err(_) => false,
        }
    }
}

/// A child left behind.
#[derive(Clone, Copy, Debug)]
struct Left {
    pid: i32,
    /// The process to which the subshell has moved, which asks for the child's status: until it is
    /// gone the child stays a zombie.
    asker: Option<i32>,
}

impl Drop for Unwaited {
    /// A session ends, and its process does not.
    fn drop(&mut self) {
        if self.signals.session().is_some() {
            for child in self.left.borrow().iter() {
                launch::left::leave_process(child.pid);
            }
        }
    }
}

impl Unwaited {
    /// Of a process or a session with these signals.
    pub(crate) fn new(signals: SignalSource) -> Self {
        let mut unwaited = Self::default();
        unwaited.signals = signals;
        unwaited
    }

    /// The process is the first of its namespace: from now on SIGCHLD is noted.
    #[cold]
    pub(crate) fn begin(&self) {
        if self.signals.disposition(libc::SIGCHLD).ok() != Some(Disposition::Default) {
            return;
        }
        self.active.set(self.signals.catch(libc::SIGCHLD, false).is_ok());
    }

    /// In a process that was forked off, whose children are others.
    pub(crate) fn end(&self) {
        let is_active = self.is_active();
        self.background.borrow_mut().clear();
        if !is_active {
            return;
        }
        self.active.set(false);
        self.started.borrow_mut().clear();
        self.left.borrow_mut().clear();
        self.end_catching();
    }

    /// SIGCHLD has its default action again, if it was caught for the sake of children here.
    fn end_catching(&self) {
        if !self.is_active()
            && !self.trapped.get()
            && self.signals.disposition(libc::SIGCHLD).ok() == Some(Disposition::Catch)
        {
            let _ = self.signals.reset(libc::SIGCHLD);
        }
    }

    /// Whether there may be children that no command waits for.
    pub(crate) fn is_active(&self) -> bool {
        self.active.get()
            || !self.left.borrow().is_empty()
            || self.background.borrow().iter().any(|one| one.ended.is_none())
    }

    /// SIGCHLD is noted, for a child that ends from now on.
    fn begin_catching(&self) {
        if !self.is_active() && !self.trapped.get() {
            let _ = self.signals.catch(libc::SIGCHLD, true);
        }
    }

    /// Notes a background process that has been started. It may have ended since.
    pub(crate) fn watch(&self, pid: i32) {
        if self.signals.session().is_some() {
            return;
        }
        self.begin_catching();
        let mut one = Background { pid, ended: None };
        if one.reap() {
            self.background.borrow_mut().push(one);
        }
    }

    /// The status of a background process that has been waited for here; it is known no more then.
    pub(crate) fn take_ended(&self, pid: i32) -> Option<WaitStatus> {
        let mut background = self.background.borrow_mut();
        let at = background.iter().position(|one| one.pid == pid && one.ended.is_some())?;
        let ended = background.swap_remove(at).ended;
        drop(background);
        self.end_catching();
        ended
    }

    /// A background process has been waited for elsewhere.
    pub(crate) fn forget(&self, pid: i32) {
        let mut background = self.background.borrow_mut();
        let before = background.len();
        background.retain(|one| one.pid != pid);
        let is_changed = background.len() != before;
        drop(background);
        if is_changed {
            self.end_catching();
        }
    }

    /// Waits for background processes that have ended.
    #[cold]
    fn reap_background(&self) {
        let mut background = self.background.borrow_mut();
        if background.len() > FEW {
            let take = |pid| {
                let found = background.iter_mut().find(|one| one.pid == pid);
                found.is_some_and(|one| one.reap() && one.ended.is_some())
            };
            if matches!(process::each_changed(process::Awaited::End, take), Ok(true)) {
                return;
            }
        }
        background.retain_mut(Background::reap);
    }

    /// Background processes that have been waited for here.
    pub(crate) fn ended(&self) -> Vec<i32> {
        let background = self.background.borrow();
        background.iter().filter(|one| one.ended.is_some()).map(|one| one.pid).collect()
    }

    /// Notes a child whose virtual subshell has ended, or has moved to the process `asker`.
    pub(crate) fn leave(&self, pid: i32, asker: Option<i32>) {
        if self.take_ended(pid).is_some() {
            return;
        }
        // Before looking: SIGCHLD comes for one that ends later.
        self.begin_catching();
        self.left.borrow_mut().push(Left { pid, asker });
        self.background.borrow_mut().retain(|one| one.pid != pid);
        self.reap_left();
    }

    /// Waits for those left behind that have ended.
    #[cold]
    fn reap_left(&self) {
        let mut left = self.left.borrow_mut();
        if left.is_empty() {
            return;
        }
        left.retain(|child| {
            let runs = |asker| matches!(process::ending_of(asker), Ok(None));
            child.asker.is_some_and(runs)
                || matches!(
                    process::wait_pid(child.pid, process::Awaited::End, process::Blocking::Poll),
                    Ok(None)
                )
        });
        let none = left.is_empty();
        drop(left);
        if none {
            self.end_catching();
        }
    }

    /// Waits for those left behind that have ended, where no SIGCHLD tells: in a session.
    pub(crate) fn reap_at_once(&self) {
        self.reap_left();
    }

    /// Notes whether a trap catches SIGCHLD.
    pub(crate) fn set_trapped(&self, trapped: bool) {
        self.trapped.set(trapped);
    }

    /// Notes a child that the shell has started, before anything waits.
    pub(crate) fn started(&self, pid: i32) {
        if self.active.get() {
            self.started.borrow_mut().push(pid);
        }
    }

    /// Waits for those that have ended, where SIGCHLD has come; takes it if nobody else wants it.
    pub(crate) fn reap(&self) {
        if !self.is_active() || !self.signals.pending_set().contains(libc::SIGCHLD) {
            return;
        }
        if !self.trapped.get() {
            // Before looking: SIGCHLD is pending again for a child that ends meanwhile.
            self.signals.take(libc::SIGCHLD);
        }
        self.reap_background();
        self.reap_left();
        if self.active.get() {
            self.reap_orphans();
        }
        self.end_catching();
    }

    #[cold]
    fn reap_orphans(&self) {
        // Without it (no /proc) orphans wait for the end of the next program.
        let Ok(text) = std::fs::read_to_string("/proc/self/task/1/children") else { return };
        let children: Vec<i32> =
            text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        let mut started = self.started.borrow_mut();
        // What has been waited for is no child any more, and its number may come again.
        started.retain(|pid| children.contains(pid));
        for pid in children.into_iter().filter(|pid| !started.contains(pid)) {
            let _ = process::wait_pid(pid, process::Awaited::End, process::Blocking::Poll);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unwaited;

    #[test]
    fn another_process_notes_nothing() {
        let other = Unwaited::default();
        other.started(7);
        other.reap();
        assert!(!other.is_active() && other.started.borrow().is_empty());
    }
}
