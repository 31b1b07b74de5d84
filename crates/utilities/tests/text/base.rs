//! base64 and base32 against the installed ones.

use crate::harness::{Case, Random, Sink, Source, is_of_many};

#[test]
fn encoding() {
    let mut random = Random::new(1);
    for round in 0..600 {
        let utility = ["base64", "base32"][round % 2];
        let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.next() as u8).collect();
        let width = random.below(90).to_string();
        Case::new(utility).stdin(&bytes).same();
        Case::new(utility).args(["-w", &width, "f"]).file("f", &bytes).same();
    }
    for utility in ["base64", "base32"] {
        let long = vec![b'x'; 200_000];
        for options in [&[][..], &["-w0"], &["-w", "1"], &["--wrap=100000"], &["-w", "4"]] {
            Case::new(utility).args(options).stdin(&long).same();
            Case::new(utility).args(options).stdin("").same();
            Case::new(utility).args(options).stdin("ab").stdout_to(Sink::Full).same();
            Case::new(utility).args(options).stdin(&long).stdout_to(Sink::Full).same();
            Case::new(utility).args(options).stdin(&long).stdout_to(Sink::Broken).same();
        }
        Case::new(utility).arg("missing").same();
        Case::new(utility).arg("a b").same();
        Case::new(utility).arg("d").directory("d").same();
        Case::new(utility).arg("-").stdin_from(Source::Directory).same();
        for words in [&["a", "b"][..], &["-x"], &["-w", "x"], &["-w-1"], &["-w", "1k"]] {
            Case::new(utility).args(words).aside();
        }
    }
}

#[test]
fn decoding() {
    let pieces64 =
        ["YQ==", "YWI=", "YWJj", "Y", "=", "\n", " ", "YQ", "YR==", "Zm9v", "-", "A", "é"];
    let pieces32 = [
        "MFRGGZDF", "MY======", "MFRA====", "MFRGG===", "MFRGGZA=", "M", "=", "\n", " ", "MF", "1",
        "MZ======", "A", "MFRB====", "MFRGGZB=",
    ];
    let mut random = Random::new(2);
    for round in 0..4000 {
        let (utility, pieces) = [("base64", &pieces64[..]), ("base32", &pieces32[..])][round % 2];
        let text = random.text(pieces, 6);
        let options = random.pick(&["-d", "-di", "--decode"]);
        Case::new(utility).arg(options).stdin(text).merged().same();
    }
    for utility in ["base64", "base32"] {
        let mut encoded = Vec::new();
        let bytes: Vec<u8> = (0..150_001).map(|_| random.next() as u8).collect();
        Case::new(utility).stdin(bytes).compare(|expected, _| encoded = expected.stdout.clone());
        if encoded.is_empty() {
            assert!(is_of_many(utility), "{utility}");
            continue;
        }
        Case::new(utility).arg("-d").stdin(&encoded).same();
        Case::new(utility).arg("-d").stdin(&encoded).stdout_to(Sink::Full).same();
        Case::new(utility).arg("-d").stdin(&encoded).stdout_to(Sink::Broken).same();
        encoded[100_000] = b'!';
        Case::new(utility).arg("-d").stdin(&encoded).same();
        Case::new(utility).arg("-d").stdin("MFRA====!").stdout_to(Sink::Full).same();
        Case::new(utility).arg("-di").stdin(&encoded).same();
        Case::new(utility).args(["-d", "d"]).directory("d").same();
    }
}
