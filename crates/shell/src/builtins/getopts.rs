//! `getopts` (POSIX XCU getopts), and with usage strings (ksh93).
//!
//! OPTIND says which argument is next; the place within grouped options is kept beside it.
//! `getopts` assigns OPTARG and the name. Usage strings (ksh93(1), getopts) are parsed by
//! `usage_string`.

use super::manual;
use super::usage_string::{self, Choice, Usage};
use crate::diagnostics::{self, BuiltinProblem, CallFault, Problem, UsageFault};
use crate::environment::variables::{Value, Variable};
use crate::environment::{AssignError, Environment, names};
use crate::unwind::{Flow, Unwind};
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let mut command = None;
    let operands = match fields {
        // The name of the command for messages (ksh93).
        [_, option, name, ..] if option.as_bytes() == b"-a" && rules.getopts_takes_name => {
            command = Some(name.clone());
            &fields[3..]
        }
        all => super::without_options(env, all)?,
    };
    let [specification, name, rest @ ..] = operands else {
        return super::misused(env, b"getopts", CallFault::GetoptsUsage);
    };
    if env.is_variable_name(name) {
        let name = env.shared.names.intern(name);
        return next(env, Some(name), specification, rest, command);
    }
    if rules.getopts_parses_before_bad_name {
        // It finds the option first, and then nothing to tell it to.
        next(env, None, specification, rest, command)?;
    }
    super::invalid_name(env, b"getopts", name)
}

/// The value of OPTIND; 1 where it is no number.
fn optind(env: &Environment) -> i64 {
    match &env.variables.get(names::OPTIND).value {
        Value::Integer(number) => *number,
        Value::String(text) => {
            std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).unwrap_or(1)
        }
        _ => 1,
    }
}

/// Finds the next option and assigns it to the variable of this name.
fn next(
    env: &mut Environment,
    name: Option<Name>,
    specification: &ByteString,
    rest: &[ByteString],
    command: Option<ByteString>,
) -> Flow<i32> {
    let positional = env.positional.clone();
    let arguments: &[ByteString] = if rest.is_empty() { positional.all() } else { rest };
    let specification = specification.clone();
    let silent = specification.first() == Some(&b':');
    let index = optind(env);
    let rules = &env.rules().builtins;
    if index < 0 && rules.getopts_refuses_negative_optind {
        return env.fail_with(BuiltinProblem::call(b"getopts", CallFault::NegativeIndex), 1);
    }
    // `+a` is an option, too (ksh93).
    let takes_plus = rules.getopts_takes_usage_strings
        && specification[usize::from(silent)..].first() == Some(&b'+');
    let mut index = usize::try_from(index).unwrap_or(1).max(1);
    let mut place = env.getopts_place;
    let current = arguments.get(index - 1);
    let mut argument = match current {
        Some(argument) if place > 0 && place < argument.len() => argument.clone(),
        _ => match current {
            Some(argument)
                if argument.len() > 1
                    && (argument[0] == b'-' || argument[0] == b'+' && takes_plus) =>
            {
                if argument.as_bytes() == b"--" {
                    return end(env, name, index + 1, arguments.len());
                }
                place = 1;
                argument.clone()
            }
            _ => return end(env, name, index, arguments.len()),
        },
    };
    if rules.getopts_takes_usage_strings {
        let state = State { arguments, argument: &argument, index, place, name };
        if let Some(status) = by_usage_string(env, &specification, state, command)? {
            return Ok(status);
        }
    }
    let letter = argument[place];
    place += 1;
    let known = letter != b':'
        && letter != b'#'
        && specification.iter().skip(usize::from(silent)).any(|&byte| byte == letter);
    let mark = specification.windows(2).find(|pair| pair[0] == letter).map(|pair| pair[1]);
    // `x#`: the argument is a number (ksh93).
    let takes_number = mark == Some(b'#') && rules.getopts_takes_numbers;
    let takes = known && (mark == Some(b':') || takes_number);
    let mut value: Option<ByteString> = None;
    let mut result = match argument[0] {
        b'+' => ByteString::new(&[b'+', letter]),
        _ => ByteString::new(&[letter]),
    };
    if !known {
        result = ByteString::from("?");
        if silent {
            value = Some(ByteString::new(&[letter]));
        } else {
            complain(env, &Problem::Builtin(BuiltinProblem::UnknownOption(letter)));
        }
    } else if takes {
        if place < argument.len() {
            value = Some(ByteString::new(&argument[place..]));
            place = argument.len();
        } else if let Some(next) = arguments.get(index) {
            value = Some(next.clone());
            index += 1;
            argument = ByteString::EMPTY;
            place = 0;
        } else if silent {
            result = ByteString::from(":");
            value = Some(ByteString::new(&[letter]));
        } else {
            complain(env, &Problem::Builtin(BuiltinProblem::OptionWithoutArgument(letter)));
            result = ByteString::from("?");
        }
    }
    if takes_number && let Some(text) = value.take_if(|text| super::number(text).is_none()) {
        result = ByteString::from(if silent { ":" } else { "?" });
        match silent {
            true => value = Some(ByteString::new(&[letter])),
            false => {
                let argument = &text;
                env.diagnose(BuiltinProblem::OptionWantsNumber { argument, letter });
            }
        }
    }
    if place >= argument.len() {
        index += 1;
        place = 0;
    }
    give(env, name, result, value, (index, place))
}

/// Reports what is wrong with an option: as any error, or in the form of getopt(3), `$0: …`,
/// unless OPTERR is 0.
fn complain(env: &mut Environment, problem: &Problem<'_>) {
    if !env.rules().builtins.getopts_messages_name_arg0 {
        return env.diagnose(problem);
    }
    let wanted = env.shared.names.find(b"OPTERR").and_then(|name| env.value(name));
    if wanted.is_none_or(|text| super::number(&text) != Some(0)) {
        let words = diagnostics::words(env.rules().diagnostics.voice, problem);
        let text = [&env.arg0[..], b": ", &words, b"\n"].concat();
        env.write_error(&text);
    }
}

/// Where `getopts` is among the arguments.
struct State<'a> {
    arguments: &'a [ByteString],
    argument: &'a ByteString,
    index: usize,
    place: usize,
    name: Option<Name>,
}

/// Finds the next option where the option string is a usage string, or the usage is asked for. None
/// where it has letters only.
fn by_usage_string(
    env: &mut Environment,
    specification: &ByteString,
    state: State<'_>,
    command: Option<ByteString>,
) -> Flow<Option<i32>> {
    let usage = usage_string::read(specification);
    let argument = state.argument;
    let asked = matches!(argument.as_bytes(), b"--help" | b"--man" | b"-?")
        // ksh93 knows no other long ones where there are letters only.
        || usage.is_none() && state.place == 1 && argument.starts_with(b"--");
    let explains = env.rules().builtins.getopts_explains_letters;
    if asked && (usage.is_some() || explains) {
        let command = command.unwrap_or_else(|| env.arg0.clone());
        let usage = usage.unwrap_or_else(|| usage_string::letters(specification));
        let text = match argument.as_bytes() {
            b"--man" if !usage.flags_have_values && usage.sections.is_empty() => {
                manual::summary(&command, &usage, false)
            }
            b"--man" => manual::page(&command, &usage),
            b"--help" if !usage.choices.iter().all(|choice| choice.long.is_empty()) => {
                manual::summary(&command, &usage, true)
            }
            _ => manual::summary(&command, &usage, false),
        };
        env.write_error(&text);
        env.status = 2;
        return Err(Unwind::Exit);
    }
    match usage {
        Some(usage) => with_usage(env, &usage, state).map(Some),
        None => Ok(None),
    }
}

/// Finds the next option by a usage string (ksh93).
fn with_usage(env: &mut Environment, usage: &Usage, state: State<'_>) -> Flow<i32> {
    let State { arguments, argument, mut index, mut place, name } = state;
    let long = argument.strip_prefix(b"--").filter(|_| place == 1);
    let mut off = false;
    let (spelled, mut value) = match long {
        Some(text) => {
            let (spelled, value) = match byte_search::memchr(b'=', text) {
                Some(at) => (&text[..at], Some(ByteString::new(&text[at + 1..]))),
                None => (text, None),
            };
            (spelled.to_vec(), value)
        }
        None => (vec![argument[place]], None),
    };
    let found: Vec<&Choice> = match long {
        None => usage.choices.iter().filter(|one| one.letter == spelled).collect(),
        Some(_) => {
            let mut found = by_long_name(usage, &spelled);
            if found.is_empty()
                && let Some(rest) = spelled.strip_prefix(b"no")
            {
                // `--noall` turns off what `--all` turns on.
                found = by_long_name(usage, rest.strip_prefix(b"-").unwrap_or(rest));
                found.retain(|one| one.argument.is_none());
                off = !found.is_empty();
            }
            found
        }
    };
    let dashes: &[u8] = if long.is_some() { b"--" } else { b"-" };
    let shown = [dashes, &spelled].concat();
    let mut wrong = match found.len() {
        0 => Some(UsageFault::UnknownOption),
        1 => None,
        _ => Some(UsageFault::AmbiguousOption),
    };
    // Where the next option is.
    place += 1;
    let rest = match long {
        None if place < argument.len() => Some(ByteString::new(&argument[place..])),
        _ => None,
    };
    if long.is_some() || rest.is_none() {
        index += 1;
        place = 0;
    }
    let mut result = ByteString::from("?");
    if let ([choice], None) = (&found[..], wrong) {
        result = ByteString::new(&choice.letter);
        if let Some(wanted) = &choice.argument {
            if let Some(rest) = rest {
                value = Some(rest);
                index += 1;
                place = 0;
            } else if value.is_none() {
                let next = arguments.get(index - 1);
                // One that may be missing does not look like an option.
                let next = next.filter(|text| !wanted.optional || !text.starts_with(b"-"));
                value = next.cloned();
                index += usize::from(value.is_some());
            }
            if !wanted.values.is_empty()
                && let Some(word) = value.take()
            {
                let mut known = wanted.values.iter();
                value = known
                    .find(|(name, _)| *name == word.as_bytes())
                    .map(|(_, value)| ByteString::new(value));
                if value.is_none() {
                    wrong = Some(UsageFault::UnknownValue);
                }
            } else if value.is_none() && !wanted.optional {
                wrong = Some(UsageFault::ArgumentMissing);
            } else if wanted.number
                && value.as_ref().is_some_and(|text| super::number(text).is_none())
            {
                wrong = Some(UsageFault::NoNumber);
            }
        } else if usage.flags_have_values {
            value = Some(ByteString::from(if off { "0" } else { "1" }));
        }
    }
    if let Some(fault) = wrong {
        let missing = fault == UsageFault::ArgumentMissing;
        result = ByteString::from(if usage.silent && missing { ":" } else { "?" });
        value = None;
        if usage.silent {
            value = Some(ByteString::new(&spelled));
        } else {
            env.diagnose(BuiltinProblem::UsageString { option: &shown, fault });
        }
    }
    give(env, name, result, value, (index, place))
}

/// The options that a long name, or the beginning of one, can mean.
fn by_long_name<'u>(usage: &'u Usage, spelled: &[u8]) -> Vec<&'u Choice> {
    let exact = |one: &&Choice| one.long.iter().any(|name| name == spelled);
    if let Some(one) = usage.choices.iter().find(exact) {
        return vec![one];
    }
    let begins = |one: &&Choice| one.long.iter().any(|name| name.starts_with(spelled));
    usage.choices.iter().filter(begins).collect()
}

/// Tells an option, its argument, and where the next one is: the argument, and the place in it.
fn give(
    env: &mut Environment,
    name: Option<Name>,
    option: ByteString,
    value: Option<ByteString>,
    (index, place): (usize, usize),
) -> Flow<i32> {
    set(env, names::OPTIND, Value::Integer(index as i64))?;
    match value {
        Some(value) => match env.assign(names::OPTARG, Value::String(value)) {
            // bash goes on to the name.
            Err(error) if env.rules().builtins.getopts_survives_readonly_optarg => {
                env.report_refused_to(b"getopts", error)?
            }
            assigned => refused(env, assigned)?,
        },
        None => forget(env),
    }
    env.getopts_place = place;
    set(env, name, Value::String(option))?;
    Ok(0)
}

fn set(env: &mut Environment, name: impl Into<Option<Name>>, value: Value) -> Flow {
    let Some(name) = name.into() else { return Ok(()) };
    let assigned = env.assign(name, value);
    refused(env, assigned)
}

/// There is no argument. In bash not even where there shall always be one.
fn forget(env: &mut Environment) {
    if env.rules().builtins.getopts_always_removes_optarg {
        env.put(names::OPTARG, Variable::default());
    } else {
        let _ = env.unset(names::OPTARG);
    }
}

fn refused(env: &mut Environment, assigned: Result<(), AssignError>) -> Flow {
    assigned.or_else(|error| {
        env.report_refused_to(b"getopts", error)?;
        env.status = env.failed();
        Err(Unwind::Error)
    })
}

/// Ends the options: sets OPTIND, and the variable to `?`.
fn end(env: &mut Environment, name: Option<Name>, index: usize, count: usize) -> Flow<i32> {
    // bash does not leave it beyond the end.
    let index = match env.rules().builtins.optind_stays_within {
        true => index.min(count + 1),
        false => index,
    };
    set(env, names::OPTIND, Value::Integer(index as i64))?;
    forget(env);
    set(env, name, Value::String(ByteString::from("?")))?;
    Ok(1)
}
