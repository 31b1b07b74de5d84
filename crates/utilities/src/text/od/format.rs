//! The types of od: what the bytes of a line are taken for.

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
                b'o' => Kind::Octal,
                b'u' => Kind::Unsigned,
                b'x' => Kind::Hexadecimal,
                _ => return Err(wrong),
            };
            let mut log_size = 0;
            if !matches!(kind, Kind::Named | Kind::Character) {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                (log_size, rest) = match rest.first() {
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
                Kind::Octal => [3, 6, 11, 22][log_size as usize],
                Kind::Unsigned => [3, 5, 10, 20][log_size as usize],
                Kind::Hexadecimal => [2, 4, 8, 16][log_size as usize],
            };
            formats.push(Format { kind, log_size, width, pad: 0, text });
        }
        Ok(())
    }

    /// Bytes a value.
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// Appends the values of a line of up to `line` bytes.
    pub fn put(&self, block: &[u8], line: usize, out: &mut Vec<u8>) {
        let fields = line / self.size();
        let shown = block.len().div_ceil(self.size());
        let mut left = self.pad;
        for (index, value) in block.chunks(self.size()).enumerate() {
            let next = self.pad * (fields - index - 1) / fields;
            self.put_value(value, left - next + self.width, out);
            left = next;
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

    fn put_value(&self, bytes: &[u8], width: usize, out: &mut Vec<u8>) {
        // A value that the end of the file cuts short is filled up with zeros.
        let mut full = [0; 8];
        full[..bytes.len()].copy_from_slice(bytes);
        let value = u64::from_le_bytes(full);
        let mut text = [0u8; 24];
        let mut at = text.len();
        let mut digit = |digit: u8| {
            at -= 1;
            text[at] = digit;
        };
        let mut digits = |value: u64, base: u64, least: usize| {
            let mut left = value;
            let mut count = 0;
            while left > 0 || count < least {
                digit(b"0123456789abcdef"[(left % base) as usize]);
                left /= base;
                count += 1;
            }
        };
        match self.kind {
            Kind::Octal => digits(value, 8, self.width),
            Kind::Hexadecimal => digits(value, 16, self.width),
            Kind::Unsigned => digits(value, 10, 1),
            Kind::Signed => {
                let shift = 64 - 8 * self.size() as u32;
                let signed = (value << shift) as i64 >> shift;
                digits(signed.unsigned_abs(), 10, 1);
                if signed < 0 {
                    digit(b'-');
                }
            }
            Kind::Named | Kind::Character => {
                let name = self.name(bytes[0]);
                out.extend(std::iter::repeat_n(b' ', width.saturating_sub(name.len())));
                out.extend_from_slice(&name);
                return;
            }
        }
        let text = &text[at..];
        out.extend(std::iter::repeat_n(b' ', width.saturating_sub(text.len())));
        out.extend_from_slice(text);
    }

    fn name(&self, byte: u8) -> Vec<u8> {
        if self.kind == Kind::Named {
            return match byte & 0x7f {
                0x7f => b"del".to_vec(),
                low @ 0..=0x20 => NAMES[usize::from(low)].as_bytes().to_vec(),
                other => vec![other],
            };
        }
        match byte {
            0 => b"\\0".to_vec(),
            7 => b"\\a".to_vec(),
            8 => b"\\b".to_vec(),
            9 => b"\\t".to_vec(),
            10 => b"\\n".to_vec(),
            11 => b"\\v".to_vec(),
            12 => b"\\f".to_vec(),
            13 => b"\\r".to_vec(),
            0x20..=0x7e => vec![byte],
            _ => format!("{byte:03o}").into_bytes(),
        }
    }
}

/// Makes all types of a line take as many columns as the widest.
pub fn align(formats: &mut [Format], line: usize) {
    let columns = |format: &Format, gap: usize| (format.width + gap) * (line / format.size());
    let widest = formats.iter().map(|format| columns(format, 1)).max().unwrap_or(0);
    for format in formats {
        format.pad = widest - columns(format, 0);
    }
}
