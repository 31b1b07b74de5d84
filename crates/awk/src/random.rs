//! rand() and srand(): the additive feedback generator of random(3) in the GNU C library,
//! which mawk uses on Debian.

/// Words of state.
const DEGREE: usize = 31;
/// How far apart the two words are that are added.
const DISTANCE: usize = 3;

/// The generator.
pub(crate) struct Random {
    state: [i32; DEGREE],
    at: usize,
}

impl Random {
    /// Starts the sequence of a seed.
    pub(crate) fn new(seed: u32) -> Self {
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        let mut state = [0; DEGREE];
        state[0] = word;
        for place in &mut state[1..] {
            // 16807 * word modulo 2^31 - 1, as Schrage does it.
            let (high, low) = (i64::from(word) / 127_773, i64::from(word) % 127_773);
            let mut next = 16_807 * low - 2_836 * high;
            if next < 0 {
                next += 2_147_483_647;
            }
            word = next as i32;
            *place = word;
        }
        let mut random = Self { state, at: 0 };
        for _ in 0..DEGREE * 10 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let front = (self.at + DISTANCE) % DEGREE;
        let sum = self.state[front].wrapping_add(self.state[self.at]);
        self.state[front] = sum;
        self.at = (self.at + 1) % DEGREE;
        (sum as u32) >> 1
    }

    /// A number from 0 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        f64::from(self.next()) / 2_147_483_647.0
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_of_the_c_library() {
        let mut random = Random::new(1);
        let numbers: Vec<u32> = (0..4).map(|_| random.next()).collect();
        assert_eq!(numbers, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
    }
}
