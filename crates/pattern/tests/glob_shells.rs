//! Shell patterns against the shells that are installed: random patterns and
//! texts, `case` and the four trimming expansions. Where two shells differ,
//! ours must side with one of them.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

use pattern::{Glob, GlobOptions};
use std::io::Write;
use std::process::{Command, Stdio};

/// A small generator of its own (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn string(&mut self, parts: &[&str], most: usize) -> String {
        (0..self.below(most + 1)).map(|_| parts[self.below(parts.len())]).collect()
    }
}

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
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let rows: Vec<(String, String)> =
        (0..4000).map(|_| (random.string(pieces, 6), random.string(letters, 6))).collect();
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
    compare(
        &[&["bash", "-O", "extglob"], &["ksh93"]],
        "C",
        options,
        &pieces,
        &["a", "b", "c", "ab"],
    );
}
