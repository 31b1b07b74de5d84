//! gawk's messages, which name the line of the program and the place in the input.

use super::{Failure, Machine, Result, Stop};
use utilities::{Exit, message};

/// What gawk says once in a run.
#[derive(Default)]
pub(super) struct Said {
    /// That bytes are no characters.
    pub(super) odd_bytes: bool,
    /// That a character behind a backslash is no operator.
    pub(super) escapes: Vec<u8>,
}

impl Machine<'_, '_> {
    /// Writes a message; what has been printed so far comes before it.
    #[cold]
    pub(super) fn complain_as_gawk(&mut self, kind: &[u8], text: &[u8]) {
        let _ = self.outputs.flush_silently();
        let mut line = self.context.name.to_vec();
        line.extend_from_slice(b": ");
        if self.line > 0 {
            let (source, number) = self.source_of_line();
            line.extend_from_slice(source);
            line.extend_from_slice(format!(":{number}: ").as_bytes());
        }
        let fnr = self.fnr as i64;
        if fnr > 0 {
            line.extend_from_slice(b"(FILENAME=");
            self.specials.filename.append(&self.specials.convfmt, &mut line);
            line.extend_from_slice(format!(" FNR={fnr}) ").as_bytes());
        }
        line.extend_from_slice(kind);
        line.extend_from_slice(text);
        line.push(b'\n');
        self.context.error_text(&line);
    }

    /// The file of the program that the current line is in, and the line there.
    fn source_of_line(&self) -> (&[u8], u32) {
        let before = |(start, _): &&(u32, &[u8])| *start < self.line;
        match self.sources.iter().rev().find(before) {
            Some((start, name)) => (name, self.line - start),
            None => (b"cmd. line", self.line),
        }
    }

    #[cold]
    pub(super) fn warn(&mut self, text: impl AsRef<[u8]>) {
        self.complain_as_gawk(b"warning: ", text.as_ref());
    }

    /// Says that a text has bytes which are no characters, the first time.
    #[cold]
    pub(super) fn warn_of_odd_bytes(&mut self) {
        if !std::mem::replace(&mut self.said.odd_bytes, true) {
            self.warn(
                "Invalid multibyte data detected. There may be a mismatch between your data and \
                 your locale",
            );
        }
    }

    /// How a run of gawk ends that failed.
    pub(super) fn end_as_gawk(&mut self, failure: Failure) -> Exit {
        let text = match failure {
            Failure::Signal(exit) => return exit,
            Failure::Error(text)
            | Failure::Limit(text)
            | Failure::Fatal(text)
            | Failure::Panic(text) => text,
            Failure::Write(verb, text) => [verb.as_bytes(), b" ", &text].concat(),
        };
        self.complain_as_gawk(b"fatal: ", &text);
        let _ = self.outputs.close_all(self.context);
        Exit::Status(2)
    }

    /// Closes everything at the end: of what fails then, standard output is not fatal.
    pub(super) fn finish_as_gawk(&mut self, is_exit: bool) -> Exit {
        self.line = 0;
        match self.outputs.close_others(self.context) {
            Ok(()) => {}
            Err(Stop::Failed(failure)) => return self.end_as_gawk(*failure),
            Err(_) => return Exit::Status(2),
        }
        match self.outputs.flush_silently() {
            Ok(()) => Exit::Status(self.status as u8),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Exit::Signal(utilities::context::SIGPIPE)
            }
            Err(error) => {
                self.warn(format!("error writing standard output: {}", message::reason(&error)));
                let status = if is_exit || self.status != 0 { self.status as u8 } else { 1 };
                Exit::Status(status)
            }
        }
    }

    /// An error where the divisor is zero.
    #[cold]
    pub(super) fn zero_divisor<T>(&self, text: &str) -> Result<T> {
        Err(Stop::error(text.as_bytes().to_vec()))
    }
}
