//! Lines that are typed and edited at a terminal (POSIX XCU sh, "Command Line Editing"), by the
//! library rustyline: what the shell has to know of it, and no more.
//!
//! While a line is read the editor has handlers for SIGINT and SIGWINCH of its own, and the terminal
//! is in raw mode; when the line is there, both are as they were before.
#![forbid(unsafe_code)]

use rustyline::completion::{Completer, Pair};
use rustyline::config::{BellStyle, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, EditMode, Helper};
use std::io;

/// Which keys do what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// As in emacs.
    Emacs,
    /// As in vi, which POSIX describes.
    Vi,
}

/// What came of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Bytes that are no text were typed; the line is lost.
    Unreadable,
    /// A line, without its newline.
    Text(String),
    /// It was abandoned by ^C.
    Interrupted,
    /// ^D on an empty line, or the terminal is gone.
    End,
}

/// What may take the place of a word that was begun.
pub struct Candidate {
    /// As it is listed.
    pub shown: String,
    /// What is put into the line.
    pub text: String,
}

/// Knows the completions of a word.
pub trait Completions {
    /// `line` is what has been typed up to the cursor. The first value is the byte where the word
    /// begins that the candidates replace.
    fn complete(&self, line: &str) -> (usize, Vec<Candidate>);
}

/// What is shown before the line. Between the bytes 1 and 2 stands what takes no room, as
/// bash's `\[` and `\]` have it; other escape sequences that begin with ESC [ take none either.
#[derive(Clone, Debug)]
pub struct Prompt {
    styled: String,
    plain: String,
}

impl Prompt {
    /// Of the text of a prompt; bytes that are no UTF-8 are replaced.
    pub fn new(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut plain = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(one) = rest.next() {
            match one {
                '\u{1}' => skip_to(&mut rest, |end| end == '\u{2}'),
                '\u{2}' => {}
                '\u{1b}' if rest.next_if_eq(&'[').is_some() => {
                    skip_to(&mut rest, |end| ('@'..='~').contains(&end));
                }
                other => plain.push(other),
            }
        }
        Self { styled: text.replace(['\u{1}', '\u{2}'], ""), plain }
    }
}

/// Goes on after the first character that ends what is left out.
fn skip_to(text: &mut impl Iterator<Item = char>, ends: impl Fn(char) -> bool) {
    text.find(|one| ends(*one));
}

impl rustyline::Prompt for Prompt {
    fn raw(&self) -> &str {
        &self.plain
    }

    fn styled(&self) -> &str {
        &self.styled
    }
}

/// Whether a terminal of this type (TERM) can be edited on.
pub fn is_capable(terminal: &[u8]) -> bool {
    !matches!(terminal, b"" | b"dumb" | b"cons25" | b"emacs")
}

/// An editor of lines from the terminal that is standard input and standard output.
///
/// It is kept from line to line: what was typed ahead waits in it.
pub struct Editor(rustyline::Editor<Assistant, MemHistory>);

impl Editor {
    /// An editor of the terminal, with no history yet.
    ///
    /// # Errors
    /// The terminal cannot be used: its attributes cannot be read (tcgetattr(3)).
    pub fn new() -> io::Result<Self> {
        let config = config().map_err(io::Error::other)?;
        let history = MemHistory::with_config(&config);
        let editor = rustyline::Editor::with_history(config, history);
        Ok(Self(editor.map_err(io::Error::other)?))
    }

    /// Prepares for the lines of a command: the keys, the history lines (oldest first), and what
    /// knows the completions of words.
    pub fn prepare<'a>(
        &mut self,
        keys: Keys,
        history: impl Iterator<Item = &'a str>,
        completions: Box<dyn Completions>,
    ) {
        self.0.set_edit_mode(match keys {
            Keys::Emacs => EditMode::Emacs,
            Keys::Vi => EditMode::Vi,
        });
        let lines = self.0.history_mut();
        // In memory neither fails.
        let _ = lines.clear();
        for line in history {
            let _ = lines.add(line);
        }
        self.0.set_helper(Some(Assistant(completions)));
    }

    /// Reads one line that the user types and edits, after `prompt`.
    ///
    /// # Errors
    /// Those of read(2), write(2) and tcsetattr(3) on the terminal.
    pub fn read(&mut self, prompt: &Prompt) -> io::Result<Line> {
        match self.0.readline(prompt) {
            Ok(text) => Ok(Line::Text(text)),
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Ok(Line::Interrupted),
            Err(ReadlineError::Eof) => Ok(Line::End),
            // A byte that is no part of a character.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Line::Unreadable)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

fn config() -> rustyline::Result<Config> {
    let builder = Config::builder()
        .behavior(Behavior::Stdio)
        .completion_type(CompletionType::List)
        .bell_style(BellStyle::Audible)
        .auto_add_history(false)
        .history_ignore_space(false)
        .max_history_size(usize::MAX)?
        .history_ignore_dups(false)?;
    Ok(builder.build())
}

struct Assistant(Box<dyn Completions>);

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.0.complete(&line[..cursor]);
        let pairs = found.into_iter();
        let pairs = pairs.map(|one| Pair { display: one.shown, replacement: one.text });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}
impl Validator for Assistant {}
impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::Prompt;

    #[test]
    fn what_takes_no_room_is_not_in_the_plain_prompt() {
        let prompt = Prompt::new(b"\x01\x1b]0;title\x07\x02\x1b[1;32muser\x1b[0m:\xc3\xa9$ ");
        assert_eq!(prompt.plain, "user:\u{e9}$ ");
        assert_eq!(prompt.styled, "\x1b]0;title\x07\x1b[1;32muser\x1b[0m:\u{e9}$ ");
        assert_eq!(Prompt::new(b"a\x01b").plain, "a");
        assert_eq!(Prompt::new(b"\x1b").plain, "\x1b");
    }
}
