//! df: space on the file systems of files (POSIX XCU df; GNU coreutils manual, df(1)).
//!
//! On file systems of the usual kinds. Where the table of mounts says more than one thing of a place that
//! is asked for, the installed one answers.

mod mounts;

use super::{human, resolve};
use crate::options::{self, Option_, Takes};
use crate::system::{accounts, stream};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use mounts::{Mount, mount_of};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, StatVfs};
use rustix::io::Errno;

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "df", plan: decide, options: "-h -k -m -P -T [FILE...]" };

const OPTIONS: &[Option_] = &[
    ('h', "human-readable", Takes::Nothing),
    ('k', "", Takes::Nothing),
    ('m', "", Takes::Nothing),
    ('P', "portability", Takes::Nothing),
    ('T', "print-type", Takes::Nothing),
];

/// Variables that say in which unit sizes are.
const UNITS: &[&[u8]] = &[b"DF_BLOCK_SIZE", b"BLOCK_SIZE", b"BLOCKSIZE", b"POSIXLY_CORRECT"];

/// The columns, the last of which goes to the end of the line.
const COLUMNS: usize = 7;

/// One row: texts of the columns.
type Row = [Vec<u8>; COLUMNS];

/// Why the installed one is asked.
const ANOTHER_KIND: &str = "a file system of another kind";

/// All of a call: the rows of the table, and whether it has a column for types.
fn table(context: &Context<'_>, arguments: &[&[u8]]) -> Result<(Vec<Row>, bool), &'static str> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if UNITS.iter().any(|name| context.variables.get(name).is_some()) {
        return Err("a unit of its own");
    }
    let mut units = parsed.options.iter().rev().filter(|(letter, _)| "hkm".contains(*letter));
    let unit = units.next().map_or('k', |(letter, _)| *letter);
    let mut rows = vec![header(unit, parsed.has('P'))];
    let text = accounts::read("/proc/self/mountinfo").map_err(|_| "no table of mounts")?;
    for name in &parsed.operands {
        rows.push(row_of_file(context, name, unit, &text).ok_or(ANOTHER_KIND)?);
    }
    if parsed.operands.is_empty() {
        rows.extend(rows_of_all(unit, &text)?);
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

/// The rows of all file systems, each once.
fn rows_of_all(unit: char, table: &[u8]) -> Result<Vec<Row>, &'static str> {
    let mut rows = Vec::new();
    for mount in mounts::wanted(table)? {
        let system = match rustix::fs::statvfs(&mount.place[..]) {
            Ok(system) => system,
            // What it may not look at, it leaves out.
            Err(Errno::ACCESS | Errno::NOENT) => continue,
            Err(_) => return Err("a file system that cannot be asked"),
        };
        if system.f_blocks > 0 {
            rows.push(row(mount, &system, unit).ok_or(ANOTHER_KIND)?);
        }
    }
    if rows.is_empty() { Err("no file systems") } else { Ok(rows) }
}

/// The row of a file; None where it is not certain what that is.
fn row_of_file(context: &Context<'_>, name: &[u8], unit: char, table: &[u8]) -> Option<Row> {
    let stat = stage::door::statat(context.directory, name, AtFlags::empty()).ok()?;
    if !matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Directory)
    {
        return None;
    }
    let path = resolve::existing(context.directory, name)?;
    let mount = mount_of(&path, table)?;
    if rustix::fs::stat(&mount.place[..]).ok()?.st_dev != stat.st_dev {
        return None;
    }
    let flags = OFlags::PATH | OFlags::CLOEXEC;
    let file = stage::door::openat(context.directory, name, flags, Mode::empty()).ok()?;
    row(mount, &rustix::fs::fstatvfs(&file).ok()?, unit)
}

/// The row of what is mounted; None where it is unusual.
fn row(mount: Mount<'_>, system: &StatVfs, unit: char) -> Option<Row> {
    if !mount.is_usual() {
        return None;
    }
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
