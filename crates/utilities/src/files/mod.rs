//! Utilities on files and directories.
//!
//! All of them name files relative to the context's directory descriptor (openat(2) and its
//! kin), so the working directory of the process never matters.

mod ancestors;
mod canonicalize;
mod chmod;
mod chown;
#[allow(dead_code, unused_imports)]
mod copy;
mod cp;
pub(crate) mod date;
mod dd;
mod df;
mod du;
mod find;
mod fnmatch;
mod human;
mod install;
mod link;
mod ln;
mod ls;
mod mkdir;
mod mkfifo;
mod mktemp;
mod mode;
mod mv;
#[allow(dead_code, unused_imports)]
mod names;
mod owners;
mod random;
mod readlink;
mod realpath;
#[allow(dead_code, unused_imports)]
mod report;
pub(crate) mod resolve;
mod rm;
mod rmdir;
mod size;
mod stat;
mod sync;
mod target;
mod touch;
mod truncate;
#[allow(dead_code, unused_imports)]
pub(crate) mod walk;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    rm::UTILITY,
    mkdir::UTILITY,
    rmdir::UTILITY,
    touch::UTILITY,
    mv::UTILITY,
    cp::UTILITY,
    install::UTILITY,
    ln::UTILITY,
    link::LINK,
    link::UNLINK,
    ls::UTILITY,
    chmod::UTILITY,
    chown::CHOWN,
    chown::CHGRP,
    mktemp::UTILITY,
    readlink::UTILITY,
    realpath::UTILITY,
    dd::UTILITY,
    df::UTILITY,
    du::UTILITY,
    find::UTILITY,
    stat::UTILITY,
    truncate::UTILITY,
    mkfifo::UTILITY,
    sync::UTILITY,
];
