//! ls against the installed ls.

use super::forest;
use crate::harness::{Case, Random, Sink};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("d/y"), vec![b'y'; 5000]).unwrap();
    fs::write(directory.join("d/.hidden"), "h").unwrap();
    fs::write(directory.join("a"), "content of a\n").unwrap();
    fs::write(directory.join("B"), vec![b'b'; 1_500_000]).unwrap();
    fs::hard_link(directory.join("B"), directory.join("b2")).unwrap();
    fs::create_dir(directory.join("empty")).unwrap();
    fs::write(directory.join(".dot"), "").unwrap();
    fs::write(directory.join("back~"), "").unwrap();
    fs::write(directory.join("run.sh"), "#!/bin/sh\n").unwrap();
    fs::write(directory.join("z.c"), "").unwrap();
    fs::write(directory.join("y.c"), "").unwrap();
    fs::write(directory.join("n\nl"), "").unwrap();
    fs::write(directory.join("it's"), "").unwrap();
    fs::write(directory.join("\u{e9}"), "").unwrap();
    for (name, mode) in [("run.sh", 0o755), ("z.c", 0o640), ("d/e/f", 0o711), ("y.c", 0o4711)] {
        fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
    }
    for (name, target) in [
        ("to_a", "a"),
        ("to_d", "d"),
        ("dangling", "gone"),
        ("to_run", "run.sh"),
        ("loop", "loop"),
        ("d/up", "../a"),
        ("d/around", ".."),
    ] {
        symlink(target, directory.join(name)).unwrap();
    }
    use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
    let mode = Mode::from_raw_mode(0o640);
    mknodat(CWD, directory.join("fifo"), FileType::Fifo, mode, 0).unwrap();
    mknodat(CWD, directory.join("socket"), FileType::Socket, mode, 0).unwrap();
    // Only root makes devices.
    let device = makedev(259, 70_000);
    let _ = mknodat(CWD, directory.join("device"), FileType::BlockDevice, mode, device);
    forest::age(directory);
    forest::set_times(directory, 1_000_000_000, 1_100_000_000);
    forest::set_times(&directory.join("a"), 1, -5);
    forest::set_times(&directory.join("z.c"), 4_000_000_000, 4_000_000_000);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("ls").args(arguments).setup(planted).merged()
}

#[test]
fn options() {
    for arguments in [
        &[][..],
        &["-1"],
        &["-a"],
        &["-A"],
        &["-aA"],
        &["-Aa"],
        &["-B"],
        &["-d"],
        &["-d", "d", "a", "to_d"],
        &["-F"],
        &["-aF"],
        &["-p"],
        &["--file-type"],
        &["-Fp"],
        &["--classify=always"],
        &["--classify=auto"],
        &["--indicator-style=slash"],
        &["-r"],
        &["-S"],
        &["-Sr"],
        &["-t"],
        &["-tr"],
        &["-tu"],
        &["-u"],
        &["-X"],
        &["-s"],
        &["-sh"],
        &["-sk"],
        &["-l"],
        &["-la", "d"],
        &["-lA"],
        &["-ld"],
        &["-ld", "d", "to_d", "to_d/"],
        &["-n"],
        &["-g"],
        &["-o"],
        &["-go"],
        &["-lG"],
        &["-lh"],
        &["-l", "--si"],
        &["-ls"],
        &["-lhs"],
        &["-lF"],
        &["-lp"],
        &["-l", "--file-type"],
        &["-lt"],
        &["-lu"],
        &["-ltu"],
        &["-lS"],
        &["-lr"],
        &["-lL"],
        &["-L"],
        &["-LF"],
        &["-H", "to_d"],
        &["-lH", "to_d", "to_a"],
        &["-R"],
        &["-RF"],
        &["-Rl"],
        &["-Ra"],
        &["-RA", "d"],
        &["-Rd", "d"],
        &["-RL", "d"],
        &["-Rs", "d", "empty"],
        &["-Rr", "."],
        &["-1l"],
        &["-l1"],
        &["--full-time"],
        &["-l", "--time-style=long-iso"],
        &["-l", "--time-style=full-iso", "--time=atime"],
        &["-l", "--time-style=locale"],
        &["--sort=time"],
        &["--sort=size", "-r"],
        &["--time=access"],
        &["--color=never"],
        &["--color=auto", "-l"],
        &["--zero"],
        &["-I", "*.c"],
        &["-I", "*"],
        &["-aI", ".*"],
        &["--hide=*.c"],
        &["-a", "--hide=*.c"],
        &["-N"],
        &["--literal", "-l"],
        &["a", "d", "empty"],
        &["d", "empty"],
        &["d"],
        &["empty"],
        &["a"],
        &["to_d"],
        &["to_d/"],
        &["to_a", "dangling", "loop"],
        &["-L", "dangling", "a"],
        &["-l", "dangling", "a", "to_d", "to_run"],
        &["-lF", "dangling", "a", "to_d", "to_run"],
        &["missing"],
        &["missing", "a", "d", "gone"],
        &["missing", "d"],
        &["-l", "missing", "d"],
        &["a/"],
        &["a/x"],
        &[""],
        &["", "a"],
        &["d/", "./d", "d//e"],
        &["-R", "d//"],
        &["-l", "d/.", "d/e/.."],
        &["--", "-l"],
        &["d", "-l"],
        &["/dev/null"],
        &["-l", "/dev/null", "fifo", "socket"],
        &["-ld", "/dev/null", "B"],
        &["-lshF", "/dev/null", "B", "run.sh"],
        &["b2", "a", "B", "a"],
        &["-ltr", "a", "B", "z.c", "y.c"],
        &["-f", "empty"],
        &["-U", "empty"],
        &["-lf", "empty"],
        &["-f", "-l", "empty"],
        &["-sf", "empty"],
        &["-A", "--all"],
        &["-ln", "device"],
        &["-l", "device", "a"],
        &["--dereference-command-line-symlink-to-dir", "-l", "to_d", "to_a"],
    ] {
        case(arguments).same();
        case(arguments).utf8().same();
    }
    for zone in ["America/New_York", "Asia/Kolkata", "UTC", "Pacific/Apia"] {
        case(&["-lA", "d", "."]).variable("TZ", zone).same();
        case(&["--full-time", "d", "."]).variable("TZ", zone).same();
    }
}

#[test]
fn order_of_the_directory() {
    // Both sides must see the same directory, made once.
    let place = std::env::temp_dir().join(format!("ls-order-{}", std::process::id()));
    fs::create_dir(&place).unwrap();
    for number in 0..700 {
        fs::write(place.join(format!("{}-{number}", number * 7919 % 1000)), "").unwrap();
    }
    // Its number is shorter than the others.
    symlink("/", place.join("root")).unwrap();
    let name = place.to_str().unwrap();
    for arguments in [
        &["-f"][..],
        &["-U"],
        &["-U1A"],
        &["-lU"],
        &["-Ui"],
        &["-i"],
        &["-lisU"],
        &["-UiL"],
        &["-iL"],
        &["-UisL"],
        &["-UiLd"],
    ] {
        Case::new("ls").args(arguments).arg(name).same();
    }
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn recent_files() {
    // Far enough from where the format changes, and the same for both.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = now.as_secs() as i64 / 86_400 * 86_400;
    let setup = |directory: &Path| {
        for (name, back) in [
            ("now", 0),
            ("month", 30 * 86_400),
            ("half", 31_556_952 / 2 - 2 * 86_400),
            ("more", 31_556_952 / 2 + 2 * 86_400),
            ("future", -2 * 86_400),
        ] {
            fs::write(directory.join(name), "").unwrap();
            forest::set_times(&directory.join(name), now - back, now - back);
        }
    };
    for arguments in [&["-l"][..], &["-lt"], &["-ltr"], &["--full-time"]] {
        Case::new("ls").args(arguments).setup(setup).same();
    }
}

#[test]
fn accounts_without_names() {
    use std::os::unix::fs::chown;
    let setup = |directory: &Path| {
        fs::write(directory.join("a"), "").unwrap();
        fs::write(directory.join("b"), "").unwrap();
        // Only root gives files away.
        let _ = chown(directory.join("b"), Some(12_345), Some(54_321));
    };
    Case::new("ls").arg("-l").setup(setup).variable("TZ", "UTC").same_or_aside();
    Case::new("ls").arg("-n").setup(setup).same();
}

#[test]
fn access_control_lists() {
    use rustix::fs::{XattrFlags, lsetxattr};
    let plant = |directory: &Path| {
        planted(directory);
        let list: Vec<u8> =
            [(1u16, 6u16, !0u32), (2, 6, 1000), (4, 4, !0), (16, 6, !0), (32, 0, !0)]
                .map(|(tag, bits, id)| {
                    [&tag.to_le_bytes()[..], &bits.to_le_bytes(), &id.to_le_bytes()].concat()
                })
                .concat();
        let list = [&2u32.to_le_bytes()[..], &list].concat();
        for (name, attribute) in
            [("a", "system.posix_acl_access"), ("d", "system.posix_acl_default")]
        {
            let _ = lsetxattr(directory.join(name), attribute, &list, XattrFlags::empty());
        }
        let _ = lsetxattr(directory.join("z.c"), "user.x", b"1", XattrFlags::empty());
    };
    for arguments in [&["-l"][..], &["-lL"], &["-ld", "d", "a"], &["-l", "z.c"], &["-l", "to_a"]] {
        Case::new("ls").args(arguments).setup(plant).same();
    }
}

#[test]
fn step_aside() {
    for arguments in [
        &["-C"][..],
        &["-x"],
        &["-m"],
        &["-v"],
        &["-Q"],
        &["-b"],
        &["-q"],
        &["-Z"],
        &["-D"],
        &["--color"],
        &["--color=always"],
        &["--time-style=+%s"],
        &["--block-size=1"],
        &["--group-directories-first"],
        &["--sort=version"],
        &["--sort=name"],
        &["--time=modification"],
        &["--time=mtime", "-l"],
        &["--recurs"],
        &["/proc/self"],
        &["/dev/fd"],
    ] {
        case(arguments).aside();
    }
    case(&["-l"]).variable("TIME_STYLE", "iso").aside();
    case(&["-l"]).variable("TZ", "EST5EDT,M3.2.0,M11.1.0").aside();
    case(&["-s"]).variable("BLOCK_SIZE", "1").aside();
    case(&[]).variable("LC_ALL", "sv_SE.UTF-8").aside();
}

#[test]
fn output_that_cannot_be_written() {
    let case = |arguments: &[&str]| Case::new("ls").args(arguments).setup(planted);
    case(&[]).stdout_to(Sink::Full).same();
    case(&["a", "missing"]).stdout_to(Sink::Full).same();
    case(&["missing", "a", "d"]).stdout_to(Sink::Full).same();
    case(&["-lR"]).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("ls-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 25);
        fs::remove_dir_all(&scratch).unwrap();
        let setup = move |at: &Path| {
            forest::plant(at, seed, 25);
            forest::age(at);
            forest::set_times(at, 2_100_000_000, 6);
        };
        let mut case = Case::new("ls").setup(setup).merged();
        for _ in 0..random.below(5) {
            case = case.arg(random.pick(&[
                "-l",
                "-a",
                "-A",
                "-d",
                "-R",
                "-F",
                "-p",
                "-t",
                "-S",
                "-r",
                "-s",
                "-h",
                "-L",
                "-H",
                "-n",
                "-X",
                "-g",
                "-o",
                "--full-time",
                "-u",
            ]));
        }
        if random.one_in(2) {
            case = case.utf8();
        }
        case = case.arg("--");
        for _ in 0..random.below(4) {
            let name = forest::operand(&mut random, &names);
            // What is around the directory is not the same twice.
            if !name.contains("..") {
                case = case.arg(name);
            }
        }
        case.same();
    }
}

#[test]
fn years_that_the_c_library_has_not() {
    // Not every file system keeps such times: one in memory does.
    let folder = Path::new("/dev/shm").join(format!("forkless-ls-{}", std::process::id()));
    if std::fs::create_dir(&folder).is_err() {
        return;
    }
    for (name, time) in [("a", i64::MAX), ("b", i64::MIN / 2), ("c", 67_767_976_233_532_799)] {
        std::fs::write(folder.join(name), "").unwrap();
        forest::set_times(&folder.join(name), time, time);
    }
    let name = folder.to_str().unwrap();
    for options in [&["-l"][..], &["-l", "--time-style=long-iso"], &["--full-time"], &["-lu"]] {
        Case::new("ls").args(options).arg(name).variable("TZ", "UTC0").same();
    }
    std::fs::remove_dir_all(folder).unwrap();
}
