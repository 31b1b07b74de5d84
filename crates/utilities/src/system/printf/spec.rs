//! One conversion specification of printf(3): flags, width, precision; integers and strings.

/// What stands between `%` and the conversion letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// `-`: padded on the right.
    pub left: bool,
    /// `+`: a sign always.
    pub plus: bool,
    /// Space: a blank where a sign would be.
    pub space: bool,
    /// `#`: the alternate form.
    pub alternate: bool,
    /// `0`: padded with zeros.
    pub zero: bool,
    /// Least number of bytes.
    pub width: usize,
    /// Digits or, for strings, the most bytes.
    pub precision: Option<usize>,
    /// A hexadecimal floating-point number has 1 before the point (ksh93).
    pub begins_with_one: bool,
}

/// Most bytes one conversion is padded to; what glibc refuses as well (INT_MAX).
pub const WIDEST: usize = i32::MAX as usize;

impl Spec {
    /// Sets the width from an argument of `*`: a negative one means `-`.
    pub fn set_width(&mut self, width: i64) {
        self.left |= width < 0;
        self.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
    }

    /// Appends a string: cut by the precision, padded with blanks.
    pub fn string(&self, text: &[u8], out: &mut Vec<u8>) {
        let text = &text[..self.precision.unwrap_or(text.len()).min(text.len())];
        self.pad(text.len(), out, |out| out.extend_from_slice(text));
    }

    /// Appends `body`, which is `length` bytes, with blanks before or after it.
    pub fn pad(&self, length: usize, out: &mut Vec<u8>, body: impl FnOnce(&mut Vec<u8>)) {
        let blanks = self.width.saturating_sub(length);
        if !self.left {
            repeat(b' ', blanks, out);
        }
        body(out);
        if self.left {
            repeat(b' ', blanks, out);
        }
    }

    /// Appends a signed integer (`d`, `i`).
    #[inline]
    pub fn signed(&self, value: i64, out: &mut Vec<u8>) {
        let sign = match (value < 0, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        };
        let mut digits = [0; 24];
        self.integer(sign, digits_of(value.unsigned_abs(), 10, false, &mut digits), out);
    }

    /// Appends an unsigned integer by conversion `letter`: `o`, `u`, `x` or `X`.
    pub fn unsigned(&self, value: u64, letter: u8, out: &mut Vec<u8>) {
        let mut buffer = [0; 24];
        let (base, prefix) = match letter {
            b'o' => (8, ""),
            b'x' => (16, "0x"),
            b'X' => (16, "0X"),
            _ => (10, ""),
        };
        let digits = digits_of(value, base, letter == b'X', &mut buffer);
        if letter == b'o' && self.alternate {
            // The first digit is zero: by raising the precision, as C says.
            let least = if value == 0 { 1 } else { digits.len() + 1 };
            let mut spec = *self;
            spec.zero &= self.precision.is_none();
            match self.precision {
                Some(precision) => {
                    spec.precision = Some(precision.max(least));
                    spec.integer("", digits, out);
                }
                None if value == 0 => spec.integer("", digits, out),
                None => spec.integer("0", digits, out),
            }
            return;
        }
        let prefix = if self.alternate && value != 0 { prefix } else { "" };
        self.integer(prefix, digits, out);
    }

    /// `prefix` is a sign or `0x`; a lone digit 0 is no digit where the precision is 0.
    fn integer(&self, prefix: &str, digits: &[u8], out: &mut Vec<u8>) {
        let digits = if self.precision == Some(0) && digits == b"0" { b"" } else { digits };
        let mut zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        if self.zero && !self.left && self.precision.is_none() {
            zeros = self.width.saturating_sub(prefix.len() + digits.len());
        }
        self.pad(prefix.len() + zeros + digits.len(), out, |out| {
            out.extend_from_slice(prefix.as_bytes());
            repeat(b'0', zeros, out);
            out.extend_from_slice(digits);
        });
    }
}

/// Appends `count` times `byte`.
pub(crate) fn repeat(byte: u8, count: usize, out: &mut Vec<u8>) {
    if count > 0 {
        out.resize(out.len().saturating_add(count), byte);
    }
}

/// The digits of `value`, at the end of `buffer`.
fn digits_of(value: u64, base: u64, upper: bool, buffer: &mut [u8; 24]) -> &[u8] {
    let letters = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let mut rest = value;
    let mut at = buffer.len();
    loop {
        at -= 1;
        let digit = match base {
            8 => rest & 7,
            16 => rest & 15,
            _ => rest % 10,
        };
        buffer[at] = letters[digit as usize];
        rest = match base {
            8 => rest >> 3,
            16 => rest >> 4,
            _ => rest / 10,
        };
        if rest == 0 {
            return &buffer[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let mut out = Vec::new();
        let spec = Spec { zero: true, width: 6, ..Spec::default() };
        spec.signed(-42, &mut out);
        Spec { precision: Some(0), plus: true, ..Spec::default() }.signed(0, &mut out);
        Spec { alternate: true, precision: Some(0), ..Spec::default() }.unsigned(0, b'o', &mut out);
        Spec { alternate: true, ..Spec::default() }.unsigned(255, b'X', &mut out);
        Spec { left: true, width: 3, ..Spec::default() }.signed(i64::MIN, &mut out);
        assert_eq!(out, b"-00042+00XFF-9223372036854775808");
    }
}
