//! What can go wrong with variables and attributes.
//!
//! Part of `Problem`: assignments, declarations and references report these. The words are in
//! `own/variable.rs`, and in the files of that name of voices that say it otherwise.

use crate::expand::subscript::InvalidKey;

/// Something that went wrong with a variable.
#[derive(Clone, Copy, Debug)]
pub enum VariableProblem<'a> {
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
    /// A value is none of an enumeration's (ksh93).
    NotAWord {
        /// The type whose declaration assigns it, if it is one.
        kind: Option<&'a [u8]>,
        /// The variable.
        name: &'a [u8],
        /// The subscript, where it is an element.
        key: Option<i64>,
        /// The value.
        value: &'a [u8],
    },
    /// An array that has instances of types was to become an instance: its name.
    ArrayOfInstances(&'a [u8]),
    /// BASH_COMPAT names no version: its value.
    CompatibilityOutOfRange(&'a [u8]),
    /// The number of a descriptor cannot be assigned: the variable's name.
    DescriptorNotAssigned(&'a [u8]),
    /// The variable of a coprocess that has ended is read-only: its name.
    CoprocessReadOnly(&'a [u8]),
}

impl<'a> From<VariableProblem<'a>> for super::Problem<'a> {
    fn from(problem: VariableProblem<'a>) -> Self {
        super::Problem::Variable(problem)
    }
}
