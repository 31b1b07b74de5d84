//! The long format (-l): columns that are as wide as the widest entry.

use super::list::{File, Lister, Mark, sign};
use super::{Indicator, Request, Style, Time};
use crate::files::owners::Owners;
use crate::files::{date, mode};
use crate::system::date::zone::Zone;
use rustix::fs::{FileType, Stat, Timespec};

/// Half a year: what is older is shown with the year.
const HALF_YEAR: i64 = 31_556_952 / 2;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What the long format keeps between directories.
pub(super) struct Long {
    zone: Zone,
    now: Timespec,
    owners: Owners,
}

/// The columns of one file.
#[derive(Default)]
struct Row {
    inode: String,
    blocks: String,
    links: String,
    owner: Vec<u8>,
    group: Vec<u8>,
    /// The size, or the major device number.
    size: String,
    minor: Option<String>,
}

#[derive(Default)]
struct Widths {
    inode: usize,
    blocks: usize,
    links: usize,
    owner: usize,
    group: usize,
    size: usize,
    major: usize,
    minor: usize,
}

impl Long {
    pub(super) fn new(zone: Zone, now: Timespec) -> Self {
        Self { zone, now, owners: Owners::default() }
    }

    /// Writes the files.
    pub(super) fn show(&mut self, lister: &mut Lister<'_, '_, '_>, files: &[File]) {
        let request = lister.request;
        let rows: Vec<Row> = files.iter().map(|file| self.row(lister, file)).collect();
        let mut widths = Widths::default();
        let removed = std::mem::take(&mut lister.removed);
        let others: Vec<Row> = removed.iter().map(|file| self.row(lister, file)).collect();
        for (row, file) in rows.iter().zip(files).chain(others.iter().zip(&removed)) {
            // What could not be looked at counts for no width but that of its inode.
            widths.inode = widths.inode.max(if file.stat.is_some() { row.inode.len() } else { 1 });
            if file.stat.is_none() {
                continue;
            }
            widths.blocks = widths.blocks.max(row.blocks.len());
            widths.links = widths.links.max(row.links.len());
            widths.owner = widths.owner.max(row.owner.len());
            widths.group = widths.group.max(row.group.len());
            match &row.minor {
                Some(minor) => {
                    widths.major = widths.major.max(row.size.len());
                    widths.minor = widths.minor.max(minor.len());
                    widths.size = widths.size.max(widths.major + 2 + widths.minor);
                }
                None => widths.size = widths.size.max(row.size.len()),
            }
        }
        let marked = files.iter().chain(&removed).any(|file| file.mark != Mark::None);
        for (row, file) in rows.iter().zip(files) {
            let mut line = Vec::with_capacity(96);
            self.line(request, &mut line, row, file, &widths, marked);
            lister.report.say(&[&line]);
            if lister.report.ended() {
                return;
            }
        }
    }

    fn row(&mut self, lister: &Lister<'_, '_, '_>, file: &File) -> Row {
        let unknown = || "?".to_string();
        let Some(stat) = &file.stat else {
            return Row {
                inode: unknown(),
                blocks: unknown(),
                links: unknown(),
                owner: b"?".to_vec(),
                group: b"?".to_vec(),
                size: unknown(),
                minor: None,
            };
        };
        let request = lister.request;
        let mut row = Row { links: stat.st_nlink.to_string(), ..Row::default() };
        if request.inode {
            row.inode = stat.st_ino.to_string();
        }
        if request.blocks {
            row.blocks = lister.amount(u64::try_from(stat.st_blocks).unwrap_or(0), 512);
        }
        let number = |id: u32| id.to_string().into_bytes();
        if request.owner {
            row.owner = match request.numeric {
                true => number(stat.st_uid),
                false => self.owners.user_or_number(stat.st_uid),
            };
        }
        if request.group {
            row.group = match request.numeric {
                true => number(stat.st_gid),
                false => self.owners.group_or_number(stat.st_gid),
            };
        }
        match file.kind {
            FileType::CharacterDevice | FileType::BlockDevice => {
                row.size = rustix::fs::major(stat.st_rdev).to_string();
                row.minor = Some(rustix::fs::minor(stat.st_rdev).to_string());
            }
            _ => row.size = lister.amount(stat.st_size as u64, 1),
        }
        row
    }

    fn line(
        &mut self,
        request: &Request<'_>,
        line: &mut Vec<u8>,
        row: &Row,
        file: &File,
        widths: &Widths,
        marked: bool,
    ) {
        if request.inode {
            right(line, row.inode.as_bytes(), widths.inode);
            line.push(b' ');
        }
        if request.blocks {
            right(line, row.blocks.as_bytes(), widths.blocks);
            line.push(b' ');
        }
        match &file.stat {
            Some(stat) => line.extend_from_slice(&mode::letters(stat.st_mode)),
            None => {
                line.push(mode::letters(file.kind.as_raw_mode())[0]);
                line.extend_from_slice(b"?????????");
            }
        }
        if marked {
            line.push(match (&file.stat, file.mark) {
                (None, _) => b'?',
                (_, Mark::None) => b' ',
                (_, Mark::Label) => b'.',
                (_, Mark::List) => b'+',
            });
        }
        line.push(b' ');
        right(line, row.links.as_bytes(), widths.links);
        line.push(b' ');
        // Names stand to the left, numbers to the right.
        let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        for (shown, text, width) in
            [(request.owner, &row.owner, widths.owner), (request.group, &row.group, widths.group)]
        {
            if shown {
                match is_number(text) {
                    true => right(line, text, width),
                    false => left(line, text, width),
                }
                line.push(b' ');
            }
        }
        match &row.minor {
            Some(minor) => {
                let blanks = widths.size.saturating_sub(widths.major + 2 + widths.minor);
                right(line, row.size.as_bytes(), widths.major + blanks);
                line.extend_from_slice(b", ");
                right(line, minor.as_bytes(), widths.minor);
            }
            None => right(line, row.size.as_bytes(), widths.size),
        }
        line.push(b' ');
        let date = match &file.stat {
            Some(stat) => self.date(request, stat),
            None => {
                let width = match request.style {
                    Style::Locale => 12,
                    Style::LongIso => 16,
                    Style::FullIso => 35,
                };
                format!("{:>width$}", "?")
            }
        };
        line.extend_from_slice(date.as_bytes());
        line.push(b' ');
        line.extend_from_slice(&file.name);
        if file.kind == FileType::Symlink {
            if let Some(link) = &file.link {
                line.extend_from_slice(b" -> ");
                line.extend_from_slice(link);
                if request.indicator != Indicator::None {
                    line.extend(sign(request.indicator, Some(file.link_mode), FileType::Unknown));
                }
            }
        } else if request.indicator != Indicator::None {
            let mode = file.stat.as_ref().map(|stat| stat.st_mode);
            line.extend(sign(request.indicator, mode, file.kind));
        }
        line.push(request.end);
    }

    fn date(&mut self, request: &Request<'_>, stat: &Stat) -> String {
        let (seconds, nanoseconds) = match request.time {
            Time::Modification => (stat.st_mtime, stat.st_mtime_nsec),
            Time::Access => (stat.st_atime, stat.st_atime_nsec),
            Time::Change => (stat.st_ctime, stat.st_ctime_nsec),
        };
        let nanoseconds = nanoseconds as i64;
        let civil = date::local(&self.zone, seconds);
        let (hour, minute, second) = (civil.hour, civil.minute, civil.second);
        let (year, month, day) = (civil.year, civil.month, civil.day);
        if i32::try_from(year - 1900).is_err() {
            // The C library has no such year: the number is in the place of the time.
            let width = match request.style {
                Style::Locale => 12,
                Style::LongIso => 16,
                Style::FullIso => 35,
            };
            return format!("{seconds:>width$}");
        }
        match request.style {
            Style::Locale => {
                if (self.now.tv_sec, self.now.tv_nsec) < (seconds, nanoseconds) {
                    // It may have been written since.
                    self.now = date::now();
                }
                let now = (self.now.tv_sec, self.now.tv_nsec);
                let recent = (now.0 - HALF_YEAR, now.1) < (seconds, nanoseconds)
                    && (seconds, nanoseconds) < now;
                let name = usize::try_from(month - 1).ok().and_then(|month| MONTHS.get(month));
                let name = name.unwrap_or(&"");
                match recent {
                    true => format!("{name} {day:>2} {hour:02}:{minute:02}"),
                    false => format!("{name} {day:>2}  {year}"),
                }
            }
            Style::LongIso => format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}"),
            Style::FullIso => {
                let offset = date::kind(&self.zone, seconds).map_or(0, |kind| kind.offset) / 60;
                let sign = if offset < 0 { '-' } else { '+' };
                let offset = offset.abs();
                format!(
                    "{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{nanoseconds:09} \
                     {sign}{:02}{:02}",
                    offset / 60,
                    offset % 60
                )
            }
        }
    }
}

fn right(line: &mut Vec<u8>, text: &[u8], width: usize) {
    line.resize(line.len() + width.saturating_sub(text.len()), b' ');
    line.extend_from_slice(text);
}

fn left(line: &mut Vec<u8>, text: &[u8], width: usize) {
    line.extend_from_slice(text);
    line.resize(line.len() + width.saturating_sub(text.len()), b' ');
}
