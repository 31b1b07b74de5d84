//! Why a launch failed: the step and its errno.
//!
//! posix_spawn(3) returns one number for all that can go wrong. Here the child
//! notes which step it is at, so that "Permission denied" of the working directory
//! is not taken for that of the program.

use std::{fmt, io};

/// What a launch was doing when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Step {
    /// Preparing in the parent: a stack, a pipe, an argument.
    Prepare = 1,
    /// Creating the process (clone(2)).
    Clone,
    /// Signal dispositions or the signal mask (sigaction(2), sigprocmask(2)).
    Signals,
    /// The process group (setpgid(2)).
    Group,
    /// The terminal's foreground group (tcsetpgrp(3)).
    Foreground,
    /// The working directory (fchdir(2)).
    Directory,
    /// The file creation mask (umask(2)).
    Umask,
    /// The descriptor plan (dup3(2), close_range(2)).
    Descriptor,
    /// The program itself (execve(2)).
    Exec,
}

impl Step {
    const ALL: [Step; 9] = [
        Step::Prepare,
        Step::Clone,
        Step::Signals,
        Step::Group,
        Step::Foreground,
        Step::Directory,
        Step::Umask,
        Step::Descriptor,
        Step::Exec,
    ];

    /// The step with this number, as the child reports it.
    pub(crate) fn from_number(number: u8) -> Option<Step> {
        Self::ALL.into_iter().find(|&step| step as u8 == number)
    }

    /// A word for messages.
    pub fn name(self) -> &'static str {
        match self {
            Step::Prepare => "prepare",
            Step::Clone => "clone",
            Step::Signals => "signals",
            Step::Group => "process group",
            Step::Foreground => "foreground group",
            Step::Directory => "directory",
            Step::Umask => "umask",
            Step::Descriptor => "descriptor",
            Step::Exec => "exec",
        }
    }
}

/// A launch that failed. No process is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// What failed.
    pub step: Step,
    /// The errno of the system call that failed.
    pub errno: i32,
}

impl fmt::Display for LaunchError {
    /// `exec: No such file or directory`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.step.name())?;
        let text = io::Error::from_raw_os_error(self.errno).to_string();
        f.write_str(text.find(" (os error").map_or(&text[..], |at| &text[..at]))
    }
}

impl std::error::Error for LaunchError {}

impl From<LaunchError> for io::Error {
    fn from(error: LaunchError) -> Self {
        io::Error::from_raw_os_error(error.errno)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_the_step() {
        let error = LaunchError { step: Step::Exec, errno: libc::ENOENT };
        assert_eq!(error.to_string(), "exec: No such file or directory");
        let error = LaunchError { step: Step::Directory, errno: libc::EACCES };
        assert_eq!(error.to_string(), "directory: Permission denied");
    }

    #[test]
    fn numbers_come_back_as_steps() {
        for step in Step::ALL {
            assert_eq!(Step::from_number(step as u8), Some(step));
        }
        assert_eq!(Step::from_number(0), None);
        assert_eq!(Step::from_number(200), None);
    }
}
