//! `trap` (POSIX XCU 2.15).
//!
//! Actions are texts in `environment::traps`; they are parsed when they run (`signals`). Setting a
//! trap on a real signal changes a disposition of the process, so a virtual subshell moves to a
//! process of its own first; EXIT, ERR, DEBUG and RETURN need none.

use super::{number, reject, single_quote};
use crate::diagnostics::{BuiltinProblem, CallFault, Problem};
use crate::environment::Environment;
use crate::environment::traps::{Action, DEBUG, ERR, EXIT, KEYBD, RETURN};
use crate::unwind::Flow;
use dialect::builtins::TrapPList;
use launch::signal;
use std::collections::BTreeMap;
use syntax::ByteString;

/// The number of a condition: a signal's name, with SIG or without, a number, or EXIT; `keybd`: or
/// KEYBD.
fn condition(text: &[u8], keybd: bool) -> Option<i32> {
    if let Some(number) = number(text) {
        let number = i32::try_from(number).ok()?;
        return (number == EXIT || signal::name(number).is_some()).then_some(number);
    }
    if text.eq_ignore_ascii_case(b"EXIT") {
        return Some(EXIT);
    }
    match text {
        b"ERR" => return Some(ERR),
        b"DEBUG" => return Some(DEBUG),
        b"RETURN" => return Some(RETURN),
        b"KEYBD" if keybd => return Some(KEYBD),
        _ => {}
    }
    let upper = text.to_ascii_uppercase();
    if upper != text && matches!(&upper[..], b"EXIT" | b"ERR" | b"DEBUG" | b"RETURN") {
        return condition(&upper, keybd);
    }
    let name = match text {
        [b's' | b'S', b'i' | b'I', b'g' | b'G', rest @ ..] => rest,
        name => name,
    };
    signal::number(name)
}

fn condition_name(condition: i32) -> &'static str {
    match condition {
        EXIT => "EXIT",
        ERR => "ERR",
        DEBUG => "DEBUG",
        RETURN => "RETURN",
        KEYBD => "KEYBD",
        number => signal::name(number).unwrap_or("?"),
    }
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut operands = &fields[1..];
    let mut print = false;
    while let Some(first) = operands.first() {
        match first.as_bytes() {
            b"--" => {
                operands = &operands[1..];
                break;
            }
            b"-l" => return list_signals(env),
            b"-p" => {
                print = true;
                operands = &operands[1..];
            }
            [b'-', letter, ..] => {
                return super::bad_option(env, b"trap", *letter);
            }
            _ => break,
        }
    }
    if operands.is_empty() || print {
        return list(env, operands, print);
    }
    let keybd = env.rules().builtins.trap_knows_keybd;
    if let [only] = operands
        && env.rules().builtins.shows_usage
        && (only.is_empty() || condition(only, keybd).is_none())
    {
        return super::misused(env, b"trap", CallFault::NameMissing);
    }
    // A first operand that is a number, or the only one, resets the conditions.
    let only_conditions = number(&operands[0]).is_some() || operands.len() == 1;
    let (action, conditions) = if only_conditions {
        (None, operands)
    } else {
        let action = match operands[0].as_bytes() {
            b"-" => None,
            b"" => Some(Action::Ignore),
            _ => Some(Action::Run(operands[0].clone())),
        };
        (action, &operands[1..])
    };
    let mut status = 0;
    for text in conditions {
        match condition(text, keybd) {
            Some(condition) => env.set_trap(condition, action.clone())?,
            None => {
                env.diagnose(BuiltinProblem::BadCondition(text));
                status = 1;
            }
        }
    }
    Ok(status)
}

/// The traps in a form that the shell reads again. With `-p` also what is at its default.
fn list(env: &mut Environment, operands: &[ByteString], print: bool) -> Flow<i32> {
    let mut out = Vec::new();
    let mut shown = env.traps.as_ref().map(|traps| traps.listed()).unwrap_or_default();
    let rules = &env.rules().builtins;
    if rules.trap_lists_ignored_on_entry {
        add_ignored_on_entry(env, &mut shown);
    }
    let all;
    let unset = match rules.trap_p_lists {
        _ if !print || !operands.is_empty() => &[][..],
        TrapPList::Set => &[],
        TrapPList::Trappable => {
            all = (0..signal::COUNT as i32)
                .filter(|number| ![libc::SIGKILL, libc::SIGSTOP].contains(number))
                .filter(|&number| number == EXIT || signal::name(number).is_some())
                .collect::<Vec<i32>>();
            &all
        }
        TrapPList::All => {
            let signals = (0..signal::COUNT as i32)
                .filter(|&number| number == EXIT || signal::name(number).is_some());
            all = signals.chain([DEBUG, ERR, RETURN]).collect();
            &all
        }
    };
    let prefix = if rules.trap_lists_sig_prefix { "SIG" } else { "" };
    let alone = print && rules.trap_p_shows_action_alone && !operands.is_empty();
    let quote = match rules.trap_quotes_where_needed {
        true => super::shown_in_ksh,
        false => single_quote,
    };
    let mut status = 0;
    let show = |condition: i32, action: Option<&Action>, out: &mut Vec<u8>| {
        if alone {
            if let Some(Action::Run(text)) = action {
                out.extend_from_slice(text);
                out.push(b'\n');
            }
            return;
        }
        out.extend_from_slice(b"trap -- ");
        match action {
            Some(Action::Ignore) => out.extend_from_slice(b"''"),
            Some(Action::Run(text)) => out.extend_from_slice(&quote(text)),
            None => out.push(b'-'),
        }
        let prefix = if condition > 0 { prefix } else { "" };
        out.extend_from_slice(format!(" {prefix}{}\n", condition_name(condition)).as_bytes());
    };
    if !unset.is_empty() {
        for condition in unset {
            show(*condition, shown.get(condition), &mut out);
        }
    } else if operands.is_empty() {
        // Those that are no signals come last.
        let others = [DEBUG, ERR, RETURN, KEYBD];
        let others = others.iter().filter_map(|condition| shown.get_key_value(condition));
        for (condition, action) in shown.range(0..).chain(others) {
            show(*condition, Some(action), &mut out);
        }
    } else {
        for text in operands {
            match condition(text, rules.trap_knows_keybd) {
                Some(condition)
                    if !rules.trap_p_shows_defaults && !shown.contains_key(&condition) => {}
                Some(condition) => show(condition, shown.get(&condition), &mut out),
                None => {
                    // Those before it are shown.
                    env.print("trap", &std::mem::take(&mut out))?;
                    let problem = BuiltinProblem::BadListedCondition(text);
                    status = reject(env, &Problem::Builtin(problem))?;
                }
            }
        }
    }
    let printed = env.print("trap", &out)?;
    Ok(status.max(printed))
}

/// Adds the signals that were ignored when the shell began.
fn add_ignored_on_entry(env: &Environment, all: &mut BTreeMap<i32, Action>) {
    for number in (1..signal::COUNT as i32).filter(|&number| signal::name(number).is_some()) {
        let is_ignored = env.ignored_by_caller(number)
            || !env.shared.forked.get() && env.shared.ignored_on_entry(number);
        if !all.contains_key(&number) && is_ignored {
            all.insert(number, Action::Ignore);
        }
    }
}

/// Lists the names of signals (`trap -l`).
fn list_signals(env: &mut Environment) -> Flow<i32> {
    super::kill::run(env, &[ByteString::from("kill"), ByteString::from("-l")])
}
