//! basename: the last part of a pathname (POSIX XCU basename; basename(1) of GNU coreutils).

use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Admission, Context, Exit, Utility, locale};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "basename", plan: plain!(admit, run), options: "-a -s -z" };

const OPTIONS: &[Option_] = &[
    ('a', "multiple", Takes::Nothing),
    ('s', "suffix", Takes::Argument),
    ('z', "zero", Takes::Nothing),
];

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    if let [path] | [path, _] = arguments
        && path.first() != Some(&b'-')
    {
        return Admission::Run;
    }
    // Options end at the first operand.
    match options::parse(arguments, OPTIONS, false) {
        None => Admission::StepAside("an option"),
        Some(parsed) => {
            let several = parsed.has('a') || parsed.has('s');
            match parsed.operands.len() {
                0 => Admission::StepAside("a usage error"),
                3.. if !several => Admission::StepAside("a usage error"),
                _ => Admission::Run,
            }
        }
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let mut out = Vec::with_capacity(64);
    match arguments {
        [path] if path.first() != Some(&b'-') => append(path, b"", b'\n', &mut out),
        [path, suffix] if path.first() != Some(&b'-') => append(path, suffix, b'\n', &mut out),
        _ => {
            let Some(parsed) = options::parse(arguments, OPTIONS, false) else {
                return Exit::FAILURE;
            };
            let end = if parsed.has('z') { b'\0' } else { b'\n' };
            if parsed.has('a') || parsed.has('s') {
                let suffix = parsed.value('s').unwrap_or(b"");
                for path in &parsed.operands {
                    append(path, suffix, end, &mut out);
                }
            } else if let [path, rest @ ..] = &parsed.operands[..] {
                append(path, rest.first().copied().unwrap_or(b""), end, &mut out);
            }
        }
    }
    stream::write_all(context, &out)
}

fn append(path: &[u8], suffix: &[u8], end: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(base(path, suffix));
    out.push(end);
}

/// The last component without trailing slashes; without `suffix` unless that is all of it.
pub fn base<'a>(path: &'a [u8], suffix: &[u8]) -> &'a [u8] {
    let Some(last) = path.iter().rposition(|&byte| byte != b'/') else {
        return &path[..path.len().min(1)];
    };
    let path = &path[..=last];
    let start = byte_search::memrchr(b'/', path).map_or(0, |slash| slash + 1);
    let name = &path[start..];
    match name.strip_suffix(suffix) {
        Some(stem) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn components() {
        for (path, suffix, name) in [
            ("/usr/lib/", "", "lib"),
            ("//", "", "/"),
            ("///", "x", "/"),
            ("", "", ""),
            ("a.c", ".c", "a"),
            (".c", ".c", ".c"),
            ("/", "/", "/"),
            ("a/b.c/", ".c", "b"),
        ] {
            assert_eq!(base(path.as_bytes(), suffix.as_bytes()), name.as_bytes(), "{path}");
        }
    }
}
