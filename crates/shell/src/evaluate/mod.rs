//! Evaluation: commands carried out (POSIX XCU 2.9).
//!
//! Every function takes the environment, leaves the exit status in it and returns how control
//! goes on ([`crate::Unwind`]).

pub mod assignment;
pub mod asynchronous;
mod beside;
pub mod compound;
pub mod conditional;
pub mod coprocess;
mod declaration;
mod ends;
mod faults;
mod function;
mod handed_over;
mod hashall;
mod installed;
mod interrupt;
mod launched;
mod methods;
pub(crate) mod nested;
mod network;
pub mod pipeline;
pub(crate) mod preloaded;
pub mod process_substitution;
pub mod program;
pub mod redirect;
mod scan;
mod seek;
mod select;
pub mod simple;
pub mod subshell;
pub mod substitution;
mod temporary;
mod trace;
mod types;
pub mod utility;

use crate::diagnostics::Problem;
use crate::environment::options::Options;
use crate::environment::traps::{DEBUG, ERR};
use crate::environment::variables::{Value, Variable};
use crate::environment::{Environment, Located};
use crate::unwind::{Flow, Unwind};
use launch::process::WaitStatus;
use std::rc::Rc;
use std::time::Duration;
use syntax::ByteString;
use syntax::tree::{
    AndOr, Assignment, Command, Compound, CompoundKind, Connector, List, Part, Pipeline,
};

/// The exit status that a shell makes of how a process ended (POSIX XCU 2.8.2).
pub fn exit_status(status: WaitStatus) -> i32 {
    match status {
        WaitStatus::Exited(status) => i32::from(status),
        WaitStatus::Signaled { signal, .. } | WaitStatus::Stopped(signal) => 128 + signal,
        WaitStatus::Continued => 0,
    }
}

impl Environment {
    /// The exit status that a script sees of how a process ended: what a signal makes it may be more
    /// than any status that a process can exit with.
    pub fn status_of(&self, status: WaitStatus) -> i32 {
        match status {
            WaitStatus::Signaled { signal, .. } => self.status_by(signal),
            other => exit_status(other),
        }
    }

    /// The status of what a signal has ended.
    pub fn status_by(&self, signal: i32) -> i32 {
        signal + self.rules().evaluation.signal_status_base
    }
}

/// What TIMEFORMAT (bash, ksh93) asks for: `%R`, `%U`, `%S` with a number of digits and an `l`
/// for minutes before the letter, `%P` and `%%`.
///
/// # Errors
/// A letter that is none, where those are refused.
fn timing(
    format: &[u8],
    [real, user, system]: [Duration; 3],
    rules: &dialect::evaluation::Evaluation,
) -> Result<Vec<u8>, u8> {
    let strict = rules.timeformat_is_checked;
    let padded = if rules.time_shows_hundredths { 2 } else { 1 };
    let mut out = Vec::new();
    if format.is_empty() {
        return Ok(out);
    }
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let (mut digits, mut long) = (3, false);
        if let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
            digits = usize::from(digit - b'0').min(3);
            rest = after;
        }
        if let Some((b'l', after)) = rest.split_first() {
            long = true;
            rest = after;
        }
        let Some((&letter, after)) = rest.split_first() else {
            if strict {
                out.push(b'%');
            }
            break;
        };
        rest = after;
        let time = match letter {
            b'R' => real,
            b'U' => user,
            b'S' => system,
            b'P' => {
                let share = (user + system).as_secs_f64() * 100.0 / real.as_secs_f64().max(1e-9);
                out.extend_from_slice(format!("{share:.2}").as_bytes());
                continue;
            }
            b'%' => {
                out.push(letter);
                continue;
            }
            other if strict => return Err(other),
            other => {
                out.push(other);
                continue;
            }
        };
        let seconds = time.as_secs_f64();
        let text = match long {
            true => {
                let minutes = time.as_secs() / 60;
                let width = if digits == 0 { padded } else { padded + 1 + digits };
                let seconds = seconds - minutes as f64 * 60.0;
                format!("{minutes}m{seconds:0width$.digits$}s")
            }
            false => format!("{seconds:.digits$}"),
        };
        out.extend_from_slice(text.as_bytes());
    }
    out.push(b'\n');
    Ok(out)
}

/// Where a command stands, as far as it spares a process or work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The shell has nothing else to do after it.
    pub is_last: bool,
    /// It is all of a subshell, a command substitution or a stage: its end is that of the body.
    pub is_only: bool,
}

impl Place {
    /// Somewhere in a script.
    pub const ANY: Place = Place { is_last: false, is_only: false };
    /// At the end of a process.
    pub const LAST: Place = Place { is_last: true, is_only: false };
    /// All of a body.
    pub const ONLY: Place = Place { is_last: false, is_only: true };

    /// The place of a list that is all of a body in this process.
    pub fn whole(list: &List) -> Self {
        Self { is_last: false, is_only: subshell::is_one_command(list) }
    }
}

impl Environment {
    /// Runs commands in sequence (POSIX XCU 2.9.3).
    ///
    /// # Errors
    /// The [`Unwind`] of the first command that leaves the list.
    pub fn run_list(&mut self, list: &List, place: Place) -> Flow {
        let end = list.items.len();
        for (index, item) in list.items.iter().enumerate() {
            if let Some(text) = &item.asynchronous
                && !self.options.has(Options::NOEXEC)
            {
                self.run_asynchronously(&item.and_or, text)?;
            } else {
                let is_last = place.is_last && index + 1 == end;
                self.run_and_or(&item.and_or, Place { is_last, ..place })?;
            }
        }
        Ok(())
    }

    /// Runs an AND-OR list (POSIX XCU 2.9.3).
    ///
    /// # Errors
    /// The [`Unwind`] of the command that leaves the list.
    #[inline]
    pub fn run_and_or(&mut self, and_or: &AndOr, place: Place) -> Flow {
        match and_or.rest.is_empty() {
            true => self.run_pipeline(&and_or.first, place),
            false => self.run_connected(and_or, place),
        }
    }

    fn run_connected(&mut self, and_or: &AndOr, place: Place) -> Flow {
        // Only the last command can end the shell by `set -e`.
        self.ignoring_errexit(|env| env.run_pipeline(&and_or.first, Place::ANY))?;
        for (index, (connector, pipeline)) in and_or.rest.iter().enumerate() {
            if (self.status == 0) != (*connector == Connector::And) {
                continue;
            }
            if index + 1 == and_or.rest.len() {
                self.run_pipeline(pipeline, place)?;
            } else {
                self.ignoring_errexit(|env| env.run_pipeline(pipeline, Place::ANY))?;
            }
        }
        Ok(())
    }

    /// Runs something whose failure does not end the shell by `set -e`.
    pub fn ignoring_errexit<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.now.errexit_ignored, true);
        let result = run(self);
        self.now.errexit_ignored = before;
        result
    }

    /// Runs a pipeline (POSIX XCU 2.9.2).
    ///
    /// # Errors
    /// The [`Unwind`] of its only command, of a last stage in this environment, or of `set -e`.
    #[inline]
    pub fn run_pipeline(&mut self, pipeline: &Pipeline, place: Place) -> Flow {
        match pipeline.timed {
            None => self.run_pipeline_untimed(pipeline, place),
            Some(posix) => self.run_timed(pipeline, posix),
        }
    }

    /// `time`: what it took is reported on standard error.
    fn run_timed(&mut self, pipeline: &Pipeline, posix: bool) -> Flow {
        let (begun, mut before) = (std::time::Instant::now(), launch::process::times());
        let shares = self.now.is_virtual;
        let result = if pipeline.commands.is_empty() && !pipeline.negated {
            self.status = 0;
            Ok(())
        } else {
            self.run_pipeline_untimed(pipeline, Place::ANY)
        };
        if matches!(result, Err(Unwind::Moved(_))) {
            // The process that it has moved to tells.
            return result;
        }
        if matches!(result, Err(Unwind::Exit)) && self.rules().evaluation.time_ends_silently {
            return result;
        }
        let (real, after) = (begun.elapsed(), launch::process::times());
        if shares && !self.now.is_virtual {
            // It has moved: the times of this process began when it did.
            before = launch::process::Times::default();
        }
        let user = (after.user + after.children_user) - (before.user + before.children_user);
        let system =
            (after.system + after.children_system) - (before.system + before.children_system);
        let hundredths = self.rules().evaluation.time_shows_hundredths;
        let show = |time: std::time::Duration| {
            let seconds = time.as_secs();
            if hundredths {
                let part = time.subsec_millis() / 10;
                return format!("{}m{:02}.{part:02}s", seconds / 60, seconds % 60);
            }
            format!("{}m{}.{:03}s", seconds / 60, seconds % 60, time.subsec_millis())
        };
        let plain = |time: std::time::Duration| format!("{:.2}", time.as_secs_f64());
        let format = self.shared.names.find(b"TIMEFORMAT").and_then(|name| self.value(name));
        if let Some(format) = format
            && !posix
        {
            match timing(&format, [real, user, system], &self.rules().evaluation) {
                Ok(text) => self.write_error(&text),
                Err(letter) => self.diagnose(Problem::TimeFormat(letter)),
            }
            return result;
        }
        let text = if posix {
            format!("real {}\nuser {}\nsys {}\n", plain(real), plain(user), plain(system))
        } else {
            format!("\nreal\t{}\nuser\t{}\nsys\t{}\n", show(real), show(user), show(system))
        };
        self.write_error(text.as_bytes());
        result
    }

    fn run_pipeline_untimed(&mut self, pipeline: &Pipeline, place: Place) -> Flow {
        if pipeline.negated {
            if self.options.has(Options::NOEXEC) {
                return Ok(());
            }
            if self.watches(ERR) && self.traps_errors_in_negations() {
                self.run_unchecked(&pipeline.commands)?;
            } else {
                self.ignoring_errexit(|env| match &pipeline.commands[..] {
                    [command] => env.run_command(command, Place::ANY),
                    [] => {
                        env.status = 0;
                        Ok(())
                    }
                    _ => env.run_stages(&pipeline.commands),
                })?;
            }
            if pipeline.commands.len() == 1 {
                self.pipe_statuses = Some(Rc::from([self.status]));
            }
            self.status = i32::from(self.status == 0);
            return Ok(());
        }
        match &pipeline.commands[..] {
            [command] => self.run_command(command, place),
            _ if self.options.has(Options::NOEXEC) => Ok(()),
            _ => {
                self.run_stages(&pipeline.commands)?;
                if self.now.killed.is_some() {
                    self.tell_killed(None);
                }
                match pipeline.commands.last() {
                    Some(Command::Simple(simple)) => {
                        if self.status != 0 && self.watches(ERR) && !simple.text.is_empty() {
                            self.note_command(&simple.text);
                        }
                        self.check_errexit_at(simple.line)
                    }
                    _ => self.check_errexit(),
                }
            }
        }
    }

    /// Whether an ERR trap is run for what fails in a negated pipeline.
    fn traps_errors_in_negations(&self) -> bool {
        self.rules().evaluation.err_trap_runs_in_negations && !self.options.has(Options::ERREXIT)
    }

    /// Runs the commands of a negated pipeline: their own statuses are no failures, but those of what
    /// they run are.
    #[cold]
    #[inline(never)]
    fn run_unchecked(&mut self, commands: &Rc<[Command]>) -> Flow {
        let [command] = &commands[..] else {
            if commands.is_empty() {
                self.status = 0;
                return Ok(());
            }
            return self.run_stages(commands);
        };
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        if self.watches(DEBUG) && !self.debug(command)? {
            return Ok(());
        }
        self.run_command_unchecked(command, None)
    }

    /// Runs a command whose own status is no failure, while those of what it runs are.
    fn run_command_unchecked(&mut self, command: &Command, located: Option<&Located>) -> Flow {
        match command {
            Command::Simple(simple) => {
                let result = self.run_simple(simple, located, Place::ANY);
                self.pipe_statuses = None;
                result?;
                if self.now.killed.is_some() {
                    self.tell_killed(Some((&simple.text, simple.line)));
                }
                Ok(())
            }
            Command::Compound(compound) => self.run_compound_deeper(compound, Place::ANY),
            Command::Function(_) => self.run_undebugged(command, None, Place::ANY),
        }
    }

    /// Runs a compound command on enough of the stack, without a look at its status.
    fn run_compound_deeper(&mut self, compound: &Compound, place: Place) -> Flow {
        let substituted = self.now.process_files.len();
        let scheduler = self.shared.scheduler.clone();
        let result = match scheduler.deeper(|| self.run_compound(compound, place)) {
            Some(result) => result,
            None => return self.too_deep(),
        };
        if self.now.process_files.len() > substituted {
            self.close_substituted(substituted);
        }
        result?;
        if self.now.killed.is_some() {
            // The program that was all of a subshell.
            self.tell_killed(Some((&compound.text, compound.line)));
        }
        Ok(())
    }

    /// Ends the shell where `set -e` is on and the command that has just run failed.
    ///
    /// # Errors
    /// [`Unwind::Exit`] where it does.
    #[inline]
    pub fn check_errexit(&mut self) -> Flow {
        if self.status != 0 && !self.now.errexit_ignored {
            return self.after_failure();
        }
        Ok(())
    }

    // Apart from what every command runs through.
    #[inline(never)]
    fn after_failure(&mut self) -> Flow {
        if self.is_ending() {
            // It has not failed: the wait for it is over because the shell ends.
            self.handle_signals()?;
        }
        if self.watches(ERR) {
            self.run_watched(ERR)?;
        }
        match self.options.has(Options::ERREXIT) {
            true => Err(Unwind::Exit),
            false => Ok(()),
        }
    }

    /// Ends the shell as [`Self::check_errexit`] does, after a command that began on this line: what
    /// it has called may have been on others.
    #[inline]
    fn check_errexit_at(&mut self, line: u32) -> Flow {
        if self.status != 0 && self.watches(ERR) {
            self.now.line = line;
        }
        self.check_errexit()
    }

    /// Undoes the redirections of the innermost redirected call where a simple command ends the shell
    /// by `set -e`: the EXIT trap runs without them (bash).
    #[cold]
    fn undo_redirected_call(&mut self) {
        let Some(mark) = self.now.redirected_call.checked_sub(1) else { return };
        let is_wanted = self.rules().evaluation.errexit_undoes_redirections;
        if is_wanted && self.options.has(Options::ERREXIT) && self.traps.is_some() {
            self.restore_files(mark as usize);
        }
    }

    /// Runs one command, with its redirections (POSIX XCU 2.9).
    ///
    /// # Errors
    /// The [`Unwind`] of the command, or that of a failed redirection where it ends the shell.
    pub fn run_command(&mut self, command: &Command, place: Place) -> Flow {
        if self.options.has(Options::NOEXEC) {
            return Ok(());
        }
        if self.is_to_look() || self.watches(DEBUG) {
            return self.run_trapped(command, place);
        }
        self.run_undebugged(command, None, place)
    }

    /// Whether a command is to look for signals and limits before it runs.
    #[inline(always)]
    fn is_to_look(&self) -> bool {
        launch::signal::must_look() && self.looks()
    }

    #[cold]
    #[inline(never)]
    fn looks(&self) -> bool {
        self.weigh();
        self.shared.signals.pending()
    }

    /// Runs a command that a trap may come before.
    #[cold]
    #[inline(never)]
    fn run_trapped(&mut self, command: &Command, place: Place) -> Flow {
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        if self.watches(DEBUG) && !self.debug(command)? {
            return Ok(());
        }
        self.run_undebugged(command, None, place)
    }

    /// Runs a stage of a pipeline that is a plain external command, of which it is known where it is
    /// found.
    pub(super) fn run_stage_of_program(&mut self, command: &Command, located: &Located) -> Flow {
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        let done = self.rules().evaluation.debug_trap_precedes_stages;
        if self.watches(DEBUG) && !done && !self.debug(command)? {
            return Ok(());
        }
        self.run_undebugged(command, Some(located), Place::ONLY)
    }

    /// Runs a stage of a pipeline in an environment of its own: where it fails the pipeline fails, for which
    /// an ERR trap runs, and not the stage.
    pub(super) fn run_inner_stage(
        &mut self,
        command: &Command,
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        if !self.watches(ERR) {
            return self.run_stage(command, located, place);
        }
        let is_debugged = matches!(command, Command::Simple(_))
            && self.rules().evaluation.debug_trap_precedes_stages;
        if self.watches(DEBUG) && !is_debugged && !self.debug(command)? {
            return Ok(());
        }
        self.run_command_unchecked(command, located)
    }

    /// Runs a stage of a pipeline. The enclosing environment may have run the DEBUG trap for it.
    /// `located`: it is known to be an external command, or the built-in utility in its place, found there.
    pub(super) fn run_stage(
        &mut self,
        command: &Command,
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        let trapped = match self.watches(DEBUG) {
            true => !self.rules().evaluation.debug_trap_precedes_stages,
            false => located.is_none() || self.shared.signals.pending(),
        };
        match command {
            Command::Simple(_) if !trapped => self.run_undebugged(command, located, place),
            _ => self.run_command(command, place),
        }
    }

    #[inline]
    fn run_undebugged(
        &mut self,
        command: &Command,
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        match command {
            Command::Simple(simple) => {
                let watched = self.watches(ERR);
                // The call stands twice: in one with tests around it, counting costs twice as much.
                if let Some(profile) = self.shared.profile.get() {
                    let begun = profile.begin(self.now.place, simple.line);
                    let result = self.run_simple(simple, located, place);
                    if let Some(profile) = self.shared.profile.get() {
                        profile.end(begun);
                    }
                    self.pipe_statuses = None;
                    result?;
                } else {
                    let result = self.run_simple(simple, located, place);
                    // `break` ends here, too.
                    self.pipe_statuses = None;
                    result?;
                }
                if self.now.killed.is_some() {
                    self.tell_killed(Some((&simple.text, simple.line)));
                }
                if !watched
                    && self.watches(ERR)
                    && !self.rules().evaluation.err_trap_covers_its_command
                {
                    return match self.status != 0 && !self.now.errexit_ignored {
                        true if self.options.has(Options::ERREXIT) => {
                            self.undo_redirected_call();
                            Err(Unwind::Exit)
                        }
                        _ => Ok(()),
                    };
                }
                let checked = self.check_errexit_at(simple.line);
                if checked.is_err() {
                    self.undo_redirected_call();
                }
                checked
            }
            Command::Compound(compound) => {
                self.run_compound_deeper(compound, place)?;
                match compound.kind {
                    CompoundKind::Subshell(_)
                    | CompoundKind::Arithmetic(_)
                    | CompoundKind::Conditional(_) => {
                        self.pipe_statuses = None;
                        if self.status != 0 && self.watches(ERR) && !compound.text.is_empty() {
                            self.note_command(&compound.text);
                        }
                        self.check_errexit_at(compound.line)
                    }
                    _ => Ok(()),
                }
            }
            Command::Function(definition) => {
                self.now.line = definition.line;
                self.define_function(definition)
            }
        }
    }

    /// Runs the DEBUG trap before a command that has one. Returns whether the command is to run.
    #[cold]
    pub(super) fn debug(&mut self, command: &Command) -> Flow<bool> {
        let expanded = self.rules().evaluation.debug_trap_follows_expansion;
        let line = match command {
            Command::Simple(_) if expanded => return Ok(true),
            Command::Simple(simple) => {
                self.note_command(&simple.text);
                simple.line
            }
            Command::Compound(compound) => match compound.kind {
                CompoundKind::Arithmetic(_)
                | CompoundKind::Conditional(_)
                | CompoundKind::Select { .. }
                | CompoundKind::Case { .. } => {
                    if !compound.text.is_empty() {
                        self.note_command(&compound.text);
                    }
                    if expanded {
                        self.note_compound(&compound.kind);
                    }
                    compound.line
                }
                _ => return Ok(true),
            },
            Command::Function(_) => return Ok(true),
        };
        self.debug_at(line)
    }

    /// Notes a compound command for `.sh.command`: an expression is shown, of others nothing.
    fn note_compound(&mut self, kind: &CompoundKind) {
        let text = match kind {
            CompoundKind::Arithmetic(arithmetic) => match &arithmetic.parts[..] {
                [Part::Literal(text) | Part::Quoted(text)] => {
                    [b"(( ", text.trim_ascii(), b" ))"].concat()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        self.note_shown_command(text);
    }

    /// Gives `.sh.command` its value.
    fn note_shown_command(&mut self, text: Vec<u8>) {
        let name = self.shared.names.intern(b".sh.command");
        let value = Value::String(ByteString::from(text));
        self.put(name, Variable { value, ..Variable::default() });
    }

    /// Runs the DEBUG trap before a command with these words. Returns whether the command is to run.
    #[cold]
    pub(crate) fn debug_words(&mut self, fields: &[ByteString]) -> Flow<bool> {
        let words: Vec<Vec<u8>> =
            fields.iter().map(|field| crate::builtins::shown_in_ksh(field)).collect();
        self.note_shown_command(words.join(&b' '));
        self.debug_at(self.now.line)
    }

    /// Runs the DEBUG trap before an assignment.
    #[cold]
    pub(super) fn debug_assignment(&mut self, assignment: &Assignment) -> Flow {
        if !self.rules().evaluation.debug_trap_follows_expansion {
            return Ok(());
        }
        let sign: &[u8] = if assignment.append { b"+=" } else { b"=" };
        let mut text = [&self.name(assignment.name)[..], sign].concat();
        if assignment.composite.is_some() {
            text.extend_from_slice(b"(...)");
        } else if let Some(value) = &assignment.value.literal {
            text.extend_from_slice(value);
        }
        self.note_shown_command(text);
        self.debug_at(self.now.line).map(drop)
    }

    /// Runs the DEBUG trap for one of several commands that run beside each other, or beside the
    /// shell, before it starts.
    pub(super) fn debug_stage(&mut self, command: &Command) -> Flow {
        if self.watches(DEBUG)
            && self.rules().evaluation.debug_trap_precedes_stages
            && matches!(command, Command::Simple(_))
        {
            self.debug(command)?;
        }
        Ok(())
    }

    /// Runs the DEBUG trap for a command that begins on this line. Returns whether that is to run:
    /// under `extdebug` the trap's status says so, and with 2 a function returns.
    #[cold]
    pub(super) fn debug_at(&mut self, line: u32) -> Flow<bool> {
        self.now.line = line;
        let decides = self.options.has(Options::EXTDEBUG);
        let called = self.now.calls > 0 || self.now.dots > 0;
        let status = match self.run_watched(DEBUG) {
            // The trap's own `return`.
            Err(Unwind::Return) if decides && !called => self.status,
            other => other?,
        };
        if status == 0 || !decides {
            return Ok(true);
        }
        if status == 2 && called {
            self.status = status;
            return Err(Unwind::Return);
        }
        self.status = 0;
        Ok(false)
    }

    /// Reports that the stack is used up: an error that ends the shell, never a fault.
    ///
    /// # Errors
    /// Always: it unwinds as a fatal error does.
    #[cold]
    pub fn too_deep<T>(&mut self) -> Flow<T> {
        self.diagnose(Problem::TooDeep);
        self.status = 2;
        self.now.lacks_room = true;
        Err(Unwind::Exit)
    }
}
