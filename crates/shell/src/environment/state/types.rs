//! The types of an environment (ksh93), as data: what `typeset -T` and `enum` have defined. How
//! variables are made of them is `environment::types`; the builtins typeset and enum define them.
//! See ksh93(1), Type Variables.

use std::rc::Rc;
use syntax::{ByteString, Name};

/// A type: its name, its words, and whether letters mean the same in either case.
pub type Enumeration = (Name, Rc<[ByteString]>, bool);

/// A function of a type.
#[derive(Clone)]
pub struct Method {
    /// What it is called by: `name`, or `member.get`.
    pub name: Vec<u8>,
    /// The function.
    pub function: Name,
    /// It is about the type, and not about the instance that it is called by (`typeset -fS`).
    pub shared: bool,
    /// What it is for (`typeset -fh`).
    pub help: Option<ByteString>,
}

/// A type.
#[derive(Clone)]
pub struct Definition {
    /// The command that declares its instances.
    pub name: Name,
    /// The variable that they are copies of.
    pub template: Name,
    /// The names of the members, in order.
    pub members: Vec<Vec<u8>>,
    /// The order of what is inside of members that are compound variables.
    pub inside: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
    /// The functions.
    pub methods: Vec<Method>,
}

/// All types of an environment.
#[derive(Clone, Default)]
pub struct Types {
    /// Those that are lists of words (`enum`).
    pub enumerations: Vec<Enumeration>,
    /// Those that have members (`typeset -T`).
    pub definitions: Vec<Rc<Definition>>,
    /// Names that are to become types, by `typeset -T name`.
    pub announced: Vec<Name>,
    /// The element that is assigned to, for messages.
    pub key_told: Option<i64>,
    /// The type whose declaration command runs, for its messages.
    pub declaring: Option<Name>,
    /// Instances whose function `create` is still to be called.
    pub created: Vec<Name>,
}

impl Types {
    /// Whether a name may be a type's.
    #[inline]
    pub fn are_there(&self) -> bool {
        !self.definitions.is_empty() || !self.enumerations.is_empty()
    }
}

impl Definition {
    /// The function of this name.
    pub fn method(&self, name: &[u8]) -> Option<&Method> {
        self.methods.iter().find(|method| method.name == name)
    }

    /// Whether its instances have this member.
    pub fn has_member(&self, name: &[u8]) -> bool {
        self.members.iter().any(|member| member == name)
    }
}
