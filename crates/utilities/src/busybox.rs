//! What can run here where one program is installed for all utilities: busybox, as in small
//! containers, toybox, or uutils' coreutils.
//!
//! busybox has messages, options and corners of its own. So only calls are admitted in which none
//! of them can be met, whatever text is read: those that ours and busybox's (1.35) have been seen to
//! do alike, and toybox's and uutils' too. What a NUL is to busybox's cut, grep, sed, sort and uniq is a row
//! of `changes`. Files are looked at beforehand, so that there is nothing to complain about.

mod expression;
mod listing;
mod refusal;
mod script;
mod toybox;

use crate::files::walk;
use crate::program::{Family, family_of};
use crate::system::accounts::Database;
use crate::{Context, Decision, Utility, find};
use rustix::fs::{Access, AtFlags, FileType};
use stage::door::{accessat, statat};

const OTHERWISE: &str = "a call that busybox may take in another way";

macro_rules! table {
    ($($name:literal: $alike:expr, $options:literal;)*) => {
        /// The utilities of which some calls are admitted.
        pub const TABLE: &[Utility] = &[$(Utility {
            name: $name,
            plan: |context, arguments| plan(context, $name, arguments, $alike),
            options: $options,
        }),*];
    };
}

table! {
    "base64": one_at_most, "[FILE]";
    "basename": |_, arguments| matches!(arguments, [path] | [path, _] if is_path(path)), "";
    "cat": are_files, "[FILE...]";
    "chmod": changes_mode, "MODE FILE...";
    "chown": changes_owner, "OWNER FILE...";
    "cksum": digests, "FILE...";
    "cmp": |context, arguments| matches!(arguments, [b"-s", names @ ..] if names.len() == 2 && are_files(context, names)), "-s FILE FILE";
    "cp": copies, "-fp FILE DESTINATION";
    "cut": cut, "-c -f LIST, -d";
    "date": date, "-u +FORMAT";
    "dirname": |_, arguments| matches!(arguments, [path] if path.is_empty() || is_path(path)), "";
    "expr": |context, arguments| expr(arguments) || is_match(context, arguments), "";
    "false": |_, arguments| arguments.is_empty(), "";
    "egrep": |context, arguments| context.program.family == Family::Toybox && grep(context, &[&[&b"-E"[..]], arguments].concat()), "-cilnvxq EXPRESSION [FILE]";
    "fgrep": |context, arguments| grep(context, &[&[&b"-F"[..]], arguments].concat()), "-cilnvxq TEXT [FILE]";
    "find": listing::finds, "[PATH...] -maxdepth, -mindepth, -name, -type, -print";
    "grep": grep, "-cEFhHilnsvxq TEXT [FILE]";
    "head": head, "-n N";
    "hexdump": hexdump, "-C FILE";
    "id": |_, arguments| matches!(arguments, [b"-u" | b"-g" | b"-un" | b"-gn"]), "-gnu";
    "ln": links, "-fns";
    "ls": listing::lists, "-1aAd";
    "md5sum": digests, "FILE...";
    "mkdir": makes_directories, "-p";
    "mktemp": makes_temporary, "-d TEMPLATE";
    "mv": moves, "-f";
    "printenv": |_, arguments| matches!(arguments, [name] if is_name(name)), "NAME";
    "readlink": reads_link, "-f";
    "realpath": |context, arguments| is_resolved(context, arguments) || is_resolved_missing(context, arguments), "-m";
    "rm": removes, "-f -r";
    "rmdir": removes_directory, "";
    "sed": sed, "-Ein -e SCRIPT";
    "seq": |_, arguments| seq(arguments), "";
    "sha1sum": digests, "FILE...";
    "sha256sum": digests, "FILE...";
    "sha512sum": digests, "FILE...";
    "sleep": |_, arguments| matches!(arguments, [time] if number(time).is_some()), "";
    "sort": sort, "-ru";
    "stat": shows_status, "-c FORMAT FILE...";
    "sync": writes_back, "-d FILE...";
    "tac": one_at_most, "[FILE]";
    "tail": tail, "-n N";
    "tee": keeps_copy, "-a FILE";
    "touch": touches, "";
    "tr": |_, arguments| tr(arguments), "-cds";
    "true": |_, arguments| arguments.is_empty(), "";
    "uname": |_, arguments| matches!(arguments, [] | [b"-s" | b"-r" | b"-m" | b"-n" | b"-a"]), "-amnrs";
    "uniq": |_, arguments| matches!(arguments, [] | [b"-c" | b"-d" | b"-u"]), "-cdu";
    "wc": wc, "-clw";
    "which": searches, "NAME";
    "whoami": |_, arguments| arguments.is_empty(), "";
    "xxd": xxd, "-p [FILE]";
}

/// Finds a utility of a program for all by its name.
pub fn find_alike(family: Family, name: &[u8]) -> Option<&'static Utility> {
    let is_missing = match family {
        Family::Busybox => false,
        Family::Toybox => toybox::TABLE.binary_search(&name).is_err(),
        Family::Uutils => family_of(name) != Family::Coreutils,
        _ => true,
    };
    TABLE.iter().find(|utility| utility.name.as_bytes() == name && !is_missing)
}

/// The utilities before whose operands `--` may stand.
const ENDED: &[&str] = &[
    "basename", "cat", "chmod", "chown", "cp", "dirname", "grep", "ln", "ls", "mkdir", "mv",
    "readlink", "realpath", "rm", "sort", "stat", "touch",
];

/// The arguments without the `--` behind options, where that changes nothing: to busybox's realpath it is a name.
fn without_end<'a>(family: Family, name: &str, arguments: &[&'a [u8]]) -> Option<Vec<&'a [u8]>> {
    if name == "realpath" && family == Family::Busybox {
        return None;
    }
    let end = arguments.iter().position(|argument| *argument == b"--")?;
    let (options, operands) = (&arguments[..end], &arguments[end + 1..]);
    let is_plain = ENDED.binary_search(&name).is_ok()
        && options.iter().all(|option| option.starts_with(b"-"))
        && !operands.iter().any(|operand| operand.starts_with(b"-"));
    is_plain.then(|| [options, operands].concat())
}

fn plan<'a>(
    context: &Context<'_>,
    name: &str,
    arguments: &[&'a [u8]],
    alike: fn(&Context<'_>, &[&[u8]]) -> bool,
) -> Decision<'a> {
    let plain = without_end(context.program.family, name, arguments);
    let plain = plain.as_deref().unwrap_or(arguments);
    let Some(utility) = find(name.as_bytes()) else { return Decision::StepAside(OTHERWISE) };
    // What each says of that is its own.
    if context.writes_in_vain() {
        return Decision::StepAside("output that fails");
    }
    let stdin = context.stdin.as_ref().and_then(|file| file.stat());
    if stdin.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir()) {
        return Decision::StepAside("an input that cannot be read");
    }
    if writes_to_input(context, plain) {
        return Decision::StepAside("output to an input");
    }
    if alike(context, plain) {
        let is_toybox = context.program.family == Family::Toybox;
        return match is_toybox && toybox::is_otherwise(context, name, plain) {
            true => Decision::StepAside("a call that toybox takes in another way"),
            false => (utility.plan)(context, arguments),
        };
    }
    if name == "realpath" && context.program.family == Family::Busybox {
        return refusal::of_realpath(context, utility, arguments);
    }
    match refusal::of_missing(context, name, plain) {
        Some(refusal) if context.program.family == Family::Busybox => refusal.decision(),
        // uutils' says what GNU's says.
        Some(refusal) if refusal.is_alike(context, name) => (utility.plan)(context, arguments),
        _ => Decision::StepAside(OTHERWISE),
    }
}

/// Whether standard output is a file that standard input, or an operand, is too. GNU's utilities look for that,
/// the others' read on what they write.
fn writes_to_input(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let Some(output) = context.stdout.as_ref().and_then(|file| file.stat()) else { return false };
    if !FileType::from_raw_mode(output.st_mode).is_file() {
        return false;
    }
    let is_output =
        |stat: rustix::fs::Stat| (stat.st_dev, stat.st_ino) == (output.st_dev, output.st_ino);
    context.stdin.as_ref().and_then(|file| file.stat()).is_some_and(is_output)
        || arguments
            .iter()
            .any(|name| statat(context.directory, *name, AtFlags::empty()).is_ok_and(is_output))
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

/// Standard input, or one regular file that can be read.
fn one_at_most(context: &Context<'_>, names: &[&[u8]]) -> bool {
    names.len() < 2 && are_files(context, names)
}

/// `hexdump FILE`, `hexdump -C FILE`
fn hexdump(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    matches!(arguments, [name] | [b"-C", name] if are_files(context, &[*name]))
}

/// Digests of files whose names are shown as they are.
fn digests(context: &Context<'_>, names: &[&[u8]]) -> bool {
    let is_escaped = |name: &&[u8]| name.iter().any(|byte| b"\\\n\r".contains(byte));
    are_files(context, names) && !names.iter().any(is_escaped)
}

/// `xxd [FILE]`, `xxd -p [FILE]`
fn xxd(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    one_at_most(context, arguments.strip_prefix(&[&b"-p"[..]]).unwrap_or(arguments))
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
            b'f' if list.is_none() && is_list(value) && !may_lack_fields(value) => {
                list = Some(b'f')
            }
            // uutils' counts characters.
            b'c' if context.program.family == Family::Uutils => return false,
            b'c' if list.is_none() && is_list(value) => list = Some(b'c'),
            _ => return false,
        }
    }
    let has_delimiter = arguments.iter().any(|argument| argument.starts_with(b"-d"));
    list.is_some_and(|letter| letter == b'f' || !has_delimiter) && are_files(context, rest)
}

/// Whether a line with a delimiter may lack one of several fields: busybox's writes a delimiter for it.
fn may_lack_fields(list: &[u8]) -> bool {
    list.contains(&b',') && list != b"1,2"
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

/// `TEXT : EXPRESSION`, with one group at most.
fn is_match(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [text, b":", pattern] = arguments else { return false };
    let is_word = text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_/.=,".contains(byte));
    !context.utf8
        && is_word
        && !matches!(*text, b"" | b"match" | b"substr" | b"index" | b"length")
        && !pattern.starts_with(b"^")
        && match context.program.family {
            // uutils' has regular expressions of its own.
            Family::Uutils => is_simple(pattern),
            _ => expression::shape(pattern, false)
                .is_some_and(|shape| !shape.is_open && (shape.groups == 0 || shape.groups == 1)),
        }
}

/// Whether an expression is a row of characters, `.`, and sets of letters and digits, each perhaps with `*`.
fn is_simple(pattern: &[u8]) -> bool {
    let is_set = |set: &[u8]| {
        matches!(set, b"0-9" | b"a-z" | b"A-Z")
            || !set.is_empty()
                && set.iter().all(|byte| byte.is_ascii_alphanumeric() || b" :,=_".contains(byte))
    };
    let mut rest = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut count = 0;
    while let Some((&first, after)) = rest.split_first() {
        count += 1;
        rest = match first {
            b'[' => {
                let Some(end) = byte_search::memchr(b']', after) else { return false };
                if !is_set(after[..end].strip_prefix(b"^").unwrap_or(&after[..end])) {
                    return false;
                }
                &after[end + 1..]
            }
            b'.' | b'/' => after,
            _ if is_plain(first) => after,
            _ => return false,
        };
        if let [b'*', after @ ..] = rest {
            if after.starts_with(b"*") {
                return false;
            }
            rest = after;
        }
    }
    count > 0
}

/// Letters, digits and underscores.
fn is_name(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// `mktemp [-d] TEMPLATE` with six characters to choose at its end (uutils: more), in a directory that
/// may be written to.
fn makes_temporary(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([b"-d", template] | [template]) = arguments else { return false };
    let start = template.strip_suffix(b"XXXXXX");
    let is_longer = context.program.family == Family::Uutils;
    let start = start.map(|start| match is_longer {
        true => &start[..start.iter().rposition(|byte| *byte != b'X').map_or(0, |at| at + 1)],
        false => start,
    });
    start.is_some_and(|start| !start.ends_with(b"X") && !start.ends_with(b"/"))
        && is_path(template)
        && is_free(context, template)
}

/// `tee FILE`, `tee -a FILE` of the caller's file, or of what can be made.
fn keeps_copy(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([b"-a", name] | [name]) = arguments else { return false };
    is_operand(name) && (is_own_file(context, name) || is_free(context, name))
}

/// `which NAME`, where PATH has whole paths.
fn searches(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [name] = arguments else { return false };
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(byte);
    let is_whole = |folder: &[u8]| folder.starts_with(b"/") && !folder.ends_with(b"/");
    is_operand(name)
        && name.iter().all(is_plain)
        && context
            .variables
            .get(b"PATH")
            .is_some_and(|path| path.split(|byte| *byte == b':').all(is_whole))
}

/// An expression in standard input or in files; with output, which is another one of what is no
/// text in UTF-8, only where characters are bytes.
fn grep(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let Some(call) = search(context, arguments) else { return false };
    // Where a search ends that shows nothing, another reader of the same file finds.
    let is_left = || call.files.is_empty() && call.letters.contains(&b'q') && reads_file(context);
    are_files(context, call.files) && !is_left()
}

/// A call of grep's.
struct Search<'s, 'a> {
    letters: Vec<u8>,
    pattern: &'a [u8],
    files: &'s [&'a [u8]],
}

/// A call of grep's that searches as all do.
fn search<'s, 'a>(context: &Context<'_>, arguments: &'s [&'a [u8]]) -> Option<Search<'s, 'a>> {
    let options = arguments.iter().take_while(|argument| argument.starts_with(b"-")).count();
    let (options, rest) = arguments.split_at(options);
    let (pattern, files) = match (options.split_last(), rest) {
        // `-e EXPRESSION`, alone.
        (Some((&b"-e", [])), [pattern, files @ ..]) => (*pattern, files),
        (_, [pattern, files @ ..]) => (*pattern, files),
        _ => return None,
    };
    let options = options.strip_suffix(&[&b"-e"[..]]).unwrap_or(options);
    if options.iter().any(|option| option.len() < 2 || option[1] == b'-') {
        return None;
    }
    let letters: Vec<u8> = options.iter().flat_map(|option| option[1..].iter().copied()).collect();
    let has = |letter: u8| letters.contains(&letter);
    let is_quiet = has(b'q');
    let known = |letter: &u8| match letter {
        b'q' | b'i' | b'F' | b'E' | b'x' | b's' => true,
        b'c' | b'l' | b'n' | b'v' => !is_quiet,
        b'h' | b'H' => !files.is_empty() && !is_quiet,
        _ => false,
    };
    let is_text = !pattern.is_empty()
        && match has(b'F') {
            true => pattern.iter().all(|byte| (b' '..=b'~').contains(byte)),
            false => pattern.iter().all(|byte| is_plain(*byte)),
        };
    let is_expression = || {
        let shape = expression::shape(pattern, has(b'E'));
        shape.is_some_and(|shape| !context.utf8 || !shape.is_wide && !has(b'i'))
    };
    // `-l` and `-c` together, and names of standard input, are for each to say.
    let is_known = letters.iter().all(known)
        && !(has(b'F') && has(b'E'))
        && !(has(b'h') && has(b'H'))
        && (is_quiet || !context.utf8)
        && !(has(b'l') && (files.is_empty() || has(b'c') || has(b'n') || has(b'v')))
        && (is_text || !has(b'F') && is_expression());
    is_known.then_some(Search { letters, pattern, files })
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

/// sed of commands that all take for the same, of standard input or of one file, also in its place.
fn sed(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let Some(call) = edit(context, arguments) else { return false };
    match (call.in_place, call.files, call.found.quits_at) {
        (true, [file], None) => {
            is_own_file(context, file)
                && may_change_entry(context, file)
                && status(context, file).is_some_and(|stat| stat.st_mode & 0o7000 == 0)
                && has_no_attributes(context, file, file)
        }
        (false, [], quits_at) => quits_at.is_none(),
        (false, [file], quits_at) => {
            are_files(context, &[*file])
                && quits_at.is_none_or(|line| has_lines(context, file, line))
        }
        _ => false,
    }
}

/// A call of sed's.
struct Edit<'s, 'a> {
    in_place: bool,
    found: script::Found,
    files: &'s [&'a [u8]],
}

fn edit<'s, 'a>(context: &Context<'_>, arguments: &'s [&'a [u8]]) -> Option<Edit<'s, 'a>> {
    let (mut in_place, mut is_extended, mut scripts) = (false, false, Vec::new());
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first()
        && first.starts_with(b"-")
    {
        rest = after;
        match **first {
            [b'-', b'n'] => {}
            [b'-', b'E' | b'r'] => is_extended = true,
            [b'-', b'i'] if !in_place => in_place = true,
            [b'-', b'e'] | [b'-', b'n', b'e'] => {
                let (script, after) = rest.split_first()?;
                scripts.push(*script);
                rest = after;
            }
            [b'-', b'e', ..] => scripts.push(&first[2..]),
            _ => return None,
        }
    }
    if scripts.is_empty() {
        let (script, after) = rest.split_first()?;
        scripts.push(*script);
        rest = after;
    }
    let mut found = script::Found::default();
    let reading = script::Reading { is_extended, is_utf8: context.utf8 };
    let is_alike = scripts.iter().all(|script| script::is_alike(script, reading, &mut found));
    is_alike.then_some(Edit { in_place, found, files: rest })
}

/// Whether a file begins with so many whole lines.
fn has_lines(context: &Context<'_>, name: &[u8], lines: u32) -> bool {
    let Ok(file) = context.open_fd(name, rustix::fs::OFlags::RDONLY) else { return false };
    let mut start = [0; 4096];
    let length = stage::door::pread(&file, &mut start[..], 0).unwrap_or(0);
    byte_search::memchr_iter(b'\n', &start[..length]).count() >= lines as usize
}

/// The most that is read of a file beforehand.
const MOST_TEXT: u64 = 256 << 10;

/// Whether a file, which is no long one, has no NUL.
fn has_no_nul(context: &Context<'_>, name: &[u8]) -> bool {
    let Ok(file) = context.open_fd(name, rustix::fs::OFlags::RDONLY) else { return false };
    let mut block = [0; 4096];
    let mut at = 0;
    while at < MOST_TEXT {
        match stage::door::pread(&file, &mut block[..], at) {
            Ok(0) => return true,
            Ok(length) if byte_search::memchr(0, &block[..length]).is_none() => at += length as u64,
            _ => return false,
        }
    }
    false
}

/// Whether the first bytes of a file are text of ASCII.
fn is_first_ascii(context: &Context<'_>, name: &[u8]) -> bool {
    let Ok(file) = context.open_fd(name, rustix::fs::OFlags::RDONLY) else { return false };
    let mut start = [0; 256];
    let length = stage::door::pread(&file, &mut start[..], 0).unwrap_or(0);
    start[..length].iter().all(|byte| matches!(byte, 1..=127))
}

fn tail(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let (count, files) = match arguments {
        [b"-n", count, files @ ..] => (*count, files),
        [count, files @ ..] if count.len() > 1 && count[0] == b'-' => {
            (count[1..].strip_prefix(b"n").unwrap_or(&count[1..]), files)
        }
        files => (&b"10"[..], files),
    };
    let from_start = count.strip_prefix(b"+");
    let count = number(from_start.unwrap_or(count));
    // uutils' leaves a standard input that has positions elsewhere.
    let is_input = || {
        files.is_empty()
            && (context.program.family != Family::Uutils || reads_pipe(context))
            && (from_start.is_none() || reads_pipe(context))
    };
    count.is_some_and(|count| count > 0)
        && (files.len() == 1 || is_input())
        && are_files(context, files)
}

/// Whether standard input is a regular file.
fn reads_file(context: &Context<'_>) -> bool {
    let stat = context.stdin.as_ref().and_then(|file| file.stat());
    stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
}

/// Whether standard input is a pipe.
fn reads_pipe(context: &Context<'_>) -> bool {
    let stat = context.stdin.as_ref().and_then(|file| file.stat());
    // One within the shell has no status.
    stat.is_none_or(|stat| FileType::from_raw_mode(stat.st_mode).is_fifo())
}

/// `date [-u] [+FORMAT]`
fn date(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let arguments = arguments.strip_prefix(&[&b"-u"[..]]).unwrap_or(arguments);
    knows_zone(context)
        && match arguments {
            [] => true,
            [format] => is_plain_date(format),
            _ => false,
        }
}

/// Whether the time zone is one that it knows: uutils' takes none in the form of POSIX.
fn knows_zone(context: &Context<'_>) -> bool {
    let Some(zone) = context.variables.get(b"TZ") else { return true };
    let is_name = |zone: &[u8]| {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_/".contains(byte);
        zone.contains(&b'/')
            && zone[0].is_ascii_alphabetic()
            && zone.iter().all(is_plain)
            && context.is_regular_file(&[b"/usr/share/zoneinfo/", zone].concat())
    };
    context.program.family != Family::Uutils
        || matches!(&zone[..], b"UTC" | b"UTC0")
        || is_name(&zone)
}

/// A format of what all take for the same.
fn is_plain_date(format: &[u8]) -> bool {
    let Some(mut rest) = format.strip_prefix(b"+") else { return false };
    while let Some((&first, after)) = rest.split_first() {
        rest = match (first, after) {
            (
                b'%',
                [
                    b'Y' | b'm' | b'd' | b'H' | b'M' | b'S' | b's' | b'j' | b'y' | b'a' | b'b'
                    | b'A' | b'B' | b'e' | b'F' | b'T' | b'D' | b'R' | b'%' | b'I' | b'u',
                    after @ ..,
                ],
            ) => after,
            (b'%', _) => return false,
            _ if is_plain(first) || b"-.+/()[]".contains(&first) => after,
            _ => return false,
        };
    }
    true
}

/// The status of what has a name, of a link itself.
fn status(context: &Context<'_>, name: &[u8]) -> Option<rustix::fs::Stat> {
    statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok()
}

/// What a name leads to; None where there is nothing.
fn kind(context: &Context<'_>, name: &[u8], flags: AtFlags) -> rustix::io::Result<FileType> {
    statat(context.directory, name, flags).map(|stat| FileType::from_raw_mode(stat.st_mode))
}

/// Whether an entry can be made, or removed, where a name says.
fn may_change_entry(context: &Context<'_>, name: &[u8]) -> bool {
    let parent = match name.iter().rposition(|&byte| byte == b'/') {
        Some(0) => &b"/"[..],
        Some(slash) => &name[..slash],
        None => b".",
    };
    let user = rustix::process::geteuid().as_raw();
    // In a sticky directory what is there belongs to somebody.
    let is_ours = || match statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(entry) => entry.st_uid == user,
        Err(error) => error == rustix::io::Errno::NOENT,
    };
    is_operand(name)
        && !name.ends_with(b"/")
        && !name.ends_with(b".")
        && statat(context.directory, parent, AtFlags::empty()).is_ok_and(|stat| {
            FileType::from_raw_mode(stat.st_mode).is_dir()
                && (stat.st_mode & 0o1000 == 0 || is_ours())
        })
        && accessat(context.directory, parent, Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS)
            .is_ok()
}

/// Whether there is nothing of this name, and it can be made.
fn is_free(context: &Context<'_>, name: &[u8]) -> bool {
    may_change_entry(context, name)
        && kind(context, name, AtFlags::SYMLINK_NOFOLLOW) == Err(rustix::io::Errno::NOENT)
}

/// Whether a name is that of a regular file, no link, that the caller may read and write.
fn is_own_file(context: &Context<'_>, name: &[u8]) -> bool {
    let access = Access::READ_OK | Access::WRITE_OK;
    kind(context, name, AtFlags::SYMLINK_NOFOLLOW) == Ok(FileType::RegularFile)
        && accessat(context.directory, name, access, AtFlags::EACCESS).is_ok()
}

/// `mkdir NAME...` of what is not there, `mkdir -p NAME...` of what can be made.
fn makes_directories(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let is_directory =
        |name: &[u8]| kind(context, name, AtFlags::empty()) == Ok(FileType::Directory);
    match arguments {
        [b"-p", names @ ..] => {
            !names.is_empty()
                && names.iter().all(|name| {
                    is_operand(name)
                        && (is_directory(name) || is_free_path(context, name))
                        && !name.ends_with(b"/")
                })
        }
        // The second may need the first, or be it.
        [name] => is_free(context, name),
        _ => false,
    }
}

/// Whether a path can be made: each of its directories that is not there.
fn is_free_path(context: &Context<'_>, name: &[u8]) -> bool {
    if context.umask() & 0o300 != 0 {
        return false;
    }
    let mut rest = name;
    loop {
        let last = rest.rsplit(|byte| *byte == b'/').next().unwrap_or(rest);
        if matches!(last, b"" | b"." | b"..") {
            return false;
        }
        if is_free(context, rest) {
            return true;
        }
        match rest.iter().rposition(|byte| *byte == b'/') {
            Some(slash) if slash > 0 && is_missing(context, rest) => rest = &rest[..slash],
            _ => return false,
        }
    }
}

/// Whether there is nothing of this name, nor a directory for it.
fn is_missing(context: &Context<'_>, name: &[u8]) -> bool {
    kind(context, name, AtFlags::SYMLINK_NOFOLLOW) == Err(rustix::io::Errno::NOENT)
}

/// `rmdir NAME` of the caller's directory that has no entry.
fn removes_directory(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    matches!(arguments, [name] if may_change_entry(context, name)
        && owned(context, name).is_some_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir())
        && is_removable(context, name, 0, &mut 0))
}

/// `sync [-d] FILE...` of what can be read.
fn writes_back(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let names = arguments.strip_prefix(&[&b"-d"[..]]).unwrap_or(arguments);
    let is_kept = |name: &&[u8]| {
        let found = kind(context, name, AtFlags::empty());
        is_operand(name)
            && matches!(found, Ok(FileType::RegularFile | FileType::Directory))
            && accessat(context.directory, *name, Access::READ_OK, AtFlags::EACCESS).is_ok()
    };
    (arguments.is_empty() || !names.is_empty()) && names.iter().all(is_kept)
}

/// Entries of a tree that are looked at beforehand.
const MOST_ENTRIES: u32 = 200;

/// Whether a directory of the caller's and all that is in it can be removed: `left` more entries.
fn is_removable(context: &Context<'_>, name: &[u8], depth: u32, left: &mut u32) -> bool {
    let Ok(top) = statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW) else { return false };
    let user = rustix::process::geteuid();
    let access = Access::WRITE_OK | Access::READ_OK | Access::EXEC_OK;
    let is_ours = top.st_uid == user.as_raw()
        && accessat(context.directory, name, access, AtFlags::EACCESS).is_ok();
    if !is_ours || depth > 8 {
        return false;
    }
    let Some(entries) = walk::entries(context.directory, name, *left as usize) else {
        return false;
    };
    *left -= entries.len() as u32;
    entries.iter().all(|entry| {
        let path = [name, b"/", &entry[..]].concat();
        match statat(context.directory, &path[..], AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if stat.st_dev != top.st_dev => false,
            Ok(stat) if !FileType::from_raw_mode(stat.st_mode).is_dir() => {
                top.st_mode & 0o1000 == 0 || stat.st_uid == user.as_raw()
            }
            Ok(_) => is_removable(context, &path, depth + 1, left),
            Err(_) => false,
        }
    })
}

/// `rm -f NAME...` of files, and of what is not there, `rm -rf NAME...` also of small trees; `rm NAME`
/// of a file.
fn removes(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let mut is_recursive = false;
    let names = match arguments {
        [b"-f", names @ ..] => names,
        [b"-rf" | b"-fr" | b"-Rf", names @ ..] | [b"-r", b"-f", names @ ..] => {
            is_recursive = true;
            names
        }
        // Nobody is asked about a file that may be written to.
        [name] => return is_own_file(context, name) && may_change_entry(context, name),
        _ => return false,
    };
    !names.is_empty()
        && names.iter().all(|name| {
            let found = kind(context, name, AtFlags::SYMLINK_NOFOLLOW);
            let is_gone = found == Err(rustix::io::Errno::NOENT);
            let is_file = matches!(found, Ok(FileType::RegularFile | FileType::Symlink));
            let is_tree = || {
                is_recursive
                    && found == Ok(FileType::Directory)
                    && status_device(context, name) == parent_device(context, name)
                    && is_removable(context, name, 0, &mut { MOST_ENTRIES })
            };
            is_operand(name)
                && !ends_in_dots(name)
                && (is_gone || (is_file || is_tree()) && may_change_entry(context, name))
        })
}

/// Whether the last part of a path is `.` or `..`, of which each has something to say.
fn ends_in_dots(name: &[u8]) -> bool {
    let mut parts = name.rsplit(|byte| *byte == b'/').skip_while(|part| part.is_empty());
    matches!(parts.next(), Some(b"." | b".."))
}

/// The device that a name is on.
fn status_device(context: &Context<'_>, name: &[u8]) -> Option<u64> {
    let stat = statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
    Some(stat.st_dev)
}

/// The device of a directory that a name leads to.
fn directory_device(context: &Context<'_>, name: &[u8]) -> Option<u64> {
    statat(context.directory, name, AtFlags::empty()).ok().map(|stat| stat.st_dev)
}

/// The device of the directory of a name.
fn parent_device(context: &Context<'_>, name: &[u8]) -> Option<u64> {
    status_device(context, &[name, b"/.."].concat())
}

/// `touch NAME...` of the caller's files, and of what can be made.
fn touches(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    !arguments.is_empty()
        && arguments
            .iter()
            .all(|name| is_operand(name) && (is_own_file(context, name) || is_free(context, name)))
}

/// Where `name` goes that is moved or copied to `to`: that, or an entry of the directory.
fn destination(context: &Context<'_>, name: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    if kind(context, to, AtFlags::empty()) != Ok(FileType::Directory) {
        return Some(to.to_vec());
    }
    let last = name.rsplit(|&byte| byte == b'/').next()?;
    let is_plain = !to.ends_with(b"/") && !last.is_empty() && !last.ends_with(b".");
    is_plain.then(|| [to, b"/", last].concat())
}

/// Whether a file has no extended attributes (access lists are such), and the directory that it is to be in gives none.
fn has_no_attributes(context: &Context<'_>, from: &[u8], to: &[u8]) -> bool {
    let count = |name: &[u8]| {
        let file = context.open_fd(name, rustix::fs::OFlags::RDONLY).ok()?;
        match rustix::fs::flistxattr_query(&file) {
            Err(rustix::io::Errno::NOTSUP) => Some(0),
            result => result.ok(),
        }
    };
    count(from) == Some(0) && parent_of(to).and_then(count) == Some(0)
}

/// `cp [-p] [-f] FILE NAME` of a file of usual mode to what is not there, or to another such file.
fn copies(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([from, to] | [b"-p" | b"-f" | b"-pf" | b"-fp", from, to]) = arguments else {
        return false;
    };
    let status = |name: &[u8]| status(context, name);
    let Some(to) = destination(context, from, to) else { return false };
    let Some(source) = status(from) else { return false };
    let is_kept = arguments.len() > 2 && arguments[0].contains(&b'p');
    is_operand(from)
        && is_operand(&to)
        && is_own_file(context, from)
        && source.st_mode & 0o7000 == 0
        && (!is_kept || source.st_uid == rustix::process::geteuid().as_raw())
        // uutils' gives the file its mode in any case.
        && (!(is_kept || context.program.family == Family::Uutils)
            || has_no_attributes(context, from, &to))
        && match status(&to) {
            None => is_free(context, &to),
            Some(old) => {
                is_own_file(context, &to)
                    && old.st_mode & 0o7000 == 0
                    && (!is_kept || old.st_uid == rustix::process::geteuid().as_raw())
                    && (old.st_dev, old.st_ino) != (source.st_dev, source.st_ino)
            }
        }
}

/// `mv [-f] FILE NAME` to what is not there, or over another file, in one file system.
fn moves(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([from, to] | [b"-f" | b"-Z", from, to]) = arguments else { return false };
    if arguments[0] == b"-Z" && context.program.family != Family::Uutils {
        return false;
    }
    let status = |name: &[u8]| status(context, name);
    let Some(to) = destination(context, from, to) else { return false };
    let Some(source) = status(from) else { return false };
    let parent = to.iter().rposition(|&byte| byte == b'/').map_or(&b"."[..], |at| &to[..at]);
    is_operand(from)
        && is_operand(&to)
        && is_own_file(context, from)
        && may_change_entry(context, from)
        && may_change_entry(context, &to)
        && directory_device(context, parent) == Some(source.st_dev)
        && match status(&to) {
            None => is_free(context, &to),
            Some(old) => {
                is_own_file(context, &to)
                    && (old.st_dev, old.st_ino) != (source.st_dev, source.st_ino)
            }
        }
}

/// What every file system takes for a link's text.
const LONGEST_TEXT: usize = 1000;

/// `ln -s TEXT NAME` where there is nothing, `ln -sf TEXT NAME` also over a link; `ln [-f] FILE NAME`.
fn links(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let (letters, text, name) = match arguments {
        [text, name] => (&b""[..], *text, *name),
        [[b'-', letters @ ..], text, name] if !letters.is_empty() => (letters, *text, *name),
        _ => return false,
    };
    let has = |letter: u8| letters.contains(&letter);
    let is_known = letters.iter().all(|letter| b"sfn".contains(letter))
        && (has(b's') || !has(b'n'))
        && text.len() <= LONGEST_TEXT;
    if !is_known || !is_operand(text) || !is_operand(name) {
        return false;
    }
    let is_directory = kind(context, name, AtFlags::empty()) == Ok(FileType::Directory);
    let name = match is_directory && !has(b'n') {
        true => match destination(context, text, name) {
            Some(name) => name,
            None => return false,
        },
        false => name.to_vec(),
    };
    let there = kind(context, &name, AtFlags::SYMLINK_NOFOLLOW);
    if !has(b's') {
        let status = |name: &[u8]| status(context, name);
        let is_other = || match (status(text), status(&name)) {
            (Some(source), Some(old)) => {
                (source.st_dev, source.st_ino) != (old.st_dev, old.st_ino)
                    && source.st_dev == old.st_dev
            }
            _ => false,
        };
        return is_own_file(context, text)
            && status_device(context, text)
                == parent_of(&name).and_then(|it| directory_device(context, it))
            && (is_free(context, &name)
                || has(b'f')
                    && is_own_file(context, &name)
                    && is_other()
                    && may_change_entry(context, &name));
    }
    let is_replaced = there == Ok(FileType::Symlink)
        && (has(b'n') || kind(context, &name, AtFlags::empty()) != Ok(FileType::Directory));
    is_free(context, &name) || has(b'f') && is_replaced && may_change_entry(context, &name)
}

/// The directory of a name.
fn parent_of(name: &[u8]) -> Option<&[u8]> {
    match name.iter().rposition(|byte| *byte == b'/') {
        Some(0) => Some(b"/"),
        Some(slash) => Some(&name[..slash]),
        None => Some(b"."),
    }
}

/// `readlink NAME` of a link, `readlink -f NAME` of what is there.
fn reads_link(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    match arguments {
        [b"-f", name] => is_resolved(context, &[*name]),
        [name] => {
            // Of what is no link nothing is said.
            let found = kind(context, name, AtFlags::SYMLINK_NOFOLLOW);
            is_operand(name)
                && (found.is_ok() || found == Err(rustix::io::Errno::NOENT))
                && !name.ends_with(b"/")
        }
        _ => false,
    }
}

/// `-m` and one name whose last part, alone, may be missing: of uutils' only.
fn is_resolved_missing(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [b"-m", name] = arguments else { return false };
    let last = name.rsplit(|byte| *byte == b'/').next().unwrap_or(name);
    context.program.family == Family::Uutils
        && is_path(name)
        && !matches!(last, b"" | b"." | b"..")
        && (kind(context, name, AtFlags::empty()).is_ok()
            || is_missing(context, name)
                && parent_of(name).is_some_and(|it| {
                    kind(context, it, AtFlags::empty()) == Ok(FileType::Directory)
                }))
}

/// One name, of what is there.
fn is_resolved(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    matches!(arguments, [name] if is_path(name)
        && !name.ends_with(b"/")
        && kind(context, name, AtFlags::empty()).is_ok())
}

/// The status of a file or directory, no link, that the caller owns and may write to.
fn owned(context: &Context<'_>, name: &[u8]) -> Option<rustix::fs::Stat> {
    let stat = statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    let may_write = accessat(context.directory, name, Access::WRITE_OK, AtFlags::EACCESS).is_ok();
    let is_owned = is_operand(name)
        && (kind.is_file() || kind.is_dir())
        && stat.st_uid == rustix::process::geteuid().as_raw()
        && may_write;
    is_owned.then_some(stat)
}

/// `chmod MODE NAME...` of the caller's files and directories.
fn changes_mode(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [mode, names @ ..] = arguments else { return false };
    if let Some(example) = mode.strip_prefix(b"--reference=") {
        return is_example(context, example, names);
    }
    let is_octal = is_octal(mode);
    // Those of directories stay in GNU's, where the number does not say them.
    let is_kept = |stat: &rustix::fs::Stat| {
        let number = mode.iter().fold(0, |number, digit| number * 8 + u32::from(digit - b'0'));
        let special = |mode: u32| mode & 0o6000;
        FileType::from_raw_mode(stat.st_mode).is_file()
            || special(stat.st_mode) & !special(number) == 0
    };
    !names.is_empty()
        && (is_octal || is_symbolic(mode))
        && names
            .iter()
            .all(|name| owned(context, name).is_some_and(|stat| !is_octal || is_kept(&stat)))
}

/// `--reference=FILE NAME...` of the caller's files, which busybox has not.
fn is_example(context: &Context<'_>, example: &[u8], names: &[&[u8]]) -> bool {
    let is_file = |name: &[u8]| {
        let stat = owned(context, name);
        stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
    };
    context.program.family == Family::Uutils
        && !names.is_empty()
        && is_file(example)
        && names.iter().all(|name| is_file(name))
}

/// Whether a mode is a number.
fn is_octal(mode: &[u8]) -> bool {
    matches!(mode.len(), 3 | 4) && mode.iter().all(|byte| (b'0'..=b'7').contains(byte))
}

/// Whether a mode is symbolic: `u+x`, `go-rwx`, `+x`.
fn is_symbolic(mode: &[u8]) -> bool {
    let who = mode.iter().take_while(|byte| b"ugoa".contains(byte)).count();
    match &mode[who..] {
        b"+x" => true,
        [b'+' | b'-', what @ ..] => {
            who > 0 && !what.is_empty() && what.iter().all(|byte| b"rwx".contains(byte))
        }
        _ => false,
    }
}

/// `chown USER[:GROUP] NAME...` by root, of names that there are.
fn changes_owner(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [owner, names @ ..] = arguments else { return false };
    if let Some(example) = owner.strip_prefix(b"--reference=") {
        return rustix::process::geteuid().is_root() && is_example(context, example, names);
    }
    let is_known = |name: &[u8], database: Option<Database>| {
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(b));
        number(name).is_some_and(|number| number < 65_534)
            || is_name && database.is_some_and(|database| database.by_name(name).is_some())
    };
    let mut parts = owner.split(|byte| *byte == b':');
    let (user, group, rest) = (parts.next(), parts.next(), parts.next());
    !names.is_empty()
        && rest.is_none()
        && user.is_some_and(|name| is_known(name, Database::users()))
        && group.is_none_or(|name| is_known(name, Database::groups()))
        && rustix::process::geteuid().is_root()
        && names.iter().all(|name| owned(context, name).is_some())
}

/// `stat -c FORMAT NAME...` of what is there.
fn shows_status(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [b"-c", format, names @ ..] = arguments else { return false };
    let mut rest = *format;
    while let Some((&first, after)) = rest.split_first() {
        rest = match (first, after) {
            (b'%', [b'a' | b'g' | b'G' | b'h' | b'i' | b's' | b'u' | b'U' | b'Y', after @ ..]) => {
                after
            }
            (b'%', _) => return false,
            _ if is_plain(first) => after,
            _ => return false,
        };
    }
    !format.is_empty()
        && !names.is_empty()
        && names
            .iter()
            .all(|name| is_operand(name) && kind(context, name, AtFlags::SYMLINK_NOFOLLOW).is_ok())
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
        [b"-d" | b"-s" | b"-cd" | b"-dc", set] => is_plain_set(set),
        [b"-c" | b"-cs" | b"-sc", set, to] => {
            is_plain_set(set) && matches!(**to, [_] | [b'\\', b'n'])
        }
        [b"-s", from, to] => is_plain_set(from) && matches!(**to, [_] | [b'\\', b'n']),
        [b"[:upper:]", b"[:lower:]"] | [b"[:lower:]", b"[:upper:]"] => true,
        [from, to] => {
            let has_class = |set: &[u8]| set.starts_with(b"[:");
            is_plain_set(from) && is_plain_set(to) && !has_class(from) && !has_class(to)
        }
        _ => false,
    }
}

/// Characters, and ranges of letters or digits; or one class.
fn is_plain_set(set: &[u8]) -> bool {
    if matches!(
        set,
        b"[:space:]"
            | b"[:digit:]"
            | b"[:alpha:]"
            | b"[:alnum:]"
            | b"[:upper:]"
            | b"[:lower:]"
            | b"[:punct:]"
            | b"[:blank:]"
    ) {
        return true;
    }
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
                [b'n' | b't' | b'r' | b'\\', after @ ..] => after,
                [b'0', after @ ..] if !matches!(after, [b'0'..=b'7', ..]) => after,
                _ => return false,
            },
            _ if is_plain(first) || b"/.".contains(&first) => after,
            // At the end it is no range.
            b"" if first == b'-' && set.len() > 1 => after,
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
