//! Utilities on files and directories.
//!
//! All of them name files relative to the context's directory descriptor (openat(2) and its
//! kin), so the working directory of the process never matters.

mod chmod;
mod date;
mod mkdir;
mod mode;
#[allow(dead_code)]
mod names;
#[allow(dead_code)]
mod report;
mod rm;
mod rmdir;
mod touch;
#[allow(dead_code)]
mod walk;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] =
    &[rm::UTILITY, mkdir::UTILITY, rmdir::UTILITY, touch::UTILITY, chmod::UTILITY];
