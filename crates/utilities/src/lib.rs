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
pub mod system;
pub mod text;

pub use changes::Change;
pub use context::{Context, Exit, Host, Started, Variables};
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
        (self.admit)(context, arguments)
    }
}

/// Whether POSIXLY_CORRECT changes nothing: no option follows an operand, and the utility, one of
/// GNU's, does not ask for it.
fn is_alike_under_posix(name: &str, arguments: &[&[u8]]) -> bool {
    const UTILITIES: &[&str] = &[
        "basename", "cat", "comm", "cut", "dirname", "false", "link", "mkdir", "mkfifo", "mv",
        "paste", "rm", "rmdir", "sleep", "tee", "true", "uname", "unlink", "whoami",
    ];
    let is_option = |argument: &&[u8]| argument.len() > 1 && argument[0] == b'-';
    let options = arguments.iter().take_while(|argument| is_option(argument)).count();
    UTILITIES.binary_search(&name).is_ok() && !arguments[options..].iter().any(is_option)
}

/// All utilities, by group.
pub const GROUPS: &[&[Utility]] = &[text::TABLE, files::TABLE, system::TABLE];

/// Finds a utility by its name.
pub fn find(name: &[u8]) -> Option<&'static Utility> {
    GROUPS.iter().flat_map(|group| group.iter()).find(|utility| utility.name.as_bytes() == name)
}
