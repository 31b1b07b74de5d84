//! Whole scripts, made by a grammar, under forkless, dash and bash.
//!
//! ```text
//! cargo test -p forkless-tests --test grammar -- [options]
//!
//! --count N      so many scripts (150)
//! --seed N       the first one's number (1); a script depends on its number alone
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! --show         prints the scripts instead
//! --bash         scripts of bash's language, for bash alone; they run through links of that name
//! ```
//!
//! Standard output and status must be what dash's and bash's (under the name sh) are where these two
//! agree (with --bash: what bash's are); a script on which they do not agree shows only whether the shell hangs or crashes. A script that
//! fails is printed with its number.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed. Skipped are the
//! scripts on which dash and bash disagree.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

mod bash;
mod made;

use forkless_tests::program::{exit_code, say};
use forkless_tests::shells::{find_ours, find_program};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// How long a script may take.
const LIMIT: Duration = Duration::from_secs(20);

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut shell = env::var_os("FORKLESS").map(PathBuf::from);
    let (mut count, mut seed, mut show, mut extended) = (150, 1, false, false);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let text = arguments.next();
            text.and_then(|text| text.parse().ok()).ok_or(format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--count" => count = number()?,
            "--seed" => seed = number()?,
            "--show" => show = true,
            "--bash" => extended = true,
            "--shell" => shell = Some(arguments.next().ok_or("--shell needs a path")?.into()),
            // cargo's own words for tests.
            _ => {}
        }
    }
    let script: fn(u64) -> String = if extended { bash::script } else { made::script };
    if show {
        (seed..seed + count)
            .for_each(|number| say(&format!("# {number}\n{}", script(number as u64))));
        return Ok(true);
    }
    let (Some(dash), Some(bash)) = (find_program("dash"), find_program("bash")) else {
        say("skipped: dash or bash is missing");
        say(&format!("0 passed, 0 failed, {count} skipped"));
        return Ok(true);
    };
    let tests = env::current_exe().ok();
    let ours = find_ours(shell, Path::new(PACKAGE), tests.as_deref().and_then(Path::parent))?;
    let ours = ours.canonicalize().map_err(|error| format!("{}: {error}", ours.display()))?;
    let room = env::temp_dir().join(format!("forkless-grammar-{}", std::process::id()));
    let next = AtomicUsize::new(seed);
    let [passed, failed, skipped] = [(); 3].map(|()| AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= seed + count {
                        break;
                    }
                    let text = script(number as u64);
                    let run = |shell: &Path| {
                        let name = if extended { "bash" } else { "sh" };
                        run(shell, name, &text, &room.join(number.to_string()))
                            .unwrap_or_else(|error| error.to_string())
                    };
                    let (came, other) = (run(&ours), run(&bash));
                    let wanted = if extended { other.clone() } else { run(&dash) };
                    let stuck = came.starts_with("no end") && !wanted.starts_with("no end");
                    let broken = stuck || came.contains("panicked");
                    let counter = match (came == wanted, wanted == other) {
                        (_, false) if !broken => &skipped,
                        (true, true) => &passed,
                        _ => {
                            say(&format!(
                                "FAILED {number}\n{text}\n--- came\n{came}\n--- wanted\n{wanted}"
                            ));
                            &failed
                        }
                    };
                    counter.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&room);
    let [passed, failed, skipped] = [passed, failed, skipped].map(AtomicUsize::into_inner);
    say(&format!("{passed} passed, {failed} failed, {skipped} skipped"));
    Ok(failed == 0)
}

/// Standard output and status of a script under a shell; a panic's message too.
fn run(shell: &Path, name: &str, text: &str, folder: &Path) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    symlink(shell, folder.join(name))?;
    fs::write(folder.join("lines"), "one two\nthree\n\nfour\n")?;
    let output = folder.join(".output");
    let messages = folder.join(".messages");
    let mut command = Command::new(Path::new(".").join(name));
    command.args(["-c", text, name, "p1", "p 2", ""]).current_dir(folder).stdin(Stdio::null());
    command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("HOME", "/h");
    command.stdout(fs::File::create(&output)?).stderr(fs::File::create(&messages)?);
    let mut child = command.process_group(0).spawn()?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if begin.elapsed() > LIMIT {
            let group = rustix::process::Pid::from_child(&child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(1));
    };
    let mut text = Vec::new();
    fs::File::open(output)?.take(1 << 16).read_to_end(&mut text)?;
    let mut text = String::from_utf8_lossy(&text).into_owned();
    let told = fs::read(messages)?;
    if let Some(line) =
        String::from_utf8_lossy(&told).lines().find(|line| line.contains("panicked"))
    {
        text.push_str(line);
    }
    fs::remove_dir_all(folder)?;
    Ok(match status {
        None => format!("no end: {text}"),
        // Errors have another status in each shell.
        Some(status) => match (status.signal(), status.code().unwrap_or(0)) {
            (Some(signal), _) => format!("{text}[signal {signal}]"),
            (None, 0) => format!("{text}[0]"),
            (None, _) => format!("{text}[not 0]"),
        },
    })
}
