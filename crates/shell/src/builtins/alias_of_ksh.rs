//! `alias` of ksh93: `-p` shows commands, `-t` is about where commands were found (tracked aliases),
//! `-x` has no effect. What is not there is reported without a place, and counted.
//!
//! `builtins::alias` calls this where the row `alias_tracks_commands` of the dialect says so. A
//! tracked alias is an entry of the same table that `hash` has. See ksh93(1), Built-in Commands,
//! alias.

use super::letters;
use crate::environment::Environment;
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"ptx")?;
    let commands = options.contains(&b'p');
    if options.contains(&b't') {
        return match options.contains(&b'x') {
            // Tracked aliases are never exported: nothing is shown.
            true => track(env, operands, commands),
            false => tracked(env, operands, commands),
        };
    }
    let mut out = Vec::new();
    if operands.is_empty() {
        for (name, text) in &env.aliases.0 {
            show(name, text, commands, &mut out);
        }
        return env.print("alias", &out);
    }
    let mut missing = 0;
    for operand in operands {
        match byte_search::memchr(b'=', operand) {
            Some(at) if at > 0 => {
                let text: Rc<[u8]> = operand[at + 1..].into();
                Rc::make_mut(&mut env.aliases).0.insert(operand[..at].to_vec(), text);
            }
            _ => match env.aliases.0.get(operand.as_bytes()) {
                Some(text) => show(operand, text, commands, &mut out),
                None => {
                    env.write_error(&[operand, &b": alias not found\n"[..]].concat());
                    missing += 1;
                }
            },
        }
    }
    let printed = env.print("alias", &out)?;
    Ok(counted(missing).max(printed))
}

fn show(name: &[u8], text: &[u8], commands: bool, out: &mut Vec<u8>) {
    if commands {
        out.extend_from_slice(b"alias ");
    }
    out.extend_from_slice(&[name, b"=", &super::shown_in_ksh(text), b"\n"].concat());
}

/// `alias -tx`; `commands`: with `-p`, nothing is looked for.
fn track(env: &mut Environment, operands: &[ByteString], commands: bool) -> Flow<i32> {
    for operand in operands.iter().filter(|_| !commands) {
        super::hash::remember(env, operand);
    }
    Ok(0)
}

/// `alias -t`; `commands`: with `-p`, what is known is shown as commands.
fn tracked(env: &mut Environment, operands: &[ByteString], commands: bool) -> Flow<i32> {
    if operands.is_empty() {
        return list(env, commands);
    }
    let mut out = Vec::new();
    let mut missing = 0;
    for operand in operands {
        if !commands {
            super::hash::remember(env, operand);
            continue;
        }
        let slot = env.shared.names.find(operand);
        if slot.is_some_and(|slot| env.hash.contains_key(&slot)) {
            out.extend_from_slice(&[b"alias -t ", operand.as_bytes(), b"\n"].concat());
        } else {
            env.write_error(&[operand, &b": tracked alias not found\n"[..]].concat());
            missing += 1;
        }
    }
    let printed = env.print("alias", &out)?;
    Ok(counted(missing).max(printed))
}

/// Where commands were found, as assignments or as commands.
pub(super) fn list(env: &mut Environment, commands: bool) -> Flow<i32> {
    let mut lines: Vec<Vec<u8>> = env
        .hash
        .iter()
        .map(|(name, located)| {
            let name = env.name(*name);
            match commands {
                true => [b"alias -t ", &name[..], b"\n"].concat(),
                false => [&name[..], b"=", located.path.to_bytes(), b"\n"].concat(),
            }
        })
        .collect();
    utilities::sorting::sort(&mut lines);
    env.print("alias", &lines.concat())
}

/// A status that says how many were missing, and is one.
fn counted(missing: i32) -> i32 {
    if missing > 255 { (missing & 255).max(1) } else { missing }
}
