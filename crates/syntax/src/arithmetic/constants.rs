//! Constants of arithmetic expressions: integers in any base, fractions, characters.

use super::error::{ArithmeticError, Result};
use crate::names::is_name_byte;

/// `'c'` (ksh93): the number of a character, and the length of this.
pub(super) fn character(text: &[u8]) -> Option<(i64, usize)> {
    let inside = text.get(1..)?;
    let (value, length) = match inside {
        [b'\\', letter, rest @ ..] => {
            let digits = |base: u32, most: usize, text: &[u8]| {
                let digit = |byte: &&u8| char::from(**byte).is_digit(base);
                let count = text.iter().take(most).take_while(digit).count();
                let value = text[..count].iter().fold(0i64, |value, &byte| {
                    let digit = char::from(byte).to_digit(base).unwrap_or(0);
                    value * i64::from(base) + i64::from(digit)
                });
                (value, count)
            };
            match letter {
                b'0'..=b'7' => {
                    let (value, count) = digits(8, 4, &inside[1..]);
                    (value & 0xff, 1 + count)
                }
                b'x' => {
                    let (value, count) = digits(16, 2, rest);
                    (value, 2 + count)
                }
                b'u' => {
                    let (value, count) = digits(16, 4, rest);
                    (value, 2 + count)
                }
                letter => {
                    let value = match letter {
                        b'a' => 7,
                        b'b' => 8,
                        b'e' | b'E' => 27,
                        b'f' => 12,
                        b'n' => 10,
                        b'r' => 13,
                        b't' => 9,
                        b'v' => 11,
                        other => i64::from(*other),
                    };
                    (value, 2)
                }
            }
        }
        _ => {
            let chunk = inside.utf8_chunks().next()?;
            match chunk.valid().chars().next() {
                Some(c) => (i64::from(u32::from(c)), c.len_utf8()),
                None => (i64::from(*inside.first()?), 1),
            }
        }
    };
    (inside.get(length) == Some(&b'\'')).then_some((value, length + 2))
}

/// A constant with a point or an exponent at the beginning of a text, and its length.
pub(super) fn float(text: &[u8]) -> Option<(f64, usize)> {
    if let [b'0', b'x' | b'X', ..] = text {
        return hexadecimal_float(text);
    }
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(0);
    let mut end = whole;
    let point = text.get(end) == Some(&b'.');
    if point {
        let fraction = digits(end + 1);
        if whole == 0 && fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if whole + usize::from(point) == 0 {
        return None;
    }
    let mut exponent = false;
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let count = digits((end + 1 + sign).min(text.len()));
        if count > 0 {
            exponent = true;
            end += 1 + sign + count;
        }
    }
    if !point && !exponent || text.get(end).is_some_and(|&b| is_name_byte(b) || b == b'#') {
        return None;
    }
    let value = std::str::from_utf8(&text[..end]).ok()?.parse().ok()?;
    Some((value, end))
}

/// `0x1.8p+3`: hexadecimal digits with a point or an exponent of two, and the length.
fn hexadecimal_float(text: &[u8]) -> Option<(f64, usize)> {
    let mut value = 0.0;
    let mut scale = 1.0;
    let (mut at, mut digits, mut point) = (2, 0, false);
    while let Some(&byte) = text.get(at) {
        match char::from(byte).to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                digits += 1;
                if point {
                    scale /= 16.0;
                }
            }
            None if byte == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    let mut power = 0i32;
    let raised = matches!(text.get(at), Some(b'p' | b'P'));
    if raised {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let begin = at + 1 + sign;
        let rest = text.get(begin..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number: i32 = std::str::from_utf8(&rest[..count]).ok()?.parse().ok()?;
        power = if text[at + 1] == b'-' { -number } else { number };
        at = begin + count;
    }
    let ends = !text.get(at).is_some_and(|&byte| is_name_byte(byte) || byte == b'#');
    (digits > 0 && (point || raised) && ends).then(|| (value * scale * 2f64.powi(power), at))
}

/// An integer constant: decimal, octal after 0, hexadecimal after 0x, or `base#digits`.
/// What is too large wraps around.
///
/// # Errors
///
/// The base is not one of 2 to 64, or the text has what is no digit of it.
pub fn number(text: &[u8]) -> Result<i64> {
    let invalid = || ArithmeticError::InvalidNumber(text.into());
    let (base, digits) = if let Some(at) = text.iter().position(|&b| b == b'#') {
        let base = text[..at]
            .iter()
            .try_fold(0i64, |n, &b| {
                b.is_ascii_digit().then(|| n.saturating_mul(10).saturating_add(i64::from(b - b'0')))
            })
            .filter(|base| (2..=64).contains(base))
            .ok_or_else(invalid)?;
        (base, &text[at + 1..])
    } else if let [b'0', b'x' | b'X', digits @ ..] = text {
        (16, digits)
    } else if let [b'0', digits @ ..] = text
        && !digits.is_empty()
    {
        (8, digits)
    } else {
        (10, text)
    };
    // `0x` alone is 0, as in bash.
    if digits.is_empty() && text.contains(&b'#') {
        return Err(invalid());
    }
    let mut value = 0i64;
    for &byte in digits {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            b'@' if base > 36 => 62,
            b'_' if base > 36 => 63,
            _ => return Err(invalid()),
        };
        if i64::from(digit) >= base {
            return Err(invalid());
        }
        value = value.wrapping_mul(base).wrapping_add(i64::from(digit));
    }
    Ok(value)
}
