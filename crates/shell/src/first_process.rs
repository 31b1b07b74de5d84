//! The shell as the first process of a container or a system: orphans become its children, and
//! stay zombies until it waits for them (wait(2), pid_namespaces(7)).
//!
//! What the shell started itself somebody in it waits for, and must find; so it is noted here,
//! and the rest of the process's children are the orphans. They are waited for where SIGCHLD is
//! found pending: between commands, and in every wait that looks for signals. In any other process
//! this costs the test of one flag for each program that is launched.

use launch::process;
use launch::signal::{self, Disposition};
use std::cell::{Cell, RefCell};

/// What is known of the children of the process.
#[derive(Debug, Default)]
pub(crate) struct FirstProcess {
    /// This is the first process.
    active: Cell<bool>,
    /// A trap has caught SIGCHLD: its action is to find it.
    trapped: Cell<bool>,
    /// Children that the shell has started, those that it has waited for since included.
    started: RefCell<Vec<i32>>,
}

impl FirstProcess {
    /// The process is the first of its namespace: from now on SIGCHLD is noted. Where it is ignored the
    /// kernel waits for every child.
    #[cold]
    pub(crate) fn begin(&self) {
        if signal::disposition(libc::SIGCHLD).ok() != Some(Disposition::Default) {
            return;
        }
        self.active.set(signal::catch(libc::SIGCHLD, false).is_ok());
    }

    /// In a process that was forked off, which is another.
    pub(crate) fn end(&self) {
        if !self.active.replace(false) {
            return;
        }
        self.started.borrow_mut().clear();
        if !self.trapped.get()
            && signal::disposition(libc::SIGCHLD).ok() == Some(Disposition::Catch)
        {
            let _ = signal::default(libc::SIGCHLD);
        }
    }

    /// Whether orphans come to this process.
    pub(crate) fn is_active(&self) -> bool {
        self.active.get()
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

    /// Waits for orphans that have ended, where SIGCHLD has come; takes it if nobody else wants it.
    pub(crate) fn reap(&self) {
        if self.active.get() && signal::pending_set().contains(libc::SIGCHLD) {
            self.reap_orphans();
        }
    }

    #[cold]
    fn reap_orphans(&self) {
        if !self.trapped.get() {
            // Before looking: one that ends meanwhile is noted anew.
            signal::take(libc::SIGCHLD);
        }
        // Without it (no /proc) orphans wait for the end of the next program.
        let Ok(text) = std::fs::read_to_string("/proc/self/task/1/children") else { return };
        let children: Vec<i32> =
            text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        let mut started = self.started.borrow_mut();
        // What has been waited for is no child any more, and its number may come again.
        started.retain(|pid| children.contains(pid));
        for pid in children.into_iter().filter(|pid| !started.contains(pid)) {
            let _ = process::wait_pid(pid, false, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FirstProcess;

    #[test]
    fn another_process_notes_nothing() {
        let other = FirstProcess::default();
        other.started(7);
        other.reap();
        assert!(!other.is_active() && other.started.borrow().is_empty());
    }
}
