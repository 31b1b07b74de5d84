//! What can be wrong with an operand of a builtin.
//!
//! `builtins::complain` reports these with the builtin and the operand. All voices have the same words
//! for them, in `own/operand.rs`.

/// What is wrong with an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandFault {
    /// It is a directory.
    IsDirectory,
    /// It is the number of a descriptor that is not open.
    ClosedDescriptor,
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
    /// It is the name of none of the options that `shopt` has.
    NoShellOptionName,
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
    /// It is no option.
    InvalidOption,
    /// It is no regular expression.
    InvalidExpression,
    /// It is no character between quotes.
    InvalidCharacter,
    /// It is no name of a variable.
    InvalidVariableName,
    /// It is the name of a special builtin.
    SpecialBuiltin,
    /// It is a type, and no enumeration.
    NotAnEnumeration,
    /// It is no type.
    UnknownType,
    /// It defines no type.
    NoDefinition,
    /// It is a type already.
    TypeKept,
    /// It is a discipline of a member that the type does not have.
    NoMember,
    /// It is no mapping of characters.
    UnknownMapping,
    /// It is no open descriptor.
    BadDescriptor,
    /// It is read-only.
    ReadOnly,
    /// It is inside of a variable that is not there.
    NoParent,
    /// It is no subscript of the array.
    BadSubscript,
    /// It is a read-only function.
    FunctionKept,
    /// A variable of the shell's own that cannot be unset.
    Kept,
    /// It is an option without its variable.
    VariableMissing,
    /// It is an option without its name.
    NameMissing,
    /// It is no name of a variable.
    BadVariableName,
    /// It is no name of a function.
    BadFunctionName,
    /// It is nothing that a reference can refer to.
    InvalidReference,
    /// It is no long name of an option.
    IllegalOptionName,
    /// It is no action of completion.
    InvalidAction,
    /// It is an associative array, whose elements have no order.
    NoPlaces,
}

impl OperandFault {
    /// Whether bytes of the operand that are no printable characters are shown as escapes.
    pub fn shows_escapes(self) -> bool {
        use OperandFault::*;
        matches!(
            self,
            BadVariableName
                | BadFunctionName
                | InvalidReference
                | IllegalOptionName
                | InvalidAction
                | NoPlaces
        )
    }
}
