//! Why a launch failed: the step and its errno.
//!
//! posix_spawn(3) returns one number for all that can go wrong. Here the child
//! notes which step it is at, so that "Permission denied" of the working directory
//! is not taken for that of the program.

use std::ffi::CStr;
use std::{fmt, io};

macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident = $name:literal,)*) => {
        /// What a launch was doing when it failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Step {
            $($(#[$doc])* $step,)*
            /// Mounting (mount_setattr(2), move_mount(2)), making a mount point or changing the root
            /// (pivot_root(2)): which of the launch's [mounts](crate::Launch::mount), counted from 0. As many as
            /// there are stands for the change of the root.
            Mount(u16),
        }

        /// The steps as numbers.
        enum Number {
            $($step,)*
            Mount,
        }

        impl Step {
            const ALL: &[Step] = &[$(Step::$step,)* Step::Mount(0)];

            /// A word for messages.
            pub fn name(self) -> &'static str {
                match self {
                    $(Step::$step => $name,)*
                    Step::Mount(_) => "mount",
                }
            }

            /// The number that goes through memory or pipe; 0 is none.
            pub(crate) fn number(self) -> u8 {
                let number = match self {
                    $(Step::$step => Number::$step,)*
                    Step::Mount(_) => Number::Mount,
                };
                number as u8 + 1
            }
        }
    };
}

steps! {
    /// Preparing in the parent: a stack, a pipe, options that exclude each other.
    Prepare = "prepare",
    /// Creating the process (clone(2)).
    Clone = "clone",
    /// The control group (cgroups(7)).
    Cgroup = "cgroup",
    /// The session (setsid(2)).
    Session = "session",
    /// The controlling terminal (TIOCSCTTY).
    Terminal = "controlling terminal",
    /// The process group (setpgid(2)).
    Group = "process group",
    /// The terminal's foreground group (tcsetpgrp(3)).
    Foreground = "foreground group",
    /// Nice value, scheduling policy, processors (sched_setattr(2)).
    Schedule = "scheduling",
    /// The out-of-memory score (proc(5)).
    OomScore = "oom score",
    /// The root directory (chroot(2)).
    Root = "root directory",
    /// The working directory (chdir(2), fchdir(2)).
    Directory = "directory",
    /// The descriptor plan (dup3(2), close_range(2)).
    Descriptor = "descriptor",
    /// Opening a file (open(2)).
    Open = "open",
    /// A resource limit (setrlimit(2)).
    Limit = "resource limit",
    /// User, group, supplementary groups, capabilities (credentials(7)).
    Credentials = "credentials",
    /// Flags of the process: no_new_privs, parent-death signal (prctl(2)).
    Flags = "process flags",
    /// Signal dispositions (sigaction(2)).
    Signals = "signals",
    /// The program itself (execve(2)).
    Exec = "exec",
    /// Talking to a program that has been launched (poll(2), read(2), wait(2)).
    Communicate = "communication",
    /// Confining the program (landlock_restrict_self(2), seccomp(2)).
    Confinement = "confinement",
    /// Creating the process in namespaces of its own (namespaces(7)).
    Namespaces = "namespaces",
    /// The users and groups of its user namespace (user_namespaces(7)).
    Map = "user map",
    /// The name of the machine (sethostname(2)).
    Hostname = "hostname",
    /// The loopback device of its network namespace (netdevice(7)).
    Loopback = "loopback device",
}

impl Step {
    /// Which of several the step is about; 0 for most.
    pub(crate) fn entry(self) -> u16 {
        if let Step::Mount(entry) = self { entry } else { 0 }
    }

    /// The step with this number, about this entry.
    pub(crate) fn from_number(number: u8, entry: u16) -> Option<Step> {
        Some(match *Self::ALL.get(usize::from(number).checked_sub(1)?)? {
            Step::Mount(_) => Step::Mount(entry),
            step => step,
        })
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

impl LaunchError {
    pub(crate) fn prepare(errno: i32) -> Self {
        LaunchError { step: Step::Prepare, errno }
    }
}

/// The C library's text for an errno (strerror_r(3)): `No such file or directory`.
pub fn error_text(errno: i32) -> String {
    let mut text = [0u8; 128];
    // SAFETY: the buffer is writable for as many bytes as are named.
    let failed = unsafe { libc::strerror_r(errno, text.as_mut_ptr().cast(), text.len()) };
    match CStr::from_bytes_until_nul(&text) {
        Ok(text) if failed == 0 => text.to_string_lossy().into_owned(),
        _ => format!("error {errno}"),
    }
}

impl fmt::Display for LaunchError {
    /// `exec: No such file or directory`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step.name(), error_text(self.errno))
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
        for &step in Step::ALL {
            assert_ne!(step.number(), 0);
            assert_eq!(Step::from_number(step.number(), 0), Some(step));
        }
        let mount = Step::Mount(300);
        assert_eq!(Step::from_number(mount.number(), mount.entry()), Some(mount));
        assert_eq!(Step::from_number(0, 0), None);
        assert_eq!(Step::from_number(0xff, 0), None);
    }
}
