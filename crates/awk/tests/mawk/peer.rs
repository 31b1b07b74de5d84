//! mawk, where it is the installed awk.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

pub const NAME: &str = "mawk";
pub const AWK: awk::Installed = awk::Installed::Mawk;
/// Whether everything that is held against it runs here.
pub const ALL_RUN: bool = true;
/// Characters are bytes in all.
pub const LOCALES: [&str; 1] = ["C"];

/// The mawk that is reproduced; says so where it is not the installed awk.
pub fn program() -> Option<&'static Path> {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    let is_awk = *ANSWER.get_or_init(|| {
        let version = Command::new("/usr/bin/mawk").args(["-W", "version"]).output();
        let known = version.is_ok_and(|output| {
            String::from_utf8_lossy(&output.stdout).contains("1.3.4 20200120")
                || String::from_utf8_lossy(&output.stderr).contains("1.3.4 20200120")
        });
        let real = |path: &str| std::fs::canonicalize(path).ok();
        let is_awk = known && real("/usr/bin/awk") == real("/usr/bin/mawk");
        if !is_awk {
            eprintln!("skipped: mawk 1.3.4 20200120 is not the installed awk");
        }
        is_awk
    });
    is_awk.then(|| Path::new("/usr/bin/mawk"))
}

/// Another seed than usual, from AWK_SEED.
pub fn seed() -> Option<u64> {
    std::env::var("AWK_SEED").ok()?.parse().ok()
}
