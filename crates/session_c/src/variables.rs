//! Variables of a session, from C.

use crate::boundary::{Errno, allocate, guard, set_errno, status, store, strings, text};
use crate::session::{FlSession, handle};
use crate::words::counted;
use libc::{c_char, c_int};
use std::ptr;

/// A value for C; null with errno 0 where there is none.
pub(crate) unsafe fn value(
    length: *mut usize,
    value: Option<Vec<u8>>,
) -> Result<*mut c_char, Errno> {
    let Some(value) = value else {
        set_errno(0);
        return Ok(ptr::null_mut());
    };
    // SAFETY: null or a place for a length, as the header says.
    unsafe { store(length, value.len()) };
    allocate(&value)
}

/// The value of a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_get(
    session: *mut FlSession,
    name: *const c_char,
    length: *mut usize,
) -> *mut c_char {
    guard(ptr::null_mut(), || {
        // SAFETY: a handle, a string, and null or a place for the length.
        unsafe {
            let name = text(name)?;
            value(length, handle(session)?.with(|session| session.get(name))?)
        }
    })
}

/// Assigns to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_set(
    session: *mut FlSession,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    status(|| {
        // SAFETY: a handle and two strings.
        let (session, name, value) = unsafe { (handle(session)?, text(name)?, text(value)?) };
        session.with(|session| session.set(name, value))
    })
}

/// Unsets a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_unset(session: *mut FlSession, name: *const c_char) -> c_int {
    status(|| {
        // SAFETY: a handle and a string.
        let (session, name) = unsafe { (handle(session)?, text(name)?) };
        session.with(|session| session.unset(name))
    })
}

/// Exports a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_export(session: *mut FlSession, name: *const c_char) -> c_int {
    status(|| {
        // SAFETY: a handle and a string.
        let (session, name) = unsafe { (handle(session)?, text(name)?) };
        session.with(|session| session.export(name))
    })
}

/// The elements of an array: pointers up to a null, and the texts behind them, in one block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_array(
    session: *mut FlSession,
    name: *const c_char,
    count: *mut usize,
) -> *mut *mut c_char {
    guard(ptr::null_mut(), || {
        // SAFETY: a handle and a string.
        let (session, name) = unsafe { (handle(session)?, text(name)?) };
        let elements = session.with(|session| session.array(name))?;
        // SAFETY: null or a place for the count.
        unsafe { store(count, elements.len()) };
        strings(&elements)
    })
}

/// Makes a variable an indexed array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_set_array(
    session: *mut FlSession,
    name: *const c_char,
    elements: *const *const c_char,
    count: usize,
) -> c_int {
    status(|| {
        // SAFETY: a handle, a string, and as many strings as are counted.
        let (session, name, texts) =
            unsafe { (handle(session)?, text(name)?, counted(elements, count)?) };
        session.with(|session| session.set_array(name, &texts))
    })
}
