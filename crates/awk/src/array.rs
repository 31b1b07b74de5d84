//! Associative arrays, in the order in which mawk's are walked.
//!
//! POSIX leaves the order of `for (k in a)` open, but a script's output depends on it, so the
//! tables here are laid out as mawk 1.3.4 lays out its own: hash lists in which what was used
//! last comes first, one set of lists for subscripts that are integers and one for strings,
//! made when first needed, and a plain vector for what `split` has filled.

use crate::number;
use crate::value::{Kind, Value};

/// No node.
const NONE: u32 = u32::MAX;
/// The number of lists a table begins with, less one.
const FIRST_MASK: u32 = 63;
/// Elements per list before the table grows.
const PER_LIST: usize = 12;
/// The number of a node whose subscript was only used as a string.
const NO_INTEGER: i32 = i32::MIN;

/// A subscript.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    Integer(i32),
    Text(&'a [u8]),
}

struct Node {
    /// Set where the string lists exist.
    key: Value,
    hash: u32,
    integer: i32,
    next_text: u32,
    next_integer: u32,
    value: Value,
}

#[derive(Clone, Copy)]
struct Heads {
    text: u32,
    integer: u32,
}

/// An array.
#[derive(Default)]
pub(crate) struct Array {
    /// What `split` left: subscripts 1, 2, ...; then everything below is empty.
    items: Vec<Value>,
    nodes: Vec<Node>,
    /// Unused places of `nodes`.
    free: Vec<u32>,
    heads: Vec<Heads>,
    size: usize,
    has_texts: bool,
    has_integers: bool,
    /// Counts what makes a [`Slot`] worthless.
    changes: u32,
}

/// Where an element is, as long as nothing is removed.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    place: u32,
    changes: u32,
}

/// FNV-1a.
fn hash(text: &[u8]) -> u32 {
    text.iter().fold(2_166_136_261, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
}

impl Array {
    /// How many elements there are.
    pub(crate) fn len(&self) -> usize {
        if self.items.is_empty() { self.size } else { self.items.len() }
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        self.items.clear();
        self.nodes.clear();
        self.free.clear();
        self.heads.clear();
        self.size = 0;
        self.has_texts = false;
        self.has_integers = false;
    }

    /// Replaces the content by items 1, 2, ...
    pub(crate) fn load(&mut self, fill: impl FnOnce(&mut Vec<Value>)) -> usize {
        self.clear();
        fill(&mut self.items);
        self.items.len()
    }

    fn mask(&self) -> u32 {
        (self.heads.len() as u32).wrapping_sub(1)
    }

    fn make_table(&mut self, mask: u32) {
        self.heads.clear();
        self.heads.resize(mask as usize + 1, Heads { text: NONE, integer: NONE });
    }

    /// Turns what `split` left into a table.
    fn convert_items(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        let items = std::mem::take(&mut self.items);
        let mut mask = FIRST_MASK;
        while items.len() > (mask as usize + 1) * PER_LIST {
            mask = mask * 2 + 1;
        }
        self.make_table(mask);
        self.size = items.len();
        self.has_integers = true;
        for (index, value) in items.into_iter().enumerate() {
            let integer = index as i32 + 1;
            let head = &mut self.heads[(integer as u32 & mask) as usize].integer;
            self.nodes.push(Node {
                key: Value::Unset,
                hash: 0,
                integer,
                next_text: NONE,
                next_integer: *head,
                value,
            });
            *head = index as u32;
        }
    }

    /// Makes the string lists.
    fn add_texts(&mut self) {
        if !self.items.is_empty() {
            self.convert_items();
        }
        self.has_texts = true;
        if self.heads.is_empty() {
            self.make_table(FIRST_MASK);
            return;
        }
        let mask = self.mask();
        let mut buffer = Vec::new();
        for list in 0..self.heads.len() {
            let mut at = self.heads[list].integer;
            while at != NONE {
                let node = &mut self.nodes[at as usize];
                buffer.clear();
                number::append_integer(node.integer, &mut buffer);
                node.key = Value::new(Kind::Text, &buffer);
                node.hash = hash(&buffer);
                let head = &mut self.heads[(node.hash & mask) as usize].text;
                node.next_text = std::mem::replace(head, at);
                at = node.next_integer;
            }
        }
    }

    fn new_node(&mut self, node: Node) -> u32 {
        self.size += 1;
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    fn grow_if_full(&mut self) {
        if self.size > self.heads.len() * PER_LIST {
            self.double();
        }
    }

    /// Twice as many lists: each is split in two, both in the old order.
    fn double(&mut self) {
        let old = self.heads.len();
        self.heads.resize(old * 2, Heads { text: NONE, integer: NONE });
        let mask = self.mask();
        for list in 0..old {
            for texts in [true, false] {
                let mut at = match texts {
                    true => std::mem::replace(&mut self.heads[list].text, NONE),
                    false => std::mem::replace(&mut self.heads[list].integer, NONE),
                };
                let mut tails = [NONE; 2];
                while at != NONE {
                    let node = &mut self.nodes[at as usize];
                    let (code, next) = match texts {
                        true => (node.hash, std::mem::replace(&mut node.next_text, NONE)),
                        false => {
                            (node.integer as u32, std::mem::replace(&mut node.next_integer, NONE))
                        }
                    };
                    let half = usize::from((code & mask) as usize != list);
                    let tail = std::mem::replace(&mut tails[half], at);
                    let target = list + half * old;
                    match (tail, texts) {
                        (NONE, true) => self.heads[target].text = at,
                        (NONE, false) => self.heads[target].integer = at,
                        (tail, true) => self.nodes[tail as usize].next_text = at,
                        (tail, false) => self.nodes[tail as usize].next_integer = at,
                    }
                    at = next;
                }
            }
        }
    }

    fn find(&mut self, key: Key<'_>, create: bool) -> Option<u32> {
        match key {
            Key::Integer(integer) => self.find_integer(integer, create),
            Key::Text(text) => self.find_text(text, create),
        }
    }

    fn find_integer(&mut self, integer: i32, create: bool) -> Option<u32> {
        if self.heads.is_empty() {
            self.make_table(FIRST_MASK);
            self.has_integers = true;
        }
        let list = (integer as u32 & self.mask()) as usize;
        let (mut at, mut before) = (self.heads[list].integer, NONE);
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.integer == integer {
                if before == NONE {
                    return Some(at);
                }
                self.nodes[before as usize].next_integer = node.next_integer;
                break;
            }
            before = at;
            at = node.next_integer;
        }
        if at == NONE {
            at = if self.has_texts {
                let mut buffer = Vec::with_capacity(12);
                number::append_integer(integer, &mut buffer);
                self.find_text(&buffer, create)?
            } else if create {
                let place = self.new_node(Node {
                    key: Value::Unset,
                    hash: 0,
                    integer,
                    next_text: NONE,
                    next_integer: NONE,
                    value: Value::Unset,
                });
                self.grow_if_full();
                place
            } else {
                return None;
            };
            self.nodes[at as usize].integer = integer;
            self.has_integers = true;
        }
        let list = (integer as u32 & self.mask()) as usize;
        let head = &mut self.heads[list].integer;
        self.nodes[at as usize].next_integer = std::mem::replace(head, at);
        Some(at)
    }

    fn find_text(&mut self, text: &[u8], create: bool) -> Option<u32> {
        if !self.has_texts {
            self.add_texts();
        }
        let hash = hash(text);
        let list = (hash & self.mask()) as usize;
        let (mut at, mut before) = (self.heads[list].text, NONE);
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.hash == hash && node.key.as_text().is_some_and(|(_, key)| key == text) {
                if before == NONE {
                    return Some(at);
                }
                self.nodes[before as usize].next_text = node.next_text;
                break;
            }
            before = at;
            at = node.next_text;
        }
        if at == NONE {
            if !create {
                return None;
            }
            at = self.new_node(Node {
                key: Value::new(Kind::Text, text),
                hash,
                integer: NO_INTEGER,
                next_text: NONE,
                next_integer: NONE,
                value: Value::Unset,
            });
            self.grow_if_full();
        }
        let list = (hash & self.mask()) as usize;
        let head = &mut self.heads[list].text;
        self.nodes[at as usize].next_text = std::mem::replace(head, at);
        Some(at)
    }

    /// Where the element with this subscript is; it is made if there is none.
    #[inline]
    pub(crate) fn slot(&mut self, key: Key<'_>) -> Slot {
        if !self.items.is_empty() {
            if let Key::Integer(integer @ 1..) = key
                && integer as usize <= self.items.len()
            {
                return Slot { place: integer as u32 - 1, changes: self.changes };
            }
            self.convert_items();
        }
        match self.find(key, true) {
            Some(place) => Slot { place, changes: self.changes },
            None => unreachable!("what is not found is made"),
        }
    }

    /// The element at a slot, if it is still that.
    #[inline]
    pub(crate) fn at(&mut self, slot: Slot) -> Option<&mut Value> {
        if slot.changes != self.changes {
            return None;
        }
        let place = slot.place as usize;
        if self.items.is_empty() {
            self.nodes.get_mut(place).map(|node| &mut node.value)
        } else {
            self.items.get_mut(place)
        }
    }

    /// The element with this subscript, made if there is none.
    #[inline]
    pub(crate) fn get(&mut self, key: Key<'_>) -> &mut Value {
        let place = self.slot(key).place as usize;
        if self.items.is_empty() { &mut self.nodes[place].value } else { &mut self.items[place] }
    }

    /// The element with this subscript, if there is one. It counts as used.
    pub(crate) fn look(&mut self, key: Key<'_>) -> Option<&mut Value> {
        if self.len() == 0 {
            return None;
        }
        if let (false, Key::Integer(integer)) = (self.items.is_empty(), key) {
            let index = usize::try_from(integer).ok()?.checked_sub(1)?;
            return self.items.get_mut(index);
        }
        let at = self.find(key, false)?;
        Some(&mut self.nodes[at as usize].value)
    }

    /// Removes an element.
    pub(crate) fn remove(&mut self, key: Key<'_>) {
        if self.len() == 0 {
            return;
        }
        if let (false, Key::Integer(integer)) = (self.items.is_empty(), key) {
            if integer < 1 || integer as usize > self.items.len() {
                return;
            }
            self.convert_items();
        }
        let Some(at) = self.find(key, false) else { return };
        self.changes = self.changes.wrapping_add(1);
        let (integer, hash, has_text) = {
            let node = &self.nodes[at as usize];
            (node.integer, node.hash, node.key.as_text().is_some())
        };
        let mask = self.mask();
        if self.has_texts && has_text {
            self.unlink_text((hash & mask) as usize, at);
        }
        if integer != NO_INTEGER {
            self.unlink_integer((integer as u32 & mask) as usize, at);
        }
        let node = &mut self.nodes[at as usize];
        node.value = Value::Unset;
        node.key = Value::Unset;
        self.free.push(at);
        self.size -= 1;
        if self.size == 0 {
            self.clear();
        }
    }

    fn unlink_text(&mut self, list: usize, target: u32) {
        let next = self.nodes[target as usize].next_text;
        if self.heads[list].text == target {
            self.heads[list].text = next;
            return;
        }
        let mut at = self.heads[list].text;
        while at != NONE {
            let node = &mut self.nodes[at as usize];
            if node.next_text == target {
                node.next_text = next;
                return;
            }
            at = node.next_text;
        }
    }

    fn unlink_integer(&mut self, list: usize, target: u32) {
        let next = self.nodes[target as usize].next_integer;
        if self.heads[list].integer == target {
            self.heads[list].integer = next;
            return;
        }
        let mut at = self.heads[list].integer;
        while at != NONE {
            let node = &mut self.nodes[at as usize];
            if node.next_integer == target {
                node.next_integer = next;
                return;
            }
            at = node.next_integer;
        }
    }

    /// All subscripts, in the order of `for (k in a)`.
    pub(crate) fn keys(&mut self) -> Vec<Value> {
        if self.len() == 0 {
            return Vec::new();
        }
        if !self.has_texts {
            self.add_texts();
        }
        let mut keys = Vec::with_capacity(self.size);
        for heads in &self.heads {
            let mut at = heads.text;
            while at != NONE {
                let node = &self.nodes[at as usize];
                keys.push(node.key.clone());
                at = node.next_text;
            }
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(array: &mut Array) -> String {
        let mut text = Vec::new();
        for key in array.keys() {
            key.append(b"%.6g", &mut text);
            text.push(b' ');
        }
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn walks_as_mawk_does() {
        let mut array = Array::default();
        for number in 0..20 {
            array.get(Key::Integer(number));
        }
        assert_eq!(order(&mut array), "3 10 8 6 15 5 2 11 1 16 4 12 18 0 17 9 7 14 13 19 ");
        let mut array = Array::default();
        let mut number = 30;
        while number > 0 {
            array.get(Key::Text(format!("k{number}").as_bytes()));
            number -= 3;
        }
        assert_eq!(order(&mut array), "k12 k6 k3 k15 k9 k27 k30 k24 k18 k21 ");
    }

    #[test]
    fn split_items_become_a_table() {
        let mut array = Array::default();
        assert_eq!(array.load(|items| items.resize(6, Value::Number(1.0))), 6);
        assert_eq!(array.len(), 6);
        assert!(array.look(Key::Integer(7)).is_none());
        array.remove(Key::Integer(3));
        array.get(Key::Text(b"q"));
        assert_eq!(array.len(), 6);
        assert!(array.look(Key::Text(b"3")).is_none());
        assert!(array.look(Key::Text(b"4")).is_some());
    }

    #[test]
    fn numbers_and_their_texts_are_one_subscript() {
        let mut array = Array::default();
        *array.get(Key::Integer(5)) = Value::Number(1.0);
        assert!(array.look(Key::Text(b"5")).is_some());
        *array.get(Key::Text(b"6")) = Value::Number(2.0);
        assert!(array.look(Key::Integer(6)).is_some());
        array.remove(Key::Integer(6));
        array.remove(Key::Text(b"5"));
        assert_eq!(array.len(), 0);
    }
}
