//! Holds what the sources, the workflows and the scripts that build have to be, and no compiler asks for.

#![allow(clippy::disallowed_macros)] // what is skipped is said

mod toolchain;

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

/// What a text of the state refers to outside of it: paths that begin at the crate or above the
/// module, and methods of what is above. `depth`: how many modules of the state it is inside of.
fn references_upward(text: &str, depth: usize) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // What a test module refers to does not end up in the shell, and begins one deeper.
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    for (at, line) in code.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let begins = |at: usize| !line[..at].ends_with(|c| is_word(c) || c == ':');
        let absolute = line.match_indices("crate::").any(|(at, _)| begins(at));
        let above = format!("{}::", vec!["super"; depth + 1].join("::"));
        let above = line.match_indices(&above).any(|(at, _)| begins(at));
        if absolute || above || line.contains("Environment") || line.contains("Activation") {
            found.push(format!("{}: {}", at + 1, line.trim()));
        }
    }
    found
}

#[test]
fn references_upward_are_found() {
    let text = "use super::files::Files;\nuse crate::shared::Shared;\n// crate::evaluate\nuse super::super::names;\nimpl Environment {}\nlet x: launch::crate_::A;\n#[cfg(test)]\nuse crate::shared;\n";
    let lines = |depth| -> Vec<String> {
        let found = references_upward(text, depth);
        found.iter().map(|line| line.split(':').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(lines(1), ["2", "4", "5"]);
    assert_eq!(lines(0), ["1", "2", "4", "5"]);
}

/// What a child inherits is below the interpreter.
#[test]
fn the_state_refers_to_nothing_above_it() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/shell/src/environment/state");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    assert!(files.len() > 15, "the state was not found");
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&folder).unwrap().display().to_string();
        let depth = usize::from(name != "mod.rs");
        let references = references_upward(&text, depth);
        found.extend(references.into_iter().map(|reference| format!("{name}:{reference}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The calls by which a file is named, which go through the door (`stage::door`).
const DOOR: [&str; 15] = [
    "openat",
    "statat",
    "statx",
    "accessat",
    "unlinkat",
    "mkdirat",
    "mknodat",
    "chmodat",
    "chownat",
    "utimensat",
    "readlinkat",
    "symlinkat",
    "linkat",
    "renameat",
    "renameat_with",
];

/// Those by which an open file is read and written, which go through it too.
const CONTENT: [&str; 6] = ["read", "write", "pread", "pwrite", "preadv2", "pwritev2"];

/// What reads and writes that is no file of a script's: pipes of programs, alarms of threads, terminals, reports of the profile.
const OWN_CONTENT: [&str; 5] = [
    "/stage/src/real.rs",
    "/stage/src/workers.rs",
    "/shell/src/signal_source.rs",
    "/shell/src/profile/",
    "/shell/src/interactive/",
];

/// Where a text goes past the door: by one of these calls of a module of crate rustix, or an import of one.
fn past_the_door(text: &str, module: &str, calls: &[&str]) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let mut found = Vec::new();
    for (at, prefix) in code.match_indices(module) {
        let rest = &code[at + prefix.len()..];
        let end = if rest.starts_with('{') { rest.find('}') } else { rest.find(ends) };
        let names = rest[..end.unwrap_or(rest.len())].split(ends);
        found.extend(names.filter(|name| calls.contains(name)).map(str::to_owned));
    }
    found
}

#[test]
fn what_goes_past_the_door_is_found() {
    let text = "use rustix::fs::{Mode,\n openat, statat};\nrustix::fs::unlinkat(a, b);\nrustix::fs::Stat\nstage::door::openat(x)\n\
                #[cfg(test)]\nmod tests { rustix::fs::mkdirat(a) }";
    assert_eq!(past_the_door(text, "rustix::fs::", &DOOR), ["openat", "statat", "unlinkat"]);
    let text = "rustix::io::Errno; rustix::io::{read, retry_on_intr}; rustix::io::pwritev2(a)";
    assert_eq!(past_the_door(text, "rustix::io::", &CONTENT), ["read", "pwritev2"]);
}

/// A session's file systems in memory are found by every builtin and utility, and its confinement holds them all.
#[test]
fn files_are_named_through_the_door() {
    let mut found = Vec::new();
    let mut count = 0;
    for file in all_sources() {
        let name = file.display().to_string();
        let inside = ["/shell/src/", "/utilities/src/", "/awk/src/", "/stage/src/"];
        if !inside.iter().any(|part| name.contains(part)) || name.contains("/stage/src/door/") {
            continue;
        }
        // By names that the caller has looked up through the door.
        if name.ends_with("/stage/src/attributes.rs") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&file).unwrap();
        let mut past = past_the_door(&text, "rustix::fs::", &DOOR);
        if !OWN_CONTENT.iter().any(|part| name.contains(part))
            && !name.ends_with("/stage/src/tests.rs")
        {
            past.extend(past_the_door(&text, "rustix::io::", &CONTENT));
        }
        found.extend(past.into_iter().map(|call| format!("{name}: {call}")));
    }
    assert!(count > 400, "{count} files were looked at");
    assert!(found.is_empty(), "call stage::door instead:\n{}", found.join("\n"));
}

/// The lines of scripts/areas: the beginning of a path, and parts of names of cases.
fn areas() -> Vec<(String, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/areas");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            (words.next().unwrap_or_default(), words.collect())
        })
        .collect()
}

#[test]
fn every_source_has_an_area() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../");
    let areas = areas();
    for path in all_sources() {
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
        assert!(areas.iter().any(|(area, _)| path.starts_with(area)), "{path}: no area");
    }
    for (area, _) in &areas {
        assert!(root.join(area).is_dir(), "{area}: nothing there");
    }
}

#[test]
fn every_area_names_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let files: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    for part in areas().iter().flat_map(|(_, parts)| parts) {
        assert!(files.iter().any(|file| file.contains(part)), "{part}: no file of cases");
    }
}

/// A file of the project.
fn project_file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

#[test]
fn workflows_call_targets_of_the_makefile() {
    let makefile = project_file("Makefile");
    let targets: Vec<&str> = makefile
        .lines()
        .filter(|line| !line.starts_with(['\t', ' ', '#', '.']))
        .filter_map(|line| line.split_once(':'))
        .filter(|(_, rest)| !rest.starts_with('='))
        .map(|(target, _)| target)
        .collect();
    let mut count = 0;
    for name in ["fuzz", "lint", "release", "test"] {
        let text = project_file(&format!(".github/workflows/{name}.yml"));
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let Some((before, after)) = line.split_once("make ") else { continue };
            let target = after.split_whitespace().next().unwrap_or_default();
            // Else it is the name of a package, or prose.
            if before.ends_with([' ', '"'])
                && !before.ends_with("name: ")
                && !line.contains("apt-get")
            {
                count += 1;
                assert!(targets.contains(&target), "{name}.yml: make {target}");
            }
        }
    }
    assert!(count >= 6, "{count} calls were found");
}

/// The folders of the workspace's crates.
fn crate_folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = std::fs::read_dir(root.join("crates")).unwrap().flatten();
    let beside = ["tests", "tests/memory", "fuzz/checks"].map(|folder| root.join(folder));
    crates.map(|entry| entry.path()).chain(beside).collect()
}

/// The name that a crate's manifest begins with.
fn crate_name(folder: &Path) -> String {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.expect("a name").to_owned()
}

#[test]
fn make_test_names_every_crate_that_has_tests() {
    let runner = project_file("tests/run.sh");
    let list = runner
        .lines()
        .find_map(|line| line.strip_prefix("packages='")?.strip_suffix('\''))
        .expect("the list of packages");
    let named: Vec<&str> = list.split(' ').collect();
    let mut count = 0;
    for folder in crate_folders() {
        let mut files = Vec::new();
        sources(&folder, &mut files);
        let has_tests =
            |file: &PathBuf| std::fs::read_to_string(file).unwrap().contains("#[test]\n");
        if files.iter().any(has_tests) {
            count += 1;
            let name = crate_name(&folder);
            let short = name.strip_prefix("forkless-").unwrap_or(&name);
            assert!(named.contains(&short) || named.contains(&&*name), "tests/run.sh lacks {name}");
        }
    }
    assert!(count > 15, "{count} crates with tests were found");
}

#[test]
fn the_nightly_fuzzing_has_every_target() {
    let manifest = project_file("fuzz/targets/Cargo.toml");
    let mut targets: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .filter(|name| *name != "fuzz-targets")
        .collect();
    targets.sort_unstable();
    let workflow = project_file(".github/workflows/fuzz.yml");
    let wanted = format!("check: [{}]", targets.join(", "));
    assert!(workflow.contains(&wanted), "fuzz.yml lacks {wanted}");
}

#[test]
fn recipes_name_the_release_and_leave_nothing_to_fill_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let git =
        std::process::Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&root).output();
    if !git.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this is no checkout of git");
        return;
    }
    let dist = std::env::temp_dir().join(format!("forkless recipes {}", std::process::id()));
    let script = root.join("scripts/recipes.sh");
    let mut command = std::process::Command::new("sh");
    let output =
        command.arg(script).arg("https://example.org/forkless").env("DIST", &dist).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    let version = env!("CARGO_PKG_VERSION");
    let archive = format!("forkless-{version}.tar.gz");
    assert!(dist.join(&archive).is_file(), "{archive}");
    let address = format!("https://example.org/forkless/releases/download/v{version}/{archive}");
    for (name, addresses) in [("forkless.rb", 1), ("APKBUILD", 0)] {
        let recipe = std::fs::read_to_string(dist.join(name)).unwrap();
        assert_eq!(recipe.matches(&address).count(), addresses, "{recipe}");
        for line in recipe.lines() {
            let parts: Vec<&str> = line.split('@').collect();
            let inner = parts.get(1..parts.len() - 1).unwrap_or_default();
            let is_name = |part: &&&str| part.starts_with(|c: char| c.is_ascii_uppercase());
            assert_eq!(inner.iter().find(is_name), None, "{name}: {line}");
        }
    }
    std::fs::remove_dir_all(dist).unwrap();
}

/// The functions that sources export under their own names.
fn exported(text: &str) -> Vec<String> {
    let parts = text.split("#[unsafe(no_mangle)]").skip(1);
    let name = |part: &str| Some(part.split_once(" fn ")?.1.split(['(', '<']).next()?.to_owned());
    parts.filter_map(name).collect()
}

#[test]
fn the_debian_package_names_every_symbol() {
    let map = project_file("crates/capi/forkless.map");
    let mut exports: Vec<String> = map
        .lines()
        .filter_map(|line| line.trim().strip_suffix(';'))
        .filter(|name| name.starts_with("fl_"))
        .map(str::to_owned)
        .collect();
    assert!(exports.len() > 50, "the functions of libforkless were not found");
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/session_c/src"), &mut files);
    for file in files {
        exports.extend(exported(&std::fs::read_to_string(file).unwrap()));
    }
    exports.sort();
    let symbols = project_file("debian/libforkless0.symbols");
    let mut named: Vec<&str> =
        symbols.lines().filter_map(|line| line.strip_prefix(' ')?.split('@').next()).collect();
    named.retain(|name| name.starts_with("fl_"));
    named.sort_unstable();
    assert_eq!(exports, named);
}

/// What crates.io asks of a crate, and what a licence does: its text in the archive.
#[test]
fn crates_that_are_published_have_what_that_needs() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut count = 0;
    for folder in std::fs::read_dir(crates).unwrap().flatten().map(|entry| entry.path()) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let has = |start: &str| manifest.lines().any(|line| line.starts_with(start));
        if has("publish = false") {
            continue;
        }
        count += 1;
        let place = folder.display();
        // Short names are taken.
        assert!(has("name = \"fork"), "{place}: a name of its own");
        for entry in ["description = ", "license", "rust-version", "categories", "keywords"] {
            assert!(has(entry), "{place}: {entry}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(licence).is_file(), "{place}: {licence}");
        }
    }
    assert!(count > 10, "{count} crates were found");
}

/// What a script of the folder scripts prints, with these arguments; none where it fails, as without python3.
fn printed(script: &str, arguments: &[&std::ffi::OsStr]) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts").join(script);
    let output = std::process::Command::new("sh").arg(path).args(arguments).output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// Whoever passes on a copy of the programs passes on the licences of what is inside.
#[test]
fn archives_have_the_licence_of_each_crate_that_is_inside() {
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    let target = std::ffi::OsStr::new(&target);
    let Some(list) = printed("sbom.sh", &[target]) else {
        eprintln!("skipped: scripts/sbom.sh needs python3, and the crates");
        return;
    };
    let file = std::env::temp_dir().join(format!("forkless sbom {}", std::process::id()));
    std::fs::write(&file, &list).unwrap();
    let notices = printed("notices.sh", &[target, file.as_os_str()]).expect("notices");
    std::fs::remove_file(file).unwrap();
    let headings: Vec<&str> = notices
        .split("==\n")
        .filter_map(|part| part.lines().next())
        .flat_map(|line| line.split(", "))
        .collect();
    let crates = list.lines().filter_map(|line| line.trim().strip_prefix("\"purl\": \"pkg:cargo/"));
    let crates: Vec<String> =
        crates.map(|one| one.trim_end_matches([',', '"']).replace('@', " ")).collect();
    assert!(crates.len() > 30, "{} crates were found", crates.len());
    for one in crates {
        assert!(headings.contains(&&*one), "no licence of {one}");
    }
    assert!(project_file("scripts/tarball.sh").contains("scripts/notices.sh"));
}
