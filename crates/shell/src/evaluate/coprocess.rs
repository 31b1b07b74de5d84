//! Coprocesses (`coproc`, bash): a command that runs beside the script, both of its ends in
//! the script's hands.
//!
//! The command runs in a process with a pipe at each end. bash gives the descriptors in an array of
//! the coprocess's name, ksh93 (`|&`) as `p` of `read`, `print` and redirections. See bash(1),
//! Coprocesses; ksh93(1), Commands.

use super::subshell::{Course, Ending};
use crate::diagnostics::{PipeUse, Problem, VariableProblem};
use crate::environment::arrays::{Indexed, Key};
use crate::environment::coprocess::Coprocess;
use crate::environment::files::Slot;
use crate::environment::jobs::Job;
use crate::environment::variables::{READONLY, SPECIAL, Value, Variable};
use crate::environment::{AssignError, Environment};
use crate::unwind::Flow;
use rustix::fs::OFlags;
use stage::OpenFile;
use std::rc::Rc;
use syntax::names::is_name;
use syntax::tree::Command;
use syntax::{ByteString, Name};

impl Environment {
    /// Runs `coproc name command` (bash).
    // Not a part of its caller, whose frame every level of a recursion has: this one's is of some KB.
    #[inline(never)]
    pub(super) fn run_coprocess(&mut self, name: Name, body: &Rc<[Command]>) -> Flow {
        let rules = &self.rules().evaluation;
        if rules.coprocess_name_is_checked {
            let text = self.name(name);
            if !is_name(&text) {
                self.diagnose(Problem::InvalidName(&text));
                self.status = 1;
                return Ok(());
            }
        }
        if rules.second_coprocess_is_error
            && self.coprocess.is_some_and(|one| !one.outer)
            && self.coprocess_output().and_then(|number| self.file(number)).is_some()
        {
            self.diagnose(Problem::CoprocessRuns);
            self.status = 1;
            return Err(self.fatal());
        }
        if !rules.coprocesses_share_output {
            self.warn_of_other_coprocess();
        }
        let scheduler = self.shared.scheduler.clone();
        let kept = self.output_of_last_coprocess();
        let first = match &kept {
            Some((_, theirs)) => Ok((theirs.clone(), theirs.clone())),
            None => OpenFile::real_pipe(&scheduler),
        };
        let (first, second) = match (first, OpenFile::real_pipe(&scheduler)) {
            (Ok(first), Ok(second)) => (first, second),
            (Err(error), _) | (_, Err(error)) => {
                self.status = self.report_no_pipe(PipeUse::Pipeline, &error);
                return Ok(());
            }
        };
        let (output, theirs) = first;
        let (input, ours) = second;
        let mut inner = self.subshell();
        inner.files.set(0, Slot::Open(input));
        inner.files.set(1, Slot::Open(theirs));
        let commands = body.clone();
        if let Some(command) = commands.first() {
            self.profile_at(super::pipeline::line_of(command));
        }
        let started =
            self.fork_off(inner, "a coprocess", Course::Concurrent, move |env, place| {
                match &commands[..] {
                    [command] => env.run_command(command, place),
                    _ => env.run_stages(&commands),
                }
            })?;
        let Ending::Process(pid) = started else {
            self.status = self.settle(started)?;
            return Ok(());
        };
        let ends = [&output, &ours].map(|end| end.as_real().unwrap_or(-1));
        let numbers = match kept {
            Some((number, _)) => [number, self.put_high(ours)],
            None => self.put_ends([output, ours]),
        };
        let array: Indexed = numbers
            .iter()
            .enumerate()
            .map(|(index, number)| (index as i64, ByteString::from_integer((*number).into())))
            .collect();
        let files = numbers.map(Some);
        self.coprocess = Some(Coprocess { name, pid, files, ends, outer: false });
        let value = Value::Indexed(Rc::new(array));
        let (target, variable) = (self.resolved(name), self.pid_of_coprocess(name));
        let fixed = |env: &Self, name: Name| {
            rules.coprocess_respects_read_only && env.variables.get(name).flags & READONLY != 0
        };
        if fixed(self, target) {
            self.report_assign_error(AssignError::ReadOnly(target))?;
        } else {
            self.put(target, Variable { value, flags: SPECIAL, attribute_number: 0 });
            match fixed(self, self.resolved(variable)) {
                true => self.report_assign_error(AssignError::ReadOnly(self.resolved(variable)))?,
                false => self.assign_or_fail(variable, Value::Integer(pid.into()))?,
            }
        }
        self.background = Some(pid);
        self.add_job(Job::new(&[pid], None, b"coproc".to_vec(), false));
        self.status = 0;
        Ok(())
    }

    /// The pipe of the last coprocess's output, if the next one shares it: the number of the script's
    /// end, which the script has not moved (`exec 3<&p`), and another end to write to.
    fn output_of_last_coprocess(&mut self) -> Option<(u32, Rc<OpenFile>)> {
        let shares = self.rules().evaluation.coprocesses_share_output;
        let coprocess = self.coprocess.filter(|one| !one.outer && shares)?;
        let number = coprocess.files[0]?;
        self.file(number)?;
        let path = format!("/dev/fd/{number}");
        let end = self.open_file(path.as_bytes(), OFlags::WRONLY).ok()?;
        Some((number, OpenFile::from_fd(&self.shared.scheduler, end)))
    }

    /// Whether a number of the environment is the script's end of a pipe to the coprocess, as it was
    /// made: external programs do not inherit it. `fd`: its real descriptor.
    pub(super) fn is_coprocess_end(&self, number: i32, fd: i32) -> bool {
        let is_end = |(end, file): (&i32, &Option<u32>)| {
            *end == fd && file.is_some_and(|file| i64::from(file) == i64::from(number))
        };
        self.coprocess.as_ref().is_some_and(|one| one.ends.iter().zip(&one.files).any(is_end))
    }

    /// The descriptor of the coprocess's input; None where it has ended (ksh93).
    pub fn coprocess_output(&mut self) -> Option<u32> {
        if self.coprocess.is_some() && self.rules().evaluation.coprocess_output_outlives_it {
            self.reap_background();
        }
        self.coprocess.and_then(|coprocess| coprocess.files[1])
    }

    /// Gives the script's ends of the pipes their numbers: two that follow each other, or the first
    /// and the last of four.
    fn put_ends(&mut self, files: [Rc<OpenFile>; 2]) -> [u32; 2] {
        let apart = self.rules().evaluation.coprocess_descriptors_are_apart;
        let spare = apart.then(|| files[0].clone());
        let [output, input] = files;
        let output = self.put_high(output);
        let between = [0; 2].map(|_| spare.clone().map(|file| self.put_high(file)));
        let input = self.put_high(input);
        for number in between.into_iter().flatten() {
            self.files.set(number, Slot::Closed);
        }
        [output, input]
    }

    fn pid_of_coprocess(&self, name: Name) -> Name {
        self.shared.names.intern(&[&self.name(name)[..], b"_PID"].concat())
    }

    /// Warns that there is a coprocess already.
    #[cold]
    fn warn_of_other_coprocess(&mut self) {
        self.reap_background();
        if let Some(Coprocess { name, pid, .. }) = self.coprocess {
            let name = self.name(name);
            self.diagnose(Problem::CoprocessExists { pid, name: &name });
        }
    }

    /// `exec` has closed descriptors: the array of a coprocess may show those as -1.
    #[cold]
    pub(super) fn note_closed_ends(&mut self) {
        let shows = self.rules().evaluation.closed_coprocess_ends_are_shown;
        let Some(mut coprocess) = self.coprocess.filter(|_| shows) else { return };
        for (index, end) in coprocess.files.iter_mut().enumerate() {
            if end.is_some_and(|number| matches!(self.files.get(number), Slot::Closed)) {
                *end = None;
                let key = Key::Index(index as i64);
                let _ = self.assign_element(coprocess.name, key, ByteString::from("-1"));
            }
        }
        self.coprocess = Some(coprocess);
    }

    /// A process has ended: if it was the coprocess, its variables are removed, or what it has
    /// written is still there to be read.
    pub fn end_coprocess(&mut self, pid: i32) {
        let Some(mut coprocess) = self.coprocess.filter(|one| one.pid == pid) else { return };
        if self.rules().evaluation.coprocess_output_outlives_it {
            if let Some(number) = coprocess.files[1].take() {
                self.files.set(number, Slot::Closed);
            }
            self.coprocess = Some(coprocess);
            return;
        }
        self.coprocess = None;
        for number in coprocess.files.into_iter().flatten() {
            self.files.set(number, Slot::Closed);
        }
        let target = self.resolved(coprocess.name);
        if self.unset(target).is_err() {
            let name = self.name(target);
            self.diagnose(VariableProblem::CoprocessReadOnly(&name));
        }
        let variable = self.pid_of_coprocess(coprocess.name);
        self.put(variable, Variable::default());
    }
}
