//! Errors of syntax.

use std::fmt;

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line on which it was noticed, from 1.
    pub line: u32,
    /// What is wrong, without "syntax error".
    pub message: String,
    /// The input ended where more was needed: an interactive shell asks for more.
    pub incomplete: bool,
    /// It is in the elements of an array: in bash's language the script goes on with its next
    /// line.
    pub in_elements: bool,
    /// The byte that was looked for up to the end of the input, where one was.
    pub unclosed: Option<u8>,
    /// The line of the script with the token that has no place, as bash shows it; empty in
    /// other languages.
    pub shown: Vec<u8>,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "syntax error: {}", self.message)
    }
}

impl std::error::Error for SyntaxError {}

pub(crate) type Result<T> = std::result::Result<T, SyntaxError>;
