//! Numbers as strtoimax(3), strtoumax(3) and strtold(3) read them (base 0, C locale).

use super::decimal::Natural;
use super::real::{Class, Real};
use std::cmp::Ordering;

/// A number at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// Its value, clamped where it is out of range.
    pub value: T,
    /// How many bytes it has; 0 where there is no number.
    pub used: usize,
    /// Whether it does not fit (ERANGE).
    pub overflow: bool,
}

/// Blanks (isspace(3)), then a sign: how many bytes, and whether it is a minus.
fn sign(text: &[u8]) -> (usize, bool) {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    match text.get(blanks) {
        Some(b'-') => (blanks + 1, true),
        Some(b'+') => (blanks + 1, false),
        _ => (blanks, false),
    }
}

/// Decimal, 0octal or 0xhexadecimal digits after the sign: the value and the bytes used.
fn magnitude(text: &[u8]) -> Parsed<u64> {
    let (base, start, minimum) = match text {
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => (16, 2, 0),
        [b'0', ..] => (8, 1, 1),
        _ => (10, 0, 0),
    };
    let mut value = 0u64;
    let mut overflow = false;
    let mut used = start;
    for &byte in &text[start..] {
        let Some(digit) = char::from(byte).to_digit(base) else { break };
        used += 1;
        match value.checked_mul(u64::from(base)).and_then(|v| v.checked_add(u64::from(digit))) {
            Some(next) => value = next,
            None => overflow = true,
        }
    }
    if used == start {
        used = minimum;
    }
    Parsed { value, used, overflow }
}

/// The number that strtoimax(3) finds in a text.
pub fn signed(text: &[u8]) -> Parsed<i64> {
    let (start, negative) = sign(text);
    let number = magnitude(&text[start..]);
    if number.used == 0 {
        return Parsed { value: 0, used: 0, overflow: false };
    }
    let limit = if negative { i64::MIN.unsigned_abs() } else { i64::MAX as u64 };
    let overflow = number.overflow || number.value > limit;
    let magnitude = if overflow { limit } else { number.value };
    let value = if negative { (magnitude as i64).wrapping_neg() } else { magnitude as i64 };
    Parsed { value, used: start + number.used, overflow }
}

/// strtoumax(3): a minus sign negates modulo 2^64.
pub fn unsigned(text: &[u8]) -> Parsed<u64> {
    let (start, negative) = sign(text);
    let number = magnitude(&text[start..]);
    if number.used == 0 {
        return Parsed { value: 0, used: 0, overflow: false };
    }
    let value = match (number.overflow, negative) {
        (true, _) => u64::MAX,
        (false, true) => number.value.wrapping_neg(),
        (false, false) => number.value,
    };
    Parsed { value, used: start + number.used, overflow: number.overflow }
}

/// Smallest exponent of the last bit of a long double.
pub(super) const LOWEST: i32 = -16445;
/// A long double is less than 2 to this power.
const HIGHEST: i32 = 16384;

/// strtold(3) with the 80-bit format of x86.
pub fn long_double(text: &[u8]) -> Parsed<Real> {
    let (start, negative) = sign(text);
    let rest = &text[start..];
    let special = |class, length: usize| Parsed {
        value: Real { negative, class, long: true },
        used: start + length,
        overflow: false,
    };
    let starts =
        |word: &[u8]| rest.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    if starts(b"infinity") {
        return special(Class::Infinite, 8);
    }
    if starts(b"inf") {
        return special(Class::Infinite, 3);
    }
    if starts(b"nan") {
        let mut length = 3;
        if rest.get(3) == Some(&b'(') {
            let word = rest[4..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            if rest.get(4 + word) == Some(&b')') {
                length = 5 + word;
            }
        }
        return special(Class::Nan, length);
    }
    let number = match rest {
        [b'0', b'x' | b'X', digits @ ..]
            if matches!(digits, [digit, ..] if digit.is_ascii_hexdigit())
                || matches!(digits, [b'.', digit, ..] if digit.is_ascii_hexdigit()) =>
        {
            let mut number = hexadecimal(digits);
            number.used += 2;
            number
        }
        _ => decimal(rest),
    };
    if number.used == 0 {
        return Parsed { value: Real::ZERO, used: 0, overflow: false };
    }
    Parsed {
        value: Real { negative, class: number.value, long: true },
        used: start + number.used,
        overflow: number.overflow,
    }
}

/// strtod(3).
pub fn double(text: &[u8]) -> Parsed<Real> {
    let long = long_double(text);
    let Class::Finite(mantissa, exponent) = long.value.class else {
        return Parsed { value: Real { long: false, ..long.value }, ..long };
    };
    // The digits are read again: what has been rounded once must not be rounded a second time.
    let digits = std::str::from_utf8(&text[..long.used]).ok().map(str::trim_start);
    let value = digits.and_then(|digits| digits.parse::<f64>().ok()).unwrap_or_else(|| {
        // Hexadecimal, or nothing at all.
        let half = exponent / 2;
        let value = mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
        if long.value.negative { -value } else { value }
    });
    let overflow = long.overflow || value.is_infinite();
    Parsed { value: Real::from_f64(value), used: long.used, overflow }
}

/// Digits around a point, and where they end.
struct Digits {
    /// Without the point.
    digits: Vec<u8>,
    /// How many of them are behind the point.
    fraction: i64,
    used: usize,
}

fn digits(text: &[u8], is_digit: fn(&u8) -> bool) -> Option<Digits> {
    let before = text.iter().take_while(|byte| is_digit(byte)).count();
    let mut digits = text[..before].to_vec();
    let mut used = before;
    let mut fraction = 0;
    if text.get(before) == Some(&b'.') {
        let behind = text[before + 1..].iter().take_while(|byte| is_digit(byte)).count();
        digits.extend_from_slice(&text[before + 1..before + 1 + behind]);
        fraction = behind;
        used += 1 + behind;
    }
    (!digits.is_empty()).then_some(Digits { digits, fraction: fraction as i64, used })
}

/// An exponent after `letter`, and its length; clamped far outside of what a number can have.
fn exponent(text: &[u8], letter: u8) -> (i64, usize) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let (start, negative) = match text.get(1) {
        Some(b'-') => (2, true),
        Some(b'+') => (2, false),
        _ => (1, false),
    };
    let count = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return (0, 0);
    }
    let value = text[start..start + count]
        .iter()
        .fold(0i64, |value, byte| (value * 10 + i64::from(byte - b'0')).min(1_000_000_000_000));
    (if negative { -value } else { value }, start + count)
}

fn decimal(text: &[u8]) -> Parsed<Class> {
    let zero = Class::Finite(0, 0);
    let Some(Digits { mut digits, mut fraction, mut used }) =
        digits(text, |byte| byte.is_ascii_digit())
    else {
        return Parsed { value: zero, used: 0, overflow: false };
    };
    let (power, length) = exponent(&text[used..], b'e');
    used += length;
    fraction -= power;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
        fraction -= 1;
    }
    if digits.is_empty() {
        return Parsed { value: zero, used, overflow: false };
    }
    // Digits beyond those that any halfway case has only matter as not being zero.
    const MOST: usize = 12_000;
    if digits.len() > MOST {
        fraction -= (digits.len() - MOST) as i64;
        digits.truncate(MOST);
        digits.push(b'1');
        fraction += 1;
    }
    let point = digits.len() as i64 - fraction;
    if point > 5_000 {
        return Parsed { value: Class::Infinite, used, overflow: true };
    }
    if point < -5_000 {
        return Parsed { value: zero, used, overflow: true };
    }
    if let Some(class) = small_decimal(&digits, fraction) {
        return Parsed { value: class, used, overflow: false };
    }
    let mut number = Natural::from_digits(&digits);
    let mut behind = 0;
    if fraction < 0 {
        number.multiply_power(10, 9, fraction.unsigned_abs() as u32);
    } else {
        behind = fraction as usize;
    }
    let (mantissa, exponent, half, exact) = number.to_binary(behind, LOWEST);
    let (value, overflow) = rounded(mantissa, exponent, half, exact);
    Parsed { value, used, overflow }
}

/// Up to 19 digits and a small power of ten: two words of integers are enough.
fn small_decimal(digits: &[u8], fraction: i64) -> Option<Class> {
    if digits.len() > 19 || !(-27..=27).contains(&fraction) {
        return None;
    }
    let value = digits.iter().fold(0u64, |value, digit| value * 10 + u64::from(digit & 15));
    let power = fraction.unsigned_abs() as u32;
    let fives = 5u128.pow(power);
    let (bits, exponent, exact) = if fraction <= 0 {
        (u128::from(value) * fives, power as i32, true)
    } else {
        let shift = u128::from(value).leading_zeros();
        let dividend = u128::from(value) << shift;
        (dividend / fives, -(power as i32) - shift as i32, dividend % fives == 0)
    };
    let surplus = (128 - bits.leading_zeros()).saturating_sub(64);
    let mantissa = (bits >> surplus) as u64;
    let rest = bits & ((1u128 << surplus) - 1);
    let half = if surplus == 0 {
        if !exact {
            return None;
        }
        Ordering::Less
    } else {
        match rest.cmp(&(1u128 << (surplus - 1))) {
            Ordering::Equal if !exact => Ordering::Greater,
            other => other,
        }
    };
    Some(rounded(mantissa, exponent + surplus as i32, half, exact && rest == 0).0)
}

/// Rounds half to even; and whether the result overflowed or lost bits by underflow.
fn rounded(mantissa: u64, exponent: i32, half: Ordering, exact: bool) -> (Class, bool) {
    let up = half == Ordering::Greater || (half == Ordering::Equal && !exact && mantissa & 1 == 1);
    let (mut mantissa, mut exponent) = (mantissa, exponent);
    let tiny = exponent == LOWEST && mantissa >> 63 == 0;
    if up {
        match mantissa.checked_add(1) {
            Some(next) => mantissa = next,
            None => {
                mantissa = 1 << 63;
                exponent += 1;
            }
        }
    }
    if exponent + 64 - mantissa.leading_zeros() as i32 > HIGHEST {
        return (Class::Infinite, true);
    }
    (Class::Finite(mantissa, exponent), tiny && !exact)
}

fn hexadecimal(text: &[u8]) -> Parsed<Class> {
    let Some(Digits { digits, fraction, mut used }) = digits(text, |byte| byte.is_ascii_hexdigit())
    else {
        return Parsed { value: Class::Finite(0, 0), used: 0, overflow: false };
    };
    let (power, length) = exponent(&text[used..], b'p');
    used += length;
    // The first 128 bits, and whether anything follows them.
    let mut bits = 0u128;
    let mut rest = false;
    let mut exponent = power - 4 * fraction;
    for &digit in &digits {
        let digit = char::from(digit).to_digit(16).unwrap_or(0);
        if bits >> 124 == 0 {
            bits = bits << 4 | u128::from(digit);
        } else {
            rest |= digit != 0;
            exponent += 4;
        }
    }
    if bits == 0 {
        return Parsed { value: Class::Finite(0, 0), used, overflow: false };
    }
    let width = 128 - i64::from(bits.leading_zeros());
    if exponent + width > i64::from(HIGHEST) {
        return Parsed { value: Class::Infinite, used, overflow: true };
    }
    // Bits that fall off: beyond 64, or under the smallest exponent.
    let surplus = (width - 64).max(i64::from(LOWEST) - exponent).max(0);
    if surplus > 128 {
        return Parsed { value: Class::Finite(0, 0), used, overflow: true };
    }
    let (mantissa, lost, middle) = match surplus {
        0 => (bits as u64, 0, 0),
        128 => (0, bits, 1u128 << 127),
        _ => ((bits >> surplus) as u64, bits & ((1 << surplus) - 1), 1 << (surplus - 1)),
    };
    let half = match lost.cmp(&middle) {
        _ if surplus == 0 => Ordering::Less,
        Ordering::Equal if rest => Ordering::Greater,
        other => other,
    };
    let (value, overflow) =
        rounded(mantissa, (exponent + surplus) as i32, half, lost == 0 && !rest);
    Parsed { value, used, overflow }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_stop_where_strtoimax_does() {
        for (text, value, used) in [
            (" -12x", -12, 4),
            ("0x", 0, 1),
            ("0x1g", 1, 3),
            ("089", 0, 1),
            ("+", 0, 0),
            ("", 0, 0),
            ("-9223372036854775808", i64::MIN, 20),
        ] {
            let parsed = signed(text.as_bytes());
            assert_eq!(
                (parsed.value, parsed.used, parsed.overflow),
                (value, used, false),
                "{text}"
            );
        }
        assert!(signed(b"9223372036854775808").overflow);
        assert_eq!(unsigned(b"-1").value, u64::MAX);
    }

    #[test]
    fn both_ways_of_reading_decimals_agree() {
        for (digits, fraction) in
            [("1", 1), ("31415926535897932384", 19), ("9007199254740993", 0), ("123456789", 27)]
        {
            let mut number = Natural::from_digits(digits.as_bytes());
            number.multiply_power(10, 9, 0);
            let (mantissa, exponent, half, exact) = number.to_binary(fraction, LOWEST);
            let slow = rounded(mantissa, exponent, half, exact).0;
            if let Some(fast) = small_decimal(digits.as_bytes(), fraction as i64) {
                let (Class::Finite(a, i), Class::Finite(b, j)) = (slow, fast) else { panic!() };
                assert_eq!(a << a.leading_zeros(), b << b.leading_zeros(), "{digits}");
                assert_eq!(i - a.leading_zeros() as i32, j - b.leading_zeros() as i32);
            }
        }
    }
}
