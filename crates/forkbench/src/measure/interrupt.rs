//! ^C: the measurement under way is given up, what has been measured is shown.

use std::io;

use launch::signal;

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// From now on SIGINT and SIGTERM are noted instead of ending the process.
///
/// # Errors
/// As sigaction(2).
pub fn catch_interrupts() -> io::Result<()> {
    signal::catch(SIGINT, false)?;
    signal::catch(SIGTERM, false)
}

/// Whether one of them has come.
pub fn interrupted() -> bool {
    let pending = signal::pending_set();
    pending.contains(SIGINT) || pending.contains(SIGTERM)
}
