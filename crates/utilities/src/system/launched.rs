//! What flock, nice, nohup, setsid, taskset and timeout share: a command that is launched in their place.

use crate::{Attributes, Context, Ended, Exit, locale, message};
use stage::OpenFile;
use std::io;
use std::rc::Rc;

/// Why a command, which may be missing, cannot be launched here; `signals`: what must not be
/// ignored, since it would be another thing to the utility.
pub(super) fn refusal(
    context: &Context<'_>,
    command: &[&[u8]],
    signals: &[i32],
) -> Option<&'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Some(reason);
    }
    match command.first() {
        None => Some("no command"),
        Some([]) => Some("an empty name"),
        _ if context.variables.get(b"PATH").is_none() => Some("no PATH"),
        _ if !context.host.can_launch(signals) => Some("signals or files that are not the usual"),
        _ => None,
    }
}

/// Launches the installed program with the same arguments, and with `stdin` as its standard input if
/// there is one.
pub(crate) fn run_installed(
    context: &mut Context<'_>,
    arguments: &[&[u8]],
    stdin: Option<Rc<OpenFile>>,
) -> Exit {
    let all = [&[context.called], arguments].concat();
    match context.host.launch(&all, &Attributes::default(), stdin) {
        Ok(process) => ending(context, process),
        Err(error) => not_run(context, context.called, &error),
    }
}

/// Waits for the process of a command, in whose place the utility is.
pub(super) fn ending(context: &mut Context<'_>, process: i32) -> Exit {
    match context.host.wait_launched(process, None) {
        Some(Ended::Status(status)) => Exit::Status(status),
        Some(Ended::Signal { number, .. }) => Exit::Signal(number),
        None => Exit::FAILURE,
    }
}

/// Says that a command, which is shown as `name`, could not be executed, as GNU's utilities do.
pub(super) fn not_run(context: &Context<'_>, name: &[u8], error: &io::Error) -> Exit {
    context.error([name, b": ", message::reason(error).as_bytes()].concat());
    status_of(error)
}

/// Says that a command could not be executed, as the utilities of util-linux do.
pub(super) fn not_executed(context: &Context<'_>, name: &[u8], error: &io::Error) -> Exit {
    not_run(context, &[b"failed to execute ", name].concat(), error)
}

/// 127 for a command that is not there, 126 for one that cannot be executed.
pub(super) fn status_of(error: &io::Error) -> Exit {
    let is_missing = error.raw_os_error() == Some(rustix::io::Errno::NOENT.raw_os_error());
    Exit::Status(if is_missing { 127 } else { 126 })
}
