//! Utilities on files and directories.
//!
//! All of them name files relative to the context's directory descriptor (openat(2) and its
//! kin), so the working directory of the process never matters.

mod chmod;
#[allow(dead_code, unused_imports)]
mod copy;
mod cp;
mod date;
mod mkdir;
mod mode;
mod mv;

#[allow(dead_code, unused_imports)]
mod names;

mod random;
#[allow(dead_code, unused_imports)]
mod report;
mod resolve;
mod rm;
mod rmdir;
mod touch;

#[allow(dead_code, unused_imports)]
mod walk;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    rm::UTILITY,
    mkdir::UTILITY,
    rmdir::UTILITY,
    touch::UTILITY,
    chmod::UTILITY,
    cp::UTILITY,
    mv::UTILITY,
];
