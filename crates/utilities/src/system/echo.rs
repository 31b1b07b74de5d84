//! echo: writes its arguments (POSIX XCU echo; echo(1) of GNU coreutils).

use crate::system::stream;
use crate::{Admission, Context, Exit, Utility, locale};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "echo",
    plan: plain!(admit, run),
    options: "-n -e -E (all but --help and --version)",
};

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    match arguments {
        [b"--help" | b"--version"] => Admission::StepAside("--help or --version"),
        _ => Admission::Run,
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let length: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
    let mut out = Vec::with_capacity(length);
    format(&mut out, arguments, Style::Gnu);
    stream::write_all(context, &out)
}

/// What is an option, and whether escapes are interpreted without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `-n`, `-e` and `-E`, alone or clustered; no escapes unless `-e`.
    Gnu,
    /// GNU's options, as a builtin of bash, ksh93 and mksh: `\1` is no escape, `\uHHHH` and
    /// `\UHHHHHHHH` are characters, in UTF-8 where that is the locale's (`true`).
    Builtin(bool),
    /// As `Builtin`, but that escapes are interpreted unless `-E` is there (bash, `xpg_echo`).
    EscapesWithOptions(bool),
    /// No option but a first `-n` alone; escapes always (dash, XSI).
    Escapes,
}

/// Appends what `echo` prints with these arguments (without the name).
pub fn format(out: &mut Vec<u8>, arguments: &[&[u8]], style: Style) {
    let mut words = arguments;
    let mut newline = true;
    let mut escapes = matches!(style, Style::Escapes | Style::EscapesWithOptions(_));
    let style = match style {
        Style::EscapesWithOptions(utf8) => Style::Builtin(utf8),
        other => other,
    };
    while let [first, rest @ ..] = words {
        let letters = match first {
            [b'-', letters @ ..] if !letters.is_empty() => letters,
            _ => break,
        };
        if style == Style::Escapes {
            if letters == b"n" {
                newline = false;
                words = rest;
            }
            break;
        }
        if !letters.iter().all(|letter| matches!(letter, b'n' | b'e' | b'E')) {
            break;
        }
        for letter in letters {
            match letter {
                b'n' => newline = false,
                b'e' => escapes = true,
                _ => escapes = false,
            }
        }
        words = rest;
    }
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        if !escapes {
            out.extend_from_slice(word);
        } else if !unescape(word, style, out) {
            return;
        }
    }
    if newline {
        out.push(b'\n');
    }
}

/// Appends `word` with its escapes interpreted; false where `\c` ends all output.
fn unescape(word: &[u8], style: Style, out: &mut Vec<u8>) -> bool {
    let mut rest = word;
    while let Some(at) = byte_search::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Some((&letter, after)) = rest.split_first() else {
            out.push(b'\\');
            return true;
        };
        rest = after;
        let byte = match letter {
            b'a' => 0x07,
            b'b' => 0x08,
            b'c' => return false,
            b'e' => 0x1b,
            // bash, ksh93, mksh; not GNU's program.
            b'E' if matches!(style, Style::Builtin(_)) => 0x1b,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 0x0b,
            b'\\' => b'\\',
            b'x' if after.first().is_some_and(u8::is_ascii_hexdigit) => {
                let (value, used) = number(after, 2, 16);
                rest = &after[used..];
                value
            }
            b'0' => {
                let (value, used) = number(after, 3, 8);
                rest = &after[used..];
                value
            }
            b'u' | b'U' if let Style::Builtin(utf8) = style => {
                rest = &after[universal_character(after, letter, utf8, out)..];
                continue;
            }
            b'1'..=b'7' if !matches!(style, Style::Builtin(_)) => {
                let digits = &word[word.len() - after.len() - 1..];
                let (value, used) = number(digits, 3, 8);
                rest = &digits[used..];
                value
            }
            _ => {
                out.push(b'\\');
                letter
            }
        };
        out.push(byte);
    }
    out.extend_from_slice(rest);
    true
}

/// The number that at most `most` digits of `base` spell, modulo 256, and how many they are.
pub(crate) fn number(text: &[u8], most: usize, base: u32) -> (u8, usize) {
    let mut value = 0u32;
    let mut used = 0;
    for &byte in text.iter().take(most) {
        let Some(digit) = char::from(byte).to_digit(base) else { break };
        value = value * base + digit;
        used += 1;
    }
    (value as u8, used)
}

/// Appends the character whose number follows `\u` (at most four digits) or `\U` (eight), as
/// bash's builtins do: as it was written where there are no digits, and where the character set
/// has no such character. Gives the number of digits.
pub(crate) fn universal_character(text: &[u8], letter: u8, utf8: bool, out: &mut Vec<u8>) -> usize {
    let most = if letter == b'u' { 4 } else { 8 };
    let digits = text.iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let value = text[..digits]
        .iter()
        .fold(0u32, |value, &digit| value << 4 | char::from(digit).to_digit(16).unwrap_or(0));
    match char::from_u32(value).filter(|_| digits > 0 && (utf8 || value < 0x80)) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None if digits == 0 => out.extend_from_slice(&[b'\\', letter]),
        None if value < 0x10000 => out.extend_from_slice(format!("\\u{value:04X}").as_bytes()),
        None => out.extend_from_slice(format!("\\U{value:08X}").as_bytes()),
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(words: &[&str], style: Style) -> Vec<u8> {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        let mut out = Vec::new();
        format(&mut out, &words, style);
        out
    }

    #[test]
    fn options_end_at_the_first_word_that_is_none() {
        assert_eq!(echo(&["-n", "-E", "-x", "-n"], Style::Gnu), b"-x -n");
        assert_eq!(echo(&["-"], Style::Gnu), b"-\n");
        assert_eq!(echo(&["-neE", "a\\n"], Style::Gnu), b"a\\n");
        assert_eq!(echo(&["-n", "-n", "a\\tb"], Style::Escapes), b"-n a\tb");
        assert_eq!(echo(&["-e", "a"], Style::Escapes), b"-e a\n");
    }

    #[test]
    fn escapes() {
        assert_eq!(echo(&["-e", "\\0101\\101\\x41\\e\\q\\"], Style::Gnu), b"AAA\x1b\\q\\\n");
        assert_eq!(echo(&["-e", "\\xz\\x4z\\0z\\0400"], Style::Gnu), b"\\xz\x04z\0z\0\n");
    }

    #[test]
    fn escapes_of_the_builtin() {
        let builtin = |word, utf8| echo(&["-e", word], Style::Builtin(utf8));
        assert_eq!(builtin("\\u3bcx\\u41\\u00e9 \\U1F600", true), "μxAé 😀\n".as_bytes());
        assert_eq!(builtin("\\u3bcx\\u41 \\U1F600", false), b"\\u03BCxA \\U0001F600\n");
        assert_eq!(builtin("\\u \\ux \\ud800\\1\\01", true), b"\\u \\ux \\uD800\\1\x01\n");
    }

    #[test]
    fn c_ends_everything() {
        assert_eq!(echo(&["-e", "a", "b\\cd", "e"], Style::Gnu), b"a b");
    }
}
