//! Argument and environment blocks: `argv` and `envp` of execve(2).
//!
//! `execve` wants an array of pointers to NUL-terminated strings, ended by a null
//! pointer. A `Vec<CString>` with a second vector of pointers costs an allocation
//! for each string; a [`CStringArray`] is two allocations in all, kept when it is
//! cleared, so that a shell which launches in a loop allocates nothing.

use core::ffi::{CStr, c_char};
use std::fmt;

/// A string with a NUL byte in it, which no program can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NulError {
    /// Offset of the first NUL byte in the string.
    pub position: usize,
}

impl fmt::Display for NulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NUL byte at offset {}", self.position)
    }
}

impl std::error::Error for NulError {}

/// Strings in one contiguous buffer, with the null-terminated array of pointers
/// to them that execve(2) takes.
pub struct CStringArray {
    bytes: Vec<u8>,
    /// One pointer into `bytes` for each string, and a null pointer.
    pointers: Vec<*const c_char>,
}

// SAFETY: the pointers are to the heap buffer that the value owns; nothing is
// shared with another value and nothing depends on the thread.
unsafe impl Send for CStringArray {}
// SAFETY: `&CStringArray` allows reading only.
unsafe impl Sync for CStringArray {}

impl CStringArray {
    /// An empty array.
    pub fn new() -> Self {
        CStringArray { bytes: Vec::new(), pointers: vec![core::ptr::null()] }
    }

    /// An array of these strings.
    ///
    /// # Errors
    /// A string with a NUL byte.
    pub fn from_strings<I>(strings: I) -> Result<Self, NulError>
    where
        I: IntoIterator,
        I::Item: AsRef<[u8]>,
    {
        let mut array = Self::new();
        for string in strings {
            array.push(string.as_ref())?;
        }
        Ok(array)
    }

    /// A copy of an array of execve(2)'s form.
    ///
    /// # Safety
    /// `array` holds pointers to NUL-terminated strings, and ends with a null
    /// pointer.
    pub unsafe fn from_raw(array: *const *const c_char) -> Self {
        // SAFETY: reads up to the null pointer.
        let given = unsafe {
            let mut count = 0;
            while !(*array.add(count)).is_null() {
                count += 1;
            }
            core::slice::from_raw_parts(array, count)
        };
        // Room for variables of usual length. Where that is not enough the buffer
        // moves, so that the pointers are set when it is filled.
        let mut bytes: Vec<u8> = Vec::with_capacity(given.len() * 80);
        let mut pointers: Vec<*const c_char> = Vec::with_capacity(given.len() + 1);
        for &string in given {
            pointers.push(core::ptr::without_provenance(bytes.len()));
            // SAFETY: reads up to the NUL.
            bytes.extend_from_slice(unsafe { CStr::from_ptr(string) }.to_bytes_with_nul());
        }
        let base: *const c_char = bytes.as_ptr().cast();
        for pointer in &mut pointers {
            *pointer = base.wrapping_add(pointer.addr());
        }
        pointers.push(core::ptr::null());
        CStringArray { bytes, pointers }
    }

    /// Appends a string. Nothing is changed on an error.
    ///
    /// # Errors
    /// The string has a NUL byte.
    pub fn push(&mut self, string: &[u8]) -> Result<(), NulError> {
        self.push_parts(&[string])
    }

    /// Appends the concatenation of `parts` as one string: `NAME`, `=`, value.
    /// Nothing is changed on an error.
    ///
    /// # Errors
    /// A part has a NUL byte; the position is that in the whole string.
    pub fn push_parts(&mut self, parts: &[&[u8]]) -> Result<(), NulError> {
        let mut length = 0usize;
        for part in parts {
            if let Some(at) = find_nul(part) {
                return Err(NulError { position: length + at });
            }
            length += part.len();
        }
        let start = self.bytes.len();
        let before = self.bytes.as_ptr();
        self.bytes.reserve(length + 1);
        if self.bytes.as_ptr() != before {
            self.point_again(before);
        }
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
        self.bytes.push(0);
        let end = self.pointers.len() - 1;
        self.pointers[end] = self.bytes[start..].as_ptr().cast();
        self.pointers.push(core::ptr::null());
        Ok(())
    }

    /// Points every entry to its string after the buffer has moved from `before`.
    fn point_again(&mut self, before: *const u8) {
        let base = self.bytes.as_ptr();
        for pointer in self.pointers.iter_mut().filter(|pointer| !pointer.is_null()) {
            *pointer = base.wrapping_add(pointer.addr() - before.addr()).cast();
        }
    }

    /// Removes all strings and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.pointers.clear();
        self.pointers.push(core::ptr::null());
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.pointers.len() - 1
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &CStr> {
        self.bytes
            .split_inclusive(|&byte| byte == 0)
            .map(|string| CStr::from_bytes_with_nul(string).unwrap_or_default())
    }

    /// The array for execve(2): valid until the value is changed or dropped.
    pub fn as_ptr(&self) -> *const *const c_char {
        self.pointers.as_ptr()
    }
}

/// The offset of the first NUL byte.
fn find_nul(bytes: &[u8]) -> Option<usize> {
    // SAFETY: looks at as many bytes as there are.
    let found = unsafe { libc::memchr(bytes.as_ptr().cast(), 0, bytes.len()) };
    (!found.is_null()).then(|| found.addr() - bytes.as_ptr().addr())
}

impl Default for CStringArray {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for CStringArray {
    fn clone(&self) -> Self {
        let mut copy = CStringArray { bytes: self.bytes.clone(), pointers: self.pointers.clone() };
        copy.point_again(self.bytes.as_ptr());
        copy
    }
}

impl fmt::Debug for CStringArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(array: &CStringArray) -> Vec<Vec<u8>> {
        // SAFETY: the array ends with a null pointer, and what is before it are
        // NUL-terminated strings; that is what is tested.
        unsafe {
            let mut at = array.as_ptr();
            let mut all = Vec::new();
            while !(*at).is_null() {
                all.push(CStr::from_ptr(*at).to_bytes().to_vec());
                at = at.add(1);
            }
            all
        }
    }

    #[test]
    fn pointers_stay_right_while_the_buffer_grows() {
        let mut array = CStringArray::new();
        assert!(strings(&array).is_empty());
        let mut expected = Vec::new();
        for number in 0..1000 {
            let text = vec![b'x'; number % 37];
            array.push(&text).unwrap();
            expected.push(text);
        }
        assert_eq!(strings(&array), expected);
        assert_eq!(strings(&array.clone()), expected);
        assert_eq!(array.len(), 1000);
    }

    #[test]
    fn a_copy_of_pointers() {
        let original = CStringArray::from_strings(["", "one", "", "two"]).unwrap();
        // SAFETY: just made.
        let copy = unsafe { CStringArray::from_raw(original.as_ptr()) };
        drop(original);
        assert_eq!(strings(&copy), [&b""[..], b"one", b"", b"two"]);
        // SAFETY: an array that has just been made.
        assert!(unsafe { CStringArray::from_raw(CStringArray::new().as_ptr()) }.is_empty());
    }

    #[test]
    fn parts_are_one_string() {
        let mut array = CStringArray::new();
        array.push_parts(&[b"NAME", b"=", b"value"]).unwrap();
        array.push_parts(&[]).unwrap();
        assert_eq!(strings(&array), [b"NAME=value".to_vec(), Vec::new()]);
    }

    #[test]
    fn a_nul_byte_is_refused_and_nothing_changes() {
        let mut array = CStringArray::from_strings(["a"]).unwrap();
        assert_eq!(array.push_parts(&[b"ab", b"c\0d"]), Err(NulError { position: 3 }));
        assert_eq!(strings(&array), [b"a".to_vec()]);
    }

    #[test]
    fn clear_keeps_the_memory() {
        let mut array = CStringArray::from_strings(["one", "two"]).unwrap();
        let before = (array.bytes.capacity(), array.pointers.capacity(), array.as_ptr());
        array.clear();
        assert!(array.is_empty());
        array.push(b"1").unwrap();
        assert_eq!((array.bytes.capacity(), array.pointers.capacity(), array.as_ptr()), before);
        assert_eq!(strings(&array), [b"1".to_vec()]);
    }
}
