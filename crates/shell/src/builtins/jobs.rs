//! `jobs` (POSIX XCU jobs), and what other builtins need of the list of jobs.
//!
//! The states of processes are noted where somebody waits (`evaluate::subshell`) and when
//! `reap_background` asks the kernel. Jobs are found by `%n`, `%+`, `%text` and `%?text` (POSIX XBD
//! 3.182). The forms of a line differ between dialects (`job_line`).

use super::{bad_option, complain};
use crate::diagnostics::OperandFault;
use crate::diagnostics::{self, BuiltinProblem, Problem};
use crate::environment::Environment;
use crate::environment::jobs::{Ended, Job, status_of_pipeline};
use crate::environment::options::Options;
use crate::script::PARSER_ROOM;
use crate::unwaited::FEW;
use crate::unwind::Flow;
use dialect::builtins::JobLine;
use launch::process::{self, WaitStatus};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let (mut long, mut ids) = (false, false);
    // Only those that run or are stopped, only those whose state has changed.
    let (mut wanted, mut changed, mut runs) = (None, false, false);
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        if field.as_bytes() == b"--" {
            at += 1;
            break;
        }
        if field.len() < 2 || field[0] != b'-' {
            break;
        }
        for &letter in &field[1..] {
            match letter {
                b'l' => long = true,
                b'p' => ids = true,
                b'r' | b's' if rules.jobs_selects_states => wanted = Some(letter),
                b'n' if rules.jobs_selects_states => changed = true,
                b'x' if rules.jobs_x_runs_command => runs = true,
                _ => return bad_option(env, b"jobs", letter),
            }
        }
        at += 1;
    }
    let operands = &fields[at..];
    if env.jobs.list.is_empty()
        && let Some(outer) = env.outer_jobs.take()
    {
        // In a subshell: those of the parent shell.
        env.jobs = outer;
        Rc::make_mut(&mut env.jobs).disown();
    }
    env.reap_background();
    if runs {
        return execute(env, operands);
    }
    let mut numbers = Vec::new();
    let mut status = 0;
    if operands.is_empty() {
        numbers.extend(env.jobs.list.iter().map(|job| job.number));
        if rules.jobs_newest_first {
            utilities::sorting::sort_by(&mut numbers, |a, b| b.cmp(a));
        }
    }
    for operand in operands {
        match find(env, operand) {
            Ok(number) => numbers.push(number),
            Err(fault) => {
                complain(env, b"jobs", operand, fault);
                status = 1;
            }
        }
    }
    let mut out = Vec::new();
    let mut listed = Vec::new();
    for number in numbers {
        let Some(job) = env.jobs.list.iter().find(|job| job.number == number) else { continue };
        let shown = match wanted {
            Some(b'r') => !job.ended() && !job.stopped(),
            Some(_) => job.stopped(),
            None => true,
        };
        if !shown || changed && !job.changed {
            continue;
        }
        if ids {
            let id = job.group.unwrap_or_else(|| job.processes.first().map_or(0, |p| p.pid));
            out.extend_from_slice(format!("{id}\n").as_bytes());
        } else {
            show(env, job, long, &mut out);
        }
        listed.push((number, job.ended()));
    }
    let printed = env.print("jobs", &out)?;
    if !ids {
        for (number, ended) in listed {
            if ended {
                env.forget_job(number);
            } else if let Some(job) = Rc::make_mut(&mut env.jobs).by_number(number) {
                job.changed = false;
            }
        }
    }
    Ok(status.max(printed))
}

/// `jobs -x command`: runs it, with process groups for the jobs that its words name (bash).
fn execute(env: &mut Environment, words: &[ByteString]) -> Flow<i32> {
    let words = words.iter().map(|word| match word.first() {
        Some(b'%') => {
            let number = find(env, word).ok();
            let job = env.jobs.list.iter().find(|job| Some(job.number) == number);
            let id = job.and_then(|job| job.group.or(job.processes.first().map(|p| p.pid)));
            id.map_or_else(|| word.clone(), |id| ByteString::from_integer(i64::from(id)))
        }
        _ => word.clone(),
    });
    let words: Vec<Vec<u8>> = words.map(|word| super::single_quote(&word)).collect();
    env.run_text(&words.join(&b' '))?;
    Ok(env.status)
}

/// Writes `[n]c  state  command &`, the command as the shell would write it.
fn show_formatted(env: &Environment, job: &Job, mark: char, long: bool, out: &mut Vec<u8>) {
    let standard = env.rules().builtins.job_states_are_standard;
    let state = match job.last().and_then(|process| process.status) {
        _ if job.stopped() && !standard => "Stopped".into(),
        Some(WaitStatus::Exited(status)) if job.ended() && status != 0 && !standard => {
            format!("Exit {status}")
        }
        Some(WaitStatus::Signaled { signal, core }) if job.ended() => {
            let core = if core { " (core dumped)" } else { "" };
            format!("{}{core}", launch::signal::description(signal))
        }
        _ => state(job),
    };
    let id = match (long, job.processes.first()) {
        (true, Some(process)) => format!("{:5} ", process.pid),
        _ => " ".into(),
    };
    out.extend_from_slice(format!("[{}]{mark} {id}{state:<23} ", job.number).as_bytes());
    out.extend_from_slice(&formatted(env, &job.text));
    let running = !job.ended() && !job.stopped();
    out.extend_from_slice(if running { b" &\n" } else { b"\n" });
}

/// A command as the shell would write it.
pub fn formatted(env: &Environment, text: &[u8]) -> Vec<u8> {
    let scheduler = env.shared.scheduler.clone();
    let formatted = scheduler
        .with_room(PARSER_ROOM, || env.parser(Box::new(syntax::Text(text))).formatted_command());
    formatted.flatten().map_or_else(|| text.to_vec(), |text| text.to_vec())
}

/// A job in the form of POSIX XCU jobs: `[n]c state command`.
pub fn show(env: &Environment, job: &Job, long: bool, out: &mut Vec<u8>) {
    let mark = if env.jobs.current() == Some(job.number) {
        '+'
    } else if env.jobs.previous() == Some(job.number) {
        '-'
    } else {
        ' '
    };
    let state = state(job);
    let begin = match env.rules().builtins.job_line {
        JobLine::Formatted => return show_formatted(env, job, mark, long, out),
        JobLine::Tabbed => {
            let id = match (long, job.processes.first()) {
                (true, Some(process)) => format!("{}\t", process.pid),
                _ => " ".into(),
            };
            format!("[{}] {mark}{id} {state:<23} ", job.number)
        }
        JobLine::Plain => {
            let id = match long {
                true => format!("{} ", job.processes.first().map_or(0, |process| process.pid)),
                false => String::new(),
            };
            format!("[{}] {mark} {id}{state:<26} ", job.number)
        }
    };
    out.extend_from_slice(begin.as_bytes());
    out.extend_from_slice(&job.text);
    out.push(b'\n');
}

fn state(job: &Job) -> String {
    if job.stopped() {
        let signal = job.processes.iter().rev().find_map(|process| match process.status {
            Some(WaitStatus::Stopped(signal)) => Some(signal),
            _ => None,
        });
        return match signal {
            Some(libc::SIGTSTP) | None => "Stopped".into(),
            Some(signal) => format!("Stopped (SIG{})", launch::signal::name(signal).unwrap_or("?")),
        };
    }
    if !job.ended() {
        return "Running".into();
    }
    match job.last().and_then(|process| process.status) {
        Some(WaitStatus::Exited(0)) | None => "Done".into(),
        Some(WaitStatus::Exited(status)) => format!("Done({status})"),
        Some(WaitStatus::Signaled { signal, core }) => {
            let name = launch::signal::name(signal).unwrap_or("?");
            let core = if core { " (core dumped)" } else { "" };
            format!("Terminated (SIG{name}){core}")
        }
        Some(_) => "Running".into(),
    }
}

/// The number of the job that an operand means (POSIX XBD 3.182).
///
/// # Errors
/// There is no such job, or several fit.
pub fn find(env: &Environment, operand: &[u8]) -> Result<u32, OperandFault> {
    const NONE: OperandFault = OperandFault::NoJob;
    let text = operand.strip_prefix(b"%").unwrap_or(operand);
    match text {
        b"" | b"%" | b"+" => env.jobs.current().ok_or(NONE),
        b"-" => env.jobs.previous().or(env.jobs.current()).ok_or(NONE),
        text => {
            if let Some(number) = super::number(text) {
                let number = u32::try_from(number).map_err(|_| NONE)?;
                return env
                    .jobs
                    .list
                    .iter()
                    .find(|j| j.number == number)
                    .map(|j| j.number)
                    .ok_or(NONE);
            }
            let inside = text.strip_prefix(b"?");
            let found = env.jobs.list.iter().filter(|job| match inside {
                Some(part) => byte_search::memmem::find(&job.text, part).is_some(),
                None => job.text.starts_with(text),
            });
            let (ended, there): (Vec<_>, Vec<_>) = found.partition(|job| job.ended());
            match (&there[..], &ended[..]) {
                ([one], _) | ([], [one]) => Ok(one.number),
                ([], []) => Err(NONE),
                _ => Err(OperandFault::AmbiguousJob),
            }
        }
    }
}

impl Environment {
    /// The background processes that have not ended, as far as is known.
    fn running_background(&self) -> impl Iterator<Item = i32> + '_ {
        self.jobs
            .list
            .iter()
            .flat_map(|job| &job.processes)
            .filter(|process| !process.status.is_some_and(WaitStatus::is_ended))
            .map(|process| process.pid)
    }

    /// Adds a job, whose processes are waited for when they end, and returns its number.
    pub fn add_job(&mut self, job: Job) -> u32 {
        for process in &job.processes {
            self.shared.unwaited.watch(process.pid);
        }
        Rc::make_mut(&mut self.jobs).add(job)
    }

    /// Descriptors of those whose ends a wait for something else has to look for, since no SIGCHLD tells of them: in a
    /// session. Another process may wait until they are gone (`tail --pid`).
    pub fn watch_background(&self) -> Vec<(i32, OwnedFd)> {
        match self.shared.is_session() && !self.now.is_virtual {
            true => self.background_descriptors(),
            false => Vec::new(),
        }
    }

    /// Descriptors of the background processes that run.
    pub(super) fn background_descriptors(&self) -> Vec<(i32, OwnedFd)> {
        const MOST: usize = 32;
        let fd = |pid| Some((pid, process::open_pidfd(pid).ok()?));
        self.running_background().take(MOST).filter_map(fd).collect()
    }

    /// Takes note of those that have ended, and drops their descriptors.
    pub fn reap_watched(&mut self, watched: &mut Vec<(i32, OwnedFd)>) {
        watched.retain(|&(pid, _)| match self.poll_process(pid) {
            Ok(Some(status)) => {
                self.note_status(pid, status);
                !status.is_ended()
            }
            Ok(None) => true,
            Err(_) => false,
        });
    }

    /// What has become of a background process, without waiting; `None`: it still runs. That it is
    /// stopped or continued is reported under job control only: otherwise nothing waits for that.
    ///
    /// # Errors
    /// There is no such process.
    pub(super) fn poll_process(&self, pid: i32) -> std::io::Result<Option<WaitStatus>> {
        if !self.jobs.is_child(pid) {
            return process::ending_of(pid);
        }
        if let Some(ended) = self.shared.unwaited.take_ended(pid) {
            return Ok(Some(ended));
        }
        let changed = process::wait_pid(pid, self.awaited_of_jobs(), process::Blocking::Poll)?;
        Ok(changed.map(|(_, status)| status))
    }

    /// What is asked for of background processes.
    fn awaited_of_jobs(&self) -> process::Awaited {
        match self.controls_jobs() {
            true => process::Awaited::AnyChange,
            false => process::Awaited::End,
        }
    }

    /// The environment of a virtual subshell ends, or has `moved` to a process: its background
    /// processes run on.
    pub(crate) fn leave_jobs(&mut self, moved: Option<i32>) {
        let running = self.jobs.list.iter().flat_map(|job| &job.processes);
        for process in running.filter(|process| process.is_child) {
            if !process.status.is_some_and(WaitStatus::is_ended) {
                self.shared.unwaited.leave(process.pid, moved);
            }
        }
    }

    /// Takes note of background processes that have ended or stopped, without waiting.
    pub fn reap_background(&mut self) {
        if self.jobs.list.is_empty() {
            return;
        }
        let running: Vec<i32> = self.running_background().collect();
        if running.len() <= FEW || !self.reap_changed(&running) {
            for pid in running {
                self.note_change(pid);
            }
        }
        if !self.options.has(Options::INTERACTIVE) {
            self.drop_ended();
        }
    }

    /// Takes note of those of `running` that have ended or stopped, as the kernel names them. False: there are others
    /// among them, and each has to be looked at.
    fn reap_changed(&mut self, running: &[i32]) -> bool {
        let mut processes = self.jobs.list.iter().flat_map(|job| &job.processes);
        if !processes.all(|process| process.is_child) {
            return false;
        }
        for pid in self.shared.unwaited.ended() {
            if running.contains(&pid) {
                self.note_change(pid);
            }
        }
        let awaited = self.awaited_of_jobs();
        let take = |pid| running.contains(&pid) && self.note_change(pid);
        matches!(process::each_changed(awaited, take), Ok(true))
    }

    /// Takes note of a background process, if it has changed. Whether it has.
    fn note_change(&mut self, pid: i32) -> bool {
        let status = match self.poll_process(pid) {
            Ok(Some(status)) => status,
            Ok(None) => return false,
            // Somebody else's, or gone: there is nothing more to learn.
            Err(_) => WaitStatus::Exited(127),
        };
        self.note_status(pid, status);
        true
    }

    /// Notes how a background process changed.
    pub fn note_status(&mut self, pid: i32, status: WaitStatus) {
        let number = self.status_of(status);
        if status.is_ended() {
            self.shared.unwaited.forget(pid);
        }
        let jobs = Rc::make_mut(&mut self.jobs);
        jobs.note(pid, status);
        if !status.is_ended() {
            return;
        }
        jobs.remember(Ended { pid, status: number, reported: false });
        if let Some((last, statuses)) = jobs.failing_pipeline(pid) {
            let statuses: Vec<i32> = statuses.iter().map(|&one| self.status_of(one)).collect();
            let status = status_of_pipeline(&statuses, true);
            let remembered = &mut Rc::make_mut(&mut self.jobs).remembered;
            if let Some(ended) = remembered.iter_mut().rev().find(|ended| ended.pid == last) {
                ended.status = status;
            }
        }
        if self.coprocess.is_some() {
            self.end_coprocess(pid);
        }
    }

    /// Reports the jobs in the background that a signal has ended, when a command in the foreground or
    /// `wait` has ended (bash), and drops them. A shell that is interactive reports all before its prompt.
    #[cold]
    pub fn report_killed_jobs(&mut self) {
        if !self.rules().evaluation.killed_jobs_are_reported
            || self.options.has(Options::INTERACTIVE)
            || self.now.silent_deaths && self.options.has(Options::COMMAND)
        {
            return;
        }
        self.reap_background();
        let killed: Vec<Job> = self.jobs.list.iter().filter(|job| job.ended()).cloned().collect();
        for job in killed {
            let by = job.processes.iter().rev().find_map(|process| match process.status {
                Some(WaitStatus::Signaled { signal, core }) => Some((process.pid, signal, core)),
                _ => None,
            });
            let Some((pid, signal, dumped)) = by else { continue };
            let is_expected = matches!(signal, libc::SIGINT | libc::SIGPIPE | libc::SIGTERM)
                || self.trap(signal).is_some();
            if !is_expected {
                let command = formatted(self, &job.text);
                let description = &launch::signal::description(signal);
                self.diagnose(Problem::Killed { pid, description, dumped, command: &command });
            } else if self.controls_jobs() {
                let mut out = Vec::new();
                show(self, &job, false, &mut out);
                self.write_error(&out);
            }
            self.forget_job(job.number);
        }
    }

    /// Drops jobs that have ended from a list that nobody looks at.
    fn drop_ended(&mut self) {
        if self.jobs.list.len() < 32 {
            return;
        }
        Rc::make_mut(&mut self.jobs).list.retain(|job| !job.ended());
    }

    /// Drops a job.
    pub fn forget_job(&mut self, number: u32) {
        Rc::make_mut(&mut self.jobs).remove(number);
    }

    /// Tells an interactive user of jobs that have changed.
    pub fn report_jobs(&mut self) {
        self.reap_background();
        let changed: Vec<Job> = self.jobs.list.iter().filter(|job| job.changed).cloned().collect();
        for job in changed {
            let mut out = Vec::new();
            show(self, &job, false, &mut out);
            self.write_error(&out);
            if job.ended() {
                self.forget_job(job.number);
            } else if let Some(job) = Rc::make_mut(&mut self.jobs).by_number(job.number) {
                job.changed = false;
            }
        }
    }

    /// Whether an interactive shell that is about to end has stopped jobs. They are reported, and keep
    /// it from ending once, as in dash and bash.
    pub fn stays_for_stopped_jobs(&mut self) -> bool {
        self.reap_background();
        let stopped = self.jobs.list.iter().any(|job| job.stopped());
        if !stopped || !self.options.has(Options::INTERACTIVE) || self.now.is_virtual {
            return false;
        }
        let now = self.shared.commands.get() + 1;
        let reported_at = self.shared.stopped_reported_at.replace(now);
        if reported_at > 0 && now <= reported_at + 1 {
            return false;
        }
        let mut text = diagnostics::words(
            self.rules().diagnostics.voice,
            &Problem::Builtin(BuiltinProblem::StoppedJobs),
        );
        text.push(b'\n');
        self.write_error(&text);
        true
    }

    /// Whether what is started becomes a job of its own (`set -m`): not in a subshell.
    pub fn controls_jobs(&self) -> bool {
        self.options.has(Options::MONITOR)
            && !self.now.is_virtual
            && self.shared.controls_jobs.get()
    }

    /// Turns job control on or off (`set -m`).
    pub fn set_job_control(&mut self, on: bool) {
        self.shared.controls_jobs.set(on);
        if !on {
            if self.shared.terminal.take().is_some() {
                self.survive_stopping(false);
            }
            return;
        }
        let Ok(fd) = self.open_file(b"/dev/tty", rustix::fs::OFlags::RDWR) else { return };
        let number = std::os::fd::AsRawFd::as_raw_fd(&fd);
        if self.options.has(Options::INTERACTIVE) {
            self.survive_stopping(true);
            let pid = process::process_id();
            if process::process_group() != pid {
                let _ = process::set_process_group(0, pid);
            }
            let _ = process::set_foreground_group(number, process::process_group());
        } else if rustix::termios::tcgetpgrp(&fd).map(|group| group.as_raw_nonzero().get())
            != Ok(process::process_group())
        {
            // A script in the background has no terminal to give to its jobs.
            return;
        } else {
            self.survive_stopping(true);
        }
        *self.shared.terminal_settings.borrow_mut() = rustix::termios::tcgetattr(&fd).ok();
        self.shared.keep_terminal(fd);
    }

    /// Restores the terminal's settings after a foreground job that was `cut` short; those that a job
    /// leaves which has ended by itself are kept.
    pub(crate) fn settle_terminal(&self, cut: bool) {
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
        if !self.options.has(Options::INTERACTIVE) {
            return;
        }
        let Some(fd) = self.shared.terminal() else { return };
        let mut settings = self.shared.terminal_settings.borrow_mut();
        match &*settings {
            Some(before) if cut => {
                let _ = tcsetattr(&*fd, OptionalActions::Drain, before);
            }
            _ => *settings = tcgetattr(&*fd).ok(),
        }
    }
}
