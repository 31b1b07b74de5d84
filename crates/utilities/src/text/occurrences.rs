//! How often a byte occurs in a text, and where its nth occurrence is.

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

/// So few occurrences are looked for one by one.
const FEW: u64 = 32;
/// Bytes in which occurrences are counted before they are looked for.
const PIECE: usize = 4 << 10;

/// The place behind the last of the next `left` occurrences of a byte. What is found is taken off
/// `left`; `None` where that leaves some.
pub fn after(byte: u8, text: &[u8], left: &mut u64) -> Option<usize> {
    let mut start = 0;
    while *left > FEW {
        let piece = &text[start..text.len().min(start + PIECE)];
        let found = count(byte, piece);
        if found >= *left || piece.is_empty() {
            break;
        }
        *left -= found;
        start += piece.len();
    }
    for at in byte_search::memchr_iter(byte, &text[start..]) {
        *left -= 1;
        if *left == 0 {
            return Some(start + at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{after, count};

    #[test]
    fn the_nth_of_long_and_short_lines() {
        for length in [1, 2, 3, 40, 5000] {
            let text = [&vec![b'a'; length - 1][..], b"\n"].concat().repeat(9000 / length + 40);
            let lines = (text.len() / length) as u64;
            for wanted in [1, 2, 31, 32, 33, 34, 100, lines - 1, lines, lines + 1, lines + 100] {
                let mut left = wanted;
                let place = after(b'\n', &text, &mut left);
                let expected = (wanted <= lines).then_some(wanted as usize * length);
                assert_eq!(place, expected, "{wanted} lines of {length}");
                assert_eq!(left, wanted.saturating_sub(lines));
            }
        }
        let mut left = 3;
        assert_eq!((after(b'x', b"", &mut left), left), (None, 3));
    }

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
