//! `pwd` (POSIX XCU pwd).
//!
//! `-L` is the variable PWD if it still names the directory, `-P` the path that the kernel has
//! (getcwd(3), or /proc of the descriptor in a virtual subshell), or what the directories above say where the
//! kernel has none. `cd` and the start of the shell use the same functions.

use super::letters;
use crate::diagnostics::BuiltinProblem;
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use rustix::io::Errno;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, _) = letters(env, fields, b"LP")?;
    let physical = options.last() == Some(&b'P');
    let logical = if physical { None } else { env.logical_directory() };
    let directory = match logical {
        Some(directory) => directory,
        None => match env.physical_directory() {
            Ok(directory) => directory,
            Err(error) => {
                let reason = utilities::message::reason(&error);
                let (command, operand) = (b"pwd", None);
                env.diagnose(BuiltinProblem::Refused { command, operand, reason: &reason });
                return Ok(1);
            }
        },
    };
    let mut line = directory;
    line.push(b'\n');
    env.print("pwd", &line)
}

impl Environment {
    /// The path by which `cd` came to the working directory, where that is still a path of it; at
    /// the start PWD, if it is an absolute one without `.` and `..`.
    pub fn logical_directory(&mut self) -> Option<Vec<u8>> {
        self.named_directory().map(|(path, _)| path)
    }

    /// As [`Self::logical_directory`], where a directory of that name exists.
    pub fn existing_directory(&mut self) -> Option<Vec<u8>> {
        self.named_directory().filter(|(_, exists)| *exists).map(|(path, _)| path)
    }

    fn named_directory(&mut self) -> Option<(Vec<u8>, bool)> {
        let path = match &self.directories.here {
            Some(name) => name.clone(),
            None => self.text(names::PWD)?,
        };
        let clean = path.first() == Some(&b'/')
            && !path.split(|&byte| byte == b'/').any(|part| part == b"." || part == b"..");
        if !clean {
            return None;
        }
        let flags = rustix::fs::AtFlags::empty();
        let named = stage::door::statat(rustix::fs::CWD, path.as_bytes(), flags).ok();
        let here = self.stat_directory();
        match (named, here) {
            (Some(a), Some(b)) => {
                ((a.st_dev, a.st_ino) == (b.st_dev, b.st_ino)).then(|| (path.to_vec(), true))
            }
            // A directory that is gone is still where it was called.
            (named, _) => Some((path.to_vec(), named.is_some())),
        }
    }

    fn stat_directory(&self) -> Option<rustix::fs::Stat> {
        match &self.directory {
            Some(fd) => rustix::fs::fstat(fd).ok(),
            None => stage::door::statat(rustix::fs::CWD, ".", rustix::fs::AtFlags::empty()).ok(),
        }
    }

    /// The path of the working directory without symbolic links, of any length (getcwd(3)).
    ///
    /// # Errors
    /// Those of getcwd(3): ENOENT where the directory has been removed or is not below `/`, EACCES.
    pub fn physical_directory(&self) -> std::io::Result<Vec<u8>> {
        let path = match &self.directory {
            None => match rustix::process::getcwd(Vec::new()) {
                Ok(path) => path.into_bytes(),
                Err(Errno::NAMETOOLONG) => stage::door::path_by_parents(rustix::fs::CWD)?,
                Err(error) => return Err(error.into()),
            },
            Some(fd) => match stage::door::path_of(fd) {
                // A name that ends so is also that of a directory which has been removed.
                Ok(path) if !path.ends_with(b" (deleted)") => path,
                _ => stage::door::path_by_parents(fd)?,
            },
        };
        // The kernel says `(unreachable)` before what another root hides.
        if path.first() != Some(&b'/') {
            return Err(Errno::NOENT.into());
        }
        Ok(path)
    }
}
