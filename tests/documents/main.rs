//! The documents: their links lead somewhere, the commands of the README run, and the list of
//! utilities is that of the shell.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test is a program of its own"
)]

use forkless_tests::shells;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a parent").to_owned()
}

/// The shell that is tested.
fn own() -> PathBuf {
    let named = std::env::var_os("FORKLESS").map(PathBuf::from);
    let program = std::env::current_exe().ok();
    let tests = program.as_deref().and_then(Path::parent);
    shells::find_ours(named, Path::new(env!("CARGO_MANIFEST_DIR")), tests).expect("a shell")
}

/// The documents that somebody reads.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root(), root().join("docs")];
    folders.push(root().join("docs/guide/src"));
    for folder in folders {
        for entry in std::fs::read_dir(folder).expect("a folder of documents") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.push(root().join("tests/README.md"));
    found
}

/// The lines of a document outside of its code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// Where the links of a document lead to, and its pictures are.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (begin, end) in [("](", ')'), (" src=\"", '"'), (" srcset=\"", '"')] {
            let parts = line.split(begin).skip(1);
            found
                .extend(parts.filter_map(|part| part.split_once(end)).map(|(link, _)| link.into()));
        }
    }
    found
}

/// The anchors that headings have, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// A document with what it includes.
fn read(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    match text.trim().strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) {
        Some(included) => read(&path.parent().expect("a folder").join(included)),
        None => text,
    }
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    let mut looked_at = 0;
    for document in documents() {
        let text = read(&document);
        for link in links(&text) {
            looked_at += 1;
            if link.starts_with("http://") || link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => document.clone(),
                path => document.parent().expect("a folder").join(path),
            };
            let there = match target.extension() {
                Some(extension) if extension == "md" && target.exists() => {
                    anchor.is_empty() || anchors(&read(&target)).contains(anchor)
                }
                _ => target.exists() && anchor.is_empty(),
            };
            if !there {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(looked_at > 50, "only {looked_at} links were found");
    assert!(broken.is_empty(), "{broken:#?}");
}

/// What stands between backquotes in the lines of a document's prose.
fn quoted(text: &str) -> Vec<&str> {
    prose(text).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// All files and folders below a folder, but for what is built and what git keeps.
fn everything_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && !["target", "dist", ".git"].iter().any(|other| name == *other) {
            everything_below(&path, found);
        }
        found.push(path);
    }
}

#[test]
fn files_that_are_named_are_there() {
    let tops =
        ["crates/", "tests/", "scripts/", "docs/", "fuzz/", "examples/", "debian/", "packaging/"];
    let mut all = Vec::new();
    everything_below(&root(), &mut all);
    let all: Vec<String> = all
        .iter()
        .filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_str()?.to_owned()))
        .collect();
    let (mut missing, mut looked_at) = (Vec::new(), 0);
    for document in documents() {
        let text = read(&document);
        // The documents of the design name sources by the end of their paths, without `src`.
        let by_end = document.ends_with("docs/architecture.md");
        for name in quoted(&text) {
            let whole = tops.iter().any(|top| name.starts_with(top));
            let plain =
                |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/_-.".contains(c);
            let is_source = by_end && name.ends_with(".rs");
            if !name.chars().all(plain) || !(whole || is_source) {
                continue;
            }
            looked_at += 1;
            let is_there = |path: &String| {
                *path == name.trim_end_matches('/')
                    || is_source
                        && path
                            .replace("/src/", "/")
                            .ends_with(&format!("/{}", name.replace("/src/", "/")))
            };
            if !all.iter().any(is_there) {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} names of files were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_chapter_is_in_the_summary() {
    let source = root().join("docs/guide/src");
    let summary = read(&source.join("SUMMARY.md"));
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let there: BTreeSet<String> = std::fs::read_dir(source)
        .expect("the chapters")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, there);
}

/// The code blocks of a document that begin with this line.
fn blocks(text: &str, first: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        if line == first {
            block = Some(String::new());
        } else if line == "```" {
            found.extend(block.take());
        } else if let Some(block) = &mut block {
            block.push_str(line);
            block.push('\n');
        }
    }
    found
}

#[test]
fn commands_of_the_readme_run() {
    let shell = std::fs::canonicalize(own()).expect("the shell");
    let folder = std::env::temp_dir().join(format!("forkless-readme-{}", std::process::id()));
    let bin = folder.join("path");
    std::fs::create_dir_all(&bin).expect("a folder");
    std::os::unix::fs::symlink(&shell, bin.join("forkless")).expect("a link");
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let all = blocks(&read(&root().join("README.md")), "```sh run");
    assert!(all.len() >= 4, "only {} blocks", all.len());
    for (number, block) in all.iter().enumerate() {
        let place = folder.join(number.to_string());
        std::fs::create_dir(&place).expect("a folder");
        let output = Command::new("/bin/sh")
            .args(["-e", "-c", block])
            .current_dir(&place)
            .env("PATH", &path)
            .output()
            .expect("/bin/sh");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(output.status.success(), "{block}\n{said}");
        assert!(!said.trim().is_empty(), "says nothing: {block}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn the_worked_example_of_the_guide_saves_its_processes() {
    if !Path::new("/usr/bin/openssl").exists() {
        eprintln!("skipped: /usr/bin/openssl is not there");
        return;
    }
    let chapter = read(&root().join("docs/guide/src/profile.md"));
    let scripts = blocks(&chapter, "```sh");
    let folder = std::env::temp_dir().join(format!("forkless-example-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    for number in 0..40 {
        let text = format!("int main(void)\n{{\n\treturn {number};\n}}\n");
        std::fs::write(folder.join(format!("src/{number}.c")), text).expect("a source");
    }
    // The reports of both, and the first lines of their profiles.
    let run = |script: &str| {
        std::fs::write(folder.join("count.sh"), script).expect("the script");
        let mut command = Command::new(own());
        let output = command.args(["--profile", "count.sh"]).current_dir(&folder).output();
        let profile = String::from_utf8(output.expect("the shell").stderr).expect("UTF-8");
        let totals = profile.lines().next().unwrap_or_default().to_owned();
        (std::fs::read(folder.join("report")).expect("the report"), totals)
    };
    let runs: Vec<_> = scripts.iter().take(2).map(|script| run(script)).collect();
    assert!(!runs[0].0.is_empty() && runs[0].0 == runs[1].0, "the reports differ");
    for (_, totals) in &runs {
        assert!(chapter.contains(&**totals), "the guide does not show: {totals}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn the_list_of_utilities_is_the_shells() {
    let output = Command::new(own()).arg("--list").output().expect("the shell");
    let list = String::from_utf8(output.stdout).expect("UTF-8");
    let chapter = read(&root().join("docs/guide/src/list.md"));
    let listed = blocks(&chapter, "```text");
    let again = "docs/guide/src/list.md is made of `forkless --list`";
    assert_eq!(listed, [list], "{again}");
}

#[test]
fn manual_pages_have_nothing_that_mandoc_complains_about() {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root().join("docs/man"))
        .expect("the manual pages")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    pages.sort();
    assert!(pages.len() >= 5, "{pages:?}");
    match Command::new("mandoc").arg("-Tlint").args(&pages).output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success() && said.is_empty(), "{said}");
        }
        Err(_) => eprintln!("skipped: mandoc is not installed"),
    }
}

/// The texts in quotation marks that follow this in a source file.
fn literals<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|part| Some(part.split_once('"')?.0)).collect()
}

#[test]
fn each_reason_for_a_process_has_a_case_and_is_in_the_guide() {
    let source = root().join("crates/shell/src");
    let file = |name: &str| read(&source.join(name));
    let mut reasons = BTreeSet::new();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = read(&path);
            for before in ["become_process(\"", "fork_itself_off(\"", "inner, \""] {
                reasons.extend(literals(&text, before).into_iter().map(str::to_owned));
            }
        }
    }
    reasons.extend(literals(&file("effects.rs"), ": &str = \"").into_iter().map(str::to_owned));
    let utility = file("evaluate/utility.rs");
    let kept_out = literals(&utility, "return Some(\"").into_iter();
    // A session has no profile.
    let kept_out = kept_out.filter(|reason| *reason != "the mask is not the process's");
    reasons.extend(kept_out.map(str::to_owned));
    let launches = file("profile/recording.rs");
    for before in ["=> \"", ".to_vec(), \"", "let reason = b\""] {
        reasons.extend(literals(&launches, before).into_iter().map(str::to_owned));
    }
    assert!(reasons.len() > 20, "only {reasons:?}");
    let cases = read(&root().join("tests/cases/profile-y.sh"));
    let guide = read(&root().join("docs/guide/src/profile.md"));
    for (name, text) in [("tests/cases/profile-y.sh", cases), ("the guide's profile.md", guide)] {
        let missing: Vec<_> = reasons.iter().filter(|reason| !text.contains(&***reason)).collect();
        assert!(missing.is_empty(), "{name} does not have {missing:?}");
    }
}

#[test]
fn manual_page_and_completions_have_every_long_option() {
    let source = read(&root().join("crates/shell/src/own_options.rs"));
    let list = source.split("LONG: &[&str] = ").nth(1).and_then(|rest| rest.split_once("];"));
    let list = list.expect("the list of long options").0;
    let options: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(options.len() > 10, "only {options:?}");
    let page = read(&root().join("docs/man/forkless.1")).replace("\\-", "-");
    for option in options {
        assert!(page.contains(&format!("--{option}")), "forkless(1): --{option}");
        for shell in ["bash", "zsh", "fish"] {
            let name = format!("completions/forkless.{shell}");
            let completions = read(&root().join(&name));
            assert!(completions.contains(option), "{name}: --{option}");
        }
    }
}

/// The declarations of functions `fl_…` in a text without comments, each as its words are.
fn prototypes(text: &str) -> BTreeSet<String> {
    let compact = |declaration: &str| {
        let spaced: String = declaration
            .chars()
            .flat_map(|c| if "*(),[]".contains(c) { vec![' ', c, ' '] } else { vec![c] })
            .collect();
        spaced.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    text.split(';')
        .map(|declaration| compact(declaration.rsplit(['{', '}', '"']).next().unwrap_or_default()))
        .filter(|declaration| declaration.contains("fl_") && declaration.ends_with(')'))
        .map(|declaration| declaration.trim_start_matches("extern C ").to_owned())
        .collect()
}

#[test]
fn forkless_3_and_the_packages_symbols_have_every_function() {
    let header = read(&root().join("crates/capi/include/forkless.h"));
    let declared: String = header
        .split("/*")
        .enumerate()
        .map(|(at, part)| match at {
            0 => part,
            _ => part.split_once("*/").expect("the end of a comment").1,
        })
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| [line, "\n"])
        .collect();
    let page = read(&root().join("docs/man/forkless.3"));
    let synopsis = page.split(".SH DESCRIPTION").next().expect("a synopsis");
    // What alternates between bold and italic: the quotation marks stand for nothing.
    let shown: String = synopsis
        .lines()
        .filter_map(|line| line.strip_prefix(".BI "))
        .flat_map(|line| [line.replace('"', "").replace("\\-", "-"), "\n".to_owned()])
        .collect();
    let declared = prototypes(&declared);
    assert!(declared.len() > 60, "only {} functions", declared.len());
    assert_eq!(prototypes(&shown), declared);
    let symbols = read(&root().join("debian/libforkless0.symbols"));
    let names = declared.iter().filter_map(|one| one.split_once(" (")?.0.split(' ').next_back());
    let missing: Vec<_> =
        names.filter(|name| !symbols.contains(&format!(" {name}@FORKLESS_0.1 "))).collect();
    assert!(missing.is_empty(), "debian/libforkless0.symbols has no {missing:?}");
}
