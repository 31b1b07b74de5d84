//! stat against the installed stat.

use super::forest;
use crate::harness::{Case, Random, Sink, Verdict, is_of_many};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

fn planted(directory: &Path) {
    fs::create_dir(directory.join("d")).unwrap();
    for (name, length) in [("a", 13), ("empty", 0), ("it's", 1), ("n\nl", 0), ("e f", 70_000)] {
        fs::write(directory.join(name), vec![b'x'; length]).unwrap();
    }
    for (name, mode) in [("a", 0o4751), ("empty", 0o000), ("d", 0o1777)] {
        fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
    }
    symlink("a", directory.join("to_a")).unwrap();
    symlink("gone it's", directory.join("dangling")).unwrap();
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let mode = Mode::from_raw_mode(0o640);
    mknodat(CWD, directory.join("fifo"), FileType::Fifo, mode, 0).unwrap();
    mknodat(CWD, directory.join("socket"), FileType::Socket, mode, 0).unwrap();
    forest::age(directory);
    forest::set_times(&directory.join("a"), 2_100_000_000, -5);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("stat").args(arguments).setup(planted).merged()
}

/// A place that both sides see as it is: inodes and the times of changes are the same.
fn fixed(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("stat-{name}-{}", std::process::id()));
    fs::create_dir(&place).unwrap();
    planted(&place);
    place
}

const FORMATS: &[&str] = &[
    "%n",
    "%N",
    "%s",
    "%a",
    "%A",
    "%f",
    "%F",
    "%u %g",
    "%U %G",
    "%h",
    "%B",
    "%b",
    "%o",
    "%t %T",
    "%r %R",
    "%Hr,%Lr",
    "%X %Y",
    "%x|%y",
    "%-12n|%12n|",
    "%5s|%-5s|%05s|%#a|%06a|%#06a|%-6a|%#f",
    "%10.3A|%.4n|%-10.3F|",
    "%#R %#t",
    "%012n|",
    "%%",
    "%",
    "a%%b%",
    "",
    "plain\\n",
    "%%n",
];

#[test]
fn formats() {
    for format in FORMATS {
        let names =
            ["a", "empty", "d", "it's", "n\nl", "e f", "to_a", "dangling", "fifo", "socket"];
        case(&["-c", format]).args(names).same();
        case(&["--printf", format]).args(names).utf8().same_or_aside();
        case(&["-L", "-c", format]).args(names).arg("/dev/null").same();
        case(&["-c", format, "/dev/null", "/dev/zero", "missing", "a/b", ""]).same();
    }
    for format in
        ["%n\\n", "\\a\\b\\e\\f\\n\\r\\t\\v\\\\\\\"", "\\0\\101\\18\\777%s", "%s\\t%n\\012"]
    {
        case(&["--printf", format, "a", "d"]).same();
    }
}

#[test]
fn places() {
    let place = fixed("places");
    for name in ["a", "empty", "d", "it's", "n\nl", "e f", "to_a", "dangling", "fifo", "socket"] {
        let path = place.join(name);
        let path = path.to_str().unwrap();
        for arguments in [
            &[][..],
            &["-t"],
            &["-L"],
            &["-Lt"],
            &["-c", "%d %D %i %W %X %Y %Z %w %x %y %z"],
            &["-c", "%Hd:%Ld|%#D|%-20i|%20z|%-40w|"],
        ] {
            for zone in ["UTC", "America/New_York", "Asia/Kolkata"] {
                let case = Case::new("stat").args(arguments).arg(path).variable("TZ", zone);
                case.merged().same();
            }
        }
    }
    for name in ["/dev/null", "/", "/dev", "/sys", "/tmp"] {
        Case::new("stat").args(["-c", "%n %i %W %w", name]).same();
        Case::new("stat").args(["-c", "%N %F %d %m", name]).aside();
    }
    Case::new("stat").arg("/dev/null").same();
    Case::new("stat").args(["-t", "/dev/null"]).same();
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn accounts() {
    use std::os::unix::fs::chown;
    let setup = |directory: &Path| {
        fs::write(directory.join("b"), "").unwrap();
        // Only root gives files away.
        let _ = chown(directory.join("b"), Some(12_345), Some(54_321));
    };
    Case::new("stat").args(["-c", "%u %U %g %G %8U|%-8G|", "b"]).setup(setup).same_or_aside();
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-c", "%n", "a"]).stdout_to(Sink::Full).same();
    case(&["-c", "%n", "a", "missing", "d"]).stdout_to(Sink::Full).same();
    case(&["-c", "%n", "a"]).stdout_to(Sink::Broken).same();
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["-f", "a"],
        &["--cached=never", "a"],
        &["-c", "%m", "a"],
        &["-c", "%C", "a"],
        &["-c", "%q", "a"],
        &["-c", "%5%", "a"],
        &["-c", "%.3Y", "a"],
        &["-c", "%+s", "a"],
        &["-c", "%Hs", "a"],
        &["-c", "%!", "a"],
        &["-c", "%99999s", "a"],
        &["--printf", "\\q", "a"],
        &["--printf", "\\x41", "a"],
        &["--printf", "a\\", "a"],
        &["-", "a"],
        &["/proc/self"],
        &["--form", "%n", "a"],
    ] {
        case(arguments).aside();
    }
    case(&["-c", "%N", "a"]).variable("QUOTING_STYLE", "c").aside();
}

#[test]
fn generated() {
    let place = fixed("generated");
    let mut random = Random::new(31);
    let mut ran = 0;
    for _ in 0..1000 {
        let mut format = String::new();
        for _ in 0..1 + random.below(5) {
            match random.below(4) {
                0 => format += random.pick(&["x", " ", "|", "%%", ",", "\\"]),
                _ => {
                    format.push('%');
                    for _ in 0..random.below(3) {
                        format += random.pick(&["-", "0", "#", "", "5", "12", ".3", "H", "L"]);
                    }
                    format += random.pick(&[
                        "a", "A", "b", "B", "d", "D", "f", "F", "g", "G", "h", "i", "n", "N", "o",
                        "s", "r", "R", "t", "T", "u", "U", "w", "W", "x", "X", "y", "Y", "z", "Z",
                    ]);
                }
            }
        }
        let option = random.pick(&["-c", "--printf", "-Lc"]);
        let mut case = Case::new("stat").args([option, &format]).merged();
        for _ in 0..1 + random.below(2) {
            let name = random.pick(&["a", "d", "empty", "it's", "to_a", "dangling", "fifo", "no"]);
            case = case.arg(place.join(name).to_str().unwrap());
        }
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    fs::remove_dir_all(&place).unwrap();
    assert!(ran > 400 || is_of_many("stat"), "{ran}");
}
