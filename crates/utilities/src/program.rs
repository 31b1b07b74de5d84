//! What an installed program is: its family, its version, and what it does otherwise than the
//! versions before.

use crate::changes::{CHANGES, Change};

/// Who wrote a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// GNU coreutils.
    Coreutils,
    /// GNU grep.
    Grep,
    /// GNU sed.
    Sed,
    /// GNU findutils.
    Findutils,
    /// GNU diffutils.
    Diffutils,
    /// util-linux.
    UtilLinux,
    /// Debian's hostname.
    Hostname,
    /// Debian's debianutils.
    Debianutils,
    /// mawk; its version is a date.
    Mawk,
    /// GNU awk.
    Gawk,
    /// busybox.
    Busybox,
    /// toybox.
    Toybox,
    /// uutils' coreutils.
    Uutils,
    /// xxd, of vim; its version is a date.
    Xxd,
    /// The GNU C library (its programs).
    Glibc,
}

/// A version; what is not said is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u32,
    minor: u16,
    patch: u16,
}

impl Version {
    /// The version `major.minor.patch`.
    pub const fn new(major: u32, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch }
    }

    /// The two numbers that it begins with.
    pub fn numbers(self) -> (u32, u16) {
        (self.major, self.minor)
    }

    /// Reads `9.10` or `4.9.0`: one to three numbers.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let mut parts = std::str::from_utf8(text).ok()?.split('.');
        let major = parts.next()?.parse().ok()?;
        let minor = parts.next().map_or(Ok(0), str::parse).ok()?;
        let patch = parts.next().map_or(Ok(0), str::parse).ok()?;
        parts.next().is_none().then_some(Self { major, minor, patch })
    }
}

/// An installed program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Who wrote it.
    pub family: Family,
    /// Which version it is.
    pub version: Version,
}

/// The versions that the utilities were held against, those of Debian 12 first: ranges where a
/// distribution repairs what it has.
const TESTED: &[(Family, Version, Version)] = &[
    one(Family::Coreutils, 9, 1),
    one(Family::Coreutils, 9, 7),
    one(Family::Coreutils, 9, 10),
    one(Family::Grep, 3, 8),
    one(Family::Grep, 3, 11),
    one(Family::Grep, 3, 12),
    one(Family::Sed, 4, 9),
    one(Family::Findutils, 4, 9),
    one(Family::Findutils, 4, 10),
    one(Family::Findutils, 4, 11),
    one(Family::Diffutils, 3, 8),
    one(Family::Diffutils, 3, 10),
    one(Family::Diffutils, 3, 12),
    repaired(Family::UtilLinux, 2, 38),
    repaired(Family::UtilLinux, 2, 41),
    repaired(Family::UtilLinux, 2, 42),
    one(Family::Hostname, 3, 23),
    one(Family::Hostname, 3, 25),
    one(Family::Debianutils, 5, 7),
    one(Family::Debianutils, 5, 23),
    one(Family::Mawk, 20200120, 0),
    one(Family::Mawk, 20250131, 0),
    one(Family::Mawk, 20260302, 0),
    (Family::Gawk, Version::new(5, 2, 1), Version::new(5, 2, 1)),
    (Family::Gawk, Version::new(5, 3, 2), Version::new(5, 3, 2)),
    repaired(Family::Busybox, 1, 35),
    repaired(Family::Busybox, 1, 37),
    repaired(Family::Busybox, 1, 38),
    (Family::Toybox, Version::new(0, 8, 9), Version::new(0, 8, 9)),
    one(Family::Uutils, 0, 12),
    one(Family::Glibc, 2, 36),
    one(Family::Glibc, 2, 41),
    one(Family::Glibc, 2, 43),
    one(Family::Xxd, 20220114, 0),
    one(Family::Xxd, 20241207, 0),
    one(Family::Xxd, 20260616, 0),
];

const fn one(family: Family, major: u32, minor: u16) -> (Family, Version, Version) {
    (family, Version::new(major, minor, 0), Version::new(major, minor, 0))
}

const fn repaired(family: Family, major: u32, minor: u16) -> (Family, Version, Version) {
    (family, Version::new(major, minor, 0), Version::new(major, minor, u16::MAX))
}

impl Program {
    /// The program of Debian 12 that has this name: what is reproduced where none is installed.
    pub fn reference(utility: &[u8]) -> Self {
        let family = family_of(utility);
        let oldest = TESTED.iter().find(|row| row.0 == family);
        let version = oldest.map_or(Version::new(0, 0, 0), |row| row.1);
        Self { family, version }
    }

    /// Whether this version is one that the utilities were held against.
    pub fn is_tested(self) -> bool {
        TESTED.iter().any(|(family, first, last)| {
            *family == self.family && (*first..=*last).contains(&self.version)
        })
    }

    /// The name by which the program calls itself in messages, that was called by `name`.
    pub fn shown_name(self, name: &[u8]) -> &[u8] {
        // err(3) and programs for all say the last part, whatever the version.
        let is_last = matches!(
            self.family,
            Family::UtilLinux | Family::Xxd | Family::Busybox | Family::Toybox | Family::Uutils
        );
        let start = match is_last || self.has(Change::ShortName) {
            true => byte_search::memrchr(b'/', name).map_or(0, |slash| slash + 1),
            false => 0,
        };
        &name[start..]
    }

    /// Whether the program does what `change` says.
    pub fn has(self, change: Change) -> bool {
        let row = &CHANGES[change as usize];
        row.family == self.family && row.from <= self.version
    }
}

/// The family whose program of this name is reproduced (for awk: mawk).
pub fn family_of(utility: &[u8]) -> Family {
    match utility {
        b"grep" | b"egrep" | b"fgrep" => Family::Grep,
        b"sed" => Family::Sed,
        b"find" | b"xargs" => Family::Findutils,
        b"cmp" | b"diff" => Family::Diffutils,
        b"column" | b"flock" | b"getopt" | b"hd" | b"hexdump" | b"rev" | b"setsid" | b"taskset" => {
            Family::UtilLinux
        }
        b"getconf" => Family::Glibc,
        b"hostname" => Family::Hostname,
        b"which" => Family::Debianutils,
        b"xxd" => Family::Xxd,
        b"awk" | b"mawk" => Family::Mawk,
        b"gawk" => Family::Gawk,
        _ => Family::Coreutils,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_by_number() {
        let version = |text: &[u8]| Version::parse(text).unwrap();
        assert!(version(b"9.10") > version(b"9.7"));
        assert!(version(b"4.9.0") == version(b"4.9"));
        assert!(version(b"4.10.0") > version(b"4.9.9"));
        for text in [&b""[..], b"9.", b"9.1.2.3", b"a", b"9.1-2", b"9.99999"] {
            assert_eq!(Version::parse(text), None);
        }
    }

    #[test]
    fn references_are_tested() {
        for name in [&b"ls"[..], b"sed", b"awk", b"diff", b"rev", b"which", b"hostname"] {
            assert!(Program::reference(name).is_tested());
        }
    }

    #[test]
    fn newer_versions_are_not_tested() {
        let of = |minor| Program { family: Family::Coreutils, version: Version::new(9, minor, 0) };
        assert!(of(10).is_tested());
        assert!(!of(11).is_tested());
        assert!(!of(4).is_tested());
        assert!(!of(0).is_tested());
    }
}
