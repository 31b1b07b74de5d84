//! `set -x` (POSIX XCU 2.15, set): commands are shown as they are run, in bash's language compound
//! commands too. BASH_XTRACEFD may name another descriptor than standard error.
//!
//! Called with the expanded fields just before the command runs, so what is shown is what is
//! executed, quoted as the dialect has it. PS4 is expanded each time.

use super::assignment::assignment_of;
use crate::environment::Environment;
use crate::environment::names;
use crate::environment::options::Options;
use crate::unwind::{Flow, tolerated};
use dialect::evaluation::TraceQuotes;
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Arithmetic, Assignment, Composite, Part, Simple, Subscript, Word};

impl Environment {
    /// Where commands are shown.
    pub(crate) fn trace_output(&mut self) -> Option<Rc<OpenFile>> {
        if self.rules().evaluation.has_trace_descriptor
            && let Some(name) = self.shared.names.find(b"BASH_XTRACEFD")
            && let Some(text) = self.value(name)
            && let Some(number) = crate::builtins::number(&text)
            && let Some(file) = u32::try_from(number).ok().and_then(|number| self.file(number))
        {
            return Some(file);
        }
        self.file(2)
    }

    /// Shows a command with its assignments, before it is run.
    ///
    /// # Errors
    /// What the expansions of PS4 unwind with: a move to another process, a signal.
    pub(super) fn trace(&mut self, simple: &Simple, fields: &[ByteString]) -> Flow {
        match self.options.has(Options::XTRACE) {
            true => self.trace_command(simple, fields, &[]),
            false => Ok(()),
        }
    }

    /// Shows a command whose assignments are for its time only, before it is run.
    ///
    /// # Errors
    /// Those of [`Self::trace`].
    pub(super) fn trace_temporary(&mut self, simple: &Simple, fields: &[ByteString]) -> Flow {
        if self.options.has(Options::XTRACE) {
            let assignments = &simple.assignments;
            let values: Vec<_> = (0..assignments.len())
                .map(|index| self.replaced_value(assignments, index))
                .collect();
            self.trace_command(simple, fields, &values)?;
        }
        Ok(())
    }

    /// Shows a command with its assignments. `values`: what they have made, where it is not the value of the
    /// variable any more.
    pub(super) fn trace_command(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        values: &[Option<ByteString>],
    ) -> Flow {
        if self.shows_lists_first(simple) {
            return Ok(());
        }
        self.trace_whole(simple, fields, values)
    }

    /// Whether the lists among a declaration's arguments are shown before it, as they are expanded (bash).
    fn shows_lists_first(&self, simple: &Simple) -> bool {
        let has_list = |word: &Word| assignment_of(word).is_some_and(|one| one.composite.is_some());
        self.rules().evaluation.traces_compound_commands && simple.words.iter().any(has_list)
    }

    /// Shows a declaration whose lists have been shown, if it has not been shown itself.
    pub(super) fn trace_declared(&mut self, simple: &Simple, fields: &[ByteString]) -> Flow {
        match self.options.has(Options::XTRACE) && self.shows_lists_first(simple) {
            true => self.trace_whole(simple, fields, &[]),
            false => Ok(()),
        }
    }

    /// Shows a list that is an argument of a declaration. `ready`: what its elements have been expanded to, where
    /// they are more than plain texts.
    pub(super) fn trace_list(
        &mut self,
        assignment: &Assignment,
        ready: Option<&[Vec<ByteString>]>,
    ) -> Flow {
        let Some(Composite::Elements(elements)) = &assignment.composite else { return Ok(()) };
        if !self.traces_compounds() {
            return Ok(());
        }
        let mut text = self.name(assignment.name).to_vec();
        text.extend_from_slice(if assignment.append { b"+=(" } else { b"=(" });
        let begin = text.len();
        for (index, element) in elements.iter().enumerate() {
            let plain = element.value.literal.clone().into_iter().collect();
            for value in ready.and_then(|ready| ready.get(index)).unwrap_or(&plain) {
                if text.len() > begin {
                    text.push(b' ');
                }
                if let Some(Subscript::Key { word, .. }) = element.subscript.as_deref() {
                    let key = self.shown_key(word)?;
                    text.push(b'[');
                    text.extend_from_slice(&crate::builtins::single_quote(&key));
                    text.extend_from_slice(if element.append { b"]+=" } else { b"]=" });
                }
                text.extend_from_slice(&crate::builtins::single_quote(value));
            }
        }
        text.push(b')');
        self.trace_text(&text)
    }

    /// A key as its text says, where that can be told without a command.
    fn shown_key(&mut self, word: &Word) -> Flow<ByteString> {
        if word.parts.iter().any(|part| matches!(part, Part::Command(_))) {
            return Ok(ByteString::EMPTY);
        }
        Ok(tolerated(self.expand_text(word))?.unwrap_or_default())
    }

    fn trace_whole(
        &mut self,
        simple: &Simple,
        fields: &[ByteString],
        values: &[Option<ByteString>],
    ) -> Flow {
        let Some(file) = self.now.trace_file.take() else { return Ok(()) };
        let mut line = self.trace_prompt()?;
        for (index, assignment) in simple.assignments.iter().enumerate() {
            let value = values.get(index).cloned().flatten();
            self.trace_assignment(assignment, value, &mut line);
            if self.rules().evaluation.traces_each_assignment {
                // Each on a line of its own.
                line.pop();
                line.push(b'\n');
                let prompt = self.trace_prompt()?;
                line.extend_from_slice(&prompt);
            }
        }
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                line.push(b' ');
            }
            line.extend_from_slice(&self.traced(field));
        }
        line.push(b'\n');
        self.write_message(&file, &line);
        Ok(())
    }

    /// The value that an assignment for the time of a command had made, where a later one of the same
    /// command has replaced it.
    fn replaced_value(&self, assignments: &[Assignment], index: usize) -> Option<ByteString> {
        let name = self.hidden_by(assignments[index].name);
        let after = index + 1;
        let next =
            assignments[after..].iter().position(|other| self.hidden_by(other.name) == name)?;
        let first = self.now.temporary.len().checked_sub(assignments.len())?;
        let replacing = &self.now.temporary[first + after + next];
        // One that was refused has no entry.
        if replacing.name != Some(name) {
            return None;
        }
        Some(replacing.before.value.text().unwrap_or_default())
    }

    /// Shows assignments that no command follows, all of them on one line.
    pub(super) fn trace_assignments(&mut self, assigned: &[u8]) -> Flow {
        let mut line = self.trace_prompt()?;
        line.extend_from_slice(assigned.strip_suffix(b" ").unwrap_or(assigned));
        line.push(b'\n');
        self.write_error(&line);
        Ok(())
    }

    /// PS4. Its first character may be there once more for each substitution, `eval`, dot script and
    /// trap around the command.
    ///
    /// # Errors
    /// Those of [`Self::prompt`].
    pub(super) fn trace_prompt(&mut self) -> Flow<Vec<u8>> {
        let prompt = self.prompt(names::PS4)?;
        if self.now.nesting <= 0 || !self.rules().evaluation.trace_prompt_shows_nesting {
            return Ok(prompt);
        }
        let length = match self.utf8 {
            true => prompt.iter().skip(1).take_while(|&&byte| byte & 0xc0 == 0x80).count() + 1,
            false => 1,
        };
        let first = &prompt[..length.min(prompt.len())];
        let mut text = first.repeat(self.now.nesting.min(99) as usize);
        text.extend_from_slice(&prompt);
        Ok(text)
    }

    /// PS4 as it is before an assignment to it.
    pub(super) fn prompt_before(&mut self, assignment: &Assignment) -> Flow<Option<Vec<u8>>> {
        (assignment.name == names::PS4).then(|| self.trace_prompt()).transpose()
    }

    /// Shows one of several assignments once it is made. `before` is the value that it appends to.
    pub(super) fn trace_assigned(
        &mut self,
        simple: &Simple,
        assignment: &Assignment,
        before: &[u8],
        prompt: Option<Vec<u8>>,
    ) -> Flow {
        let mut line = match prompt {
            Some(prompt) => prompt,
            None => self.trace_prompt()?,
        };
        let traced = self.shared.traced_value.borrow_mut().take();
        if assignment.composite.is_some() {
            let name = self.name(assignment.name);
            let following =
                simple.assignments.iter().skip_while(|one| !std::ptr::eq(*one, assignment));
            let next = following.skip(1).map(|one| self.name(one.name)).next();
            line.extend_from_slice(list_text(&simple.text, &name, next.as_deref()));
        } else {
            let name = self.name(assignment.name);
            let value = self.value(assignment.name).unwrap_or_default();
            match subscript_text(&simple.text, &name) {
                Some(text) if assignment.subscript.is_some() => line.extend_from_slice(text),
                _ => line.extend_from_slice(&name),
            }
            line.extend_from_slice(if assignment.append { b"+=" } else { b"=" });
            let added = match &traced {
                Some(text) => text,
                None if assignment.append => value.strip_prefix(before).unwrap_or(&value),
                None => &value[..],
            };
            if !added.is_empty() {
                line.extend_from_slice(&self.traced(added));
            }
        }
        line.push(b'\n');
        self.write_trace(&line);
        Ok(())
    }

    /// Adds an assignment to a line, as `name=value` and a blank. `value`: what it has made, where that is
    /// not the variable's value any more.
    pub(super) fn trace_assignment(
        &mut self,
        assignment: &Assignment,
        value: Option<ByteString>,
        line: &mut Vec<u8>,
    ) {
        line.extend_from_slice(&self.name(assignment.name));
        line.push(b'=');
        let value = value.or_else(|| self.value(assignment.name)).unwrap_or_default();
        if !value.is_empty() || self.rules().evaluation.traces_empty_values {
            line.extend_from_slice(&self.traced(&value));
        }
        line.push(b' ');
    }

    /// Shows what `export` and `readonly` have assigned, after the command.
    ///
    /// # Errors
    /// Those of [`Self::prompt`].
    #[cold]
    pub fn trace_exported(&mut self, name: syntax::Name) -> Flow {
        let value = self.value(name).unwrap_or_default();
        let mut text = self.name(name).to_vec();
        text.push(b'=');
        if !value.is_empty() {
            text.extend_from_slice(&self.traced(&value));
        }
        self.trace_text(&text)
    }

    /// Whether compound commands are shown.
    #[inline]
    pub fn traces_compounds(&self) -> bool {
        self.options.has(Options::XTRACE) && self.rules().evaluation.traces_compound_commands
    }

    /// Shows a text after the prompt PS4.
    #[cold]
    pub(super) fn trace_text(&mut self, text: &[u8]) -> Flow {
        let mut line = self.trace_prompt()?;
        line.extend_from_slice(text);
        line.push(b'\n');
        self.write_trace(&line);
        Ok(())
    }

    fn write_trace(&mut self, line: &[u8]) {
        if let Some(file) = self.trace_output() {
            self.write_message(&file, line);
        }
    }

    /// Shows an expression as `(( text ))`, with its expansions made. `clause`: it is one of
    /// `for ((…))`, without the blanks before it.
    #[cold]
    pub(super) fn trace_arithmetic(&mut self, arithmetic: &Arithmetic, clause: bool) -> Flow {
        // What is there does not run twice.
        if arithmetic.parts.iter().any(|part| matches!(part, Part::Command(_))) {
            return Ok(());
        }
        let Some(text) = tolerated(self.expression_text(arithmetic))? else { return Ok(()) };
        let text = if clause { text.trim_ascii_start() } else { &text };
        self.trace_text(&[b"(( ", text, b" ))"].concat())
    }

    /// Shows one test of `[[ ]]`.
    #[cold]
    pub(super) fn trace_test(&mut self, words: &[&[u8]]) -> Flow {
        let mut text = b"[[ ".to_vec();
        if self.shared.traced_negation.take() {
            text.extend_from_slice(b"! ");
        }
        for word in words {
            match word.is_empty() {
                true => text.extend_from_slice(b"''"),
                false => text.extend_from_slice(word),
            }
            text.push(b' ');
        }
        text.extend_from_slice(b"]]");
        self.trace_text(&text)
    }

    /// A word as it is shown.
    fn traced(&self, text: &[u8]) -> Vec<u8> {
        match self.rules().evaluation.trace_quotes {
            TraceQuotes::AsInput => crate::builtins::shown(text),
            TraceQuotes::Single => crate::builtins::quote(text),
            TraceQuotes::Special => quote_special(text),
        }
    }
}

/// Quotes a text that means something to a shell, and else only one that is not printable.
fn quote_special(text: &[u8]) -> Vec<u8> {
    if text.is_empty() || crate::expand::transform::has_special(text) {
        return crate::builtins::single_quote(text);
    }
    match text.iter().any(u8::is_ascii_control) {
        true => crate::expand::transform::dollar_quoted(text),
        false => text.to_vec(),
    }
}

/// `name=(…)` as it is written in a command, before the assignment to `next`.
fn list_text<'t>(text: &'t [u8], name: &[u8], next: Option<&[u8]>) -> &'t [u8] {
    let begins = |operator: &[u8]| byte_search::memmem::find(text, &[name, operator].concat());
    let start = begins(b"=(").or_else(|| begins(b"+=(")).unwrap_or(0);
    let rest = &text[start..];
    let end = next.and_then(|next| {
        let is_next =
            |at: &usize| rest[*at].is_ascii_whitespace() && rest[at + 1..].starts_with(next);
        (0..rest.len()).rev().find(is_next)
    });
    rest[..end.unwrap_or(rest.len())].trim_ascii_end()
}

/// `name[subscript]` as it is written in a command.
fn subscript_text<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let opened = [name, b"["].concat();
    let start = byte_search::memmem::find(text, &opened)?;
    let rest = &text[start..];
    let end = rest.windows(2).position(|two| two == b"]=" || two == b"]+")?;
    Some(&rest[..=end])
}
