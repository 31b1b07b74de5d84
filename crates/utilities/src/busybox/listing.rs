//! `ls` and `find` of what can be read, which all list alike.
//!
//! The directories are looked at beforehand: what has many entries, an unusual name, or something that may not be
//! read, is for each to say.

use super::{MOST_ENTRIES, is_operand, number, status};
use crate::Context;
use crate::files::walk;
use crate::program::Family;
use rustix::fs::{Access, AtFlags, FileType};
use stage::door::accessat;

/// `ls [-1] [-a] [-A]` of the working directory, of a directory or of a file, a name per line; `ls -d NAME...`.
pub(super) fn lists(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let count = arguments.iter().take_while(|argument| argument.starts_with(b"-")).count();
    let (options, names) = arguments.split_at(count);
    let letters = || options.iter().flat_map(|option| &option[1..]);
    let has = |letter: u8| letters().any(|other| *other == letter);
    options.iter().all(|option| option.len() > 1)
        && letters().all(|letter| b"1aAd".contains(letter))
        && !(has(b'a') && has(b'A'))
        // What shows the entries of the directory, and the order of characters in UTF-8, is its own to uutils'.
        && !(context.utf8 && context.program.family == Family::Uutils)
        && context.variables.get(b"QUOTING_STYLE").is_none()
        && is_no_terminal(context)
        && match names {
            [] => has(b'd') || is_listed(context, b"."),
            [name] if !has(b'd') => is_usual_path(name) && is_listed(context, name),
            names => {
                has(b'd')
                    && names.iter().all(|name| is_usual_path(name) && status(context, name).is_some())
            }
        }
}

/// Whether standard output is no terminal: nobody wants columns.
fn is_no_terminal(context: &Context<'_>) -> bool {
    let stat = context.stdout.as_ref().and_then(|file| file.stat());
    // A pipe within the shell has no status.
    stat.is_none_or(|stat| {
        FileType::from_raw_mode(stat.st_mode) != FileType::CharacterDevice
            || stat.st_rdev == rustix::fs::makedev(1, 3)
    })
}

/// Printable characters of ASCII, which nobody quotes.
fn is_usual(name: &[u8]) -> bool {
    name.iter().all(|byte| (b' '..=b'~').contains(byte))
}

fn is_usual_path(name: &[u8]) -> bool {
    is_operand(name) && is_usual(name) && !name.ends_with(b"/")
}

/// Whether a name is that of a file, or of a directory with entries of usual names.
fn is_listed(context: &Context<'_>, name: &[u8]) -> bool {
    let Some(stat) = status(context, name) else { return false };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => true,
        FileType::Directory => usual_entries(context, name, MOST_ENTRIES).is_some(),
        _ => false,
    }
}

/// The entries of a directory that may be read and searched, so many at most, where all have usual names.
fn usual_entries(context: &Context<'_>, name: &[u8], most: u32) -> Option<Vec<Vec<u8>>> {
    let access = Access::READ_OK | Access::EXEC_OK;
    accessat(context.directory, name, access, AtFlags::EACCESS).ok()?;
    let entries = walk::entries(context.directory, name, most as usize)?;
    entries.iter().all(|entry| is_usual(entry)).then_some(entries)
}

/// `find [PATH...] [-maxdepth N] [-mindepth N]`, `-name` and `-type`, each perhaps behind `!`, `-o` between them,
/// `-print` or `-print0` at the end; of a small tree.
pub(super) fn finds(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let is_expression = |argument: &&[u8]| argument.starts_with(b"-") || **argument == b"!"[..];
    let count = arguments.iter().take_while(|argument| !is_expression(argument)).count();
    let (paths, expression) = arguments.split_at(count);
    let mut left = MOST_ENTRIES;
    let tests = expression.strip_suffix(&[&b"-print"[..]]);
    let tests = tests.or_else(|| expression.strip_suffix(&[&b"-print0"[..]])).unwrap_or(expression);
    let paths = if paths.is_empty() { &[&b"."[..]] } else { paths };
    are_plain_tests(tests)
        && paths.iter().all(|path| is_usual_path(path) && is_readable(context, path, 0, &mut left))
}

/// Whether tests are of those that all have.
fn are_plain_tests(tests: &[&[u8]]) -> bool {
    let mut rest = tests;
    while let [b"-maxdepth" | b"-mindepth", levels, after @ ..] = rest {
        if number(levels).is_none() {
            return false;
        }
        rest = after;
    }
    let (mut is_first, mut is_operand) = (true, false);
    while let Some((first, after)) = rest.split_first() {
        let test = if *first == b"!" { after } else { rest };
        if has_test(test) {
            (rest, is_operand) = (&test[2..], true);
        } else if *first == b"-o" && is_operand {
            (rest, is_operand) = (after, false);
        } else {
            return false;
        }
        is_first = false;
    }
    is_first || is_operand
}

/// Whether a test of a name or of a kind begins here.
fn has_test(tests: &[&[u8]]) -> bool {
    match tests {
        [b"-type", kind, ..] => matches!(*kind, b"f" | b"d" | b"l" | b"p"),
        [b"-name", pattern, ..] => {
            let is_known =
                |byte: &u8| byte.is_ascii_alphanumeric() || b"*?._-+ ,:=@%~".contains(byte);
            !pattern.is_empty() && pattern.iter().all(is_known)
        }
        _ => false,
    }
}

/// Whether a tree of `left` more entries can be read, all of it, on one file system.
fn is_readable(context: &Context<'_>, name: &[u8], depth: u32, left: &mut u32) -> bool {
    let Some(top) = status(context, name) else { return false };
    if !FileType::from_raw_mode(top.st_mode).is_dir() {
        return true;
    }
    if depth > 8 {
        return false;
    }
    let Some(entries) = usual_entries(context, name, *left) else { return false };
    *left -= entries.len() as u32;
    entries.iter().all(|entry| {
        let path = [name, b"/", &entry[..]].concat();
        status(context, &path).is_some_and(|stat| stat.st_dev == top.st_dev)
            && is_readable(context, &path, depth + 1, left)
    })
}

#[cfg(test)]
mod tests {
    use super::are_plain_tests;

    #[test]
    fn which_tests_are_plain() {
        let is_plain =
            |text: &str| are_plain_tests(&text.split(' ').map(str::as_bytes).collect::<Vec<_>>());
        for text in [
            "-name a",
            "-maxdepth 1 -type f",
            "! -name a* -type d",
            "-name a -o ! -name b -type f",
            "-mindepth 1 -maxdepth 2",
        ] {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "-name",
            "-o -name a",
            "-name a -o",
            "-name a -o -o -name b",
            "-type x",
            "!",
            "! !",
            "-type f -maxdepth 1",
            "-name [a]",
            "-newer f",
            "-print -name a",
        ] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
