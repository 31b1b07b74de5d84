//! How a run has ended.

use shell::limits::Limit;
use std::time::Duration;

/// How a script has ended, and what it wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Its exit status, 0 to 255; 128 and the number where a signal ended it.
    pub status: i32,
    /// The signal that ended it: sent by a [`Canceller`](crate::Canceller), or by `kill $$`.
    pub signal: Option<i32>,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// What it wrote to standard output, where that is captured.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error, where that is captured.
    pub stderr: Vec<u8>,
    /// What it took.
    pub usage: Usage,
}

impl Outcome {
    /// Whether it ended by itself with status 0.
    pub fn success(&self) -> bool {
        self.status == 0 && self.signal.is_none() && self.limit.is_none()
    }
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Commands, and iterations of loops.
    pub steps: u64,
    /// Programs that were launched.
    pub processes: u64,
    /// Time by the clock.
    pub wall: Duration,
}
