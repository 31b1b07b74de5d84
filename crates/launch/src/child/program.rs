//! The exec: of a path, of a descriptor, or of a name that is looked up.

use core::ffi::{CStr, c_char};

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
        // SAFETY: as this function.
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
    if let Some(search) = extra.and_then(|extra| extra.search.as_ref()) {
        // SAFETY: the program is a NUL-terminated string that outlives this.
        let name = unsafe { CStr::from_ptr(order.program) }.to_bytes();
        if !name.contains(&b'/') {
            // SAFETY: as this function.
            return unsafe { search_for(order, name, search.to_bytes()) };
        }
    }
    // SAFETY: as this function.
    unsafe { execute_path(order, order.program) }
}

/// # Safety
/// As [`execute`]; the path is NUL-terminated.
unsafe fn execute_path(order: &Order, path: *const c_char) -> i32 {
    // SAFETY: as this function.
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
/// As [`execute`].
unsafe fn search_for(order: &Order, name: &[u8], path: &[u8]) -> i32 {
    if name.is_empty() {
        return libc::ENOENT;
    }
    let mut buffer = [0u8; PATH_MAX];
    let mut refused = libc::ENOENT;
    for entry in path.split(|&byte| byte == b':') {
        let slash = !entry.is_empty() && entry.last() != Some(&b'/');
        let parts = [entry, if slash { b"/" } else { b"" }, name, b"\0"];
        let mut length = 0;
        for part in parts {
            if let Some(place) = buffer.get_mut(length..length + part.len()) {
                place.copy_from_slice(part);
            }
            length += part.len();
        }
        if length > PATH_MAX {
            refused = if refused == libc::ENOENT { libc::ENAMETOOLONG } else { refused };
            continue;
        }
        // SAFETY: the buffer is NUL-terminated; the rest as this function.
        match unsafe { execute_path(order, buffer.as_ptr().cast()) } {
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            libc::EACCES => refused = libc::EACCES,
            errno => return errno,
        }
    }
    refused
}
