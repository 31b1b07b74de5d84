//! find against the installed find.
//!
//! The order of a directory is another one after it has been made again: where lines come in
//! that order they are compared in any, and the order itself is compared on directories that
//! are made once.

use super::forest::{self, same_in_any_order};
use crate::harness::{Case, Random, Sink, Verdict, is_of_many};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::create_dir_all(directory.join("d/skip/deep")).unwrap();
    for (name, length) in [
        ("a", 13),
        ("B", 1_500_000),
        ("d/y", 512),
        ("d/y2", 513),
        ("d/.hidden", 0),
        ("d/e/f/x.c", 1024),
        ("d/e/x.h", 1025),
        ("d/e/X.C", 1),
        ("d/skip/x.c", 0),
        ("d/skip/deep/x.o", 2),
        ("run.sh", 10),
        ("n\nl", 0),
        ("it's", 0),
        ("st*r", 0),
        ("\u{e9}.c", 0),
        ("q[1]", 0),
    ] {
        fs::write(directory.join(name), vec![b'x'; length]).unwrap();
    }
    fs::hard_link(directory.join("B"), directory.join("b2")).unwrap();
    fs::create_dir(directory.join("empty")).unwrap();
    for (name, mode) in
        [("run.sh", 0o755), ("a", 0o640), ("d/e/f", 0o711), ("d/y", 0o4711), ("d/y2", 0o000)]
    {
        fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
    }
    for (name, target) in [
        ("to_a", "a"),
        ("to_d", "d"),
        ("dangling", "gone"),
        ("through", "a/b"),
        ("loop", "loop"),
        ("d/up", "../a"),
        ("d/around", ".."),
    ] {
        symlink(target, directory.join(name)).unwrap();
    }
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let mode = Mode::from_raw_mode(0o640);
    mknodat(CWD, directory.join("fifo"), FileType::Fifo, mode, 0).unwrap();
    mknodat(CWD, directory.join("socket"), FileType::Socket, mode, 0).unwrap();
    forest::age(directory);
    forest::set_times(directory, 1_000_000_000, 1_100_000_000);
    forest::set_times(&directory.join("a"), 1, -5);
    forest::set_times(&directory.join("run.sh"), 4_000_000_000, 4_000_000_000);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("find").args(arguments).setup(planted).merged()
}

/// Demands that ours runs and does the same, in any order.
#[track_caller]
fn same(case: Case<'_>) {
    let verdict = same_in_any_order(&case);
    let is_aside = matches!(verdict, Verdict::SteppedAside(_)) && case.is_reference();
    assert!(!is_aside, "{case}\n{verdict:?}");
}

#[test]
fn expressions() {
    for arguments in [
        &[][..],
        &["."],
        &["d"],
        &["d", "a", "empty"],
        &["d/"],
        &["d//"],
        &["./d/."],
        &["to_d"],
        &["to_d/"],
        &["missing"],
        &["missing", "d", "gone"],
        &["a/b"],
        &[""],
        &["loop"],
        &["dangling"],
        &["-print"],
        &["-print0"],
        &[".", "-print", "-print0"],
        &["--", "d"],
        &["-name", "*.c"],
        &["-iname", "*.c"],
        &["-name", "x.?"],
        &["-name", "[!a-z]*"],
        &["-name", ".*"],
        &["-name", "*"],
        &["-name", "*s"],
        &["-name", "st\\*r"],
        &["-name", "q\\[1]"],
        &["-name", "q[[]1]"],
        &["-name", "n\nl"],
        &["-name", "?.c"],
        &["-name", "??.c"],
        &["-name", "."],
        &["d", "-name", "d"],
        &["d/", "-name", "d"],
        &["./d//", "-name", "d"],
        &["/", "-maxdepth", "0", "-name", "/"],
        &["-name", "a/b"],
        &["-name", ""],
        &["-path", "./d/*"],
        &["-path", "*/e/*"],
        &["-wholename", "./d/e"],
        &["-ipath", "./D/E*"],
        &["-iwholename", "./A"],
        &["-path", "d/*"],
        &["d", "-path", "d/*x*"],
        &["-lname", "*a*"],
        &["-ilname", "GONE"],
        &["-type", "f"],
        &["-type", "d"],
        &["-type", "l"],
        &["-type", "p"],
        &["-type", "s"],
        &["-type", "b"],
        &["-type", "c"],
        &["-type", "f,d"],
        &["-type", "f,l,p"],
        &["-xtype", "f"],
        &["-xtype", "d"],
        &["-xtype", "l"],
        &["-xtype", "p,l"],
        &["-L", ".", "-xtype", "l"],
        &["-xtype", "f", "-name", "*x*", "-printf", "%y%Y %p\n"],
        &["-L", ".", "-xtype", "f"],
        &["-L", ".", "-type", "l"],
        &["-L", ".", "-type", "f"],
        &["-H", "to_d", "-type", "d"],
        &["-H", "to_d", "to_a", "dangling", "-type", "l"],
        &["-H", "to_a", "-type", "f"],
        &["-P", "to_d"],
        &["-L", "to_d"],
        &["-L", "loop"],
        &["-H", "loop"],
        &["-L", "."],
        &["-L", ".", "-depth"],
        &["-L", "dangling", "through"],
        &["-H", "-L", "-P", "to_d"],
        &["-maxdepth", "0"],
        &["-maxdepth", "1"],
        &["-mindepth", "1"],
        &["-mindepth", "2", "-maxdepth", "2"],
        &["-mindepth", "3", "-maxdepth", "2"],
        &["-maxdepth", "1", "-depth"],
        &["-mindepth", "2", "-depth"],
        &["-depth"],
        &["-d"],
        &["d", "-depth", "-name", "e"],
        &["-name", "e", "-depth"],
        &["-xdev"],
        &["-mount", "-name", "a"],
        &["-noleaf"],
        &["-empty"],
        &["-type", "f", "-empty"],
        &["-empty", "-type", "d"],
        &["-size", "1"],
        &["-size", "0"],
        &["-size", "+1"],
        &["-size", "-2"],
        &["-size", "1b"],
        &["-size", "512c"],
        &["-size", "-513c"],
        &["-size", "+512c"],
        &["-size", "256w"],
        &["-size", "1k"],
        &["-size", "2k"],
        &["-size", "+1k"],
        &["-size", "-1k"],
        &["-size", "1M"],
        &["-size", "2M"],
        &["-size", "+1M"],
        &["-size", "-1G"],
        &["-size", "1G"],
        &["-links", "2"],
        &["-links", "+1", "-type", "f"],
        &["-links", "-2"],
        &["-samefile", "B"],
        &["-samefile", "to_a"],
        &["-L", ".", "-samefile", "to_a"],
        &["-H", ".", "-samefile", "to_a"],
        &["-newer", "d/y"],
        &["-newer", "run.sh"],
        &["-anewer", "d/y"],
        &["-newermm", "d/y"],
        &["-newerma", "d/y"],
        &["-neweram", "d/y"],
        &["-neweraa", "d/y"],
        &["-newermt", "@1100000050"],
        &["-newermt", "2004-11-09"],
        &["-newermt", "2004-11-09 11:34:00"],
        &["-newerat", "@1000000010"],
        &["!", "-newer", "d/y"],
        &["-mtime", "+1000"],
        &["-mtime", "-1000"],
        &["-mtime", "0"],
        &["-mtime", "+0"],
        &["-mtime", "-1"],
        &["-atime", "-1"],
        &["-atime", "+5"],
        &["-ctime", "0"],
        &["-ctime", "-1"],
        &["-cmin", "-2"],
        &["-cmin", "+2"],
        &["-cmin", "1"],
        &["-mmin", "+60"],
        &["-mmin", "-60"],
        &["-amin", "-1000000"],
        &["-perm", "644"],
        &["-perm", "0644"],
        &["-perm", "-644"],
        &["-perm", "-u+x"],
        &["-perm", "u=rwx,go=rx"],
        &["-perm", "/111"],
        &["-perm", "/u+w,g+w"],
        &["-perm", "-4000"],
        &["-perm", "/6000"],
        &["-perm", "-u=s"],
        &["-perm", "000"],
        &["-perm", "-000"],
        &["-perm", "a+x"],
        &["-perm", "-a=rX"],
        &["-uid", "0"],
        &["-uid", "+0"],
        &["-uid", "-1"],
        &["-gid", "0"],
        &["-user", "root"],
        &["-user", "0"],
        &["-group", "root"],
        &["-group", "0"],
        &["-nouser"],
        &["-nogroup"],
        &["-true"],
        &["-false"],
        &["-not", "-name", "x*"],
        &["!", "-name", "x*"],
        &["!", "!", "-name", "x*"],
        &["-name", "a", "-o", "-name", "B"],
        &["-name", "a", "-or", "-name", "B", "-print"],
        &["(", "-name", "a", "-o", "-name", "B", ")", "-print"],
        &["-name", "x*", "-a", "-type", "f"],
        &["-name", "x*", "-and", "!", "-size", "0"],
        &["-name", "a", "-prune", ",", "-quit"],
        &["-name", "a", "-print", ",", "-name", "B", "-print"],
        &["(", "(", "-type", "f", ")", ")"],
        &["-type", "d", "-name", "skip", "-prune"],
        &["-name", "skip", "-prune", "-o", "-print"],
        &["-name", "skip", "-prune", "-o", "-type", "f", "-print"],
        &["-path", "./d/skip", "-prune", "-o", "-name", "x*", "-print"],
        &["-depth", "-name", "skip", "-prune", "-o", "-print"],
        &["-prune"],
        &["!", "-name", ".", "-prune"],
        &["d", "-prune"],
        &["-name", "x.c", "-prune"],
        &["-quit"],
        &["d/e/f", "-print", "-quit"],
        &["d/e/f", "a", "-name", "x.c", "-print", "-quit"],
        &["a", "-print", "-quit", "-print"],
        &["a", "(", "-quit", "-o", "-print", ")"],
        &["-readable"],
        &["-writable"],
        &["-executable"],
        &["-executable", "-type", "f"],
        &["-type", "f", "-print", "-false", "-o", "-type", "d", "-print0"],
        &["-nowarn", "-name", "a"],
        &["-warn", "-name", "a"],
        &["-type", "f", "-name", "x*", "-size", "0", "-path", "*skip*"],
    ] {
        same(case(arguments));
        same(case(arguments).utf8());
    }
}

#[test]
fn regular_expressions() {
    for arguments in [
        &["-regex", ".*\\.c"][..],
        &["-regex", "./d/.*"],
        &["-regex", "d/.*"],
        &["-regex", ".*/[a-e]+"],
        &["-regex", ".*/x\\.\\(c\\|h\\)"],
        &["-regex", ".*/y2?"],
        &["-regex", ".*/n.l"],
        &["-regex", ".*/n[^a]l"],
        &["-iregex", ".*/X\\.C"],
        &["-regextype", "posix-extended", "-regex", ".*/x\\.(c|h)"],
        &["-regextype", "posix-extended", "-regex", ".*/y2?"],
        &["-regextype", "posix-extended", "-regex", ".*/[[:upper:]]"],
        &["-regextype", "posix-extended", "-regex", ".*/.{2}"],
        &["-regextype", "posix-basic", "-regex", ".*/x\\.[ch]"],
        &["-regextype", "sed", "-regex", ".*/y2*"],
        &["-regextype", "emacs", "-regex", ".*/y2?"],
    ] {
        same(case(arguments));
        same(case(arguments).utf8());
    }
}

#[test]
fn formats() {
    for (roots, format) in [
        (&["."][..], "%p\n"),
        (&[".", "d/", "to_d"], "%P|%H|%f|%h|%d\n"),
        (&["d//", "./d/e"], "%P|%H|%f|%h|%d\n"),
        (&["d/e///"], "[%p][%P][%H][%f][%h]\n"),
        (&["."], "%s %y %p\n"),
        (&["."], "%m %M %n %U %G %u %g %p\n"),
        (&["."], "%y%Y %l %p\n"),
        (&["."], "%T@ %A@ %p\n"),
        (&["."], "%TY-%Tm-%Td %TH:%TM:%TS %AT %TF %p\n"),
        (&["."], "%%\\n\\t\\\\\\a\\b\\f\\r\\v\\101\\0"),
        (&["a"], "no newline"),
        (&["a"], ""),
        (&["missing", "a"], "%p\n"),
        (&["/"], "%p %P %H %f %h\n"),
        (&["/dev/null"], "%p %P %H %f %h %y\n"),
        (&["a"], "%k %s\n"),
        (&["-L", ".", "dangling"], "%y%Y %l %p %s\n"),
        (&["-H", "to_d", "dangling", "loop"], "%y%Y %l %p\n"),
    ] {
        let mut arguments = roots.to_vec();
        arguments.extend(["-maxdepth", "2", "-printf", format]);
        if roots == ["/"] {
            arguments[2] = "0";
        }
        same(case(&arguments).variable("TZ", "America/New_York"));
        same(case(&arguments).utf8());
    }
    // Where nothing comes between.
    case(&["B", "-printf", "%b %k %i %D\n"]).after(|_| ()).same_or_aside_ignoring_inodes();
    case(&["/dev/null", "-printf", "%b %k %i %D %n\n"]).same();
    for format in ["%a", "%Tc", "%q", "%", "%5p", "%-10f", "\\c", "\\q", "%Ax", "%F", "%S", "%Z"] {
        case(&["a", "-printf", format]).aside();
    }
}

trait IgnoringInodes {
    fn same_or_aside_ignoring_inodes(self);
}

impl IgnoringInodes for Case<'_> {
    /// Either run has its own files: what cannot be the same is left out.
    fn same_or_aside_ignoring_inodes(self) {
        self.compare(|expected, actual| {
            assert_eq!(expected.status, actual.status);
            let fields = |text: &[u8]| text.split(|&byte| byte == b' ').count();
            assert_eq!(fields(&expected.stdout), fields(&actual.stdout));
        });
    }
}

#[test]
fn commands() {
    for arguments in [
        &["d", "-exec", "echo", "{}", ";"][..],
        &["d", "-type", "f", "-exec", "echo", "x{}y{}", "z", ";"],
        &["d", "-exec", "true", ";"],
        &["d", "-exec", "false", ";", "-print"],
        &["d", "-exec", "false", ";", "-o", "-print"],
        &["d", "-print", "-exec", "echo", "ran", ";"],
        &["d/e/f", "-exec", "sh", "-c", "exit 7", ";"],
        &["d/e/f", "-exec", "missing-command", "{}", ";"],
        &["d/e/f", "-exec", "missing-command", "{}", "+"],
        &["d/e/f", "-exec", "./a", "{}", ";"],
        &["d/e/f", "-exec", "./a", "{}", "+"],
        &["d/e/f", "-exec", "echo", "{}", "+"],
        &["d/e/f", "-exec", "echo", "a", "b", "{}", "+"],
        &["d/e/f", "-exec", "false", "{}", "+"],
        &["d/e/f", "-exec", "false", "{}", "+", "-print"],
        &["d/e/f", "-exec", "echo", "{}", "+", "-exec", "echo", "two", "{}", "+"],
        &["d/e/f", "-exec", "echo", "{}", "+", "-quit"],
        &["d/e/f", "d/e/x.h", "-exec", "echo", "{}", "+"],
        &["-name", "none", "-exec", "echo", "{}", "+"],
        &["d/e/f", "-exec", "sh", "-c", "echo out; echo err >&2", ";", "-print"],
        &["d/e/f", "-exec", "sh", "-c", "kill -TERM $$", ";", "-print"],
        &["d/e/f", "-exec", "sh", "-c", "kill -TERM $$", "{}", "+", "-print"],
        &["d/e/f", "-exec", "cat", ";"],
        &["d/e/f", "-exec", "echo", "+", ";"],
        &["d/e/f", "-exec", "echo", "{}", ";", "-exec", "echo", "{}+", ";"],
        &["d/e/f", "(", "-exec", "echo", "{}", "+", ")", "-print"],
    ] {
        same(case(arguments));
    }
    same(case(&["d", "-type", "f", "-exec", "chmod", "600", "{}", "+"]).tree());
    same(case(&["d", "-type", "f", "-exec", "rm", "{}", ";"]).tree());
    same(case(&["d", "-name", "e", "-exec", "rm", "-r", "{}", ";", "-print"]).tree());
}

#[test]
fn batches() {
    let place = scratch("find-batches");
    for number in 0..3000 {
        fs::write(place.join(format!("{number:0>100}")), "").unwrap();
    }
    let name = place.to_str().unwrap();
    let count = "echo $# $(printf %s \"$*\" | wc -c)";
    Case::new("find").args([name, "-type", "f", "-exec", "sh", "-c", count, "x", "{}", "+"]).same();
    Case::new("find").args([name, "-exec", "echo", "{}", "+"]).same();
    Case::new("find")
        .args([name, "-type", "f", "-exec", "sh", "-c", count, "x", "{}", "+", "-print"])
        .merged()
        .same();
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn deletion() {
    for arguments in [
        &["d", "-delete"][..],
        &["-name", "x*", "-delete"],
        &["-type", "d", "-delete"],
        &["-type", "f", "-print", "-delete"],
        &["-delete"],
        &[".", "-delete", "-print"],
        &["d/", "-delete"],
        &["to_d", "-delete"],
        &["to_d/", "-delete"],
        &["-L", "to_d", "-delete"],
        &["-H", "to_d", "-delete"],
        &["-L", "dangling", "-delete"],
        &["-L", "to_a", "-delete"],
        &["missing", "-delete"],
        &["d", "-mindepth", "1", "-delete"],
        &["d", "-maxdepth", "1", "-delete"],
        &["d", "-maxdepth", "1", "-print", "-delete"],
        &["-depth", "-name", "skip", "-prune", "-o", "-delete"],
        &["d", "!", "-name", "x.c", "-delete"],
        &["d", "-empty", "-delete"],
        &["d", "-size", "-2", "-delete"],
        &["-xtype", "l", "-delete"],
    ] {
        same(case(arguments).tree());
    }
    case(&["-prune", "-delete"]).aside();
}

#[test]
fn directories_that_cannot_be_read() {
    let plant = |directory: &Path| {
        planted(directory);
        for (name, mode) in [("d/e", 0o000), ("d/skip", 0o300), ("empty", 0o400)] {
            fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
        }
        fs::create_dir(directory.join("listed")).unwrap();
        fs::write(directory.join("listed/x"), "").unwrap();
        fs::set_permissions(directory.join("listed"), Permissions::from_mode(0o444)).unwrap();
    };
    for arguments in [
        &[][..],
        &["-depth"],
        &["-type", "f"],
        &["-size", "0"],
        &["-empty"],
        &["-name", "x"],
        &["-prune"],
        &["-delete"],
        &["-L", "."],
        &["-L", ".", "-depth", "-print"],
        &["listed", "-printf", "%p %y\n"],
        &["listed", "-printf", "%p %s\n"],
        &["listed", "-type", "f", "-size", "0", "-print", "-o", "-size", "1"],
        &["listed/x"],
        &["d/e/f"],
        &["-readable"],
        &["-newermt", "@0"],
        &["-perm", "644"],
        &["-links", "1"],
        &["listed", "-prune", "-print"],
        &["listed", "-name", "x", "-prune", "-print"],
        &["listed", "-type", "f,d", "-exec", "echo", "{}", ";"],
        &["listed", "-xtype", "f"],
        &["listed", "-maxdepth", "0"],
        &["d", "-maxdepth", "1"],
        &["d", "-maxdepth", "1", "-depth"],
        &["d", "-mindepth", "2", "-depth"],
    ] {
        same(Case::new("find").args(arguments).setup(plant).merged());
        same(Case::new("find").args(arguments).setup(plant).utf8().merged());
    }
}

fn scratch(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
    fs::create_dir(&place).unwrap();
    place
}

#[test]
fn order_of_the_directory() {
    let place = scratch("find-order");
    planted(&place);
    for number in 0..700 {
        fs::write(place.join(format!("d/{}-{number}", number * 7919 % 1000)), "").unwrap();
        if number % 10 == 0 {
            fs::create_dir(place.join(format!("empty/{number}"))).unwrap();
            fs::write(place.join(format!("empty/{number}/file")), "").unwrap();
        }
    }
    fs::create_dir(place.join("large")).unwrap();
    for number in 0..10_100u64 {
        let name = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        fs::write(place.join(format!("large/{name}")), "").unwrap();
    }
    let name = place.to_str().unwrap();
    for arguments in [
        &[][..],
        &["-depth"],
        &["-type", "f"],
        &["-print0"],
        &["-printf", "%p %i %D %s %T@ %C@ %b %k\n"],
        &["-inum", "+5"],
        &["-size", "0"],
        &["-exec", "echo", "{}", "+"],
        &["-quit"],
        &["-name", "*9", "-print", "-quit"],
        &["-name", "1*", "-o", "-newer", "/dev/null", "-print"],
        &["-cnewer", name],
        &["-newerca", name],
        &["-newercc", name],
        &["-cmin", "-100"],
        &["-maxdepth", "2", "-name", "5*", "-exec", "echo", "x", "{}", ";"],
    ] {
        let case = || Case::new("find").arg(name).args(arguments);
        case().same();
        Case::new("find").args(["-L", name]).args(arguments).merged().same();
    }
    let inode = {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(place.join("a")).unwrap().ino().to_string()
    };
    Case::new("find").args([name, "-inum", &inode]).same();
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn deep() {
    let plant = |directory: &Path| {
        use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let mut at = openat(CWD, directory, flags, Mode::empty()).unwrap();
        for _ in 0..120 {
            mkdirat(&at, "dir", Mode::from_raw_mode(0o755)).unwrap();
            at = openat(&at, "dir", flags, Mode::empty()).unwrap();
        }
    };
    for arguments in [&[][..], &["-depth"], &["-delete"], &["-mindepth", "100"]] {
        Case::new("find").args(arguments).setup(plant).same();
    }
}

#[test]
fn output_that_cannot_be_written() {
    let case = |arguments: &[&str]| Case::new("find").args(arguments).setup(planted);
    for arguments in [&["a"][..], &["missing"], &["a", "-false"], &["a", "-printf", "%p"]] {
        case(arguments).stdout_to(Sink::Full).same();
        case(arguments).utf8().stdout_to(Sink::Full).same();
        case(arguments).stdout_to(Sink::Closed).same_or_aside();
        case(arguments).stdout_to(Sink::Broken).same();
    }
}

#[test]
fn step_aside() {
    for arguments in [
        &["-ls"][..],
        &["-fls", "x"],
        &["-fprint", "x"],
        &["-ok", "echo", "{}", ";"],
        &["-execdir", "echo", "{}", ";"],
        &["-daystart"],
        &["-name", "a", ",", "-name", "B"],
        &["-xtype", "f", "-type", "l"],
        &["-follow"],
        &["-fstype", "ext4"],
        &["-used", "1"],
        &["-context", "x"],
        &["-name"],
        &["-name", "a", "-o"],
        &["("],
        &["(", ")"],
        &["!"],
        &["-and", "-print"],
        &["-type", "x"],
        &["-type", ""],
        &["-type", "f,"],
        &["-type", "f,f"],
        &["-size", "x"],
        &["-size", ""],
        &["-size", "1x"],
        &["-perm", "abc"],
        &["-perm", "+111"],
        &["-perm", "/000"],
        &["-mtime", "x"],
        &["-mtime", "1.5"],
        &["-newer", "missing"],
        &["-newerxx", "a"],
        &["-newermB", "a"],
        &["-newermt", "no date"],
        &["-user", "no-such-user"],
        &["-regex", "\\("],
        &["-regextype", "awk", "-regex", "a"],
        &["-exec", "echo"],
        &["-exec", ";"],
        &["-exec", "echo", "{}", "{}", "+"],
        &["-xtype", "f", "-o", "-mtime", "+10"],
        &["-size", "+1", "-xtype", "f"],
        &["-exec", "echo", "x{}", "+"],
        &["-maxdepth", "-1"],
        &["-maxdepth", "x"],
        &["-path", "a/"],
        &["-O3", "a"],
        &["-D", "tree", "a"],
        &["-help"],
        &["--version"],
        &["-files0-from", "a"],
        &["a", "-print", "b"],
        &["/proc/self"],
    ] {
        case(arguments).aside();
    }
    case(&[]).variable("POSIXLY_CORRECT", "1").aside();
    case(&["-name", "[a-z]"]).variable("LC_ALL", "sv_SE.UTF-8").aside();
}

#[test]
fn generated() {
    let mut ran = 0;
    for seed in 0..800 {
        let mut random = Random::new(seed);
        let place = scratch(&format!("find-{seed}"));
        let names = forest::plant(&place, seed, 25);
        forest::age(&place);
        let mut arguments: Vec<String> = Vec::new();
        if random.one_in(3) {
            arguments.push(random.pick(&["-L", "-H", "-P"]).to_string());
        }
        for _ in 0..random.below(3) {
            let name = forest::operand(&mut random, &names);
            // What is around the directory is not the same twice.
            let begins = name.starts_with('-') || name.starts_with(['(', '!', ',', ')']);
            if !name.contains("..") && !begins {
                arguments.push(name);
            }
        }
        expression(&mut random, &mut arguments, 3);
        let source = place.clone();
        // The same directory for both, so that the order is.
        let mut case = Case::new("find").merged();
        let mut at = 0;
        while at < arguments.len() && matches!(arguments[at].as_str(), "-L" | "-H" | "-P") {
            case = case.arg(&arguments[at]);
            at += 1;
        }
        let mut roots = 0;
        while at < arguments.len()
            && !arguments[at].starts_with('-')
            && !matches!(arguments[at].as_str(), "(" | "!")
        {
            case = case.arg(format!("{}/{}", source.display(), arguments[at]));
            roots += 1;
            at += 1;
        }
        if roots == 0 {
            case = case.arg(source.to_str().unwrap());
        }
        case = case.args(&arguments[at..]);
        if random.one_in(2) {
            case = case.utf8();
        }
        if case.same_or_aside() == Verdict::Same {
            ran += 1;
        }
        fs::remove_dir_all(&place).unwrap_or_else(|_| {
            let _ = std::process::Command::new("rm").arg("-rf").arg(&place).status();
        });
    }
    assert!(ran > 500 || is_of_many("find"), "{ran}");
}

/// Tests and actions that change nothing.
fn expression(random: &mut Random, arguments: &mut Vec<String>, depth: usize) {
    let count = if depth == 3 { random.below(4) } else { 1 + random.below(3) };
    for number in 0..count {
        if number > 0 && random.one_in(3) {
            arguments.push(random.pick(&["-o", "-a", ",", "-or", "-and"]).to_string());
        }
        if random.one_in(4) {
            arguments.push(random.pick(&["!", "-not"]).to_string());
        }
        if depth > 0 && random.one_in(5) {
            arguments.push("(".into());
            expression(random, arguments, depth - 1);
            arguments.push(")".into());
            continue;
        }
        let words: &[&str] = random.pick(&[
            &["-name", "a"][..],
            &["-name", "[a-d]"],
            &["-name", "*[!a-z]*"],
            &["-iname", "A"],
            &["-path", "*a*b*"],
            &["-type", "d"],
            &["-type", "f"],
            &["-type", "l"],
            &["-xtype", "f"],
            &["-xtype", "d"],
            &["-xtype", "l"],
            &["-size", "+0"],
            &["-size", "5c"],
            &["-perm", "755"],
            &["-perm", "-u+x"],
            &["-perm", "/222"],
            &["-links", "+1"],
            &["-empty"],
            &["-true"],
            &["-false"],
            &["-print"],
            &["-print0"],
            &["-prune"],
            &["-depth"],
            &["-maxdepth", "2"],
            &["-mindepth", "1"],
            &["-quit"],
            &["-printf", "%p %y %Y %l %m %s %d %P %h %f\n"],
            &["-exec", "echo", "{}", "+"],
            &["-mtime", "+3"],
            &["-newermt", "@1100000100"],
            &["-readable"],
            &["-lname", "*"],
        ]);
        arguments.extend(words.iter().map(|word| word.to_string()));
    }
}
