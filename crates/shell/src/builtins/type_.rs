//! `type` (POSIX XCU type), and what `command -v` and `-V` say.

use super::{Class, by_name, is_reserved, single_quote};
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

/// How a name is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As a script wants it (`command -v`).
    Terse,
    /// As a person wants it (`command -V`, `type`).
    Verbose,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let mut status = 0;
    for operand in operands {
        if !describe(env, operand, Manner::Verbose)? {
            status = 127;
        }
    }
    Ok(status)
}

/// Prints what a name stands for; false if nothing.
pub fn describe(env: &mut Environment, name: &ByteString, manner: Manner) -> Flow<bool> {
    let verbose = manner == Manner::Verbose;
    let mut line = Vec::new();
    let mut say = |terse: &[u8], text: &str| {
        if verbose {
            line.extend_from_slice(name);
            line.extend_from_slice(text.as_bytes());
        } else {
            line.extend_from_slice(terse);
        }
    };
    let slot = env.shared.names.find(name);
    let alias = env.aliases.0.get(name.as_bytes()).cloned();
    if let Some(text) = alias {
        if verbose {
            line.extend_from_slice(name);
            line.extend_from_slice(b" is an alias for ");
            line.extend_from_slice(&text);
        } else {
            line.extend_from_slice(b"alias ");
            line.extend_from_slice(name);
            line.push(b'=');
            line.extend_from_slice(&single_quote(&text));
        }
    } else if is_reserved(name) {
        say(name, " is a shell keyword");
    } else if slot.and_then(by_name).is_some_and(|b| b.class == Class::Special) {
        say(name, " is a special shell builtin");
    } else if slot.is_some_and(|slot| env.function(slot).is_some()) {
        say(name, " is a shell function");
    } else if slot.and_then(by_name).is_some() {
        say(name, " is a shell builtin");
    } else {
        let found = if name.contains(&b'/') {
            env.is_program(name).then(|| absolute(env, name))
        } else {
            env.locate(name).ok().map(|located| absolute(env, located.path.to_bytes()))
        };
        match found {
            Some(path) if verbose => {
                line.extend_from_slice(name);
                line.extend_from_slice(b" is ");
                line.extend_from_slice(&path);
                let inside = env.locate(name).is_ok_and(|located| located.utility.is_some())
                    && env.options.has(crate::environment::options::Options::INPROCESS);
                if inside {
                    line.extend_from_slice(b" (runs inside the shell)");
                }
            }
            Some(path) => line.extend_from_slice(&path),
            None => {
                if verbose {
                    let mut message = name.to_vec();
                    message.extend_from_slice(b": not found");
                    env.report(message);
                }
                return Ok(false);
            }
        }
    }
    line.push(b'\n');
    let printed = env.print(if verbose { "type" } else { "command" }, &line)?;
    Ok(printed == 0)
}

fn absolute(env: &mut Environment, path: &[u8]) -> Vec<u8> {
    if path.first() == Some(&b'/') {
        return path.to_vec();
    }
    let mut absolute = match env.logical_directory() {
        Some(directory) => directory,
        None => return path.to_vec(),
    };
    if absolute.last() != Some(&b'/') {
        absolute.push(b'/');
    }
    absolute.extend_from_slice(path);
    absolute
}

impl Environment {
    /// Whether a path is a file that may be executed.
    pub fn is_program(&self, path: &[u8]) -> bool {
        use rustix::fs::{Access, AtFlags, FileType};
        rustix::fs::accessat(self.directory(), path, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
            && rustix::fs::statat(self.directory(), path, AtFlags::empty())
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
    }
}
