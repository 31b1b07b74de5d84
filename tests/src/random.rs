//! Numbers for generated tests, so that a failure can be repeated (xorshift, Marsaglia 2003). Test files
//! of other crates include this file by its path.

/// The sequence of numbers that follows from a seed, which is not 0.
pub struct Random(pub u64);

#[allow(dead_code)]
impl Random {
    /// A number below `limit`; 0 where that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// One of `all`, which are not none.
    pub fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// At most `most` of `parts`, one after the other.
    pub fn string(&mut self, parts: &[&str], most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.pick(parts)).collect()
    }
}
