//! rmdir against the installed rmdir.

use super::forest;
use crate::harness::{Case, Random};
use std::fs;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::create_dir_all(directory.join("x/y/z")).unwrap();
    fs::create_dir(directory.join("empty")).unwrap();
    fs::write(directory.join("a"), "a").unwrap();
    fs::write(directory.join("d/y"), "y").unwrap();
    std::os::unix::fs::symlink("empty", directory.join("link")).unwrap();
    std::os::unix::fs::symlink("gone", directory.join("dangling")).unwrap();
    std::os::unix::fs::symlink("a", directory.join("to_a")).unwrap();
    std::os::unix::fs::symlink("d", directory.join("to_d")).unwrap();
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("rmdir").args(arguments).setup(planted).tree().merged()
}

#[test]
fn options() {
    for arguments in [
        &["empty"][..],
        &["d"],
        &["a"],
        &["a/"],
        &["missing", "empty"],
        &["-p", "x/y/z"],
        &["-p", "x/y/z/"],
        &["-p", "x//y///z"],
        &["-p", "./x/y/z"],
        &["-p", "d/e/f"],
        &["-pv", "d/e/f", "x/y/z"],
        &["-v", "empty", "d", "missing"],
        &["--ignore-fail-on-non-empty", "d", "empty"],
        &["--ignore-fail-on-non-empty", "missing", "a"],
        &["-p", "--ignore-fail-on-non-empty", "d/e/f"],
        &["link"],
        &["link/"],
        &["dangling/"],
        &["dangling"],
        &["to_a/"],
        &["-p", "to_d/e/f"],
        &["-p", "a"],
        &[""],
        &["-p", ""],
        &["."],
        &[".."],
        &["empty/."],
        &["/"],
        &["--parents", "--verbose", "x/y/z"],
        &["--", "-p"],
        &["empty", "-v", "d"],
    ] {
        case(arguments).same();
    }
    case(&[]).aside();
    case(&["--path", "x/y"]).aside();
}

#[test]
fn generated() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("rmdir-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 20);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("rmdir").setup(move |at| drop(forest::plant(at, seed, 20))).tree().merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&["-p", "-v", "--ignore-fail-on-non-empty"]));
        }
        case = case.arg("--");
        for _ in 0..1 + random.below(4) {
            case = case.arg(forest::operand(&mut random, &names));
        }
        case.same();
    }
}
