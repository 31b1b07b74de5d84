//! Looking for bytes, as crate memchr does, without asking the processor what it can do.
//!
//! memchr looks for wider vectors when it is first called, if anybody in the program asks for its
//! feature `std`, and the line editor does: a dozen times cpuid, each of which is a trap under a
//! hypervisor, a tenth of what starting the shell costs. SSE2 is there always and keeps up with
//! memory. Elsewhere than on x86_64 nothing is asked, so that memchr's own functions serve.
//!
//! The functions have memchr's names and arguments. Texts ([`memmem`]) are looked for by memchr
//! itself where there is much to search, which is worth the question; before that without it.
#![forbid(unsafe_code)]

pub mod memmem;

#[cfg(target_arch = "x86_64")]
mod narrow {
    use memchr::arch::x86_64::sse2::memchr::{One, Three, Two};

    /// The first place of a byte.
    #[inline]
    pub fn memchr(needle: u8, haystack: &[u8]) -> Option<usize> {
        match One::new(needle) {
            Some(one) => one.find(haystack),
            None => memchr::memchr(needle, haystack),
        }
    }

    /// The last place of a byte.
    #[inline]
    pub fn memrchr(needle: u8, haystack: &[u8]) -> Option<usize> {
        match One::new(needle) {
            Some(one) => one.rfind(haystack),
            None => memchr::memrchr(needle, haystack),
        }
    }

    /// The first place of one of two bytes.
    #[inline]
    pub fn memchr2(first: u8, second: u8, haystack: &[u8]) -> Option<usize> {
        match Two::new(first, second) {
            Some(two) => two.find(haystack),
            None => memchr::memchr2(first, second, haystack),
        }
    }

    /// The first place of one of three bytes.
    #[inline]
    pub fn memchr3(first: u8, second: u8, third: u8, haystack: &[u8]) -> Option<usize> {
        match Three::new(first, second, third) {
            Some(three) => three.find(haystack),
            None => memchr::memchr3(first, second, third, haystack),
        }
    }

    /// How often a byte is there.
    #[inline]
    pub(super) fn count(needle: u8, haystack: &[u8]) -> usize {
        match One::new(needle) {
            Some(one) => one.count(haystack),
            None => memchr::memchr_iter(needle, haystack).count(),
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod narrow {
    pub use memchr::{memchr, memchr2, memchr3, memrchr};

    /// How often a byte is there.
    pub(super) fn count(needle: u8, haystack: &[u8]) -> usize {
        memchr::memchr_iter(needle, haystack).count()
    }
}

pub use narrow::{memchr, memchr2, memchr3, memrchr};

/// The places of a byte, from both ends.
#[derive(Clone, Debug)]
pub struct Memchr<'h> {
    needle: u8,
    /// What has not been looked at, and where it begins.
    rest: &'h [u8],
    at: usize,
}

/// The places of a byte, in order.
#[inline]
pub fn memchr_iter(needle: u8, haystack: &[u8]) -> Memchr<'_> {
    Memchr { needle, rest: haystack, at: 0 }
}

/// The places of a byte, the last one first.
#[inline]
pub fn memrchr_iter(needle: u8, haystack: &[u8]) -> std::iter::Rev<Memchr<'_>> {
    memchr_iter(needle, haystack).rev()
}

impl Iterator for Memchr<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let found = memchr(self.needle, self.rest)?;
        let place = self.at + found;
        self.rest = &self.rest[found + 1..];
        self.at = place + 1;
        Some(place)
    }

    #[inline]
    fn count(self) -> usize {
        narrow::count(self.needle, self.rest)
    }
}

impl DoubleEndedIterator for Memchr<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        let found = memrchr(self.needle, self.rest)?;
        self.rest = &self.rest[..found];
        Some(self.at + found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of all lengths around those of vectors, with the byte at each place.
    #[test]
    fn as_memchr() {
        for length in 0..80 {
            for at in 0..=length {
                let mut text = vec![b'x'; length];
                if at < length {
                    text[at] = b'a';
                    text[length - 1 - at / 2] = b'a';
                }
                let places: Vec<usize> = memchr::memchr_iter(b'a', &text).collect();
                assert_eq!(memchr_iter(b'a', &text).collect::<Vec<_>>(), places);
                let back: Vec<usize> = memrchr_iter(b'a', &text).collect();
                assert_eq!(back, places.iter().rev().copied().collect::<Vec<_>>());
                assert_eq!(memchr_iter(b'a', &text).count(), places.len());
                assert_eq!(memchr(b'a', &text), places.first().copied());
                assert_eq!(memrchr(b'a', &text), places.last().copied());
                assert_eq!(memchr2(b'b', b'a', &text), places.first().copied());
                assert_eq!(memchr3(b'b', b'c', b'a', &text), places.first().copied());
            }
        }
    }

    #[test]
    fn both_ends_meet() {
        let mut places = memchr_iter(b'a', b"axaxa");
        assert_eq!((places.next(), places.next_back()), (Some(0), Some(4)));
        assert_eq!((places.next(), places.next(), places.next_back()), (Some(2), None, None));
    }
}
