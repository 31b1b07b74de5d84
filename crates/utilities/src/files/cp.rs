//! cp (POSIX XCU cp; GNU coreutils cp(1)).

use super::copy::{self, Copier, Dereference, Destination, Existing, Options, Presence, Renamed};
use super::names;
use super::report::Report;
use super::target::{NO_TARGET_DIRECTORY, STRIP_SLASHES, TARGET_DIRECTORY, Target};
use crate::options::{Option_, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, FileType, Stat};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "cp",
    plan: decide,
    options: "-a -d -f -H -l -L -n -p -P -r -R -s -t DIRECTORY -T -u -v -x --attributes-only \
              --preserve=mode,ownership,timestamps,links --no-preserve=... --reflink=auto|never \
              --remove-destination --sparse=auto --strip-trailing-slashes SOURCE... DESTINATION",
};

const OPTIONS: &[Option_] = &[
    ('a', "archive", Takes::Nothing),
    ('d', "", Takes::Nothing),
    ('f', "force", Takes::Nothing),
    ('H', "", Takes::Nothing),
    ('l', "link", Takes::Nothing),
    ('L', "dereference", Takes::Nothing),
    ('n', "no-clobber", Takes::Nothing),
    ('p', "", Takes::Nothing),
    ('P', "no-dereference", Takes::Nothing),
    ('r', "recursive", Takes::Nothing),
    ('R', "", Takes::Nothing),
    ('s', "symbolic-link", Takes::Nothing),
    TARGET_DIRECTORY,
    NO_TARGET_DIRECTORY,
    ('u', "update", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('x', "one-file-system", Takes::Nothing),
    ('\u{1}', "attributes-only", Takes::Nothing),
    ('\u{2}', "preserve", Takes::Optional),
    ('\u{3}', "no-preserve", Takes::Argument),
    ('\u{4}', "reflink", Takes::Optional),
    ('\u{5}', "remove-destination", Takes::Nothing),
    ('\u{6}', "sparse", Takes::Argument),
    STRIP_SLASHES,
];

/// What the arguments ask for.
struct Request<'a> {
    options: Options,
    target: Target<'a>,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    const UNKNOWN: &str = "an option that is not reproduced";
    let parsed = parse(arguments, OPTIONS, true).ok_or(UNKNOWN)?;
    let mut options = Options::copying();
    let mut dereference = None;
    let mut request = Request { options: options.clone(), target: Target::new(parsed.operands) };
    for (letter, value) in parsed.options {
        if request.target.take(letter, value)? {
            continue;
        }
        match letter {
            'a' => {
                dereference = Some(Dereference::Never);
                preserve_usual(&mut options);
                options.preserve_links = true;
                options.preserve_attributes = true;
                options.fewer_messages = true;
                options.recursive = true;
            }
            'd' => {
                options.preserve_links = true;
                dereference = Some(Dereference::Never);
            }
            'f' => options.force = true,
            'H' => dereference = Some(Dereference::Operands),
            'l' => options.hard_link = true,
            'L' => dereference = Some(Dereference::Always),
            'n' => options.existing = Existing::Keep,
            'p' => preserve_usual(&mut options),
            'P' => dereference = Some(Dereference::Never),
            'r' | 'R' => options.recursive = true,
            's' => options.symbolic_link = true,
            'u' => options.update = true,
            'v' => options.verbose = true,
            'x' => options.one_file_system = true,
            '\u{1}' => options.data = false,
            '\u{2}' => match value {
                None => preserve_usual(&mut options),
                Some(list) => {
                    preserve(&mut options, list, true).ok_or(UNKNOWN)?;
                    options.require_preserve = true;
                }
            },
            '\u{3}' => preserve(&mut options, value.unwrap_or(b""), false).ok_or(UNKNOWN)?,
            '\u{4}' => match value {
                Some(b"auto") => options.reflink = true,
                Some(b"never") => options.reflink = false,
                _ => return Err(UNKNOWN),
            },
            '\u{5}' => options.remove_destination = true,
            '\u{6}' if value == Some(b"auto") => {}
            _ => return Err(UNKNOWN),
        }
    }
    if options.hard_link && options.symbolic_link {
        return Err("usage");
    }
    if options.existing == Existing::Keep {
        options.update = false;
    }
    options.dereference = dereference.unwrap_or(match options.recursive && !options.hard_link {
        true => Dereference::Never,
        false => Dereference::Always,
    });
    options.as_regular = !options.recursive;
    request.options = options;
    request.target.check()?;
    Ok(request)
}

/// Sets what -p preserves: mode, ownership, timestamps.
fn preserve_usual(options: &mut Options) {
    options.preserve_ownership = true;
    options.preserve_mode = true;
    options.preserve_times = true;
    options.require_preserve = true;
}

/// Sets what --preserve=LIST (`on`) or --no-preserve=LIST names; None for what steps aside.
fn preserve(options: &mut Options, list: &[u8], on: bool) -> Option<()> {
    for item in list.split(|&byte| byte == b',') {
        match item {
            b"mode" => {
                options.preserve_mode = on;
                options.usual_mode = !on;
            }
            b"timestamps" => options.preserve_times = on,
            b"ownership" => options.preserve_ownership = on,
            b"links" => options.preserve_links = on,
            _ => return None,
        }
    }
    Some(())
}

/// SELinux labels are copied with -a: where there are any, the installed program does it.
const SELINUX: &[u8] = b"/sys/fs/selinux/enforce";

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    let exists = |name: &[u8]| {
        stage::door::accessat(context.directory, name, rustix::fs::Access::EXISTS, AtFlags::empty())
            .is_ok()
    };
    if request.options.preserve_attributes && exists(SELINUX) {
        return Err("security labels");
    }
    // What is read or written here must end, and be the same file for another process.
    for name in request.target.operands.iter().chain(&request.target.directory) {
        if names::is_of_process(name) {
            return Err("files of the process");
        }
        if let Ok(stat) = stage::door::statat(context.directory, *name, AtFlags::empty())
            && !is_quick(&stat)
            && !(request.options.recursive && is_special(&stat))
        {
            return Err("a file that may wait");
        }
    }
    Ok(request)
}

/// Whether -r makes another one of these instead of reading it.
fn is_special(stat: &Stat) -> bool {
    matches!(FileType::from_raw_mode(stat.st_mode), FileType::Fifo | FileType::Socket)
}

/// Whether reading or writing the file waits for nobody.
pub(super) fn is_quick(stat: &Stat) -> bool {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile | FileType::Directory | FileType::Symlink => true,
        FileType::CharacterDevice => stat.st_rdev == rustix::fs::makedev(1, 3),
        _ => false,
    }
}

fn run(context: &mut Context<'_>, mut request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let mut new = false;
    let mut target_fd = None;
    let mut target = None;
    if let Some(name) = request.target.directory {
        match copy::open_target(context.directory, name) {
            Ok(fd) => {
                target_fd = fd;
                target = Some(name);
            }
            Err(error) => {
                report.fail_on("target directory", name, error);
                return report.finish();
            }
        }
    } else if !request.target.none {
        let last = request.target.operands.last().copied().unwrap_or_default();
        match copy::open_target(context.directory, last) {
            Ok(fd) => {
                target_fd = fd;
                target = Some(last);
                request.target.operands.pop();
            }
            Err(error) => {
                new = error == Errno::NOENT;
                if request.target.operands.len() > 2 {
                    report.fail_on("target", last, error);
                    return report.finish();
                }
            }
        }
    }
    let mut copier = Copier::new(report, &request.options);
    copier.target = target_fd;
    let mut ok = true;
    match target {
        Some(target) => {
            if request.target.operands.len() > 1 {
                copier.created = Some(Default::default());
                copier.sources = Some(Default::default());
            }
            let count = request.target.operands.len();
            for (at, operand) in request.target.operands.iter().enumerate() {
                if copier.report.ended() {
                    break;
                }
                let operand =
                    if request.target.strip { names::strip_slashes(operand) } else { operand };
                let mut last = names::strip_slashes(names::last_component(operand));
                // The parent directory is not copied over the target's own.
                if last == b".." {
                    last = b".";
                }
                let name = names::join(target, last);
                let at_name = name.len() - last.len();
                let destination = Destination { name, at: at_name };
                let last = at + 1 == count;
                ok &= copier
                    .copy(operand, destination, Presence::Unknown, Renamed::NotTried, last)
                    .ok;
            }
        }
        None => {
            if let [source, destination] = request.target.operands[..] {
                let presence = if new { Presence::MissingOrDangling } else { Presence::Unknown };
                let destination = Destination::plain(destination);
                ok = copier.copy(source, destination, presence, Renamed::NotTried, true).ok;
            }
        }
    }
    copier.report.finish_with(if ok { 0 } else { 1 })
}
