//! A byte string that is cheap to clone: short ones are held in place, long ones shared.
//!
//! Values of variables, words and fields are of this type: most are shorter than the limit,
//! so most copies allocate nothing.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

const INLINE: usize = 22;

#[derive(Clone)]
enum Repr {
    Inline(u8, [u8; INLINE]),
    Shared(Rc<[u8]>),
    /// It has been appended to, and may be again without being copied.
    Grown(Rc<Vec<u8>>),
}

/// Whether each byte is one of these.
pub(crate) const fn set_of(bytes: &[u8]) -> [bool; 256] {
    set_with([false; 256], bytes)
}

/// A set, and these bytes too.
pub(crate) const fn set_with(mut table: [bool; 256], bytes: &[u8]) -> [bool; 256] {
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// At most `INLINE` bytes, and zeros behind them: by copies of fixed lengths, which need no call.
#[inline]
fn padded(bytes: &[u8]) -> [u8; INLINE] {
    let mut inline = [0; INLINE];
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk::<16>(), bytes.last_chunk::<8>()) {
        inline[..16].copy_from_slice(first);
        inline[length - 8..length].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        inline[..8].copy_from_slice(first);
        inline[length - 8..length].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        inline[..4].copy_from_slice(first);
        inline[length - 4..length].copy_from_slice(last);
    } else {
        for (to, from) in inline.iter_mut().zip(bytes) {
            *to = *from;
        }
    }
    inline
}

/// An immutable byte string; may hold any bytes.
#[derive(Clone)]
pub struct ByteString(Repr);

impl ByteString {
    /// The empty string.
    pub const EMPTY: ByteString = ByteString(Repr::Inline(0, [0; INLINE]));

    /// Copies `bytes`.
    #[inline]
    pub fn new(bytes: &[u8]) -> Self {
        if bytes.len() <= INLINE {
            Self(Repr::Inline(bytes.len() as u8, padded(bytes)))
        } else {
            Self(Repr::Shared(bytes.into()))
        }
    }

    /// The bytes of the string.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline(length, bytes) => &bytes[..usize::from(*length).min(INLINE)],
            Repr::Shared(bytes) => bytes,
            Repr::Grown(bytes) => bytes,
        }
    }

    /// Appends bytes; what was there is copied only where somebody else has it too, or where
    /// there is no room.
    pub fn push_bytes(&mut self, more: &[u8]) {
        match &mut self.0 {
            Repr::Inline(length, bytes) if usize::from(*length) + more.len() <= INLINE => {
                let begin = usize::from(*length);
                bytes[begin..begin + more.len()].copy_from_slice(more);
                *length += more.len() as u8;
                return;
            }
            Repr::Grown(bytes) => {
                if let Some(bytes) = Rc::get_mut(bytes) {
                    bytes.extend_from_slice(more);
                    return;
                }
            }
            _ => {}
        }
        let before = self.as_bytes();
        let mut bytes = Vec::with_capacity((before.len() + more.len()) * 2);
        bytes.extend_from_slice(before);
        bytes.extend_from_slice(more);
        self.0 = Repr::Grown(Rc::new(bytes));
    }

    /// The decimal digits of a number.
    #[inline]
    pub fn from_integer(number: i64) -> Self {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        Self::new(&digits[at..])
    }
}

impl Deref for ByteString {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl From<&[u8]> for ByteString {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}

impl From<Vec<u8>> for ByteString {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(&bytes)
    }
}

impl From<&str> for ByteString {
    fn from(text: &str) -> Self {
        Self::new(text.as_bytes())
    }
}

impl Default for ByteString {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for ByteString {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        if let (Repr::Shared(a), Repr::Shared(b)) = (&self.0, &other.0)
            && Rc::ptr_eq(a, b)
        {
            return true;
        }
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for ByteString {}

impl PartialEq<[u8]> for ByteString {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}

impl AsRef<[u8]> for ByteString {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for ByteString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.as_bytes().escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_are_equal_to_their_bytes() {
        for length in (0..=24).chain([100]) {
            let bytes: Vec<u8> = (1..=length as u8).collect();
            assert_eq!(ByteString::new(&bytes).as_bytes(), &bytes[..]);
        }
        assert_eq!(std::mem::size_of::<ByteString>(), 24);
    }

    #[test]
    fn integers() {
        for number in [0, 7, -1, 10, i64::MAX, i64::MIN] {
            assert_eq!(ByteString::from_integer(number).as_bytes(), number.to_string().as_bytes());
        }
    }
}
