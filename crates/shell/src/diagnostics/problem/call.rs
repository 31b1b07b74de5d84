//! What can be wrong with a call of a builtin as a whole.
//!
//! Part of `BuiltinProblem`. All voices have the same words for them, in `own/call.rs`: most are of
//! builtins that only one dialect has.

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// There is no job control.
    NoJobControl,
    /// There is no job control, so that nobody could continue the shell.
    NoJobControlToSuspend,
    /// The shell is no login shell.
    NotALoginShell,
    /// A warning: nobody edits lines.
    NoLineEditing,
    /// HOME is not set.
    HomeNotSet,
    /// OLDPWD is not set.
    OldDirectoryNotSet,
    /// The name of the directory is empty.
    EmptyDirectory,
    /// What the working directory was to be changed by is not in its name.
    NothingToReplace,
    /// There are more operands than it takes.
    TooManyArguments,
    /// It takes no operand, and there are some.
    TooManyOperands,
    /// A warning: what completes a word was called where none is completed.
    CompletingOutside,
    /// `compgen -C` runs a command outside of a completion.
    CompletingByCommand,
    /// The name of an array is empty.
    ArrayNameEmpty,
    /// It was called where no word is completed.
    NotCompleting,
    /// It was called outside of loops.
    OutsideLoop,
    /// It was called outside of functions and dot scripts.
    OutsideFunction,
    /// An operand is no number.
    InvalidNumber,
    /// A warning: an argument is no moment.
    InvalidDate,
    /// The number of the next argument is negative.
    NegativeIndex,
    /// Commands are not remembered (`set +h`).
    HashingDisabled,
    /// Several options say what is to be done with a file.
    SeveralFileOptions,
    /// The history list is empty.
    HistoryEmpty,
    /// There is no coprocess.
    NoCoprocess,
    /// The argument of an option is no descriptor.
    BadDescriptor,
    /// An option lacks its argument.
    ArgumentMissing,
    /// There is no name.
    NameMissing,
    /// Standard input is closed.
    InputClosed,
    /// Something follows the value.
    ValueFollowed,
    /// Options are to be set and unset at once.
    SetAndUnset,
    /// A function and a variable are to be unset at once.
    FunctionAndVariable,
    /// A definition of a function is an operand.
    MakesNoFunctions,
    /// Attributes of numbers and of widths are together.
    NumberWithWidth,
    /// Attributes of bytes, widths and letters are together.
    BytesWithWidth,
    /// The stack of directories has none but the working directory.
    NoOtherDirectory,
    /// The stack of directories has none but the working directory.
    StackEmpty,
    /// The limit is none that can be changed.
    LimitNotChangeable,
    /// It was called otherwise than `enum` is.
    EnumUsage,
    /// It was called otherwise than `getopts` is.
    GetoptsUsage,
    /// It was called otherwise than `kill` is.
    KillUsage,
    /// It was called otherwise than `printf` is.
    PrintfUsage,
}
