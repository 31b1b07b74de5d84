//! Names of users and groups for what files say of their owners (POSIX XBD 3.187, 3.425),
//! looked up once.

use crate::system::accounts::{self, Database};
use std::collections::BTreeMap;

/// Names that have been looked up.
#[derive(Default)]
pub(crate) struct Owners {
    users: Names,
    groups: Names,
}

#[derive(Default)]
struct Names {
    database: Option<Option<Database>>,
    known: BTreeMap<u32, Option<Vec<u8>>>,
}

impl Names {
    fn get(&mut self, id: u32, open: fn() -> Option<Database>) -> Option<&[u8]> {
        let database = self.database.get_or_insert_with(open);
        let name = self.known.entry(id).or_insert_with(|| {
            let entry = database.as_ref().and_then(|database| database.by_id(id));
            entry.map(|entry| entry.name)
        });
        name.as_deref()
    }
}

impl Owners {
    /// The name of a user, where there is one.
    pub(crate) fn user(&mut self, id: u32) -> Option<&[u8]> {
        self.users.get(id, Database::users)
    }

    /// The name of a group, where there is one.
    pub(crate) fn group(&mut self, id: u32) -> Option<&[u8]> {
        self.groups.get(id, Database::groups)
    }

    /// The name of a user, or its number.
    pub(crate) fn user_or_number(&mut self, id: u32) -> Vec<u8> {
        self.user(id).map_or_else(|| id.to_string().into_bytes(), <[u8]>::to_vec)
    }

    /// The name of a group, or its number.
    pub(crate) fn group_or_number(&mut self, id: u32) -> Vec<u8> {
        self.group(id).map_or_else(|| id.to_string().into_bytes(), <[u8]>::to_vec)
    }
}

/// Whether all accounts are in files (nsswitch.conf(5)): then a number that is not there has no
/// name. What systemd adds has no files, nor any of its own.
pub(crate) fn are_in_files() -> bool {
    let Ok(configuration) = accounts::read("/etc/nsswitch.conf") else { return true };
    [&b"passwd:"[..], b"group:"].iter().all(|line| {
        let sources = configuration
            .split(|&byte| byte == b'\n')
            .find_map(|text| text.trim_ascii_start().strip_prefix(*line));
        sources.is_none_or(|sources| {
            sources
                .split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty())
                .all(|word| matches!(word, b"files" | b"systemd"))
        })
    })
}
