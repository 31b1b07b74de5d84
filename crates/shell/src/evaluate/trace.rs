//! `set -x` (POSIX XCU 2.15, set): commands are shown as they are run. In bash's language
//! compound commands are too, and what BASH_XTRACEFD says is written to.

use crate::environment::Environment;
use crate::environment::names;
use crate::environment::options::Options;
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Arithmetic, Assignment, Part, Simple};

impl Environment {
    /// Where commands are shown.
    pub(super) fn trace_output(&mut self) -> Option<Rc<OpenFile>> {
        if self.speaks_bash()
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
    pub(super) fn trace(&mut self, simple: &Simple, fields: &[ByteString]) {
        if !self.options.has(Options::XTRACE) {
            return;
        }
        let Some(file) = self.trace_file.take() else { return };
        let mut line = self.prompt(names::PS4);
        for assignment in &simple.assignments {
            self.trace_assignment(assignment, &mut line);
            if self.speaks_bash() {
                // Each on a line of its own.
                line.pop();
                line.push(b'\n');
                let prompt = self.prompt(names::PS4);
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
        let _ = file.write_all(&line);
    }

    /// Shows assignments that no command follows.
    pub(super) fn trace_assignments(&mut self, simple: &Simple) {
        if !self.options.has(Options::XTRACE) || simple.assignments.is_empty() {
            return;
        }
        let mut line = self.prompt(names::PS4);
        for assignment in &simple.assignments {
            self.trace_assignment(assignment, &mut line);
        }
        if line.last() == Some(&b' ') {
            line.pop();
        }
        line.push(b'\n');
        self.write_error(&line);
    }

    /// Shows one of them as bash does, once it is made; what is appended as what was `before`.
    pub(super) fn trace_assigned(
        &mut self,
        simple: &Simple,
        assignment: &Assignment,
        before: &[u8],
    ) {
        let mut line = Vec::new();
        if assignment.composite.is_some() && simple.assignments.len() == 1 {
            line.extend_from_slice(&simple.text);
        } else if assignment.append
            && let Some(value) = self.value(assignment.name)
            && let Some(added) = value.strip_prefix(before)
        {
            line.extend_from_slice(&self.name(assignment.name));
            line.extend_from_slice(b"+=");
            line.extend_from_slice(&self.traced(added));
        } else {
            self.trace_assignment(assignment, &mut line);
            line.pop();
        }
        self.trace_text(&line);
    }

    fn trace_assignment(&mut self, assignment: &Assignment, line: &mut Vec<u8>) {
        line.extend_from_slice(&self.name(assignment.name));
        line.push(b'=');
        let value = self.value(assignment.name).unwrap_or_default();
        line.extend_from_slice(&self.traced(&value));
        line.push(b' ');
    }

    /// Whether compound commands are shown.
    #[inline]
    pub(super) fn traces_compounds(&self) -> bool {
        self.options.has(Options::XTRACE) && self.speaks_bash()
    }

    /// Shows a text after the prompt PS4.
    #[cold]
    pub(super) fn trace_text(&mut self, text: &[u8]) {
        let mut line = self.prompt(names::PS4);
        line.extend_from_slice(text);
        line.push(b'\n');
        if let Some(file) = self.trace_output() {
            let _ = file.write_all(&line);
        }
    }

    /// Shows an expression as `(( text ))`, with its expansions made.
    #[cold]
    pub(super) fn trace_arithmetic(&mut self, arithmetic: &Arithmetic) {
        // What is there does not run twice.
        if arithmetic.parts.iter().any(|part| matches!(part, Part::Command(_))) {
            return;
        }
        if let Ok(text) = self.expression_text(arithmetic) {
            self.trace_text(&[b"(( ", text.trim_ascii_start(), b" ))"].concat());
        }
    }

    /// Shows one test of `[[ ]]`.
    #[cold]
    pub(super) fn trace_test(&mut self, words: &[&[u8]]) {
        let mut text = b"[[ ".to_vec();
        for word in words {
            match word.is_empty() {
                true => text.extend_from_slice(b"''"),
                false => text.extend_from_slice(word),
            }
            text.push(b' ');
        }
        text.extend_from_slice(b"]]");
        self.trace_text(&text);
    }

    fn traced(&self, text: &[u8]) -> Vec<u8> {
        match self.options.has(Options::POSIX) {
            true => crate::builtins::quote(text),
            false => crate::builtins::shown(text),
        }
    }
}
