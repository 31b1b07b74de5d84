//! Names of users and groups, where the system's files decide them (passwd(5), group(5)).
//!
//! nsswitch.conf(5) may name other sources. As long as the files come first, a name that is in
//! them is the answer; one that is not makes the caller step aside.

use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;
use std::io;

/// One line of a database.
pub(crate) struct Entry {
    /// The name.
    pub(crate) name: Vec<u8>,
    /// The number: of the user, or of the group.
    pub(crate) id: u32,
    /// The group of a user.
    pub(crate) group: u32,
    /// The members of a group, with commas between them.
    members: Vec<u8>,
}

/// A database of accounts.
pub(crate) struct Database {
    text: Vec<u8>,
    users: bool,
    /// No other source has a say.
    whole: bool,
}

impl Database {
    /// /etc/passwd; `None` where other sources come before it.
    pub(crate) fn users() -> Option<Self> {
        Self::open(b"passwd:", "/etc/passwd", true)
    }

    /// /etc/group; `None` where other sources come before it.
    pub(crate) fn groups() -> Option<Self> {
        Self::open(b"group:", "/etc/group", false)
    }

    fn open(line: &[u8], path: &str, users: bool) -> Option<Self> {
        let mut whole = true;
        if let Ok(configuration) = read("/etc/nsswitch.conf") {
            let asks = |text: &[u8]| text.trim_ascii_start().starts_with(b"initgroups");
            whole = !configuration.split(|&byte| byte == b'\n').any(asks);
            let sources = configuration.split(|&byte| byte == b'\n').find_map(|text| {
                text.trim_ascii_start().strip_prefix(line).map(<[u8]>::trim_ascii_start)
            })?;
            let mut sources = sources.split(|byte| byte.is_ascii_whitespace());
            if sources.next() != Some(b"files") {
                return None;
            }
            whole &= sources.all(<[u8]>::is_empty);
        }
        Some(Self { text: read(path).ok()?, users, whole })
    }

    /// Whether no other source has a say.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The groups that have this member, in the order of the file.
    pub(crate) fn with_member(&self, name: &[u8]) -> impl Iterator<Item = Entry> + '_ {
        let name = name.to_vec();
        self.entries().filter(move |entry| {
            entry.members.split(|byte| *byte == b',').any(|member| member == name)
        })
    }

    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.text.split(|&byte| byte == b'\n').filter_map(|line| {
            let mut fields = line.split(|&byte| byte == b':');
            let name = fields.next().filter(|name| !name.is_empty())?;
            if matches!(name[0], b'+' | b'-' | b'#') {
                return None;
            }
            let id = number(fields.nth(1)?)?;
            let next = fields.next();
            let group = if self.users { number(next?)? } else { id };
            let members = next.filter(|_| !self.users).unwrap_or_default().to_vec();
            Some(Entry { name: name.to_vec(), id, group, members })
        })
    }

    /// The first entry with this number.
    pub(crate) fn by_id(&self, id: u32) -> Option<Entry> {
        self.entries().find(|entry| entry.id == id)
    }

    /// The first entry with this name.
    pub(crate) fn by_name(&self, name: &[u8]) -> Option<Entry> {
        self.entries().find(|entry| entry.name == name)
    }
}

fn number(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A small file as a whole.
pub(crate) fn read(path: &str) -> io::Result<Vec<u8>> {
    let file = stage::door::openat(CWD, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mut text = Vec::with_capacity(4096);
    loop {
        text.reserve(4096);
        match stage::door::read(&file, rustix::buffer::spare_capacity(&mut text)) {
            Ok(0) => return Ok(text),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
