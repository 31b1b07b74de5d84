//! What went wrong, and how it is said.
//!
//! The interpreter says what went wrong as a value, a [`Problem`] with its operands. How it is said is
//! the affair of a voice: `own`, `bash` and `ksh` have the words for each problem.
//! Nobody else composes messages that dialects word differently, and no message is ever taken apart.

mod bash;
mod ksh;
mod own;
mod problem;
mod syntax;

pub use problem::{
    ArithmeticProblem, BuiltinProblem, CallFault, FileAction, Missing, ModeError, NumericOption,
    OperandFault, OptionFault, PipeUse, Problem, StartupProblem, UsageFault, VariableProblem,
};

use crate::environment::options::Options;
use crate::environment::{AssignError, Environment};
use crate::unwind::{Flow, Unwind};
use ::syntax::{ByteString, Name};
use dialect::diagnostics::Voice;
use stage::OpenFile;

/// The exit status of a command that there are too few descriptors for.
const NO_PIPE: i32 = 2;

/// The words of a voice for a problem, without the place that stands before it.
pub fn words(voice: Voice, problem: &Problem<'_>) -> Vec<u8> {
    let said = match voice {
        Voice::Own => None,
        Voice::Bash => bash::words(problem),
        Voice::Ksh => ksh::words(problem),
    };
    said.unwrap_or_else(|| own::words(problem))
}

/// What is wrong with a text that cannot be parsed, in forkless's own words.
pub fn syntax_words(error: &::syntax::SyntaxError) -> Vec<u8> {
    own::syntax::report(error)
}

/// A diagnostic that is reported later, without the place that stands before it.
pub struct Message(Vec<u8>);

impl Message {
    /// The words of a voice for a problem.
    pub fn new(voice: Voice, problem: &Problem<'_>) -> Self {
        Message(words(voice, problem))
    }
}

impl Environment {
    /// Reports a problem in the words of the dialect: `name: line N: what`.
    #[cold]
    pub fn diagnose<'a>(&mut self, problem: impl Into<Problem<'a>>) {
        self.diagnose_as(self.rules().diagnostics.voice, &problem.into());
    }

    /// Reports a problem in the words of a voice.
    #[cold]
    pub fn diagnose_as(&mut self, voice: Voice, problem: &Problem<'_>) {
        self.report(&words(voice, problem));
    }

    /// Reports what was put into words before.
    pub fn report_message(&mut self, message: &Message) {
        self.report(&message.0);
    }

    /// Writes to standard error.
    pub fn write_error(&mut self, text: &[u8]) {
        if let Some(file) = self.file(2) {
            self.write_message(&file, text);
        }
    }

    /// Writes a message or a trace. Of one that nobody reads a signal that has a trap takes the rest.
    pub(crate) fn write_message(&self, file: &OpenFile, text: &[u8]) {
        let _ = file.write_all_until(text, self.ends_of_writes());
    }

    /// The file that a diagnostic names.
    fn file_at_work(&self) -> ByteString {
        match &self.now.frame {
            // The line is one of the file that the function was read from, if it is one.
            Some(frame) if self.rules().diagnostics.names_file_of_function => self.file_of(frame),
            _ => self.now.source.as_ref().unwrap_or_else(|| self.script_name()).clone(),
        }
    }

    /// Writes a diagnostic to standard error: `name: line N: what`.
    fn report(&mut self, what: &[u8]) {
        let rules = &self.rules().diagnostics;
        let mut text = self.file_at_work().to_vec();
        let least = u32::from(!rules.tells_first_line);
        let is_silent =
            !rules.interactive_shell_tells_line && self.options.has(Options::INTERACTIVE);
        let line = self.now.shown_line();
        if line > least && !is_silent {
            let before = if self.has_shopt("gnu_errfmt") { "" } else { " line " };
            text.extend_from_slice(format!(":{before}{line}").as_bytes());
        }
        text.extend_from_slice(b": ");
        text.extend_from_slice(what);
        text.push(b'\n');
        self.write_error(&text);
    }

    /// Reports a problem that ends what encloses it, with this status.
    ///
    /// # Errors
    /// Always.
    pub fn fail_with<'a, T>(&mut self, problem: impl Into<Problem<'a>>, status: i32) -> Flow<T> {
        self.diagnose(problem);
        self.status = status;
        Err(Unwind::Error)
    }

    /// Reports that a pipe could not be made; the status of what needed it.
    #[cold]
    pub fn report_no_pipe(&mut self, wanted: PipeUse, error: &std::io::Error) -> i32 {
        let reason = utilities::message::reason(error);
        self.diagnose(Problem::NoPipe { wanted, reason: &reason });
        NO_PIPE
    }

    /// Reports a read-only variable, by the builtin that would change it.
    pub fn report_read_only_to(&mut self, command: &[u8], name: Name) {
        let name = self.name(name);
        self.diagnose(VariableProblem::ReadOnlyTo { command, name: &name });
    }

    /// Reports why a builtin could not assign; its name is said only where a reference was to refer
    /// to what is no name.
    ///
    /// # Errors
    /// That of [`AssignError::Unwound`], which is no error to report.
    pub fn report_refused_to(&mut self, command: &[u8], error: AssignError) -> Flow {
        match error {
            AssignError::InvalidTarget(text) => {
                let text = self.name(text);
                self.diagnose(VariableProblem::InvalidTargetTo { command, text: &text });
                Ok(())
            }
            error => self.report_assign_error(error),
        }
    }

    /// Says that a reference leads in a circle (bash).
    #[cold]
    pub fn warn_of_circle(&mut self, name: Name) {
        let name = self.name(name);
        self.diagnose(VariableProblem::CircularReference(&name));
    }

    /// Reports why a variable could not be unset.
    ///
    /// # Errors
    /// That of [`AssignError::Unwound`], which is no error to report.
    pub fn report_unset(&mut self, error: AssignError) -> Flow {
        match error {
            AssignError::ReadOnly(name) if !self.is_reported_restriction(name) => {
                let name = self.name(name);
                self.diagnose(VariableProblem::UnsetReadOnly(&name));
                Ok(())
            }
            error => self.report_assign_error(error),
        }
    }

    /// Reports why a variable could not be changed.
    ///
    /// # Errors
    /// That of [`AssignError::Unwound`], which is no error to report. A value that is no number for an integer
    /// variable abandons what an error of arithmetic does.
    pub fn report_assign_error(&mut self, error: AssignError) -> Flow {
        match error {
            AssignError::NotConverted(_)
                if self.rules().expansion.arithmetic_error_abandons_line =>
            {
                self.status = self.failed();
                return Err(self.leaves_texts());
            }
            AssignError::NotConverted(_) => {}
            AssignError::Unwound(unwind) => return Err(unwind),
            AssignError::Circular(name) => self.warn_of_circle(name),
            AssignError::ReadOnly(name) => {
                let restricted = self.is_reported_restriction(name);
                let name = self.name(name);
                self.diagnose(match restricted {
                    true => Problem::Variable(VariableProblem::Restricted(&name)),
                    false => Problem::Variable(VariableProblem::ReadOnly(&name)),
                });
            }
            AssignError::AllElements(name) => {
                let name = self.name(name);
                self.diagnose(VariableProblem::BadSubscript(&name));
            }
            AssignError::InvalidTarget(text) => {
                let text = self.name(text);
                self.diagnose(Problem::InvalidName(&text));
            }
            AssignError::NotAnElement(name) => {
                let Some((member, parent)) = self.is_no_element(name) else { return Ok(()) };
                let parent = self.name(parent);
                self.diagnose(VariableProblem::NoElement { member: &member, parent: &parent });
            }
            AssignError::NoParent(name) => {
                let name = self.name(name);
                self.diagnose(VariableProblem::NoParent(&name));
            }
        }
        Ok(())
    }

    /// Whether a variable is reported as one that the restricted shell protects.
    fn is_reported_restriction(&self, name: Name) -> bool {
        self.rules().variables.restricted_is_reported && self.is_restriction(name)
    }
}
