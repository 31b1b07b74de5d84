//! basename: the last part of a pathname (POSIX XCU basename; basename(1) of GNU coreutils).

use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Context, Decision, Exit, Job, Utility, locale, planned};

/// The utility.
pub const UTILITY: Utility = Utility { name: "basename", plan: decide, options: "-a -s -z" };

const OPTIONS: &[Option_] = &[
    ('a', "multiple", Takes::Nothing),
    ('s', "suffix", Takes::Argument),
    ('z', "zero", Takes::Nothing),
];

/// What options and operands ask for.
struct Request<'a> {
    paths: Vec<&'a [u8]>,
    suffix: &'a [u8],
    end: u8,
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    if let [path] | [path, _] = arguments
        && path.first() != Some(&b'-')
    {
        return Decision::Run(Job::Plain(run_plain));
    }
    planned(plan(arguments), run)
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    // Options end at the first operand.
    let parsed = options::parse(arguments, OPTIONS, false).ok_or("an option")?;
    let end = if parsed.has('z') { b'\0' } else { b'\n' };
    let several = parsed.has('a') || parsed.has('s');
    match *parsed.operands {
        [_, ..] if several => {
            let suffix = parsed.value('s').unwrap_or(b"");
            Ok(Request { paths: parsed.operands, suffix, end })
        }
        [path] => Ok(Request { paths: vec![path], suffix: b"", end }),
        [path, suffix] => Ok(Request { paths: vec![path], suffix, end }),
        _ => Err("a usage error"),
    }
}

/// Runs it for a path, and perhaps a suffix, without options.
fn run_plain(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let [path, rest @ ..] = arguments else { return Exit::FAILURE };
    let mut out = Vec::with_capacity(64);
    append(path, rest.first().copied().unwrap_or(b""), b'\n', &mut out);
    stream::write_all(context, &out)
}

fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let mut out = Vec::with_capacity(64);
    for path in &plan.paths {
        append(path, plan.suffix, plan.end, &mut out);
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
