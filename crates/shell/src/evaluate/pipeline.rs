//! Pipelines (POSIX XCU 2.9.2): stages side by side in one process, or, where the kernel has
//! to know them (job control, the background), a process each.
//!
//! Each stage is looked at before it runs (`Kind`): an external command is launched, code of the
//! shell is a coroutine of crate stage, a short builtin runs at once and its output is the next
//! one's input, and what the kernel must hold is forked. Pipes are rings in memory where both ends
//! are in this process, else pipe(2). `run_stages` is the way in; docs/architecture.md follows an
//! example.

use super::Place;
use crate::diagnostics::PipeUse;
use crate::effects;
use crate::environment::files::Slot;
use crate::environment::jobs::{Job, status_of_pipeline};
use crate::environment::options::Options;
use crate::environment::traps::{Action, DEBUG, ERR};
use crate::environment::{Environment, Located};
use crate::evaluate::asynchronous::lead_or_join;
use crate::evaluate::simple::Resolved;
use crate::evaluate::subshell::{Course, Ending, is_one_command};
use crate::unwind::{Flow, Unwind};
use stage::{Capture, OpenFile, Reserved, StageId};
use std::cell::Cell;
use std::rc::Rc;
use syntax::tree::{Body, Command, CompoundKind, Part, RedirectionOperand, Simple, Word};

/// What is known of a stage before it runs.
enum Kind {
    /// An external command, found there: it is launched.
    Program(Located),
    /// Code of the shell, or a utility inside it: that which does the same as the program found there,
    /// where nothing before it runs can change what its name stands for.
    Inside(Option<Located>),
    /// A builtin that writes no more than its own arguments and is done, whoever reads: where it is
    /// the first, it runs before the others begin, and what it wrote is the input of the next.
    Short,
    /// Needs a process of its own, for this reason.
    Forked(&'static str),
}

impl Kind {
    /// Whether the stage runs in this process.
    fn is_inside(&self) -> bool {
        matches!(self, Self::Inside(_) | Self::Short)
    }

    /// The program of the built-in utility that the stage is known to be.
    fn utility(&self) -> Option<&Located> {
        match self {
            Self::Inside(located) => located.as_ref(),
            _ => None,
        }
    }
}

/// How many subshells deep a stage may be that gets a process because there is no stack for it.
const MOST_LEVELS: u32 = 256;
/// How many stages a pipeline may have of which some get a process because there is no stack for them.
const MOST_PROCESSES: usize = 4096;

/// Why a stage could not be started.
enum StageError {
    /// A pipe or a stack could not be had.
    Pipe(std::io::Error),
    /// Something else, which has been reported.
    Unwind(Unwind),
}

/// A stage of a pipeline: what is known of it before it runs, and how it ended, once it has.
struct Stage {
    kind: Kind,
    ending: Cell<Ending>,
}

/// A pipeline whose stages are being started.
struct Stages<'c> {
    commands: &'c Rc<[Command]>,
    all: Rc<[Stage]>,
    /// Those that run as coroutines.
    running: Vec<StageId>,
    /// What the next one reads.
    input: Option<Rc<OpenFile>>,
}

impl Environment {
    /// Runs a pipeline of several commands; the status is that of the last one, or under
    /// pipefail of the last that failed.
    pub(super) fn run_stages(&mut self, commands: &Rc<[Command]>) -> Flow {
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        if self.controls_jobs() {
            let Some((pids, group)) = self.start_processes(commands, false)? else {
                return Ok(());
            };
            let pipefail = self.options.has(Options::PIPEFAIL);
            let texts: Vec<&[u8]> = commands.iter().map(text_of).collect();
            let job = Job::new(&pids, Some(group), texts.join(&b" | "[..]), pipefail);
            self.status = self.wait_foreground(job);
            return self.leave_loops();
        }
        if self.options.has(Options::LASTPIPE)
            && self.now.is_virtual
            && let Some(last) = commands.last()
            && !self.is_done_anywhere(last)
        {
            // What runs in this environment may have to move to a process of its own, which it
            // cannot do while the other stages run in this one.
            self.profile_at(line_of(last));
            self.become_process("lastpipe")?;
        }
        self.shared.catch_broken_pipes(self.trap(libc::SIGPIPE));
        let mut stages = Stages {
            commands,
            all: (commands.iter())
                .map(|command| Stage {
                    kind: self.kind_of(command),
                    ending: Cell::new(Ending::Status(0)),
                })
                .collect(),
            running: Vec::with_capacity(commands.len()),
            input: None,
        };
        let started = runtime::catch(|| self.start_stages(commands, &mut stages));
        let own = match started {
            Ok(Ok(own)) => own,
            Ok(Err(error)) => {
                self.cancel_stages(stages);
                self.now.line = line_of(&commands[0]);
                return self.report_stage_error(error);
            }
            Err(fault) => {
                self.cancel_stages(stages);
                fault.resume();
            }
        };
        let Stages { all, running, input, .. } = stages;
        drop(input);
        match all.iter().rposition(|stage| matches!(stage.ending.get(), Ending::Process(_))) {
            Some(last) => {
                let waiting = self.profile_waiting(line_of(&commands[last]));
                let joined = self.wait_cooperatively(|env| env.join(running, &all));
                self.profile_waited(waiting);
                joined?;
            }
            None => self.join(running, &all)?,
        }
        own?;
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        Ok(())
    }

    /// Starts all stages. Returns how the last one has ended, where it runs in this environment.
    fn start_stages(
        &mut self,
        commands: &[Command],
        stages: &mut Stages<'_>,
    ) -> Result<Flow, StageError> {
        let mut own = Ok(());
        for (index, command) in commands.iter().enumerate() {
            self.debug_stage(command).map_err(StageError::Unwind)?;
            if index + 1 == commands.len() && self.runs_last_itself(command) {
                own = self.run_stage_itself(command, stages.input.take());
                stages.all[index].ending.set(Ending::Status(self.status));
            } else {
                self.start_stage(stages, index)?;
            }
        }
        Ok(own)
    }

    /// Ends what has been started of a pipeline of which a further stage could not be.
    #[cold]
    fn cancel_stages(&mut self, stages: Stages<'_>) {
        let Stages { all, running, input, .. } = stages;
        // Who writes to it learns that nobody will read.
        drop(input);
        let scheduler = self.shared.scheduler.clone();
        let begun: Vec<StageId> =
            running.into_iter().filter(|&stage| !scheduler.cancel(stage)).collect();
        let pids = all.iter().filter_map(|stage| match stage.ending.get() {
            Ending::Process(pid) => Some(pid),
            _ => None,
        });
        self.cancel_processes(&pids.collect::<Vec<i32>>());
        for stage in begun {
            scheduler.join(stage);
        }
    }

    /// Ends processes that were started for a pipeline, and waits for them.
    #[cold]
    fn cancel_processes(&mut self, pids: &[i32]) {
        let number = match self.trap(libc::SIGTERM) {
            // They ignore it too.
            Some(Action::Ignore) => libc::SIGKILL,
            _ => libc::SIGTERM,
        };
        for &pid in pids {
            let _ = launch::process::kill(pid, number);
            let _ = launch::process::kill(pid, libc::SIGCONT);
        }
        for &pid in pids {
            self.wait_for(pid);
        }
        // That is no news: the shell has done it.
        self.now.killed = None;
    }

    /// Reports why a pipeline has been cancelled; its status is set.
    #[cold]
    fn report_stage_error(&mut self, error: StageError) -> Flow {
        match error {
            StageError::Unwind(unwind) => Err(unwind),
            StageError::Pipe(error) => {
                self.status = self.report_no_pipe(PipeUse::Pipeline, &error);
                Ok(())
            }
        }
    }

    /// Runs the last stage of a pipeline in this environment.
    fn run_stage_itself(&mut self, command: &Command, input: Option<Rc<OpenFile>>) -> Flow {
        let mark = self.now.saved_files.len();
        if let Some(reader) = input {
            self.file(0);
            let old = self.files.set(0, Slot::Open(reader));
            self.now.saved_files.push((0, old));
        }
        let result = self.run_stage(command, None, Place::ANY);
        self.restore_files(mark);
        result
    }

    /// Starts a stage in an environment of its own: at once where it can do no more than run now,
    /// else as a process or a coroutine.
    fn start_stage(&mut self, stages: &mut Stages<'_>, index: usize) -> Result<(), StageError> {
        let command = &stages.commands[index];
        let all = stages.all.clone();
        let kind = &all[index].kind;
        let next = all.get(index + 1).map(|stage| &stage.kind);
        let is_last = next.is_none();
        let mut inner = self.subshell();
        inner.now.silent_deaths = !is_last
            && match plain_subshell(command) {
                Some(body) => is_one_command(&body.list),
                None => matches!(command, Command::Simple(_)),
            };
        if let Some(reader) = stages.input.take() {
            inner.files.set(0, Slot::Open(reader));
            inner.now.input_given = true;
        }
        if index == 0 && matches!(kind, Kind::Short) {
            return self.run_short_stage(stages, inner);
        }
        if let Some(next) = next {
            // Where a program has one of the ends, the pipe is a real one.
            let (reader, writer) = if kind.is_inside() && next.is_inside() {
                OpenFile::pipe(&self.shared.scheduler)
            } else {
                OpenFile::real_pipe(&self.shared.scheduler).map_err(StageError::Pipe)?
            };
            inner.files.set(1, Slot::Open(writer));
            stages.input = Some(reader);
        }
        let ending = match (kind, command) {
            (Kind::Forked(reason), _) => self.fork_stage(stages, index, inner, reason)?,
            (Kind::Program(located), Command::Simple(simple)) if is_plain(simple) => {
                // Nothing in it can wait: it is started here and now.
                inner.run_body(|env| env.run_stage_of_program(command, located))
            }
            // The last one needs no stack of its own: this one has nothing else to do.
            _ if is_last => inner.run_whole_stage(command, kind.utility()),
            _ => match self.shared.scheduler.reserve() {
                Ok(stack) => {
                    self.spawn_stage(stages, index, inner, stack);
                    return Ok(());
                }
                // What has no end must not make processes without end.
                Err(error)
                    if self.now.level >= MOST_LEVELS || stages.commands.len() > MOST_PROCESSES =>
                {
                    return Err(StageError::Pipe(error));
                }
                // There are very many stages, or there is no memory for another stack.
                Err(_) => self.fork_stage(stages, index, inner, "too many stages")?,
            },
        };
        stages.all[index].ending.set(ending);
        Ok(())
    }

    /// Starts a stage as a process of its own.
    fn fork_stage(
        &mut self,
        stages: &Stages<'_>,
        index: usize,
        inner: Environment,
        reason: &'static str,
    ) -> Result<Ending, StageError> {
        let commands = stages.commands.clone();
        self.profile_at(line_of(&commands[index]));
        let started = self.fork_off(inner, reason, Course::Foreground, move |env, place| {
            match plain_subshell(&commands[index]) {
                // The process of the stage is that of the subshell.
                Some(body) => env.run_list(&body.list, place),
                None => env.run_inner_stage(&commands[index], None, place),
            }
        });
        started.map_err(StageError::Unwind)
    }

    /// Starts a stage as a coroutine.
    fn spawn_stage(
        &mut self,
        stages: &mut Stages<'_>,
        index: usize,
        mut inner: Environment,
        stack: Reserved,
    ) {
        let commands = stages.commands.clone();
        let all = stages.all.clone();
        let stage = self.shared.scheduler.spawn_on(stack, move || {
            let ending = inner.run_whole_stage(&commands[index], all[index].kind.utility());
            // The ends of its pipes are closed before anybody asks how it ended.
            drop(inner);
            all[index].ending.set(ending);
        });
        // Until it says how it has ended.
        stages.all[index].ending.set(Ending::Status(2));
        stages.running.push(stage);
    }

    /// Runs a first stage that is short; what it has written is the next one's input.
    fn run_short_stage(
        &mut self,
        stages: &mut Stages<'_>,
        mut inner: Environment,
    ) -> Result<(), StageError> {
        let scheduler = self.shared.scheduler.clone();
        let capture = Capture::new(&scheduler);
        inner.files.set(1, Slot::Open(capture.file().clone()));
        let ending = inner.run_whole_stage(&stages.commands[0], None);
        drop(inner);
        let output = match capture.finish(self.capture_signals()) {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::OutOfMemory => {
                return self.exhausted().map_err(StageError::Unwind);
            }
            Err(_) => Vec::new(),
        };
        if output.len() <= stage::ring::LIMIT {
            stages.input = Some(OpenFile::text(&scheduler, output.into()));
            stages.all[0].ending.set(ending);
            return Ok(());
        }
        // More than a pipe holds: its writer is somebody who may be left waiting.
        let (reader, writer) = OpenFile::pipe(&scheduler);
        stages.input = Some(reader);
        let all = stages.all.clone();
        let spawned = scheduler.spawn(move || {
            let broken = writer
                .write_all(&output)
                .is_err_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
            let ending = if broken { Ending::Signal(libc::SIGPIPE) } else { ending };
            drop(writer);
            all[0].ending.set(ending);
        });
        stages.running.push(spawned.map_err(StageError::Pipe)?);
        Ok(())
    }

    /// Runs a stage of a pipeline in the environment that was made for it. A subshell is that
    /// environment. `utility`: the program that the built-in utility is which the stage is known to run.
    fn run_whole_stage(&mut self, command: &Command, utility: Option<&Located>) -> Ending {
        let Command::Compound(compound) = command else {
            return self.run_body(|env| env.run_inner_stage(command, utility, Place::ANY));
        };
        let CompoundKind::Subshell(body) = &compound.kind else {
            return self.run_body(|env| env.run_inner_stage(command, None, Place::ANY));
        };
        self.run_body(|env| {
            env.now.line = compound.line;
            if !env.redirect_whole(&compound.redirections)? {
                return Ok(());
            }
            // As in `run_subshell`.
            env.run_list(&body.list, Place::whole(&body.list))
        })
    }

    /// Waits for the stages of a pipeline and makes its exit status of theirs.
    fn join(&mut self, running: Vec<StageId>, stages: &[Stage]) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        for stage in running {
            scheduler.join(stage);
        }
        let mut all: smallvec::SmallVec<[i32; 8]> = smallvec::SmallVec::new();
        for (index, stage) in stages.iter().enumerate() {
            self.now.ended_by = 0;
            let one = self.settle(stage.ending.get())?;
            if self.now.killed.is_some()
                && index + 1 < stages.len()
                && !self.rules().evaluation.inner_death_is_reported
            {
                self.now.killed = None;
            }
            all.push(one);
        }
        self.status = status_of_pipeline(&all, self.options.has(Options::PIPEFAIL));
        self.pipe_statuses = Some(all[..].into());
        Ok(())
    }

    /// Whether the last command of a pipeline runs in this environment (`lastpipe`). In a
    /// subshell that shares its process only what cannot move to one of its own does.
    fn runs_last_itself(&self, command: &Command) -> bool {
        self.options.has(Options::LASTPIPE) && (!self.now.is_virtual || self.reads(command))
    }

    /// Whether it is no matter in which environment the last command of a pipeline runs, or it
    /// runs in one that shares its process: it changes nothing, or is but a reading builtin.
    fn is_done_anywhere(&self, command: &Command) -> bool {
        match command {
            Command::Simple(simple)
                if simple.words.first().is_some_and(|word| word.literal.is_some()) =>
            {
                match self.resolve(simple.name) {
                    Resolved::Program => true,
                    Resolved::Builtin(builtin) => {
                        let sets = |word: &Word| {
                            word.literal.as_ref().is_none_or(|text| text.starts_with(b"-v"))
                        };
                        let prints = builtin.short
                            && (builtin.name != "printf" || !simple.words.get(1).is_some_and(sets));
                        prints || self.reads(command)
                    }
                    _ => false,
                }
            }
            Command::Simple(_) => false,
            // As a command of this environment it would run the ERR trap before the pipeline does.
            Command::Compound(compound) => {
                matches!(compound.kind, CompoundKind::Subshell(_)) && !self.watches(ERR)
            }
            Command::Function(_) => false,
        }
    }

    /// Whether it is a builtin that reads its input into variables, and no more.
    fn reads(&self, command: &Command) -> bool {
        let Command::Simple(simple) = command else { return false };
        is_plain(simple)
            && matches!(self.resolve(simple.name), Resolved::Builtin(builtin)
                if matches!(builtin.name, "read" | "mapfile" | "readarray"))
    }

    /// Whether a stage that is a short builtin has nothing else to do. (With a trap for SIGPIPE it
    /// would have.)
    fn is_short(&self, simple: &Simple) -> bool {
        simple.redirections.is_empty()
            && simple.assignments.is_empty()
            && is_plain(simple)
            && self.traps.is_none()
            && !self.shared.pipe_ignored.get()
    }

    /// Whether a command is a short builtin with nothing else to do.
    pub(super) fn is_short_command(&self, simple: &Simple) -> bool {
        matches!(self.resolve(simple.name), Resolved::Builtin(builtin) if builtin.short)
            && self.is_short(simple)
    }

    /// What a stage is, as far as can be known before it is expanded.
    fn kind_of(&mut self, command: &Command) -> Kind {
        if let Some(reason) = effects::command_needs(command) {
            return Kind::Forked(reason);
        }
        if let Some(reason) = plain_subshell(command).and_then(effects::needs) {
            return Kind::Forked(reason);
        }
        let Command::Simple(simple) = command else { return Kind::Inside(None) };
        let Some(Word { literal: Some(text), .. }) = simple.words.first() else {
            return Kind::Inside(None);
        };
        match self.resolve(simple.name) {
            Resolved::Program if !self.may_be_method(Some(text)) => {}
            Resolved::Builtin(builtin) if builtin.short && self.is_short(simple) => {
                return Kind::Short;
            }
            _ => return Kind::Inside(None),
        }
        if simple.assignments.iter().any(|a| a.name == crate::environment::names::PATH) {
            return Kind::Inside(None);
        }
        match self.locate(text) {
            Ok(located)
                if (located.utility.is_none() || !self.options.has(Options::INPROCESS))
                    && !self.would_nest(&located.path) =>
            {
                Kind::Program(located)
            }
            Ok(located)
                if located.utility.is_some() && is_plain(simple) && !self.watches(DEBUG) =>
            {
                Kind::Inside(Some(located))
            }
            _ => Kind::Inside(None),
        }
    }

    /// Starts every command of a pipeline as a process: their ids, and the process group. `None`
    /// where that was not possible, which has been reported: the status is set.
    pub(super) fn start_processes(
        &mut self,
        commands: &Rc<[Command]>,
        background: bool,
    ) -> Flow<Option<(Vec<i32>, i32)>> {
        let scheduler = self.shared.scheduler.clone();
        let monitor = self.controls_jobs();
        let mut pids: Vec<i32> = Vec::with_capacity(commands.len());
        let mut input: Option<Rc<OpenFile>> = None;
        for index in 0..commands.len() {
            self.debug_stage(&commands[index])?;
            let mut inner = self.subshell();
            if let Some(reader) = input.take() {
                inner.files.set(0, Slot::Open(reader));
                inner.now.input_given = true;
            } else if background && !monitor {
                inner.no_input();
            }
            if index + 1 < commands.len() {
                match OpenFile::real_pipe(&scheduler) {
                    Ok((reader, writer)) => {
                        inner.files.set(1, Slot::Open(writer));
                        input = Some(reader);
                    }
                    Err(error) => {
                        drop(inner);
                        self.cancel_processes(&pids);
                        self.now.line = line_of(&commands[0]);
                        self.status = self.report_no_pipe(PipeUse::Pipeline, &error);
                        return Ok(None);
                    }
                }
            }
            let group = monitor.then(|| pids.first().copied().unwrap_or(0));
            match self.start_process(inner, commands, index, background, group)? {
                Ending::Process(pid) => pids.push(pid),
                ending => {
                    drop(input);
                    self.cancel_processes(&pids);
                    self.status = self.settle(ending)?;
                    return Ok(None);
                }
            }
        }
        let group = pids.first().copied().unwrap_or(0);
        Ok(Some((pids, group)))
    }

    /// Starts one command as a process: launched where it is a program, else forked. See
    /// [`Self::fork_off`] for the value.
    pub(super) fn start_process(
        &mut self,
        mut inner: Environment,
        commands: &Rc<[Command]>,
        index: usize,
        background: bool,
        group: Option<i32>,
    ) -> Flow<Ending> {
        if let Some(started) = self.start_program(&mut inner, &commands[index], background, group) {
            return started;
        }
        let reason = if background { "asynchronous shell code" } else { "job control" };
        let terminal = self.shared.terminal.get().filter(|_| !background);
        let commands = commands.clone();
        self.profile_at(line_of(&commands[index]));
        let course = match background && group.is_none() {
            true => Course::Background,
            false => Course::Foreground,
        };
        let started = self.fork_off(inner, reason, course, move |env, _| {
            if let Some(group) = group {
                env.join_group(group, terminal);
            }
            match &commands[index] {
                Command::Compound(compound) => env.run_whole(compound),
                command => env.run_inner_stage(command, None, Place::LAST),
            }
        })?;
        if let Ending::Process(pid) = started {
            lead_or_join(pid, group);
        }
        Ok(started)
    }

    /// Launches a command in `inner` without waiting for it; None where it is no program, or
    /// where that is not known before it runs.
    pub(super) fn start_program(
        &mut self,
        inner: &mut Environment,
        command: &Command,
        background: bool,
        group: Option<i32>,
    ) -> Option<Flow<Ending>> {
        let (simple, located) = self.startable(command, background)?;
        inner.launch_in_background(simple, located, background, group)
    }

    /// The program that a command is, which can be launched without a wait, and where it is. Files are opened here
    /// for the background alone: beside the pipes of a substitution descriptors may be few.
    pub(super) fn startable<'a>(
        &mut self,
        command: &'a Command,
        background: bool,
    ) -> Option<(&'a Simple, Located)> {
        let command = alone_inside(command);
        let Command::Simple(simple) = command else { return None };
        let opens = |word: &Word| match background {
            true => self.opens_at_once(word),
            false => is_null(word),
        };
        if !is_plain_with(simple, &opens) || effects::command_needs(command).is_some() {
            return None;
        }
        let word = simple.words.first()?;
        let (text, name) = match &word.literal {
            Some(text) => (text.clone(), simple.name),
            None => {
                let text = self.foretell_name(word)?;
                let name = self.shared.names.find(&text);
                (text, name)
            }
        };
        if !matches!(self.resolve(name), Resolved::Program) || self.may_be_method(Some(&text)) {
            return None;
        }
        Some((simple, self.locate(&text).ok()?))
    }

    /// In a forked child under job control: joins its group.
    pub(super) fn join_group(&mut self, group: i32, terminal: Option<i32>) {
        let _ = launch::process::set_process_group(0, group);
        if let Some(tty) = terminal {
            let _ = launch::process::set_foreground_group(tty, launch::process::process_group());
        }
        self.reset_job_signals();
    }
}

/// The command that is all there is in `(command)` or `{ command; }`: a process of its own is
/// subshell enough for it.
fn alone_inside(command: &Command) -> &Command {
    let Command::Compound(compound) = command else { return command };
    let list = match &compound.kind {
        CompoundKind::Subshell(body) => &body.list,
        CompoundKind::Brace(list) => list,
        _ => return command,
    };
    match is_one_command(list) && compound.redirections.is_empty() {
        true => &list.items[0].and_or.first.commands[0],
        false => command,
    }
}

/// Whether the expansions and redirections of a command neither run anything nor wait.
pub(super) fn is_plain(simple: &Simple) -> bool {
    is_plain_with(simple, &is_null)
}

fn is_null(word: &Word) -> bool {
    matches!(&word.literal, Some(text) if text.as_bytes() == b"/dev/null")
}

/// Whether a command's words are plain, and its redirections are of files for which `opens_at_once`
/// is true.
fn is_plain_with(simple: &Simple, opens_at_once: &dyn Fn(&Word) -> bool) -> bool {
    simple.words.iter().all(word_is_plain)
        && simple.assignments.iter().all(|assignment| {
            assignment.subscript.is_none()
                && assignment.composite.is_none()
                && word_is_plain(&assignment.value)
        })
        && simple.redirections.iter().all(|redirection| match redirection.kind.operand() {
            RedirectionOperand::File { name, .. } => {
                !redirection.kind.is_for_the_end() && opens_at_once(name)
            }
            RedirectionOperand::Descriptor(word) => word.literal.is_some(),
            RedirectionOperand::Offset(_) | RedirectionOperand::Line(_) => false,
            RedirectionOperand::Text(word) => word_is_plain(word),
            RedirectionOperand::Document(document) => {
                document.text.get().is_none_or(|word| word_is_plain(word))
            }
        })
}

fn word_is_plain(word: &Word) -> bool {
    word.literal.is_some() || (word.extended.is_none() && word.parts.iter().all(part_is_plain))
}

fn part_is_plain(part: &Part) -> bool {
    match part {
        Part::Command(_) | Part::Inline { .. } | Part::Process(..) => false,
        Part::DoubleQuoted(inner) => inner.iter().all(part_is_plain),
        Part::Parameter(parameter) if parameter.subscript.is_some() || parameter.indirect => false,
        Part::Parameter(parameter) => match &parameter.operation {
            syntax::tree::Operation::Value | syntax::tree::Operation::Length => true,
            syntax::tree::Operation::Substitute { word, .. } => word_is_plain(word),
            syntax::tree::Operation::Trim { pattern, .. } => word_is_plain(pattern),
            // Whatever else there is may run something, or assign.
            _ => false,
        },
        Part::Arithmetic(arithmetic) => arithmetic.parts.iter().all(part_is_plain),
        Part::Literal(_) | Part::Quoted(_) | Part::Tilde(_) | Part::Filled(_) => true,
    }
}

/// The line that a command begins on.
pub(super) fn line_of(command: &Command) -> u32 {
    match command {
        Command::Simple(simple) => simple.line,
        Command::Compound(compound) => compound.line,
        Command::Function(definition) => definition.line,
    }
}

/// The text of a command, where the parser has kept it.
fn text_of(command: &Command) -> &[u8] {
    match command {
        Command::Simple(simple) => &simple.text,
        Command::Compound(compound) => &compound.text,
        Command::Function(_) => b"",
    }
}

/// The body of `( … )` without redirections.
fn plain_subshell(command: &Command) -> Option<&Rc<Body>> {
    match command {
        Command::Compound(compound) if compound.redirections.is_empty() => match &compound.kind {
            CompoundKind::Subshell(body) => Some(body),
            _ => None,
        },
        _ => None,
    }
}
