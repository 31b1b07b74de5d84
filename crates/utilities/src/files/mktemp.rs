//! mktemp (GNU coreutils mktemp(1)). Names come from getrandom(2).

use super::names;
use super::random;
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "mktemp",
    plan: decide,
    options: "-d -p DIRECTORY -q -t -u --suffix=SUFFIX --tmpdir[=DIRECTORY] [TEMPLATE]",
};

const OPTIONS: &[Option_] = &[
    ('d', "directory", Takes::Nothing),
    ('p', "", Takes::Argument),
    ('p', "tmpdir", Takes::Optional),
    ('q', "quiet", Takes::Nothing),
    ('t', "", Takes::Nothing),
    ('u', "dry-run", Takes::Nothing),
    ('\u{1}', "suffix", Takes::Argument),
];

/// How many names are tried.
const TRIES: usize = 62 * 62 * 62;

/// A template: what is before the letters, how many there are, what is behind.
struct Template {
    text: Vec<u8>,
    start: usize,
    end: usize,
}

fn template(context: &Context<'_>, parsed: &Parsed<'_>) -> Result<Template, &'static str> {
    let (mut text, mut in_directory) = match parsed.operands[..] {
        [] => (b"tmp.XXXXXXXXXX".to_vec(), true),
        [template] => (template.to_vec(), false),
        _ => return Err("usage"),
    };
    let mut end = text.iter().rposition(|&byte| byte == b'X').map_or(text.len(), |at| at + 1);
    if let Some(suffix) = parsed.value('\u{1}') {
        if end != text.len() || text.is_empty() {
            return Err("an invalid template");
        }
        text.extend_from_slice(suffix);
    }
    if text[end..].contains(&b'/') {
        return Err("an invalid template");
    }
    let letters = text[..end].iter().rev().take_while(|&&byte| byte == b'X').count();
    if letters < 3 {
        return Err("an invalid template");
    }
    in_directory |= parsed.has('p') || parsed.has('t');
    if in_directory {
        let variable = context.variables.get(b"TMPDIR").filter(|value| !value.is_empty());
        let given = parsed.value('p').filter(|value| !value.is_empty());
        let directory = if parsed.has('t') {
            if text.contains(&b'/') {
                return Err("an invalid template");
            }
            variable.as_deref().or(given)
        } else {
            if text.first() == Some(&b'/') {
                return Err("an invalid template");
            }
            given.or(variable.as_deref())
        };
        let name = names::join(directory.unwrap_or(b"/tmp"), &text);
        end += name.len() - text.len();
        text = name;
    }
    Ok(Template { text, start: end - letters, end })
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<(Parsed<'a>, Template), &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(parsed) = parse(arguments, OPTIONS, true) else {
        return Err("an option that is not reproduced");
    };
    let template = template(context, &parsed)?;
    Ok((parsed, template))
}

fn run(context: &mut Context<'_>, (parsed, template): (Parsed<'_>, Template)) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let directory = parsed.has('d');
    let made = match (parsed.has('u'), directory) {
        (true, _) => Made::Name,
        (false, true) => Made::Directory,
        (false, false) => Made::File,
    };
    let mut name = match make(context, &template, made) {
        Ok(name) => name,
        Err(error) => {
            report.raise(1);
            if !parsed.has('q') {
                let marked = report.mark(&template.text);
                let text: &[u8] = match directory {
                    true => b"failed to create directory via template ",
                    false => b"failed to create file via template ",
                };
                report.fail(&[text, &marked], error);
            }
            return report.finish();
        }
    };
    name.push(b'\n');
    let Some(output) = &context.stdout else { return Exit::FAILURE };
    let Err(error) = output.write_all(&name) else { return Exit::SUCCESS };
    if let Some(exit) = context.signal_of(&error) {
        return exit;
    }
    if made != Made::Name {
        // Nobody would know of it.
        name.pop();
        let flags = if directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
        let _ = stage::door::unlinkat(context.directory, &name[..], flags);
        if parsed.has('q') {
            return Exit::FAILURE;
        }
    }
    context.write_error(&error, 1)
}

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// A file.
    File,
    /// A directory (`-d`).
    Directory,
    /// Nothing: a name is found (`-u`).
    Name,
}

/// Makes a file or directory that did not exist, or finds a name for one.
fn make(context: &Context<'_>, template: &Template, made: Made) -> Result<Vec<u8>, Errno> {
    let mut name = template.text.clone();
    let here = context.directory;
    for _ in 0..TRIES {
        random::letters(&mut name[template.start..template.end])?;
        let result = match made {
            Made::Name => match stage::door::statat(here, &name[..], AtFlags::SYMLINK_NOFOLLOW) {
                Ok(_) => Err(Errno::EXIST),
                Err(Errno::NOENT) => Ok(()),
                Err(error) => Err(error),
            },
            Made::Directory => stage::door::mkdirat(here, &name[..], Mode::from_raw_mode(0o700)),
            Made::File => {
                let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                stage::door::openat(here, &name[..], flags, Mode::from_raw_mode(0o600)).map(drop)
            }
        };
        match result {
            Ok(()) => return Ok(name),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Errno::EXIST)
}
