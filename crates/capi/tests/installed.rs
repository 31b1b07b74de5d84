//! The library as `make build` leaves it and `make install` installs it: its size,
//! what it exports, and programs built against it as users build theirs. Without
//! `dist/lib` (`$DIST/lib`) there is nothing to be tested.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A file of what `make build` leaves: in `$DIST`, else in `dist`.
fn dist(file: &str) -> PathBuf {
    let directory = std::env::var_os("DIST").unwrap_or("dist".into());
    root().join(directory).join(file)
}

/// Whether the library has been built and there is `tool`.
fn ready(tool: &str) -> bool {
    let built = dist("lib/libforkless.so").exists();
    let there = Command::new(tool).arg("--version").output().is_ok();
    if !built || !there {
        eprintln!("skipped: no {}", if built { tool } else { "dist/lib" });
    }
    built && there
}

fn make(target: &str, place: &Path) {
    let output = Command::new("make")
        .current_dir(root())
        .args(["-s", target, "PREFIX=/opt/x"])
        .arg(format!("DESTDIR={}", place.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Functions that the headers declare.
fn declared() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for header in ["forkless.h", "popen_noshell.h"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include").join(header);
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("/*").map(|part| part.split_once("*/").map_or(part, |both| both.1));
        for part in code {
            for (at, _) in part.match_indices('(') {
                let name = part[..at].rsplit(|c: char| c != '_' && !c.is_ascii_alphanumeric());
                let name = name.into_iter().next().unwrap_or_default();
                if ["fl_", "popen_noshell", "pclose_noshell"]
                    .iter()
                    .any(|start| name.starts_with(start))
                {
                    names.insert(name.to_owned());
                }
            }
        }
    }
    names
}

/// The names that a shared library defines.
fn exported(library: &Path) -> BTreeSet<String> {
    let output = Command::new("readelf").args(["-W", "--dyn-syms"]).arg(library).output().unwrap();
    let lines = text(&output);
    let names = lines.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let defined = fields.len() == 8 && fields[6] != "UND" && fields[3] == "FUNC";
        defined.then(|| fields[7].to_owned())
    });
    names.collect()
}

#[test]
fn size() {
    if ready("cc") {
        let size = fs::metadata(dist("lib/libforkless.so")).unwrap().len();
        assert!(size <= 340_000, "{size} bytes");
    }
}

/// What the headers declare is there, in a version of its own, and nothing else.
#[test]
fn exports() {
    if !ready("readelf") {
        return;
    }
    let library = dist("lib/libforkless.so");
    let wanted = declared().into_iter().map(|name| format!("{name}@@FORKLESS_0.1")).collect();
    assert_eq!(exported(&library), wanted);
    let dynamic = Command::new("readelf").args(["-W", "-d"]).arg(&library).output().unwrap();
    assert!(text(&dynamic).contains("soname: [libforkless.so.0]"), "{}", text(&dynamic));
    let preload = dist("lib/libforkless-preload.so");
    let names = [
        "fclose",
        "pclose",
        "popen",
        "posix_spawn",
        "posix_spawn_file_actions_addopen",
        "posix_spawnp",
        "system",
        "wordexp",
    ];
    assert_eq!(exported(&preload), names.map(str::to_owned).into());
}

/// The example of a manual page, as a source of its own.
fn example_of(page: &Path) -> PathBuf {
    let text = fs::read_to_string(page).unwrap();
    let example = text.split(".EX\n").nth(1).and_then(|rest| rest.split(".EE\n").next()).unwrap();
    let name = page.file_stem().unwrap();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("example.c");
    fs::write(&source, example.replace("\\e", "\\").replace("\\-", "-")).unwrap();
    source
}

/// Programs compiled with what pkg-config says of an installation.
#[test]
fn programs() {
    if !ready("cc") || !ready("pkg-config") {
        return;
    }
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
    let _ = fs::remove_dir_all(&place);
    make("install-library", &place);
    let prefix = place.join("opt/x");
    for page in ["forkless.3", "popen_noshell.3"] {
        assert!(prefix.join("share/man/man3").join(page).exists(), "{page}");
    }
    let package = |library: &str, arguments: &[&str]| {
        let mut command = Command::new("pkg-config");
        command
            .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"))
            .env("PKG_CONFIG_SYSROOT_DIR", &place)
            .args(arguments)
            .arg(library);
        text(&command.output().unwrap())
    };
    for library in ["forkless", "forkless-shell"] {
        assert_eq!(package(library, &["--modversion"]).trim(), env!("CARGO_PKG_VERSION"));
    }
    let crate_ = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = |name: &str| crate_.join("../../examples/c").join(name);
    let sources = [
        ("forkless", example("lines.c"), "line: 1\nline: 2\nline: 3\nexit status 0\n"),
        ("forkless", crate_.join("tests/c/launch.c"), "done\n"),
        ("forkless", crate_.join("tests/c/lines.c"), "done\n"),
        ("forkless", crate_.join("tests/c/noshell.c"), "done\n"),
        ("forkless-shell", example("session.c"), "PEAR AND FIG: 5\n"),
        ("forkless", example_of(&prefix.join("share/man/man3/forkless.3")), "UTC\n"),
        (
            "forkless-shell",
            example_of(&prefix.join("share/man/man3/forkless_shell.3")),
            "status 3\n",
        ),
    ];
    for (library, source, expected) in sources {
        for link in [&["--cflags", "--libs"][..], &["--cflags", "--libs", "--static"]] {
            let flags = package(library, link);
            let mut flags: Vec<&str> = flags.split_whitespace().collect();
            if link.contains(&"--static") {
                flags.insert(0, "-Wl,-Bstatic");
                let named = format!("-l{library}");
                let at = flags.iter().position(|&flag| flag == named).unwrap();
                flags.insert(at + 1, "-Wl,-Bdynamic");
            }
            let program = place.join("program");
            let compiled = Command::new("cc")
                .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o"])
                .arg(&program)
                .arg(&source)
                .args(flags)
                .output()
                .unwrap();
            text(&compiled);
            let mut run = Command::new("timeout");
            run.arg("100").arg(&program);
            if !link.contains(&"--static") {
                run.env("LD_LIBRARY_PATH", prefix.join("lib"));
            }
            let output = text(&run.output().unwrap());
            // A page's example says more than what is the same on every machine.
            let is_example = source.to_string_lossy().ends_with(".example.c");
            let fits = output.ends_with(expected) || is_example && output.contains(expected);
            assert!(fits, "{}: {output}", source.display());
        }
    }
    fs::remove_file(place.join("program")).unwrap();
    make("uninstall", &place);
    assert_eq!(files(&place), Vec::<PathBuf>::new());
}

/// Programs that are linked with musl, where there is its compiler.
#[test]
fn static_programs_of_musl() {
    let archive = dist("lib/musl/libforkless.a");
    if !ready("musl-gcc") || !archive.exists() {
        return;
    }
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("musl");
    fs::create_dir_all(&place).unwrap();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    for name in ["launch.c", "lines.c", "noshell.c", "memory.c"] {
        let program = place.join(name).with_extension("");
        let compiled = Command::new("musl-gcc")
            .args([
                "-static",
                "-Wl,--eh-frame-hdr",
                "-std=gnu11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I",
            ])
            .arg(dist("include"))
            .arg("-o")
            .arg(&program)
            .arg(tests.join(name))
            .arg(&archive)
            .output()
            .unwrap();
        text(&compiled);
        let output = text(&Command::new("timeout").arg("100").arg(&program).output().unwrap());
        assert!(output.ends_with("done\n"), "{name}: {output}");
    }
}
