//! Tilde expansion (POSIX XCU 2.6.1).
//!
//! The parser has marked the prefix (unquoted, at the start of a word, or behind `=` and `:` of an
//! assignment). The user's directory comes from HOME or the system's accounts (/etc/passwd). The
//! result is not split or matched.

use super::Builder;
use crate::environment::disciplines::Change;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use dialect::expansion::TildeBeforeSlash;
use syntax::ByteString;

impl Environment {
    /// Appends the directory that a tilde-prefix stands for. Where there is none the prefix is text,
    /// in which `*` is a pattern character. `slash`: a slash follows.
    pub(super) fn append_tilde(&mut self, user: &[u8], slash: bool, builder: &mut Builder<'_>) {
        let rules = &self.rules().expansion;
        let end = match rules.colon_ends_tilde_prefix {
            true => byte_search::memchr(b':', user).unwrap_or(user.len()),
            false => user.len(),
        };
        let changed = match self.has_disciplines && rules.tilde_has_disciplines {
            true => self.disciplined_tilde(&user[..end]),
            false => None,
        };
        match changed.or_else(|| self.home(&user[..end])) {
            Some(mut directory) => {
                let loses = match rules.tilde_before_slash {
                    TildeBeforeSlash::Kept => false,
                    TildeBeforeSlash::RootIsEmpty => directory == b"/",
                    TildeBeforeSlash::LosesSlash => directory.last() == Some(&b'/'),
                };
                if slash && loses {
                    directory.pop();
                }
                builder.quoted(&directory);
            }
            None => {
                builder.literal(b"~", self);
                builder.literal(&user[..end], self);
            }
        }
        builder.literal(&user[end..], self);
    }

    /// A list of directories, with what a tilde-prefix at the beginning of each stands for.
    #[cold]
    pub(crate) fn path_without_tildes(&self, path: &[u8]) -> ByteString {
        let expanded = |entry: &[u8]| {
            let user = entry.strip_prefix(b"~")?;
            let end = byte_search::memchr(b'/', user).unwrap_or(user.len());
            Some([&self.home(&user[..end])?[..], &user[end..]].concat())
        };
        let entries = path.split(|byte| *byte == b':');
        let entries = entries.map(|entry| expanded(entry).unwrap_or_else(|| entry.to_vec()));
        ByteString::from(entries.collect::<Vec<_>>().join(&b':'))
    }

    /// The directory that the discipline functions of `.sh.tilde` give for a tilde-prefix (ksh93):
    /// the prefix is assigned to the variable, whose value is then read. None where that begins
    /// with a tilde.
    #[cold]
    fn disciplined_tilde(&mut self, user: &[u8]) -> Option<Vec<u8>> {
        let slot = self.shared.names.find(b".sh.tilde")?;
        if !self.is_disciplined(slot) {
            return None;
        }
        let mut text = ByteString::from([b"~", user].concat());
        match self.disciplined_change(slot, None, b"set", text.clone()) {
            Some(Change::To(changed)) => text = changed,
            Some(Change::Refused) => text = ByteString::EMPTY,
            None => {}
        }
        self.variables.get_mut(slot).value = Value::String(text);
        let text = self.disciplined(slot).text().unwrap_or_default();
        (!text.is_empty() && text.first() != Some(&b'~')).then(|| text.to_vec())
    }

    /// The directory of a tilde-prefix: a login directory, or one that the shell keeps.
    fn home(&self, user: &[u8]) -> Option<Vec<u8>> {
        match user.is_empty() {
            true if self.rules().expansion.unset_home_is_login_directory
                && !self.variables.get(names::HOME).is_set() =>
            {
                let number = self.user_number();
                self.account(5, |fields| fields.get(2) == Some(&number.as_bytes()))
            }
            true => self.text(names::HOME).map(|text| text.to_vec()),
            false => self.kept_directory(user).or_else(|| self.login_directory(user)),
        }
    }

    /// The directory of `~+` and `~-` (ksh, bash), and of `~1`, `~+1` and `~-1`: an entry of the
    /// directory stack.
    fn kept_directory(&self, user: &[u8]) -> Option<Vec<u8>> {
        if !self.rules().expansion.tilde_names_kept_directories {
            return None;
        }
        let digits = match user {
            b"+" => return self.text(names::PWD).map(|text| text.to_vec()),
            b"-" => return self.text(names::OLDPWD).map(|text| text.to_vec()),
            [b'+' | b'-', digits @ ..] => digits,
            digits => digits,
        };
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let kept = &self.directories.kept;
        // The working directory is number 0, the one kept last number 1.
        let number = match user[0] {
            b'-' => kept.len().checked_sub(number)?,
            _ => number,
        };
        match number {
            0 => self.text(names::PWD).map(|text| text.to_vec()),
            _ => kept.get(kept.len().checked_sub(number)?).map(|text| text.to_vec()),
        }
    }

    /// The login directory of a user, from /etc/passwd.
    fn login_directory(&self, user: &[u8]) -> Option<Vec<u8>> {
        self.account(5, |fields| fields.first() == Some(&user))
    }

    /// The number of the user, in digits.
    fn user_number(&self) -> String {
        let own = || i64::from(rustix::process::geteuid().as_raw());
        self.preloaded_user(true).unwrap_or_else(own).to_string()
    }

    /// The name of the user, from /etc/passwd.
    pub(super) fn user_name(&self) -> Option<Vec<u8>> {
        let number = self.user_number();
        self.account(0, |fields| fields.get(2) == Some(&number.as_bytes()))
    }

    /// The shell of a user, by the user's number.
    pub fn login_shell(&self, user: &[u8]) -> Option<Vec<u8>> {
        self.account(6, |fields| fields.get(2) == Some(&user))
    }

    /// A field of the first line of /etc/passwd whose fields satisfy `wanted`.
    fn account(&self, field: usize, wanted: impl Fn(&[&[u8]]) -> bool) -> Option<Vec<u8>> {
        let fd = rustix::fs::open(
            "/etc/passwd",
            rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC,
            rustix::fs::Mode::empty(),
        )
        .ok()?;
        let file = stage::OpenFile::from_fd(&self.shared.scheduler, fd);
        let mut input = stage::Input::whole(file);
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(count) if count > 0) {
            let fields: Vec<&[u8]> = line.trim_ascii_end().split(|&byte| byte == b':').collect();
            if wanted(&fields) {
                return fields.get(field).map(|text| text.to_vec());
            }
            line.clear();
        }
        None
    }
}
