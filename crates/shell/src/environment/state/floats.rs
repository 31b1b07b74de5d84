//! How floating-point numbers are written: in the fewest digits, or to a precision. Variables with the
//! attributes of `typeset -E`, `-F` and `-X` (ksh93) hold their values so; expansion of arithmetic uses it
//! too.

use super::variables::Digits;
use syntax::ByteString;

/// A number in the fewest digits that give the same number again.
pub fn shortest(value: f64) -> ByteString {
    if value.is_nan() {
        return ByteString::from("nan");
    }
    if value.is_infinite() {
        return ByteString::from(if value > 0.0 { "inf" } else { "-inf" });
    }
    let magnitude = value.abs();
    let limit = 9_223_372_036_854_775_808.0;
    let is_integer = value.trunc() == value && (magnitude < limit || value == -limit);
    if is_integer && value != 0.0 {
        return ByteString::from_integer(value as i64);
    }
    if value != 0.0 && !(1e-4..1e18).contains(&magnitude) {
        let text = format!("{value:e}");
        // As printf spells it: a sign and at least two digits.
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        return ByteString::from(format!("{digits}e{sign}{exponent:0>2}").as_str());
    }
    ByteString::from(format!("{value}").as_str())
}

/// Digits as `typeset -F`, `-E` and `-X` show them, with this precision.
pub fn formatted(value: f64, digits: Digits, precision: usize) -> ByteString {
    if !value.is_finite() {
        return shortest(value);
    }
    if digits == Digits::Hexadecimal {
        return hexadecimal(value, precision);
    }
    if digits == Digits::Fixed {
        return ByteString::from(format!("{value:.precision$}").as_str());
    }
    if precision >= 17 {
        // More than a double has: the digits that mean it.
        return shortest(value);
    }
    // %g: `precision` significant digits, without zeros at the end.
    let precision = precision.max(1);
    let text = format!("{value:.*e}", precision - 1);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => digits.to_string(),
    };
    let text = if exponent < -4 || exponent >= precision as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(digits), exponent.abs())
    } else {
        let places = (precision as i32 - 1 - exponent).max(0) as usize;
        trim(&format!("{value:.places$}"))
    };
    ByteString::from(text.as_str())
}

/// A number in hexadecimal with a binary exponent, as `%a` of printf(3) writes it: `0x1.8000p+0`.
fn hexadecimal(value: f64, precision: usize) -> ByteString {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let bits = value.to_bits();
    let raised = (bits >> 52 & 0x7ff) as i64;
    let mut fraction = bits & 0xf_ffff_ffff_ffff;
    let (mut first, power) = match (raised, fraction) {
        (0, 0) => (0, 0),
        (0, _) => {
            // A subnormal number, as one that is not.
            let shift = fraction.leading_zeros() - 11;
            fraction = fraction << shift & 0xf_ffff_ffff_ffff;
            (1, -1022 - i64::from(shift))
        }
        _ => (1, raised - 1023),
    };
    if precision < 13 {
        let cut = 52 - 4 * precision as u32;
        let whole = (first << 52 | fraction) >> cut;
        let rest = fraction & ((1 << cut) - 1);
        let half = 1u64 << (cut - 1);
        let up = rest > half || rest == half && whole & 1 == 1;
        let rounded = whole + u64::from(up);
        first = rounded >> (4 * precision as u32);
        fraction = (rounded << cut) & 0xf_ffff_ffff_ffff;
    }
    let digits = format!("{fraction:013x}{:0<width$}", "", width = precision.saturating_sub(13));
    let point = if precision > 0 { "." } else { "" };
    let text = format!("{sign}0x{first}{point}{}p{power:+}", &digits[..precision]);
    ByteString::from(text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(shortest(0.5).as_bytes(), b"0.5");
        assert_eq!(shortest(3.0).as_bytes(), b"3");
        assert_eq!(shortest(1e20).as_bytes(), b"1e+20");
        assert_eq!(shortest(1.5e-7).as_bytes(), b"1.5e-07");
        assert_eq!(shortest(1e-5).as_bytes(), b"1e-05");
        assert_eq!(shortest(1.5e18).as_bytes(), b"1500000000000000000");
        assert_eq!(shortest(9.5e18).as_bytes(), b"9.5e+18");
        assert_eq!(formatted(2.54321, Digits::Fixed, 2).as_bytes(), b"2.54");
        assert_eq!(formatted(2.54321, Digits::Significant, 3).as_bytes(), b"2.54");
        assert_eq!(formatted(1_234_567.0, Digits::Significant, 3).as_bytes(), b"1.23e+06");
        assert_eq!(formatted(0.0, Digits::Significant, 10).as_bytes(), b"0");
        assert_eq!(formatted(123.0, Digits::Hexadecimal, 5).as_bytes(), b"0x1.ec000p+6");
        assert_eq!(formatted(-0.1, Digits::Hexadecimal, 2).as_bytes(), b"-0x1.9ap-4");
        assert_eq!(formatted(1.5, Digits::Hexadecimal, 15).as_bytes(), b"0x1.800000000000000p+0");
    }
}
