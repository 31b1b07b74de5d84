//! What each option of `set -o` and of `shopt` and each variable with a meaning does, in a paragraph: `help NAME`
//! shows it where no builtin has the name, and forkless(1) has the same text.
//!
//! Tests here hold that no option and no variable that the shell knows is missing, and that the manual page has
//! the same paragraphs.

use super::shopt;

/// The paragraph of an option of `set -o` or `shopt` or of a variable.
pub(super) fn of(name: &[u8]) -> Option<&'static str> {
    let named = |(one, _): &&(&str, &'static str)| one.as_bytes() == name;
    let paragraphs = [OPTIONS, SHOPTS, VARIABLES];
    match paragraphs.iter().find_map(|table| table.iter().find(named)) {
        Some((_, text)) => Some(text),
        None => shopt::names().any(|one| one.as_bytes() == name).then_some(WITHOUT_EFFECT),
    }
}

/// Options, by the names that forkless has for them.
const OPTIONS: &[(&str, &str)] = &[
    ("allexport", "Exports every variable that is assigned (-a)."),
    (
        "braceexpand",
        "Replaces {a,b} and {1..3} by several words (-B). It does nothing under the name sh.",
    ),
    (
        "emacs",
        "Edits lines at a terminal with the keys of emacs; turns vi off. An interactive shell begins with it.",
    ),
    (
        "errexit",
        "Ends the shell when a command fails (-e), except in a condition, in && and || lists but for the last \
         command, and after !.",
    ),
    ("errtrace", "Lets functions, substitutions and subshells inherit a trap on ERR (-E)."),
    (
        "functrace",
        "Lets functions, substitutions and subshells inherit traps on DEBUG and RETURN (-T).",
    ),
    (
        "globstar",
        "Lets ** in a pattern match files and directories at any depth (-G in ksh93, shopt globstar in bash).",
    ),
    ("hashall", "Remembers where a command was found (-h)."),
    ("histexpand", "Replaces !! and other history expansions in lines that are typed (-H)."),
    ("history", "Keeps the commands that are read in the history list, in a script too."),
    ("ignoreeof", "Does not leave an interactive shell at end of file; exit does."),
    (
        "inprocess",
        "Runs utilities inside the shell where they do exactly what the installed programs do. It is on, \
         unless FORKLESS_INPROCESS is 0.",
    ),
    ("interactive", "Says that the shell is interactive (-i); it cannot be set."),
    ("keyword", "Takes assignments among a command's arguments for its environment (-k)."),
    ("letoctal", "Lets let read a number with a leading zero as octal, as $((...)) does (ksh93)."),
    ("monitor", "Runs each pipeline in a process group of its own: job control (-m)."),
    ("noclobber", "Does not let > overwrite a file (-C); >| does."),
    ("noexec", "Reads commands and does not run them (-n): the syntax is checked."),
    ("noglob", "Does not replace patterns by the names of files (-f)."),
    ("nolog", "Does not keep definitions of functions in the history list."),
    ("notify", "Reports a job that ends at once, not before the next prompt (-b)."),
    ("nounset", "Makes the expansion of a parameter that is not set an error (-u)."),
    ("onecmd", "Ends the shell after one command (-t)."),
    (
        "parallel",
        "Lets utilities use other processors where an input is large. It is on; FORKLESS_THREADS says how many.",
    ),
    ("physical", "Lets cd and pwd resolve symbolic links, as with -P (-P)."),
    ("pipefail", "Gives a pipeline the status of the last command in it that failed."),
    ("posix", "Does what POSIX says where the language has an answer of its own."),
    (
        "privileged",
        "Keeps the rights of another user that a file's mode has given the shell (-p), and reads neither ENV nor \
         functions from the environment.",
    ),
    (
        "restricted",
        "Refuses cd, names of commands with slashes, output redirections and assignments to PATH, SHELL and \
         ENV (-r). It cannot be turned off.",
    ),
    ("stdin", "Says that commands come from standard input (-s); it cannot be set."),
    ("verbose", "Shows the input as it is read (-v)."),
    ("vi", "Edits lines at a terminal with the keys of vi; turns emacs off."),
    ("xtrace", "Shows each command, after PS4, before it runs (-x)."),
];

/// What the other options of `shopt` do.
const WITHOUT_EFFECT: &str =
    "An option of bash that shopt accepts and that commands do not heed here.";

/// Options of `shopt` that change something, but for those that `set -o` has too.
const SHOPTS: &[(&str, &str)] = &[
    (
        "assoc_expand_once",
        "Does not expand a subscript of an associative array again that has been expanded as a word.",
    ),
    ("autocd", "Makes a command that names a directory a cd to it, in an interactive shell."),
    ("cdable_vars", "Lets cd take the name of a variable, whose value is the directory."),
    ("checkwinsize", "Sets LINES and COLUMNS after each external command at a terminal."),
    ("cmdhist", "Keeps a command of several lines as one line of the history list."),
    (
        "compat31",
        "Sets BASH_COMPAT to 31, as those to compat44 do to theirs: what is quoted after =~ is a regular expression \
         too.",
    ),
    ("dotglob", "Lets patterns match names that begin with a period."),
    ("execfail", "Lets a script go on where exec finds no command."),
    ("expand_aliases", "Expands aliases. An interactive shell begins with it."),
    (
        "extdebug",
        "Keeps BASH_ARGV and BASH_ARGC, lets declare -F show where a function was defined, and lets the status of a \
         DEBUG trap skip a command.",
    ),
    ("extglob", "Has the patterns ?(a|b), *(a), +(a), @(a) and !(a)."),
    ("failglob", "Makes a pattern that matches no file an error."),
    (
        "globskipdots",
        "Does not let patterns match a directory itself (a period) or its parent, even with dotglob.",
    ),
    ("gnu_errfmt", "Writes file:line: before messages."),
    ("histappend", "Adds to the history file when the shell ends, instead of writing it anew."),
    ("inherit_errexit", "Lets a command substitution inherit the option errexit."),
    ("interactive_comments", "Says that # begins a comment in an interactive shell too."),
    (
        "lastpipe",
        "Runs the last command of a pipeline in the shell's own environment, where monitor is off.",
    ),
    ("lithist", "Keeps a command of several lines with its newlines, where cmdhist is on."),
    ("localvar_inherit", "Lets a local variable begin with the value that its name has before."),
    ("login_shell", "Says that the shell is a login shell; it cannot be set."),
    ("nocaseglob", "Does not distinguish upper and lower case in names of files."),
    (
        "nocasematch",
        "Does not distinguish upper and lower case in case, in [[ and where ${x/p/r} replaces.",
    ),
    ("nullglob", "Removes a pattern that matches no file."),
    ("patsub_replacement", "Lets & in the r of ${x/p/r} stand for what has matched."),
    ("promptvars", "Expands parameters and substitutions in prompts."),
    ("restricted_shell", "Says that the shell began as a restricted one; it cannot be set."),
    ("shift_verbose", "Lets shift report that there are fewer parameters than it is to drop."),
    ("sourcepath", "Lets . look for a file in PATH."),
    ("varredir_close", "Closes the descriptor of {name}> when its command, other than exec, ends."),
    ("xpg_echo", "Lets echo replace escapes without -e."),
];

/// Variables, by the languages that have them: without a word all have.
const VARIABLES: &[(&str, &str)] = &[
    (".sh.level", "How many functions and dot scripts deep the command is (ksh93)."),
    (".sh.match", "What the last match of a pattern and its groups have matched (ksh93)."),
    (".sh.name", "The variable that a discipline function is called for (ksh93)."),
    (
        ".sh.subscript",
        "The subscript of the element that a discipline function is called for (ksh93).",
    ),
    (
        ".sh.value",
        "The value that a discipline function gets or sets, or a function of arithmetic returns (ksh93).",
    ),
    ("BASHOPTS", "The options of shopt that are on, with colons between them (bash)."),
    (
        "BASHPID",
        "The process that runs this environment: that of the shell in a virtual subshell (bash).",
    ),
    ("BASH_ALIASES", "The aliases, as an associative array (bash)."),
    ("BASH_ARGV0", "The value of $0; assigning changes it (bash)."),
    ("BASH_CMDS", "Where commands were found, as an associative array (bash)."),
    ("BASH_COMMAND", "The command that runs, or that ran when a trap began (bash)."),
    (
        "BASH_COMPAT",
        "The version of bash to behave like, such as 4.4: turns on the option of shopt of that name, and no other \
         (bash).",
    ),
    ("BASH_ENV", "A file that a script reads first, under the name bash."),
    (
        "BASH_LINENO",
        "The lines from which the running functions were called, innermost first (bash).",
    ),
    ("BASH_REMATCH", "What =~ in [[ and its groups have matched (bash)."),
    (
        "BASH_SOURCE",
        "The files in which the running functions were defined, innermost first (bash).",
    ),
    ("BASH_SUBSHELL", "How many subshells deep the command is (bash)."),
    ("BASH_XTRACEFD", "The descriptor that xtrace writes to, instead of 2 (bash)."),
    (
        "CDPATH",
        "The directories in which cd looks for a relative operand, with colons between them.",
    ),
    ("COLUMNS", "The width of the terminal, for select and for lists of completions."),
    ("COMP_WORDBREAKS", "The characters that separate words while they are completed (bash)."),
    ("DIRSTACK", "The stack of directories that pushd and popd keep (bash)."),
    (
        "EDITOR",
        "The editor of ^X^E where VISUAL names none, and of fc where FCEDIT names none (bash). Lines are edited with \
         the keys of vi where it is vi.",
    ),
    ("ENV", "A file that an interactive shell reads first, unless it is called bash."),
    ("EPOCHREALTIME", "Seconds since 1970, with six decimals (bash)."),
    ("EPOCHSECONDS", "Seconds since 1970 (bash)."),
    ("EUID", "The number of the user whose rights the shell has (bash)."),
    ("FCEDIT", "The editor of fc."),
    ("FORKLESS_INPROCESS", "If it is 0 when the shell starts, no utility runs inside the shell."),
    (
        "FORKLESS_PROFILE",
        "An absolute path: each shell adds what it has counted to this file, which is made for its user alone. A \
         link, another user's file and one with other contents are refused. A privileged shell ignores the variable.",
    ),
    (
        "FORKLESS_THREADS",
        "How many threads utilities use for a large input, 1 for one; else as many as there are processors. \
         After a colon, how many bytes are handled on one first. It has to be exported.",
    ),
    ("FPATH", "The directories in which functions are looked for that are not defined (ksh93)."),
    ("FUNCNAME", "The functions that are running, innermost first (bash)."),
    ("FUNCNEST", "How many calls of functions may be nested; more are an error (bash)."),
    ("GLOBIGNORE", "Patterns of names that pathname expansion leaves out (bash)."),
    ("GROUPS", "The groups of the process; assignments have no effect (bash)."),
    ("HISTCMD", "The number of the command in the history list."),
    (
        "HISTCONTROL",
        "Which commands the history list leaves out: ignorespace, ignoredups, erasedups (bash).",
    ),
    ("HISTFILE", "The file that the history list is kept in."),
    ("HISTIGNORE", "Patterns of commands that the history list leaves out (bash)."),
    ("HISTSIZE", "How many commands the history list keeps."),
    ("HOME", "The user's directory: where cd goes, and what ~ stands for."),
    ("HOSTNAME", "The name of the machine (bash)."),
    ("HOSTTYPE", "The kind of processor (bash)."),
    (
        "IFS",
        "The characters that separate fields: space, tab and newline at first. The environment's is ignored.",
    ),
    ("INPUTRC", "The file of key bindings, instead of ~/.inputrc."),
    ("KSH_VERSION", "The version; a name reference to .sh.version under the name ksh."),
    ("LANG", "The locale of whatever nothing else sets."),
    (
        "LC_ALL",
        "The locale, before LC_CTYPE and LANG. Characters are those of UTF-8 where its name says so, else bytes.",
    ),
    ("LC_CTYPE", "The locale of characters."),
    ("LC_MESSAGES", "The locale of the messages of programs. The shell's own are in English."),
    (
        "LD_PRELOAD",
        "Libraries that external commands are loaded with. While it is exported, utilities are external commands, and \
         test and id answer as the programs of these names do (fakeroot).",
    ),
    ("LINENO", "The line that runs."),
    ("MACHTYPE", "Processor and system in GNU's words (bash)."),
    ("OLDPWD", "The working directory before the last cd."),
    ("OPTARG", "The argument of the option that getopts has found."),
    ("OPTERR", "If it is 0, getopts reports nothing."),
    ("OPTIND", "The next argument that getopts looks at; 1 begins anew."),
    ("OSTYPE", "The operating system (bash)."),
    ("PATH", "The directories in which commands are looked for, with colons between them."),
    ("PIPESTATUS", "The statuses of the commands of the last pipeline (bash)."),
    ("POSIXLY_CORRECT", "If it is set, the option posix is on (bash)."),
    ("PPID", "The process that started the shell."),
    ("PROMPT_COMMAND", "Commands that run before each prompt (bash)."),
    ("PS0", "What an interactive shell writes before it runs a command (bash)."),
    ("PS1", "The prompt."),
    ("PS2", "The prompt for the rest of a command."),
    ("PS3", "The prompt of select."),
    ("PS4", "What precedes each command that xtrace shows."),
    ("PWD", "The working directory, by the path on which cd went."),
    (
        "RANDOM",
        "A number between 0 and 32767, another at each expansion; assigning begins a sequence.",
    ),
    ("REPLY", "What read has read where no variable is named, and the answer to select."),
    ("SECONDS", "Seconds since the shell began, or since a value was assigned, and that value."),
    ("SHELL", "The login shell (bash sets it where the environment has none)."),
    ("SHELLOPTS", "The options of set -o that are on, with colons between them (bash)."),
    ("SRANDOM", "32 random bits of the system, others at each expansion (bash)."),
    (
        "TIMEFORMAT",
        "How time reports: %R real, %U user and %S system seconds, %P the share of the processor (bash).",
    ),
    ("TMOUT", "How many seconds read and select wait."),
    ("TZ", "The time zone of dates."),
    ("UID", "The user's number (bash)."),
    (
        "VISUAL",
        "The editor of ^X^E, before EDITOR. Lines are edited with the keys of vi where it is vi.",
    ),
    ("_", "The last argument of the last command."),
];

#[cfg(test)]
mod tests {
    use super::{OPTIONS, SHOPTS, VARIABLES, WITHOUT_EFFECT};
    use crate::builtins::descriptions::manual;
    use crate::builtins::shopt;
    use crate::environment::names;
    use crate::environment::options;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_of_set_has_a_paragraph() {
        assert!(OPTIONS.is_sorted());
        let named: BTreeSet<&str> = OPTIONS.iter().map(|(name, _)| *name).collect();
        let wanted = options::OPTIONS
            .iter()
            .filter(|(bit, _, name)| !name.is_empty() && options::Options::is_of_set(*bit))
            .map(|(_, _, name)| *name)
            // Not all dialects list it.
            .chain(["onecmd"]);
        assert_eq!(named, wanted.collect::<BTreeSet<_>>());
    }

    #[test]
    fn every_option_of_shopt_that_is_described_exists() {
        assert!(SHOPTS.is_sorted());
        let known: BTreeSet<&str> = shopt::names().collect();
        assert!(SHOPTS.iter().all(|(name, _)| known.contains(name)));
        // One with a bit of its own changes something.
        for (name, _) in shopt::OURS {
            assert!([OPTIONS, SHOPTS].concat().iter().any(|(one, _)| one == name), "{name}");
        }
    }

    #[test]
    fn every_variable_with_a_meaning_has_a_paragraph() {
        assert!(VARIABLES.is_sorted());
        let named: BTreeSet<&str> = VARIABLES.iter().map(|(name, _)| *name).collect();
        let missing: Vec<&str> =
            names::variables().iter().copied().filter(|name| !named.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_manual_page_has_the_same_options_and_variables() {
        let head = |(name, text): &(&str, &'static str)| (manual::bold(name), *text);
        let options: Vec<_> = OPTIONS.iter().map(head).collect();
        manual::compare(".SH OPTIONS OF SET\n", ".SH OPTIONS OF SHOPT\n", &options);
        let mut others: Vec<&str> = shopt::names().collect();
        others.retain(|name| ![OPTIONS, SHOPTS].concat().iter().any(|(one, _)| one == name));
        others.sort_unstable();
        let others = format!("{WITHOUT_EFFECT} These are {}.", others.join(", "));
        let mut shopts: Vec<_> = SHOPTS.iter().map(head).collect();
        shopts.push((manual::bold("the others"), &others));
        manual::compare(".SH OPTIONS OF SHOPT\n", ".SH VARIABLES\n", &shopts);
        let variables: Vec<_> = VARIABLES.iter().map(head).collect();
        manual::compare(".SH VARIABLES\n", ".SH EXIT STATUS\n", &variables);
    }
}
