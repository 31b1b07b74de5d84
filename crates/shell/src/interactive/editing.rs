//! Lines that are edited while they are typed (POSIX XCU sh, "Command Line Editing"; the options
//! emacs and vi of `set -o`), where the shell reads from a terminal that can move its cursor.
//!
//! What the keys do is the matter of crate `line_editor`. It gets the history list and, in a clone
//! of the environment, which knows the completions of words.

use super::bound::{EditedLine, default_bindings};
use super::completing::Completing;
use crate::builtins::bind::OWN_FUNCTIONS;
use crate::environment::Environment;
use crate::environment::bindings::{Bindings, Bound, Keymap, Table};
use crate::environment::options::Options;
use line_editor::{Action, Binding, Editor, Keys, Line, Prompt, Settings};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// The editor of an interactive shell, from the first line on that is edited.
#[derive(Default)]
pub(super) struct Editing {
    editor: Option<Editor>,
    /// The next command is edited.
    on: bool,
    /// The bindings that the editor has, and what those do for which it is left, by their numbers.
    bindings: Option<Bindings>,
    actions: Vec<Bound>,
    /// What the next line is to begin as.
    pub(super) begun: Option<EditedLine>,
    /// The line that was left by a binding, and what that does.
    left: Option<(EditedLine, Bound)>,
    /// The text of a line that a binding has accepted.
    pub(super) accepted: Option<String>,
}

impl Editing {
    /// Before a command is read: whether it is edited, and what the editor has to know.
    pub(super) fn prepare(&mut self, env: &mut Environment) {
        self.on = false;
        env.read_inputrc();
        let keys = match () {
            () if env.options.has(Options::VI) => Keys::Vi,
            () if env.options.has(Options::EMACS) => Keys::Emacs,
            () => return,
        };
        if !env.has_capable_terminal() {
            return;
        }
        if self.editor.is_none() {
            self.editor = Editor::new().ok();
        }
        self.take_bindings(&env.bindings);
        let Some(editor) = &mut self.editor else { return };
        let completing = Completing(RefCell::new(env.subshell()));
        let entries = env.history.as_ref().map_or(&[][..], |history| &history.entries);
        let texts: Vec<_> =
            entries.iter().map(|entry| String::from_utf8_lossy(&entry.text)).collect();
        editor.prepare(keys, texts.iter().map(|text| &**text), Box::new(completing));
        self.on = true;
    }

    /// Gives the editor the bindings of the environment, where they have changed.
    fn take_bindings(&mut self, bindings: &Bindings) {
        let Some(editor) = &mut self.editor else { return };
        if self.bindings.as_ref().is_some_and(|known| Rc::ptr_eq(known, bindings)) {
            return;
        }
        self.bindings = Some(bindings.clone());
        self.actions.clear();
        let made = bindings
            .bound
            .iter()
            .map(|((keymap, keys), bound)| (*keymap, &keys[..], bound.clone()));
        let mut all = Vec::new();
        for (keymap, sequence, bound) in default_bindings().chain(made) {
            let action = match &bound {
                Bound::Function(name)
                    if !OWN_FUNCTIONS.iter().any(|own| own.as_bytes() == name) =>
                {
                    Action::Function(String::from_utf8_lossy(name).into())
                }
                // Nothing in it could be a key that does something.
                Bound::Macro(text)
                    if text.iter().all(|byte| *byte == b' ' || byte.is_ascii_alphanumeric()) =>
                {
                    Action::Insert(String::from_utf8_lossy(text).into())
                }
                _ => {
                    self.actions.push(bound);
                    Action::Leave(self.actions.len() - 1)
                }
            };
            let keymap = match keymap {
                Keymap::Emacs => line_editor::Keymap::Emacs,
                Keymap::ViInsert => line_editor::Keymap::ViInsert,
                Keymap::ViCommand => line_editor::Keymap::ViCommand,
            };
            all.push(Binding { keymap, sequence: sequence.to_vec(), action });
        }
        editor.bind(&all);
        editor.follow(&settings(bindings));
    }

    /// Returns the line that was left by a binding, once, and what that does.
    pub(super) fn take_left(&mut self) -> Option<(EditedLine, Bound)> {
        self.left.take()
    }

    /// Reads a line into `buffer`, with its newline; false: there is no more. None: lines are not
    /// edited.
    ///
    /// Errors: `Interrupted`, after ^C, which is then delivered as the signal it stands for, and where the line was
    /// left by a binding (`take_left`).
    pub(super) fn read(
        &mut self,
        prompt: &[u8],
        first: bool,
        buffer: &mut Vec<u8>,
    ) -> Option<io::Result<bool>> {
        let editor = self.editor.as_mut().filter(|_| self.on)?;
        if first {
            keep_unfinished_line();
        }
        if let Some(text) = self.accepted.take() {
            let shown = [prompt, text.as_bytes(), b"\n"].concat();
            let shown: Vec<u8> = shown.into_iter().filter(|byte| !matches!(byte, 1 | 2)).collect();
            let _ = rustix::io::write(rustix::stdio::stdout(), &shown);
            buffer.extend_from_slice(text.as_bytes());
            buffer.push(b'\n');
            return Some(Ok(true));
        }
        let mut shown = Prompt::new(prompt);
        let mut begun = self.begun.take().unwrap_or_default();
        let line = loop {
            match editor.read(&shown, begun.parts()) {
                Ok(Line::Unreadable) => {}
                Ok(Line::Bound { number, text, cursor }) => {
                    let edited = EditedLine { text, cursor };
                    if first {
                        self.left = Some((edited, self.actions[number].clone()));
                        return Some(Err(io::ErrorKind::Interrupted.into()));
                    }
                    // In the middle of a command the shell can run nothing.
                    shown = shown.last_line();
                    begun = edited;
                }
                line => break line,
            }
        };
        Some(match line {
            Ok(Line::Text(text)) => {
                buffer.extend_from_slice(text.as_bytes());
                buffer.push(b'\n');
                Ok(true)
            }
            Ok(Line::Interrupted) => {
                // Traps run as if the terminal had sent it.
                let itself = rustix::process::getpid();
                let _ = rustix::process::kill_process(itself, rustix::process::Signal::INT);
                Err(io::ErrorKind::Interrupted.into())
            }
            Ok(Line::End | Line::Unreadable | Line::Bound { .. }) => Ok(false),
            Err(error) => Err(error),
        })
    }
}

/// Returns what readline's variables ask of the editor.
fn settings(table: &Table) -> Settings {
    let value = |name: &[u8]| std::str::from_utf8(table.variables.get(name)?).ok();
    let most = value(b"completion-query-items").and_then(|text| text.parse::<i64>().ok());
    Settings {
        lists_at_once: table.is_on(b"show-all-if-ambiguous"),
        sounds_bell: !matches!(value(b"bell-style"), Some("none" | "off" | "visible")),
        brackets_paste: value(b"enable-bracketed-paste").is_none()
            || table.is_on(b"enable-bracketed-paste"),
        // Zero, and what is less, asks nothing.
        most_listed: most.map_or(100, |most| match most {
            1.. => most as usize,
            _ => usize::MAX,
        }),
    }
}

/// Goes to a new line if the cursor is not at the beginning of one, as after output without a
/// newline, which the editor would write over. A line of blanks reaches the next line only then.
fn keep_unfinished_line() {
    let Ok(size) = rustix::termios::tcgetwinsize(rustix::stdio::stdout()) else { return };
    let Some(blanks) = usize::from(size.ws_col).checked_sub(1).filter(|blanks| *blanks > 0) else {
        return;
    };
    let mut text = vec![b' '; blanks];
    text.push(b'\r');
    let _ = rustix::io::write(rustix::stdio::stdout(), &text);
}

impl Environment {
    /// Decides whether lines will be edited, where no option has: on a terminal of its own that
    /// is no dumb one. VISUAL or EDITOR can ask for the keys of vi, as in ksh93 and mksh.
    pub(super) fn choose_editing(&mut self) {
        if self.options.any(Options::EMACS | Options::VI) || !self.has_capable_terminal() {
            return;
        }
        let wishes: [&[u8]; 2] = [b"VISUAL", b"EDITOR"];
        let editor = wishes
            .into_iter()
            .filter_map(|name| self.shared.names.find(name))
            .find_map(|name| self.text(name).filter(|value| !value.is_empty()));
        let is_vi = editor.is_some_and(|editor| {
            let name = editor.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
            name.windows(2).any(|two| two.eq_ignore_ascii_case(b"vi"))
        });
        let by_editor = self.rules().interactive.editor_chooses_keys;
        let option = if is_vi && by_editor { Options::VI } else { Options::EMACS };
        self.options.set(option, true);
    }

    /// Standard input and output are the terminal of this session, and more than a printer.
    fn has_capable_terminal(&self) -> bool {
        let kind = self.shared.names.find(b"TERM").and_then(|name| self.text(name));
        line_editor::is_capable(&kind.unwrap_or_default())
            && launch::process::is_terminal(0)
            && launch::process::is_terminal(1)
            && launch::process::is_controlling_terminal(0)
    }
}
