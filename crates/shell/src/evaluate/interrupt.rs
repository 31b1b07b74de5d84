//! What an interrupt does while the shell waits for an external command in the foreground
//! (cooperative exit): where the command was ended by it the script ends, and where the command
//! caught it, as an editor or the client of a database does, the script goes on (bash(1), SIGNALS).

use crate::environment::Environment;
use crate::environment::options::Options;

impl Environment {
    /// Waits for the processes of a foreground command by `wait`, which leaves in `ended_by` the
    /// signal that ended the process whose status counts. Where the dialect has cooperative exit, an
    /// interrupt meanwhile counts only if it ended that process.
    pub(super) fn wait_cooperatively<T>(&mut self, wait: impl FnOnce(&mut Self) -> T) -> T {
        if !self.rules().evaluation.interrupted_program_decides
            || self.now.waits_cooperatively
            || self.options.has(Options::INTERACTIVE)
            || self.trap(libc::SIGINT).is_some()
            || !self.shared.begin_interrupt_wait()
        {
            return wait(self);
        }
        self.now.waits_cooperatively = true;
        self.now.ended_by = 0;
        let result = wait(self);
        self.now.waits_cooperatively = false;
        let taken = self.now.ended_by != libc::SIGINT;
        if taken && self.shared.signals.take(libc::SIGINT) {
            self.now.interrupt_was_taken = self.shared.is_trapped(libc::SIGINT);
        }
        self.shared.end_interrupt_wait();
        result
    }

    /// At the end of a subshell: sends an interrupt that its command caught to this process again,
    /// for the INT traps of enclosing environments.
    pub(super) fn pass_on_interrupt(&mut self) {
        if std::mem::take(&mut self.now.interrupt_was_taken) && self.shared.is_trapped(libc::SIGINT)
        {
            let _ = launch::process::kill(launch::process::process_id(), libc::SIGINT);
        }
    }
}
