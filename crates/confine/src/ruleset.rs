//! A policy as the kernel takes it.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use launch::landlock::{self, Instruction};
use launch::{Launch, LaunchError};
use rustix::fs::{FileType, Mode, OFlags};

use crate::calls;
use crate::error::Error;
use crate::filter::program;
use crate::policy::{Network, Policy};
use crate::processes::{Place, Processes, entries};
use crate::programs::{LOADERS, interpreters};
use crate::rights::{
    BIND_TCP, CONNECT_TCP, EXECUTE, IOCTL_DEV, OF_A_FILE, PROGRAM, READ, WRITE, handled,
};

/// Something that a policy denies and a kernel cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What it is, for messages.
    pub what: &'static str,
    /// The ABI of Landlock that holds it.
    pub abi: u32,
}

/// A prepared policy: a ruleset of Landlock and a filter of system calls. It can be applied and given to launches
/// any number of times, by several threads.
#[derive(Debug)]
pub struct Ruleset {
    /// None where the kernel has no Landlock and the policy allowed that.
    ruleset: Option<OwnedFd>,
    filter: Arc<[Instruction]>,
    kept: u64,
    missing: Vec<Missing>,
    /// The rights to files that it denies where it does not allow them.
    known: u64,
}

impl Ruleset {
    /// Prepares a policy: looks up its paths, relative to `directory`, and makes the ruleset, which
    /// holds one descriptor. Links are followed now; what a path leads to later is not asked again.
    ///
    /// # Errors
    /// Where a path cannot be opened, a system call fails, or the kernel cannot hold what the policy
    /// denies and the policy does not allow that.
    pub fn prepare(policy: &Policy, directory: BorrowedFd<'_>) -> Result<Ruleset, Error> {
        Self::prepare_for(policy, directory, landlock::abi(), None)
    }

    /// Prepares a policy for a thread of a process whose other threads are not confined. It allows nothing of
    /// what /proc shows of processes, since that is the whole process to its threads: of a directory above
    /// there, all else that is in it now.
    ///
    /// # Errors
    /// Those of [`Self::prepare`]; [`Error::Process`] for a path of a process.
    pub fn prepare_for_thread(
        policy: &Policy,
        directory: BorrowedFd<'_>,
    ) -> Result<Ruleset, Error> {
        let processes = match Processes::find() {
            Ok(processes) => processes,
            Err(_) if policy.weaker => Processes::default(),
            Err(errno) => return Err(Error::System("/proc/self/mountinfo", errno)),
        };
        Self::prepare_for(policy, directory, landlock::abi(), Some(processes))
    }

    fn prepare_for(
        policy: &Policy,
        at: BorrowedFd<'_>,
        abi: u32,
        processes: Option<Processes>,
    ) -> Result<Ruleset, Error> {
        let (handled, missing) = handled(policy, abi);
        if !missing.is_empty() && !policy.weaker {
            return Err(Error::Unsupported(missing, abi));
        }
        let mut rules = Rules { ruleset: None, at, known: handled.files, processes };
        if abi > 0 {
            let failed = |errno| Error::System("landlock_create_ruleset", errno);
            rules.ruleset = Some(landlock::create(handled).map_err(failed)?);
        }
        rules.allow_paths(policy)?;
        if let Network::Tcp { connect, bind } = &policy.network
            && handled.ports != 0
        {
            rules.allow_ports(connect, CONNECT_TCP)?;
            rules.allow_ports(bind, BIND_TCP)?;
        }
        let filter = program(calls::rules(policy, abi), calls::LAST).into();
        let kept = kept_capabilities(&policy.network);
        Ok(Ruleset { known: rules.known, ruleset: rules.ruleset, filter, kept, missing })
    }

    /// Allows what is in an open directory to be read and written, for those that it will confine.
    ///
    /// # Errors
    /// [`Error::System`] where the kernel takes no rule for it.
    pub fn allow_directory(&self, directory: BorrowedFd<'_>) -> Result<(), Error> {
        self.allow_rights(directory, WRITE)
    }

    /// Allows what is in an open directory to be read.
    pub(crate) fn allow_reading(&self, directory: BorrowedFd<'_>) -> Result<(), Error> {
        self.allow_rights(directory, READ)
    }

    fn allow_rights(&self, directory: BorrowedFd<'_>, rights: u64) -> Result<(), Error> {
        let Some(ruleset) = &self.ruleset else { return Ok(()) };
        landlock::allow_path(ruleset.as_fd(), directory, rights & self.known)
            .map_err(|errno| Error::System("landlock_add_rule", errno))
    }

    /// Confines the calling thread and all that it starts from now on. Other threads stay as they are.
    /// It cannot be undone, and holds together with what the thread is confined to already.
    ///
    /// # Errors
    /// The kernel's: E2BIG for the 17th confinement, ENOSYS or EINVAL where it has no seccomp. What has been done by
    /// then stays.
    pub fn apply_to_thread(&self) -> Result<(), LaunchError> {
        let ruleset = self.ruleset.as_ref().map(AsFd::as_fd);
        landlock::confine_thread(ruleset, &self.filter, self.kept)
    }

    /// Has a launch confine what it starts. The ruleset has to live until the launch has been started.
    pub fn confine(&self, launch: &mut Launch<'_>) {
        let ruleset = self.ruleset.as_ref().map(AsRawFd::as_raw_fd);
        launch.confine(ruleset, self.filter.clone(), self.kept);
    }

    /// The ruleset's descriptor; none where the kernel has no Landlock.
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.ruleset.as_ref().map(AsFd::as_fd)
    }

    /// The filter of system calls.
    pub fn filter(&self) -> &Arc<[Instruction]> {
        &self.filter
    }

    /// The capabilities that are kept, a bit for each.
    pub fn capabilities(&self) -> u64 {
        self.kept
    }

    /// What the policy denies and this kernel does not hold; empty unless the policy
    /// [allowed](Policy::allow_weaker) that.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }
}

/// The capabilities that a confined process keeps, a bit for each: those about files, users and signals,
/// which Landlock and the filter hold, and about the network where that is allowed. The others open the
/// kernel, or other processes: with CAP_PERFMON alone their variables can be read in /proc.
fn kept_capabilities(network: &Network) -> u64 {
    // CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP
    const ALWAYS: u64 = 0b1_1111_1111;
    const NET_BIND_SERVICE: u64 = 1 << 10;
    const NET_RAW: u64 = 1 << 13;
    match network {
        Network::None | Network::Unix => ALWAYS,
        Network::Tcp { .. } => ALWAYS | NET_BIND_SERVICE,
        Network::All => ALWAYS | NET_BIND_SERVICE | NET_RAW,
    }
}

/// How many directories may be between a policy's path and one that shows processes.
const MOST_DEEP: u32 = 64;
/// No errno of the kernel's: the file is one that shows a process.
const OF_A_PROCESS: i32 = -1;

/// A ruleset while rules are added to it.
struct Rules<'a> {
    ruleset: Option<OwnedFd>,
    /// What relative paths are relative to.
    at: BorrowedFd<'a>,
    /// The rights to files that the ruleset handles.
    known: u64,
    /// What nothing may be allowed of, where that is so.
    processes: Option<Processes>,
}

impl Rules<'_> {
    fn allow_paths(&self, policy: &Policy) -> Result<(), Error> {
        for (word, paths, rights) in [
            ("ro", &policy.read, READ),
            ("rw", &policy.write, WRITE),
            ("exec", &policy.execute, PROGRAM),
        ] {
            for path in paths {
                let failed = |errno| {
                    let path = path.as_os_str().as_bytes().to_vec();
                    match errno {
                        OF_A_PROCESS => Error::Process(word, path),
                        errno => Error::Path(word, path, errno),
                    }
                };
                let is_directory = self.allow(path, rights).map_err(failed)?;
                if rights & EXECUTE == 0 {
                    continue;
                }
                for interpreter in interpreters(self.at, path) {
                    // One that is not there fails when the program is executed.
                    let _ = self.allow(&interpreter, PROGRAM);
                }
                if is_directory {
                    for loader in LOADERS {
                        let _ = self.allow(Path::new(loader), PROGRAM);
                    }
                }
            }
        }
        // Where there is no such device there is nothing to allow.
        for (device, rights) in [
            ("/dev/null", WRITE),
            ("/dev/full", WRITE),
            ("/dev/zero", READ),
            ("/dev/random", READ),
            ("/dev/urandom", READ),
        ] {
            let _ = self.allow(Path::new(device), rights);
        }
        Ok(())
    }

    /// Allows rights to a path; whether it is a directory.
    fn allow(&self, path: &Path, rights: u64) -> Result<bool, i32> {
        let errno = |error: rustix::io::Errno| error.raw_os_error();
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let file = rustix::fs::openat(self.at, path, flags, Mode::empty()).map_err(errno)?;
        self.allow_file(file.as_fd(), rights, MOST_DEEP)
    }

    /// Allows rights to an open file, or to what is beneath a directory; whether it is one.
    fn allow_file(&self, file: BorrowedFd<'_>, rights: u64, depth: u32) -> Result<bool, i32> {
        let errno = |error: rustix::io::Errno| error.raw_os_error();
        let mode = rustix::fs::fstat(file).map_err(errno)?.st_mode;
        let kind = FileType::from_raw_mode(mode);
        let is_directory = kind == FileType::Directory;
        let mut rights = rights & self.known;
        if !is_directory {
            rights &= OF_A_FILE;
            if rights & WRITE & !READ != 0
                && matches!(kind, FileType::CharacterDevice | FileType::BlockDevice)
            {
                rights |= IOCTL_DEV & self.known;
            }
        }
        let Some(ruleset) = &self.ruleset else { return Ok(is_directory) };
        match self.processes.as_ref().map(|processes| processes.place(file)).transpose()? {
            None | Some(Place::Elsewhere) => {}
            Some(Place::Inside) => return Err(OF_A_PROCESS),
            Some(Place::Above) => {
                for entry in entries(file)? {
                    match depth.checked_sub(1) {
                        Some(depth) => match self.allow_file(entry.as_fd(), rights, depth) {
                            Ok(_) | Err(OF_A_PROCESS) => {}
                            Err(errno) => return Err(errno),
                        },
                        None => return Err(libc::ELOOP),
                    }
                }
                // Names only: no content of a file.
                rights &= !(OF_A_FILE | IOCTL_DEV);
                if rights == 0 {
                    return Ok(true);
                }
            }
        }
        landlock::allow_path(ruleset.as_fd(), file, rights)?;
        Ok(is_directory)
    }

    fn allow_ports(&self, ports: &[u16], right: u64) -> Result<(), Error> {
        let failed = |errno| Error::System("landlock_add_rule", errno);
        for &port in ports {
            if let Some(ruleset) = &self.ruleset {
                landlock::allow_port(ruleset.as_fd(), port, right).map_err(failed)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::CWD;

    #[test]
    fn an_old_kernel_is_refused_unless_that_is_allowed() {
        let mut policy = Policy::new();
        policy.read("/");
        let refused = |policy: &Policy, abi| {
            Ruleset::prepare_for(policy, CWD, abi, None).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&policy, 0),
            "this kernel does not hold files (Landlock ABI 1), truncation of files (Landlock ABI 3), \
             ioctls of devices (Landlock ABI 5), signals (Landlock ABI 6); it has no Landlock"
        );
        assert_eq!(
            refused(&policy, 5),
            "this kernel does not hold signals (Landlock ABI 6); its Landlock has ABI 5"
        );
        policy.allow_weaker(true);
        let weaker = Ruleset::prepare_for(&policy, CWD, 0, None).unwrap();
        assert!(weaker.ruleset.is_none() && weaker.missing().len() == 4);
        // An older ABI's rights are known to every newer kernel.
        for abi in 1..=landlock::abi().min(7) {
            let ruleset = Ruleset::prepare_for(&policy, CWD, abi, None).unwrap();
            assert!(ruleset.ruleset.is_some());
            assert_eq!(ruleset.missing().is_empty(), abi >= 6, "{abi}");
        }
    }

    #[test]
    fn a_thread_is_allowed_nothing_of_processes() {
        if landlock::abi() < 6 {
            return;
        }
        let prepare = |words: &[u8]| {
            let policy = Policy::parse(words).unwrap();
            Ruleset::prepare_for_thread(&policy, CWD)
        };
        let refused = prepare(b"ro=/proc/self/fd").unwrap_err().to_string();
        assert_eq!(refused, "ro=/proc/self/fd: what shows a process cannot be allowed to a thread");
        let ruleset = prepare(b"ro=/").unwrap();
        std::thread::spawn(move || {
            ruleset.apply_to_thread().unwrap();
            for allowed in ["/proc/meminfo", "/proc/sys/kernel/ostype", "/etc/passwd"] {
                assert!(std::fs::read(allowed).is_ok(), "{allowed}");
            }
            let thread = format!("/proc/{}/environ", std::process::id());
            for denied in ["/proc/self/environ", "/proc/self/task/../mem", &thread] {
                assert!(std::fs::read(denied).is_err(), "{denied}");
            }
        })
        .join()
        .unwrap();
    }

    #[test]
    fn paths_that_do_not_exist_are_named() {
        let policy = Policy::parse(b"ro=/usr rw=/no/such\xff best-effort").unwrap();
        let error = Ruleset::prepare(&policy, CWD).unwrap_err().to_string();
        assert_eq!(error, "rw=/no/such\\xff: No such file or directory");
    }
}
