//! Character classes and case of characters outside ASCII, as the C.UTF-8
//! locale has them (POSIX XBD 7.3.1).

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

    /// Whether an ASCII character is of this class.
    pub(crate) fn has_ascii(self, byte: u8) -> bool {
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
            Class::Space => byte == b' ' || (9..=13).contains(&byte),
            Class::Upper => byte.is_ascii_uppercase(),
            Class::Xdigit => byte.is_ascii_hexdigit(),
        }
    }

    /// Whether a character outside ASCII is of this class.
    pub(crate) fn has(self, c: char) -> bool {
        // Outside ASCII C.UTF-8 counts the digits of other scripts as letters,
        // and has neither [:digit:] nor [:xdigit:].
        match self {
            Class::Alnum | Class::Alpha => c.is_alphanumeric(),
            Class::Blank => c.is_whitespace() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}'),
            Class::Cntrl => c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'),
            Class::Digit | Class::Xdigit => false,
            Class::Graph => !c.is_control() && !c.is_whitespace(),
            Class::Lower => c.is_lowercase(),
            Class::Print => !c.is_control(),
            Class::Punct => !c.is_control() && !c.is_whitespace() && !c.is_alphanumeric(),
            Class::Space => c.is_whitespace(),
            Class::Upper => c.is_uppercase(),
        }
    }
}

/// The lower-case form of `c` where it is one character, else `c` (towlower(3)).
pub(crate) fn lower(c: char) -> char {
    let mut all = c.to_lowercase();
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// The upper-case form of `c` where it is one character, else `c` (towupper(3)).
pub(crate) fn upper(c: char) -> char {
    let mut all = c.to_uppercase();
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}
