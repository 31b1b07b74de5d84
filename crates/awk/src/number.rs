//! Numbers and their texts: strtod(3) to read, and to write `%d` where the value is an integer,
//! else CONVFMT or OFMT.
//!
//! mawk's integers are those that C's int holds, of later versions its long, gawk's all of them.
//! mawk takes whatever strtod takes; later versions have neither hexadecimal numbers nor infinities
//! in their data, nor has gawk, but for `+inf`, `-nan` and their kin.

use crate::dialect::Dialect;
use utilities::system::printf::{Class, Real, Spec, numeric};

/// CONVFMT or OFMT, and whose integers are written without it.
pub(crate) struct NumberFormat {
    pub(crate) text: Vec<u8>,
    pub(crate) dialect: Dialect,
    /// Whether it is OFMT.
    pub(crate) is_output: bool,
}

impl NumberFormat {
    /// The format that both variables begin with.
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self { text: b"%.6g".to_vec(), dialect, is_output: false }
    }
}

/// The largest integer that is written without CONVFMT.
pub(crate) const MOST: i32 = i32::MAX;

/// `value` as C's int: cut off, and limited to the same range on both sides.
#[inline]
pub(crate) fn to_int(value: f64) -> i32 {
    if value >= f64::from(MOST) {
        MOST
    } else if value > -f64::from(MOST) {
        value as i32
    } else {
        -MOST
    }
}

/// `value` as C's long, which on usual machines is the least where it does not fit.
pub(crate) fn to_long(value: f64) -> f64 {
    let fits = value.abs() < 9_223_372_036_854_775_808.0;
    if fits { value.trunc() } else { i64::MIN as f64 }
}

/// `value` as the long of a mawk that has one: cut off, and limited to the same range on both sides
/// where it does not fit.
pub(crate) fn to_limited_long(value: f64) -> i64 {
    if value < -UNSIGNED / 2.0 { -i64::MAX } else { value as i64 }
}

/// `value` where C's int is wanted: of a long what an int holds is left.
#[inline]
pub(crate) fn to_short_int(value: f64, dialect: Dialect) -> i32 {
    match dialect.rules().integers_are_long {
        true => to_limited_long(value) as i32,
        false => to_int(value),
    }
}

/// 2 to the power of 64, beyond which C's unsigned long does not reach.
pub(crate) const UNSIGNED: f64 = 18_446_744_073_709_551_616.0;

/// `value` as the unsigned long of a mawk that has one: negative ones from the top.
pub(crate) fn to_unsigned_long(value: f64) -> u64 {
    if value >= 0.0 {
        value as u64
    } else if value > -UNSIGNED {
        value as i64 as u64
    } else {
        1
    }
}

/// The integer that `value` is, of those that an int holds.
#[inline]
pub(crate) fn integer(value: f64) -> Option<i32> {
    let whole = value as i32;
    // The smallest int is not among mawk's.
    (f64::from(whole) == value && whole != i32::MIN).then_some(whole)
}

/// The integer that `value` is as a subscript.
#[inline]
pub(crate) fn subscript(value: f64, dialect: Dialect) -> Option<i64> {
    match integer(value) {
        Some(whole) => Some(i64::from(whole)),
        None if dialect.rules().integers_are_long => long(value),
        None => None,
    }
}

/// The integer that `value` is, of those that a long holds but for the least.
#[cold]
fn long(value: f64) -> Option<i64> {
    let whole = to_limited_long(value);
    (whole as f64 == value && whole != i64::MIN).then_some(whole)
}

/// Powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The number at the start of `text` (0 where there is none) and how many bytes it has.
pub(crate) fn parse(text: &[u8], dialect: Dialect) -> (f64, usize) {
    let mut at = 0;
    while let Some(b' ' | b'\t'..=b'\r') = text.get(at) {
        at += 1;
    }
    let start = at;
    let negative = match text.get(at) {
        Some(b'-') => {
            at += 1;
            true
        }
        Some(b'+') => {
            at += 1;
            false
        }
        _ => false,
    };
    let digits_at = at;
    let mut mantissa = 0u64;
    let mut digits = 0;
    let mut fraction = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(at) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        digits += usize::from(mantissa != 0);
        at += 1;
    }
    let mut any = at > digits_at;
    if text.get(at) == Some(&b'.') {
        let behind = at + 1;
        let mut end = behind;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            digits += usize::from(mantissa != 0);
            end += 1;
        }
        if any || end > behind {
            fraction = end - behind;
            at = end;
            any = true;
        }
    }
    if !any {
        return special(text, start, dialect);
    }
    match text.get(at) {
        Some(b'e' | b'E') => {}
        Some(b'x' | b'X') if at == digits_at + 1 => {
            return special(text, start, dialect);
        }
        _ if digits <= 15 && fraction < POWERS.len() => {
            let value = mantissa as f64 / POWERS[fraction];
            return (if negative { -value } else { value }, at);
        }
        _ => {}
    }
    // An exponent counts only with digits.
    let mut end = at;
    if let Some(b'e' | b'E') = text.get(at) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'-' | b'+')));
        let exponent = at + 1 + sign;
        let mut last = exponent;
        while let Some(b'0'..=b'9') = text.get(last) {
            last += 1;
        }
        if last > exponent {
            end = last;
        }
    }
    let plain = text.get(start..end).and_then(|number| std::str::from_utf8(number).ok());
    (plain.and_then(|number| number.parse().ok()).unwrap_or(0.0), end)
}

/// The number at the start of `text`.
#[inline]
pub(crate) fn value_of(text: &[u8], dialect: Dialect) -> f64 {
    parse(text, dialect).0
}

/// A digit before an `x`, or nothing; or the names of what is no ordinary number, with a sign and
/// nothing but blanks behind.
fn special_of_gawk(text: &[u8], start: usize) -> (f64, usize) {
    let rest = text[start..].trim_ascii_end();
    match rest {
        [digit @ b'0'..=b'9', ..] => return (f64::from(digit - b'0'), start + 1),
        [b'+', digit @ b'0'..=b'9', ..] => return (f64::from(digit - b'0'), start + 2),
        [b'-', digit @ b'0'..=b'9', ..] => return (-f64::from(digit - b'0'), start + 2),
        _ => {}
    }
    let (negative, name) = match rest {
        [sign @ (b'+' | b'-'), name @ ..] if name.len() == 3 => (*sign == b'-', name),
        _ => return (0.0, 0),
    };
    let value = if name.eq_ignore_ascii_case(b"inf") {
        f64::INFINITY
    } else if name.eq_ignore_ascii_case(b"nan") {
        f64::NAN.abs()
    } else {
        return (0.0, 0);
    };
    (if negative { -value } else { value }, start + rest.len())
}

/// A digit before an `x`, or nothing.
fn special_of_mawk(text: &[u8], start: usize) -> (f64, usize) {
    let signed = usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    match &text[start + signed..] {
        // A hexadecimal number has no sign either.
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => (0.0, start + signed + 1),
        [digit @ b'0'..=b'9', rest @ ..] => {
            let value = f64::from(digit - b'0');
            let is_negative = text[start] == b'-' && rest.len() > 1;
            (if is_negative { -value } else { value }, start + signed + 1)
        }
        _ => (0.0, 0),
    }
}

/// Hexadecimal numbers, infinities and NaNs, from `start` (behind the blanks).
#[cold]
fn special(text: &[u8], start: usize, dialect: Dialect) -> (f64, usize) {
    let rules = dialect.rules();
    if !rules.input_has_strtod_numbers {
        return match rules.input_has_signed_names {
            true => special_of_gawk(text, start),
            false => special_of_mawk(text, start),
        };
    }
    let number = numeric::long_double(&text[start..]);
    if number.used == 0 {
        return (0.0, 0);
    }
    let value = match number.value.class {
        Class::Finite(mantissa, exponent) => {
            // Hexadecimal digits beyond 53 bits are rounded twice; nobody writes them.
            let exponent = exponent.clamp(-2000, 2000);
            mantissa as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
        }
        Class::Infinite => f64::INFINITY,
        Class::Nan => f64::NAN,
    };
    (if number.value.negative { -value } else { value }, start + number.used)
}

/// Whether a text from outside is to be compared as a number, and which.
pub(crate) fn looks_numeric(text: &[u8], dialect: Dialect) -> Option<f64> {
    if dialect.rules().input_numbers_are_unbounded {
        return looks_numeric_to_gawk(text);
    }
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
    let start = text.iter().position(|byte| !blank(byte))?;
    let end = text.iter().rposition(|byte| !blank(byte))? + 1;
    let number = &text[start..end];
    if !matches!(number[0], b'0'..=b'9' | b'+' | b'-' | b'.')
        || !matches!(number[number.len() - 1], b'0'..=b'9' | b'.')
    {
        return None;
    }
    let (value, used) = parse(number, dialect);
    // What does not fit is a string; so is what is too small for a normal number.
    let out_of_range =
        !value.is_finite() || (value == 0.0 && has_digits(number)) || value.is_subnormal();
    (used == number.len() && !out_of_range).then_some(value)
}

/// gawk accepts all blanks of isspace(3), and numbers of every size.
fn looks_numeric_to_gawk(text: &[u8]) -> Option<f64> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().position(|byte| !blank(byte))?;
    // Most of what is no number can be recognised by its first byte.
    if !matches!(text[start], b'0'..=b'9' | b'+' | b'-' | b'.') {
        return None;
    }
    let end = text.iter().rposition(|byte| !blank(byte))? + 1;
    let number = &text[start..end];
    let (value, used) = parse(number, Dialect::Gawk);
    (used == number.len()).then_some(value)
}

/// Whether a digit other than 0 stands before the exponent: a number that was read as 0 was too small.
fn has_digits(number: &[u8]) -> bool {
    let hexadecimal = number.iter().any(|byte| matches!(byte, b'x' | b'X'));
    let marks = if hexadecimal { b"pP" } else { b"eE" };
    let mut digits = number.iter().take_while(|byte| !marks.contains(byte));
    digits.any(|byte| *byte != b'0' && byte.is_ascii_hexdigit())
}

/// Appends the text of a number by `format`, which is CONVFMT or OFMT.
pub(crate) fn append(value: f64, format: &NumberFormat, out: &mut Vec<u8>) {
    match integer(value) {
        Some(whole) => append_integer(whole, out),
        None if format.dialect.rules().writes_large_integers && !has_fraction(value) => {
            append_whole(value, out);
        }
        None if format.dialect.rules().integers_are_long && !has_fraction(value) => {
            append_long(value, format, out);
        }
        None => append_real(value, format, out),
    }
}

/// Appends the text of a number as a subscript by itself, `format` being CONVFMT.
pub(crate) fn append_subscript(value: f64, format: &NumberFormat, out: &mut Vec<u8>) {
    let is_beyond_long = value.abs() > UNSIGNED / 2.0;
    match format.dialect.rules().integers_are_long && is_beyond_long {
        true => append_real(value, format, out),
        false => append(value, format, out),
    }
}

/// Appends an integer beyond int, an infinity or NaN as a mawk does that has long integers.
#[cold]
fn append_long(value: f64, format: &NumberFormat, out: &mut Vec<u8>) {
    let size = value.abs();
    if size < UNSIGNED / 2.0 {
        append_integer(value as i64, out);
    } else if size == UNSIGNED || size == UNSIGNED / 2.0 {
        append_whole(value, out);
    } else if !format.is_output {
        append_real(value, format, out);
    } else if !value.is_finite() || value > 0.0 && value < UNSIGNED {
        append_whole(value, out);
    } else {
        append_real(value, format, out);
    }
}

/// Whether a number is neither an integer nor infinite nor NaN.
fn has_fraction(value: f64) -> bool {
    value.is_finite() && value.trunc() != value
}

/// Appends an integer of any size, an infinity or NaN as gawk does.
pub(crate) fn append_whole(value: f64, out: &mut Vec<u8>) {
    let whole = value as i64;
    if whole as f64 == value && whole.unsigned_abs() < 1 << 53 && whole != 0 {
        append_integer(whole, out);
        return;
    }
    if value.is_finite() {
        // Never inexact: Rust's formatting writes every digit.
        let _ = std::io::Write::write_fmt(out, format_args!("{value:.0}"));
        return;
    }
    out.push(if value.is_sign_negative() { b'-' } else { b'+' });
    out.extend_from_slice(if value.is_nan() { b"nan" } else { b"inf" });
}

/// Appends a decimal integer.
#[inline]
pub(crate) fn append_integer(value: impl Into<i64>, out: &mut Vec<u8>) {
    let value = value.into();
    if (0..10).contains(&value) {
        out.push(b'0' + value as u8);
    } else {
        append_digits(value, out);
    }
}

fn append_digits(value: i64, out: &mut Vec<u8>) {
    let mut buffer = [0u8; 20];
    let mut at = buffer.len();
    let mut rest = value.unsigned_abs();
    while rest > 0 {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if value < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    out.extend_from_slice(&buffer[at..]);
}

fn append_real(value: f64, format: &NumberFormat, out: &mut Vec<u8>) {
    if format.text == b"%.6g" {
        let spec = Spec { precision: Some(6), ..Spec::default() };
        spec.real(Real::from_f64(value), b'g', out);
        return;
    }
    if format.dialect.rules().number_format_is_any_text {
        crate::format_of_gawk::number_format(value, format, out);
    } else {
        crate::format::number_format(value, format, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_strtod_does() {
        for (text, value, used) in [
            ("12", 12.0, 2),
            (" -3.5x", -3.5, 5),
            (".5", 0.5, 2),
            ("5.", 5.0, 2),
            (".", 0.0, 0),
            ("-", 0.0, 0),
            ("1e3", 1000.0, 3),
            ("1e", 1.0, 1),
            ("1e+", 1.0, 1),
            ("0x1A", 26.0, 4),
            ("0x", 0.0, 1),
            ("0x1p3", 8.0, 5),
            ("abc", 0.0, 0),
            ("123456789012345678901234567890", 123456789012345678901234567890.0, 30),
            ("0.1", 0.1, 3),
            ("1e400", f64::INFINITY, 5),
        ] {
            assert_eq!(parse(text.as_bytes(), Dialect::Mawk), (value, used), "{text}");
        }
        assert!(parse(b"nan", Dialect::Mawk).0.is_nan());
        assert_eq!(parse(b"-infinity", Dialect::Mawk), (f64::NEG_INFINITY, 9));
    }

    #[test]
    fn what_looks_numeric() {
        for text in
            ["1", " 1 ", "+1", "-.5", "5.", "1e5", "0x11", "\n1\t", "0E1", "0.0e-5", "0x0p1"]
        {
            assert!(looks_numeric(text.as_bytes(), Dialect::Mawk).is_some(), "{text}");
        }
        for text in ["", " ", "a", "1a", "0x1A", "inf", "nan", "1 2", "1e", "1e999", ".", "1e-999"]
        {
            assert!(looks_numeric(text.as_bytes(), Dialect::Mawk).is_none(), "{text}");
        }
    }

    #[test]
    fn what_gawk_reads() {
        let gawk = |text: &str| looks_numeric(text.as_bytes(), Dialect::Gawk);
        for (text, value) in [
            ("\x0b1\r", 1.0),
            ("1e999", f64::INFINITY),
            ("1e-999", 0.0),
            ("-INF ", f64::NEG_INFINITY),
            (" +5.", 5.0),
        ] {
            assert_eq!(gawk(text), Some(value), "{text:?}");
        }
        for text in ["0x11", "inf", "+infinity", "+", "+0x", "1 2", "", ".", "e5", "nan", "+nanx"] {
            assert_eq!(gawk(text), None, "{text:?}");
            assert!(value_of(text.as_bytes(), Dialect::Gawk) <= 1.0, "{text:?}");
        }
    }

    #[test]
    fn what_gawk_writes() {
        let mut out = Vec::new();
        for value in [2147483648.0, -1e15, 1e17, 9223372036854775808.0, 0.5, f64::INFINITY] {
            append(value, &NumberFormat::new(Dialect::Gawk), &mut out);
            out.push(b' ');
        }
        assert_eq!(
            String::from_utf8_lossy(&out),
            "2147483648 -1000000000000000 100000000000000000 9223372036854775808 0.5 +inf "
        );
    }

    #[test]
    fn writes() {
        let mut out = Vec::new();
        for value in [0.0, -0.0, 7.0, -42.0, 2147483647.0, 2147483648.0, 0.1, 1e300, f64::NAN] {
            append(value, &NumberFormat::new(Dialect::Mawk), &mut out);
            out.push(b' ');
        }
        assert_eq!(out, b"0 0 7 -42 2147483647 2.14748e+09 0.1 1e+300 nan ");
    }
}
