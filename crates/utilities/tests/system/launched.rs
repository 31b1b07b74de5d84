//! flock, nice, nohup, setsid and timeout.

use crate::harness::{Case, Sink, Source, Verdict};
use std::cell::Cell;

#[test]
fn names_that_are_no_programs() {
    for call in [
        &["nice"][..],
        &["nohup"],
        &["setsid"],
        &["timeout", "5"],
        &["timeout", "-s9", "5"],
        &["flock", "l"],
    ] {
        for name in ["nosuch", "./nosuch", "/", "./f", "it's", "a b", "\u{e4}\n", "./f/x"] {
            let case = || Case::new(call[0]).args(call[1..].iter()).arg(name).file("f", "");
            case().same();
            case().utf8().same();
        }
        Case::new(call[0]).args(call[1..].iter()).arg("").aside();
    }
}

#[test]
fn commands() {
    let script = "echo out; echo err >&2; cat; exit 7";
    for call in [
        &["nice"][..],
        &["nice", "-n", "3"],
        &["nohup"],
        &["setsid", "-w"],
        &["timeout", "9"],
        &["flock", "--", "l"],
    ] {
        let case = || Case::new(call[0]).args(call[1..].iter());
        case().args(["sh", "-c", script]).stdin("input\n").same();
        if call[0] != "flock" {
            case().args(["--", "sh", "-c", script]).same();
        }
        case().args(["sh", "-c", "kill -9 $$"]).same();
        case().args(["sh", "-c", "grep -c '^SigIgn.*[13579bdf]$' /proc/self/status; nice"]).same();
    }
}

#[test]
fn niceness() {
    for words in [&[][..], &["-n", "5"], &["-n5"], &["-5"], &["--adjustment=7"], &["-n", "39"]] {
        Case::new("nice").args(words).args(["nice"]).same();
    }
    Case::new("nice").args(["-n", "1", "-n", "2", "nice"]).same();
    Case::new("nice").same();
    Case::new("nice").stdout_to(Sink::Full).same();
    for words in [&["-n", "-1", "nice"][..], &["-n", "x", "nice"], &["-n", "3"], &["--help"]] {
        Case::new("nice").args(words).aside();
    }
}

#[test]
fn sessions() {
    let script = "IFS=' ' read -r pid _ _ _ _ session _ </proc/self/stat; [ $pid = $session ]";
    Case::new("setsid").args(["sh", "-c", script]).same();
    for option in ["-c", "-f", "--fork", "-x", "--help"] {
        Case::new("setsid").args([option, "true"]).aside();
    }
}

/// Compares a script that sets traps, and is ended by `timeout` after them: on a busy machine the time is
/// longer, as long as it was over before one of the two shells had set its traps.
#[track_caller]
fn ends_after_traps(options: &[&str], traps: &str) {
    // A signal that reaches dash while vfork(2) returns in it is lost: so it starts nothing.
    let script = format!("{traps}; : >ready; while :; do :; done");
    for limit in ["0.2", "1", "5", "30"] {
        let ready = Cell::new(0);
        let case = Case::new("timeout").args(options).args([limit, "sh", "-c", &script]).after(
            |directory| ready.set(ready.get() + usize::from(directory.join("ready").exists())),
        );
        let verdict = case.compare(|installed, ours| {
            assert!(
                installed == ours || ready.get() < 2,
                "{case}\ninstalled: {installed:?}\nours: {ours:?}"
            );
        });
        match verdict {
            Verdict::SteppedAside(reason) => {
                assert!(!case.is_reference(), "{case}\nstepped aside: {reason}");
                return;
            }
            Verdict::Same if ready.get() < 2 => {}
            _ => return,
        }
    }
    panic!("no traps are set within 30 seconds");
}

/// Whether this process ignores a signal, as one in the background of a script ignores SIGINT. What is launched
/// ignores it too, and no shell can set a trap on it.
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    u64::from_str_radix(ignored, 16).unwrap() & (1 << (signal - 1)) != 0
}

#[test]
fn times() {
    for options in [
        &[][..],
        &["-s", "KILL"],
        &["-s", "INT"],
        &["-s", "10"],
        &["--foreground"],
        &["--foreground", "-s", "SIGKILL"],
        &["--preserve-status"],
        &["--preserve-status", "-s", "HUP"],
        &["-k", "9"],
    ] {
        if options == ["-s", "INT"] && is_ignored(2) {
            continue;
        }
        Case::new("timeout").args(options).args(["0.05", "sleep", "20"]).same();
        Case::new("timeout").args(options).args(["20", "sh", "-c", "exit 9"]).same();
        Case::new("timeout").args(options).args(["20", "sh", "-c", "kill -15 $$"]).same();
        let caught = "trap 'echo caught; exit 4' TERM HUP INT USR1";
        ends_after_traps(options, caught);
    }
    for options in [&["-k", "0.05"][..], &["-k", "0.05", "--preserve-status"]] {
        ends_after_traps(options, "trap '' TERM");
    }
    Case::new("timeout").args(["0", "true"]).same();
    Case::new("timeout").args(["infinity", "true"]).same();
    for words in [
        &["x", "true"][..],
        &["-1", "true"],
        &["1e-5000", "true"],
        &["-v", "1", "true"],
        &["-s", "STOP", "1", "true"],
        &["-s", "ALRM", "1", "true"],
        &["-s", "nosuch", "1", "true"],
        &["-k", "x", "1", "true"],
        &["-F", "1", "true"],
        &["-p", "1", "true"],
        &["5"],
        &[],
    ] {
        Case::new("timeout").args(words).aside();
    }
}

#[test]
fn locks() {
    let case = |words: &[&str]| Case::new("flock").args(words).file("f", "").directory("d");
    for words in [
        &["f", "true"][..],
        &["d", "sh", "-c", "exit 3"],
        &["new", "echo", "-n", "x"],
        &["-n", "f", "-c", "echo $0; exit 2"],
        &["f", "-c", "kill -9 $$"],
        &["-F", "f", "-c", "kill -9 $$"],
        &["-F", "f", "nosuch"],
        &["-o", "new", "true"],
        &["-u", "f", "true"],
        &["-w", "0", "f", "true"],
        &["-w", "2.5", "f", "true"],
        &["-s", "-E", "7", "f", "true"],
        &["missing/f", "true"],
        &["f/x", "true"],
        &["", "true"],
    ] {
        case(words).tree().same();
        case(words).variable("SHELL", "/bin/sh").tree().same();
    }
    for words in
        [&["-n", "0"][..], &["0"], &["-s", "-w", "1", "0"], &["-u", "0"], &["-x", "-n", "0"]]
    {
        case(words).stdin_from(Source::Named("f")).same();
    }
    case(&["-n", "99"]).same();
    // Somebody else has the lock.
    let holder = std::sync::Mutex::new(None);
    let hold = |directory: &std::path::Path| {
        let (flags, mode) = (rustix::fs::OFlags::RDONLY, rustix::fs::Mode::empty());
        let file = rustix::fs::open(directory.join("f"), flags, mode).unwrap();
        rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).unwrap();
        *holder.lock().unwrap() = Some(file);
    };
    for words in [
        &["-n", "f", "echo"][..],
        &["-n", "-E", "9", "f", "echo"],
        &["-s", "-w", "0", "f", "echo"],
        &["-w", "0.05", "-E", "0", "f", "echo"],
        &["-w", "0.02", "f", "echo"],
    ] {
        case(words).setup(hold).same();
    }
    let release = |_: &std::path::Path| *holder.lock().unwrap() = None;
    case(&["-n", "f", "echo"]).setup(hold).setup(release).same();
    for words in [
        &["f"][..],
        &[],
        &["-n", "x"],
        &["--verbose", "f", "true"],
        &["-E", "256", "f", "true"],
        &["-w", "x", "f", "true"],
        &["-w", "1m", "f", "true"],
        &["-F", "-o", "f", "true"],
        &["f", "-c"],
        &["f", "-c", "true", "x"],
        &["-y", "f", "true"],
    ] {
        case(words).aside();
    }
}

#[test]
fn processors() {
    let allowed = "grep ^Cpus_allowed: /proc/self/status";
    for words in [
        &["1"][..],
        &["0x1"],
        &["3"],
        &["ff"],
        &["-c", "0"],
        &["-c", "0-3"],
        &["--cpu-list", "0-6:2"],
    ] {
        Case::new("taskset").args(words).args(["sh", "-c", allowed]).same_or_aside();
        Case::new("taskset").args(words).args(["nosuch", "x"]).same_or_aside();
        Case::new("taskset").args(words).args(["sh", "-c", "kill -15 $$"]).same_or_aside();
    }
    for words in [&["-p", "1"][..], &["-cp", "1"], &["-p", "-c", "1"], &["--pid", "1"]] {
        Case::new("taskset").args(words).same();
        Case::new("taskset").args(words).stdout_to(Sink::Full).same_or_aside();
    }
    for words in [
        &["1"][..],
        &["-p", "0"],
        &["-p", "x"],
        &["-p", "1", "1"],
        &["-p", "2147483647"],
        &["-p"],
        &["0", "true"],
        &["x", "true"],
        &["-c", "9-1", "true"],
        &[],
    ] {
        Case::new("taskset").args(words).aside();
    }
}
