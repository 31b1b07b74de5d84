//! Sessions, parsed scripts, and the end of a run from another thread.

use crate::analysis::{Analysis, analyze};
use crate::builder::{Builder, Input, Output, open_input, open_output};
use crate::call::{HostCall, call_elsewhere};
use crate::error::{Error, check_name};
use crate::family::{Family, Member, Members};
use crate::observe::{Event, observer, question};
use crate::outcome::{Outcome, Usage};
use crate::words;
use launch::signal::SignalSet;
use runtime::counted::{self, outside};
use shell::environment::Environment;
use shell::environment::arrays::Key;
use shell::environment::variables::Value;
use shell::evaluate::subshell::Ending;
use shell::host::{HostCall as ShellCall, HostFunction};
use shell::limits::{Limits, Memory};
use shell::observer::Verdict;
use shell::session::{Bounds, Run, Script as Source};
use shell::signal_source::SessionSignals;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use syntax::tree::List;
use syntax::{ByteString, Name};

/// A shell execution environment that is a value.
pub struct Session {
    family: Arc<Family>,
    number: usize,
    signals: Arc<SessionSignals>,
    limits: Limits,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // One that is dropped by a function of the host goes with its family.
        if let Ok(mut locked) = self.family.lock() {
            locked.members().counted(self.number, |members| members.remove(self.number));
        }
    }
}

impl Session {
    pub(crate) fn new(
        family: Arc<Family>,
        number: usize,
        signals: Arc<SessionSignals>,
        limits: Limits,
    ) -> Self {
        Self { family, number, signals, limits }
    }

    /// Begins to describe a session.
    pub fn builder() -> Builder {
        Builder::default()
    }

    fn with<R: Send>(&self, use_: impl FnOnce(&mut Member) -> R + Send) -> Result<R, Error> {
        let number = self.number;
        Ok(self.family.lock()?.run(|members| use_(members.member(number))))
    }

    /// Runs a script to its end. Its EXIT trap runs there; what it has changed of the session stays.
    ///
    /// An error of syntax, a command that is not found and whatever else a shell reports is in the
    /// outcome: message and status are the shell's.
    ///
    /// # Errors
    /// [`Error::Busy`] from within a function that the session calls; [`Error::Nul`];
    /// [`Error::System`] where what was written cannot be had.
    pub fn run(&mut self, script: impl AsRef<[u8]>) -> Result<Outcome, Error> {
        self.run_masked(script.as_ref(), None)
    }

    /// Runs a script as [`Self::run`] does. Its programs have the signals of `mask` blocked, not those that the
    /// calling thread has.
    ///
    /// # Errors
    /// Those of [`Self::run`].
    pub fn run_with_mask(
        &mut self,
        script: impl AsRef<[u8]>,
        mask: SignalSet,
    ) -> Result<Outcome, Error> {
        self.run_masked(script.as_ref(), Some(mask))
    }

    fn run_masked(&mut self, script: &[u8], mask: Option<SignalSet>) -> Result<Outcome, Error> {
        let (limits, number) = (self.limits, self.number);
        without_nul(script)?;
        let mut locked = self.family.lock()?;
        let mask = mask.or_else(|| locked.mask_of_caller());
        locked.run(|members| {
            run(members, number, (limits, mask), |env, bounds| {
                env.run_in_session(Source::Text(script), bounds)
            })
        })
    }

    /// Runs a script that was parsed for this session or one that it shares its family with.
    ///
    /// # Errors
    /// Those of [`Self::run`]; [`Error::OtherSession`].
    pub fn run_parsed(&mut self, script: &Script) -> Result<Outcome, Error> {
        if !Arc::ptr_eq(&self.family, &script.family) {
            return Err(Error::OtherSession);
        }
        let (limits, number) = (self.limits, self.number);
        let mut locked = self.family.lock()?;
        let mask = locked.mask_of_caller();
        locked.run(|members| {
            let list = members.script(script.number);
            run(members, number, (limits, mask), |env, bounds| {
                env.run_in_session(Source::Parsed(&list), bounds)
            })
        })
    }

    /// Runs one command, whose name and arguments are taken as they are: nothing in them is expanded or has to be quoted. It is
    /// a function of the script, a builtin, a utility or a program; no alias, no reserved word and no assignment.
    ///
    /// # Errors
    /// Those of [`Self::run`]; [`Error::InvalidName`] where there is no word.
    pub fn call<W: AsRef<[u8]>>(&mut self, words: &[W]) -> Result<Outcome, Error> {
        if words.is_empty() {
            return Err(Error::InvalidName(Vec::new()));
        }
        self.run(words::quoted(words))
    }

    /// The fields that words come to when they are expanded as those of a command are, as wordexp(3) has them: tildes,
    /// parameters, commands, arithmetic, fields, pathnames, quotes. The text is words and nothing else: no operator, no
    /// redirection, no newline between them. What expansions run and change of the session is as in [`Self::run`].
    ///
    /// # Errors
    /// [`Error::Syntax`]; [`Error::Expansion`] with the outcome where an expansion has failed or a limit was reached;
    /// those of [`Self::run`].
    pub fn fields(&mut self, text: impl AsRef<[u8]>) -> Result<Vec<Vec<u8>>, Error> {
        let script = self.parse(words::command(text.as_ref()))?;
        let (limits, number) = (self.limits, self.number);
        let mut locked = self.family.lock()?;
        let mask = locked.mask_of_caller();
        let (fields, outcome) = locked.run(|members| {
            let list = members.script(script.number);
            let words = words::only(&list)?;
            let mut fields = None;
            let outcome = run(members, number, (limits, mask), |env, bounds| {
                let (expanded, run) = env.expand_in_session(words, bounds);
                fields = expanded.map(|fields| fields.iter().map(|field| field.to_vec()).collect());
                run
            })?;
            Ok::<_, Error>((fields, outcome))
        })?;
        drop(locked);
        fields.ok_or_else(|| Error::Expansion(Box::new(outcome)))
    }

    /// Parses a script, to run it many times. Aliases and options count as they are now.
    ///
    /// # Errors
    /// [`Error::Syntax`] with the shell's message; [`Error::Nul`], [`Error::Busy`].
    pub fn parse(&mut self, script: impl AsRef<[u8]>) -> Result<Script, Error> {
        let mut locked = self.family.lock()?;
        without_nul(script.as_ref())?;
        let number = locked.members().counted(self.number, |members| {
            let list = parse(members.member(self.number), script.as_ref());
            list.map(|list| members.keep(list))
        })?;
        drop(locked);
        Ok(Script { family: self.family.clone(), number })
    }

    /// What a script would run, read and write, as far as that stands in its text. Nothing is run.
    ///
    /// # Errors
    /// Those of [`Self::parse`].
    pub fn analyze(&mut self, script: impl AsRef<[u8]>) -> Result<Analysis, Error> {
        let mut locked = self.family.lock()?;
        let member = locked.members().member(self.number);
        let list = parse(member, script.as_ref())?;
        let names = member.env.shared.names.clone();
        Ok(analyze(&list, &names, &mut |body| member.env.can_be_stage(body)))
    }

    /// A session that is as this one is now. They share what neither changes, so this costs as little as a
    /// subshell does. Functions of the host are defined for both; open files are the same; captures and
    /// background jobs are not, and what goes to a function as it is written is captured in the clone.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn try_clone(&self) -> Result<Self, Error> {
        let mut locked = self.family.lock()?;
        let number = locked.members().counted(self.number, |members| {
            let copy = members.member(self.number).copy(self.limits.output);
            members.add(copy)
        });
        drop(locked);
        let (family, signals) = (self.family.clone(), self.signals.clone());
        Ok(Self { family, number, signals, limits: self.limits })
    }

    /// Makes this session what another one of its family is now: the way back to a clone that was kept.
    ///
    /// # Errors
    /// [`Error::OtherSession`] where it is no clone of this one, nor this of it; [`Error::Busy`].
    pub fn restore(&mut self, snapshot: &Session) -> Result<(), Error> {
        if !Arc::ptr_eq(&self.family, &snapshot.family) {
            return Err(Error::OtherSession);
        }
        let mut locked = self.family.lock()?;
        locked.members().counted(self.number, |members| {
            let copy = members.member(snapshot.number).copy(self.limits.output);
            *members.member(self.number) = copy;
        });
        // What it had is gone, and counts no more.
        let held = locked.members().member(snapshot.number).held;
        locked.members().member(self.number).held = held;
        Ok(())
    }

    /// Sets the limits of the runs that follow, but for that of output, which the builder has set. Memory is counted
    /// from when it is limited first: what the session and its clones have had before is not.
    ///
    /// # Errors
    /// [`Error::MemoryNotCounted`]; [`Error::Busy`].
    pub fn set_limits(&mut self, limits: Limits) -> Result<(), Error> {
        if limits.memory.is_some() {
            if !runtime::counted::prepare() {
                return Err(Error::MemoryNotCounted);
            }
            self.family.lock()?.members().count_memory(0);
        }
        self.limits = Limits { output: self.limits.output, ..limits };
        Ok(())
    }

    /// Has the runs that follow read and write these, whatever the builder, a clone or `exec` in a script has put
    /// there: for a session that is kept and used for files that differ.
    ///
    /// # Errors
    /// [`Error::System`] where a file cannot be had; [`Error::Busy`].
    pub fn set_files(&mut self, stdin: Input, stdout: Output, stderr: Output) -> Result<(), Error> {
        let (caller, most, given) = (self.family.caller(), self.limits.output, stdin.size());
        self.counted(|member| {
            counted::take_over(given);
            let scheduler = member.env.shared.scheduler.clone();
            let input = open_input(&scheduler, stdin)?;
            let (output, captured) = open_output(&scheduler, 1, stdout, most, caller.as_ref())?;
            let (error, captured_error) =
                open_output(&scheduler, 2, stderr, most, caller.as_ref())?;
            member.env.set_standard_files([input, Some(output), Some(error)]);
            member.captures = [captured, captured_error];
            Ok(())
        })?
    }

    /// Says what memory the session holds, which is counted from now on.
    pub(crate) fn hold(&self, held: isize) -> Result<(), Error> {
        let mut locked = self.family.lock()?;
        locked.members().count_memory(held);
        locked.members().member(self.number).held = held;
        Ok(())
    }

    /// Changes the session on this thread, and counts what that takes.
    fn counted<R>(&self, use_: impl FnOnce(&mut Member) -> R) -> Result<R, Error> {
        let mut locked = self.family.lock()?;
        let number = self.number;
        Ok(locked.members().counted(number, |members| use_(members.member(number))))
    }

    /// Changes a variable, which may run something of the script, where the session runs.
    fn change<R: Send>(
        &self,
        name: &[u8],
        use_: impl FnOnce(&mut Member, Name) -> R + Send,
    ) -> Result<R, Error> {
        check_name(name)?;
        let number = self.number;
        Ok(self.family.lock()?.run(|members| {
            members.counted(number, |members| {
                let member = members.member(number);
                let slot = member.env.shared.names.intern(name);
                use_(member, slot)
            })
        }))
    }

    /// The value of a variable, of an array its first element; None where it is not set.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Busy`].
    pub fn get(&self, name: impl AsRef<[u8]>) -> Result<Option<Vec<u8>>, Error> {
        self.with_name(name.as_ref(), |member, name| {
            member.env.value(name).map(|text| text.to_vec())
        })
    }

    /// Assigns to a variable.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Nul`], [`Error::Refused`], [`Error::Busy`].
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Result<(), Error> {
        let (name, value) = (name.as_ref(), value.as_ref());
        without_nul(value)?;
        let done = self.change(name, |member, slot| {
            member.is_new = false;
            member.env.assign(slot, Value::String(ByteString::new(value)))
        })?;
        done.map_err(|_| Error::Refused(name.to_vec()))
    }

    /// Exports a variable to the programs that the session launches.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Busy`].
    pub fn export(&mut self, name: impl AsRef<[u8]>) -> Result<(), Error> {
        self.change(name.as_ref(), |member, name| {
            member.env.mark(name, shell::environment::variables::EXPORT);
        })
    }

    /// Unsets a variable.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Refused`], [`Error::Busy`].
    pub fn unset(&mut self, name: impl AsRef<[u8]>) -> Result<(), Error> {
        let name = name.as_ref();
        let done = self.change(name, |member, slot| {
            member.is_new = false;
            member.env.unset(slot)
        })?;
        done.map_err(|_| Error::Refused(name.to_vec()))
    }

    /// The elements of an array in their order; of another variable that is set, its value.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Busy`].
    pub fn array(&self, name: impl AsRef<[u8]>) -> Result<Vec<Vec<u8>>, Error> {
        self.with_name(name.as_ref(), |member, name| {
            member.env.elements(name).iter().map(|element| element.to_vec()).collect()
        })
    }

    /// Makes a variable an indexed array of these elements.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Nul`], [`Error::Refused`], [`Error::Busy`].
    pub fn set_array<V: AsRef<[u8]>>(
        &mut self,
        name: impl AsRef<[u8]>,
        elements: &[V],
    ) -> Result<(), Error> {
        let name = name.as_ref();
        let elements: Vec<&[u8]> = elements.iter().map(AsRef::as_ref).collect();
        elements.iter().try_for_each(|element| without_nul(element))?;
        self.change(name, |member, slot| {
            member.is_new = false;
            let env = &mut member.env;
            env.fresh_array(slot)?;
            (0..).zip(&elements).try_for_each(|(index, element)| {
                env.assign_element(slot, Key::Index(index), ByteString::new(element))
            })
        })?
        .map_err(|_| Error::Refused(name.to_vec()))
    }

    /// Defines a builtin that calls a function of the host. Special builtins and functions of the
    /// script come before it, other builtins too; programs of that name after it. It is defined for all
    /// clones of the session. One that panics ends with status 134. It runs on the thread that runs the session,
    /// and is not confined by its policy.
    ///
    /// # Errors
    /// [`Error::InvalidName`] for an empty name or one with a slash or a NUL; [`Error::Busy`].
    pub fn define(
        &mut self,
        name: impl AsRef<[u8]>,
        function: impl Fn(&mut HostCall<'_>) -> i32 + Send + 'static,
    ) -> Result<(), Error> {
        let name = name.as_ref();
        if name.is_empty() || name.contains(&b'/') || name.contains(&0) {
            return Err(Error::InvalidName(name.to_vec()));
        }
        let caller = self.family.caller();
        let mut locked = self.family.lock()?;
        let shared = &locked.members().member(self.number).env.shared;
        let function: Rc<HostFunction> = match caller {
            None => Rc::new(move |call: &mut ShellCall<'_>| {
                outside(|| function(&mut HostCall::of(call)))
            }),
            Some(caller) => call_elsewhere(caller, function),
        };
        shared.host.set(shared.names.intern(name), Some(function));
        Ok(())
    }

    /// Has a function told, in the runs that follow, each simple command that has a name before it runs, each utility
    /// that has run inside, and each process that is about to be made. Of a command it says whether it runs: one that it skips makes no redirection, and
    /// has the status that it gives. It replaces the one before, holds for all clones of the session, runs on the
    /// thread that runs the session and cannot use that; a [`Canceller`] ends the run from within. Where it
    /// panics the command is skipped with status 134.
    ///
    /// Programs are told as processes, and what they do is not seen: what has to hold against a script is for a
    /// [policy](Builder::policy).
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn observe(
        &mut self,
        function: impl FnMut(&Event) -> Verdict + Send + 'static,
    ) -> Result<(), Error> {
        let observer = observer(self.family.caller(), function);
        self.family.lock()?.members().member(self.number).env.set_observer(Some(observer));
        Ok(())
    }

    /// Tells nobody any more what happens.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn stop_observing(&mut self) -> Result<(), Error> {
        self.family.lock()?.members().member(self.number).env.set_observer(None);
        Ok(())
    }

    /// Has a function asked whether a run goes on, in the runs that follow: some twenty times a second, and where a
    /// signal handler of the process has interrupted a wait of the session. It returns the number of a signal,
    /// which the session is sent ([`Canceller::send`]), or None. So a host whose signals are taken by code of its own can
    /// take them while a script runs on its thread. It replaces the one before, holds for all clones of the
    /// session, runs on the thread that runs the session and cannot use that; where it panics the run is ended.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn on_interrupt(
        &mut self,
        function: impl FnMut() -> Option<i32> + Send + 'static,
    ) -> Result<(), Error> {
        let ask = question(self.family.caller(), function);
        self.family.lock()?.members().member(self.number).env.set_interruption(Some(ask));
        Ok(())
    }

    /// What ends a run of this session, or of a clone of it, from another thread.
    ///
    /// # Errors
    /// [`Error::System`] where there are no descriptors left.
    pub fn canceller(&self) -> Result<Canceller, Error> {
        self.signals.watch()?;
        Ok(Canceller(self.signals.clone()))
    }

    fn with_name<R: Send>(
        &self,
        name: &[u8],
        use_: impl FnOnce(&mut Member, Name) -> R + Send,
    ) -> Result<R, Error> {
        check_name(name)?;
        self.with(|member| {
            let slot = member.env.shared.names.intern(name);
            use_(member, slot)
        })
    }
}

/// Reads a script to its end.
fn parse(member: &mut Member, script: &[u8]) -> Result<List, Error> {
    without_nul(script)?;
    match member.env.parse_for_session(script) {
        Some(Ok(list)) => Ok(list),
        Some(Err(error)) => {
            let message = shell::diagnostics::syntax_words(&error);
            let message = String::from_utf8_lossy(&message).into_owned();
            Err(Error::Syntax(format!("line {}: {message}", error.span.line)))
        }
        None => Err(Error::Syntax("the nesting is too deep".to_owned())),
    }
}

fn without_nul(text: &[u8]) -> Result<(), Error> {
    match text.contains(&0) {
        true => Err(Error::Nul),
        false => Ok(()),
    }
}

/// Runs something in the environment of a member, within limits, and with a signal mask for its programs.
fn run(
    members: &mut Members,
    number: usize,
    (limits, mask): (Limits, Option<SignalSet>),
    body: impl FnOnce(&mut Environment, Bounds) -> Run,
) -> Result<Outcome, Error> {
    let memory = limits.memory.map(|most| Memory {
        is_reached: counted::is_reached,
        most: members.room(number, most),
        limit: counted::limit,
    });
    let bounds = Bounds { limits, memory, mask };
    members.counted(number, |members| run_member(members.member(number), bounds, body))
}

fn run_member(
    member: &mut Member,
    bounds: Bounds,
    body: impl FnOnce(&mut Environment, Bounds) -> Run,
) -> Result<Outcome, Error> {
    let began = Instant::now();
    member.is_new = false;
    let run = body(&mut member.env, bounds);
    let alone = !member.env.has_background();
    let mut outputs = [Vec::new(), Vec::new()];
    for (capture, output) in member.captures.iter().zip(&mut outputs) {
        if let Some(capture) = capture {
            *output = capture.take(alone)?;
        }
    }
    let [stdout, stderr] = outputs;
    counted::hand_over(stdout.capacity() + stderr.capacity());
    let (status, signal) = match run.ending {
        Ending::Status(status) | Ending::Process(status) => (status & 0xff, None),
        Ending::Signal(number) => (128 + number, run.limit.is_none().then_some(number)),
    };
    let usage = Usage { steps: run.steps, processes: run.processes, wall: began.elapsed() };
    // What the programs wrote that were waited for last may have been too much.
    let limit = run.limit.or(member.env.shared.signals.reached());
    Ok(Outcome { status, signal, limit, stdout, stderr, usage })
}

/// A script that was parsed for a session and its clones.
pub struct Script {
    family: Arc<Family>,
    number: usize,
}

impl std::fmt::Debug for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Script").finish_non_exhaustive()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        if let Ok(mut locked) = self.family.lock() {
            // It is nobody's of the sessions: what it takes is its family's.
            locked.members().counted(usize::MAX, |members| members.forget(self.number));
        }
    }
}

/// Ends runs of a session from another thread.
#[derive(Clone, Debug)]
pub struct Canceller(Arc<SessionSignals>);

impl Canceller {
    /// Ends the run that goes on, as SIGTERM ends a shell: a trap of the script may see it. A program
    /// that is waited for is killed. Without a run that goes on, the next one ends at once.
    pub fn cancel(&self) {
        self.send(rustix::process::Signal::TERM.as_raw());
    }

    /// Sends a signal to the session, not to the process: a trap runs, or the run ends.
    pub fn send(&self, number: i32) {
        self.0.send(number);
    }
}
