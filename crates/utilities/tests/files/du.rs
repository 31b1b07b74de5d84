//! du and df against the installed ones.

use crate::harness::{Case, Random, Sink, Verdict};
use std::path::Path;

fn tree(directory: &Path) {
    let make = |name: &str, length: usize| {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, vec![b'x'; length]).unwrap();
    };
    make("a/b/c/one", 1);
    make("a/b/two", 5000);
    make("a/three", 100_000);
    make("a/b/c/large", 300_000);
    make("e/four", 0);
    make("it's", 10);
    std::fs::create_dir(directory.join("e/empty")).unwrap();
    std::fs::create_dir(directory.join("e/empty too")).unwrap();
    std::fs::hard_link(directory.join("a/three"), directory.join("e/three")).unwrap();
    std::fs::hard_link(directory.join("a/three"), directory.join("a/b/3")).unwrap();
    std::os::unix::fs::symlink("a", directory.join("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", directory.join("dangling")).unwrap();
    std::os::unix::fs::symlink("loop", directory.join("loop")).unwrap();
}

#[test]
fn trees() {
    for options in [
        &[][..],
        &["-s"],
        &["-sk"],
        &["-h"],
        &["-sh"],
        &["--si"],
        &["-m"],
        &["-a"],
        &["-ah"],
        &["-c"],
        &["-sc"],
        &["-S"],
        &["-aS"],
        &["-l"],
        &["-la"],
        &["-x"],
        &["-b"],
        &["-sb"],
        &["--apparent-size", "-h"],
        &["-d", "1"],
        &["-d0"],
        &["--max-depth=2", "-a"],
        &["-0"],
        &["-H"],
        &["-D", "-s"],
        &["-HP"],
        &["-bk"],
        &["-hkc"],
    ] {
        for files in [
            &[][..],
            &["."],
            &["a"],
            &["a/"],
            &["a//", "e"],
            &["e", "a"],
            &["a", "a"],
            &["a/b", "."],
            &["link"],
            &["link/"],
            &["it's", "a/b/two"],
            &["dangling", "loop", "missing", "e"],
            &["", "e"],
            &["a/three", "e/three"],
            &["it's/x"],
        ] {
            Case::new("du").args(options).args(files).setup(tree).same();
        }
    }
    Case::new("du").setup(tree).stdout_to(Sink::Full).same();
    Case::new("du").args(["a", "missing"]).setup(tree).merged().same();
    Case::new("du").args(["-a", "/usr/share/doc/bash", "/etc/apt"]).same();
    for words in [
        &["-L"][..],
        &["-t", "1"],
        &["--time"],
        &["--exclude=x"],
        &["-B1"],
        &["-sa"],
        &["-sd1"],
        &["-d", "01"],
        &["-d", "x"],
        &["--inodes"],
        &["-X", "f"],
        &["--files0-from=f"],
        &["--help"],
    ] {
        Case::new("du").args(words).aside();
    }
    for name in ["DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE", "POSIXLY_CORRECT"] {
        Case::new("du").variable(name, "1").aside();
    }
}

#[test]
fn unreadable() {
    use std::os::unix::fs::PermissionsExt;
    let forbid = |directory: &Path| {
        tree(directory);
        let mode = std::fs::Permissions::from_mode(0o0);
        std::fs::set_permissions(directory.join("a/b"), mode).unwrap();
    };
    Case::new("du").arg("a").setup(forbid).same();
    Case::new("du").args(["-a", "a/b/c"]).setup(forbid).same();
}

#[test]
fn generated() {
    let mut random = Random::new(21);
    for _ in 0..60 {
        let lengths: Vec<(usize, usize)> =
            (0..12).map(|_| (random.below(20), random.below(40_000))).collect();
        let make = |directory: &Path| {
            for &(place, length) in &lengths {
                let folder = directory.join(["a", "a/b", "c/d/e", "c"][place % 4]);
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(folder.join(place.to_string()), vec![0; length]).unwrap();
            }
        };
        let pick = |random: &mut Random| {
            ["-a", "-S", "-h", "-b", "-c", "-d1", "-d2", "-k", "-l"][random.below(9)]
        };
        let options = [pick(&mut random), pick(&mut random)];
        Case::new("du").args(options).args([".", "a"]).setup(make).same_or_aside();
        Case::new("du").args(options).setup(make).same_or_aside();
    }
}

#[test]
fn file_systems() {
    // Those that do not change meanwhile.
    use std::os::unix::fs::MetadataExt;
    let device = |name: &str| std::fs::metadata(name).map(|found| found.dev()).ok();
    let is_own = |name: &&str| device(name) != device("/");
    for options in [
        &[][..],
        &["-P"],
        &["-k"],
        &["-Pk"],
        &["-m"],
        &["-h"],
        &["-T"],
        &["-hT"],
        &["-PT"],
        &["-Ph"],
    ] {
        for files in
            [&["/dev"][..], &["/sys/fs/cgroup"], &["/dev/", "/sys/fs/cgroup", "/dev/../dev"]]
        {
            if ["/dev", "/sys/fs/cgroup"].iter().all(is_own) {
                Case::new("df").args(options).args(files).same_or_aside();
            }
        }
        for file in ["/proc", "/dev/null", "missing", "/sys/kernel", ""] {
            Case::new("df").args(options).arg(file).same_or_aside();
        }
        assert!(agrees_at_last(&Case::new("df").args(options)), "{options:?}");
    }
    Case::new("df").args(["-P", "/dev"]).stdout_to(Sink::Full).same_or_aside();
    for words in [
        &["-a", "."][..],
        &["-i", "."],
        &["-B1", "."],
        &["--output", "."],
        &["-H", "."],
        &["-l", "."],
    ] {
        Case::new("df").args(words).aside();
    }
    Case::new("df").arg(".").variable("BLOCKSIZE", "1").aside();
}

/// Whether both say the same some time, of what others change meanwhile.
fn agrees_at_last(case: &Case) -> bool {
    (0..100).any(|_| {
        let mut is_same = false;
        let verdict = case.compare(|installed, ours| is_same = installed == ours);
        is_same || verdict != Verdict::Same
    })
}

/// Mounts a directory below itself, where that is allowed.
fn mount_below_itself(folder: &std::path::Path) {
    let (from, to) = (folder.join("a"), folder.join("a/b/c"));
    std::fs::create_dir_all(&to).unwrap();
    let _ = std::process::Command::new("mount").arg("--bind").args([from, to]).output();
}

fn unmount(folder: &std::path::Path) {
    let _ = std::process::Command::new("umount").arg(folder.join("a/b/c")).output();
}

#[test]
fn directories_that_are_mounted_below_themselves() {
    for words in [&["a"][..], &["-a", "a/b"], &["-s", "a", "a/b"], &["-l", "a"], &["-x", "a"]] {
        let case = Case::new("du").args(words).setup(mount_below_itself).after(unmount);
        case.same();
    }
}
