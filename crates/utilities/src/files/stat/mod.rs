//! stat (GNU coreutils stat(1); POSIX has none): what statx(2) says of files.

mod format;

use super::owners::{self, Owners};
use super::report::Report;
use super::{date, names};
use crate::options::{Option_, Takes, parse};
use crate::system::date::zone::Zone;
use crate::{Context, Decision, Exit, Utility, locale, planned};
use format::{Directive, Piece};
use rustix::fs::{AtFlags, Statx, StatxFlags, StatxTimestamp};

/// The entry in the table.
pub const UTILITY: Utility =
    Utility { name: "stat", plan: decide, options: "-L -c FORMAT --printf=FORMAT -t FILE..." };

const OPTIONS: &[Option_] = &[
    ('L', "dereference", Takes::Nothing),
    ('c', "format", Takes::Argument),
    ('\u{1}', "printf", Takes::Argument),
    ('t', "terse", Takes::Nothing),
];

const TERSE: &[u8] = b"%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";
const USUAL: &[u8] = b"  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n\
    Device: %Hd,%Ld\tInode: %-10i  Links: %h\nAccess: (%04a/%10.10A)  Uid: (%5u/%8U)   \
    Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n";
const DEVICE: &[u8] = b"  File: %N\n  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F\n\
    Device: %Hd,%Ld\tInode: %-10i  Links: %-5h Device type: %Hr,%Lr\nAccess: (%04a/%10.10A)  \
    Uid: (%5u/%8U)   Gid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n Birth: %w\n";

struct Request<'a> {
    follow: bool,
    /// For all files, and where it differs for devices.
    formats: (Vec<Piece>, Option<Vec<Piece>>),
    operands: Vec<&'a [u8]>,
}

impl Request<'_> {
    fn any(&self, what: fn(&Directive) -> bool) -> bool {
        self.formats.0.iter().any(|piece| match piece {
            Piece::Text(_) => false,
            Piece::Directive(directive) => what(directive),
        })
    }
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let given = parsed.options.iter().rev().find(|(letter, _)| matches!(letter, 'c' | '\u{1}'));
    const ASIDE: &str = "a format that is not reproduced";
    let formats = match given {
        Some((letter, Some(text))) => {
            let mut pieces = format::parse(text, *letter != 'c').ok_or(ASIDE)?;
            if *letter == 'c' {
                pieces.push(Piece::Text(b"\n".to_vec()));
            }
            (pieces, None)
        }
        _ if parsed.has('t') => (format::parse(TERSE, false).ok_or(ASIDE)?, None),
        _ => {
            let device = format::parse_own(DEVICE).ok_or(ASIDE)?;
            (format::parse_own(USUAL).ok_or(ASIDE)?, Some(device))
        }
    };
    if parsed.operands.is_empty() {
        return Err("usage");
    }
    Ok(Request { follow: parsed.has('L'), formats, operands: parsed.operands })
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    if request.operands.iter().any(|name| *name == b"-" || names::is_of_process(name)) {
        return Err("files of the process");
    }
    if request.any(|directive| directive.letter == b'N')
        && context.variables.get(b"QUOTING_STYLE").is_some()
    {
        return Err("QUOTING_STYLE is set");
    }
    if request.any(|directive| matches!(directive.letter, b'U' | b'G')) && !owners::are_in_files() {
        return Err("accounts that are not in files");
    }
    if request.any(|directive| b"wxyz".contains(&directive.letter)) && Zone::of(context).is_none() {
        return Err("a time zone that is not reproduced");
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut shown =
        Shown { report: Report::new(context), zone: None, owners: Owners::default(), text: vec![] };
    for name in &request.operands {
        if shown.report.ended() {
            break;
        }
        let flags = if request.follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        let flags = flags | AtFlags::NO_AUTOMOUNT;
        let mask = StatxFlags::BASIC_STATS | StatxFlags::BTIME;
        match stage::door::statx(context.directory, *name, flags, mask) {
            Err(error) => shown.report.fail_on("cannot statx", name, error),
            Ok(stat) => {
                let pieces = match &request.formats.1 {
                    Some(device) if matches!(stat.stx_mode >> 12, 2 | 6) => device,
                    _ => &request.formats.0,
                };
                shown.show(pieces, name, &stat);
            }
        }
    }
    shown.report.finish()
}

/// What is written, and what had to be looked up for it.
struct Shown<'r, 'c> {
    report: Report<'r, 'c>,
    zone: Option<Zone>,
    owners: Owners,
    /// The value of one directive.
    text: Vec<u8>,
}

impl Shown<'_, '_> {
    fn show(&mut self, pieces: &[Piece], name: &[u8], stat: &Statx) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.report.output().extend_from_slice(text),
                Piece::Directive(directive) => self.directive(directive, name, stat),
            }
        }
        self.report.spill();
    }

    fn directive(&mut self, directive: &Directive, name: &[u8], stat: &Statx) {
        let mode = u32::from(stat.stx_mode);
        let device = rustix::fs::makedev(stat.stx_dev_major, stat.stx_dev_minor);
        let special = rustix::fs::makedev(stat.stx_rdev_major, stat.stx_rdev_minor);
        let decimal = |number: u64| (number.to_string(), "");
        let hex = |number: u64| (format!("{number:x}"), if number == 0 { "" } else { "0x" });
        let (number, prefix) = match directive.letter {
            b'a' => {
                let mode = mode & super::mode::ALL;
                (format!("{mode:o}"), if mode == 0 { "" } else { "0" })
            }
            b'b' => decimal(stat.stx_blocks),
            b'B' => decimal(512),
            b'd' => match directive.part {
                Some(b'H') => decimal(stat.stx_dev_major.into()),
                Some(_) => decimal(stat.stx_dev_minor.into()),
                None => decimal(device),
            },
            b'D' => hex(device),
            b'f' => hex(mode.into()),
            b'g' => decimal(stat.stx_gid.into()),
            b'h' => decimal(stat.stx_nlink.into()),
            b'i' => decimal(stat.stx_ino),
            b'o' => decimal(stat.stx_blksize.into()),
            b'r' => match directive.part {
                Some(b'H') => decimal(stat.stx_rdev_major.into()),
                Some(_) => decimal(stat.stx_rdev_minor.into()),
                None => decimal(special),
            },
            b'R' => hex(special),
            b's' => decimal(stat.stx_size),
            b't' => hex(stat.stx_rdev_major.into()),
            b'T' => hex(stat.stx_rdev_minor.into()),
            b'u' => decimal(stat.stx_uid.into()),
            b'W' => (born(stat).map_or(0, |time| time.tv_sec).to_string(), ""),
            b'X' => (stat.stx_atime.tv_sec.to_string(), ""),
            b'Y' => (stat.stx_mtime.tv_sec.to_string(), ""),
            b'Z' => (stat.stx_ctime.tv_sec.to_string(), ""),
            _ => return self.words(directive, name, stat),
        };
        directive.pad_number(number.as_bytes(), prefix.as_bytes(), self.report.output());
    }

    /// Directives that stand for text.
    fn words(&mut self, directive: &Directive, name: &[u8], stat: &Statx) {
        let mode = u32::from(stat.stx_mode);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        match directive.letter {
            b'A' => text.extend_from_slice(&super::mode::letters(mode)),
            b'F' => text.extend_from_slice(kind_of(mode, stat.stx_size)),
            b'n' => text.extend_from_slice(name),
            b'N' => text.extend_from_slice(&self.report.quote(name)),
            format::BARE_NAME => text.extend_from_slice(name),
            b'U' => text.extend_from_slice(self.owners.user(stat.stx_uid).unwrap_or(b"UNKNOWN")),
            b'G' => text.extend_from_slice(self.owners.group(stat.stx_gid).unwrap_or(b"UNKNOWN")),
            b'w' => match born(stat) {
                Some(time) => self.date(time, &mut text),
                None => text.push(b'-'),
            },
            b'x' => self.date(stat.stx_atime, &mut text),
            b'y' => self.date(stat.stx_mtime, &mut text),
            _ => self.date(stat.stx_ctime, &mut text),
        }
        directive.pad_text(&text, self.report.output());
        let links =
            matches!(directive.letter, b'N' | format::BARE_NAME) && mode & 0o170_000 == 0o120_000;
        if links {
            let here = self.report.context.directory;
            match stage::door::readlinkat(here, name, Vec::new()) {
                Ok(target) => {
                    let shown = match directive.letter {
                        b'N' => self.report.quote(target.as_bytes()),
                        _ => target.into_bytes(),
                    };
                    let output = self.report.output();
                    output.extend_from_slice(b" -> ");
                    directive.pad_text(&shown, output);
                }
                Err(error) => self.report.fail_on("cannot read symbolic link", name, error),
            }
        }
        self.text = text;
    }

    /// A time as the clocks of the zone show it.
    fn date(&mut self, time: StatxTimestamp, out: &mut Vec<u8>) {
        if self.zone.is_none() {
            self.zone = Zone::of(self.report.context);
        }
        let Some(zone) = &self.zone else { return };
        let offset = date::kind(zone, time.tv_sec).map_or(0, |kind| kind.offset);
        let civil = date::local(zone, time.tv_sec);
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.abs() / 60;
        let text = format!(
            "{}-{:02}-{:02} {:02}:{:02}:{:02}.{:09} {sign}{:02}{:02}",
            civil.year,
            civil.month,
            civil.day,
            civil.hour,
            civil.minute,
            civil.second,
            time.tv_nsec,
            minutes / 60,
            minutes % 60
        );
        out.extend_from_slice(text.as_bytes());
    }
}

/// When the file was made, where the file system knows.
fn born(stat: &Statx) -> Option<StatxTimestamp> {
    (stat.stx_mask & StatxFlags::BTIME.bits() != 0).then_some(stat.stx_btime)
}

fn kind_of(mode: u32, size: u64) -> &'static [u8] {
    match mode >> 12 {
        8 if size == 0 => b"regular empty file",
        8 => b"regular file",
        4 => b"directory",
        10 => b"symbolic link",
        6 => b"block special file",
        2 => b"character special file",
        1 => b"fifo",
        12 => b"socket",
        _ => b"weird file",
    }
}
