//! Walks over file trees by directory descriptors, in the order and with the safety of the GNU
//! library's fts: every directory is opened relative to the one that holds it, symbolic links
//! are not followed unless asked for, and the way back up is a descriptor that was kept or `..`
//! checked against what it must be. Neither the depth of a tree nor the length of its names has
//! a limit but memory; no recursion.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, RawDirEntry, Stat};
use rustix::io::Errno;

/// Which symbolic links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// None (-P).
    Never,
    /// Those named by the caller (-H).
    Roots,
    /// All (-L).
    Always,
}

/// How a walk goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Symbolic links.
    pub follow: Follow,
    /// Which entries of a directory are looked at with stat(2) before they are shown.
    pub stat: StatWhat,
    /// Directories on another device than the root's are shown, but not entered.
    pub one_file_system: bool,
}

/// Which entries are looked at with stat(2). Roots always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatWhat {
    /// Those whose type the directory does not tell.
    UnknownTypes,
    /// Directories too.
    Directories,
    /// All.
    Everything,
}

/// What the walk has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// A directory, before what is in it.
    Directory,
    /// A directory, after what is in it.
    Leave,
    /// Anything else.
    File,
    /// A symbolic link that was to be followed, but leads nowhere.
    DanglingLink,
    /// stat(2) failed.
    StatFailed(Errno),
    /// A directory that could not be read; it was shown as [`Visit::Directory`] before.
    Unreadable(Errno),
    /// A directory of which only a part could be read; comes in place of [`Visit::Leave`].
    Failed(Errno),
    /// A directory that is one of those above it.
    Cycle,
    /// The way back is lost: the walk is over.
    Lost(Errno),
}

/// Directory descriptors that are kept open at once.
const KEPT: usize = 32;
/// Entries that are read from a directory at a time.
const BATCH: usize = 100_000;
/// A batch with more entries than this is visited in the order of inodes.
const SORTED: usize = 10_000;
/// Bytes read from a directory at a time.
pub(crate) const DIRECTORY_BUFFER: usize = 32 << 10;

/// An entry of a directory.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    length: u16,
    kind: FileType,
    inode: u64,
}

/// Entries with their names.
#[derive(Default)]
struct Entries {
    names: Vec<u8>,
    list: Vec<Entry>,
}

impl Entries {
    fn name(&self, entry: Entry) -> &[u8] {
        let start = entry.start as usize;
        self.names.get(start..start + usize::from(entry.length)).unwrap_or_default()
    }

    fn push(&mut self, name: &[u8], kind: FileType, inode: u64) {
        // A name has at most 255 bytes, a batch some 100,000 of them.
        let start = self.names.len() as u32;
        self.names.extend_from_slice(name);
        self.list.push(Entry { start, length: name.len() as u16, kind, inode });
    }
}

/// A directory that has been entered.
struct Level {
    /// None while others need the place more.
    fd: Option<OwnedFd>,
    /// What the directory is, where that was asked for.
    stat: Option<Stat>,
    /// Length of its name in the path.
    path: usize,
    entries: Entries,
    next: usize,
    /// There may be more to read.
    unread: bool,
    /// Entries read already that belong to the next batch.
    carried: Entries,
    error: Option<Errno>,
    /// Set by the caller on this directory and all above it.
    marked: bool,
}

/// A walk over the trees below some names.
pub(crate) struct Walk<'d> {
    base: BorrowedFd<'d>,
    settings: Settings,
    levels: Vec<Level>,
    path: Vec<u8>,
    /// Where the last component begins in the path; the whole name for a root.
    name: usize,
    stat: Option<Stat>,
    kind: FileType,
    /// The inode number, as the directory has it.
    inode: Option<u64>,
    /// Device of the current root.
    device: u64,
    /// The current entry is a directory that is to be entered next.
    enter: bool,
    /// Index of the level that a cycle leads back to.
    cycle: usize,
    marked: bool,
    lost: bool,
    buffer: Vec<u8>,
}

impl<'d> Walk<'d> {
    /// A walk that starts in `base`; [`Self::start`] names the first root.
    pub(crate) fn new(base: BorrowedFd<'d>, settings: Settings) -> Self {
        Self {
            base,
            settings,
            levels: Vec::new(),
            path: Vec::new(),
            name: 0,
            stat: None,
            kind: FileType::Unknown,
            inode: None,
            device: 0,
            enter: false,
            cycle: 0,
            marked: false,
            lost: false,
            buffer: Vec::new(),
        }
    }

    /// Begins the tree below `root`, a name relative to the base, and shows it. Where several
    /// slashes end it, one stays.
    pub(crate) fn start_trimmed(&mut self, root: &[u8]) -> Visit {
        let mut length = root.len();
        if length > 2 && root[length - 1] == b'/' {
            while length > 1 && root[length - 2] == b'/' {
                length -= 1;
            }
        }
        self.start(&root[..length])
    }

    /// Begins the tree below `root`, a name relative to the base, and shows it.
    pub(crate) fn start(&mut self, root: &[u8]) -> Visit {
        self.levels.clear();
        self.path.clear();
        self.path.extend_from_slice(root);
        self.name = 0;
        self.marked = false;
        self.lost = false;
        self.kind = FileType::Unknown;
        self.inode = None;
        let visit = self.look();
        if let Some(stat) = &self.stat {
            self.device = stat.st_dev;
        }
        visit
    }

    /// Shows every entry of the tree below `root` to `visit`, which returns whether to go on. What
    /// cannot be looked at is tried once more, as GNU's chmod and chown do. Returns false where the
    /// walk has lost its way.
    pub(crate) fn visit_all(
        &mut self,
        root: &[u8],
        mut visit: impl FnMut(&mut Self, Visit) -> bool,
    ) -> bool {
        let mut next = self.start_trimmed(root);
        if matches!(next, Visit::StatFailed(_)) {
            next = self.look();
        }
        loop {
            let goes_on = visit(self, next);
            if matches!(next, Visit::Lost(_)) {
                return false;
            }
            if !goes_on {
                return true;
            }
            match self.next() {
                Some(entry) => next = entry,
                None => return true,
            }
        }
    }

    /// Does not enter the directory that was shown last; it will not be left either.
    pub(crate) fn skip(&mut self) {
        self.enter = false;
    }

    /// Whether the directory that was shown last will be entered.
    pub(crate) fn enters(&self) -> bool {
        self.enter
    }

    /// The name from the root on.
    pub(crate) fn path(&self) -> &[u8] {
        &self.path
    }

    /// The name to be used with [`Self::directory`].
    pub(crate) fn name(&self) -> &[u8] {
        &self.path[self.name..]
    }

    /// The directory that holds the current entry.
    pub(crate) fn directory(&self) -> BorrowedFd<'_> {
        match self.levels.last() {
            Some(level) => level.fd.as_ref().map_or(self.base, |fd| fd.as_fd()),
            None => self.base,
        }
    }

    /// How far below the root the current entry is; 0 is the root.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// What stat(2) says, where it was asked.
    pub(crate) fn stat(&self) -> Option<&Stat> {
        self.stat.as_ref()
    }

    /// The type, as far as it is known without asking.
    pub(crate) fn kind(&self) -> FileType {
        match &self.stat {
            Some(stat) => FileType::from_raw_mode(stat.st_mode),
            None => self.kind,
        }
    }

    /// The inode number of an entry, as the directory has it: another one than stat(2) says
    /// where something is mounted.
    pub(crate) fn inode(&self) -> Option<u64> {
        self.inode
    }

    /// The device of the root.
    pub(crate) fn device(&self) -> u64 {
        self.device
    }

    /// Marks all directories above the current entry.
    pub(crate) fn mark_above(&mut self) {
        for level in self.levels.iter_mut().rev() {
            if std::mem::replace(&mut level.marked, true) {
                break;
            }
        }
    }

    /// Whether the current directory, which is being left, is marked.
    pub(crate) fn is_marked(&self) -> bool {
        self.marked
    }

    /// After [`Visit::Cycle`]: the name of the directory that it leads back to.
    pub(crate) fn cycle_path(&self) -> &[u8] {
        match self.levels.get(self.cycle) {
            Some(level) => &self.path[..level.path],
            None => &self.path,
        }
    }

    /// Whether the current directory is one of those above it, mounted there once more.
    pub(crate) fn is_own_ancestor(&self) -> bool {
        self.stat.is_some_and(|stat| self.ancestor_of(&stat).is_some())
    }

    /// Which of the directories on the way down has this status.
    fn ancestor_of(&self, stat: &Stat) -> Option<usize> {
        let is_same = |level: &Level| {
            level.stat.is_some_and(|s| s.st_ino == stat.st_ino && s.st_dev == stat.st_dev)
        };
        self.levels.iter().position(is_same)
    }

    /// Goes on; None at the end of the tree.
    pub(crate) fn next(&mut self) -> Option<Visit> {
        if self.lost {
            return None;
        }
        if std::mem::take(&mut self.enter)
            && let Err(error) = self.descend()
        {
            return Some(Visit::Unreadable(error));
        }
        let level = self.levels.last_mut()?;
        if level.next == level.entries.list.len() && level.unread {
            level.next = 0;
            level.entries = std::mem::take(&mut level.carried);
            if let Some(fd) = &level.fd
                && let Err(error) = read_batch(fd, self.settings.follow, &mut self.buffer)
                    .map(|batch| batch.move_into(&mut level.entries, &mut level.carried))
                    .map(|unread| level.unread = unread)
            {
                level.unread = false;
                level.error = Some(error);
            }
        }
        let Some(&entry) = level.entries.list.get(level.next) else {
            return Some(self.ascend());
        };
        level.next += 1;
        self.path.truncate(level.path);
        if self.path.last() != Some(&b'/') {
            self.path.push(b'/');
        }
        self.name = self.path.len();
        self.path.extend_from_slice(level.entries.name(entry));
        self.kind = entry.kind;
        self.inode = Some(entry.inode);
        self.marked = false;
        let ask = match entry.kind {
            FileType::Unknown => true,
            FileType::Directory => self.settings.stat != StatWhat::UnknownTypes,
            FileType::Symlink if self.settings.follow == Follow::Always => true,
            _ => self.settings.stat == StatWhat::Everything,
        };
        if ask {
            return Some(self.look());
        }
        self.stat = None;
        if entry.kind == FileType::Directory {
            self.enter = true;
            return Some(Visit::Directory);
        }
        Some(Visit::File)
    }

    /// Asks stat(2) about the current entry.
    fn look(&mut self) -> Visit {
        let follow = match self.settings.follow {
            Follow::Never => false,
            Follow::Roots => self.levels.is_empty(),
            Follow::Always => true,
        };
        let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        self.stat = None;
        let result = stage::door::statat(self.directory(), self.name(), flags);
        let stat = match result {
            Ok(stat) => stat,
            Err(Errno::NOENT) if follow => {
                let flags = AtFlags::SYMLINK_NOFOLLOW;
                match stage::door::statat(self.directory(), self.name(), flags) {
                    Ok(stat) => {
                        self.stat = Some(stat);
                        return Visit::DanglingLink;
                    }
                    Err(_) => return Visit::StatFailed(Errno::NOENT),
                }
            }
            Err(error) => return Visit::StatFailed(error),
        };
        self.stat = Some(stat);
        if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
            return Visit::File;
        }
        if self.settings.follow == Follow::Always
            && let Some(at) = self.ancestor_of(&stat)
        {
            self.cycle = at;
            return Visit::Cycle;
        }
        self.enter =
            !self.settings.one_file_system || self.levels.is_empty() || stat.st_dev == self.device;
        Visit::Directory
    }

    /// Enters the current directory and reads its entries.
    fn descend(&mut self) -> Result<(), Errno> {
        let follow = match self.settings.follow {
            Follow::Never => false,
            Follow::Roots => self.levels.is_empty(),
            Follow::Always => true,
        };
        let mut flags = OFlags::RDONLY
            | OFlags::DIRECTORY
            | OFlags::NOCTTY
            | OFlags::NONBLOCK
            | OFlags::CLOEXEC;
        if !follow {
            flags |= OFlags::NOFOLLOW;
        }
        let fd = stage::door::openat(self.directory(), self.name(), flags, Mode::empty())?;
        if self.settings.follow == Follow::Always {
            // Links were followed: it must be the directory that was looked at.
            let now = rustix::fs::fstat(&fd)?;
            if self.stat.is_none_or(|s| s.st_ino != now.st_ino || s.st_dev != now.st_dev) {
                return Err(Errno::NOENT);
            }
        }
        let batch = read_batch(&fd, self.settings.follow, &mut self.buffer)?;
        let mut level = Level {
            fd: Some(fd),
            stat: self.stat,
            path: self.path.len(),
            entries: Entries::default(),
            next: 0,
            unread: false,
            carried: Entries::default(),
            error: batch.error,
            marked: false,
        };
        level.unread = batch.move_into(&mut level.entries, &mut level.carried);
        self.levels.push(level);
        self.close_one();
        Ok(())
    }

    /// Closes the descriptor of the outermost directory that has one, where there are many.
    fn close_one(&mut self) {
        let Some(at) = self.levels.len().checked_sub(KEPT + 1) else { return };
        let level = &mut self.levels[at];
        // A directory that is still being read stays open.
        if let Some(fd) = &level.fd
            && !level.unread
        {
            if level.stat.is_none() {
                level.stat = rustix::fs::fstat(fd).ok();
            }
            if level.stat.is_some() {
                level.fd = None;
            }
        }
    }

    /// Leaves the innermost directory.
    fn ascend(&mut self) -> Visit {
        let Some(left) = self.levels.pop() else { return Visit::Leave };
        if let Some(parent) = self.levels.last_mut()
            && parent.fd.is_none()
        {
            match reopen_parent(left.fd.as_ref(), parent.stat.as_ref()) {
                Ok(fd) => parent.fd = Some(fd),
                Err(error) => {
                    self.lost = true;
                    return Visit::Lost(error);
                }
            }
        }
        self.path.truncate(left.path);
        self.name = match self.levels.last() {
            // After the slash that was put behind the name of the parent, unless it had one.
            Some(parent) => {
                let slash = self.path.get(parent.path - 1) == Some(&b'/');
                parent.path + usize::from(!slash)
            }
            None => 0,
        };
        self.stat = left.stat;
        self.kind = FileType::Directory;
        self.inode = None;
        self.marked = left.marked;
        match left.error {
            Some(error) => Visit::Failed(error),
            None => Visit::Leave,
        }
    }
}

/// Opens `..`, which must be what it was when the walk came by.
fn reopen_parent(child: Option<&OwnedFd>, parent: Option<&Stat>) -> Result<OwnedFd, Errno> {
    let (Some(child), Some(parent)) = (child, parent) else { return Err(Errno::NOENT) };
    let flags = OFlags::RDONLY
        | OFlags::DIRECTORY
        | OFlags::NOCTTY
        | OFlags::NONBLOCK
        | OFlags::CLOEXEC
        | OFlags::NOFOLLOW;
    let fd = stage::door::openat(child, c"..", flags, Mode::empty())?;
    let now = rustix::fs::fstat(&fd)?;
    if now.st_ino != parent.st_ino || now.st_dev != parent.st_dev {
        return Err(Errno::NOENT);
    }
    Ok(fd)
}

/// What was read from a directory at a time.
struct Batch {
    entries: Entries,
    /// Reading stopped before the end of the directory.
    unread: bool,
    error: Option<Errno>,
    sort: bool,
}

impl Batch {
    /// Appends the entries to `entries`, those that are too many to `carried`; whether there
    /// may be more to read.
    fn move_into(self, entries: &mut Entries, carried: &mut Entries) -> bool {
        if entries.list.is_empty() {
            *entries = self.entries;
        } else {
            for &entry in &self.entries.list {
                entries.push(self.entries.name(entry), entry.kind, entry.inode);
            }
        }
        if entries.list.len() > BATCH {
            for entry in entries.list.split_off(BATCH) {
                let name = entries.name(entry).to_vec();
                carried.push(&name, entry.kind, entry.inode);
            }
        }
        if self.sort && entries.list.len() > SORTED {
            crate::sorting::sort_by_key(&mut entries.list, |entry| entry.inode);
        }
        self.unread
    }
}

/// The next entry of a directory. One that has been removed meanwhile has none (readdir(3)).
pub(crate) fn next_entry<'b, Fd: AsFd>(
    reader: &'b mut RawDir<'_, Fd>,
) -> Option<Result<RawDirEntry<'b>, Errno>> {
    match reader.next() {
        Some(Err(Errno::NOENT)) => None,
        next => next,
    }
}

/// The names in a directory, up to so many; None where there are more, or where it cannot be read.
pub(crate) fn entries(directory: impl AsFd, name: &[u8], most: usize) -> Option<Vec<Vec<u8>>> {
    let flags = OFlags::RDONLY
        | OFlags::DIRECTORY
        | OFlags::NOCTTY
        | OFlags::NOFOLLOW
        | OFlags::NONBLOCK
        | OFlags::CLOEXEC;
    let fd = stage::door::openat(directory, name, flags, Mode::empty()).ok()?;
    let mut buffer = Vec::with_capacity(4096);
    let mut reader = RawDir::new(&fd, buffer.spare_capacity_mut());
    let mut names = Vec::new();
    while let Some(entry) = next_entry(&mut reader) {
        let entry = entry.ok()?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        if names.len() == most {
            return None;
        }
        names.push(name.to_vec());
    }
    Some(names)
}

/// Reads a batch of entries. An error is one of the whole directory when nothing was read.
fn read_batch(fd: &OwnedFd, follow: Follow, buffer: &mut Vec<u8>) -> Result<Batch, Errno> {
    let mut batch = Batch { entries: Entries::default(), unread: false, error: None, sort: false };
    buffer.clear();
    buffer.reserve(DIRECTORY_BUFFER);
    let mut reader = RawDir::new(fd, buffer.spare_capacity_mut());
    while let Some(entry) = next_entry(&mut reader) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if batch.entries.list.is_empty() => return Err(error),
            Err(error) => {
                batch.error = Some(error);
                break;
            }
        };
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            batch.entries.push(name, entry.file_type(), entry.ino());
        }
        if batch.entries.list.len() >= BATCH && reader.is_buffer_empty() {
            batch.unread = true;
            break;
        }
    }
    if batch.entries.list.len() > SORTED {
        // Where all links are followed, fts asks no file system.
        batch.sort = follow == Follow::Always || sorting_helps(fd);
    }
    Ok(batch)
}

/// Whether the file system is one on which the order of inodes is the faster one: all but NFS,
/// CIFS and tmpfs, as fts has it.
fn sorting_helps(fd: &OwnedFd) -> bool {
    match rustix::fs::fstatfs(fd) {
        Ok(system) => {
            !matches!(system.f_type as u64 & 0xffff_ffff, 0x6969 | 0xff53_4d42 | 0x0102_1994)
        }
        Err(_) => true,
    }
}
