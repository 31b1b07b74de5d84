//! File systems in memory: what a session does with their paths, and who else sees them.

#![allow(clippy::disallowed_macros)]

use forkless_session::{Dialect, Error, Policy, Session};
use rustix::thread::CapabilitySet;

/// Calls with what may be there: a mount of its own, and on a thread that may make none, a directory in /dev/shm.
fn with_each_kind(test: fn()) {
    let makes_mounts =
        rustix::thread::capabilities(None).unwrap().effective.contains(CapabilitySet::SYS_ADMIN);
    let shared = rustix::fs::access("/dev/shm", rustix::fs::Access::WRITE_OK).is_ok();
    if makes_mounts || shared {
        test();
    }
    if !shared {
        println!("skipped: nothing can be made in /dev/shm");
        return;
    }
    let limited = std::thread::spawn(move || {
        let mut sets = rustix::thread::capabilities(None).unwrap();
        sets.effective.remove(CapabilitySet::SYS_ADMIN);
        sets.permitted.remove(CapabilitySet::SYS_ADMIN);
        rustix::thread::set_capabilities(None, sets).unwrap();
        test();
    });
    if let Err(panic) = limited.join() {
        std::panic::resume_unwind(panic);
    }
}

fn session() -> Session {
    Session::builder().memory("/scratch", Some(8 << 20)).build().unwrap()
}

/// Standard output, then standard error, then the status.
fn run(session: &mut Session, script: &str) -> String {
    let outcome = session.run(script).unwrap();
    let text = [&outcome.stdout[..], &outcome.stderr].concat();
    format!("{}{}", String::from_utf8_lossy(&text), outcome.status)
}

#[test]
fn files_are_made_and_found() {
    with_each_kind(|| {
        let mut session = session();
        let script = "mkdir -p /scratch/a/b; echo one >/scratch/a/f; printf 'b\\na\\n' >>/scratch/a/f; \
                      cat /scratch/a/f | sort; [ -d /scratch/a/b ] && [ -s /scratch/a/f ] && echo there; \
                      ls -R /scratch; echo /scratch/*/*; wc -l </scratch/a/f";
        let expected = "a\nb\none\nthere\n/scratch:\na\n\n/scratch/a:\nb\nf\n\n/scratch/a/b:\n\
                        /scratch/a/b /scratch/a/f\n3\n0";
        assert_eq!(run(&mut session, script), expected);
        assert!(std::fs::metadata("/scratch").is_err());
    });
}

#[test]
fn utilities_change_them() {
    with_each_kind(|| {
        let mut session = session();
        let script = "cd /scratch; mkdir d; echo x >d/x; cp -a d e; mv e/x e/y; ln e/y h; ln -s e/y s; ln -s /scratch/h t; \
                      chmod 600 h; touch -d @5 h; stat -c '%a %h %Y' h; cat s t; readlink t; sed -i s/x/z/ h; cat h e/y; \
                      find . -type f | sort; rm -r d e; find . | sort; cat s; du -s nowhere";
        let expected = "600 2 5\nx\nx\n/scratch/h\nz\nx\n./d/x\n./e/y\n./h\n.\n./h\n./s\n./t\n\
                        cat: s: No such file or directory\n\
                        du: cannot access 'nowhere': No such file or directory\n1";
        assert_eq!(run(&mut session, script), expected);
    });
}

#[test]
fn the_working_directory_may_be_there() {
    with_each_kind(|| {
        let mut session = session();
        let script = "mkdir -p /scratch/a/b /scratch/c; cd /scratch/a/b; pwd; pwd -P; /bin/pwd; echo 1 >f; cd ..; pwd; cat b/f; \
                      (cd ../c; pwd); cd ..; pwd; cd ..; pwd; cat scratch/a/b/f; cd scratch/a/../c/; pwd; realpath ../a/b/f; \
                      cat ../../scratch/a/b/f ../../etc/passwd >/dev/null; echo $?; cd -; echo scratch/*/b/f";
        // A directory does not list what is found in it: the pattern stays.
        let expected = "/scratch/a/b\n/scratch/a/b\n/scratch/a/b\n/scratch/a\n1\n/scratch/c\n/scratch\n/\n1\n\
                        /scratch/c\n/scratch/a/b/f\n0\n/\nscratch/a/b/f\n0";
        assert_eq!(run(&mut session, script), expected);
        let directory = Session::builder().memory("/m", None).directory("/m").build();
        assert_eq!(run(&mut directory.unwrap(), "pwd; echo x >y; echo *"), "/m\ny\n0");
    });
}

#[test]
fn links_lead_out_and_dots_do() {
    with_each_kind(|| {
        let mut session = session();
        let script = "cd /scratch; ln -s /etc/passwd p; ln -s ../etc q; ln -s loop loop; ln -s nowhere n; \
                      head -c 5 p; echo; [ -d q ] && ls -d q/passwd; cat loop; echo new >n; cat nowhere; \
                      head -c 5 /scratch/../etc/passwd; echo; cat f/../n; echo x >f; cat f/../n; ls -d /scratch/. /scratch/";
        let expected = "root:\nq/passwd\nnew\nroot:\n/scratch/\n/scratch/.\n\
                        cat: loop: Too many levels of symbolic links\n\
                        cat: f/../n: No such file or directory\ncat: f/../n: Not a directory\n0";
        assert_eq!(run(&mut session, script), expected);
    });
}

#[test]
fn the_top_stays() {
    with_each_kind(|| {
        let mut session = session();
        let script = "mkdir /scratch; rmdir /scratch; mv /scratch /tmp/elsewhere; rm -rf /scratch/x; echo x >/scratch; \
                      [ -d /scratch ] && echo there";
        let outcome = session.run(script).unwrap();
        assert_eq!(outcome.stdout, b"there\n");
        let errors = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(errors.lines().count(), 4, "{errors}");
    });
}

#[test]
fn programs_do_not_see_it() {
    with_each_kind(|| {
        let mut session = session();
        let said = "is in memory, where no program sees it\n";
        let launched = |session: &mut Session, script: &str| run(session, script);
        session
            .run("echo '#!/bin/sh' >/scratch/s; chmod +x /scratch/s; echo text >/scratch/t")
            .unwrap();
        for (script, name) in [
            ("perl /scratch/s", "perl"),
            ("perl -I/scratch -e 1", "perl"),
            ("tar --directory=/scratch/ -c .", "tar"),
            ("echo /scratch/t | xargs perl -e 1", "perl"),
        ] {
            let output = launched(&mut session, script);
            assert!(output.contains(&format!("{name}: /scratch {said}")), "{script}: {output}");
            // Of a command that does not succeed xargs says 123.
            let status = if script.contains("xargs") { "123" } else { "126" };
            assert!(output.ends_with(status), "{script}: {output}");
        }
        for script in ["/scratch/s", "cd /scratch; ./s", "cd /scratch; PATH=.:$PATH; s"] {
            let output = session.try_clone().unwrap().run(script).unwrap();
            assert!(output.stderr.ends_with(said.as_bytes()), "{script}: {output:?}");
            assert_eq!(output.status, 126, "{script}");
        }
        let output = launched(&mut session, "cd /scratch; perl -v");
        assert_eq!(output, format!("forkless: line 1: perl: /scratch {said}126"));
        // What is open is passed on.
        let program = "perl -ne 'print uc'";
        let output = launched(
            &mut session,
            &format!("cd /; {program} </scratch/t >/scratch/u; cat /scratch/u"),
        );
        assert_eq!(output, "TEXT\n0");
        // Others' names are not the mount's.
        assert_eq!(
            launched(&mut session, "perl -e 'print @ARGV' /scratchy /a/scratch"),
            "/scratchy/a/scratch0"
        );
        assert!(launched(&mut session, "{ echo a; echo b; } &").contains("no process of its own"));
    });
}

#[test]
fn clones_share_it_and_others_do_not() {
    with_each_kind(|| {
        let mut first = session();
        let mut clone = first.try_clone().unwrap();
        first.run("echo shared >/scratch/f").unwrap();
        assert_eq!(run(&mut clone, "cat /scratch/f"), "shared\n0");
        drop(first);
        assert_eq!(run(&mut clone, "cat /scratch/f"), "shared\n0");
        let output = run(&mut session(), "cat /scratch/f");
        assert_eq!(output, "cat: /scratch/f: No such file or directory\n1");
        let mut none = Session::builder().build().unwrap();
        assert_eq!(
            run(&mut none, "ls -d /scratch"),
            "ls: cannot access '/scratch': No such file or directory\n2"
        );
    });
}

#[test]
fn two_may_be_there_and_one_in_the_other() {
    with_each_kind(|| {
        let builder = Session::builder().memory("/one", None).memory("/one/two", None);
        let mut session = builder.build().unwrap();
        let script = "echo a >/one/a; echo b >/one/two/b; cat /one/a /one/two/b; mv /one/a /one/two/c; \
                      ls /one/two; cd /one/two; cat ../two/b";
        let expected = "a\nb\nb\nc\nb\n0";
        assert_eq!(run(&mut session, script), expected);
    });
}

#[test]
fn a_size_is_held() {
    let sets = rustix::thread::capabilities(None).unwrap();
    if !sets.effective.contains(CapabilitySet::SYS_ADMIN) {
        println!("skipped: without privileges the size is that of /dev/shm");
        return;
    }
    let mut session = Session::builder().memory("/m", Some(64 << 10)).build().unwrap();
    let output = run(&mut session, "head -c 1000000 /dev/zero >/m/f");
    assert_eq!(output, "head: error writing 'standard output': No space left on device\n1");
}

#[test]
fn what_is_no_path_is_refused() {
    for path in ["", "/", "relative", "/..", "//"] {
        let error = Session::builder().memory(path, None).build().unwrap_err();
        assert!(matches!(error, Error::System(_)), "{path}: {error}");
    }
    assert!(matches!(Session::builder().memory("/a\0b", None).build(), Err(Error::Nul)));
    let mut session = Session::builder().memory("//a/./b/../c/", None).build().unwrap();
    assert_eq!(run(&mut session, "cd /a/c; echo x >f; ls /a/c"), "f\n0");
}

#[test]
fn a_confined_session_has_it() {
    if forkless_session::landlock() == 0 {
        println!("skipped: this kernel has no Landlock");
        return;
    }
    with_each_kind(|| {
        let mut policy = Policy::new();
        policy.read("/usr").read("/lib").allow_weaker(true);
        let builder = Session::builder().dialect(Dialect::Bash).policy(policy);
        let mut session = builder.memory("/scratch", None).build().unwrap();
        let script = "echo a >/scratch/f; mkdir /scratch/d; mv /scratch/f /scratch/d; cat /scratch/d/f; cat /etc/passwd";
        assert_eq!(run(&mut session, script), "a\ncat: /etc/passwd: Permission denied\n1");
    });
}
