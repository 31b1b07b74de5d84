//! `--profile`, `--trace-processes` and `FORKLESS_PROFILE`: what ran where, and why it needed a
//! process.
//!
//! [`recording`] counts while the shell runs, [`record`] is that as text, which processes hand to
//! each other through a file ([`store`]), [`summary`] adds records up, and [`table`], [`json`] and
//! [`html`] show the sum. A shell without a profile pays one test per command and per call.

mod advice;
mod hooks;
mod html;
mod json;
mod record;
mod recording;
mod report;
mod store;
mod summary;
mod table;

pub(crate) use recording::{EventKind, Format, Launching, Profile, Wanted};
pub(crate) use report::show_file;
pub(crate) use store::Store;
