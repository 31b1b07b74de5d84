//! File names in diagnostics, as GNU's quotearg words them.
//!
//! Three styles are in use: names that a shell would read back, quoted only where they must be
//! (`shell-escape`) or always (`shell-escape-always`), and text between the quotation marks of
//! the locale (`locale`). In a UTF-8 locale printable characters stay as they are and the marks
//! of the last style are U+2018 and U+2019; else every byte outside ASCII is escaped.

/// What a shell can read back, in quotes only where it needs them or has a colon in it (which
/// would look like the end of the name): `quotef` in coreutils.
pub fn shell_if_needed(name: &[u8], quoting: Quoting) -> Vec<u8> {
    if !name.is_empty() && name.iter().all(|&byte| is_plain(byte)) {
        return name.to_vec();
    }
    let lone_brace = name.len() == 1;
    let needed = name.is_empty()
        || pieces(name, quoting.utf8).enumerate().any(|(at, piece)| match piece {
            Piece::Escaped(_) => true,
            Piece::Character(_) => false,
            Piece::Byte(b'{' | b'}') => lone_brace,
            Piece::Byte(b'#' | b'~') => at == 0,
            Piece::Byte(byte) => is_special(byte),
        });
    if needed { shell(name, quoting) } else { name.to_vec() }
}

/// How a name is quoted that has an apostrophe and ends in what is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// With quotes too many or too few (gnulib before 2024).
    Confused,
    /// As other names are.
    Plain,
}

/// How names are quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoting {
    /// Whether characters are UTF-8.
    pub utf8: bool,
    /// What the version makes of ends.
    pub edges: Edges,
}

/// What a shell can read back, always in quotes: `quoteaf` in coreutils.
pub fn shell(name: &[u8], quoting: Quoting) -> Vec<u8> {
    let Quoting { utf8, edges } = quoting;
    let mut quoted = Vec::with_capacity(name.len() + 2);
    if name.contains(&b'\'') && fits_double_quotes(name, utf8) {
        quoted.push(b'"');
        quoted.extend_from_slice(name);
        quoted.push(b'"');
        return quoted;
    }
    quoted.push(b'\'');
    // GNU goes over a name with an apostrophe twice, and begins the second time with what it
    // thought at the end of the first.
    let is_confused = edges == Edges::Confused && name.contains(&b'\'');
    let mut escaping = is_confused && ends_escaped(name, utf8);
    for piece in pieces(name, utf8) {
        match piece {
            Piece::Escaped(bytes) => {
                for &byte in bytes {
                    if !escaping {
                        quoted.extend_from_slice(b"'$'");
                        escaping = true;
                    }
                    push_escape(&mut quoted, byte);
                }
                continue;
            }
            Piece::Byte(b'\'') => {
                quoted.extend_from_slice(b"'\\''");
                escaping = false;
                continue;
            }
            _ => {}
        }
        if escaping {
            quoted.extend_from_slice(b"''");
            escaping = false;
        }
        match piece {
            Piece::Byte(byte) => quoted.push(byte),
            Piece::Character(bytes) | Piece::Escaped(bytes) => quoted.extend_from_slice(bytes),
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Whether the last character is one that is not printable.
fn ends_escaped(name: &[u8], utf8: bool) -> bool {
    matches!(pieces(name, utf8).last(), Some(Piece::Escaped(_)))
}

/// Between the quotation marks of the locale, special characters escaped: `quote` in coreutils.
pub fn locale(text: &[u8], utf8: bool) -> Vec<u8> {
    let (left, right): (&[u8], &[u8]) = match utf8 {
        true => ("\u{2018}".as_bytes(), "\u{2019}".as_bytes()),
        false => (b"'", b"'"),
    };
    let mut quoted = left.to_vec();
    for piece in pieces(text, utf8) {
        match piece {
            Piece::Escaped(bytes) => bytes.iter().for_each(|&byte| push_escape(&mut quoted, byte)),
            Piece::Byte(b'\\') => quoted.extend_from_slice(b"\\\\"),
            Piece::Byte(byte) => {
                if right == [byte] {
                    quoted.push(b'\\');
                }
                quoted.push(byte);
            }
            Piece::Character(bytes) => {
                if right == bytes {
                    quoted.push(b'\\');
                }
                quoted.extend_from_slice(bytes);
            }
        }
    }
    quoted.extend_from_slice(right);
    quoted
}

/// Part of a name.
#[derive(Clone, Copy)]
enum Piece<'a> {
    /// A printable ASCII character.
    Byte(u8),
    /// A printable character outside ASCII.
    Character(&'a [u8]),
    /// What is not printable.
    Escaped(&'a [u8]),
}

fn pieces(name: &[u8], utf8: bool) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let &first = rest.first()?;
        let mut length = 1;
        let piece = match first {
            0x20..=0x7e => Piece::Byte(first),
            0x80.. if utf8 => match character(rest) {
                Some((taken, true)) => {
                    length = taken;
                    Piece::Character(&rest[..taken])
                }
                Some((taken, false)) => {
                    length = taken;
                    Piece::Escaped(&rest[..taken])
                }
                None => Piece::Escaped(&rest[..1]),
            },
            _ => Piece::Escaped(&rest[..1]),
        };
        rest = &rest[length..];
        Some(piece)
    })
}

/// The length of the UTF-8 character that `text` begins with, and whether it is printable.
fn character(text: &[u8]) -> Option<(usize, bool)> {
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).ok()?,
    };
    let first = valid.chars().next()?;
    let printable = !first.is_control() && !matches!(first, '\u{2028}' | '\u{2029}');
    Some((first.len_utf8(), printable))
}

fn push_escape(quoted: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        0x07 => b'a',
        0x08 => b'b',
        0x09 => b't',
        0x0a => b'n',
        0x0b => b'v',
        0x0c => b'f',
        0x0d => b'r',
        _ => {
            let digits = [b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)];
            quoted.push(b'\\');
            quoted.extend_from_slice(&digits);
            return;
        }
    };
    quoted.extend_from_slice(&[b'\\', letter]);
}

/// Never special to a shell, wherever it stands, and no colon.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'%' | b'+' | b',' | b'-' | b'.' | b'/' | b'_')
}

/// Special to some shell wherever it stands, or a colon.
fn is_special(byte: u8) -> bool {
    b" !\"$&()*;<=>[^`|'?\\:".contains(&byte)
}

/// Whether double quotes would do: nothing in the name means anything inside them.
fn fits_double_quotes(name: &[u8], utf8: bool) -> bool {
    pieces(name, utf8).enumerate().all(|(at, piece)| match piece {
        Piece::Escaped(_) => false,
        Piece::Character(_) => true,
        Piece::Byte(b'#' | b'~') => at == 0,
        Piece::Byte(byte) => is_plain(byte) || matches!(byte, b' ' | b'\'' | b':' | b']' | b'@'),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn with(utf8: bool) -> Quoting {
        Quoting { utf8, edges: Edges::Confused }
    }

    #[test]
    fn ends_that_are_escaped() {
        let repaired = Quoting { utf8: false, edges: Edges::Plain };
        assert_eq!(text(shell(b"it's\n", with(false))), "'''it'\\''s'$'\\n'");
        assert_eq!(text(shell(b"it's\n", repaired)), "'it'\\''s'$'\\n'");
    }

    #[test]
    fn names_that_need_no_quotes_stay() {
        assert_eq!(text(shell_if_needed(b"a/b-c_d.e", with(false))), "a/b-c_d.e");
        assert_eq!(text(shell_if_needed(b"a#b{", with(false))), "a#b{");
        assert_eq!(text(shell_if_needed(b"", with(false))), "''");
        assert_eq!(text(shell_if_needed(b"a:b", with(false))), "'a:b'");
        assert_eq!(text(shell_if_needed(b"{", with(false))), "'{'");
        assert_eq!(text(shell_if_needed(b"#a", with(false))), "'#a'");
        assert_eq!(text(shell_if_needed("\u{e9}".as_bytes(), with(true))), "\u{e9}");
        assert_eq!(text(shell_if_needed("\u{e9}".as_bytes(), with(false))), "''$'\\303\\251'");
    }

    #[test]
    fn apostrophes_take_the_shorter_form() {
        assert_eq!(text(shell(b"it's", with(false))), "\"it's\"");
        assert_eq!(text(shell(b"it's $x", with(false))), "'it'\\''s $x'");
        assert_eq!(text(shell(b"a\nb'c", with(false))), "'a'$'\\n''b'\\''c'");
        assert_eq!(text(shell(b"a\n'c", with(false))), "'a'$'\\n'\\''c'");
    }

    #[test]
    fn marks_of_the_locale() {
        assert_eq!(text(locale(b"a'b\\\n", false)), "'a\\'b\\\\\\n'");
        assert_eq!(text(locale(b"a'b", true)), "\u{2018}a'b\u{2019}");
    }
}
