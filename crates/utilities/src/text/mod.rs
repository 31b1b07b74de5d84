//! Utilities on text: filters and comparisons.

pub mod cat;
pub mod stream;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] =
    &[Utility { name: "cat", admit: cat::admit, run: cat::run, options: cat::ADMITTED }];
