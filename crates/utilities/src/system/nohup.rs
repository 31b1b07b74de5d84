//! nohup: runs a command that ignores SIGHUP (POSIX XCU nohup; nohup(1) of GNU coreutils).
//!
//! Where a standard stream is a terminal, that is redirected and said: the installed one does so.

use super::launched;
use crate::{Attributes, Context, Exit, Utility, planned, quoting};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "nohup",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "COMMAND (not at a terminal)",
};

const SIGHUP: i32 = 1;

/// The command and its arguments.
fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Vec<&'a [u8]>, &'static str> {
    let command = match arguments {
        [b"--", rest @ ..] => rest,
        [[b'-', _, ..], ..] => return Err("an option"),
        all => all,
    };
    let streams = [&context.stdin, &context.stdout, &context.stderr];
    if streams.iter().any(|file| file.as_ref().is_none_or(|file| file.is_terminal())) {
        return Err("a terminal");
    }
    launched::refusal(context, command, &[]).map_or_else(|| Ok(command.to_vec()), Err)
}

fn run(context: &mut Context<'_>, command: Vec<&[u8]>) -> Exit {
    let attributes = Attributes { ignored: Some(SIGHUP), ..Attributes::default() };
    match context.host.launch(&command, &attributes, None) {
        Ok(process) => launched::ending(context, process),
        Err(error) => {
            let name = quoting::shell(command[0], context.quoting());
            let shown = [b"failed to run command ", &name[..]].concat();
            launched::not_run(context, &shown, &error)
        }
    }
}
