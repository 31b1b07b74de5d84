//! `command` (POSIX XCU command): a command without functions, or what a name stands for.

use super::type_::{Manner, describe};
use super::{Class, bad_option, by_name};
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

/// Where the standard utilities are (confstr(3), _CS_PATH).
pub const STANDARD_PATH: &[u8] = b"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut standard = false;
    let mut manner = None;
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
                b'v' => manner = Some(Manner::Terse),
                b'V' => manner = Some(Manner::Verbose),
                _ => return bad_option(env, b"command", letter),
            }
        }
        at += 1;
    }
    let operands = &fields[at..];
    let Some(name) = operands.first() else { return Ok(0) };
    if standard {
        let path = env.variables.get(names::PATH).clone();
        // Not through `assign`: the variable may be read only.
        let mut changed = path.clone();
        changed.value = Value::String(ByteString::new(STANDARD_PATH));
        env.put(names::PATH, changed);
        let result = carry_out(env, operands, name, manner);
        env.put(names::PATH, path);
        return result;
    }
    carry_out(env, operands, name, manner)
}

fn carry_out(
    env: &mut Environment,
    operands: &[ByteString],
    name: &ByteString,
    manner: Option<Manner>,
) -> Flow<i32> {
    if let Some(manner) = manner {
        let mut status = 0;
        for operand in operands {
            if !describe(env, operand, manner)? {
                status = 127;
            }
        }
        return Ok(status);
    }
    match env.shared.names.find(name).and_then(by_name) {
        Some(builtin) => {
            let result = (builtin.run)(env, operands);
            match result {
                // A special builtin's errors do not end the shell here.
                Err(Unwind::Error) if builtin.class == Class::Special => Ok(env.status),
                other => other,
            }
        }
        None => {
            env.run_program_now(operands)?;
            Ok(env.status)
        }
    }
}
