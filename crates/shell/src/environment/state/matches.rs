//! What `.sh.match` is made of when it is read (ksh93): the text of the last match and the places of its
//! groups, as the expansion, the `case` or the `[[` that matched has left them. See ksh93(1), Variables;
//! `environment::computed` makes the array.

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
