//! `command::Command` beside the standard library's, which it replaces: the same calls
//! of both have the same outcome.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Output;

use launch::process::{Limit, Resource};

use crate::util::{is_root, tempdir};

/// Runs the same body with the standard library's `Command` and `Stdio`, and with ours.
macro_rules! both {
    ($body:expr) => {{
        let theirs = {
            #[allow(unused_imports)]
            use std::process::{Command, Stdio};
            $body
        };
        let ours = {
            #[allow(unused_imports)]
            use launch::command::{Command, Stdio};
            $body
        };
        assert_eq!(ours, theirs);
        ours
    }};
}

fn text(output: Output) -> (i32, String, String) {
    let string = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.into_raw(), string(output.stdout), string(output.stderr))
}

#[test]
fn outputs_and_statuses() {
    let script = "echo out; echo err >&2; exit 3";
    let (status, out, err) =
        both!(text(Command::new("sh").arg("-c").arg(script).output().unwrap()));
    assert_eq!((status, &out[..], &err[..]), (3 << 8, "out\n", "err\n"));
    both!(Command::new("sh").args(["-c", "exit 7"]).status().unwrap());
    both!(Command::new("sh").args(["-c", "kill -9 $$"]).status().unwrap().signal());
    both!(text(Command::new("sh").args(["-c", "echo $0"]).arg0("other").output().unwrap()));
    // What nobody has asked to capture goes elsewhere.
    both!(text(Command::new("sh").args(["-c", script]).stderr(Stdio::null()).output().unwrap()));
    // Standard input of a captured command is empty.
    both!(text(Command::new("cat").output().unwrap()));
    both!(text(Command::new("cat").stdin(Stdio::piped()).output().unwrap()));
}

#[test]
fn failures() {
    both!(Command::new("/nonexistent").spawn().map(drop).unwrap_err().kind());
    both!(Command::new("no-such-program").status().unwrap_err().kind());
    both!(Command::new("/etc/passwd").spawn().map(drop).unwrap_err().raw_os_error());
    both!(Command::new("true").current_dir("/nonexistent").status().unwrap_err().raw_os_error());
    both!(Command::new("true").arg("a\0b").output().unwrap_err().kind());
    both!(Command::new("a\0b").output().unwrap_err().to_string());
    both!(Command::new("true").env("NAME", "a\0b").status().unwrap_err().kind());
    both!(Command::new("").status().unwrap_err().kind());
}

#[test]
fn environments() {
    let script = "echo $A-$B-${PATH:+path}-${HOME+home}";
    both!(text(Command::new("sh").args(["-c", script]).env("A", "1").output().unwrap()));
    both!(text(Command::new("/bin/sh").args(["-c", script]).env_clear().output().unwrap()));
    both!(text(
        Command::new("/bin/sh")
            .args(["-c", script])
            .env("A", "gone")
            .env_clear()
            .envs([("B", "2"), ("C", "3")])
            .output()
            .unwrap()
    ));
    both!(text(
        Command::new("sh").args(["-c", script]).env("A", "1").env_remove("A").output().unwrap()
    ));
    both!(text(Command::new("/usr/bin/env").env_clear().env("A", "1").output().unwrap()));
    // The PATH of the child counts.
    let directory = tempdir("command");
    std::fs::write(format!("{directory}/only-here"), "#!/bin/sh\necho found\n").unwrap();
    std::process::Command::new("chmod")
        .args(["+x", "only-here"])
        .current_dir(&directory)
        .status()
        .unwrap();
    both!(text(Command::new("only-here").env("PATH", &directory).output().unwrap()));
    both!(Command::new("sh").env("PATH", &directory).status().unwrap_err().kind());
    both!(text(Command::new("./only-here").current_dir(&directory).output().unwrap()));
    both!(text(Command::new("pwd").current_dir("/usr").env_remove("PWD").output().unwrap()));
}

#[test]
fn streams() {
    let directory = tempdir("command-streams");
    let file = format!("{directory}/file");
    both!({
        let (out, err) = (File::create(&file).unwrap(), File::options().append(true).open(&file));
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2"]);
        let status = command.stdout(out).stderr(err.unwrap()).status().unwrap();
        // Any number of times.
        assert!(command.status().unwrap().success());
        let input = File::open(&file).unwrap();
        let all = Command::new("cat").stdin(input).output().unwrap();
        (status, text(all))
    });
    both!({
        let mut child = Command::new("tr")
            .args(["a-z", "A-Z"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        assert!(child.id() > 0 && child.stderr.is_none());
        child.stdin.take().unwrap().write_all(b"some text").unwrap();
        text(child.wait_with_output().unwrap())
    });
    // One command's output is the next one's input.
    both!({
        let mut first = Command::new("echo").arg("text").stdout(Stdio::piped()).spawn().unwrap();
        let second = Command::new("cat").stdin(first.stdout.take().unwrap()).output().unwrap();
        (first.wait().unwrap(), text(second))
    });
    // More on both outputs than pipes hold.
    let much = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2";
    both!(text(Command::new("sh").args(["-c", much]).output().unwrap()).1.len());
}

#[test]
fn handles() {
    both!({
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        assert!(child.try_wait().unwrap().is_none());
        // Waiting closes the pipe.
        let status = child.wait().unwrap();
        assert_eq!(child.try_wait().unwrap(), Some(status));
        (status, child.kill().is_ok())
    });
    both!({
        let mut child = Command::new("sleep").arg("1000").spawn().unwrap();
        child.kill().unwrap();
        child.wait().unwrap().signal()
    });
    both!({
        let mut child =
            Command::new("cat").stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let mut all = String::new();
        child.stdout.take().unwrap().read_to_string(&mut all).unwrap();
        (all, child.wait().unwrap())
    });
}

/// The signals that a child begins with, its groups, and who it is.
#[test]
fn what_a_child_has() {
    let _dispositions = crate::util::whole_process();
    // But for the two signals that the C library keeps for itself.
    let script = "grep -E '^(SigBlk|Groups|Uid|Gid)' /proc/self/status;
        read -r name bits <<EOF\n$(grep SigIgn /proc/self/status)\nEOF
        echo $((0x$bits & 0x7fffffff))";
    both!(text(Command::new("sh").args(["-c", script]).output().unwrap()));
    both!({
        let mut command = Command::new("sh");
        command.args(["-c", "ps -o pgid= -p $$ | tr -d ' '; echo $$"]).process_group(0);
        let (status, out, _) = text(command.output().unwrap());
        let mut ids = out.lines();
        (status, ids.next() == ids.next())
    });
    if is_root() {
        both!(text(
            Command::new("sh").args(["-c", script]).uid(65534).gid(65534).output().unwrap()
        ));
    }
}

#[test]
fn what_it_is_made_of() {
    both!({
        let mut command = Command::new("sh");
        command.args(["-c", ":"]).env("A", "1").env_remove("B").current_dir("/");
        let arguments: Vec<_> = command.get_args().map(|one| one.to_owned()).collect();
        let variables: Vec<_> = command
            .get_envs()
            .map(|(name, value)| (name.to_owned(), value.map(|value| value.to_owned())))
            .collect();
        let directory = command.get_current_dir().map(|path| path.to_owned());
        (command.get_program().to_owned(), arguments, variables, directory)
    });
    let mut command = launch::command::Command::new("a b");
    assert_eq!(format!("{:?}", command.arg("c\"")), "\"a b\" \"c\\\"\"");
}

/// What the standard library has no method for.
#[test]
fn more_than_that() {
    let mut command = launch::command::Command::new("sh");
    let limit = Limit { soft: Some(19), hard: Some(19) };
    command.args(["-c", "ulimit -n"]).launch_mut().limit(Resource::OpenFiles, limit);
    assert_eq!(text(command.output().unwrap()).1, "19\n");
    let mut child = launch::command::Command::new("sleep").arg("1000").spawn().unwrap();
    assert!(!child.handle().path.to_string().contains("fork"));
    child.handle().kill_tree().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGKILL));
}
