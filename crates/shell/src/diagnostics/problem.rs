//! What can go wrong, with its operands.
//!
//! A variant per kind of error, in the section of its area; operands are borrowed from whoever
//! reports. It has no words: `own`, `bash` and `ksh` have these, chosen by the row `voice`. To add
//! one: a variant here, words in `own`, and in the other voices where they differ.

use crate::expand::arithmetic::ArithmeticFault;
use crate::expand::subscript::InvalidKey;
use syntax::SyntaxError;
use utilities::system::{printf, test};

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

/// What the argument of an option of `read` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumericOption {
    /// How many characters (`-n`, `-N`).
    Count,
    /// How many seconds (`-t`).
    Timeout,
    /// A descriptor (`-u`).
    Descriptor,
}

/// What a pipe was wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeUse {
    /// A pipeline, a coprocess; or a file that a process needs as a descriptor, such as the output
    /// of a command substitution.
    Pipeline,
    /// A process substitution.
    ProcessSubstitution,
}

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
    /// One element was to be assigned a list: the array with the subscript.
    ListToElement(&'a [u8]),
    /// An element of a list has an invalid subscript, and is left out.
    InvalidElement {
        /// The subscript, without brackets.
        subscript: &'a [u8],
        /// The value.
        value: &'a [u8],
        /// What is wrong with the subscript.
        error: InvalidKey,
    },
    /// What stands in a list of members is neither an assignment nor a declaration (ksh93).
    NotAMember,
    /// A function is named like a discipline of a variable, and there is no such discipline: its
    /// name (ksh93).
    InvalidDiscipline(&'a [u8]),
    /// A reference to nothing becomes a variable: its name.
    UnbindsReference(&'a [u8]),
    /// A member was to be assigned of a compound variable that is not there: the member's name.
    NoParent(&'a [u8]),
    /// An array of a type has no such member.
    NoElement {
        /// The member.
        member: &'a [u8],
        /// The variable that does not have it.
        parent: &'a [u8],
    },
    /// A name reference leads back to itself: its name.
    CircularReference(&'a [u8]),
    /// A compound variable was to be exported.
    CompoundExported {
        /// The builtin.
        command: &'a [u8],
        /// The variable.
        name: &'a [u8],
    },
    /// A list of elements was to be the value of a compound variable.
    ListForCompound {
        /// The builtin.
        command: &'a [u8],
        /// The variable.
        name: &'a [u8],
    },
    /// A builtin would change a read-only variable.
    ReadOnlyTo {
        /// The builtin.
        command: &'a [u8],
        /// The variable.
        name: &'a [u8],
    },
    /// A builtin would have a reference refer to what is no name.
    InvalidTargetTo {
        /// The builtin.
        command: &'a [u8],
        /// The text.
        text: &'a [u8],
    },
    /// A list for an associative array has a value without a subscript.
    ElementWithoutSubscript {
        /// The array.
        name: &'a [u8],
        /// The value.
        value: &'a [u8],
    },
    /// A read-only variable was to be unset: its name.
    UnsetReadOnly(&'a [u8]),
    /// An operand of `unset` is no name.
    UnsetBadName(&'a [u8]),
    /// `typeset +a`, `+A` or `+C`, by this builtin.
    ArrayLetterOff(&'a [u8]),
    /// A declaration would make an array of the other kind of one.
    ArrayKindFixed {
        /// The builtin.
        command: &'a [u8],
        /// The array.
        name: &'a [u8],
        /// What it is.
        is_associative: bool,
    },
    // Words and expansions -------------------------------------------------------------
    /// A parameter is not set, or null, where that is an error.
    MissingParameter {
        /// Its name.
        name: &'a [u8],
        /// The subscript of an element with its brackets, else nothing.
        subscript: &'a [u8],
        /// What is missing.
        missing: Missing,
    },
    /// A parameter is missing that `${x?word}` is about.
    ErrorWord {
        /// The name of the parameter.
        name: &'a [u8],
        /// The subscript of an element with its brackets, else nothing.
        subscript: &'a [u8],
        /// The word, expanded.
        word: &'a [u8],
    },
    /// A parameter that is no variable was to be assigned by `${1=word}`: its name.
    NotAssignable(&'a [u8]),
    /// `${…}` is no expansion: the text in the braces.
    BadSubstitution(&'a [u8]),
    /// An operator is not one for what it is applied to.
    BadOperator,
    /// A name reference refers to nothing: its name.
    UnboundReference(&'a [u8]),
    /// An unset parameter was to name another one: its name.
    UnsetIndirection(&'a [u8]),
    /// The value of a parameter was to name another one and is no name: the value.
    InvalidIndirection(&'a [u8]),
    /// A slice would end before it begins.
    NegativeSlice,
    /// No pathname matches a pattern (`failglob`): the pattern.
    NoMatch(&'a [u8]),
    /// An array is assigned in a word, where no assignment can be: its name.
    MisplacedArray(&'a [u8]),
    /// Braces stand for more words than there can be.
    TooManyBraceWords,
    // Redirections ---------------------------------------------------------------------
    /// A descriptor's number is larger than the process may have.
    DescriptorTooLarge(u32),
    /// The word of `>&word`, or the value of the variable in `{name}>&-`, is no descriptor.
    NoDescriptor {
        /// What it expanded to.
        text: &'a [u8],
        /// How it is written, where that is only a variable.
        source: Option<&'a [u8]>,
    },
    /// The descriptor of `>&word` is not open.
    ClosedDescriptor {
        /// What the word expanded to.
        text: &'a [u8],
        /// How it is written, where that is only a variable.
        source: Option<&'a [u8]>,
    },
    /// The word of a redirection does not give one field: how it is written, where that is only a
    /// variable.
    AmbiguousRedirection(Option<&'a [u8]>),
    /// A file could not be opened, created or replaced.
    FileRefused {
        /// What was to be done with it.
        action: FileAction,
        /// Its name.
        path: &'a [u8],
        /// The system's reason.
        reason: &'a str,
    },
    /// `>` under noclobber: the file exists.
    FileExists(&'a [u8]),
    /// A pipe could not be made, or what would have been one.
    NoPipe {
        /// What it was wanted for.
        wanted: PipeUse,
        /// The system's reason.
        reason: &'a str,
    },
    /// A session does not fork the process that it is in; why it would have to.
    NoProcessInSession {
        /// What needs a process of its own.
        reason: &'a str,
    },

    /// The restricted shell opens no file for output: the file.
    RestrictedOutput(&'a [u8]),
    // Commands -------------------------------------------------------------------------
    /// There is no command of this name.
    CommandNotFound(&'a [u8]),
    /// There is no program of this name that `exec` could run.
    ExecNotFound(&'a [u8]),
    /// A command's file cannot be executed.
    CannotExecute {
        /// The command's name.
        name: &'a [u8],
        /// The system's reason.
        reason: &'a str,
        /// Whether the file is a directory.
        is_directory: bool,
    },
    /// The restricted shell runs no command whose name has a slash: its name.
    RestrictedCommand(&'a [u8]),
    /// What a function, a loop's variable or a coprocess is to be called is no name.
    InvalidName(&'a [u8]),
    /// A function is to be called like a special builtin.
    SpecialBuiltin(&'a [u8]),
    /// A builtin cannot write its output.
    WriteFailed {
        /// The builtin.
        command: &'a str,
        /// The system's reason.
        reason: &'a str,
    },
    /// There is no memory for what a builtin does, or the shell itself (None).
    MemoryExhausted(Option<&'a str>),
    /// A signal has ended a command.
    Killed {
        /// Its process.
        pid: i32,
        /// The signal, in words.
        description: &'a str,
        /// The process left a core file.
        dumped: bool,
        /// The command's text.
        command: &'a [u8],
    },
    // Builtins -------------------------------------------------------------------------

    // `let`, `local`, `hash`, `getopts`, `read`, `type`.
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
    // Syntax and arithmetic ------------------------------------------------------------
    /// Something is wrong with an expression.
    Arithmetic(&'a ArithmeticProblem<'a>),
    /// What `read -C` has read is no value of a compound variable.
    CompoundValue(&'a SyntaxError),
}

/// What is missing of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is not set.
    Unset,
    /// It is not set, and was written without braces: `$1`.
    UnsetWithoutBraces,
    /// It is not set, and `${x?}` asks.
    UnsetAsked,
    /// It is not set, and `${x:?}` asks, which asks for a value that is not null.
    UnsetOrNull,
    /// It is null, and `${x:?}` asks.
    Null,
}

/// What was to be done with a file.
#[derive(Clone, Copy, Debug)]
pub enum FileAction {
    /// Opened.
    Open,
    /// Created, or opened to be written.
    Create,
    /// Replaced by another.
    Replace,
}
