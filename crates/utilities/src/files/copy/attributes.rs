//! What is preserved beside the content: times, owner, extended attributes, permissions and
//! access control lists (acl(5), xattr(7)).

use super::content::times;
use super::{Copier, Destination};
use crate::files::resolve::path_at;
use crate::program::Family;
use crate::{Change, Context};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{
    AtFlags, FileType, Gid, Mode, OFlags, Stat, Timespec, Timestamps, Uid, XattrFlags,
};
use rustix::io::Errno;
use stage::attributes::set_entry_mode;

const ACCESS: &str = "system.posix_acl_access";
const DEFAULT: &str = "system.posix_acl_default";

/// chmod(2) of a file that is no symbolic link.
pub(crate) fn chmod_no_follow(at: BorrowedFd<'_>, name: &[u8], mode: u32) -> Result<(), Errno> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = stage::door::openat(at, name, flags, Mode::empty())?;
    if FileType::from_raw_mode(rustix::fs::fstat(&fd)?.st_mode) == FileType::Symlink {
        return Err(Errno::OPNOTSUPP);
    }
    // fchmod(2) takes no O_PATH descriptor.
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    rustix::fs::chmod(path, Mode::from_raw_mode(mode & 0o7777))
}

/// A file whose attributes are read or changed: by a descriptor, or by its name.
#[derive(Clone, Copy)]
pub(super) enum File<'f> {
    Open(&'f OwnedFd),
    Named(BorrowedFd<'f>, &'f [u8]),
}

impl File<'_> {
    /// The name by which the calls without a directory argument find it.
    fn path(&self) -> Vec<u8> {
        match self {
            File::Open(fd) => format!("/proc/self/fd/{}", fd.as_raw_fd()).into_bytes(),
            File::Named(at, name) => path_at(*at, name),
        }
    }

    /// The names of all extended attributes, each with a NUL.
    fn attributes(&self) -> Result<Vec<u8>, Errno> {
        read_all(
            || match self {
                File::Open(fd) => rustix::fs::flistxattr_query(fd),
                File::Named(..) => rustix::fs::llistxattr_query(self.path()),
            },
            |list| match self {
                File::Open(fd) => rustix::fs::flistxattr(fd, list),
                File::Named(..) => rustix::fs::llistxattr(self.path(), list),
            },
        )
    }

    fn attribute(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        read_all(
            || match self {
                File::Open(fd) => rustix::fs::fgetxattr_query(fd, name),
                File::Named(..) => rustix::fs::lgetxattr_query(self.path(), name),
            },
            |value| match self {
                File::Open(fd) => rustix::fs::fgetxattr(fd, name, value),
                File::Named(..) => rustix::fs::lgetxattr(self.path(), name, value),
            },
        )
    }

    fn set_attribute(&self, name: &[u8], value: &[u8]) -> Result<(), Errno> {
        let flags = XattrFlags::empty();
        match self {
            File::Open(fd) => rustix::fs::fsetxattr(fd, name, value, flags),
            File::Named(..) => rustix::fs::lsetxattr(self.path(), name, value, flags),
        }
    }

    fn chmod(&self, mode: u32) -> Result<(), Errno> {
        let mode = Mode::from_raw_mode(mode & 0o7777);
        match self {
            File::Open(fd) => rustix::fs::fchmod(fd, mode),
            File::Named(at, name) => set_entry_mode(at, *name, mode),
        }
    }
}

/// Asks for the size of something, and then for itself, until both agree.
fn read_all(
    size: impl Fn() -> Result<usize, Errno>,
    read: impl Fn(&mut [u8]) -> Result<usize, Errno>,
) -> Result<Vec<u8>, Errno> {
    loop {
        let size = size()?;
        if size == 0 {
            return Ok(Vec::new());
        }
        let mut bytes = vec![0u8; size];
        match read(&mut bytes) {
            Ok(count) => {
                bytes.truncate(count);
                return Ok(bytes);
            }
            // It has grown.
            Err(Errno::RANGE) => {}
            Err(error) => return Err(error),
        }
    }
}

/// The access control list that says no more than the permission bits.
fn minimal(mode: u32) -> [u8; 28] {
    let mut list = [0xff; 28];
    list[..4].copy_from_slice(&2u32.to_le_bytes());
    let entries = [(1u16, mode >> 6), (4, mode >> 3), (0x20, mode)];
    for (place, (tag, bits)) in list[4..].chunks_exact_mut(8).zip(entries) {
        place[..2].copy_from_slice(&tag.to_le_bytes());
        place[2..4].copy_from_slice(&((bits & 7) as u16).to_le_bytes());
    }
    list
}

/// Whether the error says that a list is impossible here, rather than that it failed.
fn means_unsupported(error: Errno) -> bool {
    matches!(error, Errno::BUSY | Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP)
}

/// Gives a file a mode and access control lists (None: none beyond the mode).
fn apply(
    file: File<'_>,
    mode: u32,
    directory: bool,
    access: Option<&[u8]>,
    default: Option<&[u8]>,
) -> Result<(), Errno> {
    let early = mode & 0o7000 != 0;
    if early {
        file.chmod(mode)?;
    }
    let list = minimal(mode);
    let failure = match file.set_attribute(ACCESS.as_bytes(), access.unwrap_or(&list)) {
        Ok(()) => {
            return match (directory, default) {
                (false, _) => Ok(()),
                (true, Some(default)) => file.set_attribute(DEFAULT.as_bytes(), default),
                (true, None) => match rustix::fs::lremovexattr(file.path(), DEFAULT) {
                    Err(error) if error != Errno::NODATA => Err(error),
                    _ => Ok(()),
                },
            };
        }
        Err(error) if means_unsupported(error) && access.is_none() => None,
        Err(error) => Some(error),
    };
    if !early {
        file.chmod(mode)?;
    }
    failure.map_or(Ok(()), Err)
}

/// Copies the access control lists that a file has; those that a copy has and the file has not
/// stay, as under coreutils 9.2 and later.
fn copy_lists(from: File<'_>, to: File<'_>) -> Result<(), Errno> {
    let list = match from.attributes() {
        Ok(list) => list,
        Err(Errno::NOSYS | Errno::OPNOTSUPP) => return Ok(()),
        Err(error) => return Err(error),
    };
    for name in list.split(|byte| *byte == 0) {
        if name == ACCESS.as_bytes() || name == DEFAULT.as_bytes() {
            to.set_attribute(name, &from.attribute(name)?)?;
        }
    }
    Ok(())
}

/// Attributes that are not copied: permissions are preserved otherwise, the rest belongs to
/// the system (Debian's /etc/xattr.conf).
fn is_excluded(name: &[u8]) -> bool {
    matches!(
        name,
        b"system.nfs4_acl"
            | b"system.nfs4acl"
            | b"system.posix_acl_access"
            | b"system.posix_acl_default"
            | b"trusted.SGI_ACL_DEFAULT"
            | b"trusted.SGI_ACL_FILE"
            | b"trusted.SGI_CAP_FILE"
            | b"trusted.SGI_MAC_FILE"
            | b"security.evm"
    ) || [&b"trusted.SGI_DMI_"[..], b"xfsroot.", b"user.Beagle.", b"afs."]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// The times that a copy keeps. busybox's cp has the modification time alone, in seconds.
fn kept_times(context: &Context<'_>, source: &Stat) -> Timestamps {
    if context.program.family != Family::Busybox {
        return times(source);
    }
    let time = Timespec { tv_sec: source.st_mtime, tv_nsec: 0 };
    Timestamps { last_access: time, last_modification: time }
}

impl Copier<'_, '_, '_> {
    /// Preserves what is to be preserved of a regular file. `modes`: what it was to be made
    /// with, what of that is missing still, and what was added.
    pub(super) fn preserve_content_attributes(
        &mut self,
        (source, from, source_stat): (&[u8], &OwnedFd, &Stat),
        (destination, to, to_stat): (&Destination, &OwnedFd, &Stat),
        (mode, omitted, extra): (u32, u32, u32),
        new: bool,
    ) -> bool {
        let name = &destination.name[..];
        let mut source_mode = source_stat.st_mode;
        if self.options.preserve_times
            && let Err(error) =
                rustix::fs::futimens(to, &kept_times(self.report.context, source_stat))
        {
            self.report.fail_on("preserving times for", name, error);
            if self.options.require_preserve {
                return false;
            }
        }
        let owned = source_stat.st_uid == to_stat.st_uid && source_stat.st_gid == to_stat.st_gid;
        if self.options.preserve_ownership && !owned {
            match self.set_owner(File::Open(to), name, source_stat, (!new).then_some(to_stat)) {
                None => return false,
                Some(true) => {}
                Some(false) => source_mode &= !0o7000,
            }
        }
        let mut ok = true;
        let (from, to) = (File::Open(from), File::Open(to));
        if self.options.preserve_attributes {
            self.copy_attributes(source, from, name, to);
        }
        if self.options.preserve_mode || self.options.moving {
            let copied = self.copy_permissions(source, from, name, to, source_mode);
            ok &= copied || !self.options.require_preserve;
        } else if let Some(mode) = self.options.mode {
            ok &= self.set_permissions(name, to, mode, false);
        } else if self.options.usual_mode && new {
            let umask = self.report.context.umask();
            ok &= self.set_permissions(name, to, 0o666 & !umask, false);
        } else if omitted | extra != 0 {
            let umask = self.report.context.umask();
            if (omitted & !umask) | extra != 0
                && let Err(error) = to.chmod(mode & !umask)
            {
                self.report.fail_on("preserving permissions for", name, error);
                ok &= !self.options.require_preserve;
            }
        }
        ok
    }

    /// Sets the owner and group of a copy. `before`: what the destination was, where it existed.
    /// Returns whether that worked; None where it is a failure that it did not.
    pub(super) fn set_owner(
        &mut self,
        file: File<'_>,
        name: &[u8],
        source: &Stat,
        before: Option<&Stat>,
    ) -> Option<bool> {
        if let Some(before) = before
            && (self.options.preserve_mode || self.options.moving || self.options.mode.is_some())
        {
            // The permissions of before may be too generous for the new owner.
            let new = match self.options.preserve_mode || self.options.moving {
                true => source.st_mode,
                false => self.options.mode.unwrap_or(0),
            };
            let safe = before.st_mode & new & 0o700;
            if let Err(error) = apply(file, safe, false, None, None) {
                let excused = matches!(error, Errno::PERM | Errno::INVAL) && !self.privileged;
                if !excused {
                    self.report.fail_on("clearing permissions for", name, error);
                }
                return if self.options.require_preserve { None } else { Some(false) };
            }
        }
        let (user, group) = (Uid::from_raw(source.st_uid), Gid::from_raw(source.st_gid));
        let change = |user, group| match file {
            File::Open(fd) => rustix::fs::fchown(fd, user, group),
            File::Named(at, name) => {
                stage::door::chownat(at, name, user, group, AtFlags::SYMLINK_NOFOLLOW)
            }
        };
        let error = match change(Some(user), Some(group)) {
            Ok(()) => return Some(true),
            Err(error) => error,
        };
        if matches!(error, Errno::PERM | Errno::INVAL) {
            // The group at least.
            let _ = change(None, Some(group));
        }
        if !self.may_fail_to_chown(error) {
            self.report.fail_on("failed to preserve ownership for", name, error);
            if self.options.require_preserve {
                return None;
            }
        }
        Some(false)
    }

    /// Whether somebody who is not root may fail to give files away.
    pub(super) fn may_fail_to_chown(&self, error: Errno) -> bool {
        matches!(error, Errno::PERM | Errno::INVAL) && !self.privileged
    }

    /// Copies extended attributes; what fails is reported, unless it is to be expected.
    pub(super) fn copy_attributes(
        &mut self,
        source: &[u8],
        from: File<'_>,
        name: &[u8],
        to: File<'_>,
    ) {
        let quiet = self.options.fewer_messages && self.options.data;
        let is_reported = |error| !(quiet || matches!(error, Errno::OPNOTSUPP | Errno::NODATA));
        let list = match from.attributes() {
            Ok(list) => list,
            Err(error) => {
                if is_reported(error) && error != Errno::NOSYS {
                    self.report_attribute("listing attributes of ", None, source, error);
                }
                return;
            }
        };
        for attribute in list.split(|&byte| byte == 0) {
            if attribute.is_empty() || is_excluded(attribute) {
                continue;
            }
            match from.attribute(attribute) {
                Ok(value) => match to.set_attribute(attribute, &value) {
                    Ok(()) => {}
                    Err(error) if is_reported(error) => {
                        let text = "setting attribute ";
                        self.report_attribute(text, Some((attribute, " for ")), name, error);
                    }
                    Err(_) => {}
                },
                Err(error) if is_reported(error) => {
                    let text = "getting attribute ";
                    self.report_attribute(text, Some((attribute, " of ")), source, error);
                }
                Err(_) => {}
            }
        }
    }

    /// A message that does not count as a failure.
    fn report_attribute(
        &mut self,
        text: &str,
        attribute: Option<(&[u8], &str)>,
        name: &[u8],
        error: Errno,
    ) {
        let reason = crate::message::reason(&error.into());
        let quoted = self.report.quote(name);
        match attribute {
            None => self.report.remark(&[text.as_bytes(), &quoted, b": ", reason.as_bytes()]),
            Some((attribute, between)) => {
                let attribute = self.report.quote(attribute);
                self.report.remark(&[
                    text.as_bytes(),
                    &attribute,
                    between.as_bytes(),
                    &quoted,
                    b": ",
                    reason.as_bytes(),
                ]);
            }
        }
    }

    /// Copies access control lists and the mode.
    pub(super) fn copy_permissions(
        &mut self,
        source: &[u8],
        from: File<'_>,
        name: &[u8],
        to: File<'_>,
        mode: u32,
    ) -> bool {
        if self.report.context.has(Change::CopyModes) {
            let result = to.chmod(mode).and_then(|()| copy_lists(from, to));
            return result
                .map_err(|error| {
                    let marked = self.report.mark(name);
                    self.report.fail(&[b"preserving permissions for ", &marked], error);
                })
                .is_ok();
        }
        let directory = FileType::from_raw_mode(mode) == FileType::Directory;
        let read = |attribute: &str| match from.attribute(attribute.as_bytes()) {
            Ok(list) => Ok(Some(list)),
            Err(Errno::NODATA) => Ok(None),
            Err(error) if means_unsupported(error) => Ok(None),
            Err(error) => Err(error),
        };
        let lists = read(ACCESS)
            .and_then(|access| Ok((access, if directory { read(DEFAULT)? } else { None })));
        let (access, default) = match lists {
            Ok(lists) => lists,
            Err(error) => {
                let marked = self.report.mark(source);
                self.report.fail(&[&marked], error);
                return false;
            }
        };
        match apply(to, mode & 0o7777, directory, access.as_deref(), default.as_deref()) {
            Ok(()) => true,
            Err(error) => {
                let marked = self.report.mark(name);
                self.report.fail(&[b"preserving permissions for ", &marked], error);
                false
            }
        }
    }

    /// Sets a mode, without any access control list.
    pub(super) fn set_permissions(
        &mut self,
        name: &[u8],
        file: File<'_>,
        mode: u32,
        directory: bool,
    ) -> bool {
        match apply(file, mode, directory, None, None) {
            Ok(()) => true,
            Err(error) => {
                let marked = self.report.mark(name);
                self.report.fail(&[b"setting permissions for ", &marked], error);
                false
            }
        }
    }
}

/// A file of a directory.
pub(super) fn named<'f>(at: &'f impl AsFd, name: &'f [u8]) -> File<'f> {
    File::Named(at.as_fd(), name)
}
