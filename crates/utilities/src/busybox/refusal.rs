//! What is said of one file that is missing: busybox has words of its own.

use super::{is_operand, search};
use crate::{Context, Decision, Exit, Job, Utility};
use rustix::fs::AtFlags;
use rustix::io::Errno;
use stage::door::statat;

/// What busybox's says before and behind the name, and its status. What is not in the table, in no
/// sort order, says the name alone and ends with 1.
const WORDS: &[(&str, &[u8], &[u8], u8)] = &[
    ("cat", b"can't open '", b"'", 1),
    ("cp", b"can't stat '", b"'", 1),
    ("md5sum", b"can't open '", b"'", 1),
    ("mv", b"can't rename '", b"'", 1),
    ("rm", b"can't remove '", b"'", 1),
    ("sha1sum", b"can't open '", b"'", 1),
    ("sha256sum", b"can't open '", b"'", 1),
    ("sha512sum", b"can't open '", b"'", 1),
    ("stat", b"can't stat '", b"'", 1),
    ("sync", b"can't open '", b"'", 1),
    ("uniq", b"can't open '", b"'", 1),
    ("cmp", b"", b"", 2),
    ("grep", b"", b"", 2),
    ("sort", b"", b"", 2),
];

/// The utilities of uutils' that say of it what GNU's say.
const UUTILS: &[&str] = &[
    "cat",
    "chmod",
    "cksum",
    "cp",
    "head",
    "md5sum",
    "mv",
    "rm",
    "sha1sum",
    "sha256sum",
    "sha512sum",
    "stat",
    "wc",
];

/// What is said, and how it ends.
pub(super) struct Refusal {
    text: Vec<u8>,
    status: u8,
}

impl Refusal {
    /// The decision of saying no more than that.
    pub(super) fn decision<'a>(self) -> Decision<'a> {
        Decision::Run(Job::Planned(Box::new(move |context| {
            if !self.text.is_empty() {
                context.error(&self.text);
            }
            Exit::Status(self.status)
        })))
    }

    /// Whether uutils' says the same as GNU's.
    pub(super) fn is_alike(&self, context: &Context<'_>, name: &str) -> bool {
        context.program.family == crate::program::Family::Uutils && UUTILS.contains(&name)
    }
}

/// The refusal of a call whose only fault is one file that is missing.
pub(super) fn of_missing(
    context: &Context<'_>,
    utility: &str,
    arguments: &[&[u8]],
) -> Option<Refusal> {
    let name = file(context, utility, arguments)?;
    if !is_plainly_missing(context, name) {
        return None;
    }
    let words = WORDS.iter().find(|row| row.0 == utility);
    let (_, before, behind, status) = words.unwrap_or(&("", b"", b"", 1));
    let is_silent = utility == "cmp" || utility == "grep" && is_silent(arguments);
    let text = match is_silent {
        true => Vec::new(),
        false => [before, name, behind, b": No such file or directory"].concat(),
    };
    Some(Refusal { text, status: *status })
}

/// `realpath -m NAME`: to busybox's `-m` is a name like another.
pub(super) fn of_realpath<'a>(
    context: &Context<'_>,
    utility: &Utility,
    arguments: &[&'a [u8]],
) -> Decision<'a> {
    let [b"-m", name] = *arguments else { return Decision::StepAside(super::OTHERWISE) };
    if !super::is_missing(context, b"-m") {
        return Decision::StepAside(super::OTHERWISE);
    }
    let first = b"-m: No such file or directory";
    let is_missing = is_plainly_missing(context, name);
    // Behind a slash the last part may be missing.
    let parent = super::parent_of(name).filter(|_| name.contains(&b'/'));
    let is_in_place = is_missing
        && parent.is_some_and(|it| super::is_resolved(context, &[it]))
        && !name.ends_with(b"/.")
        && !name.ends_with(b"/..");
    if super::is_resolved(context, &[name]) || is_in_place {
        let job = match (utility.plan)(context, &[name]) {
            Decision::Run(job) => job,
            aside => return aside,
        };
        return Decision::Run(Job::Planned(Box::new(move |context| {
            context.error(first);
            job.run(context, &[name]);
            Exit::FAILURE
        })));
    }
    match is_missing {
        true => Decision::Run(Job::Planned(Box::new(move |context| {
            context.error(first);
            context.error([name, b": No such file or directory"].concat());
            Exit::FAILURE
        }))),
        false => Decision::StepAside(super::OTHERWISE),
    }
}

/// Whether there is nothing of a name that needs no quotes.
fn is_plainly_missing(context: &Context<'_>, name: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._+-,".contains(byte);
    is_operand(name)
        && name.iter().all(is_plain)
        && !name.ends_with(b"/")
        && statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).err() == Some(Errno::NOENT)
}

/// Whether a name leads to something, or there is nothing and something can be.
fn leads(context: &Context<'_>, name: &[u8]) -> bool {
    let error = |flags| statat(context.directory, name, flags).err();
    match error(AtFlags::empty()) {
        None => true,
        Some(Errno::NOENT) => error(AtFlags::SYMLINK_NOFOLLOW) == Some(Errno::NOENT),
        Some(_) => false,
    }
}

fn is_silent(arguments: &[&[u8]]) -> bool {
    let options = arguments.iter().take_while(|argument| argument.starts_with(b"-"));
    options.into_iter().any(|option| option.contains(&b's'))
}

/// The one file of a call that is well formed.
fn file<'a>(context: &Context<'_>, utility: &str, arguments: &[&'a [u8]]) -> Option<&'a [u8]> {
    match (utility, arguments) {
        (
            "cat" | "rm" | "md5sum" | "sha1sum" | "sha256sum" | "sha512sum" | "cksum" | "head",
            [name],
        )
        | ("sync" | "uniq" | "sort", [name])
        | ("wc", [b"-l" | b"-c", name])
            if leads(context, name) =>
        {
            Some(name)
        }
        ("mv" | "cp", [name, to])
        | ("mv", [b"-f", name, to])
        | ("cp", [b"-p" | b"-f", name, to]) => {
            let target = is_operand(to).then(|| super::destination(context, name, to));
            let has_place =
                leads(context, to) && target.flatten().is_some_and(|it| leads(context, &it));
            has_place.then_some(*name)
        }
        ("head", [b"-n", count, name]) => super::number(count).map(|_| *name),
        ("stat", [b"-c", b"%a" | b"%s" | b"%u" | b"%U" | b"%g" | b"%G" | b"%Y", name]) => {
            Some(name)
        }
        ("chmod", [mode, name]) => {
            let is_mode = super::is_octal(mode) || super::is_symbolic(mode);
            is_mode.then_some(*name)
        }
        ("cmp", [b"-s", name, other]) if is_operand(name) && is_operand(other) => {
            match super::are_files(context, &[*name]) {
                true => Some(other),
                false => Some(name),
            }
        }
        ("grep", _) => match search(context, arguments)?.files {
            [name] => Some(name),
            _ => None,
        },
        ("sed", _) => match super::edit(context, arguments)? {
            super::Edit { in_place: false, files: [name], .. } => Some(name),
            _ => None,
        },
        _ => None,
    }
}
