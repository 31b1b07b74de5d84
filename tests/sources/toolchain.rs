//! What scripts/rust.sh says where a toolchain is missing or too old, asked with fake programs of its names.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is the whole PATH: the utilities that the script calls, and programs of the test's.
struct Machine(PathBuf);

impl Machine {
    fn new(name: &str) -> Machine {
        let folder = std::env::temp_dir().join(format!("a machine {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for utility in ["sh", "uname", "sed", "dirname", "grep", "cut", "mkdir", "cat"] {
            let there = ["/bin", "/usr/bin"].map(|path| Path::new(path).join(utility));
            symlink(there.iter().find(|path| path.exists()).unwrap(), folder.join(utility))
                .unwrap();
        }
        Machine(folder)
    }

    /// Adds a program.
    fn with(self, name: &str, script: &str) -> Machine {
        let path = self.0.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    /// Adds cargo and rustc of a version.
    fn with_rust(self, version: &str) -> Machine {
        let says = |name| format!("echo '{name} {version} (of a test)'");
        self.with("cargo", &says("cargo")).with("rustc", &says("rustc"))
    }

    /// What `scripts/rust.sh cargo build` says and that it fails.
    fn refusal(&self, target: &Path) -> String {
        self.refusal_of(&["cargo", "build"], target, &self.0)
    }

    /// What `scripts/rust.sh` says of a command with these folders as CARGO_TARGET_DIR and DIST, and that it fails.
    fn refusal_of(&self, words: &[&str], target: &Path, dist: &Path) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/rust.sh");
        let mut command = Command::new("/bin/sh");
        command.env_clear().env("PATH", &self.0).env("HOME", "/nonexistent");
        command.env("CARGO_TARGET_DIR", target).env("DIST", dist);
        let output = command.arg(script).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(output.stdout, b"");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The version that the workspace asks for.
fn needed() -> String {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"));
    let manifest = manifest.unwrap();
    let (_, rest) = manifest.split_once("rust-version = \"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn without_rust_one_sentence_says_so() {
    let machine = Machine::new("without Rust");
    assert_eq!(
        machine.refusal(&machine.0),
        "forkless: Rust is not installed: install rustup as https://rustup.rs says, this system has no package of it.\n"
    );
}

#[test]
fn a_cargo_that_is_too_old_is_named() {
    let needed = needed();
    for version in ["1.63", "1.65", "1.75", "1.85"] {
        let machine = Machine::new(version).with_rust(&format!("{version}.0"));
        let cargo = machine.0.join("cargo");
        assert_eq!(
            machine.refusal(&machine.0),
            format!(
                "forkless: Rust {needed} or newer is needed, and {} is {version}: install rustup as \
                 https://rustup.rs says, this system has no package of it.\n",
                cargo.display()
            )
        );
    }
}

#[test]
fn the_package_of_rustup_is_advised_where_there_is_one() {
    let machine =
        Machine::new("with apt").with("apt-get", ":").with("apt-cache", "echo '  Candidate: 1.27'");
    assert_eq!(
        machine.refusal(&machine.0),
        "forkless: Rust is not installed: install the package rustup ('make setup' does that as root).\n"
    );
}

#[test]
fn what_rustup_cannot_fetch_is_named() {
    let fails =
        "[ \"$1\" != toolchain ] || [ \"$2\" = list ] || { echo 'error: no route'; exit 1; }";
    let machine = Machine::new("without a network").with("rustup", fails).with_rust("1.0.0");
    let said = machine.refusal(&machine.0);
    let lines: Vec<&str> = said.lines().collect();
    let [adding, reason, sentence] = lines[..] else { panic!("{said}") };
    assert!(
        adding.starts_with("forkless: adding Rust ") && adding.ends_with(", by rustup"),
        "{said}"
    );
    assert_eq!(reason, "error: no route");
    assert!(
        sentence.ends_with(" is missing, and rustup cannot fetch it: is there a network?"),
        "{said}"
    );
}

#[test]
fn a_toolchain_without_the_target_is_refused() {
    let machine = Machine::new("without musl").with_rust("99.0.0");
    let said = machine.refusal(&machine.0);
    assert!(
        said.contains("/cargo has no standard library for ") && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn a_checkout_that_cannot_be_written_to_names_the_variables() {
    let machine = Machine::new("read-only").with_rust("99.0.0");
    // The scripts behind `make check` and `make tarball` build too.
    for words in [&["cargo", "build"], &["sh", "scripts/check.sh"], &["sh", "scripts/tarball.sh"]] {
        assert_eq!(
            machine.refusal_of(words, Path::new("/proc/target"), &machine.0),
            "forkless: /proc/target cannot be written to: set CARGO_TARGET_DIR (and DIST) to folders of yours.\n"
        );
    }
}

#[test]
fn a_place_for_what_is_built_is_looked_at_before_minutes_of_building() {
    let machine = Machine::new("read-only dist").with_rust("99.0.0");
    for words in [&["cargo", "build"], &["sh", "scripts/tarball.sh"]] {
        assert_eq!(
            machine.refusal_of(words, &machine.0, Path::new("/proc/dist")),
            "forkless: /proc/dist cannot be written to: set DIST to a folder of yours.\n"
        );
    }
}

#[test]
fn a_c_compiler_that_is_missing_is_named() {
    // rustc names a folder that is there: the target's.
    let script = "case $* in --version) echo 'rustc 99.0.0 (of a test)' ;; *) echo / ;; esac";
    let machine = Machine::new("without cc").with_rust("99.0.0").with("rustc", script);
    for words in [&["cargo", "build"], &["sh", "scripts/tarball.sh"]] {
        let said = machine.refusal_of(words, &machine.0, &machine.0);
        assert!(
            said.starts_with("forkless: a C compiler (cc) with the C library's files is missing"),
            "{said}"
        );
    }
}

/// What `make install` says that it would do for root, called by sudo, with this folder as DIST.
fn steps_of_install(machine: &Machine, dist: &Path) -> Option<String> {
    let mut command = Command::new("/usr/bin/make");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
        .env_clear()
        .env("PATH", &machine.0)
        .env("HOME", "/nonexistent")
        .env("SUDO_USER", "nobody");
    command.args(["-n", "install"]).env("DIST", dist).env("MAKEFLAGS", "");
    // What make cannot do as it says is not asked.
    Some(String::from_utf8(command.output().ok()?.stdout).unwrap())
}

#[test]
fn root_installs_what_an_ordinary_user_has_built() {
    let machine = Machine::new("of two users");
    let dist = machine.0.join("dist");
    fs::create_dir_all(dist.join("bin")).unwrap();
    let Some(steps) = steps_of_install(&machine, &dist) else {
        eprintln!("skipped: make is not installed");
        return;
    };
    assert!(steps.contains("rust.sh cargo"), "nothing is built yet: {steps}");
    fs::write(dist.join("bin/forkbench"), "").unwrap();
    let steps = steps_of_install(&machine, &dist).unwrap();
    assert!(!steps.contains("cargo") && steps.contains("install -m 755"), "{steps}");
    // Somebody who has Rust installs what the sources are now.
    let machine = machine.with_rust("99.0.0");
    let steps = steps_of_install(&machine, &dist).unwrap();
    assert!(steps.contains("rust.sh cargo"), "{steps}");
}
