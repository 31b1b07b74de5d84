//! Regular expressions against the C library's: random patterns and texts, the
//! match, its groups, and the error messages. The C library is asked through a
//! small program; without a C compiler the tests are skipped.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

#[path = "../../../tests/src/random.rs"]
mod random;

use pattern::{Cache, Captures, MatchFlags, Regex, RegexOptions};
use random::Random;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[derive(Clone, Debug)]
struct Question {
    syntax: char,
    flags: &'static str,
    start: usize,
    pattern: Vec<u8>,
    text: Vec<u8>,
}

fn helper(name: &str) -> Option<PathBuf> {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("glibc-regex-{name}"));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/glibc/regex.c");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(source).status();
    matches!(built, Ok(status) if status.success()).then_some(program)
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_string();
    }
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What the C library answers, or None where it cannot be asked.
fn ask(name: &str, locale: &str, questions: &[Question]) -> Option<Vec<String>> {
    let mut child = Command::new(helper(name)?)
        .arg(locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let mut script = String::new();
    for question in questions {
        let flags = if question.flags.is_empty() { "-" } else { question.flags };
        let _ = writeln!(
            script,
            "{} {flags} {} {} {}",
            question.syntax,
            question.start,
            hex(&question.pattern),
            hex(&question.text)
        );
    }
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let mut answers = String::new();
    child.stdout.take()?.read_to_string(&mut answers).ok()?;
    writer.join().ok()?.ok()?;
    child.wait().ok()?;
    Some(answers.lines().map(str::to_string).collect())
}

fn options(question: &Question, utf8: bool) -> RegexOptions {
    let mut options = match question.syntax {
        'b' => RegexOptions::regcomp(false),
        'e' => RegexOptions::regcomp(true),
        'g' => RegexOptions::grep(false),
        'x' => RegexOptions::expr(),
        _ => RegexOptions::grep(true),
    };
    options.utf8 = utf8;
    options.nocase = question.flags.contains('i');
    options.newline = question.flags.contains('n');
    options.multiline_anchors = question.flags.contains('m');
    options
}

fn ours(question: &Question, utf8: bool, cache: &mut Cache) -> String {
    let regex = match Regex::new(&question.pattern, options(question, utf8)) {
        Ok(regex) => regex,
        Err(error) => return format!("error {error}"),
    };
    let flags =
        MatchFlags { not_bol: question.flags.contains('^'), not_eol: question.flags.contains('$') };
    let mut captures = Captures::new();
    let (text, start) = (&question.text[..], question.start);
    let found = regex.find_at(cache, text, start, flags, &mut captures);
    let span = regex.find(cache, text, start, flags);
    assert_eq!(span, captures.get(0).filter(|_| found), "{question:?}");
    assert_eq!(regex.first_end(cache, text, start, flags).is_some(), found, "{question:?}");
    if !found {
        return "none".to_string();
    }
    assert_eq!(captures.len(), regex.group_count() + 1);
    let mut answer = "match".to_string();
    for index in 0..captures.len() {
        match captures.get(index) {
            Some((from, to)) => _ = write!(answer, " {from} {to}"),
            None => answer.push_str(" -1 -1"),
        }
    }
    answer
}

/// Compares the answers. A few differences are the C library's own faults, which nobody relies
/// on: conditions that contradict each other inside repetitions lose matches from it, and its
/// groups are odd after iterations that match nothing. `tolerated` of them may be there.
fn compare(name: &str, locale: &str, questions: &[Question], tolerated: usize) {
    let Some(answers) = ask(name, locale, questions) else {
        eprintln!("skipped {name}: no C compiler, or no locale {locale}");
        return;
    };
    assert_eq!(answers.len(), questions.len(), "the C library stopped");
    let mut cache = Cache::new();
    let mut wrong = Vec::new();
    for (question, theirs) in questions.iter().zip(&answers) {
        let ours = ours(question, locale != "C", &mut cache);
        if ours != *theirs {
            wrong.push(format!(
                "{} [{}] /{}/ on {:?} from {}: {ours}, but the C library: {theirs}",
                question.syntax,
                question.flags,
                String::from_utf8_lossy(&question.pattern),
                String::from_utf8_lossy(&question.text),
                question.start,
            ));
        }
    }
    wrong.sort_by_key(String::len);
    let shown = wrong.iter().take(25).fold(String::new(), |text, line| text + "\n" + line);
    assert!(wrong.len() <= tolerated, "{} of {} differ:{shown}", wrong.len(), questions.len());
}

/// The seed of a test, varied by PATTERN_SEED.
fn seed(test: u64) -> u64 {
    let varied = std::env::var("PATTERN_SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    test + 1000 * varied.unwrap_or(0)
}

/// A well-formed pattern.
fn pattern(random: &mut Random, extended: bool, atoms: &[&str], depth: usize) -> String {
    let mut out = String::new();
    for alternative in 0..=usize::from(depth > 0 && random.below(3) == 0) {
        if alternative > 0 {
            out.push_str(if extended { "|" } else { "\\|" });
        }
        for _ in 0..1 + random.below(3) {
            let group = depth > 0 && random.below(3) == 0;
            if group {
                let inner = pattern(random, extended, atoms, depth - 1);
                let (open, close) = if extended { ("(", ")") } else { ("\\(", "\\)") };
                out.push_str(&format!("{open}{inner}{close}"));
            } else {
                out.push_str(random.pick(atoms));
            }
            let repeats: &[&str] = if extended {
                &["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{1,}", "{,1}", "{0}"]
            } else {
                &["", "", "", "*", "\\+", "\\?", "\\{2\\}", "\\{1,2\\}", "\\{0,3\\}", "\\{2,\\}"]
            };
            out.push_str(random.pick(repeats));
        }
    }
    out
}

fn text(random: &mut Random, letters: &[&str], most: usize) -> Vec<u8> {
    (0..random.below(most + 1)).map(|_| random.pick(letters)).collect::<String>().into_bytes()
}

fn questions(
    seed: u64,
    count: usize,
    syntaxes: &[char],
    flags: &[&'static str],
    atoms: &[&str],
    letters: &[&str],
) -> Vec<Question> {
    let mut random = Random(seed);
    (0..count)
        .map(|_| {
            let syntax = syntaxes[random.below(syntaxes.len())];
            let extended = matches!(syntax, 'e' | 'G');
            let depth = random.below(3);
            let pattern = pattern(&mut random, extended, atoms, depth).into_bytes();
            let text = text(&mut random, letters, 8);
            let flags = flags[random.below(flags.len())];
            Question { syntax, flags, start: 0, pattern, text }
        })
        .collect()
}

#[test]
fn matches_and_groups() {
    let atoms = ["a", "b", "c", "ab", ".", "[ab]", "[^a]"];
    let all = questions(seed(1), 20_000, &['b', 'e'], &[""], &atoms, &["a", "b", "c", "ab"]);
    compare("groups", "C", &all, 6);
}

/// Questions about sequences of characters, most of them repeated.
fn sequences(seed: u64, count: usize, pieces: &[&str], letters: &[&str]) -> Vec<Question> {
    let mut random = Random(seed);
    (0..count)
        .map(|_| {
            let mut pattern = String::new();
            for _ in 0..2 + random.below(5) {
                pattern.push_str(random.pick(pieces));
            }
            if random.below(4) == 0 {
                pattern.insert(0, '^');
            }
            if random.below(4) == 0 {
                pattern.push('$');
            }
            let text = text(&mut random, letters, 10);
            Question { syntax: 'e', flags: "", start: 0, pattern: pattern.into_bytes(), text }
        })
        .collect()
}

#[test]
fn sequences_of_characters() {
    let pieces = [
        "a",
        "b",
        "ab",
        ".",
        "[ab]",
        "[^a]",
        "a*",
        "b+",
        ".*",
        "[ab]*",
        "[^b]*",
        "(.*)",
        "(a*b)",
        "([ab])",
        "c?",
        "c{1,2}",
        "([^c]+)",
        "b{2}",
        "[bc]{0,2}",
    ];
    let all = sequences(seed(6), 30_000, &pieces, &["a", "b", "c", "ab"]);
    compare("sequences", "C", &all, 0);
    let pieces = [
        "a",
        "é",
        "aé",
        ".",
        "[aé]",
        "[^a]",
        "a*",
        "é+",
        ".*",
        "[aé]*",
        "[^é]*",
        "(.*)",
        "(a*é)",
        "([aé])",
        "日?",
        "日{1,2}",
        "([^日]+)",
    ];
    let all = sequences(seed(7), 20_000, &pieces, &["a", "é", "日", "aé"]);
    compare("wide-sequences", "C.UTF-8", &all, 0);
}

#[test]
fn anchors_and_flags() {
    let atoms = ["a", "b", "^", "$", ".", "\\<", "\\>", "\\b", "\\B", "\\`", "\\'", "\\w", "\\W"];
    let flags = ["", "i", "n", "m", "^", "$", "n^$"];
    let all = questions(seed(2), 20_000, &['b', 'e'], &flags, &atoms, &["a", "B", "-", "\n", "b"]);
    compare("anchors", "C", &all, 15);
}

#[test]
fn back_references() {
    let atoms = ["a", "b", "(a)", "(.)", "\\1", "(a*)", "(b|ab)", "\\2"];
    let all = questions(seed(3), 10_000, &['e'], &["", "i"], &atoms, &["a", "b", "ab", "A"]);
    compare("references", "C", &all, 3);
}

#[test]
fn characters() {
    let atoms = ["a", "é", "日", ".", "[é]", "[^é]", "[^a]", "[[:alpha:]]", "\\w", "\\W", "ß"];
    let all = questions(
        4,
        10_000,
        &['b', 'e'],
        &["", "i"],
        &atoms,
        &["a", "é", "É", "日", " ", "ſ", "—"],
    );
    compare("characters", "C.UTF-8", &all, 3);
}

#[test]
fn anything_at_all() {
    let parts = [
        "a",
        "b",
        "*",
        "+",
        "?",
        "{",
        "}",
        "\\{",
        "\\}",
        "(",
        ")",
        "\\(",
        "\\)",
        "|",
        "\\|",
        "[",
        "]",
        "^",
        "$",
        "\\",
        ".",
        "1",
        ",",
        "2",
        "-",
        "[:alpha:]",
        "[.a.]",
        "[=b=]",
        "\n",
        ":",
        "[^",
        "[a-",
        "{1}",
        "\\{1\\}",
        "{1,2}",
        "\\1",
        "\\n",
        "\\w",
    ];
    let mut random = Random(seed(5));
    let all: Vec<Question> = (0..30_000)
        .map(|_| {
            let syntax = ['b', 'e', 'g', 'G', 'x'][random.below(5)];
            let flags = ["", "i", "n", "m"][random.below(4)];
            let pattern = text(&mut random, &parts, 7);
            let text = text(&mut random, &["a", "b", "*", "{", "}", "1", "-", "]", "\n"], 6);
            let start = random.below(text.len() + 1);
            Question { syntax, flags, start, pattern, text }
        })
        .collect();
    compare("anything", "C", &all, 0);
}
