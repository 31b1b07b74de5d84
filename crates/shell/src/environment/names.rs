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
    /// Seconds since 1970: computed when it is read, as are those that follow.
    EPOCHSECONDS = 0;
    /// The same with a fraction.
    EPOCHREALTIME = 1;
    /// 32 random bits.
    SRANDOM = 2;
    /// The process that runs this environment.
    BASHPID = 3;
    /// How many subshells deep.
    BASH_SUBSHELL = 4;
    /// The user's number.
    UID = 5;
    /// The number of the user whose rights the shell has.
    EUID = 6;
    /// The machine.
    HOSTNAME = 7;
    /// The operating system, in bash's words.
    OSTYPE = 8;
    /// The processor, in bash's words.
    HOSTTYPE = 9;
    /// Both, in GNU's words.
    MACHTYPE = 10;
    /// The functions that are running, innermost first.
    FUNCNAME = 11;
    /// The files in which they were defined.
    BASH_SOURCE = 12;
    /// The lines on which they were called.
    BASH_LINENO = 13;
    /// The statuses of the commands of the last pipeline.
    PIPESTATUS = 14;
    /// The working directory and those that `pushd` has kept.
    DIRSTACK = 15;
    /// The last argument of the last command.
    LAST_ARGUMENT = 16;
    /// The line that is being run.
    LINENO = 17;
    /// Whole seconds since the shell began.
    SECONDS = 18;
    /// A number between 0 and 32767.
    RANDOM = 19;
    /// Where commands are looked for.
    PATH = 20;
    /// What separates fields.
    IFS = 21;
    /// Overrides all of the locale.
    LC_ALL = 22;
    /// The locale of characters.
    LC_CTYPE = 23;
    /// The locale of what nothing else sets.
    LANG = 24;
    /// The next argument of getopts.
    OPTIND = 25;
    /// The argument of an option.
    OPTARG = 26;
    /// The working directory.
    PWD = 27;
    /// The working directory before.
    OLDPWD = 28;
    /// The login directory.
    HOME = 29;
    /// Where `cd` looks.
    CDPATH = 30;
    /// The prompt.
    PS1 = 31;
    /// The prompt for more.
    PS2 = 32;
    /// What precedes a traced command.
    PS4 = 33;
    /// The parent of the shell.
    PPID = 34;
    /// What an interactive shell reads first.
    ENV = 35;
    /// Whether getopts is silent.
    OPTERR = 36;
    /// What `read` sets without a name.
    REPLY = 37;
    /// The editor of `fc`.
    FCEDIT = 38;
}

/// Whether the value of a variable is computed when it is read.
#[inline]
pub fn is_computed(name: Name) -> bool {
    name.0.wrapping_sub(EPOCHSECONDS.0) <= RANDOM.0 - EPOCHSECONDS.0
}

/// Whether something follows from a change of the variable.
#[inline]
pub fn has_meaning(name: Name) -> bool {
    name.0.wrapping_sub(LINENO.0) <= OPTIND.0 - LINENO.0
}

/// Those that are computed in the extended language only.
pub fn computed_extensions() -> impl Iterator<Item = Name> {
    (EPOCHSECONDS.0..LINENO.0).map(Name)
}

/// Interns all of them.
pub fn setup(names: &Names) {
    for builtin in BUILTINS {
        names.intern(builtin.name.as_bytes());
    }
    for variable in VARIABLES {
        // No constant can have that name.
        let text = if *variable == "LAST_ARGUMENT" { "_" } else { *variable };
        names.intern(text.as_bytes());
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
