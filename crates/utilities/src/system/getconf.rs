//! getconf: limits and features of the system (POSIX XCU getconf; getconf(1) of the GNU C library).
//!
//! What scripts ask for. The variables of compilation environments, those of caches and files, and
//! what needs a pathname are the installed one's, but for the three that every file system has.

use crate::system::accounts;
use crate::{Context, Exit, Utility, locale, message, planned};
use rustix::process::{Resource, getrlimit};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "getconf",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "VARIABLE | NAME_MAX PATH | PATH_MAX PATH | PIPE_BUF PATH",
};

/// What is the same on all systems with 64 bits: each name with its value.
const CONSTANTS: &str = "
LONG_BIT 64
CHAR_BIT 8
WORD_BIT 32
CLK_TCK 100
INT_MAX 2147483647
INT_MIN -2147483648
UINT_MAX 4294967295
ULONG_MAX 18446744073709551615
SHRT_MAX 32767
SHRT_MIN -32768
USHRT_MAX 65535
SCHAR_MAX 127
SCHAR_MIN -128
UCHAR_MAX 255
SSIZE_MAX 32767
ATEXIT_MAX 2147483647
IOV_MAX 1024
LINE_MAX 2048
POSIX2_LINE_MAX 2048
LOGIN_NAME_MAX 256
LOGNAME_MAX 256
HOST_NAME_MAX 64
TTY_NAME_MAX 32
STREAM_MAX 16
MB_LEN_MAX 16
NZERO 20
RE_DUP_MAX 32767
BC_BASE_MAX 99
BC_DIM_MAX 2048
BC_SCALE_MAX 99
BC_STRING_MAX 1000
COLL_WEIGHTS_MAX 255
EXPR_NEST_MAX 32
POSIX2_VERSION 200809
POSIX2_C_BIND 200809
POSIX2_C_DEV 200809
POSIX2_SW_DEV 200809
POSIX2_LOCALEDEF 200809
POSIX2_CHAR_TERM 200809
_POSIX_VERSION 200809
_POSIX_JOB_CONTROL 1
_POSIX_SAVED_IDS 1
_POSIX_THREADS 200809
_XOPEN_VERSION 700
PATH /bin:/usr/bin
CS_PATH /bin:/usr/bin
LFS_CFLAGS
LFS_LDFLAGS
LFS_LIBS
LFS_LINTFLAGS
LFS64_CFLAGS -D_LARGEFILE64_SOURCE
LFS64_LDFLAGS
LFS64_LIBS
LFS64_LINTFLAGS -D_LARGEFILE64_SOURCE
";

/// Answers to the names that need a pathname.
const PATHS: &[&[u8]] = &[b"NAME_MAX", b"PATH_MAX", b"PIPE_BUF"];

/// What is asked for.
enum Request<'a> {
    /// What a variable has as its value.
    Value(String),
    /// One of [`PATHS`], of a pathname.
    OfPath(&'a [u8], &'a [u8]),
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = match *arguments {
        _ if cfg!(not(target_pointer_width = "64")) => None,
        [name, path] if PATHS.contains(&name) => Some(Request::OfPath(name, path)),
        [name] => value(context, name).map(Request::Value),
        _ => None,
    };
    request.ok_or("an option, or a variable that is not reproduced")
}

fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let text = match plan {
        Request::Value(text) => text,
        Request::OfPath(name, path) => match path_value(context, name, path) {
            Ok(value) => value.to_string(),
            Err(error) => {
                let reason = message::reason(&error.into());
                context.error([b"pathconf: ", path, b": ", reason.as_bytes()].concat());
                return Exit::Status(3);
            }
        },
    };
    // getconf does not look whether its output could be written.
    match context.stdout.as_ref().map(|file| file.write_all(format!("{text}\n").as_bytes())) {
        Some(Err(error)) => context.signal_of(&error).unwrap_or(Exit::SUCCESS),
        _ => Exit::SUCCESS,
    }
}

fn path_value(context: &Context<'_>, name: &[u8], path: &[u8]) -> rustix::io::Result<u64> {
    if path.is_empty() {
        return Err(rustix::io::Errno::NOENT);
    }
    if name != b"NAME_MAX" {
        return Ok(4096);
    }
    let flags = rustix::fs::OFlags::PATH | rustix::fs::OFlags::CLOEXEC;
    let file = stage::door::openat(context.directory, path, flags, rustix::fs::Mode::empty())?;
    Ok(rustix::fs::fstatvfs(&file)?.f_namemax)
}

/// The value of a variable; None for what is not known here.
fn value(context: &Context<'_>, name: &[u8]) -> Option<String> {
    /// What execve(2) takes at least, and at most, whatever the stack's limit.
    const ARGUMENTS: (u64, u64) = (128 << 10, 6 << 20);
    let page = rustix::param::page_size() as u64;
    let limit = |resource| getrlimit(resource).current;
    let number = match name {
        b"ARG_MAX" => {
            let stack = limit(Resource::Stack).unwrap_or(u64::MAX);
            Some((stack / 4).clamp(ARGUMENTS.0, ARGUMENTS.1))
        }
        b"PAGESIZE" | b"PAGE_SIZE" => Some(page),
        b"CHILD_MAX" => Some(limit(Resource::Nproc)?),
        b"OPEN_MAX" => Some(limit(Resource::Nofile)?),
        b"NGROUPS_MAX" => Some(whole(&read("/proc/sys/kernel/ngroups_max")?)?),
        b"_NPROCESSORS_ONLN" => processors("online"),
        b"_NPROCESSORS_CONF" => processors("possible"),
        b"_PHYS_PAGES" => {
            let system = rustix::system::sysinfo();
            Some(system.totalram as u64 * u64::from(system.mem_unit) / page)
        }
        b"GNU_LIBC_VERSION" => {
            let (major, minor) = context.program.version.numbers();
            return Some(format!("glibc {major}.{minor}"));
        }
        _ => None,
    };
    if let Some(number) = number {
        return Some(number.to_string());
    }
    let name = std::str::from_utf8(name).ok().filter(|name| !name.is_empty())?;
    let constant = |line: &'static str| match line.strip_prefix(name)? {
        "" => Some(""),
        rest => rest.strip_prefix(' '),
    };
    CONSTANTS.lines().find_map(constant).map(Into::into)
}

fn read(path: &str) -> Option<String> {
    String::from_utf8(accounts::read(path).ok()?).ok()
}

fn whole(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// How many processors one of the kernel's lists (`0-3,8`) has.
fn processors(list: &str) -> Option<u64> {
    count(read(&format!("/sys/devices/system/cpu/{list}"))?.trim())
}

fn count(list: &str) -> Option<u64> {
    list.split(',').try_fold(0, |sum, range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let length = whole(last)?.checked_sub(whole(first)?)? + 1;
        Some(sum + length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(count("0"), Some(1));
        assert_eq!(count("0-3,8,10-11"), Some(7));
        assert_eq!(count(""), None);
        assert_eq!(count("3-1"), None);
    }
}
