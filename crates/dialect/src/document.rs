//! `docs/dialects.md`, made from the table.

use crate::{AREAS, Dialect, Row, awk};

/// What stands before the tables.
const HEAD: &str = "\
# Dialects

<!-- Generated from crates/dialect by `make dialects`; a test holds it. -->

forkless speaks several languages: its own, POSIX sh, bash, bash in its POSIX mode, ksh93 and ksh93's
posix mode. The name that the shell is called by chooses (`sh`, `bash`, `ksh`, `ksh93`, else its own), and
so does the first line of a script; `set -o posix` chooses between the two of a pair. Everything that they
answer differently is a row here. The columns are what forkless does under that name.
Each row names where the behaviour comes from and the test case that holds it.
";

/// The text of `docs/dialects.md`.
pub fn document() -> String {
    let mut out = String::from(HEAD);
    let titles = Dialect::ALL.map(Dialect::title);
    for (title, rows) in AREAS {
        if !rows.is_empty() {
            section(&mut out, title, &titles, rows);
        }
    }
    if !awk::AwkRules::ROWS.is_empty() {
        section(&mut out, "awk", &awk::Awk::ALL.map(awk::Awk::title), awk::AwkRules::ROWS);
    }
    out
}

fn section(out: &mut String, title: &str, columns: &[&str], rows: &[Row]) {
    out.push_str(&format!("\n## {title}\n\n| behaviour |"));
    for column in columns {
        out.push_str(&format!(" {column} |"));
    }
    out.push_str(" source, case, others |\n| --- |");
    out.push_str(&" --- |".repeat(columns.len() + 1));
    out.push('\n');
    for row in rows {
        out.push_str(&format!("| `{}`: {} |", row.name, cell(&row.lines.concat())));
        for value in row.values {
            out.push_str(&format!(" {} |", cell(&spoken(value))));
        }
        out.push_str(&format!(" {}. Case: {}.", cell(row.source), cell(row.case)));
        if !row.others.is_empty() {
            out.push_str(&format!(" Others: {}.", cell(row.others)));
        }
        out.push_str(" |\n");
    }
}

/// A value as a reader knows it: `yes`, `no`, a number, the variant's name.
fn spoken(value: &str) -> String {
    match value {
        "true" => "yes".into(),
        "false" => "no".into(),
        other => other.rsplit("::").next().unwrap_or(other).trim_matches('"').into(),
    }
}

fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|").replace('<', "&lt;")
}
