//! The history list (POSIX XCU fc; bash(1), HISTORY): the commands that were read, as they were
//! written, with numbers that never change.
//!
//! * this file — the list, and how a command gets into it.
//! * `typed` — what is kept of the lines of a command while it is read.
//! * `file` — HISTFILE.
//! * `expansion` — `!!` and what is like it; `words` — what that takes for words.
//!
//! A shell that keeps no history has none of this: the list is made by the first command that
//! is kept.

pub mod expansion;
pub mod file;
pub mod typed;
mod words;

use crate::environment::Environment;
pub use crate::environment::history::{Entry, History};
use crate::environment::options::Options;
use crate::expand::transform::pattern_about;
use pattern::{Glob, GlobOptions};
use std::rc::Rc;
use syntax::{ByteString, NoAliases, Text};

/// What HISTCONTROL says.
#[derive(Clone, Copy, Debug, Default)]
struct Control {
    spaces: bool,
    duplicates: bool,
    erase: bool,
}

impl Environment {
    /// The history list.
    pub fn history(&mut self) -> &mut History {
        let most = self.history_size();
        let history = Rc::make_mut(self.history.get_or_insert_default());
        if let Some(most) = most {
            history.limit(most);
        }
        history
    }

    /// A variable about the history, if it is set.
    pub fn history_variable(&self, name: &str) -> Option<ByteString> {
        self.text(self.shared.names.find(name.as_bytes())?)
    }

    /// Gives a variable about the history a value, if it has none.
    fn default_variable(&mut self, name: &str, value: &[u8]) {
        let name = self.shared.names.intern(name.as_bytes());
        if !self.variables.get(name).is_set() {
            let value = crate::environment::variables::Value::String(value.into());
            let variable =
                crate::environment::variables::Variable { value, flags: 0, attribute_number: 0 };
            self.put(name, variable);
        }
    }

    /// How many commands are kept; None: all.
    fn history_size(&self) -> Option<usize> {
        let Some(text) = self.history_variable("HISTSIZE") else {
            return self.rules().interactive.unset_history_size;
        };
        match syntax::arithmetic::number(&text) {
            Ok(size) => usize::try_from(size).ok(),
            Err(_) => None,
        }
    }

    /// Turns the history on, or off (`set -o history`). The file is read when it is turned on
    /// first.
    pub fn keep_history(&mut self, on: bool) {
        self.options.set(Options::HISTORY, on);
        if on && self.history.as_ref().is_none_or(|history| history.entries.is_empty()) {
            self.load_history();
        }
    }

    /// Names the history file of an interactive shell, or of one that was called with `-o history`.
    pub fn name_history_file(&mut self) {
        if let Some(file) = self.rules().interactive.default_history_file {
            let home = self.history_variable("HOME").unwrap_or_default();
            self.default_variable("HISTFILE", &[&home[..], b"/", file.as_bytes()].concat());
        }
    }

    /// Reads the file of an interactive shell whose startup files have been read: they say which file it is, and
    /// how much of it is kept. Commands that they have put in the list take the place of what is in the file.
    pub fn begin_history(&mut self) {
        if self.history.as_ref().is_none_or(|history| history.unsaved == 0) {
            self.load_history();
        }
    }

    /// Reads the file and gives the variables their values.
    fn load_history(&mut self) {
        let limited = self.rules().interactive.history_file_is_limited;
        if limited {
            self.default_variable("HISTSIZE", b"500");
            let size = self.history_variable("HISTSIZE").unwrap_or_default();
            self.default_variable("HISTFILESIZE", &size);
        }
        if let Some(path) = self.history_file() {
            if limited {
                self.truncate_history(&path);
            }
            let entries = self.read_history(&path, 0).unwrap_or_default();
            let history = self.history();
            history.known = entries.1;
            history.entries.extend(entries.0);
            self.history();
        }
    }

    /// HISTFILE, if it names a file.
    pub fn history_file(&self) -> Option<ByteString> {
        self.history_variable("HISTFILE").filter(|path| !path.is_empty())
    }

    /// HISTCMD: the number of the command that is running.
    pub fn history_number(&self) -> i64 {
        let count = self.history.as_ref().map_or(0, |h| h.removed + h.entries.len());
        match self.options.has(Options::HISTORY) {
            true => count as i64,
            false => 0,
        }
    }

    /// Keeps a command whose lines have been read. What is kept of it, by HISTCONTROL and
    /// HISTIGNORE, says its first line.
    pub fn record_command(&mut self, lines: Vec<Vec<u8>>) {
        if let Some(history) = &mut self.history
            && history.current
        {
            Rc::make_mut(history).current = false;
        }
        if !self.options.has(Options::HISTORY) {
            return;
        }
        let mut lines = lines.as_slice();
        while let [first, rest @ ..] = lines {
            let is_comment = first.trim_ascii_start().starts_with(b"#");
            if !first.is_empty() {
                if !is_comment && !first.trim_ascii().is_empty() {
                    break;
                }
                self.record(first, first);
            }
            lines = rest;
        }
        match lines {
            [] => {}
            [one] => self.record(one, one),
            [first, rest @ ..] => {
                let whole = lines.join(&b'\n');
                if !self.rules().interactive.history_joins_lines || self.has_shopt("lithist") {
                    return self.record(first, &whole);
                }
                if !self.has_shopt("cmdhist") {
                    self.record(first, first);
                    return rest.iter().for_each(|line| self.record_anew(line));
                }
                let text = [&whole[..], b"\n"].concat();
                let mut parser = self.parser(Box::new(Text(&text)));
                parser.set_aliases(Rc::new(NoAliases));
                let joined = parser.on_one_line().unwrap_or(whole);
                self.record(first, &joined);
            }
        }
    }

    /// Adds a command, if it is one to be kept: what `first`, its first line, says.
    pub fn record(&mut self, first: &[u8], text: &[u8]) {
        let control = self.history_control();
        let last = self.history().entries.last().map(|entry| entry.text.clone());
        if control.spaces && matches!(first.first(), Some(b' ' | b'\t'))
            || control.duplicates && last.as_deref() == Some(first)
            || self.is_ignored(first, last.as_deref())
        {
            return;
        }
        if control.erase {
            let history = self.history();
            while let Some(at) = history.entries.iter().position(|entry| *entry.text == *first) {
                history.remove(at..at + 1);
            }
        }
        self.record_anew(text);
    }

    /// Adds a command.
    pub fn record_anew(&mut self, text: &[u8]) {
        let entry = Entry::now(text);
        let saved = self.rules().interactive.history_is_saved_at_once;
        if saved {
            self.append_at_once(&entry);
        }
        let history = self.history();
        history.push(entry);
        history.unsaved -= usize::from(saved);
        history.current = true;
        self.history();
    }

    fn history_control(&self) -> Control {
        let mut control = Control::default();
        let text = self.history_variable("HISTCONTROL").unwrap_or_default();
        for word in text.split(|byte| *byte == b':') {
            match word {
                b"ignorespace" => control.spaces = true,
                b"ignoredups" => control.duplicates = true,
                b"ignoreboth" => (control.spaces, control.duplicates) = (true, true),
                b"erasedups" => control.erase = true,
                _ => {}
            }
        }
        control
    }

    /// Whether a pattern in HISTIGNORE matches a line; `&` stands for the one before.
    fn is_ignored(&self, line: &[u8], last: Option<&[u8]>) -> bool {
        let Some(patterns) = self.history_variable("HISTIGNORE") else { return false };
        matches_one_of(&patterns, line, last.unwrap_or_default())
    }
}

/// Whether one of HISTIGNORE's patterns matches a line; `&` stands for `last`.
fn matches_one_of(patterns: &[u8], line: &[u8], last: &[u8]) -> bool {
    let options = GlobOptions { utf8: true, extended: true, ..GlobOptions::default() };
    words::patterns(patterns).into_iter().any(|pattern| {
        let pattern = pattern_about(pattern, last);
        Glob::new(&pattern, options).is_match(line)
    })
}
