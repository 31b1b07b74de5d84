//! Names that the shell itself knows: builtins first, so that the slot of a command name is
//! the index of its builtin, then variables with a meaning.

use crate::builtins::BUILTINS;
use syntax::{Name, Names};

macro_rules! variables {
    ($($(#[$meta:meta])* $constant:ident = $offset:literal;)*) => {
        $($(#[$meta])* pub const $constant: Name = Name(BUILTINS.len() as u32 + $offset);)*
        const VARIABLES: &[&str] = &[$(stringify!($constant)),*];
    };
}

variables! {
    /// The line that is being run: computed when it is read.
    LINENO = 0;
    /// Whole seconds since the shell began: computed when it is read.
    SECONDS = 1;
    /// A number between 0 and 32767: computed when it is read.
    RANDOM = 2;
    /// Where commands are looked for.
    PATH = 3;
    /// What separates fields.
    IFS = 4;
    /// Overrides all of the locale.
    LC_ALL = 5;
    /// The locale of characters.
    LC_CTYPE = 6;
    /// The locale of what nothing else sets.
    LANG = 7;
    /// The next argument of getopts.
    OPTIND = 8;
    /// The argument of an option.
    OPTARG = 9;
    /// The working directory.
    PWD = 10;
    /// The working directory before.
    OLDPWD = 11;
    /// The login directory.
    HOME = 12;
    /// Where `cd` looks.
    CDPATH = 13;
    /// The prompt.
    PS1 = 14;
    /// The prompt for more.
    PS2 = 15;
    /// What precedes a traced command.
    PS4 = 16;
    /// The parent of the shell.
    PPID = 17;
    /// What an interactive shell reads first.
    ENV = 18;
    /// Whether getopts is silent.
    OPTERR = 19;
    /// What `read` sets without a name.
    REPLY = 20;
    /// The editor of `fc`.
    FCEDIT = 21;
}

/// Whether the value of a variable is computed when it is read.
#[inline]
pub fn is_computed(name: Name) -> bool {
    name.0.wrapping_sub(LINENO.0) < 3
}

/// Whether something follows from a change of the variable.
#[inline]
pub fn has_meaning(name: Name) -> bool {
    name.0.wrapping_sub(LINENO.0) <= OPTIND.0 - LINENO.0
}

/// Interns all of them.
pub fn setup(names: &Names) {
    for builtin in BUILTINS {
        names.intern(builtin.name.as_bytes());
    }
    for variable in VARIABLES {
        names.intern(variable.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_where_the_constants_say() {
        let names = Names::new();
        setup(&names);
        assert_eq!(&*names.text(PATH), b"PATH");
        assert_eq!(&*names.text(FCEDIT), b"FCEDIT");
        for (index, builtin) in BUILTINS.iter().enumerate() {
            assert_eq!(names.find(builtin.name.as_bytes()), Some(Name(index as u32)));
        }
    }
}
