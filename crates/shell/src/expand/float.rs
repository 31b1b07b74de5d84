//! Floating-point numbers of ksh93's arithmetic: operators and the functions of math.h.
//!
//! Only ksh93's language and our own have them; `$(( ))` of integers never comes here. Values are
//! f64: `long double` is not supported. How values become digits is `environment::floats`.

use super::arithmetic::{ArithmeticFault, Number};
pub use crate::environment::floats::shortest;
use syntax::arithmetic::Binary;

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
