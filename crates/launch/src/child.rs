//! What the child does between the clone and its program.
//!
//! The rule of this file: system calls by `raw` only, no allocation, no lock, no
//! libc, no panic, no thread-local. The child runs in its parent's memory; what
//! it writes there, it writes into the [`Order`] it was given or on its own
//! stack.

use core::cell::UnsafeCell;
use core::ffi::{c_char, c_void};
use core::sync::atomic::{AtomicU64, Ordering};

use crate::error::Step;
use crate::plan::{self, Move};
use crate::raw::{self, KernelAction, call};

/// Highest signal number of Linux.
const SIGNALS: i32 = 64;

/// Everything the child needs, prepared by the parent.
pub(crate) struct Order {
    pub program: *const c_char,
    pub argv: *const *const c_char,
    pub envp: *const *const c_char,
    /// Working directory, or -1.
    pub directory: i32,
    /// Process group to join, 0 for a new one, -1 for the parent's.
    pub group: i32,
    /// Terminal whose foreground group the child's becomes, or -1.
    pub terminal: i32,
    /// File creation mask, or a value above 0o777 for the parent's.
    pub umask: u32,
    pub moves: *mut Move,
    pub move_count: usize,
    pub close_others: bool,
    /// The table is still the parent's: it has to be unshared first.
    pub shared_files: bool,
    /// The kernel has not reset what the parent catches.
    pub reset_handlers: bool,
    /// Signals to be ignored, to be default: bit number - 1.
    pub ignore: u64,
    pub default: u64,
    /// Mask for the program, set last.
    pub mask: Option<u64>,
    pub report: Report,
}

/// Where the child says what failed: shared memory, read by the parent after the
/// child has let go of it.
pub(crate) struct Report(UnsafeCell<AtomicU64>);

impl Report {
    pub(crate) fn new() -> Self {
        Report(UnsafeCell::new(AtomicU64::new(0)))
    }

    fn set(&self, step: Step, errno: i32) {
        // SAFETY: the cell is an atomic; the reference is not kept.
        let value = unsafe { &*self.0.get() };
        value.store((step as u64) << 32 | u64::from(errno as u32), Ordering::Release);
    }

    /// The step and errno, if something failed.
    pub(crate) fn get(&self) -> Option<(Step, i32)> {
        // SAFETY: the cell is an atomic; the reference is not kept.
        let value = unsafe { &*self.0.get() }.load(Ordering::Acquire);
        Some((Step::from_number((value >> 32) as u8)?, value as i32))
    }
}

/// The child's main function: `order` is an [`Order`].
///
/// # Safety
/// Runs in a process of its own with `order` valid until it executes or ends.
pub(crate) unsafe extern "C" fn main(order: *mut c_void) -> ! {
    // SAFETY: the parent passes an Order, which it does not touch meanwhile.
    let order = unsafe { &*order.cast::<Order>() };
    // SAFETY: this is the child.
    let (step, errno) = match unsafe { prepare(order) } {
        Err(failure) => failure,
        Ok(()) => {
            // SAFETY: NUL-terminated string and null-terminated arrays, by the
            // types that the parent took them from.
            let result = unsafe { call!(raw::SYS_execve, order.program, order.argv, order.envp) };
            (Step::Exec, raw::failed(result).unwrap_or(libc::ENOEXEC))
        }
    };
    order.report.set(step, errno);
    loop {
        // SAFETY: ends this process.
        unsafe { call!(raw::SYS_exit_group, 127) };
    }
}

/// Attaches the step to a kernel result.
#[inline(always)]
fn check(step: Step, result: isize) -> Result<isize, (Step, i32)> {
    match raw::failed(result) {
        None => Ok(result),
        Some(errno) => Err((step, errno)),
    }
}

/// Everything before the exec. The order matters: what names a descriptor of the
/// parent's comes before the table changes, and signals stay blocked until
/// nothing is left to do.
unsafe fn prepare(order: &Order) -> Result<(), (Step, i32)> {
    if order.reset_handlers {
        // SAFETY: the child's own dispositions (no CLONE_SIGHAND).
        unsafe { reset_handlers() };
    }
    // SAFETY: the child's own group and terminal.
    unsafe { groups(order.group, order.terminal)? };
    if order.directory >= 0 {
        // SAFETY: the working directory is the child's own (no CLONE_FS).
        check(Step::Directory, unsafe { call!(raw::SYS_fchdir, order.directory) })?;
    }
    if order.umask <= 0o777 {
        // SAFETY: as above; umask cannot fail.
        unsafe { call!(raw::SYS_umask, order.umask) };
    }
    // SAFETY: the child's own table from the first step on.
    unsafe { files(order)? };
    for signal in 1..=SIGNALS {
        let bit = 1u64 << (signal - 1);
        let handler = if order.ignore & bit != 0 {
            libc::SIG_IGN
        } else if order.default & bit != 0 {
            libc::SIG_DFL
        } else {
            continue;
        };
        let action = KernelAction { handler, ..Default::default() };
        // SAFETY: reads one KernelAction.
        let result = unsafe { call!(raw::SYS_rt_sigaction, signal, &action, 0, 8) };
        check(Step::Signals, result)?;
    }
    if let Some(mask) = order.mask {
        raw::set_mask(mask);
    }
    Ok(())
}

/// Joins process group `group` (0: a new one, -1: stays) and makes it the
/// foreground group of `terminal` unless that is -1.
///
/// # Safety
/// Signals are blocked: SIGTTOU would stop a process in the background here.
pub(crate) unsafe fn groups(group: i32, terminal: i32) -> Result<(), (Step, i32)> {
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

/// The descriptor plan.
///
/// # Safety
/// In the child only.
unsafe fn files(order: &Order) -> Result<(), (Step, i32)> {
    // SAFETY: the parent made the slice for this child alone.
    let moves = unsafe { core::slice::from_raw_parts_mut(order.moves, order.move_count) };
    // Nothing is open from here on.
    let mut open_end = u32::MAX;
    if order.shared_files {
        // One call makes the table our own and leaves out all that is above what
        // the plan names, without ever looking at it: the cost does not depend on
        // how much the parent has open.
        open_end = plan::sources_end(moves);
        // SAFETY: with CLOSE_RANGE_UNSHARE the parent's table stays as it is.
        check(Step::Descriptor, unsafe {
            call!(raw::SYS_close_range, open_end, u32::MAX, libc::CLOSE_RANGE_UNSHARE)
        })?;
    }
    // SAFETY: the table is our own by now.
    unsafe { plan::carry_out(moves) }.map_err(|errno| (Step::Descriptor, errno))?;
    if !order.close_others {
        return Ok(());
    }
    // Close between the targets and behind the last one.
    let mut start = 0u32;
    while start < open_end {
        let next = moves.iter().map(|one| one.target as u32).filter(|&one| one >= start).min();
        let end = next.unwrap_or(u32::MAX);
        if end > start {
            let last = if next.is_some() { end - 1 } else { end };
            // SAFETY: closes what the plan does not name, in our own table.
            check(Step::Descriptor, unsafe { call!(raw::SYS_close_range, start, last, 0) })?;
        }
        if next.is_none() {
            break;
        }
        start = end + 1;
    }
    Ok(())
}

/// Sets every signal that is caught to its default, as CLONE_CLEAR_SIGHAND does.
///
/// # Safety
/// In the child only, which has dispositions of its own.
unsafe fn reset_handlers() {
    for signal in 1..=SIGNALS {
        let mut old = KernelAction::default();
        // SAFETY: writes one KernelAction.
        let result = unsafe { call!(raw::SYS_rt_sigaction, signal, 0, &mut old, 8) };
        if result == 0 && old.handler != libc::SIG_DFL && old.handler != libc::SIG_IGN {
            let action = KernelAction::default();
            // SAFETY: reads one KernelAction, which is SIG_DFL.
            unsafe { call!(raw::SYS_rt_sigaction, signal, &action, 0, 8) };
        }
    }
}
