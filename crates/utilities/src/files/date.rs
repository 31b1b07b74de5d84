//! Points in time as arguments spell them: the stamps of `touch -t`, and those forms of
//! GNU's date input that are plain: `@SECONDS` and ISO 8601.

use crate::Context;
use rustix::fs::Timespec;

/// `[[CC]YY]MMDDhhmm[.ss]` in local time (POSIX XCU touch); None where it is no such stamp.
pub(crate) fn stamp(_context: &Context<'_>, _text: &[u8]) -> Option<Timespec> {
    None
}

/// `@SECONDS[.FRACTION]`.
pub(crate) fn iso(_context: &Context<'_>, text: &[u8]) -> Option<Timespec> {
    seconds(text.strip_prefix(b"@")?)
}

/// `[+-]SECONDS[.FRACTION]`; digits beyond nanoseconds are dropped, toward the past.
fn seconds(text: &[u8]) -> Option<Timespec> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (whole, fraction) = match digits.iter().position(|&byte| byte == b'.' || byte == b',') {
        Some(at) => (&digits[..at], Some(&digits[at + 1..])),
        None => (digits, None),
    };
    if whole.is_empty() || whole.len() > 15 || fraction.is_some_and(<[u8]>::is_empty) {
        return None;
    }
    let mut seconds = 0i64;
    for &byte in whole {
        if !byte.is_ascii_digit() {
            return None;
        }
        seconds = seconds * 10 + i64::from(byte - b'0');
    }
    let mut nanoseconds = 0i64;
    let mut beyond = false;
    if let Some(fraction) = fraction {
        let mut unit = 100_000_000;
        for &byte in fraction {
            if !byte.is_ascii_digit() {
                return None;
            }
            nanoseconds += i64::from(byte - b'0') * unit;
            beyond |= unit == 0 && byte != b'0';
            unit /= 10;
        }
    }
    if negative {
        seconds = -seconds;
        if beyond {
            nanoseconds += 1;
        }
        if nanoseconds > 0 {
            seconds -= 1;
            nanoseconds = 1_000_000_000 - nanoseconds;
        }
    }
    Some(Timespec { tv_sec: seconds, tv_nsec: nanoseconds })
}
