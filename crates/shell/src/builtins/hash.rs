//! `hash` (POSIX XCU hash): where PATH led.
//!
//! The table maps a name to the path that PATH led to, with the number of uses.
//! `evaluate::program::locate` fills it when a command runs, and an assignment to PATH empties it.
//! In ksh93's language the entries are tracked aliases.

use super::{complain, letters};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::options::Options;
use crate::environment::{Environment, Located};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let (options, operands) = letters(env, fields, rules.hash_letters.as_bytes())?;
    if rules.hash_needs_hashall && !env.options.has(Options::HASHALL) {
        env.diagnose(BuiltinProblem::call(b"hash", CallFault::HashingDisabled));
        return Ok(1);
    }
    if options.contains(&b'p') {
        // `hash -p path name` (bash)
        let [path, names @ ..] = operands else {
            env.diagnose(BuiltinProblem::HashWithoutPath);
            if rules.hash_path_alone_shows {
                super::show_usage(env, b"hash");
                return Ok(2);
            }
            env.status = 2;
            return Err(Unwind::Error);
        };
        if names.is_empty() && rules.hash_path_alone_shows {
            return show(env, options.contains(&b'l'));
        }
        env.allow_path(b"hash", path)?;
        for name in names {
            let Some(path) = env.hashed(b"hash", path) else { return Ok(1) };
            let slot = env.shared.names.intern(name);
            env.keep_located(slot, path);
        }
        return Ok(0);
    }
    if let Some(letter) = options.iter().find(|letter| b"dt".contains(letter)) {
        if operands.is_empty() && rules.hash_needs_operand {
            env.diagnose(BuiltinProblem::operand(
                b"hash",
                &[b'-', *letter],
                OperandFault::ArgumentRequired,
            ));
            return Ok(1);
        }
        return entries(env, &options, operands);
    }
    if options.contains(&b'r') {
        env.hash = Rc::default();
        if operands.is_empty() || !rules.hash_is_tracked_aliases {
            return Ok(0);
        }
    }
    if rules.hash_is_tracked_aliases {
        if operands.is_empty() {
            return super::alias_of_ksh::list(env, false);
        }
        operands.iter().for_each(|operand| remember(env, operand));
        return Ok(0);
    }
    if operands.is_empty() && rules.hash_shows_hits {
        return show(env, options.contains(&b'l'));
    }
    if operands.is_empty() {
        let mut lines: Vec<Vec<u8>> = env
            .hash
            .values()
            .map(|located| {
                let mut line = located.path.to_bytes().to_vec();
                line.push(b'\n');
                line
            })
            .collect();
        utilities::sorting::sort(&mut lines);
        let text = lines.concat();
        return env.print("hash", &text);
    }
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.builtin(name).is_some() || env.function(name).is_some() || operand.contains(&b'/') {
            continue;
        }
        Rc::make_mut(&mut env.hash).remove(&name);
        match env.locate(operand) {
            Ok(located) => {
                // It was not run.
                if let Some(entry) = Rc::make_mut(&mut env.hash).get_mut(&name) {
                    *entry = Located { hits: Default::default(), ..located };
                }
            }
            Err(_) => {
                complain(env, b"hash", operand, OperandFault::NotFound);
                status = 1;
            }
        }
    }
    Ok(status)
}

/// Looks for a command, whatever else has its name, and notes where it is (ksh93).
pub(super) fn remember(env: &mut Environment, command: &ByteString) {
    let name = env.shared.names.intern(command);
    Rc::make_mut(&mut env.hash).remove(&name);
    if let Ok(located) = env.locate(command)
        && located.path.to_bytes().first() == Some(&b'/')
    {
        // It was not run.
        let located = Located { hits: Default::default(), ..located };
        Rc::make_mut(&mut env.hash).insert(name, located);
    }
}

impl Environment {
    /// Has a command found at this path from now on.
    pub fn keep_located(&mut self, name: Name, path: std::ffi::CString) {
        let located = Located { path: path.into(), utility: None, hits: Default::default() };
        Rc::make_mut(&mut self.hash).insert(name, located);
    }
}

/// The table as bash shows it, in the order of its buckets; `reusable`: as commands.
fn show(env: &mut Environment, reusable: bool) -> Flow<i32> {
    if env.hash.is_empty() {
        let silent = reusable || !env.rules().builtins.hash_reports_empty_table;
        return env.print("hash", if silent { b"" } else { b"hash: hash table empty\n" });
    }
    let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
    for (name, located) in env.hash.iter().rev() {
        let name = env.name(*name);
        let path = located.path.to_bytes();
        let line = match reusable {
            true => [b"builtin hash -p ", path, b" ", &name[..], b"\n"].concat(),
            false => [format!("{:4}\t", located.hits.get()).as_bytes(), path, b"\n"].concat(),
        };
        lines.push((crate::environment::arrays::fnv(&name) & 0xff, line));
    }
    utilities::sorting::sort_by_key(&mut lines, |(bucket, _)| *bucket);
    let head: &[u8] = if reusable { b"" } else { b"hits\tcommand\n" };
    let text: Vec<u8> = lines.into_iter().flat_map(|(_, line)| line).collect();
    env.print("hash", &[head, &text].concat())
}

/// `hash -d name…` forgets, `hash -t name…` shows (bash).
fn entries(env: &mut Environment, options: &[u8], operands: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        let slot = env.shared.names.intern(operand);
        let found = match options.contains(&b'd') {
            true => Rc::make_mut(&mut env.hash).remove(&slot),
            false => {
                // It counts as a use.
                let found = env.hash.get(&slot);
                if let Some(located) = found {
                    located.hits.set(located.hits.get().saturating_add(1));
                }
                found.cloned()
            }
        };
        match found {
            None => {
                complain(env, b"hash", operand, OperandFault::NotFound);
                status = 1;
            }
            Some(_) if options.contains(&b'd') => {}
            Some(located)
                if options.contains(&b'l') && env.rules().builtins.hash_lists_named_entries =>
            {
                let path = located.path.to_bytes();
                out.extend_from_slice(&[b"builtin hash -p ", path, b" ", operand, b"\n"].concat());
            }
            Some(located) => {
                if operands.len() > 1 {
                    out.extend_from_slice(&[operand, &b"\t"[..]].concat());
                }
                out.extend_from_slice(located.path.to_bytes());
                out.push(b'\n');
            }
        }
    }
    let written = env.print("hash", &out)?;
    Ok(if written != 0 { written } else { status })
}
