//! Looking for texts, as memchr's module of this name does, which asks the processor what it can do when it first
//! looks for one: some 28 microseconds under a hypervisor, more than to search what most commands read.

pub use memchr::memmem::{find_iter, rfind};

use std::cell::{Cell, OnceCell};

/// The longest text that is searched from each place of the first byte on: what is compared there stays little,
/// whatever the texts are.
const SHORT: usize = 256;

/// How many bytes are searched with the vectors that every processor has, before it is worth to ask for wider ones.
/// It also bounds what texts can cost that nearly match at each place.
const NARROW: usize = 32 << 10;

/// The longest text that is looked for in that way.
const NEEDLE: usize = 256;

#[cfg(target_arch = "x86_64")]
mod vectors {
    use memchr::arch::x86_64::sse2::packedpair;

    /// Looks for two bytes of a text at once, 16 places at a time.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Pair(packedpair::Finder);

    impl Pair {
        /// None for a text of less than two bytes.
        #[inline]
        pub(super) fn new(needle: &[u8]) -> Option<Self> {
            packedpair::Finder::new(needle).map(Pair)
        }

        /// None: the text is too short to be searched in this way.
        #[inline]
        pub(super) fn find(&self, text: &[u8], needle: &[u8]) -> Option<Option<usize>> {
            (text.len() >= self.0.min_haystack_len()).then(|| self.0.find(text, needle))
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod vectors {
    /// There is nothing to be asked.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Pair;

    impl Pair {
        pub(super) fn new(_: &[u8]) -> Option<Self> {
            None
        }

        pub(super) fn find(&self, _: &[u8], _: &[u8]) -> Option<Option<usize>> {
            None
        }
    }
}

use vectors::Pair;

/// The first place of a text that is looked for once.
#[inline]
pub fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    match text.len() <= SHORT {
        true => find_by_first(text, needle),
        false => find_in_long(text, needle),
    }
}

#[inline]
fn find_by_first(text: &[u8], needle: &[u8]) -> Option<usize> {
    let Some((&first, rest)) = needle.split_first() else { return Some(0) };
    let last = text.len().checked_sub(rest.len())?;
    let mut from = 0;
    loop {
        let at = from + crate::memchr(first, &text[from..last])?;
        if text[at + 1..].starts_with(rest) {
            return Some(at);
        }
        from = at + 1;
    }
}

fn find_in_long(text: &[u8], needle: &[u8]) -> Option<usize> {
    if let [byte] = needle {
        return crate::memchr(*byte, text);
    }
    if text.len() <= NARROW
        && needle.len() <= NEEDLE
        && let Some(found) = Pair::new(needle).and_then(|pair| pair.find(text, needle))
    {
        return found;
    }
    memchr::memmem::find(text, needle)
}

/// A text that is looked for again and again.
#[derive(Clone, Debug)]
pub struct Finder {
    needle: Box<[u8]>,
    pair: Option<Pair>,
    /// How many bytes have been searched with `pair`.
    searched: Cell<usize>,
    /// What searches once these are enough.
    wide: OnceCell<Box<memchr::memmem::Finder<'static>>>,
}

impl Finder {
    /// Of a text.
    pub fn new(needle: &[u8]) -> Self {
        let pair = if needle.len() <= NEEDLE { Pair::new(needle) } else { None };
        Self { needle: needle.into(), pair, searched: Cell::new(0), wide: OnceCell::new() }
    }

    /// The text that is looked for.
    pub fn needle(&self) -> &[u8] {
        &self.needle
    }

    /// Its first place in a text.
    #[inline]
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        match self.wide.get() {
            Some(wide) => wide.find(text),
            None => self.find_first(text),
        }
    }

    /// Before wider vectors are asked for.
    fn find_first(&self, text: &[u8]) -> Option<usize> {
        if let Some(pair) = &self.pair
            && self.searched.get() <= NARROW
            && text.len() <= NARROW
        {
            let found =
                pair.find(text, &self.needle).unwrap_or_else(|| find_by_first(text, &self.needle));
            self.searched.set(self.searched.get() + found.unwrap_or(text.len()));
            return found;
        }
        let make = || Box::new(memchr::memmem::Finder::new(&self.needle).into_owned());
        self.wide.get_or_init(make).find(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_where_memchr_finds_them() {
        let text: Vec<u8> = (0..40_000u32).map(|at| b'a' + (at * at % 7 % 3) as u8).collect();
        let lengths =
            [0, 1, 2, 3, 5, 15, 16, 17, 20, 63, 64, 255, 256, 257, 300, NARROW, NARROW + 1];
        for length in lengths {
            let text = &text[..length];
            for size in [0, 1, 2, 3, 4, 5, 17, 255, 256, 257] {
                for from in 0..20 {
                    let needle = &self::tests::text(from, size);
                    let finder = Finder::new(needle);
                    for text in [text, &text[..length / 2], &text[length / 3..], text] {
                        let place = memchr::memmem::find(text, needle);
                        assert_eq!(find(text, needle), place);
                        assert_eq!(finder.find(text), place);
                    }
                }
            }
            assert_eq!(find(text, text), Some(0));
            assert_eq!(Finder::new(text).find(text), Some(0));
            assert_eq!(Finder::new(b"zz").find(text), None);
        }
        assert_eq!(find(b"", b"a"), None);
        assert_eq!(find(b"ab", b"abc"), None);
    }

    /// A piece of the text above, and every third time something that is not in it.
    fn text(from: u32, size: u32) -> Vec<u8> {
        let mut piece: Vec<u8> =
            (from..from + size).map(|at| b'a' + (at * at % 7 % 3) as u8).collect();
        if from % 3 == 2
            && let Some(last) = piece.last_mut()
        {
            *last = b'z';
        }
        piece
    }
}
