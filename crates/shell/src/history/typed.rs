//! The lines of the command that is being read, for the history list: they are expanded
//! (`expansion`) before the parser gets them.
//!
//! The parser's input passes here where a history list is kept (`script::Lines`): lines are
//! expanded, collected until the command is complete, and entered into the list as one or several,
//! as `cmdhist` and `lithist` say.

use super::expansion::{Expansion, Memory, Outcome};
use super::{Entry, History, matches_one_of};
use crate::environment::Environment;
use crate::environment::options::Options;
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;

/// What has been read of a command.
#[derive(Default)]
pub struct Typed {
    /// Its lines as they go into the history.
    pub lines: Vec<Vec<u8>>,
    /// What `!` refers to; None: nothing is expanded.
    history: Option<Rc<History>>,
    /// `!`, `^` and `#`, or what histchars has instead.
    characters: [u8; 3],
    /// The patterns of lines that are not kept (HISTIGNORE).
    ignored: Option<ByteString>,
    /// What the last line left open: a quote, and the ends of here-documents.
    quote: Option<u8>,
    documents: Vec<Vec<u8>>,
    /// What refers to earlier expansions.
    pub memory: Memory,
    /// Where what becomes of a line is shown, and how messages begin.
    error: Option<Rc<OpenFile>>,
    arg0: Vec<u8>,
    line: u32,
    /// Commands that were only shown (`:p`).
    pub shown: Vec<Vec<u8>>,
}

impl Typed {
    /// A line that has been read, with its newline: what the parser gets instead; None: nothing.
    pub fn take(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let mut expanded = text.to_vec();
        if let Some(history) = self.history.clone()
            && self.documents.is_empty()
        {
            let expansion = Expansion { history: &history, characters: self.characters };
            match expansion.line(text, self.quote, &mut self.memory) {
                Ok(Outcome::Same) => {}
                Ok(Outcome::Changed(text)) => {
                    self.say(&[&text[..], b"\n"].concat());
                    expanded = text;
                }
                Ok(Outcome::Shown(text)) => {
                    self.say(&[&text[..], b"\n"].concat());
                    let mut history = history;
                    Rc::make_mut(&mut history).push(Entry::now(&text));
                    self.history = Some(history);
                    self.shown.push(text);
                    return None;
                }
                Err(message) => {
                    let place = match self.line {
                        0 => self.arg0.clone(),
                        line => [&self.arg0[..], format!(": line {line}").as_bytes()].concat(),
                    };
                    self.say(&[&place[..], b": ", &message, b"\n"].concat());
                    return None;
                }
            }
        }
        if self.line > 0 {
            self.line += 1;
        }
        self.look(&expanded);
        let is_comment = |line: &[u8]| line.trim_ascii_start().starts_with(b"#");
        if let Some(history) = &mut self.history
            && is_comment(&expanded)
            && self.lines.iter().all(|line| line.is_empty() || is_comment(line))
            && !self.ignored.as_ref().is_some_and(|patterns| {
                let last = history.entries.last().map(|entry| &*entry.text);
                matches_one_of(patterns, &expanded, last.unwrap_or_default())
            })
        {
            // A command of its own for the lines that follow.
            Rc::make_mut(history).push(Entry::now(&expanded));
        }
        self.lines.push(expanded.clone());
        expanded.extend_from_slice(&line[text.len()..]);
        Some(expanded)
    }

    fn say(&self, text: &[u8]) {
        if let Some(file) = &self.error {
            let _ = file.write_all(text);
        }
    }

    /// Takes notice of what a line leaves open.
    fn look(&mut self, line: &[u8]) {
        if let Some(end) = self.documents.first() {
            if line == &end[..] || line.trim_ascii_start() == &end[..] {
                self.documents.remove(0);
            }
            return;
        }
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            match (self.quote, byte) {
                (Some(b'\''), b'\'') => self.quote = None,
                (Some(b'\''), _) => {}
                (_, b'\\') => at += 1,
                (Some(quote), _) if quote == byte => self.quote = None,
                (None, b'\'' | b'"') => self.quote = Some(byte),
                (None, b'#') if at == 0 || line[at - 1].is_ascii_whitespace() => break,
                (None, b'<') if line[at..].starts_with(b"<<<") => at += 2,
                (None, b'<') if line[at..].starts_with(b"<<") => {
                    let rest = &line[at + 2..];
                    let rest = rest.strip_prefix(b"-").unwrap_or(rest).trim_ascii_start();
                    let length =
                        rest.iter().take_while(|byte| !b" \t;&|()<>".contains(byte)).count();
                    let end: Vec<u8> =
                        rest[..length].iter().copied().filter(|b| !b"\\'\"".contains(b)).collect();
                    if end.first().is_some_and(|byte| !byte.is_ascii_digit()) {
                        self.documents.push(end);
                    }
                    at = line.len() - rest.len() + length;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }
}

impl Environment {
    /// Whether somebody will ask for the lines of a command.
    pub fn keeps_lines(&self) -> bool {
        self.options.any(Options::HISTORY | Options::HISTEXPAND)
            || self.shared.typed.borrow().is_some()
    }

    /// Before a command is read: has its lines kept where somebody will ask for them.
    /// `line`: the one that it begins on; 0: messages name none.
    pub fn begin_typing(&mut self, line: u32) {
        let wanted = self.options.any(Options::HISTORY | Options::HISTEXPAND);
        if !wanted {
            if self.shared.typed.borrow().is_some() {
                *self.shared.typed.borrow_mut() = None;
            }
            return;
        }
        let expands = self.options.has(Options::HISTEXPAND | Options::HISTORY);
        let characters = self.history_characters();
        let history = expands.then(|| self.history.clone().unwrap_or_default());
        let ignored = self.history_variable("HISTIGNORE");
        let error = self.file(2);
        let arg0 = self.arg0.to_vec();
        let mut typed = self.shared.typed.borrow_mut();
        let typed = typed.get_or_insert_default();
        typed.lines.clear();
        typed.quote = None;
        typed.documents.clear();
        (typed.history, typed.characters) = (history, characters);
        typed.ignored = ignored;
        (typed.error, typed.arg0, typed.line) = (error, arg0, line);
    }

    /// After a command was read: keeps it.
    pub fn end_typing(&mut self) {
        let Some((lines, shown)) = self.shared.typed.borrow_mut().as_mut().map(|typed| {
            typed.history = None;
            (std::mem::take(&mut typed.lines), std::mem::take(&mut typed.shown))
        }) else {
            return;
        };
        for text in shown {
            self.record_command(vec![text]);
        }
        self.record_command(lines);
    }

    /// The characters of history expansion.
    pub fn history_characters(&self) -> [u8; 3] {
        let mut characters = *b"!^#";
        if let Some(text) = self.history_variable("histchars") {
            for (index, byte) in text.iter().take(3).enumerate() {
                characters[index] = *byte;
            }
        }
        characters
    }
}
