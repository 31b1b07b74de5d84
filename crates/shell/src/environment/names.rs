//! Names that the shell itself knows: builtins first, so that the slot of a command name is
//! the index of its builtin, then variables with a meaning.
//!
//! The order is fixed when the program is compiled (`syntax::Known`), so a start interns nothing;
//! numbers of computed variables are a range, which makes `is_computed` a comparison. To add a
//! variable with a meaning: a line here, and its value in `computed`.

use crate::builtins::BUILTINS;
use syntax::{Known, Name};

macro_rules! variables {
    ($($(#[$meta:meta])* $constant:ident = $offset:literal;)*) => {
        $($(#[$meta])* pub const $constant: Name = Name(BUILTINS.len() as u32 + $offset);)*
        const VARIABLES: &[&str] = &[$(stringify!($constant)),*];
    };
}

variables! {
    /// The options of `set` that are on (bash). Computed when it is read, as are those that
    /// follow.
    SHELLOPTS = 0;
    /// Those of `shopt` (bash).
    BASHOPTS = 1;
    /// What a script asks for the language of: of ksh93.
    KSH_VERSION = 2;
    /// How many functions and dot scripts deep (`.sh.level`).
    SH_LEVEL = 3;
    /// What the last pattern and its groups have matched (`.sh.match`).
    SH_MATCH = 4;
    /// Seconds since 1970.
    EPOCHSECONDS = 5;
    /// Seconds since 1970, with a fraction.
    EPOCHREALTIME = 6;
    /// 32 random bits.
    SRANDOM = 7;
    /// The process that runs this environment.
    BASHPID = 8;
    /// How many subshells deep.
    BASH_SUBSHELL = 9;
    /// The user's number.
    UID = 10;
    /// The number of the user whose rights the shell has.
    EUID = 11;
    /// The machine.
    HOSTNAME = 12;
    /// The operating system, in bash's words.
    OSTYPE = 13;
    /// The processor, in bash's words.
    HOSTTYPE = 14;
    /// Both, in GNU's words.
    MACHTYPE = 15;
    /// The functions that are running, innermost first.
    FUNCNAME = 16;
    /// The files in which they were defined.
    BASH_SOURCE = 17;
    /// The lines on which they were called.
    BASH_LINENO = 18;
    /// The statuses of the commands of the last pipeline.
    PIPESTATUS = 19;
    /// The working directory and those that `pushd` has kept.
    DIRSTACK = 20;
    /// The groups of the process (bash).
    GROUPS = 21;
    /// The command that ran last outside of traps (bash).
    BASH_COMMAND = 22;
    /// The aliases (bash).
    BASH_ALIASES = 23;
    /// Where commands were found (bash).
    BASH_CMDS = 24;
    /// The login shell, where the environment does not say (bash).
    SHELL = 25;
    /// The last argument of the last command.
    LAST_ARGUMENT = 26;
    /// The number of the command in the history list.
    HISTCMD = 27;
    /// `$0` (bash).
    BASH_ARGV0 = 28;
    /// The line that is being run.
    LINENO = 29;
    /// Whole seconds since the shell began.
    SECONDS = 30;
    /// A number between 0 and 32767.
    RANDOM = 31;
    /// Where commands are looked for.
    PATH = 32;
    /// What separates fields.
    IFS = 33;
    /// Overrides all of the locale.
    LC_ALL = 34;
    /// The locale of characters.
    LC_CTYPE = 35;
    /// The locale of what nothing else sets.
    LANG = 36;
    /// How deep calls of functions may be (bash).
    FUNCNEST = 37;
    /// Whether the shell does as POSIX says where it would do otherwise (bash).
    POSIXLY_CORRECT = 38;
    /// The next argument of getopts.
    OPTIND = 39;
    /// The version of bash to behave like (bash).
    BASH_COMPAT = 40;
    /// The working directory.
    PWD = 41;
    /// The working directory before.
    OLDPWD = 42;
    /// The login directory.
    HOME = 43;
    /// Where `cd` looks.
    CDPATH = 44;
    /// The prompt.
    PS1 = 45;
    /// The prompt for more.
    PS2 = 46;
    /// What precedes a traced command.
    PS4 = 47;
    /// The parent of the shell.
    PPID = 48;
    /// What an interactive shell reads first.
    ENV = 49;
    /// Whether getopts is silent.
    OPTERR = 50;
    /// What `read` sets without a name.
    REPLY = 51;
    /// The argument of an option.
    OPTARG = 52;
    /// What a function of arithmetic gives back (`.sh.value`).
    SH_VALUE = 53;
    /// The variable that a discipline function is called for (`.sh.name`).
    SH_NAME = 54;
    /// The subscript of its element (`.sh.subscript`).
    SH_SUBSCRIPT = 55;
    /// How many seconds `read` waits (ksh93, bash).
    TMOUT = 56;
    /// Libraries that external commands are loaded with (ld.so(8)).
    LD_PRELOAD = 57;
    /// The locale of messages.
    LC_MESSAGES = 58;
}

/// Those that bash computes and has from the beginning, whether they are named or not.
pub const OF_BASH: &[Name] = &[
    SHELLOPTS,
    BASHOPTS,
    EPOCHSECONDS,
    EPOCHREALTIME,
    SRANDOM,
    BASHPID,
    BASH_SUBSHELL,
    UID,
    EUID,
    HOSTNAME,
    OSTYPE,
    HOSTTYPE,
    MACHTYPE,
    BASH_SOURCE,
    BASH_LINENO,
    DIRSTACK,
    GROUPS,
    BASH_COMMAND,
    BASH_ALIASES,
    BASH_CMDS,
    HISTCMD,
    BASH_ARGV0,
];

/// Whether the value of a variable is computed when it is read.
#[inline]
pub fn is_computed(name: Name) -> bool {
    name.0.wrapping_sub(SHELLOPTS.0) <= RANDOM.0 - SHELLOPTS.0
}

/// Whether the value is computed, and always the same.
#[inline]
pub fn never_changes(name: Name) -> bool {
    name.0.wrapping_sub(UID.0) <= MACHTYPE.0 - UID.0
}

/// Whether something follows from a change of the variable.
#[inline]
pub fn has_meaning(name: Name) -> bool {
    name.0.wrapping_sub(BASH_ARGV0.0) <= BASH_COMPAT.0 - BASH_ARGV0.0
}

const COUNT: usize = BUILTINS.len() + VARIABLES.len();

const TEXTS: &[&str; COUNT] = &{
    let mut texts = [""; COUNT];
    let mut index = 0;
    while index < BUILTINS.len() {
        texts[index] = BUILTINS[index].name;
        index += 1;
    }
    while index < COUNT {
        texts[index] = VARIABLES[index - BUILTINS.len()];
        index += 1;
    }
    // No constant can have those names.
    texts[LAST_ARGUMENT.0 as usize] = "_";
    texts[SH_LEVEL.0 as usize] = ".sh.level";
    texts[SH_MATCH.0 as usize] = ".sh.match";
    texts[SH_VALUE.0 as usize] = ".sh.value";
    texts[SH_NAME.0 as usize] = ".sh.name";
    texts[SH_SUBSCRIPT.0 as usize] = ".sh.subscript";
    texts
};

/// All of them, in the order of their slots.
pub const KNOWN: &Known = &Known::new(TEXTS);

/// The variables with a meaning, for the tests of what is written about them.
#[cfg(test)]
pub(crate) fn variables() -> &'static [&'static str] {
    &TEXTS[BUILTINS.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::Names;

    #[test]
    fn slots_are_where_the_constants_say() {
        let names = Names::with(KNOWN);
        assert_eq!(&*names.text(PATH), b"PATH");
        assert_eq!(&*names.text(LC_MESSAGES), b"LC_MESSAGES");
        for (index, builtin) in BUILTINS.iter().enumerate() {
            assert_eq!(names.find(builtin.name.as_bytes()), Some(Name(index as u32)));
        }
    }
}
