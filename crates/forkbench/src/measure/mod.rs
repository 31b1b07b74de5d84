//! How things are measured: workers that launch, commands that run, contestants that
//! alternate, and a budget of time that is kept.

mod command;
mod count;
mod interrupt;
mod pin;
mod turns;
mod worker;

pub use command::{Command, Ended, Run, find_in_path};
pub use count::Counter;
pub use interrupt::{catch_interrupts, interrupted};
pub use pin::{Pin, processor_to_pin};
pub use turns::{Contestant, Effort, alternate};
pub use worker::{Batch, Worker};

use std::fmt;

use crate::model::Cell;

/// What went wrong, as the C library says it.
pub(crate) fn text_of(error: &std::io::Error) -> String {
    error.raw_os_error().map_or_else(|| error.to_string(), launch::error_text)
}

/// Why a measurement has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The user wants it to end.
    Interrupted,
    /// It took too long, and was ended.
    TimedOut,
    /// The whole run has to be over.
    Late,
    /// In words.
    Said(String),
}

impl Failure {
    /// A failure in words.
    pub fn said(words: impl Into<String>) -> Self {
        Failure::Said(words.into())
    }

    /// The cell of a measurement that ended so.
    pub fn cell(&self) -> Cell {
        match self {
            Failure::Interrupted | Failure::Late => Cell::skipped(self.to_string()),
            Failure::TimedOut | Failure::Said(_) => Cell::failed(self.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Interrupted => f.write_str("interrupted"),
            Failure::Late => f.write_str("no time was left"),
            Failure::TimedOut => f.write_str("no answer within the time limit"),
            Failure::Said(words) => f.write_str(words),
        }
    }
}
