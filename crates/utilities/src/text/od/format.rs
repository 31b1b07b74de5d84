//! The types of od: what the bytes of a line are taken for.

use super::float;
use crate::text::Plan;

/// What values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `a`
    Named,
    /// `c`
    Character,
    /// `d`
    Signed,
    /// `f`
    Float,
    /// `o`
    Octal,
    /// `u`
    Unsigned,
    /// `x`
    Hexadecimal,
}

/// One type, as it is laid out.
#[derive(Clone, Debug)]
pub struct Format {
    kind: Kind,
    /// Bytes a value, as a power of two.
    log_size: u32,
    /// Columns a value takes.
    width: usize,
    /// Blanks of a whole line, beside those.
    pad: usize,
    /// Blanks before each value, where all have as many.
    gap: Option<usize>,
    /// Printable characters are shown at the end of the line.
    text: bool,
}

const NAMES: [&str; 33] = [
    "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr",
    "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc",
    "fs", "gs", "rs", "us", "sp",
];

impl Format {
    /// Reads types such as `x1z` or `d4c`.
    pub fn parse_all(types: &[u8], formats: &mut Vec<Format>) -> Plan<()> {
        let wrong = "a type that is not reproduced";
        let mut rest = types;
        while let Some((&letter, after)) = rest.split_first() {
            rest = after;
            let kind = match letter {
                b'a' => Kind::Named,
                b'c' => Kind::Character,
                b'd' => Kind::Signed,
                b'f' => Kind::Float,
                b'o' => Kind::Octal,
                b'u' => Kind::Unsigned,
                b'x' => Kind::Hexadecimal,
                _ => return Err(wrong),
            };
            let mut log_size = 0;
            if !matches!(kind, Kind::Named | Kind::Character) {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                (log_size, rest) = match rest.first() {
                    _ if kind == Kind::Float => float_size(rest).ok_or(wrong)?,
                    Some(b'C') => (0, &rest[1..]),
                    Some(b'S') => (1, &rest[1..]),
                    Some(b'I') => (2, &rest[1..]),
                    Some(b'L') => (3, &rest[1..]),
                    _ => {
                        let log_size = match &rest[..digits] {
                            b"" | b"4" => 2,
                            b"1" => 0,
                            b"2" => 1,
                            b"8" => 3,
                            _ => return Err(wrong),
                        };
                        (log_size, &rest[digits..])
                    }
                };
            }
            let text = rest.first() == Some(&b'z');
            if text {
                rest = &rest[1..];
            }
            let width = match kind {
                Kind::Named | Kind::Character => 3,
                Kind::Signed => [4, 6, 11, 20][log_size as usize],
                Kind::Float if log_size == 2 => 15,
                Kind::Float => 24,
                Kind::Octal => [3, 6, 11, 22][log_size as usize],
                Kind::Unsigned => [3, 5, 10, 20][log_size as usize],
                Kind::Hexadecimal => [2, 4, 8, 16][log_size as usize],
            };
            formats.push(Format { kind, log_size, width, pad: 0, gap: None, text });
        }
        Ok(())
    }

    /// Whether values have a decimal point, which the locale may have an opinion on.
    pub fn has_point(&self) -> bool {
        self.kind == Kind::Float
    }

    /// The size of a value in bytes.
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// Appends the values of a line of up to `line` bytes.
    pub fn put(&self, block: &[u8], line: usize, out: &mut Vec<u8>) {
        // Sizes are powers of two: divisions would take longer than what they are for.
        let fields = line >> self.log_size;
        let shown = (block.len() + self.size() - 1) >> self.log_size;
        let is_whole = block.len() == shown << self.log_size;
        // Blanks that stand before the values from that one on.
        let blanks_from = |index: usize| self.pad * (fields - index) / fields;
        let length = match self.gap {
            Some(gap) => shown * (self.width + gap),
            None => shown * self.width + self.pad - blanks_from(shown),
        };
        let start = out.len();
        out.resize(start + length, b' ');
        let text = &mut out[start..];
        if !self.gap.is_some_and(|gap| is_whole && self.put_digits(block, gap, text)) {
            let mut end = 0;
            for (index, value) in block.chunks(self.size()).enumerate() {
                let blanks =
                    self.gap.unwrap_or_else(|| blanks_from(index) - blanks_from(index + 1));
                let begin = end + blanks;
                end = begin + self.width;
                self.put_value(value, &mut text[begin..end]);
            }
        }
        if self.text {
            let blank = fields - shown;
            let blanks = blank * self.width + self.pad * blank / fields;
            out.extend(std::iter::repeat_n(b' ', blanks));
            out.extend_from_slice(b"  >");
            out.extend(block.iter().map(|&b| if matches!(b, 0x20..=0x7e) { b } else { b'.' }));
            out.push(b'<');
        }
    }

    /// Writes all values of a line at once, each behind so many blanks, where that is quicker: whether it is.
    fn put_digits(&self, block: &[u8], blanks: usize, text: &mut [u8]) -> bool {
        let step = blanks + self.width;
        match (self.kind, self.log_size) {
            (Kind::Octal, 0) => digits::<3, 1, 3>(block, step, text),
            (Kind::Octal, 1) => digits::<3, 2, 6>(block, step, text),
            (Kind::Hexadecimal, 0) => digits::<4, 1, 2>(block, step, text),
            (Kind::Hexadecimal, 1) => digits::<4, 2, 4>(block, step, text),
            (Kind::Hexadecimal, 2) => digits::<4, 4, 8>(block, step, text),
            _ => return false,
        }
        true
    }

    /// Writes a value to the end of `field`, which is blank and as wide as the widest value.
    fn put_value(&self, bytes: &[u8], field: &mut [u8]) {
        let value = little_endian(bytes);
        match self.kind {
            Kind::Octal => by_bits::<3>(value, field),
            Kind::Hexadecimal => by_bits::<4>(value, field),
            Kind::Float if self.log_size == 2 => float::put(f32::from_bits(value as u32), field),
            Kind::Float => float::put(f64::from_bits(value), field),
            Kind::Unsigned => {
                decimal(value, field);
            }
            Kind::Signed => {
                let shift = 64 - 8 * self.size() as u32;
                let signed = (value << shift) as i64 >> shift;
                let first = decimal(signed.unsigned_abs(), field);
                if signed < 0 {
                    field[first - 1] = b'-';
                }
            }
            Kind::Named | Kind::Character => {
                let mut room = [0; 3];
                let name = self.name(bytes[0], &mut room);
                let first = field.len() - name.len();
                field[first..].copy_from_slice(name);
            }
        }
    }

    /// How a byte is called, in `room` where that is no constant.
    fn name<'r>(&self, byte: u8, room: &'r mut [u8; 3]) -> &'r [u8] {
        let is_named = self.kind == Kind::Named;
        match if is_named { byte & 0x7f } else { byte } {
            0x7f if is_named => b"del",
            low @ 0..=0x20 if is_named => NAMES[usize::from(low)].as_bytes(),
            0 => b"\\0",
            7 => b"\\a",
            8 => b"\\b",
            9 => b"\\t",
            10 => b"\\n",
            11 => b"\\v",
            12 => b"\\f",
            13 => b"\\r",
            shown @ (b' ' | 0x21..=0x7e) => {
                room[0] = shown;
                &room[..1]
            }
            _ => {
                *room = [6, 3, 0].map(|shift| b'0' + (byte >> shift & 7));
                room
            }
        }
    }
}

/// The size that a type of floating-point values begins with, as a power of two, and what follows it. The others, which
/// not all versions have, are not reproduced.
fn float_size(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match (text.first(), &text[..digits]) {
        (Some(b'F'), _) => Some((2, &text[1..])),
        (Some(b'D'), _) => Some((3, &text[1..])),
        (Some(b'B' | b'H' | b'L'), _) => None,
        (_, b"4") => Some((2, &text[digits..])),
        (_, b"" | b"8") => Some((3, &text[digits..])),
        _ => None,
    }
}

/// A value of up to eight bytes; one that the end of the file cuts short is filled up with zeros.
fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
    }
}

/// Fills a field with the digits of a number in the radix of so many bits.
#[inline]
pub fn by_bits<const BITS: u32>(value: u64, field: &mut [u8]) {
    let mut left = value;
    for to in field.rchunks_mut(8) {
        to.copy_from_slice(&last_eight::<BITS>(left)[8 - to.len()..]);
        left >>= 8 * BITS;
    }
}

/// The last eight digits of a number in the radix of so many bits, 3 or 4. Without a table: a short run would read
/// it from the file for this alone.
#[inline]
pub fn last_eight<const BITS: u32>(value: u64) -> [u8; 8] {
    // Four digits go to each half, two to each quarter, one to each byte, the last one lowest.
    let spread = |value: u64, digits: u32| {
        let (bits, room) = (digits * BITS, digits * 8);
        let each = u64::MAX / ((1 << room) - 1);
        (value | value << (room - bits)) & (each * ((1 << bits) - 1))
    };
    let value = value & ((1 << (8 * BITS)) - 1);
    let digits = spread(spread(spread(value, 4), 2), 1);
    let letters = (digits + EACH * 6) >> 4 & EACH;
    let letters = if BITS == 4 { letters * u64::from(b'a' - b'9' - 1) } else { 0 };
    (digits + EACH * u64::from(b'0') + letters).to_be_bytes()
}

/// Writes values of `SIZE` bytes as `WIDTH` digits of `BITS` bits, at most eight, each to the end of `step` columns.
#[inline]
fn digits<const BITS: u32, const SIZE: usize, const WIDTH: usize>(
    block: &[u8],
    step: usize,
    text: &mut [u8],
) {
    let mut left = text;
    for value in block.as_chunks::<SIZE>().0 {
        let shown = last_eight::<BITS>(little_endian(value));
        let Some((columns, rest)) = left.split_at_mut_checked(step) else { return };
        left = rest;
        if let Some(field) = columns.last_chunk_mut::<WIDTH>() {
            field.copy_from_slice(&shown[8 - WIDTH..]);
        }
    }
}

/// One in each byte.
const EACH: u64 = u64::MAX / 0xff;

/// Writes a number in decimal to the end of a field: the place of its first digit there.
fn decimal(value: u64, field: &mut [u8]) -> usize {
    let mut left = value;
    let mut first = field.len();
    loop {
        first -= 1;
        field[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            return first;
        }
    }
}

/// Makes all types of a line take as many columns as the widest.
pub fn align(formats: &mut [Format], line: usize) {
    let columns = |format: &Format, gap: usize| (format.width + gap) * (line / format.size());
    let widest = formats.iter().map(|format| columns(format, 1)).max().unwrap_or(0);
    for format in formats {
        let fields = line / format.size();
        format.pad = widest - columns(format, 0);
        format.gap = format.pad.is_multiple_of(fields).then_some(format.pad / fields);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_numbers() {
        let numbers = (0..64).map(|bit| u64::MAX >> bit);
        for number in
            numbers.chain((0..64).map(|bit| 1 << bit)).chain([0, 0o123_4567, 0xfed_cba9_8765])
        {
            let mut field = [0; 22];
            by_bits::<3>(number, &mut field);
            assert_eq!(std::str::from_utf8(&field).unwrap(), format!("{number:022o}"));
            by_bits::<4>(number, &mut field[..16]);
            assert_eq!(std::str::from_utf8(&field[..16]).unwrap(), format!("{number:016x}"));
            assert_eq!(last_eight::<3>(number), field_of(&format!("{number:022o}")));
            assert_eq!(last_eight::<4>(number), field_of(&format!("{number:016x}")));
        }
    }

    fn field_of(text: &str) -> [u8; 8] {
        *text.as_bytes().last_chunk().unwrap()
    }
}
