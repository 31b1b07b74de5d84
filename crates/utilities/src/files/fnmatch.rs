//! Patterns for file names (POSIX XCU 2.14.1), as fnmatch(3) of the GNU library matches them.
//!
//! Where characters have several bytes, it first looks at the characters. Where that does not
//! match, or the pattern or the name has something in it that is no character, it looks at the
//! bytes.

use pattern::{Glob, GlobOptions};

/// A pattern.
pub(crate) struct Fnmatch {
    bytes: Glob,
    /// None where it would not differ.
    characters: Option<Glob>,
    ascii: bool,
}

impl Fnmatch {
    /// A pattern.
    pub(crate) fn new(
        pattern: &[u8],
        GlobOptions { utf8, nocase, period, .. }: GlobOptions,
    ) -> Self {
        let options = GlobOptions { nocase, period, ..GlobOptions::default() };
        let ascii = pattern.is_ascii();
        let plain = ascii && !pattern.iter().any(|byte| b"?[".contains(byte));
        let characters = (utf8 && (nocase || !plain) && std::str::from_utf8(pattern).is_ok())
            .then(|| Glob::new(pattern, GlobOptions { utf8, ..options }));
        Self { bytes: Glob::new(pattern, options), characters, ascii }
    }

    /// Whether the whole name matches.
    pub(crate) fn is_match(&self, name: &[u8]) -> bool {
        if self.bytes.is_match(name) {
            return true;
        }
        match &self.characters {
            None => false,
            Some(_) if self.ascii && name.is_ascii() => false,
            Some(glob) => std::str::from_utf8(name).is_ok() && glob.is_match(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_bytes() {
        let plain = GlobOptions::default();
        let characters = GlobOptions { utf8: true, ..plain };
        for (pattern, name, utf8, matches) in [
            ("?.c", "\u{e9}.c", true, true),
            ("?.c", "\u{e9}.c", false, false),
            ("??.c", "\u{e9}.c", true, true),
            ("???.c", "\u{e9}.c", true, false),
            ("[\u{e9}].c", "\u{e9}.c", true, true),
            ("*", "\u{e9}.c", true, true),
        ] {
            let compiled = Fnmatch::new(pattern.as_bytes(), GlobOptions { utf8, ..plain });
            assert_eq!(compiled.is_match(name.as_bytes()), matches, "{pattern} {name} {utf8}");
        }
        // One that is no character makes the others none, too.
        assert!(!Fnmatch::new(b"??", characters).is_match(b"\xc3\xa9\xff"));
        assert!(Fnmatch::new(b"???", characters).is_match(b"\xc3\xa9\xff"));
        assert!(
            Fnmatch::new("\u{c9}".as_bytes(), GlobOptions { nocase: true, ..characters })
                .is_match("\u{e9}".as_bytes())
        );
    }
}
