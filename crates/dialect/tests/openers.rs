//! Every module of the shell says what it is for.

use std::path::{Path, PathBuf};

/// The sources below a folder.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// A newcomer reads the first lines of a file to know whether it is the one: what it is for, who
/// calls it, which clause or manual page it follows.
#[test]
fn modules_open_with_what_they_are_for() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../shell/src"), &mut files);
    assert!(files.len() > 100);
    let is_short = |path: &&PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().take_while(|line| line.starts_with("//!")).count() < 3
    };
    let short: Vec<&PathBuf> = files.iter().filter(is_short).collect();
    assert!(short.is_empty(), "fewer than three lines: {short:#?}");
}
