//! forkless' own words for what is wrong with an operand of a builtin.
//!
//! They are those of bash and ksh93 too: no voice has others. The builtin and the operand stand before
//! them.

use super::super::OperandFault;

/// What is said of an operand.
pub(super) fn sentence(command: &[u8], operand: &[u8], fault: OperandFault) -> Vec<u8> {
    let escaped = fault.shows_escapes().then(|| operand.escape_ascii().to_string());
    let shown = escaped.as_ref().map_or(operand, |text| text.as_bytes());
    [command, b": ", shown, b": ", words(fault).as_bytes()].concat()
}

/// The words for a fault.
fn words(fault: OperandFault) -> &'static str {
    match fault {
        OperandFault::ClosedDescriptor => "invalid file descriptor: Bad file descriptor",
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
        OperandFault::NoShellOptionName => "invalid shell option name",
        OperandFault::NotAFunction => "not a function",
        OperandFault::NotExportable => "cannot export",
        OperandFault::NoJob => "no such job",
        OperandFault::AmbiguousJob => "ambiguous",
        OperandFault::ReferenceArray => "reference variable cannot be an array",
        OperandFault::ReadOnlyFunction => "readonly function",
        OperandFault::NotAnArray => "not an array variable",
        OperandFault::ArrayKept => "cannot destroy array variables in this way",
        OperandFault::InvalidOption => "invalid option",
        OperandFault::InvalidExpression => "invalid regular expression",
        OperandFault::InvalidCharacter => "invalid character constant",
        OperandFault::InvalidVariableName => "invalid variable name",
        OperandFault::SpecialBuiltin => "is a special shell builtin",
        OperandFault::NotAnEnumeration => "not an enumeration type",
        OperandFault::UnknownType => "unknown type",
        OperandFault::NoDefinition => "type definition requires compound assignment",
        OperandFault::TypeKept => "type cannot be redefined",
        OperandFault::NoMember => "cannot set discipline for undeclared type member",
        OperandFault::UnknownMapping => "unknown mapping name",
        OperandFault::BadDescriptor => "bad file descriptor",
        OperandFault::ReadOnly => "is read only",
        OperandFault::NoParent => "no parent",
        OperandFault::BadSubscript => "bad array subscript",
        OperandFault::Kept => "cannot unset",
        OperandFault::FunctionKept => "cannot unset: readonly function",
        OperandFault::VariableMissing => "a variable name is missing",
        OperandFault::NameMissing => "a name is missing",
        OperandFault::BadVariableName => "bad variable name",
        OperandFault::BadFunctionName => "bad function name",
        OperandFault::InvalidReference => "invalid variable name for a reference",
        OperandFault::IllegalOptionName => "illegal option name",
        OperandFault::InvalidAction => "invalid action name",
        OperandFault::NoPlaces => "an associative array has no places",
    }
}
