//! `.` (POSIX XCU 2.15): runs a file in this environment.
//!
//! A name without a slash is searched for in PATH. The file is parsed and run command by command
//! like a script (`script::run_file`), so it may define aliases for its own later lines. `return`
//! ends it. `source` of bash and ksh93 counts as a call there (FUNCNAME, BASH_SOURCE).

use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::options::Options;
use crate::environment::traps::{DEBUG, RETURN};
use crate::environment::{Environment, Frame, Function};
use crate::evaluate::Place;
use crate::script;
use crate::unwind::{Flow, Unwind};
use dialect::builtins::{DottedDirectory, DottedFunctions};
use rustix::fs::{Access, AtFlags, OFlags};
use rustix::io::Errno;
use stage::OpenFile;
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use syntax::ByteString;

/// `source` (bash, ksh): as `.`, but an error does not end the shell, and a file that cannot be read is
/// status 1 in every language that has it.
pub(super) fn source(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match run(env, fields) {
        Err(Unwind::Error) => Ok(env.status),
        other => other,
    }
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = super::without_options(env, fields)?;
    let Some(name) = operands.first() else {
        env.diagnose(BuiltinProblem::MissingFile(&fields[0]));
        if env.rules().builtins.shows_usage {
            super::show_usage(env, &fields[0]);
        }
        env.status = 2;
        return Err(match env.rules().builtins.missing_sourced_file_is_fatal {
            true => env.fatal(),
            false => Unwind::Error,
        });
    };
    if let Some(function) = dotted_function(env, &fields[0], name) {
        return run_function(env, &function, &operands[1..]);
    }
    env.allow_path(&fields[0], name)?;
    let Some(path) = find(env, name) else {
        let rules = &env.rules().builtins;
        let only_in_path = !rules.dot_searches_working_directory && !name.contains(&b'/');
        env.diagnose(BuiltinProblem::SourceNotFound {
            command: &fields[0],
            file: name,
            only_in_path,
        });
        env.status = unread_status(env, &fields[0]);
        end_unread(env)?;
        return Err(match rules.missing_sourced_file_is_fatal {
            true => env.fatal(),
            false => Unwind::Error,
        });
    };
    let is_directory = |path: &[u8]| {
        stage::door::statat(env.directory(), path, AtFlags::empty())
            .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir())
    };
    if is_directory(&path) {
        return match env.rules().builtins.dotted_directory {
            DottedDirectory::Empty => Ok(0),
            DottedDirectory::Refused => {
                super::complain(env, &fields[0], name, OperandFault::IsDirectory);
                Ok(1)
            }
            DottedDirectory::NotOpened => Err(not_opened(env, &fields[0], &path, Errno::ISDIR)),
        };
    }
    let arguments = (operands.len() > 1).then(|| {
        let own = crate::environment::positional::Positional::new(operands[1..].to_vec());
        std::mem::replace(&mut env.positional, own)
    });
    let kept = env.options.has(Options::EXTDEBUG);
    if kept {
        // Without arguments of its own it has its name.
        env.push_arguments(if operands.len() > 1 { &operands[1..] } else { operands });
    }
    let result = read(env, &fields[0], &path);
    if kept {
        env.pop_arguments();
    }
    if let Some(positional) = arguments
        && !(env.rules().builtins.sourced_parameters_stay
            && env.now.calls == 0
            && env.positional.is_set())
    {
        env.positional = positional;
    }
    result
}

/// The function that `. name` runs instead of a file: one that the `function` keyword has defined.
fn dotted_function(env: &Environment, command: &[u8], name: &[u8]) -> Option<Rc<Function>> {
    match env.rules().builtins.dotted_functions {
        DottedFunctions::Never => return None,
        DottedFunctions::BySource if command == b"." => return None,
        DottedFunctions::BySource | DottedFunctions::Run => {}
    }
    let slot = env.shared.names.find(name)?;
    env.function(slot).filter(|function| function.keyword).cloned()
}

/// Runs a function's body as if it were a file's: it has no variables, traps or options of its own.
fn run_function(
    env: &mut Environment,
    function: &Rc<Function>,
    arguments: &[ByteString],
) -> Flow<i32> {
    let own = (!arguments.is_empty()).then(|| {
        let own = crate::environment::positional::Positional::new(arguments.to_vec());
        std::mem::replace(&mut env.positional, own)
    });
    let (line, scheduler) = (env.now.line, env.shared.scheduler.clone());
    let run = |env: &mut Environment| {
        let body = env.body_of(&function.body)?;
        env.run_command(body, Place::ANY)
    };
    let result = match scheduler.deeper(|| run(env)) {
        Some(result) => result,
        None => env.too_deep(),
    };
    env.now.line = line;
    if let Some(positional) = own {
        env.positional = positional;
    }
    match result {
        Ok(()) | Err(Unwind::Return) => Ok(env.status),
        Err(unwind) => Err(unwind),
    }
}

/// The status of `.` or `source` where the file cannot be read.
fn unread_status(env: &Environment, command: &[u8]) -> i32 {
    if command == b"source" { 1 } else { env.failed() }
}

/// Reports that a file cannot be opened.
fn not_opened(env: &mut Environment, command: &[u8], path: &[u8], error: Errno) -> Unwind {
    let reason = utilities::message::reason(&error.into());
    env.diagnose(BuiltinProblem::SourceNotOpened { path, reason: &reason });
    env.status = unread_status(env, command);
    Unwind::Error
}

/// Whether a descriptor is of a regular file.
fn is_regular(fd: &OwnedFd) -> bool {
    rustix::fs::fstat(fd)
        .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file())
}

/// Reads a FIFO, a terminal or a device to its end, and returns what it held as an open file.
/// Traps run meanwhile: nobody knows when its writers are done.
///
/// # Errors
/// The [`Unwind`] of a trap, or [`Unwind::Error`] where it cannot be read.
fn read_whole(
    env: &mut Environment,
    command: &[u8],
    path: &[u8],
    file: &Rc<OpenFile>,
) -> Flow<Rc<OpenFile>> {
    let mut text = Vec::new();
    loop {
        if env.shared.signals.pending() {
            env.handle_signals()?;
        }
        match file.fill(env.awaited()) {
            // What is no script need not end.
            Ok(true) if !script::is_binary(&text) => {
                let count = file.with_known(|known| {
                    text.extend_from_slice(known);
                    known.len()
                });
                file.consume(count);
            }
            Ok(_) => return Ok(OpenFile::text(&env.shared.scheduler, text.into())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let error = Errno::from_io_error(&error).unwrap_or(Errno::IO);
                return Err(not_opened(env, command, path, error));
            }
        }
    }
}

/// Runs a file in this environment; `command`: the builtin that does.
pub(super) fn read(env: &mut Environment, command: &[u8], path: &[u8]) -> Flow<i32> {
    let opened = loop {
        env.leave_before_fifo(path)?;
        match env.open_file(path, OFlags::RDONLY) {
            Err(Errno::INTR) if !env.trap_is_due() => env.handle_signals()?,
            result => break result,
        }
    };
    let fd = match opened {
        Ok(fd) => fd,
        Err(error) => {
            let unwind = not_opened(env, command, path, error);
            end_unread(env)?;
            return Err(unwind);
        }
    };
    let whole = env.rules().builtins.sourced_stream_is_read_whole && !is_regular(&fd);
    let file = OpenFile::from_fd(&env.shared.scheduler, fd);
    let file = if whole { read_whole(env, command, path, &file)? } else { file };
    let (line, shown) = (env.now.line, env.now.shown_line());
    let line_shift = std::mem::take(&mut env.now.line_shift);
    let framed = env.rules().builtins.sourced_file_is_call;
    if framed {
        // A function of the name `source`.
        let function = env.shared.names.intern(b"source");
        let arg0 = env.now.frame.as_ref().and_then(|frame| frame.arg0);
        let (locals, sourced) = (env.first_local(), Some(ByteString::new(path)));
        let outer = env.now.frame.take();
        let base = env.options;
        let frame = Frame { function, arg0, line: shown, locals, sourced, base, outer };
        env.now.frame = Some(Rc::new(frame));
    }
    env.now.dots += 1;
    let source = env.now.source.replace(ByteString::new(path));
    let place = env.now.place;
    env.profile_source(path);
    let watched = env.watched;
    let command = env.command_text.clone();
    if framed && !env.options.has(Options::FUNCTRACE) {
        env.watched &= !(1 << -DEBUG);
    }
    let mut result = env.run_file(file);
    if result == Err(Unwind::Exit) && framed && env.traps.is_some() {
        result = env.exit_from_within();
    }
    env.now.dots -= 1;
    env.now.source = source;
    env.now.place = place;
    env.now.line = line;
    env.now.line_shift = line_shift;
    if framed {
        env.command_text = command;
        env.leave_frame();
    }
    if env.watches(RETURN) && matches!(result, Ok(()) | Err(Unwind::Return)) {
        result = env.run_return_trap(result);
    }
    if framed {
        // Only now: the RETURN trap runs as the file did.
        env.watched |= watched & env.traps.as_ref().map_or(0, |traps| traps.watched());
    }
    match result {
        Ok(()) | Err(Unwind::Return) => Ok(env.status),
        Err(unwind) => Err(unwind),
    }
}

/// The RETURN trap runs after a file that could not be read, too (bash).
fn end_unread(env: &mut Environment) -> Flow {
    match env.watches(RETURN) && env.rules().builtins.sourced_file_is_call {
        true => env.run_return_trap(Ok(())),
        false => Ok(()),
    }
}

/// A name without a slash is looked for in PATH; the file need not be executable.
fn find(env: &Environment, name: &[u8]) -> Option<Vec<u8>> {
    if name.contains(&b'/')
        || env.rules().builtins.dot_names_are_paths && matches!(name, b"." | b"..")
    {
        return Some(name.to_vec());
    }
    if env.has_shopt("sourcepath") {
        let path = env.search_path().unwrap_or_default();
        if let Some(found) = search(env, &path, name) {
            return Some(found);
        }
    }
    let here = env.rules().builtins.dot_searches_working_directory
        && stage::door::statat(env.directory(), name, AtFlags::empty()).is_ok();
    here.then(|| name.to_vec())
}

/// The first readable file of this name in a list of directories.
pub(super) fn search(env: &Environment, path: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    path.split(|&byte| byte == b':').find_map(|directory| {
        let mut candidate = directory.to_vec();
        if !candidate.is_empty() {
            candidate.push(b'/');
        }
        candidate.extend_from_slice(name);
        let readable = stage::door::accessat(
            env.directory(),
            &candidate[..],
            Access::READ_OK,
            AtFlags::EACCESS,
        );
        let regular = stage::door::statat(env.directory(), &candidate[..], AtFlags::empty())
            .is_ok_and(|stat| !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir());
        (readable.is_ok() && regular).then_some(candidate)
    })
}
