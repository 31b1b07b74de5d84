//! Values: unset, numbers, and strings that know where they come from.
//!
//! A string that came from outside (a field, `getline`, ARGV, ENVIRON, `-v`) may stand for a
//! number: whether it does is found out when it is compared or assigned. Short strings are
//! kept in the value itself, so that most values need no memory of their own.

use crate::dialect::Dialect;
use crate::number::{self, NumberFormat};
use std::cmp::Ordering;
use std::rc::Rc;

/// What a string may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing but itself.
    Text,
    /// A number, if it looks like one: nobody has looked yet.
    Input,
    /// A number: it looks like one.
    Numeric,
}

/// Bytes of a string that fit a value.
const SHORT: usize = 21;

/// A value of a variable, a field or an expression.
#[derive(Clone, Debug, Default)]
pub(crate) enum Value {
    /// Never assigned: both 0 and the empty string.
    #[default]
    Unset,
    Number(f64),
    Short(Kind, u8, [u8; SHORT]),
    Long(Kind, Rc<[u8]>),
    /// A string that grows by being appended to.
    Growing(Rc<Vec<u8>>),
}

impl Value {
    /// A value of this text, held in place where it is short.
    #[inline]
    pub(crate) fn new(kind: Kind, text: &[u8]) -> Self {
        if text.len() <= SHORT {
            Value::Short(kind, text.len() as u8, short(text))
        } else {
            Value::Long(kind, text.into())
        }
    }

    /// A string that is only a string.
    #[inline]
    pub(crate) fn text(text: &[u8]) -> Self {
        Self::new(Kind::Text, text)
    }

    /// A string from outside; an empty one stands for nothing else.
    #[inline]
    pub(crate) fn input(text: &[u8]) -> Self {
        Self::new(if text.is_empty() { Kind::Text } else { Kind::Input }, text)
    }

    /// The bytes and the kind of a string.
    #[inline]
    pub(crate) fn as_text(&self) -> Option<(Kind, &[u8])> {
        match self {
            Value::Short(kind, length, bytes) => Some((*kind, &bytes[..usize::from(*length)])),
            Value::Long(kind, text) => Some((*kind, text)),
            Value::Growing(text) => Some((Kind::Text, text)),
            _ => None,
        }
    }

    /// The value as a number.
    #[inline]
    pub(crate) fn number(&self, dialect: Dialect) -> f64 {
        match self {
            Value::Number(number) => *number,
            Value::Unset => 0.0,
            Value::Short(_, length, bytes) => {
                number::value_of(&bytes[..usize::from(*length)], dialect)
            }
            Value::Long(_, text) => number::value_of(text, dialect),
            Value::Growing(text) => number::value_of(text, dialect),
        }
    }

    /// Appends the value as a string; `format` is CONVFMT.
    #[inline]
    pub(crate) fn append(&self, format: &NumberFormat, out: &mut Vec<u8>) {
        match self {
            Value::Unset => {}
            Value::Number(number) => number::append(*number, format, out),
            Value::Short(_, length, bytes) => out.extend_from_slice(&bytes[..usize::from(*length)]),
            Value::Long(_, text) => out.extend_from_slice(text),
            Value::Growing(text) => out.extend_from_slice(text),
        }
    }

    /// Appends the value, which is a string.
    #[inline]
    pub(crate) fn append_text(&self, out: &mut Vec<u8>) {
        if let Some((_, text)) = self.as_text() {
            out.extend_from_slice(text);
        }
    }

    /// Appends to a string where it is. False where that takes another value: it is none, or so short that it had its
    /// place in this one and has no more.
    pub(crate) fn grow(&mut self, more: &[u8]) -> bool {
        match self {
            Value::Short(kind, length, bytes) => {
                let start = usize::from(*length);
                let Some(room) = bytes.get_mut(start..start + more.len()) else { return false };
                room.copy_from_slice(more);
                *length += more.len() as u8;
                *kind = Kind::Text;
                return true;
            }
            Value::Growing(text) => {
                if let Some(text) = Rc::get_mut(text) {
                    text.extend_from_slice(more);
                    return true;
                }
            }
            _ => {}
        }
        // A long one has been appended to before, or may well be again.
        let Some((_, text)) = self.as_text() else { return false };
        let mut grown = Vec::with_capacity(text.len() * 2 + more.len());
        grown.extend_from_slice(text);
        grown.extend_from_slice(more);
        *self = Value::Growing(Rc::new(grown));
        true
    }

    /// Becomes a text, a short one in the place of what was there: a value that is handed on through memory is read
    /// before its stores have ended.
    #[inline]
    pub(crate) fn set(&mut self, kind: Kind, text: &[u8]) {
        if text.len() > SHORT {
            *self = Value::Long(kind, text.into());
            return;
        }
        if !matches!(self, Value::Short(..)) {
            *self = Value::Short(kind, 0, [0; SHORT]);
        }
        if let Value::Short(old, length, bytes) = self {
            *old = kind;
            *length = text.len() as u8;
            copy_short(text, bytes);
        }
    }

    /// Becomes a string that is only a string. The memory of a long one is used again where nobody else has it.
    #[inline]
    pub(crate) fn set_text(&mut self, text: &[u8]) {
        match text.len() {
            ..=SHORT => self.set(Kind::Text, text),
            _ => self.set_long(text),
        }
    }

    #[inline(never)]
    fn set_long(&mut self, text: &[u8]) {
        /// As much memory is kept for a text that takes less than a quarter of it.
        const KEPT: usize = 1024;
        match self {
            Value::Growing(old) => {
                if let Some(old) = Rc::get_mut(old)
                    && old.capacity() <= KEPT.max(text.len() * 4)
                {
                    old.clear();
                    old.extend_from_slice(text);
                    return;
                }
                *self = Value::Long(Kind::Text, text.into());
            }
            // It may well be replaced again.
            Value::Long(_, old) if Rc::strong_count(old) == 1 => {
                let mut new = Vec::with_capacity(text.len() + text.len() / 2);
                new.extend_from_slice(text);
                *self = Value::Growing(Rc::new(new));
            }
            _ => *self = Value::Long(Kind::Text, text.into()),
        }
    }

    /// Becomes what another value is, a short text in its place.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Value) {
        match (self, other) {
            (Value::Short(kind, length, text), Value::Short(other, count, bytes)) => {
                *kind = *other;
                *length = *count;
                *text = *bytes;
            }
            (value, other) => *value = other.clone(),
        }
    }

    /// Frees the memory of a value that nobody asks for any more.
    #[inline]
    pub(crate) fn release(&mut self) {
        if let Value::Long(..) | Value::Growing(_) = self {
            *self = Value::Unset;
        }
    }

    /// Becomes a number.
    #[inline]
    pub(crate) fn set_number(&mut self, number: f64) {
        match self {
            Value::Number(old) => *old = number,
            _ => *self = Value::Number(number),
        }
    }

    /// Finds out whether a string from outside stands for a number.
    #[inline]
    pub(crate) fn settle(&mut self, dialect: Dialect) {
        let (kind, text) = match self {
            Value::Short(kind @ Kind::Input, length, bytes) => {
                (kind, &bytes[..usize::from(*length)])
            }
            Value::Long(kind @ Kind::Input, text) => (kind, &text[..]),
            _ => return,
        };
        *kind = match number::looks_numeric(text, dialect) {
            Some(_) => Kind::Numeric,
            None => Kind::Text,
        };
    }

    /// Whether the value is true: neither zero, where it stands for a number, nor empty.
    pub(crate) fn truth(&self, dialect: Dialect) -> bool {
        match self {
            Value::Unset => false,
            Value::Number(number) => *number != 0.0,
            _ => match self.as_text() {
                Some((kind, text)) => text_truth(kind, text, dialect),
                None => false,
            },
        }
    }
}

/// A short text in an array: copied in two pieces of fixed length, which may overlap, as a copy of
/// any length and filling up the rest are calls that take longer than that.
#[inline]
fn short(text: &[u8]) -> [u8; SHORT] {
    let mut bytes = [0; SHORT];
    copy_short(text, &mut bytes);
    bytes
}

/// Copies a text to the beginning of an array that it fits.
#[inline]
fn copy_short(text: &[u8], bytes: &mut [u8; SHORT]) {
    let length = text.len();
    match (text.first(), text.last()) {
        (Some(&first), Some(&last)) if length < 4 => {
            bytes[0] = first;
            bytes[length / 2] = text[length / 2];
            bytes[length - 1] = last;
        }
        _ if length < 8 => copy_ends::<4>(text, bytes),
        _ if length < 16 => copy_ends::<8>(text, bytes),
        _ => copy_ends::<16>(text, bytes),
    }
}

/// Copies the first and the last `N` bytes of a text that has at least so many.
#[inline]
fn copy_ends<const N: usize>(text: &[u8], bytes: &mut [u8; SHORT]) {
    if let (Some(first), Some(last)) = (text.first_chunk::<N>(), text.last_chunk::<N>()) {
        bytes[..N].copy_from_slice(first);
        bytes[text.len() - N..text.len()].copy_from_slice(last);
    }
}

/// Whether a string is true.
pub(crate) fn text_truth(kind: Kind, text: &[u8], dialect: Dialect) -> bool {
    match kind {
        Kind::Text => !text.is_empty(),
        Kind::Numeric => number::value_of(text, dialect) != 0.0,
        Kind::Input => match number::looks_numeric(text, dialect) {
            Some(number) => number != 0.0,
            None => !text.is_empty(),
        },
    }
}

/// One side of a comparison.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    Unset,
    Number(f64),
    Text(Kind, &'a [u8]),
}

impl<'a> From<&'a Value> for Side<'a> {
    #[inline]
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Unset => Side::Unset,
            Value::Number(number) => Side::Number(*number),
            Value::Short(kind, length, bytes) => Side::Text(*kind, &bytes[..usize::from(*length)]),
            Value::Long(kind, text) => Side::Text(*kind, text),
            Value::Growing(text) => Side::Text(Kind::Text, text),
        }
    }
}

impl Side<'_> {
    /// The number it is compared as; `None` for a string.
    #[inline]
    fn number(self, dialect: Dialect) -> Option<f64> {
        match self {
            Side::Unset => Some(0.0),
            Side::Number(number) => Some(number),
            Side::Text(Kind::Text, _) => None,
            Side::Text(Kind::Numeric, text) => Some(number::value_of(text, dialect)),
            Side::Text(Kind::Input, text) => number::looks_numeric(text, dialect),
        }
    }
}

/// Compares two values: as numbers where both are or stand for some, else as strings. `None` where
/// they cannot be ordered (NaN).
pub(crate) fn compare(a: Side<'_>, b: Side<'_>, format: &NumberFormat) -> Option<Ordering> {
    match (a, b) {
        (Side::Unset, Side::Unset) => return Some(Ordering::Equal),
        (Side::Text(Kind::Text, a), Side::Text(_, b))
        | (Side::Text(_, a), Side::Text(Kind::Text, b)) => return Some(a.cmp(b)),
        _ => {}
    }
    if let (Some(a), Some(b)) = (a.number(format.dialect), b.number(format.dialect)) {
        return a.partial_cmp(&b);
    }
    let mut buffers = (Vec::new(), Vec::new());
    Some(as_bytes(a, format, &mut buffers.0).cmp(as_bytes(b, format, &mut buffers.1)))
}

fn as_bytes<'a>(side: Side<'a>, format: &'a NumberFormat, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    match side {
        Side::Unset => b"",
        Side::Text(_, text) => text,
        Side::Number(number) => {
            number::append(number, format, buffer);
            buffer
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons() {
        let number = Value::Number;
        let (text, input) =
            (|t: &str| Value::text(t.as_bytes()), |t: &str| Value::input(t.as_bytes()));
        for (a, b, order) in [
            (number(2.0), number(10.0), Ordering::Less),
            (text("2"), text("10"), Ordering::Greater),
            (input("2"), input("10"), Ordering::Less),
            (input("2"), number(10.0), Ordering::Less),
            (input("2"), text("10"), Ordering::Greater),
            (input("abc"), number(10.0), Ordering::Greater),
            (Value::Unset, number(0.0), Ordering::Equal),
            (Value::Unset, text(""), Ordering::Equal),
            (Value::Unset, input("0"), Ordering::Equal),
            (text(""), number(0.0), Ordering::Less),
        ] {
            let format = NumberFormat::new(Dialect::Mawk);
            assert_eq!(compare((&a).into(), (&b).into(), &format), Some(order), "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_a_text_replaces_is_gone() {
        let text: Vec<u8> = (1..100).collect();
        let mut value = Value::Unset;
        let mut others = Vec::new();
        for length in [0, 3, 21, 22, 40, 90, 30, 5, 99, 99, 98, 22, 0, 50] {
            for kept in [false, true] {
                value.set_text(&text[..length]);
                assert_eq!(value.as_text(), Some((Kind::Text, &text[..length])));
                if kept {
                    others.push((value.clone(), length));
                }
            }
            value.set(Kind::Input, &text[..length]);
            assert_eq!(value.as_text(), Some((Kind::Input, &text[..length])));
            value.set_text(&text[..length]);
        }
        for (other, length) in others {
            assert_eq!(other.as_text(), Some((Kind::Text, &text[..length])));
        }
    }

    #[test]
    fn texts_of_every_length() {
        let text: Vec<u8> = (1..100).collect();
        for length in 0..40 {
            let value = Value::text(&text[..length]);
            assert_eq!(value.as_text(), Some((Kind::Text, &text[..length])));
        }
    }

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value>(), 24);
    }
}
