//! Utilities on files and directories.

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[];
