//! Which locale a call is in (POSIX XBD 7, 8.2): what decides about messages, characters,
//! order and number formats.

use crate::Context;

/// A locale, as far as utilities need to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// C or POSIX: bytes, in byte order, English.
    Posix,
    /// C.UTF-8: characters in code point order, English.
    Utf8,
    /// en_US.UTF-8: English, numbers with a point; an order of its own.
    American,
    /// Anything else.
    Other,
}

impl Locale {
    /// The locale of a category (`LC_COLLATE` ...).
    pub fn of(context: &Context<'_>, category: &[u8]) -> Self {
        for name in [b"LC_ALL", category, b"LANG"] {
            if let Some(value) = context.variables.get(name)
                && !value.is_empty()
            {
                return Self::named(&value);
            }
        }
        Locale::Posix
    }

    fn named(name: &[u8]) -> Self {
        match name {
            b"C" | b"POSIX" => Locale::Posix,
            b"C.UTF-8" | b"C.utf8" => Locale::Utf8,
            b"en_US.UTF-8" | b"en_US.utf8" => Locale::American,
            _ => Locale::Other,
        }
    }

    /// Whether the order is that of bytes, which is also that of code points.
    pub fn orders_by_byte(self) -> bool {
        matches!(self, Locale::Posix | Locale::Utf8)
    }

    /// Whether numbers have a point, no grouping, and nothing else is special.
    pub fn has_plain_numbers(self) -> bool {
        self.orders_by_byte()
    }
}

/// Why no utility may run here whatever its arguments: a closed standard stream,
/// POSIXLY_CORRECT, libraries that are loaded into programs to change what they do (fakeroot,
/// faketime, stdbuf), or messages that may be translated. `None` in the usual case.
pub fn unusual(context: &Context<'_>) -> Option<&'static str> {
    if context.stdin.is_none() || context.stdout.is_none() || context.stderr.is_none() {
        return Some("a standard stream is closed");
    }
    if context.variables.get(b"POSIXLY_CORRECT").is_some() {
        return Some("POSIXLY_CORRECT is set");
    }
    if context.variables.get(b"LD_PRELOAD").is_some_and(|value| !value.is_empty()) {
        return Some("LD_PRELOAD is set");
    }
    match Locale::of(context, b"LC_MESSAGES") {
        Locale::Posix => None,
        // gettext(3) heeds LANGUAGE in every locale but C.
        Locale::Utf8 | Locale::American => match context.variables.get(b"LANGUAGE") {
            Some(value) if !matches!(&*value, b"" | b"C" | b"en" | b"en_US" | b"en_US:en") => {
                Some("messages may be translated")
            }
            _ => None,
        },
        Locale::Other => Some("messages may be translated"),
    }
}
