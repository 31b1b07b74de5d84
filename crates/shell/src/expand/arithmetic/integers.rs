//! The operators of C on 64-bit integers; those that floating-point numbers have too are applied
//! by `float`.
//!
//! Overflow wraps around, shifts take the low six bits of their count, and division by zero is an
//! error (POSIX XCU 2.6.4, ISO C 6.5 on two's complement).

use super::super::float;
use super::{ArithmeticFault, Number, Trouble};
use syntax::arithmetic::{Binary, Unary};

/// The value of `++` and `--`, which only integers have.
pub(super) fn step(value: Number, by: i64) -> Result<Number, Trouble> {
    match value {
        Number::Integer(value) => Ok(Number::Integer(value.wrapping_add(by))),
        Number::Float(_) => Err(ArithmeticFault::NotAnInteger.into()),
    }
}

/// The value of an operator with one operand.
pub(super) fn unary(operator: Unary, value: Number) -> Result<Number, Trouble> {
    Ok(match (operator, value) {
        (Unary::Plus, value) => value,
        (Unary::Not, value) => Number::Integer(i64::from(!value.is_true())),
        (Unary::Minus, Number::Integer(value)) => Number::Integer(value.wrapping_neg()),
        (Unary::Minus, Number::Float(value)) => Number::Float(-value),
        (Unary::Complement, Number::Integer(value)) => Number::Integer(!value),
        (Unary::Complement, _) => return Err(ArithmeticFault::NotAnInteger.into()),
    })
}

/// The value of an operator with two operands.
#[inline]
pub(super) fn apply(operator: Binary, left: Number, right: Number) -> Result<Number, Trouble> {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => {
            Ok(Number::Integer(apply_integers(operator, left, right)?))
        }
        _ => float::apply(operator, left, right).map_err(Trouble::from),
    }
}

fn apply_integers(operator: Binary, left: i64, right: i64) -> Result<i64, Trouble> {
    Ok(match operator {
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => {
            return Err(ArithmeticFault::DivisionByZero.into());
        }
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
        Binary::Power => {
            if right < 0 {
                return Err(ArithmeticFault::NegativeExponent.into());
            }
            power(left, right)
        }
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Less => i64::from(left < right),
        Binary::LessEqual => i64::from(left <= right),
        Binary::Greater => i64::from(left > right),
        Binary::GreaterEqual => i64::from(left >= right),
        Binary::Equal => i64::from(left == right),
        Binary::NotEqual => i64::from(left != right),
        Binary::And => left & right,
        Binary::Xor => left ^ right,
        Binary::Or => left | right,
    })
}

fn power(base: i64, exponent: i64) -> i64 {
    let (mut base, mut exponent, mut result) = (base, exponent, 1i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}
