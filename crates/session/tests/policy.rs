//! Sessions under a policy, which the kernel holds. What gets out is tried by tests/escapes.

#![allow(clippy::disallowed_macros)]

use forkless_session::{Error, Limit, Limits, Output, Policy, Session};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A folder of its own with a file.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("forkless-policy-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(path.join("in")).unwrap();
        std::fs::write(path.join("secret"), "secret\n").unwrap();
        Self(path)
    }

    /// What may be read and executed is the system's; written, the folder `in`.
    fn session(&self) -> Option<Session> {
        if forkless_session::landlock() < 6 {
            println!("skipped: this kernel holds too little");
            return None;
        }
        let mut policy = Policy::new();
        policy.read("/usr").read("/etc").write("in").execute("/usr/bin");
        let builder = Session::builder().variable("PATH", "/usr/bin:/bin").directory(&self.0);
        Some(builder.policy(policy).build().expect("a session"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn utilities_programs_and_redirections_are_held() {
    let folder = Folder::new("held");
    let Some(mut session) = folder.session() else { return };
    let outcome = session.run("echo a >in/a\nread -r x <secret\nread -r x <in/a; echo $x").unwrap();
    assert_eq!(outcome.stdout, b"a\n");
    assert_eq!(
        String::from_utf8_lossy(&outcome.stderr),
        "forkless: line 2: cannot open secret: Permission denied\n"
    );
    for script in ["cat secret", "/usr/bin/env cat secret", ": >new", "mv secret in/", "./in/p"] {
        let script = format!("cp /usr/bin/true in/p 2>/dev/null; {script}");
        assert!(session.run(script).unwrap().status != 0);
    }
    assert_eq!(std::fs::read(folder.0.join("secret")).unwrap(), b"secret\n");
    assert!(!folder.0.join("new").exists());
    // Neither the host nor another session of it.
    assert!(std::fs::read(folder.0.join("secret")).is_ok());
    let mut free = Session::builder().directory(&folder.0).build().unwrap();
    assert_eq!(free.run("/bin/cat secret").unwrap().stdout, b"secret\n");
}

#[test]
fn launches_of_the_host_are_as_before() {
    let folder = Folder::new("launches");
    let Some(mut session) = folder.session() else { return };
    assert_eq!(session.run("/usr/bin/true").unwrap().status, 0);
    let arguments = launch::CStringArray::from_strings([&b"true"[..]]).unwrap();
    let empty = launch::CStringArray::new();
    let launch = launch::Launch::new(c"/usr/bin/true", &arguments, &empty);
    let child = launch.start().unwrap();
    assert!(!child.path.to_string().contains("refused"), "{}", child.path);
    assert_eq!(child.path.clone3_refused, 0);
}

#[test]
fn functions_of_the_host_are_not_held_and_run_on_its_thread() {
    let folder = Folder::new("functions");
    let Some(mut session) = folder.session() else { return };
    let (here, secret) = (std::thread::current().id(), folder.0.join("secret"));
    session
        .define("fetch", move |call| {
            assert_eq!(std::thread::current().id(), here);
            let mut text = std::fs::read(&secret).expect("not confined");
            text.extend(call.read_to_end().expect("input"));
            text.extend(call.arguments().nth(1).unwrap_or_default());
            assert_eq!(call.variable(b"v").as_deref(), Some(&b"value"[..]));
            call.set_variable(b"w", b"set").expect("assigned");
            assert!(call.set_variable(b"r", b"set").is_err());
            assert!(call.write(9, b"closed").is_err());
            call.write(1, &text).expect("written");
            7
        })
        .unwrap();
    let outcome = session.run("v=value; readonly r=1; echo in | { fetch a; echo $? $w; }").unwrap();
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), "secret\nin\na7 set\n");
    session.define("fails", |_| panic!("on purpose")).unwrap();
    let outcome = session.run("fails; echo $?").unwrap();
    assert_eq!(outcome.stdout, b"134\n");
    // The function of a pipeline's stage, whose ring is full.
    session.define("much", |call| i32::from(call.write(1, &vec![b'a'; 300_000]).is_err())).unwrap();
    assert_eq!(session.run("much | wc -c").unwrap().stdout, b"300000\n");
}

#[test]
fn output_reaches_a_function_on_the_thread_of_the_host() {
    let folder = Folder::new("output");
    if folder.session().is_none() {
        return;
    }
    let (here, text) = (std::thread::current().id(), Arc::new(Mutex::new(Vec::new())));
    let written = text.clone();
    let mut session = Session::builder()
        .stdout(Output::Callback(Box::new(move |bytes| {
            assert_eq!(std::thread::current().id(), here);
            written.lock().unwrap().extend_from_slice(bytes);
        })))
        .policy(Policy::parse(b"exec=/usr/bin ro=/usr").unwrap())
        .build()
        .unwrap();
    session.run("echo a; /usr/bin/printf b; echo c | cat").unwrap();
    assert_eq!(*text.lock().unwrap(), b"a\nbc\n");
}

#[test]
fn what_names_nothing_allows_nothing() {
    if forkless_session::landlock() < 6 {
        return;
    }
    let mut session = Session::builder().policy(Policy::new()).build().unwrap();
    let script = "read -r x </etc/passwd || echo no; /bin/true || echo $?; echo $x. | cat; ls -d /";
    let outcome = session.run(script).unwrap();
    assert_eq!(&outcome.stdout[..6], b"no\n126", "{outcome:?}");
    assert_eq!(session.run("x=1; echo $((x + 1))").unwrap().stdout, b"2\n");
}

#[test]
fn clones_are_held_as_well() {
    let folder = Folder::new("clones");
    let Some(mut session) = folder.session() else { return };
    session.run("x=1; echo a >in/a").unwrap();
    let mut clone = session.try_clone().unwrap();
    session.run("x=2").unwrap();
    let outcome = std::thread::spawn(move || clone.run("echo $x; cat in/a secret")).join().unwrap();
    let outcome = outcome.unwrap();
    assert_eq!((outcome.status, &outcome.stdout[..]), (1, &b"1\na\n"[..]));
    assert_eq!(session.get("x").unwrap().as_deref(), Some(&b"2"[..]));
    let script = session.parse("x=$((x + 1)); cat secret").unwrap();
    assert_eq!(session.run_parsed(&script).unwrap().status, 1);
    session.set_array("a", &["1", "2"]).unwrap();
    assert_eq!(session.run("echo ${a[1]} $x").unwrap().stdout, b"2 3\n");
}

#[test]
fn runs_end_by_limits_and_from_another_thread() {
    let folder = Folder::new("ends");
    let Some(mut session) = folder.session() else { return };
    session.set_limits(Limits { steps: Some(100), ..Limits::default() }).unwrap();
    assert_eq!(session.run("while :; do :; done").unwrap().limit, Some(Limit::Steps));
    session
        .set_limits(Limits { wall: Some(Duration::from_millis(50)), ..Limits::default() })
        .unwrap();
    assert_eq!(session.run("/usr/bin/sleep 10").unwrap().limit, Some(Limit::Wall));
    session.set_limits(Limits::default()).unwrap();
    let canceller = session.canceller().unwrap();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        canceller.cancel();
    });
    assert_eq!(session.run("/usr/bin/sleep 10").unwrap().signal, Some(libc::SIGTERM));
    thread.join().unwrap();
    assert_eq!(
        session.run("kill -s KILL $$; echo not reached").unwrap().signal,
        Some(libc::SIGKILL)
    );
}

#[test]
fn programs_have_the_mask_of_the_thread_that_runs_the_session() {
    let folder = Folder::new("mask");
    if folder.session().is_none() {
        return;
    }
    let policy = Policy::parse(b"exec=/usr/bin ro=/usr").unwrap();
    let mut session = Session::builder().policy(policy).build().unwrap();
    let script = "/usr/bin/perl -MPOSIX -e '
        my $old = POSIX::SigSet->new; sigprocmask(SIG_BLOCK, POSIX::SigSet->new, $old);
        print $old->ismember(SIGTERM)'";
    assert_eq!(session.run(script).unwrap().stdout, b"0");
}

#[test]
fn what_cannot_be_held_or_is_not_there_is_refused() {
    let refused = |words: &[u8]| {
        let policy = Policy::parse(words).unwrap();
        match Session::builder().policy(policy).build() {
            Err(Error::Policy(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    if forkless_session::landlock() < 6 {
        assert!(refused(b"ro=/").starts_with("this kernel does not hold "));
        return;
    }
    assert_eq!(refused(b"ro=/no/such"), "ro=/no/such: No such file or directory");
    assert_eq!(
        refused(b"ro=/proc/self"),
        "ro=/proc/self: what shows a process cannot be allowed to a thread"
    );
    // A policy that names nothing is one that allows nothing.
    let mut session = Session::builder().policy(Policy::new()).build().unwrap();
    let outcome = session.run("echo a; echo b >/dev/null; cat </etc/passwd; /bin/true").unwrap();
    assert_eq!((outcome.status, &outcome.stdout[..]), (126, &b"a\n"[..]));
}
