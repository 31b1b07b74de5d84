//! Sessions in a file system that fails: each call through the door in turn has an error instead of an effect.
//! No run may hang or panic, and none may lose something without a status or a message that says so.
// The test looks at the process that it is.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_session::{Dialect, Limits, Outcome, Session};
use rustix::io::Errno;
use stage::door::Faults;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What each script finds: `in` with three lines, the directory `d` with two files.
const SCRIPTS: &[&str] = &[
    "echo text >out; cat out",
    "cat <in; cat in in; cat d/*",
    "while read -r line; do echo \"<$line>\"; done <in; read -r one <in && echo $one",
    "sort in >out && mv out in && head -n 1 in",
    "cp in copy && cmp in copy && rm copy",
    "cp -R d e && ls e && rm -r e",
    "mkdir -p x/y && echo z >x/y/z && cat x/y/z && rm x/y/z && rmdir x/y x",
    "cd d && pwd && cat one && cd .. && cat in",
    ". ./lib; f; echo $v",
    "x=$(cat in | tr a-z A-Z | sort -r | head -n 2); echo \"$x\"",
    "grep -n o in d/one d/two; sed -n 2p in; wc -l in; awk '{ print NR, $1 }' in",
    "ln -s in link && readlink link && cat link && ln in hard && cat hard",
    "echo a >a; echo b >>a; cat a; : >a; cat a; tee t <in | sed s/o/0/; cat t",
    "find d -type f | sort; find . -name one -exec cat {} +",
    "exec 3>out; echo a >&3; echo b >&3; exec 3>&-; cat out; { echo c; echo d; } >>out; cat out",
    "touch new && chmod 600 new && ls -l new | cut -c1-10",
    "(cd d; cat two); cat <<end\n$(cat in)\nend",
    "trap 'cat in' EXIT; echo begin",
    "diff in d/one; sort -o in in; uniq in; tail -n 1 in; comm in d/one",
    "for f in d/one d/two; do cat $f; done; cat ./d/../in; mktemp -d ./t.XXXXXX | cut -c1-4",
    "/bin/cat in; /bin/sh -c 'cat d/one'; PATH=/usr/bin:/bin env cat in",
    "split -l 1 in part && cat partaa partab; head -c 4 in >h; truncate -s 2 h; cat h",
];

fn folder(name: &str) -> PathBuf {
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("d")).unwrap();
    for (file, text) in [
        ("in", "one\ntwo\nthree\n"),
        ("d/one", "one\nfour\n"),
        ("d/two", "two\n"),
        ("lib", "f() { cat in; }\nv=$(cat d/two)\n"),
    ] {
        std::fs::write(path.join(file), text).unwrap();
    }
    path
}

/// All files of a folder: what regular ones hold.
fn files(path: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let kind = std::fs::symlink_metadata(&path).unwrap().file_type();
        let text = if kind.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
        if kind.is_dir() {
            files(&path, into);
        }
        // A name that mktemp has chosen.
        if !path.file_name().unwrap().as_encoded_bytes().starts_with(b"t.") {
            into.insert(path, text);
        }
    }
}

struct Done {
    outcome: Outcome,
    files: BTreeMap<PathBuf, Vec<u8>>,
    calls: u64,
}

fn run(script: &str, name: &str, faults: impl FnOnce() -> Faults) -> Done {
    let folder = folder(name);
    let builder = Session::builder().dialect(Dialect::Bash).variable("PATH", "/usr/bin:/bin");
    let wall = Some(Duration::from_secs(60));
    let builder = builder.limits(Limits { wall, ..Limits::default() }).directory(&folder);
    let mut session = builder.build().unwrap();
    let faults = faults();
    let outcome = session.run(script).unwrap();
    let calls = faults.calls();
    drop(faults);
    let mut found = BTreeMap::new();
    files(&folder, &mut found);
    std::fs::remove_dir_all(folder).unwrap();
    Done { outcome, files: found, calls }
}

/// The runs of one script; how many there were, and what was wrong.
fn try_all(number: usize, script: &str, wrong: &mut Vec<String>) -> u64 {
    let name = format!("faulty-{number}");
    let free = run(script, &name, Faults::count);
    assert!(free.calls > 0, "{script}: {:?}", free.outcome);
    for first in 1..=free.calls {
        for (errno, count) in [(Errno::IO, 1), (Errno::ACCESS, 1), (Errno::MFILE, u64::MAX)] {
            let done = run(script, &name, || Faults::enter(first, count, errno));
            let outcome = &done.outcome;
            let lost = outcome.stdout != free.outcome.stdout || done.files != free.files;
            let silent =
                outcome.status == free.outcome.status && outcome.stderr == free.outcome.stderr;
            if outcome.limit.is_some() || outcome.status == 134 || lost && silent {
                let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
                wrong.push(format!("{script}\n  call {first} {errno:?}: {outcome:?}\n{text}"));
            }
        }
    }
    3 * free.calls
}

#[test]
fn each_call_fails_in_turn() {
    let mut wrong = Vec::new();
    let runs: u64 =
        SCRIPTS.iter().enumerate().map(|(at, script)| try_all(at, script, &mut wrong)).sum();
    eprintln!("{runs} runs");
    assert!(wrong.is_empty(), "{} of {runs}:\n{}", wrong.len(), wrong.join("\n"));
}
