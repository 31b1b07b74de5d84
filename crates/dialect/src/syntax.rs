//! What a text means: tokens, words, the grammar (POSIX XCU 2.2, 2.3, 2.10).

use crate::Dialect;

rules! {
    /// What a text means. Tokens, words, the grammar.
    Syntax for Dialect {
    }
}
