//! What a session tells its host while a script runs, and what the host's answers do.

#![allow(clippy::disallowed_macros)]

use forkless_session::{Error, Event, EventKind, Policy, Session, Verdict};
use std::sync::{Arc, Mutex};

type Log = Arc<Mutex<Vec<String>>>;

fn session() -> Session {
    Session::builder().variable("PATH", "/usr/bin:/bin").build().expect("a session")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shown(event: &Event) -> String {
    let place = match event.function.is_empty() {
        true => format!("{}", event.line),
        false => format!("{}:{}", text(&event.function), event.line),
    };
    match &event.kind {
        EventKind::Command(words) => {
            let words: Vec<String> = words.iter().map(|word| text(word)).collect();
            format!("{place} command {}", words.join("|"))
        }
        EventKind::Utility(name) => format!("{place} utility {}", text(name)),
        EventKind::Process { program, reason } => {
            format!("{place} process {} ({})", text(program), text(reason))
        }
        other => panic!("{other:?}"),
    }
}

/// Keeps what happens, and skips commands whose name is `no`.
fn watch(session: &mut Session) -> Log {
    let log = Log::default();
    let kept = log.clone();
    session
        .observe(move |event| {
            kept.lock().unwrap().push(shown(event));
            match &event.kind {
                EventKind::Command(words) if words[0] == b"no" => Verdict::Skip(9),
                _ => Verdict::Run,
            }
        })
        .unwrap();
    log
}

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

#[test]
fn commands_are_told_with_expanded_words_before_they_run() {
    let mut session = session();
    let log = watch(&mut session);
    let outcome = session
        .run("x=$(echo 'a b')\nf() {\n\tprintf '%s\\n' \"$1\" | tr a A\n}\nf \"$x\" # c\n[ 1 = 2 ] || :")
        .unwrap();
    assert_eq!(text(&outcome.stdout), "A b\n");
    assert_eq!(
        taken(&log),
        [
            "1 command echo|a b",
            "5 command f|a b",
            "f:3 command printf|%s\\n|a b",
            "f:3 command tr|a|A",
            "f:3 utility tr",
            "6 command [|1|=|2|]",
            "6 command :",
        ]
    );
}

#[test]
fn processes_have_their_reasons() {
    let mut session = session();
    let log = watch(&mut session);
    session
        .run("/bin/sh -c 'exit 3'\n/bin/sh -c : &\nwait\necho : | xargs /bin/sh -c\nset +o inprocess; cat /dev/null")
        .unwrap();
    assert_eq!(
        taken(&log),
        [
            "1 command /bin/sh|-c|exit 3",
            "1 process sh (an external program)",
            "2 command /bin/sh|-c|:",
            "2 process sh (an external program)",
            "3 command wait",
            "4 command echo|:",
            "4 command xargs|/bin/sh|-c",
            "4 process sh (an external program)",
            "4 utility xargs",
            "5 command set|+o|inprocess",
            "5 command cat|/dev/null",
            "5 process cat (`set +o inprocess`)",
        ]
    );
}

#[test]
fn a_command_that_is_skipped_does_nothing_and_has_its_status() {
    let folder = std::env::temp_dir().join(format!("forkless-events-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut session =
        Session::builder().variable("PATH", "/usr/bin:/bin").directory(&folder).build().unwrap();
    let log = watch(&mut session);
    let outcome = session
        .run("no >made; echo $?\nx=kept no; echo $? $x\nno | cat; (no); echo $?\n(no; echo $?)\nno=$(no); echo $?\neval 'no; echo $?'")
        .unwrap();
    assert_eq!(text(&outcome.stdout), "9\n9\n9\n9\n9\n9\n");
    assert_eq!(text(&outcome.stderr), "");
    assert!(!folder.join("made").exists());
    taken(&log);
    // Programs in the background, too.
    session
        .observe(|event| match &event.kind {
            EventKind::Command(words) if words[0].starts_with(b"/") => Verdict::Skip(7),
            _ => Verdict::Run,
        })
        .unwrap();
    let outcome =
        session.run("/bin/sh -c : >made & echo $? $!; wait; /bin/sh -c :; echo $?").unwrap();
    assert_eq!(
        (text(&outcome.stdout), text(&outcome.stderr)),
        ("7\n7\n".to_owned(), String::new())
    );
    assert!(!folder.join("made").exists());
    // It ends a list as any status does.
    let outcome = session.run("set -e; /bin/true; echo not here").unwrap();
    assert_eq!((outcome.status, text(&outcome.stdout)), (7, String::new()));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_run_may_be_cancelled_from_within() {
    let mut session = session();
    let canceller = session.canceller().unwrap();
    session
        .observe(move |event| {
            if matches!(&event.kind, EventKind::Command(words) if words[0] == b"rm") {
                canceller.cancel();
            }
            Verdict::Run
        })
        .unwrap();
    let outcome = session.run("echo a; rm -f /nowhere/at/all; echo b").unwrap();
    assert_eq!((outcome.status, text(&outcome.stdout)), (143, "a\n".to_owned()));
    assert_eq!(session.run("echo again").unwrap().stdout, b"again\n");
}

#[test]
fn observers_are_replaced_shared_and_taken_away() {
    let mut session = session();
    let first = watch(&mut session);
    let second = watch(&mut session);
    let mut clone = session.try_clone().unwrap();
    clone.run(":").unwrap();
    assert_eq!((taken(&first), taken(&second)), (vec![], vec!["1 command :".to_owned()]));
    session.stop_observing().unwrap();
    session.run("no; :").unwrap();
    clone.run(":").unwrap();
    assert_eq!(taken(&second), [""; 0]);
    // Lines count from the beginning of each run.
    let third = watch(&mut session);
    session.run("\n:").unwrap();
    session.run(":").unwrap();
    assert_eq!(taken(&third), ["2 command :", "1 command :"]);
}

#[test]
fn an_observer_that_panics_has_allowed_nothing() {
    let mut session = session();
    session
        .observe(|event| match &event.kind {
            EventKind::Command(words) if words[0] == b"true" => {
                std::panic::resume_unwind(Box::new("of the test"))
            }
            _ => Verdict::Run,
        })
        .unwrap();
    let outcome = session.run("true; echo $?").unwrap();
    assert_eq!(text(&outcome.stdout), "134\n");
    assert_eq!(
        text(&outcome.stderr),
        "forkless: line 1: observer: the function of the host has panicked\n"
    );
}

#[test]
fn an_observer_cannot_use_the_session() {
    let session = Arc::new(Mutex::new(session()));
    let mut clone = session.lock().unwrap().try_clone().unwrap();
    let busy = Arc::new(Mutex::new(None));
    let kept = busy.clone();
    let within = session.clone();
    clone
        .observe(move |_| {
            *kept.lock().unwrap() = Some(within.lock().unwrap().run(":").map(|_| ()));
            Verdict::Run
        })
        .unwrap();
    clone.run(":").unwrap();
    assert!(matches!(busy.lock().unwrap().take(), Some(Err(Error::Busy))));
}

#[test]
fn under_a_policy_it_runs_on_the_thread_that_runs_the_session() {
    if forkless_session::landlock() < 6 {
        println!("skipped: this kernel holds too little");
        return;
    }
    let mut policy = Policy::new();
    policy.read("/usr").execute("/usr/bin");
    let mut session =
        Session::builder().variable("PATH", "/usr/bin").policy(policy).build().expect("a session");
    let here = std::thread::current().id();
    let log = watch(&mut session);
    session.run("no; echo $? | wc -l").unwrap();
    assert_eq!(
        taken(&log),
        ["1 command no", "1 command echo|9", "1 command wc|-l", "1 utility wc"]
    );
    let threads = Arc::new(Mutex::new(Vec::new()));
    let kept = threads.clone();
    session
        .observe(move |event| {
            kept.lock().unwrap().push(std::thread::current().id());
            if matches!(&event.kind, EventKind::Command(words) if words[0] == b"false") {
                std::panic::resume_unwind(Box::new("of the test"));
            }
            Verdict::Run
        })
        .unwrap();
    assert_eq!(session.run("false").unwrap().status, 134);
    assert_eq!(*threads.lock().unwrap(), [here]);
    assert_eq!(session.run("true").unwrap().status, 0);
}

#[test]
fn the_host_is_asked_whether_a_run_goes_on() {
    let endless =
        ["while :; do :; done", "sleep 100", "/bin/sleep 100 | cat", "trap : TERM; /bin/sleep 100"];
    for confined in [false, true] {
        let mut builder = Session::builder().variable("PATH", "/usr/bin:/bin");
        if confined {
            let mut policy = Policy::new();
            policy.read("/").execute("/usr/bin").execute("/lib").execute("/lib64");
            builder = builder.policy(policy);
        }
        let mut session = builder.build().expect("a session");
        let asked = Arc::new(Mutex::new(0));
        let count = asked.clone();
        session
            .on_interrupt(move || {
                let mut asked = count.lock().unwrap();
                *asked += 1;
                (*asked == 3).then_some(1)
            })
            .unwrap();
        for script in endless {
            *asked.lock().unwrap() = 0;
            let outcome = session.try_clone().unwrap().run(script).unwrap();
            assert_eq!(outcome.signal, Some(1), "{script}");
        }
        assert_eq!(*asked.lock().unwrap(), 3);
        *asked.lock().unwrap() = 0;
        let outcome = session.run("trap 'echo trapped; exit 3' HUP; while :; do :; done").unwrap();
        assert_eq!((outcome.status, &outcome.stdout[..]), (3, &b"trapped\n"[..]));
        session.on_interrupt(|| panic!("the host's own")).unwrap();
        assert_eq!(session.run("sleep 100").unwrap().signal, Some(15));
    }
}
