//! chmod against the installed chmod.

use super::forest;
use crate::harness::{Case, Random, Sink};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("d/y"), "y").unwrap();
    fs::write(directory.join("a"), "a").unwrap();
    fs::write(directory.join("b"), "b").unwrap();
    fs::set_permissions(directory.join("b"), fs::Permissions::from_mode(0o4750)).unwrap();
    fs::set_permissions(directory.join("d/e"), fs::Permissions::from_mode(0o2755)).unwrap();
    std::os::unix::fs::symlink("y", directory.join("d/to_y")).unwrap();
    std::os::unix::fs::symlink("d", directory.join("to_d")).unwrap();
    std::os::unix::fs::symlink("gone", directory.join("dangling")).unwrap();
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("chmod").args(arguments).setup(planted).tree().merged()
}

#[test]
fn options() {
    for arguments in [
        &["600", "a"][..],
        &["+x", "a", "b"],
        &["-x", "b"],
        &["-w", "a"],
        &["-r", "a"],
        &["-rw", "a", "b"],
        &["-s", "b"],
        &["-x", "-w", "a"],
        &["-v", "-x", "a"],
        &["u=g", "b"],
        &["go=,u+s", "a"],
        &["-v", "644", "a", "b", "missing", "d"],
        &["-c", "644", "a", "b"],
        &["-v", "4755", "a"],
        &["-v", "u+s", "b"],
        &["-f", "644", "missing", "a"],
        &["-fv", "644", "missing", "dangling"],
        &["644", "missing", "a"],
        &["644", "dangling"],
        &["-v", "644", "dangling"],
        &["644", "to_d"],
        &["-R", "u+w", "d"],
        &["-Rv", "o-rwx", "d", "a"],
        &["-Rc", "g+w", "d"],
        &["-R", "0700", "to_d"],
        &["-Rv", "755", "d/"],
        &["-Rv", "a-x", "d"],
        &["-R", "a+X,go-w", "."],
        &["-v", "00755", "d/e"],
        &["-v", "755", "d/e"],
        &["-v", "g=u", "d/e"],
        &["-v", "=", "b"],
        &["-v", "u=,+x", "b"],
        &["--reference=b", "a", "d"],
        &["--reference", "b", "-v", "a"],
        &["--reference=missing", "a"],
        &["--recursive", "--changes", "700", "d"],
        &["--silent", "600", "missing"],
        &["--quiet", "--verbose", "600", "a"],
        &["-R", "--preserve-root", "700", "d"],
        &["a+r", "-v", "a"],
        &["--", "-w", "a"],
        &["755", "--", "a", "-v"],
        &["-R", "-w", "d"],
        &["+w", "", "a"],
        &["u+x-w", "a/"],
        &["0644", "a/b"],
    ] {
        case(arguments).same();
    }
}

#[test]
fn masks() {
    for umask in [0o000, 0o002, 0o027, 0o077] {
        for mode in ["+x", "+w", "-w", "=r", "=", "-x", "-rwx", "+rwxst", "a+w", "+X", "-X"] {
            case(&["-v", mode, "a", "b", "d"]).umask(umask).same();
        }
    }
}

#[test]
fn the_root_directory_is_spared() {
    case(&["-R", "--preserve-root", "a-s,u+r", "/"]).same();
    case(&["-R", "--preserve-root", "-v", "u+r", "//", "a"]).same();
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["644"],
        &["99", "a"],
        &["-Rw", "a"],
        &["u+x,", "a"],
        &["-z", "a"],
        &["--rec", "a"],
    ] {
        case(arguments).aside();
    }
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-v", "600", "a", "missing"]).stdout_to(Sink::Full).same();
    case(&["-v", "600", "a", "b"]).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    let modes = [
        "600",
        "0755",
        "00700",
        "4711",
        "u+x",
        "go-rwx",
        "a=rX",
        "g=u",
        "o=g,u+s",
        "+t",
        "ug=rw,o=",
        "u=rwx,g=u-w",
        "a-x",
        "=755",
        "+111",
        "-s",
        "o+s",
        "u+t",
        "+X",
        "a-s+X",
    ];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("chmod-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 14);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("chmod").setup(move |at| drop(forest::plant(at, seed, 14))).tree().merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&["-R", "-v", "-c", "-f", "-Rv"]));
        }
        let mut mode = random.pick(&modes).to_string();
        if random.one_in(3) {
            mode = format!("{mode},{}", random.pick(&modes[4..10]));
        }
        case = case.arg(mode).arg("--");
        for _ in 0..1 + random.below(3) {
            // Links of the tree may lead anywhere: the operands are not followed out of it.
            let name = forest::operand(&mut random, &names);
            if name.contains("..") || name.starts_with('/') {
                continue;
            }
            case = case.arg(name);
        }
        case.same_or_aside();
    }
}
