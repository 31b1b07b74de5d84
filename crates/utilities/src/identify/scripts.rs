//! Programs that are scripts: they are known by their text.

use super::{constants::Constants, open};
use crate::program::{Family, Program, Version};
use std::os::fd::OwnedFd;

/// egrep and fgrep of Debian.
const GREP: [&[u8]; 2] = [
    b"#!/bin/sh\ncmd=${0##*/}\nexec grep -E \"$@\"\n",
    b"#!/bin/sh\ncmd=${0##*/}\nexec grep -F \"$@\"\n",
];

/// Checksums of `which` of debianutils, and the versions that have it.
const WHICH: [(u32, Version); 2] =
    [(0xf139_bae7, Version::new(5, 7, 0)), (0x6e22_3865, Version::new(5, 23, 0))];

/// Which program a script is.
#[inline(never)]
pub fn identify(path: &[u8], family: Family, file: &OwnedFd) -> Option<Program> {
    let mut text = [0; 2048];
    let length = stage::door::pread(file, &mut text[..], 0).ok()?;
    let text = text.get(..length)?;
    let version = match family {
        // It runs the grep beside it, usually: that of PATH.
        Family::Grep if GREP.contains(&text) => {
            let directory = &path[..path.len() - path.rsplit(|byte| *byte == b'/').next()?.len()];
            Constants::of(&open(&[directory, b"grep"].concat())?)?.search(family)??
        }
        Family::Debianutils => {
            let sum = crc32fast::hash(text);
            WHICH.iter().find(|(known, _)| *known == sum)?.1
        }
        _ => return None,
    };
    Some(Program { family, version })
}
