//! Lines that are edited while they are typed (POSIX XCU sh, "Command Line Editing"; the options
//! emacs and vi of `set -o`), where the shell reads from a terminal that can move its cursor.
//!
//! What the keys do is the matter of crate `line_editor`. It gets the history list and, in a clone
//! of the environment, which knows the completions of words.

use super::completing::Completing;
use crate::environment::Environment;
use crate::environment::options::Options;
use line_editor::{Editor, Keys, Line, Prompt};
use std::cell::RefCell;
use std::io;

/// The editor of an interactive shell, from the first line on that is edited.
#[derive(Default)]
pub(super) struct Editing {
    editor: Option<Editor>,
    /// The next command is edited.
    on: bool,
}

impl Editing {
    /// Before a command is read: whether it is edited, and what the editor has to know.
    pub(super) fn prepare(&mut self, env: &mut Environment) {
        self.on = false;
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
        let Some(editor) = &mut self.editor else { return };
        let completing = Completing(RefCell::new(env.subshell()));
        let entries = env.history.as_ref().map_or(&[][..], |history| &history.entries);
        let texts: Vec<_> =
            entries.iter().map(|entry| String::from_utf8_lossy(&entry.text)).collect();
        editor.prepare(keys, texts.iter().map(|text| &**text), Box::new(completing));
        self.on = true;
    }

    /// Reads a line into `buffer`, with its newline; false: there is no more. None: lines are not
    /// edited.
    ///
    /// Errors: `Interrupted`, after ^C, which is then delivered as the signal it stands for.
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
        let line = loop {
            match editor.read(&Prompt::new(prompt)) {
                Ok(Line::Unreadable) => {}
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
            Ok(Line::End | Line::Unreadable) => Ok(false),
            Err(error) => Err(error),
        })
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
            && rustix::termios::tcgetsid(rustix::stdio::stdin()).is_ok()
    }
}
