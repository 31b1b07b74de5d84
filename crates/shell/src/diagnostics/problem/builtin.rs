//! What can go wrong in a builtin.
//!
//! Part of `Problem`: what several builtins report of an operand is an `OperandFault`. The words are in
//! `own/builtin.rs`, and in the files of that name of voices that say it otherwise.

use super::{CallFault, ModeError, NumericOption, OperandFault};
use utilities::system::{printf, test};

/// Something that went wrong in a builtin.
#[derive(Clone, Copy, Debug)]
pub enum BuiltinProblem<'a> {
    /// An alias cannot have this name.
    BadAliasName(&'a [u8]),
    /// There is no such function for `compgen -F`.
    NoCompletionFunction(&'a [u8]),
    /// `let` has no operand.
    LetWithoutExpression,
    /// `local` outside of functions.
    LocalOutsideFunction,
    /// `hash -p` without a path.
    HashWithoutPath,
    /// `getopts` found an option that the option string does not have.
    UnknownOption(u8),
    /// `getopts` found an option without its argument.
    OptionWithoutArgument(u8),
    /// `read -u` of a descriptor that is not open.
    ReadFromClosed(u32),
    /// `read` cannot read its input.
    InputUnreadable {
        /// The descriptor.
        descriptor: u32,
        /// The system's reason.
        reason: &'a str,
    },
    /// An option of `mapfile` has an argument that is no number.
    MapfileNumber {
        /// The name that `mapfile` was called by.
        command: &'a [u8],
        /// The argument.
        argument: &'a [u8],
        /// The option.
        letter: u8,
    },
    /// An associative array was to be filled with lines.
    NotIndexed {
        /// The name that `mapfile` was called by.
        command: &'a [u8],
        /// The array.
        name: &'a [u8],
    },
    /// A name reference was to refer to itself.
    SelfReference {
        /// The builtin.
        command: &'a [u8],
        /// Its name.
        name: &'a [u8],
    },
    /// An option of `read` has an argument that is no number.
    ReadInvalid {
        /// The argument.
        argument: &'a [u8],
        /// The option.
        option: NumericOption,
    },
    /// Something is wrong with an operand, which all voices say in the same way.
    Operand {
        /// The builtin.
        command: &'a [u8],
        /// The operand.
        operand: &'a [u8],
        /// What is wrong with it.
        fault: OperandFault,
    },
    /// Something is wrong with the call, which all voices say in the same way.
    Call {
        /// The builtin.
        command: &'a [u8],
        /// What is wrong.
        fault: CallFault,
    },
    /// The system refuses what a builtin needs.
    Refused {
        /// The builtin.
        command: &'a [u8],
        /// The operand, or the file, that it is about, if it is about one.
        operand: Option<&'a [u8]>,
        /// The system's reason.
        reason: &'a str,
    },
    /// A limit could not be set.
    LimitNotSet {
        /// What is limited.
        name: &'a str,
        /// The system's reason.
        reason: &'a str,
    },
    /// A limit that the kernel's unit makes too large.
    LimitOutOfRange(&'a [u8]),
    /// `bg` of a job that runs: its number.
    JobRunning(u32),
    /// An operand of `redirect`, which is none of a redirection's.
    RedirectOperand(&'a [u8]),
    /// The argument of an option that `getopts` found is no number.
    OptionWantsNumber {
        /// The argument.
        argument: &'a [u8],
        /// The option.
        letter: u8,
    },
    /// `getopts` found an option that its usage string does not allow.
    UsageString {
        /// The option, with its dashes.
        option: &'a [u8],
        /// What is wrong with it.
        fault: UsageFault,
    },
    /// `help` knows nothing of a topic.
    NoTopic(&'a [u8]),
    /// A builtin does not have a long option.
    UnknownLongOption {
        /// The builtin.
        command: &'a str,
        /// The option.
        option: &'a [u8],
        /// How it is called.
        synopsis: &'a str,
    },
    /// A warning: a reference has the name of what it refers to.
    CircularDeclaration {
        /// The builtin.
        command: &'a [u8],
        /// The name.
        name: &'a [u8],
    },
    /// A reference was to refer to what it cannot refer to.
    NoReferenceTarget {
        /// The builtin.
        command: &'a [u8],
        /// What is no name of a variable.
        text: &'a [u8],
    },
    /// `wait` for a process that is no child of the shell.
    NotAChild(i32),
    /// The path that a command is to be remembered with leads nowhere.
    NoHashedPath {
        /// The builtin; empty: an assignment.
        command: &'a [u8],
        /// The path.
        path: &'a [u8],
    },
    /// A name stands for nothing.
    NothingOfName {
        /// The builtin that was asked.
        command: &'a [u8],
        /// The name.
        name: &'a [u8],
    },
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
}

/// What is wrong with an option for a usage string of `getopts` (ksh93).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageFault {
    /// There is none of that name.
    UnknownOption,
    /// There are several whose names begin so.
    AmbiguousOption,
    /// Its argument is none of those that it can have.
    UnknownValue,
    /// It lacks its argument.
    ArgumentMissing,
    /// Its argument is no number.
    NoNumber,
}

impl<'a> BuiltinProblem<'a> {
    /// Something is wrong with the call.
    pub fn call(command: &'a [u8], fault: CallFault) -> Self {
        BuiltinProblem::Call { command, fault }
    }

    /// Something is wrong with an operand.
    pub fn operand(command: &'a [u8], operand: &'a [u8], fault: OperandFault) -> Self {
        BuiltinProblem::Operand { command, operand, fault }
    }
}

impl<'a> From<BuiltinProblem<'a>> for super::Problem<'a> {
    fn from(problem: BuiltinProblem<'a>) -> Self {
        super::Problem::Builtin(problem)
    }
}
