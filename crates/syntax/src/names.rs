//! Names interned to small numbers, so that a variable is found by index.
//!
//! Also used for the names of functions and commands. The table only grows: a script has as
//! many names as it spells out (names made up by `eval` in a loop add to it, as they do to
//! the script's own memory elsewhere).

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::ops::Deref;
use std::rc::Rc;

/// An interned name: the index of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// Names that a program knows before it reads anything, and where each is found: made when the
/// program is compiled, so that they cost nothing at the start. Their slots are the first.
pub struct Known {
    texts: &'static [&'static str],
    table: [u16; Known::PLACES],
}

impl Known {
    /// Places of the table, a power of two.
    const PLACES: usize = 512;
    const FREE: u16 = u16::MAX;

    /// The table of these names, in the order of their slots; of equal names the first counts.
    ///
    /// # Panics
    /// Where there are more than half as many names as places; in a constant, when it is compiled.
    pub const fn new(texts: &'static [&'static str]) -> Self {
        assert!(texts.len() <= Self::PLACES / 2);
        let mut table = [Self::FREE; Self::PLACES];
        let mut index = 0;
        while index < texts.len() {
            let mut place = hash(texts[index].as_bytes()) as usize % Self::PLACES;
            while table[place] != Self::FREE {
                place = (place + 1) % Self::PLACES;
            }
            table[place] = index as u16;
            index += 1;
        }
        Self { texts, table }
    }

    fn find(&self, text: &[u8], hash: u32) -> Option<Name> {
        let mut place = hash as usize % Self::PLACES;
        while self.table[place] != Self::FREE {
            let index = self.table[place];
            if self.texts[usize::from(index)].as_bytes() == text {
                return Some(Name(index.into()));
            }
            place = (place + 1) % Self::PLACES;
        }
        None
    }
}

/// The table of names of one shell, shared by its parsers and environments.
pub struct Names {
    known: &'static Known,
    /// `.sh.match` has been named.
    matches: Cell<bool>,
    /// How often `$$` has been read.
    process_ids: Cell<u32>,
    parent_ids: Cell<u32>,
    inner: RefCell<Inner>,
    types: RefCell<Vec<Name>>,
}

/// Names that were not known.
#[derive(Default)]
struct Inner {
    /// Hash and index into `texts`; a power of two, at most half of it in use.
    table: Vec<(u32, u32)>,
    texts: Vec<Rc<[u8]>>,
}

const FREE: u32 = u32::MAX;

impl Inner {
    /// Where the name is, or the place for it.
    fn place(&self, text: &[u8], hash: u32) -> usize {
        let mut place = hash as usize & (self.table.len() - 1);
        loop {
            let (other, index) = self.table[place];
            if index == FREE || other == hash && *self.texts[index as usize] == *text {
                return place;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(128);
        self.texts.reserve_exact(size / 2 - self.texts.len());
        let old = std::mem::replace(&mut self.table, vec![(0, FREE); size]);
        for (hash, index) in old.into_iter().filter(|(_, index)| *index != FREE) {
            let mut place = hash as usize & (size - 1);
            while self.table[place].1 != FREE {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = (hash, index);
        }
    }
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

impl Names {
    /// An empty table.
    pub fn new() -> Self {
        Self::with(const { &Known::new(&[]) })
    }

    /// A table in which these names have the first slots.
    pub const fn with(known: &'static Known) -> Self {
        let inner = Inner { table: Vec::new(), texts: Vec::new() };
        let types = RefCell::new(Vec::new());
        Self {
            known,
            matches: Cell::new(false),
            process_ids: Cell::new(0),
            parent_ids: Cell::new(0),
            inner: RefCell::new(inner),
            types,
        }
    }

    /// The slot of a name, new if need be.
    pub fn intern(&self, text: &[u8]) -> Name {
        if text.first() == Some(&b'.') && text == b".sh.match" {
            self.matches.set(true);
        }
        let text = kept_as(text);
        let hash = hash(text);
        if let Some(name) = self.known.find(text, hash) {
            return name;
        }
        let mut inner = self.inner.borrow_mut();
        if inner.texts.len() * 2 >= inner.table.len() {
            inner.grow();
        }
        let place = inner.place(text, hash);
        let mut index = inner.table[place].1;
        if index == FREE {
            index = inner.texts.len() as u32;
            inner.texts.push(text.into());
            inner.table[place] = (hash, index);
        }
        self.name(index)
    }

    /// Notes that a text has a special parameter.
    #[inline]
    pub(crate) fn note_special(&self, byte: u8) {
        if byte == b'$' {
            self.process_ids.set(self.process_ids.get().wrapping_add(1));
        }
    }

    /// Notes that a quoted text has `$PPID`.
    pub(crate) fn note_parent_id(&self) {
        self.parent_ids.set(self.parent_ids.get().wrapping_add(1));
    }

    /// How often `$PPID` has been read in quotes.
    pub fn parent_ids(&self) -> u32 {
        self.parent_ids.get()
    }

    /// How often `$$` has been read in texts.
    pub fn process_ids(&self) -> u32 {
        self.process_ids.get()
    }

    /// Whether anybody has named `.sh.match` so far: until then nothing has to be kept for it
    /// (ksh93).
    pub fn has_matches(&self) -> bool {
        self.matches.get()
    }

    /// The slot of a name that is known already.
    pub fn find(&self, text: &[u8]) -> Option<Name> {
        let text = kept_as(text);
        let hash = hash(text);
        if let Some(name) = self.known.find(text, hash) {
            return Some(name);
        }
        let inner = self.inner.borrow();
        if inner.table.is_empty() {
            return None;
        }
        let index = inner.table[inner.place(text, hash)].1;
        (index != FREE).then(|| self.name(index))
    }

    /// Notes that a name declares variables of a type (ksh93): its arguments are assignments.
    pub fn note_type(&self, name: Name) {
        let mut types = self.types.borrow_mut();
        if !types.contains(&name) {
            types.push(name);
        }
    }

    /// How many names were noted so.
    pub(crate) fn types(&self) -> usize {
        self.types.borrow().len()
    }

    /// Whether a name was among the first that were noted so.
    pub(crate) fn is_type(&self, text: &[u8], first: usize) -> bool {
        let types = self.types.borrow();
        let types = &types[..first.min(types.len())];
        !types.is_empty() && self.find(text).is_some_and(|name| types.contains(&name))
    }

    fn name(&self, index: u32) -> Name {
        Name(self.known.texts.len() as u32 + index)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> NameText {
        let index = name.0 as usize;
        match self.known.texts.get(index) {
            Some(text) => NameText::Known(text.as_bytes()),
            None => {
                NameText::Read(self.inner.borrow().texts[index - self.known.texts.len()].clone())
            }
        }
    }

    /// How many names there are; slots are `0..len()`.
    pub fn len(&self) -> usize {
        self.known.texts.len() + self.inner.borrow().texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Variables that ksh93 calls `.sh.…`, and the names that bash has for them: both are one variable.
const TWINS: &[(&[u8], &[u8])] = &[
    (b".sh.subshell", b"BASH_SUBSHELL"),
    (b".sh.fun", b"FUNCNAME"),
    (b".sh.file", b"BASH_SOURCE"),
    (b".sh.lineno", b"BASH_LINENO"),
    (b".sh.pid", b"BASHPID"),
    (b".sh.ppid", b"PPID"),
    (b".sh.version", b"KSH_VERSION"),
];

/// The text under which a name has its slot.
#[inline]
fn kept_as(text: &[u8]) -> &[u8] {
    match text.first() {
        Some(b'.') => TWINS.iter().find(|(ksh, _)| *ksh == text).map_or(text, |(_, bash)| *bash),
        _ => text,
    }
}

/// The name that ksh93 has for a variable, by the text of its slot.
pub fn in_ksh(text: &[u8]) -> &[u8] {
    TWINS.iter().find(|(_, bash)| *bash == text).map_or(text, |(ksh, _)| *ksh)
}

/// The text of a name.
#[derive(Clone, Debug)]
pub enum NameText {
    /// Of one that the program knows.
    Known(&'static [u8]),
    /// Of one that was read.
    Read(Rc<[u8]>),
}

impl Deref for NameText {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Known(text) => text,
            Self::Read(text) => text,
        }
    }
}

impl PartialEq for NameText {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for NameText {}

impl PartialOrd for NameText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NameText {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

/// Eight bytes at a time, multiplied by an odd number: names are short and not chosen by an
/// adversary who gains by collisions.
const fn hash(text: &[u8]) -> u32 {
    const fn add(hash: u64, word: u64) -> u64 {
        (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    let mut hash = text.len() as u64;
    let mut rest = text;
    while let Some((word, after)) = rest.split_first_chunk() {
        hash = add(hash, u64::from_le_bytes(*word));
        rest = after;
    }
    let mut last = 0;
    while let Some((byte, after)) = rest.split_first() {
        last = last << 8 | *byte as u64;
        rest = after;
    }
    // The high bits are the good ones.
    (add(hash, last) >> 32) as u32
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
    if is_name(text) {
        return true;
    }
    let text = match text {
        [b'.', rest @ ..] => rest,
        text => text,
    };
    text.split(|&byte| byte == b'.').all(is_name)
}

/// Whether the byte may be in a name, after the first.
#[inline]
pub fn is_name_byte(byte: u8) -> bool {
    NAME_BYTES[usize::from(byte)]
}

/// The bytes that may be in a name.
const NAME_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_come_first_and_others_after_them() {
        let names = Names::with(const { &Known::new(&["command", "PATH", "_"]) });
        assert_eq!(names.len(), 3);
        assert_eq!(names.find(b"x"), None);
        assert_eq!(names.intern(b"PATH"), Name(1));
        assert_eq!(names.intern(b"x"), Name(3));
        assert_eq!(names.find(b"x"), Some(Name(3)));
        assert_eq!(names.find(b"_"), Some(Name(2)));
        assert_eq!(&*names.text(Name(0)), b"command");
        assert_eq!(&*names.text(Name(3)), b"x");
    }

    #[test]
    fn many_names_keep_their_slots() {
        let names = Names::new();
        let text = |number: usize| format!("name{number}").into_bytes();
        for number in 0..3000 {
            assert_eq!(names.find(&text(number)), None);
            assert_eq!(names.intern(&text(number)), Name(number as u32));
        }
        for number in 0..3000 {
            assert_eq!(names.intern(&text(number)), Name(number as u32));
            assert_eq!(names.find(&text(number)), Some(Name(number as u32)));
            assert_eq!(*names.text(Name(number as u32)), *text(number));
        }
        assert_eq!(names.len(), 3000);
    }
}
