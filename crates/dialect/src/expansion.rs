//! What becomes of words: parameters, substitutions, arithmetic, patterns (POSIX XCU 2.6, 2.14).

use crate::Dialect;

rules! {
    /// What becomes of words: parameters, substitutions, arithmetic, patterns.
    Expansion for Dialect {
    }
}
