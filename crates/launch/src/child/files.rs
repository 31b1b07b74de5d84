//! The child's descriptors: the plan, files that it opens, and closing the rest.

use core::mem::MaybeUninit;
use core::sync::atomic::Ordering;

use super::reopen::{FAR, reopen};
use super::{Keep, NOT_REOPENED, Order, UNSHARED, check};
use crate::error::Step;
use crate::options::{FileAction, Options};
use crate::plan::{self, Move};
use crate::raw::{self, call};
use crate::refusal::is_refusal;
use crate::report::Failure;

/// Files that are opened and copied after the plan.
fn actions(options: &Options) -> &[FileAction] {
    options.extra.as_deref().map_or(&[][..], |extra| &extra.files)
}

/// Makes the descriptor table the child's own. From the number that is returned on nothing is open but what
/// is put there.
///
/// # Safety
/// In the child, or before an exec in place.
pub(super) unsafe fn own_table(
    order: &Order,
    options: &Options,
    keep: &Keep,
) -> Result<u32, Failure> {
    // SAFETY: the parent made the slice for this child alone; this reference ends with this function.
    let moves = unsafe { core::slice::from_raw_parts_mut(order.moves, order.move_count) };
    let actions = actions(options);
    let mut open_end = u32::MAX;
    let mut reopen = order.reopen;
    if order.shared_files {
        // One call makes the table our own and leaves out all that is above what
        // the plan needs, without ever looking at it: the cost does not depend on
        // how much the parent has open.
        open_end = needed_end(order, options, moves, actions, keep);
        // SAFETY: with CLOSE_RANGE_UNSHARE the parent's table stays as it is.
        let unshared =
            unsafe { call!(raw::SYS_close_range, open_end, u32::MAX, libc::CLOSE_RANGE_UNSHARE) };
        if raw::failed(unshared).is_some_and(is_refusal) {
            // It worked when it was tried: a filter is newer than that.
            open_end = u32::MAX;
            reopen = false;
            // SAFETY: takes a number only.
            check(Step::Descriptor, unsafe { call!(libc::SYS_unshare, libc::CLONE_FILES) })?;
        } else {
            check(Step::Descriptor, unshared)?;
        }
        // SAFETY: null, or valid as long as the order.
        if let Some(unshared) = unsafe { order.unshared.as_ref() } {
            unshared.store(UNSHARED, Ordering::Release);
            // SAFETY: wakes who waits at this address.
            unsafe { call!(libc::SYS_futex, order.unshared, libc::FUTEX_WAKE, 1) };
        }
        if reopen {
            // SAFETY: the table is our own by now.
            unsafe { reopen_far(order, moves, actions)? };
        }
    }
    Ok(open_end)
}

/// Arranges the descriptor table, which is the child's own already if `open_end` is what
/// [`own_table`] has returned.
///
/// # Safety
/// In the child, or before an exec in place.
pub(crate) unsafe fn arrange(
    order: &Order,
    options: &Options,
    keep: &mut Keep,
    open_end: Option<u32>,
) -> Result<(), Failure> {
    let open_end = match open_end {
        Some(open_end) => open_end,
        // SAFETY: this function's caller guarantees it.
        None => unsafe { own_table(order, options, keep)? },
    };
    // SAFETY: the parent made the slice for this child alone, and `own_table` has returned.
    let moves = unsafe { core::slice::from_raw_parts_mut(order.moves, order.move_count) };
    let actions = actions(options);
    // SAFETY: the table is our own by now.
    unsafe {
        for kept in [&mut keep.report, &mut keep.program, &mut keep.ruleset] {
            make_way(kept, moves, actions)?;
        }
        plan::carry_out(moves).map_err(|errno| (Step::Descriptor, errno))?;
        for action in actions {
            carry_out(action)?;
        }
        if order.close_others {
            let named = Named { moves, actions, keep, kept: options.kept };
            match if order.close_range { named.close_gaps(open_end) } else { Err(NO_RANGES) } {
                Err((_, errno)) if is_refusal(errno) => named.close_listed()?,
                result => result?,
            }
        }
    }
    Ok(())
}

/// One more than the highest descriptor of the parent's that is needed.
fn needed_end(
    order: &Order,
    options: &Options,
    moves: &[Move],
    actions: &[FileAction],
    keep: &Keep,
) -> u32 {
    let copied = actions.iter().map(|action| match action {
        FileAction::Copy { source, .. } => *source,
        FileAction::Open { .. } => -1,
    });
    // Of a launch into namespaces the directory, too, is entered with the new table.
    let kept = [keep.report, keep.program, keep.ruleset, options.directory];
    let highest = copied.chain(kept).max().unwrap_or(-1).max(-1);
    let near = moves.iter().filter(|one| !(order.reopen && is_far(one)));
    let kept = u8::BITS - options.kept.leading_zeros();
    plan::sources_end(near).max(highest.saturating_add(1) as u32).max(kept)
}

/// Whether a pipe end has a number that would make copying expensive.
pub(crate) fn is_far(one: &Move) -> bool {
    one.pipe.is_some() && one.source >= FAR
}

/// Opens the pipe ends with high numbers anew.
///
/// # Safety
/// The table is the child's own.
unsafe fn reopen_far(
    order: &Order,
    moves: &mut [Move],
    actions: &[FileAction],
) -> Result<(), Failure> {
    let mut at = 0;
    while let Some(&one) = moves.get(at) {
        if let Some(end) = one.pipe
            && is_far(&one)
        {
            // SAFETY: the table is the child's own: this function's caller guarantees it.
            let fd = unsafe { reopen(&one, &end, order.parent) };
            let mut fd = fd.map_err(|_| (Step::Descriptor, NOT_REOPENED))?;
            // SAFETY: the table is the child's own: this function's caller guarantees it.
            unsafe { make_way(&mut fd, moves, actions)? };
            if let Some(one) = moves.get_mut(at) {
                one.source = fd;
            }
        }
        at += 1;
    }
    Ok(())
}

/// Moves a descriptor that the child needs itself if the plan wants its number.
///
/// # Safety
/// The table is the child's own.
unsafe fn make_way(kept: &mut i32, moves: &[Move], actions: &[FileAction]) -> Result<(), Failure> {
    let mut lowest = 0;
    let given = *kept;
    let wanted = |fd: i32| {
        moves.iter().any(|one| one.target == fd || one.source == fd)
            || actions.iter().any(|action| action.target() == fd)
    };
    while *kept >= 0 && wanted(*kept) {
        // SAFETY: makes a new descriptor in our table. The one that was given may be
        // a source, too; otherwise it is written over or closed at the exec.
        let copy = unsafe { call!(raw::SYS_fcntl, *kept, libc::F_DUPFD_CLOEXEC, lowest) };
        let copy = check(Step::Descriptor, copy)? as i32;
        if *kept != given {
            // What was free stays free: to copy from there has to stay an error.
            // SAFETY: made by this loop.
            unsafe { call!(raw::SYS_close, *kept) };
        }
        *kept = copy;
        lowest = copy.saturating_add(1);
    }
    Ok(())
}

/// Opens or copies one descriptor.
///
/// # Safety
/// The table is the child's own.
unsafe fn carry_out(action: &FileAction) -> Result<(), Failure> {
    match *action {
        FileAction::Open { target, ref path, flags, mode } => {
            // Room for the new one, should the table be full.
            // SAFETY: the plan gives `target` a new meaning.
            unsafe { call!(raw::SYS_close, target) };
            // SAFETY: the path is NUL-terminated.
            let opened = unsafe {
                call!(
                    libc::SYS_openat,
                    libc::AT_FDCWD,
                    path.as_ptr(),
                    flags & !libc::O_CLOEXEC,
                    mode
                )
            };
            let opened = check(Step::Open, opened)? as i32;
            if opened != target {
                // SAFETY: the plan gives `target` a new meaning; the number just opened has no
                // other owner.
                check(Step::Open, unsafe { call!(raw::SYS_dup3, opened, target, 0) })?;
                // SAFETY: the number just opened has no other owner.
                unsafe { call!(raw::SYS_close, opened) };
            }
        }
        FileAction::Copy { target, source } if target == source => {
            // SAFETY: changes a flag only.
            check(Step::Descriptor, unsafe { call!(raw::SYS_fcntl, source, libc::F_SETFD, 0) })?;
        }
        FileAction::Copy { target, source } => {
            // SAFETY: the plan gives `target` a new meaning.
            check(Step::Descriptor, unsafe { call!(raw::SYS_dup3, source, target, 0) })?;
        }
    }
    Ok(())
}

/// What closing by ranges says where close_range(2) is known to be missing.
const NO_RANGES: Failure = (Step::Descriptor, libc::ENOSYS);

/// What stays open.
struct Named<'a> {
    moves: &'a [Move],
    actions: &'a [FileAction],
    keep: &'a Keep,
    /// Standard streams, a bit for each.
    kept: u8,
}

/// Size of the buffer for a directory listing, on the child's stack.
const LISTING: usize = 2048;

impl Named<'_> {
    /// All numbers, in no order.
    fn all(&self) -> impl Iterator<Item = i32> {
        let planned = self.moves.iter().map(|one| one.target);
        let opened = self.actions.iter().map(FileAction::target);
        let kept = (0..3).filter(|fd| self.kept & 1 << fd != 0);
        planned.chain(opened).chain(kept).chain([
            self.keep.report,
            self.keep.program,
            self.keep.ruleset,
        ])
    }

    /// Closes what lies between the named descriptors and behind the last one;
    /// from `open_end` on there is nothing to close.
    ///
    /// # Safety
    /// The table is the child's own.
    unsafe fn close_gaps(&self, open_end: u32) -> Result<(), Failure> {
        let mut start = 0u32;
        while start < open_end {
            let next = self.all().filter_map(|fd| u32::try_from(fd).ok());
            let next = next.filter(|&fd| fd >= start).min();
            let last = match next {
                Some(next) if next == start => {
                    start += 1;
                    continue;
                }
                Some(next) => next - 1,
                None => u32::MAX,
            };
            // SAFETY: nothing in the range is named.
            check(Step::Descriptor, unsafe { call!(raw::SYS_close_range, start, last, 0) })?;
            match next {
                Some(next) => start = next + 1,
                None => break,
            }
        }
        Ok(())
    }

    /// Closes what is not named, without close_range(2): by the list of what is open, or without
    /// that up to the limit.
    ///
    /// # Safety
    /// The table is the child's own.
    unsafe fn close_listed(&self) -> Result<(), Failure> {
        // SAFETY: the path is NUL-terminated.
        let list = unsafe {
            call!(
                libc::SYS_openat,
                libc::AT_FDCWD,
                c"/proc/self/fd".as_ptr(),
                libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC
            )
        };
        if raw::failed(list).is_some() {
            // SAFETY: the table is the child's own: this function's caller guarantees it.
            return unsafe { self.close_up_to_limit() };
        }
        let list = list as i32;
        loop {
            let mut buffer = MaybeUninit::<[u64; LISTING / 8]>::uninit();
            // SAFETY: writes as many bytes as the buffer has.
            let size = unsafe { call!(libc::SYS_getdents64, list, buffer.as_mut_ptr(), LISTING) };
            let size = check(Step::Descriptor, size)? as usize;
            if size == 0 {
                break;
            }
            // SAFETY: the kernel has filled that much of the buffer.
            let entries = unsafe {
                core::slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), size.min(LISTING))
            };
            // SAFETY: the table is the child's own: this function's caller guarantees it.
            unsafe { self.close_entries(entries, list) };
        }
        // SAFETY: the list is ours.
        unsafe { call!(raw::SYS_close, list) };
        Ok(())
    }

    /// Closes the descriptors in a buffer of `struct linux_dirent64`: an inode
    /// and an offset of 8 bytes each, the record's length in 2, a type in 1, the
    /// name with its NUL.
    ///
    /// # Safety
    /// The table is the child's own.
    unsafe fn close_entries(&self, mut entries: &[u8], list: i32) {
        while let Some(&[low, high]) = entries.get(16..18) {
            let length = usize::from(u16::from_ne_bytes([low, high]));
            let Some((entry, rest)) = entries.split_at_checked(length.max(19)) else { return };
            entries = rest;
            let mut fd = -1i32;
            for &byte in entry.iter().skip(19).take_while(|&&byte| byte != 0) {
                if !byte.is_ascii_digit() {
                    fd = -1;
                    break;
                }
                fd = fd.max(0).wrapping_mul(10).wrapping_add(i32::from(byte - b'0'));
            }
            if fd >= 0 && fd != list && !self.all().any(|named| named == fd) {
                // SAFETY: not named, so to be closed. Positions in this directory
                // are numbers of descriptors, so closing does not disturb the list.
                unsafe { call!(raw::SYS_close, fd) };
            }
        }
    }

    /// Without /proc: every number below the limit.
    ///
    /// # Safety
    /// The table is the child's own.
    unsafe fn close_up_to_limit(&self) -> Result<(), Failure> {
        let mut limit = [0u64; 2];
        // SAFETY: writes two words.
        let result = unsafe { call!(libc::SYS_prlimit64, 0, libc::RLIMIT_NOFILE, 0, &mut limit) };
        check(Step::Descriptor, result)?;
        let end = i32::try_from(limit[0]).unwrap_or(i32::MAX);
        for fd in 0..end {
            if !self.all().any(|named| named == fd) {
                // SAFETY: the number is not named, so it is to be closed, and the table is the
                // child's own.
                unsafe { call!(raw::SYS_close, fd) };
            }
        }
        Ok(())
    }
}
