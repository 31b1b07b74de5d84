//! Tries to get out of a confinement (`forkless --confine`).
//!
//! ```text
//! cargo test -p forkless-tests --test escapes -- [options] [TEXT...]
//!
//! TEXT           only attempts whose heading contains one of the texts
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! --session PATH judge a program that holds a session: crates/session/examples/confined.rs
//! --words WORDS  more words for every policy: `namespaces=all` has each attempt made in namespaces
//! ```
//!
//! `attempts` lists scripts that reach what their confinement denies, and then end with status 0. Each
//! runs twice, in a fresh folder, with the same processes, sockets and files outside. Without
//! `--confine` it has to succeed: otherwise the test could not fail, and the attempt counts as
//! skipped. With it, it has to end with another status, and what is outside must be as it was.
//! `control` attempts are the reverse: what the confinement allows, which has to go on working. `host`
//! attempts are about what a session is in, and run there alone.
//!
//! The last line is `N passed, N failed, N skipped`; the exit status is 1 when any failed.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::program::{exit_code, say};
use forkless_tests::shells::{find_ours, without_blanks};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io};

/// The folder of this package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

type Result<T> = std::result::Result<T, String>;

/// What every attempt may do, `%` being its folder. Its programs may be read and executed.
const POLICY: &str = "ro=/usr,/etc,/proc,%/ro,%/bin rw=%/in exec=/usr/bin,/usr/sbin,%/bin";

/// What a session has not: a host's descriptors, limits of its own, and arguments as a shell has.
const NOT_IN_SESSIONS: &[&str] = &[
    "control: a descriptor that was open",
    "control: its priority and limits",
    "control: programs of a subshell that is a process",
    "control: a script that may be read",
];

/// Functions that attempts use.
const PRELUDE: &str = r#"
# A system call by its name, with numbers and strings: whether it is reached at all.
reach() { perl -e '
    my $number = $ENV{"NR_" . shift}; my @words = map { my $word = $_; $word =~ /^-?\d+$/ ? $word + 0 : $word } @ARGV;
    my $result = syscall($number + 0, @words);
    exit(($result == -1 && ($!{EPERM} || $!{ENOSYS})) ? 1 : 0)' "$@"; }
# The same: whether it succeeds.
call() { perl -e '
    my $number = $ENV{"NR_" . shift}; my @words = map { my $word = $_; $word =~ /^-?\d+$/ ? $word + 0 : $word } @ARGV;
    exit(syscall($number + 0, @words) == -1 ? 1 : 0)' "$@"; }
"#;

/// A script, with what is special about its confinement.
struct Attempt {
    heading: String,
    control: bool,
    /// Words beside [`POLICY`].
    words: String,
    script: String,
}

/// The folder of a run and what is outside its confinement.
struct Outside {
    folder: PathBuf,
    process: Child,
    tcp: TcpListener,
    _listener: UnixListener,
    _abstract: UnixListener,
    _datagrams: UnixDatagram,
    name: String,
}

enum Outcome {
    Passed,
    Failed(String),
    /// For this reason.
    Skipped(&'static str),
}

fn main() -> ExitCode {
    exit_code(work())
}

/// Does what the command line asks; true when nothing failed.
fn work() -> Result<bool> {
    let mut shell = env::var_os("FORKLESS").map(PathBuf::from);
    let mut texts = Vec::new();
    let mut is_session = false;
    let mut more = String::new();
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--shell" => shell = Some(arguments.next().ok_or("--shell needs a path")?.into()),
            "--session" => {
                shell = Some(arguments.next().ok_or("--session needs a path")?.into());
                is_session = true;
            }
            "--words" => more = arguments.next().ok_or("--words needs words")?,
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            text => texts.push(text.to_string()),
        }
    }
    let tests = env::current_exe().map_err(|error| error.to_string())?;
    let tests = tests.parent().unwrap_or(Path::new(".")).to_path_buf();
    let copies = env::temp_dir().join(format!("forkless-escapes-shell-{}", std::process::id()));
    let shell = find_ours(shell, Path::new(PACKAGE), Some(&tests))?;
    // It is a word of the policies.
    let shell = without_blanks(shell, &copies).map_err(|error| error.to_string())?;
    let path = Path::new(PACKAGE).join("escapes/attempts");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut attempts = parse(&text)?;
    attempts.iter_mut().for_each(|one| one.words.push_str(&format!(" {more}")));
    attempts.retain(|one| match is_session {
        true => !NOT_IN_SESSIONS.contains(&&one.heading[..]),
        false => !one.heading.starts_with("host: "),
    });
    if !texts.is_empty() {
        attempts.retain(|one| texts.iter().any(|text| one.heading.contains(text)));
    }
    if let Some(reason) = why_not(&shell) {
        say(&format!("skipped: {reason}"));
        say(&format!("0 passed, 0 failed, {} skipped", attempts.len()));
        return Ok(true);
    }
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let has_namespaces = has_namespaces();
    let verdict = |attempt: &Attempt| match attempt.words.contains("namespaces=") {
        true if !has_namespaces => {
            Ok(Outcome::Skipped("needs namespaces, which cannot be made here"))
        }
        _ => judge(&shell, attempt),
    };
    let verdicts: Vec<_> = attempts.iter().map(verdict).collect();
    let _ = fs::remove_dir_all(copies);
    for (attempt, verdict) in attempts.iter().zip(verdicts) {
        match verdict? {
            Outcome::Passed => passed += 1,
            Outcome::Failed(reason) => {
                say(&format!("FAILED {}: {reason}", attempt.heading));
                failed += 1;
            }
            Outcome::Skipped(reason) => {
                say(&format!("skipped: {} {reason}", attempt.heading));
                skipped += 1;
            }
        }
    }
    say(&format!("{passed} passed, {failed} failed, {skipped} skipped"));
    Ok(failed == 0)
}

/// Why nothing can be confined here, in the shell's own words.
fn why_not(shell: &Path) -> Option<String> {
    let output = Command::new(shell).args(["--confine", "net=none", "-c", ":"]).output().ok()?;
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).trim().to_string())
}

/// Whether the system lets this user make namespaces, by a program of its own; not in a changed root directory.
fn has_namespaces() -> bool {
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "--pid", "--fork", "true"]);
    unshare.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    unshare.status().is_ok_and(|status| status.success())
}

/// Reads the list: `#### heading` or `#### control: heading`, lines `#: WORDS` with more words of
/// the policy, then the script.
fn parse(text: &str) -> Result<Vec<Attempt>> {
    let mut attempts: Vec<Attempt> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("#### ") {
            if attempts.iter().any(|one| one.heading == heading) {
                return Err(format!("twice: {heading}"));
            }
            attempts.push(Attempt {
                heading: heading.to_string(),
                control: heading.starts_with("control: "),
                words: String::new(),
                script: String::new(),
            });
        } else if let Some(attempt) = attempts.last_mut() {
            match line.strip_prefix("#: ") {
                Some(words) => attempt.words.push_str(&format!(" {words}")),
                None => attempt.script.push_str(&format!("{line}\n")),
            }
        }
    }
    Ok(attempts)
}

/// Runs an attempt free and confined.
fn judge(shell: &Path, attempt: &Attempt) -> Result<Outcome> {
    let failed = |error: io::Error| format!("{}: {error}", attempt.heading);
    if !attempt.control {
        let free = Outside::new().map_err(failed)?;
        if free.run(shell, attempt, false).map_err(failed)? != Some(0) {
            return Ok(Outcome::Skipped("does not work here anyway"));
        }
    }
    let mut confined = Outside::new().map_err(failed)?;
    let before = confined.seen().map_err(failed)?;
    let status = confined.run(shell, attempt, true).map_err(failed)?;
    let after = confined.seen().map_err(failed)?;
    Ok(match (attempt.control, status) {
        (true, Some(0)) => Outcome::Passed,
        (true, status) => Outcome::Failed(format!("status {status:?}")),
        (false, Some(0)) => Outcome::Failed("escaped".to_string()),
        (false, None) => Outcome::Failed("did not end by itself".to_string()),
        (false, Some(_)) if before != after => {
            Outcome::Failed(format!("what is outside was {before}, is {after}"))
        }
        (false, Some(_)) => Outcome::Passed,
    })
}

impl Outside {
    /// A fresh folder with `in` (to be read and written), `ro` (to be read), `bin` (to be executed) and
    /// `out`, which is denied; a process, a TCP port and sockets outside.
    fn new() -> io::Result<Self> {
        let number = std::process::id();
        let unique = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let unique = unique.map_or(0, |time| time.as_nanos());
        let name = format!("forkless-escapes-{number}-{unique}");
        let folder = env::temp_dir().join(&name);
        for part in ["in", "ro/d", "bin", "out/d"] {
            fs::create_dir_all(folder.join(part))?;
        }
        for (path, text) in [
            ("in/f", "mine\n"),
            ("ro/f", "readable\n"),
            ("ro/d/f", "readable\n"),
            ("out/f", "secret\n"),
            ("out/script", "#!/bin/sh\nexit 0\n"),
        ] {
            fs::write(folder.join(path), text)?;
        }
        fs::set_permissions(folder.join("out/script"), fs::Permissions::from_mode(0o755))?;
        fs::copy("/usr/bin/true", folder.join("out/true"))?;
        fs::copy("/usr/bin/true", folder.join("ro/true"))?;
        // One that has another user's rights, where the tests may make one.
        fs::copy("/usr/bin/id", folder.join("bin/id"))?;
        if std::os::unix::fs::chown(folder.join("bin/id"), Some(65534), None).is_ok() {
            fs::set_permissions(folder.join("bin/id"), fs::Permissions::from_mode(0o4755))?;
        }
        symlink("../out", folder.join("in/way"))?;
        let process = Command::new("/bin/sh")
            .args(["-c", "exec 3<out/f; sleep 60 & wait"])
            .current_dir(&folder)
            .env("SECRET", "secret")
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()?;
        let address = SocketAddr::from_abstract_name(&name)?;
        let datagrams = folder.join("out/datagrams");
        Ok(Outside {
            tcp: TcpListener::bind("127.0.0.1:0")?,
            _listener: UnixListener::bind(folder.join("out/socket"))?,
            _abstract: UnixListener::bind_addr(&address)?,
            _datagrams: UnixDatagram::bind(datagrams)?,
            folder,
            process,
            name,
        })
    }

    /// Runs an attempt; its exit status.
    fn run(&self, shell: &Path, attempt: &Attempt, confined: bool) -> io::Result<Option<i32>> {
        let folder = self.folder.to_string_lossy().into_owned();
        let port = self.tcp.local_addr()?.port().to_string();
        let mut command = Command::new("/bin/sh");
        // Descriptors that are open before: a file for reading, a directory.
        command.args(["-c", "exec 8<out/f 9<out; exec \"$@\"", "sh"]).arg(shell);
        if confined {
            let policy = format!("{POLICY}{}", attempt.words).replace('%', &folder);
            let policy = format!("{policy} exec={}", shell.display());
            command.arg("--confine").arg(policy.replace("PORT", &port));
        }
        command.arg("-c").arg(format!("{PRELUDE}{}", attempt.script));
        command.current_dir(&self.folder).env_clear();
        command.env("PATH", "/usr/bin:/usr/sbin").env("LC_ALL", "C");
        command.env("D", &folder).env("SH", shell).env("NAME", &self.name).env("PORT", port);
        command.env("OUTSIDE", self.process.id().to_string());
        for (name, number) in CALLS {
            command.env(format!("NR_{name}"), number.to_string());
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let end = Instant::now() + Duration::from_secs(30);
        while Instant::now() < end {
            if let Some(status) = child.try_wait()? {
                return Ok(status.code().or(status.signal().map(|signal| 128 + signal)));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill()?;
        child.wait()?;
        Ok(None)
    }

    /// What can be seen of what is outside: files with their contents and attributes, the process.
    fn seen(&mut self) -> io::Result<String> {
        let mut seen = String::new();
        let mut folders = vec![self.folder.join("out"), self.folder.join("ro")];
        while let Some(folder) = folders.pop() {
            let mut entries = fs::read_dir(&folder)?.collect::<io::Result<Vec<_>>>()?;
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let stat = entry.metadata()?;
                let text = if stat.is_file() { fs::read(entry.path())?.len() } else { 0 };
                seen.push_str(&format!(
                    "{}:{:o}:{}:{}:{text}:{} ",
                    entry.file_name().to_string_lossy(),
                    stat.mode(),
                    stat.uid(),
                    stat.nlink(),
                    stat.mtime_nsec(),
                ));
                if stat.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        seen.push_str(if self.process.try_wait()?.is_none() { "running" } else { "ended" });
        Ok(seen)
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // Its child ends with the minute; both are this test's own.
        let children = format!("/proc/{0}/task/{0}/children", self.process.id());
        for child in fs::read_to_string(children).unwrap_or_default().split_whitespace() {
            let pid = child.parse().ok().and_then(rustix::process::Pid::from_raw);
            let signal = rustix::process::Signal::KILL;
            let _ = pid.map(|pid| rustix::process::kill_process(pid, signal));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        // What an attempt has left running may still write there.
        for _ in 0..50 {
            if fs::remove_dir_all(&self.folder).is_ok() || !self.folder.exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// The system calls that attempts make, by their names.
macro_rules! calls {
    ($($name:ident $number:ident),* $(,)?) => {
        const CALLS: &[(&str, i64)] = &[$((stringify!($name), libc::$number)),*];
    };
}
calls! {
    acct SYS_acct, add_key SYS_add_key, bpf SYS_bpf, chroot SYS_chroot, clone SYS_clone, clone3 SYS_clone3,
    clock_settime SYS_clock_settime, delete_module SYS_delete_module, execveat SYS_execveat,
    fanotify_init SYS_fanotify_init, fsopen SYS_fsopen, init_module SYS_init_module,
    io_uring_setup SYS_io_uring_setup, ioctl SYS_ioctl, kcmp SYS_kcmp, kexec_load SYS_kexec_load,
    keyctl SYS_keyctl, memfd_create SYS_memfd_create, mount SYS_mount, move_pages SYS_move_pages,
    mq_open SYS_mq_open, msgget SYS_msgget, name_to_handle_at SYS_name_to_handle_at, open_tree SYS_open_tree,
    open_by_handle_at SYS_open_by_handle_at, perf_event_open SYS_perf_event_open, pidfd_getfd SYS_pidfd_getfd,
    pidfd_open SYS_pidfd_open, pidfd_send_signal SYS_pidfd_send_signal, pivot_root SYS_pivot_root,
    openat SYS_openat, process_vm_readv SYS_process_vm_readv, process_vm_writev SYS_process_vm_writev, ptrace SYS_ptrace,
    quotactl SYS_quotactl, reboot SYS_reboot, renameat2 SYS_renameat2, request_key SYS_request_key,
    semget SYS_semget, sethostname SYS_sethostname, setns SYS_setns, setxattr SYS_setxattr,
    fsetxattr SYS_fsetxattr, removexattr SYS_removexattr, shmget SYS_shmget, socketpair SYS_socketpair,
    swapon SYS_swapon, syslog SYS_syslog, umount2 SYS_umount2, unshare SYS_unshare,
    userfaultfd SYS_userfaultfd, vhangup SYS_vhangup,
}
