//! What can go wrong, with its operands.
//!
//! A variant per kind of error: those of builtins and of variables are enums of their own, the others
//! are in sections. Operands are borrowed from whoever reports. It has no words: `own`, `bash` and `ksh`
//! have these, chosen by the row `voice`. To add one: a variant here, words in the file of its area
//! below `own`, and in the other voices where they differ.

mod builtin;
mod call;
mod operand;
mod startup;
mod variable;

pub use builtin::{BuiltinProblem, UsageFault};
pub use call::CallFault;
pub use operand::OperandFault;
pub use startup::{OptionFault, StartupProblem};
pub use variable::VariableProblem;

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
    /// With a variable.
    Variable(VariableProblem<'a>),
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
    /// `${…}` is no expansion: the text of it, or of what encloses it.
    BadSubstitution(&'a [u8]),
    /// `${name[…}` is no expansion: the word that it is in.
    UnclosedSubstitution(&'a [u8]),
    /// An operator is not one for what it is applied to.
    BadOperator,
    /// A name reference refers to nothing: its name.
    UnboundReference(&'a [u8]),
    /// An unset parameter was to name another one: its name.
    UnsetIndirection(&'a [u8]),
    /// The value of a parameter was to name another one and is no name: the value.
    InvalidIndirection(&'a [u8]),
    /// A slice would end before it begins: its length, as it is written.
    NegativeSlice(&'a [u8]),
    /// What a command substitution has read has a NUL, which no value can hold.
    NulIgnored,
    /// TIMEFORMAT has a letter after `%` that is none.
    TimeFormat(u8),
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
    /// A program would need what is in memory, where it cannot see it.
    NotForPrograms {
        /// The command.
        name: &'a [u8],
        /// The path that is not there for it.
        path: &'a [u8],
    },

    /// No number is left for a descriptor.
    TooManyFiles,
    /// A file cannot be read at another place: the descriptor, where it is known, and the reason.
    NotSought {
        /// The descriptor.
        descriptor: Option<u32>,
        /// The system's reason.
        reason: &'a str,
    },
    /// A descriptor that is not open was to be read at another place (ksh93).
    SoughtClosed(u32),
    /// A redirection for the end of a command stands at one that does not end.
    EndlessCommand,
    /// The end of a script ended a here-document.
    UnendedHereDocument {
        /// The line that it began in.
        begun: u32,
        /// What would have ended it.
        delimiter: &'a [u8],
    },
    /// The restricted shell opens no file for output: the file.
    RestrictedOutput(&'a [u8]),
    // Commands -------------------------------------------------------------------------
    /// What a file needs to run is not there: its interpreter.
    InterpreterNotFound(&'a [u8]),
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
    /// A program could not be started.
    CannotStart {
        /// The command's name.
        name: &'a [u8],
        /// The reason.
        reason: &'a str,
    },
    /// A command's file is neither a program nor a script: the command's name.
    NeitherProgramNorScript(&'a [u8]),
    /// A process could not be made; the system's reason.
    CannotFork(&'a str),
    /// Functions, subshells or expansions are nested more deeply than the stack has room for.
    TooDeep,
    /// Functions call each other more deeply than FUNCNEST allows.
    NestingExceeded {
        /// The function.
        name: &'a [u8],
        /// How deeply they may.
        most: u32,
    },
    /// A read-only function was to be defined: its name.
    ReadOnlyFunction(&'a [u8]),
    /// No file defines a function that loads itself: its name.
    FunctionNotFound(&'a [u8]),
    /// The file of a function that loads itself does not define it.
    FunctionNotDefined {
        /// The function.
        name: &'a [u8],
        /// The file.
        path: &'a [u8],
    },
    /// A function of a session's host has panicked: the builtin's name.
    HostPanicked(&'a [u8]),
    /// A coprocess was to be made while there is one.
    CoprocessExists {
        /// The process of the one that there is.
        pid: i32,
        /// Its name.
        name: &'a [u8],
    },
    /// A coprocess was to be made while there is one that still has its input.
    CoprocessRuns,
    /// The restricted shell does not allow something: the command and what it is about.
    Restricted(&'a [&'a [u8]]),
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
    /// In a builtin.
    Builtin(BuiltinProblem<'a>),
    /// When the shell begins.
    Startup(&'a StartupProblem<'a>),
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

impl<'a> From<&Problem<'a>> for Problem<'a> {
    fn from(problem: &Problem<'a>) -> Self {
        *problem
    }
}

impl<'a> From<&'a StartupProblem<'a>> for Problem<'a> {
    fn from(problem: &'a StartupProblem<'a>) -> Self {
        Problem::Startup(problem)
    }
}
