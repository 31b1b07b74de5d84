//! `exec` (POSIX XCU 2.15): the redirections are kept by whoever calls it.

use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

/// `redirect` (ksh93): `exec` without a program.
pub(super) fn redirect(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if fields.len() > 1 {
        return super::usage(env, b"redirect", "no operands are taken");
    }
    env.keeps_files = true;
    Ok(0)
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    if operands.is_empty() {
        env.keeps_files = true;
        return Ok(0);
    }
    env.execute(operands)?;
    Ok(env.status)
}
