//! Where in a vector something with a certain hash is, a table with open addressing; or with a certain
//! number, a plain list as far as the numbers are dense.

/// In the place of a place: nothing has been here, so that a search ends.
const EMPTY: u32 = u32::MAX;
/// What was here is gone.
const GONE: u32 = u32::MAX - 1;
/// The size a table begins with, a power of two.
const FIRST: usize = 16;

/// A table of hashes and places. A quarter of it, at least, is empty.
#[derive(Default)]
pub(super) struct Index {
    slots: Vec<(u32, u32)>,
    /// Slots that are not empty.
    used: usize,
    /// Those that hold something.
    full: usize,
}

impl Index {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        match self.slots.len() {
            ..=FIRST => self.slots.fill((0, EMPTY)),
            _ => self.slots = Vec::new(),
        }
        self.used = 0;
        self.full = 0;
    }

    /// The place with this hash that is the one.
    #[inline]
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let length = self.slots.len();
        if self.full == 0 {
            return None;
        }
        let mut search = Search::new(hash, length);
        loop {
            let (other, place) = self.slots[search.at];
            if place == EMPTY {
                return None;
            }
            if other == hash && place != GONE && is_it(place) {
                return Some(place);
            }
            search.go_on();
        }
    }

    /// Makes room for so many places, where the table is empty.
    pub(super) fn reserve(&mut self, count: usize) {
        let length = (count * 4 / 3 + 2).next_power_of_two();
        if self.used == 0 && length > self.slots.len().max(FIRST) {
            self.slots = vec![(0, EMPTY); length];
        }
    }

    /// Adds a place, which is not there yet.
    pub(super) fn insert(&mut self, hash: u32, place: u32) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.make_room();
        }
        let before = Self::put(&mut self.slots, hash, place);
        self.used += usize::from(before == EMPTY);
        self.full += 1;
    }

    /// Puts a place into the first slot that is free; what was there.
    fn put(slots: &mut [(u32, u32)], hash: u32, place: u32) -> u32 {
        let mut search = Search::new(hash, slots.len());
        loop {
            let slot = &mut slots[search.at];
            if matches!(slot.1, EMPTY | GONE) {
                return std::mem::replace(slot, (hash, place)).1;
            }
            search.go_on();
        }
    }

    /// Makes the table larger, or, where much of it is gone, as large again.
    #[cold]
    fn make_room(&mut self) {
        let length = self.slots.len();
        let length = if self.full * 2 >= length { (length * 2).max(FIRST) } else { length };
        let old = std::mem::replace(&mut self.slots, vec![(0, EMPTY); length]);
        for (hash, place) in old.into_iter().filter(|(_, place)| *place < GONE) {
            Self::put(&mut self.slots, hash, place);
        }
        self.used = self.full;
    }

    /// Takes a place out that is there.
    pub(super) fn remove(&mut self, hash: u32, place: u32) {
        let mut search = Search::new(hash, self.slots.len());
        while let Some(slot) = self.slots.get_mut(search.at).filter(|slot| slot.1 != EMPTY) {
            if slot.1 == place {
                slot.1 = GONE;
                self.full -= 1;
                return;
            }
            search.go_on();
        }
    }
}

/// The slots in which something with a certain hash may be, one after the other: the first by the lowest bits of the
/// hash, so that numbers in a row are in a row and none of them meets another; then the one beside it, then those
/// that the other bits lead to, five at a time, and at last all of them.
struct Search {
    at: usize,
    mask: usize,
    bits: usize,
    is_beside: bool,
}

impl Search {
    #[inline]
    fn new(hash: u32, length: usize) -> Self {
        let (bits, mask) = (hash as usize, length.wrapping_sub(1));
        Self { at: bits & mask, mask, bits, is_beside: false }
    }

    #[inline]
    fn go_on(&mut self) {
        self.is_beside = !self.is_beside;
        if self.is_beside {
            self.at ^= 1;
            return;
        }
        self.bits >>= 5;
        // Without further bits a sequence of all numbers below a power of two: 5 is 1 modulo 4, 1 is odd.
        self.at = ((self.at ^ 1) * 5 + self.bits + 1) & self.mask;
    }
}

/// The hash of a number. No two numbers of 32 bits have the same one, and those in a row have hashes in a row.
#[inline]
fn hash_of_number(integer: i64) -> u32 {
    (integer as u32) ^ ((integer >> 32) as u32).wrapping_mul(0x9E37_79B1)
}

/// Where things with certain numbers are.
#[derive(Default)]
pub(super) struct Integers {
    /// The places of 0, 1, ...; numbers that were too large for it when they came may be elsewhere.
    dense: Vec<u32>,
    /// How many it has.
    count: usize,
    others: Index,
}

impl Integers {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.dense.clear();
        self.count = 0;
        self.others.clear();
    }

    /// The place with this number, `is_it` telling whether a place has it.
    #[inline]
    pub(super) fn find(&self, integer: i64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        match self.dense.get(integer as usize) {
            Some(&place) if place != EMPTY => Some(place),
            _ => self.others.find(hash_of_number(integer), is_it),
        }
    }

    /// Adds a place, which is not there yet.
    pub(super) fn insert(&mut self, integer: i64, place: u32) {
        let at = integer as usize;
        if at >= self.dense.len() {
            // At least a quarter of it is to be used.
            if at >= self.count * 4 + FIRST {
                self.others.insert(hash_of_number(integer), place);
                return;
            }
            self.dense.resize((at + 1).max(self.count * 2).max(FIRST), EMPTY);
        }
        self.dense[at] = place;
        self.count += 1;
    }

    /// Takes a place out that is there.
    pub(super) fn remove(&mut self, integer: i64, place: u32) {
        match self.dense.get_mut(integer as usize) {
            Some(slot) if *slot == place => {
                *slot = EMPTY;
                self.count -= 1;
            }
            _ => self.others.remove(hash_of_number(integer), place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, Integers};

    #[test]
    fn numbers_dense_or_not() {
        let mut integers = Integers::default();
        let numbers = || {
            (0..500).rev().step_by(3).chain(0..500).chain([
                -1,
                -7,
                i64::MAX,
                1 << 20,
                1 << 40,
                (1 << 40) + 7,
            ])
        };
        let mut known = std::collections::BTreeMap::new();
        for (place, number) in (0..).zip(numbers()) {
            match known.remove(&number) {
                Some(old) if number % 2 == 0 => integers.remove(number, old),
                Some(old) => drop(known.insert(number, old)),
                None => {
                    known.insert(number, place);
                    integers.insert(number, place);
                }
            }
        }
        for number in numbers() {
            let place = known.get(&number).copied();
            assert_eq!(integers.find(number, |other| Some(other) == place), place, "{number}");
        }
        integers.clear();
        assert_eq!(integers.find(3, |_| true), None);
    }

    #[test]
    fn holds_what_was_put_in_and_not_taken_out() {
        let mut index = Index::default();
        let mut known = std::collections::BTreeMap::new();
        let mut random = 1u32;
        for round in 0..20_000u32 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Few hashes, so that some are equal.
            let hash = (random >> 20) % 700 * 4096;
            let place = (random >> 8) & 0xfff;
            match known.remove(&place) {
                Some(hash) => index.remove(hash, place),
                None => {
                    known.insert(place, hash);
                    index.insert(hash, place);
                }
            }
            if round % 64 == 0 {
                for other in 0..0x1000 {
                    let hash = known.get(&other).copied();
                    let found = index.find(hash.unwrap_or(4096), |place| place == other);
                    assert_eq!(found.is_some(), hash.is_some(), "{other}");
                }
            }
        }
    }
}
