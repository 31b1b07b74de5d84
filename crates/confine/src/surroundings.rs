//! Where the programs are that a confined thread launches: namespaces and a control group.
//!
//! A confined thread makes neither: its filter takes the calls away, and Landlock forbids a thread to mount. So they are
//! made before. Each launch then enters the namespaces by their descriptors (setns(2)), which needs no right but
//! to be their owner, and gives up that call and what capabilities it has got before its program runs.

use std::ffi::{CString, OsStr};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::Arc;

use launch::landlock::Instruction;
use launch::{Launch, Namespaces, SharedNamespaces};
use rustix::fs::{CWD, Mode, OFlags};

use crate::calls;
use crate::error::Error;
use crate::filter::program;
use crate::policy::Policy;
use crate::ruleset::Ruleset;
use crate::tree::Tree;

/// What a policy says about where programs are.
#[derive(Debug)]
pub struct Surroundings {
    namespaces: Option<SharedNamespaces>,
    /// The file cgroup.procs of a control group.
    control_group: Option<OwnedFd>,
    /// What takes setns(2) away again.
    filter: Arc<[Instruction]>,
    kept: u64,
}

impl Surroundings {
    /// Makes what a policy asks for; None where it asks for nothing. To be called before anything is confined by
    /// `ruleset`. Paths are relative to `directory`.
    ///
    /// # Errors
    /// [`Error::Namespaces`], [`Error::Path`] for a control group into which nothing can be moved.
    pub fn make(
        policy: &Policy,
        directory: BorrowedFd<'_>,
        ruleset: &Ruleset,
    ) -> Result<Option<Self>, Error> {
        let control_group = match &policy.control_group {
            None => None,
            Some(path) => {
                let flags = OFlags::WRONLY | OFlags::CLOEXEC;
                let file = path.join("cgroup.procs");
                let file = rustix::fs::openat(directory, &file, flags, Mode::empty());
                // With a number that no script has.
                let file = file.and_then(|file| rustix::io::fcntl_dupfd_cloexec(&file, 10));
                Some(file.map_err(|error| {
                    let path = path.as_os_str().as_bytes().to_vec();
                    Error::Path("cgroup", path, error.raw_os_error())
                })?)
            }
        };
        let namespaces = match policy.namespaces == Namespaces::NONE {
            true => None,
            false => Some(make_namespaces(policy, directory, ruleset)?),
        };
        if namespaces.is_none() && control_group.is_none() {
            return Ok(None);
        }
        let filter = match namespaces {
            Some(_) => program(calls::once_entered(), calls::LAST).into(),
            None => Arc::from([]),
        };
        Ok(Some(Self { namespaces, control_group, filter, kept: ruleset.capabilities() }))
    }

    /// The descriptors that a copy of the process has to keep, to launch something there.
    pub fn descriptors(&self) -> impl Iterator<Item = RawFd> {
        let namespaces = self.namespaces.iter().flat_map(SharedNamespaces::descriptors);
        namespaces.chain(self.control_group.as_ref().map(AsRawFd::as_raw_fd))
    }

    /// Has a launch of the confined thread start its program there; `directory`: the program's working directory, None: the
    /// process's.
    ///
    /// # Errors
    /// The errno of readlink(2) in /proc: where the directory has no path, no program can be in it.
    pub fn enter(
        &self,
        launch: &mut Launch<'_>,
        directory: Option<BorrowedFd<'_>>,
    ) -> Result<(), i32> {
        if let Some(file) = &self.control_group {
            launch.cgroup_processes(file.as_raw_fd());
        }
        let Some(namespaces) = &self.namespaces else { return Ok(()) };
        namespaces.enter(launch);
        launch.confine(None, self.filter.clone(), self.kept);
        if namespaces.kinds().contains(Namespaces::MOUNT) {
            // By its name, or it would be the one outside.
            launch.directory_path(&path_of(directory.unwrap_or(CWD))?);
        }
        Ok(())
    }
}

/// The path of an open directory, or of the working directory, as the kernel has it.
fn path_of(directory: BorrowedFd<'_>) -> Result<CString, i32> {
    let path = match directory.as_raw_fd() == CWD.as_raw_fd() {
        true => rustix::process::getcwd(Vec::new()),
        false => {
            rustix::fs::readlink(format!("/proc/self/fd/{}", directory.as_raw_fd()), Vec::new())
        }
    };
    path.map_err(|error| error.raw_os_error())
}

/// The namespaces, whose processes may be seen in /proc where the policy allows that to be read.
fn make_namespaces(
    policy: &Policy,
    directory: BorrowedFd<'_>,
    ruleset: &Ruleset,
) -> Result<SharedNamespaces, Error> {
    let kinds = policy.namespaces;
    let (mut mounts, mut has_processes) = (Vec::new(), false);
    if kinds.contains(Namespaces::MOUNT) {
        let base = path_of(directory).map_err(|errno| Error::System("readlink", errno))?;
        let base = PathBuf::from(std::ffi::OsString::from_vec(base.into_bytes()));
        let tree = Tree::of(policy, &base);
        has_processes = kinds.contains(Namespaces::PID) && tree.shows(OsStr::new("/proc").as_ref());
        mounts = tree.mounts(has_processes);
    }
    let made = SharedNamespaces::make(kinds, &mounts);
    let mut made = made.map_err(|error| Error::Namespaces(error.what, error.errno))?;
    if has_processes {
        let processes = made.open(c"proc").map_err(|errno| Error::System("/proc", errno))?;
        ruleset.allow_reading(processes.as_fd())?;
    }
    made.settle();
    Ok(made)
}
