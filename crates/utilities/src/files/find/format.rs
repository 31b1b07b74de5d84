//! -printf: the directives that are reproduced.

use super::expression::Time;
use super::parse::moment_of;
use super::search::{Search, Seen};
use crate::Context;
use crate::files::{date, mode, names};
use crate::system::date::zone::Zone;
use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;

/// Part of a format.
pub(super) enum Piece {
    Text(Vec<u8>),
    /// What is behind `%`.
    Directive(u8),
    /// A time and how it is shown.
    Date(Time, u8),
}

impl Piece {
    /// Whether the names of accounts are looked up.
    pub(super) fn needs_accounts(&self) -> bool {
        matches!(self, Piece::Directive(b'u' | b'g'))
    }

    /// Whether stat(2) must have been asked.
    pub(super) fn needs_stat(&self) -> bool {
        match self {
            Piece::Text(_) => false,
            Piece::Directive(letter) => !b"pPfhHdyi".contains(letter),
            Piece::Date(..) => true,
        }
    }
}

/// Reads a format; None where something in it is not reproduced.
pub(super) fn parse(context: &Context<'_>, text: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut plain = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' => {
                let (&letter, after) = rest.split_first()?;
                rest = after;
                plain.push(match letter {
                    b'a' => 0x07,
                    b'b' => 0x08,
                    b'f' => 0x0c,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'v' => 0x0b,
                    b'\\' => b'\\',
                    b'0'..=b'7' => {
                        let mut value = u32::from(letter - b'0');
                        for _ in 0..2 {
                            if let Some((&digit @ b'0'..=b'7', after)) = rest.split_first() {
                                value = value * 8 + u32::from(digit - b'0');
                                rest = after;
                            }
                        }
                        u8::try_from(value).ok()?
                    }
                    _ => return None,
                });
            }
            b'%' => {
                let (&letter, after) = rest.split_first()?;
                rest = after;
                if letter == b'%' {
                    plain.push(b'%');
                    continue;
                }
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(match letter {
                    b'A' | b'C' | b'T' => {
                        let (&kind, after) = rest.split_first()?;
                        rest = after;
                        if !b"@YmdHMSTF".contains(&kind) {
                            return None;
                        }
                        if kind != b'@' {
                            Zone::of(context)?;
                        }
                        let time = match letter {
                            b'A' => Time::Access,
                            b'C' => Time::Change,
                            _ => Time::Modification,
                        };
                        Piece::Date(time, kind)
                    }
                    _ if b"pPfhHdsbkniDmMyYugUGl".contains(&letter) => Piece::Directive(letter),
                    _ => return None,
                });
            }
            _ => plain.push(byte),
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Some(pieces)
}

/// A type as one letter.
fn letter_of(kind: FileType) -> u8 {
    match kind {
        FileType::RegularFile => b'f',
        FileType::Directory => b'd',
        FileType::Symlink => b'l',
        FileType::Socket => b's',
        FileType::BlockDevice => b'b',
        FileType::CharacterDevice => b'c',
        FileType::Fifo => b'p',
        _ => b'U',
    }
}

impl Search<'_, '_, '_> {
    /// Writes the format for a file; false where the file could not be looked at.
    pub(super) fn print_format(&mut self, pieces: &[Piece], seen: &mut Seen<'_, '_>) -> bool {
        if pieces.iter().any(Piece::needs_stat) && self.stat(seen).is_none() {
            return false;
        }
        let asks = |letter| pieces.iter().any(|p| matches!(p, Piece::Directive(l) if *l == letter));
        if (asks(b'y') && self.kind(seen).is_none()) || (asks(b'i') && self.inode(seen).is_none()) {
            return false;
        }
        let mut out = std::mem::take(self.report.output());
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text),
                Piece::Directive(letter) => self.directive(*letter, seen, &mut out),
                Piece::Date(time, kind) => self.date(*time, *kind, seen, &mut out),
            }
        }
        let output = self.report.output();
        // A diagnostic may have written what was there before.
        out.append(output);
        *output = out;
        self.report.spill();
        true
    }

    fn directive(&mut self, letter: u8, seen: &mut Seen<'_, '_>, out: &mut Vec<u8>) {
        let path = seen.walk.path();
        match letter {
            b'p' => return out.extend_from_slice(path),
            b'P' => {
                if seen.walk.depth() > 0 {
                    let below = path.get(seen.root_length..).unwrap_or_default();
                    out.extend_from_slice(below.strip_prefix(b"/").unwrap_or(below));
                }
                return;
            }
            b'H' => return out.extend_from_slice(&path[..seen.root_length.min(path.len())]),
            b'f' => return out.extend_from_slice(base_with_slash(path)),
            b'h' => {
                let slash = |text: &[u8]| text.iter().rposition(|&byte| byte == b'/');
                match slash(names::strip_slashes(path)).or_else(|| slash(path)) {
                    // Of several slashes alone, one stays behind.
                    Some(0) if path.starts_with(b"//") => {
                        out.extend_from_slice(&path[..slash(path).unwrap_or(0)]);
                    }
                    Some(at) => out.extend_from_slice(&path[..at]),
                    None => out.push(b'.'),
                }
                return;
            }
            b'd' => return out.extend_from_slice(seen.walk.depth().to_string().as_bytes()),
            b'y' => return out.push(self.kind(seen).map_or(b'U', letter_of)),
            b'i' => {
                let inode = self.inode(seen).unwrap_or(0);
                return out.extend_from_slice(inode.to_string().as_bytes());
            }
            _ => {}
        }
        let Some(stat) = self.stat(seen) else { return };
        let kind = FileType::from_raw_mode(stat.st_mode);
        let number = match letter {
            b's' => stat.st_size as u64,
            b'b' => u64::try_from(stat.st_blocks).unwrap_or(0),
            b'k' => u64::try_from(stat.st_blocks).unwrap_or(0).div_ceil(2),
            #[allow(clippy::unnecessary_cast)]
            b'n' => stat.st_nlink as u64,
            b'D' => stat.st_dev,
            b'U' => u64::from(stat.st_uid),
            b'G' => u64::from(stat.st_gid),
            b'm' => {
                out.extend_from_slice(format!("{:o}", stat.st_mode & mode::ALL).as_bytes());
                return;
            }
            b'M' => return out.extend_from_slice(&mode::letters(stat.st_mode)),
            b'u' => return out.extend_from_slice(&self.owners.user_or_number(stat.st_uid)),
            b'g' => return out.extend_from_slice(&self.owners.group_or_number(stat.st_gid)),
            b'l' => {
                if kind == FileType::Symlink {
                    let at = seen.walk.directory();
                    match stage::door::readlinkat(at, seen.walk.name(), Vec::new()) {
                        Ok(text) => out.extend_from_slice(text.as_bytes()),
                        Err(error) => self.complain(seen, error),
                    }
                }
                return;
            }
            _ => return self.other_type(seen, kind, out),
        };
        out.extend_from_slice(number.to_string().as_bytes());
    }

    /// `%Y`: the type of what a link leads to.
    fn other_type(&mut self, seen: &Seen<'_, '_>, kind: FileType, out: &mut Vec<u8>) {
        if kind != FileType::Symlink {
            return out.push(letter_of(kind));
        }
        match stage::door::statat(seen.walk.directory(), seen.walk.name(), AtFlags::empty()) {
            Ok(stat) => out.push(letter_of(FileType::from_raw_mode(stat.st_mode))),
            Err(Errno::NOENT | Errno::NOTDIR) => out.push(b'N'),
            Err(Errno::LOOP) => out.push(b'L'),
            Err(error) => {
                out.push(b'?');
                let marked = self.report.mark(seen.walk.path());
                let reason = crate::message::reason(&error.into());
                self.report.remark(&[&marked, b": ", reason.as_bytes()]);
            }
        }
    }

    fn date(&mut self, time: Time, kind: u8, seen: &mut Seen<'_, '_>, out: &mut Vec<u8>) {
        let Some(stat) = self.stat(seen) else { return };
        let (seconds, nanoseconds) = moment_of(&stat, time);
        let text = if kind == b'@' {
            format!("{seconds}.{nanoseconds:09}0")
        } else {
            if self.zone.is_none() {
                self.zone = Zone::of(self.report.context);
            }
            let Some(zone) = &self.zone else { return };
            let civil = date::local(zone, seconds);
            match kind {
                b'Y' => format!("{}", civil.year),
                b'm' => format!("{:02}", civil.month),
                b'd' => format!("{:02}", civil.day),
                b'H' => format!("{:02}", civil.hour),
                b'M' => format!("{:02}", civil.minute),
                b'S' => format!("{:02}.{nanoseconds:09}0", civil.second),
                b'F' => format!("{}-{:02}-{:02}", civil.year, civil.month, civil.day),
                _ => format!(
                    "{:02}:{:02}:{:02}.{nanoseconds:09}0",
                    civil.hour, civil.minute, civil.second
                ),
            }
        };
        out.extend_from_slice(text.as_bytes());
    }
}

/// The last component, with one of the slashes behind it.
fn base_with_slash(path: &[u8]) -> &[u8] {
    let last = names::last_component(path);
    if last.is_empty() {
        return names::base(path);
    }
    let length = names::strip_slashes(last).len();
    &last[..last.len().min(length + 1)]
}
