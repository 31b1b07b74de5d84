//! The shells that are compared: found by name or path.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::experiments::Bench;
use crate::measure::{Command, Pin, find_in_path};

/// Shells that are looked for when none is named. The first one found is the
/// reference.
const USUAL: &[&str] = &["dash", "bash", "ksh93", "mksh", "busybox sh", "zsh", "yash", "forkless"];

/// A shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    /// What it is called in the tables.
    pub name: String,
    /// Its path and the arguments that make a shell of it; or what is wrong.
    pub words: Result<Vec<Vec<u8>>, String>,
}

impl Shell {
    /// The shell of a description: a name or path, with arguments behind it.
    pub fn of(description: &str, path: &[u8], beside: Option<&Path>) -> Self {
        let mut words = description.split_whitespace();
        let program = words.next().unwrap_or_default();
        // What is built together is found together.
        let sibling = || {
            let path = beside.filter(|_| !program.contains('/'))?.join(program);
            find_in_path(path.to_str()?, b"")
        };
        let found = find_in_path(program, path).or_else(sibling);
        let base = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        let name = if base == "busybox" { "busybox".to_owned() } else { base.clone().into_owned() };
        let Some(found) = found else {
            return Shell { name, words: Err(format!("{program} is not there")) };
        };
        // A script's directory is not this program's.
        let found = std::path::absolute(&found).unwrap_or(found);
        let mut all = vec![found.as_os_str().as_bytes().to_vec()];
        all.extend(words.map(|word| word.as_bytes().to_vec()));
        if base == "busybox" && all.len() == 1 {
            all.push(b"sh".to_vec());
        }
        Shell { name, words: Ok(all) }
    }

    /// The shells of these descriptions, or the usual ones that are there. Two of one
    /// name get their paths as names.
    pub fn choose(bench: &Bench<'_>, descriptions: &[String]) -> Vec<Shell> {
        let beside = bench.own_path.parent();
        let mut shells: Vec<Shell> = if descriptions.is_empty() {
            USUAL
                .iter()
                .map(|name| Shell::of(name, &bench.path, beside))
                .filter(|shell| shell.words.is_ok())
                .collect()
        } else {
            descriptions.iter().map(|text| Shell::of(text, &bench.path, beside)).collect()
        };
        let names: Vec<String> = shells.iter().map(|shell| shell.name.clone()).collect();
        for (number, shell) in shells.iter_mut().enumerate() {
            if names.iter().filter(|name| **name == shell.name).count() > 1
                && let Some(text) = descriptions.get(number)
            {
                shell.name.clone_from(text);
            }
        }
        shells
    }

    /// A command of this shell with these arguments.
    ///
    /// # Errors
    /// That it is not there.
    pub fn command(
        &self,
        bench: &Bench<'_>,
        arguments: &[&[u8]],
        directory: PathBuf,
        limit: Duration,
    ) -> Result<Command, String> {
        let mut words = self.words.clone()?;
        words.extend(arguments.iter().map(|word| word.to_vec()));
        Ok(Command {
            words,
            environment: bench.environment.clone(),
            directory,
            input: None,
            limit,
            until: bench.end(),
            pin: Pin::Free,
        })
    }
}

/// The start of two outputs' difference, in words.
pub fn difference(mine: &[u8], theirs: &[u8]) -> String {
    let line_of = |text: &[u8], number: usize| {
        let line = text.split(|&byte| byte == b'\n').nth(number).unwrap_or_default();
        let shown: String = String::from_utf8_lossy(line).chars().take(40).collect();
        if number > 0 && line.is_empty() { "nothing".to_owned() } else { format!("{shown:?}") }
    };
    let mine_lines = mine.split(|&byte| byte == b'\n');
    let their_lines = theirs.split(|&byte| byte == b'\n');
    let number = mine_lines.zip(their_lines).take_while(|(one, other)| one == other).count();
    format!("line {}: {}, not {}", number + 1, line_of(mine, number), line_of(theirs, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_name_path_and_with_arguments() {
        let sh = Shell::of("sh", b"/bin", None);
        assert_eq!(sh.name, "sh");
        assert_eq!(sh.words, Ok(vec![b"/bin/sh".to_vec()]));
        let posix = Shell::of("/bin/sh -e", b"", None);
        assert_eq!(posix.words, Ok(vec![b"/bin/sh".to_vec(), b"-e".to_vec()]));
    }

    #[test]
    fn a_missing_shell_is_named() {
        let none = Shell::of("/no/such/shell", b"/bin", None);
        assert_eq!(none.name, "shell");
        assert_eq!(none.words, Err("/no/such/shell is not there".to_owned()));
    }

    #[test]
    fn differences() {
        assert_eq!(difference(b"a\nb\n", b"a\nc\n"), "line 2: \"b\", not \"c\"");
        assert_eq!(difference(b"a\n", b"a\nc\n"), "line 2: nothing, not \"c\"");
    }
}
