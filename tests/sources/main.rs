//! Holds what the sources have to be and no compiler asks for.

use std::path::{Path, PathBuf};

/// The most lines that a function may have, with its first and its last.
const MOST_LINES: usize = 100;

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

/// The sources of all crates, without their tests.
fn all_sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut files = Vec::new();
    for folder in std::fs::read_dir(crates).unwrap().flatten() {
        sources(&folder.path().join("src"), &mut files);
    }
    assert!(files.len() > 500, "the sources were not found");
    files
}

/// Functions of a text with the number of their first line, as rustfmt has indented them: a function
/// ends at the brace that stands below its beginning.
fn functions(text: &str) -> Vec<(usize, String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let name = match code
            .strip_prefix("fn ")
            .or_else(|| code.split_once(" fn ").map(|(_, n)| n))
        {
            Some(name) if !code.starts_with("//") => name.split(['(', '<']).next().unwrap_or(name),
            _ => continue,
        };
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let is_end = |line: &&str| **line == end;
        let length = lines[at..].iter().position(is_end).map_or(1, |length| length + 1);
        // A declaration, or one line.
        let declared = lines[at..at + length].iter().position(|line| line.ends_with([';', '}']));
        let is_short = declared == Some(0);
        found.push((at + 1, name.to_owned(), if is_short { 1 } else { length }));
    }
    found
}

#[test]
fn functions_are_found_with_their_lengths() {
    let text = "fn a() {\n    x;\n}\nimpl B {\n    pub const fn c<'a>() -> u8 {\n        1\n    }\n}\nfn d() {}\n";
    let expected = [(1, "a", 3), (5, "c", 3), (9, "d", 1)];
    let found = functions(text);
    let found: Vec<_> = found.iter().map(|(at, name, length)| (*at, &name[..], *length)).collect();
    assert_eq!(found, expected);
}

#[test]
fn no_function_is_too_long() {
    let mut long = Vec::new();
    let mut count = 0;
    for file in all_sources() {
        let text = std::fs::read_to_string(&file).unwrap();
        for (line, name, length) in functions(&text) {
            count += 1;
            if length > MOST_LINES {
                long.push(format!("{}:{line}: {name}: {length} lines", file.display()));
            }
        }
    }
    assert!(count > 5000, "{count} functions were found");
    assert!(long.is_empty(), "divide by what they do:\n{}", long.join("\n"));
}
