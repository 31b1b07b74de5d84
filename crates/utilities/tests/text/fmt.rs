//! fmt against the installed one.

use crate::harness::{Case, Random, Sink, Source};

const WAYS: &[&[&str]] = &[
    &[],
    &["-w", "40"],
    &["-20"],
    &["-w10"],
    &["-0"],
    &["-g", "30"],
    &["-w", "50", "-g", "20"],
    &["-c"],
    &["-t"],
    &["-s"],
    &["-u"],
    &["-cu", "-w", "30"],
    &["-t", "-w", "30"],
    &["-s", "-w", "12"],
    &["-p", "# "],
    &["-p", "  > ", "-w", "30"],
    &["-p//", "-u"],
    &["-w", "2500"],
];

const TEXT: &str = "\
The quick brown fox jumps over the lazy dog.  It does so (again and again) until \"nobody\" looks.
What then? Nothing: it sleeps!
Another line, that is not so long.

   An indented paragraph that goes on for more than one line, and then
   for one more. And one
 with less.

  1. A tag
     and its text that goes on and on and on and on and on and on and on and on and on and on.
# a comment of
# several lines, which are long enough to be broken somewhere in the midst of a line
#another one
  > quoted text
  > of two lines
\ttabs\tbetween  words\tand at the beginning
\ta second line
// slashes a b c
// d e f
averyveryverylongwordthatislongerthananylinethatismadebyfmtwiththeusualwidthofseventyfivecolumns x
";

#[test]
fn paragraphs() {
    let long =
        "word ".repeat(3000) + "\n" + &"x".repeat(12000) + "\n" + &"a b. c, (d) ".repeat(900);
    for way in WAYS {
        for text in
            [TEXT, "", "\n", "a", " a", "a\n\n\nb", "  \n \nx\n", "# ", "#", "a\rb\x0bc\n", &long]
        {
            Case::new("fmt").args(*way).stdin(text).same();
        }
        Case::new("fmt")
            .args(*way)
            .args(["f", "missing", "-", "g"])
            .file("f", TEXT)
            .file("g", "a")
            .stdin("b")
            .merged()
            .same();
        Case::new("fmt").args(*way).stdin("\u{e4} b\0c \0\n(\0 d.\0\n").utf8().same();
        Case::new("fmt").args(*way).arg("d").directory("d").same();
    }
    Case::new("fmt").stdin_from(Source::Directory).same();
    Case::new("fmt").stdin(TEXT).stdout_to(Sink::Full).same();
    Case::new("fmt").stdin(&long).stdout_to(Sink::Full).same();
    Case::new("fmt").stdin(&long).stdout_to(Sink::Broken).same();
    for words in
        [&["-w", "x"][..], &["-w", "2501"], &["-g", "80"], &["-c", "-5"], &["-x"], &["--help"]]
    {
        Case::new("fmt").args(words).aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(51);
    let parts = [
        "a",
        "word",
        "longer-word",
        " ",
        "  ",
        "\n",
        "\n\n",
        ".",
        ". ",
        "? ",
        ", ",
        "(x)",
        "\"q\" ",
        "# ",
        "\t",
        "\n   ",
        "\n# ",
        ")",
        "x's ",
    ];
    for _ in 0..400 {
        let text = random.text(&parts, 500);
        let way = WAYS[random.below(WAYS.len())];
        Case::new("fmt").args(way).stdin(text).same();
    }
}
