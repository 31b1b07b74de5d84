//! Errors of syntax: what is wrong, what was expected, and where.

use crate::bytes::ByteString;

/// Where something stands in the text that a parser has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte, counted from 0; aliases have been replaced before it is counted. In
    /// backquotes and here-documents it is counted from where their own text begins.
    pub offset: u32,
    /// How many bytes it is long; 0 where it is a place only.
    pub length: u32,
    /// The line of its first byte, counted from 1.
    pub line: u32,
    /// The character of its first byte in the line, counted from 1; 0 where that is not known.
    pub column: u32,
}

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where: the token that has no place, or the beginning of what has no end.
    pub span: Span,
    /// The line of the script that the span begins on, without its newline; `None` until the
    /// error leaves the parser of the text that it is in.
    pub source_line: Option<ByteString>,
    /// Lines of what was read for it end with a carriage return: the file is one of another system.
    pub carriage_returns: bool,
    /// It is in the elements of an array: a script may go on with its next line.
    pub in_elements: bool,
    /// It is a token in a command substitution or a process substitution that has no place there.
    pub in_substitution: bool,
}

/// What can be wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// A token that has no place here.
    Unexpected {
        /// The token.
        token: FoundToken,
        /// What could stand there, where that is one thing.
        expected: Option<Expected>,
    },
    /// The text ended where more was needed.
    UnexpectedEnd {
        /// What could stand there, where that is one thing.
        expected: Option<Expected>,
        /// The line that the compound command begins on which has no end.
        begun: Option<u32>,
    },
    /// The text ended before what closes something.
    Unclosed {
        /// What was to be closed.
        construct: Construct,
        /// The line that the text ends on.
        end_line: u32,
    },
    /// The parenthesis is missing that closes `for ((…))`.
    UnclosedFor,
    /// There are more or fewer than three expressions in `for ((…))`.
    ForClauses {
        /// More than three.
        too_many: bool,
        /// All that is in its parentheses, with them, where it has been read.
        text: Option<ByteString>,
    },
    /// Something is wrong in `[[ ]]`, in a dialect that has errors of its own for that.
    Conditional(ConditionalFault),
    /// A function cannot have this name, or what stands in the place of one is no word that is
    /// known before it is expanded (`None`).
    InvalidFunctionName(Option<ByteString>),
    /// A namespace (ksh93).
    Namespace,
    /// Constructs are nested more deeply than the parser goes.
    NestedTooDeeply,
    /// The text could not be read.
    Unreadable {
        /// The error number of the system, where it was the system that could not.
        errno: Option<i32>,
        /// What the source of the text says.
        message: String,
    },
}

/// What can be wrong in `[[ ]]` (bash).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalFault {
    /// `]]` stands where an operand was to be.
    OperandMissing,
    /// Something else stands there.
    NoOperand(FoundToken),
    /// No binary operator follows an operand, but this; None: a word.
    NoOperator(Option<FoundToken>),
    /// What follows an operator is no word.
    NoArgument {
        /// What it is.
        found: FoundToken,
        /// The operator stands between two operands.
        is_binary: bool,
    },
    /// Something stands where a parenthesis was to be closed.
    Unclosed {
        /// What it is.
        found: FoundToken,
        /// There is nothing between the parentheses.
        is_empty: bool,
    },
    /// Something follows a whole test; None: a word.
    Followed(Option<FoundToken>),
    /// The text ended after a whole test: the line that `[[` is on.
    End(u32),
}

/// A token that has no place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundToken {
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
    /// A word, an operator or the number of a descriptor, as it is written.
    Text(ByteString),
}

/// What could have stood where something else was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A reserved word or an operator.
    Token(&'static str),
    /// A command.
    Command,
    /// A compound command.
    CompoundCommand,
    /// A name.
    Name,
    /// A word.
    Word,
}

/// What has a beginning and an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// `'…'`, `$'…'`
    SingleQuotes,
    /// `"…"`
    DoubleQuotes,
    /// `` `…` ``
    Backquotes,
    /// `$((…))`, `((…))`
    Arithmetic,
    /// `$[…]`
    ArithmeticInBrackets,
    /// `$(…)`
    CommandSubstitution,
    /// `<(…)`, `>(…)`
    ProcessSubstitution,
    /// `${ …; }`
    InlineSubstitution,
    /// `${…}`
    ParameterExpansion,
    /// `@(…)` and other groups of patterns.
    Group,
    /// `name=(…)`
    Elements,
}

impl Construct {
    /// The text that begins the construct.
    pub const fn opener(self) -> &'static str {
        match self {
            Construct::SingleQuotes => "'",
            Construct::DoubleQuotes => "\"",
            Construct::Backquotes => "`",
            Construct::Arithmetic => "((",
            Construct::ArithmeticInBrackets => "$[",
            Construct::CommandSubstitution => "$(",
            Construct::ProcessSubstitution => "<(",
            Construct::InlineSubstitution | Construct::ParameterExpansion => "${",
            Construct::Group | Construct::Elements => "(",
        }
    }

    /// The text that ends the construct.
    pub const fn closer(self) -> &'static str {
        match self {
            Construct::SingleQuotes => "'",
            Construct::DoubleQuotes => "\"",
            Construct::Backquotes => "`",
            Construct::Arithmetic => "))",
            Construct::ArithmeticInBrackets => "]",
            Construct::CommandSubstitution
            | Construct::ProcessSubstitution
            | Construct::Group
            | Construct::Elements => ")",
            Construct::InlineSubstitution | Construct::ParameterExpansion => "}",
        }
    }
}

impl SyntaxError {
    /// Whether more text could make it right: an interactive shell asks for more.
    pub fn is_incomplete(&self) -> bool {
        matches!(
            self.kind,
            SyntaxErrorKind::UnexpectedEnd { .. } | SyntaxErrorKind::Unclosed { .. }
        )
    }
}

/// What a function of the parser returns: the error is behind a pointer, since nearly all of them
/// return without one.
pub(crate) type Result<T> = std::result::Result<T, Box<SyntaxError>>;
