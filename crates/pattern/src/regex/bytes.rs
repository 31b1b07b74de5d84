//! Sets of bytes: what the searches that come before a match look for.
//!
//! A set of characters (`characters`) may have members of several bytes; these have not. They are
//! four words with a bit for each byte, so that membership is one shift, and are copied freely.

use super::options::RegexOptions;
use crate::characters::CharSet;

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set of one byte.
    pub(super) fn of_byte(byte: u8) -> ByteSet {
        let mut set = ByteSet::default();
        set.add(byte);
        set
    }

    /// The members of a set of characters that are one byte.
    pub(super) fn of_bytes(set: &CharSet) -> ByteSet {
        ByteSet(*set.byte_bits())
    }

    /// The members of a set of characters, where each of them is one byte that is never a part of
    /// another character.
    pub(super) fn of_narrow(set: &CharSet, options: &RegexOptions) -> Option<ByteSet> {
        let bytes = ByteSet::of_bytes(set);
        let is_narrow = !set.may_have_wide() && bytes.is_ascii();
        (!options.utf8 || is_narrow).then_some(bytes)
    }

    /// Adds a byte.
    pub(super) fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Adds the bytes that members of a set of characters may begin with.
    pub(super) fn add_firsts(&mut self, set: &CharSet, options: &RegexOptions) {
        self.0.iter_mut().zip(set.byte_bits()).for_each(|(one, other)| *one |= other);
        if options.utf8 && set.may_have_wide() {
            (self.0[2], self.0[3]) = (u64::MAX, u64::MAX);
        }
    }

    /// Whether the byte is a member.
    #[inline]
    pub(super) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Whether all members are below 128.
    pub(super) fn is_ascii(&self) -> bool {
        self.0[2] | self.0[3] == 0
    }

    /// The number of members.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The members, in their order.
    pub(super) fn members(&self) -> impl DoubleEndedIterator<Item = u8> {
        let set = *self;
        (0..=u8::MAX).filter(move |byte| set.has(*byte))
    }

    /// The least and the greatest member; of an empty set 0 and 0.
    pub(super) fn ends(&self) -> [u8; 2] {
        let word = |at: usize| at as u8 * 64;
        let least = self.0.iter().position(|bits| *bits != 0);
        let greatest = self.0.iter().rposition(|bits| *bits != 0);
        [
            least.map_or(0, |at| word(at) + self.0[at].trailing_zeros() as u8),
            greatest.map_or(0, |at| word(at) + self.0[at].ilog2() as u8),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSet;

    #[test]
    fn members_of_a_set() {
        let mut set = ByteSet::default();
        assert_eq!((set.count(), set.ends(), set.members().next()), (0, [0, 0], None));
        for byte in [200, 0, 63, 64, 255] {
            set.add(byte);
            assert!(set.has(byte) && !set.has(byte ^ 1));
        }
        assert_eq!(set.members().collect::<Vec<u8>>(), [0, 63, 64, 200, 255]);
        assert_eq!((set.count(), set.ends()), (5, [0, 255]));
        assert_eq!(ByteSet::of_byte(64).ends(), [64, 64]);
    }
}
