//! Start-up, history, prompts and job control (POSIX XCU sh).

use crate::Dialect;

rules! {
    /// Start-up, history, prompts and job control.
    Interactive for Dialect {
    }
}
