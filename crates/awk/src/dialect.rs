//! Which awk is reproduced: what POSIX leaves open, each of them answers in its own way.

use dialect::awk::{Awk, AwkRules};

/// An awk, and for gawk what characters are in the locale (mawk knows bytes only).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[default]
    Mawk,
    /// mawk of 2025.
    Mawk2025,
    /// mawk of 2026.
    Mawk2026,
    /// gawk where characters are bytes.
    Gawk,
    /// gawk where characters are UTF-8.
    GawkUtf8,
    /// gawk 5.3 where characters are bytes.
    Gawk53,
    /// gawk 5.3 where characters are UTF-8.
    Gawk53Utf8,
}

impl Dialect {
    /// The dialect of an awk in a locale with or without UTF-8.
    pub(crate) fn of(awk: Awk, utf8: bool) -> Self {
        match (awk, utf8) {
            (Awk::Mawk, _) => Self::Mawk,
            (Awk::Mawk2025, _) => Self::Mawk2025,
            (Awk::Mawk2026, _) => Self::Mawk2026,
            (Awk::Gawk, false) => Self::Gawk,
            (Awk::Gawk, true) => Self::GawkUtf8,
            (Awk::Gawk53, false) => Self::Gawk53,
            (Awk::Gawk53, true) => Self::Gawk53Utf8,
        }
    }

    /// The awk that it is one of.
    #[inline]
    pub(crate) fn awk(self) -> Awk {
        match self {
            Self::Mawk => Awk::Mawk,
            Self::Mawk2025 => Awk::Mawk2025,
            Self::Mawk2026 => Awk::Mawk2026,
            Self::Gawk | Self::GawkUtf8 => Awk::Gawk,
            Self::Gawk53 | Self::Gawk53Utf8 => Awk::Gawk53,
        }
    }

    /// The behaviours of the awk.
    #[inline]
    pub(crate) fn rules(self) -> &'static AwkRules {
        self.awk().rules()
    }

    /// Whether a character may have several bytes.
    #[inline]
    pub(crate) fn has_utf8(self) -> bool {
        matches!(self, Dialect::GawkUtf8 | Dialect::Gawk53Utf8)
    }
}
