//! The way that a launch took.
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

impl LaunchPath {
    const PRIMITIVES: [Primitive; 3] = [Primitive::Clone3, Primitive::Clone, Primitive::Fork];
    const SOURCES: [PidfdSource; 4] =
        [PidfdSource::NotWanted, PidfdSource::Clone, PidfdSource::Opened, PidfdSource::Missing];

    /// The path as one number, for an atomic variable; never 0. [`from_bits`](Self::from_bits)
    /// reads it again.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        let LaunchPath { primitive, clone3_refused, shared_memory, shared_files, pidfd, unwaited } =
            self;
        // From the lowest bit: two for the primitive (never 0), two for the source, one each.
        (primitive as u64 + 1)
            | (pidfd as u64) << 2
            | u64::from(shared_memory) << 4
            | u64::from(shared_files) << 5
            | u64::from(unwaited) << 6
            | u64::from(clone3_refused.cast_unsigned()) << 32
    }

    /// The path that [`to_bits`](Self::to_bits) made `bits` of; none for 0.
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<LaunchPath> {
        let primitive = ((bits & 3) as usize).checked_sub(1)?;
        Some(LaunchPath {
            primitive: *Self::PRIMITIVES.get(primitive)?,
            clone3_refused: ((bits >> 32) as u32).cast_signed(),
            shared_memory: bits >> 4 & 1 != 0,
            shared_files: bits >> 5 & 1 != 0,
            pidfd: Self::SOURCES[(bits >> 2 & 3) as usize],
            unwaited: bits >> 6 & 1 != 0,
        })
    }
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
            write!(f, " (clone3: {})", crate::error_text(self.clone3_refused))?;
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

/// The errno that clone3 is known to be refused with, 0, or [`CLONE3_WORKS`]. A hint that saves a
/// system call; nothing depends on its being right.
pub(crate) static CLONE3_REFUSED: AtomicI32 = AtomicI32::new(0);

/// It has worked in this process: where it does not, that is the thread's own affair.
pub(crate) const CLONE3_WORKS: i32 = -1;

/// Finds out whether clone3 works, before a thread is confined that could not tell for the others.
pub(crate) fn ask_for_clone3() {
    // SAFETY: a structure of no bytes is refused with EINVAL before anything is read or made.
    let result = unsafe { call!(libc::SYS_clone3, core::ptr::null::<u8>(), 0) };
    if raw::failed(result) == Some(libc::EINVAL) {
        let relaxed = Ordering::Relaxed;
        let _ = CLONE3_REFUSED.compare_exchange(0, CLONE3_WORKS, relaxed, relaxed);
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_hold_every_path() {
        for primitive in LaunchPath::PRIMITIVES {
            for pidfd in LaunchPath::SOURCES {
                for flags in 0..8 {
                    for clone3_refused in [0, libc::ENOSYS, libc::EPERM, -1] {
                        let path = LaunchPath {
                            primitive,
                            clone3_refused,
                            shared_memory: flags & 1 != 0,
                            shared_files: flags & 2 != 0,
                            pidfd,
                            unwaited: flags & 4 != 0,
                        };
                        assert_eq!(LaunchPath::from_bits(path.to_bits()), Some(path));
                    }
                }
            }
        }
        assert_eq!(LaunchPath::from_bits(0), None);
    }
}
