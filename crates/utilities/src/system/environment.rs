//! env and printenv: shows the environment or runs a command in a changed one (POSIX XCU env;
//! env(1), printenv(1) of GNU coreutils).

use crate::context::KILLED;
use crate::options::{self, Option_, Parsed, Takes};
use crate::system::stream;
use crate::{Context, Decision, Exit, Utility, locale, message, planned, quoting};

/// env.
pub const ENV: Utility = Utility {
    name: "env",
    plan: |context, arguments| planned(plan_env(context, arguments), run_env),
    options: "-i - -u NAME -0 NAME=VALUE",
};
/// printenv.
pub const PRINTENV: Utility = Utility { name: "printenv", plan: decide_printenv, options: "-0" };

const PRINTENV_OPTIONS: &[Option_] = &[('0', "null", Takes::Nothing)];

fn decide_printenv<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let parsed = match locale::unusual(context) {
        Some(reason) => Err(reason),
        None => options::parse(arguments, PRINTENV_OPTIONS, false).ok_or("an option"),
    };
    planned(parsed, run_printenv)
}

fn run_printenv(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let end = if parsed.has('0') { b'\0' } else { b'\n' };
    let mut out = Vec::with_capacity(256);
    let mut missing = false;
    if parsed.operands.is_empty() {
        context.variables.for_each(&mut |name, value| push(name, value, end, &mut out));
    }
    for name in &parsed.operands {
        match context.variables.get(name) {
            Some(value) if !name.contains(&b'=') => {
                out.extend_from_slice(&value);
                out.push(end);
            }
            _ => missing = true,
        }
    }
    match stream::write_all_or(context, &out, 2) {
        Exit::SUCCESS => Exit::Status(u8::from(missing)),
        other => other,
    }
}

fn push(name: &[u8], value: &[u8], end: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(name);
    out.push(b'=');
    out.extend_from_slice(value);
    out.push(end);
}

const ENV_OPTIONS: &[Option_] = &[
    ('i', "ignore-environment", Takes::Nothing),
    ('u', "unset", Takes::Argument),
    ('0', "null", Takes::Nothing),
];

/// A call of env, taken apart.
struct Call<'a> {
    clear: bool,
    parsed: Parsed<'a>,
    /// How many of the operands there are before the command: a dash, and assignments.
    dashes: usize,
    assignments: usize,
}

impl<'a> Call<'a> {
    fn new(parsed: Parsed<'a>) -> Self {
        let dashes = usize::from(parsed.operands.first() == Some(&&b"-"[..]));
        let operands = parsed.operands[dashes..].iter();
        let assignments = operands.take_while(|operand| operand.contains(&b'=')).count();
        Self { clear: dashes > 0 || parsed.has('i'), parsed, dashes, assignments }
    }

    fn assignments(&self) -> &[&'a [u8]] {
        &self.parsed.operands[self.dashes..self.dashes + self.assignments]
    }

    fn command(&self) -> &[&'a [u8]] {
        &self.parsed.operands[self.dashes + self.assignments..]
    }
}

fn plan_env<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Call<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let parsed = options::parse(arguments, ENV_OPTIONS, false).ok_or("an option")?;
    let invalid = |name: &[u8]| name.is_empty() || name.contains(&b'=');
    if parsed.options.iter().any(|(_, name)| name.is_some_and(invalid)) {
        return Err("an invalid name");
    }
    let call = Call::new(parsed);
    let is_unset = |name| call.parsed.options.iter().any(|(_, unset)| *unset == Some(name));
    if call.assignments().iter().any(|text| is_unset(name_of(text))) {
        return Err("a name that is unset and set");
    }
    if let [command, ..] = call.command() {
        if call.parsed.has('0') {
            return Err("-0 with a command");
        }
        if command.contains(&b' ') {
            return Err("a command with a space");
        }
    }
    Ok(call)
}

fn run_env(context: &mut Context<'_>, call: Call<'_>) -> Exit {
    let environment = environment(context, &call);
    let command = call.command();
    if command.is_empty() {
        let end = if call.parsed.has('0') { b'\0' } else { b'\n' };
        let mut out = Vec::with_capacity(1024);
        for entry in &environment {
            out.extend_from_slice(entry);
            out.push(end);
        }
        return stream::write_all_or(context, &out, 125);
    }
    match context.host.run_command(command, None, Some(&environment)) {
        Ok(status) if status >= KILLED => Exit::Signal(status - KILLED),
        Ok(status) => Exit::Status(status as u8),
        Err(error) => {
            let mut text = quoting::locale(command[0], context.utf8);
            text.extend_from_slice(b": ");
            text.extend_from_slice(message::reason(&error).as_bytes());
            context.error(text);
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            Exit::Status(if missing { 127 } else { 126 })
        }
    }
}

/// The changed environment, in the order in which setenv(3) and unsetenv(3) leave it.
fn environment(context: &Context<'_>, call: &Call<'_>) -> Vec<Vec<u8>> {
    let mut entries = Vec::new();
    if !call.clear {
        context.variables.for_each(&mut |name, value| {
            let mut entry = Vec::with_capacity(name.len() + value.len() + 1);
            entry.extend_from_slice(name);
            entry.push(b'=');
            entry.extend_from_slice(value);
            entries.push(entry);
        });
        for name in call.parsed.options.iter().filter_map(|(_, name)| *name) {
            entries.retain(|entry| name_of(entry) != name);
        }
    }
    for assignment in call.assignments() {
        let name = name_of(assignment);
        match entries.iter_mut().find(|entry| name_of(entry) == name) {
            Some(entry) => *entry = assignment.to_vec(),
            None => entries.push(assignment.to_vec()),
        }
    }
    entries
}

fn name_of(entry: &[u8]) -> &[u8] {
    entry.split(|&byte| byte == b'=').next().unwrap_or(entry)
}
