//! What is wrong with a format of printf, or with an argument.

use crate::quoting;

/// What is wrong, with the text that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<'a> {
    /// There is no format.
    MissingOperand,
    /// The format takes no arguments: the first that is left. A warning.
    ExcessArguments(&'a [u8]),
    /// The argument for a `*` is no width.
    BadWidth(&'a [u8]),
    /// The argument for a `.*` is no precision.
    BadPrecision(&'a [u8]),
    /// A directive that is not known, or not complete: its text.
    BadConversion(&'a [u8]),
    /// A width or a precision that C's printf cannot have.
    TooWide,
    /// There is no memory for that width.
    NoMemory,
    /// `\x` without digits, which stays as it is. A warning.
    NoHexDigits,
    /// `\x`, `\u` or `\U` without its digits.
    NoHexNumber,
    /// `\u` or `\U` with a number that names no character.
    BadUniversalName(&'a [u8]),
    /// Something follows a character constant. A warning.
    AfterConstant(&'a [u8]),
    /// An argument is no number.
    NotNumeric(&'a [u8]),
    /// An argument begins with a number, and is none.
    NotConverted(&'a [u8]),
    /// An argument is a number that is too large.
    OutOfRange(&'a [u8]),
}

impl Error<'_> {
    /// GNU's words, without name and newline; `utf8`: characters are UTF-8.
    pub fn message(&self, utf8: bool) -> Vec<u8> {
        let quoted = |before: &[u8], text: &[u8], after: &[u8]| {
            [before, &quoting::locale(text, utf8), after].concat()
        };
        match *self {
            Self::MissingOperand => b"missing operand".to_vec(),
            Self::ExcessArguments(first) => {
                quoted(b"warning: ignoring excess arguments, starting with ", first, b"")
            }
            Self::BadWidth(text) => quoted(b"invalid field width: ", text, b""),
            Self::BadPrecision(text) => quoted(b"invalid precision: ", text, b""),
            Self::BadConversion(directive) => {
                [directive, b": invalid conversion specification"].concat()
            }
            Self::TooWide => {
                b"cannot perform formatted output: Value too large for defined data type".to_vec()
            }
            Self::NoMemory => b"memory exhausted".to_vec(),
            Self::NoHexDigits => b"missing hex digit for \\x".to_vec(),
            Self::NoHexNumber => b"missing hexadecimal number in escape".to_vec(),
            Self::BadUniversalName(name) => [b"invalid universal character name ", name].concat(),
            Self::AfterConstant(rest) => {
                let what = b": character(s) following character constant have been ignored";
                [b"warning: ", rest, what].concat()
            }
            Self::NotNumeric(text) => quoted(b"", text, b": expected a numeric value"),
            Self::NotConverted(text) => quoted(b"", text, b": value not completely converted"),
            Self::OutOfRange(text) => quoted(b"", text, b": Numerical result out of range"),
        }
    }
}
