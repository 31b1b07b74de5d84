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
/// The number of an element whose subscript was only used as a string.
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
    /// A text of the program, which is nowhere else and is there as long as the array.
    Constant(&'a [u8]),
    /// A text from outside, which may stand for a number: to gawk it still does when it is a
    /// subscript that is walked.
    Input(&'a [u8]),
}

/// The subscript of an element as a string.
struct Name {
    key: Value,
    /// When it was used last: in its list it comes before those that were used earlier.
    used: u64,
    hash: u32,
    /// In gawk's order; and whether the subscript is a text from outside in the table of texts.
    table: Table,
    is_input: bool,
}

/// The subscript of an element as an integer.
struct Number {
    integer: i64,
    /// When it was used last, as with names.
    used: u64,
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
    values: Vec<Value>,
    /// The subscripts of the elements at the same places. Those of most arrays are of one kind, so that either list is
    /// only as long as there is something in it.
    names: Vec<Name>,
    numbers: Vec<Number>,
    /// Unused places of `values`.
    free: Vec<u32>,
    /// Where the elements with texts are, and those with integers.
    texts: Index,
    integers: Integers,
    /// How many lists mawk has by now, a power of two; 0 without a table.
    lists: u32,
    /// How often elements have been used.
    clock: u64,
    size: usize,
    has_texts: bool,
    /// The texts are not in their index: a walk that asks for the keys it comes to needs none.
    is_unindexed: bool,
    /// There are texts, in their index, and no walk says where it is.
    is_usual: bool,
    /// Counts what makes a [`Slot`] worthless.
    changes: u32,
    /// The place of the key that a walk has come to: it is likely to be asked for next, and is looked at before the index.
    likely: Option<u32>,
    /// Where the elements are whose subscripts are texts of the program, of those used last.
    constants: [Constant; 2],
}

/// Where the element of a constant subscript is, as long as nothing is removed.
#[derive(Clone, Copy, Default)]
struct Constant {
    /// Of the text: a program has each of its texts at a place of its own. 0: none.
    address: usize,
    slot: Slot,
}

/// Where an element is, as long as nothing is removed.
#[derive(Clone, Copy, Default)]
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

impl Name {
    const NONE: Name =
        Name { key: Value::Unset, used: NEVER, hash: 0, table: Table::Texts, is_input: false };

    fn is(&self, hash: u32, text: &[u8]) -> bool {
        self.hash == hash && self.key.as_text().is_some_and(|(_, key)| key == text)
    }
}

impl Number {
    const NONE: Number = Number { integer: NO_INTEGER, used: NEVER };
}

/// What is at a place of a list, which becomes so long if it is not.
#[inline]
fn at_place<T>(list: &mut Vec<T>, place: u32, none: fn() -> T) -> &mut T {
    let place = place as usize;
    if list.len() <= place {
        list.resize_with(place + 1, none);
    }
    &mut list[place]
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
        self.values.clear();
        self.names.clear();
        self.numbers.clear();
        self.free.clear();
        self.texts.clear();
        self.integers.clear();
        self.lists = 0;
        self.size = 0;
        self.has_texts = false;
        self.is_unindexed = false;
        self.is_usual = false;
        if let Order::Gawk(order) = &mut self.order {
            order.clear();
        }
    }

    /// gawk has one place for an integer and the text of it.
    #[inline]
    fn canonical<'k>(&self, key: Key<'k>) -> Key<'k> {
        match (key, &self.order) {
            (Key::Integer(_), _) | (_, Order::Mawk) => key,
            (Key::Text(text) | Key::Constant(text) | Key::Input(text), _) => {
                match of_gawk::integer(text) {
                    Some(LEAST) | None => key,
                    Some(integer) => Key::Integer(i64::from(integer)),
                }
            }
        }
    }

    /// Notes where gawk has a new element.
    fn note_new(&mut self, place: u32, integer: Option<i32>) {
        let used = self.now();
        if let Order::Gawk(order) = &mut self.order {
            let table = order.insert(integer, used);
            let name = self.name_mut(place);
            name.table = table;
            name.used = used;
        }
    }

    #[inline]
    fn name_mut(&mut self, place: u32) -> &mut Name {
        at_place(&mut self.names, place, || Name::NONE)
    }

    #[inline]
    fn number_mut(&mut self, place: u32) -> &mut Number {
        at_place(&mut self.numbers, place, || Number::NONE)
    }

    /// The subscript of an element as an integer, if somebody has used it so.
    fn integer(&self, place: u32) -> i64 {
        self.numbers.get(place as usize).map_or(NO_INTEGER, |number| number.integer)
    }

    /// Replaces the content by items 1, 2, ..., which `fill` makes of those that were there.
    pub(crate) fn load(&mut self, fill: impl FnOnce(&mut Vec<Value>)) -> usize {
        let mut items = std::mem::take(&mut self.items);
        self.clear();
        fill(&mut items);
        self.items = items;
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
            let place = self.values.len() as u32;
            self.values.push(value);
            let used = self.now();
            self.numbers.push(Number { integer, used });
            self.integers.insert(integer, place);
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
        if self.values.is_empty() {
            return;
        }
        let mut buffer = Vec::new();
        let mut times = vec![NEVER; self.values.len()];
        for place in self.walk(&self.numbers, |number| (number.integer as u32, number.used)) {
            times[place as usize] = self.now();
        }
        self.is_unindexed = true;
        // One behind the other: in the order of the lists each would be far from the one before.
        self.names.reserve(times.len());
        for (place, used) in (0..).zip(times) {
            if used == NEVER {
                self.names.push(Name::NONE);
                continue;
            }
            buffer.clear();
            number::append_integer(self.integer(place), &mut buffer);
            let (key, hash) = (Value::new(Kind::Text, &buffer), hash(&buffer));
            self.names.push(Name { key, used, hash, ..Name::NONE });
        }
    }

    /// Makes the index of the texts.
    #[cold]
    fn index_texts(&mut self) {
        self.is_unindexed = false;
        self.texts.reserve(self.names.len());
        for (place, name) in (0..).zip(&self.names).filter(|(_, name)| name.used != NEVER) {
            self.texts.insert(name.hash, place);
        }
    }

    /// The places of all names or numbers, list by list, in each those used last first. `code` tells which
    /// number decides about the list of one, and when it was used.
    fn walk<T>(&self, subscripts: &[T], code: impl Fn(&T) -> (u32, u64)) -> Vec<u32> {
        let list_of = |code: u32| (code & (self.lists - 1)) as usize;
        if subscripts.len() <= FEW {
            let sorted = |(place, subscript): (u32, &T)| {
                let (code, time) = code(subscript);
                (time != NEVER).then_some((list_of(code), Reverse(time), place))
            };
            let mut all: Vec<_> = (0..).zip(subscripts).filter_map(sorted).collect();
            all.sort_unstable();
            return all.into_iter().map(|(.., place)| place).collect();
        }
        // First how many there are in the lists, then where each list ends, and begins.
        let mut ends = vec![0u32; self.lists as usize];
        let used = subscripts.iter().map(code).zip(0u32..).filter(|((_, time), _)| *time != NEVER);
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

    /// A place for a new element.
    fn new_place(&mut self) -> u32 {
        self.size += 1;
        if self.size > self.lists as usize * PER_LIST {
            self.lists *= 2;
        }
        self.free.pop().unwrap_or_else(|| {
            // Made in its place: what is pushed is built elsewhere, and its copy waits for the stores.
            self.values.resize_with(self.values.len() + 1, Value::default);
            self.values.len() as u32 - 1
        })
    }

    #[inline]
    fn find(&mut self, key: Key<'_>, create: bool) -> Option<u32> {
        match (key, &self.order) {
            (Key::Integer(integer), Order::Mawk) => self.find_integer(integer, create),
            (Key::Text(text) | Key::Constant(text) | Key::Input(text), Order::Mawk) => {
                self.find_text(text, create)
            }
            _ => self.find_of_gawk(key, create),
        }
    }

    /// The place of a key in gawk's order, where integers and texts are kept apart; the key is canonical.
    fn find_of_gawk(&mut self, key: Key<'_>, create: bool) -> Option<u32> {
        let (kind, text) = match key {
            Key::Integer(integer) => {
                let found = self.integers.find(integer, |place| self.integer(place) == integer);
                if found.is_some() || !create {
                    return found;
                }
                let place = self.new_place();
                self.number_mut(place).integer = integer;
                self.integers.insert(integer, place);
                self.note_new(place, Some(integer as i32));
                return Some(place);
            }
            Key::Text(text) | Key::Constant(text) => (Kind::Text, text),
            Key::Input(text) => (Kind::Input, text),
        };
        let hash = hash(text);
        let found = self.texts.find(hash, |place| self.names[place as usize].is(hash, text));
        if found.is_some() || !create {
            return found;
        }
        let place = self.new_place();
        *self.name_mut(place) = Name { key: Value::new(kind, text), hash, ..Name::NONE };
        self.texts.insert(hash, place);
        self.note_new(place, (text == b"-2147483648").then_some(LEAST));
        Some(place)
    }

    fn find_integer(&mut self, integer: i64, create: bool) -> Option<u32> {
        self.lists = self.lists.max(FIRST_LISTS);
        let place = match self.integers.find(integer, |place| self.integer(place) == integer) {
            Some(place) => place,
            None => {
                let place = if self.has_texts {
                    let mut buffer = Vec::with_capacity(20);
                    number::append_integer(integer, &mut buffer);
                    self.find_text(&buffer, create)?
                } else if create {
                    self.new_place()
                } else {
                    return None;
                };
                self.integers.insert(integer, place);
                let used = self.now();
                *self.number_mut(place) = Number { integer, used };
                return Some(place);
            }
        };
        self.numbers[place as usize].used = self.now();
        Some(place)
    }

    fn find_text(&mut self, text: &[u8], create: bool) -> Option<u32> {
        let hash = hash(text);
        let found = match self.is_usual {
            true => self.texts.find(hash, |place| self.names[place as usize].is(hash, text)),
            false => self.find_text_at_first(hash, text),
        };
        let place = match found {
            Some(place) => place,
            None if !create => return None,
            None => {
                let place = self.new_place();
                let key = Value::new(Kind::Text, text);
                *self.name_mut(place) = Name { key, hash, ..Name::NONE };
                self.texts.insert(hash, place);
                place
            }
        };
        self.names[place as usize].used = self.now();
        Some(place)
    }

    /// Looks for a text where there are none yet, or a walk may know the place.
    #[inline(never)]
    fn find_text_at_first(&mut self, hash: u32, text: &[u8]) -> Option<u32> {
        if !self.has_texts {
            self.add_texts();
        }
        let name = self.likely.and_then(|place| self.names.get(place as usize));
        if name.is_some_and(|name| name.is(hash, text)) {
            return self.likely;
        }
        if self.is_unindexed {
            self.index_texts();
        }
        self.is_usual = self.likely.is_none();
        self.texts.find(hash, |place| self.names[place as usize].is(hash, text))
    }

    /// Where the element is whose subscript is a constant, which a loop uses again and again.
    fn slot_of_constant(&mut self, text: &[u8]) -> Slot {
        let address = text.as_ptr().addr();
        let index = address / size_of::<Value>() % self.constants.len();
        let Constant { address: known, slot } = self.constants[index];
        if known == address && slot.changes == self.changes {
            if let Order::Mawk = self.order {
                self.names[slot.place as usize].used = self.now();
            }
            return slot;
        }
        let slot = self.slot(Key::Text(text));
        self.constants[index] = Constant { address, slot };
        slot
    }

    /// Where the element with this subscript is; it is made if there is none.
    #[inline]
    pub(crate) fn slot(&mut self, key: Key<'_>) -> Slot {
        if let Key::Constant(text) = key {
            return self.slot_of_constant(text);
        }
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
                    self.name_mut(place).is_input = true;
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
        if self.items.is_empty() { self.values.get_mut(place) } else { self.items.get_mut(place) }
    }

    /// The element at a slot, which is that of this subscript: looked for again only where something has been removed
    /// meanwhile.
    #[inline]
    pub(crate) fn again(&mut self, slot: Slot, key: Key<'_>) -> &mut Value {
        match self.at(slot).is_some() {
            true => {
                let place = slot.place as usize;
                if self.items.is_empty() { &mut self.values[place] } else { &mut self.items[place] }
            }
            false => self.get(key),
        }
    }

    /// The element with this subscript, made if there is none.
    #[inline]
    pub(crate) fn get(&mut self, key: Key<'_>) -> &mut Value {
        let place = self.slot(key).place as usize;
        if self.items.is_empty() { &mut self.values[place] } else { &mut self.items[place] }
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
        Some(&mut self.values[at as usize])
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
        self.values[at as usize] = Value::Unset;
        let number = self.numbers.get_mut(at as usize);
        let number = number.map_or(Number::NONE, |it| std::mem::replace(it, Number::NONE));
        let name = self.names.get_mut(at as usize);
        let name = name.map_or(Name::NONE, |it| std::mem::replace(it, Name::NONE));
        let (mut is_text, mut is_integer) = (name.used != NEVER, number.used != NEVER);
        if !matches!(self.order, Order::Mawk) {
            is_integer = matches!(key, Key::Integer(_));
            is_text = !is_integer;
        }
        if is_text && !self.is_unindexed {
            self.texts.remove(name.hash, at);
        }
        if is_integer {
            self.integers.remove(number.integer, at);
        }
        if let Order::Gawk(order) = &mut self.order {
            let is_least = name.key.as_text().is_some_and(|(_, text)| text == b"-2147483648");
            let integer = number.integer.max(i64::from(LEAST)) as i32;
            order.remove(name.table, (is_integer || is_least).then_some(integer));
        }
        self.free.push(at);
        self.size -= 1;
        if self.size == 0 {
            self.clear();
        }
    }

    /// All subscripts, in the order of `for (k in a)`, and where known their places.
    pub(crate) fn keys(&mut self) -> (Vec<Value>, Vec<u32>) {
        if self.len() == 0 {
            return Default::default();
        }
        if !matches!(self.order, Order::Mawk) {
            return (self.keys_of_gawk(), Vec::new());
        }
        if !self.has_texts {
            self.add_texts();
        }
        let places = self.walk(&self.names, |name| {
            let hash = name.key.as_text().map_or(0, |(_, text)| list_hash(text));
            (hash, name.used)
        });
        let keys = places.iter().map(|place| self.names[*place as usize].key.clone()).collect();
        (keys, places)
    }

    /// Says at which place a walk is, if at any.
    pub(crate) fn expect(&mut self, place: Option<u32>) {
        self.likely = place;
        self.is_usual &= place.is_none();
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
        for (place, name) in (0..).zip(&self.names) {
            match name.table {
                _ if name.used == NEVER => {}
                Table::Close => close.push(self.integer(place)),
                Table::Integers => {}
                Table::Texts => {
                    let hash = match name.key.as_text() {
                        Some((_, text)) => of_gawk::hash(text),
                        None => {
                            buffer.clear();
                            number::append_integer(self.integer(place), &mut buffer);
                            of_gawk::hash(&buffer)
                        }
                    };
                    texts.push((name.used, hash, place as usize));
                }
            }
        }
        texts.sort_unstable_by_key(|(time, ..)| *time);
        keys.extend(order.of_texts(&texts).into_iter().map(|place| {
            let name = &self.names[place];
            let key = match self.integer(place as u32) {
                NO_INTEGER => name.key.clone(),
                integer => key_of(integer),
            };
            match key.as_text() {
                Some((_, text)) if name.is_input => Value::input(text),
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
        for key in array.keys().0 {
            key.append_text(&mut text);
            text.push(b' ');
        }
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn constants_are_found_until_something_is_removed() {
        let (one, other) = (*b"one", *b"two");
        let mut array = Array::default();
        for turn in 1..4 {
            for text in [&one, &other] {
                *array.get(Key::Constant(text)) = Value::Number(f64::from(turn));
                assert!(
                    matches!(array.look(Key::Text(text)), Some(Value::Number(number)) if *number == f64::from(turn))
                );
            }
            array.remove(Key::Text(b"one"));
            assert!(matches!(array.get(Key::Constant(&one)), Value::Unset));
            assert!(matches!(array.get(Key::Constant(&other)), Value::Number(_)));
            assert_eq!(array.len(), 2);
        }
        array.load(|items| items.push(Value::Number(1.0)));
        assert!(matches!(array.get(Key::Constant(&one)), Value::Unset));
        assert_eq!(array.len(), 2);
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
    fn a_walk_finds_what_it_comes_to() {
        let mut array = Array::default();
        for number in 0..500 {
            array.get(Key::Integer(number)).set_number(number as f64);
        }
        let (keys, places) = array.keys();
        assert_eq!((keys.len(), places.len()), (500, 500));
        for (count, (key, place)) in keys.iter().zip(&places).enumerate() {
            let text = key.as_text().unwrap().1;
            array.expect(Some(*place));
            if count % 3 == 0 {
                array.remove(Key::Text(text));
                assert!(array.look(Key::Text(text)).is_none());
                // Another element in its place.
                array.get(Key::Text(format!("k{count}").as_bytes()));
            } else {
                let number: f64 = std::str::from_utf8(text).unwrap().parse().unwrap();
                let found = array.look(Key::Text(text));
                assert!(matches!(found, Some(Value::Number(other)) if *other == number));
            }
        }
        assert_eq!(array.len(), 500);
        assert!(array.look(Key::Text(b"k3")).is_some() && array.look(Key::Text(b"k4")).is_none());
    }

    #[test]
    fn what_a_walk_removes_is_gone() {
        let mut array = Array::default();
        for number in 0..100 {
            array.get(Key::Integer(number));
        }
        let (keys, places) = array.keys();
        for (key, place) in keys.iter().zip(places).take(60) {
            array.expect(Some(place));
            array.remove(Key::Text(key.as_text().unwrap().1));
        }
        assert_eq!(array.len(), 40);
        for (number, key) in keys.iter().enumerate() {
            let found = array.look(Key::Text(key.as_text().unwrap().1));
            assert_eq!(found.is_some(), number >= 60);
        }
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
