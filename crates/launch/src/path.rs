//! Which way a launch took.
//!
//! Launchers that fall back to fork silently are found out in production. Here
//! every child carries its way, and a test can assert it.

use std::fmt;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::raw::{self, call};

/// How the process was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// clone3(2), handlers reset by the kernel.
    Clone3,
    /// clone(2), handlers reset one by one in the child.
    Clone,
    /// A copy of the parent's memory. Only where
    /// [`fork_policy`](crate::Launch::fork_policy) allows it.
    Fork,
}

/// When a launch may fork.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForkPolicy {
    /// Never: the launch fails instead.
    #[default]
    Never,
    /// Where the kernel or a filter refuses to share memory.
    IfRefused,
    /// Always; for emulators and tools that cannot follow a shared memory.
    Always,
}

/// Where a pidfd came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PidfdSource {
    /// None was wanted.
    NotWanted,
    /// From the clone itself.
    Clone,
    /// From pidfd_open(2) afterwards.
    Opened,
    /// None is to be had on this system; the handle works on the process id.
    Missing,
}

/// The way that one launch took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchPath {
    /// How the process was created.
    pub primitive: Primitive,
    /// The errno that clone3 was refused with, 0 if it was not tried or worked.
    pub clone3_refused: i32,
    /// Whether the child really ran in the parent's memory. An emulator may have
    /// made a copy although sharing was asked for.
    pub shared_memory: bool,
    /// Whether the child began in the parent's descriptor table, so that the
    /// cost did not depend on how much is open.
    pub shared_files: bool,
    /// Where the pidfd came from.
    pub pidfd: PidfdSource,
    /// Whether the caller was not suspended until the exec.
    pub unwaited: bool,
}

impl fmt::Display for LaunchPath {
    /// `clone3, memory shared, descriptors shared, pidfd from clone`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.primitive {
            Primitive::Clone3 => "clone3",
            Primitive::Clone => "clone",
            Primitive::Fork => "fork",
        })?;
        if self.clone3_refused != 0 {
            write!(f, " (clone3: {})", crate::error::text(self.clone3_refused))?;
        }
        f.write_str(if self.shared_memory { ", memory shared" } else { ", memory copied" })?;
        f.write_str(if self.shared_files { ", descriptors shared" } else { "" })?;
        f.write_str(match self.pidfd {
            PidfdSource::NotWanted => "",
            PidfdSource::Clone => ", pidfd from clone",
            PidfdSource::Opened => ", pidfd opened",
            PidfdSource::Missing => ", no pidfd",
        })?;
        f.write_str(if self.unwaited { ", not waited for" } else { "" })
    }
}

/// The errno that clone3 is known to be refused with, or 0. A hint that saves a
/// system call; nothing depends on its being right.
pub(crate) static CLONE3_REFUSED: AtomicI32 = AtomicI32::new(0);

/// Whether close_range(2) works, found out once. A call on an empty range checks
/// nothing but its arguments.
pub(crate) fn has_close_range() -> bool {
    static KNOWN: AtomicI32 = AtomicI32::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        0 => {
            // SAFETY: closes nothing: the range is upside down.
            let result = unsafe { call!(raw::SYS_close_range, u32::MAX, u32::MAX - 1, 0) };
            let has = raw::failed(result) == Some(libc::EINVAL);
            KNOWN.store(if has { 1 } else { 2 }, Ordering::Relaxed);
            has
        }
        known => known == 1,
    }
}
