//! What `.sh.match` is made of when it is read (ksh93).

use syntax::ByteString;

/// The last match of a pattern with groups.
pub struct LastMatch {
    /// The text.
    pub text: ByteString,
    /// The pattern.
    pub pattern: ByteString,
    /// What of the text the pattern has matched.
    pub extent: Extent,
}

/// What of a text a pattern has matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// A part of it: the first match.
    First,
    /// Parts of it, as for `${x//p/r}`: each group has taken something in each match.
    Each,
}
