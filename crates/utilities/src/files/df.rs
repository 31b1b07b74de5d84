//! df: space on the file systems of files (POSIX XCU df; GNU coreutils manual, df(1)).
//!
//! Of files and directories that are named, on file systems of the usual kinds. Without operands, and
//! where the table of mounts says more than one thing of a place, the installed one answers.

use super::{human, resolve};
use crate::options::{self, Option_, Takes};
use crate::system::{accounts, stream};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, FileType};
use rustix::fs::{Mode, OFlags};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "df", plan: decide, options: "-h -k -m -P -T FILE..." };

const OPTIONS: &[Option_] = &[
    ('h', "human-readable", Takes::Nothing),
    ('k', "", Takes::Nothing),
    ('m', "", Takes::Nothing),
    ('P', "portability", Takes::Nothing),
    ('T', "print-type", Takes::Nothing),
];

/// Variables that say in which unit sizes are.
const UNITS: &[&[u8]] = &[b"DF_BLOCK_SIZE", b"BLOCK_SIZE", b"BLOCKSIZE", b"POSIXLY_CORRECT"];

/// Types of file systems with files on a device or in memory. What is made up by the kernel is
/// shown only where nothing else is in its place.
const TYPES: &[&[u8]] = &[
    b"btrfs",
    b"devtmpfs",
    b"ext2",
    b"ext3",
    b"ext4",
    b"f2fs",
    b"overlay",
    b"tmpfs",
    b"vfat",
    b"xfs",
];

/// The columns, the last of which goes to the end of the line.
const COLUMNS: usize = 7;

/// One row: texts of the columns.
type Row = [Vec<u8>; COLUMNS];

/// What is mounted somewhere.
struct Mount<'t> {
    device: Vec<u8>,
    place: Vec<u8>,
    kind: &'t [u8],
}

/// All of a call: the rows of the table, and whether it has a column for types.
fn table(context: &Context<'_>, arguments: &[&[u8]]) -> Result<(Vec<Row>, bool), &'static str> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.operands.is_empty() {
        return Err("all file systems");
    }
    if UNITS.iter().any(|name| context.variables.get(name).is_some()) {
        return Err("a unit of its own");
    }
    let mut units = parsed.options.iter().rev().filter(|(letter, _)| "hkm".contains(*letter));
    let unit = units.next().map_or('k', |(letter, _)| *letter);
    let mut rows = vec![header(unit, parsed.has('P'))];
    let text = accounts::read("/proc/self/mountinfo").map_err(|_| "no table of mounts")?;
    for name in &parsed.operands {
        rows.push(row(context, name, unit, &text).ok_or("a file system of another kind")?);
    }
    Ok((rows, parsed.has('T')))
}

fn header(unit: char, is_portable: bool) -> Row {
    let size = match (unit, is_portable) {
        ('h', _) => "Size",
        ('k', true) => "1024-blocks",
        ('k', false) => "1K-blocks",
        (_, true) => "1048576-blocks",
        (_, false) => "1M-blocks",
    };
    let available = if unit == 'h' { "Avail" } else { "Available" };
    let used = if is_portable && unit != 'h' { "Capacity" } else { "Use%" };
    ["Filesystem", "Type", size, "Used", available, used, "Mounted on"].map(Into::into)
}

/// The row of a file; None where it is not certain what that is.
fn row(context: &Context<'_>, name: &[u8], unit: char, mounts: &[u8]) -> Option<Row> {
    let stat = stage::door::statat(context.directory, name, AtFlags::empty()).ok()?;
    if !matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Directory)
    {
        return None;
    }
    let path = resolve::existing(context.directory, name)?;
    let mount = mount_of(&path, mounts)?;
    let there = rustix::fs::stat(&mount.place[..]).ok()?;
    let is_plain =
        |text: &[u8]| !text.is_empty() && text.iter().all(|byte| (33..127).contains(byte));
    if there.st_dev != stat.st_dev
        || !TYPES.contains(&mount.kind)
        || !is_plain(&mount.device)
        || !is_plain(&mount.place)
    {
        return None;
    }
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let file = stage::door::openat(context.directory, name, flags, Mode::empty()).ok()?;
    let system = rustix::fs::fstatvfs(&file).ok()?;
    let block = if system.f_frsize > 0 { system.f_frsize } else { system.f_bsize };
    let used = system.f_blocks.checked_sub(system.f_bfree)?;
    let amount = |blocks: u64| {
        let bytes = blocks.checked_mul(block)?;
        Some(match unit {
            'h' => human::readable(bytes, 1024),
            'k' => bytes.div_ceil(1 << 10).to_string(),
            _ => bytes.div_ceil(1 << 20).to_string(),
        })
    };
    let whole = used.checked_add(system.f_bavail).filter(|_| used < u64::MAX / 100)?;
    let share = match whole {
        0 => "-".into(),
        whole => format!("{}%", (used * 100).div_ceil(whole)),
    };
    Some([
        mount.device,
        mount.kind.to_vec(),
        amount(system.f_blocks)?.into(),
        amount(used)?.into(),
        amount(system.f_bavail)?.into(),
        share.into(),
        mount.place,
    ])
}

/// The last mount of the longest place that a path lies in (proc_pid_mountinfo(5)).
fn mount_of<'t>(path: &[u8], mounts: &'t [u8]) -> Option<Mount<'t>> {
    let mut best: Option<Mount<'t>> = None;
    for line in mounts.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let mut fields = line.split(|byte| *byte == b' ');
        let place = unescaped(fields.nth(4)?);
        let kind = fields.by_ref().skip_while(|field| *field != b"-").nth(1)?;
        let device = unescaped(fields.next()?);
        let contains = match path.strip_prefix(&place[..]) {
            Some(rest) => place == b"/" || rest.is_empty() || rest.starts_with(b"/"),
            None => false,
        };
        if contains && best.as_ref().is_none_or(|best| best.place.len() <= place.len()) {
            best = Some(Mount { device, place, kind });
        }
    }
    best
}

/// A text with `\040` for a blank, and its like.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let octal = after.get(..3).filter(|_| byte == b'\\');
        let code = octal.and_then(|it| std::str::from_utf8(it).ok());
        match code.and_then(|code| u8::from_str_radix(code, 8).ok()) {
            Some(code) => {
                plain.push(code);
                rest = &after[3..];
            }
            None => plain.push(byte),
        }
    }
    plain
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    planned(table(context, arguments), run)
}

fn run(context: &mut Context<'_>, (rows, has_types): (Vec<Row>, bool)) -> Exit {
    let mut widths = [14, 4, 5, 5, 5, 4, 0];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    let mut out = Vec::new();
    for row in &rows {
        for (column, cell) in row.iter().enumerate().filter(|(column, _)| *column != 1 || has_types)
        {
            let blanks = std::iter::repeat_n(b' ', widths[column] - cell.len());
            match column {
                0 | 1 => {
                    out.extend_from_slice(cell);
                    out.extend(blanks);
                }
                6 => out.extend_from_slice(cell),
                _ => {
                    out.extend(blanks);
                    out.extend_from_slice(cell);
                }
            }
            out.push(if column == 6 { b'\n' } else { b' ' });
        }
    }
    stream::write_all(context, &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_that_a_path_lies_in() {
        let table =
            b"1 0 8:1 / / rw - ext4 /dev/a rw\n2 1 0:1 / /a\\040b rw shared:1 - tmpfs none rw\n\
            3 1 0:2 / /a\\040b rw - tmpfs other rw\n";
        let device = |path: &[u8]| mount_of(path, table).map(|mount| mount.device);
        assert_eq!(device(b"/a b/c").as_deref(), Some(&b"other"[..]));
        assert_eq!(device(b"/a b").as_deref(), Some(&b"other"[..]));
        assert_eq!(device(b"/a bc").as_deref(), Some(&b"/dev/a"[..]));
        assert_eq!(mount_of(b"x", table).map(|mount| mount.place), None);
    }
}
