//! Why a policy was refused.

use std::fmt;

use crate::ruleset::Missing;

/// Why a policy cannot be read or prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The words name nothing.
    Empty,
    /// A word that there is not.
    UnknownWord(Vec<u8>),
    /// A word without a value, or with an empty one between commas.
    NoValue(Vec<u8>),
    /// A value that the word does not take: the word's name, the value.
    BadValue(&'static str, Vec<u8>),
    /// Two words about the network that exclude each other.
    Contradiction(&'static str, &'static str),
    /// A backslash with nothing behind it.
    Backslash,
    /// A path that cannot be opened, with its word and the errno.
    Path(&'static str, Vec<u8>, i32),
    /// A path that shows a process, with its word, where a thread is to be confined.
    Process(&'static str, Vec<u8>),
    /// What the policy denies and this kernel cannot hold.
    Unsupported(Vec<Missing>, u32),
    /// A system call that failed, with its errno.
    System(&'static str, i32),
    /// Namespaces that cannot be made: what failed, with its errno.
    Namespaces(String, i32),
}

impl Error {
    /// The errno that a function for C sets: EINVAL for words that say nothing, EOPNOTSUPP for what this kernel
    /// cannot hold, else the system's.
    pub fn errno(&self) -> i32 {
        match self {
            Error::Path(_, _, errno) | Error::System(_, errno) | Error::Namespaces(_, errno) => {
                *errno
            }
            Error::Unsupported(..) => libc::EOPNOTSUPP,
            _ => libc::EINVAL,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => f.write_str("nothing is named"),
            Error::UnknownWord(word) => {
                write!(f, "{}: unknown word", word.escape_ascii())
            }
            Error::NoValue(word) => write!(f, "{}: a value is missing", word.escape_ascii()),
            Error::BadValue(word, value) => {
                let expected = match *word {
                    "ro" | "rw" | "exec" => "a path is expected",
                    "cgroup" => "one directory is expected",
                    "namespaces" => "user, mount, pid, net, ipc, uts or all is expected",
                    "net" => "none, unix or all is expected",
                    "connect" | "bind" => "a port from 0 to 65535 is expected",
                    _ => "any is expected",
                };
                write!(f, "{word}={}: {expected}", value.escape_ascii())
            }
            Error::Contradiction(one, other) => write!(f, "{one} and {other} exclude each other"),
            Error::Backslash => f.write_str("a backslash at the end"),
            Error::Path(word, path, errno) => {
                write!(f, "{word}={}: {}", path.escape_ascii(), launch::error_text(*errno))
            }
            Error::Process(word, path) => write!(
                f,
                "{word}={}: what shows a process cannot be allowed to a thread",
                path.escape_ascii()
            ),
            Error::Unsupported(missing, abi) => {
                f.write_str("this kernel does not hold ")?;
                for (at, one) in missing.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    write!(f, "{comma}{} (Landlock ABI {})", one.what, one.abi)?;
                }
                match abi {
                    0 => f.write_str("; it has no Landlock"),
                    abi => write!(f, "; its Landlock has ABI {abi}"),
                }
            }
            Error::System(call, errno) => write!(f, "{call}: {}", launch::error_text(*errno)),
            Error::Namespaces(what, errno) => {
                write!(f, "namespaces: {what}: {}", launch::error_text(*errno))
            }
        }
    }
}

impl std::error::Error for Error {}
