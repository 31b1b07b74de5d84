//! `hash` (POSIX XCU hash): where PATH led.

use super::{by_name, complain, letters};
use crate::environment::options::Options;
use crate::environment::{Environment, Located};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let known: &[u8] = if env.options.has(Options::POSIX) { b"rv" } else { b"rvdlpt" };
    let (options, operands) = letters(env, fields, known)?;
    if options.contains(&b'p') {
        // `hash -p path name` (bash)
        let [path, names @ ..] = operands else {
            return super::usage(env, b"hash", "-p: a path is missing");
        };
        for name in names {
            let Ok(path) = std::ffi::CString::new(path.as_bytes()) else { return Ok(1) };
            let slot = env.shared.names.intern(name);
            let located = Located { path: path.into(), utility: None, hits: 0 };
            Rc::make_mut(&mut env.hash).insert(slot, located);
        }
        return Ok(0);
    }
    if options.iter().any(|letter| b"dt".contains(letter)) {
        return entries(env, &options, operands);
    }
    if options.contains(&b'r') {
        env.hash = Rc::default();
        return Ok(0);
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
        lines.sort_unstable();
        let text = lines.concat();
        return env.print("hash", &text);
    }
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if by_name(name).is_some() || env.function(name).is_some() || operand.contains(&b'/') {
            continue;
        }
        Rc::make_mut(&mut env.hash).remove(&name);
        if env.locate(operand).is_err() {
            complain(env, b"hash", operand, "not found");
            status = 1;
        }
    }
    Ok(status)
}

/// `hash -d name…` forgets, `hash -t name…` shows (bash).
fn entries(env: &mut Environment, options: &[u8], operands: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        let slot = env.shared.names.intern(operand);
        let found = match options.contains(&b'd') {
            true => Rc::make_mut(&mut env.hash).remove(&slot),
            false => env.hash.get(&slot).cloned(),
        };
        match found {
            None => {
                complain(env, b"hash", operand, "not found");
                status = 1;
            }
            Some(_) if options.contains(&b'd') => {}
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
