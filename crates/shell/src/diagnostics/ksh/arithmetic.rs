//! Errors of arithmetic in ksh93u+m's words.
//!
//! `diagnostics::ksh` calls this for `Problem::Arithmetic`: the expression comes first, then what
//! is wrong with it.

use crate::diagnostics::ArithmeticProblem;
use crate::expand::arithmetic::ArithmeticFault;
use syntax::arithmetic::ArithmeticError;

/// Of most texts that are no expression ksh93 says no more than that.
pub(in crate::diagnostics) fn words(problem: &ArithmeticProblem<'_>) -> Option<Vec<u8>> {
    let ArithmeticFault::Syntax(error) = problem.fault else { return None };
    let is_syntax = match error {
        ArithmeticError::UnexpectedOperator(_)
        | ArithmeticError::UnexpectedByte(_)
        | ArithmeticError::UnexpectedExpansion
        | ArithmeticError::InvalidNumber(_)
        | ArithmeticError::MissingOperator
        | ArithmeticError::MissingParenthesis
        | ArithmeticError::MissingBracket
        | ArithmeticError::OperandExpectedBefore(_)
        | ArithmeticError::OperandExpectedAtEnd => true,
        ArithmeticError::NestedTooDeeply
        | ArithmeticError::ExpressionExpected
        | ArithmeticError::MissingColon
        | ArithmeticError::EmptySubscript
        | ArithmeticError::StepWantsVariable(_)
        | ArithmeticError::OperandCount { .. }
        | ArithmeticError::SplitOperand => false,
    };
    (is_syntax && problem.value.is_none() && !problem.expression.is_empty())
        .then(|| [problem.expression, b": arithmetic syntax error"].concat())
}
