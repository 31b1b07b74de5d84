//! `while <file; do` (ksh93): the lines of a file, one after the other, in REPLY and, as fields,
//! in the positional parameters.
//!
//! A `while` whose condition is nothing but an input redirection is this loop (ksh93(1), Commands);
//! `evaluate::compound` asks `scanned_file`. It reads as `read` does.

use super::Place;
use super::compound::Iteration;
use super::redirect::Refused;
use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::names;
use crate::environment::options::Options;
use crate::environment::positional::Positional;
use crate::unwind::Flow;
use syntax::ByteString;
use syntax::tree::{Command, List, Redirection, RedirectionKind};

/// The redirection that is all of a loop's condition.
pub(super) fn scanned_file(condition: &List) -> Option<&Redirection> {
    let [item] = &condition.items[..] else { return None };
    let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return None };
    let [redirection] = &simple.redirections[..] else { return None };
    let alone = simple.words.is_empty()
        && simple.assignments.is_empty()
        && item.and_or.rest.is_empty()
        && !item.is_asynchronous()
        && item.and_or.first.is_plain()
        && matches!(redirection.kind, RedirectionKind::Input(_))
        && redirection.descriptor.is_none()
        && redirection.variable.is_none();
    alone.then_some(redirection)
}

impl Environment {
    // Not a part of its caller, whose frame every level of a recursion has: this one's is of some KB.
    #[inline(never)]
    pub(super) fn scan_file(&mut self, redirection: &Redirection, body: &List) -> Flow {
        let mark = self.now.saved_files.len();
        let opened = self.redirect(std::slice::from_ref(redirection));
        let file = self.file(0);
        self.restore_files(mark);
        match (opened, file) {
            (Ok(()), Some(file)) => {
                let number = self.put_high(file);
                let positional = self.positional.clone();
                self.now.loops += 1;
                let result = self.scan_lines(number, body);
                self.now.loops -= 1;
                self.positional = positional;
                self.files.set(number, Slot::Closed);
                result
            }
            (
                Err(Refused::Unwind(unwind) | Refused::Document(unwind) | Refused::Trap(unwind)),
                _,
            ) => Err(unwind),
            _ => {
                self.status = 1;
                Ok(())
            }
        }
    }

    fn scan_lines(&mut self, number: u32, body: &List) -> Flow {
        let found = self.shared.names.find(b"read").and_then(crate::builtins::by_name);
        let Some(read) = found else { return Ok(()) };
        let descriptor = ByteString::from(number.to_string().into_bytes());
        let fields = [ByteString::from("read"), ByteString::from("-r"), "-u".into(), descriptor];
        let mut status = 0;
        loop {
            self.call_builtin(read, &fields)?;
            let line = self.value(names::REPLY).unwrap_or_default();
            if self.status != 0 && line.is_empty() {
                break;
            }
            let noglob = self.options.has(Options::NOGLOB);
            self.options.set(Options::NOGLOB, true);
            let fields = self.split(&line);
            self.options.set(Options::NOGLOB, noglob);
            self.positional = Positional::new(fields);
            let done = self.run_list(body, Place::ANY);
            status = self.status;
            match self.after_body(done)? {
                Iteration::Next => {}
                Iteration::Leave => break,
            }
            if self.shared.signals.pending() {
                self.handle_signals()?;
            }
        }
        self.status = status;
        Ok(())
    }
}
