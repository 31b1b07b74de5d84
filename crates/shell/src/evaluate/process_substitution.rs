//! Process substitution: `<(list)` and `>(list)` as files (bash(1), ksh93(1)).
//!
//! The shell keeps one end of a pipe under /dev/fd until the command ends. The other end has a stage of this process,
//! where `<(list)` ends by itself (`ends`); else a process, or the only command, which is launched.

use super::Place;
use super::ends::{Ends, Meaning, Surroundings};
use super::simple::Resolved;
use super::subshell::{Course, Ending};
use crate::diagnostics::PipeUse;
use crate::effects;
use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::jobs::Ended;
use crate::environment::options::Options;
use crate::unwind::Flow;
use launch::process;
use rustix::fs::{AtFlags, FileType};
use smallvec::SmallVec;
use stage::{Capture, OpenFile, Scheduler, Signals, StageId};
use std::cell::Cell;
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::{Rc, Weak};
use std::time::Instant;
use syntax::ByteString;
use syntax::tree::{Body, Command, List, Operation, Part, Reference, Simple, Word};

/// The path of a process substitution that could not be made, which has been reported: that of a
/// descriptor that nobody can have, so that the command finds that its file is not there.
const PATH_OF_NOTHING: &[u8] = b"/dev/fd/2147483647";

/// The first of the numbers that `$!` has of lists which are no processes: beyond those of any process
/// (PID_MAX_LIMIT of Linux, 2^22).
const FIRST_NUMBER: i32 = 1 << 22;

/// A process substitution of a command: the shell's end of its pipe.
pub struct Substituted {
    /// The number of the descriptor.
    pub number: u32,
    /// What runs its list, where that is no process.
    stage: Option<SubstitutedStage>,
}

/// A stage that runs the list of `<(list)`.
pub struct SubstitutedStage {
    /// Its name.
    id: StageId,
    /// What `$!` says.
    number: i32,
    /// How its list has ended, once it has.
    ending: Rc<Cell<Ending>>,
    /// The two ends of its pipe.
    reader: Weak<OpenFile>,
    writer: Weak<OpenFile>,
}

impl SubstitutedStage {
    /// Whether somebody may still read what it writes: somebody in this process, or a process that was started.
    fn is_read(&self) -> bool {
        if self.reader.strong_count() > 0 {
            return true;
        }
        let Some(fd) = self.writer.upgrade().and_then(|writer| writer.as_real()) else {
            return false;
        };
        let mut polled = [stage::pollfd(fd, libc::POLLOUT)];
        let _ = stage::poll_plain(&mut polled, Some(std::time::Duration::ZERO));
        polled[0].revents & libc::POLLERR == 0
    }

    /// Lets it run as far as it needs to wait for nobody, if nobody reads what it writes: whether it has ended.
    fn run_out(&self, scheduler: &Scheduler) -> bool {
        while !scheduler.ended(self.id) {
            if self.is_read() {
                return false;
            }
            let _ = scheduler.park(&[], Some(Instant::now()), Signals::Deferred);
            if !scheduler.is_ready(self.id) {
                return scheduler.ended(self.id);
            }
        }
        true
    }
}

impl Surroundings for Environment {
    fn meaning(&mut self, simple: &Simple, name: &[u8]) -> Meaning {
        match self.resolve(simple.name) {
            Resolved::Builtin(_) => Meaning::Usual,
            Resolved::Function(function) => match self.body_of(&function.body) {
                Ok(_) => Meaning::Function(function.clone()),
                Err(_) => Meaning::Other,
            },
            Resolved::Program => match self.locate(&ByteString::new(name)) {
                Ok(located) if located.utility.is_some() => Meaning::Usual,
                _ => Meaning::Other,
            },
            _ => Meaning::Other,
        }
    }

    fn is_endless(&mut self, word: &Word) -> bool {
        self.value_without_effects(word).is_some_and(|path| self.is_endless_file(&path))
    }
}

impl Environment {
    /// What a word expands to, where it is a plain text or parameter.
    fn value_without_effects(&self, word: &Word) -> Option<ByteString> {
        if let Some(literal) = &word.literal {
            return Some(literal.clone());
        }
        let parameter = match &word.parts[..] {
            [Part::Parameter(parameter)] => parameter,
            [Part::DoubleQuoted(parts)] => match &parts[..] {
                [Part::Parameter(parameter)] => parameter,
                _ => return None,
            },
            _ => return None,
        };
        if parameter.indirect
            || parameter.subscript.is_some()
            || !matches!(parameter.operation, Operation::Value)
        {
            return None;
        }
        match parameter.reference {
            Reference::Variable(name) => self.text(name),
            Reference::Positional(number) => {
                let at = (number as usize).checked_sub(1)?;
                self.positional.all().get(at).cloned()
            }
            Reference::Special(_) => None,
        }
    }

    /// Whether a file need not end, or wait for somebody to open it: a FIFO or a device, but for `/dev/null`.
    pub(super) fn is_endless_file(&self, path: &[u8]) -> bool {
        if path.starts_with(b"-") || path == b"/dev/null" {
            return false;
        }
        let Ok(status) = stage::door::statat(self.directory(), path, AtFlags::empty()) else {
            return false;
        };
        let kind = FileType::from_raw_mode(status.st_mode);
        matches!(kind, FileType::Fifo | FileType::CharacterDevice | FileType::BlockDevice)
    }

    /// Starts the list of `<(list)` (`reads`) or `>(list)` and returns the path of the pipe to it (bash(1),
    /// ksh93(1)).
    ///
    /// # Errors
    /// Unwinds where the pipe or the process cannot be made, which has been reported.
    pub fn process_substitution(&mut self, body: &Rc<Body>, reads: bool) -> Flow<Vec<u8>> {
        self.reap_substituted();
        let mut inner = self.subshell();
        inner.count_outer_loops(self);
        inner.now.nesting += 1;
        inner.now.substitutions += 1;
        inner.now.silent_deaths = true;
        inner.count_lines_of_substitution(body);
        for other in &self.now.process_files {
            // Those of its neighbours are none of its business.
            inner.files.set(other.number, Slot::Closed);
        }
        match reads && inner.can_be_stage(body) {
            true => self.substitute_inside(inner, body),
            false => self.substitute_process(inner, body, reads),
        }
    }

    /// Starts a process, or launches the only command.
    fn substitute_process(
        &mut self,
        mut inner: Environment,
        body: &Rc<Body>,
        reads: bool,
    ) -> Flow<Vec<u8>> {
        let (input, output) = match OpenFile::real_pipe(&self.shared.scheduler) {
            Ok(pair) => pair,
            Err(error) => {
                self.status = self.report_no_pipe(PipeUse::ProcessSubstitution, &error);
                return Ok(PATH_OF_NOTHING.to_vec());
            }
        };
        let (mine, theirs, descriptor) =
            if reads { (input, output, 1) } else { (output, input, 0) };
        inner.files.set(descriptor, Slot::Open(theirs));
        let started = match only_command(&body.list) {
            Some(command) => self.start_program(&mut inner, command, false, None),
            None => None,
        };
        let started = match started {
            Some(started) => started?,
            None => {
                self.profile_at(body.line);
                self.fork_off(inner, "process substitution", Course::Concurrent, |env, place| {
                    env.run_list(&body.list, place)
                })?
            }
        };
        let Ending::Process(pid) = started else {
            self.status = self.settle(started)?;
            return Ok(PATH_OF_NOTHING.to_vec());
        };
        self.shared.substituted.borrow_mut().push(pid);
        self.shared.unwaited.watch(pid);
        self.background = Some(pid);
        Ok(self.path_of_substituted(mine, None))
    }

    /// The path of the shell's end of a pipe, which gets a number of its own.
    fn path_of_substituted(
        &mut self,
        file: Rc<OpenFile>,
        stage: Option<SubstitutedStage>,
    ) -> Vec<u8> {
        let number = self.put_high(file);
        self.now.process_files.push(Substituted { number, stage });
        format!("/dev/fd/{number}").into_bytes()
    }

    /// Whether a list that is about to run in this environment may be a stage: it ends by itself, so that nobody
    /// misses the process that would outlive its command.
    pub fn can_be_stage(&mut self, body: &Rc<Body>) -> bool {
        if self.controls_jobs()
            || !self.options.has(Options::INPROCESS)
            || self.shared.limited.get()
            || effects::needs(body).is_some()
        {
            return false;
        }
        Ends { surroundings: self, calls: 0 }.list(&body.list, false)
    }

    /// Runs the list as a stage, or at once where it is a short builtin.
    fn substitute_inside(&mut self, mut inner: Environment, body: &Rc<Body>) -> Flow<Vec<u8>> {
        let scheduler = self.shared.scheduler.clone();
        let number = FIRST_NUMBER + (self.shared.fresh() as i32 & (FIRST_NUMBER - 1));
        if let Some(Command::Simple(simple)) = only_command(&body.list)
            && inner.is_short_command(simple)
        {
            let capture = Capture::new(&scheduler);
            inner.files.set(1, Slot::Open(capture.file().clone()));
            let ending = inner.run_body(|env| env.run_list(&body.list, Place::ANY));
            drop(inner);
            let output = capture.finish(self.capture_signals()).unwrap_or_default();
            if output.len() <= stage::ring::LIMIT {
                self.background = Some(number);
                self.note_substituted(number, ending);
                let file = OpenFile::text(&scheduler, output.into());
                return Ok(self.path_of_substituted(file, None));
            }
            // More than a pipe holds: its writer waits for who reads it.
            let write = move |writer: &OpenFile| match writer.write_all(&output) {
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                    Ending::Signal(libc::SIGPIPE)
                }
                _ => ending,
            };
            return self.substitute_stage(number, move |writer| {
                let ending = write(&writer);
                drop(writer);
                ending
            });
        }
        let body = body.clone();
        self.substitute_stage(number, move |writer| {
            inner.files.set(1, Slot::Open(writer));
            inner.run_body(|env| env.run_list(&body.list, Place::ANY))
        })
    }

    /// Starts a stage that writes what is substituted.
    fn substitute_stage(
        &mut self,
        number: i32,
        run: impl FnOnce(Rc<OpenFile>) -> Ending + 'static,
    ) -> Flow<Vec<u8>> {
        let scheduler = self.shared.scheduler.clone();
        let stack = match scheduler.reserve() {
            Ok(stack) => stack,
            Err(error) => {
                self.status = self.report_no_pipe(PipeUse::ProcessSubstitution, &error);
                return Ok(PATH_OF_NOTHING.to_vec());
            }
        };
        let (reader, writer) = OpenFile::pipe(&scheduler);
        let ending = Rc::new(Cell::new(Ending::Status(2)));
        let (result, ends) = (ending.clone(), (Rc::downgrade(&reader), Rc::downgrade(&writer)));
        // A stage takes no more than one environment by value.
        let run = Box::new(run);
        let id = scheduler.spawn_on(stack, move || result.set(run(writer)));
        self.background = Some(number);
        let stage = SubstitutedStage { id, number, ending, reader: ends.0, writer: ends.1 };
        Ok(self.path_of_substituted(reader, Some(stage)))
    }

    /// Gives an open file the highest number below 64, and below the limit of descriptors, that is
    /// free, as bash does; also in this process, where a utility may need it ([`Self::lend_substituted`]).
    pub(super) fn put_high(&mut self, file: Rc<OpenFile>) -> u32 {
        const HIGHEST: u32 = 63;
        let limit = process::limit(process::Resource::OpenFiles).ok().and_then(|limit| limit.soft);
        let limit = limit.and_then(|limit| u32::try_from(limit).ok()).unwrap_or(u32::MAX);
        let mut number = HIGHEST.min(limit.saturating_sub(1));
        while number > 10
            && (self.file(number).is_some() || OpenFile::is_used(number.cast_signed()))
        {
            number -= 1;
        }
        self.files.set(number, Slot::Open(file));
        number
    }

    /// Closes the pipes of the process substitutions that a command made.
    #[cold]
    pub fn close_substituted(&mut self, mark: usize) {
        while self.now.process_files.len() > mark {
            if let Some(Substituted { number, stage }) = self.now.process_files.pop() {
                self.files.set(number, Slot::Closed);
                self.shared.left_stages.borrow_mut().extend(stage);
            }
        }
        self.reap_substituted();
    }

    /// Waits for those processes and stages of process substitutions that have ended. The status of the one
    /// that `$!` tells is kept.
    pub fn reap_substituted(&mut self) {
        let mut last = None;
        self.shared.substituted.borrow_mut().retain(|&pid| {
            let ended = match self.shared.unwaited.take_ended(pid) {
                Some(status) => Ok(Some((pid, status))),
                None => process::wait_pid(pid, process::Awaited::End, process::Blocking::Poll),
            };
            if let Ok(Some((_, status))) = ended
                && self.background == Some(pid)
            {
                last = Some((pid, status));
            }
            if ended.is_err() {
                self.shared.unwaited.forget(pid);
            }
            matches!(ended, Ok(None))
        });
        if let Some((pid, status)) = last {
            let status = self.status_of(status);
            // `wait -n` does not tell of it.
            Rc::make_mut(&mut self.jobs).remember(Ended { pid, status, reported: true });
        }
        if !self.shared.left_stages.borrow().is_empty() {
            self.run_out_stages();
        }
    }

    fn run_out_stages(&mut self) {
        let scheduler = self.shared.scheduler.clone();
        // Others may leave some meanwhile.
        let left = self.shared.left_stages.take();
        for stage in left {
            match stage.run_out(&scheduler) {
                true => self.note_substituted(stage.number, stage.ending.get()),
                false => self.shared.left_stages.borrow_mut().push(stage),
            }
        }
    }

    /// Keeps how a list has ended that is no process, for `wait $!`.
    fn note_substituted(&mut self, number: i32, ending: Ending) {
        let status = match ending {
            Ending::Status(status) => status & self.rules().evaluation.subshell_status_mask,
            Ending::Signal(signal) => self.status_by(signal),
            Ending::Process(pid) => {
                let (killed, ended_by) = (self.now.killed.take(), self.now.ended_by);
                let status = self.wait_for(pid);
                (self.now.killed, self.now.ended_by) = (killed, ended_by);
                status
            }
        };
        if self.background == Some(number) {
            Rc::make_mut(&mut self.jobs).remember(Ended { pid: number, status, reported: true });
        }
    }

    /// Waits for the list of a process substitution that is no process, if `number` is what `$!` has said of it.
    pub fn wait_for_substituted(&mut self, number: i32) {
        if number < FIRST_NUMBER {
            return;
        }
        let scheduler = self.shared.scheduler.clone();
        let found = {
            let left = self.shared.left_stages.borrow();
            let kept = self.now.process_files.iter().filter_map(|one| one.stage.as_ref());
            let found = kept.chain(&*left).find(|one| one.number == number);
            found.map(|stage| (stage.id, stage.ending.clone()))
        };
        if let Some((id, ending)) = found {
            scheduler.join(id);
            self.note_substituted(number, ending.get());
        }
    }

    /// Before the process ends: lets lists go on whose output another process may still read.
    pub fn finish_substituted(&mut self) {
        let mut stages = self.shared.left_stages.take();
        stages.extend(self.now.process_files.drain(..).filter_map(|one| one.stage));
        if stages.is_empty() {
            return;
        }
        self.now.saved_files.clear();
        self.files = Default::default();
        let scheduler = self.shared.scheduler.clone();
        for stage in stages {
            let is_read_elsewhere = stage.reader.strong_count() == 0 && stage.is_read();
            if is_read_elsewhere {
                scheduler.join(stage.id);
            } else {
                stage.run_out(&scheduler);
            }
        }
    }

    /// Whether a utility finds, by those of its operands that are paths of descriptors, what a process of its own would
    /// find: descriptors with these numbers in this process, or pipes of process substitutions, to which their
    /// numbers can be lent.
    #[cold]
    pub(super) fn are_as_named(&mut self, operands: &[ByteString]) -> bool {
        if self.shared.is_session() {
            return false;
        }
        let mut paths = operands.iter().filter(|it| super::utility::names_a_descriptor(it));
        paths.all(|path| {
            super::redirect::own_descriptor(path).is_some_and(|number| {
                self.now.process_files.iter().any(|one| one.number == number)
                    || self.has_its_number(number)
            })
        })
    }

    /// Whether an open file of this environment has its number in this process too.
    fn has_its_number(&mut self, number: u32) -> bool {
        let real = self.file(number).and_then(|file| file.as_real());
        real.is_some_and(|real| real == number.cast_signed())
    }

    /// Gives the pipes of process substitutions among operands the numbers that their paths name, as they have in a
    /// process, for as long as what is returned is kept. None: one of the numbers is in use.
    #[cold]
    pub(super) fn lend_substituted(
        &mut self,
        operands: &[ByteString],
    ) -> Option<SmallVec<[OwnedFd; 2]>> {
        let mut lent = SmallVec::new();
        for operand in operands {
            if !super::utility::names_a_descriptor(operand) {
                continue;
            }
            let number = super::redirect::own_descriptor(operand)?;
            let file = self.file(number)?;
            let number = number.cast_signed();
            let has_number = |fd: &OwnedFd| fd.as_raw_fd() == number;
            if file.real().ok()? == number || lent.iter().any(has_number) {
                continue;
            }
            lent.push(file.copy_from(number).ok().filter(has_number)?);
        }
        Some(lent)
    }
}

/// The command that a list is, if it is only one.
fn only_command(list: &List) -> Option<&Command> {
    match &list.items[..] {
        [item] if !item.is_asynchronous() && item.and_or.rest.is_empty() => {
            match &item.and_or.first.commands[..] {
                [command] if item.and_or.first.is_plain() => Some(command),
                _ => None,
            }
        }
        _ => None,
    }
}
