//! users: who is logged in (GNU coreutils manual, users(1)).
//!
//! As the file of logins has it (utmp(5)): where the installed one asks systemd, or a file cannot be
//! read, that is launched.

use crate::system::{accounts, stream};
use crate::{Change, Context, Decision, Utility, locale, planned};
use rustix::fs::{CWD, Dir, Mode, OFlags};
use rustix::io::Errno;
use std::io;

/// The utility.
pub const UTILITY: Utility = Utility { name: "users", plan: decide, options: "" };

const FILE: &str = "/var/run/utmp";
/// Where systemd keeps what it knows of sessions.
const SESSIONS: &str = "/run/systemd/sessions";

/// An entry: how long it is, and where its type, process and user are.
const LENGTH: usize = 384;
const PROCESS: usize = 4;
const USER: std::ops::Range<usize> = 44..76;
/// The type of a login (USER_PROCESS).
const LOGIN: u8 = 7;

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let text = match locale::unusual(context) {
        Some(reason) => Err(reason),
        None if !arguments.is_empty() => Err("an argument"),
        None => text(context).ok_or("logins that are not in a plain file"),
    };
    planned(text, |context, text| stream::write_all(context, &text))
}

/// The names in order, in a line; nothing where nobody is logged in. None where the file does not
/// decide it.
fn text(context: &Context<'_>) -> Option<Vec<u8>> {
    let file = match accounts::read(FILE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        file => file.ok()?,
    };
    let mut names = logins(&file, is_running)?;
    if context.has(Change::UsersSessions) && !(names.is_empty() && has_no_sessions()) {
        return None;
    }
    names.sort_unstable();
    let mut text = names.join(&b' ');
    if !names.is_empty() {
        text.push(b'\n');
    }
    Some(text)
}

/// The users that a file of logins names; None for a file of another kind.
fn logins(file: &[u8], is_running: impl Fn(i32) -> bool) -> Option<Vec<&[u8]>> {
    let (entries, rest) = file.as_chunks::<LENGTH>();
    if !rest.is_empty() || !cfg!(target_arch = "x86_64") && !entries.is_empty() {
        return None;
    }
    let is_login = |entry: &&[u8; LENGTH]| {
        let process = entry[PROCESS..].first_chunk().map_or(0, |id| i32::from_le_bytes(*id));
        entry[..2] == [LOGIN, 0] && entry[USER.start] != 0 && (process <= 0 || is_running(process))
    };
    Some(entries.iter().filter(is_login).map(user).collect())
}

/// The name of an entry's user, without blanks at its end.
fn user(entry: &[u8; LENGTH]) -> &[u8] {
    let name = &entry[USER];
    let name = &name[..byte_search::memchr(0, name).unwrap_or(name.len())];
    let blanks = name.iter().rev().take_while(|byte| **byte == b' ').count();
    &name[..name.len() - blanks]
}

/// Whether a process of this id exists.
fn is_running(process: i32) -> bool {
    let process = rustix::process::Pid::from_raw(process);
    process.is_some_and(|it| rustix::process::test_kill_process(it) != Err(Errno::SRCH))
}

/// Whether systemd knows of no session.
fn has_no_sessions() -> bool {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = stage::door::openat(CWD, SESSIONS, flags, Mode::empty()).and_then(Dir::new);
    match folder {
        Err(error) => error == Errno::NOENT,
        Ok(folder) => {
            folder.flatten().all(|entry| matches!(entry.file_name().to_bytes(), b"." | b".."))
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn entry(kind: u8, process: i32, user: &[u8]) -> Vec<u8> {
        let mut entry = vec![0; LENGTH];
        entry[0] = kind;
        entry[PROCESS..PROCESS + 4].copy_from_slice(&process.to_le_bytes());
        entry[USER.start..USER.start + user.len()].copy_from_slice(user);
        entry
    }

    #[test]
    fn logins_are_entries_of_users_whose_processes_run() {
        let file = [
            entry(2, 0, b"reboot"),
            entry(LOGIN, 10, b"b "),
            entry(LOGIN, 11, b"gone"),
            entry(LOGIN, 12, &[b'a'; 32]),
            entry(LOGIN, 13, b""),
            entry(8, 14, b"dead"),
        ];
        let file = file.concat();
        let names = logins(&file, |process| process != 11);
        assert_eq!(names, Some(vec![&b"b"[..], &[b'a'; 32]]));
        assert_eq!(logins(&[0; 100], |_| true), None);
        assert_eq!(logins(b"", |_| true), Some(Vec::new()));
    }
}
