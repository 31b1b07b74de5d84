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
    #[inline(always)]
    pub(super) fn apply(
        &self,
        operator: Binary,
        left: Number,
        right: Number,
    ) -> Result<Number, Trouble> {
        // What loops do most.
        if let (Binary::Add, Number::Integer(a), Number::Integer(b)) = (operator, left, right)
            && let Some(sum) = a.checked_add(b)
        {
            return Ok(Number::Integer(sum));
        }
        match apply(operator, left, right) {
            Applied::Value(value) => Ok(value),
            Applied::Beyond(left, right) => self.beyond_integers(operator, left, right),
            Applied::Trouble(trouble) => Err(trouble),
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

/// What an operator comes to.
enum Applied {
    Value(Number),
    /// These integers have no integer for a result.
    Beyond(i64, i64),
    Trouble(Trouble),
}

/// Applies an operator. It asks nothing of the shell: its operands fill the registers there are.
fn apply(operator: Binary, left: Number, right: Number) -> Applied {
    let (Number::Integer(a), Number::Integer(b)) = (left, right) else {
        return match float::apply(operator, left, right) {
            Ok(value) => Applied::Value(value),
            Err(fault) => Applied::Trouble(fault.into()),
        };
    };
    let value = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => {
            return Applied::Trouble(ArithmeticFault::DivisionByZero.into());
        }
        Binary::Divide => Some(a.wrapping_div(b)),
        Binary::Remainder => Some(a.wrapping_rem(b)),
        Binary::Power if b < 0 => None,
        Binary::Power => power(a, b, i64::checked_mul),
        Binary::ShiftLeft => Some(a.wrapping_shl(b as u32)),
        Binary::ShiftRight => Some(a.wrapping_shr(b as u32)),
        Binary::Less => Some(i64::from(a < b)),
        Binary::LessEqual => Some(i64::from(a <= b)),
        Binary::Greater => Some(i64::from(a > b)),
        Binary::GreaterEqual => Some(i64::from(a >= b)),
        Binary::Equal => Some(i64::from(a == b)),
        Binary::NotEqual => Some(i64::from(a != b)),
        Binary::And => Some(a & b),
        Binary::Xor => Some(a ^ b),
        Binary::Or => Some(a | b),
    };
    match value {
        Some(value) => Applied::Value(Number::Integer(value)),
        None => Applied::Beyond(a, b),
    }
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
