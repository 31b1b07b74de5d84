//! The boundary to C: errno, texts, memory that C frees, and panics that end here.

use libc::{c_char, c_int};
use session::Error;
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// An errno as a result's error.
pub(crate) type Errno = c_int;

pub(crate) fn set_errno(errno: Errno) {
    // SAFETY: the calling thread's own errno.
    unsafe { *libc::__errno_location() = errno };
}

/// The errno of an error of the library's.
pub(crate) fn errno_of(error: &Error) -> Errno {
    match error {
        Error::System(error) => error.raw_os_error().unwrap_or(libc::EIO),
        Error::Busy => libc::EBUSY,
        Error::Expansion(_) => libc::ECANCELED,
        Error::Refused(_) => libc::EPERM,
        Error::OtherSession => libc::EXDEV,
        Error::Policy(error) => error.errno(),
        Error::Confinement(error) => error.errno,
        Error::MemoryNotCounted => libc::EOPNOTSUPP,
        Error::Syntax(_) | Error::InvalidName(_) | Error::Nul => libc::EINVAL,
    }
}

unsafe extern "C" {
    /// pthread_setcancelstate(3).
    fn pthread_setcancelstate(state: c_int, old: *mut c_int) -> c_int;
}

/// The calling thread is not cancelled as long as this lives: that would unwind the shell, which must not be
/// left half-way.
struct Uncancelled(c_int);

impl Uncancelled {
    fn new() -> Self {
        /// PTHREAD_CANCEL_DISABLE, of glibc as of musl.
        const DISABLED: c_int = 1;
        let mut old = 0;
        // SAFETY: writes one int.
        unsafe { pthread_setcancelstate(DISABLED, &mut old) };
        Self(old)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        // SAFETY: the state that was in force; writes one int.
        unsafe { pthread_setcancelstate(self.0, &mut 0) };
    }
}

/// What `body` returns; where it fails or panics, `failed` with errno set.
pub(crate) fn guard<R>(failed: R, body: impl FnOnce() -> Result<R, Errno>) -> R {
    let _uncancelled = Uncancelled::new();
    let result = catch_unwind(AssertUnwindSafe(body));
    match result {
        Ok(Ok(value)) => value,
        Ok(Err(errno)) => {
            set_errno(errno);
            failed
        }
        Err(_) => {
            set_errno(libc::EIO);
            failed
        }
    }
}

/// 0, or -1 with errno.
pub(crate) fn status(body: impl FnOnce() -> Result<(), Errno>) -> c_int {
    guard(-1, || body().map(|()| 0))
}

/// The bytes of a C string: EINVAL for null.
///
/// # Safety
/// `text` is null or a string that lives as long as `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Result<&'a [u8], Errno> {
    if text.is_null() {
        return Err(libc::EINVAL);
    }
    // SAFETY: not null, so a string that lives as long as `'a`, as the caller guarantees.
    Ok(unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// The bytes of a script: EINVAL for null.
///
/// # Safety
/// `start` is null or points to `length` bytes that live as long as `'a`.
pub(crate) unsafe fn bytes<'a>(start: *const c_char, length: usize) -> Result<&'a [u8], Errno> {
    match (start.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(libc::EINVAL),
        // SAFETY: not null, so `length` bytes that live as long as `'a`, as the caller guarantees.
        (false, length) => Ok(unsafe { std::slice::from_raw_parts(start.cast(), length) }),
    }
}

/// The strings of a vector that ends with a null pointer; null: none.
///
/// # Safety
/// `vector` is null or such a vector, whose strings live as long as `'a`.
pub(crate) unsafe fn texts<'a>(vector: *const *const c_char) -> Vec<&'a [u8]> {
    let mut texts = Vec::new();
    if vector.is_null() {
        return texts;
    }
    // SAFETY: the loop ends at the null pointer that the caller promises, and each is a string.
    unsafe {
        let mut place = vector;
        while !(*place).is_null() {
            texts.push(CStr::from_ptr(*place).to_bytes());
            place = place.add(1);
        }
    }
    texts
}

/// A copy with a NUL after it that C frees with free(3).
pub(crate) fn allocate(bytes: &[u8]) -> Result<*mut c_char, Errno> {
    // SAFETY: a block of that size, or null.
    let block = unsafe { libc::malloc(bytes.len() + 1) }.cast::<u8>();
    if block.is_null() {
        return Err(libc::ENOMEM);
    }
    // SAFETY: the block has room for the bytes and one more, and is nobody else's.
    unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), block, bytes.len());
        *block.add(bytes.len()) = 0;
    }
    Ok(block.cast())
}

/// Pointers to copies of the texts up to a null pointer, and the copies behind them, in one block that C frees with
/// free(3).
pub(crate) fn strings(elements: &[Vec<u8>]) -> Result<*mut *mut c_char, Errno> {
    let pointers = (elements.len() + 1) * size_of::<*mut c_char>();
    let texts: usize = elements.iter().map(|element| element.len() + 1).sum();
    // SAFETY: a block of that size, or null.
    let block = unsafe { libc::malloc(pointers + texts) };
    if block.is_null() {
        return Err(libc::ENOMEM);
    }
    // SAFETY: the block has room for one pointer more than there are elements and, behind them, for
    // each element with a NUL; malloc aligns it for pointers.
    unsafe {
        let mut place = block.cast::<*mut c_char>();
        let mut text = block.cast::<u8>().add(pointers);
        for element in elements {
            place.write(text.cast());
            place = place.add(1);
            ptr::copy_nonoverlapping(element.as_ptr(), text, element.len());
            text = text.add(element.len());
            text.write(0);
            text = text.add(1);
        }
        place.write(ptr::null_mut());
    }
    Ok(block.cast())
}

/// Writes through a pointer that may be null.
///
/// # Safety
/// `place` is null or may be written to.
pub(crate) unsafe fn store<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not null, so it may be written to, as the caller guarantees.
        unsafe { place.write(value) };
    }
}
