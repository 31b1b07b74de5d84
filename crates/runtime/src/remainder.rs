//! The CRC of POSIX (XCU cksum) by carry-less multiplication, where the processor has it.
//!
//! The libraries that are small know only the CRC that takes the lowest bit of a byte first; POSIX's takes the
//! highest one first, and to turn the bits of each byte around takes longer than the CRC. Here blocks of 16 bytes
//! are polynomials of 128 bits, the first byte's highest bit being the highest power. Four of them are moved by the
//! length of four at a time: each half is multiplied by the remainder of a power of x and added to what is there. What is left at
//! the end is congruent to all that came, and goes through a table ("Fast CRC computation for generic polynomials using
//! PCLMULQDQ instruction", Gopal and others, 2009).

/// Multiplies without carry. To have one is to know that the processor does.
#[derive(Clone, Copy, Debug)]
pub struct Remainder(());

#[cfg(not(target_arch = "x86_64"))]
impl Remainder {
    /// None: not on this processor.
    pub fn new() -> Option<Self> {
        None
    }

    /// Takes `data` into the remainder `crc`: 0 before the first byte; nothing is inverted.
    pub fn update(self, crc: u32, data: &[u8]) -> u32 {
        by_table(crc, data)
    }
}

#[cfg(target_arch = "x86_64")]
impl Remainder {
    /// What multiplies, if the processor does.
    pub fn new() -> Option<Self> {
        let known = is_x86_feature_detected!("pclmulqdq") && is_x86_feature_detected!("ssse3");
        known.then_some(Self(()))
    }

    /// Takes `data` into the remainder `crc`: 0 before the first byte; nothing is inverted.
    pub fn update(self, crc: u32, data: &[u8]) -> u32 {
        let (blocks, rest) = data.as_chunks::<16>();
        let (first, blocks) = match blocks.split_first_chunk::<4>() {
            Some(split) => split,
            None => return by_table(crc, data),
        };
        // SAFETY: `new` makes a value only where the processor has both features.
        let folded = unsafe { fold(crc, first, blocks) };
        by_table(by_table(0, &folded), rest)
    }
}

/// The polynomial without its highest power.
const POLYNOMIAL: u32 = 0x04c1_1db7;

/// The remainder of x to the power `exponent`.
#[cfg(target_arch = "x86_64")]
const fn power(exponent: u32) -> u32 {
    let mut remainder = 1u32;
    let mut done = 0;
    while done < exponent {
        let carry = remainder >> 31;
        remainder = (remainder << 1) ^ (POLYNOMIAL * carry);
        done += 1;
    }
    remainder
}

/// What the halves of a block are multiplied by that is moved by the length of four of them.
#[cfg(target_arch = "x86_64")]
const FOUR_BLOCKS: [i64; 2] = [power(512 + 64) as i64, power(512) as i64];
/// And by the length of one.
#[cfg(target_arch = "x86_64")]
const ONE_BLOCK: [i64; 2] = [power(128 + 64) as i64, power(128) as i64];

/// The remainder of each byte followed by 32 zeros.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder << 1) ^ (POLYNOMIAL * (remainder >> 31));
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

fn by_table(crc: u32, data: &[u8]) -> u32 {
    data.iter().fold(crc, |crc, &byte| {
        let [index, ..] = (crc ^ u32::from(byte) << 24).to_be_bytes();
        crc << 8 ^ TABLE[usize::from(index)]
    })
}

/// 16 bytes congruent to all of the blocks, of which there are `first` and `blocks`, after the remainder `crc`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq", enable = "ssse3")]
fn fold(crc: u32, first: &[[u8; 16]; 4], blocks: &[[u8; 16]]) -> [u8; 16] {
    use std::arch::x86_64::{
        __m128i, _mm_clmulepi64_si128, _mm_loadu_si128, _mm_set_epi8, _mm_set_epi32,
        _mm_set_epi64x, _mm_shuffle_epi8, _mm_storeu_si128, _mm_xor_si128,
    };
    let turned = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let load = |block: &[u8; 16]| {
        // SAFETY: 16 bytes are read that the reference is of; no alignment is needed.
        let bytes = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        _mm_shuffle_epi8(bytes, turned)
    };
    let moved = |block: __m128i, by: __m128i| {
        let high = _mm_clmulepi64_si128::<0x11>(block, by);
        let low = _mm_clmulepi64_si128::<0x00>(block, by);
        _mm_xor_si128(high, low)
    };
    let mut sums = first.each_ref().map(load);
    sums[0] = _mm_xor_si128(sums[0], _mm_set_epi32(crc.cast_signed(), 0, 0, 0));
    let (fours, single) = blocks.as_chunks::<4>();
    let by_four = _mm_set_epi64x(FOUR_BLOCKS[0], FOUR_BLOCKS[1]);
    for four in fours {
        for (sum, block) in sums.iter_mut().zip(four) {
            *sum = _mm_xor_si128(moved(*sum, by_four), load(block));
        }
    }
    let by_one = _mm_set_epi64x(ONE_BLOCK[0], ONE_BLOCK[1]);
    let [mut sum, second, third, fourth] = sums;
    for next in [second, third, fourth].into_iter().chain(single.iter().map(load)) {
        sum = _mm_xor_si128(moved(sum, by_one), next);
    }
    let mut folded = [0; 16];
    // SAFETY: 16 bytes are written to an array of as many; no alignment is needed.
    unsafe { _mm_storeu_si128(folded.as_mut_ptr().cast(), _mm_shuffle_epi8(sum, turned)) };
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit by bit, as POSIX describes it.
    fn described(mut crc: u32, data: &[u8]) -> u32 {
        for &byte in data {
            for bit in (0..8).rev() {
                let carry = (crc >> 31) ^ u32::from(byte >> bit & 1);
                crc = (crc << 1) ^ (POLYNOMIAL * carry);
            }
        }
        crc
    }

    #[test]
    fn every_length_and_place_is_the_described_remainder() {
        let mut state = 1u32;
        let data: Vec<u8> = (0..700)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        if let Some(way) = Remainder::new() {
            for start in 0..20 {
                for end in start..data.len() {
                    let (text, before) = (&data[start..end], state.rotate_left(end as u32));
                    let crc = if start % 2 == 0 { 0 } else { before };
                    assert_eq!(way.update(crc, text), described(crc, text), "{start}..{end}");
                }
            }
            // In pieces as in one.
            let (one, other) = data.split_at(333);
            assert_eq!(way.update(way.update(0, one), other), described(0, &data));
        }
        assert_eq!(by_table(5, &data), described(5, &data));
    }
}
