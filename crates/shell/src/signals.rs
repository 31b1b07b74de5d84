//! Signals and traps (POSIX XCU 2.12): what a pending signal does, between commands.
//!
//! A handler only notes a signal (crate launch). `handle_signals` is called between commands and
//! when a wait is over: it runs the trap, or unwinds to the environment that has one. EXIT, ERR,
//! DEBUG and RETURN run from here as well. `Environment::print`, with which builtins write, is here
//! because SIGPIPE decides its result.

use crate::diagnostics::Problem;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::environment::traps::{Action, DEBUG, EXIT, RETURN, Traps};
use crate::evaluate::subshell::Ending;
use crate::script::Origin;
use crate::shared::TERMINAL;
use crate::unwind::{Flow, Unwind};
use launch::signal::{self, Disposition};
use stage::{OpenFile, Signals};
use std::rc::Rc;
use syntax::ByteString;

/// What an interactive shell treats in its own way.
const INTERACTIVE: [i32; 3] = [libc::SIGINT, libc::SIGQUIT, libc::SIGTERM];

/// The signals before which the EXIT trap runs where they end the shell.
const ENDING: [i32; 7] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGALRM,
    libc::SIGTERM,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// Signals by which a terminal stops jobs.
const STOPPING: [i32; 3] = [libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU];

/// What a terminal's signals do to a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct JobSignals {
    /// It is a job that can be stopped.
    pub(crate) can_be_stopped: bool,
    /// It is in the background of a shell without job control, and no terminal interrupts it.
    pub(crate) is_not_interrupted: bool,
}

impl Environment {
    /// Which signals end a wait of this environment: in a subshell not those that only the
    /// enclosing environments deal with, or it would never wait again.
    pub fn awaited(&self) -> Signals {
        if !self.now.is_virtual || !self.shared.signals.pending() {
            return Signals::Any;
        }
        let pending = self.shared.signals.pending_set();
        let others = (1..signal::COUNT as i32).any(|number| {
            pending.contains(number)
                && number != libc::SIGPIPE
                && number != libc::SIGCHLD
                && self.trap(number).is_none()
        });
        if others { Signals::Terminal } else { Signals::Any }
    }

    /// Whether a signal has come that has a trap in this environment.
    pub fn trap_is_due(&self) -> bool {
        self.shared.signals.pending() && {
            let pending = self.shared.signals.pending_set();
            let due = |&number: &i32| {
                pending.contains(number) && matches!(self.trap(number), Some(Action::Run(_)))
            };
            (1..signal::COUNT as i32).any(|number| due(&number))
        }
    }

    /// Which signals end the wait for the output of a substitution. A script's own shell has
    /// none that is not trapped: the trap runs after the command, whose process goes on.
    pub fn capture_signals(&self) -> Signals {
        match self.now.is_virtual || self.options.has(Options::INTERACTIVE) {
            true => Signals::Terminal,
            false => Signals::Fatal,
        }
    }

    /// Handles the signals that have arrived: runs their traps, or unwinds to the environment that
    /// catches them.
    ///
    /// # Errors
    /// [`Unwind::Signal`] where this environment does not catch one; else the [`Unwind`] of a trap.
    #[cold]
    pub fn handle_signals(&mut self) -> Flow {
        if self.shared.signals.reached().is_some() {
            // No trap keeps a run from its end.
            return Err(Unwind::Signal(libc::SIGXCPU));
        }
        self.shared.unwaited.reap();
        let pending = self.shared.signals.pending_set();
        for number in 1..signal::COUNT as i32 {
            if !pending.contains(number) {
                continue;
            }
            match self.trap(number).cloned() {
                Some(Action::Run(text)) => {
                    self.shared.signals.take(number);
                    self.run_trap(&text, false)?;
                }
                Some(Action::Ignore) => {
                    self.shared.signals.take(number);
                }
                None if number == libc::SIGPIPE || number == libc::SIGCHLD => {
                    // Caught for the shell's own sake; those who meet it know already.
                    if !self.now.is_virtual || number == libc::SIGPIPE {
                        self.shared.signals.take(number);
                    }
                }
                None if number == libc::SIGINT && self.now.waits_cooperatively => {
                    // It is not known yet whether the program that is waited for takes it.
                }
                None if self.now.is_virtual => {
                    // Caught further out, where it is dealt with; this subshell ends as its
                    // process would have, if the signal was for everybody.
                    if TERMINAL.contains(&number) || self.shared.fatal().contains(number) {
                        return Err(Unwind::Signal(number));
                    }
                }
                None => {
                    self.shared.signals.take(number);
                    if self.shared.fatal().contains(number) && !self.now.exiting {
                        return Err(Unwind::Signal(number));
                    }
                    if self.options.has(Options::INTERACTIVE) && number == libc::SIGINT {
                        self.status = 128 + number;
                        if !self.shared.line_is_ended.take() {
                            self.write_error(b"\n");
                        }
                        return Err(Unwind::Error);
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs a trap; `$?` is afterwards what it was before. Those on ERR, DEBUG and RETURN are
    /// `watched` and have the command's line. Returns the trap's own status.
    fn run_trap(&mut self, text: &ByteString, watched: bool) -> Flow<i32> {
        let status = self.status;
        let statuses = self.pipe_statuses.clone();
        let outer = self.now.trap_status.replace(status);
        let outer_depth =
            std::mem::replace(&mut self.now.trap_depth, self.now.calls + self.now.dots);
        let (line, line_shift) = (self.now.line, self.now.line_shift);
        let place = self.now.place;
        if !watched {
            self.begin_action(text);
        }
        let result = self.run_text_of(text, Origin::Trap);
        self.now.place = place;
        self.now.line = line;
        self.now.line_shift = line_shift;
        self.now.trap_status = outer;
        self.now.trap_depth = outer_depth;
        self.pipe_statuses = statuses;
        result?;
        Ok(std::mem::replace(&mut self.status, status))
    }

    /// The action of a trap on a signal or on EXIT begins: its lines are its own.
    fn begin_action(&mut self, text: &ByteString) {
        let line = self.now.line;
        if self.rules().evaluation.trap_begins_at_line_one {
            self.now.line = 1;
            self.now.line_shift = 0;
        }
        if self.shared.profile.get().is_some() {
            self.profile_action(text, line);
        }
    }

    /// Runs the trap on ERR, DEBUG or RETURN, unless it is running, and returns its status.
    ///
    /// # Errors
    /// The [`Unwind`] of the trap.
    #[cold]
    pub fn run_watched(&mut self, condition: i32) -> Flow<i32> {
        let Some(Action::Run(text)) = self.trap(condition).cloned() else { return Ok(0) };
        // The traps that do not run from within this one.
        let own = match self.rules().evaluation.watching_traps_nest {
            true if condition == DEBUG => 1 << -DEBUG | 1 << -RETURN,
            true => 1 << -condition,
            false => u8::MAX,
        };
        let (watched, acting) = (self.watched, self.now.acting);
        let before = self.traps.as_ref().map_or(0, |traps| traps.watched());
        self.watched &= !own;
        self.now.acting |= own;
        let last = self.last_argument.clone();
        let result = self.run_trap(&text, true);
        self.last_argument = last;
        self.now.acting = acting;
        self.watched = match &self.traps {
            // The trap may have changed what there is.
            Some(traps) => traps.watched() & (watched | !before),
            None => 0,
        };
        result
    }

    /// Runs the EXIT trap, once.
    ///
    /// # Errors
    /// The [`Unwind`] of the trap.
    pub fn run_exit_trap(&mut self) -> Flow {
        let Some(traps) = &mut self.state.traps else { return Ok(()) };
        if self.now.exiting || !traps.actions.contains_key(&EXIT) {
            // An EXIT trap that the EXIT trap sets is not run.
            return Ok(());
        }
        let Some(Action::Run(text)) = Rc::make_mut(traps).actions.remove(&EXIT) else {
            return Ok(());
        };
        let status = self.status;
        self.now.exiting = true;
        self.now.lacks_room = false;
        self.now.trap_status = Some(status);
        self.now.errexit_ignored = false;
        if self.now.frame.is_none() {
            self.now.calls = 0;
            self.now.dots = 0;
        }
        self.now.trap_depth = self.now.calls + self.now.dots;
        self.now.loops = 0;
        self.now.loop_outside = false;
        let place = self.now.place;
        self.begin_action(&text);
        // Shown as what the shell itself runs.
        self.now.nesting -= 1;
        let result = self.run_text_of(&text, Origin::Trap);
        self.now.nesting += 1;
        self.now.place = place;
        self.now.trap_status = None;
        match result {
            Ok(()) => {
                self.status = status;
                Ok(())
            }
            // Its own `exit` or an error has set the status.
            Err(Unwind::Exit | Unwind::Error) => Ok(()),
            other => other,
        }
    }

    /// Runs the EXIT trap of a shell that ends within a function or a file that is read: the trap
    /// may see that from within.
    ///
    /// # Errors
    /// The [`Unwind`] of the trap.
    #[cold]
    pub fn exit_from_within(&mut self) -> Flow {
        // What ends for want of room has none here: the trap runs once the stack is unwound.
        if self.rules().evaluation.exit_trap_runs_in_function && !self.now.lacks_room {
            self.run_exit_trap()?;
        }
        Err(Unwind::Exit)
    }

    /// Runs the EXIT trap before the redirections of a command are undone in which the shell ends, where a
    /// script runs it: texts that `eval`, `.` and `-c` run undo theirs first (bash).
    ///
    /// # Errors
    /// Always: [`Unwind::Exit`], or what the trap's action ends with.
    #[cold]
    pub fn exit_within_redirections(&mut self) -> Flow {
        match self.now.nesting == 0 && !self.options.has(Options::COMMAND) {
            true => self.exit_from_within(),
            false => Err(Unwind::Exit),
        }
    }

    /// Removes the EXIT trap before a function that may have one of its own. Returns the traps that
    /// there were, for [`Self::end_traps_of_function`].
    pub fn set_aside_exit_trap(&mut self) -> Option<Rc<Traps>> {
        let traps = self.traps.clone()?;
        if traps.actions.contains_key(&EXIT)
            && let Some(traps) = &mut self.traps
        {
            Rc::make_mut(traps).actions.remove(&EXIT);
        }
        Some(traps)
    }

    /// Removes the traps that a function has set, and runs its EXIT trap, which sees the caller's
    /// variables (ksh93(1), Functions).
    ///
    /// # Errors
    /// `result`, or the [`Unwind`] of the trap.
    pub fn end_traps_of_function(&mut self, before: Option<Rc<Traps>>, result: Flow) -> Flow {
        let same = match (&self.traps, &before) {
            (None, None) => true,
            (Some(now), Some(before)) => Rc::ptr_eq(now, before),
            _ => false,
        };
        if same {
            return result;
        }
        let none = std::collections::BTreeMap::new();
        let now = self.traps.as_ref().map_or(&none, |traps| &traps.actions).clone();
        let old = before.as_ref().map_or(&none, |traps| &traps.actions).clone();
        let own = now.get(&EXIT).cloned();
        for condition in now.keys().chain(old.keys()) {
            if now.get(condition) != old.get(condition) && *condition > EXIT {
                self.set_trap(*condition, old.get(condition).cloned())?;
            }
        }
        self.traps = before;
        self.watched = self.traps.as_ref().map_or(0, |traps| traps.watched());
        match own {
            Some(Action::Run(text)) => {
                self.run_trap(&text, false)?;
                result
            }
            _ => result,
        }
    }

    /// Whether the shell that called a nested script ignored a signal then.
    pub fn ignored_by_caller(&self, number: i32) -> bool {
        self.traps.as_ref().is_some_and(|traps| traps.on_entry.contains(number))
    }

    /// Sets the trap on a condition; `None`: the default action.
    ///
    /// # Errors
    /// Unwinds where the environment moves to a process of its own to change how a signal is dealt
    /// with.
    pub fn set_trap(&mut self, condition: i32, action: Option<Action>) -> Flow {
        if condition > EXIT {
            if self.ignored_by_caller(condition)
                || self.shared.ignored_on_entry(condition) && !self.shared.interactive.get()
            {
                // What was ignored when the shell began stays so (POSIX XCU trap).
                return Ok(());
            }
            let present = self.trap(condition);
            let ignored = self.shared.ignored_on_entry(condition);
            if present == action.as_ref() && (action.is_some() || self.now.is_virtual) && !ignored {
                // Nothing changes for the kernel.
            } else {
                if !self.shared.is_session() || self.now.level > 0 {
                    self.become_process("a trap on a signal")?;
                }
                self.shared.forget_entry(condition);
                self.dispose(condition, action.as_ref());
            }
        }
        let runs = matches!(action, Some(Action::Run(_)));
        if condition == EXIT && runs {
            self.catch_endings();
        }
        let traps = self.traps.get_or_insert_with(|| Rc::new(Traps::default()));
        Rc::make_mut(traps).set(condition, action);
        if (RETURN..EXIT).contains(&condition) {
            let bit = 1 << -condition;
            self.watched &= !bit;
            if runs {
                self.watched |= bit & !self.now.acting;
            }
        }
        Ok(())
    }

    /// A session begins to run: its signals are dealt with as its traps say, and not those of another one of its
    /// family, with which it shares what stands for the kernel.
    pub(crate) fn enforce_traps(&mut self) {
        let before = self.shared.traps_in_force.take();
        if before.as_ref().map(Rc::as_ptr) == self.traps.as_ref().map(Rc::as_ptr) {
            return;
        }
        let traps = self.traps.clone();
        let action =
            |traps: &Option<Rc<Traps>>, number| traps.as_ref()?.actions.get(&number).cloned();
        for number in 1..signal::COUNT as i32 {
            let now = action(&traps, number);
            if now != action(&before, number) {
                self.dispose(number, now.as_ref());
            }
        }
    }

    /// Whether a signal has arrived that ends the shell.
    pub(crate) fn is_ending(&self) -> bool {
        self.shared.signals.pending()
            && self.shared.signals.pending_set().intersects(self.shared.fatal())
    }

    /// There is an EXIT trap: catches the signals that would end the process at once, if the trap
    /// runs for those.
    fn catch_endings(&self) {
        let rules = &self.rules().evaluation;
        if !rules.exit_trap_runs_for_signals || self.options.has(Options::INTERACTIVE) {
            return;
        }
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        let fatal = self.shared.fatal();
        for number in ENDING {
            if fatal.contains(number) {
                continue;
            }
            let default =
                matches!(self.shared.signals.disposition(number), Ok(Disposition::Default));
            if default {
                let _ = self.shared.catch_fatal(number);
            }
        }
    }

    /// The environment ends by a signal: runs the EXIT trap before, if it runs for signals.
    ///
    /// # Errors
    /// Only [`Unwind::Moved`]: the trap runs in another process, which ends as this environment would.
    pub(crate) fn exit_by_signal(&mut self, number: i32) -> Flow {
        let runs = self.rules().evaluation.exit_trap_runs_for_signals;
        if self.trap(EXIT).is_none() || !runs {
            return Ok(());
        }
        // The signal does not end what runs now; it is for the enclosing environments as well.
        let pending = self.shared.signals.take(number);
        let result = self.run_exit_trap();
        if pending {
            self.shared.signals.raise(number);
        }
        match result {
            Err(moved @ Unwind::Moved(_)) => Err(moved),
            _ => Ok(()),
        }
    }

    /// Tells the kernel what to do with a signal.
    fn dispose(&mut self, number: i32, action: Option<&Action>) {
        self.shared.ends_shell(number, false);
        let result = match action {
            Some(Action::Run(_)) => {
                self.shared.caught(number, true);
                // Waits that a terminal ends must not start again by themselves.
                self.shared.signals.catch(number, !TERMINAL.contains(&number))
            }
            Some(Action::Ignore) => {
                self.shared.caught(number, false);
                self.shared.signals.ignore(number)
            }
            None => {
                self.shared.caught(number, false);
                self.default_disposition(number)
            }
        };
        if action.is_none() && self.shared.is_session() {
            self.shared.ends_shell(number, !crate::shared::BENIGN.contains(&number));
        }
        let _ = result;
    }

    /// What the shell itself does with a signal that is not trapped.
    fn default_disposition(&self, number: i32) -> std::io::Result<()> {
        let interactive = self.options.has(Options::INTERACTIVE) && !self.shared.forked.get();
        match number {
            libc::SIGPIPE if self.shared.catches_broken_pipes() => {
                self.shared.signals.catch(number, true)
            }
            libc::SIGCHLD if self.shared.unwaited.is_active() => {
                self.shared.signals.catch(number, false)
            }
            libc::SIGQUIT if !interactive && !self.shared.forked.get() && self.ignores_quit() => {
                self.shared.caught(number, true);
                self.shared.signals.catch(number, true)
            }
            libc::SIGINT if interactive => self.shared.signals.catch(number, false),
            libc::SIGQUIT | libc::SIGTERM if interactive => self.shared.signals.ignore(number),
            number if STOPPING.contains(&number) && self.controls_jobs() => {
                self.shared.signals.ignore(number)
            }
            number if ENDING.contains(&number) && self.trap(EXIT).is_some() && !interactive => {
                self.shared.signals.reset(number)?;
                self.catch_endings();
                Ok(())
            }
            _ => self.shared.signals.reset(number),
        }
    }

    /// Has SIGQUIT caught that this shell ignores: caught, it has its default action in programs again.
    pub(crate) fn ignore_quit(&self) {
        if self.ignores_quit()
            && matches!(self.shared.signals.disposition(libc::SIGQUIT), Ok(Disposition::Default))
            && self.shared.signals.catch(libc::SIGQUIT, true).is_ok()
        {
            self.shared.caught(libc::SIGQUIT, true);
        }
    }

    fn ignores_quit(&self) -> bool {
        self.rules().evaluation.shell_ignores_quit
    }

    /// In a forked child: signals that the parent caught have their default action again.
    pub(crate) fn reset_signals(&mut self, background: bool) {
        let fatal = self.shared.take_fatal();
        let fatal = (1..signal::COUNT as i32).filter(|&number| fatal.contains(number));
        for number in self.shared.take_caught().into_iter().chain(fatal) {
            if !TERMINAL.contains(&number) {
                // It was for the parent.
                self.shared.signals.take(number);
            }
            let _ = match self.trap(number) {
                Some(Action::Ignore) => self.shared.signals.ignore(number),
                _ => self.shared.signals.reset(number),
            };
        }
        if self.options.has(Options::INTERACTIVE) {
            self.as_on_entry(&INTERACTIVE);
            self.options.set(Options::INTERACTIVE, false);
        }
        if self.shared.forget_broken_pipes() && self.trap(libc::SIGPIPE).is_none() {
            let _ = self.shared.signals.reset(libc::SIGPIPE);
        }
        if background {
            for number in [libc::SIGINT, libc::SIGQUIT] {
                // Ignored from here on, but a trap may say otherwise.
                self.shared.ignored_on_entry(number);
                if self.trap(number).is_none() {
                    let _ = self.shared.signals.ignore(number);
                }
            }
        }
    }

    /// What a member of a job does with the signals by which jobs are stopped.
    pub(crate) fn reset_job_signals(&self) {
        self.as_on_entry(&STOPPING);
    }

    /// The shell's own treatment of signals ends: those that no trap is set on are what they
    /// were when it began.
    fn as_on_entry(&self, numbers: &[i32]) {
        for &number in numbers {
            if self.trap(number).is_none() {
                let _ = match self.shared.ignored_on_entry(number) {
                    true => self.shared.signals.ignore(number),
                    false => self.shared.signals.reset(number),
                };
            }
        }
    }

    /// What a program is not to inherit of the shell's own treatment of signals.
    pub(crate) fn signals_of_programs(
        &self,
        launch: &mut launch::Launch<'_>,
        treatment: JobSignals,
    ) {
        let interactive = self.options.has(Options::INTERACTIVE);
        if !interactive && treatment == JobSignals::default() {
            return;
        }
        let (mut ignored, mut default) = (Vec::new(), Vec::new());
        if treatment.is_not_interrupted {
            ignored.extend([libc::SIGINT, libc::SIGQUIT]);
        }
        let numbers = INTERACTIVE.iter().filter(|_| interactive);
        for &number in numbers.chain(STOPPING.iter().filter(|_| treatment.can_be_stopped)) {
            match self.trap(number) {
                Some(Action::Ignore) => {}
                None if self.shared.ignored_on_entry(number) => ignored.push(number),
                _ => default.push(number),
            }
        }
        launch.ignore_signals(signal::SignalSet::of(&ignored));
        launch.default_signals(signal::SignalSet::of(&default));
    }

    /// An interactive shell is not ended by what a terminal sends (POSIX XCU sh, 2.11).
    pub(crate) fn become_interactive(&self) {
        self.shared.interactive.set(true);
        for number in INTERACTIVE {
            self.shared.ignored_on_entry(number);
            let _ = match number {
                libc::SIGINT => self.shared.signals.catch(number, false),
                number => self.shared.signals.ignore(number),
            };
        }
    }

    /// A shell that controls jobs is not stopped with them; or not any more.
    pub(crate) fn survive_stopping(&self, on: bool) {
        if !on {
            return self.as_on_entry(&STOPPING);
        }
        for number in STOPPING {
            self.shared.ignored_on_entry(number);
            if self.trap(number).is_none() {
                let _ = self.shared.signals.ignore(number);
            }
        }
    }

    /// Writes what a builtin prints, and returns 0, or 1 after a message where that fails.
    ///
    /// # Errors
    /// Unwinds where nobody reads: the environment ends as by SIGPIPE; and as
    /// [`Self::handle_signals`] does where a signal arrived.
    pub fn print(&mut self, name: &str, text: &[u8]) -> Flow<i32> {
        if text.is_empty() {
            return Ok(0);
        }
        let result = match self.file(1) {
            Some(file) => self.write_whole(&file, text)?,
            None => Err(rustix::io::Errno::BADF.into()),
        };
        let Err(error) = result else { return Ok(0) };
        match error.kind() {
            std::io::ErrorKind::BrokenPipe
                if self.trap(libc::SIGPIPE).is_none()
                    && !self.shared.pipe_ignored.get()
                    && !self.shared.ignored_on_entry(libc::SIGPIPE) =>
            {
                self.shared.signals.take(libc::SIGPIPE);
                return Err(self.die(libc::SIGPIPE));
            }
            std::io::ErrorKind::Interrupted => {
                self.handle_signals()?;
                return Ok(1);
            }
            _ => {}
        }
        let reason = utilities::message::reason(&error);
        let broken = error.kind() == std::io::ErrorKind::BrokenPipe;
        if !broken || self.rules().evaluation.broken_pipe_is_reported {
            self.diagnose(Problem::WriteFailed { command: name, reason: &reason });
        }
        Ok(1)
    }

    /// Which signals end a write that waits for a reader: in a subshell not those that have a trap further out, which
    /// its process would not have got.
    pub(crate) fn ends_of_writes(&self) -> Signals {
        match self.now.is_virtual {
            true => Signals::Terminal,
            false => Signals::Any,
        }
    }

    /// Writes all of a text. A trap runs while a reader is waited for, and the rest is written then.
    fn write_whole(&mut self, file: &OpenFile, text: &[u8]) -> Flow<std::io::Result<()>> {
        let signals = self.ends_of_writes();
        if self.now.is_virtual {
            self.leave_before_writing(file)?;
        }
        let mut rest = text;
        loop {
            let Err((error, count)) = file.write_all_until(rest, signals) else {
                return Ok(Ok(()));
            };
            let is_interrupted = error.kind() == std::io::ErrorKind::Interrupted;
            if !is_interrupted || self.now.is_virtual || !self.trap_is_due() {
                return Ok(Err(error));
            }
            self.handle_signals()?;
            rest = &rest[count..];
        }
    }

    /// Ends the environment as by a signal: the process, if it is its own.
    pub fn die(&mut self, number: i32) -> Unwind {
        if !self.now.is_virtual && self.trap(EXIT).is_none() {
            self.end_process(Ending::Signal(number));
        }
        Unwind::Signal(number)
    }
}
