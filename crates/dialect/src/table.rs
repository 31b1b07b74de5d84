//! The macro that rows are written with.

/// What is known of a behaviour beside its values: for the document and the tests.
#[derive(Debug)]
pub struct Row {
    /// The name that code asks for it by.
    pub name: &'static str,
    /// What it is, in a sentence or two: lines of the documentation of the field.
    pub lines: &'static [&'static str],
    /// The section of the standard or the manual that says so.
    pub source: &'static str,
    /// The test case that holds it: `file: title`, or `file.rs: function` for a unit test.
    pub case: &'static str,
    /// What other shells do that have no column, or do otherwise than the column of their dialect.
    pub others: &'static str,
    /// The values as they are written in the table, one for each dialect.
    pub values: &'static [&'static str],
}

/// Defines an area of the table: a struct with a field for each behaviour.
///
/// ```text
/// rules! {
///     /// What the area is about.
///     Evaluation for Dialect {
///         /// A sentence that says what the behaviour is.
///         failure_status: i32 = 1, Sh => 2;
///             source "POSIX.1-2024 XCU 2.8.1", case "errors-p.sh: title", others "dash: 2";
///     }
/// }
/// ```
///
/// The first value holds for every dialect that no arrow names; `Bash | BashPosix => value` names
/// two. `others` may be left out.
macro_rules! rules {
    (
        $(#[doc = $about:literal])+
        $area:ident for $dialects:ident {
            $(
                $(#[doc = $line:literal])+
                $name:ident: $kind:ty = $default:expr
                $(, $($dialect:ident)|+ => $value:expr)*;
                source $source:literal, case $case:literal $(, others $others:literal)?;
            )*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug)]
        pub struct $area {
            $(
                $(#[doc = $line])+
                pub $name: $kind,
            )*
        }

        impl $area {
            /// The values of one dialect.
            pub(crate) const fn of(dialect: $dialects) -> Self {
                // An area without a difference asks for nothing.
                let _ = dialect;
                Self {
                    $(
                        $name: match dialect {
                            $($($dialects::$dialect)|+ => $value,)*
                            #[allow(unreachable_patterns, reason = "all may be named")]
                            _ => $default,
                        },
                    )*
                }
            }

            /// The values of one dialect, where a row of the area is altered.
            #[cfg(feature = "altered")]
            pub(crate) fn altered(
                dialect: $dialects,
                area: &str,
                alteration: &$crate::altered::Alteration,
            ) -> Self {
                let mut rules = Self::of(dialect);
                let mut rows = Self::ROWS.iter();
                $(
                    if let Some(column) = rows
                        .next()
                        .and_then(|row| alteration.column(area, row, dialect as usize))
                    {
                        rules.$name = Self::of($dialects::ALL[column]).$name;
                    }
                )*
                rules
            }

            /// The rows of the area.
            pub const ROWS: &'static [$crate::Row] = &[
                $($crate::Row {
                    name: stringify!($name),
                    lines: &[$($line),+],
                    source: $source,
                    case: $case,
                    others: concat!($($others)?),
                    values: &{
                        let mut values = [""; $dialects::ALL.len()];
                        let mut at = 0;
                        while at < values.len() {
                            values[at] = match $dialects::ALL[at] {
                                $($($dialects::$dialect)|+ => stringify!($value),)*
                                #[allow(unreachable_patterns, reason = "all may be named")]
                                _ => stringify!($default),
                            };
                            at += 1;
                        }
                        values
                    },
                },)*
            ];
        }
    };
}
