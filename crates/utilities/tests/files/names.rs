//! readlink and realpath against the installed ones.

use super::forest;
use crate::harness::{Case, Random, Sink};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("a"), "a").unwrap();
    for (name, target) in [
        ("to_a", "a"),
        ("to_d", "d"),
        ("to_to_d", "to_d"),
        ("d/up", "../a"),
        ("d/e/top", "../../d"),
        ("dangling", "gone"),
        ("far", "gone/and/away"),
        ("loop", "loop"),
        ("one", "other"),
        ("other", "one"),
        ("absolute", "/etc/hosts"),
        ("root", "/"),
        ("dots", "./../././d"),
        ("slash", "d/"),
        ("file_slash", "a/"),
    ] {
        symlink(target, directory.join(name)).unwrap();
    }
    // Longer than the number of links that are followed without a thought.
    for number in 0..50 {
        symlink(format!("c{}", number + 1), directory.join(format!("c{number}"))).unwrap();
    }
    symlink("d", directory.join("c50")).unwrap();
    // A link whose text is longer than a first buffer.
    symlink("./".repeat(300) + "a", directory.join("long")).unwrap();
}

const NAMES: &[&str] = &[
    "a",
    "to_a",
    "d",
    "to_d",
    "to_to_d",
    "to_d/e/f/x",
    "d/up",
    "to_d/up",
    "d/e/top/e/top/up",
    "dangling",
    "dangling/x",
    "dangling/",
    "far",
    "loop",
    "loop/x",
    "one",
    "absolute",
    "root",
    "root/etc",
    "dots",
    "slash",
    "slash/e",
    "file_slash",
    "c0",
    "c0/e",
    "c40",
    "long",
    "missing",
    "missing/",
    "missing/x",
    "a/",
    "a/.",
    "a/..",
    "a/x",
    "d/",
    "d//e///f",
    "./d/./e/..",
    ".",
    "..",
    "../..",
    "/",
    "//",
    "///etc",
    "/etc/..",
    "/..",
    "to_d/..",
    "to_d/../a",
    "missing/..",
    "missing/../a",
    "d/missing/..",
    "",
    "it's",
    "n\nl",
    "\u{e9}",
    "...",
    "/missing/x",
    "d/e/f/x/y",
    "d/e/f/x/",
];

#[test]
fn each_name() {
    for name in NAMES {
        for options in [&["-v"][..], &["-f", "-v"], &["-e", "-v"], &["-m", "-v"], &["-n"], &["-z"]]
        {
            let case = Case::new("readlink").args(options).arg("--").arg(name);
            case.setup(planted).merged().same();
        }
        for options in
            [&[][..], &["-e"], &["-m"], &["-s"], &["-es"], &["-ms"], &["-L"], &["-Le"], &["-Lm"]]
        {
            let case = Case::new("realpath").args(options).arg("--").arg(name);
            case.setup(planted).merged().same();
        }
    }
}

#[test]
fn several_names() {
    for utility in ["readlink", "realpath"] {
        let case = |arguments: &[&str]| Case::new(utility).args(arguments).setup(planted);
        case(&["to_a", "missing", "to_d"]).merged().same();
        case(&["-z", "to_a", "to_d"]).same();
        case(&["-q", "to_a", "missing/x", "to_d"]).merged().same();
        case(&["to_a", "missing/x", "to_d"]).utf8().merged().same();
        case(&["to_a", "to_d"]).stdout_to(Sink::Full).same();
        case(&["to_a", "missing/x", "to_d"]).stdout_to(Sink::Full).same();
        case(&["to_a"]).stdout_to(Sink::Broken).same();
    }
    let readlink = |arguments: &[&str]| Case::new("readlink").args(arguments).setup(planted);
    readlink(&["-n", "to_a", "to_d"]).merged().same();
    readlink(&["-nz", "to_a"]).merged().same();
    readlink(&["-vs", "missing"]).merged().same();
    readlink(&["-fe", "missing"]).merged().same();
    readlink(&["--canonicalize-missing", "--verbose", "x/y"]).merged().same();
    readlink(&[]).aside();
    readlink(&["--canon", "a"]).aside();
    readlink(&["-f", "/proc/self"]).aside();
}

#[test]
fn relative_names() {
    let directories = ["d", ".", "/", "to_d/e", "missing", "a", "d/e/f/x", "missing/x", "/etc"];
    for name in ["a", "d/e", "to_d/e/f", "missing", "/", "/etc/hosts", ".", "d", "missing/x"] {
        for to in directories {
            let to = format!("--relative-to={to}");
            let case = |extra: &[&str]| {
                Case::new("realpath").args(extra).args([&to[..], name]).setup(planted).merged()
            };
            case(&[]).same();
            case(&["-m"]).same();
            case(&["-e"]).same();
            case(&["-s", "--relative-base=."]).same();
            case(&["--relative-base=d"]).same();
        }
        let base = ["--relative-base=d", name];
        Case::new("realpath").args(base).setup(planted).merged().same();
    }
}

#[test]
fn generated() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("names-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 25);
        fs::remove_dir_all(&scratch).unwrap();
        let utility = random.pick(&["readlink", "realpath"]);
        let mut case =
            Case::new(utility).setup(move |at| drop(forest::plant(at, seed, 25))).merged();
        let options: &[&str] = match utility {
            "readlink" => &["-f", "-e", "-m", "-v", "-z"],
            _ => &["-e", "-m", "-s", "-L", "-P", "-q", "-z", "--relative-to=a"],
        };
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(options));
        }
        case = case.arg("--");
        for _ in 0..1 + random.below(4) {
            let mut name = forest::operand(&mut random, &names);
            for _ in 0..random.below(4) {
                let more = random.pick(&["..", ".", "a", "b", "", "missing"]);
                name = format!("{name}/{more}");
            }
            case = case.arg(name);
        }
        case.same();
    }
}
