//! tsort against the installed one.

use crate::harness::{Case, Random, Sink, Source};

#[test]
fn files() {
    for input in ["", "a", "a b", "a a", "a b b c", "a b\tb c\n", "a b c", "b a a b", "a\0b c"] {
        Case::new("tsort").stdin(input).same();
        Case::new("tsort").stdin(input).merged().same();
        Case::new("tsort").arg("f").file("f", input).same();
        Case::new("tsort").arg("a b").file("a b", input).same();
        Case::new("tsort").arg("-").stdin(input).same();
        Case::new("tsort").stdin(input).stdout_to(Sink::Full).same();
        Case::new("tsort").stdin(input).stdout_to(Sink::Broken).same();
    }
    Case::new("tsort").arg("missing").same();
    Case::new("tsort").arg("d").directory("d").aside();
    Case::new("tsort").stdin_from(Source::Directory).aside();
    Case::new("tsort").args(["a", "b"]).aside();
    Case::new("tsort").arg("--help").aside();
}

#[test]
fn generated() {
    let mut random = Random::new(5);
    for _ in 0..1500 {
        let (kinds, count) = (1 + random.below(9), random.below(24));
        let mut text = String::new();
        for _ in 0..2 * count {
            text += &format!("n{} ", random.below(kinds));
        }
        Case::new("tsort").stdin(text).merged().same();
    }
    let mut text = String::new();
    for number in 0..20_000u32 {
        text += &format!("{} {}\n", number.wrapping_mul(2_654_435_761) % 5000, 5000 + number);
    }
    Case::new("tsort").stdin(text).same();
}
