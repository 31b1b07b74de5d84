//! What the two awks that are reproduced answer differently, where POSIX leaves it open
//! (POSIX XCU awk; mawk(1), gawk(1)).

/// An awk that is reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awk {
    /// mawk 1.3.4: Debian's.
    #[default]
    Mawk,
    /// GNU awk 5.
    Gawk,
}

impl Awk {
    /// Every awk, in the order of the columns of the table.
    pub const ALL: [Self; 2] = [Self::Mawk, Self::Gawk];

    /// The heading of the column.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Mawk => "mawk",
            Self::Gawk => "gawk",
        }
    }

    /// The behaviours of this awk.
    #[inline]
    pub const fn rules(self) -> &'static AwkRules {
        match self {
            Self::Mawk => &MAWK,
            Self::Gawk => &GAWK,
        }
    }
}

static MAWK: AwkRules = AwkRules::of(Awk::Mawk);
static GAWK: AwkRules = AwkRules::of(Awk::Gawk);

rules! {
    /// The behaviours of an awk.
    AwkRules for Awk {
    }
}
