//! Whether the case that a row of the dialect table names holds the row.
//!
//! ```text
//! cargo test -p forkless-tests --test rows -- [--all] [TEXT...]
//!
//! TEXT     only rows whose name contains one of the texts
//! --all    every row
//! ```
//!
//! It builds forkless and the tests of crate awk with the feature `altered` of crate dialect, in
//! `target/rows`. A file beside the program says which row has other values then (see
//! `crates/dialect/src/altered.rs`): each dialect has one of those that other dialects have. The case that
//! the row names has to pass as the table is, and to fail with one of the other values at least.
//!
//! The last line is `N held, N not held, N skipped`; the exit status is 1 when any is not held.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use dialect::{AREAS, Row, awk};
use forkless_tests::case::{Case, parse};
use forkless_tests::program::{exit_code, say};
use forkless_tests::run::{Outcome, Room, run};
use forkless_tests::shells::{Shell, link};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Rows that are tried at the same time.
const WORKERS: usize = 2;
/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// The feature that makes a program ask which row is altered.
const FEATURE: &str = "forkless-dialect/altered";

type Result<T> = std::result::Result<T, String>;

/// What came of a row.
enum Found {
    Held,
    NotHeld(String),
    Skipped(String),
}

/// A program whose table can be altered.
struct Program {
    /// The name of the test, or `forkless`.
    name: String,
    path: PathBuf,
}

/// What one worker has to itself.
struct Place {
    folder: PathBuf,
    room: Room,
    shell: Shell,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what is asked; true when every row is held.
fn work() -> Result<bool> {
    let (options, texts): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|word| word.starts_with('-'));
    let all = match &options[..] {
        [] => false,
        [option] if option == "--all" => true,
        [option, ..] => return Err(format!("unknown option {option}")),
    };
    if !all && texts.is_empty() {
        say("0 held, 0 not held, 0 skipped: --all tries every row, which needs a build of its own");
        return Ok(true);
    }
    let wanted = |row: &Row| texts.is_empty() || texts.iter().any(|text| row.name.contains(text));
    let rows: Vec<(&str, &Row)> = AREAS
        .iter()
        .copied()
        .chain([("awk", awk::AwkRules::ROWS)])
        .flat_map(|(area, rows)| rows.iter().map(move |row| (area, row)))
        .filter(|(_, row)| wanted(row))
        .collect();
    let top = Path::new(PACKAGE).join("..").canonicalize().map_err(|error| error.to_string())?;
    let target = format!("{}-unknown-linux-musl", env::consts::ARCH);
    let shell = built(&top, &["build", "-p", "forkless", "--target", &target])?;
    let tests = built(&top, &["test", "--no-run", "-p", "forkless-awk"])?;
    let programs: Vec<Program> = shell.into_iter().chain(tests).collect();
    let folder = env::temp_dir().join(format!("forkless-rows-{}", std::process::id()));
    let result = try_all(&rows, &programs, &folder, &top);
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(folder);
    result
}

/// Builds programs with the feature, and returns those that can be run.
fn built(top: &Path, words: &[&str]) -> Result<Vec<Program>> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(top).args(words).args(["-p", "forkless-dialect", "--features", FEATURE]);
    command.args(["--message-format=json-render-diagnostics", "--target-dir", "target/rows"]);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", words.join(" "), output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let programs = text.lines().filter_map(|line| {
        let path = between(line, "\"executable\":\"", "\"")?;
        let target = line.split_once("\"target\":")?.1;
        let name = between(target, "\"name\":\"", "\"")?.to_owned();
        Some(Program { name, path: path.into() })
    });
    Ok(programs.collect())
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.split_once(before)?.1.split_once(after).map(|(text, _)| text)
}

/// Tries all rows, `WORKERS` at a time.
fn try_all(rows: &[(&str, &Row)], programs: &[Program], folder: &Path, top: &Path) -> Result<bool> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new([0usize; 3]);
    let failure = Mutex::new(None);
    let worker = |number: usize| {
        let place = match Place::new(&folder.join(number.to_string()), programs) {
            Ok(place) => place,
            Err(error) => {
                *failure.lock().unwrap_or_else(|lock| lock.into_inner()) = Some(error);
                return;
            }
        };
        loop {
            let serial = next.fetch_add(1, Ordering::Relaxed);
            let Some((area, row)) = rows.get(serial) else { return };
            let index = match place.hold(area, row, programs, top, serial) {
                Found::Held => 0,
                Found::NotHeld(why) => {
                    say(&format!("NOT HELD {area}, {}: {}: {why}", row.name, row.case));
                    1
                }
                Found::Skipped(why) => {
                    say(&format!("skipped {area}, {}: {}: {why}", row.name, row.case));
                    2
                }
            };
            found.lock().unwrap_or_else(|lock| lock.into_inner())[index] += 1;
        }
    };
    thread::scope(|scope| {
        for number in 0..WORKERS {
            let worker = &worker;
            scope.spawn(move || worker(number));
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let [held, not_held, skipped] = found.into_inner().unwrap_or_default();
    say(&format!("{held} held, {not_held} not held, {skipped} skipped"));
    Ok(not_held == 0)
}

impl Place {
    /// Makes a worker's place: the programs have to be in a folder of its own, where the file is that
    /// they read.
    fn new(folder: &Path, programs: &[Program]) -> Result<Self> {
        let failed = |error: std::io::Error| error.to_string();
        fs::create_dir_all(folder).map_err(failed)?;
        let folder = folder.canonicalize().map_err(failed)?;
        for program in programs {
            fs::copy(&program.path, folder.join(&program.name)).map_err(failed)?;
        }
        let room = Room::new(folder.clone(), env!("CARGO_BIN_EXE_probe")).map_err(failed)?;
        let shell = link(&folder, "forkless", &folder.join("forkless"), true).map_err(failed)?;
        Ok(Self { folder, room, shell })
    }

    /// Whether the case of a row passes as the table is, and fails with another value.
    fn hold(
        &self,
        area: &str,
        row: &Row,
        programs: &[Program],
        top: &Path,
        serial: usize,
    ) -> Found {
        let altered = self.folder.join("row");
        let _ = fs::remove_file(&altered);
        match self.outcome(row, programs, top, serial) {
            Outcome::Passed => {}
            Outcome::Failed(why) => return Found::NotHeld(format!("fails as it is\n{why}")),
            Outcome::Skipped(why) => return Found::Skipped(why),
        }
        let mut values = row.values.to_vec();
        values.sort_unstable();
        values.dedup();
        for number in 0..values.len() - 1 {
            if let Err(error) = fs::write(&altered, format!("{area}\n{}\n{number}\n", row.name)) {
                return Found::Skipped(error.to_string());
            }
            if let Outcome::Failed(_) = self.outcome(row, programs, top, serial) {
                return Found::Held;
            }
        }
        Found::NotHeld("passes with every other value".to_owned())
    }

    /// What comes of the case of a row.
    fn outcome(&self, row: &Row, programs: &[Program], top: &Path, serial: usize) -> Outcome {
        let Some((file, title)) = row.case.split_once(": ") else {
            return Outcome::Skipped("no case".to_owned());
        };
        if file.ends_with(".rs") {
            return self.run_function(title, programs, top);
        }
        match find(&Path::new(PACKAGE).join("cases").join(file), title) {
            Ok(case) => run(&case, &self.shell, &self.room, serial),
            Err(error) => Outcome::Skipped(error),
        }
    }

    /// Runs the test functions of a name: the programs that have none say that nothing has failed.
    fn run_function(&self, function: &str, programs: &[Program], top: &Path) -> Outcome {
        let mut passed = false;
        for program in programs.iter().filter(|program| program.name != "forkless") {
            let mut command = Command::new(self.folder.join(&program.name));
            command.arg(function).current_dir(top.join("crates/awk")).stdin(Stdio::null());
            let output = match command.output() {
                Ok(output) => output,
                Err(error) => return Outcome::Skipped(error.to_string()),
            };
            let text = String::from_utf8_lossy(&output.stdout);
            if !output.status.success() {
                return Outcome::Failed(text.into_owned());
            }
            passed |= text.contains(&format!("{function} ... ok"));
        }
        match passed {
            true => Outcome::Passed,
            false => Outcome::Skipped("no test of that name has run".to_owned()),
        }
    }
}

/// The case with a title in a file.
fn find(path: &Path, title: &str) -> Result<Case> {
    let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_it = |case: &Case| case.name.split_once(' ').is_some_and(|(_, name)| name == title);
    parse(path, &text)?.into_iter().find(is_it).ok_or_else(|| "no such case".to_owned())
}
