//! Who the child is and where it lives: control group, session, process group,
//! terminal, scheduling, directories, limits, credentials.
//!
//! Identities are set by the plain system calls, which concern the calling thread
//! alone. The C library's functions would signal the other threads, which are the
//! parent's (nptl(7)).

use core::ffi::c_char;

use super::check;
use crate::error::Step;
use crate::options::{Extra, Options};
use crate::raw::{self, call};
use crate::report::Failure;

/// Joins process group `group` (0: a new one, -1: stays) and makes it the
/// foreground group of `terminal` unless that is -1.
///
/// # Safety
/// Signals are blocked: SIGTTOU would stop a process in the background here.
pub(crate) unsafe fn groups(group: i32, terminal: i32) -> Result<(), Failure> {
    if group >= 0 {
        // SAFETY: takes numbers only.
        check(Step::Group, unsafe { call!(raw::SYS_setpgid, 0, group) })?;
    }
    if terminal >= 0 {
        // SAFETY: takes a number only.
        let own = check(Step::Foreground, unsafe { call!(libc::SYS_getpgid, 0) })? as i32;
        // SAFETY: TIOCSPGRP reads one int.
        check(Step::Foreground, unsafe { call!(raw::SYS_ioctl, terminal, libc::TIOCSPGRP, &own) })?;
    }
    Ok(())
}

/// Opens `path` from `directory` for writing and writes `text`.
///
/// # Safety
/// Both are NUL-terminated or as long as given; opens and closes a descriptor of
/// a table that may still be the parent's: it is close-on-exec.
pub(super) unsafe fn write_file(
    step: Step,
    directory: i32,
    path: *const c_char,
    text: &[u8],
) -> Result<(), Failure> {
    // SAFETY: the path is NUL-terminated.
    let file =
        unsafe { call!(libc::SYS_openat, directory, path, libc::O_WRONLY | libc::O_CLOEXEC) };
    let file = check(step, file)?;
    // SAFETY: the pointer and the length are the slice's.
    let written = unsafe { call!(libc::SYS_write, file as i32, text.as_ptr(), text.len()) };
    // SAFETY: the descriptor is ours.
    unsafe { call!(raw::SYS_close, file as i32) };
    check(step, written).map(drop)
}

/// Control group, session, controlling terminal, scheduling, out-of-memory score.
///
/// # Safety
/// In the child, or before an exec in place.
pub(crate) unsafe fn surroundings(extra: &Extra, enter_cgroup: bool) -> Result<(), Failure> {
    if let Some(cgroup) = extra.cgroup
        && enter_cgroup
    {
        // SAFETY: "0" is the process that writes.
        unsafe { write_file(Step::Cgroup, cgroup, c"cgroup.procs".as_ptr(), b"0")? };
    }
    if extra.session {
        // SAFETY: takes nothing.
        check(Step::Session, unsafe { call!(libc::SYS_setsid) })?;
    }
    if let Some(tty) = extra.controlling_terminal {
        // SAFETY: takes numbers only; 0: do not steal it from another session.
        check(Step::Terminal, unsafe { call!(raw::SYS_ioctl, tty, libc::TIOCSCTTY, 0) })?;
    }
    if let Some((policy, priority)) = extra.scheduling {
        // SAFETY: reads one int, which is all of struct sched_param.
        check(Step::Schedule, unsafe {
            call!(libc::SYS_sched_setscheduler, 0, policy, &priority)
        })?;
    }
    if let Some(increment) = extra.nice {
        // The kernel's own call gives 20 minus the value, so that it is positive.
        // SAFETY: takes numbers only.
        let now = unsafe { call!(libc::SYS_getpriority, libc::PRIO_PROCESS, 0) };
        let now = 20 - check(Step::Schedule, now)? as i32;
        let value = now.saturating_add(increment).clamp(-20, 19);
        // SAFETY: takes numbers only.
        check(Step::Schedule, unsafe {
            call!(libc::SYS_setpriority, libc::PRIO_PROCESS, 0, value)
        })?;
    }
    if !extra.processors.is_empty() {
        let size = extra.processors.len() * 8;
        // SAFETY: the pointer and the size in bytes are the vector's.
        check(Step::Schedule, unsafe {
            call!(libc::SYS_sched_setaffinity, 0, size, extra.processors.as_ptr())
        })?;
    }
    if let Some(score) = &extra.oom_score {
        let path = c"/proc/self/oom_score_adj".as_ptr();
        // SAFETY: while the parent waits for this child (CLONE_VFORK) the kernel
        // takes the score as the child's own, although the memory is shared.
        unsafe { write_file(Step::OomScore, libc::AT_FDCWD, path, score.to_bytes())? };
    }
    Ok(())
}

/// Root and working directory.
///
/// # Safety
/// In the child, or before an exec in place.
pub(crate) unsafe fn directory(options: &Options) -> Result<(), Failure> {
    let extra = options.extra.as_deref();
    if let Some(root) = extra.and_then(|extra| extra.root.as_ref()) {
        // SAFETY: paths are NUL-terminated.
        check(Step::Root, unsafe { call!(libc::SYS_chroot, root.as_ptr()) })?;
        // SAFETY: the path is NUL-terminated.
        check(Step::Root, unsafe { call!(libc::SYS_chdir, c"/".as_ptr()) })?;
    }
    if options.directory >= 0 {
        // SAFETY: takes a number only.
        check(Step::Directory, unsafe { call!(raw::SYS_fchdir, options.directory) })?;
    }
    if let Some(path) = extra.and_then(|extra| extra.directory.as_ref()) {
        // SAFETY: the path is NUL-terminated.
        check(Step::Directory, unsafe { call!(libc::SYS_chdir, path.as_ptr()) })?;
    }
    Ok(())
}

/// Limits, credentials and process flags. Limits come first: raising one needs
/// rights. The parent-death signal comes last: a change of user clears it.
///
/// # Safety
/// In the child, or before an exec in place.
pub(crate) unsafe fn identity(extra: &Extra, parent: i32) -> Result<(), Failure> {
    for (resource, limit) in &extra.limits {
        let value = [limit.soft.unwrap_or(u64::MAX), limit.hard.unwrap_or(u64::MAX)];
        // SAFETY: reads two words.
        check(Step::Limit, unsafe { call!(libc::SYS_prlimit64, 0, *resource as u32, &value, 0) })?;
    }
    if let Some(groups) = &extra.groups {
        // SAFETY: the pointer and the length are the vector's.
        check(Step::Credentials, unsafe {
            call!(libc::SYS_setgroups, groups.len(), groups.as_ptr())
        })?;
    }
    if extra.group == Some(u32::MAX) || extra.user == Some(u32::MAX) {
        // To the kernel it means to change nothing.
        return Err((Step::Credentials, libc::EINVAL));
    }
    if let Some(group) = extra.group {
        // SAFETY: takes numbers only.
        check(Step::Credentials, unsafe { call!(libc::SYS_setresgid, group, group, group) })?;
    }
    if let Some(user) = extra.user {
        // SAFETY: takes numbers only.
        check(Step::Credentials, unsafe { call!(libc::SYS_setresuid, user, user, user) })?;
    }
    if extra.drop_ambient {
        // SAFETY: takes numbers only.
        check(Step::Credentials, unsafe {
            call!(libc::SYS_prctl, libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
        })?;
    }
    if extra.no_new_privileges {
        // SAFETY: takes numbers only.
        check(Step::Flags, unsafe {
            call!(libc::SYS_prctl, libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        })?;
    }
    if let Some(signal) = extra.parent_death {
        // SAFETY: takes numbers only.
        check(Step::Flags, unsafe { call!(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, signal) })?;
        // Too late if the parent has ended by now. The first process of a new process
        // namespace cannot see its parent, living or not: 0.
        // SAFETY: takes nothing.
        let now = unsafe { call!(libc::SYS_getppid) } as i32;
        if now != 0 && now != parent {
            return Err((Step::Flags, libc::ESRCH));
        }
    }
    Ok(())
}
