//! What the kernel keeps and limits per process: resource limits, times, nice
//! value, file creation mask. POSIX XCU `ulimit`, `times`, `nice`, `umask`.

use std::io;
use std::time::Duration;

use super::checked;
use super::status::duration;

/// A resource that can be limited: getrlimit(2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Resource {
    /// Processor time, seconds.
    CpuTime = libc::RLIMIT_CPU as u8,
    /// Size of a file written, bytes.
    FileSize = libc::RLIMIT_FSIZE as u8,
    /// Data segment, bytes.
    Data = libc::RLIMIT_DATA as u8,
    /// Main stack, bytes.
    Stack = libc::RLIMIT_STACK as u8,
    /// Core dump, bytes.
    Core = libc::RLIMIT_CORE as u8,
    /// Resident set, bytes; without effect today.
    ResidentSet = libc::RLIMIT_RSS as u8,
    /// Processes and threads of the user.
    Processes = libc::RLIMIT_NPROC as u8,
    /// One more than the highest descriptor.
    OpenFiles = libc::RLIMIT_NOFILE as u8,
    /// Memory that may be locked, bytes.
    LockedMemory = libc::RLIMIT_MEMLOCK as u8,
    /// Address space, bytes.
    AddressSpace = libc::RLIMIT_AS as u8,
    /// File locks; without effect today.
    Locks = libc::RLIMIT_LOCKS as u8,
    /// Signals that may be queued.
    PendingSignals = libc::RLIMIT_SIGPENDING as u8,
    /// POSIX message queues, bytes.
    MessageQueues = libc::RLIMIT_MSGQUEUE as u8,
    /// 20 minus the lowest nice value that may be set.
    Nice = libc::RLIMIT_NICE as u8,
    /// Highest real-time priority.
    RealTimePriority = libc::RLIMIT_RTPRIO as u8,
    /// Real-time processor time without a pause, microseconds.
    RealTimeTime = libc::RLIMIT_RTTIME as u8,
}

/// All resources.
pub const RESOURCES: [Resource; 16] = [
    Resource::CpuTime,
    Resource::FileSize,
    Resource::Data,
    Resource::Stack,
    Resource::Core,
    Resource::ResidentSet,
    Resource::Processes,
    Resource::OpenFiles,
    Resource::LockedMemory,
    Resource::AddressSpace,
    Resource::Locks,
    Resource::PendingSignals,
    Resource::MessageQueues,
    Resource::Nice,
    Resource::RealTimePriority,
    Resource::RealTimeTime,
];

/// A limit in the resource's unit; `None` is unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is enforced.
    pub soft: Option<u64>,
    /// What the soft limit may be raised to.
    pub hard: Option<u64>,
}

const INFINITE: u64 = libc::RLIM_INFINITY;

/// This process's limit.
///
/// # Errors
/// None that can be expected.
pub fn limit(resource: Resource) -> io::Result<Limit> {
    let mut value = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is valid for writing. The number's type is the C
    // library's own.
    checked(unsafe { libc::getrlimit(resource as u8 as _, &mut value) })?;
    let finite = |value| (value != INFINITE).then_some(value);
    Ok(Limit { soft: finite(value.rlim_cur), hard: finite(value.rlim_max) })
}

/// Sets this process's limit.
///
/// # Errors
/// EPERM when a hard limit is raised, EINVAL when the soft limit is above it.
pub fn set_limit(resource: Resource, limit: Limit) -> io::Result<()> {
    let value = libc::rlimit {
        rlim_cur: limit.soft.unwrap_or(INFINITE),
        rlim_max: limit.hard.unwrap_or(INFINITE),
    };
    // SAFETY: the structure is valid for reading.
    checked(unsafe { libc::setrlimit(resource as u8 as _, &value) }).map(drop)
}

/// Processor time used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// By this process, in the program.
    pub user: Duration,
    /// By this process, in the kernel.
    pub system: Duration,
    /// By children that were waited for, in the program.
    pub children_user: Duration,
    /// By children that were waited for, in the kernel.
    pub children_system: Duration,
}

/// Processor time used so far by this process and by its children: getrusage(2).
pub fn times() -> Times {
    let used = |who| {
        // SAFETY: an rusage is numbers only, for which zero is valid.
        let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
        // SAFETY: the structure is valid for writing; cannot fail for these two.
        unsafe { libc::getrusage(who, &mut usage) };
        (duration(usage.ru_utime), duration(usage.ru_stime))
    };
    let (user, system) = used(libc::RUSAGE_SELF);
    let (children_user, children_system) = used(libc::RUSAGE_CHILDREN);
    Times { user, system, children_user, children_system }
}

/// Clock ticks a second, the unit of times(2): sysconf(_SC_CLK_TCK).
pub fn clock_ticks() -> u64 {
    // SAFETY: takes a number only.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100).max(1)
}

/// Adds to this process's nice value; returns the new one, which the kernel keeps
/// between -20 and 19.
///
/// # Errors
/// EPERM, EACCES when it is lowered without the right to.
pub fn nice(increment: i32) -> io::Result<i32> {
    let value = current_nice().saturating_add(increment).clamp(-20, 19);
    // SAFETY: takes numbers only.
    checked(unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, value) })?;
    Ok(current_nice())
}

fn current_nice() -> i32 {
    // SAFETY: takes numbers only. -1 is a nice value here: the call cannot fail for
    // the process itself.
    unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) }
}

/// Sets the file creation mask and returns the previous one.
pub fn umask(mask: u32) -> u32 {
    // SAFETY: takes a number only.
    unsafe { libc::umask((mask & 0o777) as libc::mode_t) as u32 }
}

/// The file mode creation mask of the process, which is not changed (proc_pid_status(5), Umask). None where
/// /proc does not say: it is not mounted, or the kernel is older than 4.7.
pub fn umask_of_process() -> Option<u32> {
    // It is the second line, after a name of at most 15 bytes, which may be escaped.
    let mut status = [0; 256];
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let mode = rustix::fs::Mode::empty();
    let file = rustix::fs::open(c"/proc/thread-self/status", flags, mode).ok()?;
    let length = rustix::io::read(&file, &mut status).ok()?;
    let line = status[..length]
        .split(|&byte| byte == b'\n')
        .find_map(|line| line.strip_prefix(b"Umask:"))?;
    u32::from_str_radix(std::str::from_utf8(line).ok()?.trim(), 8).ok()
}
