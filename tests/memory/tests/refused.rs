//! Every allocation of a list of scripts fails once: the script says so, or nothing is lost; it never
//! aborts, never hangs, and leaves no descriptor and no zombie.
//!
//! `STARVED_STEP=1` tries every single one; by default it is one of some, chosen so that all of it takes
//! a minute.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a script may take that is done in a hundredth of a second.
const LIMIT: Duration = Duration::from_secs(20);

/// Scripts without a name of their own for what they do; each line is one.
const SCRIPTS: &str = include_str!("scripts");

/// What all of them end with: what is still open and who has not been waited for.
const LEFT: &str = "\nset -- /proc/$$/fd/*; echo descriptors $#
read -r children </proc/$$/task/$$/children; echo \"children: $children\"\n";

struct Outcome {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

/// Runs the shell with its `count`-th allocation refused; None: it has not ended in time.
fn run(folder: &Path, script: &str, count: u64) -> Option<Outcome> {
    let (out, err) = (folder.join("out"), folder.join("err"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_starved"))
        .args([&count.to_string(), "mark", "-c", script, "forkless"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).ok()?)
        .stderr(fs::File::create(&err).ok()?)
        .spawn()
        .ok()?;
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().ok()? {
            break status;
        }
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_micros(500));
    };
    let text = |path: &PathBuf| {
        fs::read(path).map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
    };
    Some(Outcome { status, stdout: text(&out), stderr: text(&err) })
}

/// What is wrong with an outcome, compared with that of a run in which nothing failed.
fn fault(whole: &Outcome, outcome: Option<&Outcome>) -> Option<String> {
    let Some(outcome) = outcome else { return Some("hangs".into()) };
    if let Some(signal) = outcome.status.signal() {
        return Some(format!("killed by signal {signal}: {}", outcome.stderr));
    }
    if outcome.status.code() == Some(134) || outcome.stderr.contains("internal error") {
        return Some(outcome.stderr.clone());
    }
    if outcome.stderr.contains("backtrace") || outcome.stderr.contains("panicked") {
        return Some(outcome.stderr.clone());
    }
    let differs = outcome.stdout != whole.stdout || outcome.status != whole.status;
    let is_told = outcome.stderr != whole.stderr || outcome.stdout.contains("memory exhausted");
    if differs && !is_told {
        return Some(format!("says nothing: {:?} {}", outcome.stdout, outcome.status));
    }
    for kind in ["descriptors ", "children: "] {
        let line = |text: &str| text.lines().find(|line| line.starts_with(kind)).map(String::from);
        if let Some(left) = line(&outcome.stdout)
            && Some(&left) != line(&whole.stdout).as_ref()
        {
            return Some(format!("leaves {left}: {}", outcome.stderr));
        }
    }
    None
}

#[test]
fn no_allocation_that_fails_aborts_hangs_or_is_silent() {
    let step = std::env::var("STARVED_STEP").ok().and_then(|text| text.parse().ok());
    let folder = std::env::temp_dir().join(format!("forkless-starved-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the runs");
    let mark = folder.join("mark");
    let (mut faults, mut runs, mut seed) = (Vec::new(), 0, 1u64);
    for line in SCRIPTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let script = format!("{line}{LEFT}");
        let whole = run(&folder, &script, 0).expect("a run in which nothing fails");
        assert!(whole.stdout.contains("children: \n"), "{line}: {}", whole.stderr);
        let mut count = 1;
        loop {
            let _ = fs::remove_file(&mark);
            let outcome = run(&folder, &script, count);
            if !mark.exists() {
                break;
            }
            runs += 1;
            if let Some(fault) = fault(&whole, outcome.as_ref()) {
                faults.push(format!("{line}\n    allocation {count}: {fault}"));
            }
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            count += step.unwrap_or(1 + (seed >> 33) % 23);
        }
    }
    let _ = fs::remove_dir_all(&folder);
    eprintln!("{runs} runs");
    assert!(runs > 100);
    assert!(faults.is_empty(), "{} of {runs}:\n{}", faults.len(), faults.join("\n"));
}
