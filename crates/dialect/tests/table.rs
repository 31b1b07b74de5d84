//! Holds the document and the rows' cases.

use dialect::{AREAS, Row, awk, document};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rows() -> Vec<&'static Row> {
    AREAS.iter().flat_map(|(_, rows)| rows.iter()).chain(awk::AwkRules::ROWS).collect()
}

#[test]
fn the_document_is_what_the_table_says() {
    let written = std::fs::read_to_string(top().join("docs/dialects.md")).unwrap_or_default();
    assert!(written == document::document(), "docs/dialects.md is stale: make dialects");
}

/// `file: title` is a case of tests/cases; `path.rs: function` a test function below crates/.
fn exists(case: &str) -> bool {
    let Some((file, title)) = case.split_once(": ") else { return false };
    let (path, line) = match file.ends_with(".rs") {
        true => (top().join("crates").join(file), format!("fn {title}(")),
        false => (top().join("tests/cases").join(file), format!("#### {title}\n")),
    };
    std::fs::read_to_string(path).is_ok_and(|text| text.contains(&line))
}

#[test]
fn each_row_has_a_source_and_a_case_that_exists() {
    let missing: Vec<_> = rows()
        .into_iter()
        .filter(|row| row.source.is_empty() || !exists(row.case))
        .map(|row| format!("{}: {}", row.name, row.case))
        .collect();
    assert!(missing.is_empty(), "rows without a case:\n{}", missing.join("\n"));
}

#[test]
fn each_row_is_a_difference_with_a_name_of_its_own() {
    for (area, rows) in AREAS.iter().copied().chain([("awk", awk::AwkRules::ROWS)]) {
        let names: BTreeSet<_> = rows.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), rows.len(), "{area}: a name twice");
        for row in rows {
            let values: BTreeSet<_> = row.values.iter().collect();
            assert!(values.len() > 1, "{area}: {} is the same everywhere", row.name);
        }
    }
}

/// Where the shell's dialect may be chosen or asked for: the options themselves, what sets them, and
/// the voices.
const ROOMS: [&str; 7] = [
    "shell/src/environment/state/options.rs",
    "shell/src/environment/state/options_of_ksh.rs",
    "shell/src/environment/mod.rs",
    "shell/src/builtins/set.rs",
    "shell/src/builtins/let_.rs",
    "shell/src/invocation.rs",
    "shell/src/diagnostics/",
];

/// Words that ask which shell or awk this is, instead of what it does.
const QUESTIONS: [&str; 9] = [
    "speaks_bash",
    "speaks_ksh",
    "is_gawk",
    "is_lenient()",
    "follows_posix()",
    "Options::BASH)",
    "Options::KSH)",
    "Options::POSIX)",
    "Options::BASHPOSIX)",
];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn nobody_asks_which_shell_this_is() {
    let crates = top().join("crates");
    let mut files = Vec::new();
    for name in ["shell", "syntax", "awk"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 150, "the sources were not found");
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let asks = QUESTIONS.iter().any(|question| line.contains(question));
            if asks && !ROOMS.iter().any(|room| name.starts_with(room)) {
                found.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "ask for the behaviour instead:\n{}", found.join("\n"));
}
