//! What can be wrong with an operand of a builtin.
//!
//! `builtins::complain` reports these with the builtin and the operand. All voices have the same words
//! for them, in `own/operand.rs`.

/// What is wrong with an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandFault {
    /// It is a directory.
    IsDirectory,
    /// It is no builtin.
    NotABuiltin,
    /// It is a builtin that cannot be deleted.
    NotDeletable,
    /// There is nothing of that name.
    NotFound,
    /// It cannot be loaded: there are no builtins in files.
    NotSupported,
    /// It is a builtin that was not loaded from a file.
    NotLoaded,
    /// It is no number.
    InvalidNumber,
    /// It is no number, where an argument has to be one.
    NumberRequired,
    /// History expansion of it has failed.
    HistoryExpansion,
    /// The history list has no such entry.
    HistoryPosition,
    /// It is an option without its argument.
    ArgumentRequired,
    /// It is the name of no keymap.
    NoKeymap,
    /// It is a file that cannot be read.
    NotRead,
    /// It is the name of no function of line editing.
    NoEditingFunction,
    /// A key binding has nothing between key and function.
    NoSeparator,
    /// There is no completion specification for it.
    NoCompletion,
    /// It is the name of no option.
    NoOptionName,
    /// It is no function.
    NotAFunction,
    /// It is a function that cannot be exported.
    NotExportable,
    /// There is no such job.
    NoJob,
    /// Several jobs fit.
    AmbiguousJob,
    /// A name reference was to be an array.
    ReferenceArray,
    /// It is a read-only function.
    ReadOnlyFunction,
    /// It is no array.
    NotAnArray,
    /// It is an array that `+a` and `+A` cannot make an ordinary variable of.
    ArrayKept,
}
