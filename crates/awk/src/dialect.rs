//! Which awk is reproduced: what POSIX leaves open, the two of them answer differently.

/// An awk, and for gawk what characters are in the locale (mawk knows bytes only).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[default]
    Mawk,
    /// gawk where characters are bytes.
    Gawk,
    /// gawk where characters are UTF-8.
    GawkUtf8,
}

impl Dialect {
    #[inline]
    pub(crate) fn is_gawk(self) -> bool {
        self != Dialect::Mawk
    }

    #[inline]
    pub(crate) fn has_utf8(self) -> bool {
        self == Dialect::GawkUtf8
    }
}
