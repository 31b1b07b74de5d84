//! Errors of expansion: how they are reported, the exit status, and what they abandon
//! (POSIX XCU 2.8.1).
//!
//! One function for each kind of report; all set the status and return the unwinding that the
//! dialect gives such an error. `${x?}` and `set -u` end a script, other errors of expansion too in
//! POSIX, and only the line in bash.

use super::list::Subject;
use crate::diagnostics::{Missing, Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Consequence, Flow, Unwind};
use dialect::expansion::FatalError;
use syntax::tree::{Parameter, Reference};

impl Environment {
    /// Reports a problem as an error of expansion: it ends a shell that is not interactive
    /// (POSIX XCU 2.8.1), or abandons the rest of the line where the dialect says so.
    ///
    /// # Errors
    /// Always: the unwinding of [`Self::fatal`].
    #[cold]
    pub fn expansion_problem<T>(&mut self, problem: &Problem<'_>) -> Flow<T> {
        self.diagnose(problem);
        self.status = self.failed_expansion();
        Err(self.fatal())
    }

    /// The exit status after an expansion or an assignment that cannot be made.
    pub fn failed_expansion(&self) -> i32 {
        match self.is_in_command_string() {
            true => self.rules().expansion.command_string_error_status,
            false => self.failed(),
        }
    }

    /// Whether what runs is the text of `-c`, and not a subshell of it.
    fn is_in_command_string(&self) -> bool {
        self.options.has(Options::COMMAND) && self.now.level == 0
    }

    /// `${x@letter}` with a letter that is no transformation (bash): nothing where there is nothing to
    /// transform.
    ///
    /// # Errors
    /// Else it ends a non-interactive shell.
    #[cold]
    pub(super) fn bad_transformation(&mut self, text: &[u8], subject: &Subject) -> Flow {
        match subject {
            Subject::One(None) => Ok(()),
            Subject::Many(values, _) if values.is_empty() => Ok(()),
            _ => self.unset_error(&Problem::BadSubstitution(text)),
        }
    }

    /// Expands an unset parameter: to nothing.
    ///
    /// # Errors
    /// Under `set -u`, and of a name reference or a member of a compound variable that is not
    /// there.
    pub(super) fn unset_parameter(&mut self, reference: Reference) -> Flow {
        if let Reference::Variable(name) = reference
            && self.has_references
            && self.rules().expansion.unbound_reference_is_error
            && self.refers_to_nothing(name)
        {
            let name = self.name(name);
            return self.expansion_problem(&Problem::UnboundReference(&name));
        }
        if let Reference::Variable(name) = reference
            && let Some((member, parent)) = self.is_no_element(name)
        {
            let parent = self.name(parent);
            return self.expansion_problem(&Problem::Variable(VariableProblem::NoElement {
                member: &member,
                parent: &parent,
            }));
        }
        if !self.options.has(Options::NOUNSET) {
            return Ok(());
        }
        let name = self.spell(reference);
        let missing = match reference {
            // Without braces, as nearly always.
            Reference::Special(b'!') => Missing::UnsetWithoutBraces,
            _ => Missing::Unset,
        };
        self.missing_parameter(&name, b"", missing)
    }

    /// Expands an unset positional parameter: to nothing.
    ///
    /// # Errors
    /// Under `set -u`.
    #[cold]
    pub(super) fn unset_positional(&mut self, parameter: &Parameter) -> Flow {
        if !self.options.has(Options::NOUNSET) {
            return Ok(());
        }
        let missing = match parameter.braced {
            true => Missing::Unset,
            false => Missing::UnsetWithoutBraces,
        };
        let name = self.spell(parameter.reference);
        self.missing_parameter(&name, b"", missing)
    }

    /// Fails because a parameter is not set, or null. `subscript`: of an element, with its
    /// brackets, else nothing.
    pub(super) fn missing_parameter<T>(
        &mut self,
        name: &[u8],
        subscript: &[u8],
        missing: Missing,
    ) -> Flow<T> {
        if let Some(name) = self.shared.indirection.take() {
            let (name, subscript) = (&name[..], &b""[..]);
            return self.unset_error(&Problem::MissingParameter { name, subscript, missing });
        }
        self.unset_error(&Problem::MissingParameter { name, subscript, missing })
    }

    /// Reports a problem of `set -u` or `${x?}`: it ends a non-interactive shell in every dialect.
    ///
    /// # Errors
    /// Always.
    #[cold]
    pub(super) fn unset_error<T>(&mut self, problem: &Problem<'_>) -> Flow<T> {
        self.diagnose(problem);
        let rules = &self.rules().expansion;
        let ends_at_once =
            rules.unset_error_ends_at_once_under_errexit && self.options.has(Options::ERREXIT);
        self.status = match self.is_in_command_string() && !ends_at_once {
            true => rules.command_string_unset_status,
            false => self.failed(),
        };
        let unwind = match self.fatal() {
            Unwind::Discard(_) if !self.now.catches_errors => Unwind::Exit,
            other => other,
        };
        if unwind == Unwind::Exit && self.traps.is_some() {
            if ends_at_once {
                return Err(self.exit_from_within().err().unwrap_or(unwind));
            }
            self.undo_redirections_of_script();
        }
        Err(unwind)
    }

    /// Reports that an indirection leads to nothing.
    ///
    /// # Errors
    /// As [`Self::expansion_problem`]; in some dialects it abandons the line in POSIX mode, too.
    #[cold]
    pub(super) fn indirection_problem<T>(&mut self, problem: &Problem<'_>) -> Flow<T> {
        if !self.rules().expansion.indirection_error_abandons_line {
            return self.expansion_problem(problem);
        }
        self.diagnose(problem);
        self.status = self.failed();
        Err(match self.fatal() {
            Unwind::Exit => Unwind::Discard(Consequence::Failure),
            other => other,
        })
    }

    /// Undoes all redirections before the EXIT trap runs, unless `eval` or a file that is read is around
    /// the command (bash).
    fn undo_redirections_of_script(&mut self) {
        let is_outermost = self.now.nesting == 0 || self.options.has(Options::COMMAND);
        if is_outermost && self.rules().expansion.unset_error_undoes_redirections {
            self.restore_files(0);
        }
    }

    /// The exit status of what the shell could not carry out: a redirection, an expansion.
    pub fn failed(&self) -> i32 {
        self.rules().evaluation.failure_status
    }

    /// What an error abandons that ends a non-interactive shell (POSIX XCU 2.8.1).
    pub fn fatal(&self) -> Unwind {
        if self.options.has(Options::INTERACTIVE) && !self.now.is_virtual {
            Unwind::Error
        } else if self.rules().expansion.fatal_error == FatalError::AbandonsLine
            || self.now.catches_errors
        {
            Unwind::Discard(Consequence::Failure)
        } else {
            Unwind::Exit
        }
    }

    /// What an error in a subscript, or in the value of an integer variable, abandons.
    pub fn leaves_texts(&self) -> Unwind {
        match self.leaves_line() {
            Unwind::Discard(Consequence::None) => Unwind::Discard(Consequence::OfTexts),
            other => other,
        }
    }

    /// What an error of arithmetic abandons: in some dialects the rest of the line only, without
    /// `set -e` or the ERR trap.
    pub fn leaves_line(&self) -> Unwind {
        match self.fatal() {
            Unwind::Exit | Unwind::Discard(_)
                if self.rules().expansion.arithmetic_error_abandons_line =>
            {
                Unwind::Discard(Consequence::None)
            }
            other => other,
        }
    }
}
