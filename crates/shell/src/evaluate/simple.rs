//! Simple commands (POSIX XCU 2.9.1).
//!
//! Here words are expanded, the first field is resolved (special builtins, functions, builtins,
//! external commands, XCU 2.9.1.4), redirections are made, assignments before the command take
//! effect, and it is called. The order is that of XCU 2.9.1. What an error ends depends on what was
//! resolved (XCU 2.8.1).

use super::Place;
use super::redirect::Refused;
use super::temporary::AssignedFor;
use crate::builtins::{self, Builtin, Class};
use crate::diagnostics::Problem;
use crate::environment::options::Options;
use crate::environment::traps::DEBUG;
use crate::environment::variables::EXPORT;
use crate::environment::{Environment, Function, Located, names};
use crate::expand::subscript::with_subscript;
use crate::script::PARSER_ROOM;
use crate::unwind::{Flow, Unwind, tolerated};
use dialect::evaluation::RedirectionError;
use std::rc::Rc;
use syntax::tree::{Assignment, Redirection, Simple, Subscript};

use super::assignment::{assignment_of, is_element};
use syntax::{ByteString, Name};

/// What a command name stands for.
pub enum Resolved {
    /// A function of the host.
    Host(Rc<crate::host::HostFunction>),
    /// A builtin of the shell.
    Builtin(&'static Builtin),
    /// A function.
    Function(Rc<Function>),
    /// A function of an instance of a type (ksh93).
    Method(Rc<Function>, Name),
    /// An external command, or the built-in utility that does the same.
    Program,
}

/// Whether it is an error of an expansion, and not something that has been asked for.
pub(super) fn is_of_expansion(unwind: Unwind) -> bool {
    matches!(unwind, Unwind::Exit | Unwind::Error | Unwind::Discard(_))
}

impl Environment {
    /// Whether a command's redirections end before a trap that it sets can run, even where it is
    /// the process's last command.
    fn sets_actions(&self, resolved: &Resolved) -> bool {
        matches!(resolved, Resolved::Builtin(Builtin { name: "trap", .. }))
            && self.rules().evaluation.redirections_of_last_trap_end
    }

    /// Runs a simple command. `located`: it is known to be an external command, found there.
    pub(super) fn run_simple(
        &mut self,
        simple: &Simple,
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        self.now.line = simple.line;
        if !simple.text.is_empty() {
            self.note_command(&simple.text);
        }
        self.now.substitution_status = None;
        let substituted = self.now.process_files.len();
        if simple.words.is_empty() {
            let result = self.run_without_name(simple);
            if self.now.process_files.len() > substituted
                && !self.rules().evaluation.assigned_process_substitution_stays
            {
                self.close_substituted(substituted);
            }
            return result;
        }
        let mut fields = self.shared.take_vector();
        let result = match self.expand_command(simple, &mut fields) {
            Ok(()) if fields.is_empty() => self.run_without_name(simple),
            Ok(()) => {
                let result = self.run_named(simple, &fields, located, place);
                if let Some(last) = fields.last() {
                    self.last_argument = last.clone();
                }
                result
            }
            Err(unwind) => Err(unwind),
        };
        self.shared.give_vector(fields);
        if self.now.process_files.len() > substituted {
            self.close_substituted(substituted);
        }
        result
    }

    /// Notes a command for BASH_COMMAND, which shows a trap the command that it interrupts.
    pub(super) fn note_command(&mut self, text: &ByteString) {
        if self.now.trap_status.is_none() {
            self.command_text = text.clone();
        }
    }

    pub(super) fn expand_command(&mut self, simple: &Simple, fields: &mut Vec<ByteString>) -> Flow {
        let declaration =
            simple.words.iter().any(|word| word.assignment || word.extended.is_some())
                && simple.name.is_some_and(|name| {
                    if matches!(name, builtins::COMMAND | builtins::BUILTIN) {
                        // `command export x=…`, `command command -p export x=…`
                        simple.words[1..]
                            .iter()
                            .filter_map(|word| word.literal.as_ref())
                            .filter(|text| text.first() != Some(&b'-'))
                            .filter_map(|text| self.shared.names.find(text))
                            .find(|name| !matches!(*name, builtins::COMMAND | builtins::BUILTIN))
                            .is_some_and(|name| {
                                builtins::is_declaration(name) || self.type_command(name).is_some()
                            })
                    } else {
                        builtins::is_declaration(name) || self.type_command(name).is_some()
                    }
                });
        if !declaration || self.hides_declaration(simple) {
            return self.expand_words(&simple.words, fields);
        }
        let rules = &self.rules().evaluation;
        let shadowed = rules.functions_shadow_declarations
            && simple.name.is_some_and(|name| self.function(name).is_some());
        for word in &simple.words {
            let made = |assignment: &&Assignment| {
                !(shadowed || is_element(assignment) && self.refuses_elements(fields))
            };
            if let Some(assignment) = assignment_of(word).filter(made) {
                // Made after the builtin has run.
                let mut slot = assignment.name;
                if rules.members_are_declared
                    && assignment.composite.is_some()
                    && matches!(assignment.subscript.as_deref(), Some(Subscript::Path(_)))
                    && let (whole, None) = self.follow(slot, assignment.subscript.as_deref())?
                {
                    // What is declared is the member, and not what it is in.
                    slot = whole;
                }
                let name = self.name(slot);
                fields.push(ByteString::new(&name));
            } else if let Some(assignment) = assignment_of(word) {
                let text = self.assignment_as_word(assignment)?;
                fields.push(text);
            } else if word.assignment {
                let text = self.expand_text(word)?;
                fields.push(text);
            } else {
                self.expand_word(word, fields)?;
            }
        }
        Ok(())
    }

    /// An assignment to an array as the word that a function receives: the name alone of a list.
    #[cold]
    fn assignment_as_word(&mut self, assignment: &Assignment) -> Flow<ByteString> {
        let name = self.name(assignment.name);
        let mut text = match &assignment.subscript {
            Some(subscript) => with_subscript(&name, subscript),
            None => name.to_vec(),
        };
        if assignment.composite.is_none() {
            text.extend_from_slice(if assignment.append { b"+=" } else { b"=" });
            text.extend_from_slice(&self.expand_text(&assignment.value)?);
        }
        Ok(ByteString::new(&text))
    }

    /// Whether the name of a declaration builtin stands for none: with `command` before it, or
    /// turned off by `enable -n`.
    fn hides_declaration(&self, simple: &Simple) -> bool {
        let Some(name) = simple.name else { return false };
        let hidden = self.rules().evaluation.command_hides_declarations
            && matches!(name, builtins::COMMAND | builtins::BUILTIN)
            && simple.words.iter().all(|word| word.extended.is_none());
        hidden || self.is_disabled(name)
    }

    /// Assignments and redirections alone.
    fn run_without_name(&mut self, simple: &Simple) -> Flow {
        if !simple.redirections.is_empty() {
            return self.redirect_without_name(simple);
        }
        self.assign_all(simple)?;
        self.status = self.now.substitution_status.unwrap_or(0);
        Ok(())
    }

    /// Assignments and redirections, in the order of the dialect (POSIX XCU 2.9.1.1 allows both). Where
    /// the redirections come first, they are there for substitutions in the values.
    #[inline(never)]
    fn redirect_without_name(&mut self, simple: &Simple) -> Flow {
        let late = self.rules().evaluation.assignments_precede_redirections;
        if late {
            self.assign_all(simple)?;
        }
        let mark = self.now.saved_files.len();
        let made = self.make_redirections(&simple.redirections);
        let assigned = match made {
            Ok(true) if !late => self.assign_all(simple),
            _ => Ok(()),
        };
        self.restore_files(mark);
        assigned?;
        self.status = match made? {
            true => self.now.substitution_status.unwrap_or(0),
            false => self.failed(),
        };
        Ok(())
    }

    /// Makes the assignments of a command without a name, and traces them.
    fn assign_all(&mut self, simple: &Simple) -> Flow {
        let rules = &self.rules().evaluation;
        let one_by_one = rules.traces_each_assignment && self.options.has(Options::XTRACE);
        if one_by_one || self.options.has(Options::XTRACE) || self.watches(DEBUG) {
            self.assign_each(simple, one_by_one)?;
        } else {
            for assignment in &simple.assignments {
                self.make_assignment(assignment)?;
            }
        }
        if rules.assignments_empty_last_argument {
            // Only now: their values may have asked for it.
            self.last_argument = ByteString::EMPTY;
        }
        Ok(())
    }

    /// Makes assignments that are traced, or have a DEBUG trap run before each. `is_traced`: each has a line
    /// of its own.
    #[cold]
    fn assign_each(&mut self, simple: &Simple, is_traced: bool) -> Flow {
        let shares_line = self.options.has(Options::XTRACE) && !is_traced;
        let mut line = Vec::new();
        for assignment in &simple.assignments {
            if self.watches(DEBUG) {
                self.debug_assignment(assignment)?;
            }
            let before = match assignment.append && is_traced {
                true => self.value(assignment.name).unwrap_or_default(),
                false => ByteString::EMPTY,
            };
            let prompt = if is_traced { self.prompt_before(assignment)? } else { None };
            if is_traced && assignment.composite.is_some() {
                // A list is shown as it is written.
                self.trace_assigned(simple, assignment, &before, prompt)?;
                self.make_assignment(assignment)?;
                continue;
            }
            self.make_assignment(assignment)?;
            if is_traced {
                self.trace_assigned(simple, assignment, &before, prompt)?;
            } else if shares_line {
                self.trace_assignment(assignment, None, &mut line);
            }
        }
        if !line.is_empty() {
            self.trace_assignments(&line)?;
        }
        Ok(())
    }

    /// Makes the redirections of a command without a name. Returns whether they could be made.
    fn make_redirections(&mut self, redirections: &[Redirection]) -> Flow<bool> {
        let result = self.redirect(redirections);
        let spared = self.rules().evaluation.redirection_error != RedirectionError::Shell;
        match result {
            Ok(()) => Ok(true),
            Err(Refused::Trap(unwind)) => Err(unwind),
            Err(Refused::Unwind(unwind) | Refused::Document(unwind))
                if !spared || !is_of_expansion(unwind) =>
            {
                Err(unwind)
            }
            Err(_) => Ok(false),
        }
    }

    /// What a name with a period stands for where there are instances or references (ksh93).
    #[cold]
    #[inline(never)]
    fn resolve_method(&mut self, name: Option<Name>, field: &ByteString) -> Flow<Resolved> {
        Ok(match self.method(field)? {
            Some((function, instance)) => Resolved::Method(function, instance),
            None => self.resolve(name),
        })
    }

    /// What a name stands for (POSIX XCU 2.9.1.4): special builtins, functions, builtins,
    /// programs.
    #[inline(always)]
    pub fn resolve(&self, name: Option<Name>) -> Resolved {
        let Some(name) = name else { return Resolved::Program };
        let builtin = self.builtin(name);
        if let Some(builtin) = builtin
            && builtin.class == Class::Special
            && self.rules().evaluation.special_builtins_precede_functions
        {
            return Resolved::Builtin(builtin);
        }
        if let Some(function) = self.function(name) {
            return Resolved::Function(function.clone());
        }
        let builtin = match self.types.are_there() {
            true => self.type_command(name).or(builtin),
            false => builtin,
        };
        match builtin {
            Some(builtin) => Resolved::Builtin(builtin),
            None if self.shared.host.is_empty() => Resolved::Program,
            None => self.resolve_beyond_builtins(name),
        }
    }

    /// What a name stands for that no function and no builtin has. Apart from [`Self::resolve`], which
    /// every command runs and which has to stay small enough to be inlined.
    #[cold]
    #[inline(never)]
    fn resolve_beyond_builtins(&self, name: Name) -> Resolved {
        match self.shared.host.get(name) {
            Some(function) => Resolved::Host(function),
            None => Resolved::Program,
        }
    }

    fn run_named(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        let resolved = match located {
            Some(_) => Resolved::Program,
            None => self.resolve_field(simple, &fields[0])?,
        };
        let mark = self.now.saved_files.len();
        if (self.options.any(Options::XTRACE | Options::OBSERVED) || self.watches(DEBUG))
            && !self.before_command(fields)?
        {
            return Ok(());
        }
        if !simple.redirections.is_empty() {
            if let (Resolved::Builtin(Builtin { name: "redirect", .. }), [_, first, ..]) =
                (&resolved, fields)
            {
                return Err(builtins::takes_no_operand(self, first));
            }
            match self.redirect(&simple.redirections) {
                Ok(()) => {}
                Err(refused) => {
                    self.restore_files(mark);
                    return self.refuse_command(refused, &resolved);
                }
            }
        }
        if place.is_last
            && self.now.replacements.is_empty()
            && self.ends_process(place.is_last)
            && !self.sets_actions(&resolved)
        {
            self.keep_files(mark);
        }
        self.now.literal_keys |= simple.elements && self.takes_elements(&fields[0]);
        let enclosing = self.now.redirected_call;
        if !simple.redirections.is_empty() && !matches!(resolved, Resolved::Program) {
            self.now.redirected_call = u32::try_from(mark + 1).unwrap_or(0);
        }
        let mut result = self.run_resolved(simple, fields, resolved, located, place);
        if result == Err(Unwind::Exit) && !simple.redirections.is_empty() && self.traps.is_some() {
            result = self.exit_within_redirections();
        }
        self.now.redirected_call = enclosing;
        self.now.literal_keys &= !simple.elements;
        if self.now.killed.is_some() && self.rules().evaluation.program_death_report_is_redirected {
            self.tell_killed(Some((&simple.text, simple.line)));
        }
        if std::mem::take(&mut self.now.keeps_files) && result.is_ok() {
            if simple.redirections.iter().any(|one| one.kind.is_for_the_end()) {
                // There is no end of the command at which it could be done.
                self.restore_files(mark);
                self.status = self.failed();
                self.diagnose(Problem::EndlessCommand);
                return Err(self.fatal());
            }
            self.keep_files(mark);
            if let Some(other) = self.now.other_input.clone() {
                // The script goes on with what is standard input now.
                other.set(Some(self.file(0)));
            }
        }
        self.restore_files(mark);
        result
    }

    /// What a command's first field stands for.
    #[inline]
    fn resolve_field(&mut self, simple: &Simple, field: &ByteString) -> Flow<Resolved> {
        let name = match simple.words[0].literal {
            Some(_) => simple.name,
            None => self.shared.names.find(field),
        };
        match self.may_be_method(Some(field)) {
            true => self.resolve_method(name, field),
            false => Ok(self.resolve(name)),
        }
    }

    /// A redirection of a command has failed: the command's status, or what the failure ends.
    #[cold]
    fn refuse_command(&mut self, refused: Refused, resolved: &Resolved) -> Flow {
        let rules = &self.rules().evaluation;
        match (refused, resolved) {
            // The program's process would have failed.
            (Refused::Document(_), Resolved::Program) => {}
            (Refused::Unwind(unwind), _)
                if is_of_expansion(unwind)
                    && match rules.redirection_error {
                        RedirectionError::Shell => false,
                        RedirectionError::Process => matches!(resolved, Resolved::Program),
                        RedirectionError::Command => true,
                    } => {}
            (Refused::Document(_), Resolved::Function(_))
                if !rules.here_document_error_is_fatal => {}
            (Refused::Unwind(unwind) | Refused::Document(unwind) | Refused::Trap(unwind), _) => {
                return Err(unwind);
            }
            (Refused::Reported, _) => {}
        }
        self.status = self.failed();
        match resolved {
            Resolved::Builtin(Builtin { class: Class::Special, .. })
                if rules.special_builtin_errors_are_fatal =>
            {
                Err(self.fatal())
            }
            _ => Ok(()),
        }
    }

    /// Whether the subscripts in a command's words are not expanded again.
    #[cold]
    fn takes_elements(&self, name: &[u8]) -> bool {
        name == b"unset" || self.has_shopt("assoc_expand_once")
    }

    fn run_resolved(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        resolved: Resolved,
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        match resolved {
            Resolved::Builtin(builtin)
                if builtin.class == Class::Special
                    && (simple.assignments.is_empty()
                        || self.rules().evaluation.special_builtins_keep_assignments
                        || builtin.name == "exec"
                            && (fields.len() > 1
                                || !self.rules().evaluation.bare_exec_drops_assignments)) =>
            {
                let is_traced = self.options.has(Options::XTRACE);
                let mut values = Vec::new();
                for assignment in &simple.assignments {
                    self.make_assignment(assignment)?;
                    // They are for the program, where there is one.
                    if builtin.name == "exec" && fields.len() > 1
                        || self.rules().evaluation.kept_assignments_are_exported
                    {
                        self.mark(assignment.name, EXPORT);
                    }
                    if is_traced {
                        values.push(self.value(assignment.name));
                    }
                }
                if is_traced {
                    self.trace_command(simple, fields, &values)?;
                }
                self.call_or_declare(builtin, simple, fields)
            }
            Resolved::Builtin(builtin) => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields)?;
                    return self.call_or_declare(builtin, simple, fields);
                }
                let declares =
                    builtin.declaration && self.rules().evaluation.declarations_take_assignments;
                let passes = builtin.passes_variables
                    || builtin.class == Class::Special
                    || builtin.name == "builtin";
                let assigned_for = match (declares, passes) {
                    (true, _) => AssignedFor::Declaration,
                    (false, true) => AssignedFor::Program,
                    (false, false) => AssignedFor::Builtin,
                };
                self.with_assignments(&simple.assignments, assigned_for, |env| {
                    env.trace_temporary(simple, fields)?;
                    env.call_or_declare(builtin, simple, fields)
                })
            }
            Resolved::Function(function) => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields)?;
                    return self.call_function(&function, &fields[1..]);
                }
                self.with_assignments(&simple.assignments, AssignedFor::Program, |env| {
                    env.trace_temporary(simple, fields)?;
                    env.call_function(&function, &fields[1..])
                })
            }
            Resolved::Method(function, instance) => {
                self.with_assignments(&simple.assignments, AssignedFor::Program, |env| {
                    env.trace_temporary(simple, fields)?;
                    env.call_method(&function, instance, &fields[1..])
                })
            }
            Resolved::Host(function) => {
                self.with_assignments(&simple.assignments, AssignedFor::Program, |env| {
                    env.trace_temporary(simple, fields)?;
                    env.call_host(&*function, fields)
                })
            }
            Resolved::Program => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields)?;
                    return self.run_program_found(fields, located, place);
                }
                self.with_assignments(&simple.assignments, AssignedFor::Program, |env| {
                    env.trace_temporary(simple, fields)?;
                    env.run_program_found(fields, located, place)
                })
            }
        }
    }

    /// Whether POSIXLY_CORRECT asks bash for what POSIX says.
    #[cold]
    pub fn is_posixly_correct(&self) -> bool {
        self.variables.get(names::POSIXLY_CORRECT).is_set()
    }

    /// Calls a builtin. What its errors end depends on whether it is special (POSIX XCU 2.8.1).
    ///
    /// # Errors
    /// The [`Unwind`] of the builtin, unless it is an error that only ends the builtin.
    pub fn call_builtin(&mut self, builtin: &Builtin, fields: &[ByteString]) -> Flow {
        if let [_, option] = fields
            && option.starts_with(b"--")
            && option.len() > 5
            && self.rules().evaluation.builtins_describe_themselves
            && let Some(answer) = builtins::synopsis::answer(self, builtin, option)
        {
            self.status = answer?;
            return Ok(());
        }
        let result = match builtin.hungry {
            true => self.run_hungry(builtin, fields),
            false => (builtin.run)(self, fields),
        };
        match result {
            Ok(status) => {
                self.status = status;
                Ok(())
            }
            Err(Unwind::Error)
                if builtin.class == Class::Special
                    && self.rules().evaluation.special_builtin_errors_are_fatal
                    || builtin.name == "typeset"
                        && self.rules().evaluation.typeset_errors_are_fatal =>
            {
                Err(self.fatal())
            }
            Err(Unwind::Error) => Ok(()),
            Err(unwind) => Err(unwind),
        }
    }

    /// Calls a builtin that may have assignments to arrays among its arguments.
    fn call_or_declare(
        &mut self,
        builtin: &'static Builtin,
        simple: &Simple,
        fields: &[ByteString],
    ) -> Flow {
        // `command` and `builtin` may be followed by a declaration.
        if builtin.declaration || matches!(builtin.name, "command" | "builtin") {
            return self.declare(builtin, simple, fields, None);
        }
        self.call_builtin(builtin, fields)
    }

    /// Expands a text as in a here-document; None if it is no valid one, or has an error.
    ///
    /// # Errors
    /// What is no error of an expansion: a move to another process, a signal.
    pub fn expand_string(&mut self, text: &[u8]) -> Flow<Option<Vec<u8>>> {
        let Ok(Some(word)) = self.parse_text(text) else { return Ok(None) };
        let scheduler = self.shared.scheduler.clone();
        let Some(expanded) = scheduler.deeper(|| self.expand_text(&word)) else { return Ok(None) };
        Ok(tolerated(expanded)?.map(|text| text.to_vec()))
    }

    /// Parses a text as the inside of a here-document; None where it is not a valid one, which has
    /// been reported.
    ///
    /// # Errors
    /// Unwinds where an error of syntax does.
    pub fn parse_text(&mut self, text: &[u8]) -> Flow<Option<syntax::tree::Word>> {
        let scheduler = self.shared.scheduler.clone();
        let word = scheduler
            .with_room(PARSER_ROOM, || self.parser(Box::new(syntax::Text(text))).text().ok());
        word.map_or_else(|| self.too_deep(), Ok)
    }
}
