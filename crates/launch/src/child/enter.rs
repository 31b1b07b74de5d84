//! Namespaces that are there already, which the child enters before anything else (setns(2)).
//!
//! A process namespace is one for the children of who enters it. So the child creates the program's process in it, as
//! its parent's child (CLONE_PARENT), on the lower half of its stack, and ends when that has executed the program.

use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::Ordering;

use super::{Order, check, end, fail, go_on};
use crate::error::Step;
use crate::options::Extra;
use crate::raw::{self, call};

/// Enters all; returns in the process that goes on to the program where that is this one.
///
/// # Safety
/// In the child, whose order has room for a second stack if it enters a process namespace.
pub(super) unsafe fn enter(order: &Order, extra: &Extra) {
    if let Some(file) = extra.cgroup_processes {
        // SAFETY: "0" is the process that writes.
        let written = unsafe { call!(libc::SYS_write, file, c"0".as_ptr(), 1) };
        if let Err(failure) = check(Step::Cgroup, written) {
            fail(order, failure, order.report_fd);
        }
    }
    for &(fd, kind) in &extra.entered {
        // SAFETY: takes numbers only.
        let entered = unsafe { call!(libc::SYS_setns, fd, kind) };
        if let Err(failure) = check(Step::Namespaces, entered) {
            fail(order, failure, order.report_fd);
        }
    }
    if !extra.enters_processes() {
        return;
    }
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PARENT | libc::CLONE_FILES;
    let flags = (flags | libc::SIGCHLD) as u64;
    let order_pointer = ptr::from_ref(order).cast_mut().cast::<c_void>();
    // SAFETY: the lower half of the stack is unused: what runs here is not deep. This process sleeps until the
    // other one has let go of the memory. Nothing is written through the order that is not atomic.
    let created = unsafe {
        let stack = order.second_stack.cast();
        raw::clone(flags, stack, ptr::null_mut(), ptr::null_mut(), second, order_pointer)
    };
    match check(Step::Clone, created) {
        Ok(pid) => {
            order.second.store(pid as i32, Ordering::Release);
            end(0)
        }
        Err(failure) => fail(order, failure, order.report_fd),
    }
}

/// The second child's main function.
///
/// # Safety
/// `order` is an [`Order`].
unsafe extern "C" fn second(order: *mut c_void) -> ! {
    // SAFETY: the first child passes the order that it has from its parent.
    unsafe { go_on(&*order.cast::<Order>()) }
}
