//! A started command.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus, Output};

use crate::capture::{self, Capture};

/// A started command: [`std::process::Child`]. The program goes on when it is dropped.
#[derive(Debug)]
pub struct Child {
    /// The pipe to its standard input, if there is one.
    pub stdin: Option<ChildStdin>,
    /// The pipe from its standard output, if there is one.
    pub stdout: Option<ChildStdout>,
    /// The pipe from its standard error, if there is one.
    pub stderr: Option<ChildStderr>,
    pub(super) child: crate::handle::Child,
}

impl Child {
    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.pid.unsigned_abs()
    }

    /// The handle of the process, which can do more: deadlines, other signals, the whole tree.
    pub fn handle(&mut self) -> &mut crate::handle::Child {
        &mut self.child
    }

    /// Kills the process by SIGKILL. That it has ended already is no error.
    ///
    /// # Errors
    /// EPERM for a program of another user.
    pub fn kill(&mut self) -> io::Result<()> {
        match self.child.kill() {
            Err(error) if error.raw_os_error() == Some(libc::ESRCH) => Ok(()),
            result => result,
        }
    }

    /// Closes the pipe to standard input and waits until the process has ended.
    ///
    /// # Errors
    /// Those of [`forkless_launch::Child::wait`](crate::Child::wait).
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.stdin = None;
        Ok(self.child.wait()?.into())
    }

    /// How the process ended, or `None` while it runs.
    ///
    /// # Errors
    /// Those of [`forkless_launch::Child::wait`](crate::Child::wait).
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?.map(Into::into))
    }

    /// Closes the pipe to standard input, reads what the other pipes have to say, both at
    /// once, and waits until the process has ended.
    ///
    /// # Errors
    /// Those of reading, and of [`forkless_launch::Child::wait`](crate::Child::wait).
    pub fn wait_with_output(mut self) -> io::Result<Output> {
        self.stdin = None;
        let output = self.stdout.map(|pipe| File::from(OwnedFd::from(pipe)));
        let error = self.stderr.map(|pipe| File::from(OwnedFd::from(pipe)));
        let mut children = [self.child];
        let all = capture::finish(&Capture::default(), &mut children, None, output, error)?;
        Ok(Output { status: all.status.into(), stdout: all.output, stderr: all.error })
    }
}
