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
