//! `alias`, `unalias` (POSIX XCU alias, unalias).
//!
//! Aliases are texts by name in the environment (`environment::aliases`); the parser receives them
//! before each complete command and replaces names itself (POSIX XCU 2.3.1), so a definition counts
//! from the next command on. In ksh93's language `alias_of_ksh` takes over.

use super::{complain, letters, misused, single_quote};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn alias(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.rules().builtins.alias_tracks_commands {
        return super::alias_of_ksh::run(env, fields);
    }
    let rules = &env.rules().builtins;
    let (lists, operands) = match fields {
        [_, option, rest @ ..] if option.as_bytes() == b"-p" => match rest {
            [_, ..] if !rules.alias_lists_commands => (false, &fields[1..]),
            rest => (true, rest),
        },
        _ => (false, super::without_options(env, fields)?),
    };
    let mut out = Vec::new();
    if lists || operands.is_empty() {
        for (name, text) in &env.aliases.0 {
            show(env, name, text, &mut out);
        }
        let (printed, is_all) = (env.print("alias", &out)?, operands.is_empty() || out.is_empty());
        if is_all {
            return Ok(printed);
        }
        out.clear();
    }
    let mut status = 0;
    for operand in operands {
        match byte_search::memchr(b'=', operand) {
            Some(at) if at > 0 && rules.alias_names_are_checked && !is_plain(&operand[..at]) => {
                env.diagnose(BuiltinProblem::BadAliasName(&operand[..at]));
                status = 1;
            }
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

/// Whether a name has nothing that quotes, expands or ends a word, and no slash.
fn is_plain(name: &[u8]) -> bool {
    !name.iter().any(|byte| b" \t\n()<>;&|\"'\\`$/".contains(byte))
}

fn show(env: &Environment, name: &[u8], text: &[u8], out: &mut Vec<u8>) {
    if env.rules().builtins.alias_lists_commands {
        out.extend_from_slice(if name.first() == Some(&b'-') { b"alias -- " } else { b"alias " });
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
        return misused(env, b"unalias", CallFault::NameMissing);
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
