//! cp against the installed cp.

use super::forest;
use crate::harness::{Case, Random, Sink, assert_seen_alike};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("d/y"), "yy").unwrap();
    fs::hard_link(directory.join("d/y"), directory.join("d/e/y2")).unwrap();
    fs::write(directory.join("a"), "content of a\n").unwrap();
    fs::write(directory.join("b"), "content of b, which is longer\n").unwrap();
    fs::hard_link(directory.join("b"), directory.join("b2")).unwrap();
    fs::create_dir(directory.join("into")).unwrap();
    fs::write(directory.join("into/a"), "old").unwrap();
    fs::create_dir(directory.join("into/b")).unwrap();
    fs::write(directory.join("run"), "#!/bin/sh\n").unwrap();
    fs::write(directory.join("secret"), "s").unwrap();
    for (name, mode) in [("run", 0o755), ("secret", 0o640), ("d/e/f", 0o711), ("b", 0o4711)] {
        fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
    }
    symlink("a", directory.join("to_a")).unwrap();
    symlink("d", directory.join("to_d")).unwrap();
    symlink("gone", directory.join("dangling")).unwrap();
    symlink("loop", directory.join("loop")).unwrap();
    symlink("../a", directory.join("d/up")).unwrap();
    symlink("e", directory.join("d/to_e")).unwrap();
    forest::age(directory);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("cp").args(arguments).setup(planted).tree().merged()
}

/// A call of cp after which modification times are compared too: those that are kept.
fn timed(arguments: &[&str]) -> Case<'static> {
    // What is new has the time of the run: only operands that keep theirs may be used.
    case(arguments).times()
}

#[test]
fn operands() {
    for arguments in [
        &["a", "new"][..],
        &["a", "b"],
        &["a", "into"],
        &["a", "b", "into"],
        &["a", "run", "into"],
        &["a", "run", "secret", "new"],
        &["a", "missing", "into"],
        &["missing", "new"],
        &["a", "missing/new"],
        &["a", "a"],
        &["a", "./a"],
        &["a", "to_a"],
        &["to_a", "a"],
        &["to_a", "new"],
        &["b", "b2"],
        &["-f", "b", "b2"],
        &["a", "dangling"],
        &["-f", "a", "dangling"],
        &["dangling", "new"],
        &["loop", "new"],
        &["a", "loop"],
        &["-f", "a", "loop"],
        &["d", "new"],
        &["d", "a", "into"],
        &["a", "d/e"],
        &["a", "to_d"],
        &["a", "to_d/"],
        &["a", "new/"],
        &["a/", "new"],
        &["a", "b/"],
        &["", "new"],
        &["a", ""],
        &["a", "a", "into"],
        &["a", "./a", "run", "into"],
        &["a", "d/../a", "into"],
        &["run", "new"],
        &["secret", "new"],
        &["-t", "into", "a", "run"],
        &["-t", "missing", "a"],
        &["-t", "a", "b"],
        &["-T", "a", "new"],
        &["-T", "a", "into"],
        &["-T", "a", "b"],
        &["-v", "a", "b", "run", "into"],
        &["-v", "a", "into"],
        &["-n", "a", "b"],
        &["-n", "a", "new"],
        &["-nv", "a", "run", "into"],
        &["--strip-trailing-slashes", "to_a/", "new"],
        &["--remove-destination", "a", "b"],
        &["--remove-destination", "-v", "a", "to_a"],
        &["--remove-destination", "a", "dangling"],
        &["--remove-destination", "b", "b2"],
        &["--remove-destination", "a", "a"],
        &["/dev/null", "b"],
        &["/dev/null", "new"],
        &["a", "/dev/null"],
        &["-f", "a", "into/b"],
        &["a", "b", "run"],
        &["a", "d", "b"],
        &["--", "a", "-v"],
        &["a", "new", "-v"],
        &["a", "."],
        &["a", "./."],
        &["d/y", "."],
        &["d/y", "d/e/y2", "."],
        &["it's", "n\nl"],
        &["-d", "to_a", "new"],
        &["-d", "b", "b2", "into/b"],
        &["-P", "to_a", "b"],
        &["-P", "dangling", "into"],
        &["-H", "to_a", "new"],
        &["-L", "to_a", "new"],
        &["--reflink=auto", "a", "new"],
        &["--reflink=never", "a", "new"],
        &["--sparse=auto", "a", "new"],
        &["--attributes-only", "run", "a"],
        &["--attributes-only", "run", "new"],
        &["--attributes-only", "--preserve=mode", "run", "a"],
    ] {
        case(arguments).same();
    }
    case(&["a", "missing"]).utf8().same();
}

#[test]
fn directories() {
    for arguments in [
        &["-r", "d", "new"][..],
        &["-R", "d", "into"],
        &["-r", "d/", "new"],
        &["-r", "d", "new/"],
        &["-r", "to_d", "new"],
        &["-r", "to_d/", "new"],
        &["-rH", "to_d", "new"],
        &["-rL", "to_d", "new"],
        &["-rL", "d", "new"],
        &["-rP", "d", "new"],
        &["-rv", "d", "new"],
        &["-rv", "d", "a", "into"],
        &["-r", "d", "d"],
        &["-r", "d", "d/e"],
        &["-r", "d", "d/new"],
        &["-r", "d", "d/e/f/new"],
        &["-r", "d", "a"],
        &["-r", "a", "d"],
        &["-r", "d", "d", "into"],
        &["-r", "d/.", "new"],
        &["-r", "d/..", "into"],
        &["-r", ".", "into"],
        &["-r", "d/.", "into"],
        &["-a", ".", "into"],
        &["-rT", "d", "into"],
        &["-rT", "into", "d"],
        &["-a", "d", "new"],
        &["-a", "d/.", "into"],
        &["-av", "d", "into"],
        &["-dr", "d", "new"],
        &["-pr", "d", "new"],
        &["-rl", "d", "new"],
        &["-al", "d", "new"],
        &["-rs", "d", "new"],
        &["-ru", "d", "into"],
        &["-rn", "into", "d"],
        &["-rf", "d", "dangling", "into"],
        &["-r", "dangling", "loop", "to_a", "into"],
        &["-rx", "d", "new"],
        &["-r", "--preserve=links", "d", "new"],
        &["-r", "--no-preserve=mode", "d", "new"],
        &["-r", "--remove-destination", "d", "into"],
        &["-r", "missing", "d", "new"],
        &["-r", "d", "missing/new"],
    ] {
        forest::same_in_any_order(&case(arguments));
    }
}

#[test]
fn preserved() {
    for arguments in [
        &["-p", "a", "b"][..],
        &["-p", "b", "new"],
        &["-p", "run", "a"],
        &["-p", "to_a", "new"],
        &["-a", "to_a", "new"],
        &["-a", "d", "new"],
        &["-pr", "d", "new"],
        &["--preserve", "b", "new"],
        &["--preserve=timestamps", "b", "new"],
        &["--preserve=timestamps,mode", "b", "new"],
        &["-p", "--no-preserve=mode", "run", "new"],
        &["-pd", "dangling", "new"],
        &["-dR", "--preserve=timestamps", "d", "new"],
        &["-pl", "d/y", "new"],
    ] {
        timed(arguments).setup(forest::age).same();
    }
    for arguments in [
        &["--preserve=mode", "run", "new"][..],
        &["--preserve=ownership", "run", "new"],
        &["--preserve=links", "b", "b2", "into/b"],
        &["--no-preserve=mode", "run", "new"],
        &["--no-preserve=mode", "run", "a"],
    ] {
        case(arguments).same();
    }
}

#[test]
fn newer_ones() {
    let setup = |directory: &Path| {
        planted(directory);
        forest::set_times(&directory.join("a"), 100, 1000);
        forest::set_times(&directory.join("b"), 100, 2000);
        forest::set_times(&directory.join("into/a"), 100, 1500);
    };
    for arguments in [
        &["-u", "a", "b"][..],
        &["-u", "b", "a"],
        &["-uv", "a", "run", "into"],
        &["-uv", "b", "new"],
        &["-up", "b", "a"],
        &["-up", "a", "b"],
        &["-au", "d", "into"],
        &["-un", "b", "a"],
        &["-uR", "into", "d"],
    ] {
        Case::new("cp").args(arguments).setup(setup).tree().merged().same();
    }
}

#[test]
fn links_instead_of_copies() {
    for arguments in [
        &["-l", "a", "new"][..],
        &["-l", "a", "b"],
        &["-lf", "a", "b"],
        &["-lfv", "a", "b"],
        &["-l", "b", "b2"],
        &["-l", "to_a", "new"],
        &["-lP", "to_a", "new"],
        &["-l", "dangling", "new"],
        &["-lP", "dangling", "new"],
        &["-l", "a", "run", "into"],
        &["-ld", "to_a", "into"],
        &["-l", "d", "new"],
        &["-s", "a", "new"],
        &["-s", "a", "b"],
        &["-sf", "a", "b"],
        &["-s", "a", "into"],
        &["-s", "a", "to_a"],
        &["-sf", "a", "to_a"],
        &["-s", "a", "./new"],
        &["-s", "missing", "new"],
        &["-sv", "run", "new"],
    ] {
        case(arguments).same();
    }
}

#[test]
fn masks() {
    for umask in [0o000, 0o002, 0o077, 0o777] {
        for arguments in [
            &["run", "new"][..],
            &["b", "new"],
            &["-p", "b", "new"],
            &["-r", "d", "new"],
            &["-a", "d", "new"],
            &["--no-preserve=mode", "run", "new"],
            &["-r", "--no-preserve=mode", "d", "new"],
            &["--preserve=ownership", "run", "new"],
            &["-r", "--preserve=ownership", "d", "new"],
        ] {
            case(arguments).umask(umask).same();
        }
    }
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["a"],
        &["-i", "a", "b"],
        &["-b", "a", "b"],
        &["--backup", "a", "b"],
        &["-S", "~", "a", "b"],
        &["-Z", "a", "b"],
        &["--parents", "d/y", "into"],
        &["--preserve=all", "a", "b"],
        &["--sparse=always", "a", "b"],
        &["--reflink", "a", "b"],
        &["-ls", "a", "b"],
        &["-T", "a", "b", "run"],
        &["-T", "-t", "into", "a"],
        &["/dev/stdin", "new"],
        &["/dev/zero", "new"],
        &["a", "/dev/stdout"],
        &["--recurs", "d", "new"],
    ] {
        case(arguments).aside();
    }
    let fifo = |directory: &Path| {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        mknodat(CWD, directory.join("fifo"), FileType::Fifo, Mode::from_raw_mode(0o640), 0)
            .unwrap();
        mknodat(CWD, directory.join("socket"), FileType::Socket, Mode::from_raw_mode(0o600), 0)
            .unwrap();
    };
    case(&["fifo", "new"]).setup(fifo).aside();
    case(&["a", "fifo"]).setup(fifo).aside();
    case(&["-r", "fifo", "new"]).setup(fifo).same();
    case(&["-a", "fifo", "socket", "into"]).setup(fifo).same();
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-v", "a", "new"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing", "into"]).stdout_to(Sink::Full).same();
}

#[test]
fn holes() {
    use std::io::{Seek, SeekFrom, Write};
    let plant = |directory: &Path| {
        for (name, parts) in [
            ("middle", &[(0u64, 5000usize), (1 << 20, 100)][..]),
            ("start", &[(1 << 20, 9000)]),
            ("end", &[(0, 4096)]),
            ("all", &[]),
            ("many", &[(100_000, 1), (300_000, 4096), (700_000, 70_000), (1_999_999, 1)]),
        ] {
            let mut file = fs::File::create(directory.join(name)).unwrap();
            file.set_len(2 << 20).unwrap();
            for (at, length) in parts {
                file.seek(SeekFrom::Start(*at)).unwrap();
                // Zeros inside data become holes, too.
                let data: Vec<u8> =
                    (0..*length).map(|i| if i % 20_000 < 9000 { b'x' } else { 0 }).collect();
                file.write_all(&data).unwrap();
            }
        }
    };
    for name in ["middle", "start", "end", "all", "many"] {
        let blocks = std::cell::RefCell::new(Vec::new());
        let look = |directory: &Path| {
            if let Ok(stat) = fs::metadata(directory.join("new")) {
                blocks.borrow_mut().push(stat.blocks());
            }
        };
        Case::new("cp").args([name, "new"]).setup(plant).tree().after(look).same();
        let blocks = blocks.into_inner();
        // Later versions leave it to the kernel, and a call that steps aside is run once.
        if blocks.len() == 2 && Case::new("cp").is_reference() {
            assert_eq!(blocks[0], blocks[1], "{name}: blocks");
        }
    }
}

#[test]
fn large_files() {
    let plant = |directory: &Path| {
        let data: Vec<u8> = (0..5_000_000u32).flat_map(u32::to_le_bytes).collect();
        fs::write(directory.join("large"), data).unwrap();
    };
    Case::new("cp").args(["large", "new"]).setup(plant).tree().same();
    Case::new("cp").args(["--reflink=never", "large", "new"]).setup(plant).tree().same();
}

#[test]
fn extended_attributes() {
    use rustix::fs::{XattrFlags, lgetxattr, lsetxattr};
    let plant = |directory: &Path| {
        planted(directory);
        for name in ["a", "d", "d/y"] {
            let path = directory.join(name);
            lsetxattr(&path, "user.color", b"blue", XattrFlags::empty()).unwrap();
            lsetxattr(&path, "user.empty", b"", XattrFlags::empty()).unwrap();
            lsetxattr(&path, "user.Beagle.x", b"no", XattrFlags::empty()).unwrap();
        }
        // An access control list: user 1000 may read and write.
        let list: Vec<u8> = [2u32.to_le_bytes().to_vec()]
            .into_iter()
            .chain([(1u16, 6u16, !0u32), (2, 6, 1000), (4, 4, !0), (16, 6, !0), (32, 0, !0)].map(
                |(tag, bits, id)| {
                    [&tag.to_le_bytes()[..], &bits.to_le_bytes(), &id.to_le_bytes()].concat()
                },
            ))
            .flatten()
            .collect();
        for (name, attribute) in
            [("run", "system.posix_acl_access"), ("d/e", "system.posix_acl_default")]
        {
            lsetxattr(directory.join(name), attribute, &list, XattrFlags::empty()).unwrap();
        }
    };
    let probe = std::env::temp_dir().join(format!("attributes-{}", std::process::id()));
    fs::write(&probe, "").unwrap();
    let works = lsetxattr(&probe, "user.x", b"", XattrFlags::empty()).is_ok();
    fs::remove_file(&probe).unwrap();
    if !works {
        eprintln!("skipped: no extended attributes here");
        return;
    }
    for arguments in [
        &["-a", "a", "new"][..],
        &["-p", "a", "new"],
        &["a", "new"],
        &["-a", "d", "new"],
        &["-pr", "d", "new"],
        &["-r", "d", "new"],
        &["-p", "run", "new"],
        &["-a", "run", "new"],
        &["run", "new"],
        &["-p", "run", "d/e/new"],
        &["-p", "a", "d/e/new"],
        &["a", "d/e/new"],
        &["-a", "d", "d/e", "into"],
    ] {
        let seen = std::cell::RefCell::new(Vec::new());
        let look = |directory: &Path| {
            let mut all = Vec::new();
            for name in
                ["new", "new/y", "new/e", "new/e/f", "d/e/new", "into/d", "into/e", "into/d/y"]
            {
                for attribute in [
                    "user.color",
                    "user.empty",
                    "user.Beagle.x",
                    "system.posix_acl_access",
                    "system.posix_acl_default",
                ] {
                    let mut value = [0u8; 200];
                    let result = lgetxattr(directory.join(name), attribute, &mut value[..]);
                    all.push((name, attribute, result.map(|n| value[..n].to_vec())));
                }
            }
            seen.borrow_mut().push(all);
        };
        Case::new("cp").args(arguments).setup(plant).tree().merged().after(look).same();
        let seen = seen.into_inner();
        assert_seen_alike(&seen, &arguments.join(" "));
    }
}

#[test]
fn generated() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("cp-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 16);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("cp").setup(move |at| drop(forest::plant(at, seed, 16))).tree().merged();
        for _ in 0..random.below(4) {
            case = case.arg(random.pick(&[
                "-r",
                "-a",
                "-R",
                "-p",
                "-f",
                "-v",
                "-n",
                "-u",
                "-d",
                "-L",
                "-H",
                "-P",
                "-T",
                "-l",
                "-s",
                "-rv",
                "--remove-destination",
                "--no-preserve=mode",
            ]));
        }
        case = case.arg("--");
        let mut safe = true;
        for _ in 0..2 + random.below(3) {
            let name = forest::operand(&mut random, &names);
            // Behind a link to `.` this would lead out of the directory.
            safe &= !name.contains("..");
            case = case.arg(name);
        }
        if safe {
            forest::same_in_any_order(&case);
        }
    }
}
