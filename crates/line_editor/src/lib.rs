//! Lines that are typed and edited at a terminal (POSIX XCU sh, "Command Line Editing"), by the
//! library rustyline: what the shell has to know of it, and no more.
//!
//! While a line is read the editor has handlers for SIGINT and SIGWINCH of its own, and the terminal
//! is in raw mode; when the line is there, both are as they were before.
#![forbid(unsafe_code)]

mod bindings;
mod functions;
mod keys;
mod settings;

pub use bindings::{Action, Binding, Keymap};
pub use functions::names as function_names;
pub use settings::Settings;

use bindings::{Beginning, Ending, Handler, Shared, lock};
use rustyline::completion::{Completer, Pair};
use rustyline::config::{BellStyle, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{
    Behavior, CompletionType, ConditionalEventHandler, Config, Context, EditMode, Event,
    EventHandler, Helper, KeyCode,
};
use std::io::{self, Write};
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// The keys by which lines are edited.
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
    /// A key sequence that is bound to `Action::Leave` has been typed. The last line of the prompt and the line are not
    /// shown any more.
    Bound {
        /// The number of the action.
        number: usize,
        /// The line as it was.
        text: String,
        /// The byte of the line that the cursor was at.
        cursor: usize,
    },
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

    /// What of it is on the line that is typed.
    #[must_use]
    pub fn last_line(&self) -> Self {
        let last = |text: &str| text.rsplit('\n').next().unwrap_or_default().to_owned();
        Self { styled: last(&self.styled), plain: last(&self.plain) }
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

/// After ESC so many milliseconds pass before it is vi's command mode: a key that sends a sequence sends it at once.
/// What is typed in this time is taken for a key with Alt, by which rustyline does not move the cursor back first.
const ESCAPE_PAUSE: u16 = 30;

/// An editor of lines from the terminal that is standard input and standard output.
///
/// It is kept from line to line: what was typed ahead waits in it.
pub struct Editor {
    inner: rustyline::Editor<Assistant, MemHistory>,
    shared: Shared,
    /// The sequences that are bound.
    bound: Vec<Event>,
}

impl Editor {
    /// An editor of the terminal, with no history yet.
    ///
    /// # Errors
    /// The terminal cannot be used: its attributes cannot be read (tcgetattr(3)).
    pub fn new() -> io::Result<Self> {
        let config = config().map_err(io::Error::other)?;
        let history = MemHistory::with_config(&config);
        let editor = rustyline::Editor::with_history(config, history);
        let inner = editor.map_err(io::Error::other)?;
        let mut editor = Self { inner, shared: Shared::default(), bound: Vec::new() };
        editor.bind(&[]);
        Ok(editor)
    }

    /// Puts these bindings in the place of those before. Of two of one sequence in one keymap the last is in
    /// force. One whose sequence stands for no keys is left out.
    pub fn bind(&mut self, bindings: &[Binding]) {
        for event in self.bound.drain(..) {
            self.inner.unbind_sequence(event);
        }
        let mut keys: Vec<(Event, Vec<(Keymap, Action)>)> = Vec::new();
        for binding in usual_bindings().iter().chain(bindings) {
            let Some(sequence) = keys::keys_of(&binding.sequence) else { continue };
            let event = Event::KeySeq(sequence);
            let at = keys.iter().position(|(one, _)| *one == event).unwrap_or_else(|| {
                keys.push((event, Vec::new()));
                keys.len() - 1
            });
            let actions = &mut keys[at].1;
            actions.retain(|(keymap, _)| *keymap != binding.keymap);
            actions.push((binding.keymap, binding.action.clone()));
        }
        for (event, actions) in keys {
            let handler = Handler { actions, shared: Arc::clone(&self.shared) };
            match &event {
                Event::KeySeq(keys) if keys[0].0 == KeyCode::UnknownEscSeq => {
                    if let [first, last] = keys[..] {
                        self.add(first.into(), Beginning(Arc::clone(&self.shared)));
                        self.add(last.into(), Ending(handler));
                    }
                }
                _ => self.add(event, handler),
            }
        }
    }

    /// Follows these settings from the next line on.
    pub fn follow(&mut self, settings: &Settings) {
        settings.apply(&mut self.inner);
    }

    fn add(&mut self, event: Event, handler: impl ConditionalEventHandler + 'static) {
        self.inner.bind_sequence(event.clone(), EventHandler::Conditional(Box::new(handler)));
        self.bound.push(event);
    }

    /// Prepares for the lines of a command: the keys, the history lines (oldest first), and what
    /// knows the completions of words.
    pub fn prepare<'a>(
        &mut self,
        keys: Keys,
        history: impl Iterator<Item = &'a str>,
        completions: Box<dyn Completions>,
    ) {
        let (mode, pause) = match keys {
            Keys::Emacs => (EditMode::Emacs, None),
            Keys::Vi => (EditMode::Vi, Some(ESCAPE_PAUSE)),
        };
        self.inner.set_edit_mode(mode);
        self.inner.set_keyseq_timeout(pause);
        let lines = self.inner.history_mut();
        // In memory neither fails.
        let _ = lines.clear();
        let before = &mut lock(&self.shared).history;
        before.clear();
        for line in history {
            let _ = lines.add(line);
            before.push(line.to_owned());
        }
        self.inner.set_helper(Some(Assistant(completions)));
    }

    /// Returns how many rows a prompt and a line take on this terminal.
    fn rows_of(&mut self, prompt: &Prompt, text: &str) -> usize {
        let columns = self.inner.dimensions().map_or(80, |(columns, _)| columns.into());
        rows_of(&prompt.plain, text, columns)
    }

    /// Reads one line that the user types and edits, after `prompt`. It begins as `begun`, what stands before the
    /// cursor and behind it.
    ///
    /// # Errors
    /// Those of read(2), write(2) and tcsetattr(3) on the terminal.
    pub fn read(&mut self, prompt: &Prompt, begun: (&str, &str)) -> io::Result<Line> {
        let mut begun = (begun.0.to_owned(), begun.1.to_owned());
        let result = loop {
            let result = self.inner.readline_with_initial(prompt, (&begun.0, &begun.1));
            let Some((text, cursor)) = lock(&self.shared).replaced.take() else { break result };
            erase_rows(self.rows_of(prompt, result.as_deref().unwrap_or_default()))?;
            let (before, after) = text.split_at(cursor);
            begun = (before.to_owned(), after.to_owned());
        };
        let left = lock(&self.shared).left.take();
        if let Some(left) = left {
            // The lines of the prompt above the one that is typed stay, as readline has it.
            erase_rows(self.rows_of(&prompt.last_line(), &left.text))?;
            return Ok(Line::Bound { number: left.number, text: left.text, cursor: left.cursor });
        }
        match result {
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

/// Takes the prompt and the line off the terminal: so many rows above the cursor's.
#[allow(clippy::disallowed_methods, reason = "where rustyline itself shows the line")]
fn erase_rows(rows: usize) -> io::Result<()> {
    let mut output = io::stdout();
    write!(output, "\x1b[{rows}A\r\x1b[J")?;
    output.flush()
}

/// Returns the bindings that there are before any is made, of what rustyline has no key for.
fn usual_bindings() -> [Binding; 5] {
    [
        (Keymap::ViCommand, &b"G"[..], "beginning-of-history"),
        (Keymap::Emacs, b"\x1b.", "yank-last-arg"),
        (Keymap::Emacs, b"\x1b_", "yank-last-arg"),
        // ESC and Enter that come together are taken for one key. What was typed before the terminal was in raw mode
        // has newlines.
        (Keymap::ViInsert, b"\x1b\r", "accept-line"),
        (Keymap::ViInsert, b"\x1b\n", "accept-line"),
    ]
    .map(|(keymap, sequence, name)| Binding {
        keymap,
        sequence: sequence.to_vec(),
        action: Action::Function(name.to_owned()),
    })
}

/// Returns how many rows of a terminal a prompt and a line take.
fn rows_of(prompt: &str, text: &str, columns: usize) -> usize {
    let shown = [prompt, text].concat();
    shown.split('\n').map(|line| line.width() / columns.max(1) + 1).sum()
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
    use super::{Prompt, rows_of};

    #[test]
    fn rows() {
        assert_eq!(rows_of("$ ", "ls", 80), 1);
        assert_eq!(rows_of("one\ntwo$ ", "12345", 10), 3);
        assert_eq!(rows_of("$ ", "\u{4e2d}\u{4e2d}", 4), 2);
    }

    #[test]
    fn what_takes_no_room_is_not_in_the_plain_prompt() {
        let prompt = Prompt::new(b"\x01\x1b]0;title\x07\x02\x1b[1;32muser\x1b[0m:\xc3\xa9$ ");
        assert_eq!(prompt.plain, "user:\u{e9}$ ");
        assert_eq!(prompt.styled, "\x1b]0;title\x07\x1b[1;32muser\x1b[0m:\u{e9}$ ");
        assert_eq!(Prompt::new(b"a\x01b").plain, "a");
        assert_eq!(Prompt::new(b"\x1b").plain, "\x1b");
    }
}
