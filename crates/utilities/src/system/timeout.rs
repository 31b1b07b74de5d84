//! timeout: runs a command for some time at most (timeout(1) of GNU coreutils).
//!
//! The command is launched; the timer is this shell's. Where the shell ends first (by a signal),
//! the command receives the signal at once: its timer is gone.

use super::{launched, sleep};
use crate::options::{self, Option_, Parsed, Takes};
use crate::{Attributes, Context, Ended, Exit, Utility, planned, quoting};
use std::time::{Duration, Instant};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "timeout",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-k DURATION -s SIGNAL --foreground --preserve-status DURATION COMMAND",
};

const OPTIONS: &[Option_] = &[
    ('k', "kill-after", Takes::Argument),
    ('s', "signal", Takes::Argument),
    // Letters that no option has.
    ('F', "foreground", Takes::Nothing),
    ('P', "preserve-status", Takes::Nothing),
];

/// The signals that may be sent. Others stop, dump or mean something to timeout itself.
const SIGNALS: &[(&[u8], i32)] =
    &[(b"HUP", 1), (b"INT", 2), (b"KILL", 9), (b"USR1", 10), (b"USR2", 12), (b"TERM", SIGTERM)];
const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;
const SIGCONT: i32 = 18;
/// What timeout catches or resets: to be ignored means something to it, which differs by version.
const CAUGHT: &[i32] = &[1, 2, 3, 14, SIGTERM, 17, 21, 22];

struct Plan<'a> {
    /// When the signal is sent; None: never.
    after: Option<Duration>,
    kill_after: Option<Duration>,
    signal: i32,
    foreground: bool,
    preserve: bool,
    command: Vec<&'a [u8]>,
}

fn parse<'a>(arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let letters = |argument: &&[u8]| matches!(argument, [b'-', b'F' | b'P', ..]);
    let parsed = options::parse(arguments, OPTIONS, false).ok_or("an option")?;
    if arguments.iter().take_while(|argument| argument.starts_with(b"-")).any(letters)
        || ['k', 's'].iter().any(|letter| parsed.is_repeated(*letter))
    {
        return Err("an option");
    }
    let Parsed { operands, .. } = &parsed;
    let [time, command @ ..] = &operands[..] else { return Err("no command") };
    let kill_after = parsed.value('k').map_or(Ok(None), duration)?;
    let signal = parsed.value('s').map_or(Some(SIGTERM), signal).ok_or("a signal")?;
    Ok(Plan {
        after: duration(time)?,
        kill_after,
        signal,
        foreground: parsed.has('F'),
        preserve: parsed.has('P'),
        command: command.to_vec(),
    })
}

/// The signal that a name or a number means.
fn signal(text: &[u8]) -> Option<i32> {
    let name = text.strip_prefix(b"SIG").unwrap_or(text);
    let is_number = |number: i32| text == number.to_string().as_bytes();
    SIGNALS.iter().find(|row| row.0 == name || is_number(row.1)).map(|row| row.1)
}

/// A time, or none where it is 0 or longer than anybody waits.
fn duration(text: &[u8]) -> Result<Option<Duration>, &'static str> {
    let seconds = sleep::seconds(text).ok_or("no valid time")?;
    let is_zero = text.iter().all(|byte| b"0.smhd".contains(byte));
    if seconds < 1e-9 && !is_zero {
        return Err("an infinitesimal time");
    }
    Ok(Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()))
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let plan = parse(arguments)?;
    let signals = [CAUGHT, &[plan.signal]].concat();
    match launched::refusal(context, &plan.command, &signals) {
        Some(reason) => Err(reason),
        None => Ok(plan),
    }
}

fn run(context: &mut Context<'_>, plan: Plan<'_>) -> Exit {
    let attributes = Attributes {
        group: !plan.foreground,
        parent_death: Some(plan.signal),
        ..Attributes::default()
    };
    let process = match context.host.launch(&plan.command, &attributes, None) {
        Ok(process) => process,
        Err(error) => {
            let name = quoting::locale(plan.command[0], context.utf8);
            let shown = [b"failed to run command ", &name[..]].concat();
            return launched::not_run(context, &shown, &error);
        }
    };
    let until = |time: Option<Duration>| time.and_then(|time| Instant::now().checked_add(time));
    if let Some(ended) = context.host.wait_launched(process, until(plan.after)) {
        return exit(context, &plan, ended, false);
    }
    send(context, &plan, process, plan.signal);
    let mut is_killed = plan.signal == SIGKILL;
    let mut ended = context.host.wait_launched(process, until(plan.kill_after));
    if ended.is_none() {
        send(context, &plan, process, SIGKILL);
        is_killed = true;
        ended = context.host.wait_launched(process, None);
    }
    if is_killed && !plan.foreground {
        // It kills its process group, and is one of it.
        return Exit::Signal(SIGKILL);
    }
    match ended {
        Some(ended) => exit(context, &plan, ended, true),
        None => Exit::FAILURE,
    }
}

/// Sends a signal to the command and its process group, and has them go on to receive it.
fn send(context: &mut Context<'_>, plan: &Plan<'_>, process: i32, signal: i32) {
    context.host.signal_launched(process, signal, false);
    if !plan.foreground {
        context.host.signal_launched(process, signal, true);
        if signal != SIGKILL {
            context.host.signal_launched(process, SIGCONT, false);
            context.host.signal_launched(process, SIGCONT, true);
        }
    }
}

/// How timeout ends after the command.
fn exit(context: &Context<'_>, plan: &Plan<'_>, ended: Ended, timed_out: bool) -> Exit {
    if let Ended::Signal { dumped: true, .. } = ended {
        context.error("the monitored command dumped core");
    }
    let (status, preserve) = match ended {
        Ended::Signal { number, .. } if !timed_out => return Exit::Signal(number),
        Ended::Signal { number, .. } => (128 + number as u8, plan.preserve || number == SIGKILL),
        Ended::Status(status) => (status, plan.preserve),
    };
    Exit::Status(if timed_out && !preserve { 124 } else { status })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_apart() {
        let made = parse(&[b"-k", b"2", b"--signal=SIGINT", b"1.5m", b"a", b"-k"]).unwrap();
        assert_eq!(made.after, Some(Duration::from_secs(90)));
        assert_eq!(made.kill_after, Some(Duration::from_secs(2)));
        assert_eq!((made.signal, made.foreground), (2, false));
        assert_eq!(made.command, [&b"a"[..], b"-k"]);
        assert_eq!(parse(&[b"0", b"a"]).unwrap().after, None);
        assert_eq!(parse(&[b"inf", b"a"]).unwrap().after, None);
        for words in [
            &[&b"-F"[..], b"1", b"a"][..],
            &[b"-s", b"STOP", b"1", b"a"],
            &[b"1e-5000", b"a"],
            &[b"x", b"a"],
            &[b"-v", b"1", b"a"],
        ] {
            assert!(parse(words).is_err());
        }
    }
}
