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

/// The versions that the utilities were held against, the first and the last of each family.
/// Those between are known by what their NEWS say.
const TESTED: &[(Family, Version, Version)] = &[
    (Family::Coreutils, Version::new(9, 1, 0), Version::new(9, 10, 0)),
    (Family::Grep, Version::new(3, 8, 0), Version::new(3, 12, 0)),
    (Family::Sed, Version::new(4, 9, 0), Version::new(4, 9, 0)),
    (Family::Findutils, Version::new(4, 9, 0), Version::new(4, 11, 0)),
    (Family::Diffutils, Version::new(3, 8, 0), Version::new(3, 12, 0)),
    (Family::UtilLinux, Version::new(2, 38, 0), Version::new(2, 42, u16::MAX)),
    (Family::Hostname, Version::new(3, 23, 0), Version::new(3, 25, 0)),
    (Family::Debianutils, Version::new(5, 7, 0), Version::new(5, 24, 0)),
    (Family::Mawk, Version::new(20200120, 0, 0), Version::new(20200120, 0, 0)),
    (Family::Gawk, Version::new(5, 2, 1), Version::new(5, 2, 1)),
    (Family::Busybox, Version::new(1, 35, 0), Version::new(1, 38, u16::MAX)),
];

impl Program {
    /// The program of Debian 12 that has this name: what is reproduced where none is installed.
    pub fn reference(utility: &[u8]) -> Self {
        let family = family_of(utility);
        let oldest = TESTED.iter().find(|row| row.0 == family);
        let version = oldest.map_or(Version::new(0, 0, 0), |row| row.1);
        Self { family, version }
    }

    /// Whether this version is one that the utilities were held against, or lies between two.
    pub fn is_tested(self) -> bool {
        TESTED.iter().any(|(family, first, last)| {
            *family == self.family && (*first..=*last).contains(&self.version)
        })
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
        b"rev" => Family::UtilLinux,
        b"hostname" => Family::Hostname,
        b"which" => Family::Debianutils,
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
        assert!(!of(0).is_tested());
    }
}
