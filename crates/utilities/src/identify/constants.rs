//! The constants of an executable in the ELF format (elf(5)).

use super::builds::{BUILDS, Builds};
use crate::program::{Family, Version};
use byte_search::memmem;
use std::os::fd::OwnedFd;

/// How much is read at once.
const BLOCK: usize = 16 << 10;
/// What one block shares with the next, so that no text is cut.
const SHARED: usize = 64;
/// A program with more constants than this is another one than those that are known.
const MOST: u64 = 4 << 20;

/// What is read of the beginning.
const HEAD: usize = 1024;

/// The first bytes of build-ids of programs that are many: Debian's busybox (12, 13 and sid), and uutils'
/// coreutils of sid. Their texts would take long to read.
const LARGE: &[(u64, Version)] = &[
    (0x0daa_1a38_55d8_d190, Version::new(1, 35, 0)),
    (0xd864_9014_c596_b937, Version::new(1, 37, 0)),
    (0x14d6_4410_ddb3_0516, Version::new(1, 38, 0)),
    (0xf1c9_ef6b_0928_f597, Version::new(0, 12, 0)),
];

const PT_LOAD: u32 = 1;
const PT_NOTE: u32 = 4;
const NT_GNU_BUILD_ID: u32 = 3;
const PF_X: u32 = 1;
const PF_W: u32 = 2;

/// Where segments lie: offsets and lengths.
#[derive(Debug, PartialEq, Eq)]
struct Segments {
    /// Those with constants.
    constants: Vec<(u64, u64)>,
    /// Those that are written: xxd's version is a variable.
    variables: Vec<(u64, u64)>,
    /// Those with notes.
    notes: Vec<(u64, u64)>,
}

/// The segments of a file that have its constants.
pub struct Constants<'f> {
    file: &'f OwnedFd,
    segments: Segments,
    head: [u8; HEAD],
}

impl<'f> Constants<'f> {
    /// Those of an executable of this machine's kind; None for any other file.
    pub fn of(file: &'f OwnedFd) -> Option<Self> {
        let mut head = [0; HEAD];
        let length = stage::door::pread(file, &mut head[..], 0).ok()?;
        let segments = segments(head.get(..length)?)?;
        Some(Self { file, segments, head })
    }

    /// The version of a program of a family whose build is known.
    pub fn version_by_build(&self, family: Family) -> Option<Version> {
        let id = self.build()?;
        if let Some((_, version)) = LARGE.iter().find(|(known, _)| *known == id) {
            return Some(*version);
        }
        let same = |(of, _, ids): &&Builds| *of == family && ids.contains(&id);
        BUILDS.iter().find(same).map(|(_, version, _)| *version)
    }

    /// The first bytes of the build-id: the note of type 3 whose name is `GNU`.
    fn build(&self) -> Option<u64> {
        for (offset, length) in &self.segments.notes {
            let begin = usize::try_from(*offset).ok()?;
            let end = begin.checked_add(usize::try_from(*length).ok()?)?;
            let mut rest = self.head.get(begin..end.min(HEAD))?;
            // The sizes of its name and of what it says, its type, its name.
            while let Some(note) = rest.get(..16) {
                let word =
                    |at: usize| u32::from_ne_bytes(note[at..at + 4].try_into().unwrap_or_default());
                if note[12..] == *b"GNU\0" && word(0) == 4 && word(8) == NT_GNU_BUILD_ID {
                    let id = rest.get(16..24)?;
                    return Some(u64::from_be_bytes(id.try_into().ok()?));
                }
                let size = 12
                    + word(0).next_multiple_of(4) as usize
                    + word(4).next_multiple_of(4) as usize;
                rest = rest.get(size..).unwrap_or_default();
            }
        }
        None
    }

    /// Looks for the texts by which a program of a family is known: None where they are missing,
    /// else the version, where there is one.
    pub fn search(&self, family: Family) -> Option<Option<Version>> {
        let sign = sign(family)?;
        let (mut is_of_family, mut versions) = (false, Vec::new());
        let segments = match family {
            Family::Xxd => &self.segments.variables,
            _ => &self.segments.constants,
        };
        for (offset, length) in segments {
            let (mut at, end) = (*offset, offset + (*length).min(MOST));
            let mut block = [0; BLOCK];
            while at < end {
                let most = BLOCK.min((end - at) as usize);
                let read = stage::door::pread(self.file, &mut block[..most], at).ok()?;
                let text = &block[..read];
                is_of_family |= memmem::find(text, sign).is_some();
                collect(family, text, &mut versions);
                if read < BLOCK {
                    break;
                }
                at += (BLOCK - SHARED) as u64;
            }
        }
        versions.dedup();
        match versions[..] {
            _ if !is_of_family => None,
            [] => Some(None),
            [version] => Some(Some(version)),
            // Two that contradict each other: not a program as those that are known.
            _ => None,
        }
    }
}

/// The text that every program of a family has.
fn sign(family: Family) -> Option<&'static [u8]> {
    Some(match family {
        Family::Coreutils => b"GNU coreutils\0",
        Family::Grep => b"GNU grep\0",
        Family::Sed => b"GNU sed\0",
        Family::Findutils => b"GNU findutils\0",
        Family::Diffutils => b"GNU diffutils\0",
        Family::UtilLinux => b"util-linux ",
        Family::Hostname => b"{yp,nis,}domainname",
        Family::Mawk => b"mawk",
        Family::Gawk => b"GNU Awk ",
        Family::Busybox => b"BusyBox v",
        Family::Toybox => b"toybox ",
        Family::Uutils => b"(uutils coreutils) ",
        Family::Xxd => b"xxd 20",
        Family::Glibc => b"GLIBC ",
        Family::Debianutils => return None,
    })
}

/// Adds the versions that a text has.
fn collect(family: Family, text: &[u8], versions: &mut Vec<Version>) {
    let mut add = |version: &[u8]| {
        if let Some(version) = Version::parse(version)
            && versions.last() != Some(&version)
        {
            versions.push(version);
        }
    };
    match family {
        Family::UtilLinux | Family::Gawk | Family::Busybox | Family::Uutils => {
            let sign = sign(family).unwrap_or_default();
            for at in memmem::find_iter(text, sign) {
                let rest = &text[at + sign.len()..];
                let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
                let length = rest.iter().take_while(|byte| is_part(byte)).count();
                if rest.get(length).is_some_and(|next| !next.is_ascii_alphanumeric()) {
                    add(&rest[..length]);
                }
            }
        }
        // A date, with hyphens.
        Family::Xxd => {
            for at in memmem::find_iter(text, b"xxd 20") {
                let digits = text[at + 4..].iter().filter(|byte| **byte != b'-').copied();
                add(&digits.take(8).collect::<Vec<u8>>());
            }
        }
        // A date: a string of its own.
        Family::Mawk => {
            for at in memmem::find_iter(text, b"\x0020") {
                if let Some([date @ .., 0]) = text.get(at + 1..at + 10)
                    && date.iter().all(u8::is_ascii_digit)
                {
                    add(date);
                }
            }
        }
        _ => {
            for version in dotted(text) {
                // What sed's command `v` compares with, and df the kernel.
                let is_other = match family {
                    Family::Sed => version == b"4.0",
                    Family::Coreutils => version == b"2.6.36",
                    _ => false,
                };
                if !is_other {
                    add(version);
                }
            }
        }
    }
}

/// The strings `9.1` and `4.10.0`. What is before one may be a number that is no text.
fn dotted(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let dot = from + byte_search::memchr(b'.', text.get(from..)?)?;
            let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
            let before = text[..dot].iter().rev().take_while(|b| b.is_ascii_digit()).count();
            if before == 0 {
                from = dot + 1;
                continue;
            }
            let start = dot - before;
            let mut end = dot;
            let mut parts = 1;
            while text.get(end) == Some(&b'.') && digits(&text[end + 1..]) > 0 {
                end += 1 + digits(&text[end + 1..]);
                parts += 1;
            }
            from = end.max(dot + 1);
            let is_whole = (2..=3).contains(&parts) && before <= 2;
            if is_whole && text.get(end) == Some(&0) {
                return Some(&text[start..end]);
            }
        }
    })
}

/// Where the constants lie: segments that are not written, those that are not executed either
/// first; the first of a file has its tables.
fn segments(head: &[u8]) -> Option<Segments> {
    let native = if cfg!(target_endian = "little") { 1 } else { 2 };
    if !head.starts_with(b"\x7fELF") || head.get(5) != Some(&native) {
        return None;
    }
    let is_64 = head.get(4) == Some(&2);
    let word = |at: usize| Some(u32::from_ne_bytes(head.get(at..at + 4)?.try_into().ok()?));
    let half = |at: usize| Some(u16::from_ne_bytes(head.get(at..at + 2)?.try_into().ok()?));
    let long = |at: usize| match is_64 {
        true => Some(u64::from_ne_bytes(head.get(at..at + 8)?.try_into().ok()?)),
        false => word(at).map(u64::from),
    };
    let (table, size, count) = match is_64 {
        true => (long(32)?, half(54)?, half(56)?),
        false => (long(28)?, half(42)?, half(44)?),
    };
    let (mut constants, mut code, mut tables) = (Vec::new(), Vec::new(), None);
    let (mut variables, mut notes) = (Vec::new(), Vec::new());
    for number in 0..usize::from(count) {
        let at = usize::try_from(table).ok()?.checked_add(number * usize::from(size))?;
        let (flags, offset, length) = match is_64 {
            true => (word(at + 4)?, long(at + 8)?, long(at + 32)?),
            false => (word(at + 24)?, long(at + 4)?, long(at + 16)?),
        };
        match word(at)? {
            PT_LOAD => {}
            PT_NOTE => {
                notes.push((offset, length));
                continue;
            }
            _ => continue,
        }
        match flags & PF_X {
            _ if flags & PF_W != 0 => variables.push((offset, length)),
            0 if offset > 0 => constants.push((offset, length)),
            0 => tables = Some((offset, length)),
            _ => code.push((offset, length)),
        }
    }
    if constants.is_empty() {
        // Linked the old way they follow the code, with lld the tables.
        constants = code;
        constants.extend(tables);
    }
    Some(Segments { constants, variables, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_among_constants() {
        let found = |text: &[u8]| dotted(text).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(found(b"\0\x9a9.1\0x"), [b"9.1"]);
        assert_eq!(found(b"I4.10.0\0 9.7\n3.12\0"), [&b"4.10.0"[..], b"3.12"]);
        // dirname's own ".", whose end nobody needs, lies before the version.
        assert_eq!(found(b"\0.9.1\0"), [b"9.1"]);
        assert!(found(b"127.0.0.1\0 1.x\0 .5\0 5.\0 9.1-2\0 100.1\0 2.9").is_empty());
    }

    #[test]
    fn only_executables_have_segments() {
        assert_eq!(segments(b"#!/bin/sh\n"), None);
        assert_eq!(segments(b"\x7fELF"), None);
        assert_eq!(segments(b"\x7fELF\x02\x01\x01"), None);
        assert_eq!(segments(b""), None);
    }
}
