//! The program as its user meets it: messages, statuses, files. No test looks at a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of a test's own.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("forkbench-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What it says. Nothing on standard output is wider than 100 columns.
fn forkbench(arguments: &[&str]) -> Output {
    let output =
        Command::new(env!("CARGO_BIN_EXE_forkbench")).args(arguments).output().expect("it runs");
    for line in text(&output.stdout).lines() {
        assert!(line.chars().count() <= 100, "{arguments:?}: {line}");
    }
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The status, and that what it says names this.
fn complains(arguments: &[&str], word: &str) {
    let output = forkbench(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.contains(word), "{arguments:?}: {error}");
}

#[test]
fn manual_page_and_completions_have_every_option() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| fs::read_to_string(root.join(name)).expect(name);
    let page = read("docs/man/forkbench.1").replace("\\-", "-");
    let completions = ["bash", "zsh", "fish"]
        .map(|shell| format!("completions/forkbench.{shell}"))
        .map(|name| (read(&name), name));
    let tasks = [
        "launch",
        "parallel",
        "memory",
        "linking",
        "shells",
        "script",
        "unixbench",
        "pipelines",
        "all",
        "compare",
        "report",
    ];
    let mut seen = 0;
    for task in tasks {
        let help = text(&forkbench(&[task, "--help"]).stdout);
        for option in help.split_whitespace().filter_map(|word| word.strip_prefix("--")) {
            let option = option.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            if option.is_empty() {
                continue;
            }
            seen += 1;
            assert!(page.contains(&format!("--{option}")), "forkbench(1): {task} --{option}");
            for (text, name) in &completions {
                assert!(text.contains(option), "{name}: {task} --{option}");
            }
        }
    }
    assert!(seen > 50, "only {seen} options");
}

#[test]
fn help_and_version() {
    let help = forkbench(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    for word in ["launch", "memory", "linking", "shells", "script", "compare", "--quick"] {
        assert!(text(&help.stdout).contains(word), "{word}");
    }
    assert!(!text(&help.stdout).contains("serve"));
    assert_eq!(forkbench(&["--version"]).status.code(), Some(0));
}

#[test]
fn bad_command_lines() {
    complains(&["lunch"], "launch");
    complains(&[], "Usage");
    complains(&["memory", "--sizes", "lots"], "lots");
    complains(&["launch", "--parent", "500T"], "available");
    complains(&["script", "/nonexistent/script", "--", "sh"], "/nonexistent/script");
    complains(&["script", "/", "--", "sh"], "directory");
    complains(&["shells", "sh", "--shbench", "/nonexistent/dir"], "/nonexistent/dir");
    complains(&["launch", "--popen-noshell", "/nonexistent/lib.a"], "/nonexistent/lib.a");
}

#[test]
fn what_cannot_be_written_is_said_first() {
    for option in ["--json", "--csv", "--markdown", "--html"] {
        complains(&["launch", option, "/nonexistent/dir/file"], "/nonexistent/dir/file");
    }
    complains(&["launch", "--svg", "/dev/null/dir"], "/dev/null/dir");
}

#[test]
fn files_that_are_no_results() {
    let scratch = Scratch::new("results");
    let junk = scratch.file("junk.json", "{}");
    complains(&["report", &junk], "no result of forkbench");
    complains(&["compare", &junk, &junk], "junk.json");
    complains(&["report", "/nonexistent.json"], "/nonexistent.json");
}

/// UnixBench's tests, by two shells and one that is missing; the scores are those of the times.
#[test]
fn unixbench() {
    let output = forkbench(&["unixbench", "--time", "1", "/bin/sh", "bash", "no-such-shell"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    for word in ["shell1", "shell8, lpm", "shell8, index", "execl", "spawn", "no-such-shell"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

/// Launchers at the same time; asked for more than there is room for, it says so.
#[test]
fn parallel() {
    let output = forkbench(&["parallel", "--time", "1", "--launchers", "1,3", "--parent", "1M"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    // Times and rates, by threads and by processes; a table may be in two parts.
    assert!(shown.matches("\n3 ").count() >= 4, "{shown}");
    complains(&["parallel", "--launchers", "0"], "0");
}

/// A program of the user's that launches is a row; one that does not answer has failed.
#[test]
fn own_programs() {
    let scratch = Scratch::new("own");
    let launcher = "#!/bin/sh
now() { date +%s%N; }
while read -r order one two _; do
    case $order in
    ways) echo way plain ;;
    program) program=$one ;;
    memory) ;;
    run)
        \"$program\" >/dev/null
        while [ \"$two\" -gt 0 ]; do
            begin=$(now) && \"$program\" >/dev/null && end=$(now) && echo \"$begin $end 0 $end\"
            two=$((two - 1))
        done
        echo cpu none
        continue
        ;;
    *) echo error not understood; continue ;;
    esac
    echo done
done
";
    let own = scratch.file("mine", launcher);
    let mute = scratch.file("mute", "#!/bin/sh\nexit 3\n");
    for file in [&own, &mute] {
        Command::new("chmod").args(["+x", file]).status().expect("chmod");
    }
    let fine = forkbench(&["launch", "--time", "1", "--own", &own]);
    let shown = text(&fine.stdout);
    assert_eq!(fine.status.code(), Some(0), "{shown}{}", text(&fine.stderr));
    let row = shown.lines().find(|line| line.starts_with("mine, plain")).expect("a row");
    assert!(row.contains(" ms "), "{row}");
    for language in ["Node spawn", "Go os/exec", "Java ProcessBuilder"] {
        assert!(shown.contains(language) || shown.contains("no "), "{language}: {shown}");
    }
    let failed = forkbench(&["launch", "--time", "1", "--own", &mute]);
    assert_eq!(failed.status.code(), Some(1), "{}", text(&failed.stdout));
    complains(&["launch", "--own", "/nonexistent/launcher"], "/nonexistent/launcher");
}

/// A script that all shells agree on, with every output.
#[test]
fn a_script_and_all_its_outputs() {
    let scratch = Scratch::new("script");
    let script = scratch.file("hello.sh", "x=$(echo hello); echo \"$x\"\n");
    let files = ["a.json", "a.csv", "a.md", "a.html"].map(|name| scratch.path(name));
    let svg = scratch.path("charts");
    let mut arguments = vec!["script", &script, "--time", "1"];
    for (option, file) in ["--json", "--csv", "--markdown", "--html"].iter().zip(&files) {
        arguments.extend([option, file.as_str()]);
    }
    arguments.extend(["--svg", &svg, "--", "/bin/sh", "no-such-shell"]);
    let output = forkbench(&arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("no-such-shell is not there"), "{shown}");
    assert!(shown.contains("kernel"), "{shown}");
    for file in &files {
        assert!(fs::metadata(file).is_ok_and(|file| file.len() > 100), "{file}");
    }
    assert!(Path::new(&svg).join("script.svg").is_file());

    // What was kept can be shown again and is as itself.
    let again = forkbench(&["report", &files[0]]);
    assert_eq!(text(&again.stdout), shown);
    let same = forkbench(&["compare", &files[0], &files[0]]);
    assert_eq!(same.status.code(), Some(0));
    assert!(text(&same.stdout).contains("0 worse"), "{}", text(&same.stdout));

    // Ten times as long is worse, and the status says so.
    let kept = fs::read_to_string(&files[0]).expect("the result");
    let mut value: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    let rounds = &mut value["sections"][0]["cells"][0]["outcome"]["samples"];
    for sample in rounds.as_array_mut().into_iter().flatten() {
        for number in sample.as_array_mut().into_iter().flatten() {
            *number = (number.as_f64().unwrap_or(0.0) * 10.0).into();
        }
    }
    let slower = scratch.file("slower.json", &value.to_string());
    let worse = forkbench(&["compare", &files[0], &slower]);
    assert_eq!(worse.status.code(), Some(1));
    assert!(text(&worse.stdout).contains("WORSE"), "{}", text(&worse.stdout));
}

/// A script that looks for its shell in /proc, and one that fails in the same way under all shells: their
/// processes are counted.
#[test]
fn processes_are_those_of_a_run_like_the_others() {
    let scratch = Scratch::new("counted");
    let looks = "shell=$(readlink /proc/$$/exe) && /bin/true && /bin/true && test -n \"$shell\"\n";
    for (name, script, least) in
        [("looks.sh", looks, 3.0), ("fails.sh", "/bin/true; exit 3\n", 1.0)]
    {
        let script = scratch.file(name, script);
        let json = scratch.path("counted.json");
        let output =
            forkbench(&["script", &script, "--time", "1", "--json", &json, "--", "/bin/sh"]);
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shown}");
        let counts = samples(&kept(&json), "sh", "processes");
        assert!(counts.iter().all(|count| *count >= least) && !counts.is_empty(), "{shown}");
    }
}

#[test]
fn a_shell_that_says_something_else_is_not_timed() {
    let scratch = Scratch::new("other");
    let script = scratch.file("zero.sh", "echo \"$0\" >/dev/null; echo \"${OTHER:-same}\"\n");
    let other = scratch.file("other", "#!/bin/sh\nOTHER=different exec /bin/sh \"$@\"\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&other, mode).expect("a mode");
    let output = forkbench(&["script", &script, "--time", "1", "--", "/bin/sh", &other]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("line 1: \"different\", not \"same\""), "{shown}");
}

#[test]
fn a_shell_that_crashes_leaves_the_others() {
    let scratch = Scratch::new("crash");
    let bad = scratch.file("bad", "#!/bin/sh\nkill -SEGV $$\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&bad, mode).expect("a mode");
    let script = scratch.file("a.sh", "echo a\n");
    let output = forkbench(&["script", &script, "--time", "1", "--", "/bin/sh", &bad]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("SIGSEGV") && shown.contains("ref"), "{shown}");
}

#[test]
fn without_a_compiler_it_is_said_by_name() {
    let scratch = Scratch::new("bare");
    let output = Command::new(env!("CARGO_BIN_EXE_forkbench"))
        .args(["linking", "--time", "1"])
        .env("PATH", &scratch.0)
        .env_remove("CC")
        .output()
        .expect("it runs");
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    for word in ["no C compiler (cc, gcc, clang)", "no musl-gcc", "no diet (dietlibc)"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

/// ^C: the status is 130, and what is there is shown.
#[test]
fn an_interrupted_run_shows_what_there_is() {
    let scratch = Scratch::new("interrupt");
    let script = scratch.file("a.sh", "sleep 0.1; echo a\n");
    let json = scratch.path("a.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_forkbench"))
        .args(["script", &script, "--time", "1000", "--json", &json, "--", "/bin/sh"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_secs(4));
    // By the shell's builtin: a bare system has no program of that name.
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("/bin/sh").args(["-c", &kill]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let mut shown = String::new();
    if let Some(mut output) = child.stdout.take() {
        std::io::Read::read_to_string(&mut output, &mut shown).expect("text");
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{shown}");
    assert!(shown.contains("Interrupted") && shown.contains("under several shells"), "{shown}");
    assert!(fs::read_to_string(json).is_ok_and(|text| text.contains("\"interrupted\":true")));
}

/// Whether there is a C compiler to build launchers with; says so if not.
#[allow(clippy::disallowed_macros, reason = "a test says by name that it is skipped")]
fn has_compiler(test: &str) -> bool {
    let found = ["cc", "gcc", "clang"]
        .iter()
        .any(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()));
    if !found {
        eprintln!("skipped {test}: no C compiler (cc, gcc, clang)");
    }
    found
}

/// The samples of a cell of a kept result, all rounds together.
fn samples(result: &serde_json::Value, row: &str, column: &str) -> Vec<f64> {
    let place = |section: &serde_json::Value, list: &str, name: &str| {
        section[list].as_array()?.iter().position(|one| one["name"] == name)
    };
    for section in result["sections"].as_array().into_iter().flatten() {
        let (Some(row), Some(column)) =
            (place(section, "rows", row), place(section, "columns", column))
        else {
            continue;
        };
        let columns = section["columns"].as_array().map_or(0, Vec::len);
        let rounds = &section["cells"][row * columns + column]["outcome"]["samples"];
        let rounds = rounds.as_array().into_iter().flatten();
        return rounds
            .flat_map(|r| r.as_array().into_iter().flatten())
            .filter_map(|n| n.as_f64())
            .collect();
    }
    Vec::new()
}

fn kept(path: &str) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a result")).expect("JSON")
}

#[test]
fn ways_to_launch_have_three_times() {
    if !has_compiler("ways_to_launch_have_three_times") {
        return;
    }
    let scratch = Scratch::new("launch");
    let json = scratch.path("a.json");
    let output = forkbench(&["launch", "--parent", "4M", "--time", "1", "--json", &json]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("no popen_noshell library (--popen-noshell)"), "{shown}");
    let result = kept(&json);
    for way in [
        "vfork, exec",
        "clone3 (memory shared), exec",
        "posix_spawn",
        "fork, exec",
        "popen",
        "system",
        "forkless, Rust",
        "forkless, Rust, non-blocking",
        "Rust std::process",
        "Rust std::process, uid",
        "Rust std::process, with a pipe",
    ] {
        let times =
            ["returns", "first instruction", "reaped"].map(|column| samples(&result, way, column));
        assert!(times.iter().all(|list| !list.is_empty()), "{way}: {shown}");
        for ((returned, first), reaped) in times[0].iter().zip(&times[1]).zip(&times[2]) {
            assert!(0.0 < *first && first < reaped && returned <= reaped, "{way}: {times:?}");
        }
        assert!(samples(&result, way, "CPU").iter().all(|time| *time > 0.0), "{way}");
    }
    assert!(shown.contains("no aspawn (--aspawn)"), "{shown}");
    let python = Command::new("python3").arg("--version").output();
    if python.is_ok_and(|output| output.status.success()) {
        for way in ["Python subprocess", "Python subprocess, with a pipe"] {
            assert!(!samples(&result, way, "first instruction").is_empty(), "{way}: {shown}");
        }
    }
    // Another reference, without measuring again.
    let again = forkbench(&["report", &json, "--reference", "posix_spawn"]);
    assert!(text(&again.stdout).contains("against posix_spawn"));
    let unknown = forkbench(&["report", &json, "--reference", "nothing"]);
    assert!(text(&unknown.stderr).contains("--reference nothing"), "{}", text(&unknown.stderr));
}

#[test]
fn flavours_are_linked_and_looped() {
    if !has_compiler("flavours_are_linked_and_looped") {
        return;
    }
    let scratch = Scratch::new("linking");
    let json = scratch.path("a.json");
    let output = forkbench(&["linking", "--time", "1", "--json", &json]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    for column in ["fork, exit, wait", "fork, print, SIGCHLD", "vfork, exec, exit"] {
        assert!(!samples(&kept(&json), "glibc, dynamic", column).is_empty(), "{shown}");
    }
}

#[test]
fn more_memory_than_there_is_costs_its_row_only() {
    if !has_compiler("more_memory_than_there_is_costs_its_row_only") {
        return;
    }
    let scratch = Scratch::new("memory");
    let json = scratch.path("a.json");
    let output =
        forkbench(&["memory", "--quick", "--time", "1", "--sizes", "4M,900T", "--json", &json]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("900 TiB is more than may be taken"), "{shown}");
    assert!(!samples(&kept(&json), "4 MiB", "fork").is_empty(), "{shown}");
}

/// A shell that hangs is given up; the others' figures stay.
#[test]
fn a_shell_that_hangs_leaves_the_others() {
    let scratch = Scratch::new("hang");
    let bad = scratch.file("bad", "#!/bin/sh\nsleep 1000\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&bad, mode).expect("a mode");
    let json = scratch.path("a.json");
    let arguments =
        ["shells", "--quick", "--time", "1", "--limit", "1", "--json", &json, "sh", &bad];
    let output = forkbench(&arguments);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("no answer within the time limit"), "{shown}");
    assert!(shown.contains("it hung before, and was not tried"), "{shown}");
    assert!(!samples(&kept(&json), "x=$(echo hi)", "sh").is_empty(), "{shown}");

    let script = scratch.file("a.sh", "echo a\n");
    let output = forkbench(&["script", &script, "--time", "1", "--limit", "1", "--", "sh", &bad]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("no answer within the time limit"), "{shown}");
}
