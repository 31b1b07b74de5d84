//! What runs here where one program is installed for all utilities, against busybox, toybox and
//! uutils' coreutils.

use crate::harness::{Case, Random, Source, Verdict};
use utilities::busybox::find_alike;
use utilities::program::Family;

/// Calls that are to run here.
const CASES: &[&[&str]] = &[
    &["basename", "/a/b.c", ".c"],
    &["basename", "a//"],
    &["basename", "/"],
    &["basename", ".c", ".c"],
    &["dirname", "/a/b"],
    &["dirname", "a"],
    &["dirname", "/a//b//"],
    &["dirname", "/"],
    &["cat"],
    &["cat", "f", "g"],
    &["cut", "-f2"],
    &["cut", "-d", ":", "-f", "1,2"],
    &["cut", "-d ", "-f2-"],
    &["expr", "3", "+", "-4"],
    &["expr", "7", "/", "2"],
    &["expr", "-7", "%", "2"],
    &["expr", "0", "*", "5"],
    &["expr", "10", "<", "9"],
    &["grep", "-q", "foo"],
    &["grep", "-q", "-i", "FOO"],
    &["grep", "-q", "-x", "a b"],
    &["head"],
    &["head", "-n1"],
    &["head", "-n", "2", "f"],
    &["head", "-3"],
    &["head", "-n", "0"],
    &["id", "-u"],
    &["id", "-g"],
    &["sed", "s/a/b/"],
    &["sed", "s/^a/b c/g"],
    &["sed", "s|/|:|g"],
    &["sed", "s/a$//"],
    &["seq", "3"],
    &["seq", "2", "5"],
    &["seq", "5", "2"],
    &["seq", "1", "3", "10"],
    &["sleep", "0"],
    &["sort"],
    &["sort", "-u", "f"],
    &["sort", "-r", "f", "g"],
    &["tr", "a-z", "A-Z"],
    &["tr", "-d", "a0-9"],
    &["tr", "-s", " "],
    &["tr", "abc", "x"],
    &["tr", "/:", "_,"],
    &["tr", ":", "\\n"],
    &["uname"],
    &["uname", "-r"],
    &["uname", "-m"],
    &["uniq"],
    &["wc", "-l"],
    &["wc", "-c", "f"],
    &["whoami"],
    &["cp", "f", "new"],
    &["cp", "f", "g"],
    &["cp", "f", "directory"],
    &["date", "+%Y-%m"],
    &["false"],
    &["grep", "foo"],
    &["grep", "-v", "foo"],
    &["grep", "-n", "-i", "FOO", "f"],
    &["grep", "-c", "foo", "f", "g"],
    &["grep", "-l", "foo", "f", "g"],
    &["grep", "-x", "end", "f", "g"],
    &["ln", "-s", "x", "new"],
    &["ln", "-sf", "x", "link"],
    &["mkdir", "new"],
    &["mkdir", "-p", "directory", "directory/a"],
    &["mv", "f", "new"],
    &["mv", "-f", "f", "g"],
    &["mv", "f", "directory"],
    &["readlink", "link"],
    &["rm", "-f", "f", "missing", "link"],
    &["sed", "-n", "2p"],
    &["sed", "/foo/d"],
    &["sed", "$d"],
    &["sed", "-n", "/foo/p"],
    &["sed", "3p"],
    &["sed", "-e", "s/a/b/", "-e", "s/b/c/g"],
    &["tail"],
    &["tail", "-n", "2"],
    &["tail", "-2", "f"],
    &["touch", "new", "f"],
    &["true"],
    &["uniq", "-c"],
    &["uniq", "-d"],
    &["uniq", "-u"],
    &["basename", "--", "a/b"],
    &["dirname", "--", "a/b"],
    &["cat", "--", "f"],
    &["chmod", "600", "f"],
    &["chmod", "0755", "f", "directory"],
    &["chmod", "1777", "directory"],
    &["chmod", "2775", "directory"],
    &["chmod", "4755", "f"],
    &["chmod", "+x", "f"],
    &["chmod", "a+x", "f"],
    &["chmod", "go-rx", "directory"],
    &["chmod", "--", "u-w", "f"],
    &["cp", "--", "f", "new"],
    &["grep", "-qi", "FOO"],
    &["grep", "-qs", "^foo"],
    &["grep", "-iE", "^FOO"],
    &["grep", "^a b"],
    &["grep", "-c", "bar$", "f"],
    &["grep", "-v", "^f.*r$"],
    &["grep", "[0-9]"],
    &["grep", "-n", "^[^f]"],
    &["grep", "-l", "--", "one", "f", "g"],
    &["mv", "--", "f", "new"],
    &["mv", "-f", "--", "f", "g"],
    &["readlink", "-f", "link"],
    &["readlink", "-f", "directory"],
    &["realpath", "link"],
    &["realpath", "f"],
    &["rm", "f"],
    &["rm", "--", "f"],
    &["rm", "-f", "--", "missing"],
    &["sed", "s/:.*//"],
    &["sed", "s,^.*/,,"],
    &["sed", "s/[^a]//"],
    &["sed", "s/ *$//"],
    &["sed", "s#x*#_#"],
    &["sed", "-e", "s/[0-9][0-9]*/N/"],
    &["stat", "-c", "%a %u:%g", "f", "directory"],
    &["stat", "-c", "%s,%h", "link"],
    &["stat", "-c", "%U %G", "f"],
    &["touch", "--", "new"],
    &["cksum", "f"],
    &["fgrep", "foo"],
    &["fgrep", "-c", "a b", "f"],
    &["fgrep", "-q", ":"],
    &["sync"],
    &["cmp", "-s", "f", "g"],
    &["cmp", "-s", "f", "f"],
    &["expr", "foo1", ":", "fo*"],
    &["expr", "a/b", ":", ".*/"],
    &["expr", "abc", ":", "x[0-9]"],
    &["id", "-un"],
    &["id", "-gn"],
    &["printenv", "PATH"],
    &["printenv", "NOSUCH"],
    &["tee", "new"],
    &["tee", "-a", "f"],
    &["tee", "f"],
    &["which", "sh"],
    &["which", "nosuch"],
    &["base64"],
    &["base64", "f"],
    &["hexdump", "f"],
    &["hexdump", "-C", "f"],
    &["md5sum"],
    &["md5sum", "f", "g"],
    &["sha1sum", "g"],
    &["sha256sum"],
    &["sha512sum", "f"],
    &["tac", "f"],
    &["xxd"],
    &["xxd", "f"],
    &["xxd", "-p", "f"],
];

/// Calls that are to run here in busybox's place, in the C locale and with a pipe to read; in other ways
/// they may.
const OF_BUSYBOX: &[&[&str]] = &[
    &["cut", "-c2-3", "f"],
    &["cat", "missing"],
    &["expr", "a", ":", "\\(b\\)"],
    &["grep", "-F", "fo*"],
    &["grep", "[[:alpha:]]"],
    &["chmod", "644", "missing"],
    &["sync", "f"],
    &["realpath", "-m", "missing"],
    &["rm", "missing"],
    &["stat", "-c", "%s", "missing"],
    &["cp", "missing", "new"],
    &["ln", "f", "new"],
    &["mkdir", "-p", "missing/x"],
    &["readlink", "f"],
    &["tail", "-n", "+2"],
    &["grep", "-q", "fo\\?"],
    &["sed", "-n", "p"],
    &["sed", "s/a.b/x/g"],
    &["sed", "s/\\(a\\)/x/"],
    &["sed", "s/a/&&/"],
    &["tr", "[:lower:]", "[:upper:]"],
    &["uname", "-a"],
    &["md5sum", "missing"],
    &["mv", "missing", "new"],
    &["mv", "-f", "missing", "f"],
    &["cmp", "-s", "missing", "f"],
    &["grep", "foo", "missing"],
    &["grep", "-qs", "foo", "missing"],
    &["sed", "p", "missing"],
    &["head", "-n", "2", "missing"],
    &["sort", "missing"],
    &["wc", "-l", "missing"],
    &["sed", "s/a/b/;s/c/d/g"],
    &["sed", "-e", "1d", "-e", "2q", "f"],
    &["sed", "-n", "/foo/,/end/p"],
    &["sed", "-E", "s/(o+)b?/<&>/g"],
    &["sed", "s/\\([a-z]*\\):\\(.*\\)/\\2 \\1/p"],
    &["sed", "1!G;h;$!d"],
    &["sed", "-i", "s/a/b/", "f"],
    &["sed", "$!N;s/a/,/"],
    &["grep", "-E", "^(foo)"],
    &["grep", "-E", "a|b"],
    &["grep", "-h", "foo", "f", "g"],
    &["grep", "-H", "one", "g"],
    &["grep", "-e", "foo"],
    &["tr", "-cd", "a-z"],
    &["tr", "-cs", "a-z", "\\n"],
    &["tr", "\\0", "_"],
    &["tr", "-d", "[:space:]"],
    &["tail", "-n", "+2", "f"],
    &["rm", "-rf", "directory", "missing"],
    &["rmdir", "directory"],
    &["mkdir", "-p", "a/b/c"],
    &["cp", "-p", "f", "new"],
    &["cp", "-f", "f", "g"],
    &["ln", "-f", "f", "g"],
    &["ln", "-sfn", "x", "link"],
    &["ln", "-s", "x", "directory"],
    &["sync", "-d", "f"],
    &["date", "+%a %d %B %F"],
    &["date", "-u", "+%Y-%m-%d"],
    &["realpath", "-m", "f"],
    &["dirname", ""],
    &["ls"],
    &["ls", "-1"],
    &["ls", "-A", "directory"],
    &["ls", "-1a"],
    &["ls", "-d", "link", "f", "directory"],
    &["ls", "f"],
    &["ls", "--", "f"],
    &["find"],
    &["find", "."],
    &["find", ".", "-name", "*o*"],
    &["find", ".", "directory", "f", "-type", "f"],
    &["find", ".", "-maxdepth", "1", "!", "-type", "d", "-print"],
    &["find", ".", "-mindepth", "1", "-name", "f", "-o", "-type", "l", "-name", "l*", "-print0"],
    &["find", "link", "-name", "?i*"],
];

/// Calls that are to run here in toybox's place, in the C locale and with a pipe to read.
const OF_TOYBOX: &[&[&str]] = &[
    &["chmod", "go-rx", "directory"],
    &["cksum", "f"],
    &["cmp", "-s", "f", "g"],
    &["cp", "-p", "f", "new"],
    &["cp", "f", "g"],
    &["cut", "-d", ":", "-f", "1"],
    &["cut", "-f1"],
    &["date", "+%a %d %B %F"],
    &["egrep", "(foo|a)b*"],
    &["fgrep", "-q", ":"],
    &["grep", "-c", "bar$", "f"],
    &["grep", "-E", "(foo|end)"],
    &["grep", "-q", "^foo"],
    &["grep", "-v", "^f[a-o]*"],
    &["grep", "-n", "foo", "f"],
    &["head", "-n", "2", "f"],
    &["id", "-u"],
    &["ln", "-sf", "x", "link"],
    &["ln", "f", "new"],
    &["ls"],
    &["ls", "-1A"],
    &["ls", "-d", "link", "f", "directory"],
    &["find", ".", "-name", "*"],
    &["find", ".", "-maxdepth", "1", "!", "-type", "d", "-print"],
    &["find", "-type", "f", "-o", "-name", "link"],
    &["md5sum", "f", "g"],
    &["mkdir", "-p", "a/b/c"],
    &["mv", "-f", "f", "g"],
    &["mv", "f", "new"],
    &["printenv", "PATH"],
    &["readlink", "-f", "link"],
    &["readlink", "f"],
    &["realpath", "f"],
    &["rm", "-rf", "directory", "missing"],
    &["rmdir", "directory"],
    &["sed", "-e", "s/^[ ]*//g", "-e", "s/:.*//", "-e", "/^$/d"],
    &["sed", "-n", "/foo/p"],
    &["sed", "-n", "2,/foo/p"],
    &["sed", "$!d"],
    &["sed", "s/\\([a-z]*\\):\\(.*\\)/\\2 \\1/p"],
    &["sed", "s/x*/-/g"],
    &["seq", "1", "3", "10"],
    &["sha256sum"],
    &["sort", "-ru", "f"],
    &["stat", "-c", "%U %G %a %s %Y", "f"],
    &["sync", "-d", "f"],
    &["tail", "-n", "+2", "f"],
    &["tail", "-n", "2", "f"],
    &["tee", "-a", "f"],
    &["touch", "new", "f"],
    &["wc", "-l", "f"],
    &["wc", "-l"],
    &["which", "sh"],
];

/// Calls that toybox takes in its own way, though busybox does not.
const OTHER_FOR_TOYBOX: &[&[&str]] = &[
    &["cut", "-f2"],
    &["cut", "-c1"],
    &["egrep", "^.a"],
    &["grep", "^.a"],
    &["head", "-n", "2"],
    &["sed", "2q", "f"],
    &["sed", "1d\n2p"],
    &["sed", "-e", "1d", "-e", "1,2s/a/b/"],
    &["sed", "s/a/b/2"],
    &["sed", "-i", "s/a/b/", "f"],
    &["tail", "-n", "2"],
    &["tr", "a", "b"],
    &["uname", "-a"],
    &["uniq"],
];

/// Calls that run here where root makes them.
const PRIVILEGED: &[&[&str]] = &[
    &["chown", "root", "f"],
    &["chown", "root:root", "f", "directory"],
    &["chown", "daemon:daemon", "f"],
    &["chown", "7:9", "f"],
    &["chown", "--", "root:daemon", "directory"],
];

/// Calls that busybox takes in its own way, or complains of.
const OTHER: &[&[&str]] = &[
    &["basename"],
    &["basename", "//"],
    &["basename", "-a", "x"],
    &["cat", "-n"],
    &["cat", "directory"],
    &["cut", "-f3,1"],
    &["cut", "-d:", "-f", "1,3"],
    &["cut", "-f0"],
    &["cut", "-f2", "missing"],
    &["expr", "length", ":", "b"],
    &["mktemp", "a.XXXXX"],
    &["mktemp", "missing/a.XXXXXX"],
    &["cmp", "f", "g"],
    &["printenv"],
    &["tee", "f", "g"],
    &["tee", "directory"],
    &["which", "/bin/sh"],
    &["expr", "1", "/", "0"],
    &["grep", "fo\\|x"],
    &["grep", "*a"],
    &["grep", "a**"],
    &["chmod", "644", "link"],
    &["chmod", "u=rw,go=", "f"],
    &["chmod", "-R", "755", "directory"],
    &["chmod", "-w", "f"],
    &["fgrep", "-o", "a"],
    &["chown", "nosuchuser", "f"],
    &["chown", "root:", "f"],
    &["chown", "root", "link"],
    &["realpath", "missing"],
    &["rm", "f", "g"],
    &["rm", "link"],
    &["stat", "f"],
    &["stat", "-c", "%N", "f"],
    &["basename", "--", "-a"],
    &["find", "missing"],
    &["find", ".", "-newer", "f"],
    &["find", ".", "-name", "[a-f]"],
    &["find", "directory/"],
    &["ls", "-l"],
    &["ls", "-C"],
    &["ls", "missing"],
    &["ls", "link"],
    &["ls", "f", "g"],
    &["grep", "-o", "foo"],
    &["grep", "-l", "foo"],
    &["cp", "f", "f"],
    &["cp", "directory", "new"],
    &["ln", "-s", "x", "f"],
    &["mkdir", "f"],
    &["mkdir", "-p", "f"],
    &["mv", "f", "missing/x"],
    &["mv", "directory", "new"],
    &["rm", "-f", "directory"],
    &["rm", "-f", "f/x"],
    &["tail", "-n", "0"],
    &["tail", "f", "g"],
    &["touch", "missing/x"],
    &["head", "-c", "3"],
    &["head", "f", "g"],
    &["seq", "1", "0", "3"],
    &["seq", "a"],
    &["sleep", "1s"],
    &["sort", "-n"],
    &["tr", "z-a", "x"],
    &["tr", "a-"],
    &["uniq", "-i"],
    &["wc"],
    &["wc", "-w"],
    &["wc", "-c"],
    &["base64", "-d"],
    &["base64", "f", "g"],
    &["hexdump"],
    &["hexdump", "-C", "missing"],
    &["md5sum", "-c", "f"],
    &["sha256sum", "-b", "f"],
    &["tac", "f", "g"],
    &["xxd", "-r", "f"],
    &["xxd", "-i", "f"],
    &["xxd", "missing"],
];

const TEXT: &[u8] =
    b"a b c\n\nfoo:bar:baz\n a  a\n/x/y\nxa\nfoo:bar:baz\nfoo:bar:baz\nAbc 123\nend";

/// The programs that are installed, with what they are.
fn installed() -> impl Iterator<Item = (&'static str, Family)> {
    let all =
        [("busybox", Family::Busybox), ("toybox", Family::Toybox), ("coreutils", Family::Uutils)];
    all.into_iter().filter(|(name, _)| std::path::Path::new("/usr/bin").join(name).exists())
}

/// Whether a program was built with a utility: busybox is configured.
fn has(program: &str, utility: &str) -> bool {
    let list = std::process::Command::new(program).arg("--list").output();
    let text = list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned());
    program != "busybox" || text.is_ok_and(|text| text.lines().any(|line| line == utility))
}

fn case<'a>(program: &'static str, call: &[&str]) -> Case<'a> {
    let case =
        Case::multicall(program, call[0]).args(&call[1..]).file("f", TEXT).file("g", "one\ntwo\n");
    case.directory("directory").link("link", "f").tree()
}

#[test]
fn what_is_alike_in_one_way() {
    for ((program, family), call) in
        installed().flat_map(|it| OF_BUSYBOX.iter().map(move |call| (it, call)))
    {
        if find_alike(family, call[0].as_bytes()).is_none() || !has(program, call[0]) {
            continue;
        }
        match family {
            Family::Busybox => case(program, call).stdin(TEXT).same(),
            _ => drop(case(program, call).stdin(TEXT).same_or_aside()),
        }
        for input in [TEXT, b"", b"no newline", b"a\n\nb a\n"] {
            case(program, call).stdin(input).utf8().same_or_aside();
            case(program, call).stdin_from(Source::File(input.to_vec())).same_or_aside();
        }
    }
}

/// To busybox's sed a NUL ends a line, to grep it is a byte like another.
#[test]
fn lines_with_nul() {
    let inputs: [&[u8]; 7] =
        [b"a\0b\nc\n", b"a\0", b"\0", b"a\0\0b\0", b"a\nb\0", b"a\0b", b"x\0ab\n\0\nab\0x\nq"];
    let calls: [&[&str]; 17] = [
        &["sed", "s/a/x/"],
        &["sed", "p"],
        &["sed", "-n", "p"],
        &["sed", "s/a/x/p"],
        &["sed", "-n", "s/b/x/p"],
        &["sed", "$d"],
        &["sed", "1d"],
        &["sed", "n;d"],
        &["sed", "N;P;D"],
        &["sed", "G"],
        &["sed", "2q"],
        &["sed", "="],
        &["grep", "b"],
        &["grep", "-v", "b"],
        &["grep", "-c", "^b"],
        &["cut", "-c1"],
        &["uniq", "-c"],
    ];
    for ((program, family), call) in installed().flat_map(|it| calls.iter().map(move |c| (it, c))) {
        if family != Family::Uutils && find_alike(family, call[0].as_bytes()).is_some() {
            for input in inputs.iter().filter(|_| has(program, call[0])) {
                case(program, call).stdin(input).same_or_aside();
                case(program, call).stdin_from(Source::File(input.to_vec())).same_or_aside();
                case(program, call).file("f", input).args(["f"]).same_or_aside();
            }
        }
    }
}

/// A NUL ends a line of busybox's, and hides the rest of one from toybox.
#[test]
fn sorted_lines_with_nul() {
    let inputs: [&[u8]; 8] = [
        b"b\0x\na\0y\n\0z\na\n",
        b"b\0x\na\0y",
        b"a\0",
        b"c\na\0",
        b"\0",
        b"\0z",
        b"b\0\n\0\0\na\0\0b",
        b"\n\0\n",
    ];
    let calls: [&[&str]; 4] = [&["sort"], &["sort", "-r"], &["sort", "-u"], &["sort", "-ru"]];
    for ((program, family), call) in installed().flat_map(|it| calls.iter().map(move |c| (it, c))) {
        if find_alike(family, b"sort").is_some() && has(program, "sort") {
            for input in inputs {
                case(program, call).stdin(input).same();
                case(program, call).stdin_from(Source::File(input.to_vec())).same_or_aside();
            }
        }
    }
}

#[test]
fn what_is_alike() {
    let inputs = [TEXT, b"", b"\n", b"no newline", b"a\0b\nfoo\n", b"caf\xc3\xa9 \xff a\n"];
    let is_root = rustix::process::geteuid().is_root();
    let calls = CASES.iter().chain(PRIVILEGED.iter().filter(|_| is_root));
    for ((program, family), call) in installed().flat_map(|it| calls.clone().map(move |c| (it, c)))
    {
        if find_alike(family, call[0].as_bytes()).is_none() || !has(program, call[0]) {
            continue;
        }
        for input in inputs {
            // Each of these is among toybox's, too, or left to it.
            if family == Family::Toybox {
                case(program, call).stdin(input).same_or_aside();
                case(program, call).stdin(input).utf8().same_or_aside();
                case(program, call).stdin_from(Source::File(input.to_vec())).same_or_aside();
                continue;
            }
            case(program, call).stdin(input).same();
            // Lines that are no text in UTF-8 GNU's does not show.
            if !matches!(call[0], "fgrep" | "grep") || call.contains(&"-q") {
                let is_sed = matches!(call[0], "sed" | "fgrep" | "grep" | "expr");
                match is_sed {
                    // Expressions are of bytes.
                    true => drop(case(program, call).stdin(input).utf8().same_or_aside()),
                    false => case(program, call).stdin(input).utf8().same(),
                }
            }
            let of_file = case(program, call).stdin_from(Source::File(input.to_vec()));
            match family {
                // uutils' leaves a file elsewhere.
                Family::Uutils => drop(of_file.same_or_aside()),
                // Where it ends to read shows.
                _ if call.iter().any(|word| word.starts_with("-q")) => {
                    of_file.leaves_rest().same_or_aside();
                }
                _ => of_file.same(),
            }
        }
    }
}

#[test]
fn what_is_alike_for_toybox() {
    let is_installed = installed().any(|(_, family)| family == Family::Toybox);
    for call in OF_TOYBOX.iter().filter(|_| is_installed) {
        case("toybox", call).stdin(TEXT).same();
        for input in [&b""[..], b"\n", b"no newline", b"a\n\nb a\n:x\n", b"caf\xc3\xa9 \xff a\n"] {
            case("toybox", call).stdin(input).same();
            case("toybox", call).stdin(input).utf8().same_or_aside();
            case("toybox", call).stdin_from(Source::File(input.to_vec())).same_or_aside();
        }
    }
    for call in OTHER_FOR_TOYBOX.iter().filter(|_| is_installed) {
        if find_alike(Family::Toybox, call[0].as_bytes()).is_some() {
            case("toybox", call).stdin(TEXT).aside();
        }
    }
}

#[test]
fn what_is_not() {
    for ((program, family), call) in installed().flat_map(|it| OTHER.iter().map(move |c| (it, c))) {
        if find_alike(family, call[0].as_bytes()).is_some() {
            case(program, call).stdin(TEXT).aside();
        }
    }
    assert!(find_alike(Family::Busybox, b"awk").is_none());
}

#[test]
fn generated() {
    for (program, family) in installed() {
        generated_for(program, family);
    }
}

fn generated_for(program: &'static str, family: Family) {
    let mut random = Random::new(23);
    let mut ran = 0;
    for _ in 0..3000 {
        let word = |random: &mut Random| {
            let pieces = ["a", "b", "foo", " ", ":", "/", "1", "x", "A", "-", "^", "$", ".", ","];
            let count = 1 + random.below(3);
            (0..count).map(|_| random.pick_copy(&pieces)).collect::<String>()
        };
        let expression = |random: &mut Random| {
            let pieces =
                ["a", "foo", " ", ":", ".", ".*", "a*", "[^:]", "[0-9]*", "x", "^", "$", "1", "/"];
            let count = 1 + random.below(4);
            (0..count).map(|_| random.pick_copy(&pieces)).collect::<String>()
        };
        let number = |random: &mut Random| random.below(12).to_string();
        let mut call = vec![
            random
                .pick_copy(&[
                    "basename", "dirname", "cut", "expr", "grep", "head", "sed", "seq", "sort",
                    "tr", "wc",
                ])
                .to_string(),
        ];
        match &call[0][..] {
            "cut" => {
                call.push(random.pick_copy(&["-d:", "-d ", "-da", "-c1"]).into());
                call.push(format!(
                    "-f{}{}",
                    number(&mut random),
                    random.pick_copy(&["", "-", "-9"])
                ));
            }
            "expr" => {
                call.push(number(&mut random));
                call.push(random.pick_copy(&["+", "-", "*", "/", "%", "<", "=", ">="]).into());
                call.push(number(&mut random));
            }
            "grep" => {
                let option = random.pick_copy(&["-q", "-c", "-qi", "-vn", "-x", "-iE"]);
                call.extend([option.into(), expression(&mut random)]);
            }
            "head" => call.push(format!("-n{}", number(&mut random))),
            "sed" => call.push(format!(
                "s/{}/{}/{}",
                expression(&mut random).replace('/', ":"),
                word(&mut random),
                random.pick_copy(&["", "g"])
            )),
            "sort" | "wc" => call.push(random.pick_copy(&["-u", "-r", "-l", "-c"]).into()),
            "seq" => call.extend((0..=random.below(3)).map(|_| number(&mut random))),
            _ => call.extend((0..=random.below(2)).map(|_| word(&mut random))),
        }
        let pieces: &[&[u8]] =
            &[b"a", b"b", b"foo", b"\n", b"\n", b" ", b":", b"/", b"1", b"\xc3\xa9", b"A", b"x,"];
        let most = if random.one_in(20) { 20_000 } else { 60 };
        let text = random.bytes(pieces, most);
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        if find_alike(family, call[0].as_bytes()).is_none() || !has(program, call[0]) {
            continue;
        }
        let case = Case::multicall(program, call[0]).args(&call[1..]).stdin(text);
        let case = if random.one_in(2) { case.utf8() } else { case };
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 100, "only {ran} ran of {program}");
}
