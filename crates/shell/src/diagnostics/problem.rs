//! What can go wrong, with its operands.

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

    // Redirections ---------------------------------------------------------------------

    // Commands -------------------------------------------------------------------------

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
    // Syntax and arithmetic ------------------------------------------------------------
}
