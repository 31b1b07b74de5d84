//! Going down into directories that are copied, with a stack on the heap, and what is done to
//! a copy once it is there.

use super::attributes::{chmod_no_follow, named};
use super::content::times;
use super::entry::{Known, Step};
use super::{Copier, Dereference, Destination, Outcome, Presence, Renamed};
use crate::Change;
use crate::files::{names, walk};
use rustix::fd::BorrowedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, Stat};
use rustix::io::Errno;

/// A directory that is being copied.
pub(super) struct Frame {
    pub(super) source: Vec<u8>,
    pub(super) destination: Destination,
    pub(super) source_stat: Stat,
    pub(super) made: Made,
    /// What is in it, and how much of that has been dealt with.
    entries: Vec<Vec<u8>>,
    next: usize,
    /// The entries have been read.
    read: bool,
    ok: bool,
    into_self: bool,
    /// A directory has been made for this operand before.
    made_first: bool,
    /// One was made by something in this directory.
    made_inside: bool,
}

/// How a destination was made, as far as its attributes are concerned.
pub(super) struct Made {
    /// It did not exist before.
    pub(super) new: bool,
    /// What it was before, where it existed.
    pub(super) before: Option<Stat>,
    pub(super) is_link: bool,
    /// Permissions that were left out at first.
    pub(super) omitted: u32,
    /// The mode it had before it was made accessible.
    pub(super) restore: Option<u32>,
    pub(super) operand: bool,
}

/// Where a destination is, and what it is called in messages.
struct DestinationEntry<'a> {
    /// The directory that `relative` starts from.
    at: BorrowedFd<'a>,
    relative: &'a [u8],
    name: &'a [u8],
}

impl Frame {
    pub(super) fn new(
        source: Vec<u8>,
        destination: Destination,
        source_stat: Stat,
        made: Made,
        made_first: bool,
    ) -> Self {
        Self {
            source,
            destination,
            source_stat,
            made,
            entries: Vec::new(),
            next: 0,
            read: false,
            ok: true,
            into_self: false,
            made_first,
            made_inside: false,
        }
    }
}

impl Copier<'_, '_, '_> {
    /// Copies an operand and all that is below it.
    pub(super) fn copy_tree(
        &mut self,
        source: &[u8],
        destination: Destination,
        presence: Presence,
        renamed: Renamed,
        last: bool,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let mut stack: Vec<Frame> = Vec::new();
        let mut made_first = false;
        let step = self.copy_entry(
            source,
            destination,
            Known { presence, renamed, last },
            &stack,
            &mut made_first,
            &mut outcome,
        );
        match step {
            Step::Done(ok) => {
                outcome.ok = ok;
                return outcome;
            }
            Step::Enter(frame) => self.enter(*frame, &mut stack),
        }
        while let Some(frame) = stack.last_mut() {
            if self.report.ended() {
                outcome.ok = false;
                return outcome;
            }
            let entry = match frame.into_self {
                // There is no point in going on.
                true => None,
                false => frame.entries.get_mut(frame.next).map(std::mem::take),
            };
            let Some(entry) = entry else {
                if let Some(frame) = stack.pop() {
                    self.leave(frame, &mut stack, &mut outcome);
                }
                continue;
            };
            frame.next += 1;
            let source = names::join(&frame.source, &entry);
            let destination = Destination {
                name: names::join(&frame.destination.name, &entry),
                at: frame.destination.at,
            };
            let presence = if frame.made.new { Presence::Missing } else { Presence::Unknown };
            let mut made_first = frame.made_first;
            let mut inner = Outcome::default();
            let step = self.copy_entry(
                &source,
                destination,
                Known { presence, renamed: Renamed::NotTried, last: false },
                &stack,
                &mut made_first,
                &mut inner,
            );
            match step {
                Step::Done(ok) => {
                    if let Some(frame) = stack.last_mut() {
                        frame.ok &= ok;
                        frame.into_self |= inner.into_self;
                        frame.made_inside |= made_first;
                    }
                }
                Step::Enter(frame) => self.enter(*frame, &mut stack),
            }
        }
        outcome
    }

    /// Reads what is in a directory, or finds that it is not to be copied.
    fn enter(&mut self, mut frame: Frame, stack: &mut Vec<Frame>) {
        let elsewhere = self.options.one_file_system
            && stack.last().is_some_and(|up| up.source_stat.st_dev != frame.source_stat.st_dev);
        if !elsewhere {
            match self.entries(&frame.source) {
                Ok(entries) => {
                    frame.entries = entries;
                    frame.read = true;
                }
                Err(error) => {
                    self.report.fail_on("cannot access", &frame.source, error);
                    frame.ok = false;
                }
            }
        }
        stack.push(frame);
    }

    /// The names in a directory, in the order of inodes, which is the faster one.
    fn entries(&self, name: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let mut flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        if self.dereference == Dereference::Never {
            flags |= OFlags::NOFOLLOW;
        }
        let fd = stage::door::openat(self.here(), name, flags, Mode::empty())?;
        let mut buffer = Vec::with_capacity(walk::DIRECTORY_BUFFER);
        let mut reader = RawDir::new(&fd, buffer.spare_capacity_mut());
        let mut entries = Vec::new();
        while let Some(entry) = walk::next_entry(&mut reader) {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if !matches!(name, b"." | b"..") {
                entries.push((entry.ino(), name.to_vec()));
            }
        }
        crate::sorting::sort_by_key(&mut entries, |(inode, _)| *inode);
        Ok(entries.into_iter().map(|(_, name)| name).collect())
    }

    /// Finishes a directory, and tells the one above.
    fn leave(&mut self, frame: Frame, stack: &mut [Frame], outcome: &mut Outcome) {
        let made_first = if frame.read { frame.made_inside } else { frame.made_first };
        let ok = frame.ok;
        let into_self = frame.into_self;
        let ok =
            self.finish(&frame.source, &frame.destination, &frame.source_stat, &frame.made, ok);
        match stack.last_mut() {
            Some(up) => {
                up.ok &= ok;
                up.into_self |= into_self;
                up.made_inside |= made_first;
            }
            None => {
                outcome.ok = ok;
                outcome.into_self |= into_self;
            }
        }
    }

    /// Preserves what is to be preserved of anything but a regular file.
    pub(super) fn finish(
        &mut self,
        source: &[u8],
        destination: &Destination,
        source_stat: &Stat,
        made: &Made,
        ok: bool,
    ) -> bool {
        let name = &destination.name[..];
        let relative = destination.relative();
        if made.operand {
            self.record_created(relative);
        }
        let kind = FileType::from_raw_mode(source_stat.st_mode);
        if self.options.hard_link && kind != FileType::Directory {
            return ok;
        }
        if self.options.preserve_times {
            let flags = if made.is_link { AtFlags::SYMLINK_NOFOLLOW } else { AtFlags::empty() };
            let times = times(source_stat);
            if let Err(error) = stage::door::utimensat(self.target(), relative, &times, flags) {
                self.report.fail_on("preserving times for", name, error);
                if self.options.require_preserve {
                    return false;
                }
            }
        }
        let target = self.target.take();
        let at = match &target {
            Some(fd) => rustix::fd::AsFd::as_fd(fd),
            None => self.report.context.directory,
        };
        let entry = DestinationEntry { at, relative, name };
        let result = self.preserve_attributes(source, &entry, source_stat, made, ok);
        self.target = target;
        result
    }

    /// Preserves owner, attributes and permissions; whether nothing has failed. `ok`: so far.
    fn preserve_attributes(
        &mut self,
        source: &[u8],
        entry: &DestinationEntry<'_>,
        source_stat: &Stat,
        made: &Made,
        ok: bool,
    ) -> bool {
        let name = entry.name;
        let mut mode = source_stat.st_mode;
        let owned = made.before.is_some_and(|before| {
            !made.new && before.st_uid == source_stat.st_uid && before.st_gid == source_stat.st_gid
        });
        let here = self.report.context.directory;
        let (from, to) = (named(&here, source), named(&entry.at, entry.relative));
        if !made.is_link && self.options.preserve_ownership && !owned {
            let before = if made.new { None } else { made.before.as_ref() };
            match self.set_owner(to, name, source_stat, before) {
                None => return false,
                Some(true) => {}
                Some(false) => mode &= !0o7000,
            }
        }
        if self.options.preserve_attributes {
            self.copy_attributes(source, from, name, to);
        }
        if made.is_link {
            return ok;
        }
        if self.options.preserve_mode || self.options.moving {
            let copied = self.copy_permissions(source, from, name, to, mode);
            return ok && (copied || !self.options.require_preserve);
        }
        let umask = self.report.context.umask();
        let kind = FileType::from_raw_mode(source_stat.st_mode);
        let directory = kind == FileType::Directory;
        if let Some(mode) = self.options.mode {
            return self.set_permissions(name, to, mode, false) && ok;
        }
        if self.options.usual_mode && made.new {
            let usual = if directory || kind == FileType::Socket { 0o777 } else { 0o666 };
            let mut mode = usual & !umask;
            if directory && self.report.context.has(Change::CopySetGroup) {
                let own = stage::door::statat(entry.at, entry.relative, AtFlags::SYMLINK_NOFOLLOW);
                mode |= own.map_or(0, |own| own.st_mode & 0o2000);
            }
            return self.set_permissions(name, to, mode, directory) && ok;
        }
        self.restore_permissions(entry, made) && ok
    }

    /// Gives a directory the permissions that it was made without, or that were taken from it while
    /// it was written to; whether nothing has failed that has to succeed.
    fn restore_permissions(&mut self, entry: &DestinationEntry<'_>, made: &Made) -> bool {
        let omitted = made.omitted & !self.report.context.umask();
        let mut restore = made.restore;
        if omitted != 0 && restore.is_none() {
            let now = match (made.new, &made.before) {
                (false, Some(before)) => Ok(*before),
                _ => stage::door::statat(entry.at, entry.relative, AtFlags::SYMLINK_NOFOLLOW),
            };
            match now {
                Ok(now) if omitted & !now.st_mode != 0 => restore = Some(now.st_mode),
                Ok(_) => {}
                Err(error) => {
                    self.report.fail_on("cannot stat", entry.name, error);
                    return false;
                }
            }
        }
        if let Some(restore) = restore
            && let Err(error) = chmod_no_follow(entry.at, entry.relative, restore | omitted)
        {
            self.report.fail_on("preserving permissions for", entry.name, error);
            return !self.options.require_preserve;
        }
        true
    }

    /// Remembers that a later operand must not write here.
    pub(super) fn record_created(&mut self, relative: &[u8]) {
        if self.created.is_some()
            && let Ok(stat) =
                stage::door::statat(self.target(), relative, AtFlags::SYMLINK_NOFOLLOW)
            && let Some(created) = &mut self.created
        {
            created.add(relative, &stat);
        }
    }
}
