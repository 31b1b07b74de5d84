//! Errors of syntax: the value is [`syntax::SyntaxError`], the words are those of a voice.
//!
//! It finds the line and column of the error in the text that the parser read, asks the voice for
//! the words, and in forkless's own voice shows the line with a mark under the place. Statuses are
//! `script`'s (POSIX XCU 2.8.1).

use super::{bash, ksh, own};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::script::Origin;
use dialect::diagnostics::Voice;
use syntax::SyntaxError;

/// Where a text is from that has an error of syntax, as messages name it.
pub(super) struct Source<'a> {
    /// The name of the shell or of its script.
    pub(super) shell: &'a [u8],
    /// The file that a diagnostic names.
    pub(super) file: &'a [u8],
    /// The file that `.` runs.
    pub(super) sourced: Option<&'a [u8]>,
    /// Which text of the script it is.
    pub(super) origin: Origin,
    /// The line of the command that runs the text.
    pub(super) command_line: u32,
    /// The shell is interactive.
    pub(super) interactive: bool,
}

impl Environment {
    /// Reports an error of syntax in the words of the dialect. `origin`: which text it is in.
    #[cold]
    pub fn report_syntax_error(&mut self, error: &SyntaxError, origin: Origin) {
        let diagnostics = &self.rules().diagnostics;
        if diagnostics.voice == Voice::Own {
            let line = std::mem::replace(&mut self.now.line, error.span.line);
            self.report(&own::syntax::report(error));
            self.now.line = line;
            if diagnostics.syntax_error_shows_source
                && let Some(excerpt) = own::syntax::excerpt(error)
            {
                self.write_error(&excerpt);
            }
            return;
        }
        let file = self.file_at_work();
        let source = Source {
            shell: self.script_name(),
            file: &file,
            sourced: self.now.source.as_deref(),
            origin,
            command_line: self.now.line,
            interactive: self.options.has(Options::INTERACTIVE),
        };
        let text = match diagnostics.voice {
            Voice::Ksh => ksh::syntax::report(error, &source),
            _ => bash::syntax::report(error, &source),
        };
        self.write_error(&text);
    }
}
