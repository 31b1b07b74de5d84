//! exec in this process: the program takes the place of the caller.
//!
//! If the program cannot be executed the caller must go on as before (a shell's
//! `exec` in interactive use, POSIX XCU 2.8.1). So everything is done in an order
//! in which it can be undone: what is overwritten in the descriptor table is
//! copied away first, close-on-exec flags are remembered, the previous directory
//! is held open. Only the exec itself cannot be taken back.

use std::fs;
use std::os::fd::RawFd;

use crate::child::{self, Keep, Order};
use crate::error::{LaunchError, Step};
use crate::launch::Launch;
use crate::namespaces::Map;
use crate::options::FileAction;
use crate::raw::{self, KernelAction, call};
use crate::report::{Channel, Failure};
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
/// descriptors, directory, masks and dispositions are as they were.
///
/// What belongs to the process as such is not put back: process group and
/// foreground group, session, scheduling, root, limits, credentials, flags, confinement. Options about the child as a new process (`want_pidfd`,
/// `fork_policy`) have no meaning here; a control group is entered by hand.
pub fn replace(launch: &Launch<'_>) -> LaunchError {
    let mut undo = Vec::new();
    // Nothing is delivered half-way; the program gets its mask last.
    let mask = raw::set_mask(!0);
    undo.push(Undo::Mask(mask));
    let error = attempt(launch, mask, &mut undo);
    while let Some(one) = undo.pop() {
        one.carry_out();
    }
    let (step, errno) = error;
    LaunchError { step, errno }
}

fn attempt(launch: &Launch<'_>, mask: u64, undo: &mut Vec<Undo>) -> Failure {
    // What is copied out of the way and the way back get free numbers.
    if let Err(LaunchError { step, errno }) = launch.check_sources(0) {
        return (step, errno);
    }
    if launch.isolation().is_some() || launch.enters_namespaces() {
        return (Step::Prepare, libc::ENOTSUP);
    }
    let channel = Channel::none();
    let mut moves = launch.options.moves.clone();
    let mut order = launch.order(moves.as_mut_slice(), Some(mask), Map::None, &channel);
    // This table is nobody else's, and what is to be closed is marked.
    order.shared_files = false;
    order.close_others = false;
    let extra = launch.options.extra.as_deref();
    let program = extra.and_then(|extra| extra.program_fd).unwrap_or(-1);
    let confinement = extra.and_then(|extra| extra.confinement.as_ref());
    let ruleset = confinement.map_or(-1, |one| one.ruleset);
    let mut keep = Keep { report: -1, program, ruleset };
    match prepare(launch, &order, &mut keep, undo) {
        Err(failure) => failure,
        // SAFETY: the order's strings are NUL-terminated by their types; on
        // success this process is another program.
        Ok(()) => (Step::Exec, unsafe { child::execute(&order, extra, &keep) }),
    }
}

fn prepare(
    launch: &Launch<'_>,
    order: &Order,
    keep: &mut Keep,
    undo: &mut Vec<Undo>,
) -> Result<(), Failure> {
    let options = &launch.options;
    let extra = options.extra.as_deref();
    // The groups come before the descriptors, whose plan may take the terminal
    // away.
    // SAFETY: what the child of a launch does to itself, done here.
    unsafe {
        if let Some(extra) = extra {
            child::surroundings(extra, true)?;
        }
        child::groups(options.group, options.terminal)?;
    }
    if options.directory >= 0 || extra.is_some() {
        // SAFETY: opens a directory that nobody else knows of.
        let here = child::check(Step::Directory, unsafe {
            call!(
                libc::SYS_openat,
                libc::AT_FDCWD,
                c".".as_ptr(),
                libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC
            )
        })?;
        undo.push(Undo::Directory(here as RawFd));
        // SAFETY: runs before an exec in place, and `undo` can go back to the directory just
        // opened.
        unsafe { child::directory(options)? };
    }
    if let Some(mode) = options.umask {
        // SAFETY: takes a number only, cannot fail.
        undo.push(Undo::Umask(unsafe { call!(raw::SYS_umask, mode) } as u32));
    }
    remember_descriptors(launch, undo).map_err(|errno| (Step::Descriptor, errno))?;
    // SAFETY: what is overwritten has been copied.
    unsafe { child::arrange(order, options, keep, None)? };
    if let Some(extra) = extra {
        // SAFETY: runs before an exec in place; the strings are NUL-terminated by their types.
        unsafe { child::identity(extra, crate::process::parent_id())? };
    }
    for signal in 1..COUNT as i32 {
        if options.ignore.contains(signal) || options.default.contains(signal) {
            let mut action = KernelAction::default();
            // SAFETY: writes one structure.
            child::check(Step::Signals, unsafe {
                call!(raw::SYS_rt_sigaction, signal, 0, &mut action, 8)
            })?;
            undo.push(Undo::Action { signal, action });
        }
    }
    // SAFETY: runs before an exec in place; the actions that it changes have been copied to `undo`.
    unsafe { child::dispositions(options)? };
    if let Some(confinement) = extra.and_then(|extra| extra.confinement.as_ref()) {
        // SAFETY: runs before an exec in place; what the filter is like is said where it is set.
        unsafe { child::confine(keep.ruleset, &confinement.filter, confinement.kept)? };
    }
    if let Some(mask) = order.mask {
        raw::set_mask(mask);
    }
    Ok(())
}

/// The flags of a descriptor, or None if it is not open.
fn flags(fd: RawFd) -> Option<i32> {
    // SAFETY: takes numbers only.
    let flags = unsafe { call!(raw::SYS_fcntl, fd, libc::F_GETFD) };
    raw::failed(flags).is_none().then_some(flags as i32)
}

/// Remembers everything that the descriptor plan is going to change, and marks
/// what is to be closed, which happens at the exec.
fn remember_descriptors(launch: &Launch<'_>, undo: &mut Vec<Undo>) -> Result<(), i32> {
    let moves = launch.options.moves.as_slice();
    let actions = launch.options.extra.as_deref().map_or(&[][..], |extra| &extra.files);
    let mut targets: Vec<RawFd> = moves.iter().map(|one| one.target).collect();
    targets.extend(actions.iter().map(FileAction::target));
    targets.sort_unstable();
    targets.dedup();
    // Copies of what is overwritten must not land on a number of the plan.
    let sources = moves.iter().map(|one| one.source);
    let end = sources.chain(targets.iter().copied()).max().unwrap_or(0);
    for &target in &targets {
        let stays = moves.iter().any(|one| one.target == target && one.source == target)
            && !actions.iter().any(|action| action.target() == target);
        undo.push(match flags(target) {
            Some(flags) if stays => Undo::Flags { fd: target, flags },
            Some(flags) => Undo::Descriptor { target, copy: copy_above(target, end)?, flags },
            None => Undo::Close(target),
        });
    }
    if launch.options.close_others {
        for fd in open_descriptors()? {
            if targets.binary_search(&fd).is_ok() {
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
    Ok(())
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
