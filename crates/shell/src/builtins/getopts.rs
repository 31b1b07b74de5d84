//! `getopts` (POSIX XCU getopts).

use super::usage;
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let fields = match fields {
        [_, dashes, ..] if dashes.as_bytes() == b"--" => &fields[1..],
        // The name of the command for messages (ksh93).
        [_, option, _, ..] if option.as_bytes() == b"-a" && !env.speaks_bash() => &fields[2..],
        all => all,
    };
    let [_, specification, name, rest @ ..] = fields else {
        return usage(env, b"getopts", "usage: getopts optstring name [arg...]");
    };
    if !env.is_variable_name(name) {
        return usage(env, b"getopts", &format!("{}: bad variable name", name.escape_ascii()));
    }
    let name = env.shared.names.intern(name);
    let arguments: Vec<ByteString> =
        if rest.is_empty() { env.positional.all().to_vec() } else { rest.to_vec() };
    let specification = specification.clone();
    let silent = specification.first() == Some(&b':');
    let index = match &env.variables.get(names::OPTIND).value {
        Value::Integer(number) => *number,
        Value::String(text) => {
            std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).unwrap_or(1)
        }
        _ => 1,
    };
    if index < 0 && env.speaks_ksh() {
        return env.fail("getopts: OPTIND is negative", 1);
    }
    let mut index = usize::try_from(index).unwrap_or(1).max(1);
    let mut place = env.getopts_place;
    let current = arguments.get(index - 1);
    let mut argument = match current {
        Some(argument) if place > 0 && place < argument.len() => argument.clone(),
        _ => match current {
            Some(argument) if argument.len() > 1 && argument[0] == b'-' => {
                if argument.as_bytes() == b"--" {
                    return end(env, name, index + 1);
                }
                place = 1;
                argument.clone()
            }
            _ => return end(env, name, index),
        },
    };
    let letter = argument[place];
    place += 1;
    let known = letter != b':'
        && letter != b'#'
        && specification.iter().skip(usize::from(silent)).any(|&byte| byte == letter);
    let mark = specification.windows(2).find(|pair| pair[0] == letter).map(|pair| pair[1]);
    // `x#`: the argument is a number (ksh93).
    let takes_number = mark == Some(b'#') && !env.options.has(Options::POSIX);
    let takes = known && (mark == Some(b':') || takes_number);
    let mut value: Option<ByteString> = None;
    let mut result = ByteString::new(&[letter]);
    if !known {
        result = ByteString::from("?");
        if silent {
            value = Some(ByteString::new(&[letter]));
        } else {
            complain(env, "illegal option", letter);
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
            complain(env, "option requires an argument", letter);
            result = ByteString::from("?");
        }
    }
    if takes_number && let Some(text) = value.take_if(|text| super::number(text).is_none()) {
        result = ByteString::from(if silent { ":" } else { "?" });
        match silent {
            true => value = Some(ByteString::new(&[letter])),
            false => env.report(format!(
                "{}: -{} wants a number",
                text.escape_ascii(),
                char::from(letter)
            )),
        }
    }
    if place >= argument.len() {
        index += 1;
        place = 0;
    }
    set(env, names::OPTIND, Value::Integer(index as i64))?;
    match value {
        Some(value) => set(env, names::OPTARG, Value::String(value))?,
        None => {
            let _ = env.unset(names::OPTARG);
        }
    }
    env.getopts_place = place;
    set(env, name, Value::String(result))?;
    Ok(0)
}

/// Complains of an option. In bash nothing is said where OPTERR is 0.
fn complain(env: &mut Environment, what: &str, letter: u8) {
    let letter = char::from(letter);
    if !env.speaks_bash() {
        return env.report(match what {
            "illegal option" => format!("{what} -{letter}"),
            _ => format!("no argument for -{letter} option"),
        });
    }
    let wanted = env.shared.names.find(b"OPTERR").and_then(|name| env.value(name));
    if wanted.is_none_or(|text| super::number(&text) != Some(0)) {
        let text = [&env.zero.to_vec()[..], format!(": {what} -- {letter}\n").as_bytes()].concat();
        env.write_error(&text);
    }
}

fn set(env: &mut Environment, name: Name, value: Value) -> Flow {
    env.assign(name, value).map_err(|error| {
        env.report_read_only(error);
        env.status = env.failed();
        Unwind::Error
    })
}

/// No more options.
fn end(env: &mut Environment, name: Name, index: usize) -> Flow<i32> {
    set(env, names::OPTIND, Value::Integer(index as i64))?;
    let _ = env.unset(names::OPTARG);
    set(env, name, Value::String(ByteString::from("?")))?;
    Ok(1)
}
