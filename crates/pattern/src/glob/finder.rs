//! Finding one match after the other in a text: `${x//p/r}` (ksh(1), bash(1)).

use super::{Glob, Plan};

/// The matches of a pattern in one text; see [`Glob::finder`].
#[derive(Clone, Debug)]
pub struct Finder<'a> {
    glob: &'a Glob,
    text: &'a [u8],
    /// For a pattern with groups: where matches begin, the last place first. They are found
    /// by one walk through the text, so that places where none begins cost nothing more.
    starts: Option<Vec<usize>>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(glob: &'a Glob, text: &'a [u8]) -> Finder<'a> {
        Finder { glob, text, starts: None }
    }

    /// Where the character that begins at `at` ends.
    pub fn after(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let utf8 = self.glob.options.utf8;
        at + crate::characters::first(rest, utf8).map_or(0, |(_, length)| length)
    }

    /// The leftmost match that begins at `from` or later, and of those the longest, as
    /// (start, end); it may be empty. What to do about an empty one is the caller's to say.
    pub fn find(&mut self, from: usize) -> Option<(usize, usize)> {
        let Plan::Extended(program) = &self.glob.plan else {
            return self.glob.find(self.text, from);
        };
        let starts = self.starts.get_or_insert_with(|| program.starts(self.text));
        let before = starts.partition_point(|start| *start >= from);
        let start = *starts.get(before.checked_sub(1)?)?;
        Some((start, program.end_from(self.text, start)?))
    }
}
