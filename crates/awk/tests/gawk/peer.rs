//! gawk: the installed one, or the program that GAWK names.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub const NAME: &str = "gawk";

/// Which awk it is.
pub fn awk() -> awk::Installed {
    answer().0
}

/// Some steps aside.
pub fn all_run() -> bool {
    false
}

pub const LOCALES: [&str; 2] = ["C", "C.UTF-8"];

/// The versions that are reproduced.
const VERSIONS: [(&str, awk::Installed); 2] =
    [("GNU Awk 5.2.1", awk::Installed::Gawk), ("GNU Awk 5.3.2", awk::Installed::Gawk53)];

/// The gawk that is reproduced, and which it is; says so where there is none.
fn answer() -> &'static (awk::Installed, Option<PathBuf>) {
    static ANSWER: OnceLock<(awk::Installed, Option<PathBuf>)> = OnceLock::new();
    ANSWER.get_or_init(|| {
        let path = std::env::var_os("GAWK").unwrap_or_else(|| "/usr/bin/gawk".into());
        let output = Command::new(&path).arg("--version").output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let text = text.unwrap_or_default();
        match VERSIONS.iter().find(|(version, _)| text.contains(version)) {
            Some((_, awk)) => (*awk, Some(path.into())),
            None => {
                eprintln!("skipped: gawk 5.2.1 or 5.3.2 is neither installed nor in GAWK");
                (awk::Installed::Gawk, None)
            }
        }
    })
}

/// The gawk that is reproduced.
pub fn program() -> Option<&'static Path> {
    answer().1.as_deref()
}

/// Another seed than usual, from AWK_SEED.
pub fn seed() -> Option<u64> {
    std::env::var("AWK_SEED").ok()?.parse().ok()
}
