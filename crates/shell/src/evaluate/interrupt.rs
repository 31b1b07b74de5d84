//! What an interrupt does while the shell waits for a program that takes it for itself, as an
//! editor or the client of a database does: it ends the script at once, or the script goes on where
//! the program was not ended by it (bash(1), "SIGNALS").

use crate::environment::Environment;
use crate::environment::options::Options;
use launch::signal;

impl Environment {
    /// Waits for the processes of a command in the foreground by `wait`, which leaves in
    /// `ended_by` what ended the one that counts.
    pub(super) fn outwait<T>(&mut self, wait: impl FnOnce(&mut Self) -> T) -> T {
        if !self.rules().evaluation.interrupted_program_decides
            || self.outwaits
            || self.options.has(Options::INTERACTIVE)
            || self.trap(libc::SIGINT).is_some()
            || !self.shared.begin_interrupt_wait()
        {
            return wait(self);
        }
        self.outwaits = true;
        self.ended_by = 0;
        let result = wait(self);
        self.outwaits = false;
        let taken = self.ended_by != libc::SIGINT;
        if taken && signal::take(libc::SIGINT) {
            self.outwaited = self.shared.is_trapped(libc::SIGINT);
        }
        self.shared.end_interrupt_wait();
        result
    }

    /// At the end of a subshell: an interrupt that its program took is one for the traps around
    /// it all the same.
    pub(super) fn pass_on_interrupt(&mut self) {
        if std::mem::take(&mut self.outwaited) && self.shared.is_trapped(libc::SIGINT) {
            let _ = launch::process::kill(launch::process::process_id(), libc::SIGINT);
        }
    }
}
