//! The order in which gawk walks an array.
//!
//! gawk has three tables, and asks one after the other whether it takes a subscript: one for
//! integers from 0 that lie close together, which is walked in their order; one for other integers
//! and one for texts, both of which are hash lists in a prime number of buckets. Which of them an
//! array begins with depends on its first subscript. Here elements are found elsewhere; this only
//! remembers what decides about the order: of a text, when it came, and when the table grew.

use std::collections::BTreeMap;

/// Numbers of buckets.
const SIZES: [u32; 21] = [
    13,
    127,
    1021,
    8191,
    16381,
    32749,
    65497,
    131_101,
    262_147,
    524_309,
    1_048_583,
    2_097_169,
    4_194_319,
    8_388_617,
    16_777_259,
    33_554_467,
    67_108_879,
    134_217_757,
    268_435_459,
    536_870_923,
    1_073_741_827,
];
/// Below 2 to this power integers lie in one tree of leaves.
const SMALL: u32 = 10;
/// Room that may be left unused by the integers that lie close together.
const WASTE: i64 = 1 << (SMALL + 1);

/// In which table an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// Texts, and what integers the table of texts has come to hold.
    Texts,
    Integers,
    Close,
}

/// Two integers of a bucket's list, of which the first may be the only one.
#[derive(Clone, Copy)]
struct Pair {
    numbers: [i32; 2],
    both: bool,
}

/// What decides about the order.
#[derive(Default)]
pub(super) struct Order {
    /// Elements per bucket before a table grows.
    per_bucket: usize,
    /// The table that is asked first, and the one behind it where that is the close one.
    first: Option<Table>,
    second: Option<Table>,
    counts: [usize; 3],
    /// Leaves of close integers by what they begin with: how many they hold, and have room for.
    leaves: BTreeMap<u32, (u32, u32)>,
    /// Room in all leaves.
    room: i64,
    /// Lists of the other integers, the last pair of each being its head.
    buckets: Vec<Vec<Pair>>,
    /// When the table of texts had to grow.
    growths: Vec<u64>,
}

impl Order {
    /// The order of an empty array.
    pub(super) fn new(per_bucket: usize) -> Self {
        Self { per_bucket, ..Self::default() }
    }

    /// Forgets all elements.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.per_bucket);
    }

    /// Notes a new element; in which table it is.
    pub(super) fn insert(&mut self, integer: Option<i32>, now: u64) -> Table {
        let table = self.choose(integer);
        self.counts[table as usize] += 1;
        match (table, integer) {
            (Table::Close, Some(integer)) => {
                let (start, size) = leaf(integer as u32);
                let leaf = self.leaves.entry(start).or_insert_with(|| {
                    self.room += i64::from(size);
                    (0, size)
                });
                leaf.0 += 1;
            }
            (Table::Integers, Some(integer)) => self.insert_integer(integer),
            _ => {
                let size = self.growths.len().checked_sub(1).map_or(0, |last| SIZES[last]);
                let needs_room = size == 0
                    || (self.counts[Table::Texts as usize] / size as usize > self.per_bucket
                        && self.growths.len() < SIZES.len());
                if needs_room {
                    self.growths.push(now);
                }
            }
        }
        table
    }

    fn choose(&mut self, integer: Option<i32>) -> Table {
        let own = if integer.is_some() { Table::Integers } else { Table::Texts };
        let first = *self.first.get_or_insert(match integer {
            Some(0..) => Table::Close,
            _ => own,
        });
        let asked = match first {
            Table::Close => {
                if let Some(integer @ 0..) = integer
                    && self.has_room(integer as u32)
                {
                    return Table::Close;
                }
                *self.second.get_or_insert(own)
            }
            other => other,
        };
        if asked == Table::Texts { Table::Texts } else { own }
    }

    /// Whether an integer lies close enough to the others.
    fn has_room(&self, integer: u32) -> bool {
        let mut power = integer.checked_ilog2().unwrap_or(0).max(SMALL);
        while power >= SMALL {
            power = power.div_ceil(2);
        }
        let used = self.counts[Table::Close as usize] as i64;
        self.room + (1 << power) - used <= WASTE
    }

    fn insert_integer(&mut self, integer: i32) {
        let count = self.counts[Table::Integers as usize];
        if self.buckets.is_empty() {
            self.buckets = vec![Vec::new(); SIZES[0] as usize];
        } else if count / self.buckets.len() > self.per_bucket
            && let Some(&size) = SIZES.iter().find(|size| **size as usize > self.buckets.len())
        {
            let old = std::mem::replace(&mut self.buckets, vec![Vec::new(); size as usize]);
            for pair in old.iter().flat_map(|list| list.iter().rev()) {
                pair.numbers().iter().for_each(|&number| self.push_integer(number));
            }
        }
        self.push_integer(integer);
    }

    fn push_integer(&mut self, integer: i32) {
        let bucket = self.bucket_of(integer);
        match self.buckets[bucket].last_mut() {
            Some(pair) if !pair.both => {
                pair.numbers[1] = integer;
                pair.both = true;
            }
            _ => self.buckets[bucket].push(Pair { numbers: [integer, 0], both: false }),
        }
    }

    fn bucket_of(&self, integer: i32) -> usize {
        mixed(integer as u32) as usize % self.buckets.len()
    }

    fn remove_integer(&mut self, integer: i32) {
        let bucket = self.bucket_of(integer);
        let list = &mut self.buckets[bucket];
        let Some(place) = list.iter().rposition(|pair| pair.numbers().contains(&integer)) else {
            return;
        };
        let pair = &mut list[place];
        if !pair.both {
            list.remove(place);
            return;
        }
        if pair.numbers[0] == integer {
            pair.numbers[0] = pair.numbers[1];
        }
        pair.both = false;
        if place + 1 < list.len()
            && let Some(head) = list.last_mut()
        {
            // Only the head may have one alone: it gives its last.
            let moved = head.numbers[usize::from(head.both)];
            let is_empty = !head.both;
            head.both = false;
            if is_empty {
                list.pop();
            }
            list[place].numbers[1] = moved;
            list[place].both = true;
        }
    }

    /// Notes that an element is gone.
    pub(super) fn remove(&mut self, table: Table, integer: Option<i32>) {
        self.counts[table as usize] -= 1;
        match (table, integer) {
            (Table::Close, Some(integer)) => {
                let (start, _) = leaf(integer as u32);
                if let Some((count, size)) = self.leaves.get_mut(&start) {
                    *count -= 1;
                    if *count == 0 {
                        self.room -= i64::from(*size);
                        self.leaves.remove(&start);
                    }
                }
            }
            (Table::Integers, Some(integer)) => self.remove_integer(integer),
            _ => {}
        }
        if self.counts[table as usize] == 0 {
            self.end_table(table);
        }
    }

    /// A table without elements is no more, and the next one takes its place.
    fn end_table(&mut self, table: Table) {
        let texts = self.counts[Table::Texts as usize] > 0;
        let next = match table {
            Table::Close => self.second.take(),
            Table::Integers => {
                self.buckets.clear();
                texts.then_some(Table::Texts)
            }
            Table::Texts => {
                self.growths.clear();
                None
            }
        };
        if self.first == Some(table) {
            self.first = next;
        } else if self.second == Some(table) {
            self.second = next;
        }
    }

    /// The order of texts, which are given in the order in which they came, with their hashes.
    pub(super) fn of_texts<T: Copy>(&self, texts: &[(u64, u32, T)]) -> Vec<T> {
        let mut order: Vec<(u32, T)> = Vec::with_capacity(texts.len());
        let mut rest = texts;
        for (index, size) in SIZES.iter().enumerate().take(self.growths.len()) {
            // What came while the table had this size, behind what was there; each went to the
            // front of its bucket.
            let until = self.growths.get(index + 1).copied().unwrap_or(u64::MAX);
            let count = rest.partition_point(|(time, ..)| *time < until);
            order.extend(rest[..count].iter().map(|&(_, hash, item)| (hash, item)));
            rest = &rest[count..];
            order.reverse();
            utilities::sorting::sort_by_key(&mut order, |(hash, _)| hash % size);
        }
        order.into_iter().map(|(_, item)| item).collect()
    }

    /// The integers outside of the close ones, in their order.
    pub(super) fn integers(&self) -> impl Iterator<Item = i32> {
        let pairs = self.buckets.iter().flat_map(|list| list.iter().rev());
        pairs.flat_map(|pair| pair.numbers().iter().copied())
    }
}

impl Pair {
    fn numbers(&self) -> &[i32] {
        &self.numbers[..1 + usize::from(self.both)]
    }
}

/// What the leaf begins with that an integer lies in, and how many have room there.
fn leaf(integer: u32) -> (u32, u32) {
    let power = integer.checked_ilog2().unwrap_or(0);
    let (mut power, mut base) = if power < SMALL { (SMALL, 0) } else { (power, 1u32 << power) };
    loop {
        power = power.div_ceil(2);
        let size = 1 << power;
        base += (integer - base) / size * size;
        if power <= SMALL {
            return (base, size);
        }
    }
}

/// The last steps of Paul Hsieh's SuperFastHash.
fn mixed(mut number: u32) -> u32 {
    number ^= number << 3;
    number = number.wrapping_add(number >> 5);
    number ^= number << 4;
    number = number.wrapping_add(number >> 17);
    number ^= number << 25;
    number.wrapping_add(number >> 6)
}

/// The hash of a text: sdbm's, in which C's char has a sign or not.
pub(super) fn hash(text: &[u8]) -> u32 {
    let signed = cfg!(target_arch = "x86_64");
    text.iter().fold(0, |hash: u32, &byte| {
        let byte = if signed { i32::from(byte as i8) as u32 } else { u32::from(byte) };
        hash.wrapping_mul(65_599).wrapping_add(byte)
    })
}

/// The integer that a text is the decimal form of.
#[inline]
pub(super) fn integer(text: &[u8]) -> Option<i32> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, text),
    };
    match digits {
        [b'0'] if !negative => return Some(0),
        [b'1'..=b'9', ..] if digits.len() <= 10 => {}
        _ => return None,
    }
    let mut value = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    i32::try_from(if negative { -value } else { value }).ok()
}
