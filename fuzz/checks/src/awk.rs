//! awk programs against the installed mawk and gawk: the program to the first byte 1, then the input.

use crate::bytes::Bytes;
use crate::peer;
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
    for (utility, path) in [(&awk::MAWK, "/usr/bin/mawk"), (&awk::GAWK, "/usr/bin/gawk")] {
        peer::compare(
            utility,
            Path::new(path),
            &arguments[usize::from(!program.starts_with(b"-"))..],
            bytes.0,
        );
    }
}
