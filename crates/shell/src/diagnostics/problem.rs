//! What can go wrong, with its operands.

use utilities::system::{printf, test};

/// What is wrong with a mode for `umask`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeError {
    /// It is no octal number, or one that is too large.
    Octal,
    /// Where `+`, `-` or `=` has to be there is something else, or nothing.
    Operator(Option<u8>),
    /// Something that is no permission.
    Character(u8),
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
    /// A builtin does not have an option.
    BadOption {
        /// The builtin.
        command: &'a [u8],
        /// The option's letter.
        letter: u8,
    },
    /// An operand is no variable's name.
    BadName {
        /// The builtin.
        command: &'a [u8],
        /// The operand.
        operand: &'a [u8],
    },
    /// An operand is no number.
    NotANumber {
        /// The builtin.
        command: &'a [u8],
        /// The operand.
        operand: &'a [u8],
    },
    /// A count of loops is a number, and not positive.
    BadLoopCount {
        /// `break` or `continue`.
        command: &'a [u8],
        /// The count.
        operand: &'a [u8],
    },
    /// The count of `shift` is negative.
    NegativeShift(&'a [u8]),
    /// `shift` was to shift more parameters than there are: its count.
    ShiftBeyond(usize),
    /// `.` has no operand: the name that it was called by.
    MissingFile(&'a [u8]),
    /// The file that `.` was to read is not there.
    SourceNotFound {
        /// The name that `.` was called by.
        command: &'a [u8],
        /// The file.
        file: &'a [u8],
        /// It was looked for in PATH alone.
        only_in_path: bool,
    },
    /// The file that `.` was to read cannot be opened.
    SourceNotOpened {
        /// Its path.
        path: &'a [u8],
        /// The kernel's reason.
        reason: &'a str,
    },
    /// The working directory could not be changed.
    NotChanged {
        /// `cd`, or the builtin that changes the directory as `cd` does.
        command: &'a [u8],
        /// The directory.
        directory: &'a [u8],
        /// The kernel's reason.
        reason: &'a str,
    },
    /// An operand names no place in the stack of directories.
    NotInStack {
        /// `pushd`, `popd` or `dirs`.
        command: &'a [u8],
        /// The operand.
        operand: &'a [u8],
        /// The stack has nothing but the working directory.
        is_empty: bool,
    },
    /// `set -o` does not know an option's name.
    BadOptionName(&'a [u8]),
    /// `trap` does not know a condition.
    BadCondition(&'a [u8]),
    /// `trap` was to list a condition that it does not know.
    BadListedCondition(&'a [u8]),
    /// `kill` does not know a signal.
    BadSignal(&'a [u8]),
    /// An operand of `kill` is no process.
    BadProcessId(&'a [u8]),
    /// An operand of `wait` is no process.
    BadChildId(&'a [u8]),
    /// A signal could not be sent.
    NotSent {
        /// The process, or the negative number of a process group.
        target: i32,
        /// The operand that named it.
        operand: &'a [u8],
        /// The kernel's reason.
        reason: &'a str,
    },
    /// An interactive shell was to end that has stopped jobs.
    StoppedJobs,
    /// A limit is no number.
    BadLimit(&'a [u8]),
    /// An operand of `umask` is no mode.
    BadMode {
        /// The operand.
        operand: &'a [u8],
        /// What is wrong with it.
        error: ModeError,
    },
    /// `[` without its `]`.
    MissingBracket,
    /// What `test` was to evaluate is no expression.
    TestExpression {
        /// `test` or `[`.
        command: &'a [u8],
        /// What is wrong with it.
        error: &'a test::Error<'a>,
        /// Whether characters are UTF-8.
        utf8: bool,
    },
    /// A format or an argument of `printf` is wrong.
    PrintfFormat {
        /// What is wrong with it.
        error: &'a printf::Error<'a>,
        /// Whether characters are UTF-8.
        utf8: bool,
    },
    /// `printf -v` without a variable: what stands in its place.
    PrintfVariable(Option<&'a [u8]>),
    /// `fc` was to edit or list commands that the history list does not have.
    HistoryRange,
    /// `fc` was to run a command that the history list does not have.
    HistoryRangeToRun,
    /// No command in the history list has this text.
    NoSuchCommand,
    // Syntax and arithmetic ------------------------------------------------------------
}
