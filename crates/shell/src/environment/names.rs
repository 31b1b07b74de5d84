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
    /// What a script asks for the language of: of ksh93. Computed when it is read, as are those
    /// that follow.
    KSH_VERSION = 0;
    /// Seconds since 1970.
    EPOCHSECONDS = 1;
    /// The same with a fraction.
    EPOCHREALTIME = 2;
    /// 32 random bits.
    SRANDOM = 3;
    /// The process that runs this environment.
    BASHPID = 4;
    /// How many subshells deep.
    BASH_SUBSHELL = 5;
    /// The user's number.
    UID = 6;
    /// The number of the user whose rights the shell has.
    EUID = 7;
    /// The machine.
    HOSTNAME = 8;
    /// The operating system, in bash's words.
    OSTYPE = 9;
    /// The processor, in bash's words.
    HOSTTYPE = 10;
    /// Both, in GNU's words.
    MACHTYPE = 11;
    /// The functions that are running, innermost first.
    FUNCNAME = 12;
    /// The files in which they were defined.
    BASH_SOURCE = 13;
    /// The lines on which they were called.
    BASH_LINENO = 14;
    /// The statuses of the commands of the last pipeline.
    PIPESTATUS = 15;
    /// The working directory and those that `pushd` has kept.
    DIRSTACK = 16;
    /// The last argument of the last command.
    LAST_ARGUMENT = 17;
    /// The line that is being run.
    LINENO = 18;
    /// Whole seconds since the shell began.
    SECONDS = 19;
    /// A number between 0 and 32767.
    RANDOM = 20;
    /// Where commands are looked for.
    PATH = 21;
    /// What separates fields.
    IFS = 22;
    /// Overrides all of the locale.
    LC_ALL = 23;
    /// The locale of characters.
    LC_CTYPE = 24;
    /// The locale of what nothing else sets.
    LANG = 25;
    /// The next argument of getopts.
    OPTIND = 26;
    /// The argument of an option.
    OPTARG = 27;
    /// The working directory.
    PWD = 28;
    /// The working directory before.
    OLDPWD = 29;
    /// The login directory.
    HOME = 30;
    /// Where `cd` looks.
    CDPATH = 31;
    /// The prompt.
    PS1 = 32;
    /// The prompt for more.
    PS2 = 33;
    /// What precedes a traced command.
    PS4 = 34;
    /// The parent of the shell.
    PPID = 35;
    /// What an interactive shell reads first.
    ENV = 36;
    /// Whether getopts is silent.
    OPTERR = 37;
    /// What `read` sets without a name.
    REPLY = 38;
    /// The editor of `fc`.
    FCEDIT = 39;
}

/// Whether the value of a variable is computed when it is read.
#[inline]
pub fn is_computed(name: Name) -> bool {
    name.0.wrapping_sub(KSH_VERSION.0) <= RANDOM.0 - KSH_VERSION.0
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
