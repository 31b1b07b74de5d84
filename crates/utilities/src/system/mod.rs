//! Utilities that evaluate, show the system or run commands.

pub mod basename;
mod directory;
pub mod dirname;
pub mod echo;
mod expr;
pub mod printf;
mod sleep;
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
    expr::UTILITY,
    sleep::UTILITY,
    directory::UTILITY,
];
