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

/// Whether a utility creates and changes no file, whatever its arguments. Of those that can, see
/// [`creates_nothing`]. Each call of a utility asks: this is a comparison of lengths, and then of one or two
/// names.
fn only_reads(utility: &str) -> bool {
    matches!(
        utility,
        "[" | "arch"
            | "b2sum"
            | "base32"
            | "base64"
            | "basename"
            | "cat"
            | "cksum"
            | "cmp"
            | "column"
            | "comm"
            | "cut"
            | "date"
            | "df"
            | "diff"
            | "dirname"
            | "du"
            | "echo"
            | "egrep"
            | "env"
            | "expand"
            | "expr"
            | "false"
            | "fgrep"
            | "fmt"
            | "fold"
            | "getconf"
            | "getopt"
            | "grep"
            | "groups"
            | "head"
            | "hd"
            | "hexdump"
            | "hostname"
            | "id"
            | "join"
            | "logname"
            | "ls"
            | "md5sum"
            | "nl"
            | "nproc"
            | "numfmt"
            | "od"
            | "paste"
            | "pr"
            | "printenv"
            | "printf"
            | "pwd"
            | "readlink"
            | "realpath"
            | "rev"
            | "seq"
            | "sha1sum"
            | "sha256sum"
            | "sha512sum"
            | "shuf"
            | "sleep"
            | "stat"
            | "sum"
            | "tac"
            | "tail"
            | "test"
            | "tr"
            | "true"
            | "tsort"
            | "tty"
            | "uname"
            | "unexpand"
            | "users"
            | "wc"
            | "which"
            | "whoami"
            | "xargs"
            | "xxd"
            | "yes"
    )
}

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
        _ => only_reads(utility),
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
