//! Pipes, captures, pipelines.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use launch::process::WaitStatus;
use launch::{CStringArray, Capture, End, Launch, Line, Lines, Output, Pipeline, Step, Streams};

use crate::util::{apart, has_children, open_count, strings};

fn capture(script: &str, how: &Capture<'_>) -> Output {
    let argv = strings(&["sh", "-c", script]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    Launch::new(c"/bin/sh", &argv, &envp).capture(how).unwrap()
}

fn late() -> Option<Instant> {
    Some(Instant::now() + Duration::from_secs(60))
}

#[test]
fn both_outputs_and_the_status() {
    let out = capture("echo out; echo err >&2; exit 3", &Capture::default());
    assert_eq!(out.output, b"out\n");
    assert_eq!(out.error, b"err\n");
    assert_eq!((out.status, out.end), (WaitStatus::Exited(3), End::Finished));
    let merged = Capture { merge: true, ..Default::default() };
    let out = capture("echo out; echo err >&2; echo out", &merged);
    assert_eq!(out.output, b"out\nerr\nout\n");
    assert_eq!(out.error, b"");
    let only = Capture { output_only: true, ..Default::default() };
    let out = capture("echo out; echo hidden 2>/dev/null >&2; kill -TERM $$", &only);
    assert_eq!((&out.output[..], &out.error[..]), (&b"out\n"[..], &b""[..]));
    assert_eq!(out.status, WaitStatus::Signaled { signal: libc::SIGTERM, core: false });
}

#[test]
fn much_in_all_directions_at_once() {
    // Far more than pipes hold, in an order that blocks who takes one at a time.
    let input: Vec<u8> = (0..3_000_000u32).map(|number| number as u8).collect();
    let how = Capture { input: Some(&input), deadline: late(), ..Default::default() };
    let script = "head -c 1000000 /dev/zero >&2; cat; head -c 1000000 /dev/zero >&2";
    let out = capture(script, &how);
    assert_eq!(out.end, End::Finished);
    assert!(out.output == input);
    assert_eq!(out.error.len(), 2_000_000);
}

#[test]
fn input_that_is_not_read() {
    let input = vec![b'x'; 1 << 20];
    let how = Capture { input: Some(&input), deadline: late(), ..Default::default() };
    let before = launch::signal::mask();
    let out = capture("echo done", &how);
    assert_eq!((&out.output[..], out.status), (&b"done\n"[..], WaitStatus::Exited(0)));
    assert_eq!(launch::signal::mask(), before);
    // The input closed early by a program that goes on.
    let out = capture("exec <&-; echo more; echo err >&2", &how);
    assert_eq!((&out.output[..], &out.error[..]), (&b"more\n"[..], &b"err\n"[..]));
    let none = Capture { input: Some(b""), ..how };
    assert_eq!(capture("cat; echo end", &none).output, b"end\n");
}

/// With SIGPIPE at its default, as C programs have it, writing kills nobody.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn no_broken_pipe_inner() {
    launch::signal::default(libc::SIGPIPE).unwrap();
    input_that_is_not_read();
    assert_eq!(
        launch::signal::disposition(libc::SIGPIPE).unwrap(),
        launch::signal::Disposition::Default
    );
}

#[test]
fn no_broken_pipe() {
    apart("capture::no_broken_pipe_inner");
}

#[test]
fn deadlines_kill_the_tree() {
    // The grandchild holds the pipe: only its death ends the reading.
    let soon = Some(Instant::now() + Duration::from_millis(50));
    let how = Capture { deadline: soon, ..Default::default() };
    let out = capture("echo begun; sleep 1000 & sleep 1000", &how);
    assert_eq!(out.end, End::Deadline);
    assert_eq!(out.output, b"begun\n");
    assert_eq!(out.status, WaitStatus::Signaled { signal: libc::SIGKILL, core: false });
    // A program that closes its outputs and stays.
    let soon = Some(Instant::now() + Duration::from_millis(50));
    let how = Capture { deadline: soon, ..Default::default() };
    let out = capture("exec >&- 2>&-; sleep 1000", &how);
    assert_eq!(out.end, End::Deadline);
    let how = Capture { deadline: late(), ..Default::default() };
    assert_eq!(capture("exec >&- 2>&-; exit 4", &how).status, WaitStatus::Exited(4));
}

#[test]
fn limits_end_it() {
    let how = Capture { limit: Some(1000), deadline: late(), ..Default::default() };
    let out = capture("yes", &how);
    assert_eq!((out.end, out.output.len()), (End::Limit, 1000));
    assert_eq!(out.output, "y\n".repeat(500).as_bytes());
    let out = capture("head -c 1000 /dev/zero; head -c 1000 /dev/zero >&2", &how);
    assert_eq!((out.end, out.output.len(), out.error.len()), (End::Finished, 1000, 1000));
    let out = capture("head -c 1001 /dev/zero >&2", &how);
    assert_eq!((out.end, out.error.len()), (End::Limit, 1000));
}

/// Output that does not fit in memory.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn too_much_inner() {
    // SAFETY: takes a valid structure.
    unsafe {
        let most = 512 << 20;
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        assert_eq!(libc::setrlimit(libc::RLIMIT_AS, &limit), 0);
    }
    let (argv, envp) = (strings(&["cat", "/dev/zero"]), CStringArray::new());
    let how = Capture { deadline: late(), ..Default::default() };
    for group in [false, true] {
        let mut launch = Launch::new(c"/bin/cat", &argv, &envp);
        if group {
            launch.process_group(0);
        }
        let error = launch.capture(&how).unwrap_err();
        assert_eq!((error.step, error.errno), (Step::Communicate, libc::ENOMEM));
        assert!(!has_children());
    }
}

#[test]
fn too_much() {
    apart("capture::too_much_inner");
}

/// Pipes with high numbers, in a process with much open.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn high_numbers_inner() {
    let _open: Vec<_> = (0..200).map(|_| std::fs::File::open("/dev/null").unwrap()).collect();
    let argv = strings(&["sh", "-c", "cat; echo err >&2; ls -v /proc/$$/fd; :"]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch.close_others(true);
    let how = Capture { input: Some(b"in\n"), deadline: late(), ..Default::default() };
    for _ in 0..3 {
        let out = launch.capture(&how).unwrap();
        assert_eq!(out.output, b"in\n0\n1\n2\n");
        assert_eq!(out.error, b"err\n");
        assert_eq!((out.status, out.end), (WaitStatus::Exited(0), End::Finished));
    }
    // Among low numbers that the plan wants.
    launch.descriptor(3, 0).descriptor(4, 1).descriptor(5, 3).descriptor(7, 4);
    let out = launch.capture(&how).unwrap();
    assert_eq!(out.output, b"in\n0\n1\n2\n3\n4\n5\n7\n");
    // Nothing has to be told apart in the parent's table afterwards.
    launch.descriptor(9, 4321);
    let error = launch.capture(&how).unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Descriptor, libc::EBADF));
}

#[test]
fn high_numbers() {
    apart("capture::high_numbers_inner");
}

#[test]
fn a_failed_launch_is_told() {
    let (argv, envp) = (strings(&["x"]), CStringArray::new());
    let launch = Launch::new(c"/nonexistent", &argv, &envp);
    let error = launch.capture(&Capture::default()).unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Exec, libc::ENOENT));
}

#[test]
fn both_directions() {
    let argv =
        strings(&["sh", "-c", "while read -r line; do echo \"<$line>\"; done; echo err >&2"]);
    let envp = CStringArray::new();
    let streams = Streams { input: true, output: true, error: true, ..Default::default() };
    let mut piped = Launch::new(c"/bin/sh", &argv, &envp).start_piped(streams).unwrap();
    let mut input = piped.input.take().unwrap();
    let mut lines = Lines::new(piped.output.take().unwrap());
    let now = || Some(Instant::now());
    assert_eq!(lines.next_line(now()).unwrap(), Line::TimedOut);
    for number in 0..100 {
        writeln!(input, "{number}").unwrap();
        let expected = format!("<{number}>\n");
        assert_eq!(lines.next_line(late()).unwrap(), Line::Line(expected.as_bytes()));
    }
    drop(input);
    assert_eq!(lines.next_line(None).unwrap(), Line::End);
    assert_eq!(lines.next_line(None).unwrap(), Line::End);
    let mut text = String::new();
    piped.error.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "err\n");
    assert_eq!(piped.child.wait().unwrap(), WaitStatus::Exited(0));
}

#[test]
fn lines_of_any_length() {
    let long = "x".repeat(100_000);
    let script = format!("printf '\\n{long}\\nlast'");
    let argv = strings(&["sh", "-c", &script]);
    let envp = CStringArray::new();
    let streams = Streams { output: true, ..Default::default() };
    let mut piped = Launch::new(c"/bin/sh", &argv, &envp).start_piped(streams).unwrap();
    let mut lines = Lines::new(piped.output.take().unwrap());
    assert_eq!(lines.next_line(None).unwrap(), Line::Line(b"\n"));
    assert_eq!(lines.next_line(late()).unwrap(), Line::Line(format!("{long}\n").as_bytes()));
    assert_eq!(lines.next_line(None).unwrap(), Line::Line(b"last"));
    assert_eq!(lines.next_line(None).unwrap(), Line::End);
    piped.child.wait().unwrap();
}

#[test]
fn pipelines() {
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let scripts = ["cat; echo one >&2", "tr a-z A-Z; echo two >&2", "rev; echo three >&2; exit 5"];
    let argvs: Vec<CStringArray> =
        scripts.iter().map(|script| strings(&["sh", "-c", script])).collect();
    let mut pipeline = Pipeline::new();
    for argv in &argvs {
        pipeline.stage(Launch::new(c"/bin/sh", argv, &envp));
    }
    let input = "abc\n".repeat(100_000);
    for group in [false, true] {
        pipeline.process_group(group);
        let how = Capture { input: Some(input.as_bytes()), deadline: late(), ..Default::default() };
        let out = pipeline.capture(&how).unwrap();
        assert!(out.output == "CBA\n".repeat(100_000).as_bytes());
        let text = String::from_utf8(out.error).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert_eq!(out.status, WaitStatus::Exited(5));
    }
    // The writer ends when nobody reads any more.
    let (yes, head) = (strings(&["yes"]), strings(&["head", "-n", "2"]));
    let mut pipeline = Pipeline::new();
    pipeline.stage(Launch::new(c"/usr/bin/yes", &yes, &envp));
    pipeline.stage(Launch::new(c"/usr/bin/head", &head, &envp));
    let out = pipeline.capture(&Capture { deadline: late(), ..Default::default() }).unwrap();
    assert_eq!((&out.output[..], out.end), (&b"y\ny\n"[..], End::Finished));
}

/// A pipeline with a program that is not there leaves nothing.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn broken_pipeline_inner() {
    let envp = CStringArray::new();
    let (sleep, x) = (strings(&["sleep", "1000"]), strings(&["x"]));
    let mut pipeline = Pipeline::new();
    pipeline.stage(Launch::new(c"/bin/sleep", &sleep, &envp));
    pipeline.stage(Launch::new(c"/nonexistent", &x, &envp));
    pipeline.stage(Launch::new(c"/bin/sleep", &sleep, &envp));
    let before = open_count();
    for _ in 0..3 {
        let error = pipeline.start().unwrap_err();
        assert_eq!((error.step, error.errno), (Step::Exec, libc::ENOENT));
        let error = pipeline.capture(&Capture::default()).unwrap_err();
        assert_eq!((error.step, error.errno), (Step::Exec, libc::ENOENT));
    }
    assert_eq!(open_count(), before);
    assert!(!has_children());
    assert!(Pipeline::new().start().unwrap().is_empty());
}

#[test]
fn broken_pipeline() {
    apart("capture::broken_pipeline_inner");
}
