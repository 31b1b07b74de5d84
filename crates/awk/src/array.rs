//! Associative arrays, in the order in which mawk's or gawk's are walked.
//!
//! POSIX leaves the order of `for (k in a)` open, but a script's output depends on it. mawk 1.3.4
//! has hash lists in which what was used last comes first, one set of lists for subscripts that are
//! integers and one for strings, made when first needed, and a plain vector for what `split` has
//! filled. Here an element is found by an index that has no order ([`index`]), and it is written down
//! when it was used last: so the lists, which only the walk needs, are put together for it alone,
//! and a large array costs a look at two places and not at every element of a list. gawk's order
//! ([`of_gawk`]) depends on when elements came and went, and is remembered where a program walks at
//! all.

mod index;
mod of_gawk;

use crate::dialect::Dialect;
use crate::number;
use crate::value::{Kind, Value};
use ::dialect::awk::ArrayOrder;
use index::{Index, Integers};
use of_gawk::Table;
use std::cmp::Reverse;

/// The number of lists a table begins with.
const FIRST_LISTS: u32 = 64;
/// Elements per list before the table grows.
const PER_LIST: usize = 12;
/// The number of a node whose subscript was only used as a string.
const NO_INTEGER: i64 = i64::MIN;
/// The least number that gawk may take for a subscript; mawk does not.
const LEAST: i32 = i32::MIN;
/// As many elements are sorted with less ado.
const FEW: usize = 64;
/// In the place of a time: not in those lists.
const NEVER: u64 = 0;

/// A subscript.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    Integer(i64),
    Text(&'a [u8]),
    /// A text from outside, which may stand for a number: to gawk it still does when it is a
    /// subscript that is walked.
    Input(&'a [u8]),
}

struct Node {
    /// Set where the string lists exist.
    key: Value,
    hash: u32,
    integer: i64,
    /// When it was used last as a string, and as an integer: in its list it comes before those
    /// that were used earlier.
    text_use: u64,
    integer_use: u64,
    value: Value,
    /// In gawk's order; and whether the subscript is a text from outside in the table of texts.
    table: Table,
    is_input: bool,
}

/// Whose order an array has.
#[derive(Default)]
enum Order {
    #[default]
    Mawk,
    /// gawk's subscripts, in no order.
    None,
    Gawk(Box<of_gawk::Order>),
}

/// An array.
#[derive(Default)]
pub(crate) struct Array {
    order: Order,
    /// What `split` left: subscripts 1, 2, ...; then everything below is empty.
    items: Vec<Value>,
    nodes: Vec<Node>,
    /// Unused places of `nodes`.
    free: Vec<u32>,
    /// Where the nodes with texts are, and those with integers.
    texts: Index,
    integers: Integers,
    /// How many lists mawk has by now, a power of two; 0 without a table.
    lists: u32,
    /// How often elements have been used.
    clock: u64,
    size: usize,
    has_texts: bool,
    /// Counts what makes a [`Slot`] worthless.
    changes: u32,
}

/// Where an element is, as long as nothing is removed.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    place: u32,
    changes: u32,
}

/// The hash by which a key is found: eight bytes at a time, where mawk's takes one.
fn hash(text: &[u8]) -> u32 {
    /// Odd, and half of the bits are set: the golden ratio, and digits of pi.
    const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x2430_8D31_3198_A2E3];
    let mix = |one: u64, other: u64| {
        let product = u128::from(one) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    };
    let (words, rest) = text.as_chunks::<8>();
    let mut hash = FACTORS[0] ^ text.len() as u64;
    for word in words {
        hash = mix(hash ^ u64::from_le_bytes(*word), FACTORS[1]);
    }
    // What is left: the last eight bytes, or two overlapping halves of a short text.
    let tail = match (text.last_chunk::<8>(), rest) {
        (_, []) => 0,
        (Some(last), _) => u64::from_le_bytes(*last),
        (None, _) => match (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
            }
            _ => {
                let (first, last) = (rest[0], rest[rest.len() - 1]);
                u64::from(first) << 16 | u64::from(rest[rest.len() / 2]) << 8 | u64::from(last)
            }
        },
    };
    mix(hash ^ tail, FACTORS[1]) as u32
}

/// mawk's hash of a key, which says in which of its lists it is: FNV-1a.
fn list_hash(text: &[u8]) -> u32 {
    text.iter().fold(2_166_136_261, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
}

impl Node {
    fn new(key: Value, hash: u32, integer: i64, value: Value) -> Self {
        let (text_use, integer_use) = (NEVER, NEVER);
        Node {
            key,
            hash,
            integer,
            text_use,
            integer_use,
            value,
            table: Table::Texts,
            is_input: false,
        }
    }

    fn is_text(&self, hash: u32, text: &[u8]) -> bool {
        self.hash == hash && self.key.as_text().is_some_and(|(_, key)| key == text)
    }
}

impl Array {
    /// An empty array; `is_walked` where somebody may ask for its order.
    pub(crate) fn new(dialect: Dialect, is_walked: bool) -> Self {
        let order = match (dialect.rules().array_order, is_walked) {
            (ArrayOrder::Lists, _) => Order::Mawk,
            (ArrayOrder::Tables, false) => Order::None,
            (ArrayOrder::Tables, true) => {
                Order::Gawk(Box::new(of_gawk::Order::new(dialect.rules().table_holds)))
            }
        };
        Self { order, ..Self::default() }
    }

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
        self.texts.clear();
        self.integers.clear();
        self.lists = 0;
        self.size = 0;
        self.has_texts = false;
        if let Order::Gawk(order) = &mut self.order {
            order.clear();
        }
    }

    /// gawk has one place for an integer and the text of it.
    #[inline]
    fn canonical<'k>(&self, key: Key<'k>) -> Key<'k> {
        match (key, &self.order) {
            (Key::Integer(_), _) | (_, Order::Mawk) => key,
            (Key::Text(text) | Key::Input(text), _) => match of_gawk::integer(text) {
                Some(LEAST) | None => key,
                Some(integer) => Key::Integer(i64::from(integer)),
            },
        }
    }

    /// Notes where gawk has a new element.
    fn note_new(&mut self, place: u32, integer: Option<i32>) {
        let now = self.now();
        let node = &mut self.nodes[place as usize];
        if let Order::Gawk(order) = &mut self.order {
            node.table = order.insert(integer, now);
        }
        node.text_use = now;
    }

    /// Replaces the content by items 1, 2, ...
    pub(crate) fn load(&mut self, fill: impl FnOnce(&mut Vec<Value>)) -> usize {
        self.clear();
        fill(&mut self.items);
        self.items.len()
    }

    fn now(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Turns what `split` left into a table.
    fn convert_items(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        let items = std::mem::take(&mut self.items);
        self.lists = FIRST_LISTS;
        while items.len() > self.lists as usize * PER_LIST {
            self.lists *= 2;
        }
        self.size = items.len();
        for (integer, value) in (1..).zip(items) {
            let mut node = Node::new(Value::Unset, 0, integer, value);
            node.integer_use = self.now();
            let place = self.nodes.len() as u32;
            self.integers.insert(integer, place);
            self.nodes.push(node);
            if !matches!(self.order, Order::Mawk) {
                self.note_new(place, Some(integer as i32));
            }
        }
    }

    /// Makes the string lists.
    fn add_texts(&mut self) {
        if !self.items.is_empty() {
            self.convert_items();
        }
        self.has_texts = true;
        self.lists = self.lists.max(FIRST_LISTS);
        if self.nodes.is_empty() {
            return;
        }
        let mut buffer = Vec::new();
        for place in self.walk(|node| (node.integer as u32, node.integer_use)) {
            let now = self.now();
            let node = &mut self.nodes[place as usize];
            buffer.clear();
            number::append_integer(node.integer, &mut buffer);
            node.key = Value::new(Kind::Text, &buffer);
            node.hash = hash(&buffer);
            node.text_use = now;
            self.texts.insert(node.hash, place);
        }
    }

    /// The places of all nodes, list by list, in each those used last first. `code` tells which
    /// number decides about the list of a node, and when it was used.
    fn walk(&self, code: impl Fn(&Node) -> (u32, u64)) -> Vec<u32> {
        let list_of = |code: u32| (code & (self.lists - 1)) as usize;
        if self.nodes.len() <= FEW {
            let sorted = |(place, node): (u32, &Node)| {
                let (code, time) = code(node);
                (time != NEVER).then_some((list_of(code), Reverse(time), place))
            };
            let mut all: Vec<_> = (0..).zip(&self.nodes).filter_map(sorted).collect();
            all.sort_unstable();
            return all.into_iter().map(|(.., place)| place).collect();
        }
        // First how many there are in the lists, then where each list ends, and begins.
        let mut ends = vec![0u32; self.lists as usize];
        let used = self.nodes.iter().map(code).zip(0u32..).filter(|((_, time), _)| *time != NEVER);
        let used: Vec<_> = used.collect();
        used.iter().for_each(|((code, _), _)| ends[list_of(*code)] += 1);
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut all = vec![(0u64, 0u32); used.len()];
        for &((code, time), place) in &used {
            let at = &mut ends[list_of(code)];
            *at -= 1;
            all[*at as usize] = (time, place);
        }
        let starts = ends;
        for (list, &start) in starts.iter().enumerate() {
            let end = starts.get(list + 1).map_or(all.len(), |&end| end as usize);
            all[start as usize..end].sort_unstable_by(|one, other| other.cmp(one));
        }
        all.into_iter().map(|(_, place)| place).collect()
    }

    fn new_node(&mut self, node: Node) -> u32 {
        self.size += 1;
        if self.size > self.lists as usize * PER_LIST {
            self.lists *= 2;
        }
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

    #[inline]
    fn find(&mut self, key: Key<'_>, create: bool) -> Option<u32> {
        match (key, &self.order) {
            (Key::Integer(integer), Order::Mawk) => self.find_integer(integer, create),
            (Key::Text(text) | Key::Input(text), Order::Mawk) => self.find_text(text, create),
            _ => self.find_of_gawk(key, create),
        }
    }

    /// The place of a key in gawk's order, where integers and texts are kept apart; the key is canonical.
    fn find_of_gawk(&mut self, key: Key<'_>, create: bool) -> Option<u32> {
        let nodes = &self.nodes;
        let (kind, text) = match key {
            Key::Integer(integer) => {
                let is_it = |place: u32| nodes[place as usize].integer == integer;
                let found = self.integers.find(integer, is_it);
                if found.is_some() || !create {
                    return found;
                }
                let place = self.new_node(Node::new(Value::Unset, 0, integer, Value::Unset));
                self.integers.insert(integer, place);
                self.note_new(place, Some(integer as i32));
                return Some(place);
            }
            Key::Text(text) => (Kind::Text, text),
            Key::Input(text) => (Kind::Input, text),
        };
        let hash = hash(text);
        let found = self.texts.find(hash, |place| nodes[place as usize].is_text(hash, text));
        if found.is_some() || !create {
            return found;
        }
        let node = Node::new(Value::new(kind, text), hash, NO_INTEGER, Value::Unset);
        let place = self.new_node(node);
        self.texts.insert(hash, place);
        self.note_new(place, (text == b"-2147483648").then_some(LEAST));
        Some(place)
    }

    fn find_integer(&mut self, integer: i64, create: bool) -> Option<u32> {
        self.lists = self.lists.max(FIRST_LISTS);
        let nodes = &self.nodes;
        let is_it = |place: u32| nodes[place as usize].integer == integer;
        let place = match self.integers.find(integer, is_it) {
            Some(place) => place,
            None => {
                let place = if self.has_texts {
                    let mut buffer = Vec::with_capacity(20);
                    number::append_integer(integer, &mut buffer);
                    self.find_text(&buffer, create)?
                } else if create {
                    self.new_node(Node::new(Value::Unset, 0, integer, Value::Unset))
                } else {
                    return None;
                };
                self.nodes[place as usize].integer = integer;
                self.integers.insert(integer, place);
                place
            }
        };
        self.nodes[place as usize].integer_use = self.now();
        Some(place)
    }

    fn find_text(&mut self, text: &[u8], create: bool) -> Option<u32> {
        if !self.has_texts {
            self.add_texts();
        }
        let hash = hash(text);
        let nodes = &self.nodes;
        let place = match self.texts.find(hash, |place| nodes[place as usize].is_text(hash, text)) {
            Some(place) => place,
            None if !create => return None,
            None => {
                let key = Value::new(Kind::Text, text);
                let place = self.new_node(Node::new(key, hash, NO_INTEGER, Value::Unset));
                self.texts.insert(hash, place);
                place
            }
        };
        self.nodes[place as usize].text_use = self.now();
        Some(place)
    }

    /// Where the element with this subscript is; it is made if there is none.
    #[inline]
    pub(crate) fn slot(&mut self, key: Key<'_>) -> Slot {
        let (is_input, size) = (matches!(key, Key::Input(_)), self.size);
        let key = self.canonical(key);
        if !self.items.is_empty() {
            if let Key::Integer(integer @ 1..) = key
                && integer <= self.items.len() as i64
            {
                return Slot { place: integer as u32 - 1, changes: self.changes };
            }
            self.convert_items();
        }
        match self.find(key, true) {
            Some(place) => {
                if is_input && self.size > size {
                    self.nodes[place as usize].is_input = true;
                }
                Slot { place, changes: self.changes }
            }
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
        let key = self.canonical(key);
        if let (false, Key::Integer(integer)) = (self.items.is_empty(), key) {
            let index = usize::try_from(integer).ok()?.checked_sub(1)?;
            return self.items.get_mut(index);
        }
        if !self.items.is_empty() && !matches!(self.order, Order::Mawk) {
            return None;
        }
        let at = self.find(key, false)?;
        Some(&mut self.nodes[at as usize].value)
    }

    /// Removes an element.
    pub(crate) fn remove(&mut self, key: Key<'_>) {
        if self.len() == 0 {
            return;
        }
        let key = self.canonical(key);
        if let (false, Key::Integer(integer)) = (self.items.is_empty(), key) {
            if integer < 1 || integer > self.items.len() as i64 {
                return;
            }
            self.convert_items();
        }
        let Some(at) = self.find(key, false) else { return };
        self.changes = self.changes.wrapping_add(1);
        let node = &mut self.nodes[at as usize];
        let (mut is_text, mut is_integer) = (node.text_use != NEVER, node.integer_use != NEVER);
        if !matches!(self.order, Order::Mawk) {
            is_integer = matches!(key, Key::Integer(_));
            is_text = !is_integer;
        }
        if is_text {
            self.texts.remove(node.hash, at);
        }
        if is_integer {
            self.integers.remove(node.integer, at);
        }
        if let Order::Gawk(order) = &mut self.order {
            let is_least = node.key.as_text().is_some_and(|(_, text)| text == b"-2147483648");
            let integer = node.integer.max(i64::from(LEAST)) as i32;
            order.remove(node.table, (is_integer || is_least).then_some(integer));
        }
        *node = Node::new(Value::Unset, 0, NO_INTEGER, Value::Unset);
        self.free.push(at);
        self.size -= 1;
        if self.size == 0 {
            self.clear();
        }
    }

    /// All subscripts, in the order of `for (k in a)`.
    pub(crate) fn keys(&mut self) -> Vec<Value> {
        if self.len() == 0 {
            return Vec::new();
        }
        if !matches!(self.order, Order::Mawk) {
            return self.keys_of_gawk();
        }
        if !self.has_texts {
            self.add_texts();
        }
        let places = self.walk(|node| {
            let hash = node.key.as_text().map_or(0, |(_, text)| list_hash(text));
            (hash, node.text_use)
        });
        places.into_iter().map(|place| self.nodes[place as usize].key.clone()).collect()
    }
}

impl Array {
    /// The keys in gawk's order: texts, integers that lie apart, integers that lie close together.
    fn keys_of_gawk(&self) -> Vec<Value> {
        let key_of = |integer: i64| {
            let mut text = Vec::with_capacity(20);
            number::append_integer(integer, &mut text);
            Value::text(&text)
        };
        if !self.items.is_empty() {
            return (1..=self.items.len() as i64).map(key_of).collect();
        }
        let Order::Gawk(order) = &self.order else { return Vec::new() };
        let mut keys = Vec::with_capacity(self.size);
        let mut close = Vec::new();
        let mut texts = Vec::new();
        let mut buffer = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            match node.table {
                _ if node.text_use == NEVER => {}
                Table::Close => close.push(node.integer),
                Table::Integers => {}
                Table::Texts => {
                    let hash = match node.key.as_text() {
                        Some((_, text)) => of_gawk::hash(text),
                        None => {
                            buffer.clear();
                            number::append_integer(node.integer, &mut buffer);
                            of_gawk::hash(&buffer)
                        }
                    };
                    texts.push((node.text_use, hash, place));
                }
            }
        }
        texts.sort_unstable_by_key(|(time, ..)| *time);
        keys.extend(order.of_texts(&texts).into_iter().map(|place| {
            let node = &self.nodes[place];
            let key =
                if node.integer == NO_INTEGER { node.key.clone() } else { key_of(node.integer) };
            match key.as_text() {
                Some((_, text)) if node.is_input => Value::input(text),
                _ => key,
            }
        }));
        keys.extend(order.integers().map(i64::from).map(key_of));
        close.sort_unstable();
        keys.extend(close.into_iter().map(key_of));
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(array: &mut Array) -> String {
        let mut text = Vec::new();
        for key in array.keys() {
            key.append_text(&mut text);
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
    fn texts_of_every_length_are_found() {
        let text: Vec<u8> = (0..200u8).collect();
        let mut array = Array::default();
        for length in 0..200 {
            *array.get(Key::Text(&text[..length])) = Value::Number(length as f64);
        }
        for length in 0..200 {
            let Some(Value::Number(number)) = array.look(Key::Text(&text[..length])) else {
                panic!("{length}");
            };
            assert_eq!(*number, length as f64);
        }
        assert_eq!(array.len(), 200);
    }

    #[test]
    fn hashes_of_similar_texts_differ() {
        let hashes: std::collections::HashSet<u32> =
            (0..100_000).map(|number| hash(format!("key{number}").as_bytes())).collect();
        // Of a hundred thousand random numbers of 32 bits one or two are equal.
        assert!(hashes.len() > 99_950, "{}", hashes.len());
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
