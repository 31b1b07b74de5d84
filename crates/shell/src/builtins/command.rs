//! `command` (POSIX XCU command): a command without functions, or what a name stands for.
//!
//! Both uses look a name up as `evaluate::simple` does (POSIX XCU 2.9.1.4); `-v` and `-V` are
//! described by `type_`. `builtin`, `enable` and `caller` of bash are here as well: they are about
//! names of commands, and about who calls.

use super::type_::{Description, Manner, describe};
use super::{Class, bad_option, by_name};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

/// Where the standard utilities are (confstr(3), _CS_PATH).
pub const STANDARD_PATH: &[u8] = b"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let mut standard = false;
    let mut manner = None;
    let mut program = false;
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        if field.as_bytes() == b"--" {
            at += 1;
            break;
        }
        if field.len() < 2 || field[0] != b'-' {
            break;
        }
        for &letter in &field[1..] {
            match letter {
                b'p' => standard = true,
                // Programs only. Nothing is split: arguments that are too many are an error (ksh93).
                b'x' if rules.command_runs_programs_only => program = true,
                b'v' => manner = Some(Manner::Terse),
                b'V' => manner = Some(Manner::Verbose("command")),
                _ => return bad_option(env, b"command", letter),
            }
        }
        at += 1;
    }
    let operands = &fields[at..];
    if standard && env.is_restricted() {
        return env.restricted(&[b"command", b"-p"]);
    }
    let Some(name) = operands.first() else {
        return Ok(if manner.is_some() && rules.command_v_needs_name { 2 } else { 0 });
    };
    let carried_out = |env: &mut Environment| match manner.filter(|_| program) {
        Some(manner) => programs(env, operands, manner),
        None => carry_out(env, operands, name, manner),
    };
    if standard {
        let path = env.variables.get(names::PATH).clone();
        // Not through `assign`: the variable may be read only.
        let mut changed = path.clone();
        changed.value = Value::String(ByteString::from(rules.standard_path));
        env.put(names::PATH, changed);
        let result = carried_out(env);
        env.put(names::PATH, path);
        return result;
    }
    carried_out(env)
}

/// `command -vx`: where programs are, whatever else has their names (ksh93).
fn programs(env: &mut Environment, operands: &[ByteString], manner: Manner) -> Flow<i32> {
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        let Some(located) = env.look_up(operand) else {
            status = 1;
            continue;
        };
        if matches!(manner, Manner::Verbose(_)) {
            out.extend_from_slice(&[operand.as_bytes(), b" is "].concat());
        }
        out.extend_from_slice(&super::type_::absolute(env, located.path.to_bytes()));
        out.push(b'\n');
    }
    let printed = env.print("command", &out)?;
    Ok(status.max(printed))
}

fn carry_out(
    env: &mut Environment,
    operands: &[ByteString],
    name: &ByteString,
    manner: Option<Manner>,
) -> Flow<i32> {
    if let Some(manner) = manner {
        let mut status = 0;
        let mut any = false;
        for operand in operands {
            match describe(env, operand, manner)? {
                Description::Written => any = true,
                other => status = other.status(env.rules().builtins.undescribed_name_status),
            }
        }
        return Ok(if any && env.rules().builtins.command_v_needs_one { 0 } else { status });
    }
    let known = env.shared.names.find(name);
    match known.and_then(|name| env.builtin(name).or_else(|| env.type_command(name))) {
        Some(builtin) => {
            if builtin.class == Class::Regular {
                return (builtin.run)(env, operands);
            }
            // Errors do not end the shell here, nor do those of what `eval` and `.` run.
            let outer = std::mem::replace(&mut env.now.catches_errors, true);
            let (loops, calls) = (env.now.loops, env.now.calls);
            let result = (builtin.run)(env, operands);
            env.now.catches_errors = outer;
            match result {
                Err(Unwind::Error | Unwind::Discard(_)) => {
                    (env.now.loops, env.now.calls) = (loops, calls);
                    Ok(env.status)
                }
                other => other,
            }
        }
        None => {
            env.run_program_now(operands)?;
            Ok(env.status)
        }
    }
}

/// `builtin name argument…` (bash, ksh): a builtin, whatever functions there are. Without
/// operands it lists them, but in bash's language.
pub(super) fn builtin(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] if env.rules().builtins.builtin_deletes => rest,
        fields => super::without_options(env, fields)?,
    };
    let Some(name) = operands.first() else {
        if !env.rules().builtins.builtin_lists {
            return Ok(0);
        }
        let names = env.builtin_names(true);
        return list(env, "builtin", names.iter().map(|(name, _)| ("", *name)));
    };
    if name.as_bytes() == b"-d" && env.rules().builtins.builtin_deletes {
        return delete(env, &operands[1..]);
    }
    match env.shared.names.find(name).filter(|name| !env.is_disabled(*name)).and_then(by_name) {
        Some(builtin) => (builtin.run)(env, operands),
        None => {
            super::complain(env, b"builtin", name, OperandFault::NotABuiltin);
            Ok(1)
        }
    }
}

/// `builtin -d name…` (ksh93): what has these names is no builtin any more.
fn delete(env: &mut Environment, names: &[ByteString]) -> Flow<i32> {
    let mut status = 0;
    for name in names {
        let found = env.shared.names.find(name);
        match found.filter(|slot| by_name(*slot).is_some()) {
            Some(slot) if super::is_special(slot) => {
                super::complain(env, b"builtin", name, OperandFault::NotDeletable);
                status = 1;
            }
            Some(slot) => env.disabled |= 1 << slot.0,
            // A utility is a program.
            None if env.look_up(name).is_some() => {}
            None => {
                super::complain(env, b"builtin", name, OperandFault::NotFound);
                status = 1;
            }
        }
    }
    Ok(status)
}

/// `enable` (bash): turns builtins on and off (`-n`), and lists them.
pub(super) fn enable(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let loads = fields.iter().position(|field| matches!(field.as_bytes(), b"-f" | b"-d"));
    if let Some(at) = loads {
        if env.is_restricted() {
            return env.restricted(&[b"enable"]);
        }
        return dynamic(env, &fields[at..]);
    }
    let (options, operands) = super::letters(env, fields, b"anps")?;
    let off = options.contains(&b'n');
    if operands.is_empty() || options.contains(&b'p') {
        let special = options.contains(&b's');
        let mut names = Vec::new();
        for enabled in [true, false] {
            if options.contains(&b'a') || enabled != off {
                let before = if enabled { "enable " } else { "enable -n " };
                let found = env.builtin_names(enabled).into_iter();
                names.extend(found.filter(|one| !special || one.1).map(|one| (before, one.0)));
            }
        }
        utilities::sorting::sort_by_key(&mut names, |(_, name)| *name);
        return list(env, "enable", names);
    }
    let mut status = 0;
    for operand in operands {
        let slot = env.shared.names.find(operand).filter(|name| by_name(*name).is_some());
        let Some(slot) = slot else {
            super::complain(env, b"enable", operand, OperandFault::NotABuiltin);
            status = 1;
            continue;
        };
        match off {
            true => env.disabled |= 1 << slot.0,
            false => env.disabled &= !(1 << slot.0),
        }
    }
    Ok(status)
}

/// `enable -f file name…`, `enable -d name…`: no builtins are loaded from files.
fn dynamic(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (option, operands) = (&fields[0], &fields[1..]);
    if option.as_bytes() == b"-f" {
        let file = operands.first().cloned().unwrap_or(ByteString::EMPTY);
        super::complain(
            env,
            b"enable: cannot open shared object",
            &file,
            OperandFault::NotSupported,
        );
        return Ok(1);
    }
    for operand in operands {
        let is_builtin = env.shared.names.find(operand).is_some_and(|name| by_name(name).is_some());
        let fault = if is_builtin { OperandFault::NotLoaded } else { OperandFault::NotABuiltin };
        super::complain(env, b"enable", operand, fault);
    }
    Ok(1)
}

/// Writes names, a line each, with something before each.
fn list<'n>(
    env: &mut Environment,
    command: &str,
    names: impl IntoIterator<Item = (&'n str, &'n str)>,
) -> Flow<i32> {
    let out: String = names.into_iter().map(|(before, name)| format!("{before}{name}\n")).collect();
    env.print(command, out.as_bytes())
}

/// `caller [n]` (bash): where the current function was called.
pub(super) fn caller(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut frames = Vec::new();
    env.each_frame(|env, frame| frames.push((frame.function, frame.line, env.file_of(frame))));
    if fields.len() > 1 && env.rules().builtins.caller_shows_usage {
        if frames.is_empty() && !env.runs_file() {
            // There is no call, whatever is asked for.
            return Ok(1);
        }
        super::without_options(env, fields)?;
    }
    let wanted = match fields.get(1) {
        Some(text) => match super::number(text).and_then(|n| usize::try_from(n).ok()) {
            Some(number) => Some(number),
            None if env.rules().builtins.caller_shows_usage => {
                super::complain(env, b"caller", &fields[1].clone(), OperandFault::InvalidNumber);
                super::show_usage(env, b"caller");
                return Ok(2);
            }
            None => {
                return super::usage(
                    env,
                    BuiltinProblem::call(b"caller", CallFault::InvalidNumber),
                );
            }
        },
        None => None,
    };
    let (scripts, file) = (env.rules().builtins.scripts_are_callers, env.runs_file());
    let at = wanted.unwrap_or(0);
    let outer = frames.get(at + 1);
    let line = match frames.get(at) {
        Some((_, line, _)) => *line,
        None if scripts && file && wanted.is_none() => 0,
        None => return Ok(1),
    };
    let from = match outer {
        Some((_, _, from)) => from.clone(),
        None if scripts && (frames.is_empty() || !file && wanted.is_none()) => {
            ByteString::from("NULL")
        }
        None if scripts && !file => return Ok(1),
        None => env.arg0.clone(),
    };
    let mut out = line.to_string().into_bytes();
    if wanted.is_some() {
        out.push(b' ');
        match outer {
            Some((function, ..)) => out.extend_from_slice(&env.name(*function)),
            None => out.extend_from_slice(b"main"),
        }
    }
    out.push(b' ');
    out.extend_from_slice(&from);
    out.push(b'\n');
    env.print("caller", &out)
}
