//! `printf` (POSIX XCU printf): the utility's own function.
//!
//! `utilities::system::printf` interprets the format; this adds what needs an environment: `-v
//! name`, `%(format)T`, expressions as numbers, and ksh93's `%P`, `%R`, `%H`, which come from
//! `directives`, `translated` and `dates`.

use super::directives::{self, Repertoire};
use crate::diagnostics::{BuiltinProblem, CallFault, Message, Problem};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::unwind::{Flow, Unwind};
use smallvec::SmallVec;
use syntax::{ByteString, Name};
use utilities::system::printf::{Counts, Error, Options, counting};

/// The operands: the format and its arguments.
type Words<'f> = SmallVec<[&'f [u8]; 8]>;

/// What was printed before a message, and the message.
type Pieces = Vec<(Vec<u8>, Message)>;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run_with(env, fields, env.rules().builtins.printf_numbers_are_expressions)
}

/// Runs `printf`; `expressions`: a number may be an arithmetic expression.
pub(super) fn run_with(
    env: &mut Environment,
    fields: &[ByteString],
    expressions: bool,
) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let made;
    let mut words: Words<'_> = fields[1..].iter().map(ByteString::as_bytes).collect();
    let variable = destination(env, &mut words)?;
    if words.is_empty() {
        return super::misused(env, b"printf", CallFault::PrintfUsage);
    }
    let mut failed = 0;
    let repertoire = Repertoire { patterns: rules.printf_has_pattern_directives, expressions };
    if rules.printf_has_dates && directives::are_in(words[0], repertoire) {
        (made, failed) = directives::made(env, &words, repertoire)?;
        words = made.iter().map(|word| &word[..]).collect();
    }
    let mut out = Vec::with_capacity(64);
    let mut counts = Counts::new();
    let (pieces, status) = format(env, &mut out, &mut counts, &words);
    for (name, count) in counts {
        if name.is_empty() {
            continue;
        }
        match env.spelled(name)? {
            Some(place) => env.assign_spelled(b"printf", place, count.to_string().as_bytes())?,
            None => {
                super::invalid_name(env, b"printf", name)?;
                failed = 1;
            }
        }
    }
    let mut whole = Vec::new();
    for (before, message) in pieces {
        if rules.printf_writes_at_the_end || variable.is_some() {
            whole.extend_from_slice(&before);
        } else {
            let written = env.print("printf", &before)?;
            if written != 0 {
                return Ok(written);
            }
        }
        env.report_message(&message);
    }
    if !whole.is_empty() {
        whole.append(&mut out);
        out = whole;
    }
    let status = failed.max(i32::from(status));
    if let Some(variable) = variable {
        out.retain(|&byte| byte != 0);
        env.assign_spelled(b"printf", variable, &out)?;
        return Ok(status);
    }
    let written = env.print("printf", &out)?;
    Ok(if written != 0 { written } else { status })
}

/// Takes the options away from the operands: the variable that `-v` names, if it is there.
fn destination(env: &mut Environment, words: &mut Words<'_>) -> Flow<Option<(Name, Option<Key>)>> {
    let rules = &env.rules().builtins;
    let mut variable = None;
    while let Some(&word) = words.first() {
        let (name, used) = match word {
            b"-v" => (words.get(1).copied(), 2),
            [b'-', b'v', rest @ ..] if rules.printf_v_may_be_attached => (Some(rest), 1),
            b"--" => {
                words.remove(0);
                break;
            }
            [b'-', letter, ..] => return super::bad_option(env, b"printf", *letter),
            _ => break,
        };
        variable = env.spelled(name.unwrap_or_default())?;
        if variable.is_none() {
            env.diagnose(BuiltinProblem::PrintfVariable(name));
            if name.is_none() && rules.shows_usage {
                super::show_usage(env, b"printf");
            }
            env.status = 2;
            return Err(Unwind::Error);
        }
        words.drain(..used);
    }
    Ok(variable)
}

/// Formats the operands: the messages with what was printed before each, and the status.
fn format<'f>(
    env: &Environment,
    out: &mut Vec<u8>,
    counts: &mut Counts<'f>,
    words: &[&'f [u8]],
) -> (Pieces, u8) {
    let (rules, utf8) = (env.rules(), env.utf8);
    let options = Options {
        utf8,
        lenient: true,
        posixly_correct: true,
        numbered: true,
        backslashes: rules.builtins.printf_quotes_with_backslashes,
        upper_escape: rules.builtins.printf_has_upper_escape,
        hexadecimal_begins_with_one: rules.builtins.printf_hexadecimal_begins_with_one,
        doubles: rules.builtins.printf_reals_are_doubles,
        overflow_is_warning: rules.builtins.printf_overflow_is_warning,
        ..Options::default()
    };
    let mut pieces = Pieces::new();
    let mut report = |out: &mut Vec<u8>, error: &Error<'_>| {
        // No shell says so.
        if !matches!(error, Error::ExcessArguments(_)) {
            let message = Message::new(
                rules.diagnostics.voice,
                &Problem::Builtin(BuiltinProblem::PrintfFormat { error, utf8 }),
            );
            pieces.push((std::mem::take(out), message));
        }
    };
    let counts = rules.builtins.printf_counts_output.then_some(counts);
    let status = counting(out, &mut report, counts, words, options);
    (pieces, status)
}
