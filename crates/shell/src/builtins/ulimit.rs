//! `ulimit` (POSIX XCU ulimit, and the resources that other shells have). A limit is the
//! process's: setting one gives the environment a process of its own.

use super::usage;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use launch::process::{Limit, Resource, limit, set_limit};
use syntax::ByteString;

/// A block of POSIX, in bytes.
const BLOCK: u64 = 512;

/// A letter, the resource, what one unit is in the kernel's, and a description.
const LIMITS: &[(u8, Resource, u64, &str)] = &[
    (b't', Resource::CpuTime, 1, "time(seconds)"),
    (b'f', Resource::FileSize, BLOCK, "file(blocks)"),
    (b'd', Resource::Data, 1024, "data(kbytes)"),
    (b's', Resource::Stack, 1024, "stack(kbytes)"),
    (b'c', Resource::Core, BLOCK, "coredump(blocks)"),
    (b'm', Resource::ResidentSet, 1024, "memory(kbytes)"),
    (b'l', Resource::LockedMemory, 1024, "locked memory(kbytes)"),
    (b'p', Resource::Processes, 1, "process"),
    (b'n', Resource::OpenFiles, 1, "nofiles"),
    (b'v', Resource::AddressSpace, 1024, "vmemory(kbytes)"),
    (b'w', Resource::Locks, 1, "locks"),
    (b'r', Resource::RealTimePriority, 1, "rtprio"),
    (b'e', Resource::Nice, 1, "nice"),
    (b'i', Resource::PendingSignals, 1, "pending signals"),
    (b'q', Resource::MessageQueues, 1, "message queues(bytes)"),
];

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (mut soft, mut hard, mut all) = (false, false, false);
    let mut letters = Vec::new();
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        if field.as_bytes() == b"--" {
            at += 1;
            break;
        }
        if field.len() < 2 || field[0] != b'-' {
            break;
        }
        for &letter in &field[1..] {
            match letter {
                b'S' => soft = true,
                b'H' => hard = true,
                b'a' => all = true,
                letter if LIMITS.iter().any(|(known, ..)| *known == letter) => letters.push(letter),
                _ => return super::bad_option(env, b"ulimit", letter),
            }
        }
        at += 1;
    }
    if all {
        let mut text = String::new();
        for (letter, resource, unit, name) in LIMITS {
            let value = shown(*resource, unit_of(env, *unit), hard && !soft);
            text.push_str(&format!("{name:<24}(-{}) {value}\n", char::from(*letter)));
        }
        return env.print("ulimit", text.as_bytes());
    }
    if letters.is_empty() {
        letters.push(b'f');
    }
    let operands = &fields[at..];
    let Some(value) = operands.first() else {
        let mut text = String::new();
        for letter in &letters {
            if let Some((_, resource, unit, name)) = LIMITS.iter().find(|(l, ..)| l == letter) {
                let value = shown(*resource, unit_of(env, *unit), hard && !soft);
                if letters.len() > 1 {
                    text.push_str(&format!("{name:<24}(-{}) ", char::from(*letter)));
                }
                text.push_str(&value);
                text.push('\n');
            }
        }
        return env.print("ulimit", text.as_bytes());
    };
    if operands.len() > 1 {
        return usage(env, b"ulimit", "too many arguments");
    }
    for letter in letters {
        let Some((_, resource, unit, _)) = LIMITS.iter().find(|(l, ..)| *l == letter) else {
            continue;
        };
        let Ok(old) = limit(*resource) else { continue };
        let wanted = match value.as_bytes() {
            b"unlimited" => None,
            b"soft" => old.soft,
            b"hard" => old.hard,
            text => match super::number(text) {
                Some(number) => Some((number as u64).saturating_mul(unit_of(env, *unit))),
                None => {
                    return super::wrong(env, b"ulimit", text, "bad number", "invalid number");
                }
            },
        };
        let both = soft == hard;
        let new = Limit {
            soft: if soft || both { wanted } else { old.soft },
            hard: if hard || both { wanted } else { old.hard },
        };
        env.become_process("a changed limit")?;
        if let Err(error) = set_limit(*resource, new) {
            let reason = utilities::message::reason(&error);
            return usage(env, b"ulimit", &format!("error setting limit: {reason}"));
        }
        env.shared.limited.set(true);
    }
    Ok(0)
}

/// A unit: bash counts files in blocks of 1024 bytes, unless it is to be as POSIX has it.
fn unit_of(env: &Environment, unit: u64) -> u64 {
    match unit == BLOCK && env.options.has(Options::BASH) && !env.options.has(Options::POSIX) {
        true => 2 * BLOCK,
        false => unit,
    }
}

fn shown(resource: Resource, unit: u64, hard: bool) -> String {
    match limit(resource) {
        Ok(limit) => match if hard { limit.hard } else { limit.soft } {
            Some(value) => (value / unit).to_string(),
            None => "unlimited".into(),
        },
        Err(_) => "?".into(),
    }
}
