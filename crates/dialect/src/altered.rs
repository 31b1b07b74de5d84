//! The table with one row altered, which is built for `make test-rows` alone: the case that a row names
//! has to fail then.
//!
//! The file `row` beside the running program says which: the heading of the area, the name of the row
//! and the number of the other value, on a line each. Each dialect has another value of the row then,
//! one of those that other dialects have. No program that is installed has this feature.

// The shell's own ways to files are not for this crate, and no shell that anybody uses has this.
#![allow(clippy::disallowed_methods)]

use crate::awk::{Awk, AwkRules};
use crate::{Dialect, Rules, builtins, diagnostics, evaluation, expansion, interactive, syntax};
use crate::{Row, variables};
use std::sync::OnceLock;

/// Which row is altered, and how.
#[derive(Default)]
pub(crate) struct Alteration {
    area: String,
    row: String,
    number: usize,
}

impl Alteration {
    /// The one that the file beside the program asks for; without it none.
    fn read() -> Self {
        let program = std::env::current_exe().ok();
        let text =
            program.and_then(|path| std::fs::read_to_string(path.with_file_name("row")).ok());
        let text = text.unwrap_or_default();
        let mut lines = text.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        Self { area: next(), row: next(), number: next().parse().unwrap_or(0) }
    }

    /// The column whose value of a row a dialect has instead of its own; `column` is its own. None: it
    /// has its own.
    pub(crate) fn column(&self, area: &str, row: &Row, column: usize) -> Option<usize> {
        if self.area != area || self.row != row.name {
            return None;
        }
        let mut others: Vec<usize> = Vec::new();
        for (at, value) in row.values.iter().enumerate() {
            let is_new = others.iter().all(|&other| row.values[other] != *value);
            if *value != row.values[column] && is_new {
                others.push(at);
            }
        }
        others.get(self.number % others.len().max(1)).copied()
    }
}

fn alteration() -> &'static Alteration {
    static ALTERATION: OnceLock<Alteration> = OnceLock::new();
    ALTERATION.get_or_init(Alteration::read)
}

/// The behaviours of a shell's dialect.
pub(crate) fn rules(dialect: Dialect) -> &'static Rules {
    static TABLE: OnceLock<[Rules; 6]> = OnceLock::new();
    let of = |dialect| {
        let alteration = alteration();
        Rules {
            syntax: syntax::Syntax::altered(dialect, "Syntax", alteration),
            expansion: expansion::Expansion::altered(dialect, "Expansion", alteration),
            evaluation: evaluation::Evaluation::altered(dialect, "Evaluation", alteration),
            variables: variables::VariableRules::altered(dialect, "Variables", alteration),
            builtins: builtins::Builtins::altered(dialect, "Builtins", alteration),
            interactive: interactive::Interactive::altered(
                dialect,
                "Interactive use and start-up",
                alteration,
            ),
            diagnostics: diagnostics::Diagnostics::altered(dialect, "Diagnostics", alteration),
        }
    };
    &TABLE.get_or_init(|| Dialect::ALL.map(of))[dialect as usize]
}

/// The behaviours of an awk.
pub(crate) fn awk_rules(awk: Awk) -> &'static AwkRules {
    static TABLE: OnceLock<[AwkRules; 5]> = OnceLock::new();
    let of = |awk| AwkRules::altered(awk, "awk", alteration());
    &TABLE.get_or_init(|| Awk::ALL.map(of))[awk as usize]
}
