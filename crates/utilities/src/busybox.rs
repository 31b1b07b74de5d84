//! What can run here where one program is installed for all utilities: busybox, as in small
//! containers, toybox, or uutils' coreutils.
//!
//! busybox has messages, options and corners of its own. So only calls are admitted in which none
//! of them can be met, whatever text is read: those that ours and busybox's (1.35) have been seen to
//! do alike, and toybox's and uutils' too. (To busybox's cut, grep, sed, sort and uniq a NUL ends a line.) Files are looked at
//! beforehand, so that there is nothing to complain about.

use crate::program::{Family, family_of};
use crate::{Admission, Context, Exit, Utility, find};
use rustix::fs::{Access, AtFlags, FileType, accessat, statat};

const OTHERWISE: &str = "a call that busybox may take in another way";

macro_rules! table {
    ($($name:literal: $alike:expr, $options:literal;)*) => {
        /// The utilities of which some calls are admitted.
        pub const TABLE: &[Utility] = &[$(Utility {
            name: $name,
            admit: |context, arguments| admit(context, $name, arguments, $alike),
            run: |context, arguments| run(context, $name, arguments),
            options: $options,
        }),*];
    };
}

table! {
    "basename": |_, arguments| matches!(arguments, [path] | [path, _] if is_path(path)), "";
    "cat": are_files, "[FILE...]";
    "cut": cut, "-c -f LIST, -d";
    "dirname": |_, arguments| matches!(arguments, [path] if is_path(path)), "";
    "expr": |_, arguments| expr(arguments), "";
    "grep": |_, arguments| grep(arguments), "-q";
    "head": head, "-n N";
    "id": |_, arguments| matches!(arguments, [b"-u" | b"-g"]), "-gu";
    "sed": |_, arguments| matches!(arguments, [script] if is_plain_substitution(script)), "";
    "seq": |_, arguments| seq(arguments), "";
    "sleep": |_, arguments| matches!(arguments, [time] if number(time).is_some()), "";
    "sort": sort, "-ru";
    "tr": |_, arguments| tr(arguments), "-ds";
    "uname": |_, arguments| matches!(arguments, [] | [b"-s" | b"-r" | b"-m" | b"-n"]), "-mnrs";
    "uniq": |_, arguments| arguments.is_empty(), "";
    "wc": wc, "-clw";
    "whoami": |_, arguments| arguments.is_empty(), "";
}

/// The utilities of which toybox's do the same.
const TOYBOX: &[&[u8]] = &[b"basename", b"cat", b"dirname", b"sleep", b"uname", b"whoami"];

/// Finds a utility of a program for all by its name.
pub fn find_alike(family: Family, name: &[u8]) -> Option<&'static Utility> {
    let is_missing = match family {
        Family::Busybox => false,
        // Lines without a delimiter come twice, it reads ahead, and its messages are its own.
        Family::Toybox => TOYBOX.binary_search(&name).is_err(),
        Family::Uutils => family_of(name) != Family::Coreutils,
        _ => true,
    };
    TABLE.iter().find(|utility| utility.name.as_bytes() == name && !is_missing)
}

fn admit(
    context: &Context<'_>,
    name: &str,
    arguments: &[&[u8]],
    alike: fn(&Context<'_>, &[&[u8]]) -> bool,
) -> Admission {
    match find(name.as_bytes()) {
        Some(utility) if alike(context, arguments) => (utility.admit)(context, arguments),
        _ => Admission::StepAside(OTHERWISE),
    }
}

fn run(context: &mut Context<'_>, name: &str, arguments: &[&[u8]]) -> Exit {
    find(name.as_bytes()).map_or(Exit::FAILURE, |utility| (utility.run)(context, arguments))
}

fn is_operand(argument: &[u8]) -> bool {
    !argument.is_empty() && argument[0] != b'-'
}

/// Whether a path begins in the usual way: what `//` is, is for each to say.
fn is_path(argument: &[u8]) -> bool {
    is_operand(argument) && !argument.starts_with(b"//")
}

/// Whether all are regular files that can be read.
fn are_files(context: &Context<'_>, names: &[&[u8]]) -> bool {
    names.iter().all(|name| {
        let stat = statat(context.directory, *name, AtFlags::empty());
        is_operand(name)
            && stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
            && accessat(context.directory, *name, Access::READ_OK, AtFlags::empty()).is_ok()
    })
}

/// A number of few digits, without a sign or leading zeros.
fn number(text: &[u8]) -> Option<u32> {
    let plain = matches!(text, [b'0'] | [b'1'..=b'9', ..])
        && text.len() < 10
        && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| plain)?.parse().ok()
}

/// Characters that stand for themselves wherever they are.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" _,:;=@%~!#<>\"'".contains(&byte)
}

/// `-f2`, `-d : -f 2-3`, `-c1-`
fn cut(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let (mut list, mut rest) = (None, arguments);
    while let Some((first, after)) = rest.split_first()
        && let [b'-', letter @ (b'f' | b'c' | b'd'), joined @ ..] = *first
    {
        rest = after;
        let mut value = joined;
        if joined.is_empty() {
            let Some((next, after)) = rest.split_first() else { return false };
            (value, rest) = (*next, after);
        }
        match letter {
            b'd' if value.len() == 1 && value[0].is_ascii_graphic() || value == b" " => {}
            b'f' | b'c' if list.is_none() && is_list(value) => list = Some(*letter),
            _ => return false,
        }
    }
    let has_delimiter = arguments.iter().any(|argument| argument.starts_with(b"-d"));
    list.is_some_and(|letter| letter == b'f' || !has_delimiter) && are_files(context, rest)
}

/// Numbers, each above the one before, or one range.
fn is_list(list: &[u8]) -> bool {
    let positive = |text: &[u8]| number(text).filter(|number| *number > 0);
    if let Some(dash) = list.iter().position(|byte| *byte == b'-') {
        let (from, to) = (&list[..dash], &list[dash + 1..]);
        return match (positive(from), to.is_empty(), positive(to)) {
            (Some(_), true, _) => true,
            (Some(from), false, Some(to)) => from <= to,
            _ => false,
        };
    }
    let numbers: Option<Vec<u32>> = list.split(|byte| *byte == b',').map(positive).collect();
    numbers.is_some_and(|numbers| numbers.is_sorted_by(|one, other| one < other))
}

/// Two integers, and what can be made of them.
fn expr(arguments: &[&[u8]]) -> bool {
    let integer = |text: &[u8]| number(text.strip_prefix(b"-").unwrap_or(text));
    let [left, operator, right] = arguments else { return false };
    let (Some(_), Some(divisor)) = (integer(left), integer(right)) else { return false };
    match *operator {
        b"+" | b"-" | b"*" | b"=" | b"!=" | b"<" | b"<=" | b">" | b">=" => true,
        b"/" | b"%" => divisor != 0,
        _ => false,
    }
}

/// `-q` and a text: what is output of what is no text is another matter.
fn grep(arguments: &[&[u8]]) -> bool {
    let [options @ .., text] = arguments else { return false };
    let known = |option: &&[u8]| matches!(*option, b"-q" | b"-i" | b"-F" | b"-E" | b"-x");
    options.iter().all(known)
        && options.contains(&&b"-q"[..])
        && !text.is_empty()
        && text.iter().all(|byte| is_plain(*byte))
}

fn head(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let (count, files) = match arguments {
        [b"-n", count, files @ ..] => (*count, files),
        [count, files @ ..] if count.len() > 1 && count[0] == b'-' => (&count[1..], files),
        files => (&b"10"[..], files),
    };
    number(count.strip_prefix(b"n").unwrap_or(count)).is_some()
        && files.len() < 2
        && are_files(context, files)
}

/// `s/text/text/`, with `g`; the text may be bound to an end of the line.
fn is_plain_substitution(script: &[u8]) -> bool {
    let [b's', delimiter @ (b'/' | b'|'), rest @ ..] = script else { return false };
    let mut parts = rest.split(|byte| byte == delimiter);
    let (Some(pattern), Some(with), Some(flags), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let text = pattern.strip_prefix(b"^").unwrap_or(pattern);
    let text = text.strip_suffix(b"$").unwrap_or(text);
    let is_text = |text: &[u8]| {
        text.iter().all(|byte| is_plain(*byte) || (*byte == b'/' && *delimiter == b'|'))
    };
    !text.is_empty() && is_text(text) && is_text(with) && matches!(flags, b"" | b"g")
}

fn seq(arguments: &[&[u8]]) -> bool {
    let numbers: Option<Vec<u32>> = arguments.iter().map(|argument| number(argument)).collect();
    match numbers.as_deref() {
        Some([_] | [_, _]) => true,
        Some([_, step, _]) => *step > 0,
        _ => false,
    }
}

fn sort(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let files = match arguments {
        [b"-u" | b"-r" | b"-ru" | b"-ur", files @ ..] => files,
        files => files,
    };
    are_files(context, files)
}

fn tr(arguments: &[&[u8]]) -> bool {
    match arguments {
        [b"-d" | b"-s", set] => is_plain_set(set),
        [from, to] => is_plain_set(from) && is_plain_set(to),
        _ => false,
    }
}

/// Characters, and ranges of letters or digits.
fn is_plain_set(set: &[u8]) -> bool {
    let mut rest = set;
    while let Some((&first, after)) = rest.split_first() {
        rest = match after {
            [b'-', last, after @ ..] => {
                let kind = |byte: u8| {
                    (byte.is_ascii_lowercase(), byte.is_ascii_uppercase(), byte.is_ascii_digit())
                };
                if !first.is_ascii_alphanumeric() || kind(first) != kind(*last) || first > *last {
                    return false;
                }
                after
            }
            _ if first == b'\\' => match after {
                [b'n' | b't', after @ ..] => after,
                _ => return false,
            },
            _ if is_plain(first) || b"/.".contains(&first) => after,
            _ => return false,
        };
    }
    !set.is_empty()
}

fn wc(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    // Words are other ones to each, and a file that is standard input is left at another place.
    match arguments {
        [b"-l", files @ ..] => files.len() < 2 && are_files(context, files),
        [b"-c", file] => are_files(context, &[*file]),
        _ => false,
    }
}
