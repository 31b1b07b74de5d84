//! Character classes and case of characters outside ASCII, as the C.UTF-8
//! locale has them (POSIX XBD 7.3.1).

mod tables;

use std::ops::Range;

/// The bounds of the range of `ranges` that `code` is in.
fn range_of(ranges: &[u32], code: u32) -> Option<Range<u32>> {
    let after = ranges.partition_point(|&bound| bound <= code);
    match (after % 2, ranges.get(after.wrapping_sub(1)..=after)) {
        (1, Some(&[start, end])) => Some(start..end),
        _ => None,
    }
}

/// Whether `c` is inside one of `ranges`.
fn in_ranges(ranges: &[u32], c: char) -> bool {
    ranges.partition_point(|&bound| bound <= c as u32) % 2 == 1
}

/// The longest range of printable characters (iswprint(3)) that holds the character number
/// `code`, which is outside ASCII; none where that cannot be printed.
pub fn printable_range(code: u32) -> Option<Range<u32>> {
    range_of(&tables::PRINT, code)
}

/// The columns that the character number `code`, which is outside ASCII, takes on a terminal (wcwidth(3)), none where
/// it cannot be printed; and a range of characters around it of which the same is true.
pub fn width_range(code: u32) -> (Range<u32>, u8) {
    if let Some(range) = range_of(&tables::NARROW, code) {
        return (range, 1);
    }
    if let Some(range) = range_of(&tables::WIDE, code) {
        return (range, 2);
    }
    let (narrow, wide) = (gap_of(&tables::NARROW, code), gap_of(&tables::WIDE, code));
    (narrow.start.max(wide.start)..narrow.end.min(wide.end), 0)
}

/// The bounds of what is between two of `ranges`, where `code` is.
fn gap_of(ranges: &[u32], code: u32) -> Range<u32> {
    let after = ranges.partition_point(|&bound| bound <= code);
    let bound = |place: usize, other: u32| ranges.get(place).copied().unwrap_or(other);
    bound(after.wrapping_sub(1), 0)..bound(after, u32::MAX)
}

/// A character class of a bracket expression, `[:alpha:]` and its kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Alnum,
    Alpha,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Xdigit,
}

impl Class {
    /// The class called `name`, the text between `[:` and `:]`.
    pub(crate) fn named(name: &[u8]) -> Option<Class> {
        Some(match name {
            b"alnum" => Class::Alnum,
            b"alpha" => Class::Alpha,
            b"blank" => Class::Blank,
            b"cntrl" => Class::Cntrl,
            b"digit" => Class::Digit,
            b"graph" => Class::Graph,
            b"lower" => Class::Lower,
            b"print" => Class::Print,
            b"punct" => Class::Punct,
            b"space" => Class::Space,
            b"upper" => Class::Upper,
            b"xdigit" => Class::Xdigit,
            _ => return None,
        })
    }

    const ALL: [Class; 12] = [
        Class::Alnum,
        Class::Alpha,
        Class::Blank,
        Class::Cntrl,
        Class::Digit,
        Class::Graph,
        Class::Lower,
        Class::Print,
        Class::Punct,
        Class::Space,
        Class::Upper,
        Class::Xdigit,
    ];

    /// The ASCII characters of this class, one bit each.
    pub(crate) fn ascii(self) -> [u64; 2] {
        const ASCII: [[u64; 2]; 12] = {
            let mut all = [[0; 2]; 12];
            let mut class = 0;
            while class < 12 {
                let mut byte = 0;
                while byte < 0x80 {
                    if Class::ALL[class].has_ascii(byte) {
                        all[class][byte as usize / 64] |= 1 << (byte % 64);
                    }
                    byte += 1;
                }
                class += 1;
            }
            all
        };
        ASCII[self as usize]
    }

    const fn has_ascii(self, byte: u8) -> bool {
        match self {
            Class::Alnum => byte.is_ascii_alphanumeric(),
            Class::Alpha => byte.is_ascii_alphabetic(),
            Class::Blank => byte == b' ' || byte == b'\t',
            Class::Cntrl => byte.is_ascii_control(),
            Class::Digit => byte.is_ascii_digit(),
            Class::Graph => byte.is_ascii_graphic(),
            Class::Lower => byte.is_ascii_lowercase(),
            Class::Print => byte.is_ascii_graphic() || byte == b' ',
            Class::Punct => byte.is_ascii_punctuation(),
            Class::Space => byte == b' ' || (byte >= 9 && byte <= 13),
            Class::Upper => byte.is_ascii_uppercase(),
            Class::Xdigit => byte.is_ascii_hexdigit(),
        }
    }

    /// Whether a character outside ASCII is of this class.
    pub(crate) fn has(self, c: char) -> bool {
        // Outside ASCII C.UTF-8 counts the digits of other scripts as letters, has neither
        // [:digit:] nor [:xdigit:], and no-break spaces are not blank.
        let is_space =
            || c.is_whitespace() && !matches!(c, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}');
        match self {
            Class::Alnum | Class::Alpha => in_ranges(&tables::ALPHA, c),
            Class::Blank => is_space() && !matches!(c, '\u{2028}' | '\u{2029}'),
            Class::Cntrl => c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'),
            Class::Digit | Class::Xdigit => false,
            Class::Graph => in_ranges(&tables::PRINT, c) && !is_space(),
            Class::Lower => c.is_lowercase() || upper(c) != c,
            Class::Print => in_ranges(&tables::PRINT, c),
            Class::Punct => {
                in_ranges(&tables::PRINT, c) && !is_space() && !in_ranges(&tables::ALPHA, c)
            }
            Class::Space => is_space(),
            Class::Upper => c.is_uppercase() || lower(c) != c,
        }
    }
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Classes(u16);

impl Classes {
    pub(crate) fn add(&mut self, class: Class) {
        self.0 |= 1 << class as u16;
    }

    /// Whether a character outside ASCII is of one of the classes.
    pub(crate) fn has(self, c: char) -> bool {
        let member = |class: &Class| self.0 >> *class as u16 & 1 != 0 && class.has(c);
        self.0 != 0 && Class::ALL.iter().any(member)
    }
}

/// The lower-case form of `c` where it is one character, else `c` (towlower(3)).
pub fn lower(c: char) -> char {
    let mut all = c.to_lowercase();
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// The upper-case form of `c` where it is one character, else `c` (towupper(3)).
pub fn upper(c: char) -> char {
    // Greek letters with iota below have one form of two characters and one of one.
    let with_iota = match c {
        '\u{1f80}'..='\u{1faf}' => Some(c as u32 | 8),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => Some(c as u32 + 9),
        _ => None,
    };
    if let Some(upper) = with_iota {
        return char::from_u32(upper).unwrap_or(c);
    }
    let mut all = c.to_uppercase();
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}
