//! The operators of C on 64-bit integers; those that floating-point numbers have too are applied
//! by `float`.
//!
//! Overflow wraps around or makes a floating-point number, shifts take the low six bits of their
//! count, and division by zero is an error (POSIX XCU 2.6.4, ISO C 6.5 on two's complement).

use super::super::float;
use super::{ArithmeticFault, Number, Trouble};
use crate::environment::Environment;
use syntax::arithmetic::{Binary, Unary};

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

impl Environment {
    /// The value of `++` and `--`, which only integers have.
    pub(super) fn step(&self, value: Number, by: i64) -> Result<Number, Trouble> {
        match value {
            Number::Integer(_) => self.apply(Binary::Add, value, Number::Integer(by)),
            Number::Float(_) => Err(ArithmeticFault::NotAnInteger.into()),
        }
    }

    /// The value of an operator with two operands.
    #[inline]
    pub(super) fn apply(
        &self,
        operator: Binary,
        left: Number,
        right: Number,
    ) -> Result<Number, Trouble> {
        match (left, right) {
            (Number::Integer(left), Number::Integer(right)) => {
                match apply_integers(operator, left, right)? {
                    Some(value) => Ok(Number::Integer(value)),
                    None => self.beyond_integers(operator, left, right),
                }
            }
            _ => float::apply(operator, left, right).map_err(Trouble::from),
        }
    }

    /// What an operator makes of integers where no integer is the result.
    #[cold]
    fn beyond_integers(&self, operator: Binary, left: i64, right: i64) -> Result<Number, Trouble> {
        if self.rules().expansion.overflow_is_float {
            let (left, right) = (Number::Integer(left), Number::Integer(right));
            return float::apply(operator, left, right).map_err(Trouble::from);
        }
        Ok(Number::Integer(match operator {
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            _ if right < 0 => return Err(ArithmeticFault::NegativeExponent.into()),
            _ => power(left, right, |a, b| Some(a.wrapping_mul(b))).unwrap_or(0),
        }))
    }
}

/// The value of an operator; None where an integer does not hold it.
fn apply_integers(operator: Binary, left: i64, right: i64) -> Result<Option<i64>, Trouble> {
    Ok(Some(match operator {
        Binary::Add => return Ok(left.checked_add(right)),
        Binary::Subtract => return Ok(left.checked_sub(right)),
        Binary::Multiply => return Ok(left.checked_mul(right)),
        Binary::Divide | Binary::Remainder if right == 0 => {
            return Err(ArithmeticFault::DivisionByZero.into());
        }
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
        Binary::Power if right < 0 => return Ok(None),
        Binary::Power => return Ok(power(left, right, i64::checked_mul)),
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
    }))
}

/// A power; None where a product is none.
fn power(base: i64, exponent: i64, product: impl Fn(i64, i64) -> Option<i64>) -> Option<i64> {
    let (mut base, mut exponent, mut result) = (base, exponent, 1i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base)?;
        }
        exponent >>= 1;
        if exponent > 0 {
            base = product(base, base)?;
        }
    }
    Some(result)
}
