//! Names in messages and names as shell words, as GNU's quotearg(3) writes them.
//!
//! Two styles matter here: the one of diagnostics (`'name'` in the C locale, `‘name’` where
//! characters are UTF-8) and `shell-escape`, which `printf %q` prints.

/// Quotes `name` for a diagnostic.
pub fn quote(name: &[u8], utf8: bool) -> Vec<u8> {
    if !utf8 {
        return crate::message::quote(name);
    }
    let mut quoted = "\u{2018}".as_bytes().to_vec();
    let mut rest = name;
    while let Some((&byte, after)) = rest.split_first() {
        let length = printable(rest, true);
        match byte {
            b'\\' => quoted.extend_from_slice(b"\\\\"),
            _ if rest.starts_with("\u{2019}".as_bytes()) => {
                quoted.push(b'\\');
                quoted.extend_from_slice("\u{2019}".as_bytes());
                rest = &rest[3..];
                continue;
            }
            _ if length > 0 => {
                quoted.extend_from_slice(&rest[..length]);
                rest = &rest[length..];
                continue;
            }
            _ => escape(byte, &mut quoted),
        }
        rest = after;
    }
    quoted.extend_from_slice("\u{2019}".as_bytes());
    quoted
}

/// Appends the C escape of a byte that cannot be printed.
fn escape(byte: u8, out: &mut Vec<u8>) {
    out.push(b'\\');
    match byte {
        0x07 => out.push(b'a'),
        0x08 => out.push(b'b'),
        b'\t' => out.push(b't'),
        b'\n' => out.push(b'n'),
        0x0b => out.push(b'v'),
        0x0c => out.push(b'f'),
        b'\r' => out.push(b'r'),
        _ => out.extend_from_slice(&[
            b'0' + (byte >> 6),
            b'0' + ((byte >> 3) & 7),
            b'0' + (byte & 7),
        ]),
    }
}

/// How many bytes the printable character at the start of `text` has; 0 where there is none.
fn printable(text: &[u8], utf8: bool) -> usize {
    match text.first() {
        Some(0x20..=0x7e) => 1,
        Some(0x80..) if utf8 => match character(text) {
            Some((c, length)) if !c.is_control() => length,
            _ => 0,
        },
        _ => 0,
    }
}

/// The UTF-8 character at the start of `text` and its length.
pub(crate) fn character(text: &[u8]) -> Option<(char, usize)> {
    let length = match text.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(text.get(..length)?).ok()?.chars().next()?;
    Some((c, length))
}

/// Writes `name` so that a shell reads it back as one word (quotearg's `shell-escape`):
/// nothing around it where nothing is special, else single quotes, double quotes where there
/// are single quotes inside and nothing that double quotes would let through, and `$'\ooo'`
/// for what cannot be printed.
pub fn shell_escape(name: &[u8], utf8: bool, out: &mut Vec<u8>) {
    let mut special = name.is_empty();
    let mut single_quote = false;
    let mut double_safe = true;
    let mut at = 0;
    while at < name.len() {
        let length = printable(&name[at..], utf8);
        match name[at] {
            b'\'' => {
                single_quote = true;
                special = true;
            }
            b' ' => special = true,
            b'#' | b'~' => {
                special |= at == 0;
                double_safe &= at == 0;
            }
            b'{' | b'}' => {
                special |= name.len() == 1;
                double_safe &= name.len() == 1;
            }
            b'?' | b'\\' | b'!' | b'"' | b'$' | b'&' | b'(' | b')' | b'*' | b';' | b'<' | b'='
            | b'>' | b'[' | b'^' | b'`' | b'|' => {
                special = true;
                double_safe = false;
            }
            _ if length == 0 => {
                special = true;
                double_safe = false;
            }
            _ => {}
        }
        at += length.max(1);
    }
    if !special {
        out.extend_from_slice(name);
        return;
    }
    if single_quote && double_safe {
        out.push(b'"');
        out.extend_from_slice(name);
        out.push(b'"');
        return;
    }
    out.push(b'\'');
    let mut escaping = false;
    let mut rest = name;
    while let Some(&byte) = rest.first() {
        let length = printable(rest, utf8);
        if length == 0 {
            if !escaping {
                out.extend_from_slice(b"'$'");
                escaping = true;
            }
            escape(byte, out);
            rest = &rest[1..];
            continue;
        }
        if byte == b'\'' {
            // The quote that ends `$'...'` is the first of these three.
            out.extend_from_slice(b"'\\'");
            escaping = false;
        } else if escaping {
            out.extend_from_slice(b"''");
            escaping = false;
        }
        out.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    out.push(b'\'');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_shell() {
        for (name, word) in [
            (&b"plain"[..], &b"plain"[..]),
            (b"", b"''"),
            (b"a b", b"'a b'"),
            (b"it's", b"\"it's\""),
            (b"it's $x", b"'it'\\''s $x'"),
            (b"a\nb", b"'a'$'\\n''b'"),
            (b"#a", b"'#a'"),
            (b"a#", b"a#"),
        ] {
            let mut out = Vec::new();
            shell_escape(name, false, &mut out);
            assert_eq!(out, word, "{}", String::from_utf8_lossy(name));
        }
    }

    #[test]
    fn names_in_messages() {
        assert_eq!(quote(b"a'b", false), b"'a\\'b'");
        assert_eq!(quote("a\nß".as_bytes(), true), "‘a\\nß’".as_bytes());
        assert_eq!(quote(b"\xff", true), "‘\\377’".as_bytes());
    }
}
