//! Compound commands and function definitions (POSIX XCU 2.9.4, 2.9.5).
//!
//! One function per construct: `if`, `while`, `for`, `case`, groups, subshells, `(( ))`.
//! Redirections are made once around the whole. Loops stop `Unwind::Break` and `Continue`; a
//! subshell goes to `subshell`.

use super::Place;
use super::conditional::Verdict;
use super::redirect::Refused;
use super::scan::scanned_file;
use super::simple::is_of_expansion;
use crate::builtins::Class;
use crate::diagnostics::{Problem, VariableProblem};
use crate::environment::options::Options;
use crate::environment::traps::DEBUG;
use crate::environment::variables::Value;
use crate::environment::{Environment, Function};
use crate::unwind::{Flow, Unwind};
use dialect::evaluation::{FunctionNames, RedirectionError};
use pattern::Glob;
use std::rc::Rc;
use syntax::names::is_name;
use syntax::tree::{
    Arithmetic, Branch, BranchEnd, Compound, CompoundKind, FunctionDefinition, List, Part, Word,
};
use syntax::{ByteString, Name};

/// What a loop does after its body.
pub(super) enum Iteration {
    Next,
    Leave,
}

impl Environment {
    /// Runs a compound command with its redirections.
    pub(super) fn run_compound(&mut self, compound: &Compound, place: Place) -> Flow {
        if compound.redirections.is_empty() {
            return self.run_compound_kind(compound, place);
        }
        self.now.line = self.line_of_redirections(compound);
        if let CompoundKind::Subshell(body) = &compound.kind
            && self.rules().evaluation.subshell_makes_its_redirections
        {
            return self.run_redirected_subshell(body, &compound.redirections, &compound.text);
        }
        let mark = self.now.saved_files.len();
        if let Err(refused) = self.redirect(&compound.redirections) {
            self.restore_files(mark);
            let rules = &self.rules().evaluation;
            let failed = match rules.redirection_error {
                RedirectionError::Shell => false,
                RedirectionError::Process => matches!(compound.kind, CompoundKind::Subshell(_)),
                RedirectionError::Command => true,
            };
            match refused {
                Refused::Trap(unwind) => return Err(unwind),
                Refused::Unwind(unwind) if !failed || !is_of_expansion(unwind) => {
                    return Err(unwind);
                }
                Refused::Document(unwind) if !failed && rules.here_document_error_is_fatal => {
                    return Err(unwind);
                }
                _ => {}
            }
            self.status = self.failed();
            return match compound.kind {
                // Looked at like any other failure of theirs.
                CompoundKind::Subshell(_)
                | CompoundKind::Arithmetic(_)
                | CompoundKind::Conditional(_) => Ok(()),
                _ => self.check_errexit(),
            };
        }
        let mut result = self.run_compound_kind(compound, Place::ANY);
        if result == Err(Unwind::Exit) && self.traps.is_some() {
            result = self.exit_within_redirections();
        }
        if self.now.killed.is_some() && self.rules().evaluation.death_report_is_redirected {
            self.tell_killed(Some((&compound.text, compound.line)));
        }
        self.restore_files(mark);
        result
    }

    /// The line that messages about the redirections of a compound command name.
    fn line_of_redirections(&self, compound: &Compound) -> u32 {
        match compound.redirections.first() {
            Some(first) if self.rules().syntax.compound_redirections_are_on_last_line => first.line,
            _ => compound.line,
        }
    }

    /// Runs a compound command that a process was made for: it is the subshell, and what its
    /// redirections replace is not needed any more, not even by an EXIT trap.
    pub(super) fn run_whole(&mut self, compound: &Compound) -> Flow {
        self.now.line = self.line_of_redirections(compound);
        if !self.redirect_whole(&compound.redirections)? {
            return Ok(());
        }
        if self.now.replacements.is_empty() {
            self.keep_files(0);
        }
        let result = match &compound.kind {
            CompoundKind::Subshell(body) => self.run_list(&body.list, Place::LAST),
            _ => self.run_compound_kind(compound, Place::LAST),
        };
        self.restore_files(0);
        result
    }

    fn run_compound_kind(&mut self, compound: &Compound, place: Place) -> Flow {
        let line = compound.line;
        match &compound.kind {
            CompoundKind::Brace(list) => self.run_list(list, place),
            CompoundKind::Subshell(body) => self.run_subshell(body, &compound.text),
            CompoundKind::If { arms, otherwise } => self.run_if(arms, otherwise.as_ref(), place),
            CompoundKind::While { until, condition, body } => {
                if let Some(redirection) = scanned_file(condition).filter(|_| !*until)
                    && self.rules().evaluation.while_scans_files
                {
                    return self.scan_file(redirection, body);
                }
                self.run_while(*until, condition, body)
            }
            CompoundKind::For { name, .. } | CompoundKind::Select { name, .. }
                if self.rules().syntax.loop_name_checked_at_run && !is_name(&self.name(*name)) =>
            {
                self.now.line = line;
                let text = self.name(*name);
                self.diagnose(Problem::InvalidName(&text));
                self.refuse_name()
            }
            CompoundKind::For { name, words, body } => {
                self.now.line = line;
                self.run_for(compound, *name, words.as_deref(), body)
            }
            CompoundKind::Case { subject, branches } => {
                self.now.line = line;
                if self.traces_compounds() {
                    self.trace_text(compound.text.trim_ascii_end())?;
                }
                self.run_case(subject, branches)
            }
            CompoundKind::Arithmetic(arithmetic) => {
                self.now.line = line;
                if self.traces_compounds() {
                    self.trace_arithmetic(arithmetic, false)?;
                }
                if self.rules().evaluation.arithmetic_command_error_is_fatal {
                    let number = self.evaluate_number(arithmetic)?;
                    self.status = i32::from(!number.is_true());
                    return Ok(());
                }
                self.softly("((", |env| Ok(env.evaluate_number(arithmetic)?.is_true()))?;
                Ok(())
            }
            CompoundKind::Conditional(test) => {
                self.now.line = line;
                let mut verdict = Verdict::Fails;
                self.softly("[[", |env| {
                    verdict = env.conditional(test)?;
                    Ok(verdict == Verdict::Holds)
                })?;
                if verdict == Verdict::BadExpression {
                    self.status = 2;
                }
                Ok(())
            }
            CompoundKind::ForArithmetic { init, condition, step, body } => {
                match self.run_for_arithmetic([init, condition, step], body, compound) {
                    Err(Unwind::Soft) => Ok(()),
                    result => result,
                }
            }
            CompoundKind::Select { name, words, body } => {
                if self.traces_compounds() {
                    match words.as_deref() {
                        Some([]) => self.trace_text(&[&compound.text, &b" "[..]].concat())?,
                        Some(_) => self.trace_text(&compound.text)?,
                        None => {
                            let name = self.name(*name);
                            self.trace_text(&[b"select ", &name[..], b" in \"$@\""].concat())?;
                        }
                    }
                }
                self.run_select(*name, words.as_deref(), body)
            }
            CompoundKind::Coprocess { name, body } => {
                self.now.line = line;
                self.run_coprocess(*name, body)
            }
        }
    }

    /// Runs a test whose errors end only the test (bash, mksh): they are reported and leave the
    /// status of a failed test.
    ///
    /// # Errors
    /// Unwinds where an expansion in the test does, other than by such an error.
    pub fn softly(
        &mut self,
        command: &'static str,
        test: impl FnOnce(&mut Self) -> Flow<bool>,
    ) -> Flow<bool> {
        let before = self.now.soft_command.replace(command);
        let result = test(self);
        self.now.soft_command = before;
        match result {
            Ok(value) => {
                self.status = i32::from(!value);
                Ok(true)
            }
            Err(Unwind::Soft) => Ok(false),
            Err(unwind) => Err(unwind),
        }
    }

    /// Before an iteration of a loop over words: runs the DEBUG trap, if it runs for those. Reiterations
    /// whether the iteration is to run.
    #[cold]
    fn debug_iteration(&mut self, compound: &Compound) -> Flow<bool> {
        if !self.rules().evaluation.debug_trap_precedes_iterations {
            return Ok(true);
        }
        self.note_command(&compound.text);
        self.debug_at(compound.line)
    }

    /// Before one of the three expressions of `for (( ))`.
    #[cold]
    fn debug_clause(&mut self, compound: &Compound, place: usize) -> Flow<bool> {
        if let Some(clause) = syntax::clauses(&compound.text).get(place) {
            self.note_command(&ByteString::from([b"((", &clause[..], b"))"].concat()));
        }
        self.debug_at(compound.line)
    }

    fn run_if(&mut self, arms: &[(List, List)], otherwise: Option<&List>, place: Place) -> Flow {
        for (condition, body) in arms {
            self.ignoring_errexit(|env| env.run_list(condition, Place::ANY))?;
            if self.status == 0 {
                return self.run_list(body, place);
            }
        }
        match otherwise {
            Some(body) => self.run_list(body, place),
            None => {
                self.status = 0;
                Ok(())
            }
        }
    }

    /// What `break` and `continue` in a loop's body or condition come to.
    pub(super) fn after_body(&mut self, result: Flow) -> Flow<Iteration> {
        self.leave_loops()?;
        match result {
            Ok(()) | Err(Unwind::Continue(1)) => Ok(Iteration::Next),
            Err(Unwind::Break(1)) => Ok(Iteration::Leave),
            Err(Unwind::Break(levels)) => Err(Unwind::Break(levels - 1)),
            Err(Unwind::Continue(levels)) => Err(Unwind::Continue(levels - 1)),
            Err(other) => Err(other),
        }
    }

    fn run_while(&mut self, until: bool, condition: &List, body: &List) -> Flow {
        self.now.loops += 1;
        let mut status = 0;
        let mut iterations = 0u32;
        let result = loop {
            let asked = self.ignoring_errexit(|env| env.run_list(condition, Place::ANY));
            // `continue` in the condition asks it again.
            let again = asked == Err(Unwind::Continue(1));
            match self.after_body(asked) {
                Ok(Iteration::Next) if again => {
                    if self.shared.signals.pending()
                        && let Err(unwind) = self.handle_signals()
                    {
                        break Err(unwind);
                    }
                    continue;
                }
                Ok(Iteration::Next) => {}
                Ok(Iteration::Leave) => {
                    status = 0;
                    break Ok(());
                }
                Err(unwind) => break Err(unwind),
            }
            if (self.status == 0) == until {
                break Ok(());
            }
            let done = self.run_list(body, Place::ANY);
            status = self.status;
            match self.after_body(done) {
                Ok(Iteration::Next) => {}
                Ok(Iteration::Leave) => break Ok(()),
                Err(unwind) => break Err(unwind),
            }
            iterations = iterations.wrapping_add(1);
            if iterations.is_multiple_of(1024) {
                // A loop that never waits lets other stages run.
                self.shared.scheduler.yield_now();
            }
            if self.shared.signals.pending()
                && let Err(unwind) = self.handle_signals()
            {
                break Err(unwind);
            }
        };
        self.now.loops -= 1;
        if result.is_ok() {
            self.status = status;
        }
        result
    }

    fn run_for(
        &mut self,
        compound: &Compound,
        name: Name,
        words: Option<&[Word]>,
        body: &List,
    ) -> Flow {
        let mut items = self.shared.take_vector();
        match words {
            Some(words) => self.expand_words(words, &mut items)?,
            None => items.extend_from_slice(self.positional.all()),
        }
        self.now.loops += 1;
        if items.is_empty() {
            self.status = 0;
        }
        let mut result = Ok(());
        // A name reference is made to refer to each of the names.
        let reference =
            self.has_references && matches!(self.variables.get(name).value, Value::Reference(_));
        for item in &items {
            if self.watches(DEBUG) {
                match self.debug_iteration(compound) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(unwind) => {
                        result = Err(unwind);
                        break;
                    }
                }
            }
            // Messages and the trace of the assignment name the loop's line.
            self.now.line = compound.line;
            if self.traces_compounds() {
                match words {
                    Some(_) => self.trace_text(&compound.text)?,
                    None => {
                        let name = self.name(name);
                        self.trace_text(&[b"for ", &name[..], b" in \"$@\""].concat())?;
                    }
                }
            }
            if reference && let Some((target, key)) = self.spelled(item)? {
                let target = match key {
                    Some(key) => {
                        self.composed = true;
                        self.element_slot(self.resolved(target), &key)
                    }
                    None => target,
                };
                self.variables.get_mut(name).value = Value::Reference(target);
            } else if let Err(error) = self.assign(name, Value::String(item.clone())) {
                self.report_assign_error(error)?;
                self.status = self.failed_expansion();
                if self.ends_for_read_only() {
                    result = Err(Unwind::Exit);
                } else if self.rules().evaluation.read_only_loop_variable_is_fatal {
                    result = Err(self.fatal());
                }
                break;
            }
            let done = self.run_list(body, Place::ANY);
            match self.after_body(done) {
                Ok(Iteration::Next) => {}
                Ok(Iteration::Leave) => break,
                Err(unwind) => {
                    result = Err(unwind);
                    break;
                }
            }
            if self.shared.signals.pending()
                && let Err(unwind) = self.handle_signals()
            {
                result = Err(unwind);
                break;
            }
        }
        self.now.loops -= 1;
        self.shared.give_vector(items);
        result
    }

    fn run_for_arithmetic(
        &mut self,
        [init, condition, step]: [&Option<Box<Arithmetic>>; 3],
        body: &List,
        compound: &Compound,
    ) -> Flow {
        let line = compound.line;
        let soft = !self.rules().evaluation.arithmetic_for_error_is_fatal;
        let evaluate = |env: &mut Self, place: usize, part: &Arithmetic| {
            if env.watches(DEBUG) {
                env.debug_clause(compound, place)?;
            }
            if env.traces_compounds() {
                env.now.line = line;
                env.trace_arithmetic(part, true)?;
            }
            if !soft {
                return env.evaluate_number(part);
            }
            let before = env.now.soft_command.replace("((");
            let result = env.evaluate_number(part);
            env.now.soft_command = before;
            result
        };
        self.now.line = line;
        if let Some(init) = init {
            evaluate(self, 0, init)?;
        }
        self.now.loops += 1;
        self.status = 0;
        let mut iterations = 0u32;
        let result = loop {
            match condition.as_ref().map(|condition| evaluate(self, 1, condition)) {
                None => {}
                Some(Ok(value)) if value.is_true() => {}
                Some(Ok(_)) => break Ok(()),
                Some(Err(unwind)) => break Err(unwind),
            }
            let done = self.run_list(body, Place::ANY);
            match self.after_body(done) {
                Ok(Iteration::Next) => {}
                Ok(Iteration::Leave) => break Ok(()),
                Err(unwind) => break Err(unwind),
            }
            if let Some(Err(unwind)) = step.as_ref().map(|step| evaluate(self, 2, step)) {
                break Err(unwind);
            }
            iterations = iterations.wrapping_add(1);
            if iterations.is_multiple_of(1024) {
                self.shared.scheduler.yield_now();
            }
            if self.shared.signals.pending()
                && let Err(unwind) = self.handle_signals()
            {
                break Err(unwind);
            }
        };
        self.now.loops -= 1;
        result
    }

    fn run_case(&mut self, subject: &Word, branches: &[Branch]) -> Flow {
        let subject = self.expand_text(subject)?;
        let mut falling = false;
        let mut ran = false;
        for branch in branches {
            if !falling && !self.matches_any(&subject, &branch.patterns)? {
                continue;
            }
            falling = false;
            ran |= !branch.body.items.is_empty();
            self.run_list(&branch.body, Place::ANY)?;
            match branch.end {
                BranchEnd::Break => break,
                BranchEnd::FallThrough => falling = true,
                BranchEnd::Continue => {}
            }
        }
        // Until then `$?` is what it was before.
        if !ran {
            self.status = 0;
        }
        Ok(())
    }

    fn matches_any(&mut self, subject: &ByteString, patterns: &[Word]) -> Flow<bool> {
        for word in patterns {
            let matched = match (&word.literal, &word.parts[..]) {
                (Some(text), _) if !self.options.has(Options::NOCASEMATCH) => text == subject,
                (Some(text), _) => text.eq_ignore_ascii_case(subject),
                (None, [Part::Literal(pattern)]) => {
                    Glob::is_match_of(pattern, self.glob_options(), subject)
                }
                _ => {
                    let pattern = self.expand_pattern(word)?;
                    Glob::is_match_of(&pattern, self.glob_options(), subject)
                }
            };
            if matched {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is wrong with a function's name, which `text` is too.
    fn wrong_function_name<'a>(&self, name: Name, text: &'a [u8]) -> Option<Problem<'a>> {
        match self.rules().evaluation.function_names {
            FunctionNames::Any => None,
            FunctionNames::Unquoted => {
                let quotes = |byte: &u8| matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`');
                text.iter().any(quotes).then_some(Problem::InvalidName(text))
            }
            FunctionNames::Names if !is_name(text) => Some(Problem::InvalidName(text)),
            FunctionNames::Names | FunctionNames::NotSpecial => {
                let special = self.builtin(name).is_some_and(|one| one.class == Class::Special);
                special.then_some(Problem::SpecialBuiltin(text))
            }
        }
    }

    /// The failure of a command whose name for a function or a loop's variable is none.
    fn refuse_name(&mut self) -> Flow {
        if !self.rules().evaluation.invalid_name_is_fatal {
            self.status = 1;
            return Ok(());
        }
        let by_posix = self.rules().evaluation.function_names == FunctionNames::Names;
        self.status = if by_posix { 2 } else { self.failed() };
        Err(self.fatal())
    }

    pub(super) fn define_function(&mut self, definition: &FunctionDefinition) -> Flow {
        let rules = &self.rules().evaluation;
        if self.fixed_functions().contains(&definition.name) {
            let name = self.name(definition.name);
            self.diagnose(Problem::ReadOnlyFunction(&name));
            self.status = 1;
            return Ok(());
        }
        if rules.function_names != FunctionNames::Any {
            let text = self.name(definition.name);
            if let Some(problem) = self.wrong_function_name(definition.name, &text) {
                self.diagnose(problem);
                return self.refuse_name();
            }
        }
        if self.options.has(Options::HASHALL) && rules.hashall_locates_at_definition {
            let body = self.body_of(&definition.body)?;
            self.locate_commands_of(body);
        }
        let name = match self.has_references && rules.function_names_follow_references {
            true => self.name_of_function(definition.name),
            false => definition.name,
        };
        let (body, source) = (definition.body.clone(), definition.source.clone());
        // Its text is quicker to look through than its tree.
        let asks = byte_search::memmem::find(&source, b"PID").is_some();
        let function = Function {
            identifies: asks && crate::effects::identifies(self.body_of(&body)?),
            name,
            parameters: definition.parameters.clone(),
            body,
            line: definition.line,
            source,
            file: match &self.now.source {
                Some(source) => source.clone(),
                None if !rules.functions_have_pseudo_files || self.runs_file() => {
                    self.script_name().clone()
                }
                None if self.options.has(Options::COMMAND) => ByteString::from("environment"),
                None => ByteString::from("main"),
            },
            keyword: definition.keyword && rules.keyword_functions_differ,
        };
        self.set_function(name, Some(Rc::new(function)));
        if self.options.has(Options::ALLEXPORT) && rules.allexport_exports_functions {
            self.export_function(name, true);
        }
        if self.name(name).contains(&b'.')
            && rules.functions_can_be_disciplines
            && !self.note_discipline(name)
        {
            self.set_function(name, None);
            let name = self.name(name);
            self.diagnose(VariableProblem::InvalidDiscipline(&name));
            self.status = 1;
            return Err(self.fatal());
        }
        self.status = 0;
        Ok(())
    }
}
