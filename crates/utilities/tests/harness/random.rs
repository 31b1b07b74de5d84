//! A small seeded generator of choices, so that a failing case comes up again.

/// Pseudo-random choices (xorshift64*).
pub struct Random(u64);

impl Random {
    /// A sequence that is the same for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 to `bound`, exclusive.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 33) as usize) % bound.max(1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the choices.
    pub fn pick<'c, T: ?Sized>(&mut self, choices: &[&'c T]) -> &'c T {
        choices[self.below(choices.len())]
    }

    /// One of the choices.
    pub fn pick_copy<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A text of up to `most` of these pieces.
    pub fn text(&mut self, pieces: &[&str], most: usize) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).flat_map(|_| self.pick(pieces).bytes()).collect()
    }

    /// Up to `most` of these pieces, which are any bytes.
    pub fn bytes(&mut self, pieces: &[&[u8]], most: usize) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).flat_map(|_| self.pick(pieces).to_vec()).collect()
    }
}
