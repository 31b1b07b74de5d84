//! mkdir against the installed mkdir.

use super::forest;
use crate::harness::{Case, Random, Sink};
use std::fs;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e")).unwrap();
    fs::write(directory.join("a"), "a").unwrap();
    std::os::unix::fs::symlink("d", directory.join("to_d")).unwrap();
    std::os::unix::fs::symlink("gone", directory.join("dangling")).unwrap();
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("mkdir").args(arguments).setup(planted).tree().merged()
}

#[test]
fn options() {
    for arguments in [
        &["x"][..],
        &["x", "y", "z"],
        &["x/y"],
        &["d"],
        &["a"],
        &["dangling"],
        &["to_d"],
        &["x/"],
        &["-v", "x", "d", "y"],
        &["-p", "x/y/z"],
        &["-pv", "x/y/z", "d/e", "d/f/g"],
        &["-p", "d", "d/e", "to_d", "to_d/e/h"],
        &["-p", "a"],
        &["-p", "a/b"],
        &["-p", "dangling"],
        &["-p", "dangling/x"],
        &["-p", "x/../y"],
        &["-pv", "x/../y/./z//w/"],
        &["-pv", ".//x///y"],
        &["-p", "x/."],
        &["-p", "x/.."],
        &["-p", "."],
        &["-p", ""],
        &[""],
        &["-p", "/"],
        &["-m", "700", "x"],
        &["-m", "0", "x"],
        &["-m", "1777", "x"],
        &["-m", "2755", "x"],
        &["-m", "02755", "x"],
        &["-m", "u=rwx,go=", "x"],
        &["-m", "+t", "x"],
        &["-m", "a=rwx", "x"],
        &["-m", "g+s", "x"],
        &["-m", "-w", "x"],
        &["-m", "=,u+rX", "x"],
        &["-p", "-m", "711", "x/y/z", "d"],
        &["-p", "-m", "711", "x/y/z/"],
        &["-m", "755", "d"],
        &["--mode=700", "--parents", "--verbose", "x/y"],
        &["-pm700", "x"],
        &["x", "-p", "x/y"],
        &["--", "-p"],
        &["-p", "it's/n\nl"],
        &["-v", "it's"],
        &["d/e/f/g"],
    ] {
        case(arguments).same();
        case(arguments).utf8().same();
    }
}

#[test]
fn masks() {
    for umask in [0o000, 0o002, 0o027, 0o077, 0o777, 0o200] {
        for arguments in [
            &["x"][..],
            &["-m", "777", "x"],
            &["-m", "+w", "x"],
            &["-m", "=rw", "x"],
            &["-m", "1777", "x"],
        ] {
            case(arguments).umask(umask).same();
        }
    }
    for umask in [0o000, 0o002, 0o027, 0o077] {
        case(&["-p", "x/y/z"]).umask(umask).same();
        case(&["-p", "-m", "1755", "x/y/z"]).umask(umask).same();
    }
    case(&["-p", "x/y"]).umask(0o277).aside();
}

#[test]
fn step_aside() {
    case(&[]).aside();
    case(&["-m", "z", "x"]).aside();
    case(&["-Z", "x"]).aside();
    case(&["--par", "x"]).aside();
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-v", "x", "d"]).stdout_to(Sink::Full).same();
    case(&["-v", "x", "y"]).stdout_to(Sink::Broken).same();
}

#[test]
fn set_group_id_is_inherited() {
    let setup = |directory: &Path| {
        use std::os::unix::fs::PermissionsExt;
        fs::create_dir(directory.join("s")).unwrap();
        fs::set_permissions(directory.join("s"), fs::Permissions::from_mode(0o2775)).unwrap();
    };
    for arguments in [
        &["s/x"][..],
        &["-m", "755", "s/x"],
        &["-m", "00755", "s/x"],
        &["-m", "g-s", "s/x"],
        &["-p", "s/x/y"],
        &["-p", "-m", "0700", "s/x/y"],
    ] {
        Case::new("mkdir").args(arguments).setup(setup).tree().same();
    }
}

#[test]
fn generated() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("mkdir-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 12);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("mkdir").setup(move |at| drop(forest::plant(at, seed, 12))).tree().merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&["-p", "-v", "-m750", "-m=rx", "-mo+t"]));
        }
        if random.one_in(2) {
            case = case.utf8();
        }
        case = case.arg("--");
        for _ in 0..1 + random.below(3) {
            let mut name = forest::operand(&mut random, &names);
            for _ in 0..random.below(3) {
                name = format!("{name}/{}", random.pick(forest::NAMES));
            }
            // Behind a link to `.` this would lead out of the directory.
            if name.contains("..") || name.starts_with('/') {
                continue;
            }
            case = case.arg(name);
        }
        case.same_or_aside();
    }
}
