//! mawk, where it is the installed awk.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

pub const NAME: &str = "mawk";

/// Which mawk it is.
pub fn awk() -> awk::Installed {
    known().unwrap_or(awk::Installed::Mawk)
}

/// Whether everything that is held against it runs here.
pub fn all_run() -> bool {
    awk() == awk::Installed::Mawk
}

/// Characters are bytes in all.
pub const LOCALES: [&str; 1] = ["C"];

/// The installed mawk, if it is one that is reproduced; says so where it is not.
pub fn program() -> Option<&'static Path> {
    known().map(|_| Path::new("/usr/bin/mawk"))
}

fn known() -> Option<awk::Installed> {
    static ANSWER: OnceLock<Option<awk::Installed>> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let version = Command::new("/usr/bin/mawk").args(["-W", "version"]).output();
        let text =
            version.map(|output| [output.stdout, output.stderr].concat()).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let versions = [
            ("1.3.4 20200120", awk::Installed::Mawk),
            ("1.3.4 20250131", awk::Installed::Mawk2025),
            ("1.3.4 20260302", awk::Installed::Mawk2026),
        ];
        let found = versions.iter().find(|(version, _)| text.contains(version));
        if found.is_none() {
            eprintln!("skipped: no known version of mawk is installed");
        }
        found.map(|(_, awk)| *awk)
    })
}

/// Another seed than usual, from AWK_SEED.
pub fn seed() -> Option<u64> {
    std::env::var("AWK_SEED").ok()?.parse().ok()
}
