//! system, popen and pclose; fclose, which closes streams of popen as well.

use core::ffi::{c_char, c_int, c_void};
use core::mem::transmute;

use crate::next::Next;

/// system(3).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn system(command: *const c_char) -> c_int {
    // SAFETY: the caller guarantees what system(3) asks.
    unsafe { forkless::system_line(command, false) }
}

/// popen(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen(command: *const c_char, kind: *const c_char) -> *mut libc::FILE {
    // SAFETY: the caller guarantees what popen(3) asks.
    unsafe { forkless::open_line(command, kind, false) }
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
        // SAFETY: the caller guarantees what pclose(3) asks.
        return unsafe { forkless::fl_pclose(stream) };
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, Close>(address) };
    // SAFETY: the caller guarantees what pclose(3) and fclose(3) ask.
    unsafe { next(stream) }
}

/// pclose(3), also of a stream that the C library itself has opened.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn pclose(stream: *mut libc::FILE) -> c_int {
    // SAFETY: the caller guarantees what pclose(3) asks.
    unsafe { close(&PCLOSE, stream) }
}

/// fclose(3). Of a stream of popen the C library's returns what pclose(3) returns.
/// [`forkless::fl_pclose`] calls this too, with a stream that is no longer ours.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fclose(stream: *mut libc::FILE) -> c_int {
    // SAFETY: the caller guarantees what fclose(3) asks.
    unsafe { close(&FCLOSE, stream) }
}
