//! `kill` (POSIX XCU kill).

use super::{complain, jobs, number, wrong};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use launch::signal;
use syntax::ByteString;

/// A signal by name (with SIG or without) or number.
/// What bash says of a word that is no signal.
const NO_SIGNAL: &str = "invalid signal specification";

fn parse_signal(text: &[u8]) -> Option<i32> {
    if let Some(number) = number(text) {
        let number = i32::try_from(number).ok()?;
        return (number == 0 || signal::name(number).is_some()).then_some(number);
    }
    let name = match text {
        [b's' | b'S', b'i' | b'I', b'g' | b'G', rest @ ..] => rest,
        name => name,
    };
    signal::number(name)
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if !env.jobs.list.is_empty() {
        // A child that has ended is not there any more.
        env.reap_background();
    }
    let mut number = libc::SIGTERM;
    let mut operands = &fields[1..];
    match operands {
        [first] if first.as_bytes() == b"-L" => return table(env),
        [first, rest @ ..] if matches!(first.as_bytes(), b"-l" | b"-L") => return list(env, rest),
        [first] if matches!(first.as_bytes(), b"-s" | b"-n") && env.speaks_bash() => {
            env.report([b"kill: ", &first[..], b": option requires an argument"].concat());
            return Ok(1);
        }
        [first, name, rest @ ..] if matches!(first.as_bytes(), b"-s" | b"-n") => {
            number = match parse_signal(name) {
                Some(number) => number,
                None => {
                    return wrong(env, b"kill", name, "bad signal", NO_SIGNAL);
                }
            };
            operands = rest;
        }
        [first, rest @ ..] if first.len() > 1 && first[0] == b'-' && first.as_bytes() != b"--" => {
            let name = if first.starts_with(b"-s")
                && first.len() > 2
                && parse_signal(&first[1..]).is_none()
            {
                &first[2..]
            } else {
                &first[1..]
            };
            number = match parse_signal(name) {
                Some(number) => number,
                None => {
                    return wrong(env, b"kill", name, "bad signal", NO_SIGNAL);
                }
            };
            operands = rest;
        }
        _ => {}
    }
    if let [dashes, rest @ ..] = operands
        && dashes.as_bytes() == b"--"
    {
        operands = rest;
    }
    if operands.is_empty() {
        return super::misused(env, b"kill", "usage: kill [-s signal] pid...");
    }
    let mut status = 0;
    for operand in operands {
        let target = if operand.first() == Some(&b'%') {
            match jobs::find(env, operand) {
                Ok(number) => {
                    let job = env.jobs.list.iter().find(|job| job.number == number);
                    job.and_then(|job| match job.group {
                        Some(group) => Some(-group),
                        None => job.last().map(|process| process.pid),
                    })
                }
                Err(text) => {
                    complain(env, b"kill", operand, text);
                    status = 1;
                    continue;
                }
            }
        } else {
            let (negative, digits) = match operand.as_bytes() {
                [b'-', digits @ ..] => (true, digits),
                digits => (false, digits),
            };
            super::number(digits)
                .and_then(|pid| i32::try_from(pid).ok())
                .map(|pid| if negative { -pid } else { pid })
        };
        let Some(target) = target else {
            if operand.is_empty() && env.options.has(Options::BASH) {
                env.report("kill: `': not a pid or valid job spec");
                status = 1;
                continue;
            }
            let bash = "arguments must be process or job IDs";
            complain(env, b"kill", operand, env.words("illegal process id", bash));
            status = if env.speaks_bash() { 1 } else { 2 };
            continue;
        };
        if number != 0 && (target <= 0 || target == launch::process::process_id()) {
            // The shell is not the subshell that sends: it must not take it along.
            env.become_process("a signal to the shell")?;
        }
        if let Err(error) = launch::process::kill(target, number) {
            let reason = utilities::message::reason(&error);
            match env.speaks_bash() {
                true => env.report(format!("kill: ({target}) - {reason}")),
                false => complain(env, b"kill", operand, &reason),
            }
            status = 1;
        }
    }
    if signal::pending() {
        env.status = status;
        env.handle_signals()?;
    }
    Ok(status)
}

/// `kill -L` (bash, ksh93): the signals with their numbers, in columns.
fn table(env: &mut Environment) -> Flow<i32> {
    let mut out = String::new();
    let mut column = 0;
    for number in 1..signal::COUNT as i32 {
        let Some(name) = signal::name(number) else { continue };
        out.push_str(&format!("{number:2}) {name:<12}"));
        column += 1;
        if column % 5 == 0 {
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    env.print("kill", out.as_bytes())
}

fn list(env: &mut Environment, operands: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::new();
    if operands.is_empty() && env.is_lenient() {
        // Five to a line.
        let mut column = 0;
        for number in 1..signal::COUNT as i32 {
            if let Some(name) = signal::name(number) {
                column = column % 5 + 1;
                let end = if column == 5 { '\n' } else { '\t' };
                out.extend_from_slice(format!("{number:2}) SIG{name}{end}").as_bytes());
            }
        }
        if column < 5 {
            out.push(b'\n');
        }
        return env.print("kill", &out);
    }
    if operands.is_empty() {
        // bash's POSIX mode has them on one line.
        let separator = if env.speaks_bash() { b' ' } else { b'\n' };
        for number in 1..signal::COUNT as i32 {
            if let Some(name) = signal::name(number) {
                out.extend_from_slice(name.as_bytes());
                out.push(separator);
            }
        }
        if let Some(last) = out.last_mut() {
            *last = b'\n';
        }
        return env.print("kill", &out);
    }
    let mut status = 0;
    for operand in operands {
        let known = match number(operand) {
            Some(number) => {
                // An exit status stands for the signal that caused it.
                let number = match number {
                    // What ksh93 has for a status.
                    257.. if env.speaks_ksh() => number - 256,
                    129.. => number - 128,
                    number => number,
                };
                i32::try_from(number)
                    .ok()
                    .and_then(|n| match n {
                        0 if env.speaks_bash() => Some("EXIT"),
                        0 => Some("0"),
                        _ => signal::name(n),
                    })
                    .map(str::to_string)
            }
            None if env.speaks_bash() && operand.eq_ignore_ascii_case(b"EXIT") => {
                Some("0".to_string())
            }
            None => parse_signal(operand).map(|number| number.to_string()),
        };
        match known {
            Some(text) => {
                out.extend_from_slice(text.as_bytes());
                out.push(b'\n');
            }
            None => {
                complain(env, b"kill", operand, env.words("bad signal", NO_SIGNAL));
                status = 1;
            }
        }
    }
    let printed = env.print("kill", &out)?;
    Ok(status.max(printed))
}
