//! Placeholder replaced by the crate's own text.
