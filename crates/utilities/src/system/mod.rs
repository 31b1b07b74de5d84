//! Utilities that evaluate, show the system or run commands.

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[];
