//! Swaps files, directories and symbolic links under the hands of utilities that run inside the shell.
//!
//! ```text
//! cargo test -p forkless-tests --test races -- [options] [TEXT...]
//!
//! TEXT           only commands that contain one of the texts
//! --swaps N      so many swaps in total (20,000)
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment); with a shell that has no
//!                utilities inside, the installed ones are judged
//! ```
//!
//! A command runs in a loop over `tree`. Meanwhile a thread exchanges, in each of a few of its folders, the
//! name `x` with a file, a directory, a link to a directory outside and a link to a file outside
//! (renameat2(2), RENAME_EXCHANGE), and makes anew what the command has removed. In the end nothing outside
//! may be another than before: names, types, modes, owners, contents, times. Of what a name leads to
//! nothing is asked where POSIX has the utility follow it (`mkdir -p`, operands of chmod).
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::arguments::{Request, number};
use forkless_tests::program::{exit_code, say};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs::OpenOptions;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, io, thread};

/// How long a command may take to end when a signal asks for it.
const LIMIT: Duration = Duration::from_secs(60);
/// Folders of the tree in which there is something to swap.
const SLOTS: usize = 4;
/// How often a command must have run at least.
const LEAST: usize = 20;

/// Commands that run in the loop; with status 9 they say themselves that something went wrong.
const COMMANDS: &[&str] = &[
    "rm -rf tree",
    "rm -rf tree/0/x tree/1/x tree/2 tree/3/*",
    "cp -R tree copy; grep -rql keep copy && exit 9; rm -rf copy",
    "cp -a tree copy; grep -rql keep copy && exit 9; rm -rf copy",
    "cp -P tree/0/x tree/1/x tree/2/x copy 2>/dev/null; grep -rql keep copy && exit 9; rm -rf copy; mkdir copy",
    "mv tree/0 moved; mv moved tree/0; mv -T tree/1/x tree/1/y; mv -T tree/1/y tree/1/x",
    "mv tree/0/x tree/1/x tree/2/x \"$shm\" 2>/dev/null; grep -rql keep \"$shm\" && exit 9; rm -rf \"$shm\"/*",
    "chmod -R u=rwX,go= tree; chmod -R 777 tree",
    "chown -R \"$(id -u)\":\"$(id -g)\" tree; chgrp -R \"$other\" tree; chown -h -R \"$(id -u)\":\"$other\" tree/0/x tree/1 tree/2",
    "mkdir -m 1777 tree/0/y; mkdir -m 2755 tree/1/y; rmdir tree/0/y tree/1/y",
    "mkdir -p tree/0/y/z tree/1/y/z; rm -rf tree/0/y tree/1/y",
    "ln -sfT nowhere tree/0/x; ln -sT nowhere tree/1/x; ln -P tree/2/x tree/2/y; rm -f tree/2/y",
    "echo new >new; install -T new tree/0/x; install -m 600 -T new tree/1/x",
    "find tree -name 'v*' -delete",
    "find tree -depth -name x -delete",
    "find tree -name 'v*' -exec test -e {} \\; -o -type d -exec true {} +",
    "rm -f \"$(mktemp tree/0/XXXXXX)\"; rmdir \"$(mktemp -d tree/1/XXXXXX)\"",
    "touch -h tree/0/x tree/1/x; touch -c -h -d @1 tree/2/x",
    "mkfifo -m 666 tree/0/y; mkfifo -m 600 tree/1/y; rm -f tree/0/y tree/1/y",
];

type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut swaps = 20_000;
    let request = Request::read(|option, words| {
        match option {
            "--swaps" => swaps = number(option, words)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let wanted = |command: &&&str| request.wants(command);
    let commands: Vec<&str> = COMMANDS.iter().filter(wanted).copied().collect();
    let ours = request.find_shell()?;
    let room = env::temp_dir().join(format!("forkless-races-{}", std::process::id()));
    if !can_exchange(&room) {
        say("skipped: the file system cannot exchange names");
        say(&format!("0 passed, 0 failed, {} skipped", commands.len()));
        return Ok(true);
    }
    let (mut passed, mut short, mut done, mut runs) = (0, 0, 0, 0);
    for command in &commands {
        let race = Race { room: &room, shell: &ours, command };
        let outcome = race.run(swaps / commands.len().max(1));
        // What cannot be removed is in the folder for temporary files.
        let _ = fs::remove_dir_all(&room);
        let outcome = outcome.map_err(|error| format!("{command}: {error}"))?;
        done += outcome.swaps;
        runs += outcome.runs;
        match outcome.complaint {
            None => passed += 1,
            Some(complaint) => {
                short += 1;
                say(&format!("FAILED {command}\n    {complaint}"));
            }
        }
    }
    say(&format!("{} commands, {runs} runs, {done} swaps", commands.len()));
    say(&format!("{passed} passed, {short} failed, 0 skipped"));
    Ok(short == 0)
}

/// Whether names can be exchanged in this folder, which is made for it.
fn can_exchange(room: &Path) -> bool {
    let (one, other) = (room.join("one"), room.join("other"));
    let made = fs::create_dir_all(room)
        .and_then(|()| fs::write(&one, ""))
        .and_then(|()| fs::write(&other, ""));
    let can = made.is_ok() && renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok();
    let _ = fs::remove_dir_all(room);
    can
}

/// A command and what is swapped under its hands.
struct Race<'a> {
    room: &'a Path,
    shell: &'a Path,
    command: &'a str,
}

/// What a race gave.
struct Outcome {
    swaps: usize,
    runs: usize,
    complaint: Option<String>,
}

impl Race<'_> {
    fn run(&self, wanted: usize) -> io::Result<Outcome> {
        let room = self.room;
        fs::create_dir_all(room.join("spare"))?;
        fs::create_dir_all(room.join("outside/directory/inner"))?;
        for (name, text) in
            [("file", "keep\n"), ("directory/v1", "one\n"), ("directory/inner/v2", "two\n")]
        {
            let path = room.join("outside").join(name);
            fs::write(&path, text)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640))?;
            let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            fs::File::options().write(true).open(&path)?.set_modified(then)?;
        }
        let before = snapshot(&room.join("outside"))?;
        fs::write(room.join("go"), "")?;
        let swapper = Swapper { room, made: AtomicUsize::new(0) };
        for slot in 0..SLOTS {
            swapper.furnish(slot);
        }
        let (ended, swaps) = (AtomicBool::new(false), AtomicUsize::new(0));
        let mut status = None;
        thread::scope(|scope| -> io::Result<()> {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    swapper.round(&swaps);
                }
            });
            let result = self.loop_until(wanted, &swaps);
            ended.store(true, Ordering::Relaxed);
            status = result?;
            Ok(())
        })?;
        let runs = fs::metadata(room.join("runs")).map_or(0, |data| data.len() as usize);
        let complaint = match status {
            None => Some("it does not end".to_string()),
            Some(status) if status.code() == Some(9) => Some("it has read outside".to_string()),
            Some(status) if !status.success() => Some(format!("{status}")),
            Some(_) => difference(&before, &snapshot(&room.join("outside"))?),
        };
        let _ = fs::remove_dir_all(format!("/dev/shm/forkless-races-{}", std::process::id()));
        Ok(Outcome { swaps: swaps.into_inner(), runs, complaint })
    }

    /// Runs the loop until there were as many swaps and runs as are wanted; None where it does not end.
    fn loop_until(&self, wanted: usize, swaps: &AtomicUsize) -> io::Result<Option<ExitStatus>> {
        // Another file system, where there is one.
        let mut shm = PathBuf::from(format!("/dev/shm/forkless-races-{}", std::process::id()));
        if fs::create_dir_all(&shm).is_err() {
            shm = self.room.join("shm");
            fs::create_dir_all(&shm)?;
        }
        // A byte for each run.
        let script = format!(
            "exec 3>runs\nwhile [ -e go ]; do\n{}\nprintf . >&3\ndone >/dev/null 2>&1\nexit 0",
            self.command
        );
        let mut command = Command::new(self.shell);
        command.arg("-c").arg(script).current_dir(self.room).stdin(Stdio::null());
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("shm", shm);
        command.env("other", other_group());
        let mut child = command.spawn()?;
        let runs = self.room.join("runs");
        let is_enough = || {
            let runs = fs::metadata(&runs).map_or(0, |data| data.len() as usize);
            swaps.load(Ordering::Relaxed) >= wanted && runs >= LEAST
        };
        let begin = Instant::now();
        while !is_enough() && child.try_wait()?.is_none() && begin.elapsed() < 10 * LIMIT {
            thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(self.room.join("go"))?;
        wait(&mut child)
    }
}

/// A group other than the own one that files may be given to: root may give them to any.
fn other_group() -> String {
    let groups = rustix::process::getgroups().unwrap_or_default();
    let own = rustix::process::getgid();
    let other =
        groups.iter().find(|&&group| group != own).map_or(own.as_raw(), |group| group.as_raw());
    if rustix::process::getuid().is_root() { "1".to_string() } else { other.to_string() }
}

/// Waits for a child, for a while.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    while begin.elapsed() < LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Who swaps.
struct Swapper<'a> {
    room: &'a Path,
    made: AtomicUsize,
}

/// The names whose objects are exchanged with that of `x`.
const OTHERS: [&str; 4] = ["file", "directory", "link", "filelink"];

impl Swapper<'_> {
    fn slot(&self, slot: usize) -> PathBuf {
        self.room.join("tree").join(slot.to_string())
    }

    /// One exchange for each object of each folder; what is missing is made anew.
    fn round(&self, swaps: &AtomicUsize) {
        for slot in 0..SLOTS {
            let folder = self.slot(slot);
            let x = folder.join("x");
            for other in OTHERS {
                let exchange = RenameFlags::EXCHANGE;
                match renameat_with(CWD, &x, CWD, folder.join(other), exchange) {
                    Ok(()) => {
                        swaps.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(_) => self.furnish(slot),
                }
            }
        }
    }

    /// Makes what a folder lacks. Under its name nothing is opened: it may be a link by now.
    fn furnish(&self, slot: usize) {
        let folder = self.slot(slot);
        // All of these may fail where the command is at work; then the next round tries again.
        let _ = fs::create_dir_all(&folder);
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let spare = self.room.join("spare").join(number.to_string());
        let place = |name: &str| {
            renameat_with(CWD, &spare, CWD, folder.join(name), RenameFlags::NOREPLACE).is_ok()
        };
        for name in ["x", "file"] {
            if OpenOptions::new().write(true).create_new(true).open(&spare).is_ok() && !place(name)
            {
                let _ = fs::remove_file(&spare);
            }
        }
        if fs::create_dir(&spare).is_ok() {
            let _ = fs::write(spare.join("v1"), "1\n")
                .and_then(|()| fs::write(spare.join("v2"), "2\n"));
            if !place("directory") {
                let _ = fs::remove_dir_all(&spare);
            }
        }
        let _ = symlink("../../outside/directory", folder.join("link"));
        let _ = symlink("../../outside/file", folder.join("filelink"));
    }
}

/// What is below a folder: a line for each file.
fn snapshot(folder: &Path) -> io::Result<Vec<String>> {
    let (mut lines, mut left) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(path) = left.pop() {
        let data = fs::symlink_metadata(&path)?;
        let mut text = String::new();
        if data.is_dir() {
            for entry in fs::read_dir(&path)? {
                left.push(entry?.path());
            }
        } else if data.is_file() {
            text = fs::read_to_string(&path)?;
        }
        let (mode, uid, gid, links) = (data.mode(), data.uid(), data.gid(), data.nlink());
        let time = data.mtime();
        let name = path.strip_prefix(folder).unwrap_or(&path).display();
        lines.push(format!("{name}: {mode:o} {uid} {gid} {links} {time} {text:?}"));
    }
    lines.sort();
    Ok(lines)
}

/// The first line that is another one.
fn difference(before: &[String], after: &[String]) -> Option<String> {
    if before == after {
        return None;
    }
    let other = |lines: &[String], than: &[String]| {
        lines.iter().find(|line| !than.contains(line)).cloned().unwrap_or_default()
    };
    Some(format!("outside: {} is now {}", other(before, after), other(after, before)))
}
