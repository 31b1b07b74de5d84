//! Shell patterns against the shells that are installed: random patterns and
//! texts, `case` and the four trimming expansions. Where two shells differ,
//! ours must side with one of them.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

#[path = "../../../tests/src/random.rs"]
mod random;

use pattern::{Glob, GlobOptions};
use random::Random;
use std::io::Write;
use std::process::{Command, Stdio};

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What the shell prints for the script, or None where the shell is not installed.
fn run(shell: &[&str], locale: &str, script: &str) -> Option<Vec<String>> {
    let mut child = Command::new(shell[0])
        .args(&shell[1..])
        .arg("/dev/stdin")
        .env("LC_ALL", locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let script = script.to_string();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

fn trimmed(glob: &Glob, text: &str) -> [String; 4] {
    let bytes = text.as_bytes();
    let prefix = |length: Option<usize>| text[length.unwrap_or(0)..].to_string();
    let suffix = |start: Option<usize>| text[..start.unwrap_or(text.len())].to_string();
    [
        prefix(glob.shortest_prefix(bytes)),
        prefix(glob.longest_prefix(bytes)),
        suffix(glob.shortest_suffix(bytes)),
        suffix(glob.longest_suffix(bytes)),
    ]
}

fn compare(
    shells: &[&[&str]],
    locale: &str,
    options: GlobOptions,
    pieces: &[&str],
    letters: &[&str],
) {
    compare_pieces(shells, locale, options, pieces, 6, letters);
}

fn compare_pieces(
    shells: &[&[&str]],
    locale: &str,
    options: GlobOptions,
    pieces: &[&str],
    most: usize,
    letters: &[&str],
) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let rows: Vec<(String, String)> =
        (0..4000).map(|_| (random.string(pieces, most), random.string(letters, 6))).collect();
    let mut script = String::new();
    for (pattern, text) in &rows {
        script.push_str(&format!(
            "p={}; t={}; case $t in $p) r=1;; *) r=0;; esac\n\
             printf '%s\\n' \"$r ${{t#$p}},${{t##$p}},${{t%$p}},${{t%%$p}}\"\n",
            quoted(pattern),
            quoted(text)
        ));
    }
    let answers: Vec<Vec<String>> =
        shells.iter().filter_map(|shell| run(shell, locale, &script)).collect();
    if answers.is_empty() {
        eprintln!("skipped: none of {shells:?} is installed");
        return;
    }
    for (row, (pattern, text)) in rows.iter().enumerate() {
        let glob = Glob::new(pattern.as_bytes(), options);
        let matched = u8::from(glob.is_match(text.as_bytes()));
        let mut ours = format!("{matched} {}", trimmed(&glob, text).join(","));
        let mut theirs: Vec<&str> =
            answers.iter().filter_map(|lines| lines.get(row).map(String::as_str)).collect();
        if options.extended {
            // Bash and ksh93 do not always find the shortest or longest part with groups.
            ours.truncate(1);
            theirs.iter_mut().for_each(|answer| *answer = answer.get(..1).unwrap_or_default());
        }
        assert_eq!(theirs.len(), answers.len(), "a shell stopped at {pattern} {text}");
        assert!(theirs.contains(&ours.as_str()), "{pattern} {text}: {ours}, but {theirs:?}");
    }
}

#[test]
fn stars_and_literals_as_dash_and_bash() {
    let pieces = ["a", "b", "ab", "*", "*", "?", "\\a", "\\*"];
    compare(&[&["dash"], &["bash"]], "C", GlobOptions::default(), &pieces, &["a", "b", "ab", "*"]);
}

#[test]
fn brackets_as_dash_and_bash() {
    let pieces = [
        "a",
        "b",
        "*",
        "?",
        "[ab]",
        "[!a]",
        "[a-c]",
        "[]-a]",
        "[!]b]",
        "[[:alpha:]]",
        "[[:digit:]",
        "[b-]",
        "[-b]",
        "[a\\]]",
        "[\\a-c]",
        "[a",
        "[",
        "]",
        "[c-a]",
        "[]",
        "[!",
        "\\[",
        "-",
    ];
    let letters = ["a", "b", "c", "-", "]", "[", "!", "\\", ":"];
    compare(&[&["dash"], &["bash"]], "C", GlobOptions::default(), &pieces, &letters);
}

#[test]
fn characters_as_bash() {
    let options = GlobOptions { utf8: true, ..GlobOptions::default() };
    let pieces = ["a", "é", "*", "?", "[é日]", "[!é]", "[a-é]", "[[:alpha:]]", "[à-í]", "日"];
    compare(&[&["bash"]], "C.UTF-8", options, &pieces, &["a", "é", "日", "-"]);
}

const BASH_AND_KSH: [&[&str]; 2] = [&["bash", "-O", "extglob"], &["ksh93"]];

#[test]
fn groups_as_bash_and_ksh() {
    let options = GlobOptions { extended: true, ..GlobOptions::default() };
    let pieces = [
        "a",
        "b",
        "*",
        "?",
        "@(a|b)",
        "*(a|bc)",
        "+(ab|c)",
        "?(a)",
        "!(a)",
        "!(*b)",
        "!(a|b*)",
        "@(a*|!(b))",
        "*(?(a)b)",
        "[ab]",
        "@(|c)",
        "+(?b)",
    ];
    compare(&BASH_AND_KSH, "C", options, &pieces, &["a", "b", "c", "ab"]);
}

#[test]
fn quoting_and_classes_in_groups_as_bash_and_ksh() {
    let options = GlobOptions { extended: true, ..GlobOptions::default() };
    let pieces = [
        "a",
        "*",
        "@([[:alpha:]]|\\|)",
        "*([)|])",
        "+(\\)|a)",
        "?(\\(b\\))",
        "!([!a])",
        "!(\\*)",
        "\\@(a)",
        "@(\\?|\\[a])",
        "*([[:digit:]a-])",
        "@(@(a|b)|+([|]))",
    ];
    let letters = ["a", "b", ")", "(", "|", "*", "?", "1", "-", "[", "@"];
    compare(&BASH_AND_KSH, "C", options, &pieces, &letters);
}

/// Groups in groups, made up as they come.
#[test]
fn nested_groups_as_bash_and_ksh() {
    fn pattern(random: &mut Random, depth: usize) -> String {
        (0..1 + random.below(3))
            .map(|_| match random.below(if depth == 0 { 4 } else { 8 }) {
                0 => "a".to_string(),
                1 => "b".to_string(),
                2 => "?".to_string(),
                3 => "*".to_string(),
                _ => {
                    let sign = ["?", "*", "+", "@", "!"][random.below(5)];
                    let members: Vec<String> =
                        (0..1 + random.below(2)).map(|_| pattern(random, depth - 1)).collect();
                    format!("{sign}({})", members.join("|"))
                }
            })
            .collect()
    }
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let patterns: Vec<String> = (0..400).map(|_| pattern(&mut random, 2)).collect();
    // One pattern a row, as one piece: most rows have one or none.
    let pieces: Vec<&str> = patterns.iter().map(String::as_str).collect();
    let options = GlobOptions { extended: true, ..GlobOptions::default() };
    compare_pieces(&BASH_AND_KSH, "C", options, &pieces, 1, &["a", "b", "c"]);
}

#[test]
fn cases_as_bash() {
    let options =
        GlobOptions { utf8: true, extended: true, nocase: true, ..GlobOptions::default() };
    let pieces = ["a", "B", "é", "É", "*", "?", "[a-b]", "[É]", "@(aB|é)", "+([!b])", "?(É)"];
    let bash: &[&str] = &["bash", "-O", "extglob", "-O", "nocasematch"];
    compare(&[bash], "C.UTF-8", options, &pieces, &["a", "A", "b", "B", "é", "É"]);
}
