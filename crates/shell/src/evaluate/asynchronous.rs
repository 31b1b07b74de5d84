//! Asynchronous lists (POSIX XCU 2.9.3.1): a single program is launched, shell code forked.
//!
//! Its standard input is /dev/null unless job control is on. An external command is launched as any
//! other; anything else needs a process of its own, since it goes on while the script does. The job
//! is noted in `environment::jobs`, its id is `$!`.

use super::Place;
use super::pipeline::line_of;
use super::redirect::Refused;
use super::subshell::{Course, Ending, NO_PROCESS};
use crate::diagnostics::Problem;
use crate::environment::files::Slot;
use crate::environment::jobs::Job;
use crate::environment::options::Options;
use crate::environment::{Environment, Located, names};
use crate::profile::Launching;
use crate::signals::JobSignals;
use crate::unwind::{Flow, Unwind};
use rustix::fs::{AtFlags, FileType, OFlags};
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{AndOr, Operation, Parameter, Part, Reference, Simple, Word};

impl Environment {
    /// Starts an AND-OR list in the background.
    // Not a part of its caller, whose frame every level of a recursion has: this one's is of some KB.
    #[inline(never)]
    pub(super) fn run_asynchronously(&mut self, and_or: &AndOr, text: &[u8]) -> Flow {
        self.reap_background();
        self.shared.lookups.background(true);
        // What it reads from now on it shares.
        self.share_files();
        let monitor = self.controls_jobs();
        let simple = and_or.rest.is_empty() && and_or.first.is_plain();
        let (pids, group) = if self.must_hand_over(and_or) {
            let mut inner = self.subshell();
            inner.no_input();
            match inner.hand_over(text) {
                Some(pid) => (vec![pid], pid),
                None => {
                    self.now.line = and_or.first.commands.first().map_or(0, line_of);
                    self.diagnose(Problem::NoProcessInSession {
                        reason: "asynchronous shell code",
                    });
                    self.status = NO_PROCESS;
                    return Ok(());
                }
            }
        } else if simple {
            match self.start_processes(&and_or.first.commands, true)? {
                Some(started) => started,
                None => return Ok(()),
            }
        } else {
            let mut inner = self.subshell();
            if !monitor {
                inner.no_input();
            }
            if let Some(command) = and_or.first.commands.first() {
                self.profile_at(line_of(command));
            }
            let course = match monitor {
                true => Course::Foreground,
                false => Course::Background,
            };
            let started =
                self.fork_off(inner, "asynchronous shell code", course, |env, place| {
                    if monitor {
                        env.join_group(0, None);
                    }
                    env.run_and_or(and_or, place)
                })?;
            let Ending::Process(pid) = started else {
                self.status = self.settle(started)?;
                return Ok(());
            };
            if monitor {
                let _ = launch::process::set_process_group(pid, pid);
            }
            (vec![pid], pid)
        };
        self.background = pids.last().copied();
        let group = monitor.then_some(group);
        let pipefail = pids.len() > 1 && self.options.has(Options::PIPEFAIL);
        let number = self.add_job(Job::new(&pids, group, text.to_vec(), pipefail));
        if self.options.has(Options::INTERACTIVE) && !self.now.is_virtual {
            let line = format!("[{number}] {}\n", self.background.unwrap_or(0));
            self.write_error(line.as_bytes());
        }
        self.status = 0;
        Ok(())
    }

    /// Has nothing read ahead from any of the open files from now on: another process reads too.
    pub(super) fn share_files(&self) {
        for (_, slot) in self.files.iter() {
            if let Slot::Open(file) = slot {
                file.share();
            }
        }
    }

    /// Makes /dev/null the standard input of a background command without job control. One inside
    /// of something whose input is redirected may keep that.
    pub(super) fn no_input(&mut self) {
        if self.now.input_given && self.rules().evaluation.background_keeps_redirected_input {
            return;
        }
        let scheduler = self.shared.scheduler.clone();
        let file = match self.open_file(b"/dev/null", OFlags::RDONLY) {
            Ok(fd) => OpenFile::from_fd(&scheduler, fd),
            // As empty, and never the script's own input.
            Err(_) => OpenFile::text(&scheduler, Rc::from([])),
        };
        self.files.set(0, Slot::Open(file));
    }

    /// Launches a program that is not waited for. None: not possible this way, fork. `found`: the
    /// program, unless the command's own assignments and expansions change PATH.
    ///
    /// This is a clone: what expansion changes is gone with it. Where it moves to a process of its
    /// own (its words ask for its id), that process is the command's, and this one has nothing
    /// left to do.
    pub(super) fn launch_in_background(
        &mut self,
        simple: &Simple,
        found: Located,
        background: bool,
        group: Option<i32>,
    ) -> Option<Flow<Ending>> {
        let mut fields: Vec<ByteString> = Vec::new();
        self.now.line = simple.line;
        let terminal = self.shared.terminal.get().filter(|_| !background);
        if self.options.has(Options::XTRACE) {
            self.now.trace_file = self.trace_output();
        }
        let path = self.text(names::PATH);
        let prepared = self.prepare_launch(simple, &mut fields);
        if self.now.owns_process {
            // The process that it has moved to.
            match group {
                Some(group) => self.join_group(group, terminal),
                None if background => self.reset_signals(true),
                None => {}
            }
            let ending = self.run_body(|env| {
                prepared?;
                env.trace(simple, &fields)?;
                env.run_program(&fields, Place::LAST)
            });
            self.end_process(ending);
        }
        match prepared {
            Ok(true) if !fields.is_empty() => {}
            // The host does not want it: there is no process, and the list has this status.
            Ok(false) => return Some(Ok(Ending::Status(self.status))),
            Err(Unwind::Moved(pid)) => {
                lead_or_join(pid, group);
                return Some(Ok(Ending::Process(pid)));
            }
            // It has been reported: all that is missing is a process that has this status.
            Err(_) if self.shared.is_session() => return Some(Ok(Ending::Status(self.status))),
            Err(unwind) => {
                return Some(self.fork_instead(background, group, |_| Err(unwind)));
            }
            // A function or an assignment, perhaps: what comes of it is not known yet.
            Ok(true) => return None,
        }
        if let Err(unwind) = self.trace(simple, &fields) {
            return Some(Err(unwind));
        }
        let located = match self.text(names::PATH) == path {
            true => Some(found),
            false => self.locate(&fields[0]).ok(),
        };
        let mut noted = None;
        let started = located.map(|located| {
            noted = self.profile_launch(located.path.to_bytes(), &fields[0], Launching::Beside);
            self.with_launch(&located.path, &fields, |env, mut launch| {
                let treatment = JobSignals {
                    can_be_stopped: group.is_some(),
                    is_not_interrupted: background && group.is_none(),
                };
                env.signals_of_programs(&mut launch, treatment);
                if let Some(group) = group {
                    launch.process_group(group);
                    if let Some(tty) = terminal {
                        launch.foreground(tty);
                    }
                }
                launch.start()
            })
        });
        match started {
            Some(Ok(Ok(child))) => {
                self.shared.unwaited.started(child.pid);
                self.profile_started(noted, child.pid);
                Some(Ok(Ending::Process(child.pid)))
            }
            // The child says what is wrong, with its status. Nothing is expanded again.
            _ => Some(
                self.fork_instead(background, group, |env| env.run_program(&fields, Place::LAST)),
            ),
        }
    }

    /// The first field that a command's first word will expand to, where that shows without an
    /// expansion: of texts and of parameters whose values stand for themselves.
    pub(super) fn foretell_name(&self, word: &Word) -> Option<ByteString> {
        let mut text = Vec::new();
        // Only the last part may hold more fields than the first.
        let mut complete = false;
        for part in &word.parts {
            if complete {
                return None;
            }
            match part {
                Part::Literal(literal) => text.extend_from_slice(literal),
                Part::Quoted(quoted) => text.extend_from_slice(quoted),
                Part::DoubleQuoted(inner) => match &inner[..] {
                    [Part::Quoted(quoted)] => text.extend_from_slice(quoted),
                    [Part::Parameter(parameter)] => {
                        text.extend_from_slice(&self.foretell_value(parameter)?);
                        complete = parameter.reference == Reference::Special(b'@');
                    }
                    _ => return None,
                },
                Part::Parameter(parameter) => {
                    let value = self.foretell_value(parameter)?;
                    let separators = self.text(names::IFS);
                    if separators.is_some_and(|text| text.as_bytes() != b" \t\n") {
                        return None;
                    }
                    let field = value.split(|byte| b" \t\n".contains(byte)).next()?;
                    text.extend_from_slice(field);
                    complete = field.len() < value.len()
                        || matches!(parameter.reference, Reference::Special(_));
                }
                _ => return None,
            }
        }
        // No pattern, no braces; and what is empty is no name, or no field.
        let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%".contains(&byte);
        (!text.is_empty() && text.iter().all(is_plain)).then(|| ByteString::new(&text))
    }

    /// Whether the file that a redirection names is known without an expansion, and is opened without a
    /// wait: a regular one, or none yet. Opening others, and bash's /dev/tcp, is for the command's own process.
    pub(super) fn opens_at_once(&self, word: &Word) -> bool {
        let path = match &word.literal {
            Some(text) => text.clone(),
            None => {
                let mut text = Vec::new();
                match word.extended.is_none() && self.foretell_path(&word.parts, false, &mut text) {
                    true => ByteString::new(&text),
                    false => return false,
                }
            }
        };
        if path.as_bytes().starts_with(b"/dev/") {
            return path.as_bytes() == b"/dev/null";
        }
        match stage::door::statat(self.directory(), path.as_bytes(), AtFlags::empty()) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile,
            Err(errno) => errno == rustix::io::Errno::NOENT,
        }
    }

    /// Appends what the parts of a word will expand to: texts, and parameters that have values. False where
    /// that does not show.
    fn foretell_path(&self, parts: &[Part], quoted: bool, text: &mut Vec<u8>) -> bool {
        let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+,:@%".contains(&byte);
        parts.iter().all(|part| match part {
            Part::Literal(literal) => {
                text.extend_from_slice(literal);
                literal.iter().all(is_plain)
            }
            Part::Quoted(quoted) => {
                text.extend_from_slice(quoted);
                true
            }
            Part::DoubleQuoted(inner) => self.foretell_path(inner, true, text),
            Part::Parameter(parameter) if parameter.reference != Reference::Special(b'@') => {
                let Some(value) = self.foretell_value(parameter) else { return false };
                text.extend_from_slice(&value);
                quoted || value.iter().all(is_plain)
            }
            _ => false,
        })
    }

    /// What a parameter's expansion begins with, where it is known without expanding it.
    fn foretell_value(&self, parameter: &Parameter) -> Option<ByteString> {
        if parameter.subscript.is_some()
            || parameter.indirect
            || !matches!(parameter.operation, Operation::Value)
        {
            return None;
        }
        match parameter.reference {
            Reference::Variable(name) if self.is_computed(name) => None,
            Reference::Variable(name) => self.text(name),
            Reference::Positional(number) => self.positional.get(number).cloned(),
            Reference::Special(b'@') => self.positional.get(1).cloned(),
            Reference::Special(_) => None,
        }
    }

    /// Makes a process of this environment where a program could not be launched in the background.
    fn fork_instead(
        &mut self,
        background: bool,
        group: Option<i32>,
        body: impl FnOnce(&mut Environment) -> Flow,
    ) -> Flow<Ending> {
        let course = match background && group.is_none() {
            true => Course::Background,
            false => Course::Foreground,
        };
        let terminal = self.shared.terminal.get().filter(|_| !background);
        let started = self.fork_itself_off("asynchronous shell code", course, |env, _| {
            if let Some(group) = group {
                env.join_group(group, terminal);
            }
            body(env)
        });
        if let Ok(Ending::Process(pid)) = started {
            lead_or_join(pid, group);
        }
        started
    }

    /// Expands the words, redirections and assignments of a program that is to be launched. What
    /// fails has been reported. False: an observer wants it not to run.
    fn prepare_launch(&mut self, simple: &Simple, fields: &mut Vec<ByteString>) -> Flow<bool> {
        self.expand_words(&simple.words, fields)?;
        if self.options.has(Options::OBSERVED)
            && !fields.is_empty()
            && !self.before_command(fields)?
        {
            return Ok(false);
        }
        self.redirect(&simple.redirections).map_err(|refused| match refused {
            Refused::Unwind(unwind) | Refused::Document(unwind) | Refused::Trap(unwind) => unwind,
            Refused::Reported => {
                self.status = self.failed();
                Unwind::Exit
            }
        })?;
        for assignment in &simple.assignments {
            let name = self.hidden_by(assignment.name);
            self.assign_temporarily(name, assignment)?;
            self.mark(name, crate::environment::variables::EXPORT);
        }
        Ok(true)
    }
}

/// Makes a process a member of a job's process group, as it does itself; `Some(0)`: its leader.
pub(super) fn lead_or_join(pid: i32, group: Option<i32>) {
    if let Some(group) = group {
        let _ = launch::process::set_process_group(pid, if group == 0 { pid } else { group });
    }
}
