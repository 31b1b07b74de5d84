//! mv (POSIX XCU mv; GNU coreutils mv(1)).

use super::copy::{self, Copier, Destination, Existing, Options, Presence, Renamed};
use super::report::{Report, is_terminal};
use super::target::{NO_TARGET_DIRECTORY, STRIP_SLASHES, TARGET_DIRECTORY, Target};
use super::{names, rm};
use crate::options::{Option_, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{Access, AtFlags, FileType};

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "mv",
    plan: decide,
    options: "-f -n -t DIRECTORY -T -u -v -Z --strip-trailing-slashes SOURCE... DESTINATION",
};

const OPTIONS: &[Option_] = &[
    ('f', "force", Takes::Nothing),
    ('n', "no-clobber", Takes::Nothing),
    TARGET_DIRECTORY,
    NO_TARGET_DIRECTORY,
    ('u', "update", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('Z', "context", Takes::Nothing),
    STRIP_SLASHES,
];

/// What the arguments ask for.
struct Request<'a> {
    options: Options,
    /// -f: no question, whatever the permissions.
    force: bool,
    target: Target<'a>,
}

/// Whether SELinux may be enabled.
fn has_selinux() -> bool {
    rustix::fs::access("/etc/selinux/config", rustix::fs::Access::EXISTS).is_ok()
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut request =
        Request { options: Options::moving(), force: false, target: Target::new(parsed.operands) };
    for (letter, value) in parsed.options {
        if request.target.take(letter, value)? {
            continue;
        }
        match letter {
            'f' => {
                request.force = true;
                request.options.existing = Existing::Overwrite;
            }
            'n' => {
                request.force = false;
                request.options.existing = Existing::Keep;
            }
            'u' => request.options.update = true,
            // Nothing, where there is no SELinux: without this file is_selinux_enabled(3) says so.
            'Z' if !has_selinux() => {}
            'Z' => return Err("a security context"),
            _ => request.options.verbose = true,
        }
    }
    if request.options.existing == Existing::Keep {
        request.options.update = false;
    }
    request.target.check()?;
    Ok(request)
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    if request
        .target
        .operands
        .iter()
        .chain(&request.target.directory)
        .any(|name| names::is_of_process(name))
    {
        return Err("files of the process");
    }
    let may_ask = !request.force
        && request.options.existing == Existing::Overwrite
        && is_terminal(&context.stdin)
        && !rustix::process::geteuid().is_root();
    if may_ask && replaces_protected(context, &request) {
        return Err("questions about write-protected files");
    }
    Ok(request)
}

/// Whether a destination exists that may not be written to: mv asks before it replaces it.
fn replaces_protected(context: &Context<'_>, request: &Request<'_>) -> bool {
    let is_protected = |name: &[u8]| {
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        stage::door::statat(context.directory, name, flags).is_ok_and(|stat| {
            FileType::from_raw_mode(stat.st_mode) != FileType::Symlink
                && stage::door::accessat(
                    context.directory,
                    name,
                    Access::WRITE_OK,
                    AtFlags::EACCESS,
                )
                .is_err()
        })
    };
    let (directory, sources) =
        match (request.target.directory, request.target.operands.split_last()) {
            (Some(target), _) => (target, &request.target.operands[..]),
            (None, Some((last, sources))) => (*last, sources),
            (None, None) => return false,
        };
    is_protected(directory)
        || sources
            .iter()
            .any(|source| is_protected(&names::join(directory, names::last_component(source))))
}

fn run(context: &mut Context<'_>, mut request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let mut renamed = Renamed::NotTried;
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
        if let [source, destination] = request.target.operands[..] {
            let here = context.directory;
            renamed = copy::rename_new(here, source, here, destination);
        }
        if renamed != Renamed::Done {
            match copy::open_target(context.directory, last) {
                Ok(fd) => {
                    target_fd = fd;
                    target = Some(last);
                    renamed = Renamed::NotTried;
                    request.target.operands.pop();
                }
                Err(error) if request.target.operands.len() > 2 => {
                    report.fail_on("target", last, error);
                    return report.finish();
                }
                Err(_) => {}
            }
        }
    }
    // As in GNU's, the first attempt to rename has seen the slashes.
    if request.target.strip {
        for operand in &mut request.target.operands {
            *operand = names::strip_slashes(operand);
        }
    }
    let mut copier = Copier::new(report, &request.options);
    copier.target = target_fd;
    let mut ok = true;
    match target {
        Some(target) => {
            let count = request.target.operands.len();
            if count > 1 {
                copier.created = Some(Default::default());
            }
            for (at, source) in request.target.operands.iter().enumerate() {
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
            if let [source, destination] = request.target.operands[..] {
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
