//! getopt against the installed one.

use crate::harness::{Case, Random, Sink};

#[test]
fn forms() {
    for words in [
        &["-o", "ab:c::", "--", "-a", "-b", "x y", "-c", "-cz", "op", "-a", "--", "-b"][..],
        &["-o", "+ab:", "--", "-a", "op", "-b", "x"],
        &["-o", "-ab:", "--", "-a", "op", "-b", "x", "--", "y"],
        &["-o", ":a", "--", "-a"],
        &["ab:", "-a", "-b", "it's", "c"],
        &["+ab:", "c", "-a"],
        &["-u", "-o", "a:", "--", "-a", "b c"],
        &["-T"],
        &["--test"],
        &["-n", "me", "-l", "one,two:,three::", "-o", "", "--", "--one", "--two", "x", "--three"],
        &["--name", "me", "--long", "one two:", "--options", "q", "--", "--tw=x", "-q", "'"],
        &["-Q", "-o", "a", "--", "-a"],
        &["-q", "-s", "bash", "-o", "a", "x"],
        &["--", "ab", "-a", "x"],
        &["-o", "a"],
        &["-o", "é", "--", "\\", "$x", "a\nb", ""],
    ] {
        Case::new("getopt").args(words).merged().same();
        Case::new("getopt").args(words).stdout_to(Sink::Full).same();
        Case::new("getopt").args(words).stdout_to(Sink::Broken).same();
        Case::new("getopt").args(words).utf8().same();
        Case::new("getopt").args(words).variable("POSIXLY_CORRECT", "1").same_or_aside();
    }
    for words in [&[][..], &["-a"], &["-o", "a", "--", "-b"], &["-l"], &["-V"], &["-s", "csh"]] {
        Case::new("getopt").args(words).aside();
    }
}

#[test]
fn generated() {
    let options = ["-o", "-q", "-Q", "-u", "-s sh", "-n me", "-l a,bc:,bd::", "-l", "--long=x y:"];
    let strings = ["ab:c::", "+ab:", "-ab:", "", ":a", "abc", "a:b:", "aW;", "-", "+"];
    let parameters = [
        "-a", "-b", "-c", "-ab", "-bx", "-cx", "--", "op", "a b", "it's", "", "-", "--a", "--b",
        "--bc", "--bc=1", "--bd", "--bd=2", "--x", "--y=1", "--y", "-é", "\\", "--a=", "-a-b",
    ];
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let mut words: Vec<&str> = Vec::new();
        for _ in 0..random.below(4) {
            match random.pick(&options) {
                "-o" => words.extend(["-o", random.pick(&strings)]),
                "-l" => words.extend(["-l", random.pick(&["a,bc", "a:", "bc,", "op"])]),
                other => words.extend(other.splitn(2, ' ')),
            }
        }
        if random.one_in(2) {
            words.push("--");
        }
        if random.one_in(3) {
            words.push(random.pick(&strings));
        }
        for _ in 0..random.below(6) {
            words.push(random.pick(&parameters));
        }
        Case::new("getopt").args(words).merged().same_or_aside();
    }
}
