//! Builtin commands (POSIX XCU 2.15, 1.6).

use crate::Dialect;

rules! {
    /// Builtin commands.
    Builtins for Dialect {
    }
}
