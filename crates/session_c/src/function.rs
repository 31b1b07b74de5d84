//! Functions of the program that are builtins of a session.

use crate::boundary::{allocate, bytes, guard, status, store, text};
use crate::session::{FlSession, handle};
use crate::settings::Data;
use crate::variables::value;
use libc::{c_char, c_int, c_void};
use session::HostCall;
use std::ffi::CString;
use std::ptr;

/// `fl_call`: a call of a function. It lives as long as the call.
pub struct FlCall<'a, 'b>(&'a mut HostCall<'b>);

/// `fl_function`
pub type FlFunction =
    unsafe extern "C" fn(*mut FlCall<'_, '_>, c_int, *const *const c_char, *mut c_void) -> c_int;

/// Defines a builtin of a session and its clones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_define(
    session: *mut FlSession,
    name: *const c_char,
    function: Option<FlFunction>,
    data: *mut c_void,
) -> c_int {
    status(|| {
        // SAFETY: a handle and a string.
        let (session, name) = unsafe { (handle(session)?, text(name)?) };
        let function = function.ok_or(libc::EINVAL)?;
        let data = Data(data);
        session.with(|session| {
            session.define(name, move |call| {
                let data = data;
                let arguments: Vec<CString> =
                    call.arguments().filter_map(|text| CString::new(text).ok()).collect();
                let mut pointers: Vec<*const c_char> =
                    arguments.iter().map(|text| text.as_ptr()).collect();
                let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
                pointers.push(ptr::null());
                let mut call = FlCall(call);
                // SAFETY: the program's function, with what the header says that it gets; all of it
                // outlives the call.
                unsafe { function(&mut call, count, pointers.as_ptr(), data.0) }
            })
        })
    })
}

/// Writes to standard output (1) or error (2) of the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_call_write(
    call: *mut FlCall<'_, '_>,
    number: c_int,
    start: *const c_char,
    length: usize,
) -> c_int {
    status(|| {
        // SAFETY: a call that goes on, and as many bytes.
        let (call, text) = unsafe { (call.as_mut().ok_or(libc::EINVAL)?, bytes(start, length)?) };
        let number = u32::try_from(number).map_err(|_| libc::EBADF)?;
        call.0.write(number, text).map_err(|error| error.raw_os_error().unwrap_or(libc::EPIPE))
    })
}

/// All of the call's standard input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_call_read(
    call: *mut FlCall<'_, '_>,
    length: *mut usize,
) -> *mut c_char {
    guard(ptr::null_mut(), || {
        // SAFETY: a call that goes on.
        let call = unsafe { call.as_mut() }.ok_or(libc::EINVAL)?;
        let read = call.0.read_to_end();
        let text = read.map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
        // SAFETY: null or a place for the length.
        unsafe { store(length, text.len()) };
        allocate(&text)
    })
}

/// The value of a variable where the call is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_call_get(
    call: *mut FlCall<'_, '_>,
    name: *const c_char,
    length: *mut usize,
) -> *mut c_char {
    guard(ptr::null_mut(), || {
        // SAFETY: a call that goes on, a string, and null or a place for the length.
        unsafe {
            let call = call.as_mut().ok_or(libc::EINVAL)?;
            value(length, call.0.variable(text(name)?))
        }
    })
}

/// Assigns to a variable where the call is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_call_set(
    call: *mut FlCall<'_, '_>,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    status(|| {
        // SAFETY: a call that goes on, and two strings.
        let (call, name, value) =
            unsafe { (call.as_mut().ok_or(libc::EINVAL)?, text(name)?, text(value)?) };
        call.0.set_variable(name, value).map_err(|_| libc::EPERM)
    })
}
