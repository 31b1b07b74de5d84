//! system, popen and pclose.

use core::ffi::{c_char, c_int};
use core::mem::transmute;

use crate::next::Next;

/// system(3).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn system(command: *const c_char) -> c_int {
    // SAFETY: as system(3).
    unsafe { forkless::system_line(command) }
}

/// popen(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen(command: *const c_char, kind: *const c_char) -> *mut libc::FILE {
    // SAFETY: as popen(3).
    unsafe { forkless::fl_popen(command, kind) }
}

static PCLOSE: Next = Next::new(c"pclose");

/// pclose(3), also of a stream that the C library itself has opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pclose(stream: *mut libc::FILE) -> c_int {
    if !forkless::is_stream(stream) {
        let next = PCLOSE.address();
        if !next.is_null() {
            // SAFETY: the C library's function of this name.
            let next = unsafe {
                transmute::<*mut core::ffi::c_void, unsafe extern "C" fn(*mut libc::FILE) -> c_int>(
                    next,
                )
            };
            // SAFETY: as pclose(3).
            return unsafe { next(stream) };
        }
    }
    // SAFETY: as pclose(3).
    unsafe { forkless::fl_pclose(stream) }
}
