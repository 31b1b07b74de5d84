//! gawk: the installed one, or the program that GAWK names.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub const NAME: &str = "gawk";

/// Which awk it is.
pub fn awk() -> awk::Installed {
    awk::Installed::Gawk
}
/// Some steps aside.
pub fn all_run() -> bool {
    false
}

pub const LOCALES: [&str; 2] = ["C", "C.UTF-8"];

/// The gawk that is reproduced; says so where there is none.
pub fn program() -> Option<&'static Path> {
    static ANSWER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = ANSWER.get_or_init(|| {
        let path = std::env::var_os("GAWK").unwrap_or_else(|| "/usr/bin/gawk".into());
        let version = Command::new(&path).arg("--version").output();
        let known = version
            .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU Awk 5.2.1"));
        if !known {
            eprintln!("skipped: gawk 5.2.1 is neither installed nor in GAWK");
        }
        known.then(|| path.into())
    });
    program.as_deref()
}

/// Another seed than usual, from AWK_SEED.
pub fn seed() -> Option<u64> {
    std::env::var("AWK_SEED").ok()?.parse().ok()
}
