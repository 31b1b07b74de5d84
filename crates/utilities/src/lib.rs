//! The common utilities as functions.
//!
//! Every utility is one file of one shape: its `plan` looks at the arguments and says whether
//! this implementation does exactly what the installed program would, or steps aside; the
//! [`Job`] that it hands back does it, through a [`Context`] that carries everything a process
//! would have. What the decision has parsed or asked is in the job, so that most do nothing twice. No
//! utility knows that a shell exists, none keeps state between calls, none touches the
//! standard streams, the environment or the working directory of the process.
//!
//! *Behave exactly as the installed one, or step aside.* The reference is GNU on Debian 12;
//! [`identify`] says what is installed, [`changes`] what later versions do otherwise.

#![forbid(unsafe_code)]

/// The plan of a utility whose arguments are all that its run needs.
macro_rules! plain {
    ($admit:expr, $run:expr) => {
        |context, arguments| $crate::plainly($admit(context, arguments), $run)
    };
}

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
pub use context::{Attributes, Context, Ended, Exit, Host, NoHost, Started, Variables};
pub use program::Program;

/// Whether a call runs here, before any side effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// These arguments are reproduced exactly: run it here.
    Run,
    /// Launch the installed program instead; the text says why (shown by `--profile`).
    StepAside(&'static str),
}

/// What [`Utility::decide`] makes of a call, before any side effect.
pub enum Decision<'a> {
    /// The call is reproduced exactly: this is what is left to do.
    Run(Job<'a>),
    /// Launch the installed program instead; the text says why (shown by `--profile`).
    StepAside(&'static str),
}

impl Decision<'_> {
    /// Whether the call runs here.
    pub fn is_run(&self) -> bool {
        matches!(self, Decision::Run(_))
    }
}

/// What is left to do of a call that was decided on.
pub enum Job<'a> {
    /// All of it: the decision has kept nothing.
    Plain(fn(&mut Context<'_>, &[&[u8]]) -> Exit),
    /// What the decision has made of the arguments, to be carried out.
    Planned(Box<dyn FnOnce(&mut Context<'_>) -> Exit + 'a>),
}

impl Job<'_> {
    /// Does it, with the arguments that were decided on. Returns the exit status.
    pub fn run(self, context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
        match self {
            Job::Plain(run) => run(context, arguments),
            Job::Planned(job) => job(context),
        }
    }
}

/// The decision that a plan leads to: `run` carries it out.
pub fn planned<'a, T: 'a>(
    plan: Result<T, &'static str>,
    run: fn(&mut Context<'_>, T) -> Exit,
) -> Decision<'a> {
    match plan {
        Ok(plan) => Decision::Run(Job::Planned(Box::new(move |context| run(context, plan)))),
        Err(reason) => Decision::StepAside(reason),
    }
}

/// The decision on a call of which nothing is kept.
pub fn plainly<'a>(
    admission: Admission,
    run: fn(&mut Context<'_>, &[&[u8]]) -> Exit,
) -> Decision<'a> {
    match admission {
        Admission::Run => Decision::Run(Job::Plain(run)),
        Admission::StepAside(reason) => Decision::StepAside(reason),
    }
}

/// Looks at the arguments (without the name) of a call, but changes nothing.
pub type Planner = for<'a> fn(&Context<'_>, &[&'a [u8]]) -> Decision<'a>;

/// One utility.
pub struct Utility {
    /// Its name, as found by PATH.
    pub name: &'static str,
    /// Whether this implementation does exactly what the installed one would, and what is to be
    /// done then. [`Utility::decide`] asks it.
    pub plan: Planner,
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
    pub fn decide<'a>(&self, context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
        if context.has(Change::EmptyNames)
            && matches!(self.name, "cp" | "mv" | "install")
            && arguments.contains(&&b""[..])
        {
            return Decision::StepAside("an empty name");
        }
        let is_posix = context.variables.usual(context::Usual::PosixlyCorrect).is_some();
        context.heeds_posix.set(is_posix && !is_alike_under_posix(self.name, arguments));
        (self.plan)(context, arguments)
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
