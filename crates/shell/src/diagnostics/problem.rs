//! What can go wrong, with its operands.

use crate::expand::arithmetic::ArithmeticFault;
use syntax::SyntaxError;

/// What is wrong with an arithmetic expression.
#[derive(Debug)]
pub struct ArithmeticProblem<'a> {
    /// What is wrong.
    pub fault: &'a ArithmeticFault,
    /// The expression, where it is known as a text; else empty.
    pub expression: &'a [u8],
    /// The value of a variable in the expression, where that is what is wrong.
    pub value: Option<&'a [u8]>,
    /// The command, or the parameter, that the expression is an operand of.
    pub command: &'a [u8],
    /// The byte of what is wrong, without blanks before it, where a parser notices that.
    pub noticed: usize,
}

/// Something that went wrong: what the interpreter knows of it, and no words.
#[derive(Clone, Copy, Debug)]
pub enum Problem<'a> {
    // Variables ------------------------------------------------------------------------
    /// A read-only variable was to be changed: its name.
    ReadOnly(&'a [u8]),
    /// A variable that the restricted shell protects was to be changed: its name.
    Restricted(&'a [u8]),
    /// All elements of an array were to be assigned at once: the array with its subscript.
    BadSubscript(&'a [u8]),
    /// A member was to be assigned of a compound variable that is not there: the member's name.
    NoParent(&'a [u8]),
    /// What a name reference was to refer to is no name.
    InvalidTarget(&'a [u8]),
    /// An array of a type has no such member.
    NoElement {
        /// The member.
        member: &'a [u8],
        /// The variable that does not have it.
        parent: &'a [u8],
    },
    /// A name reference leads back to itself: its name.
    CircularReference(&'a [u8]),
    // Words and expansions -------------------------------------------------------------

    // Redirections ---------------------------------------------------------------------

    // Commands -------------------------------------------------------------------------

    // Builtins -------------------------------------------------------------------------

    // Syntax and arithmetic ------------------------------------------------------------
    /// Something is wrong with an expression.
    Arithmetic(&'a ArithmeticProblem<'a>),
    /// What `read -C` has read is no value of a compound variable.
    CompoundValue(&'a SyntaxError),
}
