//! Floating-point numbers of ksh93's arithmetic: operators, the functions of math.h, how they are
//! written as digits.
//!
//! Only ksh93's language and our own have them; `$(( ))` of integers never comes here. Values are
//! f64: `long double` is not supported. How values become digits, shortest or to a precision, is
//! here too.

use super::arithmetic::{ArithmeticFault, Number};
use crate::environment::variables::Digits;
use syntax::ByteString;
use syntax::arithmetic::Binary;

/// A number in the fewest digits that give the same number again.
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

/// The value of an operator with a floating-point operand.
///
/// # Errors
/// The remainder of a division by zero, and operators that only integers have.
pub(super) fn apply(
    operator: Binary,
    left: Number,
    right: Number,
) -> Result<Number, ArithmeticFault> {
    let (a, b) = (left.float(), right.float());
    let truth = |value: bool| Ok(Number::Integer(i64::from(value)));
    Ok(Number::Float(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Remainder if b == 0.0 => return Err(ArithmeticFault::DivisionByZero),
        // A fraction by nothing is infinite, as in C.
        Binary::Divide => a / b,
        // What is left of integers.
        Binary::Remainder => {
            return match right {
                Number::Integer(right) => Ok(Number::Integer(left.integer().wrapping_rem(right))),
                Number::Float(_) => Err(ArithmeticFault::NotAnInteger),
            };
        }
        Binary::Power => a.powf(b),
        Binary::Less => return truth(a < b),
        Binary::LessEqual => return truth(a <= b),
        Binary::Greater => return truth(a > b),
        Binary::GreaterEqual => return truth(a >= b),
        Binary::Equal => return truth(a == b),
        Binary::NotEqual => return truth(a != b),
        Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight => {
            return Err(ArithmeticFault::NotAnInteger);
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
        "erf" => libm::erf(x),
        "erfc" => libm::erfc(x),
        "tgamma" => libm::tgamma(x),
        "lgamma" => libm::lgamma(x),
        "j0" => libm::j0(x),
        "j1" => libm::j1(x),
        "y0" => libm::y0(x),
        "y1" => libm::y1(x),
        "jn" => libm::jn(x as i32, y),
        "yn" => libm::yn(x as i32, y),
        "exp10" => libm::exp10(x),
        "nextafter" | "nexttoward" => libm::nextafter(x, y),
        "remainder" => libm::remainder(x, y),
        "nearbyint" => x.round_ties_even(),
        "ldexp" | "scalb" | "scalbn" => libm::ldexp(x, y as i32),
        "logb" => f64::from(libm::ilogb(x)),
        "ilogb" => return Number::Integer(i64::from(libm::ilogb(x))),
        "isfinite" => return Number::Integer(i64::from(x.is_finite())),
        "isinfinite" => return Number::Integer(i64::from(x.is_infinite())),
        "isnormal" => return Number::Integer(i64::from(x.is_normal())),
        "issubnormal" => return Number::Integer(i64::from(x.is_subnormal())),
        "iszero" => return Number::Integer(i64::from(x == 0.0)),
        "isunordered" => return Number::Integer(i64::from(x.is_nan() || y.is_nan())),
        "isgreater" => return Number::Integer(i64::from(x > y)),
        "isgreaterequal" => return Number::Integer(i64::from(x >= y)),
        "isless" => return Number::Integer(i64::from(x < y)),
        "islessequal" => return Number::Integer(i64::from(x <= y)),
        "islessgreater" => {
            return Number::Integer(i64::from(
                x.partial_cmp(&y).is_some_and(|order| order.is_ne()),
            ));
        }
        "fpclassify" => {
            // The numbers of glibc's math.h.
            return Number::Integer(match x.classify() {
                std::num::FpCategory::Nan => 0,
                std::num::FpCategory::Infinite => 1,
                std::num::FpCategory::Zero => 2,
                std::num::FpCategory::Subnormal => 3,
                std::num::FpCategory::Normal => 4,
            });
        }
        _ => x.trunc(),
    })
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
        assert_eq!(formatted(2.54321, Digits::Fixed, 2).as_bytes(), b"2.54");
        assert_eq!(formatted(2.54321, Digits::Significant, 3).as_bytes(), b"2.54");
        assert_eq!(formatted(1_234_567.0, Digits::Significant, 3).as_bytes(), b"1.23e+06");
        assert_eq!(formatted(0.0, Digits::Significant, 10).as_bytes(), b"0");
        assert_eq!(formatted(123.0, Digits::Hexadecimal, 5).as_bytes(), b"0x1.ec000p+6");
        assert_eq!(formatted(-0.1, Digits::Hexadecimal, 2).as_bytes(), b"-0x1.9ap-4");
        assert_eq!(formatted(1.5, Digits::Hexadecimal, 15).as_bytes(), b"0x1.800000000000000p+0");
    }
}
