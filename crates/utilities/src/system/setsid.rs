//! setsid: runs a command in a session of its own (setsid(1) of util-linux).
//!
//! The installed one forks where it leads a process group, and does not wait then: it leads none
//! where a shell without job control starts it, and others launch it.

use super::launched;
use crate::{Attributes, Context, Exit, Utility, planned};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "setsid",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-w COMMAND",
};

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

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Vec<&'a [u8]>, &'static str> {
    let command = command(arguments).ok_or("an option")?;
    match launched::refusal(context, command, &[]) {
        Some(reason) => Err(reason),
        None => Ok(command.to_vec()),
    }
}

fn run(context: &mut Context<'_>, command: Vec<&[u8]>) -> Exit {
    let attributes = Attributes { session: true, ..Attributes::default() };
    let process = match context.host.launch(&command, &attributes, None) {
        Ok(process) => process,
        Err(error) => {
            return launched::not_executed(context, command[0], &error);
        }
    };
    launched::ending(context, process)
}
