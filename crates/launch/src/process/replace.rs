//! exec in this process: the program takes the place of the caller.
//!
//! If the program cannot be executed the caller must go on as before (a shell's
//! `exec` in interactive use, POSIX XCU 2.8.1). So everything is done in an order
//! in which it can be undone: what is overwritten in the descriptor table is
//! copied away first, close-on-exec flags are remembered, the former directory
//! is held open. Only the exec itself cannot be taken back.

use std::fs;
use std::os::fd::RawFd;

use crate::child;
use crate::error::{LaunchError, Step};
use crate::launch::Launch;
use crate::plan;
use crate::raw::{self, KernelAction, call};
use crate::signal::COUNT;

/// What a failed [`replace`] has to put back, most recent last.
enum Undo {
    /// Restore a descriptor from its copy, with its flags.
    Descriptor { target: RawFd, copy: RawFd, flags: i32 },
    /// Close a descriptor that was not open before.
    Close(RawFd),
    /// Restore descriptor flags.
    Flags { fd: RawFd, flags: i32 },
    /// Return to this directory, and close it.
    Directory(RawFd),
    /// Restore the file creation mask.
    Umask(u32),
    /// Restore a signal's disposition.
    Action { signal: i32, action: KernelAction },
    /// Restore the signal mask.
    Mask(u64),
}

/// Executes the program in this process, with the launch's descriptor plan,
/// directory, file creation mask and signal settings. Returns only on failure; then
/// descriptors, directory, masks and dispositions are as they were. The process
/// and foreground groups, set last but one, are the exception: they are not put
/// back. Options about the child as a process (`want_pidfd`) have no meaning here.
pub fn replace(launch: &Launch<'_>) -> LaunchError {
    let mut undo = Vec::new();
    // Nothing is delivered half-way; the program gets its mask last.
    undo.push(Undo::Mask(raw::set_mask(!0)));
    let error = attempt(launch, &mut undo);
    while let Some(one) = undo.pop() {
        one.carry_out();
    }
    error
}

fn attempt(launch: &Launch<'_>, undo: &mut Vec<Undo>) -> LaunchError {
    match prepare(launch, undo) {
        Err(error) => error,
        Ok(()) => {
            // SAFETY: NUL-terminated strings by their types; on success this
            // process is another program.
            let result = unsafe {
                call!(
                    raw::SYS_execve,
                    launch.program.as_ptr(),
                    launch.argv.as_ptr(),
                    launch.envp.as_ptr()
                )
            };
            LaunchError { step: Step::Exec, errno: raw::failed(result).unwrap_or(libc::ENOEXEC) }
        }
    }
}

/// A kernel result as this module's error.
fn check(step: Step, result: isize) -> Result<isize, LaunchError> {
    match raw::failed(result) {
        None => Ok(result),
        Some(errno) => Err(LaunchError { step, errno }),
    }
}

fn prepare(launch: &Launch<'_>, undo: &mut Vec<Undo>) -> Result<(), LaunchError> {
    if launch.directory >= 0 {
        // SAFETY: opens a directory that nobody else knows of.
        let here = check(Step::Directory, unsafe {
            call!(
                libc::SYS_openat,
                libc::AT_FDCWD,
                c".".as_ptr(),
                libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC
            )
        })?;
        undo.push(Undo::Directory(here as RawFd));
        // SAFETY: takes a number only.
        check(Step::Directory, unsafe { call!(raw::SYS_fchdir, launch.directory) })?;
    }
    if let Some(mode) = launch.umask {
        // SAFETY: takes a number only, cannot fail.
        undo.push(Undo::Umask(unsafe { call!(raw::SYS_umask, mode) } as u32));
    }
    for signal in 1..COUNT as i32 {
        let handler = if launch.ignore.contains(signal) {
            libc::SIG_IGN
        } else if launch.default.contains(signal) {
            libc::SIG_DFL
        } else {
            continue;
        };
        let action = KernelAction { handler, ..Default::default() };
        let mut old = KernelAction::default();
        // SAFETY: reads one structure and writes the other.
        check(Step::Signals, unsafe {
            call!(raw::SYS_rt_sigaction, signal, &action, &mut old, 8)
        })?;
        undo.push(Undo::Action { signal, action: old });
    }
    // The groups before the descriptors, whose plan may take the terminal away.
    // SAFETY: as for the child; nothing here is shared with another process.
    unsafe { child::groups(launch.group, launch.terminal) }
        .map_err(|(step, errno)| LaunchError { step, errno })?;
    descriptors(launch, undo).map_err(|errno| LaunchError { step: Step::Descriptor, errno })?;
    let mask = match (launch.mask, undo.first()) {
        (Some(mask), _) => mask.bits(),
        (None, Some(Undo::Mask(mask))) => *mask,
        (None, _) => 0,
    };
    raw::set_mask(mask);
    Ok(())
}

/// The flags of a descriptor, or None if it is not open.
fn flags(fd: RawFd) -> Option<i32> {
    // SAFETY: takes numbers only.
    let flags = unsafe { call!(raw::SYS_fcntl, fd, libc::F_GETFD) };
    raw::failed(flags).is_none().then_some(flags as i32)
}

/// The descriptor plan, each change remembered before it is made.
fn descriptors(launch: &Launch<'_>, undo: &mut Vec<Undo>) -> Result<(), i32> {
    let mut moves = launch.moves.clone();
    let moves = moves.as_mut_slice();
    // Copies of what is overwritten must not land on a number of the plan.
    let end = moves.iter().map(|one| one.target.max(one.source)).max().unwrap_or(0);
    for one in moves.iter() {
        match flags(one.target) {
            Some(flags) if one.target == one.source => {
                undo.push(Undo::Flags { fd: one.target, flags });
            }
            Some(flags) => {
                let copy = copy_above(one.target, end)?;
                undo.push(Undo::Descriptor { target: one.target, copy, flags });
            }
            None => undo.push(Undo::Close(one.target)),
        }
    }
    if launch.close_others {
        let plan = launch.moves.as_slice();
        for fd in open_descriptors()? {
            if plan.iter().any(|one| one.target == fd) {
                continue;
            }
            if let Some(flags) = flags(fd)
                && flags & libc::FD_CLOEXEC == 0
            {
                undo.push(Undo::Flags { fd, flags });
                // SAFETY: changes a flag only.
                unsafe { call!(raw::SYS_fcntl, fd, libc::F_SETFD, libc::FD_CLOEXEC) };
            }
        }
    }
    // SAFETY: what is overwritten has been copied.
    unsafe { plan::carry_out(moves) }
}

/// A close-on-exec copy above `end`, or where the limit is too low for that, above
/// the standard streams: then a plan that names the copy's number fails cleanly
/// on restoring, which is better than not executing.
fn copy_above(fd: RawFd, end: RawFd) -> Result<RawFd, i32> {
    let mut errno = 0;
    for lowest in [end.saturating_add(1).max(10), 3] {
        // SAFETY: makes a new descriptor.
        let copy = unsafe { call!(raw::SYS_fcntl, fd, libc::F_DUPFD_CLOEXEC, lowest) };
        match raw::failed(copy) {
            None => return Ok(copy as RawFd),
            Some(failed) => errno = failed,
        }
    }
    Err(errno)
}

/// The numbers of all open descriptors.
fn open_descriptors() -> Result<Vec<RawFd>, i32> {
    let names = fs::read_dir("/proc/self/fd")
        .map_err(|error| error.raw_os_error().unwrap_or(libc::ENOENT))?;
    Ok(names.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect())
}

impl Undo {
    fn carry_out(self) {
        // SAFETY: puts back what `replace` changed; every descriptor closed here
        // was opened there. Nothing can be done about a failure.
        unsafe {
            match self {
                Undo::Descriptor { target, copy, flags } => {
                    let cloexec = if flags & libc::FD_CLOEXEC != 0 { libc::O_CLOEXEC } else { 0 };
                    call!(raw::SYS_dup3, copy, target, cloexec);
                    call!(raw::SYS_close, copy);
                }
                Undo::Close(fd) => {
                    call!(raw::SYS_close, fd);
                }
                Undo::Flags { fd, flags } => {
                    call!(raw::SYS_fcntl, fd, libc::F_SETFD, flags);
                }
                Undo::Directory(fd) => {
                    call!(raw::SYS_fchdir, fd);
                    call!(raw::SYS_close, fd);
                }
                Undo::Umask(mode) => {
                    call!(raw::SYS_umask, mode);
                }
                Undo::Action { signal, action } => {
                    call!(raw::SYS_rt_sigaction, signal, &action, 0, 8);
                }
                Undo::Mask(mask) => {
                    raw::set_mask(mask);
                }
            }
        }
    }
}
