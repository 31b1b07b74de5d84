//! What can go wrong, with its operands.

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
    // Words and expansions -------------------------------------------------------------

    // Redirections ---------------------------------------------------------------------

    // Commands -------------------------------------------------------------------------

    // Builtins -------------------------------------------------------------------------

    // Syntax and arithmetic ------------------------------------------------------------
}
