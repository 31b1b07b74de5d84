//! `alias`, `unalias` (POSIX XCU alias, unalias).
//!
//! Aliases are texts by name in the environment (`environment::aliases`); the parser receives them
//! before each complete command and replaces names itself (POSIX XCU 2.3.1), so a definition counts
//! from the next command on. In ksh93's language `alias_of_ksh` takes over.

use super::{complain, letters, single_quote, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn alias(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.rules().builtins.alias_tracks_commands {
        return super::alias_of_ksh::run(env, fields);
    }
    let operands = match fields {
        [_, option, ..] if option.as_bytes() == b"-p" => &fields[1..],
        _ => super::without_options(env, fields)?,
    };
    let mut out = Vec::new();
    if operands.is_empty() || (operands.len() == 1 && operands[0].as_bytes() == b"-p") {
        for (name, text) in &env.aliases.0 {
            show(env, name, text, &mut out);
        }
        return env.print("alias", &out);
    }
    let mut status = 0;
    for operand in operands {
        match byte_search::memchr(b'=', operand) {
            Some(at) if at > 0 => {
                let text: Rc<[u8]> = operand[at + 1..].into();
                Rc::make_mut(&mut env.aliases).0.insert(operand[..at].to_vec(), text);
            }
            _ => match env.aliases.0.get(operand.as_bytes()) {
                Some(text) => show(env, operand, text, &mut out),
                None => {
                    complain(env, b"alias", operand, OperandFault::NotFound);
                    status = 1;
                }
            },
        }
    }
    let printed = env.print("alias", &out)?;
    Ok(status.max(printed))
}

fn show(env: &Environment, name: &[u8], text: &[u8], out: &mut Vec<u8>) {
    if env.rules().builtins.alias_lists_commands {
        out.extend_from_slice(b"alias ");
    }
    out.extend_from_slice(name);
    out.push(b'=');
    out.extend_from_slice(&single_quote(text));
    out.push(b'\n');
}

pub(super) fn unalias(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"a")?;
    if options.contains(&b'a') {
        env.aliases = Rc::default();
        return Ok(0);
    }
    if operands.is_empty() {
        return usage(env, BuiltinProblem::call(b"unalias", CallFault::NameMissing));
    }
    let mut status = 0;
    for operand in operands {
        if env.aliases.0.get(operand.as_bytes()).is_none() {
            complain(env, b"unalias", operand, OperandFault::NotFound);
            status = 1;
            continue;
        }
        Rc::make_mut(&mut env.aliases).0.remove(operand.as_bytes());
    }
    Ok(status)
}
