//! forkless' own words for what is wrong with an operand of a builtin.
//!
//! They are those of bash and ksh93 too: no voice has others. The builtin and the operand stand before
//! them.

use super::super::OperandFault;

/// The words for a fault.
pub(super) fn words(fault: OperandFault) -> &'static str {
    match fault {
        OperandFault::IsDirectory => "is a directory",
        OperandFault::NotABuiltin => "not a shell builtin",
        OperandFault::NotDeletable => "cannot delete",
        OperandFault::NotFound => "not found",
        OperandFault::NotSupported => "not supported",
        OperandFault::NotLoaded => "not dynamically loaded",
        OperandFault::InvalidNumber => "invalid number",
        OperandFault::NumberRequired => "numeric argument required",
        OperandFault::HistoryExpansion => "history expansion failed",
        OperandFault::HistoryPosition => "history position out of range",
        OperandFault::ArgumentRequired => "option requires an argument",
        OperandFault::NoKeymap => "invalid keymap name",
        OperandFault::NotRead => "cannot read: No such file or directory",
        OperandFault::NoEditingFunction => "unknown function name",
        OperandFault::NoSeparator => "missing separator",
        OperandFault::NoCompletion => "no completion specification",
        OperandFault::NoOptionName => "invalid option name",
        OperandFault::NotAFunction => "not a function",
        OperandFault::NotExportable => "cannot export",
        OperandFault::NoJob => "no such job",
        OperandFault::AmbiguousJob => "ambiguous",
        OperandFault::ReferenceArray => "reference variable cannot be an array",
        OperandFault::ReadOnlyFunction => "readonly function",
        OperandFault::NotAnArray => "not an array variable",
        OperandFault::ArrayKept => "cannot destroy array variables in this way",
    }
}
