//! What toybox's takes in another way than busybox's, of the calls that are admitted for that.
//!
//! To its grep `.` is any character but NUL, and the end of text without other special characters (`foo$`) is before
//! one: what is in a pipe nobody knows beforehand. It (0.8.9) reads a file ahead and leaves it there, takes a part of an expression's characters for themselves,
//! counts bytes where others count fields, and goes on with the ranges of a script behind a line that is gone.

use super::script::Found;
use super::{edit, is_first_ascii, reads_pipe, search, status};
use crate::Context;
use crate::system::accounts::Database;

/// The utilities of which some calls are admitted.
pub(super) const TABLE: &[&[u8]] = &[
    b"basename",
    b"cat",
    b"chmod",
    b"chown",
    b"cksum",
    b"cmp",
    b"cp",
    b"cut",
    b"date",
    b"dirname",
    b"egrep",
    b"false",
    b"fgrep",
    b"find",
    b"grep",
    b"head",
    b"id",
    b"ln",
    b"ls",
    b"md5sum",
    b"mkdir",
    b"mktemp",
    b"mv",
    b"printenv",
    b"readlink",
    b"realpath",
    b"rm",
    b"rmdir",
    b"sed",
    b"seq",
    b"sha1sum",
    b"sha256sum",
    b"sha512sum",
    b"sleep",
    b"sort",
    b"stat",
    b"sync",
    b"tail",
    b"tee",
    b"touch",
    b"true",
    b"uname",
    b"wc",
    b"which",
    b"whoami",
];

/// Whether toybox's may take a call otherwise that busybox's takes as GNU's does.
pub(super) fn is_otherwise(context: &Context<'_>, name: &str, arguments: &[&[u8]]) -> bool {
    match name {
        // Fields beyond the first it looks for among the bytes.
        "cut" => !takes_first_field(arguments),
        "egrep" => !searches(context, &[&[&b"-E"[..]], arguments].concat()),
        "fgrep" => !searches(context, &[&[&b"-F"[..]], arguments].concat()),
        "grep" => !searches(context, arguments),
        "head" | "tail" => !has_file(arguments),
        "id" => !is_known(),
        // Onto the file itself it leaves a link with a name of chance.
        "ln" => arguments
            .iter()
            .any(|word| word.starts_with(b"-") && word.contains(&b'f') && !word.contains(&b's')),
        "mv" => asks_first(context, arguments),
        "sed" => !edits(context, arguments),
        "stat" => !shows(context, arguments),
        // It names itself at the end.
        "uname" => arguments == [b"-a"],
        _ => false,
    }
}

/// `cut -d X -f 1`, in any way to write that.
fn takes_first_field(arguments: &[&[u8]]) -> bool {
    let mut options = arguments.iter();
    while let Some(option) = options.next() {
        match **option {
            [b'-', b'd'] => drop(options.next()),
            [b'-', b'd', ..] => {}
            [b'-', b'f'] => return options.next().is_some_and(|list| *list == b"1"),
            _ => return *option == b"-f1",
        }
    }
    false
}

/// A search of files that begin with text, or of a pipe.
fn searches(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let Some(call) = search(context, arguments) else { return false };
    let has = |letter: u8| call.letters.contains(&letter);
    // A file whose beginning is no text it reports, in place of the lines.
    let shows_lines = !has(b'c') && !has(b'l') && !has(b'q');
    let is_readable = match call.files {
        [] => reads_pipe(context),
        files => !shows_lines || files.iter().all(|name| is_first_ascii(context, name)),
    };
    let minds_nul = !has(b'F') && call.pattern.iter().any(|byte| b".$".contains(byte));
    is_readable
        && (!minds_nul || has_text(context, call.files))
        && (has(b'F') || is_plain_expression(call.pattern, has(b'E')))
}

/// Whether there are files, and no NUL is in them.
fn has_text(context: &Context<'_>, files: &[&[u8]]) -> bool {
    !files.is_empty() && files.iter().all(|name| super::has_no_nul(context, name))
}

/// Whether an expression goes to the C library's matcher as a whole, or is text that it finds by itself, from
/// `^` or to `$`.
fn is_plain_expression(pattern: &[u8], is_extended: bool) -> bool {
    let goes_to_library = pattern.contains(&b'[') || pattern.contains(&b'*');
    let start = pattern.strip_prefix(b"^").unwrap_or(pattern);
    let text = start.strip_suffix(b"$").unwrap_or(start);
    let is_text =
        |byte: &u8| byte.is_ascii_alphanumeric() || b" _,:;=@%~!#<>\"'/-&`".contains(byte);
    let is_choice = || is_extended && text.iter().any(|byte| b"(|+?".contains(byte));
    !text.is_empty() && (goes_to_library || is_choice() || text.iter().all(is_text))
}

/// Whether there is a file behind the options: of standard input it takes more than it shows.
fn has_file(arguments: &[&[u8]]) -> bool {
    match arguments {
        [b"-n", _, files @ ..] => !files.is_empty(),
        [first, files @ ..] if first.starts_with(b"-") => !files.is_empty(),
        files => !files.is_empty(),
    }
}

/// Whether user and group have names: it ends where they have none.
fn is_known() -> bool {
    let user = Database::users().and_then(|users| users.by_id(rustix::process::geteuid().as_raw()));
    let group =
        Database::groups().and_then(|groups| groups.by_id(rustix::process::getegid().as_raw()));
    user.is_some() && group.is_some()
}

/// Whether a target may not be written to by anybody, of which it asks.
fn asks_first(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [from, to] = arguments else { return false };
    let target = super::destination(context, from, to);
    target.and_then(|name| status(context, &name)).is_some_and(|old| old.st_mode & 0o222 == 0)
}

/// Commands that treat each line by itself: s, p and d, and a range where nothing else is.
fn edits(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    edit(context, arguments).is_some_and(|call| !call.in_place && is_plain_script(&call.found))
}

fn is_plain_script(found: &Found) -> bool {
    !found.has_other && (!found.has_range || found.commands == 1)
}

/// Names there are, times since 1970.
fn shows(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [b"-c", format, names @ ..] = arguments else { return false };
    let asks = |letter: u8| format.windows(2).any(|two| two == [b'%', letter]);
    let (users, groups) =
        (asks(b'U').then(Database::users).flatten(), asks(b'G').then(Database::groups).flatten());
    names.iter().all(|name| {
        status(context, name).is_some_and(|stat| {
            (!asks(b'U') || users.as_ref().is_some_and(|users| users.by_id(stat.st_uid).is_some()))
                && (!asks(b'G')
                    || groups.as_ref().is_some_and(|groups| groups.by_id(stat.st_gid).is_some()))
                && (!asks(b'Y') || stat.st_mtime >= 0)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.is_sorted());
    }

    #[test]
    fn expressions() {
        for text in [&b"foo"[..], b"^foo", b"bar$", b"[a-f]b", b"a*b", b"^[.]"] {
            assert!(is_plain_expression(text, false), "{}", text.escape_ascii());
        }
        assert!(is_plain_expression(b"^(foo|bar)$", true));
        for text in [&b"^.a"[..], b"a.b", b"^", b"$", b"^$", b"a\\.b", b"a\\?"] {
            assert!(!is_plain_expression(text, false), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn fields() {
        for call in [&[&b"-f1"[..]][..], &[b"-d", b":", b"-f", b"1"], &[b"-d:", b"-f1", b"f"]] {
            assert!(takes_first_field(call));
        }
        for call in [&[&b"-f2"[..]][..], &[b"-d:", b"-f", b"1,2"], &[b"-c1"], &[b"-f1-"]] {
            assert!(!takes_first_field(call));
        }
    }
}
