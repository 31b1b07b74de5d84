//! Where PATH led for commands of virtual subshells.
//!
//! A subshell forgets what it found (its `hash` table is its own), as a process would; but to
//! search PATH again for every `$(basename …)` costs more than the utility does. What was
//! found is kept here as long as nothing can have changed it: until the shell itself creates
//! a file, runs a utility that might, or has a process besides its own. Not visible to
//! scripts: `hash` shows the environment's table alone.

use crate::environment::Located;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use syntax::{ByteString, Name};

/// The table.
#[derive(Default)]
pub struct Lookups {
    /// The value of PATH it is for, and what that led to.
    found: RefCell<(ByteString, BTreeMap<Name, Located>)>,
    /// Something was created since the table was filled.
    stale: Cell<bool>,
    /// A process in the background may create something at any time.
    uncertain: Cell<bool>,
}

/// Utilities that create and change no file, whatever their arguments; and, of those that
/// can, see [`creates_nothing`].
const READERS: &[&[u8]] = &[
    b"[",
    b"arch",
    b"b2sum",
    b"base32",
    b"base64",
    b"basename",
    b"cat",
    b"cksum",
    b"cmp",
    b"column",
    b"comm",
    b"cut",
    b"date",
    b"df",
    b"diff",
    b"dirname",
    b"du",
    b"echo",
    b"egrep",
    b"env",
    b"expand",
    b"expr",
    b"false",
    b"fgrep",
    b"fmt",
    b"fold",
    b"getconf",
    b"getopt",
    b"grep",
    b"groups",
    b"head",
    b"hexdump",
    b"hostname",
    b"id",
    b"join",
    b"logname",
    b"ls",
    b"md5sum",
    b"nl",
    b"nproc",
    b"numfmt",
    b"od",
    b"paste",
    b"pr",
    b"printenv",
    b"printf",
    b"pwd",
    b"readlink",
    b"realpath",
    b"rev",
    b"seq",
    b"sha1sum",
    b"sha256sum",
    b"sha512sum",
    b"shuf",
    b"sleep",
    b"stat",
    b"sum",
    b"tac",
    b"tail",
    b"test",
    b"tr",
    b"true",
    b"tsort",
    b"tty",
    b"uname",
    b"unexpand",
    b"users",
    b"wc",
    b"which",
    b"whoami",
    b"xargs",
    b"xxd",
    b"yes",
];

/// Whether a utility, called like this, leaves the file system as it was. (`env` and `xargs`
/// do so themselves; what they run is looked at in its turn.)
pub fn creates_nothing(utility: &str, arguments: &[ByteString]) -> bool {
    let holds =
        |bytes: &[u8]| arguments.iter().any(|text| text.iter().any(|byte| bytes.contains(byte)));
    match utility {
        // The commands and flags w, W and e, and the option -i.
        "sed" => {
            !holds(b"wWe")
                && !arguments.iter().any(|text| text.first() == Some(&b'-') && text.contains(&b'i'))
        }
        "awk" | "mawk" | "gawk" => {
            !holds(b">|") && !arguments.iter().any(|text| text.windows(6).any(|w| w == b"system"))
        }
        "sort" => !holds(b"oT"),
        "uniq" => arguments.len() <= 1,
        _ => READERS.binary_search(&utility.as_bytes()).is_ok(),
    }
}

impl Lookups {
    /// Something was, or may have been, created.
    pub fn changed(&self) {
        self.stale.set(true);
    }

    /// A process was started in the background (true), or all have ended (false).
    pub fn background(&self, there: bool) {
        self.uncertain.set(there);
        self.stale.set(true);
    }

    /// Where this value of PATH led for a name.
    pub fn get(&self, name: Name, path: &ByteString) -> Option<Located> {
        if self.stale.get() {
            return None;
        }
        let found = self.found.borrow();
        if found.0 != *path {
            return None;
        }
        found.1.get(&name).cloned()
    }

    /// Keeps where PATH, all of whose entries are absolute, led.
    pub fn keep(&self, name: Name, path: &ByteString, located: &Located) {
        if self.uncertain.get()
            || !path.split(|&byte| byte == b':').all(|d| d.first() == Some(&b'/'))
        {
            return;
        }
        let mut found = self.found.borrow_mut();
        if self.stale.replace(false) || found.0 != *path {
            found.1.clear();
            found.0 = path.clone();
        }
        found.1.insert(name, located.clone());
    }

    /// Forgets all that has been looked up.
    pub fn forget(&self) {
        self.stale.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_are_in_order() {
        assert!(READERS.is_sorted());
    }

    #[test]
    fn writers_are_known() {
        let text = |arguments: &[&str]| -> Vec<ByteString> {
            arguments.iter().map(|&argument| ByteString::from(argument)).collect()
        };
        assert!(creates_nothing("sed", &text(&["s/a/b/"])));
        assert!(!creates_nothing("sed", &text(&["-i", "s/a/b/", "f"])));
        assert!(!creates_nothing("sed", &text(&["s/a/b/w f"])));
        assert!(creates_nothing("awk", &text(&["{print $1}"])));
        assert!(!creates_nothing("awk", &text(&["{print > \"f\"}"])));
        assert!(!creates_nothing("sort", &text(&["-o", "f"])));
        assert!(!creates_nothing("cp", &text(&["a", "b"])));
        assert!(creates_nothing("tr", &text(&["a", "b"])));
        assert!(creates_nothing("echo", &text(&["a", "b"])));
    }
}
