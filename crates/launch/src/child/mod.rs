//! What the child does between the clone and its program.
//!
//! The rule of this folder: system calls by `raw` only, no allocation, no lock, no
//! libc (not even memcpy, which tools replace), no panic, no thread-local. The child runs in its parent's memory; what
//! it writes there, it writes into the [`Order`] it received or on its own
//! stack.

mod confine;
mod enter;
mod files;
mod identity;
mod mounts;
mod namespaces;
mod program;
mod reopen;

use core::ffi::{c_char, c_void};
use core::sync::atomic::{AtomicI32, AtomicU32};

use crate::error::Step;
use crate::namespaces::Map;
use crate::options::Options;
use crate::plan::Move;
use crate::raw::{self, KernelAction, call};
use crate::report::{Failure, Word};

pub(crate) use confine::confine;
pub(crate) use files::{arrange, is_far};
pub(crate) use identity::{directory, groups, identity, surroundings};
pub(crate) use program::execute;

/// Highest signal number of Linux.
const SIGNALS: i32 = 64;

/// Everything the child needs, prepared by the parent.
pub(crate) struct Order {
    pub program: *const c_char,
    /// The program's name as bytes, where it is to be searched for.
    pub name: Option<*const [u8]>,
    pub argv: *const *const c_char,
    pub envp: *const *const c_char,
    pub options: *const Options,
    /// The descriptor plan, which the child uses up.
    pub moves: *mut Move,
    pub move_count: usize,
    /// The table is still the parent's: it has to be unshared first.
    pub shared_files: bool,
    /// Set to [`UNSHARED`], with a wake-up, once it is not, unless this is null.
    pub unshared: *const AtomicU32,
    /// What the plan does not name is closed.
    pub close_others: bool,
    /// close_range(2) works here.
    pub close_range: bool,
    /// Pipe ends with high numbers are opened anew.
    pub reopen: bool,
    /// The kernel has not reset what the parent catches.
    pub reset_handlers: bool,
    /// The kernel has not put the child into its control group.
    pub enter_cgroup: bool,
    /// Mask for the program, set last; `None` where it is in force already.
    pub mask: Option<u64>,
    /// Who writes the maps of users and groups, and what the child writes of them.
    pub map: Map,
    /// The end of a stack for a second child, which the first one creates in the process namespace that it has
    /// entered.
    pub second_stack: *mut u8,
    /// The number of the second child, as the parent has it; 0 until it exists.
    pub second: AtomicI32,
    /// The parent's process id.
    pub parent: i32,
    /// Where to say what failed.
    pub report: Word,
    /// The descriptor to report to where memory is not shared, or -1.
    pub report_fd: i32,
}

/// What the child leaves at `Order::unshared`.
pub(crate) const UNSHARED: u32 = 2;

/// Not an errno of the kernel's: pipe ends could not be opened anew, so the launch
/// has to be done without that.
pub(crate) const NOT_REOPENED: i32 = 5000;

/// Descriptors that the child itself needs until its exec. The plan may want
/// their numbers, then they move.
pub(crate) struct Keep {
    pub report: i32,
    pub program: i32,
    pub ruleset: i32,
}

/// The child's main function: `order` is an [`Order`].
///
/// # Safety
/// Runs in a process of its own with `order` valid until it executes or ends.
pub(crate) unsafe extern "C" fn main(order: *mut c_void) -> ! {
    // SAFETY: the parent passes an Order, of which it reads only the report.
    let order = unsafe { &*order.cast::<Order>() };
    order.report.begin();
    // SAFETY: the parent's options live as long as the order and are not changed.
    let options = unsafe { &*order.options };
    let extra = options.extra.as_deref();
    if let Some(extra) = extra
        && extra.enters()
    {
        // SAFETY: this is the child.
        unsafe { enter::enter(order, extra) }
    }
    // SAFETY: this is the child, or the second one.
    unsafe { go_on(order) }
}

/// What comes after the namespaces that are there already.
///
/// # Safety
/// What [`main`] demands.
unsafe fn go_on(order: &Order) -> ! {
    // SAFETY: the parent's options live as long as the order and are not changed.
    let options = unsafe { &*order.options };
    let extra = options.extra.as_deref();
    let mut keep = Keep {
        report: order.report_fd,
        program: extra.and_then(|extra| extra.program_fd).unwrap_or(-1),
        ruleset: extra.and_then(|extra| extra.confinement.as_ref()).map_or(-1, |one| one.ruleset),
    };
    // SAFETY: this is the child.
    let failure = match unsafe { prepare(order, options, &mut keep) } {
        Err(failure) => failure,
        // SAFETY: strings and arrays end as they should by the types that the
        // parent took them from.
        Ok(()) => (Step::Exec, unsafe { execute(order, extra, &keep) }),
    };
    fail(order, failure, keep.report)
}

/// Says what has failed, and ends the child.
fn fail(order: &Order, failure: Failure, report: i32) -> ! {
    order.report.fail(failure, report);
    end(127)
}

/// Ends the child.
fn end(status: i32) -> ! {
    loop {
        // SAFETY: ends this process.
        unsafe { call!(raw::SYS_exit_group, status) };
    }
}

/// Attaches the step to a kernel result.
#[inline(always)]
pub(crate) fn check(step: Step, result: isize) -> Result<isize, Failure> {
    match raw::failed(result) {
        None => Ok(result),
        Some(errno) => Err((step, errno)),
    }
}

/// Everything before the exec. The order matters: what names a descriptor of the
/// parent's comes before the table changes; what needs rights comes before they
/// are given up; the confinement, which takes rights away, comes last; signals stay
/// blocked until nothing is left to do.
///
/// # Safety
/// In the child only.
unsafe fn prepare(order: &Order, options: &Options, keep: &mut Keep) -> Result<(), Failure> {
    // SAFETY: the process changes only what is its own: it has
    // its own dispositions, groups, directories (no CLONE_SIGHAND, CLONE_FS), and
    // its own table from the first step of `files` on.
    unsafe {
        if order.reset_handlers {
            reset_handlers();
        }
        if let Some(extra) = options.extra.as_deref() {
            surroundings(extra, order.enter_cgroup)?;
        }
        groups(options.group, options.terminal)?;
        let mut open_end = None;
        if let Some(isolation) = options.extra.as_deref().and_then(|extra| extra.isolation.as_ref())
        {
            open_end = Some(files::own_table(order, options, keep)?);
            namespaces::isolate(order, isolation)?;
        }
        directory(options)?;
        if let Some(mode) = options.umask {
            call!(raw::SYS_umask, mode);
        }
        arrange(order, options, keep, open_end)?;
        if let Some(extra) = options.extra.as_deref() {
            identity(extra, order.parent)?;
        }
        dispositions(options)?;
        if let Some(confinement) =
            options.extra.as_deref().and_then(|extra| extra.confinement.as_ref())
        {
            confine(keep.ruleset, &confinement.filter, confinement.kept)?;
        }
    }
    if let Some(mask) = order.mask {
        raw::set_mask(mask);
    }
    Ok(())
}

/// The dispositions that are asked for.
///
/// # Safety
/// In the child, or before an exec in place.
pub(crate) unsafe fn dispositions(options: &Options) -> Result<(), Failure> {
    let (ignore, default) = (options.ignore.bits(), options.default.bits());
    let mut left = ignore | default;
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left &= !bit;
        let handler = if ignore & bit != 0 { libc::SIG_IGN } else { libc::SIG_DFL };
        let action = KernelAction { handler, ..Default::default() };
        let signal = bit.trailing_zeros() + 1;
        // SAFETY: reads one KernelAction.
        let result = unsafe { call!(raw::SYS_rt_sigaction, signal, &action, 0, 8) };
        // KILL and STOP are default whatever is asked for.
        if ignore & bit != 0 || raw::failed(result) != Some(libc::EINVAL) {
            check(Step::Signals, result)?;
        }
    }
    Ok(())
}

/// Sets every signal that is caught to its default, as CLONE_CLEAR_SIGHAND does.
///
/// # Safety
/// In the child only, which has dispositions of its own.
pub(crate) unsafe fn reset_handlers() {
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
