//! The restricted shell: `set -r`, `rbash`, `rksh` (bash, ksh93). Who uses it stays in the working
//! directory, runs only what PATH has, and writes to no file by himself.
//!
//! The checks are called where the thing would be done: `cd`, command names with a slash, output
//! redirections, PATH and its kin, `exec`. Which variables are protected is a row of the dialect.
//! See bash(1), RESTRICTED SHELL; ksh93(1), rksh.

use crate::diagnostics::{BuiltinProblem, Problem};
use crate::environment::options::Options;
use crate::environment::variables::READONLY;
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use std::ffi::CString;
use syntax::{ByteString, Name};

impl Environment {
    /// Whether the restrictions hold.
    pub fn is_restricted(&self) -> bool {
        self.options.has(Options::RESTRICTED)
    }

    /// The variables that cannot be changed there.
    fn restricted_names(&self) -> Vec<Name> {
        let more = self.rules().evaluation.restricted_variables.iter();
        let more = more.map(|name| self.shared.names.intern(name.as_bytes()));
        let others = [names::PATH, names::ENV, self.shared.names.intern(b"SHELL")];
        others.into_iter().chain(more).collect()
    }

    /// From now on they hold, and nothing ends them.
    #[cold]
    pub fn restrict(&mut self) {
        self.options.set(Options::RESTRICTED, true);
        for name in self.restricted_names() {
            self.variables.get_mut(name).flags |= READONLY;
        }
    }

    /// Whether a variable cannot be changed because the shell is restricted.
    #[cold]
    pub fn is_restriction(&self, name: Name) -> bool {
        self.is_restricted() && self.restricted_names().contains(&name)
    }

    /// Reports that something is not allowed in a restricted shell (bash(1), RESTRICTED SHELL).
    ///
    /// # Errors
    /// Always [`Unwind::Error`](crate::Unwind::Error) with status 1, which ends the builtin.
    #[cold]
    pub fn restricted<T>(&mut self, what: &[&[u8]]) -> Flow<T> {
        self.fail_with(Problem::Restricted(what), 1)
    }

    /// Refuses an operand with a slash in a restricted shell.
    ///
    /// # Errors
    /// Those of [`restricted`](Self::restricted).
    pub fn allow_path(&mut self, command: &[u8], path: &[u8]) -> Flow {
        match self.is_restricted() && path.contains(&b'/') {
            true => self.restricted(&[command, path]),
            false => Ok(()),
        }
    }

    /// A command that is a path; false where it is not allowed.
    pub(crate) fn allows_program(&mut self, name: &[u8]) -> bool {
        let refused = self.is_restricted() && name.contains(&b'/');
        if refused {
            self.diagnose(Problem::RestrictedCommand(name));
            self.status = 1;
        }
        !refused
    }

    /// A file that a redirection would write to.
    #[cold]
    pub(crate) fn refuse_output(&mut self, path: &[u8]) {
        self.diagnose(Problem::RestrictedOutput(path));
    }

    /// `BASH_CMDS[name]=path`: false where that is not allowed, which bash does not take for an
    /// error.
    pub(crate) fn allows_hashed(&mut self, path: &ByteString) -> Option<CString> {
        if self.is_restricted() && path.contains(&b'/') {
            self.diagnose(Problem::Restricted(&[path]));
            return None;
        }
        self.hashed(b"", path)
    }

    /// The path that is kept for a command: in the restricted shell a name is looked for in
    /// PATH, since the working directory has no place there.
    pub fn hashed(&mut self, command: &[u8], path: &ByteString) -> Option<CString> {
        if !self.is_restricted() {
            return CString::new(path.as_bytes()).ok();
        }
        let paths = self.search_path().unwrap_or_default();
        let found = launch::search::find(path, &paths, self.search_directory()).ok();
        if found.is_none() {
            self.diagnose(BuiltinProblem::NoHashedPath { command, path });
        }
        found
    }
}
