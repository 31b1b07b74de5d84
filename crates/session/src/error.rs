//! What can go wrong with a session, other than what its scripts say themselves.

use crate::outcome::Outcome;
use std::fmt;

/// Why something could not be done with a session.
#[derive(Debug)]
pub enum Error {
    /// The system refused something that the session needs: a descriptor, a directory.
    System(std::io::Error),
    /// A script that was to be parsed has an error: its message, with the line.
    Syntax(String),
    /// An expansion has failed, or a limit was reached in it: what the shell has said is in the outcome.
    Expansion(Box<Outcome>),
    /// The text is no name of a variable or of a function.
    InvalidName(Vec<u8>),
    /// A value or a script has a NUL, which no variable and no argument can hold.
    Nul,
    /// The variable cannot be changed: it is read-only, or its attributes take no such value.
    Refused(Vec<u8>),
    /// The session runs already: a function of the host was called by it and would run it again.
    Busy,
    /// The parsed script is another session's.
    OtherSession,
    /// The policy names what is not there, or the kernel cannot hold it.
    Policy(confine::Error),
    /// Memory cannot be limited: the program's allocator is no [`Counted`](crate::Counted), or the library was built where the standard
    /// library ends the process when memory is refused (`RUSTC_BOOTSTRAP=runtime` is not set).
    MemoryNotCounted,
    /// The kernel did not confine the session's thread.
    Confinement(launch::LaunchError),
}

/// Refuses what is no name of a variable (POSIX XBD 3.216).
///
/// # Errors
/// [`Error::InvalidName`].
pub(crate) fn check_name(name: &[u8]) -> Result<(), Error> {
    match syntax::names::is_name(name) {
        true => Ok(()),
        false => Err(Error::InvalidName(name.to_vec())),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => write!(f, "{error}"),
            Self::Syntax(message) => write!(f, "{message}"),
            Self::Expansion(outcome) if outcome.limit.is_some() => {
                write!(f, "an expansion was ended by a limit")
            }
            Self::Expansion(outcome) => {
                let said = String::from_utf8_lossy(&outcome.stderr);
                write!(f, "an expansion has failed: {}", said.trim_end())
            }
            Self::InvalidName(name) => write!(f, "{}: not a name", name.escape_ascii()),
            Self::Nul => write!(f, "a NUL in a text of the shell"),
            Self::Refused(name) => write!(f, "{}: cannot be changed", name.escape_ascii()),
            Self::Busy => write!(f, "the session runs already"),
            Self::Policy(error) => write!(f, "{error}"),
            Self::Confinement(error) => write!(f, "{error}"),
            Self::MemoryNotCounted => write!(f, "this program does not count memory"),
            Self::OtherSession => write!(f, "the script was parsed for another session"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            Self::Policy(error) => Some(error),
            _ => None,
        }
    }
}

impl From<confine::Error> for Error {
    fn from(error: confine::Error) -> Self {
        Self::Policy(error)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::System(error)
    }
}
