//! Editing a file in place (`-i`): the output goes to a new file in the same directory, which
//! then takes the name of the old one.

use super::Stop;
use crate::text::stream::{self, Writer};
use crate::{Context, message};
use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid};
use stage::OpenFile;
use std::os::fd::OwnedFd;
use std::rc::Rc;

/// A file that is being edited.
pub struct Edit {
    /// The new file.
    fd: OwnedFd,
    /// Its name until it is complete.
    temporary: Vec<u8>,
    target: Vec<u8>,
    /// What is added to the name of the old file, which stays then.
    suffix: Vec<u8>,
    old: Stat,
}

/// How often another name is tried.
const ATTEMPTS: usize = 100;

impl Edit {
    /// Begins to edit the file `name`, which has been opened as `file`.
    pub fn begin(
        context: &Context<'_>,
        name: &[u8],
        file: &Rc<OpenFile>,
        suffix: &[u8],
    ) -> Result<(Self, Writer), Stop> {
        let mut text = b"couldn't edit ".to_vec();
        text.extend_from_slice(name);
        if file.is_terminal() {
            text.extend_from_slice(b": is a terminal");
            return Err(Stop::Complain(text, 4));
        }
        let regular = |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        let Some(old) = file.stat().filter(regular) else {
            text.extend_from_slice(b": not a regular file");
            return Err(Stop::Complain(text, 4));
        };
        let slash = byte_search::memrchr(b'/', name);
        let folder: &[u8] = slash.map_or(b".", |at| &name[..at]);
        let mut temporary = Vec::new();
        let mut result = Err(rustix::io::Errno::EXIST);
        for _ in 0..ATTEMPTS {
            temporary.clear();
            temporary.extend_from_slice(folder);
            temporary.extend_from_slice(b"/sed");
            temporary.extend_from_slice(&random_letters());
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            let mode = Mode::from_raw_mode(0o600);
            result = stage::door::openat(context.directory, &temporary[..], flags, mode);
            if !matches!(result, Err(rustix::io::Errno::EXIST)) {
                break;
            }
        }
        let opened = result.and_then(|fd| Ok((rustix::io::fcntl_dupfd_cloexec(&fd, 10)?, fd)));
        match opened {
            Ok((fd, writing)) => {
                let writer = Writer::new(OpenFile::from_fd(context.scheduler, writing));
                let (target, suffix) = (name.to_vec(), suffix.to_vec());
                Ok((Self { fd, temporary, target, suffix, old }, writer))
            }
            Err(error) => {
                let mut text = b"couldn't open temporary file ".to_vec();
                text.extend_from_slice(folder);
                text.extend_from_slice(b"/sedXXXXXX: ");
                text.extend_from_slice(message::reason(&error.into()).as_bytes());
                Err(Stop::Complain(text, 4))
            }
        }
    }

    /// Gives the new file the owner, permissions and name of the old one. That it has another owner
    /// is not reported, that it has other permissions is, and neither is a failure (GNU sed).
    pub fn commit(self, context: &Context<'_>) -> Result<(), Stop> {
        let (uid, gid) = (Uid::from_raw(self.old.st_uid), Gid::from_raw(self.old.st_gid));
        if rustix::fs::fchown(&self.fd, Some(uid), Some(gid)).is_err() {
            let _ = rustix::fs::fchown(&self.fd, None, Some(gid));
        }
        let mode = Mode::from_raw_mode(self.old.st_mode & 0o7777);
        if let Err(error) = rustix::fs::fchmod(&self.fd, mode) {
            let before = "preserving permissions for ";
            context.error(stream::sentence(context, before, &self.temporary, "", &error.into()));
        }
        if mode.intersects(Mode::SUID | Mode::SGID) {
            self.write_last_byte();
        }
        let rename = |from: &[u8], to: &[u8]| {
            stage::door::renameat(context.directory, from, context.directory, to).map_err(|error| {
                let mut text = b"cannot rename ".to_vec();
                text.extend_from_slice(from);
                text.extend_from_slice(b": ");
                text.extend_from_slice(message::reason(&error.into()).as_bytes());
                Stop::Complain(text, 4)
            })
        };
        let result = if self.suffix.is_empty() {
            Ok(())
        } else {
            rename(&self.target, &[&self.target[..], &self.suffix].concat())
        };
        let result = result.and_then(|()| rename(&self.temporary, &self.target));
        if result.is_err() {
            self.abandon(context);
        }
        result
    }

    /// Writes the last byte again. GNU sed writes what its buffer still holds after it has set the
    /// permissions, and by that the kernel takes set-user-id and set-group-id from the file of an
    /// ordinary user. Nothing to write, or nothing left in the buffer, takes nothing away.
    fn write_last_byte(&self) {
        const BUFFER: u64 = 4096;
        let size = rustix::fs::fstat(&self.fd).map_or(0, |stat| stat.st_size.cast_unsigned());
        let mut byte = [0];
        if !size.is_multiple_of(BUFFER)
            && matches!(stage::door::pread(&self.fd, &mut byte, size - 1), Ok(1))
        {
            let _ = stage::door::pwrite(&self.fd, &byte, size - 1);
        }
    }

    /// Removes the new file.
    pub fn abandon(self, context: &Context<'_>) {
        let _ = stage::door::unlinkat(context.directory, &self.temporary[..], AtFlags::empty());
    }
}

/// Six letters that nobody can foresee.
fn random_letters() -> [u8; 6] {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut bytes = [0u8; 6];
    let _ = rustix::rand::getrandom(&mut bytes[..], rustix::rand::GetRandomFlags::empty());
    bytes.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()])
}
