//! What a standard stream of a child is.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout};

/// What a standard stream of a child is: [`std::process::Stdio`].
#[derive(Debug)]
pub struct Stdio(Kind);

#[derive(Debug)]
pub(super) enum Kind {
    Inherit,
    Null,
    Piped,
    Descriptor(OwnedFd),
}

impl Stdio {
    pub(super) const INHERIT: Stdio = Stdio(Kind::Inherit);
    pub(super) const NULL: Stdio = Stdio(Kind::Null);
    pub(super) const PIPED: Stdio = Stdio(Kind::Piped);

    /// The stream of this process.
    pub fn inherit() -> Self {
        Self::INHERIT
    }

    /// /dev/null.
    pub fn null() -> Self {
        Self::NULL
    }

    /// A pipe, whose other end the [`Child`](super::Child) has.
    pub fn piped() -> Self {
        Self::PIPED
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0
    }
}

macro_rules! from {
    ($($owner:ty),*) => {
        $(
            impl From<$owner> for Stdio {
                fn from(owner: $owner) -> Self {
                    Stdio(Kind::Descriptor(owner.into()))
                }
            }
        )*
    };
}
from!(
    OwnedFd,
    File,
    ChildStdin,
    ChildStdout,
    ChildStderr,
    std::io::PipeReader,
    std::io::PipeWriter
);
