//! Assignments before a command, which are for its time only (POSIX XCU 2.9.1.1).
//!
//! The variable's old value goes onto the stack of locals and comes back when the command ends; for
//! an external command and a function the assignment is exported meanwhile. Before special builtins
//! they stay, in POSIX modes (XCU 2.9.1.2).

use crate::diagnostics::Problem;
use crate::environment::options::Options;
use crate::environment::variables::{CAPITAL, EXPORT, INTEGER, LOWER, READONLY, UPPER, Value};
use crate::environment::{AssignError, Environment, Temporary, names};
use crate::expand::subscript::with_subscript;
use crate::unwind::{Flow, Unwind};
use dialect::variables::RefusedTemporary;
use syntax::Name;
use syntax::names::is_name;
use syntax::tree::Assignment;

/// What an assignment before a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssignedFor {
    /// The shell alone.
    Builtin,
    /// Programs too, which inherit it: the command, or those that it runs.
    Program,
    /// A declaration in bash's language; programs inherit it too.
    Declaration,
}

impl Environment {
    /// Runs something with variables that are assigned for its time only.
    pub(super) fn with_assignments(
        &mut self,
        assignments: &[Assignment],
        assigned_for: AssignedFor,
        run: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let mark = self.now.temporary.len();
        let locals = self.now.locals.len();
        let (mut result, mut refused) = (Ok(()), false);
        let rules = &self.rules().variables;
        for assignment in assignments {
            if let (Some(subscript), true) =
                (&assignment.subscript, rules.temporary_refuses_elements)
            {
                // No element is assigned for the time of a command.
                let text = with_subscript(&self.name(assignment.name), subscript);
                self.diagnose(Problem::InvalidName(&text));
                if rules.refused_temporary == RefusedTemporary::LeavesLine {
                    result = Err(self.given_up());
                    break;
                }
                continue;
            }
            let name = self.hidden_by(assignment.name);
            let variable = self.variables.get(name);
            if variable.flags & READONLY != 0
                && rules.refused_temporary != RefusedTemporary::IsFatal
            {
                self.report_assign_error(AssignError::ReadOnly(name))?;
                if self.ends_for_read_only() {
                    result = Err(Unwind::Exit);
                    break;
                }
                match rules.refused_temporary {
                    RefusedTemporary::IsIgnored => continue,
                    RefusedTemporary::LeavesLine => result = Err(self.given_up()),
                    RefusedTemporary::SkipsCommand | RefusedTemporary::IsFatal => refused = true,
                }
                break;
            }
            let before = variable.clone();
            let calls = self.now.calls;
            let declares = assigned_for == AssignedFor::Declaration;
            self.now.temporary.push(Temporary { name: Some(name), before, calls, declares });
            result = self.assign_temporarily(name, assignment);
            if result.is_err() {
                break;
            }
            if assigned_for != AssignedFor::Builtin {
                self.mark(name, EXPORT);
            }
        }
        if refused {
            self.status = self.failed();
        } else if result.is_ok() {
            result = run(self);
        }
        while self.now.temporary.len() > mark {
            let Some(Temporary { name, before, .. }) = self.now.temporary.pop() else { break };
            // What `export` and `unset` have taken stays as it is.
            let Some(name) = name else { continue };
            // What `eval` made local was local to the command (dash, bash).
            while let Some(at) =
                (locals..self.now.locals.len()).rev().find(|&at| self.now.locals[at].0 == name)
            {
                self.now.locals.remove(at);
            }
            let place = self.getopts_place;
            self.put(name, before);
            if name == names::OPTIND {
                self.getopts_place = place;
            }
        }
        result
    }

    /// The variable that an assignment for the time of a command is to: what a reference leads
    /// to, but itself where that is no variable, or an element.
    #[inline]
    pub(super) fn hidden_by(&self, name: Name) -> Name {
        if !self.has_references {
            return name;
        }
        let target = self.resolved(name);
        if is_name(&self.name(target)) { target } else { name }
    }

    /// Assigns for the time of a command, where the variable `name` is put back afterwards.
    pub(super) fn assign_temporarily(&mut self, name: Name, assignment: &Assignment) -> Flow {
        if assignment.subscript.is_some() || assignment.composite.is_some() {
            return self.make_assignment(assignment);
        }
        self.make_plain(name, assignment.append);
        self.make_assignment_to(name, assignment)
    }

    /// Whether an assignment to a read-only variable ends the shell where it is made: in bash
    /// under `set -e`, also in conditions. The status is set.
    pub(super) fn ends_for_read_only(&mut self) -> bool {
        let ends =
            self.rules().variables.errexit_ends_for_read_only && self.options.has(Options::ERREXIT);
        if ends {
            self.status = 1;
        }
        ends
    }

    /// In bash's POSIX mode a command before which something cannot be assigned is not run, and
    /// what is left of the line is not either.
    fn given_up(&mut self) -> Unwind {
        self.status = 1;
        self.leaves_line()
    }

    /// Prepares a variable for a value that it has for the time of a command: an array becomes
    /// an ordinary variable, a reference too, and in bash it has none of the attributes that
    /// change what is assigned.
    #[inline]
    fn make_plain(&mut self, name: Name, append: bool) {
        const CHANGING: u32 = INTEGER | LOWER | UPPER | CAPITAL;
        let variable = self.variables.get(name);
        let is_reference = matches!(variable.value, Value::Reference(_));
        let converts = variable.flags & CHANGING != 0
            && self.rules().variables.temporary_has_no_attributes
            && !append;
        if !is_reference && !variable.value.is_array() && !converts {
            return;
        }
        let mut plain = variable.clone();
        plain.value = match self.text(name).filter(|_| append && !is_reference) {
            Some(text) => Value::String(text),
            None => Value::Unset,
        };
        if converts {
            plain.flags &= !CHANGING;
        }
        self.put(name, plain);
    }
}
