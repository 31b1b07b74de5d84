//! Asynchronous lists (POSIX XCU 2.9.3.1): a single program is launched, shell code forked.

use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::jobs::Job;
use crate::environment::options::Options;
use crate::unwind::Flow;
use rustix::fs::OFlags;
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{AndOr, Simple};

impl Environment {
    /// Starts an AND-OR list in the background.
    pub(super) fn run_asynchronously(&mut self, and_or: &AndOr, text: &[u8]) -> Flow {
        self.reap_background();
        self.shared.lookups.background(true);
        // What it reads from now on it shares.
        for (_, slot) in self.files.iter() {
            if let Slot::Open(file) = slot {
                file.share();
            }
        }
        let monitor = self.controls_jobs();
        let simple = and_or.rest.is_empty() && !and_or.first.negated;
        let (pids, group) = if simple {
            self.start_processes(&and_or.first.commands, true)?
        } else {
            let mut inner = self.subshell();
            if !monitor {
                inner.no_input();
            }
            let pid = self.fork_off(inner, "asynchronous shell code", !monitor, |env| {
                if monitor {
                    env.join_group(0, None);
                }
                env.run_and_or(and_or)
            })?;
            if monitor {
                let _ = launch::process::set_process_group(pid, pid);
            }
            (vec![pid], pid)
        };
        self.background = pids.last().copied();
        let group = monitor.then_some(group);
        let pipefail = pids.len() > 1 && self.options.has(Options::PIPEFAIL);
        let jobs = Rc::make_mut(&mut self.jobs);
        let number = jobs.add(Job::new(&pids, group, text.to_vec(), pipefail));
        if self.options.has(Options::INTERACTIVE) && !self.is_virtual {
            let line = format!("[{number}] {}\n", self.background.unwrap_or(0));
            self.write_error(line.as_bytes());
        }
        self.status = 0;
        Ok(())
    }

    /// Standard input of a background command without job control: /dev/null. Where it is
    /// inside of something that has an input of its own, bash and ksh93 leave it that.
    pub(super) fn no_input(&mut self) {
        if self.input_given && !self.options.has(Options::POSIX) {
            return;
        }
        if let Ok(fd) = self.open_file(b"/dev/null", OFlags::RDONLY) {
            let file = OpenFile::from_fd(&self.shared.scheduler, fd);
            self.files.set(0, Slot::Open(file));
        }
    }

    /// Launches a program that is not waited for. None: not possible this way, fork.
    pub(super) fn launch_in_background(
        &mut self,
        simple: &Simple,
        background: bool,
        group: Option<i32>,
    ) -> Option<Flow<i32>> {
        let mut fields: Vec<ByteString> = Vec::new();
        // This is a clone: what expansion changes is gone with it.
        self.line = simple.line;
        if self.expand_words(&simple.words, &mut fields).is_err() || fields.is_empty() {
            return None;
        }
        if self.redirect(&simple.redirections).is_err() {
            return None;
        }
        for assignment in &simple.assignments {
            let name = self.hidden_by(assignment.name);
            self.assign_temporarily(name, assignment).ok()?;
            self.mark(name, crate::environment::variables::EXPORT);
        }
        let located = self.locate(&fields[0]).ok()?;
        let terminal = self.shared.terminal.get().filter(|_| !background);
        let started = self.with_launch(&located.path, &fields, |env, mut launch| {
            env.signals_of_programs(&mut launch, group.is_some(), background && group.is_none());
            if let Some(group) = group {
                launch.process_group(group);
                if let Some(tty) = terminal {
                    launch.foreground(tty);
                }
            }
            launch.start()
        });
        match started {
            Ok(Ok(child)) => {
                self.shared.first.started(child.pid);
                self.profile_launch();
                Some(Ok(child.pid))
            }
            // The child says what is wrong, with its status.
            _ => None,
        }
    }
}
