//! Keys that have been bound: what rustyline calls when they are pressed.

use crate::functions::{Does, find};
use rustyline::{
    Cmd, ConditionalEventHandler, EditMode, Event, EventContext, InputMode, RepeatCount,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Which keys a binding is of (readline(3), "Keymaps").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Keymap {
    /// Those of emacs.
    Emacs,
    /// Those of vi while text is inserted.
    ViInsert,
    /// Those of vi's commands.
    ViCommand,
}

/// What a key sequence does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// What the function of this name does; nothing where there is none.
    Function(String),
    /// Inserts text.
    Insert(String),
    /// Ends the reading with `Line::Bound`, which has this number.
    Leave(usize),
}

/// A key sequence and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Where it is in force.
    pub keymap: Keymap,
    /// The bytes that a terminal sends.
    pub sequence: Vec<u8>,
    /// What it does.
    pub action: Action,
}

/// Where a line was left by a binding.
pub(crate) struct Left {
    pub number: usize,
    pub text: String,
    /// The byte of the cursor.
    pub cursor: usize,
}

/// What handlers have in common with the editor.
#[derive(Default)]
pub(crate) struct Memory {
    pub left: Option<Left>,
    /// What the line is to be replaced with, and the cursor: rustyline has no command that could.
    pub replaced: Option<(String, usize)>,
    /// The lines before, the oldest first.
    pub history: Vec<String>,
    /// What `yank-last-arg` has inserted last.
    yanked: Option<Yanked>,
    /// The line and the cursor when an unknown control sequence came last.
    unknown: Option<(String, usize)>,
}

/// The line and the cursor after an insertion, and what was inserted.
struct Yanked {
    text: String,
    cursor: usize,
    characters: usize,
    /// How many lines before the current one it comes from.
    back: usize,
}

pub(crate) type Shared = Arc<Mutex<Memory>>;

/// Locks what is shared. There is one thread, so it is never poisoned by another.
pub(crate) fn lock(shared: &Shared) -> MutexGuard<'_, Memory> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one key sequence does in each keymap.
pub(crate) struct Handler {
    pub actions: Vec<(Keymap, Action)>,
    pub shared: Shared,
}

impl ConditionalEventHandler for Handler {
    fn handle(&self, _: &Event, n: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let keymap = match (context.mode(), context.input_mode()) {
            (EditMode::Vi, InputMode::Command) => Keymap::ViCommand,
            (EditMode::Vi, _) => Keymap::ViInsert,
            _ => Keymap::Emacs,
        };
        let (_, action) = self.actions.iter().find(|(one, _)| *one == keymap)?;
        Some(match action {
            Action::Insert(text) => Cmd::Insert(n, text.clone()),
            Action::Leave(number) => {
                let text = context.line().to_owned();
                lock(&self.shared).left =
                    Some(Left { number: *number, text, cursor: context.pos() });
                Cmd::AcceptLine
            }
            Action::Function(name) => match find(name, n) {
                Some(Does::Command(command)) => command,
                Some(Does::YankLastArgument) => {
                    yank_last_argument(&mut lock(&self.shared), context.line(), context.pos())
                }
                None => Cmd::Noop,
            },
        })
    }
}

/// An unknown control sequence that may be the beginning of a bound one: rustyline, which makes one key of it, looks
/// for no sequences that begin so.
pub(crate) struct Beginning(pub Shared);

impl ConditionalEventHandler for Beginning {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        lock(&self.0).unknown = Some((context.line().to_owned(), context.pos()));
        Some(Cmd::Noop)
    }
}

/// The key that ends such a sequence: what it is else where none has begun.
pub(crate) struct Ending(pub Handler);

impl ConditionalEventHandler for Ending {
    fn handle(&self, key: &Event, n: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (text, cursor) = lock(&self.0.shared).unknown.take()?;
        let follows = text == context.line() && cursor == context.pos();
        follows.then(|| self.0.handle(key, n, true, context)).flatten()
    }
}

/// Returns the command that inserts the last word of the line before, or puts that of an older line in its place
/// where the last insertion is still at the cursor.
fn yank_last_argument(memory: &mut Memory, text: &str, cursor: usize) -> Cmd {
    let before =
        memory.yanked.take().filter(|yanked| yanked.text == text && yanked.cursor == cursor);
    let back = before.as_ref().map_or(0, |yanked| yanked.back) + 1;
    let Some(line) = memory.history.len().checked_sub(back).map(|at| &memory.history[at]) else {
        // There is no older line.
        memory.yanked = before;
        return Cmd::Noop;
    };
    let word = last_word(line).to_owned();
    let replaced = before.as_ref().map_or(0, |yanked| yanked.characters);
    let bytes: usize = text[..cursor].chars().rev().take(replaced).map(char::len_utf8).sum();
    let start = cursor - bytes;
    let changed = [&text[..start], &word, &text[cursor..]].concat();
    let end = start + word.len();
    let characters = word.chars().count();
    memory.yanked = Some(Yanked { text: changed.clone(), cursor: end, characters, back });
    if replaced == 0 {
        return Cmd::Insert(1, word);
    }
    memory.replaced = Some((changed, end));
    Cmd::AcceptLine
}

/// Returns the last word of a command line, with its quotes.
fn last_word(line: &str) -> &str {
    let mut quote = None;
    let mut escaped = false;
    let mut between = true;
    let (mut start, mut end) = (0, 0);
    for (at, one) in line.char_indices() {
        let blank = !escaped && quote.is_none() && one.is_whitespace();
        if !blank {
            if between {
                start = at;
            }
            end = at + one.len_utf8();
        }
        between = blank;
        match (quote, one) {
            _ if escaped => escaped = false,
            (Some('\''), '\\') => {}
            (_, '\\') => escaped = true,
            (Some(open), _) if open == one => quote = None,
            (None, '\'' | '"' | '`') => quote = Some(one),
            _ => {}
        }
    }
    &line[start..end]
}

#[cfg(test)]
mod tests {
    use super::{Memory, last_word, yank_last_argument};
    use rustyline::Cmd;

    #[test]
    fn last_words() {
        for (line, word) in [
            ("ls -l  a/b ", "a/b"),
            ("echo 'a b'", "'a b'"),
            (r#"echo "x y"z\ w"#, r#""x y"z\ w"#),
            ("one", "one"),
            ("", ""),
        ] {
            assert_eq!(last_word(line), word);
        }
    }

    #[test]
    fn older_arguments_take_the_place_of_newer_ones() {
        let mut memory =
            Memory { history: vec!["ls old".into(), "ls é".into()], ..Memory::default() };
        let insert = yank_last_argument(&mut memory, "cat ", 4);
        assert_eq!(insert, Cmd::Insert(1, "é".into()));
        assert_eq!(yank_last_argument(&mut memory, "cat é", 6), Cmd::AcceptLine);
        assert_eq!(memory.replaced.take(), Some(("cat old".to_owned(), 7)));
        assert_eq!(yank_last_argument(&mut memory, "cat old", 7), Cmd::Noop);
        // Somewhere else it begins anew.
        assert_eq!(yank_last_argument(&mut memory, "cat olds", 8), Cmd::Insert(1, "é".into()));
    }
}
