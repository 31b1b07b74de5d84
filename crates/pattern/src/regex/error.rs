//! Why a regular expression cannot be compiled, in the words of GNU regcomp (regex(3)).

use std::fmt;

/// Why a regular expression cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegexError {
    /// REG_BADPAT: the pattern ends right after `[` or `[^`.
    BadPattern,
    /// REG_ECOLLATE: a collating element that is not one character.
    BadCollation,
    /// REG_ECTYPE: an unknown class in `[:class:]`.
    BadClass,
    /// REG_EESCAPE: a backslash at the end.
    TrailingBackslash,
    /// REG_ESUBREG: a back-reference to a group that is not complete before it.
    BadBackReference,
    /// REG_EBRACK: a bracket expression without its end.
    UnmatchedBracket,
    /// REG_EPAREN: a group without its end.
    UnmatchedOpen,
    /// REG_EBRACE: an interval without its end.
    UnmatchedBrace,
    /// REG_BADBR: an interval that is none.
    BadInterval,
    /// REG_ERANGE: a range whose ends are no characters or the wrong way round.
    BadRange,
    /// REG_ESPACE: groups nested too deep.
    OutOfMemory,
    /// REG_BADRPT: nothing there to be repeated.
    BadRepeat,
    /// REG_ESIZE: too large once its intervals are written out.
    TooBig,
    /// REG_ERPAREN: a `)` without its start.
    UnmatchedClose,
}

impl fmt::Display for RegexError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            RegexError::BadPattern => "Invalid regular expression",
            RegexError::BadCollation => "Invalid collation character",
            RegexError::BadClass => "Invalid character class name",
            RegexError::TrailingBackslash => "Trailing backslash",
            RegexError::BadBackReference => "Invalid back reference",
            RegexError::UnmatchedBracket => "Unmatched [, [^, [:, [., or [=",
            RegexError::UnmatchedOpen => "Unmatched ( or \\(",
            RegexError::UnmatchedBrace => "Unmatched \\{",
            RegexError::BadInterval => "Invalid content of \\{\\}",
            RegexError::BadRange => "Invalid range end",
            RegexError::OutOfMemory => "Memory exhausted",
            RegexError::BadRepeat => "Invalid preceding regular expression",
            RegexError::TooBig => "Regular expression too big",
            RegexError::UnmatchedClose => "Unmatched ) or \\)",
        })
    }
}

impl std::error::Error for RegexError {}
