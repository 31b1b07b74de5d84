//! Where reports go.
//!
//! The records of all processes are added up (`summary`) when the shell ends, or read from a file
//! of an earlier run (`show_file`), and shown by `table` on standard error, or by `json` and `html`
//! in a file of the usual name or of the one asked for.

use super::record::Record;
use super::recording::{Format, Profile};
use super::summary::Summary;
use super::{html, json, table};
use crate::diagnostics::StartupProblem;
use crate::environment::Environment;
use rustix::fs::{Mode, OFlags};

/// A report in a format.
fn report(summary: &Summary, format: Format) -> String {
    match format {
        Format::Table => table::table(summary),
        Format::Json => json::json(summary),
        Format::Html => html::html(summary),
    }
}

/// The file of a report that has no name.
fn usual_name(format: Format) -> Option<&'static [u8]> {
    match format {
        Format::Table => None,
        Format::Json => Some(b"forkless-profile.json"),
        Format::Html => Some(b"forkless-profile.html"),
    }
}

/// Writes the report at the end of a shell: to `output`, a file of the usual name, or standard error.
pub(crate) fn write(
    profile: &Profile,
    format: Format,
    output: Option<&[u8]>,
    records: Vec<Record>,
) {
    let text = report(&Summary::of(&records), format);
    let message = match output.or(usual_name(format)) {
        None => text,
        Some(path) => {
            let path_shown = String::from_utf8_lossy(path);
            match write_file(path, output.is_some(), text.as_bytes()) {
                Ok(()) => format!("forkless: wrote {path_shown}\n"),
                Err(errno) => {
                    let reason = utilities::message::reason(&errno.into());
                    format!("forkless: {path_shown}: {reason}\n")
                }
            }
        }
    };
    let Some(stderr) = &profile.stderr else { return };
    let mut rest = message.as_bytes();
    while !rest.is_empty() {
        match rustix::io::write(stderr, rest) {
            Ok(0) | Err(_) => return,
            Ok(count) => rest = &rest[count..],
        }
    }
}

/// Writes a file. One that nobody has named is no link to elsewhere.
fn write_file(path: &[u8], named: bool, text: &[u8]) -> rustix::io::Result<()> {
    let mut flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
    if !named {
        flags |= OFlags::NOFOLLOW;
    }
    let file = rustix::fs::open(path, flags, Mode::from_raw_mode(0o666))?;
    let mut rest = text;
    while !rest.is_empty() {
        let count = rustix::io::write(&file, rest)?;
        rest = &rest[count..];
    }
    Ok(())
}

/// `--profile-report FILE`: shows what FORKLESS_PROFILE has collected. Returns the exit status.
pub(crate) fn show_file(env: &mut Environment, path: &[u8], format: Format) -> i32 {
    use std::os::unix::ffi::OsStrExt;
    let text = match std::fs::read(std::ffi::OsStr::from_bytes(path)) {
        Ok(text) => text,
        Err(error) => {
            let reason = utilities::message::reason(&error);
            env.diagnose(&StartupProblem::ProfileNotRead { path, reason: &reason });
            return 1;
        }
    };
    let records = Record::parse(&text);
    if records.is_empty() {
        env.diagnose(&StartupProblem::NoProfile(path));
        return 1;
    }
    let text = report(&Summary::of(&records), format);
    env.print("forkless", text.as_bytes()).unwrap_or(1)
}
