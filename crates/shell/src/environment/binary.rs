//! Variables that hold bytes (`typeset -b` of ksh93): what is assigned and what they expand to is
//! base64 (RFC 4648, 4), and that is what is kept. `printf %B` and `read` have the bytes.
//!
//! `attributes` encodes and decodes at assignment; `builtins::print`, `printf` and `read` use the
//! bytes. See ksh93(1), Built-in Commands, typeset -b.

use super::Environment;
use super::variables::{BINARY, ZEROS};
use syntax::{ByteString, Name};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base64.
pub fn encoded(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            out.push(match place <= group.len() {
                true => LETTERS[(bits >> (18 - 6 * place) & 63) as usize],
                false => b'=',
            });
        }
    }
    out
}

/// The bytes of groups in base64, each of which may end in `=`; what is no letter is left out.
pub fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    // The bits that no byte has yet, and how many.
    let (mut bits, mut count) = (0u32, 0);
    for &byte in text {
        let Some(value) = LETTERS.iter().position(|letter| *letter == byte) else {
            if byte == b'=' {
                // The group is over.
                (bits, count) = (0, 0);
            }
            continue;
        };
        bits = (bits << 6 | value as u32) & 0xfff;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// What a variable of this size keeps of a text in base64.
pub fn kept(text: &[u8], flags: u32, size: u16) -> ByteString {
    let mut bytes = decoded(text);
    if flags & ZEROS != 0 && size > 0 {
        bytes.resize(usize::from(size), 0);
    }
    ByteString::from(encoded(&bytes))
}

impl Environment {
    /// Whether a variable holds bytes.
    pub fn holds_bytes(&self, name: Name) -> bool {
        self.variables.get(self.resolved(name)).flags & BINARY != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for text in [&b""[..], b"h", b"he", b"hel", b"hello world", b"\0\xff\x01"] {
            assert_eq!(decoded(&encoded(text)), text);
        }
        assert_eq!(encoded(b"hello world"), b"aGVsbG8gd29ybGQ=");
        assert_eq!(decoded(b"aA==ZQ==bA=="), b"hel");
        assert_eq!(kept(b"aGU=", ZEROS, 4).as_bytes(), b"aGUAAA==");
    }
}
