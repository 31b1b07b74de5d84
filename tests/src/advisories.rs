//! Holds the tables of docs/security.md against the cases that they name.

use std::fs;
use std::path::Path;

/// What is wrong with the rows of a document: ids that stand twice, cases that are not there, rows
/// that give no reason.
fn complaints(document: &str, cases: &Path) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for line in document.lines().filter(|line| line.starts_with("| CVE-")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [ids, _, _, here] = cells[..] else {
            complaints.push(format!("not four cells: {line}"));
            continue;
        };
        for id in ids.split([',', ' ']).filter(|word| word.starts_with("CVE-")) {
            if seen.iter().any(|one| one == id) {
                complaints.push(format!("{id} stands twice"));
            }
            seen.push(id.to_string());
            let first = here.split([';', ',', ' ']).next().unwrap_or_default();
            if first.ends_with(".sh") && !here.contains(" tries long lines") {
                // Another id may stand for it.
                let wanted = here.split_once("(CVE-").and_then(|(_, rest)| rest.split_once(')'));
                let wanted = match wanted {
                    Some((number, _)) if first == "advisories-p.sh" => format!("CVE-{number}"),
                    _ => id.to_string(),
                };
                let text = fs::read_to_string(cases.join(first)).unwrap_or_default();
                let mut titles = text.lines().filter(|line| line.starts_with("#### "));
                if !titles.any(|title| title.contains(&wanted)) {
                    complaints.push(format!("{id}: no case in {first}"));
                }
            } else if !first.ends_with(".sh")
                && !["cannot occur", "not a part", "*Races*"].iter().any(|is| here.starts_with(is))
            {
                complaints.push(format!("{id}: no reason"));
            }
        }
    }
    if seen.len() < 100 {
        complaints.push(format!("only {} ids", seen.len()));
    }
    complaints
}

#[test]
fn every_row_has_its_case_or_its_reason() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(package.join("../docs/security.md")).expect("the document");
    let found = complaints(&document, &package.join("cases"));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_row_without_a_case_is_told() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = "| CVE-1-1 | a | b | advisories-p.sh |\n| CVE-1-2 | a | b | perhaps |\n";
    let found = complaints(rows, &package.join("cases"));
    assert_eq!(found, ["CVE-1-1: no case in advisories-p.sh", "CVE-1-2: no reason", "only 2 ids"]);
}
