//! Rulesets of Landlock, and a thread or a launch that is confined to one.
//!
//! The four system calls as they are, with the kernel's own bits for rights (linux/landlock.h). What a
//! policy is made of, and which kernel holds how much of it, is decided above (crate `confine`).
//!
//! See landlock(7), landlock_create_ruleset(2), landlock_add_rule(2), landlock_restrict_self(2),
//! seccomp(2).

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::child;
use crate::error::{LaunchError, Step};
use crate::launch::Launch;
use crate::options::given;
use crate::raw::{self, call};

/// An instruction of a filter: `struct sock_filter`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What is done.
    pub code: u16,
    /// How many instructions a branch skips where its condition holds.
    pub jt: u8,
    /// How many it skips where it does not.
    pub jf: u8,
    /// The operand.
    pub k: u32,
}

impl Instruction {
    /// Whether it ends the filter so that a call is not made and yet says that it was.
    fn feigns_success(self) -> bool {
        const RETURN: u16 = 0x06;
        const RETURN_MASK: u16 = 0x07;
        const RETURN_ERRNO: u32 = 0x0005_0000;
        self.code & RETURN_MASK == RETURN && (self.code != RETURN || self.k == RETURN_ERRNO)
    }
}

/// What a ruleset denies unless a rule allows it: `struct landlock_ruleset_attr`. Fields that a kernel
/// does not know have to be 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handled {
    /// Rights to files and directories.
    pub files: u64,
    /// Rights to TCP ports (ABI 4).
    pub ports: u64,
    /// What does not leave the domain: abstract sockets, signals (ABI 6).
    pub scoped: u64,
}

/// `struct landlock_path_beneath_attr`, which is packed.
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: i32,
}

/// `struct landlock_net_port_attr`.
#[repr(C)]
struct NetPort {
    allowed: u64,
    port: u64,
}

const VERSION: u32 = 1;
const RULE_PATH_BENEATH: i32 = 1;
const RULE_NET_PORT: i32 = 2;

/// Not asked yet.
const UNKNOWN: u32 = u32::MAX;

/// The kernel's ABI, which does not change while it runs.
static ABI: AtomicU32 = AtomicU32::new(UNKNOWN);

/// The number of the interface that the kernel has: 0 where it has no Landlock, or where that is off
/// or refused by a filter. Asks once.
pub fn abi() -> u32 {
    let known = ABI.load(Ordering::Relaxed);
    if known != UNKNOWN {
        return known;
    }
    // SAFETY: with this flag there is no structure to read.
    let result = unsafe { call!(libc::SYS_landlock_create_ruleset, 0, 0, VERSION) };
    let abi = u32::try_from(result).unwrap_or(0);
    ABI.store(abi, Ordering::Relaxed);
    abi
}

/// A descriptor, close-on-exec, of a ruleset without rules.
///
/// # Errors
/// The errno of landlock_create_ruleset(2): EINVAL for bits that the kernel does not know, ENOMSG
/// where nothing is handled.
pub fn create(handled: Handled) -> Result<OwnedFd, i32> {
    // Older kernels take a longer structure if what they do not know is 0.
    // SAFETY: the pointer and the size are the structure's.
    let result =
        unsafe { call!(libc::SYS_landlock_create_ruleset, &handled, size_of::<Handled>(), 0) };
    match raw::failed(result) {
        // SAFETY: the kernel made this descriptor for us.
        None => Ok(unsafe { OwnedFd::from_raw_fd(result as RawFd) }),
        Some(errno) => Err(errno),
    }
}

/// Allows `rights` to the file `parent`, or to everything beneath the directory `parent`. The
/// descriptor may be O_PATH.
///
/// # Errors
/// The errno of landlock_add_rule(2): EINVAL for rights that the ruleset does not handle, or that a
/// file cannot have; ENOMSG for none.
pub fn allow_path(ruleset: BorrowedFd<'_>, parent: BorrowedFd<'_>, rights: u64) -> Result<(), i32> {
    let rule = PathBeneath { allowed: rights, parent: parent.as_raw_fd() };
    // SAFETY: reads one structure of this type.
    add(unsafe {
        call!(libc::SYS_landlock_add_rule, ruleset.as_raw_fd(), RULE_PATH_BENEATH, &rule, 0)
    })
}

/// Allows `rights` to a TCP port.
///
/// # Errors
/// The errno of landlock_add_rule(2): EINVAL for rights that the ruleset does not handle; ENOMSG for
/// none.
pub fn allow_port(ruleset: BorrowedFd<'_>, port: u16, rights: u64) -> Result<(), i32> {
    let rule = NetPort { allowed: rights, port: port.into() };
    // SAFETY: reads one structure of this type.
    add(unsafe { call!(libc::SYS_landlock_add_rule, ruleset.as_raw_fd(), RULE_NET_PORT, &rule, 0) })
}

fn add(result: isize) -> Result<(), i32> {
    raw::failed(result).map_or(Ok(()), Err)
}

/// Confines the calling thread, and all processes and threads that it creates from now on: to a
/// ruleset, to the system calls that a filter lets pass (an empty one: all), and to the capabilities
/// `kept`, a bit for each (capabilities(7)). Other threads stay as they are. It cannot be undone, and no program that is executed gains rights any more
/// (PR_SET_NO_NEW_PRIVS).
///
/// # Errors
/// The step `Confinement`: E2BIG where there are 16 domains around this one already, EINVAL for a
/// filter that is no program, or that may say of a call that it has succeeded without making it; ENOSYS.
/// What has been done by then stays.
pub fn confine_thread(
    ruleset: Option<BorrowedFd<'_>>,
    filter: &[Instruction],
    kept: u64,
) -> Result<(), LaunchError> {
    let ruleset = ruleset.map_or(-1, |fd| fd.as_raw_fd());
    if filter.iter().any(|one| one.feigns_success()) {
        return Err(LaunchError { step: Step::Confinement, errno: libc::EINVAL });
    }
    crate::path::ask_for_clone3();
    // SAFETY: the caller wants this thread confined. What the filter takes away fails, which every call may.
    let done = unsafe { child::confine(ruleset, filter, kept) };
    done.map_err(|(step, errno)| LaunchError { step, errno })
}

/// What a launch confines its child to.
#[derive(Clone)]
pub(crate) struct Confinement {
    /// The ruleset's descriptor, or -1.
    pub ruleset: RawFd,
    pub filter: Arc<[Instruction]>,
    /// Capabilities, a bit for each.
    pub kept: u64,
}

impl Launch<'_> {
    /// Confines the program, and all that it starts, to a ruleset of Landlock, a descriptor of the
    /// parent's, to the system calls that `filter` lets pass (an empty one: all), and to the capabilities
    /// `kept`, a bit for each. It happens last,
    /// immediately before the exec: what the launch itself opens and sets is not concerned. The
    /// execution of the program is. No program gains rights ([`no_new_privileges`]).
    ///
    /// A filter has to let pass execve(2) (and execveat(2) for a
    /// [`program_descriptor`](Self::program_descriptor)), exit_group(2), rt_sigprocmask(2) and, where
    /// the launch forks, write(2).
    ///
    /// With [`process::replace`](crate::process::replace) the caller stays confined if the exec fails.
    ///
    /// [`no_new_privileges`]: Self::no_new_privileges
    pub fn confine(
        &mut self,
        ruleset: Option<RawFd>,
        filter: Arc<[Instruction]>,
        kept: u64,
    ) -> &mut Self {
        let ruleset = ruleset.map_or(-1, given);
        self.options.extra_mut().confinement = Some(Confinement { ruleset, filter, kept });
        self
    }
}
