//! Names interned to small numbers, so that a variable is found by index.
//!
//! Also used for the names of functions and commands. The table only grows: a script has as
//! many names as it spells out (names made up by `eval` in a loop add to it, as they do to
//! the script's own memory elsewhere).

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// An interned name: the index of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// The table of names of one shell, shared by its parsers and environments.
#[derive(Default)]
pub struct Names {
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    by_text: HashMap<Rc<[u8]>, Name, BuildHasherDefault<ByWords>>,
    by_slot: Vec<Rc<[u8]>>,
}

impl Names {
    /// An empty table, with room for what a shell has at its start.
    pub fn new() -> Self {
        const ROOM: usize = 224;
        Self {
            inner: RefCell::new(Inner {
                by_text: HashMap::with_capacity_and_hasher(ROOM, BuildHasherDefault::default()),
                by_slot: Vec::with_capacity(ROOM),
            }),
        }
    }

    /// The slot of a name, new if need be.
    pub fn intern(&self, text: &[u8]) -> Name {
        let mut inner = self.inner.borrow_mut();
        if let Some(name) = inner.by_text.get(text) {
            return *name;
        }
        let name = Name(inner.by_slot.len() as u32);
        let text: Rc<[u8]> = text.into();
        inner.by_slot.push(text.clone());
        inner.by_text.insert(text, name);
        name
    }

    /// The slot of a name that is known already.
    pub fn find(&self, text: &[u8]) -> Option<Name> {
        self.inner.borrow().by_text.get(text).copied()
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> Rc<[u8]> {
        self.inner.borrow().by_slot[name.0 as usize].clone()
    }

    /// How many names there are; slots are `0..len()`.
    pub fn len(&self) -> usize {
        self.inner.borrow().by_slot.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Eight bytes at a time, multiplied by an odd number: names are short and not chosen by an
/// adversary who gains by collisions.
#[derive(Default)]
struct ByWords(u64);

impl ByWords {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for ByWords {
    fn finish(&self) -> u64 {
        // The high bits are the good ones; a table looks at both ends.
        self.0 ^ (self.0 >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.word(last);
    }
    fn write_usize(&mut self, length: usize) {
        self.word(length as u64);
    }
}

/// Whether `text` is a name (POSIX XBD 3.216): a letter or underscore, then also digits.
pub fn is_name(text: &[u8]) -> bool {
    match text.split_first() {
        Some((first, rest)) => {
            (first.is_ascii_alphabetic() || *first == b'_')
                && rest.iter().all(|&byte| is_name_byte(byte))
        }
        None => false,
    }
}

/// Whether `text` is a name, or names with periods between them (ksh93), the first of which may
/// be empty.
pub fn is_compound_name(text: &[u8]) -> bool {
    let text = match text {
        [b'.', rest @ ..] => rest,
        text => text,
    };
    text.split(|&byte| byte == b'.').all(is_name)
}

/// Whether the byte may be in a name, after the first.
#[inline]
pub fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
