//! xargs against the installed one.

use crate::harness::{Case, Random, Source};

#[test]
fn options() {
    for (words, input) in [
        (&[][..], "a b\nc\n"),
        (&["echo", "x"], "a b\nc"),
        (&["-r", "echo", "x"], ""),
        (&["-r", "echo", "x"], " \n\n "),
        (&["echo", "x"], ""),
        (&["-n1", "echo"], "a b\nc"),
        (&["-n", "2", "echo", "x"], "a b c d e"),
        (&["-L1", "echo"], "a b \nc\n\nd e\nf"),
        (&["-L2", "echo"], "a b\nc\n\nd e\nf"),
        (&["-L3", "echo"], "a\n\nb\nc\nd\n"),
        (&["-I{}", "echo", "<{}>", "{}{}", "x"], " a b \n\n c d\n"),
        (&["-I", "%", "echo", "%"], "'a b' c\n"),
        (&["-I{}", "echo", "{}x", "{}{}", "y{}{}z", "{}"], "a\0b\nc\n\0\n\"d \0 \"e\n"),
        (&["-0I{}", "echo", "{}x", "{}{}"], "a\0b\nc\0"),
        (&["-I%", "%", "%"], "echo\n"),
        (&["-0", "echo"], "a b\0c\n\0\0d"),
        (&["-0n1", "printf", "[%s]"], "a b\0c\n\0\0d"),
        (&["-d", ",", "printf", "[%s]"], "a,b c,,d\n"),
        (&["-d", "\\n", "printf", "[%s]"], "a b\n\nc'd\n"),
        (&["-d:", "-n1", "-t", "echo"], "a:b:c"),
        (&["-t", "echo", "a b", "it's", "a:b", "$x", ""], "x \\  'y z'"),
        (&["-s", "20", "echo"], "a b c d e f g h i j k l m n"),
        (&["-s", "10", "-x", "echo"], "a b c d e f"),
        (&["-s", "8", "echo"], "a b c d e f"),
        (&["-s", "10", "echo"], "abcdefghijk"),
        (&["-x", "-n3", "-s10", "echo"], "aa bb cc dd"),
        (&["-s", "10", "false"], "a b cccccccccc"),
        (&["-n1", "sh", "-c", "exit $0"], "1 0 'c\n"),
        (&["-n1", "sh", "-c", "exit $0"], "0 0 'c\n"),
        (&["-E", "END", "echo"], "a b END c"),
        (&["-E", "END", "-n1", "echo"], "a\nb\nEND\nc\n"),
        (&["-P1", "-n1", "echo"], "a b"),
        (&["echo"], "it's\n"),
        (&["echo"], "a b \"c\n d"),
        (&["-n1", "echo"], "a b \"c\n d"),
        (&["printf", "[%s]"], "'' a \"\" ''b \\\n c\\ d"),
        (&["printf", "[%s]"], "''\n"),
        (&["printf", "[%s]"], "a\\"),
        (&["echo"], "a\0b c\0d\n"),
        (&["sh", "-c", "exit 3"], "a"),
        (&["-n1", "sh", "-c", "echo $0; exit 3"], "a b"),
        (&["-n1", "sh", "-c", "echo $0; exit 255"], "a b"),
        (&["-n1", "sh", "-c", "echo $0; kill -9 $$"], "a b"),
        (&["-n1", "sh", "-c", "echo $0; exit 126"], "a b"),
        (&["./missing"], "a"),
        (&["./data", "x y"], "a"),
        (&["./miss ing"], "a"),
        (&["cat"], "data"),
        (&["sh", "-c", "cat; echo $0"], "a"),
        (&["--null", "--max-args=1", "--verbose", "echo"], "a\0b"),
    ] {
        Case::new("xargs").args(words).stdin(input).file("data", "text\n").same();
    }
    for words in
        [&["-n0"][..], &["-p"], &["-P2"], &["-n1", "-L1"], &["-i"], &["--help"], &["-a", "f"]]
    {
        Case::new("xargs").args(words).aside();
    }
}

#[test]
fn long_lines() {
    let words: String = (0..40_000).map(|number| format!("word{number} ")).collect();
    Case::new("xargs").args(["sh", "-c", "echo $#"]).stdin(&words).same();
    Case::new("xargs").args(["-n", "3000", "sh", "-c", "echo $#"]).stdin(&words).same();
    Case::new("xargs").args(["-s", "5000", "sh", "-c", "echo $#"]).stdin(&words).same();
}

#[test]
fn generated() {
    let mut random = Random::new(21);
    let pieces =
        [" ", "\n", "\t", "a", "b", "'", "\"", "\\", "'x y'", "\"z\"", "\n\n", " \n", "END", "é"];
    for _ in 0..1000 {
        let mut case = Case::new("xargs");
        match random.below(7) {
            0 => case = case.arg("-n2"),
            1 => case = case.arg("-L1"),
            2 => case = case.arg("-L2"),
            3 => case = case.args(["-I", "a"]),
            4 => case = case.arg("-s24"),
            _ => {}
        }
        match random.below(5) {
            0 => case = case.arg("-0"),
            1 => case = case.arg("-da"),
            2 => case = case.args(["-E", "END"]),
            _ => {}
        }
        if random.one_in(3) {
            case = case.arg("-t");
        }
        case.args(["printf", "[%s]\\n", "a", "."]).stdin(random.text(&pieces, 12)).same();
    }
}

#[test]
fn what_is_too_long_is_not_read_to_its_end() {
    for words in
        [&["-x", "-0", "-s", "8"][..], &["-d,", "-s", "12"], &["-d9", "-s", "9"], &["-s", "8"]]
    {
        for input in ["10\n9\n-3\n2.5\n1K\n007\n", "a,b,cdefghijklm,n", "123\n", "12", "9", ""] {
            let source = Source::File(input.as_bytes().to_vec());
            Case::new("xargs").args(words).stdin_from(source).leaves_rest().same();
        }
    }
}

#[test]
fn empty_arguments_need_room_for_their_end() {
    for size in ["4", "5", "6", "7", "8"] {
        for words in [&[][..], &["-x"], &["-x", "-n7"], &["-n1"], &["-L1"]] {
            let case = || Case::new("xargs").args(["-s", size]).args(words);
            for input in ["''", "'' ''", "'' a", "a ''", "'' '' ''"] {
                case().arg("echo").stdin(input).same();
            }
            for input in ["\0", "\0\0", "\0a\0", "a\0\0"] {
                case().args(["-0", "echo"]).stdin(input).same();
            }
        }
    }
}

#[test]
fn nul_before_what_is_wrong() {
    for input in ["\0\u{1}bin\n", "a\0bcdefghijklmnopqrstu\n", "'a\0b\n", "'a\0"] {
        for size in ["7", "8", "9", "20", "200"] {
            Case::new("xargs").args(["-s", size, "echo"]).stdin(input).merged().same();
        }
    }
    Case::new("xargs").args(["-s", "8", "nosuch"]).stdin("\0\u{1}bin\n").same();
    Case::new("xargs").args(["-n1", "echo"]).stdin("a \0b cd").same();
}

#[test]
fn endings_are_looked_at_before_the_next_command() {
    let inputs = [
        "1\n255\n",
        "1\n255\n0\n",
        "0\n255\n0\n",
        "255\n1\n",
        "1\nk\n",
        "1\nk\n0\n",
        "k\n0\n",
        "1\n126\n0\n",
        "1\ngone\n0\n",
        "255\n'0\nx\n",
        "1\n255\n'0\nx\n",
        "1\n255\n0 'x\n4",
        "k\n01234567890123456789012\nx\n",
        "1\n255\n01234567890123456789012\nx\n",
    ];
    let script = "case $1 in k) kill -9 $$ ;; gone) rm -f s; exit 1 ;; *) exit $1 ;; esac";
    for input in inputs {
        for words in [&["-n1"][..], &["-n1", "-t"], &["-L1"], &["-I{}"], &["-s", "20", "-n2"]] {
            let operand: &[&str] = if words[0] == "-I{}" { &["{}"] } else { &[] };
            Case::new("xargs")
                .args(words)
                .args(["sh", "s"])
                .args(operand)
                .file("s", script)
                .stdin_from(Source::File(input.as_bytes().to_vec()))
                .leaves_rest()
                .same();
        }
    }
    // The command itself is gone when it is to run again.
    let command = "#!/bin/sh\nrm -f c\nexit 1\n";
    Case::new("xargs").args(["-n1", "./c"]).file_mode("c", command, 0o755).stdin("a b").same();
}
