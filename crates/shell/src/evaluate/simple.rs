//! Simple commands (POSIX XCU 2.9.1).

use super::redirect::{Refused, is_for_the_end};
use crate::builtins::{self, Builtin, Class};
use crate::effects;
use crate::environment::options::Options;
use crate::environment::positional::Positional;
use crate::environment::references::{NOTHING, OPTIONS};
use crate::environment::traps::{Action, DEBUG, RETURN};
use crate::environment::variables::{EXPORT, MOVED, Value};
use crate::environment::{Environment, Frame, Function, names};
use crate::script::PARSER_ROOM;
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::tree::{Command, Simple, Subscript};

use super::assignment::assignment_of;
use syntax::{ByteString, Name};

/// What a command name stands for.
pub enum Resolved {
    /// A builtin of the shell.
    Builtin(&'static Builtin),
    /// A function.
    Function(Rc<Function>),
    /// A function of an instance of a type (ksh93).
    Method(Rc<Function>, Name),
    /// A program, or a utility that stands in for it.
    Program,
}

/// Whether it is an error of an expansion, and not something that has been asked for.
pub(super) fn is_of_expansion(unwind: Unwind) -> bool {
    matches!(unwind, Unwind::Exit | Unwind::Error | Unwind::Discard(_))
}

impl Environment {
    /// Whether a command's redirections end before an action that it sets can run, even where
    /// it is the process's last: `trap` in POSIX. The process is redirected in bash and ksh93.
    fn sets_actions(&self, resolved: &Resolved) -> bool {
        matches!(resolved, Resolved::Builtin(Builtin { name: "trap", .. }))
            && !self.speaks_bash()
            && !self.speaks_ksh()
    }

    /// Runs a simple command.
    pub(super) fn run_simple(&mut self, simple: &Simple) -> Flow {
        let last = std::mem::take(&mut self.last);
        let only = std::mem::take(&mut self.only);
        self.line = simple.line;
        if !simple.text.is_empty() {
            self.note_command(&simple.text);
        }
        self.substitution_status = None;
        if simple.words.is_empty() {
            return self.run_without_name(simple);
        }
        let substituted = self.process_files.len();
        let mut fields = self.shared.take_vector();
        let result = match self.expand_command(simple, &mut fields) {
            Ok(()) if fields.is_empty() => self.run_without_name(simple),
            Ok(()) => {
                let result = self.run_named(simple, &fields, last, only);
                if let Some(last) = fields.last() {
                    self.last_argument = last.clone();
                }
                result
            }
            Err(unwind) => Err(unwind),
        };
        self.shared.give_vector(fields);
        if self.process_files.len() > substituted {
            self.close_substituted(substituted);
        }
        result
    }

    /// What a trap's action finds in BASH_COMMAND; its own commands do not count.
    pub(super) fn note_command(&mut self, text: &ByteString) {
        if self.trap_status.is_none() {
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
        let declaration = declaration && !(self.speaks_bash() && self.hides_declaration(simple));
        if !declaration {
            return self.expand_words(&simple.words, fields);
        }
        // A function of bash's gets them as they are.
        let shadowed =
            self.speaks_bash() && simple.name.is_some_and(|name| self.function(name).is_some());
        for word in &simple.words {
            if let Some(assignment) = assignment_of(word).filter(|_| !shadowed) {
                // Made after the builtin has run.
                let mut slot = assignment.name;
                if self.speaks_ksh()
                    && assignment.composite.is_some()
                    && matches!(assignment.subscript.as_deref(), Some(Subscript::Path(_)))
                    && let (whole, None) = self.follow(slot, assignment.subscript.as_deref())?
                {
                    // What is declared is the member, and not what it is in.
                    slot = whole;
                }
                let name = self.name(slot);
                fields.push(ByteString::new(&name));
            } else if word.assignment || shadowed && assignment_of(word).is_some() {
                let text = self.expand_text(word)?;
                fields.push(text);
            } else {
                self.expand_word(word, fields)?;
            }
        }
        Ok(())
    }

    /// Whether what declares something is no declaration in bash's language: with `command` before
    /// it, or turned off.
    #[cold]
    fn hides_declaration(&self, simple: &Simple) -> bool {
        let Some(name) = simple.name else { return false };
        if simple.words.iter().any(|word| word.extended.is_some()) {
            return self.is_disabled(name);
        }
        matches!(name, builtins::COMMAND | builtins::BUILTIN) && !self.follows_posix()
            || self.is_disabled(name)
    }

    /// Assignments and redirections alone.
    fn run_without_name(&mut self, simple: &Simple) -> Flow {
        if !simple.redirections.is_empty() {
            // Made, and undone.
            let mark = self.saved_files.len();
            let result = self.redirect(&simple.redirections);
            self.restore_files(mark);
            match result {
                Ok(()) => {}
                Err(Refused::Reported) => {
                    self.status = self.failed();
                    return Ok(());
                }
                Err(Refused::Unwind(_) | Refused::Document(_)) if self.speaks_ksh() => {
                    self.status = self.failed();
                }
                Err(Refused::Unwind(unwind) | Refused::Document(unwind)) => return Err(unwind),
            }
        }
        let bash = self.speaks_bash();
        let one_by_one = bash && self.options.has(Options::XTRACE);
        for assignment in &simple.assignments {
            let before = match assignment.append && one_by_one {
                true => self.value(assignment.name).unwrap_or_default(),
                false => ByteString::EMPTY,
            };
            let prompt = if one_by_one { self.prompt_before(assignment) } else { None };
            self.make_assignment(assignment)?;
            if one_by_one {
                self.trace_assigned(simple, assignment, &before, prompt);
            }
        }
        if !one_by_one {
            self.trace_assignments(simple);
        }
        if bash {
            // Their values may still have asked for it.
            self.last_argument = ByteString::EMPTY;
        }
        self.status = self.substitution_status.unwrap_or(0);
        Ok(())
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
    #[inline]
    pub fn resolve(&self, name: Option<Name>) -> Resolved {
        let Some(name) = name else { return Resolved::Program };
        let builtin = self.builtin(name);
        if let Some(builtin) = builtin
            && builtin.class == Class::Special
            // bash lets functions replace them.
            && !self.is_lenient()
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
            None => Resolved::Program,
        }
    }

    fn run_named(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        last: bool,
        only: bool,
    ) -> Flow {
        let name = match simple.words[0].literal {
            Some(_) => simple.name,
            None => self.shared.names.find(&fields[0]),
        };
        let resolved = match self.may_be_method(fields.first()) {
            true => self.resolve_method(name, &fields[0])?,
            false => self.resolve(name),
        };
        let mark = self.saved_files.len();
        if self.options.has(Options::XTRACE) {
            // Where it is shown is decided before the command's own redirections.
            self.trace_file = self.trace_output();
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
                    match (refused, &resolved) {
                        // The process of the program would fail, here as elsewhere.
                        (Refused::Document(_), Resolved::Program) => {}
                        (Refused::Unwind(unwind), Resolved::Program)
                            if (self.speaks_bash() || self.speaks_ksh())
                                && is_of_expansion(unwind) => {}
                        (Refused::Document(_), Resolved::Function(_)) if !self.speaks_bash() => {}
                        (Refused::Unwind(unwind) | Refused::Document(unwind), _) => {
                            return Err(unwind);
                        }
                        (Refused::Reported, _) => {}
                    }
                    self.status = self.failed();
                    return match resolved {
                        Resolved::Builtin(Builtin { class: Class::Special, .. })
                            if !self.is_lenient() =>
                        {
                            Err(self.fatal())
                        }
                        _ => Ok(()),
                    };
                }
            }
        }
        if last
            && self.replacements.is_empty()
            && self.ends_process(last)
            && !self.sets_actions(&resolved)
        {
            self.keep_files(mark);
        }
        self.literal_keys |= simple.elements && self.takes_elements(&fields[0]);
        let result = self.run_resolved(simple, fields, resolved, last, only);
        self.literal_keys &= !simple.elements;
        if std::mem::take(&mut self.keeps_files) && result.is_ok() {
            if simple.redirections.iter().any(is_for_the_end) {
                // There is no end of the command at which it could be done.
                self.restore_files(mark);
                self.status = self.failed();
                self.report("exec: `>;' and `<>;' are for commands that end");
                return Err(self.fatal());
            }
            self.keep_files(mark);
            if self.options.has(Options::STDIN) && self.level == 0 {
                // The script goes on with what is standard input now.
                let input = self.file(0);
                self.shared.other_input.set(Some(input));
            }
        }
        self.restore_files(mark);
        result
    }

    /// Whether what is in the subscripts of a command's words is not expanded again (bash).
    #[cold]
    fn takes_elements(&self, name: &[u8]) -> bool {
        name == b"unset" || self.has_shopt("assoc_expand_once")
    }

    fn run_resolved(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        resolved: Resolved,
        last: bool,
        only: bool,
    ) -> Flow {
        match resolved {
            // In bash they are for the builtin's time only.
            Resolved::Builtin(builtin)
                if builtin.class == Class::Special
                    && (simple.assignments.is_empty()
                        || !self.is_lenient()
                        || builtin.name == "exec") =>
            {
                for assignment in &simple.assignments {
                    self.make_assignment(assignment)?;
                    // They are for the program, where there is one.
                    if builtin.name == "exec" && fields.len() > 1 {
                        self.mark(assignment.name, EXPORT);
                    }
                }
                self.trace(simple, fields);
                self.call_or_declare(builtin, simple, fields)
            }
            Resolved::Builtin(builtin) => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields);
                    return self.call_or_declare(builtin, simple, fields);
                }
                let export = builtin.passes_variables
                    || builtin.class == Class::Special
                    || builtin.name == "builtin"
                    // It shows that they are, in bash.
                    || builtin.declaration && self.speaks_bash();
                let declares = self.speaks_bash() && builtin.declaration;
                self.with_assignments(&simple.assignments, export, declares, |env| {
                    env.trace(simple, fields);
                    env.call_or_declare(builtin, simple, fields)
                })
            }
            Resolved::Function(function) => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields);
                    return self.call_function(&function, &fields[1..]);
                }
                self.with_assignments(&simple.assignments, true, false, |env| {
                    env.trace(simple, fields);
                    env.call_function(&function, &fields[1..])
                })
            }
            Resolved::Method(function, instance) => {
                self.with_assignments(&simple.assignments, true, false, |env| {
                    env.trace(simple, fields);
                    env.call_method(&function, instance, &fields[1..])
                })
            }
            Resolved::Program => {
                if simple.assignments.is_empty() {
                    self.trace(simple, fields);
                    return self.run_program(fields, last, only);
                }
                self.with_assignments(&simple.assignments, true, false, |env| {
                    env.trace(simple, fields);
                    env.run_program(fields, last, only)
                })
            }
        }
    }

    /// Whether POSIXLY_CORRECT asks bash for what POSIX says.
    #[cold]
    pub fn is_posixly_correct(&self) -> bool {
        self.variables.get(names::POSIXLY_CORRECT).is_set()
    }

    /// Calls a builtin; what its errors mean depends on whether it is special.
    pub fn call_builtin(&mut self, builtin: &Builtin, fields: &[ByteString]) -> Flow {
        if let [_, option] = fields
            && option.starts_with(b"--")
            && option.len() > 5
            && !self.options.has(Options::POSIX)
            && let Some(answer) = builtins::synopsis::answer(self, builtin, option)
        {
            self.status = answer?;
            return Ok(());
        }
        match (builtin.run)(self, fields) {
            Ok(status) => {
                self.status = status;
                Ok(())
            }
            Err(Unwind::Error) if builtin.class == Class::Special && !self.is_lenient() => {
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

    /// Calls a function.
    pub fn call_function(&mut self, function: &Rc<Function>, arguments: &[ByteString]) -> Flow {
        if function.identifies {
            self.become_process(effects::PARENT)?;
        }
        if self.calls >= self.most_calls && self.speaks_bash() {
            let name = self.name(function.name);
            let most = self.most_calls;
            let text = format!(": maximum function nesting level exceeded ({most})");
            self.report([&name[..], text.as_bytes()].concat());
            self.status = 1;
            return Err(self.fatal());
        }
        let scheduler = self.shared.scheduler.clone();
        match scheduler.deeper(|| self.enter_function(function, arguments)) {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    fn enter_function(&mut self, function: &Rc<Function>, arguments: &[ByteString]) -> Flow {
        let positional =
            std::mem::replace(&mut self.positional, Positional::new(arguments.to_vec()));
        let loops = std::mem::take(&mut self.loops);
        // In ksh93 it does not see its caller's variables.
        let suspends = function.keyword && self.speaks_ksh() && self.suspend_scope();
        let locals = self.locals.len();
        if suspends {
            self.inherit_exported();
        }
        let place = self.getopts_place;
        self.calls += 1;
        let outer = self.frame.take();
        let (name, line) = (function.name, self.line);
        let trapped = self.trap_status.is_some();
        let zero = match function.keyword {
            true => Some(name),
            false => outer.as_ref().and_then(|frame| frame.zero),
        };
        let sourced = None;
        let base = match &outer {
            Some(frame) if frame.zero.is_some() => frame.base,
            _ => self.options,
        };
        let frame = Frame { function: name, zero, line, locals, trapped, sourced, base, outer };
        self.frame = Some(Rc::new(frame));
        let options = function.keyword.then_some(self.options);
        if function.keyword && self.speaks_ksh() {
            // It begins with the script's options, not with those of the function that calls it.
            self.options = base;
            self.options.set(Options::ERREXIT | Options::XTRACE, false);
        }
        if self.has_disciplines {
            self.tell_of_call(name);
        }
        let watched = self.watched;
        // Only in ksh93 do traps end with the function: mksh and bash agree against it.
        let own_traps = function.keyword && self.speaks_ksh();
        let traps = if own_traps { self.set_aside_exit_trap() } else { None };
        // In ksh93 only those functions have traps of their own.
        let hides = watched != 0 && (function.keyword || !self.speaks_ksh());
        let hidden = if hides { self.watch_in_function(name) } else { None };
        let begins = match watched != 0 && self.watches(DEBUG) && self.speaks_bash() {
            true => self.debug_at(match &*function.body {
                Command::Compound(body) => body.line,
                _ => function.line,
            }),
            false => Ok(true),
        };
        let kept = self.options.has(Options::EXTDEBUG);
        if kept {
            self.push_arguments(arguments);
        }
        let mut result = match begins {
            Ok(true) => self.run_command(&function.body),
            other => other.map(drop),
        };
        if kept {
            self.pop_arguments();
        }
        if result == Err(Unwind::Exit) && self.traps.is_some() {
            result = self.exit_from_within();
        }
        // Also the action that the function has set for itself.
        if self.watched != 0
            && self.watches(RETURN)
            && matches!(result, Ok(()) | Err(Unwind::Return))
        {
            if result.is_ok() && self.speaks_bash() {
                // It came to its end, where bash is back at the line that it begins on.
                self.line = function.line;
            }
            let run = self.run_watched(RETURN).map(drop);
            result = result.and(run);
        }
        if watched != 0 {
            if hidden.is_some() && self.trap(RETURN).is_none() {
                result = result.and(self.set_trap(RETURN, hidden));
            }
            // Those that were set in it stay.
            self.watched |= watched & self.traps.as_ref().map_or(0, |traps| traps.watched());
        }
        if let Some(options) = options {
            self.options = options;
        }
        self.calls -= 1;
        self.leave_frame();
        self.loops = loops;
        self.positional = positional;
        // In ksh93 what `f()` declares is its caller's, if that one has a scope.
        let shares = self.speaks_ksh() && !function.keyword && self.has_scope();
        if self.locals.len() > locals && !shares {
            let own = self.locals[locals..].iter().any(|(name, _)| *name == names::OPTIND);
            self.restore_locals(locals);
            if own {
                // The caller's `getopts` goes on where it was.
                self.getopts_place = place;
            }
        }
        if suspends {
            self.resume_scope();
        }
        if own_traps {
            result = self.end_traps_of_function(traps, result);
        }
        match result {
            Err(Unwind::Return) => Ok(()),
            other => other,
        }
    }

    /// The innermost call has returned.
    pub fn leave_frame(&mut self) {
        self.frame = self.frame.take().and_then(|frame| match Rc::try_unwrap(frame) {
            Ok(frame) => frame.outer,
            Err(frame) => frame.outer.clone(),
        });
    }

    /// A function does not have its caller's actions for ERR, DEBUG and RETURN, unless the
    /// options say so.
    /// Gives its caller's action for RETURN, which is there again afterwards, unless the
    /// function leaves another one.
    #[cold]
    fn watch_in_function(&mut self, function: Name) -> Option<Action> {
        let traced = self.traced_functions.as_ref().is_some_and(|all| all.contains(&function));
        let traced = if traced { 1 << -DEBUG | 1 << -RETURN } else { 0 };
        let kept =
            traced | self.inherited_conditions().iter().fold(0, |bits, one| bits | 1 << -one);
        let hidden = self.watched & !kept & 1 << -RETURN != 0;
        self.watched &= kept;
        if hidden { self.trap(RETURN).cloned() } else { None }
    }

    /// Puts back what local variables hid since there were `mark` of them.
    pub fn restore_locals(&mut self, mark: usize) {
        while self.locals.len() > mark {
            if let Some((name, variable)) = self.locals.pop() {
                if name == NOTHING {
                    continue;
                }
                if let (OPTIONS, Value::Integer(options)) = (name, &variable.value) {
                    self.options = Options::new(*options as u64);
                } else if variable.flags & MOVED != 0 {
                    self.bring_back(name, variable);
                } else {
                    self.drop_inside(name);
                    self.put(name, variable);
                }
            }
        }
    }

    /// Expands a text as in a here-document; None if it is no valid one.
    pub fn expand_string(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let word = self.parse_text(text).ok()??;
        let scheduler = self.shared.scheduler.clone();
        let expanded = scheduler.deeper(|| self.expand_text(&word));
        expanded?.ok().map(|text| text.to_vec())
    }

    /// A text read as the inside of a here-document; None if it is no valid one.
    pub fn parse_text(&mut self, text: &[u8]) -> Flow<Option<syntax::tree::Word>> {
        let scheduler = self.shared.scheduler.clone();
        let word = scheduler.with_room(PARSER_ROOM, || {
            let mut parser = syntax::Parser::new(
                Box::new(syntax::Text(text)),
                self.shared.names.clone(),
                self.active_aliases(),
            );
            self.set_language(&mut parser);
            parser.text().ok()
        });
        word.map_or_else(|| self.too_deep(), Ok)
    }
}
