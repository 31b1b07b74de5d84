//! echo: writes its arguments (POSIX XCU echo; echo(1) of GNU coreutils).

use crate::system::stream;
use crate::{Admission, Context, Exit, Utility, locale};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "echo", admit, run, options: "-n -e -E (all but --help and --version)" };

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
    /// No option but a first `-n` alone; escapes always (dash, XSI).
    Escapes,
}

/// Appends what `echo` prints with these arguments (without the name).
pub fn format(out: &mut Vec<u8>, arguments: &[&[u8]], style: Style) {
    let mut words = arguments;
    let mut newline = true;
    let mut escapes = style == Style::Escapes;
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
        } else if !unescape(word, out) {
            return;
        }
    }
    if newline {
        out.push(b'\n');
    }
}

/// Appends `word` with its escapes interpreted; false where `\c` ends all output.
fn unescape(word: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = word;
    while let Some(at) = memchr::memchr(b'\\', rest) {
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
            b'1'..=b'7' => {
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
    fn c_ends_everything() {
        assert_eq!(echo(&["-e", "a", "b\\cd", "e"], Style::Gnu), b"a b");
    }
}
