//! Which awk is reproduced: what POSIX leaves open, the two of them answer differently.

use dialect::awk::{Awk, AwkRules};

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
    /// The dialect of an awk in a locale with or without UTF-8.
    pub(crate) fn of(awk: Awk, utf8: bool) -> Self {
        match (awk, utf8) {
            (Awk::Mawk, _) => Self::Mawk,
            (Awk::Gawk, false) => Self::Gawk,
            (Awk::Gawk, true) => Self::GawkUtf8,
        }
    }

    /// The behaviours of the awk.
    #[inline]
    pub(crate) fn rules(self) -> &'static AwkRules {
        match self {
            Self::Mawk => Awk::Mawk.rules(),
            Self::Gawk | Self::GawkUtf8 => Awk::Gawk.rules(),
        }
    }

    /// Whether a character may have several bytes.
    #[inline]
    pub(crate) fn has_utf8(self) -> bool {
        self == Dialect::GawkUtf8
    }
}
