//! What versions of the reproduced programs do otherwise than the ones before.
//!
//! The utilities are written after the versions of Debian 12. Where a later one does something
//! else, that is a row here, with the sentence of its NEWS (or where NEWS say nothing, what was
//! seen); a utility asks [`Program::has`](crate::program::Program::has) and does likewise, or
//! steps aside.

use crate::program::{Family, Version};

/// One change.
pub struct Row {
    /// Which it is.
    pub change: Change,
    /// Whose it is.
    pub family: Family,
    /// The first version that has it.
    pub from: Version,
    /// What its NEWS say, shortened.
    pub news: &'static str,
}

macro_rules! changes {
    ($($change:ident: $family:ident($major:literal, $minor:literal), $news:literal;)*) => {
        /// A change of behaviour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Change {
            $(#[doc = $news] $change),*
        }

        /// All changes, in the order of their names.
        pub const CHANGES: &[Row] = &[$(Row {
            change: Change::$change,
            family: Family::$family,
            from: Version::new($major, $minor, 0),
            news: $news,
        }),*];
    };
}

changes! {
    CommTotalNul: Coreutils(9, 2),
        "comm --output-delimiter='' --total now delimits columns in the total line with NUL";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_change() {
        for (place, row) in CHANGES.iter().enumerate() {
            assert_eq!(row.change as usize, place, "{}", row.news);
        }
    }
}
