//! What a utility says: its output, its diagnostics, and the exit status that follows.
//!
//! As with error(3), output that is still in the buffer goes out before a diagnostic, so that
//! both come in order where standard output and standard error are the same file. Output is
//! collected in blocks of 4 KiB, as stdio does for most files: what a utility that is stopped
//! by a closed pipe has done until then is the same too.

use crate::message::reason;
use crate::{Change, Context, Exit};
use rustix::io::Errno;
use stage::OpenFile;
use std::io;
use std::rc::Rc;

/// How much output is collected before it is written.
const BLOCK: usize = 4096;
/// How many times [`Report::ended`] is asked before it looks for a signal.
const CALLS_PER_LOOK: u32 = 64;

/// Output, diagnostics and status of one call.
pub(crate) struct Report<'r, 'c> {
    pub(crate) context: &'r Context<'c>,
    output: Vec<u8>,
    /// Bytes collected before they are written.
    block: usize,
    /// A write failed while others followed.
    failed: bool,
    /// How the utility has to end at once.
    end: Option<Exit>,
    status: u8,
    /// Status where output cannot be written.
    failure: u8,
    complaints: u64,
    calls_until_look: u32,
}

impl<'r, 'c> Report<'r, 'c> {
    pub(crate) fn new(context: &'r Context<'c>) -> Self {
        Self {
            context,
            output: Vec::new(),
            block: BLOCK,
            failed: false,
            end: None,
            status: 0,
            failure: 1,
            complaints: 0,
            calls_until_look: CALLS_PER_LOOK,
        }
    }

    /// Collects output in larger blocks: for a utility that changes nothing, nobody can tell.
    pub(crate) fn with_large_blocks(context: &'r Context<'c>) -> Self {
        Self { block: 8 * BLOCK, ..Self::new(context) }
    }

    /// Ends with this status where output cannot be written.
    pub(crate) fn set_failure(&mut self, status: u8) {
        self.failure = status;
    }

    /// Appends to standard output.
    pub(crate) fn say(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.output.extend_from_slice(part);
        }
        self.spill();
    }

    /// The output that has not been written, to append to; [`Self::spill`] comes after.
    pub(crate) fn output(&mut self) -> &mut Vec<u8> {
        &mut self.output
    }

    /// Writes full blocks.
    pub(crate) fn spill(&mut self) {
        if self.output.len() > self.block {
            let whole = self.output.len() / self.block * self.block;
            let rest = self.output.split_off(whole);
            let full = std::mem::replace(&mut self.output, rest);
            if self.write(&full).is_err() {
                self.failed = true;
            }
        }
    }

    /// Writes all of the output that there is.
    pub(crate) fn flush(&mut self) {
        if !self.output.is_empty() {
            let mut all = std::mem::take(&mut self.output);
            if self.write(&all).is_err() {
                self.failed = true;
            }
            all.clear();
            self.output = all;
        }
    }

    /// Writes all of the output that there is; its error, where it is not the end of all.
    pub(crate) fn flush_at_end(&mut self) -> io::Result<()> {
        if self.end.is_some() || self.output.is_empty() {
            return Ok(());
        }
        let all = std::mem::take(&mut self.output);
        match self.write(&all) {
            Err(error) if self.end.is_none() => {
                self.failed = true;
                Err(error)
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, data: &[u8]) -> io::Result<()> {
        let result = match &self.context.stdout {
            Some(file) => file.write_all(data),
            None => Err(Errno::BADF.into()),
        };
        if let Err(error) = &result
            && let Some(exit) = self.context.signal_of(error)
        {
            self.end = Some(exit);
        }
        result
    }

    /// A diagnostic, `name: text`, and status 1.
    pub(crate) fn complain(&mut self, parts: &[&[u8]]) {
        self.status = self.status.max(1);
        self.complaints += 1;
        self.remark(parts);
    }

    /// A diagnostic that does not change the status.
    pub(crate) fn remark(&mut self, parts: &[&[u8]]) {
        match self.flush_at_end() {
            // It has looked at each line.
            Err(error)
                if self.context.has(Change::WriteErrorsAtOnce) && self.context.name == b"du" =>
            {
                self.end = Some(self.context.write_error(&error, 1));
            }
            _ => {}
        }
        if self.end.is_some() {
            return;
        }
        let mut line = Vec::with_capacity(64);
        line.extend_from_slice(self.context.name);
        line.extend_from_slice(b": ");
        for part in parts {
            line.extend_from_slice(part);
        }
        line.push(b'\n');
        if let Err(error) = self.context.write_message(&line)
            && let Some(exit) = self.context.signal_of(&error)
        {
            self.end = Some(exit);
        }
    }

    /// Writes a diagnostic that GNU's utility leaves to the process which it has made for a command.
    pub(crate) fn remark_of_child(&mut self, text: &[u8]) {
        self.flush();
        if self.end.is_none() {
            self.context.error_of_child(text);
        }
    }

    /// A diagnostic that ends with the reason, `name: text: reason`, and status 1.
    pub(crate) fn fail(&mut self, parts: &[&[u8]], error: Errno) {
        let reason = reason(&error.into());
        let mut all = Vec::with_capacity(parts.len() + 2);
        all.extend_from_slice(parts);
        all.extend_from_slice(&[b": ", reason.as_bytes()]);
        self.complain(&all);
    }

    /// A diagnostic about a file whose name follows the text in quotes, `name: text 'file': reason`, and
    /// status 1.
    pub(crate) fn fail_on(&mut self, text: &str, file: &[u8], error: Errno) {
        let quoted = self.quote(file);
        self.fail(&[text.as_bytes(), b" ", &quoted], error);
    }

    /// A name as a shell would read it, always in quotes.
    pub(crate) fn quote(&self, name: &[u8]) -> Vec<u8> {
        crate::quoting::shell(name, self.context.quoting())
    }

    /// A name as a shell would read it, in quotes where it needs them.
    pub(crate) fn quote_if_needed(&self, name: &[u8]) -> Vec<u8> {
        crate::quoting::shell_if_needed(name, self.context.quoting())
    }

    /// Text between the quotation marks of the locale.
    pub(crate) fn mark(&self, text: &[u8]) -> Vec<u8> {
        crate::quoting::locale(text, self.context.utf8)
    }

    /// Sets the exit status to at least `status`.
    pub(crate) fn raise(&mut self, status: u8) {
        self.status = self.status.max(status);
    }

    /// How many diagnostics there have been.
    pub(crate) fn complaints(&self) -> u64 {
        self.complaints
    }

    /// The exit status so far.
    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// Whether the utility is to end at once: nobody reads its output any more, or a terminal
    /// has interrupted it. To be asked once for each file.
    pub(crate) fn ended(&mut self) -> bool {
        if self.end.is_some() {
            return true;
        }
        self.calls_until_look -= 1;
        if self.calls_until_look == 0 {
            self.calls_until_look = CALLS_PER_LOOK;
            self.look_for_interrupt();
        }
        self.end.is_some()
    }

    /// Looks for a signal now.
    pub(crate) fn look_for_interrupt(&mut self) {
        if self.end.is_none() && self.context.interrupted() {
            self.end = Some(Exit::Signal(crate::context::SIGINT));
        }
    }

    /// Ends at once with this.
    pub(crate) fn end(&mut self, exit: Exit) {
        self.end.get_or_insert(exit);
    }

    /// Whether a write has failed while others followed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Writes what is left; the utility ends with `status`, whatever the diagnostics were.
    pub(crate) fn finish_with(mut self, status: u8) -> Exit {
        self.status = status;
        self.finish()
    }

    /// Writes what is left and says how the utility ends.
    pub(crate) fn finish(mut self) -> Exit {
        if self.end.is_none() {
            let all = std::mem::take(&mut self.output);
            let failed = self.failed;
            let result = if all.is_empty() { Ok(()) } else { self.write(&all) };
            match result {
                Err(error) if self.end.is_none() => {
                    return self.context.write_error(&error, self.failure);
                }
                Ok(()) if failed => {
                    self.context.error("write error");
                    return Exit::Status(self.failure);
                }
                _ => {}
            }
        }
        self.end.unwrap_or(Exit::Status(self.status))
    }
}

/// Whether a file is a terminal.
pub(crate) fn is_terminal(file: &Option<Rc<OpenFile>>) -> bool {
    file.as_ref().is_some_and(|file| file.is_terminal())
}
