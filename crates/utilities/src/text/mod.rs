//! Utilities on text: filters and comparisons.

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[];
