//! Asynchronous lists of a session that are shell code: another shell runs them in the session's state.
//!
//! The program is FORKLESS's, else a build of this tree; where there is none each test is skipped.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

mod built;

use built::shell;
use forkless_session::{Dialect, Session, Verdict};

fn session(dialect: Dialect) -> Option<Session> {
    let builder = Session::builder().dialect(dialect).name(dialect.title()).shell(shell()?);
    Some(builder.variable("PATH", "/usr/bin:/bin").build().expect("a session"))
}

/// What a script writes, to both.
fn written(session: &mut Session, script: &str) -> String {
    let outcome = session.run(script).unwrap();
    String::from_utf8([outcome.stdout, outcome.stderr].concat()).unwrap()
}

#[test]
fn lists_pipelines_and_functions_run_in_the_background() {
    for dialect in Dialect::ALL {
        let Some(mut session) = session(dialect) else { return };
        let script = "f() { echo \"f $1 $x\"; return 3; }; x='a  '\\''b'\n\
            f 1 & wait $!; echo $?\n\
            { echo two; x=changed; exit 4; } & wait $!; echo $? \"$x\"\n\
            echo three | { read y; echo $y; } & wait\n\
            true && ! echo four & wait; (echo five; f 5) & wait $!; echo $?\n\
            for i in 6 7; do echo $i & wait; done\n\
            echo eight >/dev/stdout & wait";
        assert_eq!(
            written(&mut session, script),
            "f 1 a  'b\n3\ntwo\n4 a  'b\nthree\nfour\nfive\nf 5 a  'b\n3\n6\n7\neight\n",
            "{}",
            dialect.title()
        );
    }
}

#[test]
fn the_state_is_handed_over() {
    let Some(mut session) = session(Dialect::Bash) else { return };
    let script = "set -- 'p 1' p2; cd /usr; umask 027; shopt -s extglob nullglob; IFS=:\n\
        declare -i n=5; declare -r r=ro; declare -A m=(['k y']=v [\\']=\"'\"); a=([3]=x [10]='y z'); export e=1\n\
        declare -a none=(); declare unset; alias hi='echo hello'; shopt -s expand_aliases; trap '' USR1\n\
        g() { case $1 in +(a|b)) echo group;; esac; }\n\
        set -u; false\n\
        { echo \"$? $# $1 $2 $PWD $(umask)\"; hi; g abab; echo /nowhere/*; n+=2; echo $n ${!a[@]} \"${a[10]}\"\n\
          echo ${#m[@]} \"${m['k y']}\" \"${m[\\']}\" ${#none[@]}; (r=1) 2>/dev/null || echo readonly\n\
          /usr/bin/env | grep '^e='; x=a:b; echo $x; trap -p USR1; echo ${unset-unset}; : $nothing; echo never; } 2>/dev/null &\n\
        wait $!; echo $?; exec 3>&1; { echo to three >&3; echo $0; } & wait";
    assert_eq!(
        written(&mut session, script),
        "1 2 p 1 p2 /usr 0027\nhello\ngroup\n\n7 3:10 y z\n2 v ' 0\nreadonly\ne=1\na b\ntrap -- '' SIGUSR1\nunset\n127\nto three\nbash\n"
            .replace("7 3:10", "7 3 10")
    );
}

#[test]
fn it_is_a_job_and_ends_by_signals() {
    let Some(mut session) = session(Dialect::Sh) else { return };
    let script = "{ sleep 100; echo never; } & kill $!; wait $!; echo $?\n\
        { cat; echo end; } & wait; { sleep 0.1; echo late; } >late & wait; cat late; rm late";
    let directory =
        std::env::temp_dir().join(format!("forkless-background-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    session.run(format!("cd {}", directory.display())).unwrap();
    assert_eq!(written(&mut session, script), "143\nend\nlate\n");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn what_has_no_image_is_refused() {
    let refused = "a session has no process of its own for this: asynchronous shell code\n";
    let Some(mut ksh) = session(Dialect::Ksh) else { return };
    let text = written(&mut ksh, "nameref r=x; x=1; { echo $r; :; } & wait; echo $?");
    assert!(text.ends_with(refused) && text.starts_with("0\n"), "{text}");
    let mut session = session(Dialect::Bash).unwrap();
    session.define("ours", |_| 0).unwrap();
    assert!(written(&mut session, "{ ours; } & wait").ends_with(refused));
    let mut session = self::session(Dialect::Own).unwrap();
    session.observe(|_| Verdict::Run).unwrap();
    assert!(written(&mut session, "{ echo a; } & wait").ends_with(refused));
    session.stop_observing().unwrap();
    for script in
        ["{ :; cat <<E; } &\ntext\nE\nwait", "{ echo $$; } & wait", "f() { echo ${$}; }; f & wait"]
    {
        assert_eq!(written(&mut session, script), format!("forkless: line 1: {refused}"));
    }
}

#[test]
fn what_a_session_leaves_is_waited_for_by_the_next() {
    /// The state of a process of this one (proc_pid_stat(5)); None: it has been waited for.
    fn state(pid: &str) -> Option<char> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        text.rsplit_once(") ")?.1.chars().next()
    }
    let run = |script| {
        let session = Session::builder().variable("PATH", "/usr/bin:/bin").build();
        session.and_then(|mut session| session.run(script)).expect("a run").stdout
    };
    // One of the session itself, and one of a subshell, which has none of its own.
    for script in ["/bin/sleep 0.2 & echo $!", "(/bin/sleep 0.2 & echo $!)"] {
        let pid = String::from_utf8(run(script)).unwrap();
        let pid = pid.trim();
        assert!(state(pid).is_some(), "{script}");
        // Sessions of other tests may have it waited for as well.
        while !matches!(state(pid), None | Some('Z')) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        run(":");
        assert_eq!(state(pid), None, "{script}");
    }
}
