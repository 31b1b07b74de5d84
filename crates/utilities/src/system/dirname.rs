//! dirname: a pathname without its last part (POSIX XCU dirname; dirname(1) of GNU coreutils).

use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Admission, Context, Exit, Utility, locale};

/// The utility.
pub const UTILITY: Utility = Utility { name: "dirname", plan: plain!(admit, run), options: "-z" };

const OPTIONS: &[Option_] = &[('z', "zero", Takes::Nothing)];

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    if let [path] = arguments
        && path.first() != Some(&b'-')
    {
        return Admission::Run;
    }
    match options::parse(arguments, OPTIONS, true) {
        Some(parsed) if !parsed.operands.is_empty() => Admission::Run,
        _ => Admission::StepAside("an option or a usage error"),
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let mut out = Vec::with_capacity(64);
    match arguments {
        [path] if path.first() != Some(&b'-') => {
            out.extend_from_slice(directory(path));
            out.push(b'\n');
        }
        _ => {
            let Some(parsed) = options::parse(arguments, OPTIONS, true) else {
                return Exit::FAILURE;
            };
            for path in &parsed.operands {
                out.extend_from_slice(directory(path));
                out.push(if parsed.has('z') { b'\0' } else { b'\n' });
            }
        }
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
