//! Gathering files, ordering them, and going through directories.

use super::long::Long;
use super::{Dereference, Hidden, Indicator, Request, Sort, Time};
use crate::Change;
use crate::files::fnmatch::Fnmatch;
use crate::files::human::readable;
use crate::files::names;
use crate::files::report::Report;
use crate::files::resolve::path_at;
use crate::files::walk::{self, DIRECTORY_BUFFER};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, Stat};
use rustix::io::Errno;
use std::cmp::Ordering;

/// A file that is to be shown.
pub(super) struct File {
    pub(super) name: Vec<u8>,
    /// What the directory says it is, or stat(2).
    pub(super) kind: FileType,
    /// What is shown of it, or sorted by: not where only names are.
    pub(super) stat: Option<Box<Stat>>,
    /// The text of a symbolic link, where it is shown.
    pub(super) link: Option<Vec<u8>>,
    /// The mode of what a link leads to, where that is shown.
    pub(super) link_mode: u32,
    /// What stands behind the permissions.
    pub(super) mark: Mark,
}

/// Something beside the permission bits decides about access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// A security label.
    Label,
    /// An access control list.
    List,
}

/// A directory that is to be listed, or a mark behind one that has been.
pub(super) enum Pending {
    Directory { name: Vec<u8>, operand: bool },
    End,
}

/// Lists files.
pub(super) struct Lister<'q, 'r, 'c> {
    pub(super) report: Report<'r, 'c>,
    pub(super) request: &'q Request<'q>,
    pub(super) ignored: Vec<Fnmatch>,
    pub(super) hide: Vec<Fnmatch>,
    pub(super) files: Vec<File>,
    /// Operands that will be listed as directories: they count for the widths of columns.
    pub(super) removed: Vec<File>,
    /// Directories to be listed; the next one is the last.
    pub(super) pending: Vec<Pending>,
    /// Devices and inodes of the directories that contain the current one (-R).
    pub(super) above: Vec<(u64, u64)>,
    /// Directories are announced by their names.
    pub(super) named: bool,
    pub(super) first: bool,
    pub(super) status: u8,
    pub(super) long: Option<Long>,
    pub(super) buffer: Vec<u8>,
    /// Each name is shown by itself, not in columns.
    pub(super) is_apart: bool,
}

impl Lister<'_, '_, '_> {
    /// Lists the operands.
    pub(super) fn list(&mut self) {
        let request = self.request;
        let here = self.report.context.directory;
        if request.operands.is_empty() {
            if request.directories {
                self.add(here, b"", b".", FileType::Directory, true);
            } else {
                self.pending.push(Pending::Directory { name: b".".to_vec(), operand: true });
            }
        }
        for name in &request.operands {
            self.add(here, b"", name, FileType::Unknown, true);
        }
        self.sort();
        if !request.directories {
            self.set_aside(None, true);
        }
        if !self.files.is_empty() {
            self.show();
            if !self.pending.is_empty() {
                self.report.say(&[b"\n"]);
            }
        } else if request.operands.len() <= 1 && self.pending.len() == 1 {
            self.named = false;
        }
        while let Some(next) = self.pending.pop() {
            if self.report.ended() {
                break;
            }
            match next {
                Pending::End => {
                    self.above.pop();
                }
                Pending::Directory { name, operand } => {
                    self.list_directory(&name, operand);
                    self.named = true;
                }
            }
        }
    }

    fn complain(&mut self, serious: bool, text: &str, name: &[u8], error: Errno) {
        self.report.fail_on(text, name, error);
        self.status = if serious { 2 } else { self.status.max(1) };
    }

    fn list_directory(&mut self, name: &[u8], operand: bool) {
        let here = self.report.context.directory;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = match stage::door::openat(here, name, flags, Mode::empty()) {
            Ok(fd) => fd,
            Err(error) => return self.complain(operand, "cannot open directory", name, error),
        };
        if self.request.recursive {
            match rustix::fs::fstat(&fd) {
                Ok(stat) => {
                    let key = (stat.st_dev, stat.st_ino);
                    if self.above.contains(&key) {
                        let quoted = self.report.quote_if_needed(name);
                        let text = b": not listing already-listed directory";
                        self.report.remark(&[&quoted, text]);
                        self.status = 2;
                        return;
                    }
                    self.above.push(key);
                }
                Err(error) => {
                    let text = "cannot determine device and inode of";
                    return self.complain(operand, text, name, error);
                }
            }
        }
        self.files.clear();
        self.removed.clear();
        if self.request.recursive || self.named {
            if !self.first {
                self.report.say(&[b"\n"]);
            }
            self.first = false;
            self.report.say(&[name, b":\n"]);
        }
        let total = self.gather(fd.as_fd(), name, operand);
        self.sort();
        if self.request.recursive {
            self.pending.push(Pending::End);
            self.set_aside(Some(name), false);
        }
        if self.request.long || self.request.blocks {
            let text = self.amount(total, 512);
            let end = [self.request.end];
            self.report.say(&[b"total ", text.as_bytes(), &end]);
        }
        // Names that are neither sorted nor gathered for more are shown as they are read: each has its own width.
        self.is_apart = matches!(self.request.sort, Sort::None)
            && !self.request.blocks
            && !self.request.recursive;
        self.show();
    }

    /// Reads a directory; returns how many blocks its files take.
    fn gather(&mut self, fd: BorrowedFd<'_>, name: &[u8], operand: bool) -> u64 {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.reserve(DIRECTORY_BUFFER);
        let mut reader = RawDir::new(fd, buffer.spare_capacity_mut());
        let mut total = 0u64;
        while let Some(entry) = walk::next_entry(&mut reader) {
            match entry {
                Ok(entry) => {
                    let file = entry.file_name().to_bytes();
                    if !self.is_hidden(file) {
                        let blocks = self.add(fd, name, file, entry.file_type(), false);
                        total = total.saturating_add(blocks);
                    }
                }
                Err(error) => {
                    self.complain(operand, "reading directory", name, error);
                    break;
                }
            }
            if self.report.ended() {
                break;
            }
        }
        self.buffer = buffer;
        total
    }

    fn is_hidden(&self, name: &[u8]) -> bool {
        let hidden = match self.request.hidden {
            Hidden::Dots => {
                name.first() == Some(&b'.') || self.hide.iter().any(|glob| glob.is_match(name))
            }
            Hidden::OwnAndParent => matches!(name, b"." | b".."),
            Hidden::None => false,
        };
        hidden
            || (!self.request.backups && name.last() == Some(&b'~'))
            || self.ignored.iter().any(|glob| glob.is_match(name))
    }

    /// Adds a file; returns how many blocks it takes.
    fn add(
        &mut self,
        at: BorrowedFd<'_>,
        directory: &[u8],
        name: &[u8],
        kind: FileType,
        operand: bool,
    ) -> u64 {
        let request = self.request;
        let mut file = File {
            name: name.to_vec(),
            kind,
            stat: None,
            link: None,
            link_mode: 0,
            mark: Mark::None,
        };
        let needs_stat = matches!(request.sort, Sort::Time | Sort::Size)
            || request.long
            || request.blocks
            || request.inode;
        let needs_kind = request.recursive || request.indicator != Indicator::None;
        let unclear = kind == FileType::Unknown
            || (kind == FileType::Symlink && request.dereference == Dereference::Always)
            || (kind == FileType::RegularFile && request.indicator == Indicator::Classify);
        let is_looked_at = operand || needs_stat || (needs_kind && unclear);
        if !is_looked_at {
            self.files.push(file);
            return 0;
        }
        let full = || full_name(directory, name);
        let found = if operand { Found::AsOperand } else { Found::InDirectory };
        let shows_loops = self.report.context.has(Change::LsLoops);
        let (result, followed) = look(at, name, request.dereference, found, shows_loops);
        let stat = match result {
            Ok(stat) => stat,
            Err(error) => {
                self.complain(operand, "cannot access", &full(), error);
                if !operand {
                    self.files.push(file);
                }
                return 0;
            }
        };
        file.kind = FileType::from_raw_mode(stat.st_mode);
        let blocks = u64::try_from(stat.st_blocks).unwrap_or(0);
        if needs_stat || request.indicator != Indicator::None {
            file.stat = Some(Box::new(stat));
        }
        if request.long {
            file.mark = mark(at, name, followed, file.kind);
            if file.kind == FileType::Symlink {
                match stage::door::readlinkat(at, name, Vec::new()) {
                    Ok(text) => file.link = Some(text.into_bytes()),
                    Err(error) => {
                        self.complain(operand, "cannot read symbolic link", &full(), error);
                    }
                }
                if file.link.is_some()
                    && request.indicator >= Indicator::Type
                    && let Ok(target) = stage::door::statat(at, name, AtFlags::empty())
                {
                    file.link_mode = target.st_mode;
                }
            }
        }
        self.files.push(file);
        blocks
    }

    fn sort(&mut self) {
        let request = self.request;
        let by_name = |a: &File, b: &File| a.name.cmp(&b.name);
        let time = |file: &File| {
            file.stat.as_ref().map_or((0, 0), |stat| match request.time {
                Time::Modification => (stat.st_mtime, stat.st_mtime_nsec),
                Time::Access => (stat.st_atime, stat.st_atime_nsec),
                Time::Change => (stat.st_ctime, stat.st_ctime_nsec),
            })
        };
        let size = |file: &File| file.stat.as_ref().map_or(0, |stat| stat.st_size);
        let extension = |file: &File| {
            let at = file.name.iter().rposition(|&byte| byte == b'.');
            at.map_or(Vec::new(), |at| file.name[at..].to_vec())
        };
        let compare: &dyn Fn(&File, &File) -> Ordering = match request.sort {
            Sort::None => return,
            Sort::Name => &by_name,
            Sort::Time => &|a, b| time(b).cmp(&time(a)).then_with(|| by_name(a, b)),
            Sort::Size => &|a, b| size(b).cmp(&size(a)).then_with(|| by_name(a, b)),
            Sort::Extension => &|a, b| extension(a).cmp(&extension(b)).then_with(|| by_name(a, b)),
        };
        match request.reverse {
            false => crate::sorting::sort_by(&mut self.files, compare),
            true => crate::sorting::sort_by(&mut self.files, |a, b| compare(b, a)),
        }
    }

    /// Lets directories be listed later. Operands that are directories are not shown
    /// themselves.
    fn set_aside(&mut self, directory: Option<&[u8]>, operand: bool) {
        for file in self.files.iter().rev() {
            if file.kind != FileType::Directory
                || (directory.is_some()
                    && names::is_dot_or_dotdot(names::last_component(&file.name)))
            {
                continue;
            }
            let name = match directory {
                Some(directory) => names::join(directory, &file.name),
                None => file.name.clone(),
            };
            self.pending.push(Pending::Directory { name, operand });
        }
        if operand {
            let is_directory = |file: &mut File| file.kind == FileType::Directory;
            self.removed = self.files.extract_if(.., is_directory).collect();
        }
    }

    /// An amount of blocks of `unit` bytes, in the unit that was asked for.
    pub(super) fn amount(&self, count: u64, unit: u64) -> String {
        match self.request.human {
            Some(base) => readable(count.saturating_mul(unit), base),
            None if unit == 512 => count.div_ceil(2).to_string(),
            None => count.to_string(),
        }
    }

    /// Writes the files that have been gathered.
    fn show(&mut self) {
        if self.files.is_empty() {
            return;
        }
        let files = std::mem::take(&mut self.files);
        if let Some(mut long) = self.long.take() {
            long.show(self, &files);
            self.long = Some(long);
        } else {
            self.show_names(&files);
        }
        self.files = files;
    }

    fn show_names(&mut self, files: &[File]) {
        let request = self.request;
        let inode = |file: &File| {
            file.stat.as_ref().map_or("?".to_string(), |stat| stat.st_ino.to_string())
        };
        let width = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| text.len()).max().unwrap_or(0)
        };
        let removed = std::mem::take(&mut self.removed);
        let all = || files.iter().chain(&removed);
        let inode_width = match request.inode && !self.is_apart {
            true => width(&mut all().map(|file| {
                file.stat.as_ref().map_or("0".to_string(), |stat| stat.st_ino.to_string())
            })),
            false => 0,
        };
        let blocks_width = match request.blocks {
            true => width(&mut all().filter_map(|file| {
                file.stat
                    .as_ref()
                    .map(|stat| self.amount(u64::try_from(stat.st_blocks).unwrap_or(0), 512))
            })),
            false => 0,
        };
        for file in files {
            if request.inode {
                let text = format!("{:>inode_width$} ", inode(file));
                self.report.say(&[text.as_bytes()]);
            }
            if request.blocks {
                let text = file.stat.as_ref().map_or("?".to_string(), |stat| {
                    self.amount(u64::try_from(stat.st_blocks).unwrap_or(0), 512)
                });
                let text = format!("{text:>blocks_width$} ");
                self.report.say(&[text.as_bytes()]);
            }
            let output = self.report.output();
            output.extend_from_slice(&file.name);
            if request.indicator != Indicator::None
                && let Some(sign) =
                    sign(request.indicator, file.stat.as_ref().map(|stat| stat.st_mode), file.kind)
            {
                output.push(sign);
            }
            output.push(request.end);
            self.report.spill();
            if self.report.ended() {
                return;
            }
        }
    }
}

/// How a file comes to be listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// It is an operand.
    AsOperand,
    /// It is in a directory that is listed.
    InDirectory,
}

/// stat(2), following links as far as asked for; and whether they were followed.
fn look(
    at: BorrowedFd<'_>,
    name: &[u8],
    dereference: Dereference,
    found: Found,
    shows_loops: bool,
) -> (Result<Stat, Errno>, bool) {
    let follow = match dereference {
        Dereference::Never => false,
        Dereference::Always => true,
        Dereference::OperandsToDirectories | Dereference::Operands => found == Found::AsOperand,
    };
    if follow {
        let itself = dereference == Dereference::OperandsToDirectories;
        if itself
            && let Ok(stat) = stage::door::statat(at, name, AtFlags::SYMLINK_NOFOLLOW)
            && FileType::from_raw_mode(stat.st_mode) != FileType::Symlink
        {
            // There is nothing to follow, which needs no second look.
            return (Ok(stat), true);
        }
        let result = stage::door::statat(at, name, AtFlags::empty());
        let itself = itself
            && match &result {
                Ok(stat) => FileType::from_raw_mode(stat.st_mode) != FileType::Directory,
                Err(error) => *error == Errno::NOENT || shows_loops && *error == Errno::LOOP,
            };
        if !itself {
            return (result, true);
        }
    }
    (stage::door::statat(at, name, AtFlags::SYMLINK_NOFOLLOW), false)
}

/// The name of a file in messages.
fn full_name(directory: &[u8], name: &[u8]) -> Vec<u8> {
    if directory.is_empty() || directory == b"." || name.first() == Some(&b'/') {
        return name.to_vec();
    }
    let mut full = directory.to_vec();
    if full.last() != Some(&b'/') {
        full.push(b'/');
    }
    full.extend_from_slice(name);
    full
}

/// Looks for labels and lists, which are extended attributes.
fn mark(at: BorrowedFd<'_>, name: &[u8], followed: bool, kind: FileType) -> Mark {
    let Ok(size @ 1..) = list_attributes(at, name, followed, &mut []) else { return Mark::None };
    let mut list = vec![0u8; size];
    let read = list_attributes(at, name, followed, &mut list);
    list.truncate(read.unwrap_or(0));
    let has = |attribute: &[u8]| list.split(|&byte| byte == 0).any(|other| other == attribute);
    let listed = has(b"system.posix_acl_access")
        || (kind == FileType::Directory && has(b"system.posix_acl_default"));
    if kind != FileType::Symlink && listed {
        Mark::List
    } else if has(b"security.selinux") {
        Mark::Label
    } else {
        Mark::None
    }
}

/// Lists the extended attributes of a file; with no room, only how long the list is.
fn list_attributes(
    at: BorrowedFd<'_>,
    name: &[u8],
    followed: bool,
    list: &mut [u8],
) -> Result<usize, Errno> {
    match stage::attributes::list_attributes(at, name, followed, list) {
        Err(Errno::NOSYS) => {}
        result => return result,
    }
    let path = path_at(at, name);
    match followed {
        true => rustix::fs::listxattr(&path[..], list),
        false => rustix::fs::llistxattr(&path[..], list),
    }
}

/// What stands behind a name.
pub(super) fn sign(indicator: Indicator, mode: Option<u32>, kind: FileType) -> Option<u8> {
    let kind = mode.map_or(kind, FileType::from_raw_mode);
    match kind {
        FileType::RegularFile => {
            let executable = mode.is_some_and(|mode| mode & 0o111 != 0);
            (executable && indicator == Indicator::Classify).then_some(b'*')
        }
        FileType::Directory => Some(b'/'),
        _ if indicator == Indicator::Slash => None,
        FileType::Symlink => Some(b'@'),
        FileType::Fifo => Some(b'|'),
        FileType::Socket => Some(b'='),
        _ => None,
    }
}
