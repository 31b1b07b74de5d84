//! What went wrong, and how it is said.
//!
//! The interpreter says what went wrong as a value, a [`Problem`] with its operands. How it is said is
//! the affair of a voice: [`own`], [`bash`] and [`ksh`] have the words for each problem.
//! Nobody else composes messages that dialects word differently, and no message is ever taken apart.

mod bash;
mod ksh;
mod own;
mod problem;

pub use problem::{ModeError, Problem};

use crate::environment::options::Options;
use crate::environment::variables::READONLY;
use crate::environment::{Environment, ReadOnly, Refusal};
use crate::unwind::{Flow, Unwind};
use dialect::diagnostics::Voice;
use syntax::Name;

/// The words of a voice for a problem, without the place that stands before it.
pub fn words(voice: Voice, problem: &Problem<'_>) -> Vec<u8> {
    let said = match voice {
        Voice::Own => None,
        Voice::Bash => bash::words(problem),
        Voice::Ksh => ksh::words(problem),
    };
    said.unwrap_or_else(|| own::words(problem))
}

impl Environment {
    /// Reports a problem in the words of the dialect: `name: line N: what`.
    #[cold]
    pub fn diagnose(&mut self, problem: &Problem<'_>) {
        self.report(words(self.rules().diagnostics.voice, problem));
    }

    /// Writes to standard error.
    pub fn write_error(&mut self, text: &[u8]) {
        if let Some(file) = self.file(2) {
            let _ = file.write_all(text);
        }
    }

    /// Reports an error: `name: line N: what`.
    pub fn report(&mut self, what: impl AsRef<[u8]>) {
        // The line is one of the file that the function was read from, if it is one.
        let mut text = match &self.frame {
            Some(frame) if self.speaks_bash() => self.file_of(frame).to_vec(),
            _ => self.source.as_ref().unwrap_or(&self.zero).to_vec(),
        };
        let least = u32::from(!self.rules().diagnostics.tells_first_line);
        if self.line > least && !self.options.has(Options::INTERACTIVE | Options::BASH) {
            text.extend_from_slice(format!(": line {}", self.line).as_bytes());
        }
        text.extend_from_slice(b": ");
        text.extend_from_slice(what.as_ref());
        text.push(b'\n');
        self.write_error(&text);
    }

    /// Reports an error that ends what encloses it, with this status.
    pub fn fail<T>(&mut self, what: impl AsRef<[u8]>, status: i32) -> Flow<T> {
        self.report(what);
        self.status = status;
        Err(Unwind::Error)
    }

    /// The same as [`Self::report_read_only`], by the builtin that tried.
    pub fn report_read_only_to(&mut self, command: &[u8], error: ReadOnly) {
        let name = self.name(error.0);
        self.report([command, b": ", &name[..], b": readonly variable"].concat());
    }

    /// Why a builtin could not assign: bash says by which one only where a reference was given
    /// what is no name.
    pub fn report_refused_to(&mut self, command: &[u8], error: ReadOnly) {
        match self.refusal.take() {
            Some(Refusal::Target(text)) => {
                self.report([command, b": `", &text[..], b"': not a valid identifier"].concat());
            }
            other => {
                self.refusal = other;
                self.report_read_only(error);
            }
        }
    }

    /// Says that a reference leads in a circle (bash).
    #[cold]
    pub fn warn_of_circle(&mut self, name: Name) {
        let name = self.name(name);
        self.diagnose(&Problem::CircularReference(&name));
    }

    /// In bash's language its words for an error (`bash`), else ours.
    pub fn words(&self, ours: &'static str, bash: &'static str) -> &'static str {
        if self.options.has(Options::BASH) { bash } else { ours }
    }

    /// Reports an attempt to change a variable that cannot be.
    pub fn report_read_only(&mut self, error: ReadOnly) {
        let read_only = self.variables.get(error.0).flags & READONLY != 0;
        // Nobody may have asked why an earlier one was refused.
        match self.refusal.take().filter(|_| !read_only) {
            Some(Refusal::Target(text)) => {
                return self.diagnose(&Problem::InvalidTarget(&text));
            }
            Some(Refusal::Reported) => return,
            None => {}
        }
        if self.is_circular(error.0) {
            return self.warn_of_circle(error.0);
        }
        if !read_only && let Some((member, parent)) = self.is_no_element(error.0) {
            let parent = self.name(parent);
            return self.diagnose(&Problem::NoElement { member: &member, parent: &parent });
        }
        let name = self.name(error.0);
        self.diagnose(&match read_only {
            true if self.rules().variables.restricted_is_reported
                && self.is_restriction(error.0) =>
            {
                Problem::Restricted(&name)
            }
            true => Problem::ReadOnly(&name),
            false if self.of_all_elements(error.0).is_some() => Problem::BadSubscript(&name),
            false => Problem::NoParent(&name),
        });
    }
}
