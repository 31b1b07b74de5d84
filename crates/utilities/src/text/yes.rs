//! yes: a line over and over (GNU coreutils manual, yes(1)).

use super::admission;
use crate::{Admission, Context, Exit, message};

/// The options admitted.
pub const ADMITTED: &str = "[STRING...]";

/// Bytes written at a time.
const BLOCK: usize = 16 << 10;

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let dashes = arguments.iter().any(|argument| argument.starts_with(b"-"));
    admission(context, if dashes { Err("what may be an option") } else { Ok(()) })
}

/// Runs it: until nobody reads any more.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let Some(output) = context.stdout.clone() else { return Exit::FAILURE };
    let mut line = if arguments.is_empty() { b"y".to_vec() } else { arguments.join(&b' ') };
    line.push(b'\n');
    let block = line.repeat((BLOCK / line.len()).max(1));
    loop {
        if let Err(error) = output.write_all(&block) {
            return context.signal_of(&error).unwrap_or_else(|| {
                context.error(format!("standard output: {}", message::reason(&error)));
                Exit::FAILURE
            });
        }
        if context.interrupted() {
            return Exit::Signal(crate::context::SIGINT);
        }
    }
}
