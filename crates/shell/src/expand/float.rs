//! Numbers with a fraction, in ksh93's way: operators, the functions of math.h, digits.

use super::arithmetic::Number;
use syntax::ByteString;
use syntax::arithmetic::Binary;

/// The fewest digits that give the same number again.
pub fn shortest(value: f64) -> ByteString {
    if value.is_nan() {
        return ByteString::from("nan");
    }
    if value.is_infinite() {
        return ByteString::from(if value > 0.0 { "inf" } else { "-inf" });
    }
    let magnitude = value.abs();
    if value != 0.0 && !(1e-5..1e17).contains(&magnitude) {
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

/// An operator where one of the operands has a fraction.
pub(super) fn apply(operator: Binary, left: Number, right: Number) -> Result<Number, String> {
    let (a, b) = (left.float(), right.float());
    let truth = |value: bool| Ok(Number::Integer(i64::from(value)));
    Ok(Number::Float(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide | Binary::Remainder if b == 0.0 => {
            return Err("division by zero".to_string());
        }
        Binary::Divide => a / b,
        Binary::Remainder => a % b,
        Binary::Power => a.powf(b),
        Binary::Less => return truth(a < b),
        Binary::LessEqual => return truth(a <= b),
        Binary::Greater => return truth(a > b),
        Binary::GreaterEqual => return truth(a >= b),
        Binary::Equal => return truth(a == b),
        Binary::NotEqual => return truth(a != b),
        Binary::And => return Ok(Number::Integer(left.integer() & right.integer())),
        Binary::Or => return Ok(Number::Integer(left.integer() | right.integer())),
        Binary::Xor => return Ok(Number::Integer(left.integer() ^ right.integer())),
        Binary::ShiftLeft => {
            return Ok(Number::Integer(left.integer().wrapping_shl(right.integer() as u32)));
        }
        Binary::ShiftRight => {
            return Ok(Number::Integer(left.integer().wrapping_shr(right.integer() as u32)));
        }
    }))
}

/// A function of math.h; the parser has checked its name and the number of operands.
pub(super) fn call(function: &str, operands: &[f64]) -> Number {
    let at = |index: usize| operands.get(index).copied().unwrap_or(0.0);
    let (x, y) = (at(0), at(1));
    Number::Float(match function {
        "abs" | "fabs" => x.abs(),
        "acos" => x.acos(),
        "acosh" => x.acosh(),
        "asin" => x.asin(),
        "asinh" => x.asinh(),
        "atan" => x.atan(),
        "atan2" => x.atan2(y),
        "atanh" => x.atanh(),
        "cbrt" => x.cbrt(),
        "ceil" => x.ceil(),
        "copysign" => x.copysign(y),
        "cos" => x.cos(),
        "cosh" => x.cosh(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "expm1" => x.exp_m1(),
        "fdim" => (x - y).max(0.0),
        "float" => x,
        "floor" => x.floor(),
        "fma" => x.mul_add(y, at(2)),
        "fmax" => x.max(y),
        "fmin" => x.min(y),
        "fmod" => x % y,
        "hypot" => x.hypot(y),
        "int" => return Number::Integer(x as i64),
        "isinf" => return Number::Integer(i64::from(x.is_infinite())),
        "isnan" => return Number::Integer(i64::from(x.is_nan())),
        "signbit" => return Number::Integer(i64::from(x.is_sign_negative())),
        "log" => x.ln(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "log2" => x.log2(),
        "pow" => x.powf(y),
        "rint" => x.round_ties_even(),
        "round" => x.round(),
        "sin" => x.sin(),
        "sinh" => x.sinh(),
        "sqrt" => x.sqrt(),
        "tan" => x.tan(),
        "tanh" => x.tanh(),
        _ => x.trunc(),
    })
}

/// Digits as `typeset -F` (`fixed`) and `-E` show them, with this precision.
pub fn formatted(value: f64, fixed: bool, precision: usize) -> ByteString {
    if !value.is_finite() {
        return shortest(value);
    }
    if fixed {
        return ByteString::from(format!("{value:.precision$}").as_str());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(shortest(0.5).as_bytes(), b"0.5");
        assert_eq!(shortest(3.0).as_bytes(), b"3");
        assert_eq!(shortest(1e20).as_bytes(), b"1e+20");
        assert_eq!(shortest(1.5e-7).as_bytes(), b"1.5e-07");
        assert_eq!(formatted(2.54321, true, 2).as_bytes(), b"2.54");
        assert_eq!(formatted(2.54321, false, 3).as_bytes(), b"2.54");
        assert_eq!(formatted(1_234_567.0, false, 3).as_bytes(), b"1.23e+06");
        assert_eq!(formatted(0.0, false, 10).as_bytes(), b"0");
    }
}
