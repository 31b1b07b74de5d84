//! `ulimit` (POSIX XCU ulimit, and the resources that other shells have). A limit is the
//! process's: setting one gives the environment a process of its own.
//!
//! So a subshell that changes one is forked (`effects` looks for `ulimit`), and utilities are
//! launched from then on: a limit is for processes. Which resources there are, their letters and
//! their units are rows of crate dialect. See getrlimit(2).

use super::usage;
use crate::diagnostics::{BuiltinProblem, CallFault, Problem};
use crate::environment::Environment;
use crate::unwind::Flow;
use dialect::builtins::UlimitResources;
use launch::process::{Limit, Resource, limit, set_limit};
use syntax::ByteString;

/// A block of POSIX, in bytes. In its place stands [`dialect::builtins::Builtins::ulimit_block`].
const BLOCK: u64 = 512;

/// What an option shows.
#[derive(Clone, Copy)]
enum Of {
    /// A limit, and what one unit of it is in the kernel's.
    Limit(Resource, u64),
    /// What cannot be set.
    Fixed(u64),
}

/// An option, what it is about, and what is written before its value.
type Row = (u8, Of, &'static str);

const fn row(letter: u8, resource: Resource, unit: u64, description: &'static str) -> Row {
    (letter, Of::Limit(resource, unit), description)
}

/// Those of [`UlimitResources::ProcessesTwice`].
const LIMITS: &[Row] = &[
    row(b't', Resource::CpuTime, 1, "time(seconds)           (-t)"),
    row(b'f', Resource::FileSize, BLOCK, "file(blocks)            (-f)"),
    row(b'd', Resource::Data, 1024, "data(kbytes)            (-d)"),
    row(b's', Resource::Stack, 1024, "stack(kbytes)           (-s)"),
    row(b'c', Resource::Core, BLOCK, "coredump(blocks)        (-c)"),
    row(b'm', Resource::ResidentSet, 1024, "memory(kbytes)          (-m)"),
    row(b'l', Resource::LockedMemory, 1024, "locked memory(kbytes)   (-l)"),
    row(b'p', Resource::Processes, 1, "process                 (-p)"),
    row(b'n', Resource::OpenFiles, 1, "nofiles                 (-n)"),
    row(b'v', Resource::AddressSpace, 1024, "vmemory(kbytes)         (-v)"),
    row(b'w', Resource::Locks, 1, "locks                   (-w)"),
    row(b'r', Resource::RealTimePriority, 1, "rtprio                  (-r)"),
    row(b'e', Resource::Nice, 1, "nice                    (-e)"),
    row(b'i', Resource::PendingSignals, 1, "pending signals         (-i)"),
    row(b'q', Resource::MessageQueues, 1, "message queues(bytes)   (-q)"),
    row(b'R', Resource::RealTimeTime, 1, "rttime(microseconds)    (-R)"),
];

/// Further names of the same (ksh93, mksh, bash).
const OTHERS: &[Row] = &[
    row(b'u', Resource::Processes, 1, "process                 (-u)"),
    row(b'x', Resource::Locks, 1, "locks                   (-x)"),
];

/// Those of [`UlimitResources::PipeSize`].
const WITH_PIPE_SIZE: &[Row] = &[
    row(b'R', Resource::RealTimeTime, 1, "real-time non-blocking time  (microseconds, -R)"),
    row(b'c', Resource::Core, BLOCK, "core file size              (blocks, -c)"),
    row(b'd', Resource::Data, 1024, "data seg size               (kbytes, -d)"),
    row(b'e', Resource::Nice, 1, "scheduling priority                 (-e)"),
    row(b'f', Resource::FileSize, BLOCK, "file size                   (blocks, -f)"),
    row(b'i', Resource::PendingSignals, 1, "pending signals                     (-i)"),
    row(b'l', Resource::LockedMemory, 1024, "max locked memory           (kbytes, -l)"),
    row(b'm', Resource::ResidentSet, 1024, "max memory size             (kbytes, -m)"),
    row(b'n', Resource::OpenFiles, 1, "open files                          (-n)"),
    // What the kernel writes to a pipe at once, in blocks.
    (b'p', Of::Fixed(8), "pipe size                (512 bytes, -p)"),
    row(b'q', Resource::MessageQueues, 1, "POSIX message queues         (bytes, -q)"),
    row(b'r', Resource::RealTimePriority, 1, "real-time priority                  (-r)"),
    row(b's', Resource::Stack, 1024, "stack size                  (kbytes, -s)"),
    row(b't', Resource::CpuTime, 1, "cpu time                   (seconds, -t)"),
    row(b'u', Resource::Processes, 1, "max user processes                  (-u)"),
    row(b'v', Resource::AddressSpace, 1024, "virtual memory              (kbytes, -v)"),
    row(b'x', Resource::Locks, 1, "file locks                          (-x)"),
];

/// Which of the two limits of a resource an option is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    /// `-S`
    Soft,
    /// `-H`
    Hard,
    /// Neither or both: both are set, and the soft one is shown.
    Both,
}

/// An option, and the limit that is to be set.
type Request = (Row, Option<ByteString>);

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let (rows, others) = match rules.ulimit_resources {
        UlimitResources::ProcessesTwice => (LIMITS, OTHERS),
        UlimitResources::PipeSize => (WITH_PIPE_SIZE, &[][..]),
    };
    let (mut soft, mut hard, mut all) = (false, false, false);
    let mut requests: Vec<Request> = Vec::new();
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        if field.as_bytes() == b"--" {
            at += 1;
            break;
        }
        if field.len() < 2 || field[0] != b'-' {
            match requests.last_mut() {
                Some((_, value @ None)) if rules.ulimit_sets_several => {
                    *value = Some(field.clone())
                }
                _ => break,
            }
            at += 1;
            continue;
        }
        for (place, &letter) in field.iter().enumerate().skip(1) {
            let row = rows.iter().chain(others).find(|row| row.0 == letter);
            match (letter, row) {
                (b'S', _) => soft = true,
                (b'H', _) => hard = true,
                (b'a', _) => all = true,
                (_, Some(row)) if rules.ulimit_sets_several && place + 1 < field.len() => {
                    // What is attached is the limit.
                    requests.push((*row, Some(ByteString::new(&field[place + 1..]))));
                    break;
                }
                (_, Some(row)) => requests.push((*row, None)),
                _ => return super::bad_option(env, b"ulimit", letter),
            }
        }
        at += 1;
    }
    let bounds = match (soft, hard) {
        (true, false) => Bounds::Soft,
        (false, true) => Bounds::Hard,
        _ => Bounds::Both,
    };
    if all {
        if fields.len() > at && env.rules().builtins.ulimit_a_takes_no_operand {
            return usage(env, BuiltinProblem::call(b"ulimit", CallFault::TooManyArguments));
        }
        let requests: Vec<Request> = rows.iter().map(|row| (*row, None)).collect();
        return show(env, &requests, true, bounds);
    }
    if requests.is_empty() {
        requests.extend(rows.iter().find(|row| row.0 == b'f').map(|row| (*row, None)));
    }
    match &fields[at..] {
        [] => {}
        [value] => {
            for (_, wanted) in &mut requests {
                wanted.get_or_insert_with(|| value.clone());
            }
        }
        _ => return usage(env, BuiltinProblem::call(b"ulimit", CallFault::TooManyArguments)),
    }
    let several = requests.len() > 1;
    for request in &requests {
        let status = match &request.1 {
            Some(value) => set(env, &request.0, value, bounds)?,
            None => show(env, std::slice::from_ref(request), several, bounds)?,
        };
        if status != 0 {
            return Ok(status);
        }
    }
    Ok(0)
}

fn show(env: &mut Environment, requests: &[Request], described: bool, bounds: Bounds) -> Flow<i32> {
    let mut text = String::new();
    for ((_, of, description), _) in requests {
        if described {
            text.push_str(description);
            text.push(' ');
        }
        text.push_str(&shown(env, *of, bounds));
        text.push('\n');
    }
    env.print("ulimit", text.as_bytes())
}

fn set(env: &mut Environment, row: &Row, value: &ByteString, bounds: Bounds) -> Flow<i32> {
    let Of::Limit(resource, unit) = row.1 else {
        return usage(env, BuiltinProblem::call(b"ulimit", CallFault::LimitNotChangeable));
    };
    let Ok(old) = limit(resource) else { return Ok(0) };
    let wanted = match value.as_bytes() {
        b"unlimited" => None,
        b"soft" => old.soft,
        b"hard" => old.hard,
        text => match super::number(text) {
            Some(number) => {
                let wanted = (number as u64).checked_mul(unit_of(env, unit));
                if wanted.is_none() && env.rules().builtins.ulimit_refuses_overflow {
                    return env.fail_with(BuiltinProblem::LimitOutOfRange(text), 1);
                }
                Some(wanted.unwrap_or(u64::MAX))
            }
            None => return super::reject(env, &Problem::Builtin(BuiltinProblem::BadLimit(text))),
        },
    };
    let new = Limit {
        soft: if bounds == Bounds::Hard { old.soft } else { wanted },
        hard: if bounds == Bounds::Soft { old.hard } else { wanted },
    };
    env.become_process("a changed limit")?;
    if let Err(error) = set_limit(resource, new) {
        let reason = utilities::message::reason(&error);
        let name = row.2.split("  ").next().unwrap_or_default();
        let status = env.rules().builtins.ulimit_refusal_status;
        return env.fail_with(BuiltinProblem::LimitNotSet { name, reason: &reason }, status);
    }
    env.shared.limited.set(true);
    Ok(0)
}

/// A unit in bytes, blocks as the dialect counts them.
fn unit_of(env: &Environment, unit: u64) -> u64 {
    match unit {
        BLOCK => env.rules().builtins.ulimit_block,
        unit => unit,
    }
}

fn shown(env: &Environment, of: Of, bounds: Bounds) -> String {
    let (resource, unit) = match of {
        Of::Limit(resource, unit) => (resource, unit_of(env, unit)),
        Of::Fixed(value) => return value.to_string(),
    };
    match limit(resource) {
        Ok(limit) => match if bounds == Bounds::Hard { limit.hard } else { limit.soft } {
            Some(value) => (value / unit).to_string(),
            None => "unlimited".into(),
        },
        Err(_) => "?".into(),
    }
}
