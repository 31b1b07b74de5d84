//! Repeats loops and looks whether the shell's memory, descriptors and children stay what they are.
//!
//! ```text
//! cargo test -p forkless-tests --test flat -- [options] [TEXT...]
//!
//! TEXT           only loops that contain one of the texts
//! --times N      so many iterations of a builtin (20,000)
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! ```
//!
//! `loops` lists the bodies. A loop stops after a tenth of its iterations and at its end, until it has been
//! looked at: resident memory may have grown by no more than `ROOM`, the descriptors and the children (those
//! that have ended and were not waited for are children too) must be the same.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::arguments::{Request, number};
use forkless_tests::program::{exit_code, say};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs, io, thread};

/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// How much resident memory may grow, in KiB: a page here and there, and what the allocator keeps.
const ROOM: u64 = 192;

type Result<T> = std::result::Result<T, String>;

/// A body, the name under which it is run, and how much less often than a builtin.
struct Loop {
    shell: String,
    less: usize,
    body: String,
}

/// What the shell holds.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    resident: u64,
    descriptors: usize,
    children: usize,
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut times = 20_000;
    let request = Request::read(|option, words| {
        match option {
            "--times" => times = number(option, words)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let path = Path::new(PACKAGE).join("flat/loops");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut loops = parse(&text)?;
    loops.retain(|one| request.wants(&one.body));
    let ours = request.find_shell()?;
    let room = env::temp_dir().join(format!("forkless-flat-{}", std::process::id()));
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = loops.get(number) else { break };
                    let folder = room.join(number.to_string());
                    let complaint = match one.run(&ours, &folder, times / one.less) {
                        Ok(complaint) => complaint,
                        Err(error) => Some(error.to_string()),
                    };
                    let Some(complaint) = complaint else { continue };
                    say(&format!("FAILED {}: {}\n    {complaint}", one.shell, one.body));
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                }
            });
        }
    });
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&room);
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let iterations: usize = loops.iter().map(|one| times / one.less).sum();
    say(&format!("{} loops, {iterations} iterations", loops.len()));
    say(&format!("{} passed, {failed} failed, 0 skipped", loops.len() - failed));
    Ok(failed == 0)
}

/// Reads the list of loops.
fn parse(text: &str) -> Result<Vec<Loop>> {
    let mut loops: Vec<Loop> = Vec::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, '\t');
        if let (Some(shell), Some(less), Some(body)) = (fields.next(), fields.next(), fields.next())
        {
            let less = less.parse().map_err(|_| format!("loops: {line}"))?;
            loops.push(Loop { shell: shell.to_string(), less, body: body.to_string() });
        } else if !line.starts_with('#') {
            let last = loops.last_mut().ok_or("loops: text before the first body")?;
            last.body.push('\n');
            last.body.push_str(line);
        }
    }
    Ok(loops)
}

impl Loop {
    /// Runs it; what is wrong with it, if anything.
    fn run(&self, shell: &Path, folder: &Path, times: usize) -> io::Result<Option<String>> {
        fs::create_dir_all(folder.join("tree/d"))?;
        symlink(shell, folder.join(&self.shell))?;
        for (name, text) in [("lines", "a\nb\nc\n"), ("tree/f", ""), ("script", "x=$i\n")] {
            fs::write(folder.join(name), text)?;
        }
        let part = |end: usize| {
            format!(
                "while [ $i -lt {end} ]; do\n{}\ni=$((i + 1))\ndone </dev/null >/dev/null 2>&1\n\
                 echo .\nread go\n",
                self.body
            )
        };
        // The first stop is not looked at: waiting needs descriptors of its own.
        let script = format!("i=0\n{}{}{}", part(1), part(times / 10), part(times));
        let mut command = Command::new(Path::new(".").join(&self.shell));
        command.arg("-c").arg(script).current_dir(folder);
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let result = watch(&mut child);
        let _ = child.kill();
        child.wait()?;
        let (early, late) = result?;
        let grown = late.resident.saturating_sub(early.resident);
        let same = early.descriptors == late.descriptors && early.children == late.children;
        Ok((grown > ROOM || !same).then(|| {
            format!(
                "memory {} to {} KiB, descriptors {} to {}, children {} to {}",
                early.resident,
                late.resident,
                early.descriptors,
                late.descriptors,
                early.children,
                late.children
            )
        }))
    }
}

/// What the shell holds when it stops the first and the second time.
fn watch(child: &mut Child) -> io::Result<(Held, Held)> {
    let gone = || io::Error::other("the shell has ended");
    let (Some(mut go), Some(mut marks)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(gone());
    };
    let mut step = || -> io::Result<Held> {
        let mut mark = [0; 2];
        marks.read_exact(&mut mark).map_err(|_| gone())?;
        while !is_asleep(child.id())? {
            thread::sleep(Duration::from_millis(1));
        }
        held(child.id())
    };
    step()?;
    go.write_all(b"\n")?;
    let early = step()?;
    go.write_all(b"\n")?;
    let late = step()?;
    Ok((early, late))
}

/// Whether a process waits.
fn is_asleep(process: u32) -> io::Result<bool> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    Ok(state == Some('S'))
}

/// What /proc says of a process.
fn held(process: u32) -> io::Result<Held> {
    let folder = PathBuf::from(format!("/proc/{process}"));
    let status = fs::read_to_string(folder.join("status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let resident = line.trim_end_matches("kB").trim().parse().unwrap_or(u64::MAX);
    let descriptors = fs::read_dir(folder.join("fd"))?.count();
    let children = fs::read_to_string(folder.join(format!("task/{process}/children")))?;
    Ok(Held { resident, descriptors, children: children.split_whitespace().count() })
}
