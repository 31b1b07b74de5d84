//! Sessions whose policy has their programs be in namespaces and in a control group.

#![allow(clippy::disallowed_macros)]

use forkless_session::{Error, Limit, Limits, Namespaces, Policy, Session};
use std::path::PathBuf;
use std::time::Duration;

/// A folder with `in`, which may be written, and `secret`, which the policy does not name.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("forkless-namespaces-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(path.join("in")).unwrap();
        std::fs::write(path.join("secret"), "secret\n").unwrap();
        Self(path)
    }

    fn policy(&self, kinds: Namespaces) -> Policy {
        let mut policy = Policy::new();
        policy.read("/usr").read("/etc").read("/proc").write("in").execute("/usr/bin");
        policy.namespaces(kinds);
        policy
    }

    /// A session in the folder; None where the kernel does not give this process what it needs.
    fn session(&self, policy: Policy) -> Option<Session> {
        let builder = Session::builder().variable("PATH", "/usr/bin:/bin").directory(&self.0);
        match builder.policy(policy).build() {
            Ok(mut session) => {
                // What runs inside is where the session is.
                session.run("set +o inprocess").unwrap();
                Some(session)
            }
            Err(error @ Error::Policy(_)) => {
                println!("skipped: {error}");
                None
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn programs_find_what_the_policy_names() {
    let folder = Folder::new("tree");
    let Some(mut session) = folder.session(folder.policy(Namespaces::ALL)) else { return };
    let outcome = session.run(
        "echo a >in/a; cat in/a; pwd; ls in
        cd in; pwd; sh -c 'echo b >b'; cat b
        sh -c 'for p in /root /usr /proc/1/root/root; do test -e $p && echo $p; done'",
    );
    let outcome = outcome.unwrap();
    let path = folder.0.to_str().unwrap();
    let text = String::from_utf8(outcome.stdout).unwrap();
    let errors = String::from_utf8_lossy(&outcome.stderr);
    assert_eq!(text, format!("a\n{path}\na\n{path}/in\nb\n/usr\n"), "{errors}");
    // A directory that the policy does not name has no programs.
    let outcome = session.run("cd /; cd /root && ls").unwrap();
    assert_ne!(outcome.status, 0);
    // The host is where it was.
    assert!(folder.0.join("secret").exists() && folder.0.join("in/b").exists());
}

#[test]
fn pipes_statuses_and_jobs_are_as_otherwise() {
    let folder = Folder::new("jobs");
    let Some(mut session) = folder.session(folder.policy(Namespaces::ALL)) else { return };
    for (script, expected) in [
        ("printf 'a\\nb\\n' | tr a-z A-Z | cat", "A\nB\n"),
        ("x=$(echo hi); echo $x; sh -c 'exit 7'; echo $?", "hi\n7\n"),
        ("sh -c 'kill -s TERM $$'; echo $?", "143\n"),
        ("/usr/bin/sleep 100 & kill $!; wait $!; echo $?", "143\n"),
        ("yes | head -n 1; echo ${PIPESTATUS[*]-}", "y\n141 0\n"),
        ("echo a b | xargs -n 1 echo", "a\nb\n"),
        ("/no/such; echo $?", "127\n"),
        ("exec echo end", "end\n"),
    ] {
        let outcome = session.run(script).unwrap();
        let errors = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(String::from_utf8_lossy(&outcome.stdout), expected, "{script}\n{errors}");
    }
    session
        .set_limits(Limits { wall: Some(Duration::from_millis(100)), ..Limits::default() })
        .unwrap();
    assert_eq!(session.run("/usr/bin/sleep 100").unwrap().limit, Some(Limit::Wall));
    session.set_limits(Limits::default()).unwrap();
    let mut clone = session.try_clone().unwrap();
    assert_eq!(clone.run("echo hi").unwrap().stdout, b"hi\n");
}

#[test]
fn processes_end_with_the_session() {
    let folder = Folder::new("processes");
    let Some(mut session) = folder.session(folder.policy(Namespaces::ALL)) else { return };
    let seen = session.run("sh -c 'cd /proc; echo [0-9]*'").unwrap().stdout;
    let seen = String::from_utf8(seen).unwrap();
    let numbers: Vec<u32> = seen.split_whitespace().map(|one| one.parse().unwrap()).collect();
    assert!(numbers.len() == 2 && numbers[0] == 1 && numbers[1] < 100, "{seen}");
    // What a program leaves behind has nobody to end it but the namespace.
    let script = "sh -c '{ sleep 1000; } >/dev/null 2>&1 & '; /usr/bin/sleep 1000 & echo $!";
    let outcome = session.run(script).unwrap();
    let number = String::from_utf8(outcome.stdout).unwrap();
    let process = PathBuf::from(format!("/proc/{}/cwd", number.trim()));
    assert!(std::fs::read_link(&process).is_ok());
    drop(session);
    // A zombie has no working directory.
    let ended = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        std::fs::read_link(&process).is_err()
    });
    assert!(ended);
}

#[test]
fn what_cannot_be_made_is_an_error_in_words() {
    let folder = Folder::new("refused");
    let mut policy = folder.policy(Namespaces::NONE);
    policy.control_group("in");
    let builder = Session::builder().directory(&folder.0).policy(policy.clone());
    let words = match builder.build() {
        Err(Error::Policy(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    if forkless_session::landlock() >= 6 {
        assert_eq!(words, "cgroup=in: No such file or directory");
    }
    // The file of a control group receives the process, before its program runs.
    std::fs::write(folder.0.join("in/cgroup.procs"), "").unwrap();
    let Some(mut session) = folder.session(policy) else { return };
    assert_eq!(session.run("sh -c 'echo hi'").unwrap().stdout, b"hi\n");
    assert_eq!(std::fs::read(folder.0.join("in/cgroup.procs")).unwrap(), b"0");
}
