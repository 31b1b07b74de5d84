//! How often a byte occurs in a text.

/// Bytes compared at a time.
const WIDTH: usize = 64;

/// The number of bytes of `text` that are `byte`.
///
/// Counters of a byte each for many places at once: that becomes one comparison and one
/// subtraction for every vector, where counting bits of masks takes a dozen operations on
/// machines that have no instruction for it.
pub fn count(byte: u8, text: &[u8]) -> u64 {
    let mut total = 0;
    let (blocks, rest) = text.as_chunks::<WIDTH>();
    // Before a counter could overflow it is added to the total.
    for blocks in blocks.chunks(usize::from(u8::MAX)) {
        let mut counters = [0u8; WIDTH];
        for block in blocks {
            for (counter, other) in counters.iter_mut().zip(block) {
                *counter += u8::from(*other == byte);
            }
        }
        total += counters.iter().map(|counter| u64::from(*counter)).sum::<u64>();
    }
    total + rest.iter().filter(|other| **other == byte).count() as u64
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn long_texts_and_what_is_left_of_them() {
        for length in [0, 1, 63, 64, 65, 64 * 255, 64 * 255 + 1, 64 * 600 + 17] {
            let text = vec![b'a'; length];
            assert_eq!(count(b'a', &text), length as u64);
            assert_eq!(count(b'b', &text), 0);
            let mixed: Vec<u8> = (0..length).map(|at| (at % 7) as u8).collect();
            let expected = mixed.iter().filter(|byte| **byte == 3).count() as u64;
            assert_eq!(count(3, &mixed), expected, "{length}");
        }
    }
}
