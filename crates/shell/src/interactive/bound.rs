//! What keys do that need the shell: `bind -x`, macros, and the functions `shell-expand-line` and
//! `edit-and-execute-command` (bash(1), READLINE).
//!
//! The editor is left for them. They change the line, and it goes on being edited, or is accepted.

use super::editing::Editing;
use crate::environment::Environment;
use crate::environment::bindings::{Bound, Keymap};
use crate::environment::options::Options;
use crate::unwind::{Flow, Unwind};
use rustix::fs::{Mode, OFlags};
use std::cell::RefCell;
use std::io::{Read, Write};

/// A line and the byte that the cursor is at.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct EditedLine {
    pub text: String,
    pub cursor: usize,
}

impl EditedLine {
    /// Returns what stands before the cursor and behind it.
    pub(super) fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    fn before(&self) -> &str {
        &self.text[..self.cursor]
    }

    fn insert(&mut self, text: &str) {
        self.text.insert_str(self.cursor, text);
        self.cursor += text.len();
    }

    /// Removes the bytes from one place to another and returns them; the cursor stays between what remains.
    fn cut(&mut self, from: usize, to: usize) -> String {
        self.cursor = from;
        self.text.drain(from..to).collect()
    }

    /// Returns the byte where the character before the cursor begins.
    fn left(&self) -> usize {
        self.before().chars().next_back().map_or(0, |one| self.cursor - one.len_utf8())
    }

    /// Returns the byte behind the character at the cursor.
    fn right(&self) -> usize {
        self.text[self.cursor..]
            .chars()
            .next()
            .map_or(self.cursor, |one| self.cursor + one.len_utf8())
    }

    /// Returns the byte where the word before the cursor begins, of characters that `belongs` accepts.
    fn word_left(&self, belongs: fn(char) -> bool) -> usize {
        let rest = self.before().trim_end_matches(|one| !belongs(one));
        rest.trim_end_matches(belongs).len()
    }

    /// Returns the byte behind the next word.
    fn word_right(&self) -> usize {
        let rest = self.text[self.cursor..].trim_start_matches(|one: char| !one.is_alphanumeric());
        self.text.len() - rest.trim_start_matches(char::is_alphanumeric).len()
    }
}

/// What the keys of a macro do, of those that stand for no character, before any is bound.
const EMACS: &[(&[u8], &str)] = &[
    (b"\x00", "set-mark"),
    (b"\x01", "beginning-of-line"),
    (b"\x02", "backward-char"),
    (b"\x04", "delete-char"),
    (b"\x05", "end-of-line"),
    (b"\x06", "forward-char"),
    (b"\x08", "backward-delete-char"),
    (b"\n", "accept-line"),
    (b"\x0b", "kill-line"),
    (b"\r", "accept-line"),
    (b"\x15", "unix-line-discard"),
    (b"\x17", "unix-word-rubout"),
    (b"\x18\x18", "exchange-point-and-mark"),
    (b"\x18\x7f", "backward-kill-line"),
    (b"\x19", "yank"),
    (b"\x1b ", "set-mark"),
    (b"\x1b\x7f", "backward-kill-word"),
    (b"\x1bb", "backward-word"),
    (b"\x1bd", "kill-word"),
    (b"\x1bf", "forward-word"),
    (b"\x1by", "yank-pop"),
    (b"\x7f", "backward-delete-char"),
];

/// The keys by which the editor is left for a function of the shell, before any is bound.
const LEAVING: &[(Keymap, &[u8], &str)] = &[
    (Keymap::Emacs, b"\x18\x05", "edit-and-execute-command"),
    (Keymap::Emacs, b"\x1b\x05", "shell-expand-line"),
    (Keymap::Emacs, b"\x1b#", "insert-comment"),
    (Keymap::Emacs, b"\x1b&", "tilde-expand"),
    (Keymap::Emacs, b"\x1b\\", "delete-horizontal-space"),
    (Keymap::ViCommand, b"#", "insert-comment"),
    (Keymap::ViCommand, b"v", "edit-and-execute-command"),
];

/// Returns the bindings of functions of the shell that there are before any is made.
pub(super) fn default_bindings<'k>() -> impl Iterator<Item = (Keymap, &'k [u8], Bound)> {
    LEAVING.iter().map(|&(keymap, keys, name)| (keymap, keys, Bound::Function(name.into())))
}

/// What running keys have in common from line to line.
#[derive(Default)]
pub(super) struct Running {
    /// What has been cut, the oldest first.
    kills: Vec<String>,
    mark: usize,
    /// Where the last `yank` has put text.
    yanked: Option<(usize, usize)>,
    /// Keys of a macro that come after a line that it has accepted.
    rest: Vec<u8>,
}

/// What a key leaves the line as.
#[derive(PartialEq, Eq, Debug)]
enum Outcome {
    Edited,
    Accepted,
}

/// Macros within macros end somewhere.
const DEPTH: usize = 16;

impl Running {
    /// Does what a binding does to a line, which is then edited on, or accepted.
    pub(super) fn run(
        &mut self,
        env: &mut Environment,
        editing: &RefCell<Editing>,
        mut line: EditedLine,
        bound: &Bound,
    ) -> Flow {
        self.yanked = None;
        env.shared.line_is_ended.set(false);
        let outcome = self.perform(env, &mut line, bound, DEPTH)?;
        let editing = &mut *editing.borrow_mut();
        match outcome {
            Outcome::Edited => editing.begun = Some(line),
            Outcome::Accepted => editing.accepted = Some(line.text),
        }
        Ok(())
    }

    /// Runs what is left of a macro, for the line after the one that it has accepted.
    pub(super) fn go_on(&mut self, env: &mut Environment, editing: &RefCell<Editing>) {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            let _ = self.run(env, editing, EditedLine::default(), &Bound::Macro(rest));
        }
    }

    fn perform(
        &mut self,
        env: &mut Environment,
        line: &mut EditedLine,
        bound: &Bound,
        depth: usize,
    ) -> Flow<Outcome> {
        match bound {
            Bound::Command(command) => env.run_key_command(command, line)?,
            Bound::Function(name) => return self.call(env, line, &String::from_utf8_lossy(name)),
            Bound::Macro(keys) => return self.type_keys(env, line, keys, depth),
        }
        Ok(Outcome::Edited)
    }

    /// Types the keys of a macro.
    fn type_keys(
        &mut self,
        env: &mut Environment,
        line: &mut EditedLine,
        keys: &[u8],
        depth: usize,
    ) -> Flow<Outcome> {
        let vi = env.options.has(Options::VI);
        let keymap = if vi { Keymap::ViInsert } else { Keymap::Emacs };
        let mut rest = keys;
        while !rest.is_empty() && depth > 0 {
            let table = env.bindings.clone();
            let bound = table
                .bound
                .iter()
                .filter(|((map, keys), _)| *map == keymap && rest.starts_with(keys));
            let longest = bound.max_by_key(|((_, keys), _)| keys.len());
            let leaving = LEAVING.iter().filter(|(map, ..)| *map == Keymap::Emacs);
            let usual = leaving
                .map(|&(_, keys, name)| (keys, name))
                .chain(EMACS.iter().copied())
                .find(|(keys, _)| rest.starts_with(keys));
            let (length, outcome) = match (longest, usual) {
                (Some(((_, keys), bound)), _) => {
                    (keys.len(), self.perform(env, line, bound, depth - 1)?)
                }
                (None, Some((keys, name))) => (keys.len(), self.call(env, line, name)?),
                (None, None) => {
                    let length =
                        rest.iter().skip(1).take_while(|byte| **byte & 0xc0 == 0x80).count() + 1;
                    // A control character without a function does nothing.
                    if rest[0] >= b' ' {
                        line.insert(&String::from_utf8_lossy(&rest[..length]));
                    }
                    (length, Outcome::Edited)
                }
            };
            rest = &rest[length..];
            if outcome == Outcome::Accepted {
                self.rest = rest.to_vec();
                return Ok(outcome);
            }
        }
        Ok(Outcome::Edited)
    }

    /// Calls a function of the line editor by its name. One that does not change the text does nothing here.
    fn call(&mut self, env: &mut Environment, line: &mut EditedLine, name: &str) -> Flow<Outcome> {
        let yanked = self.yanked.take();
        let end = line.text.len();
        match name {
            "accept-line" => return Ok(Outcome::Accepted),
            "edit-and-execute-command" => {
                if let Some(text) = env.edit_in_program(&line.text)? {
                    line.text = text;
                    return Ok(Outcome::Accepted);
                }
            }
            "shell-expand-line" => {
                if let Some(text) = env.expand_string(line.text.as_bytes())? {
                    line.text = String::from_utf8_lossy(&text).into();
                    line.cursor = line.text.len();
                }
            }
            "insert-comment" => {
                line.text.insert_str(0, &env.comment_begin());
                return Ok(Outcome::Accepted);
            }
            "tilde-expand" => {
                let from = line.word_left(|one| !one.is_whitespace());
                let word = line.cut(from, line.cursor);
                line.insert(&String::from_utf8_lossy(&env.path_without_tildes(word.as_bytes())));
            }
            "delete-horizontal-space" => {
                let from = line.before().trim_end_matches([' ', '\t']).len();
                let rest = line.text[line.cursor..].trim_start_matches([' ', '\t']).len();
                line.cut(from, end - rest);
            }
            "beginning-of-line" => line.cursor = 0,
            "end-of-line" => line.cursor = end,
            "backward-char" => line.cursor = line.left(),
            "forward-char" => line.cursor = line.right(),
            "backward-word" => line.cursor = line.word_left(char::is_alphanumeric),
            "forward-word" => line.cursor = line.word_right(),
            "backward-delete-char" => drop(line.cut(line.left(), line.cursor)),
            "delete-char" => drop(line.cut(line.cursor, line.right())),
            "kill-line" => self.kills.push(line.cut(line.cursor, end)),
            "unix-line-discard" | "backward-kill-line" => self.kills.push(line.cut(0, line.cursor)),
            "kill-whole-line" => self.kills.push(line.cut(0, end)),
            "kill-word" => self.kills.push(line.cut(line.cursor, line.word_right())),
            "backward-kill-word" => {
                self.kills.push(line.cut(line.word_left(char::is_alphanumeric), line.cursor));
            }
            "unix-word-rubout" => {
                self.kills.push(line.cut(line.word_left(|one| !one.is_whitespace()), line.cursor));
            }
            "yank" => self.yank(line),
            "yank-pop" => {
                if let Some((from, to)) = yanked {
                    line.cut(from, to);
                    self.kills.rotate_right(1);
                    self.yank(line);
                }
            }
            "set-mark" => self.mark = line.cursor,
            "exchange-point-and-mark" => {
                let mut mark = self.mark.min(end);
                while !line.text.is_char_boundary(mark) {
                    mark -= 1;
                }
                self.mark = std::mem::replace(&mut line.cursor, mark);
            }
            "re-read-init-file" => {
                std::rc::Rc::make_mut(&mut env.bindings).initialized = false;
                env.read_inputrc();
            }
            _ => {}
        }
        // What is killed without text is nothing to yank.
        if self.kills.last().is_some_and(String::is_empty) {
            self.kills.pop();
        }
        Ok(Outcome::Edited)
    }

    fn yank(&mut self, line: &mut EditedLine) {
        let Some(text) = self.kills.last() else { return };
        let from = line.cursor;
        line.insert(text);
        self.yanked = Some((from, line.cursor));
    }
}

impl Environment {
    /// Returns what makes a line a comment: readline's variable `comment-begin`.
    fn comment_begin(&self) -> String {
        let set = self.bindings.variables.get(&b"comment-begin"[..]);
        set.map_or("#".into(), |text| String::from_utf8_lossy(text).into())
    }

    /// Runs a command that a key is bound to, which sees and changes the line as READLINE_LINE and READLINE_POINT.
    fn run_key_command(&mut self, command: &[u8], line: &mut EditedLine) -> Flow {
        let text = self.shared.names.intern(b"READLINE_LINE");
        let point = self.shared.names.intern(b"READLINE_POINT");
        let _ = self.assign_text(text, line.text.as_bytes());
        let characters = line.before().chars().count().to_string();
        let _ = self.assign_text(point, characters.as_bytes());
        let (status, last) = (self.status, self.last_argument.clone());
        let result = self.run_text(command);
        (self.status, self.last_argument) = (status, last);
        if matches!(result, Err(Unwind::Exit)) {
            return Err(Unwind::Exit);
        }
        if let Some(changed) = self.text(text) {
            line.text = String::from_utf8_lossy(&changed).into();
        }
        let number =
            self.text(point).and_then(|text| std::str::from_utf8(&text).ok()?.parse().ok());
        let characters: usize = number.unwrap_or(usize::MAX);
        line.cursor =
            line.text.char_indices().nth(characters).map_or(line.text.len(), |(at, _)| at);
        let _ = self.unset(text);
        let _ = self.unset(point);
        Ok(())
    }

    /// Has VISUAL, EDITOR or vi edit a text in a file. Returns what it leaves there; none where it fails.
    fn edit_in_program(&mut self, text: &str) -> Flow<Option<String>> {
        let folder = self.history_variable("TMPDIR").filter(|folder| !folder.is_empty());
        let folder = folder.unwrap_or(syntax::ByteString::from("/tmp"));
        // Nobody can tell the name before: the file is opened again by it.
        let mut random = [0; 8];
        if rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty()).is_err() {
            return Ok(None);
        }
        let name = format!("/forkless-edit.{:016x}", u64::from_ne_bytes(random));
        let path = [&folder[..], name.as_bytes()].concat();
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let Ok(file) = rustix::fs::open(&path[..], flags, Mode::RUSR | Mode::WUSR) else {
            return Ok(None);
        };
        let written = writeln!(std::fs::File::from(file), "{text}");
        let editor = &b"${VISUAL:-${EDITOR:-vi}} "[..];
        let result = self.run_text(&[editor, &crate::builtins::quote(&path)].concat());
        let file = rustix::fs::open(&path[..], OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
        let _ = rustix::fs::unlink(&path[..]);
        if matches!(result, Err(Unwind::Exit)) {
            return Err(Unwind::Exit);
        }
        let mut edited = Vec::new();
        let read =
            file.is_ok_and(|file| std::fs::File::from(file).read_to_end(&mut edited).is_ok());
        if written.is_err() || !read || self.status != 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(edited.trim_ascii_end()).into()))
    }
}
