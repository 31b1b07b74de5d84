//! uname, arch, hostname, nproc and tty: what the machine and the terminal are (POSIX XCU
//! uname, tty; uname(1), arch(1), nproc(1), tty(1) of GNU coreutils; Debian's hostname(1)).

use crate::options::{self, Option_, Parsed, Takes};
use crate::system::stream;
use crate::{Admission, Change, Context, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, CWD, FileType};

/// uname.
pub const UNAME: Utility = Utility {
    name: "uname",
    plan: |context, arguments| planned(bare(context, arguments, UNAME_OPTIONS), run_uname),
    options: "-a -s -n -r -v -m -p -i -o",
};
/// arch.
pub const ARCH: Utility = Utility { name: "arch", plan: plain!(admit_bare, run_arch), options: "" };
/// hostname.
pub const HOSTNAME: Utility = Utility {
    name: "hostname",
    plan: |context, arguments| planned(plan_hostname(context, arguments), run_hostname),
    options: "-s",
};
/// nproc.
pub const NPROC: Utility = Utility {
    name: "nproc",
    plan: |context, arguments| planned(plan_nproc(context, arguments), run_nproc),
    options: "--ignore",
};
/// tty.
pub const TTY: Utility = Utility {
    name: "tty",
    plan: |context, arguments| planned(plan_tty(context, arguments), run_tty),
    options: "-s",
};

fn admit_bare(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    match locale::unusual(context) {
        Some(reason) => Admission::StepAside(reason),
        None if arguments.is_empty() => Admission::Run,
        None => Admission::StepAside("an argument"),
    }
}

/// Options of `known`, without operands.
fn bare<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
    known: &[Option_],
) -> Result<Parsed<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let parsed = options::parse(arguments, known, true);
    parsed.filter(|parsed| parsed.operands.is_empty()).ok_or("an option or an operand")
}

const UNAME_OPTIONS: &[Option_] = &[
    ('a', "all", Takes::Nothing),
    ('s', "kernel-name", Takes::Nothing),
    ('n', "nodename", Takes::Nothing),
    ('r', "kernel-release", Takes::Nothing),
    ('v', "kernel-version", Takes::Nothing),
    ('m', "machine", Takes::Nothing),
    ('p', "processor", Takes::Nothing),
    ('i', "hardware-platform", Takes::Nothing),
    ('o', "operating-system", Takes::Nothing),
];

fn run_uname(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let system = rustix::system::uname();
    let all = parsed.has('a');
    let none = parsed.options.is_empty();
    let mut out = Vec::with_capacity(128);
    let mut item = |letter: char, text: &[u8]| {
        if all || parsed.has(letter) || (none && letter == 's') {
            if !out.is_empty() {
                out.push(b' ');
            }
            out.extend_from_slice(text);
        }
    };
    item('s', system.sysname().to_bytes());
    item('n', system.nodename().to_bytes());
    item('r', system.release().to_bytes());
    item('v', system.version().to_bytes());
    item('m', system.machine().to_bytes());
    if !all {
        // Not known on Linux, and left out of -a for that.
        item('p', b"unknown");
        item('i', b"unknown");
    }
    item('o', b"GNU/Linux");
    out.push(b'\n');
    stream::write_all(context, &out)
}

fn run_arch(context: &mut Context<'_>, _: &[&[u8]]) -> Exit {
    let mut out = rustix::system::uname().machine().to_bytes().to_vec();
    out.push(b'\n');
    stream::write_all(context, &out)
}

/// Whether only what is before the first dot is asked for.
fn plan_hostname(context: &Context<'_>, arguments: &[&[u8]]) -> Result<bool, &'static str> {
    match (locale::unusual(context), arguments) {
        (Some(reason), _) => Err(reason),
        (None, []) => Ok(false),
        (None, [b"-s" | b"--short"]) => Ok(true),
        _ => Err("an argument"),
    }
}

fn run_hostname(context: &mut Context<'_>, is_short: bool) -> Exit {
    let system = rustix::system::uname();
    let mut name = system.nodename().to_bytes();
    if is_short {
        name = name.split(|&byte| byte == b'.').next().unwrap_or(name);
    }
    let mut out = name.to_vec();
    out.push(b'\n');
    // hostname does not look whether its output could be written.
    match context.stdout.as_ref().map(|file| file.write_all(&out)) {
        Some(Err(error)) => context.signal_of(&error).unwrap_or(Exit::SUCCESS),
        _ => Exit::SUCCESS,
    }
}

const NPROC_OPTIONS: &[Option_] = &[('\0', "ignore", Takes::Argument)];

/// What --ignore says.
fn ignored(parsed: &Parsed<'_>) -> Option<usize> {
    match parsed.value('\0') {
        None => Some(0),
        Some(text) if text.iter().all(u8::is_ascii_digit) && text.len() < 10 => {
            std::str::from_utf8(text).ok()?.parse().ok()
        }
        Some(_) => None,
    }
}

/// How many processors to leave out.
fn plan_nproc(context: &Context<'_>, arguments: &[&[u8]]) -> Result<usize, &'static str> {
    for name in [&b"OMP_NUM_THREADS"[..], b"OMP_THREAD_LIMIT"] {
        if context.variables.get(name).is_some() {
            return Err("OpenMP's variables");
        }
    }
    if context.has(Change::NprocQuotas) {
        return Err("quotas of a control group");
    }
    let parsed = bare(context, arguments, NPROC_OPTIONS)?;
    ignored(&parsed).filter(|_| !parsed.is_repeated('\0')).ok_or("a number to complain about")
}

fn run_nproc(context: &mut Context<'_>, ignored: usize) -> Exit {
    let count = rustix::thread::sched_getaffinity(None).map_or(1, |set| set.count() as usize);
    let count = count.saturating_sub(ignored).max(1);
    stream::write_all(context, format!("{count}\n").as_bytes())
}

const TTY_OPTIONS: &[Option_] = &[('s', "silent", Takes::Nothing), ('s', "quiet", Takes::Nothing)];

/// The terminal of standard input, if it is one, and whether only the status tells it.
struct Tty {
    name: Option<Vec<u8>>,
    is_silent: bool,
}

fn plan_tty(context: &Context<'_>, arguments: &[&[u8]]) -> Result<Tty, &'static str> {
    let parsed = bare(context, arguments, TTY_OPTIONS)?;
    let name = terminal(context);
    if name.is_none() && context.stdin.as_ref().is_some_and(|file| file.is_terminal()) {
        return Err("a terminal without a name");
    }
    Ok(Tty { name, is_silent: parsed.has('s') })
}

fn run_tty(context: &mut Context<'_>, plan: Tty) -> Exit {
    let status = Exit::Status(u8::from(plan.name.is_none()));
    if plan.is_silent {
        return status;
    }
    let mut out = plan.name.unwrap_or_else(|| b"not a tty".to_vec());
    out.push(b'\n');
    match stream::write_all_or(context, &out, 3) {
        Exit::SUCCESS => status,
        other => other,
    }
}

/// ttyname(3) of standard input.
fn terminal(context: &Context<'_>) -> Option<Vec<u8>> {
    let file = context.stdin.as_ref().filter(|file| file.is_terminal())?;
    let stat = file.stat()?;
    let link = format!("/proc/self/fd/{}", file.as_real()?);
    let name = stage::door::readlinkat(CWD, link, Vec::new()).ok()?.into_bytes();
    let there = stage::door::statat(CWD, &name[..], AtFlags::empty()).ok()?;
    let same = there.st_rdev == stat.st_rdev
        && FileType::from_raw_mode(there.st_mode) == FileType::CharacterDevice;
    (same && name.starts_with(b"/dev/")).then_some(name)
}
