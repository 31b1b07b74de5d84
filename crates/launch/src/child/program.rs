//! The exec: of a path, of a descriptor, or of a name that is looked up.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::{Keep, Order};
use crate::options::Extra;
use crate::raw::{self, call};

/// Longest path that the kernel takes, with its NUL.
const PATH_MAX: usize = libc::PATH_MAX as usize;

/// Executes the program. Returns the errno if it cannot be.
///
/// # Safety
/// The order's strings are NUL-terminated and its arrays null-terminated.
pub(crate) unsafe fn execute(order: &Order, extra: Option<&Extra>, keep: &Keep) -> i32 {
    if keep.program >= 0 {
        // SAFETY: the order's strings are NUL-terminated and its arrays null-terminated: this
        // function's caller guarantees it.
        return errno(unsafe {
            call!(
                libc::SYS_execveat,
                keep.program,
                c"".as_ptr(),
                order.argv,
                order.envp,
                libc::AT_EMPTY_PATH
            )
        });
    }
    if let Some(name) = order.name
        && let Some(search) = extra.and_then(|extra| extra.search.as_ref())
    {
        // SAFETY: the bytes of the program's name, which outlives this.
        let name = unsafe { &*name };
        // SAFETY: the order's strings are NUL-terminated and its arrays null-terminated: this
        // function's caller guarantees it.
        return unsafe { search_for(order, name, search.to_bytes()) };
    }
    // SAFETY: the order's strings are NUL-terminated and its arrays null-terminated: this
    // function's caller guarantees it.
    unsafe { execute_path(order, order.program) }
}

/// # Safety
/// The order's strings are NUL-terminated and its arrays null-terminated; so is the path.
unsafe fn execute_path(order: &Order, path: *const c_char) -> i32 {
    // SAFETY: the path is NUL-terminated and the order's arrays null-terminated: this function's
    // caller guarantees it.
    errno(unsafe { call!(raw::SYS_execve, path, order.argv, order.envp) })
}

fn errno(result: isize) -> i32 {
    raw::failed(result).unwrap_or(libc::ENOEXEC)
}

/// Tries the directories in turn as execvp(3) does. An empty one is the working
/// directory. What is not there, or is on a file system that does not answer, is
/// passed over; a permission that is missing is remembered.
///
/// # Safety
/// The order's strings are NUL-terminated and its arrays null-terminated.
unsafe fn search_for(order: &Order, name: &[u8], path: &[u8]) -> i32 {
    if name.is_empty() {
        return libc::ENOENT;
    }
    let mut buffer = MaybeUninit::<[u8; PATH_MAX]>::uninit();
    let buffer = buffer.as_mut_ptr().cast::<u8>();
    let mut refused = libc::ENOENT;
    for entry in path.split(|&byte| byte == b':') {
        let slash = !entry.is_empty() && entry.last() != Some(&b'/');
        let length = entry.len() + usize::from(slash) + name.len() + 1;
        if length > PATH_MAX {
            refused = if refused == libc::ENOENT { libc::ENAMETOOLONG } else { refused };
            continue;
        }
        let mut at = buffer;
        for part in [entry, if slash { b"/" } else { b"" }, name, b"\0"] {
            for &byte in part {
                // Volatile, so that this does not become a call of memcpy, which
                // tools put a function of their own in the place of.
                // SAFETY: all parts together fit.
                unsafe {
                    at.write_volatile(byte);
                    at = at.add(1);
                }
            }
        }
        // SAFETY: the buffer is NUL-terminated; the rest as this function.
        match unsafe { execute_path(order, buffer.cast()) } {
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            libc::EACCES => refused = libc::EACCES,
            errno => return errno,
        }
    }
    refused
}
