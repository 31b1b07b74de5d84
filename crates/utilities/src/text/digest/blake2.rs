//! BLAKE2b (RFC 7693), with digests of 512 bits and without a key.

/// Bytes that are taken in at once.
const BLOCK: usize = 128;

/// The first bits of the fractions of the square roots of the first primes.
const START: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Which words of the block each round takes, in which order.
const ORDER: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The four words that each step of a round mixes: columns, then diagonals.
const STEPS: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

/// A digest in the making.
pub struct Blake2b {
    state: [u64; 8],
    count: u128,
    /// What the next block has so far: the last one is another one than the others.
    block: [u8; BLOCK],
    length: usize,
}

impl Blake2b {
    /// A digest of nothing so far.
    pub fn new() -> Self {
        let mut state = START;
        // The length of the digest; one leaf and nothing else.
        state[0] ^= 0x0101_0000 ^ 64;
        Self { state, count: 0, block: [0; BLOCK], length: 0 }
    }

    /// Takes more bytes in.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.length == BLOCK {
                self.count += BLOCK as u128;
                self.compress(false);
                self.length = 0;
            }
            let taken = bytes.len().min(BLOCK - self.length);
            self.block[self.length..self.length + taken].copy_from_slice(&bytes[..taken]);
            self.length += taken;
            bytes = &bytes[taken..];
        }
    }

    /// The digest of all that was taken in.
    pub fn finalize(mut self) -> [u8; 64] {
        self.count += self.length as u128;
        self.block[self.length..].fill(0);
        self.compress(true);
        let mut digest = [0; 64];
        for (bytes, word) in digest.chunks_exact_mut(8).zip(self.state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        digest
    }

    fn compress(&mut self, is_last: bool) {
        let mut words = [0u64; 16];
        for (word, bytes) in words.iter_mut().zip(self.block.chunks_exact(8)) {
            *word = bytes.try_into().map_or(0, u64::from_le_bytes);
        }
        let mut v = [0u64; 16];
        v[..8].copy_from_slice(&self.state);
        v[8..].copy_from_slice(&START);
        v[12] ^= self.count as u64;
        v[13] ^= (self.count >> 64) as u64;
        if is_last {
            v[14] = !v[14];
        }
        for round in 0..12 {
            let order = &ORDER[round % 10];
            for (step, [a, b, c, d]) in STEPS.into_iter().enumerate() {
                let (x, y) = (words[order[2 * step]], words[order[2 * step + 1]]);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
                v[d] = (v[d] ^ v[a]).rotate_right(32);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(24);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
                v[d] = (v[d] ^ v[a]).rotate_right(16);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(63);
            }
        }
        for (word, (low, high)) in self.state.iter_mut().zip(v[..8].iter().zip(&v[8..])) {
            *word ^= low ^ high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Blake2b;

    fn hexadecimal(digest: [u8; 64]) -> String {
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_example_of_the_rfc() {
        let mut digest = Blake2b::new();
        digest.update(b"abc");
        assert!(hexadecimal(digest.finalize()).starts_with("ba80a53f981c4d0d6a2797b69f12f6e9"));
    }

    #[test]
    fn blocks_may_come_in_pieces() {
        let text: Vec<u8> = (0..1000u32).map(|number| number as u8).collect();
        for length in [0, 1, 127, 128, 129, 256, 257, 1000] {
            let (mut whole, mut pieces) = (Blake2b::new(), Blake2b::new());
            whole.update(&text[..length]);
            text[..length].chunks(7).for_each(|piece| pieces.update(piece));
            assert_eq!(whole.finalize(), pieces.finalize());
        }
    }
}
