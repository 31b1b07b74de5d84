//! What can be wrong with an expression, and how that travels to where it is reported.
//!
//! `ArithmeticFault` is the value that `diagnostics` puts into words; `Trouble` beside it also
//! carries an unwinding of an expansion within the expression. Only `expand::arithmetic` turns one
//! into the other.

use crate::unwind::Unwind;
use syntax::ByteString;
use syntax::arithmetic::ArithmeticError;

/// What is wrong with an expression.
#[derive(Clone, Debug)]
pub enum ArithmeticFault {
    /// It is none.
    Syntax(ArithmeticError),
    /// An operand of an operator that only integers have is a floating-point number.
    NotAnInteger,
    /// The divisor is 0.
    DivisionByZero,
    /// The exponent of `**` is negative.
    NegativeExponent,
    /// There is no element with this index.
    BadSubscript {
        /// The array.
        array: ByteString,
        /// The index.
        index: i64,
    },
    /// No function of arithmetic has this name.
    UnknownFunction(ByteString),
    /// The value of a variable is an expression that comes to the variable again.
    RefersToItself,
    /// There is no room on the stack for what is nested so deeply.
    TooDeep,
}

/// Why an expression has no value.
pub(super) enum Trouble {
    /// Something is wrong with it.
    Fault(Box<ArithmeticFault>),
    /// Something is wrong with an expression that is the value of a variable in it.
    InValue(Box<ArithmeticFault>, ByteString),
    /// Something has happened that was reported.
    Unwind(Unwind),
}

impl From<ArithmeticFault> for Trouble {
    fn from(fault: ArithmeticFault) -> Self {
        Trouble::Fault(Box::new(fault))
    }
}

impl From<ArithmeticError> for ArithmeticFault {
    fn from(error: ArithmeticError) -> Self {
        ArithmeticFault::Syntax(error)
    }
}

impl From<Unwind> for Trouble {
    fn from(unwind: Unwind) -> Self {
        Trouble::Unwind(unwind)
    }
}
