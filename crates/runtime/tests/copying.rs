//! memmove(3), memcpy(3) and memcmp(3) as they are linked here, against loops over bytes.

use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn memmove(to: *mut c_void, from: *const c_void, count: usize) -> *mut c_void;
    fn memcmp(a: *const c_void, b: *const c_void, count: usize) -> c_int;
}

// What is tested has to be in the program.
use runtime as _;

fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|index| (index * 31 % 251) as u8).collect()
}

#[test]
fn moves_of_every_length_and_distance() {
    let lengths = (0..300).chain([1000, 4095, 4096, 4097, 5000, 70_000]);
    for length in lengths {
        for (from, to) in
            [(0, 0), (0, 1), (1, 0), (0, 7), (9, 0), (64, 3), (3, 64), (0, 200), (200, 0)]
        {
            let mut place = bytes(length + 300);
            let mut expected = place.clone();
            expected.copy_within(from..from + length, to);
            let taken = bytes(length + 300)[from..from + length].to_vec();
            expected[to..to + length].copy_from_slice(&taken);
            // SAFETY: both ranges lie within `place`.
            unsafe {
                let start = place.as_mut_ptr();
                memmove(start.add(to).cast(), start.add(from).cast(), length);
            }
            assert!(place == expected, "{length} bytes from {from} to {to}");
        }
    }
}

#[test]
fn comparisons_see_the_first_difference() {
    for length in 0..200 {
        let a = bytes(length);
        // SAFETY: both have `length` bytes.
        let compare = |b: &[u8]| unsafe { memcmp(a.as_ptr().cast(), b.as_ptr().cast(), length) };
        assert_eq!(compare(&a.clone()), 0);
        for place in 0..length {
            let mut b = a.clone();
            b[place] = b[place].wrapping_add(1);
            if let Some(later) = b.get_mut(place + 1) {
                *later = later.wrapping_sub(100);
            }
            let expected = a[place].cmp(&b[place]);
            assert_eq!(compare(&b).cmp(&0), expected, "{length} bytes, at {place}");
        }
    }
}
