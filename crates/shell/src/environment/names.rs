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
    /// How many functions and dot scripts deep (`.sh.level`).
    SH_LEVEL = 1;
    /// Seconds since 1970.
    EPOCHSECONDS = 2;
    /// The same with a fraction.
    EPOCHREALTIME = 3;
    /// 32 random bits.
    SRANDOM = 4;
    /// The process that runs this environment.
    BASHPID = 5;
    /// How many subshells deep.
    BASH_SUBSHELL = 6;
    /// The user's number.
    UID = 7;
    /// The number of the user whose rights the shell has.
    EUID = 8;
    /// The machine.
    HOSTNAME = 9;
    /// The operating system, in bash's words.
    OSTYPE = 10;
    /// The processor, in bash's words.
    HOSTTYPE = 11;
    /// Both, in GNU's words.
    MACHTYPE = 12;
    /// The functions that are running, innermost first.
    FUNCNAME = 13;
    /// The files in which they were defined.
    BASH_SOURCE = 14;
    /// The lines on which they were called.
    BASH_LINENO = 15;
    /// The statuses of the commands of the last pipeline.
    PIPESTATUS = 16;
    /// The working directory and those that `pushd` has kept.
    DIRSTACK = 17;
    /// The last argument of the last command.
    LAST_ARGUMENT = 18;
    /// The line that is being run.
    LINENO = 19;
    /// Whole seconds since the shell began.
    SECONDS = 20;
    /// A number between 0 and 32767.
    RANDOM = 21;
    /// Where commands are looked for.
    PATH = 22;
    /// What separates fields.
    IFS = 23;
    /// Overrides all of the locale.
    LC_ALL = 24;
    /// The locale of characters.
    LC_CTYPE = 25;
    /// The locale of what nothing else sets.
    LANG = 26;
    /// The next argument of getopts.
    OPTIND = 27;
    /// The argument of an option.
    OPTARG = 28;
    /// The working directory.
    PWD = 29;
    /// The working directory before.
    OLDPWD = 30;
    /// The login directory.
    HOME = 31;
    /// Where `cd` looks.
    CDPATH = 32;
    /// The prompt.
    PS1 = 33;
    /// The prompt for more.
    PS2 = 34;
    /// What precedes a traced command.
    PS4 = 35;
    /// The parent of the shell.
    PPID = 36;
    /// What an interactive shell reads first.
    ENV = 37;
    /// Whether getopts is silent.
    OPTERR = 38;
    /// What `read` sets without a name.
    REPLY = 39;
    /// The editor of `fc`.
    FCEDIT = 40;
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
        // No constant can have those names.
        let text = match *variable {
            "LAST_ARGUMENT" => "_",
            "SH_LEVEL" => ".sh.level",
            name => name,
        };
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
