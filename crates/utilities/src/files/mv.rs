//! mv (POSIX XCU mv; GNU coreutils mv(1)).

use super::copy::{self, Copier, Destination, Existing, Options, Presence, Renamed};
use super::report::{Report, is_terminal};
use super::{names, rm};
use crate::options::{Option_, Takes, parse};
use crate::{Admission, Context, Exit, Utility, locale};
use rustix::fs::{Access, AtFlags, FileType};

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "mv",
    admit,
    run,
    options: "-f -n -t DIRECTORY -T -u -v --strip-trailing-slashes SOURCE... DESTINATION",
};

const OPTIONS: &[Option_] = &[
    ('f', "force", Takes::Nothing),
    ('n', "no-clobber", Takes::Nothing),
    ('t', "target-directory", Takes::Argument),
    ('T', "no-target-directory", Takes::Nothing),
    ('u', "update", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('\u{1}', "strip-trailing-slashes", Takes::Nothing),
];

/// What the arguments ask for.
struct Request<'a> {
    options: Options,
    /// -f: no question, whatever the permissions.
    force: bool,
    target: Option<&'a [u8]>,
    no_target: bool,
    /// --strip-trailing-slashes.
    strip: bool,
    operands: Vec<&'a [u8]>,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut request = Request {
        options: Options::moving(),
        force: false,
        target: None,
        no_target: false,
        strip: false,
        operands: parsed.operands,
    };
    for (letter, value) in parsed.options {
        match letter {
            'f' => {
                request.force = true;
                request.options.existing = Existing::Overwrite;
            }
            'n' => {
                request.force = false;
                request.options.existing = Existing::Keep;
            }
            't' if request.target.is_some() => return Err("usage"),
            't' => request.target = value,
            'T' => request.no_target = true,
            'u' => request.options.update = true,
            'v' => request.options.verbose = true,
            _ => request.strip = true,
        }
    }
    if request.options.existing == Existing::Keep {
        request.options.update = false;
    }
    let least = if request.target.is_some() { 1 } else { 2 };
    if request.operands.len() < least
        || (request.no_target && (request.target.is_some() || request.operands.len() > 2))
    {
        return Err("usage");
    }
    Ok(request)
}

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    let request = match read(arguments) {
        Ok(request) => request,
        Err(reason) => return Admission::StepAside(reason),
    };
    if request.operands.iter().chain(&request.target).any(|name| names::is_of_process(name)) {
        return Admission::StepAside("files of the process");
    }
    let may_ask = !request.force
        && request.options.existing == Existing::Overwrite
        && is_terminal(&context.stdin)
        && !rustix::process::geteuid().is_root();
    if may_ask && replaces_protected(context, &request) {
        return Admission::StepAside("questions about write-protected files");
    }
    Admission::Run
}

/// Whether a destination exists that may not be written to: mv asks before it replaces it.
fn replaces_protected(context: &Context<'_>, request: &Request<'_>) -> bool {
    let is_protected = |name: &[u8]| {
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        rustix::fs::statat(context.directory, name, flags).is_ok_and(|stat| {
            FileType::from_raw_mode(stat.st_mode) != FileType::Symlink
                && rustix::fs::accessat(context.directory, name, Access::WRITE_OK, AtFlags::EACCESS)
                    .is_err()
        })
    };
    let (directory, sources) = match (request.target, request.operands.split_last()) {
        (Some(target), _) => (target, &request.operands[..]),
        (None, Some((last, sources))) => (*last, sources),
        (None, None) => return false,
    };
    is_protected(directory)
        || sources
            .iter()
            .any(|source| is_protected(&names::join(directory, names::last_component(source))))
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let context: &Context<'_> = context;
    let Ok(mut request) = read(arguments) else { return Exit::FAILURE };
    let mut report = Report::new(context);
    let mut renamed = Renamed::NotTried;
    let mut target_fd = None;
    let mut target = None;
    if let Some(name) = request.target {
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
    } else if !request.no_target {
        let last = request.operands.last().copied().unwrap_or_default();
        if let [source, destination] = request.operands[..] {
            let here = context.directory;
            renamed = copy::rename_new(here, source, here, destination);
        }
        if renamed != Renamed::Done {
            match copy::open_target(context.directory, last) {
                Ok(fd) => {
                    target_fd = fd;
                    target = Some(last);
                    renamed = Renamed::NotTried;
                    request.operands.pop();
                }
                Err(error) if request.operands.len() > 2 => {
                    report.fail_on("target", last, error);
                    return report.finish();
                }
                Err(_) => {}
            }
        }
    }
    // As in GNU's, the first attempt to rename has seen the slashes.
    if request.strip {
        for operand in &mut request.operands {
            *operand = names::strip_slashes(operand);
        }
    }
    let mut copier = Copier::new(report, &request.options);
    copier.target = target_fd;
    let mut ok = true;
    match target {
        Some(target) => {
            let count = request.operands.len();
            if count > 1 {
                copier.created = Some(Default::default());
            }
            for (at, source) in request.operands.iter().enumerate() {
                if copier.report.ended() {
                    break;
                }
                let last = names::strip_slashes(names::last_component(source));
                let name = names::join(target, last);
                let at_name = name.len() - last.len();
                let destination = Destination { name, at: at_name };
                ok &= move_one(&mut copier, source, destination, renamed, at + 1 == count);
            }
        }
        None => {
            if let [source, destination] = request.operands[..] {
                let destination = Destination::plain(destination);
                ok = move_one(&mut copier, source, destination, renamed, true);
            }
        }
    }
    copier.report.finish_with(if ok { 0 } else { 1 })
}

/// Moves one operand; where it had to be copied, the source is removed then.
fn move_one(
    copier: &mut Copier<'_, '_, '_>,
    source: &[u8],
    destination: Destination,
    renamed: Renamed,
    last: bool,
) -> bool {
    let outcome = copier.copy(source, destination, Presence::Unknown, renamed, last);
    if !outcome.ok || outcome.into_self {
        return false;
    }
    if outcome.renamed {
        return true;
    }
    let verbose = copier.options.verbose;
    rm::remove_moved(&mut copier.report, source, verbose)
}
