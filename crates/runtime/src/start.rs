//! The strings that execve(2) gave the process.

use std::ffi::{CStr, c_char};

/// Argument and environment strings of the process; they live as long as it does.
pub struct Strings {
    /// The arguments, the program's name first.
    pub arguments: Vec<&'static [u8]>,
    /// The environment strings.
    pub environment: Vec<&'static [u8]>,
}

impl Strings {
    /// The strings of the process, from the arguments of its C entry point.
    ///
    /// # Safety
    /// `vector` is the argument vector of `main`: `count` pointers to strings that are never
    /// freed or changed.
    pub unsafe fn from_main(count: usize, vector: *const *const c_char) -> Self {
        // SAFETY: the caller guarantees `count` pointers to strings that stay as they are.
        let arguments = (0..count).map(|index| unsafe { bytes(*vector.add(index)) }).collect();
        Self { arguments, environment: environment() }
    }
}

/// The bytes of a C string without its NUL.
///
/// # Safety
/// `text` is a NUL-terminated string that is never freed or changed.
unsafe fn bytes(text: *const c_char) -> &'static [u8] {
    // SAFETY: the caller guarantees a NUL-terminated string that is never freed or changed.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// The environment strings of the process.
pub fn environment() -> Vec<&'static [u8]> {
    // SAFETY: `environ` is a NULL-terminated vector of strings set up before `main`; nothing
    // in this program changes it.
    unsafe {
        let mut count = 0;
        while !environ.is_null() && !(*environ.add(count)).is_null() {
            count += 1;
        }
        (0..count).map(|index| bytes(*environ.add(index))).collect()
    }
}
