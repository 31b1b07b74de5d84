//! setsid: runs a command in a session of its own (setsid(1) of util-linux).
//!
//! The installed one forks where it leads a process group, and does not wait then: it leads none
//! where a shell without job control starts it, and others launch it.

use super::launched;
use crate::{Admission, Attributes, Context, Exit, Utility};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "setsid", plan: plain!(admit, run), options: "-w COMMAND" };

/// The command; None for an option that is not reproduced.
fn command<'a, 'p>(arguments: &'p [&'a [u8]]) -> Option<&'p [&'a [u8]]> {
    let mut rest = arguments;
    while let [b"-w" | b"--wait", after @ ..] = rest {
        rest = after;
    }
    match rest {
        [b"--", after @ ..] => Some(after),
        [option, ..] if option.len() > 1 && option[0] == b'-' => None,
        _ => Some(rest),
    }
}

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let reason = match command(arguments) {
        None => Some("an option"),
        Some(command) => launched::refusal(context, command, &[]),
    };
    reason.map_or(Admission::Run, Admission::StepAside)
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let Some(command) = command(arguments) else { return Exit::FAILURE };
    let attributes = Attributes { session: true, ..Attributes::default() };
    let process = match context.host.launch(command, &attributes, None) {
        Ok(process) => process,
        Err(error) => {
            return launched::not_executed(context, command[0], &error);
        }
    };
    launched::ending(context, process)
}
