//! Utilities that evaluate, show the system or run commands.

pub mod basename;
pub mod dirname;
pub mod echo;
pub mod printf;
mod stream;
pub mod test;
pub mod truth;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    echo::UTILITY,
    printf::UTILITY,
    test::TEST,
    test::BRACKET,
    truth::TRUE,
    truth::FALSE,
    basename::UTILITY,
    dirname::UTILITY,
];
