//! printf: any words end and do not panic, and one conversion gives what the C library's does.

use crate::bytes::Bytes;
use crate::c::{self, Argument};
use std::ffi::CString;
use utilities::system::printf::{Error, Options, format};

/// What is printed, and the status.
fn print(words: &[&[u8]], options: Options) -> (Vec<u8>, u8) {
    let mut out = Vec::new();
    let mut written = Vec::new();
    let mut report = |out: &mut Vec<u8>, _: &Error<'_>| written.append(out);
    let status = format(&mut out, &mut report, words, options);
    written.append(&mut out);
    (written, status)
}

/// A conversion that is made up: flags, width, precision.
fn directive(bytes: &mut Bytes<'_>, flags: &[&str]) -> String {
    let mut text = String::from("%");
    for _ in 0..bytes.below(3) {
        text.push_str(flags[bytes.below(flags.len())]);
    }
    if bytes.below(2) == 0 {
        text.push_str(&(1 + bytes.below(40)).to_string());
    }
    match bytes.below(4) {
        0 => text.push('.'),
        1 => text.push_str(&format!(".{}", bytes.below(40))),
        _ => {}
    }
    text
}

fn same(directive: &str, length: &str, conversion: char, word: &[u8], argument: Argument<'_>) {
    let ours = format!("<{directive}{conversion}>");
    let theirs = format!("<{directive}{length}{conversion}>");
    let options = Options { posixly_correct: true, ..Options::default() };
    let (printed, status) = print(&[ours.as_bytes(), word], options);
    // GNU's printf refuses what C leaves undefined.
    if status == 0 {
        let theirs = c::format(&CString::new(theirs).expect("no NUL"), argument);
        assert_eq!(
            printed.escape_ascii().to_string(),
            theirs.escape_ascii().to_string(),
            "{ours} {}",
            word.escape_ascii()
        );
    }
}

/// The first byte chooses the kind of question.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    match bytes.byte() {
        0 => {
            let text = directive(&mut bytes, &["-", "+", " ", "0", "#"]);
            let value = (0..8).fold(0i64, |value, _| value << 8 | i64::from(bytes.byte()));
            let value = value >> bytes.below(64);
            match *bytes.pick(&['d', 'i', 'o', 'u', 'x', 'X']) {
                conversion @ ('d' | 'i') => {
                    let word = value.to_string();
                    same(&text, "l", conversion, word.as_bytes(), Argument::Integer(value));
                }
                conversion => {
                    let word = format!("{:#x}", value as u64);
                    same(&text, "l", conversion, word.as_bytes(), Argument::Integer(value));
                }
            }
        }
        1 => {
            // Numbers that are the same in every binary format.
            let text = directive(&mut bytes, &["-", "+", " ", "0", "#"]);
            let whole = i32::from_le_bytes([0; 4].map(|_: u8| bytes.byte())) >> bytes.below(32);
            let value = f64::from(whole) / f64::from(1u32 << bytes.below(20));
            let conversion = *bytes.pick(&['e', 'E', 'f', 'F', 'g', 'G']);
            // The C library up to 2.36 drops zeros of `%#g` where rounding adds a digit.
            if !(text.contains('#') && matches!(conversion, 'g' | 'G')) {
                // In full: no more than 20 places come after the point.
                let word = format!("{value:.20}");
                same(&text, "", conversion, word.as_bytes(), Argument::Real(value));
            }
        }
        2 => {
            let text = directive(&mut bytes, &["-"]);
            let word = CString::new(bytes.until(0)).unwrap_or_default();
            same(&text, "", 's', word.as_bytes(), Argument::Text(&word));
        }
        flags => {
            let flag = |bit: u8| flags >> bit & 1 != 0;
            let options = Options {
                utf8: flag(0),
                lenient: flag(1),
                posixly_correct: flag(2),
                numbered: flag(3),
                backslashes: flag(4),
                upper_escape: flag(5),
                doubles: flag(1),
                overflow_is_warning: flag(4),
                any_character: flag(6),
                needs_digits: flag(7),
                plain_edges: flag(3),
                hexadecimal_begins_with_one: flag(2),
            };
            let words: Vec<&[u8]> = bytes.0.split(|&byte| byte == 0).collect();
            // Wide fields are made in full.
            let wide = bytes.0.split(|byte| !byte.is_ascii_hexdigit()).any(|run| run.len() > 4);
            if !wide && bytes.0.len() < 500 {
                print(&words, options);
            }
        }
    }
}
