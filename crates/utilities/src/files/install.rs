//! install (GNU coreutils install(1)): copies files with permissions of their own, and makes
//! directories.
//!
//! The installed program does its work without a file mode creation mask. Here the mask is the
//! shell's: files are made for their owner alone and given their mode afterwards, and where the
//! mask would show in a directory, install steps aside.

use super::ancestors::{self, Stopped};
use super::copy::{self, Copier, Destination, Options, Presence, Renamed};
use super::mode::{self, Changes};
use super::report::Report;
use super::{cp, names};
use crate::options::{Option_, Takes, parse};
use crate::system::accounts::Database;
use crate::{Change, Context, Decision, Exit, Utility, locale, planned};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;
use stage::attributes::set_entry_mode;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "install",
    plan: decide,
    options: "-c -d -D -g GROUP -m MODE -o OWNER -p -t DIRECTORY -T -v FILE...",
};

const OPTIONS: &[Option_] = &[
    ('c', "", Takes::Nothing),
    ('d', "directory", Takes::Nothing),
    ('D', "", Takes::Nothing),
    ('g', "group", Takes::Argument),
    ('m', "mode", Takes::Argument),
    ('o', "owner", Takes::Argument),
    ('p', "preserve-timestamps", Takes::Nothing),
    ('t', "target-directory", Takes::Argument),
    ('T', "no-target-directory", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
];

/// What directories on the way get, and everything where there is no -m.
const USUAL: u32 = 0o755;
const ANNOUNCEMENT: &[u8] = b"creating directory ";
const SELINUX: &[u8] = b"/sys/fs/selinux/enforce";

struct Request<'a> {
    directories: bool,
    /// -D: directories on the way are made.
    parents: bool,
    target: Option<&'a [u8]>,
    no_target: bool,
    mode: u32,
    directory_mode: u32,
    /// The bits of a directory's mode that were asked for.
    cared: u32,
    owner: Option<u32>,
    group: Option<u32>,
    options: Options,
    operands: Vec<&'a [u8]>,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let (mut mode, mut directory_mode, mut cared) = (USUAL, USUAL, mode::ALL);
    if let Some(text) = parsed.value('m') {
        let changes = Changes::parse(text).ok_or("an invalid mode")?;
        mode = changes.apply(0, false, 0).0;
        (directory_mode, cared) = changes.apply(0, true, 0);
    }
    let account = |letter, open: fn() -> Option<Database>| match parsed.value(letter) {
        None => Ok(None),
        Some(name) => id_of(name, open).map(Some).ok_or("an account that is not in files"),
    };
    let mut options = Options::copying();
    options.remove_destination = true;
    options.verbose = parsed.has('v');
    options.preserve_times = parsed.has('p');
    // For as long as it is not complete.
    options.mode = Some(0o600);
    let request = Request {
        directories: parsed.has('d'),
        parents: parsed.has('D'),
        target: parsed.value('t'),
        no_target: parsed.has('T'),
        mode,
        directory_mode,
        cared,
        owner: account('o', Database::users)?,
        group: account('g', Database::groups)?,
        options,
        operands: parsed.operands,
    };
    let targets = parsed.options.iter().filter(|(letter, _)| *letter == 't').count();
    let least = if request.directories || request.target.is_some() { 1 } else { 2 };
    if targets > 1
        || request.operands.len() < least
        || (request.directories && (request.target.is_some() || request.no_target))
        || (request.no_target && (request.target.is_some() || request.operands.len() > 2))
    {
        return Err("usage");
    }
    Ok(request)
}

fn id_of(name: &[u8], open: fn() -> Option<Database>) -> Option<u32> {
    if let Some(entry) = open()?.by_name(name) {
        return Some(entry.id);
    }
    let plain = !name.is_empty() && name.len() < 10 && name.iter().all(u8::is_ascii_digit);
    plain.then(|| std::str::from_utf8(name).ok()?.parse().ok()).flatten()
}

/// Whether something that is no directory has the name of one that is to be made.
fn is_in_the_way(context: &Context<'_>, name: &[u8]) -> bool {
    let kind = |flags| {
        let name = names::strip_slashes(name);
        let stat = stage::door::statat(context.directory, name, flags).ok()?;
        Some(FileType::from_raw_mode(stat.st_mode))
    };
    kind(AtFlags::SYMLINK_NOFOLLOW).is_some() && kind(AtFlags::empty()) != Some(FileType::Directory)
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if context.has(Change::InstallDirectories)
        && arguments.iter().any(|it| it.starts_with(b"-") && it.contains(&b'd'))
        && arguments.iter().any(|it| is_in_the_way(context, it))
    {
        return Err("a directory that cannot be made");
    }
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    if context.umask() & USUAL != 0 {
        return Err("a mask that must change");
    }
    let named = |name: &[u8]| stage::door::statat(context.directory, name, AtFlags::empty());
    if named(SELINUX).is_ok() {
        return Err("security labels");
    }
    // What is read or written here must end, and be the same file for another process.
    for name in request.operands.iter().chain(&request.target) {
        if names::is_of_process(name) {
            return Err("files of the process");
        }
        if named(name).is_ok_and(|stat| !cp::is_quick(&stat)) {
            return Err("a file that may wait");
        }
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let report = Report::new(context);
    let mut installer =
        Installer { copier: Copier::new(report, &request.options), request: &request };
    let ok = match request.directories {
        true => installer.directories(),
        false => installer.files(),
    };
    installer.copier.report.finish_with(if ok { 0 } else { 1 })
}

struct Installer<'q, 'r, 'c> {
    copier: Copier<'q, 'r, 'c>,
    request: &'q Request<'q>,
}

impl Installer<'_, '_, '_> {
    /// What is announced of directories that are made.
    fn announcement(&self) -> Option<&'static [u8]> {
        self.request.options.verbose.then_some(ANNOUNCEMENT)
    }

    /// The working directory, or the target directory.
    fn target(&self) -> BorrowedFd<'_> {
        match &self.copier.target {
            Some(fd) => fd.as_fd(),
            None => self.copier.report.context.directory,
        }
    }

    /// Copies the operands.
    fn files(&mut self) -> bool {
        let request = self.request;
        let here = self.copier.report.context.directory;
        let mut operands = &request.operands[..];
        let mut target = request.target;
        let mut missing = false;
        if let Some(name) = target {
            match copy::open_target(here, name) {
                Ok(fd) => self.copier.target = fd,
                Err(Errno::NOENT) if request.parents => missing = true,
                Err(error) => {
                    self.copier.report.fail_on("failed to access", name, error);
                    return false;
                }
            }
        } else if let (false, Some((last, before))) = (request.no_target, operands.split_last()) {
            match copy::open_target(here, last) {
                Ok(fd) => {
                    self.copier.target = fd;
                    target = Some(last);
                    operands = before;
                }
                Err(error) if operands.len() > 2 => {
                    self.copier.report.fail_on("target", last, error);
                    return false;
                }
                Err(_) => {}
            }
        }
        let Some(target) = target else {
            return match operands {
                [source, name] => {
                    (!request.parents || self.make_way(name))
                        && self.install(source, Destination::plain(name))
                }
                _ => false,
            };
        };
        self.copier.created = Some(Default::default());
        let mut ok = true;
        for (at, source) in operands.iter().enumerate() {
            if self.copier.report.ended() {
                break;
            }
            let last = names::last_component(source);
            let name = names::join(target, last);
            if missing {
                // Only for the first it is tried.
                if at > 0 || !self.make_way(&name) || !self.open_made(target, &name) {
                    ok = false;
                    continue;
                }
                missing = false;
            }
            let at_name = name.len() - last.len();
            ok &= self.install(source, Destination { name, at: at_name });
        }
        ok
    }

    /// Opens the target directory that has just been made.
    fn open_made(&mut self, target: &[u8], name: &[u8]) -> bool {
        match copy::open_target(self.copier.report.context.directory, target) {
            Ok(fd) => {
                self.copier.target = fd;
                true
            }
            Err(error) => {
                self.copier.report.fail_on("cannot open", name, error);
                false
            }
        }
    }

    /// -D: makes the directories on the way.
    fn make_way(&mut self, name: &[u8]) -> bool {
        let announcement = self.announcement();
        match ancestors::make(&mut self.copier.report, name, USUAL, announcement) {
            Ok(_) => true,
            Err(Stopped(error, length)) => {
                self.copier.report.fail_on("cannot create directory", &name[..length], error);
                false
            }
        }
    }

    /// Copies one file and gives it its owner and its mode.
    fn install(&mut self, source: &[u8], destination: Destination) -> bool {
        let request = self.request;
        let here = self.copier.report.context.directory;
        if request.options.preserve_times
            && let Err(error) = stage::door::statat(here, source, AtFlags::empty())
        {
            self.copier.report.fail_on("cannot stat", source, error);
            return false;
        }
        let copied = destination.clone();
        let outcome = self.copier.copy(source, copied, Presence::Unknown, Renamed::NotTried, false);
        if !outcome.ok {
            return false;
        }
        let relative = destination.relative();
        if request.owner.is_some() || request.group.is_some() {
            let (user, group) =
                (request.owner.map(Uid::from_raw), request.group.map(Gid::from_raw));
            let flags = AtFlags::SYMLINK_NOFOLLOW;
            if let Err(error) = stage::door::chownat(self.target(), relative, user, group, flags) {
                let name = &destination.name;
                self.copier.report.fail_on("cannot change ownership of", name, error);
                return false;
            }
        }
        let bits = Mode::from_raw_mode(request.mode);
        match set_entry_mode(self.target(), relative, bits) {
            Ok(()) => true,
            Err(error) => {
                let name = &destination.name;
                self.copier.report.fail_on("cannot change permissions of", name, error);
                false
            }
        }
    }

    /// Makes the directories of -d; false if one could not be made.
    fn directories(&mut self) -> bool {
        let mut ok = true;
        for name in &self.request.operands {
            if self.copier.report.ended() {
                break;
            }
            ok &= self.directory(name);
        }
        ok
    }

    fn directory(&mut self, name: &[u8]) -> bool {
        let announcement = self.announcement();
        let report = &mut self.copier.report;
        let here = report.context.directory;
        let way = ancestors::make(report, name, USUAL, announcement);
        let (way, from) = match way {
            Ok(way) => way,
            Err(Stopped(error, length)) => {
                let marked = report.mark(&name[..length]);
                report.fail(&[b"cannot create directory ", &marked], error);
                return false;
            }
        };
        let at = way.as_ref().map_or(here, |fd| fd.as_fd());
        let relative = &name[from..];
        let request = self.request;
        let mode = request.directory_mode;
        // Nobody else may use it before it has its owner and its special bits.
        let keeps_owner = request.owner.is_none() && request.group.is_none();
        let keeps_special = (request.cared & 0o6000) | (mode & 0o1000) == 0;
        let first = match (keeps_owner, keeps_special) {
            (false, _) => mode & !0o077,
            (true, false) => mode & !0o022,
            _ => mode,
        };
        let made = stage::door::mkdirat(at, relative, Mode::from_raw_mode(first));
        if made.is_ok()
            && let Some(text) = announcement
        {
            ancestors::announce(report, text, name);
        }
        let error = match (self.correct(at, relative, made.is_ok()), made) {
            (Ok(()), _) => return true,
            (Err(error), Ok(())) => Err(error),
            (Err(Errno::NOTDIR), Err(first)) => Ok(first),
            (Err(_), Err(Errno::NOENT)) => Ok(Errno::NOENT),
            (Err(error), Err(_)) => Err(error),
        };
        let report = &mut self.copier.report;
        let marked = report.mark(name);
        match error {
            Ok(error) => report.fail(&[b"cannot create directory ", &marked], error),
            Err(error) if keeps_owner => {
                report.fail(&[b"cannot change permissions of ", &marked], error);
            }
            Err(error) => {
                report.fail(&[b"cannot change owner and permissions of ", &marked], error);
            }
        }
        false
    }

    /// Gives a directory the owner and the mode that were asked for.
    fn correct(&self, at: BorrowedFd<'_>, name: &[u8], made: bool) -> Result<(), Errno> {
        let request = self.request;
        let mut flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        if made {
            flags |= OFlags::NOFOLLOW;
        }
        let fd: OwnedFd = stage::door::openat(at, name, flags, Mode::empty())?;
        let stat = rustix::fs::fstat(&fd)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return Err(Errno::NOTDIR);
        }
        let now = stat.st_mode & mode::ALL;
        let mut unsure = 0;
        if request.owner.is_some_and(|id| id != stat.st_uid)
            || request.group.is_some_and(|id| id != stat.st_gid)
        {
            let (user, group) =
                (request.owner.map(Uid::from_raw), request.group.map(Gid::from_raw));
            stage::door::chownat(&fd, c"", user, group, AtFlags::EMPTY_PATH)?;
            // Changing the owner may have taken them away.
            if now & 0o111 != 0 {
                unsure = now & 0o6000;
            }
        }
        if ((now ^ request.directory_mode) | unsure) & request.cared == 0 {
            return Ok(());
        }
        let wanted = request.directory_mode | (now & !request.cared);
        // fchmod(2) takes no O_PATH descriptor, and the directory need not be readable.
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        rustix::fs::chmod(path, Mode::from_raw_mode(wanted))
    }
}
