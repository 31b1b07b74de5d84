//! What is allowed.

use std::ffi::OsStr;
use std::path::PathBuf;

use launch::Namespaces;

/// Which sockets a confined process may make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// None, but pairs of connected stream sockets (socketpair(2)).
    #[default]
    None,
    /// Those of this machine (unix(7)).
    Unix,
    /// TCP alone, to these ports. A port 0 of `bind` is one that the kernel chooses.
    Tcp {
        /// Ports that may be connected to.
        connect: Vec<u16>,
        /// Ports that may be listened on.
        bind: Vec<u16>,
    },
    /// Those of unix(7), ip(7) and ipv6(7).
    All,
}

/// What a confined process may do. What it does not name is denied; a new one names nothing.
///
/// The devices null, zero, full, random and urandom of /dev may be read, and null and full written, in any case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    pub(crate) read: Vec<PathBuf>,
    pub(crate) write: Vec<PathBuf>,
    pub(crate) execute: Vec<PathBuf>,
    pub(crate) network: Network,
    pub(crate) abstract_sockets: bool,
    pub(crate) signals: bool,
    pub(crate) attributes: bool,
    pub(crate) weaker: bool,
    pub(crate) namespaces: Namespaces,
    pub(crate) control_group: Option<PathBuf>,
}

impl Policy {
    /// A policy that allows nothing.
    pub fn new() -> Self {
        Policy::default()
    }

    /// Allows reading of a file, or of all files and directories beneath a directory.
    pub fn read(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.read.push(PathBuf::from(path.as_ref()));
        self
    }

    /// Allows reading and writing of a file; beneath a directory also making, renaming and removing of
    /// everything but devices. The ioctl(2)s of a device are allowed where the device itself is named.
    pub fn write(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.write.push(PathBuf::from(path.as_ref()));
        self
    }

    /// Allows reading and execution of a program, with the loader or the interpreter that it names; or of
    /// all files beneath a directory, with the system's loaders.
    pub fn execute(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.execute.push(PathBuf::from(path.as_ref()));
        self
    }

    /// Which sockets may be made.
    pub fn network(&mut self, network: Network) -> &mut Self {
        self.network = network;
        self
    }

    /// Whether abstract sockets (unix(7)) of processes outside may be connected to. The [`Network`] has to allow
    /// sockets of that kind.
    pub fn abstract_sockets(&mut self, allowed: bool) -> &mut Self {
        self.abstract_sockets = allowed;
        self
    }

    /// Whether processes outside may be sent signals.
    pub fn signals(&mut self, allowed: bool) -> &mut Self {
        self.signals = allowed;
        self
    }

    /// Whether permissions, owners, extended attributes and times of files may be changed: of all
    /// that the user may, wherever they are, since the kernel does not hold these by path.
    pub fn attributes(&mut self, allowed: bool) -> &mut Self {
        self.attributes = allowed;
        self
    }

    /// Has what is launched be in namespaces of its own of these kinds (namespaces(7)), and in a user namespace in any
    /// case. All launches share them, with nobody else. In [`Namespaces::MOUNT`] the programs find what the policy names, and nothing
    /// beside it; with [`Namespaces::PID`] all that they leave behind ends with what is confined.
    pub fn namespaces(&mut self, kinds: Namespaces) -> &mut Self {
        self.namespaces |= kinds;
        self
    }

    /// Has what is launched be in a control group: a directory of cgroups(7), into which the caller may move processes.
    pub fn control_group(&mut self, directory: impl AsRef<OsStr>) -> &mut Self {
        self.control_group = Some(PathBuf::from(directory.as_ref()));
        self
    }

    /// Whether what this kernel cannot hold is left out, instead of being an error.
    pub fn allow_weaker(&mut self, allowed: bool) -> &mut Self {
        self.weaker = allowed;
        self
    }
}
