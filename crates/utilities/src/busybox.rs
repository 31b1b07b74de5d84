//! What can run here where one program is installed for all utilities: busybox, as in small
//! containers, toybox, or uutils' coreutils.
//!
//! busybox has messages, options and corners of its own. So only calls are admitted in which none
//! of them can be met, whatever text is read: those that ours and busybox's (1.35) have been seen to
//! do alike, and toybox's and uutils' too. (To busybox's cut, grep, sed, sort and uniq a NUL ends a
//! line.) Files are looked at beforehand, so that there is nothing to complain about.

use crate::program::{Family, family_of};
use crate::system::accounts::Database;
use crate::{Admission, Context, Exit, Utility, find};
use rustix::fs::{Access, AtFlags, FileType};
use stage::door::{accessat, statat};

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
    "base64": one_at_most, "[FILE]";
    "basename": |_, arguments| matches!(arguments, [path] | [path, _] if is_path(path)), "";
    "cat": are_files, "[FILE...]";
    "chmod": changes_mode, "MODE FILE...";
    "chown": changes_owner, "OWNER FILE...";
    "cksum": digests, "FILE...";
    "cmp": |context, arguments| matches!(arguments, [b"-s", names @ ..] if names.len() == 2 && are_files(context, names)), "-s FILE FILE";
    "cp": copies, "FILE DESTINATION";
    "cut": cut, "-c -f LIST, -d";
    "date": |_, arguments| matches!(arguments, [format] if is_plain_date(format)), "+FORMAT";
    "dirname": |_, arguments| matches!(arguments, [path] if is_path(path)), "";
    "expr": |context, arguments| expr(arguments) || is_match(context, arguments), "";
    "false": |_, arguments| arguments.is_empty(), "";
    "fgrep": |context, arguments| grep(context, &[&[&b"-F"[..]], arguments].concat()), "-cilnvxq TEXT [FILE]";
    "grep": grep, "-cEFilnvxq TEXT [FILE]";
    "head": head, "-n N";
    "hexdump": hexdump, "-C FILE";
    "id": |_, arguments| matches!(arguments, [b"-u" | b"-g" | b"-un" | b"-gn"]), "-gnu";
    "ln": links, "-s -f";
    "md5sum": digests, "FILE...";
    "mkdir": makes_directories, "-p";
    "mktemp": makes_temporary, "-d TEMPLATE";
    "mv": moves, "-f";
    "printenv": |_, arguments| matches!(arguments, [name] if is_name(name)), "NAME";
    "readlink": reads_link, "-f";
    "realpath": is_resolved, "";
    "rm": removes, "-f";
    "sed": sed, "-n -e";
    "seq": |_, arguments| seq(arguments), "";
    "sha1sum": digests, "FILE...";
    "sha256sum": digests, "FILE...";
    "sha512sum": digests, "FILE...";
    "sleep": |_, arguments| matches!(arguments, [time] if number(time).is_some()), "";
    "sort": sort, "-ru";
    "stat": shows_status, "-c FORMAT FILE...";
    "sync": |_, arguments| arguments.is_empty(), "";
    "tac": one_at_most, "[FILE]";
    "tail": tail, "-n N";
    "tee": keeps_copy, "-a FILE";
    "touch": touches, "";
    "tr": |_, arguments| tr(arguments), "-ds";
    "true": |_, arguments| arguments.is_empty(), "";
    "uname": |_, arguments| matches!(arguments, [] | [b"-s" | b"-r" | b"-m" | b"-n"]), "-mnrs";
    "uniq": |_, arguments| matches!(arguments, [] | [b"-c" | b"-d" | b"-u"]), "-cdu";
    "wc": wc, "-clw";
    "which": searches, "NAME";
    "whoami": |_, arguments| arguments.is_empty(), "";
    "xxd": xxd, "-p [FILE]";
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

/// The utilities before whose operands `--` may stand.
const ENDED: &[&str] = &[
    "basename", "cat", "chmod", "chown", "cp", "dirname", "grep", "ln", "mkdir", "mv", "readlink",
    "realpath", "rm", "sort", "stat", "touch",
];

/// The arguments without the `--` behind options, where that changes nothing.
fn without_end<'a>(name: &str, arguments: &[&'a [u8]]) -> Option<Vec<&'a [u8]>> {
    let end = arguments.iter().position(|argument| *argument == b"--")?;
    let (options, operands) = (&arguments[..end], &arguments[end + 1..]);
    let is_plain = ENDED.binary_search(&name).is_ok()
        && options.iter().all(|option| option.starts_with(b"-"))
        && !operands.iter().any(|operand| operand.starts_with(b"-"));
    is_plain.then(|| [options, operands].concat())
}

fn admit(
    context: &Context<'_>,
    name: &str,
    arguments: &[&[u8]],
    alike: fn(&Context<'_>, &[&[u8]]) -> bool,
) -> Admission {
    let plain = without_end(name, arguments);
    match find(name.as_bytes()) {
        Some(utility) if alike(context, plain.as_deref().unwrap_or(arguments)) => {
            (utility.admit)(context, arguments)
        }
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

/// `TEXT : EXPRESSION`, without a group.
fn is_match(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [text, b":", pattern] = arguments else { return false };
    let is_word = text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_/.=,".contains(byte));
    !context.utf8
        && is_word
        && !matches!(*text, b"" | b"match" | b"substr" | b"index" | b"length")
        && !pattern.starts_with(b"^")
        && is_expression(pattern)
}

/// Letters, digits and underscores.
fn is_name(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// `mktemp [-d] TEMPLATE` with six characters to choose at its end, in a directory that may be written to.
fn makes_temporary(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([b"-d", template] | [template]) = arguments else { return false };
    let start = template.strip_suffix(b"XXXXXX");
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
    let options = arguments.iter().take_while(|argument| argument.starts_with(b"-")).count();
    let (options, rest) = arguments.split_at(options);
    let [pattern, files @ ..] = rest else { return false };
    if options.iter().any(|option| option.len() < 2 || option[1] == b'-') {
        return false;
    }
    let letters: Vec<u8> = options.iter().flat_map(|option| option[1..].iter().copied()).collect();
    let has = |letter: u8| letters.contains(&letter);
    let is_quiet = has(b'q');
    let known = |letter: &u8| match letter {
        b'q' | b'i' | b'F' | b'E' | b'x' | b's' => true,
        b'c' | b'l' | b'n' | b'v' => !is_quiet,
        _ => false,
    };
    let is_text = !pattern.is_empty() && pattern.iter().all(|byte| is_plain(*byte));
    // `-l` and `-c` together, and names of standard input, are for each to say.
    letters.iter().all(known)
        && (is_quiet || !context.utf8)
        && !(has(b'l') && (files.is_empty() || has(b'c') || has(b'n') || has(b'v')))
        && (is_text || !has(b'F') && !context.utf8 && is_expression(pattern))
        && are_files(context, files)
}

/// Whether all take an expression for the same: characters, `.`, sets of letters and digits, each
/// perhaps with `*`, bound to the ends of the line or not.
fn is_expression(pattern: &[u8]) -> bool {
    let pattern = pattern.strip_prefix(b"^").unwrap_or(pattern);
    let mut rest = pattern.strip_suffix(b"$").unwrap_or(pattern);
    if rest.is_empty() {
        return false;
    }
    while let Some((&first, after)) = rest.split_first() {
        rest = match first {
            b'[' => {
                let Some(end) = byte_search::memchr(b']', after) else { return false };
                let set = after[..end].strip_prefix(b"^").unwrap_or(&after[..end]);
                let is_set = |set: &[u8]| {
                    set.iter().all(|byte| byte.is_ascii_alphanumeric() || b" :,=_".contains(byte))
                };
                if set.is_empty() || !(is_set(set) || matches!(set, b"0-9" | b"a-z" | b"A-Z")) {
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
    true
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

/// A call of sed's: `[-n] SCRIPT` or `-e SCRIPT ...`.
fn sed(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    match arguments {
        [b"-n", script] => is_addressed(script, b"p"),
        [script] | [b"-e", script] => {
            is_plain_substitution(script)
                || is_addressed(script, b"pd")
                || !context.utf8 && is_substitution(script)
        }
        _ => {
            !arguments.is_empty()
                && arguments
                    .chunks(2)
                    .all(|pair| matches!(pair, [b"-e", script] if is_plain_substitution(script)))
        }
    }
}

/// A line's number, `$` or `/text/`, and one of these commands.
fn is_addressed(script: &[u8], commands: &[u8]) -> bool {
    let Some((command, address)) = script.split_last() else { return false };
    commands.contains(command)
        && match address {
            [b'/', text @ .., b'/'] => !text.is_empty() && text.iter().all(|b| is_plain(*b)),
            b"$" => true,
            line => number(line).is_some_and(|line| line > 0),
        }
}

/// `s/expression/text/` of the first match.
fn is_substitution(script: &[u8]) -> bool {
    let [b's', delimiter @ (b'/' | b'|' | b',' | b'#'), rest @ ..] = script else { return false };
    let parts: Vec<&[u8]> = rest.split(|byte| byte == delimiter).collect();
    let [pattern, with, b""] = parts[..] else { return false };
    is_expression(pattern) && with.iter().all(|byte| is_plain(*byte) || *byte == b'/')
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

fn tail(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let (count, files) = match arguments {
        [b"-n", count, files @ ..] => (*count, files),
        [count, files @ ..] if count.len() > 1 && count[0] == b'-' => (&count[1..], files),
        files => (&b"10"[..], files),
    };
    let count = number(count.strip_prefix(b"n").unwrap_or(count));
    // uutils' leaves a standard input that has positions elsewhere.
    let is_named = files.len() == 1 || context.program.family != Family::Uutils && files.is_empty();
    count.is_some_and(|count| count > 0) && is_named && are_files(context, files)
}

/// A format of what all take for the same.
fn is_plain_date(format: &[u8]) -> bool {
    let Some(mut rest) = format.strip_prefix(b"+") else { return false };
    while let Some((&first, after)) = rest.split_first() {
        rest = match (first, after) {
            (b'%', [b'Y' | b'm' | b'd' | b'H' | b'M' | b'S' | b's' | b'j' | b'y', after @ ..]) => {
                after
            }
            (b'%', _) => return false,
            _ if is_plain(first) || b"-.+/".contains(&first) => after,
            _ => return false,
        };
    }
    true
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
        && !name.windows(2).any(|two| two == b"//")
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
                        && (is_directory(name) || is_free(context, name))
                        && !name.ends_with(b"/")
                })
        }
        // The second may need the first, or be it.
        [name] => is_free(context, name),
        _ => false,
    }
}

/// `rm -f NAME...` of files, and of what is not there; `rm NAME` of a file.
fn removes(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let names = match arguments {
        [b"-f", names @ ..] => names,
        // Nobody is asked about a file that may be written to.
        [name] => return is_own_file(context, name) && may_change_entry(context, name),
        _ => return false,
    };
    !names.is_empty()
        && names.iter().all(|name| {
            let found = kind(context, name, AtFlags::SYMLINK_NOFOLLOW);
            let is_gone = found == Err(rustix::io::Errno::NOENT);
            let is_file = matches!(found, Ok(FileType::RegularFile | FileType::Symlink));
            is_operand(name) && (is_gone || is_file && may_change_entry(context, name))
        })
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

/// `cp FILE NAME` of a file of usual mode to what is not there, or to another such file.
fn copies(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let [from, to] = arguments else { return false };
    let status = |name: &[u8]| statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok();
    let Some(to) = destination(context, from, to) else { return false };
    let Some(source) = status(from) else { return false };
    is_operand(from)
        && is_operand(&to)
        && is_own_file(context, from)
        && source.st_mode & 0o7000 == 0
        && match status(&to) {
            None => is_free(context, &to),
            Some(old) => {
                is_own_file(context, &to)
                    && old.st_mode & 0o7000 == 0
                    && (old.st_dev, old.st_ino) != (source.st_dev, source.st_ino)
            }
        }
}

/// `mv [-f] FILE NAME` to what is not there, or over another file, in one file system.
fn moves(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([from, to] | [b"-f", from, to]) = arguments else { return false };
    let status = |name: &[u8]| statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok();
    let Some(to) = destination(context, from, to) else { return false };
    let Some(source) = status(from) else { return false };
    let parent = to.iter().rposition(|&byte| byte == b'/').map_or(&b"."[..], |at| &to[..at]);
    is_operand(from)
        && is_operand(&to)
        && is_own_file(context, from)
        && may_change_entry(context, from)
        && may_change_entry(context, &to)
        && status(parent).is_some_and(|parent| parent.st_dev == source.st_dev)
        && match status(&to) {
            None => is_free(context, &to),
            Some(old) => {
                is_own_file(context, &to)
                    && (old.st_dev, old.st_ino) != (source.st_dev, source.st_ino)
            }
        }
}

/// `ln -s TEXT NAME` where there is nothing, `ln -sf TEXT NAME` also over a link.
fn links(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    let ([b"-s", text, name] | [b"-sf" | b"-fs", text, name]) = arguments else { return false };
    let over = arguments[0].len() > 2;
    let is_link = kind(context, name, AtFlags::SYMLINK_NOFOLLOW) == Ok(FileType::Symlink)
        && kind(context, name, AtFlags::empty()) != Ok(FileType::Directory);
    is_operand(text)
        && is_operand(name)
        && (is_free(context, name) || over && is_link && may_change_entry(context, name))
}

/// `readlink NAME` of a link, `readlink -f NAME` of what is there.
fn reads_link(context: &Context<'_>, arguments: &[&[u8]]) -> bool {
    match arguments {
        [b"-f", name] => is_resolved(context, &[*name]),
        [name] => {
            is_operand(name)
                && kind(context, name, AtFlags::SYMLINK_NOFOLLOW) == Ok(FileType::Symlink)
        }
        _ => false,
    }
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
    let is_octal = matches!(mode.len(), 3 | 4) && mode.iter().all(|b| (b'0'..=b'7').contains(b));
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
