//! Counts the processes that a shell creates for one construct.
//!
//! ```text
//! cargo test -p forkless-tests --test processes -- [options] [TEXT...]
//!
//! TEXT           only constructs that contain one of the texts
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! --peers        print a Markdown table of the counts of forkless, dash, bash, ksh93
//! ```
//!
//! `constructs` lists the scripts with the number of processes that forkless
//! creates for each. The number is exact: one more is a fault, one fewer is news
//! that belongs into the list. Processes are counted by strace(1), as the system
//! calls fork, vfork, clone and clone3 that made one (threads do not count); what a
//! shell says of itself is not asked. Output and status must be those of dash (of
//! bash where dash is missing, or does not have the construct): a process that was saved by doing something else
//! does not count as saved.
//!
//! Without strace, or where it may not trace, all constructs are skipped.
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::arguments::Request;
use forkless_tests::diff::unified;
use forkless_tests::program::{exit_code, say};
use forkless_tests::shells::{find_program, without_blanks};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// The columns of the table, after forkless.
const PEERS: [&str; 3] = ["dash", "bash", "ksh93"];

type Result<T> = std::result::Result<T, String>;

/// A script with the number of processes that it may create.
struct Construct {
    heading: String,
    allowed: usize,
    script: String,
}

impl Construct {
    /// Whether dash does not have it.
    fn is_extended(&self) -> bool {
        self.heading.ends_with("(bash, ksh93)")
    }
}

/// What one run gave.
struct Count {
    made: usize,
    output: Vec<u8>,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut peers = false;
    let request = Request::read(|option, _| {
        match option {
            "--peers" => peers = true,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let path = Path::new(PACKAGE).join("processes/constructs");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut constructs = parse(&text)?;
    constructs.retain(|one| request.wants(&one.script));
    if !can_trace() {
        say("skipped: strace is missing or may not trace");
        say(&format!("0 passed, 0 failed, {} skipped", constructs.len()));
        return Ok(true);
    }
    let room = env::temp_dir().join(format!("forkless-processes-{}", std::process::id()));
    // Scripts name it after `#!`.
    let ours = without_blanks(request.find_shell()?, &room).map_err(|error| error.to_string())?;
    let good =
        prepare(&room).map_err(|error| format!("{}: {error}", room.display())).and_then(|()| {
            if peers { table(&constructs, &ours, &room) } else { judge(&constructs, &ours, &room) }
        });
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&room);
    good
}

/// Reads the list of constructs.
fn parse(text: &str) -> Result<Vec<Construct>> {
    let mut constructs: Vec<Construct> = Vec::new();
    let mut heading = String::new();
    for line in text.lines() {
        let numbered = line.split_once('\t').and_then(|(number, script)| {
            let allowed = number.parse().ok()?;
            Some(Construct { heading: heading.clone(), allowed, script: script.to_string() })
        });
        if let Some(construct) = numbered {
            constructs.push(construct);
        } else if let Some(text) = line.strip_prefix("## ") {
            heading = text.to_string();
        } else if line.starts_with('#') || line.is_empty() {
            continue;
        } else {
            let last = constructs.last_mut().ok_or("constructs: text before the first number")?;
            last.script.push('\n');
            last.script.push_str(line);
        }
    }
    Ok(constructs)
}

/// Whether strace is there and may do its work (in a container it may not).
fn can_trace() -> bool {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    strace.status().is_ok_and(|status| status.success())
}

/// Makes the folder that the scripts find: the programs that no shell has inside,
/// a file to be dotted, a script without `#!`, a script with the name of a utility.
fn prepare(room: &Path) -> io::Result<()> {
    fs::create_dir_all(room)?;
    for name in ["prog", "pecho", "pcat"] {
        symlink(env!("CARGO_BIN_EXE_probe"), room.join(name))?;
    }
    fs::write(room.join("lib"), "echo lib\n")?;
    fs::create_dir_all(room.join("p"))?;
    for (name, text) in [("script", "echo script\n"), ("p/cat", "#!/bin/sh\necho mine\n")] {
        fs::write(room.join(name), text)?;
        fs::set_permissions(room.join(name), fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Runs `script` under `shell` and counts the processes made.
fn count(shell: &Path, script: &str, room: &Path) -> io::Result<Count> {
    let trace = room.join("trace");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-e", "trace=fork,vfork,clone,clone3", "-e", "signal=none", "-o"]);
    strace.arg(&trace).arg(shell).arg("-c").arg(script);
    strace.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("HOME", room);
    strace.current_dir(room).stdin(Stdio::null()).stderr(Stdio::null());
    let result = strace.output()?;
    let made = fs::read_to_string(&trace)?.lines().filter(|line| made_a_process(line)).count();
    let mut output = result.stdout;
    output.extend(format!("[{}]\n", result.status).bytes());
    Ok(Count { made, output })
}

/// Whether a line of strace's output tells of a process that was made: the call
/// returned its id (`clone(...) = 12`, `<... vfork resumed>) = 12`).
fn made_a_process(line: &str) -> bool {
    let id = line.rsplit_once("= ").and_then(|(_, id)| id.trim().parse::<u32>().ok());
    id.is_some_and(|id| id > 0) && !line.contains("CLONE_THREAD")
}

/// The first line of a script, for reports.
fn title(script: &str) -> String {
    script.replace('\n', "⏎")
}

/// Compares the counts of forkless with the list.
fn judge(constructs: &[Construct], ours: &Path, room: &Path) -> Result<bool> {
    let (plain, extended) = (["dash", "bash"], ["bash"]);
    let find = |names: &[&str]| names.iter().find_map(|name| find_program(name));
    let references = (find(&plain), find(&extended));
    let failed = |error: io::Error| error.to_string();
    let (mut passed, mut short) = (0, 0);
    for one in constructs {
        let came = count(ours, &one.script, room).map_err(failed)?;
        let mut complaint = String::new();
        if came.made != one.allowed {
            complaint += &format!("    made {}, listed {}\n", came.made, one.allowed);
        }
        let reference = if one.is_extended() { &references.1 } else { &references.0 };
        if let Some(reference) = reference {
            let wanted = count(reference, &one.script, room).map_err(failed)?;
            complaint += &unified(&wanted.output, &came.output);
        }
        if complaint.is_empty() {
            passed += 1;
        } else {
            short += 1;
            say(&format!("FAILED {}\n{complaint}", title(&one.script)));
        }
    }
    if references.1.is_none() {
        say("bash is not installed: what dash has not is not compared");
    }
    if references.0.is_none() {
        say("neither dash nor bash is installed: outputs are not compared");
    }
    say(&format!("{passed} passed, {short} failed, 0 skipped"));
    Ok(short == 0)
}

/// Prints the counts of all shells as a Markdown table.
fn table(constructs: &[Construct], ours: &Path, room: &Path) -> Result<bool> {
    let mut shells = vec![("forkless", ours.to_path_buf())];
    for name in PEERS {
        match find_program(name) {
            Some(path) => shells.push((name, path)),
            None => say(&format!("skipped: {name} is not installed")),
        }
    }
    let mut heading = "";
    let mut totals = vec![0; shells.len()];
    for one in constructs {
        if one.heading != heading {
            heading = &one.heading;
            let names: Vec<&str> = shells.iter().map(|(name, _)| *name).collect();
            say(&format!("\n### {heading}\n\n| construct | {} |", names.join(" | ")));
            say(&format!("| --- |{}", " --: |".repeat(shells.len())));
        }
        let mut row = format!("| `` {} `` |", title(&one.script).replace('|', "\\|"));
        for ((name, path), total) in shells.iter().zip(&mut totals) {
            if one.is_extended() && *name == "dash" {
                row += " – |";
                continue;
            }
            let made = count(path, &one.script, room).map_err(|error| error.to_string())?.made;
            *total += made;
            row += &format!(" {made} |");
        }
        say(&row);
    }
    let totals: Vec<String> = totals.iter().map(usize::to_string).collect();
    say(&format!("\nAll constructs together: {}", totals.join(", ")));
    Ok(true)
}
