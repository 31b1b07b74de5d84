//! The differences between the languages of this project, as one table of named behaviours.
//!
//! forkless reads the shell languages of POSIX sh, bash and ksh93, and reproduces two awks. Where
//! they answer differently, the difference is a row: a name, a value per dialect, a sentence, the
//! section of the standard or the manual, and the test case that holds it. Code asks for the
//! behaviour by its name (`rules.evaluation.failure_status`), never for the shell: so that
//! what a dialect is can be read, and changed, in one place.
//!
//! A row is written in the file of its area ([`evaluation`], [`expansion`] …); the macro `rules!`
//! in `table.rs` says how. `docs/dialects.md` is generated from the rows.

#![forbid(unsafe_code)]

#[macro_use]
mod table;
#[cfg(feature = "altered")]
mod altered;
pub mod awk;
pub mod builtins;
pub mod diagnostics;
pub mod document;
pub mod evaluation;
pub mod expansion;
pub mod interactive;
pub mod syntax;
pub mod variables;

pub use table::Row;

/// A shell language: which of several answers a shell gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// forkless under its own name: what bash and ksh93 have in common, and dash's answers where
    /// POSIX leaves a choice.
    Own,
    /// The name `sh`, or `set -o posix` under the own name: POSIX, without what conflicts with it.
    Sh,
    /// The name `bash`.
    Bash,
    /// bash's POSIX mode (`set -o posix`, `--posix`, POSIXLY_CORRECT): bash(1), "POSIX Mode".
    BashPosix,
    /// The names `ksh` and `ksh93`.
    Ksh,
    /// ksh93's `set -o posix`.
    KshPosix,
}

impl Dialect {
    /// Every dialect, in the order of the columns of the table.
    pub const ALL: [Self; 6] =
        [Self::Own, Self::Sh, Self::Bash, Self::BashPosix, Self::Ksh, Self::KshPosix];

    /// The heading of the dialect's column.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Own => "forkless",
            Self::Sh => "sh",
            Self::Bash => "bash",
            Self::BashPosix => "bash --posix",
            Self::Ksh => "ksh93",
            Self::KshPosix => "ksh93 -o posix",
        }
    }

    /// How a shell is called to speak it: its name, and options.
    pub const fn called(self) -> &'static [&'static str] {
        match self {
            Self::Own => &["forkless"],
            Self::Sh => &["sh"],
            Self::Bash => &["bash"],
            Self::BashPosix => &["bash", "--posix"],
            Self::Ksh => &["ksh93"],
            Self::KshPosix => &["ksh93", "-o", "posix"],
        }
    }

    /// The behaviours of the dialect.
    #[cfg(not(feature = "altered"))]
    #[inline]
    pub const fn rules(self) -> &'static Rules {
        &TABLE[self as usize]
    }

    /// The behaviours of the dialect, one of them altered.
    #[cfg(feature = "altered")]
    pub fn rules(self) -> &'static Rules {
        altered::rules(self)
    }
}

/// The behaviours of a dialect, by area.
#[derive(Debug)]
pub struct Rules {
    /// What a text means: tokens, words, the grammar.
    pub syntax: syntax::Syntax,
    /// What becomes of words: parameters, substitutions, arithmetic, patterns.
    pub expansion: expansion::Expansion,
    /// How commands are found and run, and how they end.
    pub evaluation: evaluation::Evaluation,
    /// Variables, their attributes, arrays and references.
    pub variables: variables::VariableRules,
    /// Builtin commands.
    pub builtins: builtins::Builtins,
    /// Start-up, history, prompts and job control.
    pub interactive: interactive::Interactive,
    /// How errors are said.
    pub diagnostics: diagnostics::Diagnostics,
}

#[cfg(not(feature = "altered"))]
impl Rules {
    const fn of(dialect: Dialect) -> Self {
        Self {
            syntax: syntax::Syntax::of(dialect),
            expansion: expansion::Expansion::of(dialect),
            evaluation: evaluation::Evaluation::of(dialect),
            variables: variables::VariableRules::of(dialect),
            builtins: builtins::Builtins::of(dialect),
            interactive: interactive::Interactive::of(dialect),
            diagnostics: diagnostics::Diagnostics::of(dialect),
        }
    }
}

#[cfg(not(feature = "altered"))]
static TABLE: [Rules; 6] = [
    Rules::of(Dialect::Own),
    Rules::of(Dialect::Sh),
    Rules::of(Dialect::Bash),
    Rules::of(Dialect::BashPosix),
    Rules::of(Dialect::Ksh),
    Rules::of(Dialect::KshPosix),
];

/// The areas of the shell's table, in the order of the document: heading and rows.
pub const AREAS: [(&str, &[Row]); 7] = [
    ("Syntax", syntax::Syntax::ROWS),
    ("Expansion", expansion::Expansion::ROWS),
    ("Evaluation", evaluation::Evaluation::ROWS),
    ("Variables", variables::VariableRules::ROWS),
    ("Builtins", builtins::Builtins::ROWS),
    ("Interactive use and start-up", interactive::Interactive::ROWS),
    ("Diagnostics", diagnostics::Diagnostics::ROWS),
];
