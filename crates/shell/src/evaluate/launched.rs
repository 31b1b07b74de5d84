//! Commands that utilities launch in their own place: flock, nice, nohup, setsid, taskset,
//! timeout.
//!
//! They are always processes of their own, with the exported variables, files and directory of
//! the environment, and are found as execvp(3) finds them: what the shell remembers of PATH, and
//! its functions and utilities, do not count.

use crate::environment::options::Options;
use crate::environment::traps::Action;
use crate::environment::{Environment, names};
use launch::process::{self, Awaited, Blocking, WaitStatus};
use launch::signal::SignalSet;
use launch::{Launch, LaunchError, Step};
use smallvec::SmallVec;
use stage::Signals;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::{Duration, Instant};
use syntax::ByteString;
use utilities::{Attributes, Ended};

impl Environment {
    /// Whether a command that a utility launches is as one that the installed utility executes:
    /// none of `signals` is ignored, and nothing watches what the shell starts.
    pub(super) fn may_launch_for_utility(&self, signals: &[i32]) -> bool {
        let is_ignored = |number: &i32| {
            matches!(self.trap(*number), Some(Action::Ignore))
                || self.shared.ignored_on_entry(*number)
        };
        !self.options.has(Options::INTERACTIVE)
            && !self.controls_jobs()
            && !self.shared.is_session()
            && !self.is_restricted()
            && !signals.iter().any(is_ignored)
    }

    /// Launches a program for a utility, and returns its process id.
    ///
    /// # Errors
    /// The errno of execvp(3); that of clone(2).
    pub(super) fn launch_for_utility(
        &mut self,
        fields: &[ByteString],
        attributes: &Attributes,
    ) -> io::Result<i32> {
        super::utility::check_length(&fields[0])?;
        let path = self.text(names::PATH).unwrap_or_default();
        let found = launch::search::find(&fields[0], &path, self.search_directory())
            .map_err(io::Error::from_raw_os_error)?;
        let error = match self.launch_with(&found, fields, attributes)? {
            Ok(process) => return Ok(process),
            Err(error) => error,
        };
        if error.step == Step::Exec && error.errno == libc::ENOEXEC {
            // As execvp(3): a script for /bin/sh.
            let shell = ["/bin/sh".into(), ByteString::new(found.to_bytes())];
            let fields: Vec<_> = shell.into_iter().chain(fields[1..].iter().cloned()).collect();
            return self
                .launch_with(c"/bin/sh", &fields, attributes)?
                .map_err(|error| io::Error::from_raw_os_error(error.errno));
        }
        Err(io::Error::from_raw_os_error(error.errno))
    }

    pub(super) fn launch_with(
        &mut self,
        path: &CStr,
        fields: &[ByteString],
        attributes: &Attributes,
    ) -> io::Result<Result<i32, LaunchError>> {
        let noted = self.profile_launch_by_utility(path.to_bytes());
        let inherited = attributes.inherited.map(|fd| (self.lowest_free_number(), fd));
        self.with_launch(path, fields, |env, mut launch| {
            set_attributes(&mut launch, attributes);
            if let Some((number, fd)) = inherited {
                launch.descriptor(number as i32, fd);
            }
            let child = launch.start()?;
            env.shared.unwaited.started(child.pid);
            env.profile_started(noted, child.pid);
            Ok(child.pid)
        })
    }

    /// The number that a process with these files would get for the next one (open(2)).
    fn lowest_free_number(&mut self) -> u32 {
        (0..).find(|number| self.file(*number).is_none()).unwrap_or_default()
    }

    /// Waits for a process that was launched for a utility; other stages go on. None where it has
    /// not ended at `until`.
    pub(super) fn wait_for_launched(&mut self, pid: i32, until: Option<Instant>) -> Option<Ended> {
        if until.is_none() && self.waits_alone() {
            return self.wait_cooperatively(|env| {
                loop {
                    match process::wait_pid(pid, Awaited::End, Blocking::Wait) {
                        Ok(Some((_, status))) => return Some(env.ended(pid, status)),
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        _ => return Some(Ended::Status(127)),
                    }
                }
            });
        }
        let fd = process::open_pidfd(pid).ok();
        self.wait_cooperatively(|env| env.watch_launched(pid, fd.as_ref(), until))
    }

    /// Looks at a process whenever something may have happened. Without a descriptor of it (before
    /// Linux 5.3, and where that is refused) that is again and again.
    fn watch_launched(
        &mut self,
        pid: i32,
        fd: Option<&OwnedFd>,
        until: Option<Instant>,
    ) -> Option<Ended> {
        let mut watched = self.watch_background();
        let mut pause = Duration::from_micros(50);
        loop {
            match process::wait_pid(pid, Awaited::End, Blocking::Poll) {
                Ok(Some((_, status))) => return Some(self.ended(pid, status)),
                Ok(None) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Some(Ended::Status(127)),
            }
            let now = Instant::now();
            if until.is_some_and(|until| now >= until) {
                return None;
            }
            let again = fd.is_none().then(|| now + pause);
            pause = (pause * 2).min(Duration::from_millis(10));
            let deadline = [until, again].into_iter().flatten().min();
            let wanted = awaited(fd, &watched);
            let result = self.shared.scheduler.park(&wanted, deadline, Signals::Fatal);
            self.reap_watched(&mut watched);
            if result.is_err() {
                // The shell ends, with what it knows.
                return Some(Ended::Status(self.status as u8));
            }
        }
    }

    fn ended(&mut self, pid: i32, status: WaitStatus) -> Ended {
        self.profile_ended(pid);
        self.shared.lookups.changed();
        match status {
            WaitStatus::Signaled { signal, core } => {
                self.now.ended_by = signal;
                Ended::Signal { number: signal, dumped: core }
            }
            status => Ended::Status(self.status_of(status) as u8),
        }
    }
}

fn set_attributes(launch: &mut Launch<'_>, attributes: &Attributes) {
    if attributes.niceness != 0 {
        launch.nice(attributes.niceness);
    }
    if attributes.session {
        launch.session(true);
    }
    if attributes.group {
        launch.process_group(0);
    }
    if let Some(mask) = attributes.processors {
        let numbers: SmallVec<[usize; 64]> = (0..64).filter(|at| mask & 1 << at != 0).collect();
        launch.processors(&numbers);
    }
    if let Some(signal) = attributes.ignored {
        launch.ignore_signals(SignalSet::of(&[signal]));
    }
    if let Some(signal) = attributes.parent_death {
        launch.parent_death_signal(signal);
    }
}

/// What ends a wait for a process early: its descriptor and those of processes in the background.
pub(super) fn awaited(
    fd: Option<&OwnedFd>,
    background: &[(i32, OwnedFd)],
) -> SmallVec<[libc::pollfd; 4]> {
    let background = background.iter().map(|(_, fd)| fd);
    fd.into_iter().chain(background).map(|fd| stage::pollfd(fd.as_raw_fd(), libc::POLLIN)).collect()
}
