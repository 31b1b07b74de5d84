//! dirname: a pathname without its last part (POSIX XCU dirname; dirname(1) of GNU coreutils).

use crate::options::{self, Option_, Parsed, Takes};
use crate::system::stream;
use crate::{Context, Decision, Exit, Job, Utility, locale, planned};

/// The utility.
pub const UTILITY: Utility = Utility { name: "dirname", plan: decide, options: "-z" };

const OPTIONS: &[Option_] = &[('z', "zero", Takes::Nothing)];

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    if let [path] = arguments
        && path.first() != Some(&b'-')
    {
        return Decision::Run(Job::Plain(run_plain));
    }
    let parsed = options::parse(arguments, OPTIONS, true);
    let plan = parsed.filter(|parsed| !parsed.operands.is_empty());
    planned(plan.ok_or("an option or a usage error"), run)
}

/// Runs it for one path, without options.
fn run_plain(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let [path] = *arguments else { return Exit::FAILURE };
    let mut out = Vec::with_capacity(64);
    out.extend_from_slice(directory(path));
    out.push(b'\n');
    stream::write_all(context, &out)
}

fn run(context: &mut Context<'_>, plan: Parsed<'_>) -> Exit {
    let mut out = Vec::with_capacity(64);
    let end = if plan.has('z') { b'\0' } else { b'\n' };
    for path in &plan.operands {
        out.extend_from_slice(directory(path));
        out.push(end);
    }
    stream::write_all(context, &out)
}

/// What is before the last component; `.` where nothing is.
pub fn directory(path: &[u8]) -> &[u8] {
    let not_slash = |path: &[u8]| path.iter().rposition(|&byte| byte != b'/');
    let root = |path: &[u8]| if path.first() == Some(&b'/') { &b"/"[..] } else { b"." };
    let Some(last) = not_slash(path) else { return root(path) };
    let Some(slash) = byte_search::memrchr(b'/', &path[..=last]) else { return b"." };
    match not_slash(&path[..slash]) {
        Some(end) => &path[..=end],
        None => root(path),
    }
}

#[cfg(test)]
mod tests {
    use super::directory;

    #[test]
    fn components() {
        for (path, name) in [
            ("/usr/lib", "/usr"),
            ("/usr//lib//", "/usr"),
            ("/usr/", "/"),
            ("usr", "."),
            ("a//b", "a"),
            ("//", "/"),
            ("", "."),
            ("//a", "/"),
        ] {
            assert_eq!(directory(path.as_bytes()), name.as_bytes(), "{path}");
        }
    }
}
