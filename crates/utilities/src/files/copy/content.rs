//! Copying one regular file: opening both sides, the data, what is to be preserved.

use super::{Copier, Dereference, Destination, is_same};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, SeekFrom, Stat, Timespec, Timestamps};
use rustix::io::Errno;
use std::ops::Range;

/// Bytes copied at a time: between two of them a terminal may interrupt.
const CHUNK: usize = 16 << 20;
/// Bytes read at a time where the kernel does not copy by itself.
const BLOCK: usize = 256 << 10;

/// The access and modification times of a file.
pub(super) fn times(stat: &Stat) -> Timestamps {
    Timestamps {
        last_access: Timespec { tv_sec: stat.st_atime, tv_nsec: stat.st_atime_nsec as i64 },
        last_modification: Timespec { tv_sec: stat.st_mtime, tv_nsec: stat.st_mtime_nsec as i64 },
    }
}

/// Two open files, the second of which becomes a copy of the first, and their names.
struct Pair<'a> {
    from: &'a OwnedFd,
    to: &'a OwnedFd,
    source: &'a [u8],
    destination: &'a [u8],
}

impl Copier<'_, '_, '_> {
    /// Copies the content of `source` to `destination`, which is made with `mode` without
    /// `omitted`. `new`: whether the destination does not exist; says so afterwards.
    pub(super) fn copy_content(
        &mut self,
        source: &[u8],
        source_stat: &Stat,
        destination: &Destination,
        mode: u32,
        omitted: u32,
        new: &mut bool,
    ) -> bool {
        let mut flags = OFlags::RDONLY | OFlags::CLOEXEC;
        if self.dereference == Dereference::Never {
            flags |= OFlags::NOFOLLOW;
        }
        let from = match stage::door::openat(self.here(), source, flags, Mode::empty()) {
            Ok(from) => from,
            Err(error) => {
                let quoted = self.report.quote(source);
                self.report.fail(&[b"cannot open ", &quoted, b" for reading"], error);
                return false;
            }
        };
        let open_stat = match rustix::fs::fstat(&from) {
            Ok(stat) => stat,
            Err(error) => {
                self.report.fail_on("cannot fstat", source, error);
                return false;
            }
        };
        if !is_same(source_stat, &open_stat) {
            let quoted = self.report.quote(source);
            self.report.complain(&[
                b"skipping file ",
                &quoted,
                b", as it was replaced while being copied",
            ]);
            return false;
        }
        let Some((to, extra, omitted)) = self.open_destination(destination, mode, omitted, new)
        else {
            return false;
        };
        let to_stat = match rustix::fs::fstat(&to) {
            Ok(stat) => stat,
            Err(error) => {
                self.report.fail_on("cannot fstat", &destination.name, error);
                return false;
            }
        };
        let mut extra = extra;
        if to_stat.st_mode | extra != to_stat.st_mode
            && rustix::fs::fchmod(&to, Mode::from_raw_mode((to_stat.st_mode | extra) & 0o7777))
                .is_err()
        {
            extra = 0;
        }
        if self.options.data
            && !self.clone(&from, &open_stat, &to, &to_stat)
            && !self.copy_data(&from, &open_stat, &to, &to_stat, source, &destination.name)
        {
            return false;
        }
        self.preserve_content_attributes(
            (source, &from, source_stat),
            (destination, &to, &to_stat),
            (mode, omitted, extra),
            *new,
        )
    }

    /// Opens or creates the destination. Returns it, the permissions that were added for a
    /// while, and those that are missing still.
    fn open_destination(
        &mut self,
        destination: &Destination,
        mode: u32,
        omitted: u32,
        new: &mut bool,
    ) -> Option<(OwnedFd, u32, u32)> {
        let relative = destination.relative();
        let mut opened = Err(Errno::NOENT);
        if !*new {
            let mut flags = OFlags::WRONLY | OFlags::CLOEXEC;
            if self.options.data {
                flags |= OFlags::TRUNC;
            }
            opened = stage::door::openat(self.target(), relative, flags, Mode::empty());
            if let Err(error) = opened
                && error != Errno::NOENT
                && self.options.force
            {
                match stage::door::unlinkat(self.target(), relative, AtFlags::empty()) {
                    Ok(()) => self.tell_removed(&destination.name),
                    Err(Errno::NOENT) => {}
                    Err(error) => {
                        self.report.fail_on("cannot remove", &destination.name, error);
                        return None;
                    }
                }
                opened = Err(Errno::NOENT);
            }
            match opened {
                Ok(fd) => return Some((fd, 0, 0)),
                Err(Errno::NOENT) => *new = true,
                Err(_) => {}
            }
        }
        let mut extra = 0;
        if *new {
            // Extended attributes can only be set on what is writable.
            let mut bits = mode & !omitted;
            if self.options.preserve_attributes && !self.privileged {
                bits |= 0o200;
            }
            extra = bits & !mode;
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            let bits = Mode::from_raw_mode(bits);
            opened = stage::door::openat(self.target(), relative, flags, bits);
            if matches!(opened, Err(Errno::EXIST)) && !self.options.moving {
                // Writing through a link that leads nowhere cannot be done safely.
                if stage::door::readlinkat(self.target(), relative, Vec::new()).is_ok() {
                    let quoted = self.report.quote(&destination.name);
                    self.report.complain(&[b"not writing through dangling symlink ", &quoted]);
                    return None;
                }
            }
            if matches!(opened, Err(Errno::ISDIR))
                && crate::files::names::ends_with_slash(&destination.name)
            {
                opened = Err(Errno::NOTDIR);
            }
        }
        match opened {
            Ok(fd) => Some((fd, extra, omitted)),
            Err(error) => {
                self.report.fail_on("cannot create regular file", &destination.name, error);
                None
            }
        }
    }

    /// Lets both files share their blocks, where the file system can.
    fn clone(&mut self, from: &OwnedFd, from_stat: &Stat, to: &OwnedFd, to_stat: &Stat) -> bool {
        let devices = (from_stat.st_dev, to_stat.st_dev);
        if !self.options.reflink || self.no_clones.contains(&devices) {
            return false;
        }
        match rustix::fs::ioctl_ficlone(to, from) {
            Ok(()) => true,
            Err(Errno::OPNOTSUPP | Errno::XDEV | Errno::NOTTY) => {
                self.no_clones.push(devices);
                false
            }
            Err(_) => false,
        }
    }

    /// Copies the data, and holes as holes.
    fn copy_data(
        &mut self,
        from: &OwnedFd,
        from_stat: &Stat,
        to: &OwnedFd,
        to_stat: &Stat,
        source: &[u8],
        destination: &[u8],
    ) -> bool {
        let regular = |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        let sparse = regular(from_stat) && from_stat.st_blocks < from_stat.st_size / 512;
        if !sparse || !regular(to_stat) {
            return self.copy_plain(from, from_stat, to, source, destination);
        }
        let pair = Pair { from, to, source, destination };
        let hole = usize::try_from(to_stat.st_blksize).unwrap_or(4096).clamp(512, BLOCK);
        match rustix::fs::seek(from, SeekFrom::Data(0)) {
            Ok(_) | Err(Errno::NXIO) => {}
            Err(Errno::INVAL | Errno::OPNOTSUPP) => {
                return self
                    .copy_sparse(&pair, 0..u64::MAX, hole)
                    .is_some_and(|end| self.set_length(to, end, destination));
            }
            Err(error) => {
                self.report.fail_on("cannot lseek", source, error);
                return false;
            }
        }
        let mut size = from_stat.st_size as u64;
        let mut at = 0;
        loop {
            let start = match rustix::fs::seek(from, SeekFrom::Data(at)) {
                Ok(start) => start,
                Err(Errno::NXIO) => break,
                Err(error) => {
                    self.report.fail_on("cannot lseek", source, error);
                    return false;
                }
            };
            let end = match rustix::fs::seek(from, SeekFrom::Hole(start)) {
                Ok(end) => end,
                Err(Errno::NXIO) => break,
                Err(error) => {
                    self.report.fail_on("cannot lseek", source, error);
                    return false;
                }
            };
            size = size.max(end);
            match self.copy_sparse(&pair, start..end, hole) {
                Some(reached) if reached < end => {
                    // The file became shorter.
                    size = reached;
                    break;
                }
                Some(reached) => at = reached,
                None => return false,
            }
        }
        self.set_length(to, size, destination)
    }

    fn set_length(&mut self, to: &OwnedFd, length: u64, destination: &[u8]) -> bool {
        match rustix::fs::ftruncate(to, length) {
            Ok(()) => true,
            Err(error) => {
                self.report.fail_on("failed to extend", destination, error);
                false
            }
        }
    }

    /// Copies all of a file, by the kernel where it can.
    fn copy_plain(
        &mut self,
        from: &OwnedFd,
        from_stat: &Stat,
        to: &OwnedFd,
        source: &[u8],
        destination: &[u8],
    ) -> bool {
        let mut total = 0u64;
        while self.options.reflink {
            match stage::door::copy_file_range(from, to, CHUNK) {
                // What the kernel shows in /proc seems empty to this call.
                Ok(0) if total == 0 => break,
                Ok(0) => return true,
                Ok(count) => total += count as u64,
                Err(
                    Errno::NOSYS
                    | Errno::OPNOTSUPP
                    | Errno::INVAL
                    | Errno::BADF
                    | Errno::XDEV
                    | Errno::TXTBSY,
                ) => break,
                Err(Errno::PERM) if total == 0 => break,
                Err(Errno::INTR) => {}
                Err(error) => {
                    self.fail_about("error copying ", source, " to ", destination, error);
                    return false;
                }
            }
            // One call more would only say that this was all.
            if total == from_stat.st_size as u64 {
                return true;
            }
            self.report.look_for_interrupt();
            if self.report.ended() {
                return false;
            }
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(BLOCK, 0);
        let result = loop {
            let count = match stage::door::read(from, &mut buffer[..]) {
                Ok(0) => break true,
                Ok(count) => count,
                Err(Errno::INTR) => 0,
                Err(error) => {
                    self.report.fail_on("error reading", source, error);
                    break false;
                }
            };
            if let Err(error) = write_all(to, &buffer[..count]) {
                self.report.fail_on("error writing", destination, error);
                break false;
            }
            self.report.look_for_interrupt();
            if self.report.ended() {
                break false;
            }
        };
        self.buffer = buffer;
        result
    }

    /// Copies the bytes of `extent`, but no blocks of `hole` zeros. Returns how far the file
    /// reached; `None` after a diagnostic.
    fn copy_sparse(&mut self, pair: &Pair<'_>, extent: Range<u64>, hole: usize) -> Option<u64> {
        let &Pair { from, to, source, destination } = pair;
        let Range { start, end } = extent;
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(BLOCK / hole * hole, 0);
        let mut at = start;
        let mut result = Some(());
        'blocks: while at < end {
            let most = usize::try_from(end - at).unwrap_or(usize::MAX).min(buffer.len());
            let mut filled = 0;
            // A block is looked at whole, however little each read gives.
            while filled < most {
                match stage::door::pread(from, &mut buffer[filled..most], at + filled as u64) {
                    Ok(0) => break,
                    Ok(count) => filled += count,
                    Err(Errno::INTR) => {}
                    Err(error) => {
                        self.report.fail_on("error reading", source, error);
                        result = None;
                        break 'blocks;
                    }
                }
            }
            if filled == 0 {
                break;
            }
            let mut run = 0;
            let mut next = 0;
            for part in buffer[..filled].chunks(hole) {
                let zero = part.iter().all(|&byte| byte == 0);
                if zero && run < next {
                    result = self.write_at(to, &buffer[run..next], at + run as u64, destination);
                }
                next += part.len();
                if zero {
                    run = next;
                }
                if result.is_none() {
                    break 'blocks;
                }
            }
            if run < filled {
                result = self.write_at(to, &buffer[run..filled], at + run as u64, destination);
            }
            at += filled as u64;
            self.report.look_for_interrupt();
            if result.is_none() || self.report.ended() {
                result = None;
                break;
            }
        }
        self.buffer = buffer;
        result.map(|()| at)
    }

    fn write_at(&mut self, to: &OwnedFd, data: &[u8], at: u64, destination: &[u8]) -> Option<()> {
        let mut done = 0;
        while done < data.len() {
            match stage::door::pwrite(to, &data[done..], at + done as u64) {
                Ok(count) => done += count,
                Err(Errno::INTR) => {}
                Err(error) => {
                    self.report.fail_on("error writing", destination, error);
                    return None;
                }
            }
        }
        Some(())
    }
}

/// Writes all of `data`.
fn write_all(to: impl AsFd, data: &[u8]) -> Result<(), Errno> {
    let mut rest = data;
    while !rest.is_empty() {
        match stage::door::write(&to, rest) {
            Ok(count) => rest = &rest[count..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
