//! Errors of arithmetic in forkless' own words.
//!
//! The expression is shown with the place of the error where that helps. `diagnostics::own` calls
//! this for `Problem::Arithmetic`.

use crate::diagnostics::ArithmeticProblem;
use crate::expand::arithmetic::ArithmeticFault;
use syntax::arithmetic::ArithmeticError;

/// `arithmetic: [expression: ][value: ]what`
pub(in crate::diagnostics) fn words(problem: &ArithmeticProblem<'_>) -> Vec<u8> {
    let mut words = b"arithmetic: ".to_vec();
    if !problem.expression.is_empty() {
        words.extend_from_slice(problem.expression);
        words.extend_from_slice(b": ");
    }
    if let Some(value) = problem.value {
        words.extend_from_slice(format!("{}: ", value.escape_ascii()).as_bytes());
    }
    words.extend_from_slice(what(problem.fault).as_bytes());
    words
}

/// The sentence about a fault of an expression, without place and name.
pub(in crate::diagnostics) fn what(fault: &ArithmeticFault) -> String {
    match fault {
        ArithmeticFault::Syntax(error) => of_syntax(error),
        ArithmeticFault::NotAnInteger => "the operand is no integer".into(),
        ArithmeticFault::DivisionByZero => "division by zero".into(),
        ArithmeticFault::NegativeExponent => "exponent less than 0".into(),
        ArithmeticFault::BadSubscript { array, index } => {
            format!("{}[{index}]: bad array subscript", array.escape_ascii())
        }
        ArithmeticFault::UnknownFunction(name) => {
            format!("unknown function `{}'", name.escape_ascii())
        }
        ArithmeticFault::RefersToItself => "expression refers to itself".into(),
        ArithmeticFault::TooDeep => "recursion is too deep".into(),
    }
}

fn of_syntax(error: &ArithmeticError) -> String {
    match error {
        ArithmeticError::NestedTooDeeply => "nested too deeply".into(),
        ArithmeticError::UnexpectedOperator(operator) => {
            format!("unexpected `{}'", operator.escape_ascii())
        }
        ArithmeticError::UnexpectedByte(byte) => format!("unexpected `{}'", byte.escape_ascii()),
        ArithmeticError::UnexpectedExpansion => "unexpected expansion".into(),
        ArithmeticError::MissingOperator => "missing operator".into(),
        ArithmeticError::OperandExpectedBefore(operator) => {
            format!("operand expected before `{}'", operator.escape_ascii())
        }
        ArithmeticError::OperandExpectedAtEnd => "operand expected at the end".into(),
        ArithmeticError::ExpressionExpected => "expression expected".into(),
        ArithmeticError::MissingColon => "`:' expected for conditional expression".into(),
        ArithmeticError::MissingParenthesis => "missing `)'".into(),
        ArithmeticError::MissingBracket => "missing `]'".into(),
        ArithmeticError::EmptySubscript => "empty subscript".into(),
        ArithmeticError::StepWantsVariable(operator) => {
            format!("`{}' wants a variable", operator.escape_ascii())
        }
        ArithmeticError::OperandCount { function, wanted } => {
            format!("{function}: {wanted} operands expected")
        }
        ArithmeticError::InvalidNumber(number) => {
            format!("invalid number `{}'", number.escape_ascii())
        }
        ArithmeticError::SplitOperand => "operand made of several parts".into(),
    }
}
