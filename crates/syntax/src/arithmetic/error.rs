//! Errors of arithmetic expressions.

use crate::bytes::ByteString;

/// What a text is no expression for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// Parentheses, operators or subscripts are nested more deeply than the parser goes.
    NestedTooDeeply,
    /// An operator follows the expression that cannot follow it.
    UnexpectedOperator(&'static [u8]),
    /// A byte that begins no token.
    UnexpectedByte(u8),
    /// What an expansion gave stands where only text of the expression may.
    UnexpectedExpansion,
    /// An operand follows another one.
    MissingOperator,
    /// An operand is missing before this operator.
    OperandExpectedBefore(&'static [u8]),
    /// An operand is missing at the end.
    OperandExpectedAtEnd,
    /// There is no expression after `?` or `:`.
    ExpressionExpected,
    /// `?` has no `:`.
    MissingColon,
    /// The parenthesis is missing that closes one.
    MissingParenthesis,
    /// The bracket is missing that closes a subscript.
    MissingBracket,
    /// A subscript is empty.
    EmptySubscript,
    /// `++` or `--` stands before what is no variable.
    StepWantsVariable(&'static [u8]),
    /// A function of math.h has more or fewer operands than it takes.
    OperandCount {
        /// Its name.
        function: &'static str,
        /// How many it takes.
        wanted: usize,
    },
    /// The constant is none.
    InvalidNumber(ByteString),
    /// An operand is made of text and expansions: only the text after expansion can be parsed.
    SplitOperand,
}

/// What a function of the parser of expressions returns.
pub(super) type Result<T> = std::result::Result<T, ArithmeticError>;
