//! A function of the caller's in a child that shares memory: vfork(2) with a stack
//! of its own.

use core::ffi::{c_int, c_void};
use std::io;

use crate::raw::{self, CloneArguments, call};
use crate::refusal::is_refusal;
use crate::stack::Stack;

/// What the child gets.
struct Task {
    function: unsafe extern "C" fn(*mut c_void) -> c_int,
    argument: *mut c_void,
    mask: u64,
    reset_handlers: bool,
}

/// Runs `function(argument)` in a child that shares this process's memory, while
/// the calling thread sleeps until the child has executed a program or ended. What
/// the function returns is the child's exit status. Handlers of this process are
/// default in the child. Returns the process id.
///
/// This is for programs that bring such a function along;
/// [`Launch`](crate::Launch) does not need one.
///
/// # Errors
/// EAGAIN, ENOMEM.
///
/// # Safety
/// The function sees and changes the caller's memory, in which the other threads
/// go on. It should do nothing but system calls, and it must not return through
/// frames of the caller's (longjmp, unwinding).
pub unsafe fn share_until_exec(
    function: unsafe extern "C" fn(*mut c_void) -> c_int,
    argument: *mut c_void,
) -> io::Result<i32> {
    let stack = Stack::large().map_err(io::Error::from_raw_os_error)?;
    let mask = raw::set_mask(!0);
    let mut task = Task { function, argument, mask, reset_handlers: false };
    let flags = (libc::CLONE_VM | libc::CLONE_VFORK) as u64;
    let mut arguments = CloneArguments {
        flags: flags | raw::CLONE_CLEAR_SIGHAND,
        exit_signal: libc::SIGCHLD as u64,
        stack: stack.lowest() as u64,
        stack_size: stack.size() as u64,
        ..Default::default()
    };
    let place: *mut Task = &mut task;
    // SAFETY: the stack is the child's alone while this thread sleeps; the task is
    // what `child` takes.
    let mut result = unsafe { raw::clone3(&mut arguments, child, place.cast()) };
    if raw::failed(result).is_some_and(is_refusal) {
        task.reset_handlers = true;
        let place: *mut Task = &mut task;
        let end = stack.lowest().wrapping_add(stack.size());
        // SAFETY: the clone3 has failed, so the stack is still unused and this child's alone while
        // the thread sleeps; the task is what `child` takes.
        result = unsafe {
            raw::clone(
                flags | libc::SIGCHLD as u64,
                end.cast(),
                core::ptr::null_mut(),
                core::ptr::null_mut(),
                child,
                place.cast(),
            )
        };
    }
    raw::set_mask(mask);
    match raw::failed(result) {
        None => Ok(result as i32),
        Some(errno) => Err(io::Error::from_raw_os_error(errno)),
    }
}

/// # Safety
/// Runs in the child with a [`Task`].
unsafe extern "C" fn child(task: *mut c_void) -> ! {
    // SAFETY: what the parent passed.
    let task = unsafe { &*task.cast::<Task>() };
    if task.reset_handlers {
        // SAFETY: this is the child.
        unsafe { crate::child::reset_handlers() };
    }
    raw::set_mask(task.mask);
    // SAFETY: the caller vouches for it.
    let status = unsafe { (task.function)(task.argument) };
    loop {
        // SAFETY: ends this process.
        unsafe { call!(raw::SYS_exit_group, status) };
    }
}
