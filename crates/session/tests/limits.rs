//! Limits of what a session has: nesting, bytes of variables, bytes of memory.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_session::{Counted, Dialect, Error, Input, Limit, Limits, Outcome, Policy, Session};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Counted = Counted::new(System);

const MEBIBYTE: usize = 1 << 20;

fn limited(limits: Limits) -> Session {
    let builder = Session::builder().dialect(Dialect::Bash).variable("PATH", "/usr/bin:/bin");
    builder.limits(limits).build().unwrap()
}

fn memory(most: usize) -> Limits {
    Limits { memory: Some(most), ..Limits::default() }
}

fn variables(most: usize) -> Limits {
    Limits { variables: Some(most), ..Limits::default() }
}

fn nesting(most: u32) -> Limits {
    Limits { nesting: Some(most), ..Limits::default() }
}

/// Whether the utilities of a script are inside here: else they would be programs, which no limit of memory holds.
fn is_inside(script: &str) -> bool {
    let probe = "seq 2 | sort; seq 2 | tac; seq 2 | tr 1 2; seq 2 | cut -c1; seq 2 | head -c 1 | tail -c 1; seq 2 | wc";
    let utilities = ["sort", "tac", "tr", "head"];
    let run = |script| limited(Limits::default()).run(script).unwrap().usage.processes == 0;
    (!utilities.iter().any(|name| script.contains(name)) || run(probe))
        && (!script.contains("awk") || run("awk 'BEGIN { printf \"%5s\", 1; a[1] = 1 }'"))
}

/// Runs a script that reaches a limit, after which the session is as good as before.
fn reaches(session: &mut Session, script: &str, limit: Limit) -> Outcome {
    let outcome = session.run(script).unwrap();
    assert_eq!((outcome.limit, outcome.status), (Some(limit), 152), "{script}: {outcome:?}");
    assert!(!outcome.success());
    let alive = session.run("unset x a b; echo alive | tr a-z A-Z").unwrap();
    assert_eq!(
        (alive.limit, &alive.stdout[..]),
        (None, &b"ALIVE\n"[..]),
        "after {script}: {alive:?}"
    );
    outcome
}

#[test]
fn what_memory_a_script_takes_ends_it() {
    for script in [
        "x=x; while :; do x=$x$x; done",
        "x=x; while :; do x+=$x; done",
        "x=; while :; do x+=0123456789; done",
        "while :; do a+=(0123456789); done",
        "declare -A a; while :; do a[$((i++))]=x; done",
        "x=$(printf %20000s x); while :; do set -- \"$@\" \"$x$#\"; done",
        "x=$(yes)",
        "x=$(yes | cat)",
        "x=$(/usr/bin/env yes)",
        "printf '%20000000s' x >/dev/null",
        "printf -v x '%20000000s' x",
        "x=$(printf '%2000000s' x; printf '%2000000s' x; printf '%2000000s' x)",
        "yes | sort",
        "yes | tac",
        "yes | tr -d '\\n' | cut -c1",
        "yes x | awk '{ s = s $0 }'",
        "awk 'BEGIN { s = \"x\"; while (1) s = s s }'",
        "awk 'BEGIN { while (1) a[i++] = i }'",
        "awk 'BEGIN { printf \"%20000000s\", 1 }' >/dev/null",
        "head -c 10000000 /dev/zero | tail -c 9000000 | wc -c",
        "mapfile a <<<\"$(seq 300000)\"",
        "yes | mapfile a",
        "yes | { read -d x a; }",
        "x=$(printf 'x%.0s' {1..1000000})",
        "echo {1..1000000} >/dev/null",
        "(x=x; while :; do x=$x$x; done); echo never",
        "x=$(y=x; while :; do y=$y$y; done); echo never",
        "x=x; while :; do x=$x$x; done | cat; echo never",
        "trap 'echo trap' EXIT; x=x; while :; do x=$x$x; done",
        "cat <<<$(yes)",
        "f() { local x=0123456789012345678901234567890123456789$1; f $x; }; f",
        "while :; do alias a$((i++))=0123456789012345678901234567890123456789; done",
    ] {
        if !is_inside(script) {
            println!("skipped {script}: it would launch programs");
            continue;
        }
        let mut session = limited(memory(4 * MEBIBYTE));
        let outcome = reaches(&mut session, script, Limit::Memory);
        assert!(!outcome.stdout.windows(5).any(|word| word == b"never"), "{script}: {outcome:?}");
        assert!(outcome.stdout.len() < 5 * MEBIBYTE, "{script}");
    }
}

/// Names that scripts have used are known for ever, so what is full of them is not emptied.
#[test]
fn names_are_limited() {
    for script in [
        "while :; do eval \"v$((i++))=1\"; done",
        "while :; do eval \"f$((i++))() { echo 1; }\"; done",
    ] {
        let outcome = limited(memory(4 * MEBIBYTE)).run(script).unwrap();
        assert_eq!(outcome.limit, Some(Limit::Memory), "{script}");
    }
}

#[test]
fn what_does_not_take_too_much_is_not_ended() {
    let mut session = limited(memory(4 * MEBIBYTE));
    for _ in 0..3 {
        for (script, expected) in [
            ("x=$(printf '%1000000s' x); echo ${#x}", "1000000\n"),
            ("seq 20000 | sort -rn | head -n 1", "20000\n"),
            ("for i in {1..5000}; do a[i]=$i; done; echo ${#a[@]}", "5000\n"),
            ("yes | head -c 100000000 | wc -c", "100000000\n"),
            ("i=0; while ((i < 20000)); do x=$(echo $i); ((++i)); done; echo $x", "19999\n"),
            ("awk 'BEGIN { for (i = 0; i < 10000; i++) a[i] = i; print length(a) }'", "10000\n"),
            ("/usr/bin/env printf %1000000s x | wc -c", "1000000\n"),
        ] {
            let outcome = session.run(script).unwrap();
            assert_eq!(
                (outcome.limit, &outcome.stdout[..]),
                (None, expected.as_bytes()),
                "{script}"
            );
        }
    }
}

#[test]
fn what_is_held_counts_until_it_is_let_go() {
    let mut session = limited(memory(4 * MEBIBYTE));
    // Each run takes little, all of them too much.
    let ends = |session: &mut Session| {
        let script = "a+=(\"$(printf %1000000s x)\"); echo ${#a[@]}";
        (1..20).find(|_| session.run(script).unwrap().limit == Some(Limit::Memory)).unwrap()
    };
    let first = ends(&mut session);
    assert!((2..=4).contains(&first), "{first}");
    assert_eq!(session.run("echo ${#a[@]}").unwrap().stdout, format!("{}\n", first - 1).as_bytes());
    assert_eq!(ends(&mut session), 1);
    session.unset("a").unwrap();
    assert_eq!(ends(&mut session), first, "the same after the host has unset it");
    session.run("unset a").unwrap();
    assert_eq!(ends(&mut session), first, "and after the script has");
    session.set("b", vec![b'x'; 2 * MEBIBYTE]).unwrap();
    session.run("unset a").unwrap();
    assert!(ends(&mut session) < first, "what the host sets counts");
}

#[test]
fn outputs_belong_to_the_host() {
    let mut session = limited(memory(4 * MEBIBYTE));
    for _ in 0..20 {
        let outcome = session.run("head -c 1000000 /dev/zero").unwrap();
        assert_eq!((outcome.limit, outcome.stdout.len()), (None, 1_000_000));
        session
            .set_files(Input::Bytes(vec![b'x'; 1_000_000]), Default::default(), Default::default())
            .unwrap();
        let outcome = session.run("x=$(cat); exec <&-; echo ${#x}; unset x").unwrap();
        assert_eq!((outcome.limit, &outcome.stdout[..]), (None, &b"1000000\n"[..]));
    }
}

#[test]
fn functions_of_the_host_do_not_count() {
    for is_confined in [false, true] {
        let mut builder = Session::builder().limits(memory(2 * MEBIBYTE));
        if is_confined {
            if forkless_session::landlock() < 6 {
                continue;
            }
            let mut policy = Policy::new();
            policy.read("/usr").execute("/usr/bin");
            builder = builder.variable("PATH", "/usr/bin").policy(policy);
        }
        let mut session = builder.build().unwrap();
        session
            .define("work", |call| {
                let much = vec![1u8; 16 * MEBIBYTE];
                let text = call.variable(b"x").unwrap_or_default();
                let _ = call.write(1, &[text.len().to_string().as_bytes(), b"\n"].concat());
                i32::from(much[much.len() - 1]) - 1
            })
            .unwrap();
        for _ in 0..30 {
            let outcome = session.run("x=$(printf %100000s x); work >/dev/null; work").unwrap();
            assert_eq!(
                (outcome.limit, outcome.status, &outcome.stdout[..]),
                (None, 0, &b"100000\n"[..])
            );
        }
        let all = "x=$(printf %100000s x); i=0; while [ $i -lt 40 ]; do work $x >/dev/null; i=$((i + 1)); done";
        assert_eq!(session.run(all).unwrap().limit, None);
        reaches(&mut session, "x=x; while :; do x=$x$x; done", Limit::Memory);
    }
}

#[test]
fn clones_and_the_way_back_keep_accounts() {
    let fill = "a+=(\"$(printf %1000000s x)\")";
    let mut session = limited(memory(8 * MEBIBYTE));
    let empty = session.try_clone().unwrap();
    for _ in 0..100 {
        assert_eq!(session.run(fill).unwrap().limit, None);
        session.restore(&empty).unwrap();
    }
    session.run(fill).unwrap();
    // What a clone has from the other counts for it, too.
    let mut clone = session.try_clone().unwrap();
    let runs = |session: &mut Session| {
        (0..20).find(|_| session.run(fill).unwrap().limit.is_some()).unwrap()
    };
    let of_clone = runs(&mut clone);
    assert_eq!(runs(&mut session), of_clone);
    session.restore(&empty).unwrap();
    let all = runs(&mut session);
    assert!(all > of_clone, "{all} {of_clone}");
    // What is dropped is not counted any more.
    drop(clone);
    drop(empty);
    session.run("unset a").unwrap();
    assert_eq!(runs(&mut session), all);
    // Many that come and go.
    session.run("unset a").unwrap();
    for _ in 0..200 {
        let mut one = session.try_clone().unwrap();
        assert_eq!(one.run(fill).unwrap().limit, None);
        let script = one.parse("x=$(printf %100000s x)").unwrap();
        assert_eq!(one.run_parsed(&script).unwrap().limit, None);
    }
    assert_eq!(runs(&mut session), all);
}

#[test]
fn sessions_on_other_threads_have_accounts_of_their_own() {
    let threads: Vec<_> = (0..4)
        .map(|number| {
            std::thread::spawn(move || {
                let most = if number % 2 == 0 { memory(2 * MEBIBYTE) } else { Limits::default() };
                let mut session = limited(most);
                for _ in 0..10 {
                    let script = "x=$(printf %3000000s x); echo ${#x}; unset x";
                    let outcome = session.run(script).unwrap();
                    assert_eq!(outcome.limit.is_some(), number % 2 == 0, "{outcome:?}");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn memory_that_is_limited_later_counts_from_then() {
    let mut session = limited(Limits::default());
    session.run("x=$(printf %9000000s x)").unwrap();
    session.set_limits(memory(4 * MEBIBYTE)).unwrap();
    assert_eq!(
        session.run("y=$(printf %1000000s x); echo ${#x} ${#y}").unwrap().stdout,
        b"9000000 1000000\n"
    );
    reaches(&mut session, "y=$(yes)", Limit::Memory);
    session.set_limits(Limits::default()).unwrap();
    assert_eq!(session.run("y=$(printf %9000000s x); echo ${#y}").unwrap().stdout, b"9000000\n");
}

#[test]
fn the_same_script_ends_at_the_same_command() {
    for limits in [memory(3 * MEBIBYTE), variables(100_000), nesting(50)] {
        let script = "f() { n=$((n+1)); echo $n; a+=(0123456789); f; }; f";
        let texts: Vec<_> = (0..3).map(|_| limited(limits).run(script).unwrap()).collect();
        assert!(
            texts.iter().all(|one| one.limit.is_some() && one.stdout == texts[0].stdout),
            "{limits:?}"
        );
    }
}

#[test]
fn bytes_of_variables() {
    for script in [
        "x=x; while :; do x=$x$x; done",
        "x=; while :; do x+=0123456789; done",
        "while :; do a+=(0123456789); done",
        "while :; do a[i++]=0123456789; done",
        "declare -A a; while :; do a[$((i++))]=x; done",
        "while :; do set -- \"$@\" 0123456789; done",
        "while :; do eval \"v$((i++))=1\"; done",
        "mapfile a <<<\"$(seq 100000)\"",
        "printf -v x %200000s x",
        "seq 100000 | { read -d x a; echo never; }",
        "f() { local x=01234567890123456789; f; }; f",
        "(x=x; while :; do x=$x$x; done); echo never",
        "x=$(y=x; while :; do y=$y$y; done); echo never",
        "read -r x <<<\"$(printf '%0200000d' 0)\"",
        "for x in $(printf '%0200000d' 0); do echo never; done",
        "export x=$(printf '%0200000d' 0)",
        "x=$(printf '%0200000d' 0)",
        "x=$(printf '%0200000d' 0) eval 'echo never'",
    ] {
        let mut session = limited(variables(100_000));
        let outcome = reaches(&mut session, script, Limit::Variables);
        assert!(!outcome.stdout.windows(5).any(|word| word == b"never"), "{script}: {outcome:?}");
    }
}

#[test]
fn variables_are_weighed_to_the_byte() {
    // PATH and those that bash has; what is left is for the script.
    let fits = |most: &usize| limited(variables(*most)).run("x=1; :").unwrap().limit.is_none();
    let own = (0..5000).find(fits).unwrap() - 2;
    for (script, bytes) in [
        ("x=12345; :", 6),
        ("x=12345; y=$x; :", 12),
        ("x=12345; unset x; y=12345; :", 6),
        ("((x = 5)); :", 9),
        ("a=(1 22 333); :", 1 + 3 * 8 + 6),
        ("declare -A a=([k]=v [kk]=vv); :", 1 + 3 + 3),
        ("a=(1 22 333); a[1]=4444; unset 'a[2]'; b=1234567; :", 1 + 3 * 8 + 8),
        ("set -- 12345 678; :", 8),
        ("set -- 12345 678; shift; x=1234; :", 8),
        ("f() { local x=123; :; }; x=12345; f", 6 + 4),
        ("f() { local x=123; :; }; x=12345; f; :", 6 + 4),
        ("x=12345; (y=12; :)", 6 + 3),
        ("x=1234567890; x=${x}123; :", 14),
    ] {
        let ends = |most: usize| limited(variables(most)).run(script).unwrap().limit.is_some();
        assert!(!ends(own + bytes), "{script}: more than {bytes}");
        assert!(bytes == 0 || ends(own + bytes - 1), "{script}: less than {bytes}");
    }
}

#[test]
fn variables_of_clones_are_their_own() {
    let mut session = limited(variables(100_000));
    session.run("x=$(printf %60000s x)").unwrap();
    let mut clone = session.try_clone().unwrap();
    assert_eq!(clone.run("y=$(printf %60000s x); :").unwrap().limit, Some(Limit::Variables));
    assert_eq!(session.run("z=$(printf %30000s x); :").unwrap().limit, None);
    // A session that has too much may have less.
    assert_eq!(clone.run("z=1; :").unwrap().limit, Some(Limit::Variables));
    assert_eq!(clone.run("unset y z; y=1; :").unwrap().limit, None);
    clone.restore(&session).unwrap();
    assert_eq!(clone.run("y=$(printf %20000s x); :").unwrap().limit, Some(Limit::Variables));
}

#[test]
fn nesting_of_every_kind() {
    for script in [
        "f() { f; }; f",
        "f() { eval f; }; f",
        "f() { (f); }; f",
        "f() { x=$(f); }; f",
        "f() { echo $(echo $(f)); }; f",
        "f() { f | cat; }; f",
        "f() { . /dev/stdin <<<f; }; f",
        "x='eval \"$x\"'; eval \"$x\"",
        "trap f USR1; f() { kill -USR1 $$; f; }; f",
        "f() { if :; then { f; }; fi; }; f; echo never",
        "f() { f & wait; }; f() { command eval f; }; f",
        "f() { [[ $(f) ]]; }; f",
    ] {
        let outcome = reaches(&mut limited(nesting(30)), script, Limit::Nesting);
        assert!(!outcome.stdout.windows(5).any(|word| word == b"never"), "{script}: {outcome:?}");
    }
    for (script, depth) in [
        (":", 0),
        ("f() { :; }; f", 1),
        ("eval :", 1),
        ("(:)", 1),
        ("x=$(:)", 1),
        ("x=$(x=$(:))", 2),
        ("f() { (eval :); }; f", 3),
        ("{ if :; then for i in 1; do :; done; fi; }", 0),
    ] {
        let ends = |most: u32| limited(nesting(most)).run(script).unwrap().limit.is_some();
        assert!(!ends(depth), "{script}: deeper than {depth}");
        assert!(depth == 0 || ends(depth - 1), "{script}: less deep than {depth}");
    }
}

#[test]
fn what_the_host_assigns_runs_where_the_session_is_confined() {
    if forkless_session::landlock() < 6 {
        return;
    }
    let mut policy = Policy::new();
    policy.read("/usr");
    let builder = Session::builder().dialect(Dialect::Ksh).policy(policy);
    let mut session = builder.limits(memory(4 * MEBIBYTE)).build().unwrap();
    session.run("function x.set { read -r line </etc/passwd; n=${n}x; }").unwrap();
    session.set("x", "1").unwrap();
    session.set_array("x", &["1"]).unwrap();
    assert_eq!((session.get("line").unwrap(), session.get("n").unwrap().is_some()), (None, true));
}

#[test]
fn a_policy_and_limits_together() {
    if forkless_session::landlock() < 6 {
        return;
    }
    let mut policy = Policy::new();
    policy.read("/usr").execute("/usr/bin");
    let builder = Session::builder().variable("PATH", "/usr/bin").policy(policy);
    let mut session = builder.limits(memory(4 * MEBIBYTE)).build().unwrap();
    for _ in 0..3 {
        reaches(&mut session, "x=x; while :; do x=$x$x; done", Limit::Memory);
        reaches(&mut session, "x=$(while :; do echo x; done)", Limit::Memory);
    }
    assert!(!matches!(session.set_limits(Limits::default()), Err(Error::MemoryNotCounted)));
}
