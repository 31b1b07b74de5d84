//! awk programs against the installed mawk and gawk: the program to the first byte 1, then the input.

use crate::bytes::Bytes;
use crate::peer;
use std::borrow::Cow;
use std::path::Path;

/// What a program must not contain: it runs commands, writes files, or has no foreseeable result.
const HARMFUL: &[&[u8]] = &[
    b"system",
    b"|",
    b">",
    b"getline",
    b"rand",
    b"/dev",
    b"@",
    b"close",
    b"PROCINFO",
    b"strftime",
    b"systime",
];

/// What a program that makes regular expressions of its input contains, or one that has a `$`. Where mawk finds a NUL in
/// an expression, some places end it and others do not; and of a text with a NUL some take that for the end.
const COMPUTING: &[&[u8]] = &[b"~", b"match", b"split", b"sub", b"FS", b"RS", b"$/", b"$)", b"$|"];

/// See the module.
///
/// # Panics
/// Where the two differ.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let program = bytes.until(1);
    let contains = |part: &&[u8]| program.windows(part.len()).any(|window| window == *part);
    // Widths of formats and repetitions.
    let is_large = program.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 5);
    if HARMFUL.iter().any(contains) || is_large {
        return;
    }
    let arguments = [&b"--"[..], program];
    let arguments = &arguments[usize::from(!program.starts_with(b"-"))..];
    let input = bytes.0;
    let for_mawk = match input.contains(&0) && COMPUTING.iter().any(contains) {
        true => Cow::Owned(input.iter().map(|&byte| byte.max(1)).collect()),
        false => Cow::Borrowed(input),
    };
    peer::compare(&awk::MAWK, Path::new("/usr/bin/mawk"), arguments, &for_mawk);
    peer::compare(&awk::GAWK, Path::new("/usr/bin/gawk"), arguments, input);
}
