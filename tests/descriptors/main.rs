//! Commands that need descriptors, under every limit of descriptors (setrlimit(2), RLIMIT_NOFILE).
//!
//! ```text
//! cargo test -p forkless-tests --test descriptors -- [options] [TEXT...]
//!
//! TEXT           only shapes that contain one of the texts
//! --all          every limit from 4 to 40, and not only some of them
//! --limit N      only this limit
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! ```
//!
//! Each shape runs twice under each limit, and once without one. The script has to go on to its end in
//! time. Where output or status are not those without a limit, there must be a message, and a
//! status other than 0. No process, no child and no descriptor may be left.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

mod shapes;

use forkless_tests::arguments::{Request, number};
use forkless_tests::case::{Case, parse};
use forkless_tests::program::{exit_code, say};
use forkless_tests::run::{Room, observe};
use forkless_tests::shells::{Shell, link};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Scripts that run at the same time.
const WORKERS: usize = 2;
/// The limits that are tried without `--all`: where most shapes begin to work is between them.
const SOME: [u32; 10] = [4, 7, 10, 11, 12, 13, 14, 15, 17, 20];
/// The limits that are tried with `--all`.
const ALL: std::ops::RangeInclusive<u32> = 4..=40;

type Result<T> = std::result::Result<T, String>;

/// What one shape did in one run.
#[derive(Debug, PartialEq, Eq)]
struct Came {
    /// Output and status, for the first time and for the second.
    turns: [String; 2],
    /// Descriptors and children after each of them.
    kept: [String; 2],
    /// Standard error.
    errors: String,
    /// How the script ended, and what it left behind.
    end: String,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// True when nothing failed.
fn work() -> Result<bool> {
    let mut limits = SOME.to_vec();
    let request = Request::read(|option, words| {
        match option {
            "--all" => limits = ALL.collect(),
            "--limit" => limits = vec![number(option, words)?],
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let chosen = |shape: &&&str| request.wants(shape);
    let shapes: Vec<&str> = shapes::SHAPES.iter().filter(chosen).copied().collect();
    let ours = request.find_shell()?;
    let folder = env::temp_dir().join(format!("forkless-descriptors-{}", std::process::id()));
    let failed = |error: std::io::Error| error.to_string();
    let room = Room::new(folder.clone(), env!("CARGO_BIN_EXE_probe")).map_err(failed)?;
    let ours = link(&room.folder, "forkless", &ours, true).map_err(failed)?;
    let good = judge(&shapes, &limits, &ours, &room);
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&folder);
    good
}

/// Runs all shapes under all limits; true when nothing failed.
fn judge(shapes: &[&str], limits: &[u32], ours: &Shell, room: &Room) -> Result<bool> {
    let (next, serial) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let counts = Mutex::new([0; 2]);
    let run = |shape: &str, limit: Option<u32>| {
        let case = script(shape, limit)?;
        let text = observe(&case, ours, room, serial.fetch_add(1, Ordering::Relaxed));
        read(&text.map_err(|error| error.to_string())?)
    };
    let report = |complaint: Option<String>| {
        if let Ok(mut counts) = counts.lock() {
            counts[usize::from(complaint.is_some())] += 1;
        }
        if let Some(complaint) = complaint {
            say(&complaint);
        }
    };
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(shape) = shapes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wanted = run(shape, None);
                    let complaint = match &wanted {
                        Ok(came) => first_problem(came),
                        Err(text) => Some(text.clone()),
                    };
                    if let Some(complaint) = complaint {
                        report(Some(format!("FAILED {shape}\n    {complaint}")));
                        continue;
                    }
                    for &limit in limits {
                        let complaint = match (&wanted, run(shape, Some(limit))) {
                            (Ok(wanted), Ok(came)) => problem(wanted, &came),
                            (_, Err(text)) => Some(text),
                            (Err(_), _) => None,
                        };
                        report(
                            complaint.map(|text| {
                                format!("FAILED {shape}\n    ulimit -n {limit}: {text}")
                            }),
                        );
                    }
                }
            });
        }
    });
    let [passed, failed] = counts.into_inner().map_err(|error| error.to_string())?;
    say(&format!("{passed} passed, {failed} failed, 0 skipped"));
    Ok(failed == 0)
}

/// The script of a shape.
fn script(shape: &str, limit: Option<u32>) -> Result<Case> {
    let low = limit.map_or(String::new(), |limit| format!("ulimit -S -n {limit}\n"));
    let turn = format!("{low}{shape}\necho \"= $?\"\necho @@\ncount\necho @@\n");
    let text = format!(
        "#### {shape:?}\n{}\n{turn}{turn}cat errors\necho @@\n#: stdout any\n#: stderr any\n",
        shapes::BEGIN,
    );
    let mut cases = parse(Path::new("bash-descriptors.sh"), &text.into_bytes())?;
    cases.pop().ok_or("no script".to_string())
}

/// Takes the output of a script apart.
fn read(text: &[u8]) -> Result<Came> {
    let text = String::from_utf8_lossy(text).into_owned();
    let parts: Vec<&str> = text.split("@@\n").collect();
    let [first, kept, second, kept_then, errors, end] = parts[..] else {
        return Err(format!("the script has not gone on to its end:\n{text}"));
    };
    Ok(Came {
        turns: [first.to_string(), second.to_string()],
        kept: [kept.to_string(), kept_then.to_string()],
        errors: errors.to_string(),
        end: end.to_string(),
    })
}

/// What is wrong in a run without a limit.
fn first_problem(came: &Came) -> Option<String> {
    if came.end != "exit status: 0\n" {
        Some(format!("the end: {}", came.end))
    } else if came.turns[0] != came.turns[1] {
        Some(format!("the second time: {:?}, before: {:?}", came.turns[1], came.turns[0]))
    } else {
        left_behind(&came.kept)
    }
}

/// What is wrong in a run under a limit, compared with one without.
fn problem(wanted: &Came, came: &Came) -> Option<String> {
    if came.end != wanted.end {
        return Some(format!("the end: {}{}", came.end, came.errors));
    }
    if ["panicked", "RUST_BACKTRACE", "stack backtrace"].iter().any(|s| came.errors.contains(s)) {
        return Some(came.errors.clone());
    }
    for turn in &came.turns {
        if *turn != wanted.turns[0] {
            if turn.ends_with("= 0\n") {
                return Some(format!("lost, with status 0: {turn:?}\n{}", came.errors));
            }
            if came.errors.is_empty() {
                return Some(format!("lost, without a message: {turn:?}"));
            }
        }
    }
    left_behind(&came.kept)
}

/// What two rounds have left behind: children, or more descriptors after the second.
fn left_behind(kept: &[String; 2]) -> Option<String> {
    let [first, second] = kept;
    let good = first == second && second.ends_with("children: \n");
    (!good).then(|| format!("left behind:\n{first}then:\n{second}"))
}
