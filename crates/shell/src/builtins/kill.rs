//! `kill` (POSIX XCU kill).
//!
//! Operands are process ids, or jobs, whose process group gets the signal where job control is on.
//! Names of signals are crate launch's. `kill -l` maps numbers, also exit statuses, to names.

use super::{complain, jobs, number, reject};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, Problem};
use crate::environment::Environment;
use crate::unwind::Flow;
use dialect::builtins::SignalList;
use launch::signal;
use syntax::ByteString;

/// The number of a signal, by its name (with SIG or without) or number.
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
        [first]
            if first.as_bytes() == b"-L"
                && env.rules().builtins.signal_list != SignalList::Table =>
        {
            return table(env);
        }
        [first, rest @ ..] if matches!(first.as_bytes(), b"-l" | b"-L") => return list(env, rest),
        [first]
            if matches!(first.as_bytes(), b"-s" | b"-n")
                && env.rules().builtins.kill_reports_missing_signal =>
        {
            env.diagnose(BuiltinProblem::operand(b"kill", first, OperandFault::ArgumentRequired));
            return Ok(1);
        }
        [first, name, rest @ ..] if matches!(first.as_bytes(), b"-s" | b"-n") => {
            let Some(found) = parse_signal(name) else {
                return reject(env, &Problem::Builtin(BuiltinProblem::BadSignal(name)));
            };
            number = found;
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
            let Some(found) = parse_signal(name) else {
                return reject(env, &Problem::Builtin(BuiltinProblem::BadSignal(name)));
            };
            number = found;
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
        return super::misused(env, b"kill", CallFault::KillUsage);
    }
    let mut status = 0;
    for operand in operands {
        let sent = send(env, operand, number)?;
        if sent != 0 {
            status = sent;
        }
    }
    if env.shared.signals.pending() {
        env.status = status;
        env.handle_signals()?;
    }
    Ok(status)
}

/// Sends a signal to the process, group or job that an operand names; the status.
fn send(env: &mut Environment, operand: &[u8], number: i32) -> Flow<i32> {
    let target = if operand.first() == Some(&b'%') {
        match jobs::find(env, operand) {
            Ok(number) => {
                let job = env.jobs.list.iter().find(|job| job.number == number);
                job.and_then(|job| match job.group {
                    Some(group) => Some(-group),
                    None => job.last().map(|process| process.pid),
                })
            }
            Err(fault) => {
                complain(env, b"kill", operand, fault);
                return Ok(1);
            }
        }
    } else {
        let (negative, digits) = match operand {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        super::number(digits)
            .and_then(|pid| i32::try_from(pid).ok())
            .map(|pid| if negative { -pid } else { pid })
    };
    let Some(target) = target else {
        env.diagnose(BuiltinProblem::BadProcessId(operand));
        return Ok(env.rules().builtins.bad_process_id_status);
    };
    if env.shared.is_session() && number != 0 {
        if target == launch::process::process_id() {
            // `$$` is the session, not its host.
            env.shared.signals.raise(number);
            return Ok(0);
        }
        if target <= 0 && !operand.starts_with(b"%") {
            let reason = utilities::message::reason(&rustix::io::Errno::PERM.into());
            env.diagnose(BuiltinProblem::NotSent { target, operand, reason: &reason });
            return Ok(1);
        }
    }
    if number != 0 && (target <= 0 || target == launch::process::process_id()) {
        // The shell is not the subshell that sends: it must not take it along.
        env.become_process("a signal to the shell")?;
    }
    let Err(error) = launch::process::kill(target, number) else { return Ok(0) };
    let reason = utilities::message::reason(&error);
    env.diagnose(BuiltinProblem::NotSent { target, operand, reason: &reason });
    Ok(1)
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

/// What `kill -l` without operands writes.
fn all_signals(list: SignalList) -> Vec<u8> {
    let names = (1..signal::COUNT as i32).filter_map(|n| Some((n, signal::name(n)?)));
    let mut out = String::new();
    for (count, (number, name)) in names.enumerate() {
        match list {
            SignalList::Lines => out.push_str(&format!("{name}\n")),
            SignalList::OneLine => out.push_str(&format!("{name} ")),
            SignalList::Table => {
                let end = if count % 5 == 4 { '\n' } else { '\t' };
                out.push_str(&format!("{number:2}) SIG{name}{end}"));
            }
        }
    }
    match list {
        SignalList::Lines => {}
        SignalList::OneLine => {
            out.pop();
            out.push('\n');
        }
        SignalList::Table if out.ends_with('\n') => {}
        SignalList::Table => out.push('\n'),
    }
    out.into_bytes()
}

/// `kill -l [status or name…]`
fn list(env: &mut Environment, operands: &[ByteString]) -> Flow<i32> {
    if operands.is_empty() {
        return env.print("kill", &all_signals(env.rules().builtins.signal_list));
    }
    let rules = env.rules();
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        let known = match number(operand) {
            Some(number) => {
                // An exit status stands for the signal that caused it.
                let base = i64::from(rules.evaluation.signal_status_base);
                let number = match number {
                    number if number > base => number - base,
                    129.. => number - 128,
                    number => number,
                };
                i32::try_from(number)
                    .ok()
                    .and_then(|n| match n {
                        0 if rules.builtins.kill_l_knows_exit => Some("EXIT"),
                        0 => Some("0"),
                        _ => signal::name(n),
                    })
                    .map(str::to_string)
            }
            None if rules.builtins.kill_l_knows_exit && operand.eq_ignore_ascii_case(b"EXIT") => {
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
                env.diagnose(BuiltinProblem::BadSignal(operand));
                status = rules.builtins.bad_process_id_status;
            }
        }
    }
    let printed = env.print("kill", &out)?;
    Ok(status.max(printed))
}
