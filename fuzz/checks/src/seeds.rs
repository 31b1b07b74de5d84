//! The inputs that are known: what the fuzzer starts from and what the tests check.
//!
//! `fuzz/seeds/CHECK.txt` has one input a line, in the escapes of Rust's byte strings (`\n`,
//! `\x00`, `\\`). For checks of scripts the cases of `tests/cases` are added.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The inputs of a check.
pub fn of(check: &str) -> Vec<Vec<u8>> {
    let list = root().join("fuzz/seeds").join(check).with_extension("txt");
    let text = std::fs::read(&list).unwrap_or_default();
    let mut seeds: Vec<Vec<u8>> =
        text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(unescape).collect();
    if matches!(check, "parser" | "lexer" | "shell") {
        seeds.extend(cases());
    }
    seeds
}

/// The scripts of the cases.
fn cases() -> Vec<Vec<u8>> {
    let Ok(directory) = std::fs::read_dir(root().join("tests/cases")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = directory.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sh"));
    files.sort();
    let mut scripts = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read(file) else { continue };
        let mut script: Option<Vec<u8>> = None;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if line.starts_with(b"####") {
                scripts.extend(script.replace(Vec::new()));
            } else if line.starts_with(b"#:") {
                scripts.extend(script.take());
            } else if let Some(script) = &mut script {
                script.extend_from_slice(line);
            }
        }
        scripts.extend(script);
    }
    scripts
}

fn unescape(line: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = line;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            text.push(byte);
            continue;
        }
        let Some((&letter, after)) = rest.split_first() else { break };
        rest = after;
        text.push(match letter {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'x' => {
                let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
                let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                rest = rest.get(2..).unwrap_or(&[]);
                value.unwrap_or(0)
            }
            other => other,
        });
    }
    text
}
