//! Words from C: a command of words that are taken as they are, and the fields of words that are expanded.

use crate::boundary::{Errno, bytes, errno_of, guard, status, store, strings, text};
use crate::outcome::FlOutcome;
use crate::session::{FlSession, handle};
use libc::{c_char, c_int};
use session::Error;
use std::ptr;

/// Runs one command of these words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_call(
    session: *mut FlSession,
    words: *const *const c_char,
    count: usize,
    outcome: *mut FlOutcome,
) -> c_int {
    status(|| {
        // SAFETY: a handle, and as many strings as are counted.
        let (session, words) = unsafe { (handle(session)?, counted(words, count)?) };
        let result = session.with(|session| session.call(&words))?;
        // SAFETY: null or a place for an outcome.
        unsafe { FlOutcome::store(outcome, &result) }
    })
}

/// The fields that words expand to: pointers up to a null, and the texts behind them, in one block; null with errno.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_fields(
    session: *mut FlSession,
    words: *const c_char,
    length: usize,
    count: *mut usize,
    outcome: *mut FlOutcome,
) -> *mut *mut c_char {
    guard(ptr::null_mut(), || {
        // SAFETY: a handle, and a text of that length.
        let (session, words) = unsafe { (handle(session)?, bytes(words, length)?) };
        match session.with(|session| Ok(session.fields(words)))? {
            Ok(fields) => {
                // SAFETY: null or a place for the count.
                unsafe { store(count, fields.len()) };
                strings(&fields)
            }
            Err(error) => {
                if let Error::Expansion(result) = &error {
                    // SAFETY: null or a place for an outcome.
                    unsafe { FlOutcome::store(outcome, result) }?;
                }
                Err(errno_of(&error))
            }
        }
    })
}

/// Strings of a vector without a null pointer at its end: EINVAL where it, or one of them, is null.
///
/// # Safety
/// `vector` is null or has `count` pointers, each of them null or a string that lives as long as `'a`.
pub(crate) unsafe fn counted<'a>(
    vector: *const *const c_char,
    count: usize,
) -> Result<Vec<&'a [u8]>, Errno> {
    if vector.is_null() && count > 0 {
        return Err(libc::EINVAL);
    }
    // SAFETY: not null, so `count` pointers, as the caller guarantees.
    (0..count).map(|index| unsafe { text(*vector.add(index)) }).collect()
}
