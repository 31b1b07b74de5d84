//! Tilde expansion (POSIX XCU 2.6.1).

use crate::environment::{Environment, names};

impl Environment {
    /// The directory of a tilde-prefix; the prefix itself where there is none.
    pub(super) fn expand_tilde(&mut self, user: &[u8]) -> Vec<u8> {
        let directory = if user.is_empty() {
            self.text(names::HOME).map(|text| text.to_vec())
        } else {
            self.login_directory(user)
        };
        directory.unwrap_or_else(|| {
            let mut text = b"~".to_vec();
            text.extend_from_slice(user);
            text
        })
    }

    /// The login directory of a user, from /etc/passwd.
    fn login_directory(&self, user: &[u8]) -> Option<Vec<u8>> {
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
            let mut fields = line.split(|&byte| byte == b':');
            if fields.next() == Some(user) {
                return fields.nth(4).map(<[u8]>::to_vec);
            }
            line.clear();
        }
        None
    }
}
