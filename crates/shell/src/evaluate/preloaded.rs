//! What a library that is loaded into programs (LD_PRELOAD, ld.so(8)) says of files and users.
//!
//! fakeroot(1) shows programs another owner, mode and kind of a file than the kernel does, and
//! another user. The shell is a program without such libraries, so it asks one that has them
//! (test(1), id(1)), and only for what can differ.

use super::Place;
use crate::environment::Environment;
use crate::environment::names::LD_PRELOAD;
use crate::environment::variables::EXPORT;
use crate::unwind::Flow;
use rustix::fs::{AtFlags, FileType};
use stage::door::statat;
use syntax::ByteString;

/// The program that tells of files.
const TEST: &[u8] = b"/usr/bin/test";
/// The program that tells of users.
const ID: &str = "/usr/bin/id";

/// Whether a library may answer otherwise to this operator of test(1): devices, owners, and the
/// bits that only root's files keep.
pub(crate) fn may_differ(operator: &[u8]) -> bool {
    matches!(operator, [b'-', b'b' | b'c' | b'f' | b'g' | b'k' | b'u' | b'G' | b'O'])
}

impl Environment {
    /// Whether programs are launched with libraries that are named by LD_PRELOAD.
    #[inline]
    pub(crate) fn preloads(&self) -> bool {
        let variable = self.variables.get(LD_PRELOAD);
        variable.flags & EXPORT != 0 && variable.value.text().is_some_and(|text| !text.is_empty())
    }

    /// What a program says to `operator path`, an expression of test(1); None where the shell may
    /// look for itself.
    pub(crate) fn test_by_program(&mut self, operator: &[u8], path: &[u8]) -> Flow<Option<bool>> {
        if !may_differ(operator) || !self.preloads() || path.is_empty() {
            return Ok(None);
        }
        let Ok(status) = statat(self.directory(), path, AtFlags::empty()) else {
            return Ok(Some(false));
        };
        // A device that is none is a regular file without content.
        let is_file = FileType::from_raw_mode(status.st_mode).is_file();
        let may_be_device = is_file && status.st_size == 0;
        if matches!(operator, b"-b" | b"-c" | b"-f") && !may_be_device {
            return Ok(None);
        }
        let before = self.status;
        let fields: Vec<ByteString> =
            [TEST, operator, path].into_iter().map(ByteString::new).collect();
        self.run_program(&fields, Place::ANY)?;
        let status = std::mem::replace(&mut self.status, before);
        Ok((status < 2).then_some(status == 0))
    }

    /// The number of the real or the effective user, where libraries may say another one.
    pub(crate) fn preloaded_user(&self, is_effective: bool) -> Option<i64> {
        if !self.preloads() {
            return None;
        }
        let letters = if is_effective { "-u" } else { "-ru" };
        let output = launch::command::Command::new(ID).arg(letters).output().ok()?;
        std::str::from_utf8(&output.stdout).ok()?.trim_end().parse().ok()
    }
}
