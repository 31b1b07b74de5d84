//! Subshells and command substitutions: bodies that run in an environment of their own
//! (POSIX XCU 2.6.3, 2.9.4.1), and how one goes on in a process of its own.
//!
//! The boundary is one function, [`Environment::run_body`]: it makes the clone, runs the
//! body, runs its EXIT trap and turns whatever unwinds into an exit status. Nothing has to be
//! put back. A body that turns out to need a process *moves*: [`Environment::become_process`].

use super::Place;
use super::redirect::Refused;
use crate::diagnostics::{PipeUse, Problem};
use crate::effects;
use crate::environment::files::Slot;
use crate::environment::jobs::Job;
use crate::environment::options::Options;
use crate::environment::traps::EXIT;
use crate::environment::{Environment, Killed};
use crate::script::Origin;
use crate::unwind::{Flow, Unwind};
use dialect::builtins::JobLine;
use dialect::evaluation::BreakInSubshell;
use launch::process::{self, Copied, ForkResult, WaitStatus};
use launch::signal;
use stage::{Capture, Signals};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::BufRead;
use std::os::fd::{OwnedFd, RawFd};
use std::rc::Rc;
use std::time::{Duration, Instant};
use syntax::ByteString;
use syntax::tree::{Body, Command, List, Redirection, RedirectionKind};

impl Environment {
    /// `( … )`, with its text where that is known.
    // Not a part of its caller, whose frame every level of a recursion has: this one's is of some KB.
    #[inline(never)]
    pub(super) fn run_subshell(&mut self, body: &Rc<Body>, text: &[u8]) -> Flow {
        self.run_redirected_subshell(body, &[], text)
    }

    /// `( … )` that makes these redirections itself.
    ///
    /// # Errors
    /// Those of [`Self::settle`] and [`Self::fork_off`].
    pub(super) fn run_redirected_subshell(
        &mut self,
        body: &Rc<Body>,
        redirections: &[Redirection],
        text: &[u8],
    ) -> Flow {
        let run = |env: &mut Environment, place: Place| {
            if redirections.is_empty() {
                return env.run_list(&body.list, place);
            }
            let substituted = env.now.process_files.len();
            if !env.redirect_whole(redirections)? {
                return Ok(());
            }
            let result = env.run_list(&body.list, place);
            env.close_substituted(substituted);
            result
        };
        let needs = effects::needs(body);
        let mut inner = self.subshell();
        if self.controls_jobs() {
            let terminal = self.shared.terminal.get();
            self.profile_at(body.line);
            let started =
                self.fork_off(inner, "job control", Course::Foreground, |env, place| {
                    env.join_group(0, terminal);
                    run(env, place)
                })?;
            let Ending::Process(pid) = started else {
                self.status = self.settle(started)?;
                return Ok(());
            };
            let _ = process::set_process_group(pid, pid);
            self.status = self.wait_foreground(Job::new(&[pid], Some(pid), text.to_vec(), false));
            return self.leave_loops();
        }
        if let Some(reason) = needs {
            self.profile_at(body.line);
            self.status = self.run_forked(inner, reason, run)?;
            return Ok(());
        }
        // A program that is all of it is this environment's child, as if the subshell had become
        // it: an interrupt that it takes for itself is nobody else's then.
        let ending = inner.run_body(|env| run(env, Place::whole(&body.list)));
        drop(inner);
        self.status = self.settle(ending)?;
        self.check_window();
        Ok(())
    }

    /// The output of `$( … )` without the newlines at its end (POSIX XCU 2.6.3).
    ///
    /// # Errors
    /// Unwinds where the process cannot be made, or a signal ended the wait; the body's own
    /// unwinding stops here.
    pub fn command_substitution(&mut self, body: &Rc<Body>) -> Flow<Vec<u8>> {
        let scheduler = self.shared.scheduler.clone();
        match scheduler.deeper(|| self.substitute_command(body)) {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    fn substitute_command(&mut self, body: &Rc<Body>) -> Flow<Vec<u8>> {
        let capture = Capture::new(&self.shared.scheduler);
        let read_again = !body.source.is_empty()
            && (body.list.items.is_empty()
                || !self.aliases.0.is_empty() && self.options.has(Options::EXPANDALIASES)
                || byte_search::memmem::find(&body.source, b"alias").is_some());
        let file = read_file(&body.list, self.rules().evaluation.substitution_copies_descriptor);
        let run = |env: &mut Environment| {
            if let Some(redirection) = file {
                env.copy_file(redirection)
            } else if read_again {
                env.now.line = body.line;
                // It is text here, but no deeper than the substitution.
                env.now.nesting -= 1;
                env.run_text_of(&body.source, Origin::Substitution)
            } else {
                env.run_list(&body.list, Place::whole(&body.list))
            }
        };
        let needs = effects::needs(body);
        let mut inner = self.subshell();
        inner.count_outer_loops(self);
        inner.now.nesting += 1;
        inner.now.substitutions += 1;
        inner.now.silent_deaths = true;
        inner.now.opens_for_shell = file.is_some() && !self.now.is_virtual;
        inner.count_lines_of_substitution(body);
        inner.files.set(1, Slot::Open(capture.file().clone()));
        if !self.options.substitution_keeps_errexit() {
            inner.options.set(Options::ERREXIT, false);
        }
        let status = match needs {
            Some(reason) => {
                self.profile_at(body.line);
                self.fork_off(inner, reason, Course::Foreground, |env, place| {
                    env.run_list(&body.list, place)
                })?
            }
            None => {
                if body.list.items.is_empty() {
                    // Nothing has failed.
                    inner.status = 0;
                }
                let ending = inner.run_body(run);
                drop(inner);
                ending
            }
        };
        let output = capture.finish(self.capture_signals());
        // A process is waited for after its output, so that it is never kept from writing.
        let status = self.settle(status)?;
        if self.now.killed.is_some() && !self.rules().evaluation.inner_death_is_reported {
            self.now.killed = None;
        }
        if self.rules().evaluation.substitution_status_is_at_once {
            self.status = status;
        }
        self.now.substitution_status = Some(status);
        self.captured(output)
    }

    /// What a substitution makes of the output that was captured: no newlines at its end.
    pub(super) fn captured(&mut self, output: std::io::Result<Vec<u8>>) -> Flow<Vec<u8>> {
        let mut output = match output {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::OutOfMemory => {
                return self.exhausted();
            }
            Err(_) => {
                self.handle_signals()?;
                Vec::new()
            }
        };
        while output.last() == Some(&b'\n') {
            output.pop();
        }
        if byte_search::memchr(0, &output).is_some() {
            // No value can hold a NUL.
            if self.rules().evaluation.nul_in_substitution_is_reported {
                self.diagnose(Problem::NulIgnored);
            }
            output.retain(|&byte| byte != 0);
        }
        Ok(output)
    }

    /// What `$(<file)` does (ksh, bash): as if it were `cat <file`.
    fn copy_file(&mut self, redirections: &[Redirection]) -> Flow {
        match self.redirect(redirections) {
            Ok(()) => {}
            Err(Refused::Unwind(unwind) | Refused::Document(unwind) | Refused::Trap(unwind)) => {
                return Err(unwind);
            }
            Err(Refused::Reported) => {
                self.status = 1;
                return Ok(());
            }
        }
        self.status = 0;
        if let [Redirection { kind: RedirectionKind::Seek(..), .. }] = redirections {
            // `$(<#((offset)))` is where that is.
            let number = match redirections[0].variable {
                None => redirections[0].target(),
                Some(name) => self.number_of(name).unwrap_or(u32::MAX),
            };
            let Some(place) = self.place_of(number) else { return Ok(()) };
            if let Some(output) = self.file(1) {
                let _ = output.write_all(place.to_string().as_bytes());
            }
            return Ok(());
        }
        let (Some(input), Some(output)) = (self.file(0), self.file(1)) else { return Ok(()) };
        let mut input = stage::Input::whole(input);
        loop {
            let chunk = match input.fill_buf() {
                Ok([]) => return Ok(()),
                Ok(chunk) => chunk,
                Err(_) => {
                    self.status = 1;
                    return Ok(());
                }
            };
            let count = chunk.len();
            if output.write_all(chunk).is_err() {
                self.status = 1;
                return Ok(());
            }
            input.consume(count);
        }
    }

    /// Gives the environment of a substitution the loops of the enclosing one, where a subshell has only
    /// its own but a substitution has these too.
    pub(super) fn count_outer_loops(&mut self, outer: &Environment) {
        if self.rules().evaluation.break_in_subshell == BreakInSubshell::Own {
            self.now.loops = outer.now.loops;
        }
    }

    /// A clone for a subshell.
    pub fn subshell(&mut self) -> Environment {
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        for number in 0..3 {
            // Known here, so that they outlive the clone.
            if matches!(self.files.get(number), Slot::Unknown) {
                self.file(number);
            }
        }
        let breaks = self.rules().evaluation.break_in_subshell;
        // Its random numbers are others, also than those of the subshell before it.
        let salt = (self.shared.fresh() as u32).wrapping_mul(0x9e37_79b9);
        Environment {
            shared: self.shared.clone(),
            state: self.state.for_subshell(salt),
            now: self.now.for_subshell(breaks),
        }
    }

    /// Runs the body of a subshell in this environment, the clone: the boundary. Where the
    /// process is this environment's own, it ends here.
    pub fn run_body(&mut self, body: impl FnOnce(&mut Self) -> Flow) -> Ending {
        let mut result = self.contain(body);
        let ending = match runtime::catch(|| {
            if self.shared.signals.pending() && result.is_ok() {
                result = self.handle_signals();
            }
            self.end_of_body(result)
        }) {
            Ok(ending) => ending,
            Err(fault) => self.end_of_faulty_end(&fault),
        };
        if self.now.owns_process {
            self.end_process(ending);
        }
        if self.now.is_virtual && self.now.level > 0 && !self.jobs.list.is_empty() {
            self.leave_jobs(match ending {
                Ending::Process(pid) => Some(pid),
                _ => None,
            });
        }
        ending
    }

    fn end_of_body(&mut self, result: Flow) -> Ending {
        self.pass_on_interrupt();
        match result {
            Err(Unwind::Moved(pid)) => return Ending::Process(pid),
            Err(Unwind::Signal(number)) => {
                if self.rules().evaluation.exit_trap_sees_signal_status {
                    self.status = self.status_by(number);
                }
                let before = self.status;
                if let Err(Unwind::Moved(pid)) = self.exit_by_signal(number) {
                    return Ending::Process(pid);
                }
                if self.status != before
                    && self.now.level == 0
                    && self.rules().evaluation.exit_in_trap_replaces_signal
                {
                    return Ending::Status(self.status);
                }
                return Ending::Signal(number);
            }
            _ => {}
        }
        match self.run_exit_trap() {
            Err(Unwind::Moved(pid)) => Ending::Process(pid),
            Err(Unwind::Signal(number)) => Ending::Signal(number),
            _ => Ending::Status(self.status),
        }
    }

    /// Ends the process that this environment owns. A fault ends it too: what would be unwound may be
    /// the copy of another process's stack.
    pub fn end_process(&mut self, ending: Ending) -> ! {
        let Err(_) = runtime::catch(|| self.end_own_process(ending));
        process::exit_now(2)
    }

    fn end_own_process(&mut self, ending: Ending) -> Infallible {
        if self.history.is_some() && self.now.level == 0 && !self.shared.forked.get() {
            self.save_history();
        }
        self.finish_substituted();
        self.shared.scheduler.give_back_all();
        let ending = match ending {
            Ending::Process(pid) => Ending::Status(self.wait_for(pid)),
            ending => ending,
        };
        if self.shared.profile.get().is_some() {
            self.profile_end();
        }
        match ending {
            Ending::Signal(number) => process::raise_default(number),
            Ending::Status(status) | Ending::Process(status) => process::exit_now(status & 0xff),
        }
    }

    /// The exit status of a body that has ended or moved.
    ///
    /// # Errors
    /// Unwinds where the signal that ended the body is caught by this environment or an enclosing one.
    pub fn settle(&mut self, ending: Ending) -> Flow<i32> {
        match ending {
            Ending::Status(status) => Ok(status & self.rules().evaluation.subshell_status_mask),
            Ending::Process(pid) => Ok(self.wait_for(pid)),
            Ending::Signal(number) => {
                // A signal that is caught further out goes on to there.
                if self.shared.signals.pending() {
                    self.handle_signals()?;
                }
                self.now.ended_by = number;
                Ok(self.status_by(number))
            }
        }
    }

    /// Runs a body in a process of its own, waits for it and returns its status. `reason` says why
    /// there is a process.
    ///
    /// # Errors
    /// Unwinds where the process cannot be made, which has been reported.
    pub fn run_forked(
        &mut self,
        inner: Environment,
        reason: &'static str,
        body: impl FnOnce(&mut Self, Place) -> Flow,
    ) -> Flow<i32> {
        let started = self.fork_off(inner, reason, Course::Foreground, body)?;
        self.settle(started)
    }

    /// Starts a process that runs `body` in `inner` and ends: [`Ending::Process`]. Where there are
    /// too few descriptors for it, that has been reported, and the ending is that of the body.
    ///
    /// # Errors
    /// The unwinding of [`Self::fatal`] where fork(2) fails, which has been reported. In the new process
    /// it does not return.
    pub fn fork_off(
        &mut self,
        mut inner: Environment,
        reason: &'static str,
        course: Course,
        body: impl FnOnce(&mut Self, Place) -> Flow,
    ) -> Flow<Ending> {
        inner.fork_itself_off(reason, course, body)
    }

    /// Starts a process that runs `body` in this environment, a clone that nothing else runs in,
    /// and ends. Arguments and value as for [`Self::fork_off`].
    pub(super) fn fork_itself_off(
        &mut self,
        reason: &'static str,
        course: Course,
        body: impl FnOnce(&mut Self, Place) -> Flow,
    ) -> Flow<Ending> {
        match self.fork(reason, course) {
            Ok(Some(pid)) => Ok(Ending::Process(pid)),
            Ok(None) => {
                let is_last = course == Course::Foreground || self.traps.is_none();
                let place = Place { is_last, ..Place::ANY };
                let ending = self.run_body(|env| body(env, place));
                self.end_process(ending)
            }
            Err(ForkError::Files(error)) => {
                Ok(Ending::Status(self.report_no_pipe(PipeUse::Pipeline, &error)))
            }
            Err(ForkError::Process(error)) => {
                let reason = utilities::message::reason(&error);
                self.fail_with(Problem::CannotFork(&reason), 2).map_err(|_| self.fatal())
            }
            Err(ForkError::Session(reason)) => {
                self.diagnose(Problem::NoProcessInSession { reason });
                Ok(Ending::Status(NO_PROCESS))
            }
        }
    }

    /// Moves this environment to a process of its own, if it shares one: something is about to
    /// change that only the kernel can keep.
    ///
    /// # Errors
    /// [`Unwind::Moved`] in the process that was shared, up to the boundary; [`Unwind::Exit`] where
    /// the process cannot be made, which has been reported.
    pub fn become_process(&mut self, reason: &'static str) -> Flow {
        if !self.now.is_virtual {
            return Ok(());
        }
        match self.fork(reason, Course::Foreground) {
            Ok(None) => Ok(()),
            Ok(Some(pid)) => Err(Unwind::Moved(pid)),
            Err(ForkError::Files(error)) => {
                self.status = self.report_no_pipe(PipeUse::Pipeline, &error);
                Err(Unwind::Exit)
            }
            Err(ForkError::Process(error)) => {
                let reason = utilities::message::reason(&error);
                self.diagnose(Problem::CannotFork(&reason));
                self.status = 2;
                Err(Unwind::Exit)
            }
            Err(ForkError::Session(reason)) => {
                self.diagnose(Problem::NoProcessInSession { reason });
                self.status = NO_PROCESS;
                // A subshell ends, as its process would; a session goes on with the next command.
                Err(if self.now.level > 0 { Unwind::Exit } else { Unwind::Error })
            }
        }
    }

    /// The one place that forks. In the child, where there is no number, this environment owns
    /// the process.
    fn fork(&mut self, reason: &'static str, course: Course) -> Result<Option<i32>, ForkError> {
        if self.shared.is_session() {
            return Err(ForkError::Session(reason));
        }
        self.shared.lookups.changed();
        // What exists only in this process must be real before there are two.
        let mut keep = BTreeSet::new();
        for (_, slot) in self.files.iter().chain(self.now.saved_files.iter().map(|(n, s)| (*n, s)))
        {
            if let Slot::Open(file) = slot {
                keep.insert(file.real().map_err(ForkError::Files)?);
                if course != Course::Foreground {
                    file.share();
                }
            }
        }
        for script in &self.now.scripts {
            keep.insert(script.real().map_err(ForkError::Files)?);
        }
        if let Some(directory) = self.directory_fd() {
            keep.insert(directory);
        }
        // What the shell began with and has not looked at yet.
        let unknown = |fd: &RawFd| matches!(self.files.get(*fd as u32), Slot::Unknown);
        keep.extend(self.shared.inherited_from(FIRST_PRIVATE).into_iter().filter(unknown));
        // The child may be about to become its foreground group.
        keep.extend(self.shared.terminal.get());
        keep.extend(
            self.shared.profile.get().into_iter().flat_map(|profile| profile.descriptors()),
        );
        keep.extend(self.shared.surroundings.get().into_iter().flat_map(|one| one.descriptors()));
        self.shared.scheduler.give_back_all();
        // Of other threads only the state of their locks would be copied.
        self.shared.scheduler.rest_workers();
        let started = self.profile_fork(reason);
        // What is sent to the child before it has its own dispositions waits for them.
        let _masked = signal::block_all();
        let result = process::fork().map_err(ForkError::Process)?;
        Ok(match result {
            ForkResult::Child(copied) => {
                let begun = runtime::catch(|| self.in_new_process(copied, &keep, course));
                if begun.is_err() {
                    // What would be unwound is the parent's.
                    process::exit_now(2);
                }
                None
            }
            ForkResult::Parent(pid) => {
                self.shared.unwaited.started(pid);
                self.profile_started(started, pid);
                Some(pid)
            }
        })
    }

    fn in_new_process(&mut self, copied: Copied, keep: &BTreeSet<RawFd>, course: Course) {
        self.shared.forked.set(true);
        if self.now.nested > 0 && self.now.level == 0 {
            // A script that was called: this is its own process.
            self.shared.pid.set(process::process_id());
            self.now.nested = 0;
        }
        if let Some(profile) = self.shared.profile.get() {
            let is_waited_for = course == Course::Foreground;
            profile.begin_process(is_waited_for.then(process::parent_id));
        }
        self.shared.unwaited.end();
        self.shared.controls_jobs.set(false);
        self.shared.terminal.set(None);
        self.shared.scheduler.abandon_others();
        // Ends of pipes that belong to other stages would keep those pipes open.
        copied.keep_only(FIRST_PRIVATE, keep, self.replaced_standard_files(keep));
        self.now.is_virtual = false;
        self.now.owns_process = true;
        if !self.jobs.list.is_empty() {
            Rc::make_mut(&mut self.jobs).disown();
        }
        self.shared.substituted.borrow_mut().clear();
        self.shared.left_stages.borrow_mut().clear();
        self.now.process_files.clear();
        if let Some(fd) = self.directory_fd() {
            // The process goes where its environment is.
            let _ = rustix::process::fchdir(self.directory());
            let _ = fd;
        }
        self.reset_signals(course == Course::Background);
    }

    /// The numbers below 10 that are something else here than when the shell began: a new
    /// process does not keep open what they referred to.
    fn replaced_standard_files(&self, keep: &BTreeSet<RawFd>) -> impl Iterator<Item = RawFd> {
        let standard = self.files.iter().map(|(number, slot)| (number as RawFd, slot));
        let standard = standard.take_while(|(number, _)| *number < FIRST_PRIVATE);
        standard.filter_map(|(number, slot)| {
            (!matches!(slot, Slot::Unknown) && !keep.contains(&number)).then_some(number)
        })
    }

    /// Whether nothing comes after this command in a process that is this environment's own.
    /// `last`: that it is the last command.
    pub(super) fn ends_process(&self, last: bool) -> bool {
        last && self.now.level > 0
            && self.now.owns_process
            && !self.now.is_virtual
            && self.trap(EXIT).is_none()
    }

    /// Closes what a redirection replaced for good. The enclosing environments, which a process of
    /// its own has inherited and will not return to, may still have it: somebody may wait until a
    /// pipe has no writer left.
    pub(super) fn forget(&self, slot: Slot) {
        let Slot::Open(file) = slot else { return };
        if !self.now.owns_process || self.now.is_virtual || Rc::strong_count(&file) == 1 {
            return;
        }
        let Some(fd) = file.as_real() else { return };
        let is_it = |slot: &Slot| matches!(slot, Slot::Open(file) if file.as_real() == Some(fd));
        let used = self.files.iter().any(|(_, slot)| is_it(slot))
            || self.now.saved_files.iter().any(|(_, slot)| is_it(slot))
            || self.now.scripts.iter().any(|script| script.as_real() == Some(fd));
        if !used {
            file.let_go();
        }
    }
}

/// Numbers below this are left to scripts.
const FIRST_PRIVATE: RawFd = 10;

/// How a process that runs shell code goes on beside the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// The shell waits for it.
    Foreground,
    /// Nobody waits, and a terminal interrupts it with the shell: a process substitution, a
    /// coprocess.
    Concurrent,
    /// Nobody waits, and it ignores SIGINT and SIGQUIT: an asynchronous list without job control
    /// (POSIX XCU 2.12).
    Background,
}

/// The status of what needs a process that a session does not have.
pub(super) const NO_PROCESS: i32 = 2;

/// Why a process was not started.
enum ForkError {
    /// An open file that exists only in this process could not become a descriptor.
    Files(std::io::Error),
    /// fork(2) failed.
    Process(std::io::Error),
    /// A session never forks the process that it is in; why there was to be one.
    Session(&'static str),
}

/// How a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With an exit status.
    Status(i32),
    /// As if by a signal.
    Signal(i32),
    /// It went on in this process.
    Process(i32),
}

/// The redirection that `$(<file)` is all of. `descriptors`: that of a descriptor counts too, as in
/// `$(<&3)`.
fn read_file(list: &List, descriptors: bool) -> Option<&[Redirection]> {
    let [item] = &list.items[..] else { return None };
    let and_or = &item.and_or;
    if item.is_asynchronous() || !and_or.rest.is_empty() || !and_or.first.is_plain() {
        return None;
    }
    let [Command::Simple(simple)] = &and_or.first.commands[..] else { return None };
    let [redirection] = &simple.redirections[..] else { return None };
    let seeks = matches!(redirection.kind, RedirectionKind::Seek(false, _));
    let input = match redirection.kind {
        RedirectionKind::Input(_) => true,
        RedirectionKind::DuplicateInput(_) => descriptors,
        _ => false,
    };
    let reads = (input && redirection.target() == 0 && redirection.variable.is_none() || seeks)
        && simple.words.is_empty()
        && simple.assignments.is_empty();
    reads.then_some(&simple.redirections)
}

/// Whether a list is a single simple command.
pub(super) fn is_one_command(list: &List) -> bool {
    match &list.items[..] {
        [item] => {
            !item.is_asynchronous()
                && item.and_or.rest.is_empty()
                && item.and_or.first.is_plain()
                && matches!(&item.and_or.first.commands[..], [Command::Simple(_)])
        }
        _ => false,
    }
}

impl Environment {
    /// Waits for a child of this process and gives its exit status. Signals wait until it has
    /// ended; other stages go on.
    pub fn wait_for(&mut self, pid: i32) -> i32 {
        let status = self.wait_cooperatively(|env| env.wait_until_ended(pid));
        self.shared.lookups.changed();
        status
    }

    fn wait_until_ended(&mut self, pid: i32) -> i32 {
        if self.waits_alone() {
            return self.reap(pid);
        }
        let fd = process::open_pidfd(pid).ok();
        let watched = self.watch_background();
        self.wait_and_watch(pid, fd.as_ref(), watched)
    }

    /// Whether a process in the foreground is all that there is to wait for.
    pub fn waits_alone(&self) -> bool {
        !self.shared.scheduler.must_poll()
            && !self.shared.is_session()
            && self.shared.fatal().is_empty()
            && !self.shared.unwaited.is_active()
    }

    /// Waits for a child of this process, by a descriptor of it, and returns its exit status.
    pub fn wait_for_pidfd(&mut self, pid: i32, fd: &OwnedFd) -> i32 {
        let watched = self.watch_background();
        self.wait_cooperatively(|env| env.wait_and_watch(pid, Some(fd), watched))
    }

    /// Waits for a child and reaps background processes (`watched`) meanwhile. Without a descriptor
    /// of the child (before Linux 5.3, and where it is refused) this looks again and again.
    fn wait_and_watch(
        &mut self,
        pid: i32,
        fd: Option<&OwnedFd>,
        mut watched: Vec<(i32, OwnedFd)>,
    ) -> i32 {
        let mut pause = Duration::from_micros(50);
        loop {
            match process::wait_pid(pid, process::Awaited::End, process::Blocking::Poll) {
                Ok(Some((_, status))) => return self.note_ending(pid, status),
                Ok(None) => {
                    let wanted = super::launched::awaited(fd, &watched);
                    let until = fd.is_none().then(|| Instant::now() + pause);
                    pause = (pause * 2).min(Duration::from_millis(10));
                    let result = self.shared.scheduler.park(&wanted, until, Signals::Fatal);
                    self.reap_watched(&mut watched);
                    if result.is_err() {
                        if self.shared.terminal_reaches_programs() {
                            pause = Duration::from_millis(10);
                            let until = Some(Instant::now() + pause);
                            let _ = self.shared.scheduler.park(&wanted, until, Signals::Deferred);
                            continue;
                        }
                        if self.shared.is_session() {
                            // Nobody else would end it, or wait for it.
                            let _ = process::kill(pid, libc::SIGKILL);
                            return self.reap(pid);
                        }
                        // It goes on by itself; the shell ends, with what it knows.
                        return self.status;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return 127,
            }
        }
    }

    /// The exit status of a process that was waited for in the foreground. What a signal has
    /// killed is reported when the command has ended.
    pub fn note_ending(&mut self, pid: i32, status: WaitStatus) -> i32 {
        self.profile_ended(pid);
        if !self.jobs.list.is_empty() {
            self.report_killed_jobs();
        }
        if let WaitStatus::Signaled { signal, core } = status
            && !matches!(signal, libc::SIGINT | libc::SIGPIPE)
        {
            self.now.killed = Some(Killed { signal, dumped: core, pid: Some(pid) });
        }
        if let WaitStatus::Signaled { signal, .. } = status {
            self.now.ended_by = signal;
        }
        self.status_of(status)
    }

    /// Reports that a signal has ended a command; `command` is its text and its line, where they
    /// are known.
    #[cold]
    pub fn tell_killed(&mut self, command: Option<(&ByteString, u32)>) {
        let Some(Killed { signal, dumped, pid }) = self.now.killed.take() else { return };
        let rules = &self.rules().evaluation;
        let interactive = self.options.has(Options::INTERACTIVE);
        if self.now.silent_deaths && !interactive && !rules.inner_death_is_reported {
            return;
        }
        let description = launch::signal::description(signal);
        let expected = signal == libc::SIGTERM || self.trap(signal).is_some();
        let brief = interactive
            || !rules.death_report_is_located
            || expected && rules.expected_death_report_is_brief;
        if let (Some((text, line)), Some(pid), false) = (command, pid, brief) {
            self.now.line = line;
            let description = &description;
            let formatted = match text.first() {
                Some(b'(') if self.rules().builtins.job_line == JobLine::Formatted => {
                    crate::builtins::jobs::formatted(self, text)
                }
                _ => text.to_vec(),
            };
            let command = &formatted;
            return self.diagnose(Problem::Killed { pid, description, dumped, command });
        }
        let core = if dumped { " (core dumped)" } else { "" };
        self.write_error(format!("{description}{core}\n").as_bytes());
    }

    fn reap(&mut self, pid: i32) -> i32 {
        loop {
            match process::wait_pid(pid, process::Awaited::End, process::Blocking::Wait) {
                Ok(Some((_, status))) => return self.note_ending(pid, status),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                _ => return 127,
            }
        }
    }
}
