//! taskset: runs a command on some of the processors (taskset(1) of util-linux).
//!
//! For a command, with processors of which this process may use one, and to show those of a process (-p
//! PID). What the kernel refuses is said by the installed one.

use super::{launched, stream};
use crate::options::{self, Option_, Parsed, Takes};
use crate::{Attributes, Context, Decision, Exit, Utility, locale, planned};
use rustix::process::Pid;
use rustix::thread::CpuSet;

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "taskset",
    plan: decide,
    options: "MASK COMMAND | -c LIST COMMAND | -p [-c] PID",
};

const OPTIONS: &[Option_] = &[('c', "cpu-list", Takes::Nothing), ('p', "pid", Takes::Nothing)];

/// The processors, a bit for each, and the command.
type Plan<'a> = (u64, Vec<&'a [u8]>);

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    match options::parse(arguments, OPTIONS, false) {
        Some(parsed) if parsed.has('p') => match locale::unusual(context) {
            Some(reason) => Decision::StepAside(reason),
            None => planned(
                shown(&parsed).ok_or("a process to set, or to complain about"),
                |context, text| stream::write_all(context, &text),
            ),
        },
        _ => planned(plan(context, arguments), run),
    }
}

/// What -p says of a process.
fn shown(parsed: &Parsed<'_>) -> Option<Vec<u8>> {
    let [text] = &parsed.operands[..] else { return None };
    let text = std::str::from_utf8(text).ok().filter(|text| !text.starts_with(['0', '+', '-']))?;
    let id = text.parse().ok().and_then(Pid::from_raw)?;
    let set = rustix::thread::sched_getaffinity(Some(id)).ok()?;
    let may_use: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|place| set.is_set(*place)).collect();
    let (kind, processors) = match parsed.has('c') {
        true => ("list", runs(&may_use)),
        false if may_use.last().is_some_and(|last| *last < 64) => {
            ("mask", format!("{:x}", may_use.iter().fold(0u64, |mask, place| mask | 1 << place)))
        }
        false => return None,
    };
    Some(format!("pid {text}'s current affinity {kind}: {processors}\n").into_bytes())
}

/// Processors as a list: `0,1,4-7`.
fn runs(places: &[usize]) -> String {
    let follows = |a: &usize, b: &usize| a + 1 == *b;
    let run = |run: &[usize]| match run {
        [one] => one.to_string(),
        [one, other] => format!("{one},{other}"),
        all => format!("{}-{}", all[0], all[all.len() - 1]),
    };
    places.chunk_by(follows).map(run).collect::<Vec<_>>().join(",")
}

fn parse<'a>(arguments: &[&'a [u8]]) -> Option<Plan<'a>> {
    let parsed = options::parse(arguments, OPTIONS, false)?;
    let [text, command @ ..] = &parsed.operands[..] else { return None };
    let text = std::str::from_utf8(text).ok()?;
    let mask = if parsed.has('c') { list(text) } else { mask(text) }?;
    Some((mask, command.to_vec()))
}

/// Reads a mask in hexadecimal digits.
fn mask(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_plain)
}

/// Reads a list: `0,2-5,8-15:2`.
fn list(text: &str) -> Option<u64> {
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<usize>().ok().filter(|number| is_plain && *number < 64)
    };
    text.split(',').try_fold(0, |mask, part| {
        let (range, step) = match part.split_once(':') {
            Some((range, step)) => (range, number(step).filter(|step| *step > 0)?),
            None => (part, 1),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number(last)?);
        let is_single = !range.contains('-');
        if first > last || is_single && step > 1 {
            return None;
        }
        Some((first..=last).step_by(step).fold(mask, |mask, place| mask | 1 << place))
    })
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let (mask, command) = parse(arguments).ok_or("an option, or processors that are not plain")?;
    let own = rustix::thread::sched_getaffinity(None);
    let may_use = |set: rustix::thread::CpuSet| {
        (0..64).any(|place| mask & 1 << place != 0 && set.is_set(place))
    };
    if !own.is_ok_and(may_use) {
        return Err("processors that may not be used");
    }
    match launched::refusal(context, &command, &[]) {
        Some(reason) => Err(reason),
        None => Ok((mask, command)),
    }
}

fn run(context: &mut Context<'_>, (mask, command): Plan<'_>) -> Exit {
    let attributes = Attributes { processors: Some(mask), ..Attributes::default() };
    match context.host.launch(&command, &attributes, None) {
        Ok(process) => launched::ending(context, process),
        Err(error) => launched::not_executed(context, command[0], &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        assert_eq!(runs(&[0, 1, 4, 5, 6, 7, 9]), "0,1,4-7,9");
        assert_eq!(runs(&[3]), "3");
    }

    #[test]
    fn processors() {
        assert_eq!(mask("0x3"), Some(3));
        assert_eq!(mask("ff"), Some(255));
        assert_eq!(mask("0x"), None);
        assert_eq!(list("0,2-3"), Some(0b1101));
        assert_eq!(list("0-7:3"), Some(0b100_1001));
        for text in ["", "3-1", "64", "1:2", "0-3:0", "x", "+1"] {
            assert_eq!(list(text), None, "{text}");
        }
    }
}
