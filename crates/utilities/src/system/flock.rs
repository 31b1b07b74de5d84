//! flock: locks of files for scripts (flock(1) of util-linux).
//!
//! A lock that can be had at once is taken here, on a descriptor of the shell's or for a command,
//! which is launched. The installed one waits for a lock that somebody else has, and says what goes
//! wrong: it is launched then, with the same arguments.

use super::launched;
use crate::options::{self, Option_, Takes};
use crate::system::sleep;
use crate::{Attributes, Context, Ended, Exit, Utility, locale, message, planned};
use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;
use stage::OpenFile;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "flock",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-s -x -u -n -w SECONDS -E STATUS -o -F FILE COMMAND | FILE -c TEXT | NUMBER",
};

const OPTIONS: &[Option_] = &[
    ('s', "shared", Takes::Nothing),
    ('x', "exclusive", Takes::Nothing),
    ('e', "", Takes::Nothing),
    ('u', "unlock", Takes::Nothing),
    ('n', "nonblocking", Takes::Nothing),
    ('n', "nonblock", Takes::Nothing),
    ('n', "nb", Takes::Nothing),
    ('w', "timeout", Takes::Argument),
    ('w', "wait", Takes::Argument),
    ('E', "conflict-exit-code", Takes::Argument),
    ('o', "close", Takes::Nothing),
    ('F', "no-fork", Takes::Nothing),
];

struct Plan<'a> {
    /// The arguments, for the installed one where that has to wait.
    arguments: Vec<&'a [u8]>,
    operation: FlockOperation,
    /// Whether it ends where somebody else has the lock.
    fails: bool,
    conflict: u8,
    closes: bool,
    replaces: bool,
    /// A file, or the number of a descriptor where there is no command.
    target: &'a [u8],
    command: Vec<&'a [u8]>,
    /// Whether the command is a text for SHELL.
    is_text: bool,
}

fn parse<'a>(arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let parsed = options::parse(arguments, OPTIONS, false).ok_or("an option")?;
    let [target, command @ ..] = &parsed.operands[..] else { return Err("no file") };
    let number = |value: &[u8]| std::str::from_utf8(value).ok()?.parse::<u8>().ok();
    if parsed.has_repeated_value() {
        return Err("an option given twice");
    }
    let conflict = match parsed.value('E') {
        None => 1,
        Some(value) if value.iter().all(u8::is_ascii_digit) => number(value).ok_or("a status")?,
        Some(_) => return Err("a status"),
    };
    let mut fails = parsed.has('n');
    if let Some(value) = parsed.value('w') {
        let is_plain = value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
            && !value.starts_with(b".")
            && !value.ends_with(b".");
        let seconds = sleep::seconds(value).filter(|_| is_plain);
        match seconds.ok_or("a time")? {
            0.0 => fails = true,
            0.01..1e6 => {}
            _ => return Err("a time"),
        }
    }
    let mut kinds = parsed.options.iter().filter(|(letter, _)| "sexu".contains(*letter));
    let operation = match (kinds.next_back().map(|(letter, _)| *letter), fails) {
        (Some('s'), _) => FlockOperation::NonBlockingLockShared,
        (Some('u'), _) => FlockOperation::NonBlockingUnlock,
        _ => FlockOperation::NonBlockingLockExclusive,
    };
    if parsed.has('o') && parsed.has('F') {
        return Err("options that contradict each other");
    }
    let (command, is_text) = match command {
        [b"-c" | b"--command", text] => (vec![*text], true),
        [b"-c" | b"--command", ..] => return Err("no text, or several"),
        command => (command.to_vec(), false),
    };
    Ok(Plan {
        arguments: arguments.to_vec(),
        operation,
        fails,
        conflict,
        closes: parsed.has('o'),
        replaces: parsed.has('F'),
        target,
        command,
        is_text,
    })
}

impl Plan<'_> {
    /// The number of a descriptor, where the call has no command.
    fn descriptor(&self) -> Option<u32> {
        let is_number = self.target.iter().all(u8::is_ascii_digit) && self.target.len() < 5;
        let text = std::str::from_utf8(self.target).ok().filter(|_| is_number)?;
        text.parse().ok()
    }
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let plan = parse(arguments)?;
    let reason = if !plan.command.is_empty() {
        launched::refusal(context, &plan.command, &[])
    } else if plan.descriptor().is_none() {
        Some("no number of a descriptor")
    } else if plan.fails || plan.operation == FlockOperation::NonBlockingUnlock {
        locale::unusual(context)
    } else {
        launched::refusal(context, &[context.called], &[])
    };
    reason.map_or(Ok(plan), Err)
}

fn run(context: &mut Context<'_>, plan: Plan<'_>) -> Exit {
    if plan.command.is_empty() {
        let Some(number) = plan.descriptor() else { return Exit::Status(64) };
        return lock_descriptor(context, &plan, number);
    }
    let file = match open(context, plan.target) {
        Ok(file) => file,
        Err(error) => {
            let reason = message::reason(&error.into());
            let text = [b"cannot open lock file ", plan.target, b": ", reason.as_bytes()].concat();
            context.error(text);
            return Exit::Status(match error {
                Errno::NOMEM | Errno::MFILE | Errno::NFILE => 71,
                Errno::ROFS | Errno::NOSPC => 73,
                _ => 66,
            });
        }
    };
    match rustix::fs::flock(&file, plan.operation) {
        Ok(()) => execute(context, &plan, &file),
        Err(Errno::WOULDBLOCK) if plan.fails => Exit::Status(plan.conflict),
        Err(_) => {
            drop(file);
            launched::run_installed(context, &plan.arguments, None)
        }
    }
}

/// Opens the file of a lock, and makes it where it is missing. A directory may be one, too.
fn open(context: &Context<'_>, name: &[u8]) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NOCTTY;
    match context.open_fd(name, flags | OFlags::CREATE) {
        Err(Errno::ISDIR) => context.open_fd(name, flags),
        result => result,
    }
}

fn lock_descriptor(context: &mut Context<'_>, plan: &Plan<'_>, number: u32) -> Exit {
    let file: Option<Rc<OpenFile>> = match number {
        0 => context.stdin.clone(),
        1 => context.stdout.clone(),
        2 => context.stderr.clone(),
        number => context.host.file(number),
    };
    let locked = match &file {
        Some(file) => file.real().and_then(|_| file.lock(plan.operation)),
        None => Err(Errno::BADF.into()),
    };
    let Err(error) = locked else { return Exit::SUCCESS };
    match error.kind() {
        io::ErrorKind::WouldBlock if plan.fails => Exit::Status(plan.conflict),
        io::ErrorKind::WouldBlock => launched::run_installed(context, &plan.arguments, None),
        _ => {
            context.error(format!("{number}: {}", message::reason(&error)));
            let is_memory = [Errno::NOLCK, Errno::NOMEM]
                .iter()
                .any(|errno| error.raw_os_error() == Some(errno.raw_os_error()));
            Exit::Status(if is_memory { 71 } else { 65 })
        }
    }
}

/// Launches the command, which has the lock too, unless it is to be closed.
fn execute(context: &mut Context<'_>, plan: &Plan<'_>, file: &OwnedFd) -> Exit {
    let shell = context.variables.get(b"SHELL").filter(|shell| !shell.is_empty());
    let command = match plan.is_text {
        true => vec![shell.as_deref().unwrap_or(b"/bin/sh"), b"-c", plan.command[0]],
        false => plan.command.clone(),
    };
    let inherited = (!plan.closes).then(|| file.as_raw_fd());
    let attributes = Attributes { inherited, ..Attributes::default() };
    let process = match context.host.launch(&command, &attributes, None) {
        Ok(process) => process,
        Err(error) => {
            let reason = message::reason(&error);
            context.error([b"failed to execute ", command[0], b": ", reason.as_bytes()].concat());
            let is_memory = error.raw_os_error() == Some(Errno::NOMEM.raw_os_error());
            return Exit::Status(if is_memory { 71 } else { 69 });
        }
    };
    match context.host.wait_launched(process, None) {
        Some(Ended::Status(status)) => Exit::Status(status),
        Some(Ended::Signal { number, .. }) if plan.replaces => Exit::Signal(number),
        Some(Ended::Signal { number, .. }) => Exit::Status(number as u8 + 128),
        None => Exit::FAILURE,
    }
}
