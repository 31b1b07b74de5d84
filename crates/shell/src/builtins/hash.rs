//! `hash` (POSIX XCU hash): where PATH led.

use super::{by_name, complain, letters};
use crate::environment::Environment;
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"rv")?;
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
