//! `cd` (POSIX XCU cd): a virtual subshell takes a descriptor, a process of its own moves.
//!
//! The path is resolved by its names (`-L`) or by the kernel (`-P`), with CDPATH. An environment
//! that owns its process calls chdir(2); a virtual subshell opens the directory (O_PATH) and
//! resolves every path relative to that descriptor. PWD and OLDPWD are variables of the environment
//! either way.

use super::{letters, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, Problem};
use crate::environment::options::Options;
use crate::environment::variables::{EXPORT, Value};
use crate::environment::{AssignError, Environment, names};
use crate::unwind::Flow;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.is_restricted() {
        return env.restricted(&[&fields[0]]);
    }
    let (options, operands) = letters(env, fields, b"LPe")?;
    let strict = options.contains(&b'e')
        && options.iter().rev().find(|&&letter| letter != b'e') == Some(&b'P');
    let status = carry_out(env, &fields[0], &options, operands)?;
    if !strict {
        return Ok(status);
    }
    // With -e status 1 says that the directory was changed, but has no name.
    Ok(match status {
        0 if env.physical_directory().is_err() => 1,
        0 => 0,
        other => other.max(2),
    })
}

fn carry_out(
    env: &mut Environment,
    name: &[u8],
    options: &[u8],
    operands: &[ByteString],
) -> Flow<i32> {
    let physical = match options.iter().rev().find(|&&letter| letter != b'e') {
        Some(letter) => *letter == b'P',
        None => env.options.has(Options::PHYSICAL),
    };
    let mut shown = false;
    let operand = match operands {
        [] => match env.text(names::HOME) {
            Some(home) if !home.is_empty() => home,
            Some(_) => return Ok(0),
            None => {
                env.diagnose(BuiltinProblem::call(b"cd", CallFault::HomeNotSet));
                return Ok(env.failed());
            }
        },
        [operand] if operand.as_bytes() == b"-" => match env.text(names::OLDPWD) {
            Some(old) => {
                shown = true;
                old
            }
            None => {
                env.diagnose(BuiltinProblem::call(b"cd", CallFault::OldDirectoryNotSet));
                return Ok(env.failed());
            }
        },
        [operand] => operand.clone(),
        [old, new] if env.rules().builtins.cd_replaces => {
            let here = env.here().unwrap_or_default();
            let Some(at) = byte_search::memmem::find(&here, old) else {
                return usage(env, BuiltinProblem::call(b"cd", CallFault::NothingToReplace));
            };
            shown = true;
            ByteString::from([&here[..at], new, &here[at + old.len()..]].concat())
        }
        _ => {
            let status = env.rules().builtins.cd_extra_operand_status;
            return env.fail_with(BuiltinProblem::call(b"cd", CallFault::TooManyArguments), status);
        }
    };
    if operand.is_empty() {
        if !env.rules().builtins.cd_rejects_empty_name {
            return Ok(0);
        }
        env.diagnose(BuiltinProblem::call(b"cd", CallFault::EmptyDirectory));
        return Ok(env.failed());
    }
    let searched = !operand.starts_with(b"/")
        && !matches!(operand.split(|&byte| byte == b'/').next(), Some(b"." | b".."));
    if searched {
        let path = env.text(names::CDPATH).unwrap_or_default();
        for directory in path.split(|&byte| byte == b':').filter(|_| !path.is_empty()) {
            let mut candidate = directory.to_vec();
            if candidate.is_empty() {
                candidate.push(b'.');
            }
            if candidate.last() != Some(&b'/') {
                candidate.push(b'/');
            }
            candidate.extend_from_slice(&operand);
            if directory.is_empty() || directory == b"." {
                candidate = operand.to_vec();
            }
            if let Ok(status) = change(env, &candidate, physical) {
                return finish(env, shown || !directory.is_empty(), status);
            }
        }
    }
    match change(env, &operand, physical) {
        Ok(status) => finish(env, shown, status),
        Err(error) => {
            if env.has_shopt("cdable_vars")
                && let Some(value) =
                    env.shared.names.find(&operand).and_then(|name| env.value(name))
                && let Ok(status) = change(env, &value, physical)
            {
                // The value is shown as it is.
                return match status {
                    0 => env.print("cd", &[&value[..], b"\n"].concat()),
                    status => Ok(status),
                };
            }
            let reason = utilities::message::reason(&error.into());
            let problem = Problem::Builtin(BuiltinProblem::NotChanged {
                command: name,
                directory: &operand,
                reason: &reason,
            });
            env.diagnose(problem);
            Ok(env.failed())
        }
    }
}

/// Says where the shell is now, where it is not where the operand says. `status`: that of the change.
fn finish(env: &mut Environment, shown: bool, status: i32) -> Flow<i32> {
    if !shown || status != 0 {
        return Ok(status);
    }
    let mut line = env.here().unwrap_or_default().to_vec();
    line.push(b'\n');
    env.print("cd", &line)
}

/// Changes the directory, and PWD and OLDPWD. The status says whether these could be assigned.
fn change(env: &mut Environment, operand: &[u8], physical: bool) -> Result<i32, Errno> {
    let old = env.text(names::PWD);
    let logical = if physical { None } else { logical_path(env, operand) };
    // A path too long for the kernel may be short from where we are.
    let target = match &logical {
        Some(path) if path.len() < 4096 => &path[..],
        _ => operand,
    };
    enter(env, target)?;
    let directory = match logical {
        Some(path) => Some(path),
        None => env.physical_directory().ok(),
    };
    let mut status = 0;
    if let Some(old) = old {
        let assigned = env.assign(names::OLDPWD, Value::String(old));
        status = refused(env, assigned).max(status);
        if env.rules().builtins.cd_exports_oldpwd {
            env.mark(names::OLDPWD, EXPORT);
        }
    }
    if let Some(directory) = directory {
        Rc::make_mut(&mut env.directories).here = Some(ByteString::new(&directory));
        let assigned = env.assign_text(names::PWD, &directory);
        status = refused(env, assigned).max(status);
        env.mark(names::PWD, EXPORT);
    }
    Ok(status)
}

/// Reports an assignment that was refused; the status.
fn refused(env: &mut Environment, assigned: Result<(), AssignError>) -> i32 {
    match assigned {
        Err(error) if env.rules().builtins.cd_fails_for_readonly_pwd => {
            // An absolute path is an expression that names nothing.
            let _ = env.report_assign_error(error);
            env.failed()
        }
        _ => 0,
    }
}

/// Makes a directory the working directory: of the process where it is this environment's
/// own, else of the environment alone.
fn enter(env: &mut Environment, path: &[u8]) -> Result<(), Errno> {
    if !env.now.is_virtual && env.directory.is_none() {
        return rustix::process::chdir(path);
    }
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let fd = stage::door::openat(env.directory(), path, flags, Mode::empty())?;
    // O_PATH asks for no permission; a process would need it to be there.
    stage::door::accessat(&fd, ".", rustix::fs::Access::EXEC_OK, rustix::fs::AtFlags::EACCESS)?;
    if env.now.is_virtual {
        let fd = stage::private(fd)
            .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::MFILE))?;
        env.directory = Some(Rc::new(fd));
    } else {
        rustix::process::fchdir(&fd)?;
        env.directory = None;
    }
    Ok(())
}

/// The operand as an absolute path without `.` and `..` (steps 5 to 8 of POSIX's cd).
fn logical_path(env: &mut Environment, operand: &[u8]) -> Option<Vec<u8>> {
    let mut path = Vec::new();
    if operand.first() != Some(&b'/') {
        path = env.here()?.to_vec();
        if path.first() != Some(&b'/') {
            return None;
        }
        if path.last() != Some(&b'/') {
            path.push(b'/');
        }
    }
    path.extend_from_slice(operand);
    let double = path.starts_with(b"//") && !path.starts_with(b"///");
    let mut clean: Vec<u8> = Vec::with_capacity(path.len());
    for part in path.split(|&byte| byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                // What precedes has to be a directory, wherever it leads.
                if !clean.is_empty() {
                    let flags = rustix::fs::AtFlags::empty();
                    let stat = stage::door::statat(rustix::fs::CWD, &clean[..], flags).ok()?;
                    if !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir() {
                        return None;
                    }
                }
                let end = byte_search::memrchr(b'/', &clean).unwrap_or(0);
                clean.truncate(end);
            }
            part => {
                clean.push(b'/');
                clean.extend_from_slice(part);
            }
        }
    }
    if clean.is_empty() {
        clean.push(b'/');
    }
    if double && !clean.starts_with(b"//") {
        clean.insert(0, b'/');
        if clean == b"//" {
            return Some(clean);
        }
    }
    Some(clean)
}

impl Environment {
    /// The path by which `cd` came to the working directory, else PWD.
    fn here(&self) -> Option<ByteString> {
        self.directories.here.clone().or_else(|| self.text(names::PWD))
    }
}
