//! nice: runs a command with another nice value (POSIX XCU nice; nice(1) of GNU coreutils).

use super::launched;
use crate::system::stream;
use crate::{Attributes, Context, Exit, Utility, locale, planned, quoting};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "nice",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-n N (not below 0) [COMMAND]",
};

/// What is added where nothing is said.
const USUAL: i32 = 10;

/// What is added, and the command.
type Plan<'a> = (i32, Vec<&'a [u8]>);

/// A call: what is added, and the command; None for what is not reproduced.
fn parse<'a, 'p>(arguments: &'p [&'a [u8]]) -> Option<(i32, &'p [&'a [u8]])> {
    let (mut adjustment, mut rest) = (None, arguments);
    loop {
        let (value, after) = match rest {
            [b"--", after @ ..] => {
                rest = after;
                break;
            }
            [b"-n" | b"--adjustment", value, after @ ..] => (*value, after),
            [option, after @ ..] if option.len() > 1 && option[0] == b'-' => {
                let value = option
                    .strip_prefix(b"--adjustment=")
                    .or_else(|| option.strip_prefix(b"-n"))
                    .unwrap_or(&option[1..]);
                (value, after)
            }
            _ => break,
        };
        adjustment = Some(number(value)?);
        rest = after;
    }
    // A change that is for nothing is a mistake.
    if adjustment.is_some() && rest.is_empty() {
        return None;
    }
    Some((adjustment.unwrap_or(USUAL), rest))
}

/// A number of one or two digits: what lowers the nice value may be refused.
fn number(text: &[u8]) -> Option<i32> {
    let is_number = matches!(text.len(), 1 | 2) && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| is_number)?.parse().ok()
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let (niceness, command) = parse(arguments).ok_or("an option")?;
    let reason = match command {
        [] => locale::unusual(context),
        command => launched::refusal(context, command, &[]),
    };
    reason.map_or(Ok((niceness, command.to_vec())), Err)
}

fn run(context: &mut Context<'_>, (niceness, command): Plan<'_>) -> Exit {
    if command.is_empty() {
        let now = rustix::process::getpriority_process(None).unwrap_or(0);
        return stream::write_all_or(context, format!("{now}\n").as_bytes(), 125);
    }
    let attributes = Attributes { niceness, ..Attributes::default() };
    match context.host.launch(&command, &attributes, None) {
        Ok(process) => launched::ending(context, process),
        Err(error) => {
            launched::not_run(context, &quoting::locale(command[0], context.utf8), &error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn adjustments() {
        assert_eq!(parse(&[b"a", b"-n"]), Some((10, &[&b"a"[..], b"-n"][..])));
        assert_eq!(parse(&[b"-n", b"5", b"-n7", b"a"]), Some((7, &[&b"a"[..]][..])));
        assert_eq!(parse(&[b"-15", b"--", b"-a"]), Some((15, &[&b"-a"[..]][..])));
        assert_eq!(parse(&[b"--adjustment=3", b"a"]), Some((3, &[&b"a"[..]][..])));
        assert_eq!(parse(&[]), Some((10, &[][..])));
        for words in [&[&b"-n"[..], b"5"][..], &[b"-n", b"-5", b"a"], &[b"-x", b"a"], &[b"-5"]] {
            assert_eq!(parse(words), None);
        }
    }
}
