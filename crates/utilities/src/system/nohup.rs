//! nohup: runs a command that ignores SIGHUP (POSIX XCU nohup; nohup(1) of GNU coreutils).
//!
//! Where a standard stream is a terminal, that is redirected and said: the installed one does so.

use super::launched;
use crate::{Admission, Attributes, Context, Exit, Utility, quoting};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "nohup", plan: plain!(admit, run), options: "COMMAND (not at a terminal)" };

const SIGHUP: i32 = 1;

fn command<'a, 'p>(arguments: &'p [&'a [u8]]) -> &'p [&'a [u8]] {
    match arguments {
        [b"--", rest @ ..] => rest,
        all => all,
    }
}

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let is_option = |argument: &&[u8]| argument.len() > 1 && argument[0] == b'-';
    let command = command(arguments);
    if command.len() == arguments.len() && arguments.first().is_some_and(is_option) {
        return Admission::StepAside("an option");
    }
    let streams = [&context.stdin, &context.stdout, &context.stderr];
    if streams.iter().any(|file| file.as_ref().is_none_or(|file| file.is_terminal())) {
        return Admission::StepAside("a terminal");
    }
    launched::refusal(context, command, &[]).map_or(Admission::Run, Admission::StepAside)
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let attributes = Attributes { ignored: Some(SIGHUP), ..Attributes::default() };
    let command = command(arguments);
    match context.host.launch(command, &attributes, None) {
        Ok(process) => launched::ending(context, process),
        Err(error) => {
            let name = quoting::shell(command[0], context.quoting());
            let shown = [b"failed to run command ", &name[..]].concat();
            launched::not_run(context, &shown, &error)
        }
    }
}
