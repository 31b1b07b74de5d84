//! External commands: found by PATH, launched without a fork (POSIX XCU 2.9.1.4-6).
//!
//! `locate` finds the file and whether a utility equals it; `with_launch` describes what the child
//! gets (arguments, exported variables, descriptors, directory, signals), and `launch_and_wait`
//! starts it by crate launch and waits. A file that is not executable format is run as a script
//! (XCU 2.9.1.6).

use super::Place;
use crate::diagnostics::{Problem, StartupProblem};
use crate::environment::files::Slot;
use crate::environment::jobs::{Job, status_of_pipeline};
use crate::environment::options::Options;
use crate::environment::references::NOTHING;
use crate::environment::variables::{EXPORT, READONLY, Value, Variable};
use crate::environment::{Environment, Located, names};
use crate::evaluate::installed;
use crate::profile::Launching;
use crate::signals::JobSignals;
use crate::unwind::{Flow, Unwind};
use launch::process::{self, WaitStatus};
use launch::{CStringArray, Child, Launch, LaunchError, Step};
use rustix::fs::FileType;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::os::fd::AsFd;
use std::rc::Rc;
use syntax::{ByteString, Name};
use utilities::Utility;
use utilities::program::{Family, Program};

/// The shell itself, for scripts without `#!`.
const OWN_PROGRAM: &CStr = c"/proc/self/exe";

/// No coprocess has a descriptor below this one.
const FIRST_HIGH: i32 = 10;
/// In place of an errno: the system was not asked, and the reason has been said.
const NOT_ASKED: i32 = 0;

/// A program in the foreground, once its launch has returned.
enum Started {
    /// It has been waited for; its exit status.
    Ended(i32),
    /// It is to be waited for.
    Running(Child),
}

/// The in-process utility for a program that was identified; None for a utility that the program, one of many
/// (busybox, toybox, uutils), does not do alike.
fn as_done_by(utility: &'static Utility, program: Program) -> Option<(&'static Utility, Program)> {
    match program.family {
        family @ (Family::Busybox | Family::Toybox | Family::Uutils) => {
            Some((utilities::busybox::find_alike(family, utility.name.as_bytes())?, program))
        }
        _ => Some((utility, program)),
    }
}

/// How `exec` has a program called.
#[derive(Default)]
pub struct ExecutedAs {
    /// Its `argv[0]`, where that is not the name that it is found by (`-a`, `-l`).
    pub name: Option<ByteString>,
    /// It gets no variables (`-c`).
    pub has_no_variables: bool,
}

impl Environment {
    /// Runs a command that is neither builtin nor function.
    pub(super) fn run_program(&mut self, fields: &[ByteString], place: Place) -> Flow {
        self.run_program_found(fields, None, place)
    }

    /// Runs an external command as [`Self::run_program`] does. `located`: where it is found, if that
    /// is known.
    pub(super) fn run_program_found(
        &mut self,
        fields: &[ByteString],
        located: Option<&Located>,
        place: Place,
    ) -> Flow {
        if !self.allows_program(&fields[0]) {
            return Ok(());
        }
        let located = match located {
            Some(located) => Ok(located.clone()),
            None => self.locate(&fields[0]),
        };
        let located = match located {
            Ok(located) => located,
            Err(errno) => {
                if self.rules().evaluation.fpath_has_functions
                    && let Some(result) = crate::builtins::autoload::find(self, fields)
                {
                    return result;
                }
                return self.missing(fields, errno);
            }
        };
        if self.rules().evaluation.fpath_has_functions
            && let Some(result) = crate::builtins::autoload::stands_in(self, &located, fields)
        {
            return result;
        }
        if let Some((utility, program)) = located.utility
            && self.options.has(Options::INPROCESS)
            && !(place.is_last && utility.launches_command() && self.may_be_replaced())
            && self.run_utility(utility, program, fields)?.is_ok()
        {
            return Ok(());
        }
        if place.is_last && self.may_be_replaced() {
            return self.replace_by(&located.path, fields);
        }
        if self.run_nested(&located.path, fields)? {
            return Ok(());
        }
        self.launch_and_wait(&located.path, fields, place.is_only)
    }

    /// Nothing of the shell is needed once its last command runs.
    fn may_be_replaced(&self) -> bool {
        let traps = self.traps.as_ref().is_some_and(|traps| {
            traps.actions.values().any(|a| matches!(a, crate::environment::traps::Action::Run(_)))
        });
        !self.now.is_virtual
            && !traps
            && self.shared.profile.get().is_none_or(|profile| !profile.stays())
            && !self.controls_jobs()
            && !self.shared.scheduler.must_poll()
            && self.shared.surroundings.get().is_none()
    }

    /// Runs the utility by whose name the shell was called; what it does not do exactly is left to
    /// the system's own program.
    ///
    /// # Errors
    /// The [`Unwind`] of the utility, or of a script that took the place of the program.
    pub fn run_applet(&mut self, utility: &'static Utility, fields: &[ByteString]) -> Flow {
        let name = utility.name.as_bytes();
        let installed::Link { other: installed, program } =
            installed::link(name, &self.shared.programs);
        // The command that such a one executes has the id of this process.
        let executes = utility.launches_command() || name == b"env" && fields.len() > 1;
        let is_replaced = executes && installed.is_some();
        let mut reason = "the installed program is not one that is reproduced";
        if let Some((utility, program)) = program.and_then(|program| as_done_by(utility, program))
            && !is_replaced
        {
            match self.run_utility(utility, program, fields)? {
                Ok(()) => return Ok(()),
                Err(aside) => reason = aside,
            }
        }
        let installed = installed.and_then(|path| CString::new(path).ok());
        match installed.filter(|path| self.is_program(path.to_bytes())) {
            Some(path) => self.replace_by(&path, fields),
            None => {
                self.diagnose(&StartupProblem::NoOtherProgram(reason));
                self.status = 127;
                Ok(())
            }
        }
    }

    /// Runs an external command from within a builtin, and waits for it.
    ///
    /// # Errors
    /// Unwinds where a signal ends the environment meanwhile.
    pub fn run_program_now(&mut self, fields: &[ByteString]) -> Flow {
        self.run_program(fields, Place::ANY)
    }

    /// Finds an external command: by its path, or in PATH, remembering where (POSIX XCU 2.9.1.4).
    ///
    /// # Errors
    /// An errno: ENOENT where PATH leads to none, EACCES where it leads only to files that may not be
    /// executed.
    pub fn locate(&mut self, name: &ByteString) -> Result<Located, i32> {
        if name.contains(&b'/') {
            let path = CString::new(name.to_vec()).map_err(|_| libc::ENOENT)?;
            let utility = self.standing_in(name);
            return Ok(Located { path: path.into(), utility, hits: Default::default() });
        }
        let slot = self.shared.names.intern(name);
        if let Some(located) = self.hash.get(&slot) {
            if !self.now.is_virtual {
                located.hits.set(located.hits.get().saturating_add(1));
            }
            return Ok(located.clone());
        }
        let path = match self.search_path() {
            None if self.rules().evaluation.unset_path_is_standard => {
                ByteString::new(crate::builtins::STANDARD_PATH)
            }
            path => path.unwrap_or_default(),
        };
        if self.now.is_virtual
            && let Some(located) = self.shared.lookups.get(slot, &path)
        {
            if self.now.level == 0 {
                // A nested script remembers its own.
                let own = Located { hits: std::cell::Cell::new(1), ..located.clone() };
                Rc::make_mut(&mut self.hash).insert(slot, own);
            }
            return Ok(located);
        }
        let found = launch::search::find(name, &path, self.search_directory())?;
        let utility = self.standing_in(found.to_bytes());
        let located = Located { path: found.into(), utility, hits: std::cell::Cell::new(1) };
        if located.path.to_bytes().first() == Some(&b'/') {
            Rc::make_mut(&mut self.hash).insert(slot, located.clone());
            if self.now.is_virtual {
                self.shared.lookups.keep(slot, &path, &located);
            }
        }
        Ok(located)
    }

    /// Finds a program that is not to be run: [`Self::locate`] without remembering it.
    pub fn look_up(&mut self, name: &ByteString) -> Option<Located> {
        let found = self.shared.names.find(name).and_then(|slot| self.hash.get(&slot));
        if let Some(located) = found.filter(|_| !name.contains(&b'/')) {
            return Some(located.clone());
        }
        let hash = self.hash.clone();
        let located = self.locate(name).ok();
        self.hash = hash;
        located
    }

    /// PATH as commands are looked for: with the directories that tildes at the beginning of its
    /// entries stand for, where the dialect expands them.
    pub fn search_path(&self) -> Option<ByteString> {
        let path = self.text(names::PATH)?;
        match self.rules().evaluation.path_has_tildes && path.contains(&b'~') {
            true => Some(self.path_without_tildes(&path)),
            false => Some(path),
        }
    }

    /// Where relative entries of PATH are looked up.
    pub fn search_directory(&self) -> Option<std::os::fd::BorrowedFd<'_>> {
        self.directory.as_ref().map(|_| self.directory())
    }

    /// The utility that does the same as the program at a path: one of the system's own of a known family and version,
    /// or a link of the shell's program.
    fn standing_in(&self, path: &[u8]) -> Option<(&'static Utility, Program)> {
        let Some(name) = installed::name_in_system(path) else { return self.own_link(path) };
        let utility = self.shared.utility(name)?;
        match installed::identify(path, name, &self.shared.programs) {
            Some(program) => as_done_by(utility, program),
            None => self.own_link(path),
        }
    }

    /// The utility that the shell's program would be by a link at this path, started anew.
    #[cold]
    fn own_link(&self, path: &[u8]) -> Option<(&'static Utility, Program)> {
        if path.first() != Some(&b'/') || self.shared.is_session() {
            return None;
        }
        let slash = byte_search::memrchr(b'/', path)?;
        let utility = self.shared.utility(&path[slash + 1..])?;
        let flags = rustix::fs::AtFlags::empty();
        let status = stage::door::statat(rustix::fs::CWD, path, flags).ok()?;
        if !self.shared.nested.is_own(&status) {
            return None;
        }
        let link = installed::link(utility.name.as_bytes(), &self.shared.programs);
        as_done_by(utility, link.program?)
    }

    /// Runs the function for commands that are not found, or reports the command.
    #[cold]
    fn missing(&mut self, fields: &[ByteString], errno: i32) -> Flow {
        if errno == libc::ENOENT
            && self.rules().evaluation.has_command_not_found_handle
            && !fields[0].contains(&b'/')
            && let Some(name) = self.shared.names.find(b"command_not_found_handle")
            && let Some(function) = self.function(name).cloned()
        {
            let mut inner = self.subshell();
            let ending = inner.run_body(|env| env.call_function(&function, fields));
            drop(inner);
            self.status = self.settle(ending)?;
            return Ok(());
        }
        if self.options.has(Options::INTERACTIVE)
            && self.has_shopt("autocd")
            && fields.len() == 1
            && self.is_directory(&fields[0])
        {
            let quoted = crate::builtins::quote(&fields[0]);
            self.write_error(&[b"cd -- ", &quoted[..], b"\n"].concat());
            return self.run_text(&[b"cd -- ", &quoted[..]].concat());
        }
        self.not_found(&fields[0], errno)
    }

    /// Whether a path, which may be relative, is a directory's.
    fn is_directory(&self, path: &[u8]) -> bool {
        let flags = rustix::fs::AtFlags::empty();
        stage::door::statat(self.directory(), path, flags)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir())
    }

    fn not_found(&mut self, name: &[u8], errno: i32) -> Flow {
        if name.first() == Some(&b'%')
            && self.rules().evaluation.job_names_are_commands
            && self.controls_jobs()
        {
            // A job is brought to the foreground by its name.
            return self.run_text(&[b"fg -- ", &crate::builtins::single_quote(name)[..]].concat());
        }
        if errno == libc::ENOENT {
            let is_there = name.contains(&b'/')
                && stage::door::statat(self.directory(), name, rustix::fs::AtFlags::empty())
                    .is_ok();
            self.diagnose(match is_there {
                true => Problem::InterpreterNotFound(name),
                false => Problem::CommandNotFound(name),
            });
            self.status = 127;
        } else if errno == NOT_ASKED {
            self.status = 126;
        } else {
            let error = std::io::Error::from_raw_os_error(errno);
            let reason = utilities::message::reason(&error);
            let is_directory = errno == libc::EACCES && self.is_directory(name);
            self.diagnose(Problem::CannotExecute { name, reason: &reason, is_directory });
            self.status = 126;
        }
        Ok(())
    }

    /// The file system in memory that a program would have to see: its directory, or what an argument names.
    fn not_for_programs(&self, fields: &[ByteString]) -> Option<Vec<u8>> {
        let directory = self.directory.as_ref().filter(|fd| stage::door::is_mounted(fd));
        match directory {
            Some(directory) => stage::door::path_of(directory).ok(),
            None => fields.iter().find_map(|field| stage::door::mount_in(field)),
        }
    }

    /// Calls `use_` with a launch of the program as this environment has it.
    pub(super) fn with_launch<T>(
        &mut self,
        path: &CStr,
        fields: &[ByteString],
        use_: impl FnOnce(&mut Self, Launch<'_>) -> T,
    ) -> Result<T, std::io::Error> {
        let mut arguments = CStringArray::new();
        for field in fields {
            if arguments.push(field).is_err() {
                return Err(std::io::Error::from_raw_os_error(libc::EINVAL));
            }
        }
        if self.shared.signals.meter().is_some_and(|meter| !meter.launch()) {
            return Err(rustix::io::Errno::AGAIN.into());
        }
        if let Some(path) = self.not_for_programs(fields) {
            self.diagnose(Problem::NotForPrograms { name: &fields[0], path: &path });
            return Err(std::io::ErrorKind::Unsupported.into());
        }
        let environment = self.exported();
        let mut launch = Launch::new(path, &arguments, &environment);
        for (number, slot) in self.files.iter() {
            let number = number as i32;
            match slot {
                Slot::Unknown => {}
                Slot::Closed => self.shared.keep_from_children(number),
                Slot::Open(file) => {
                    let fd = file.real()?;
                    if number >= FIRST_HIGH && self.is_coprocess_end(number, fd) {
                        continue;
                    }
                    if fd != number || !self.shared.passes_by_itself(fd) {
                        launch.descriptor(number, fd);
                    }
                }
            }
        }
        if let Some(fd) = self.directory_fd() {
            launch.directory(fd);
        }
        let can_be_stopped = self.controls_jobs();
        let treatment = JobSignals { can_be_stopped, ..JobSignals::default() };
        self.signals_of_programs(&mut launch, treatment);
        self.synchronise_umask();
        if self.shared.is_session() {
            launch.close_others(!self.shared.in_place_of_shell.get());
            self.shared.signals_of_session(&mut launch);
            if let Some(mask) = self.umask {
                launch.umask(mask);
            }
        }
        if let Some(surroundings) = self.shared.surroundings.get() {
            let directory = self.directory.as_ref().map(|directory| directory.as_fd());
            let entered = surroundings.enter(&mut launch, directory);
            entered.map_err(std::io::Error::from_raw_os_error)?;
        }
        self.shared.scheduler.give_back_all();
        self.shared.lookups.changed();
        Ok(use_(self, launch))
    }

    /// The exported variables that local variables without a value shadow, if programs get them.
    #[cold]
    pub(super) fn hidden_exports(&self) -> Vec<(Name, Value)> {
        if !self.rules().evaluation.shadowed_exports_are_passed {
            return Vec::new();
        }
        let shadows = |name: Name| !self.variables.get(name).is_set();
        let hidden = self.now.locals.iter().filter(|(name, hidden)| {
            name.0 < NOTHING.0 && hidden.flags & EXPORT != 0 && hidden.is_set() && shadows(*name)
        });
        hidden.map(|(name, hidden)| (*name, hidden.value.clone())).collect()
    }

    /// The exported variables that say what the shell is doing, with the values that they have now.
    pub(super) fn exported_state(&mut self) -> SmallVec<[(Name, Value); 3]> {
        let mut now = SmallVec::new();
        let is_exported = |variable: &Variable, flags| variable.flags & flags == flags;
        if self.rules().evaluation.shellopts_is_passed_on {
            for name in [names::SHELLOPTS, names::BASHOPTS] {
                if is_exported(self.variables.get(name), EXPORT | READONLY) {
                    now.push((name, self.computed(name)));
                }
            }
        }
        if is_exported(self.variables.get(names::LINENO), EXPORT) && self.is_computed(names::LINENO)
        {
            now.push((names::LINENO, self.computed(names::LINENO)));
        }
        now
    }

    /// The exported variables as a program gets them.
    pub(super) fn exported(&mut self) -> Rc<CStringArray> {
        let rules = &self.rules().evaluation;
        let now = self.exported_state();
        if !now.is_empty() {
            self.exports = self.shared.fresh();
        }
        if let Some((number, block)) = &*self.shared.exports.borrow()
            && *number == self.exports
        {
            return block.clone();
        }
        let mut block = CStringArray::new();
        for (name, variable) in self.variables.iter() {
            let is_array = variable.value.is_array();
            if variable.flags & EXPORT == 0 || is_array && !rules.first_elements_are_passed {
                continue;
            }
            let value = match now.iter().find(|(computed, _)| *computed == name) {
                Some((_, value)) => value.text(),
                None => variable.exported(name, &self.shared.names),
            };
            if let Some(value) = value {
                let _ = block.push_parts(&[&self.name(name), b"=", &value]);
            }
        }
        if self.hides_exports {
            let hidden: BTreeMap<Name, Value> = self.hidden_exports().into_iter().collect();
            for (name, value) in hidden {
                let text = value.text().unwrap_or_default();
                let _ = block.push_parts(&[&self.name(name), b"=", &text]);
            }
        }
        for string in self.exported_strings() {
            let _ = block.push(&string);
        }
        let block = Rc::new(block);
        *self.shared.exports.borrow_mut() = Some((self.exports, block.clone()));
        block
    }

    /// Launches a program in the foreground and waits for it. Where there is nothing else to
    /// do until its end that is one call, which is not interrupted for the exec.
    fn launch_and_wait(&mut self, path: &CStr, fields: &[ByteString], only: bool) -> Flow {
        let monitor = self.controls_jobs();
        // The whole of a command substitution is waited for after its output.
        let deferred = only && self.now.is_virtual;
        let poll = !deferred && self.shared.scheduler.must_poll();
        let terminal = self.shared.terminal.get();
        let noted = self.profile_launch(path.to_bytes(), &fields[0], Launching::Waited);
        let result = self.with_launch(path, fields, |env, mut launch| {
            // A capture that has just become real is something to poll for too.
            let poll = poll || (!deferred && env.shared.scheduler.must_poll());
            launch.want_pidfd(poll);
            if monitor {
                launch.process_group(0);
                if let Some(tty) = terminal {
                    launch.foreground(tty);
                }
            }
            if !(monitor || deferred || poll) && env.waits_alone() {
                return env.wait_cooperatively(|env| {
                    let ended = launch.run()?;
                    env.profile_started(noted, ended.pid);
                    Ok(Started::Ended(env.note_ending(ended.pid, ended.status)))
                });
            }
            let child = launch.start();
            if let Ok(child) = &child {
                env.shared.unwaited.started(child.pid);
                env.profile_started(noted, child.pid);
            }
            child.map(Started::Running)
        });
        if let (true, false, Some(tty)) = (monitor, matches!(result, Ok(Ok(_))), terminal) {
            // The child had the terminal when its program turned out to be none.
            let _ = process::set_foreground_group(tty, process::process_group());
        }
        let started = match result {
            Ok(Ok(started)) => started,
            Ok(Err(error)) if error.step == Step::Communicate => {
                // It has ended, and nobody knows how.
                self.status = 127;
                return Ok(());
            }
            Ok(Err(error)) => return self.launch_failed(error, path, fields, only),
            Err(error) => return self.missing(fields, error.raw_os_error().unwrap_or(NOT_ASKED)),
        };
        self.status = match started {
            Started::Ended(status) => {
                self.shared.lookups.changed();
                status
            }
            Started::Running(child) if deferred => {
                return Err(Unwind::Moved(child.pid));
            }
            Started::Running(Child { pid, .. }) if monitor => {
                // A script without `#!` is run by the shell itself: its name says more.
                let shown = if path == OWN_PROGRAM { &fields[1..] } else { fields };
                let text =
                    shown.iter().map(|field| field.as_bytes()).collect::<Vec<_>>().join(&b' ');
                let status = self.wait_foreground(Job::new(&[pid], Some(pid), text, false));
                self.status = status;
                self.leave_loops()?;
                status
            }
            Started::Running(Child { pid, pidfd: Some(fd), .. }) => self.wait_for_pidfd(pid, &fd),
            Started::Running(Child { pid, .. }) => self.wait_for(pid),
        };
        if self.shared.pid.get() == 1 {
            self.reap_orphans();
        }
        self.check_window();
        Ok(())
    }

    /// After a command, and before a line is typed: sets LINES and COLUMNS where
    /// `shopt -s checkwinsize` asks for it.
    #[inline]
    pub(crate) fn check_window(&mut self) {
        if self.rules().interactive.sets_window_size {
            self.set_window_size();
        }
    }

    fn set_window_size(&mut self) {
        let Some(error) = self.file(2).filter(|file| file.may_be_terminal()) else { return };
        let Some(fd) = error.as_real().filter(|_| self.has_shopt("checkwinsize")) else { return };
        let Some((lines, columns)) = launch::process::window_size(fd) else { return };
        for (name, count) in [(&b"LINES"[..], lines), (b"COLUMNS", columns)] {
            let name = self.shared.names.intern(name);
            let _ = self.assign(name, Value::String(count.to_string().as_str().into()));
        }
    }

    /// A shell that is the first process of a container inherits the children of those that
    /// have ended: it waits for them, as every shell does that waits for any child.
    #[cold]
    fn reap_orphans(&mut self) {
        // With `lastpipe` there may be stages of a pipeline that nobody has waited for yet.
        let inside = self.now.is_virtual || self.shared.forked.get();
        if inside || self.shared.scheduler.must_poll() || self.options.has(Options::LASTPIPE) {
            return;
        }
        self.reap_background();
        self.reap_substituted();
        while let Ok(Some((pid, status))) =
            process::wait_pid(-1, process::Awaited::End, process::Blocking::Poll)
        {
            if Rc::make_mut(&mut self.jobs).by_pid(pid).is_some() {
                // One of the shell's own has ended just now.
                self.note_status(pid, status);
            }
        }
    }

    /// Waits for a job in the foreground that may stop (`set -m`).
    pub fn wait_foreground(&mut self, mut job: Job) -> i32 {
        let count = job.processes.len();
        let mut statuses: Vec<i32> = Vec::with_capacity(count);
        let (mut stopped, mut interrupted) = (false, false);
        for process in &mut job.processes {
            let how = loop {
                // It may have ended before it came to the foreground.
                if let Some(ended) = process.status.filter(|status| status.is_ended()) {
                    break ended;
                }
                if let Some(ended) = self.shared.unwaited.take_ended(process.pid) {
                    break ended;
                }
                match process::wait_pid(
                    process.pid,
                    process::Awaited::AnyChange,
                    process::Blocking::Wait,
                ) {
                    Ok(Some((_, WaitStatus::Continued))) => {}
                    Ok(Some((_, how))) => break how,
                    Err(error)
                        if error.kind() == std::io::ErrorKind::Interrupted && !self.is_ending() =>
                    {
                        self.shared.unwaited.reap();
                    }
                    // Nobody's child, or the shell ends without it.
                    _ => break WaitStatus::Exited(0),
                }
            };
            process.status = Some(how);
            stopped |= matches!(how, WaitStatus::Stopped(_));
            interrupted |= matches!(how, WaitStatus::Signaled { signal: libc::SIGINT, .. });
            statuses.push(match statuses.len() + 1 == count {
                true => self.note_ending(process.pid, how),
                false => self.status_of(how),
            });
        }
        let status = status_of_pipeline(&statuses, job.pipefail);
        if count > 1 {
            self.pipe_statuses = Some(statuses.into());
        }
        if let Some(tty) = self.shared.terminal.get() {
            let _ = process::set_foreground_group(tty, process::process_group());
        }
        if stopped {
            job.changed = true;
            self.add_job(job);
            if self.options.has(Options::INTERACTIVE) {
                if self.rules().interactive.stopped_job_begins_line {
                    // The terminal has shown the key, and not gone on to the next line.
                    self.write_error(b"\n");
                }
                self.report_jobs();
            }
        }
        self.settle_terminal(stopped || status > 128);
        if interrupted && self.controls_jobs() {
            if self.trap(libc::SIGINT).is_some() {
                // No trap runs, but a loop would start the next one for ever.
                self.now.leaves_loops = self.now.loops > 0;
                return status;
            }
            // What the terminal sent to the job was meant for the shell too. A trap runs for
            // what the shell itself is sent (POSIX, bash, yash; not dash, ksh93, mksh).
            let _ = process::kill(process::process_id(), libc::SIGINT);
        }
        status
    }

    /// After a job: goes back to the prompt where ^C has ended one in a loop.
    pub(super) fn leave_loops(&mut self) -> Flow {
        if std::mem::take(&mut self.now.leaves_loops) { Err(Unwind::Error) } else { Ok(()) }
    }

    /// A launch that failed: status and message, or the program is a script without `#!`.
    fn launch_failed(
        &mut self,
        error: LaunchError,
        path: &CStr,
        fields: &[ByteString],
        only: bool,
    ) -> Flow {
        if error.step == Step::Exec && error.errno == libc::ENOEXEC {
            return self.run_script_file(path, fields, only);
        }
        if error.step == Step::Exec {
            // Where PATH led before is not where it leads now, perhaps.
            let slot = self.shared.names.intern(&fields[0]);
            self.shared.lookups.forget();
            if error.errno == libc::ENOENT && (self.now.is_virtual || self.hash.contains_key(&slot))
            {
                Rc::make_mut(&mut self.hash).remove(&slot);
                if let Ok(located) = self.locate(&fields[0])
                    && *located.path != *path
                {
                    return self.launch_and_wait(&located.path, fields, only);
                }
            }
            return self.missing(fields, error.errno);
        }
        let reason = error.to_string();
        self.diagnose(Problem::CannotStart { name: &fields[0], reason: &reason });
        self.status = 126;
        Ok(())
    }

    /// A text file that may be executed but names no interpreter is a script for this shell.
    fn run_script_file(&mut self, path: &CStr, fields: &[ByteString], only: bool) -> Flow {
        if let Ok(fd) = self.open_file(path.to_bytes(), rustix::fs::OFlags::RDONLY) {
            let mut head = [0u8; 256];
            let count = stage::door::read(&fd, &mut head).unwrap_or(0);
            let line = head[..count].split(|&byte| byte == b'\n').next().unwrap_or(&[]);
            if line.contains(&0) {
                self.diagnose(Problem::NeitherProgramNorScript(&fields[0]));
                self.status = 126;
                return Ok(());
            }
        }
        let script = self.plain_script(path, fields);
        self.launch_and_wait(OWN_PROGRAM, &script, only)
    }

    /// Makes the process the program (`exec program`, POSIX XCU 2.15 exec). Where the process is
    /// shared, runs the program as any other instead, and the environment ends with its status.
    ///
    /// # Errors
    /// [`Unwind::Exit`] where the environment has ended with the program; the unwinding of
    /// [`Self::fatal`] where the program could not be started, which has been reported.
    pub fn execute(&mut self, fields: &[ByteString], like: &ExecutedAs) -> Flow {
        let located = match self.locate(&fields[0]) {
            Ok(located) => located,
            Err(errno) => {
                if errno == libc::ENOENT && !fields[0].contains(&b'/') {
                    self.diagnose(Problem::ExecNotFound(&fields[0]));
                    self.status = 127;
                } else {
                    self.not_found(&fields[0], errno)?;
                }
                return Err(self.fatal());
            }
        };
        let renamed: Vec<ByteString>;
        let fields = match &like.name {
            None => fields,
            Some(name) => {
                let name = std::iter::once(name.clone());
                renamed = name.chain(fields[1..].iter().cloned()).collect();
                &renamed[..]
            }
        };
        // Replacing the process would end the other stages of a pipeline whose last command runs
        // in this environment.
        if self.now.is_virtual
            || self.now.captures > 0
            || self.shared.scheduler.must_poll()
            || self.shared.surroundings.get().is_some()
        {
            let is_plain = like.name.is_none() && !like.has_no_variables;
            if !(is_plain && self.runs_here(&located, fields)?) {
                self.launch_and_wait(&located.path, fields, false)?;
            }
            if self.now.captures == 0 {
                self.traps = None;
            }
            return Err(Unwind::Exit);
        }
        self.replace_by(&located.path, fields)?;
        Err(self.fatal())
    }

    /// Runs a program as a utility or a script in this process, if that is the same.
    fn runs_here(&mut self, located: &Located, fields: &[ByteString]) -> Flow<bool> {
        if let Some((utility, program)) = located.utility
            && self.options.has(Options::INPROCESS)
            && self.run_utility(utility, program, fields)?.is_ok()
        {
            return Ok(true);
        }
        self.run_nested(&located.path, fields)
    }

    /// Programs get no variables, until the exported ones change (`exec -c`).
    pub fn export_nothing(&mut self) {
        self.exports = self.shared.fresh();
        *self.shared.exports.borrow_mut() = Some((self.exports, Rc::new(CStringArray::new())));
    }

    /// Replaces the process by a program; returns only where that failed, with the status.
    fn replace_by(&mut self, path: &CStr, fields: &[ByteString]) -> Flow {
        if self.profile_launch(path.to_bytes(), &fields[0], Launching::Replaces).is_some() {
            self.profile_end();
        }
        let error = self.with_launch(path, fields, |_, launch| process::replace(&launch));
        match error {
            Ok(error) if error.errno == libc::ENOEXEC => self.run_script_file(path, fields, false),
            Ok(error) => self.not_found(&fields[0], error.errno),
            Err(error) => self.not_found(&fields[0], error.raw_os_error().unwrap_or(NOT_ASKED)),
        }
    }
}
