//! What a session promises, as its users would try it.

use forkless_session::{
    Analysis, Builder, Dialect, Error, Input, Limit, Limits, Outcome, Output, Programs, Session,
};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn session() -> Session {
    Session::builder().variable("PATH", "/usr/bin:/bin").build().expect("a session")
}

fn run(script: &str) -> Outcome {
    session().run(script).expect("a run")
}

fn stdout(script: &str) -> String {
    String::from_utf8(run(script).stdout).expect("text")
}

#[test]
fn runs_pipelines_functions_and_substitutions() {
    assert_eq!(stdout("echo a b c | tr a-z A-Z | sed 's/ /-/g'"), "A-B-C\n");
    assert_eq!(stdout("f() { echo $(($1 * 2)); }; x=$(f 21); echo \"$x\""), "42\n");
    assert_eq!(
        stdout("for i in 1 2 3; do echo $i; done | while read -r l; do echo \"<$l>\"; done"),
        "<1>\n<2>\n<3>\n"
    );
}

#[test]
fn launches_external_commands_and_captures_both_outputs() {
    let outcome = run("/bin/sh -c 'echo out; echo err >&2; exit 7'");
    assert_eq!(
        (outcome.status, &outcome.stdout[..], &outcome.stderr[..]),
        (7, &b"out\n"[..], &b"err\n"[..])
    );
    assert_eq!(outcome.usage.processes, 1);
    // What follows is kept in memory again, in order.
    assert_eq!(
        stdout("echo a; /bin/sh -c 'echo b'; echo c; echo d | /usr/bin/env cat"),
        "a\nb\nc\nd\n"
    );
}

#[test]
fn large_output_of_programs_and_of_the_shell_is_whole() {
    let mut session = session();
    let outcome = session
        .run("head -c 300000 /dev/zero | tr '\\0' x; /bin/sh -c 'head -c 300000 /dev/zero'; echo end")
        .unwrap();
    assert_eq!(outcome.stdout.len(), 600_004);
    assert_eq!(session.run("echo next").unwrap().stdout, b"next\n");
}

#[test]
fn calls_take_their_words_as_they_are() {
    let mut session = session();
    session.run("f() { printf '<%s>' \"$@\"; return 3; }; alias f=false").unwrap();
    let outcome =
        session.call(&["f", "a b", "", "$x `id` *", "it's", "'", "~", "{a,b}", "x=1"]).unwrap();
    assert_eq!(outcome.stdout, br"<a b><><$x `id` *><it's><'><~><{a,b}><x=1>");
    assert_eq!(outcome.status, 3);
    assert_eq!(session.call(&[&b"printf"[..], b"%s", b"\xff\n;"]).unwrap().stdout, b"\xff\n;");
    // Builtins change the session; a reserved word or an assignment is a name here.
    session.call(&["cd", "/usr"]).unwrap();
    assert_eq!(session.call(&["pwd"]).unwrap().stdout, b"/usr\n");
    for name in ["if", "x=1", "", "!"] {
        assert_eq!(session.call(&[name]).unwrap().status, 127, "{name:?}");
    }
    assert_eq!(session.get("x").unwrap(), None);
    assert!(matches!(session.call::<&str>(&[]), Err(Error::InvalidName(_))));
    assert!(matches!(session.call(&["a\0b"]), Err(Error::Nul)));
    assert_eq!(session.call(&["exit", "7"]).unwrap().status, 7);
}

#[test]
fn fields_are_those_of_the_words_of_a_command() {
    let mut session =
        Session::builder().dialect(Dialect::Bash).variable("HOME", "/h").build().unwrap();
    session.run("x='a  b'; l=(1 '2 3'); shopt -s nullglob").unwrap();
    for (text, fields) in [
        ("", &[][..]),
        (" \t\n", &[]),
        ("one two", &["one", "two"]),
        ("$x \"$x\" ''", &["a", "b", "a  b", ""]),
        ("\"many quoted\" ' strings ' a\\ b", &["many quoted", " strings ", "a b"]),
        ("~ ~/x $((6 * 7)) $(echo c d) `echo e`", &["/h", "/h/x", "42", "c", "d", "e"]),
        ("\"${l[@]}\" ${unset:-awesome} {p,q}r", &["1", "2 3", "awesome", "pr", "qr"]),
        ("/usr/bi[n] /none*", &["/usr/bin"]),
        ("if x=1 done ! }", &["if", "x=1", "done", "!", "}"]),
        ("a # comment", &["a"]),
        ("${n:=5} $n", &["5", "5"]),
    ] {
        let expanded: Vec<String> = session
            .fields(text)
            .unwrap()
            .into_iter()
            .map(|field| String::from_utf8(field).unwrap())
            .collect();
        assert_eq!(expanded, fields, "{text:?}");
    }
    assert_eq!(session.get("n").unwrap().as_deref(), Some(&b"5"[..]));
}

#[test]
fn what_is_more_than_words_has_no_fields() {
    let mut session = session();
    session.run("alias :='echo no'").unwrap();
    for text in [
        "a;b", "a & b", "a &", "a | b", "a && b", "a >f", "<<E", "a\nb", "(a)", "'", "$(", "`",
        "a)",
    ] {
        assert!(matches!(session.fields(text), Err(Error::Syntax(_))), "{text:?}");
    }
    assert!(matches!(session.fields("a\0b"), Err(Error::Nul)));
    let failed = |session: &mut Session, text: &str| match session.fields(text) {
        Err(Error::Expansion(outcome)) => *outcome,
        other => panic!("{text:?}: {other:?}"),
    };
    let outcome = failed(&mut session, "a ${x?is missing} b");
    assert_eq!((outcome.status, &outcome.stderr[..]), (1, &b"forkless: x: is missing\n"[..]));
    assert_eq!(failed(&mut session, "$((1 / 0))").status, 1);
    session.set_limits(Limits { steps: Some(100), ..Limits::default() }).unwrap();
    assert_eq!(failed(&mut session, "$(while :; do :; done)").limit, Some(Limit::Steps));
    // The session goes on, and what expansions wrote belonged to that run.
    assert_eq!(session.fields("$(echo said >&2; echo a; false)").unwrap(), [b"a"]);
    assert_eq!(session.run("echo on").unwrap().stdout, b"on\n");
}

/// As long as they end by themselves.
#[test]
fn process_substitutions_need_no_process_of_the_host() {
    let outcome = run(
        "while read x; do echo \"<$x>\"; done < <(seq 3 | sort -r); read y < <(exit 3); wait $!",
    );
    assert_eq!((&outcome.stdout[..], outcome.status), (&b"<3>\n<2>\n<1>\n"[..], 3));
    assert_eq!(outcome.usage.processes, 0);
    let outcome = run("diff <(echo a) <(echo b); exec 3< <(seq 1 100000); read x <&3; echo $x");
    assert_eq!((&outcome.stdout[..], outcome.status), (&b"1c1\n< a\n---\n> b\n1\n"[..], 0));
    assert_eq!(outcome.usage.processes, 1, "diff: no number of the host's is lent");
}

/// It is opened when somebody needs it.
#[test]
fn standard_input_is_the_null_device() {
    let asks = "read x || echo end; cat; wc -c; [ -c /dev/stdin ] && echo device; [ -t 0 ] || echo none
        readlink /proc/self/fd/0; /bin/sh -c 'read x || echo end'; exec 5<&0; read x <&5 || echo end
        echo x >&0 || echo refused; cat - /dev/stdin </dev/null; (cat; readlink /proc/self/fd/0) | cat";
    assert_eq!(stdout(asks), "end\n0\ndevice\nnone\n/dev/null\nend\nend\nrefused\n/dev/null\n");
    assert_eq!(stdout("/usr/bin/stat -L -c %F - </dev/stdin"), "character special file\n");
    assert_eq!(stdout("[ -c /dev/fd/0 ] && stat -L -c %F /dev/stdin"), "character special file\n");
}

#[test]
fn a_session_keeps_its_state_between_runs() {
    let mut session = session();
    session
        .run("x=1; f() { echo f$x; }; cd /; umask 027; set -- p q; alias e='echo alias'")
        .unwrap();
    let outcome = session.run("f; pwd; umask; echo $2").unwrap();
    assert_eq!(outcome.stdout, b"f1\n/\n0027\nq\n");
    assert_eq!(session.run("e").unwrap().stdout, b"alias\n");
}

#[test]
fn the_process_is_left_alone() {
    let directory = std::fs::read_link("/proc/self/cwd").unwrap();
    let mask = umask();
    // Who starts the tests in the background has SIGINT ignored.
    let signals = [libc::SIGPIPE, libc::SIGTERM, libc::SIGUSR1, libc::SIGINT, libc::SIGCHLD];
    let before = signals.map(disposition);
    let mut session = session();
    session
        .run("cd /tmp; umask 077; trap 'echo t' TERM USR1; trap '' INT PIPE; ( cd /; : )")
        .unwrap();
    session.run("yes | head -n 1 >/dev/null; /usr/bin/yes | head -n 1").unwrap();
    assert_eq!(std::fs::read_link("/proc/self/cwd").unwrap(), directory);
    assert_eq!(umask(), mask);
    assert_eq!(signals.map(disposition), before, "{signals:?}");
}

fn umask() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    status.lines().find(|line| line.starts_with("Umask")).unwrap().to_owned()
}

fn disposition(number: i32) -> usize {
    // SAFETY: a sigaction is plain numbers; the call only writes it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        assert_eq!(libc::sigaction(number, std::ptr::null(), &mut action), 0);
        action.sa_sigaction
    }
}

#[test]
fn the_mask_counts_for_files_and_programs() {
    let directory = scratch("mask");
    let script = format!(
        "cd {directory}; umask 077; : >a; /bin/sh -c ': >b'; mkdir c; touch d; ls -ld a b c d"
    );
    let text = stdout(&script);
    let modes: Vec<&str> = text.lines().map(|line| &line[..10]).collect();
    assert_eq!(modes, ["-rw-------", "-rw-------", "drwx------", "-rw-------"]);
    // Less than the process's is what it says, too; a file that is there keeps its mode.
    let script = format!(
        "cd {directory}; umask 0; echo b >e; echo b >>f; set -C; echo b >g; set +C; echo b >a; stat -c %a e f g a"
    );
    assert_eq!(stdout(&script), "666\n666\n666\n600\n");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_run_finds_what_has_been_made_since_the_last_one() {
    let directory = scratch("since");
    let path = format!("{directory}:/usr/bin:/bin");
    let new = Session::builder().variable("PATH", path).build().unwrap();
    let mut session = new.try_clone().unwrap();
    // As with any shell, what a command substitution has found the shell does not remember.
    let script = "x=$(echo b | tr b B); echo $x";
    assert_eq!(session.run(script).unwrap().stdout, b"B\n");
    std::os::unix::fs::symlink("/bin/true", format!("{directory}/tr")).unwrap();
    assert_eq!(session.run(script).unwrap().stdout, b"\n");
    assert_eq!(new.try_clone().unwrap().run("echo b | tr b B").unwrap().stdout, b"");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn clones_of_a_new_session_are_new() {
    let new = Session::builder().dialect(Dialect::Bash).build().unwrap();
    let number = |session: &Session| {
        let mut session = session.try_clone().unwrap();
        session.run("echo $RANDOM $RANDOM $RANDOM").unwrap().stdout
    };
    assert_ne!(number(&new), number(&new));
    // A snapshot of one that is not goes on as that does.
    let mut seeded = new.try_clone().unwrap();
    seeded.set("RANDOM", "7").unwrap();
    assert_eq!(number(&seeded), number(&seeded));
    let mut used = new.try_clone().unwrap();
    used.run("x=$RANDOM").unwrap();
    assert_eq!(number(&used), number(&used));
}

#[test]
fn files_of_a_session_can_be_replaced() {
    let mut session = session();
    session.run("x=1; exec >/dev/null").unwrap();
    session.set_files(Input::Bytes(b"a\nb\n".to_vec()), Output::Capture, Output::Null).unwrap();
    let outcome = session.run("read l; echo $x $l; cat; echo err >&2").unwrap();
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b"1 a\nb\n"[..], &b""[..]));
    let text = Arc::new(Mutex::new(Vec::new()));
    let written = text.clone();
    let write = move |bytes: &[u8]| written.lock().unwrap().extend_from_slice(bytes);
    session.set_files(Input::Null, Output::Callback(Box::new(write)), Output::Capture).unwrap();
    let outcome = session.run("cat; echo $x; echo err >&2").unwrap();
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b""[..], &b"err\n"[..]));
    assert_eq!(text.lock().unwrap().as_slice(), b"1\n");
}

fn scratch(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("forkless-session-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn exit_ends_the_run_and_its_trap_runs() {
    let mut session = session();
    let outcome = session.run("trap 'echo bye' EXIT; echo hello; exit 3; echo never").unwrap();
    assert_eq!((outcome.status, &outcome.stdout[..]), (3, &b"hello\nbye\n"[..]));
    let outcome = session.run("trap 'echo again' EXIT").unwrap();
    assert_eq!((outcome.status, &outcome.stdout[..]), (0, &b"again\n"[..]));
    assert_eq!(session.run("echo still").unwrap().stdout, b"still\n");
}

#[test]
fn errors_are_the_shells() {
    let outcome = run("echo a\nnosuchcommand\necho $?");
    assert_eq!(outcome.stdout, b"a\n127\n");
    assert_eq!(outcome.stderr, b"forkless: line 2: nosuchcommand: not found\n");
    let outcome = run("echo a; if");
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.starts_with(b"forkless: line 1: syntax error"), "{outcome:?}");
    let outcome = run("set -u; echo $nothing; echo never");
    assert!(outcome.status != 0 && outcome.stdout.is_empty());
}

#[test]
fn dialects() {
    let bash = Session::builder().dialect(Dialect::Bash).name("bash").build().unwrap();
    let mut bash = bash;
    assert_eq!(bash.run("a=(1 2 3); echo ${#a[@]} ${BASH_VERSINFO[0]}; [[ abc =~ b(.) ]] && echo ${BASH_REMATCH[1]}").unwrap().stdout,
        b"3 5\nc\n");
    let mut ksh = Session::builder().dialect(Dialect::Ksh).name("ksh").build().unwrap();
    assert_eq!(ksh.run("echo x | read y; print $y").unwrap().stdout, b"x\n");
    let mut sh = Session::builder().dialect(Dialect::Sh).name("sh").build().unwrap();
    assert_eq!(sh.run("echo $((010))").unwrap().stdout, b"8\n");
}

#[test]
fn what_needs_a_process_is_refused_and_the_run_goes_on() {
    let mut session =
        Session::builder().variable("PATH", "/usr/bin:/bin").shell("/nowhere/at/all").build();
    let outcome = session.as_mut().unwrap().run(
        "(trap 'echo t' TERM; echo in); echo $?; ulimit -n 64; echo $?; { echo a; echo b; } & echo after",
    ).unwrap();
    let text = String::from_utf8(outcome.stdout).unwrap();
    assert!(text.ends_with("after\n"), "{text}");
    let errors = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(
        errors.matches("a session has no process of its own for this").count(),
        3,
        "{errors}"
    );
}

#[test]
fn background_programs_are_jobs_of_the_session() {
    let mut session = session();
    let begun = Instant::now();
    assert_eq!(session.run("/bin/sh -c 'exit 5' & echo started").unwrap().stdout, b"started\n");
    assert_eq!(session.run("wait $!; echo $?").unwrap().stdout, b"5\n");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn signals_to_the_shell_are_the_sessions() {
    let mut session = session();
    let outcome = session.run("trap 'echo got' USR1; kill -USR1 $$; echo on").unwrap();
    assert_eq!(outcome.stdout, b"got\non\n");
    session.run("trap : TERM; trap - TERM").unwrap();
    let outcome = session.run("kill $$; echo never").unwrap();
    assert_eq!((outcome.signal, outcome.status), (Some(libc::SIGTERM), 128 + libc::SIGTERM));
    assert!(outcome.stdout.is_empty());
    assert_eq!(session.run("kill -9 0; echo $?").unwrap().stdout, b"1\n");
    assert_eq!(session.run("echo alive").unwrap().stdout, b"alive\n");
}

#[test]
fn a_run_is_cancelled_from_another_thread() {
    for script in [
        "while :; do :; done",
        "sleep 60",
        "/bin/sh -c 'exec sleep 60'",
        "read x </dev/zero",
        "yes | while read -r l; do :; done",
        "x=$(sleep 60)",
        "sleep 60 | cat",
        "awk 'BEGIN { while (1) n++ }'",
    ] {
        let mut session = session();
        let canceller = session.canceller().unwrap();
        let begun = Instant::now();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            canceller.cancel();
        });
        let outcome = session.run(script).unwrap();
        thread.join().unwrap();
        assert_eq!(outcome.signal, Some(libc::SIGTERM), "{script}: {outcome:?}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{script}");
        assert_eq!(session.run("echo alive").unwrap().stdout, b"alive\n", "{script}");
    }
}

#[test]
fn limits_end_a_run_and_the_session_goes_on() {
    let mut session = session();
    let mut limited = |limits: Limits, script: &str| {
        session.set_limits(limits).unwrap();
        let outcome = session.run(script).unwrap();
        session.set_limits(Limits::default()).unwrap();
        assert_eq!(session.run("echo alive").unwrap().stdout, b"alive\n", "{script}");
        outcome
    };
    let steps = Limits { steps: Some(1000), ..Limits::default() };
    let first = limited(steps, "i=0; trap 'echo exit' EXIT; while :; do i=$((i+1)); done");
    assert_eq!(first.limit, Some(Limit::Steps));
    let count = session_value(&mut limited, steps);
    assert_eq!(count, session_value(&mut limited, steps), "the same script ends at the same step");
    let wall = Limits { wall: Some(Duration::from_millis(200)), ..Limits::default() };
    for script in [
        "while :; do :; done",
        "sleep 60",
        "/bin/sh -c 'exec sleep 60'",
        "sleep 60 | cat",
        "f() { f; }; while :; do x=$(:); done",
    ] {
        let begun = Instant::now();
        assert_eq!(limited(wall, script).limit, Some(Limit::Wall), "{script}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{script}");
    }
    let cpu = Limits { cpu: Some(Duration::from_millis(50)), ..Limits::default() };
    assert_eq!(limited(cpu, "while :; do :; done").limit, Some(Limit::Cpu));
    let processes = Limits { processes: Some(2), ..Limits::default() };
    let outcome = limited(
        processes,
        "/bin/sh -c 'echo 1'; /bin/sh -c 'echo 2'; /bin/sh -c 'echo 3'; echo never",
    );
    assert_eq!((outcome.limit, &outcome.stdout[..]), (Some(Limit::Processes), &b"1\n2\n"[..]));
}

fn session_value(limited: &mut impl FnMut(Limits, &str) -> Outcome, limits: Limits) -> Vec<u8> {
    limited(limits, "while :; do echo x; done").stdout
}

#[test]
fn output_is_limited_to_the_byte() {
    let limits = Limits { output: Some(10), ..Limits::default() };
    for script in
        ["while :; do echo abcd; done", "/usr/bin/env printf 0123456789abcdef", "yes abcd | cat"]
    {
        let mut session =
            Session::builder().variable("PATH", "/usr/bin:/bin").limits(limits).build().unwrap();
        let outcome = session.run(script).unwrap();
        assert_eq!(
            (outcome.limit, outcome.stdout.len()),
            (Some(Limit::Output), 10),
            "{script}: {outcome:?}"
        );
        assert_eq!(session.run("echo alive").unwrap().stdout, b"alive\n");
    }
}

#[test]
fn variables_are_typed_values() {
    let mut session = session();
    session.set("a", "one").unwrap();
    session.set_array("list", &["x", "y z", ""]).unwrap();
    assert_eq!(
        session.run("echo \"$a\" \"${list[1]}\" ${#list[@]}").unwrap().stdout,
        b"one y z 3\n"
    );
    session.run("list[5]=w; readonly r=1; n=$((6*7))").unwrap();
    assert_eq!(session.array("list").unwrap(), [&b"x"[..], b"y z", b"", b"w"]);
    assert_eq!(session.get("n").unwrap().unwrap(), b"42");
    assert_eq!(session.get("nothing").unwrap(), None);
    assert!(matches!(session.set("r", "2"), Err(Error::Refused(_))));
    assert!(matches!(session.set("1x", "2"), Err(Error::InvalidName(_))));
    assert!(matches!(session.set("a", "2\0"), Err(Error::Nul)));
    session.unset("a").unwrap();
    assert_eq!(session.get("a").unwrap(), None);
    session.set("e", "v").unwrap();
    session.export("e").unwrap();
    assert_eq!(session.run("/usr/bin/env | grep '^e='").unwrap().stdout, b"e=v\n");
}

#[test]
fn nothing_of_the_environment_reaches_a_session_that_is_not_asked_for() {
    let mut bare = Session::builder().build().unwrap();
    let text = String::from_utf8(bare.run("/usr/bin/env").unwrap().stdout).unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
    assert_eq!(names, ["PWD"]);
    let mut hostile = Session::builder()
        .dialect(Dialect::Bash)
        .variable("SHELLOPTS", "xtrace")
        .variable("PS4", "$(echo pwned >&2)")
        .variable("BASH_ENV", "/nonexistent")
        .build()
        .unwrap();
    let outcome = hostile.run("set -x; :").unwrap();
    assert_eq!(outcome.stderr, b"+ :\n");
}

#[test]
fn a_clone_is_a_snapshot() {
    let mut session = session();
    session.run("x=1; a=(1 2 3)").unwrap();
    let snapshot = session.try_clone().unwrap();
    session.run("x=2; a[1]=9; cd /").unwrap();
    let mut other = snapshot.try_clone().unwrap();
    assert_eq!(other.run("echo $x ${a[@]}").unwrap().stdout, b"1 1 2 3\n");
    assert_eq!(session.run("echo $x ${a[@]}; pwd").unwrap().stdout, b"2 1 9 3\n/\n");
    session.restore(&snapshot).unwrap();
    assert_eq!(session.run("echo $x ${a[@]}").unwrap().stdout, b"1 1 2 3\n");
    let stranger = Session::builder().build().unwrap();
    assert!(matches!(session.restore(&stranger), Err(Error::OtherSession)));
}

#[test]
fn parsed_scripts_run_many_times() {
    let mut session = session();
    let script = session.parse("n=$((n+1)); echo $n").unwrap();
    for expected in 1..=3 {
        assert_eq!(session.run_parsed(&script).unwrap().stdout, format!("{expected}\n").as_bytes());
    }
    let error = session.parse("echo ok\nfor x in; do").unwrap_err();
    assert!(error.to_string().starts_with("line "), "{error}");
    let mut stranger = Session::builder().build().unwrap();
    assert!(matches!(stranger.run_parsed(&script), Err(Error::OtherSession)));
}

#[test]
fn functions_of_the_host_are_builtins() {
    let mut session = session();
    let calls = Arc::new(Mutex::new(Vec::new()));
    let noted = calls.clone();
    session
        .define("note", move |call| {
            let arguments: Vec<String> =
                call.arguments().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
            noted.lock().unwrap().push(arguments.join(" "));
            let input = call.read_to_end().unwrap_or_default();
            call.set_variable(b"noted", b"yes").unwrap();
            let greeting = call.variable(b"greeting").unwrap_or_default();
            call.write(1, &[&greeting[..], b":", &input].concat()).unwrap();
            call.write(2, b"err\n").unwrap();
            3
        })
        .unwrap();
    session.define("bad", |_| panic!("on purpose")).unwrap();
    let outcome = session
        .run("greeting=hi; echo in | note a 'b c' | tr a-z A-Z; note x </dev/null; echo $? $noted")
        .unwrap();
    assert_eq!(outcome.stdout, b"HI:IN\nhi:3 yes\n");
    assert_eq!(outcome.stderr, b"err\nerr\n");
    assert_eq!(*calls.lock().unwrap(), ["note a b c", "note x"]);
    let outcome = session.run("bad; echo $?; type note >/dev/null; command note y </dev/null; x=$(note z </dev/null); echo $x").unwrap();
    assert!(outcome.stdout.starts_with(b"134\n"), "{outcome:?}");
    assert!(outcome.stdout.ends_with(b"hi:\n"), "{outcome:?}");
    assert!(matches!(session.define("a/b", |_| 0), Err(Error::InvalidName(_))));
}

#[test]
fn a_session_cannot_run_itself() {
    let session = Arc::new(Mutex::new(session()));
    let inner = session.lock().unwrap().try_clone().unwrap();
    let inner = Mutex::new(inner);
    session
        .lock()
        .unwrap()
        .define("again", move |_| match inner.lock().unwrap().run("echo never") {
            Err(Error::Busy) => 0,
            _ => 1,
        })
        .unwrap();
    assert_eq!(session.lock().unwrap().run("again; echo $?").unwrap().stdout, b"0\n");
}

#[test]
fn input_and_output_of_the_host() {
    let mut session =
        Session::builder().stdin(Input::Bytes(b"one\ntwo\n".to_vec())).build().unwrap();
    assert_eq!(session.run("read -r x; echo \"<$x>\"").unwrap().stdout, b"<one>\n");
    assert_eq!(session.run("/usr/bin/env cat").unwrap().stdout, b"two\n");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = seen.clone();
    let mut session = Session::builder()
        .stdout(Output::Callback(Box::new(move |bytes| {
            sink.lock().unwrap().extend_from_slice(bytes)
        })))
        .stderr(Output::Null)
        .build()
        .unwrap();
    let outcome = session.run("echo a; /usr/bin/env echo b; echo c >&2; echo d").unwrap();
    assert!(outcome.stdout.is_empty() && outcome.stderr.is_empty());
    assert_eq!(*seen.lock().unwrap(), b"a\nb\nd\n");
}

#[test]
fn sessions_move_between_threads_and_run_beside_each_other() {
    let threads: Vec<_> = (0..8)
        .map(|number| {
            let mut session = session();
            session.set("n", number.to_string()).unwrap();
            std::thread::spawn(move || {
                for _ in 0..50 {
                    let text = session
                        .run("x=$(echo $n | sed s/^/n/); /bin/true; echo $x")
                        .unwrap()
                        .stdout;
                    assert_eq!(text, format!("n{number}\n").as_bytes());
                }
                session
            })
        })
        .collect();
    for thread in threads {
        let mut session = thread.join().unwrap();
        assert!(session.run(":").unwrap().success());
    }
    // Clones run one after the other, from whichever thread.
    let first = session();
    let mut clones: Vec<Session> = (0..4).map(|_| first.try_clone().unwrap()).collect();
    std::thread::scope(|scope| {
        for clone in &mut clones {
            scope.spawn(move || {
                for _ in 0..50 {
                    assert!(clone.run("i=$((i+1)); : $(echo $i)").unwrap().success());
                }
            });
        }
    });
    for clone in &clones {
        assert_eq!(clone.get("i").unwrap().unwrap(), b"50");
    }
}

#[test]
fn many_sessions_at_once_and_no_descriptor_stays() {
    let before = descriptors();
    let sessions: Vec<Session> = (0..200)
        .map(|number| {
            let mut session = session();
            let outcome = session.run(format!("x={number}; echo $(echo $x | tr 0-9 a-j)")).unwrap();
            assert!(outcome.success());
            session
        })
        .collect();
    assert!(sessions.iter().all(|session| session.get("x").unwrap().is_some()));
    drop(sessions);
    // Other tests run at the same time: theirs come and go.
    for _ in 0..100 {
        if descriptors() <= before + 20 {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{} descriptors of {before}", descriptors());
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn deep_recursion_is_an_error() {
    let outcome = run("f() { f; }; f");
    assert!(outcome.status != 0, "{outcome:?}");
    let deep = "(".repeat(5000);
    assert!(run(&deep).status != 0);
    assert!(session().parse(deep).is_err());
}

#[test]
fn programs_do_not_get_the_hosts_descriptors() {
    let (reader, _writer) = std::io::pipe().unwrap();
    // SAFETY: makes a new descriptor, which programs would inherit, of an open one.
    let fd = unsafe { libc::fcntl(std::os::fd::AsRawFd::as_raw_fd(&reader), libc::F_DUPFD, 200) };
    let text = stdout(&format!("/bin/sh -c 'ls /proc/self/fd' | grep -c '^{fd}$'"));
    // SAFETY: the descriptor is this test's own.
    unsafe { libc::close(fd) };
    assert_eq!(text, "0\n");
}

#[test]
fn sessions_share_what_programs_are() {
    let programs = Programs::default();
    let opened = |programs: &Programs| {
        let builder = Session::builder().variable("PATH", "/usr/bin:/bin").programs(programs);
        let mut session = builder.build().unwrap();
        let outcome = session.run("echo a b | tr a-z A-Z; x=$(seq 3); echo $x").unwrap();
        assert_eq!(outcome.stdout, b"A B\n1 2 3\n");
        outcome.usage.processes
    };
    assert_eq!((opened(&programs), opened(&programs)), (0, 0));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let programs = programs.clone();
            std::thread::spawn(move || opened(&programs))
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == 0));
}

#[test]
fn a_script_is_analyzed_without_being_run() {
    let mut session = session();
    let mut analyze = |script: &str| session.analyze(script).expect("an analysis");
    let found = analyze(
        "f() { grep x <in; }; f >out; for i in $(cut -c 1 in); do command sed p 2>>log; done
        cat <<A | tee /dev/null
        $(date)
A",
    );
    let texts = |list: &[Vec<u8>]| -> Vec<String> {
        list.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
    };
    assert_eq!(texts(&found.commands), ["grep", "cut", "command", "sed", "cat", "date", "tee"]);
    assert_eq!(
        (texts(&found.reads), texts(&found.writes)),
        (vec!["in".into()], vec!["out".into(), "log".into()])
    );
    assert_eq!((found.is_open, found.process, found.is_personal), (false, None, false));
    for (script, reason) in [
        ("{ a; b; } & wait", Some("an asynchronous list")),
        ("/bin/sleep 1 & wait", None),
        ("a | (trap : INT; b)", Some("a trap in a subshell")),
        ("trap : INT", None),
        ("ulimit -n 5", Some("limits of a process")),
        ("diff <(a) b", Some("a process substitution")),
        ("diff <(sort a) <(echo b)", None),
        ("diff <(sort /dev/zero) b", Some("a process substitution")),
        ("sort() { a; }; diff <(sort a) b", Some("a process substitution")),
        ("tee >(cat)", Some("a process substitution")),
        ("echo $(set -m)", Some("job control")),
    ] {
        assert_eq!(analyze(script).process, reason, "{script}");
    }
    for open in ["$x", "eval a", ". ./f", "a >$x", "\"a$x\" b", "trap a EXIT"] {
        assert!(analyze(open).is_open, "{open}");
        assert_eq!(analyze(open).has_unknown_commands, open != "a >$x", "{open}");
    }
    for personal in ["echo $$", "a >&5", "exec 7<a", "x=${a[$PPID]}", "sh -c 'echo $PPID'"] {
        assert!(analyze(personal).is_personal, "{personal}");
    }
    let found = analyze("[ -d / ] && test -f a");
    assert_eq!((texts(&found.commands), found.is_open), (vec!["[".into(), "test".into()], false));
    for (script, goes_on) in
        [("/bin/sleep 1 &", true), ("if a; then b & fi", true), ("a && b", false)]
    {
        assert_eq!(analyze(script).is_asynchronous, goes_on, "{script}");
    }
    assert_eq!(
        analyze("touch a"),
        Analysis { commands: vec![b"touch".to_vec()], ..Analysis::default() }
    );
    assert!(matches!(session.analyze("if"), Err(Error::Syntax(_))));
}

#[test]
fn exec_redirects_a_session_until_it_is_undone() {
    let folder = scratch("exec");
    let mut session = session();
    let before = session.try_clone().unwrap();
    session.run(format!("cd {folder}; exec 3>&1 >out 2>err; echo a; nosuch")).unwrap();
    let outcome =
        session.run("echo b; /bin/echo c; echo d >&3; exec 4<out; read -r x <&4").unwrap();
    assert_eq!((&outcome.stdout[..], &outcome.stderr[..]), (&b"d\n"[..], &b""[..]));
    assert_eq!(std::fs::read(format!("{folder}/out")).unwrap(), b"a\nb\nc\n");
    assert!(std::fs::read(format!("{folder}/err")).unwrap().ends_with(b"nosuch: not found\n"));
    assert_eq!(session.run("exec >&3 3>&- 4<&-; echo back $x").unwrap().stdout, b"back a\n");
    session.run("exec >&- 2>&-").unwrap();
    assert_eq!(session.run("echo lost").unwrap().status, 1);
    session.restore(&before).unwrap();
    assert_eq!(session.run("echo back").unwrap().stdout, b"back\n");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn directories_are_the_sessions() {
    let folder = scratch("cd");
    let mut session = session();
    session.run(format!("mkdir -p {folder}/a/b; ln -s a {folder}/l; cd {folder}/l/b")).unwrap();
    let outcome =
        session.run("pwd; pwd -P; /bin/pwd; (cd ..; pwd); cd ..; pwd; cd - >/dev/null; pwd");
    let expected: String = ["l/b", "a/b", "a/b", "l", "l", "l/b"]
        .iter()
        .map(|path| format!("{folder}/{path}\n"))
        .collect();
    assert_eq!(String::from_utf8_lossy(&outcome.unwrap().stdout), expected);
    let mut clone = session.try_clone().unwrap();
    clone.run("cd /").unwrap();
    assert_eq!(session.run("echo *; : >f; cd /; ls $OLDPWD").unwrap().stdout, b"*\nf\n");
    // A directory that is gone is an error of what needs it, and can be left.
    let script = format!("cd {folder}/a/b; rm -r {folder}/a; : >f");
    assert!(!session.run(script).unwrap().success());
    assert_eq!(session.run("cd /; pwd").unwrap().stdout, b"/\n");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn limits_of_the_process_can_be_read_and_not_changed() {
    let mut session = session();
    let before = session.run("ulimit -n; ulimit -S -c").unwrap();
    assert_eq!((before.status, before.stdout.is_empty()), (0, false));
    let outcome = session.run("ulimit -n 20; echo $?; (ulimit -c 0); echo $?").unwrap();
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), "2\n2\n");
    assert!(!outcome.stderr.is_empty());
    assert_eq!(session.run("ulimit -n; ulimit -S -c").unwrap().stdout, before.stdout);
}

#[test]
fn traps_of_a_clone_are_its_own() {
    let mut first = session();
    let mut second = first.try_clone().unwrap();
    let wait = "kill -s TERM $$; kill -s USR1 $$; echo on";
    let kill = |session: &mut Session| session.run(wait).map(|ended| (ended.stdout, ended.signal));
    assert_eq!(kill(&mut first).unwrap(), (vec![], Some(15)));
    second.run("trap '' TERM; trap 'echo usr' USR1").unwrap();
    assert_eq!(kill(&mut second).unwrap(), (b"usr\non\n".to_vec(), None));
    assert_eq!(kill(&mut first).unwrap(), (vec![], Some(15)));
    assert_eq!(kill(&mut second).unwrap(), (b"usr\non\n".to_vec(), None));
    let before = first.try_clone().unwrap();
    first.restore(&second).unwrap();
    assert_eq!(kill(&mut first).unwrap(), (b"usr\non\n".to_vec(), None));
    first.restore(&before).unwrap();
    assert_eq!(kill(&mut first).unwrap(), (vec![], Some(15)));
}

#[test]
fn traps_are_the_sessions_and_stay() {
    let mut session = session();
    session.run("trap 'echo usr1' USR1; trap 'echo exit' EXIT; trap '' HUP").unwrap();
    let outcome = session.run("kill -USR1 $$; kill -HUP $$; echo on").unwrap();
    assert_eq!(outcome.stdout, b"usr1\non\n");
    // A program ignores what the session ignores.
    let script =
        "/bin/sh -c 'kill -HUP $$; echo alive'; trap - HUP; /bin/sh -c 'kill -HUP $$; echo no'";
    assert_eq!(session.run(script).unwrap().stdout, b"alive\n");
    let mut clone = session.try_clone().unwrap();
    clone.run("trap - USR1").unwrap();
    assert_eq!(
        session.run("(trap); kill -USR1 $$").unwrap().stdout,
        b"trap -- 'echo usr1' USR1\nusr1\n"
    );
    assert_eq!(session.run("x=$(trap 'echo in' EXIT; echo a); echo $x").unwrap().stdout, b"a in\n");
    assert_eq!(session.run("kill -TERM $$; echo no").unwrap().signal, Some(libc::SIGTERM));
}

#[test]
fn bytes_that_are_no_text_are_bytes() {
    let mut session = session();
    let outcome =
        session.run(b"x=\xff\xfe; printf '%s\\n' \"$x\xc3\" | tr '\\376' b; echo ${#x}").unwrap();
    assert_eq!(outcome.stdout, b"\xffb\xc3\n2\n");
    session.set("y", b"\x80").unwrap();
    assert_eq!(session.get("y").unwrap().as_deref(), Some(&b"\x80"[..]));
    assert_eq!(session.run(b"\xff\xfe").unwrap().status, 127);
    assert!(matches!(session.set("y", b"a\0b"), Err(Error::Nul)));
    assert!(matches!(session.set(b"a\0", b""), Err(Error::InvalidName(_))));
    assert!(matches!(Session::builder().argument(b"a\0").build(), Err(Error::Nul)));
    // No argument of a program could hold it.
    assert!(matches!(session.run(b"echo a\0b"), Err(Error::Nul)));
    assert!(matches!(session.parse(b"echo a\0b"), Err(Error::Nul)));
}

#[test]
fn output_functions_that_panic_end_nothing_else() {
    let mut calls = 0;
    let mut session = Session::builder()
        .stdout(Output::Callback(Box::new(move |bytes| {
            calls += 1;
            assert!(calls != 1, "on purpose");
            drop(bytes.to_vec());
        })))
        .build()
        .unwrap();
    let outcome = session.run("echo a; echo $? >&2").unwrap();
    assert_eq!(outcome.status, 134, "{outcome:?}");
    assert_eq!(session.run("echo b").unwrap().status, 0);
}

#[test]
fn bash_is_the_shell_that_the_host_names() {
    let bash = |builder: Builder| {
        let mut session = builder.dialect(Dialect::Bash).build().unwrap();
        String::from_utf8(session.run("echo $BASH").unwrap().stdout).unwrap()
    };
    assert_eq!(bash(Session::builder()), "forkless\n");
    assert_eq!(bash(Session::builder().name("/opt/sh")), "/opt/sh\n");
    assert_eq!(bash(Session::builder().shell("/opt/forkless")), "/opt/forkless\n");
}

#[test]
fn pwd_is_believed_where_it_is_the_directory() {
    let folder = scratch("pwd");
    std::fs::create_dir_all(format!("{folder}/real")).unwrap();
    let link = format!("{folder}/link");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink("real", &link).unwrap();
    let pwd = |variable: &str| {
        let builder = Session::builder().directory(&link).variable("PWD", variable);
        String::from_utf8(builder.build().unwrap().run("echo $PWD").unwrap().stdout).unwrap()
    };
    assert_eq!(pwd(&link), format!("{link}\n"));
    for wrong in ["/", "link", "/nowhere"] {
        assert_eq!(pwd(wrong), format!("{folder}/real\n"), "{wrong}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn sessions_of_a_thread_leave_their_stacks_to_the_next() {
    // What one has recursed through, and one that another thread drops.
    for depth in [3, 400, 3] {
        let mut session = session();
        let script =
            format!("f() {{ [ $1 = 0 ] || (f $(($1 - 1))); }}; f {depth}; echo $? | cat | cat");
        assert_eq!(session.run(script).unwrap().stdout, b"0\n");
        if depth == 400 {
            std::thread::spawn(|| drop(session)).join().unwrap();
        }
    }
}
