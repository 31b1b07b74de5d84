//! The loop of an interactive shell (POSIX XCU sh; bash(1), PROMPTING): prompt, read, run.
//!
//! Before each prompt it reports jobs and runs PROMPT_COMMAND; lines come from the editor
//! (`editing`) where standard input is a terminal that can be edited on, else as the terminal makes
//! them. An error returns to the prompt (`Unwind::Error`). ^C abandons the line.

#[cfg(feature = "line-editing")]
mod bound;
#[cfg(feature = "line-editing")]
mod completing;
#[cfg(feature = "line-editing")]
mod editing;
#[cfg(feature = "line-editing")]
mod programmed;

use crate::environment::options::Options;
use crate::environment::{Environment, names};
use crate::evaluate::Place;
use crate::history::typed::Typed;
use crate::script::{FileInput, Lines, Origin};
use crate::shared::Shared;
use crate::unwind::{Flow, Unwind};
use stage::OpenFile;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use syntax::Parser;

/// Shows a prompt and gives a line, again and again.
struct Prompting {
    lines: FileInput,
    #[cfg(feature = "line-editing")]
    editing: Rc<RefCell<editing::Editing>>,
    /// What is shown before the first line of a command, and before the next one.
    prompt: Rc<RefCell<(Vec<u8>, Vec<u8>)>>,
    /// Nothing of the command has been read.
    first: Rc<Cell<bool>>,
    shared: Rc<Shared>,
    error: Option<Rc<OpenFile>>,
    /// Reading was interrupted: what has been read of the command is forgotten.
    interrupted: Rc<Cell<bool>>,
}

impl syntax::Input for Prompting {
    fn more(&mut self, buffer: &mut Vec<u8>) -> std::io::Result<bool> {
        // A line that history expansion has taken away was none.
        let none = |typed: &Typed| typed.lines.is_empty();
        let first = self.first.get() || self.shared.typed.borrow().as_deref().is_some_and(none);
        let before = buffer.len();
        let result = self.line(first, buffer);
        let line = buffer[before..].trim_ascii_start();
        if !line.is_empty() && line[0] != b'#' {
            self.first.set(false);
        }
        match result {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                self.interrupted.set(true);
                Err(error)
            }
            // A terminal that cannot be read any more will not be the next time either.
            Err(_) => Ok(false),
            result => result,
        }
    }
}

impl Prompting {
    /// Shows a prompt and reads a line.
    fn line(&mut self, first: bool, buffer: &mut Vec<u8>) -> std::io::Result<bool> {
        let prompt = self.prompt.borrow();
        let prompt = if first { &prompt.0 } else { &prompt.1 };
        #[cfg(feature = "line-editing")]
        if let Some(result) = self.editing.borrow_mut().read(prompt, first, buffer) {
            self.shared.line_is_ended.set(result.is_err());
            return result;
        }
        if let Some(error) = &self.error {
            let shown: Vec<u8> =
                prompt.iter().copied().filter(|byte| !matches!(byte, 1 | 2)).collect();
            let _ = error.write_all(&shown);
        }
        syntax::Input::more(&mut self.lines, buffer)
    }
}

impl Environment {
    /// Runs a command that was typed.
    fn run_next(&mut self, list: &syntax::tree::List) -> Flow {
        self.shared.commands.set(self.shared.commands.get().saturating_add(1));
        if self.rules().interactive.has_ps0
            && let Some(name) = self.shared.names.find(b"PS0")
        {
            let shown = self.prompt(name)?;
            self.write_error(&shown);
        }
        self.run_list(list, Place::ANY)
    }

    /// Whether the shell goes on at the end of its input: `set -o ignoreeof` at a terminal, for a
    /// number of times that IGNOREEOF may set. `ends` counts them.
    fn outlives_end(&mut self, ends: &mut i64) -> bool {
        let rules = &self.rules().interactive;
        let name = self.shared.names.find(b"IGNOREEOF").filter(|_| rules.has_ignoreeof_variable);
        let most = name.and_then(|name| self.text(name));
        let terminal = self.file(0).is_some_and(|file| file.is_terminal());
        if !terminal || !self.options.has(Options::IGNOREEOF) && most.is_none() {
            return false;
        }
        let most = most.and_then(|text| crate::builtins::number(&text));
        *ends += 1;
        if *ends > most.unwrap_or(rules.ends_ignored) {
            return false;
        }
        let command = if self.options.has(Options::LOGIN) { "logout" } else { "exit" };
        self.write_error(format!("Use \"{command}\" to leave the shell.\n").as_bytes());
        true
    }

    /// Runs what PROMPT_COMMAND has, of an array each element.
    fn before_prompt(&mut self) -> Flow {
        let Some(name) = self.shared.names.find(b"PROMPT_COMMAND") else { return Ok(()) };
        if !self.rules().interactive.has_prompt_command {
            return Ok(());
        }
        let status = self.status;
        let last = self.last_argument.clone();
        for command in self.elements(name) {
            self.status = status;
            if self.run_text(&command) == Err(Unwind::Exit) {
                return Err(Unwind::Exit);
            }
        }
        self.status = status;
        self.last_argument = last;
        Ok(())
    }

    /// Writes what an interactive shell says where its input has ended.
    fn say_end_of_input(&mut self) {
        // An edited line has ended as one.
        let newline: &[u8] =
            if self.options.any(Options::EMACS | Options::VI) { b"" } else { b"\n" };
        let says = self.rules().interactive.end_of_input_says_exit;
        self.write_error(if says { b"exit\n" } else { newline });
    }
}

/// Leaves of a prompt what is on the line that is typed: what is above it is still shown.
fn keep_last_line(prompt: &mut Vec<u8>) {
    let above = prompt.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    prompt.drain(..above);
}

/// Runs what has been typed. An error abandons what encloses it, up to the prompt.
///
/// # Errors
/// [`Unwind::Exit`] alone.
fn run_typed(env: &mut Environment, parser: &mut Parser<'_>, list: &syntax::tree::List) -> Flow {
    match env.run_next(list) {
        Ok(()) => {}
        Err(Unwind::Exit) => return Err(Unwind::Exit),
        Err(_) => {
            parser.discard();
            env.now.loops = 0;
            env.now.calls = 0;
            env.restore_files(0);
        }
    }
    Ok(())
}

/// The loop of an interactive shell: prompt, read, run; errors return to the prompt.
// Apart from what every script begins with.
#[cold]
#[inline(never)]
pub(crate) fn interactive_loop(env: &mut Environment, file: Rc<OpenFile>) -> Flow {
    let prompt = Rc::new(RefCell::new((Vec::new(), Vec::new())));
    let error = env.file(2);
    let interrupted = Rc::new(Cell::new(false));
    let first = Rc::new(Cell::new(true));
    #[cfg(feature = "line-editing")]
    env.choose_editing();
    #[cfg(feature = "line-editing")]
    let editing = Rc::new(RefCell::new(editing::Editing::default()));
    let input = Prompting {
        lines: FileInput::typed(file),
        #[cfg(feature = "line-editing")]
        editing: editing.clone(),
        first: first.clone(),
        shared: env.shared.clone(),
        prompt: prompt.clone(),
        error,
        interrupted: interrupted.clone(),
    };
    #[cfg(feature = "line-editing")]
    let mut bound = bound::Running::default();
    let mut goes_on = false;
    let mut ends = 0;
    let lines = Lines::typed(Box::new(input), env.shared.clone());
    let mut parser: Parser<'_> = env.parser(Box::new(lines));
    parser.set_typed();
    loop {
        // What has arrived while a command ran is no reason to forget the next line.
        if env.shared.signals.pending() && matches!(env.handle_signals(), Err(Unwind::Exit)) {
            return Err(Unwind::Exit);
        }
        env.report_jobs();
        env.check_window();
        env.begin_typing(0);
        // A line that a binding was run for goes on under the prompt that it had.
        if std::mem::take(&mut goes_on) {
            keep_last_line(&mut prompt.borrow_mut().0);
        } else {
            if matches!(env.before_prompt(), Err(Unwind::Exit)) {
                return Err(Unwind::Exit);
            }
            *prompt.borrow_mut() = (env.prompt(names::PS1)?, env.prompt(names::PS2)?);
            #[cfg(feature = "line-editing")]
            bound.go_on(env, &editing);
        }
        #[cfg(feature = "line-editing")]
        editing.borrow_mut().prepare(env);
        first.set(true);
        parser.set_aliases(env.active_aliases());
        let next = parser.next();
        env.end_typing();
        let given_up = interrupted.take();
        if env.shared.signals.pending() {
            match env.handle_signals() {
                Ok(()) => {}
                Err(Unwind::Exit) => return Err(Unwind::Exit),
                Err(_) => {
                    parser.discard();
                    continue;
                }
            }
        }
        #[cfg(feature = "line-editing")]
        if given_up && let Some((line, does)) = { editing.borrow_mut().take_left() } {
            parser.discard();
            if matches!(bound.run(env, &editing, line, &does), Err(Unwind::Exit)) {
                return Err(Unwind::Exit);
            }
            goes_on = true;
            continue;
        }
        if given_up {
            parser.discard();
            continue;
        }
        if matches!(next, Ok(Some(_))) {
            ends = 0;
        }
        match next {
            Ok(Some(list)) if list.items.is_empty() => {}
            Ok(Some(list)) => run_typed(env, &mut parser, &list)?,
            Ok(None) if env.outlives_end(&mut ends) || env.stays_for_stopped_jobs() => {
                parser.go_on();
            }
            Ok(None) => {
                env.say_end_of_input();
                return Ok(());
            }
            Err(error) => {
                let _ = env.syntax_error(&error, Origin::Script);
                parser.discard();
            }
        }
        env.now.leaves_loops = false;
        if parser.has_ended() && env.file(0).is_some_and(|file| file.is_terminal()) {
            // ^D has ended a here-document, or a command that was not complete.
            parser.go_on();
        }
    }
}
