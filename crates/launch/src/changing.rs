//! A copy of an environment that another thread may be changing.
//!
//! setenv(3) moves the array of environ(7) when it grows, and frees the old one; whoever
//! walks the old one finds what came after. Nothing in the C library keeps a reader out. So
//! nothing here is read directly: process_vm_readv(2) of this process itself reads what is
//! there and says EFAULT where nothing is. Then it is seen whether the array is still the
//! same; if not, it is read anew. So a copy may lack what is being set just now, and
//! nothing worse happens but in one moment, which nobody can tell from outside: the C library
//! has freed the old array and not yet said where the new one is. If the thread is interrupted
//! just then and the memory used for something else, other variables are missing, too.
//!
//! See environ(7), process_vm_readv(2).

use core::ffi::c_char;
use core::mem::MaybeUninit;
use std::thread;

use crate::process::process_id;
use crate::raw;
use crate::refusal::is_refusal;
use crate::strings::CStringArray;

/// How often an array that moves meanwhile is read anew: some 200 milliseconds, since a busy
/// machine may run the thread that moves it and hardly this one.
const ATTEMPTS: usize = 50_000;
/// More than execve(2) takes of one string, and of all together: E2BIG.
const LONGEST: usize = 128 * 1024;
const MOST: usize = 8 * 1024 * 1024;
/// Memory is there or not by pages of at least this size.
const PAGE: usize = 4096;
/// Pointers that are read at a time, and bytes of each string to begin with.
const BATCH: usize = 64;
const SHORT: usize = 96;

/// An array of strings as it was at one moment.
pub struct Snapshot {
    /// The strings, ended by a null pointer: what execve(2) takes. They are those of the
    /// array itself, which whoever changes it may change or free.
    pub pointers: Vec<*const c_char>,
    /// A copy of them, where they were not known.
    pub copy: Option<CStringArray>,
}

impl Snapshot {
    /// The array that `place` leads to, such as `environ`, while other threads may change
    /// both. A null pointer is an empty array.
    ///
    /// Reading pointers takes a microsecond, their strings another half of one each. So
    /// `is_known` is asked first whether these pointers are strings that stay where they
    /// are; then they are not copied.
    ///
    /// Where process_vm_readv(2) is refused, the array is read as it is.
    ///
    /// # Errors
    /// The errno: E2BIG for more than execve(2) takes, EAGAIN if it moves all the
    /// time.
    ///
    /// # Safety
    /// `place` is valid for reading. When nobody changes it, it is null or an array of
    /// pointers to NUL-terminated strings that ends with a null pointer.
    pub unsafe fn take(
        place: *const *const *const c_char,
        is_known: impl Fn(&[*const c_char]) -> bool,
    ) -> Result<Self, i32> {
        // SAFETY: the caller guarantees that `place` is valid for reading. Volatile, as somebody
        // else may write it.
        let now = || unsafe { place.read_volatile() };
        let pid = process_id();
        let mut too_big = 0;
        for _ in 0..ATTEMPTS {
            // Before the array is looked for, so that it is not memory which that has had.
            let mut both = [Vec::with_capacity(2 * BATCH), Vec::with_capacity(2 * BATCH)];
            let array = now();
            match Self::of(pid, array, &mut both, &is_known, || now() == array) {
                Ok(snapshot) => return Ok(snapshot),
                Err(libc::EFAULT) => thread::yield_now(),
                // What has no end may be an array that is being moved.
                Err(libc::E2BIG) if too_big < 3 => too_big += 1,
                // SAFETY: the caller guarantees that the array ends with a null pointer while
                // nobody changes it; where the kernel refuses to read it, no better way is left.
                Err(errno) if is_refusal(errno) => return Ok(unsafe { Self::read(array) }),
                Err(errno) => return Err(errno),
            }
        }
        Err(libc::EAGAIN)
    }

    /// The array as it is now, read into `first`, and once more into `again`. `is_same` says
    /// whether it is still the array.
    ///
    /// # Errors
    /// The errno: EFAULT if it is not, or if a part of it is not there.
    fn of(
        pid: i32,
        array: *const *const c_char,
        [first, again]: &mut [Vec<*const c_char>; 2],
        is_known: impl Fn(&[*const c_char]) -> bool,
        is_same: impl Fn() -> bool,
    ) -> Result<Self, i32> {
        let read = read_pointers(pid, array.addr(), first);
        if !is_same() {
            return Err(libc::EFAULT);
        }
        read?;
        let mut pointers = core::mem::take(first);
        let mut strings = None;
        if !is_known(&pointers) {
            let copied = copy(pid, &pointers);
            // It may have been elsewhere meanwhile and back again, other than it was read.
            let read = read_pointers(pid, array.addr(), again);
            if read.is_err() || *again != pointers || !is_same() {
                return Err(libc::EFAULT);
            }
            strings = Some(copied?);
        }
        pointers.push(core::ptr::null());
        Ok(Snapshot { pointers, copy: strings })
    }

    /// The array, read directly.
    ///
    /// # Safety
    /// It is null, or pointers that end with a null pointer, and nobody changes it.
    unsafe fn read(array: *const *const c_char) -> Self {
        let mut pointers = Vec::new();
        // SAFETY: the caller guarantees pointers that end with a null pointer, which nobody
        // changes.
        unsafe {
            while !array.is_null() && !(*array.add(pointers.len())).is_null() {
                pointers.push(*array.add(pointers.len()));
            }
        }
        pointers.push(core::ptr::null());
        Snapshot { pointers, copy: None }
    }
}

/// Reads pointers up to a null pointer. There are none at address 0.
fn read_pointers(pid: i32, mut at: usize, pointers: &mut Vec<*const c_char>) -> Result<(), i32> {
    if at == 0 {
        return Ok(());
    }
    let mut batch = [0usize; BATCH];
    while pointers.len() < MOST / size_of::<usize>() {
        let count = read_batch(pid, at, &mut batch)?;
        let new = batch.get(..count).unwrap_or_default().split(|&pointer| pointer == 0);
        let new = new.into_iter().next().unwrap_or_default();
        pointers.extend(new.iter().map(|&at| core::ptr::with_exposed_provenance::<c_char>(at)));
        if new.len() < count {
            return Ok(());
        }
        at = at.wrapping_add(count * size_of::<usize>());
    }
    Err(libc::E2BIG)
}

/// A copy of the strings at these places.
fn copy(pid: i32, pointers: &[*const c_char]) -> Result<CStringArray, i32> {
    let mut strings = CStringArray::new();
    let mut total = 0;
    for batch in pointers.chunks(BATCH) {
        total += add(pid, batch, &mut strings)?;
        if total > MOST {
            return Err(libc::E2BIG);
        }
    }
    Ok(strings)
}

/// How much of `length` bytes from `address` on is in the same page.
fn within_page(address: usize, length: usize) -> usize {
    length.min(PAGE - address % PAGE)
}

/// A part of memory: `struct iovec`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Part {
    address: usize,
    length: usize,
}

/// Reads this process's memory as if it were another's: the number of bytes.
///
/// # Safety
/// The places are valid for writing, and as long in all as the parts.
unsafe fn read_parts(pid: i32, places: &[Part], parts: &[Part]) -> Result<usize, i32> {
    // SAFETY: the caller guarantees that the places are valid for writing. The kernel reports
    // addresses that cannot be read; it does not fault.
    let count = unsafe {
        raw::call6(
            libc::SYS_process_vm_readv,
            pid as usize,
            places.as_ptr().expose_provenance(),
            places.len(),
            parts.as_ptr().expose_provenance(),
            parts.len(),
            0,
        )
    };
    raw::failed(count).map_or(Ok(count as usize), Err)
}

/// Reads pointers up to the end of a page: how many, at least one.
fn read_batch(pid: i32, address: usize, pointers: &mut [usize; BATCH]) -> Result<usize, i32> {
    let length = match within_page(address, size_of_val(pointers)) & !(size_of::<usize>() - 1) {
        // An array that is not aligned.
        0 => size_of::<usize>(),
        length => length,
    };
    let place = Part { address: pointers.as_mut_ptr().expose_provenance(), length };
    // SAFETY: no longer than the buffer.
    let read = unsafe { read_parts(pid, &[place], &[Part { address, length }])? };
    if read == length { Ok(length / size_of::<usize>()) } else { Err(libc::EFAULT) }
}

/// Adds the strings at these places, not more than [`BATCH`]: their length together.
fn add(pid: i32, pointers: &[*const c_char], strings: &mut CStringArray) -> Result<usize, i32> {
    let mut buffer = MaybeUninit::<[[u8; SHORT]; BATCH]>::uninit();
    let base = buffer.as_mut_ptr().expose_provenance();
    let mut places = [Part { address: 0, length: 0 }; BATCH];
    let mut parts = places;
    let mut wanted = 0;
    for (number, pointer) in pointers.iter().enumerate() {
        let address = pointer.addr();
        let length = within_page(address, SHORT);
        let (Some(place), Some(part)) = (places.get_mut(number), parts.get_mut(number)) else {
            return Err(libc::E2BIG);
        };
        *place = Part { address: base + number * SHORT, length };
        *part = Part { address, length };
        wanted += length;
    }
    let count = pointers.len();
    let (places, parts) = (places.get(..count), parts.get(..count));
    let (places, parts) = (places.unwrap_or_default(), parts.unwrap_or_default());
    // SAFETY: each place is in a row of the buffer of its own, and as long as its part.
    if count > 0 && unsafe { read_parts(pid, places, parts)? } != wanted {
        return Err(libc::EFAULT);
    }
    let mut total = 0;
    for (number, part) in parts.iter().enumerate() {
        // SAFETY: the kernel has written that much of this row.
        let start = unsafe {
            core::slice::from_raw_parts(
                buffer.as_ptr().cast::<u8>().wrapping_add(number * SHORT),
                part.length,
            )
        };
        let rest;
        let string = match start.iter().position(|&byte| byte == 0) {
            Some(end) => start.get(..end).unwrap_or_default(),
            None => {
                rest = long(pid, part.address, start)?;
                &rest
            }
        };
        strings.push(string).map_err(|_| libc::EFAULT)?;
        total += string.len() + 1;
    }
    Ok(total)
}

/// A string of which only the beginning is known.
#[cold]
fn long(pid: i32, address: usize, start: &[u8]) -> Result<Vec<u8>, i32> {
    let mut string = start.to_vec();
    loop {
        let at = string.len();
        if at > LONGEST {
            return Err(libc::E2BIG);
        }
        let address = address.wrapping_add(at);
        let length = within_page(address, PAGE);
        string.resize(at + length, 0);
        let place = string.get_mut(at..).unwrap_or_default();
        let place = Part { address: place.as_mut_ptr().expose_provenance(), length };
        // SAFETY: the place is what the string has just grown by.
        if unsafe { read_parts(pid, &[place], &[Part { address, length }])? } != length {
            return Err(libc::EFAULT);
        }
        if let Some(end) = string.iter().skip(at).position(|&byte| byte == 0) {
            string.truncate(at + end);
            return Ok(string);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(array: &CStringArray, known: bool) -> Result<Snapshot, i32> {
        let pointer = array.as_ptr();
        // SAFETY: an array of that form, which stays as it is.
        unsafe { Snapshot::take(&pointer, |_| known) }
    }

    #[test]
    fn copies_are_equal() {
        for count in [0, 1, BATCH - 1, BATCH, BATCH + 1, 1000] {
            let length = |number: usize| [0, 5, SHORT - 1, SHORT, SHORT + 1, 5000][number % 6];
            let strings = (0..count).map(|number| "x".repeat(length(number)));
            let array = CStringArray::from_strings(strings).unwrap();
            let copy = taken(&array, false).unwrap().copy.unwrap();
            assert!(copy.iter().eq(array.iter()), "{count}");
            let known = taken(&array, true).unwrap();
            assert!(known.copy.is_none());
            // SAFETY: pointers to strings, and a null pointer.
            let same = unsafe { CStringArray::from_raw(known.pointers.as_ptr()) };
            assert!(same.iter().eq(array.iter()), "{count}");
            // SAFETY: the array ends in a null pointer, and nothing changes it meanwhile.
            let read = unsafe { Snapshot::read(array.as_ptr()) };
            assert_eq!(read.pointers, known.pointers);
        }
        let nothing = core::ptr::null();
        // SAFETY: a null pointer is allowed.
        let nothing = unsafe { Snapshot::take(&nothing, |_| false) }.unwrap();
        assert!(nothing.copy.unwrap().is_empty() && nothing.pointers.len() == 1);
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let array = CStringArray::from_strings(["x".repeat(2 * LONGEST)]).unwrap();
        assert_eq!(taken(&array, false).err(), Some(libc::E2BIG));
        let array = CStringArray::from_strings((0..MOST / 1000 + 99).map(|_| "y".repeat(1000)));
        assert_eq!(taken(&array.unwrap(), false).err(), Some(libc::E2BIG));
    }

    /// Arrays and strings that are not there do no harm.
    #[test]
    fn what_is_not_there_is_not_read() {
        let pid = process_id();
        for address in [1, 4096, usize::MAX - 8] {
            let array = core::ptr::without_provenance(address);
            let of =
                |array| Snapshot::of(pid, array, &mut Default::default(), |_| false, || true).err();
            assert_eq!(of(array), Some(libc::EFAULT));
            let strings = [c"A=1".as_ptr(), core::ptr::without_provenance(address)];
            assert_eq!(of(strings.as_ptr()), Some(libc::EFAULT));
        }
    }
}
