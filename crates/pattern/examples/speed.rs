//! Nanoseconds per call of compiling and matching, best of several rounds:
//! `cargo run --release -p forkless-pattern --example speed [word]`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

use pattern::{Cache, Captures, Glob, GlobOptions, MatchFlags, Regex, RegexOptions};
use std::hint::black_box;
use std::time::Instant;

/// Best average of a few rounds, in nanoseconds.
fn time(mut call: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..15 {
        let rounds = 20_000;
        let start = Instant::now();
        for _ in 0..rounds {
            call();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(rounds));
    }
    best
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("glob") => globs(),
        Some("regex") => regexes(),
        Some("grep") => buffers(),
        _ => {
            globs();
            regexes();
            buffers();
        }
    }
}

/// An 88-byte line without `=`, as in the table of floors.
const LINE: &[u8] =
    b"checking whether the C compiler works... yes, it does 42 times; nothing else to be seen.";

fn regexes() {
    println!("\n{:36} {:>9} {:>9} {:>9}", "expression", "compile", "find", "groups");
    let sed = RegexOptions { utf8: true, ..RegexOptions::sed(false) };
    let extended = RegexOptions { utf8: true, ..RegexOptions::sed(true) };
    for (pattern, options, text) in [
        ("a", sed, LINE),
        ("a", sed, b"hello a world"),
        ("[0-9]\\{1,\\}", sed, LINE),
        ("\\(.*\\)=\\(.*\\)$", sed, LINE),
        ("\\(.*\\)=\\(.*\\)$", sed, b"name=some value of some length"),
        ("^[ \t]*#", sed, b"    # comment"),
        ("^.*/", sed, b"/usr/local/lib/libexample.so"),
        ("^X\\(.*[^/]\\)//*[^/][^/]*/*$", sed, b"X/usr/local/lib/libexample.so"),
        ("[^A-Za-z0-9_]", sed, b"some_name-with.other"),
        ("\\.[^.]*$", sed, b"libexample.so.1"),
        ("(foo|bar)+", extended, LINE),
        ("(foo|bar)+", extended, b"xx foobarfoo yy"),
        ("^(a|b)*c?$", extended, b"ababababac"),
        ("([0-9]+)(\\.[0-9]+)?", extended, b"version 3.14 of it"),
        ("\\(.\\)\\1", sed, b"abcdefghijjk"),
        ("\\<it\\>", sed, LINE),
    ] {
        let regex = Regex::new(pattern.as_bytes(), options).expect("a good pattern");
        let (mut cache, mut captures) = (Cache::new(), Captures::new());
        let flags = MatchFlags::default();
        println!(
            "{pattern:36} {:9.1} {:9.1} {:9.1}",
            time(|| drop(black_box(Regex::new(black_box(pattern.as_bytes()), options)))),
            time(|| _ = black_box(regex.find(&mut cache, black_box(text), 0, flags))),
            time(|| {
                black_box(regex.find_at(&mut cache, black_box(text), 0, flags, &mut captures));
            }),
        );
    }
}

/// Counting lines of a large buffer, in MB/s.
fn buffers() {
    let mut text = Vec::new();
    for number in 0..200_000 {
        text.extend_from_slice(
            format!("{number:06} the quick brown fox jumps over the lazy dog and ").as_bytes(),
        );
        text.extend_from_slice(if number % 100 == 0 { b"foobar=12\n" } else { b"nothing else\n" });
    }
    println!("\n{:36} {:>9} {:>9}", "lines with", "MB/s", "lines");
    for (pattern, extended) in [
        ("foobar", false),
        ("[0-9]\\{7\\}", false),
        ("fo*bar=[0-9]*", false),
        ("foobar|lazy cat", true),
        ("(fox|dog).*=", true),
        ("[a-z]+=[0-9]+", true),
        ("^0000.*dog", true),
        ("the.*fox.*dog", true),
        ("\\<lazy\\>", false),
        ("x", false),
        ("\\(.\\)\\1=", false),
    ] {
        for utf8 in [false, true] {
            let options = RegexOptions { newline: true, utf8, ..RegexOptions::grep(extended) };
            let regex = Regex::new(pattern.as_bytes(), options).expect("a good pattern");
            let mut cache = Cache::new();
            let start = Instant::now();
            let (mut at, mut lines) = (0, 0);
            while let Some(end) = regex.first_end(&mut cache, &text, at, MatchFlags::default()) {
                lines += 1;
                match text[end..].iter().position(|byte| *byte == b'\n') {
                    Some(newline) => at = end + newline + 1,
                    None => break,
                }
            }
            let speed = text.len() as f64 / start.elapsed().as_secs_f64() / 1e6;
            println!("{pattern:36} {speed:9.0} {lines:9}");
        }
    }
    std::fs::write("/tmp/pattern-lines", &text).expect("a file");
}

fn globs() {
    let options = GlobOptions { utf8: true, extended: true, ..GlobOptions::default() };
    println!("{:24} {:>9} {:>9} {:>9}", "pattern", "compile", "match", "prefix");
    for (pattern, text) in [
        ("abc", "abc"),
        ("*.c", "some_file_name.c"),
        ("*.*", "some_file_name.c"),
        ("*/*", "/usr/local/lib"),
        ("[0-9]*", "1234"),
        ("*[!0-9]*", "1234567890"),
        ("a?c", "abc"),
        ("*[[:space:]]*", "no white space"),
        ("-[a-z]*", "-verbose"),
        ("@(a|b|cde)*", "cdefgh"),
        ("+([0-9])", "1234567890"),
    ] {
        let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
        let glob = Glob::new(pattern, options);
        println!(
            "{:24} {:9.1} {:9.1} {:9.1}",
            String::from_utf8_lossy(pattern),
            time(|| drop(black_box(Glob::new(black_box(pattern), options)))),
            time(|| _ = black_box(glob.is_match(black_box(text)))),
            time(|| _ = black_box(glob.longest_prefix(black_box(text)))),
        );
    }
}
