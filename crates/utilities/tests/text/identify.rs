//! What is installed is known: without that nothing would be compared.

use rustix::fs::{AtFlags, CWD, statat};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use utilities::identify::Programs;
use utilities::program::{Family, Version};

/// The version of Debian, if this is a tested one.
fn debian() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
    let is_debian = text.lines().any(|line| line == "ID=debian");
    is_debian.then(|| name.to_string())
}

fn identify(programs: &mut Programs, path: &Path, utility: &str) -> Option<utilities::Program> {
    let path = std::fs::canonicalize(path).ok()?;
    let path = path.as_os_str().as_bytes();
    let status = statat(CWD, path, AtFlags::empty()).ok()?;
    programs.identify(path, &status, utility.as_bytes())
}

#[test]
fn all_of_debian() {
    let Some(name) = debian() else { return };
    let coreutils = match &name[..] {
        "bookworm" => Version::new(9, 1, 0),
        "trixie" => Version::new(9, 7, 0),
        _ => return,
    };
    let mut programs = Programs::default();
    for _ in 0..2 {
        for utility in utilities::GROUPS.iter().copied().flatten() {
            let path = Path::new("/usr/bin").join(utility.name);
            if path.exists() {
                let program = identify(&mut programs, &path, utility.name);
                let program = program.unwrap_or_else(|| panic!("{}", utility.name));
                if program.family == Family::Coreutils {
                    assert_eq!(program.version, coreutils, "{}", utility.name);
                }
            }
        }
    }
}

#[test]
fn programs_of_others_are_not_known() {
    let mut programs = Programs::default();
    let own = std::env::current_exe().unwrap();
    assert_eq!(identify(&mut programs, &own, "ls"), None);
    for (file, utility) in [("/usr/bin/sed", "grep"), ("/etc/passwd", "which"), ("/dev/null", "ls")]
    {
        // A program for many utilities is grep as well as sed.
        let is_known = utility == "grep" && crate::harness::is_of_many("sed");
        let program = identify(&mut programs, Path::new(file), utility);
        assert!(program.is_none() || is_known, "{file}: {program:?}");
    }
}
