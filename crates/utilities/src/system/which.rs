//! which: where a program is found by PATH (which(1) of Debian's debianutils).

use crate::system::stream;
use crate::system::test::Queries;
use crate::{Context, Exit, Utility, locale, planned};
use rustix::fs::{Access, FileType};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "which",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-a",
};

/// Whether all matches are wanted, and the operands.
type Plan<'a> = (bool, Vec<&'a [u8]>);

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    // The script asks for these; a shell without PATH has one of its own.
    if context.variables.get(b"PATH").is_none()
        || context.variables.get(b"KSH_VERSION").is_some_and(|value| !value.is_empty())
    {
        return Err("PATH is not set");
    }
    // The script's shell says it.
    if context.pipe_ignored || context.writes_in_vain() {
        return Err("output that fails");
    }
    let (all, operands) = operands(arguments).ok_or("an option")?;
    Ok((all, operands.to_vec()))
}

/// Whether all matches are wanted, and the operands.
fn operands<'a, 'b>(arguments: &'b [&'a [u8]]) -> Option<(bool, &'b [&'a [u8]])> {
    let mut all = false;
    let mut rest = arguments;
    while let [first, after @ ..] = rest {
        match first {
            [b'-', b'-'] => return Some((all, after)),
            [b'-', letters @ ..] if !letters.is_empty() => {
                if letters.iter().any(|&letter| letter != b'a') {
                    return None;
                }
                all = true;
                rest = after;
            }
            _ => break,
        }
    }
    Some((all, rest))
}

fn run(context: &mut Context<'_>, (all, operands): Plan<'_>) -> Exit {
    let path = context.variables.get(b"PATH").unwrap_or_default();
    let mut out = Vec::with_capacity(64);
    let mut status = u8::from(operands.is_empty());
    for program in operands {
        let mut found = false;
        if program.contains(&b'/') {
            if is_program(context, program) {
                line(program, &mut out);
                found = true;
            }
        } else if !path.is_empty() {
            // A colon at the end stands for one more, empty, element only after a name.
            let elements = match path.strip_suffix(b":") {
                Some(rest) if rest.is_empty() || rest.ends_with(b":") => rest,
                _ => &path,
            };
            for element in elements.split(|&byte| byte == b':') {
                let mut name = if element.is_empty() { b".".to_vec() } else { element.to_vec() };
                name.push(b'/');
                name.extend_from_slice(program);
                if is_program(context, &name) {
                    line(&name, &mut out);
                    found = true;
                    if !all {
                        break;
                    }
                }
            }
        }
        status |= u8::from(!found);
    }
    match stream::write_all(context, &out) {
        Exit::SUCCESS => Exit::Status(status),
        other => other,
    }
}

fn line(name: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(name);
    out.push(b'\n');
}

/// `test -f` and `test -x`.
fn is_program(context: &Context<'_>, name: &[u8]) -> bool {
    let regular = |mode| FileType::from_raw_mode(mode) == FileType::RegularFile;
    context.stat(name, true).is_some_and(|stat| regular(stat.st_mode))
        && context.access(name, Access::EXEC_OK)
}
