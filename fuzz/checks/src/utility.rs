//! Arguments of utilities that only read, and their input, against the installed programs.
//!
//! The first byte chooses the utility; arguments end in a byte 0, the last in a byte 1; the rest is
//! standard input.

use crate::bytes::Bytes;
use crate::peer;
use std::path::Path;

/// Utilities that write nothing but standard output.
const UTILITIES: &[&str] = &[
    "cat",
    "head",
    "tail",
    "cut",
    "tr",
    "wc",
    "nl",
    "grep",
    "expr",
    "basename",
    "dirname",
    "paste",
    "comm",
    "fold",
    "expand",
    "rev",
    "tac",
    "uniq",
    "sort",
    "cksum",
    "md5sum",
    "base64",
    "cmp",
    "printf",
    "echo",
    "test",
    "seq",
    "join",
    "od",
    "diff",
    "ls",
    "stat",
    "unexpand",
    "sum",
    "sha256sum",
    "numfmt",
    "column",
    "getopt",
    "tsort",
    "fmt",
    "pr",
    "xxd",
    "hexdump",
    "b2sum",
    "base32",
    "sha1sum",
];

/// See the module.
///
/// # Panics
/// Where the two differ.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let name = *bytes.pick(UTILITIES);
    let before = bytes.until(1);
    let arguments: Vec<&[u8]> = match before.is_empty() {
        true => Vec::new(),
        false => before.split(|&byte| byte == 0).collect(),
    };
    if arguments.len() > 12 || !arguments.iter().all(|argument| is_harmless(name, argument)) {
        return;
    }
    let operands = arguments.iter().filter(|argument| !argument.starts_with(b"-")).count();
    // The second operand of uniq and xxd is a file to write.
    if matches!(name, "uniq" | "xxd") && operands > 1 || arguments.contains(&&b"--"[..]) {
        return;
    }
    // The header has the time.
    if name == "pr" && !arguments.contains(&&b"-t"[..]) {
        return;
    }
    let Some(utility) = utilities::find(name.as_bytes()) else { return };
    let input = bytes.0;
    // Where a NUL and bytes that are no characters meet, rev shows what older lines left in its buffer.
    if name == "rev" && input.contains(&0) && !input.is_ascii() {
        return;
    }
    peer::compare(utility, &Path::new("/usr/bin").join(name), &arguments, input);
}

/// Whether a call stays in its folder, writes no file and does not grow without bound.
fn is_harmless(name: &str, argument: &[u8]) -> bool {
    let contains = |part: &[u8]| argument.windows(part.len()).any(|window| window == part);
    // Large counts, in exponents and in hexadecimal too.
    let numbers = argument
        .split(|byte| !byte.is_ascii_hexdigit())
        .all(|digits| digits.len() < 5 || !digits.iter().any(u8::is_ascii_digit));
    let writes = match name {
        // -o, and what can be put together with it; directories for temporary files.
        "sort" => argument.starts_with(b"-") && argument.iter().any(|byte| b"oTS".contains(byte)),
        // Times of what was just made.
        "ls" | "stat" | "diff" => argument.starts_with(b"-"),
        // Endless.
        "tail" => argument.iter().any(|byte| b"fF".contains(byte)),
        "seq" | "printf" => argument.iter().any(|byte| b"eEpPxXiInN".contains(byte)),
        _ => false,
    };
    !contains(b"..") && !argument.starts_with(b"/") && !contains(b"/dev") && numbers && !writes
}
