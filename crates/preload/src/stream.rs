//! system, popen and pclose; fclose, which closes streams of popen as well.

use core::ffi::{c_char, c_int, c_void};
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

/// What closes a stream. A thread may be cancelled there, which unwinds.
type Close = unsafe extern "C-unwind" fn(*mut libc::FILE) -> c_int;

static PCLOSE: Next = Next::new(c"pclose");
static FCLOSE: Next = Next::new(c"fclose");

/// Closes a stream: one of ours as pclose(3), any other as the C library does, if that
/// has such a function.
unsafe fn close(next: &Next, stream: *mut libc::FILE) -> c_int {
    let address = if forkless::is_stream(stream) { core::ptr::null_mut() } else { next.address() };
    if address.is_null() {
        // SAFETY: as pclose(3).
        return unsafe { forkless::fl_pclose(stream) };
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, Close>(address) };
    // SAFETY: as pclose(3) and fclose(3).
    unsafe { next(stream) }
}

/// pclose(3), also of a stream that the C library itself has opened.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn pclose(stream: *mut libc::FILE) -> c_int {
    // SAFETY: as pclose(3).
    unsafe { close(&PCLOSE, stream) }
}

/// fclose(3). The C library's does with a stream of popen what pclose does, and returns
/// the same; [`forkless::fl_pclose`] comes here too, with one that is no longer ours.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fclose(stream: *mut libc::FILE) -> c_int {
    // SAFETY: as fclose(3).
    unsafe { close(&FCLOSE, stream) }
}
