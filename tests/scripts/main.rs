//! Runs the scripted cases of `cases/` and says which of them fail.
//!
//! ```text
//! cargo test -p forkless-tests --test scripts -- [options] [TEXT...]
//!
//! TEXT           only cases whose name contains one of the texts
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! --peers        run the cases under the installed shells that must agree
//! --survey       a line per case: how it ends under each installed shell
//! --list         the names of the cases
//! -v             also say what passed and what was skipped
//! ```
//!
//! The format of a case is described in `src/case.rs`. Each case runs in a fresh
//! folder (`../case` is its script), in a session of its own, with standard input
//! from /dev/null and this environment: PATH=/usr/bin:/bin, LC_ALL=C, HOME (the
//! folder), SH (the shell that is judged, called `sh`), PROBE (the helper program,
//! `src/bin/probe.rs`) and UNPRIVILEGED (the words that start a program as nobody).
//! After 20 seconds it is killed. No process of the session may be left at the end.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::case::{Case, parse};
use forkless_tests::program::{exit_code, say};
use forkless_tests::run::{Outcome, Room, run};
use forkless_tests::shells::{PEERS, Shell, find_ours, find_program, link};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Cases that run at the same time.
const WORKERS: usize = 2;
/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

type Result<T> = std::result::Result<T, String>;

/// What the command line asks for.
#[derive(Default)]
struct Request {
    shell: Option<PathBuf>,
    peers: bool,
    survey: bool,
    list: bool,
    verbose: bool,
    texts: Vec<String>,
}

/// One case under one shell, and what came of it.
struct Run<'a> {
    case: &'a Case,
    shell: &'a Shell,
    outcome: Outcome,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what is asked; true when nothing failed.
fn work() -> Result<bool> {
    let request = read_arguments()?;
    let mut cases = read_cases(&Path::new(PACKAGE).join("cases"))?;
    if !request.texts.is_empty() {
        cases.retain(|case| request.texts.iter().any(|text| case.name.contains(text)));
    }
    if request.list {
        cases.iter().for_each(|case| say(&case.name));
        return Ok(true);
    }
    let folder = env::temp_dir().join(format!("forkless-tests-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    let room = Room::new(folder.clone(), env!("CARGO_BIN_EXE_probe"))
        .map_err(|error| error.to_string())?;
    let good = run_all(&request, &cases, &room);
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(folder);
    good
}

/// Runs the cases under the shells that are asked for.
fn run_all(request: &Request, cases: &[Case], room: &Room) -> Result<bool> {
    let failed = |error: std::io::Error| error.to_string();
    let mut shells = Vec::new();
    let mut absent = Vec::new();
    if request.peers || request.survey {
        for name in PEERS {
            match find_program(name) {
                Some(path) => shells.push(link(&room.folder, name, &path, false).map_err(failed)?),
                None => absent.push(name),
            }
        }
    } else {
        let named = request.shell.clone().or_else(|| env::var_os("FORKLESS").map(PathBuf::from));
        let tests = env::current_exe().ok();
        let tests = tests.as_deref().and_then(Path::parent);
        let path = find_ours(named, Path::new(PACKAGE), tests)?;
        shells.push(link(&room.folder, "forkless", &path, true).map_err(failed)?);
    }
    let wanted = |case: &Case, shell: &Shell| {
        shell.ours || request.survey || case.peers.contains(&shell.name)
    };
    let jobs: Vec<(&Case, &Shell)> = cases
        .iter()
        .flat_map(|case| shells.iter().map(move |shell| (case, shell)))
        .filter(|(case, shell)| wanted(case, shell))
        .collect();
    let runs = run_jobs(&jobs, room, request);
    if request.survey {
        survey(&runs, cases);
        return Ok(true);
    }
    let count = |which: fn(&Outcome) -> bool| runs.iter().filter(|run| which(&run.outcome)).count();
    let passed = count(|outcome| matches!(outcome, Outcome::Passed));
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    for name in absent {
        say(&format!("skipped: {name} is not installed"));
    }
    say(&format!("{passed} passed, {failed} failed, {skipped} skipped"));
    Ok(failed == 0)
}

/// Runs all jobs, `WORKERS` at a time, and reports failures as they come.
fn run_jobs<'a>(jobs: &[(&'a Case, &'a Shell)], room: &Room, request: &Request) -> Vec<Run<'a>> {
    let next = AtomicUsize::new(0);
    let runs = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let serial = next.fetch_add(1, Ordering::Relaxed);
            let Some((case, shell)) = jobs.get(serial) else { return };
            let outcome = run(case, shell, room, serial);
            let whose = if shell.ours { String::new() } else { format!("{}: ", shell.name) };
            if !request.survey {
                match &outcome {
                    Outcome::Failed(why) => {
                        say(&format!("FAILED {whose}{}\n{}", case.name, indent(why)));
                    }
                    Outcome::Skipped(why) => say(&format!("skipped {whose}{}: {why}", case.name)),
                    Outcome::Passed if request.verbose => {
                        say(&format!("passed {whose}{}", case.name));
                    }
                    Outcome::Passed => {}
                }
            }
            // The lock is poisoned only when another worker has panicked: end with it.
            let Ok(mut runs) = runs.lock() else { return };
            runs.push(Run { case, shell, outcome });
        }
    };
    thread::scope(|scope| (0..WORKERS).for_each(|_| drop(scope.spawn(worker))));
    runs.into_inner().unwrap_or_default()
}

/// Moves a report to the right, under the line it belongs to.
fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// Prints for every case who passes and who fails.
fn survey(runs: &[Run<'_>], cases: &[Case]) {
    for case in cases {
        let mut good = String::new();
        let mut bad = String::new();
        for name in PEERS {
            let found =
                runs.iter().find(|run| run.case.name == case.name && run.shell.name == name);
            match found.map(|run| &run.outcome) {
                Some(Outcome::Passed) => good += &format!(" {name}"),
                Some(Outcome::Failed(_)) => bad += &format!(" {name}"),
                Some(Outcome::Skipped(_)) | None => {}
            }
        }
        say(&format!("{}\n   pass:{good}   fail:{bad}", case.name));
    }
}

/// Reads the command line.
fn read_arguments() -> Result<Request> {
    let mut request = Request::default();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--shell" => {
                let path = arguments.next().ok_or("--shell needs a path")?;
                request.shell = Some(path.into());
            }
            "--peers" => request.peers = true,
            "--survey" => request.survey = true,
            "--list" => request.list = true,
            "-v" => request.verbose = true,
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            text => request.texts.push(text.to_string()),
        }
    }
    Ok(request)
}

/// Reads all case files of `folder`, in the order of their names.
fn read_cases(folder: &Path) -> Result<Vec<Case>> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "sh") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        cases.extend(parse(&path, &text)?);
    }
    Ok(cases)
}
