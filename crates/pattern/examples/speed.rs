//! Nanoseconds per call of compiling and matching, best of several rounds:
//! `cargo run --release -p pattern --example speed [word]`.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

use pattern::{Glob, GlobOptions};
use std::hint::black_box;
use std::time::Instant;

/// Best average of a few rounds, in nanoseconds.
fn time(mut call: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..15 {
        let turns = 20_000;
        let start = Instant::now();
        for _ in 0..turns {
            call();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(turns));
    }
    best
}

fn main() {
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
