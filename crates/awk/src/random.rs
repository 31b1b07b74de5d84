//! rand() and srand(): the additive feedback generator of random(3), in the GNU C library, which
//! mawk uses on Debian, and as gawk brings it: with more state, and shuffled (Bays and Durham).

use crate::dialect::Dialect;

/// Words of state.
const DEGREE: usize = 31;
const DEGREE_OF_GAWK: usize = 63;
/// How far apart the two words are that are added.
const DISTANCE: usize = 3;
const DISTANCE_OF_GAWK: usize = 1;
/// Numbers that wait in gawk's buffer.
const SHUFFLED: usize = 512;

/// The generator.
pub(crate) struct Random {
    state: Vec<i32>,
    distance: usize,
    at: usize,
    /// gawk's numbers in waiting, and the last one given, which says what is next.
    shuffled: Vec<u32>,
    last: u32,
}

impl Random {
    /// Starts the sequence of a seed.
    pub(crate) fn new(seed: u32, dialect: Dialect) -> Self {
        let shuffles = dialect.rules().random_is_shuffled;
        let mut word = if seed == 0 && !shuffles { 1 } else { seed as i32 };
        let (degree, distance) =
            if shuffles { (DEGREE_OF_GAWK, DISTANCE_OF_GAWK) } else { (DEGREE, DISTANCE) };
        let mut state = vec![0; degree];
        state[0] = word;
        for place in &mut state[1..] {
            if word == 0 && shuffles {
                word = 123_459_876;
            }
            // 16807 * word modulo 2^31 - 1, as Schrage does it.
            let (high, low) = (i64::from(word) / 127_773, i64::from(word) % 127_773);
            let mut next = 16_807 * low - 2_836 * high;
            if next < 0 {
                next += 2_147_483_647;
            }
            word = next as i32;
            *place = word;
        }
        let mut random = Self { state, distance, at: 0, shuffled: Vec::new(), last: 0 };
        if shuffles {
            random.shuffled = (0..SHUFFLED).map(|_| random.next()).collect();
            random.last = random.next();
        }
        for _ in 0..degree * 10 {
            if shuffles {
                random.next_shuffled();
            } else {
                random.next();
            }
        }
        random
    }

    fn next_shuffled(&mut self) -> u32 {
        let new = self.next();
        let place = self.last as usize % SHUFFLED;
        self.last = std::mem::replace(&mut self.shuffled[place], new);
        self.last
    }

    fn next(&mut self) -> u32 {
        let degree = self.state.len();
        let front = (self.at + self.distance) % degree;
        let sum = self.state[front].wrapping_add(self.state[self.at]);
        self.state[front] = sum;
        self.at = (self.at + 1) % degree;
        (sum as u32) >> 1
    }

    /// A number from 0 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        if !self.shuffled.is_empty() {
            return self.number_of_gawk();
        }
        f64::from(self.next()) / 2_147_483_647.0
    }
}

impl Random {
    /// Two numbers make one with more bits, below 1.
    fn number_of_gawk(&mut self) -> f64 {
        loop {
            let (one, other) = (f64::from(self.next_shuffled()), f64::from(self.next_shuffled()));
            let number = 0.5 + (one / 2_147_483_648.0 + other) / 2_147_483_648.0 - 0.5;
            if number != 1.0 {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Random};

    #[test]
    fn the_sequence_of_the_c_library() {
        let mut random = Random::new(1, Dialect::Mawk);
        let numbers: Vec<u32> = (0..4).map(|_| random.next()).collect();
        assert_eq!(numbers, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
        // A state of nothing but zeros behind the first.
        let mut random = Random::new(2_147_483_647, Dialect::Mawk);
        assert_eq!(random.next(), 1_065_668_062);
    }
}
