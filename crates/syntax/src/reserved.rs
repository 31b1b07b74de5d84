//! The reserved words (POSIX XCU 2.4), and the declaration utilities (2.9.1.1).

use crate::bytes::set_of;
use dialect::syntax::Syntax;

/// The bytes that reserved words begin with.
const BEGINNINGS: [bool; 256] = set_of(b"!{}cdefistuw[");

/// The reserved words (POSIX XCU 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reserved {
    Not,
    Open,
    Close,
    Case,
    Do,
    Done,
    Elif,
    Else,
    Esac,
    Fi,
    For,
    If,
    In,
    Then,
    Until,
    While,
    Test,
    Function,
    Select,
    Time,
    Coprocess,
}

impl Reserved {
    pub(crate) fn find(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"!" => Reserved::Not,
            b"{" => Reserved::Open,
            b"}" => Reserved::Close,
            b"case" => Reserved::Case,
            b"do" => Reserved::Do,
            b"done" => Reserved::Done,
            b"elif" => Reserved::Elif,
            b"else" => Reserved::Else,
            b"esac" => Reserved::Esac,
            b"fi" => Reserved::Fi,
            b"for" => Reserved::For,
            b"if" => Reserved::If,
            b"in" => Reserved::In,
            b"then" => Reserved::Then,
            b"until" => Reserved::Until,
            b"while" => Reserved::While,
            b"[[" => Reserved::Test,
            b"function" => Reserved::Function,
            b"select" => Reserved::Select,
            b"time" => Reserved::Time,
            b"coproc" => Reserved::Coprocess,
            _ => return None,
        })
    }

    /// The one that a word is in a dialect.
    #[inline]
    pub(crate) fn find_of(text: &[u8], syntax: &Syntax) -> Option<Self> {
        // Most words are longer, or begin with something else.
        if text.len() > 8 || !text.first().is_some_and(|&byte| BEGINNINGS[usize::from(byte)]) {
            return None;
        }
        match Self::find(text) {
            Some(Reserved::Time) if !syntax.time_is_reserved => None,
            Some(Reserved::Coprocess) if !syntax.coproc_is_reserved => None,
            found => found,
        }
    }

    /// The word.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Reserved::Not => "!",
            Reserved::Open => "{",
            Reserved::Close => "}",
            Reserved::Case => "case",
            Reserved::Do => "do",
            Reserved::Done => "done",
            Reserved::Elif => "elif",
            Reserved::Else => "else",
            Reserved::Esac => "esac",
            Reserved::Fi => "fi",
            Reserved::For => "for",
            Reserved::If => "if",
            Reserved::In => "in",
            Reserved::Then => "then",
            Reserved::Until => "until",
            Reserved::While => "while",
            Reserved::Test => "[[",
            Reserved::Function => "function",
            Reserved::Select => "select",
            Reserved::Time => "time",
            Reserved::Coprocess => "coproc",
        }
    }

    /// Ends a list of commands.
    pub(crate) fn is_end(self) -> bool {
        use Reserved as R;
        matches!(self, R::Close | R::Do | R::Done | R::Elif | R::Else | R::Esac | R::Fi | R::Then)
    }
}

/// Utilities whose arguments of the form `name=value` are expanded as assignments (POSIX
/// XCU 2.9.1.1, and what other shells have as such).
pub(crate) const DECLARATION: &[&[u8]] = &[
    b"export",
    b"readonly",
    b"local",
    b"typeset",
    b"declare",
    b"command",
    b"integer",
    b"float",
    b"nameref",
    b"builtin",
    b"compound",
    b"enum",
];
