//! Which locale a call is in (POSIX XBD 7, 8.2): what decides about messages, characters,
//! order and number formats.

use crate::caches::Caches;
use crate::context::Usual;
use crate::{Context, Variables};
use rustix::fs::{Access, Mode, OFlags};
use std::borrow::Cow;
use std::os::fd::OwnedFd;

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

/// The value of a variable that is set to something: an empty one counts as none.
fn set(value: Option<Cow<'_, [u8]>>) -> Option<Cow<'_, [u8]>> {
    value.filter(|value| !value.is_empty())
}

impl Locale {
    /// The locale of a category (`LC_COLLATE` ...).
    pub fn of(context: &Context<'_>, category: &[u8]) -> Self {
        Self::with(context.variables, context.caches, category)
    }

    fn with(variables: &dyn Variables, caches: &Caches, category: &[u8]) -> Self {
        let value = set(variables.usual(Usual::LcAll))
            .or_else(|| {
                set(match category {
                    b"LC_CTYPE" => variables.usual(Usual::LcCtype),
                    b"LC_MESSAGES" => variables.usual(Usual::LcMessages),
                    other => variables.get(other),
                })
            })
            .or_else(|| set(variables.usual(Usual::Lang)));
        match value.map_or(Locale::Posix, |value| Self::named(&value)) {
            Locale::American => installed(variables, caches),
            other => other,
        }
    }

    fn named(name: &[u8]) -> Self {
        match name {
            b"C" | b"POSIX" => Locale::Posix,
            b"C.UTF-8" | b"C.utf8" => Locale::Utf8,
            b"en_US.UTF-8" | b"en_US.utf8" => Locale::American,
            _ => Locale::Other,
        }
    }

    /// Whether characters are UTF-8.
    fn has_utf8(self) -> bool {
        matches!(self, Locale::Utf8 | Locale::American)
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
    if context.heeds_posix.get() && context.variables.usual(Usual::PosixlyCorrect).is_some() {
        return Some("POSIXLY_CORRECT is set");
    }
    if set(context.variables.usual(Usual::LdPreload)).is_some() {
        return Some("LD_PRELOAD is set");
    }
    let messages = Locale::of(context, b"LC_MESSAGES");
    if set(context.variables.usual(Usual::LcAll)).is_none() {
        let characters = Locale::of(context, b"LC_CTYPE");
        if characters == Locale::Other {
            return Some("characters of another locale");
        }
        // Where one of them is not installed none counts (setlocale(3)).
        let is_missing = context.caches.american.get() == Some(Locale::Posix);
        if is_missing && (characters, messages) != (Locale::Posix, Locale::Posix) {
            return Some("a locale that is not installed");
        }
    }
    match messages {
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

/// Whether characters are UTF-8 for a program with these variables.
pub fn has_utf8(variables: &dyn Variables, caches: &Caches) -> bool {
    Locale::with(variables, caches, b"LC_CTYPE").has_utf8()
}

/// Leaves regular expressions with these texts to the installed program where a set is a matter of the
/// locale's order (POSIX XBD 9.3.5), and that is not the order of characters.
///
/// # Errors
/// Why it steps aside.
pub fn check_sets<'a>(
    context: &Context<'_>,
    texts: impl IntoIterator<Item = &'a [u8]>,
) -> Result<(), &'static str> {
    let mut texts = texts.into_iter();
    match texts.any(has_ordered_set) && !Locale::of(context, b"LC_COLLATE").orders_by_byte() {
        true => Err("a set in the order of another locale"),
        false => Ok(()),
    }
}

/// Whether a text may have a set with a range, but for one of digits, or with what is equivalent or collates.
fn has_ordered_set(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(open) = byte_search::memchr(b'[', rest) {
        rest = &rest[open + 1..];
        rest = rest.strip_prefix(b"^").unwrap_or(rest);
        // `]` and `-` are themselves at the beginning, and `-` at the end.
        let mut at = usize::from(matches!(rest.first(), Some(b']' | b'-')));
        while let Some(&byte) = rest.get(at).filter(|byte| **byte != b']') {
            let next = rest.get(at + 1).copied();
            match byte {
                b'[' if matches!(next, Some(b'=' | b'.')) => return true,
                b'[' if next == Some(b':') => {
                    let end = byte_search::memmem::find(&rest[at + 2..], b":]");
                    at += end.map_or(1, |length| length + 3);
                }
                b'-' if next != Some(b']') => {
                    let ends = (at.checked_sub(1).map(|before| rest[before]), next);
                    let is_digits = matches!(ends, (Some(b'0'..=b'9'), Some(b'0'..=b'9')));
                    if !is_digits || ends.0 > ends.1 {
                        return true;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        // What is no set may have one in it.
    }
    false
}

/// Where the C library has its locales.
const FOLDER: &str = "/usr/lib/locale";

/// What en_US.UTF-8 is here: the locale C where it is not installed, and another one where that
/// cannot be known.
fn installed(variables: &dyn Variables, caches: &Caches) -> Locale {
    if variables.get(b"LOCPATH").is_some() {
        return Locale::Other;
    }
    let known = caches.american.get().unwrap_or_else(|| {
        let exists = |name: &str| rustix::fs::access(format!("{FOLDER}{name}"), Access::EXISTS);
        let exists = |name: &str| exists(name).is_ok();
        let archive = rustix::fs::open(
            format!("{FOLDER}/locale-archive"),
            OFlags::RDONLY | OFlags::CLOEXEC,
            Mode::empty(),
        );
        if exists("/en_US.utf8/LC_CTYPE") || archive.is_ok_and(|fd| lists_american(&fd)) {
            Locale::American
        } else if !exists("") || ["/en_US.UTF-8", "/en_US", "/en"].iter().any(|name| exists(name)) {
            Locale::Other
        } else {
            Locale::Posix
        }
    });
    caches.american.set(Some(known));
    known
}

/// Whether an archive of locales (localedef(1)) names en_US.utf8: the sixth and seventh numbers
/// of its head say where the names are.
fn lists_american(archive: &OwnedFd) -> bool {
    const MOST: u32 = 1 << 20;
    let mut head = [0; 28];
    if stage::door::pread(archive, &mut head, 0) != Ok(head.len()) {
        return false;
    }
    let number =
        |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let mut names = vec![0; number(24).min(MOST) as usize];
    let read = stage::door::pread(archive, &mut names, u64::from(number(20))).unwrap_or(0);
    names[..read].split(|&byte| byte == 0).any(|name| name == b"en_US.utf8")
}

#[cfg(test)]
mod tests {
    use super::has_ordered_set;

    #[test]
    fn sets_that_have_an_order() {
        for text in [
            "[a-z]",
            "x[^A-F]",
            "[]-a]",
            "[0-9a-f]",
            "[[=a=]]",
            "[[.-.]]",
            "[9-0]",
            "[[:alpha:]a-z]",
            "[+--]",
            "[é-ü]",
        ] {
            assert!(has_ordered_set(text.as_bytes()), "{text}");
        }
        for text in
            ["a-z", "[0-9]", "[-a]", "[a-]", "[^-a]", "[]a-]", "[[:digit:]_-]", "\\[", "[", "[[:a"]
        {
            assert!(!has_ordered_set(text.as_bytes()), "{text}");
        }
    }
}
