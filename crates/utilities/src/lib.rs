//! The common utilities as functions.
//!
//! Every utility is one file of one shape: `admit` looks at the arguments and says whether
//! this implementation does exactly what the installed program would, or steps aside;
//! `run` does it, through a [`Context`] that carries everything a process would have. No
//! utility knows that a shell exists, none keeps state between calls, none touches the
//! standard streams, the environment or the working directory of the process.
//!
//! *Behave exactly as the installed one, or step aside.* The reference is GNU on Debian 12;
//! [`identify`] says what is installed, [`changes`] what later versions do otherwise.

#![forbid(unsafe_code)]

pub mod busybox;
pub mod caches;
pub mod changes;
pub mod context;
pub mod files;
pub mod identify;
pub mod locale;
pub mod message;
pub mod options;
pub mod program;
pub mod quoting;
pub mod sorting;
pub mod system;
pub mod text;

pub use changes::Change;
pub use context::{Attributes, Context, Ended, Exit, Host, Started, Variables};
pub use program::Program;

/// What [`Utility::admit`] decides, before any side effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// These arguments are reproduced exactly: run it here.
    Run,
    /// Launch the installed program instead; the text says why (shown by `--profile`).
    StepAside(&'static str),
}

/// One utility.
pub struct Utility {
    /// Its name, as found by PATH.
    pub name: &'static str,
    /// Whether this implementation does exactly what the installed one would with these
    /// arguments (without the name). Looks, but changes nothing.
    pub admit: fn(&Context<'_>, &[&[u8]]) -> Admission,
    /// Runs it. Returns the exit status.
    pub run: fn(&mut Context<'_>, &[&[u8]]) -> Exit,
    /// The options admitted, for `forkless --list`.
    pub options: &'static str,
}

impl Utility {
    /// Whether all that it does is to launch a command: a process that has nothing else to do may
    /// as well become the installed one.
    pub fn launches_command(&self) -> bool {
        matches!(self.name, "flock" | "nice" | "nohup" | "setsid" | "taskset" | "timeout")
    }

    /// Decides on a call: what the utility itself says, where nothing that concerns all of them
    /// speaks against it.
    pub fn decide(&self, context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
        if context.has(Change::EmptyNames)
            && matches!(self.name, "cp" | "mv" | "install")
            && arguments.contains(&&b""[..])
        {
            return Admission::StepAside("an empty name");
        }
        context.heeds_posix.set(!is_alike_under_posix(self.name, arguments));
        context.caches.programs.begin();
        let admission = (self.admit)(context, arguments);
        context.caches.programs.decided();
        admission
    }
}

/// Whether POSIXLY_CORRECT changes nothing: the utility, one of GNU's, does not ask for it in any
/// version, and no option follows an operand (for which getopt(3) asks it).
fn is_alike_under_posix(name: &str, arguments: &[&[u8]]) -> bool {
    const UTILITIES: &[&str] = &[
        "arch",
        "b2sum",
        "base32",
        "base64",
        "basename",
        "cat",
        "chgrp",
        "chmod",
        "chown",
        "cmp",
        "comm",
        "csplit",
        "cut",
        "date",
        "diff",
        "dirname",
        "egrep",
        "expand",
        "fgrep",
        "fmt",
        "fold",
        "grep",
        "groups",
        "head",
        "install",
        "join",
        "link",
        "ln",
        "logname",
        "md5sum",
        "mkdir",
        "mkfifo",
        "mktemp",
        "mv",
        "nl",
        "nproc",
        "numfmt",
        "od",
        "paste",
        "printenv",
        "realpath",
        "rm",
        "rmdir",
        "sha1sum",
        "sha224sum",
        "sha256sum",
        "sha384sum",
        "sha512sum",
        "shuf",
        "sleep",
        "stat",
        "sync",
        "tac",
        "tail",
        "tee",
        "tr",
        "truncate",
        "tsort",
        "tty",
        "uname",
        "unexpand",
        "unlink",
        "users",
        "whoami",
        "yes",
    ];
    /// Options end where the first operand stands in any case, or nothing is an option.
    const UNORDERED: &[&str] = &[
        "[", "env", "expr", "false", "flock", "getconf", "nice", "seq", "setsid", "taskset",
        "test", "timeout", "true", "xxd",
    ];
    let is_option = |argument: &&[u8]| argument.len() > 1 && argument[0] == b'-';
    let options = arguments.iter().take_while(|argument| is_option(argument)).count();
    UNORDERED.contains(&name)
        || UTILITIES.binary_search(&name).is_ok() && !arguments[options..].iter().any(is_option)
}

/// All utilities, by group.
pub const GROUPS: &[&[Utility]] = &[text::TABLE, files::TABLE, system::TABLE];

/// Finds a utility by its name.
pub fn find(name: &[u8]) -> Option<&'static Utility> {
    GROUPS.iter().flat_map(|group| group.iter()).find(|utility| utility.name.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posixly_correct_matters_where_an_option_follows_an_operand() {
        assert!(is_alike_under_posix("rm", &[b"-f", b"a"]));
        assert!(!is_alike_under_posix("rm", &[b"a", b"-f"]));
        assert!(is_alike_under_posix("grep", &[b"-q", b"a", b"f"]));
        assert!(is_alike_under_posix("test", &[b"a", b"-ot", b"b"]));
        for name in ["cp", "echo", "find", "ls", "printf", "readlink", "sed", "sort", "uniq", "wc"]
        {
            assert!(!is_alike_under_posix(name, &[b"a"]), "{name}");
        }
        for name in ["yes", "arch", "tr", "sha512sum"] {
            assert!(is_alike_under_posix(name, &[]), "{name}");
        }
    }
}
