//! `eval` (POSIX XCU 2.15).
//!
//! The operands, joined by blanks, are parsed and run in this environment (`script::run_text`), one
//! complete command after another. The status is that of the last, or 0 where there is none.

use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = super::without_options(env, fields)?;
    let text = operands.iter().map(ByteString::as_bytes).collect::<Vec<_>>().join(&b' ');
    let line = env.now.line;
    let result = env.run_text(&text);
    env.now.line = line;
    result?;
    Ok(env.status)
}
