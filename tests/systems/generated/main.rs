//! Generated calls of utilities, inside the shell against launched.
//!
//! ```text
//! generated-calls SHELL [-n COUNT] [-s SEED] [-a] [-t] [UTILITY ...]
//! ```
//!
//! COUNT calls (2,000) are drawn from the grammar. Each runs in a directory of its own, by SHELL with its
//! utilities inside and once more with all of them launched; output, messages, status, what is
//! left of standard input, and the directory must be the same. What differs is shown (-a: all of it,
//! else the first three of each utility). -t: no input has a NUL, which ends a line for busybox's. The last line is `N calls, N differ, N % inside`.
//! It needs nothing but the shell: a static one runs in the root of any system.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

mod grammar;
mod random;
mod world;

use grammar::{CALLS, Call};
use random::Random;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Calls that one shell makes after the other.
const BATCH: usize = 40;

/// What came of one call.
#[derive(PartialEq, Eq)]
struct Outcome {
    output: Vec<u8>,
    messages: Vec<u8>,
    status: Vec<u8>,
    files: BTreeMap<Vec<u8>, String>,
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("generated-calls: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<usize> {
    let mut arguments = std::env::args().skip(1);
    let shell = arguments
        .next()
        .ok_or("usage: generated-calls SHELL [-n COUNT] [-s SEED] [-a] [-t] [UTILITY ...]")?;
    let shell = fs::canonicalize(shell)?;
    let (mut count, mut seed, mut shows_all, mut has_nul) = (2000, 1, false, true);
    let mut names = Vec::new();
    while let Some(argument) = arguments.next() {
        match &argument[..] {
            "-n" => count = arguments.next().ok_or("-n COUNT")?.parse()?,
            "-s" => seed = arguments.next().ok_or("-s SEED")?.parse()?,
            "-a" => shows_all = true,
            "-t" => has_nul = false,
            name => names.push(name.to_string()),
        }
    }
    let calls: Vec<&Call> = CALLS
        .iter()
        .filter(|call| names.is_empty() || names.iter().any(|name| name == call.name))
        .collect();
    if calls.is_empty() {
        return Err("no such utility".into());
    }
    let scratch = std::env::temp_dir().join(format!("generated-calls-{}", std::process::id()));
    let mut random = Random::new(seed);
    let (mut made, mut differ, mut inside, mut launched) = (0, 0, 0, 0);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    while made < count {
        let batch: Vec<(&str, Vec<u8>)> = (0..BATCH.min(count - made))
            .map(|_| {
                let call = random.pick(&calls);
                (call.name, script(call, &mut random, has_nul))
            })
            .collect();
        made += batch.len();
        let texts: Vec<&[u8]> = batch.iter().map(|(_, text)| &text[..]).collect();
        let (ours, shares) = outcomes(&shell, &scratch, &texts, has_nul, true)?;
        let (theirs, _) = outcomes(&shell, &scratch, &texts, has_nul, false)?;
        inside += shares.0;
        launched += shares.1;
        for (((name, text), ours), theirs) in batch.iter().zip(&ours).zip(&theirs) {
            if ours == theirs {
                continue;
            }
            differ += 1;
            let number = seen.entry(name).or_default();
            *number += 1;
            if shows_all || *number <= 3 {
                show(text, ours, theirs);
            }
        }
    }
    let _ = fs::remove_dir_all(&scratch);
    for (name, number) in &seen {
        println!("{name}: {number} differ");
    }
    let share = 100.0 * inside as f64 / f64::from(u32::max(1, inside + launched));
    println!("{made} calls, {differ} differ, {share:.1} % inside");
    Ok(differ)
}

/// A call as a line of a script.
fn script(call: &Call, random: &mut Random, has_nul: bool) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    // What the shell has itself is called by its path.
    let is_builtin =
        matches!(call.name, "[" | "test" | "echo" | "printf" | "pwd" | "true" | "false");
    let path = if is_builtin || random.one_in(10) { "/usr/bin/" } else { "" };
    words.push([path, call.name].concat().into_bytes());
    let options: Vec<&str> = call.options.split('|').collect();
    for _ in 0..random.pick(&[0, 0, 0, 1, 1, 1, 1, 2, 2, 3]) {
        words.extend(grammar::expand(random.pick(&options), random));
    }
    // `expr` has `|` among its operands, as a word: lists of them are parted without a blank.
    let operands: Vec<&str> = lists(call.operands);
    words.extend(grammar::expand(random.pick(&operands), random));
    let mut text = Vec::new();
    let input = random.pick(&["f", "g", "h", "empty", "sorted", "utf", "bin", "keys", "nums"]);
    let way = if call.reads { random.below(6) } else { 9 };
    // What these say of the time of standard input is another thing each time.
    let reads_input = way < 5 || words.iter().any(|word| word == b"-");
    let exchange = |words: &mut Vec<Vec<u8>>, from: &[u8], to: &[u8]| {
        words.iter_mut().filter(|word| **word == from).for_each(|word| *word = to.to_vec());
    };
    match call.name {
        // What they say of the owner of a link that leads nowhere is what was in memory.
        "chgrp" | "chown" => {
            exchange(&mut words, b"loop", b"link");
            exchange(&mut words, b"dangling", b"link");
        }
        // busybox's says what its temporary file was called.
        "sed" if !has_nul => {
            exchange(&mut words, b"sub/", b"sub");
            exchange(&mut words, b".", b"sub");
        }
        // To busybox's a step of nothing is one, and it goes on without an end.
        "seq" if !has_nul => exchange(&mut words, b"0", b"1"),
        "diff" => exchange(&mut words, b"-", b"f"),
        "head" => {
            // To busybox's it is a number for which it goes on and on.
            if !has_nul {
                exchange(&mut words, b"-9999999999", b"-9");
            }
            // What it leaves in a pipe to another `-` is for the size of its blocks to say.
            if words.iter().filter(|word| *word == b"-").count() > 1 {
                exchange(&mut words, b"-", b"f");
            }
        }
        // Of a file that it changes meanwhile it reads what it comes to see, and goes on if it appends.
        "tee" => exchange(&mut words, input.as_bytes(), b"new"),
        // What is free on a disk is another number when something else is written there.
        "stat" if words.iter().any(|word| word == b"-f") => {
            words.iter_mut().for_each(|word| ask_what_stays(word))
        }
        "pr" if reads_input || words.iter().any(|word| is_merge(word)) => {
            words.insert(1, b"-t".to_vec())
        }
        _ => {}
    }
    if way < 2 {
        text.extend_from_slice(format!("/bin/cat {input} | ").as_bytes());
    } else if way == 2 {
        text.extend_from_slice(b"{ ");
    }
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            text.push(b' ');
        }
        quote(word, &mut text);
    }
    match way {
        2 => text.extend_from_slice(format!("; echo \"=$?\"; cat; }} <{input}").as_bytes()),
        3 | 4 => text.extend_from_slice(format!(" <{input}").as_bytes()),
        _ => {}
    }
    text
}

/// Puts what stays the same in a format of `stat -f` in the place of what is free.
fn ask_what_stays(format: &mut [u8]) {
    for at in 1..format.len() {
        let follows_percent = format[at - 1] == b'%';
        match format[at] {
            b'a' | b'd' | b'f' if follows_percent => format[at] = b's',
            _ => {}
        }
    }
}

/// Whether an option of pr has it merge files, under a header with the time.
fn is_merge(word: &[u8]) -> bool {
    word.starts_with(b"-m")
}

fn lists(operands: &'static str) -> Vec<&'static str> {
    let bytes = operands.as_bytes();
    let (mut parts, mut start) = (Vec::new(), 0);
    for at in 0..bytes.len() {
        let is_word = at > 0 && bytes[at - 1] == b' ' && bytes.get(at + 1) == Some(&b' ');
        if bytes[at] == b'|' && !is_word {
            parts.push(&operands[start..at]);
            start = at + 1;
        }
    }
    parts.push(&operands[start..]);
    parts
}

fn quote(word: &[u8], text: &mut Vec<u8>) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_/.,:+=%@".contains(byte);
    if !word.is_empty() && (word.iter().all(is_plain) || word == b"[") {
        return text.extend_from_slice(word);
    }
    text.push(b'\'');
    for &byte in word {
        match byte {
            b'\'' => text.extend_from_slice(b"'\\''"),
            _ => text.push(byte),
        }
    }
    text.push(b'\'');
}

/// Runs a batch; how many ran inside, and how many were launched.
fn outcomes(
    shell: &Path,
    scratch: &Path,
    texts: &[&[u8]],
    has_nul: bool,
    inside: bool,
) -> Result<(Vec<Outcome>, (u32, u32))> {
    let _ = fs::remove_dir_all(scratch);
    fs::create_dir_all(scratch)?;
    let mut script = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        world::make(&scratch.join(format!("w/c{place}")), has_nul)?;
        let locale = if place % 2 == 0 { "C" } else { "C.UTF-8" };
        script.extend_from_slice(
            format!("cd {}/w/c{place}; export LC_ALL={locale}\n", scratch.display()).as_bytes(),
        );
        script.extend_from_slice(b"{ ");
        script.extend_from_slice(text);
        script.extend_from_slice(
            format!("\n}} >../../o{place} 2>../../e{place} </dev/null; echo $? >../../s{place}\n")
                .as_bytes(),
        );
    }
    world::set_times(&scratch.join("w"))?;
    let file = scratch.join("script");
    fs::write(&file, &script)?;
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", "60"]).arg(shell);
    if inside {
        command.arg("--profile");
    }
    command
        .arg(&file)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", "/")
        .env("A", "a value")
        .env("TZ", "UTC0");
    command.env("FORKLESS_INPROCESS", if inside { "1" } else { "0" });
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.process_group(0);
    let output = command.output()?;
    let at = |letter: char, place: usize| -> PathBuf { scratch.join(format!("{letter}{place}")) };
    let read = |letter, place| fs::read(at(letter, place)).unwrap_or_default();
    let outcomes = (0..texts.len())
        .map(|place| Outcome {
            // `env` shows by which variable the one differs from the other.
            output: replace(read('o', place), b"FORKLESS_INPROCESS=1", b"FORKLESS_INPROCESS=0"),
            messages: read('e', place),
            status: read('s', place),
            files: world::snapshot(&scratch.join(format!("w/c{place}"))),
        })
        .collect();
    Ok((outcomes, shares(&output.stderr)))
}

/// A text with one part of it, if it is there, replaced by another of the same length.
fn replace(mut text: Vec<u8>, part: &[u8], with: &[u8]) -> Vec<u8> {
    if let Some(at) = text.windows(part.len()).position(|window| window == part) {
        text[at..at + part.len()].copy_from_slice(with);
    }
    text
}

/// The sums of a profile: `… N utilities in-process, N programs launched …`.
fn shares(profile: &[u8]) -> (u32, u32) {
    let text = String::from_utf8_lossy(profile);
    let head = text.lines().find(|line| line.contains(" utilities in-process, "));
    let words: Vec<&str> = head.unwrap_or_default().split_whitespace().collect();
    let before = |word: &str| {
        let at = words.iter().position(|other| *other == word).unwrap_or(0);
        at.checked_sub(1).and_then(|at| words[at].parse().ok()).unwrap_or(0)
    };
    (before("utilities"), before("programs"))
}

fn show(text: &[u8], ours: &Outcome, theirs: &Outcome) {
    println!("differs: {}", String::from_utf8_lossy(text));
    let pairs = [
        ("output", &theirs.output, &ours.output),
        ("messages", &theirs.messages, &ours.messages),
        ("status", &theirs.status, &ours.status),
    ];
    for (what, theirs, ours) in pairs {
        if theirs != ours {
            println!("  {what}, launched: {}", short(theirs));
            println!("  {what}, inside:   {}", short(ours));
        }
    }
    for name in theirs.files.keys().chain(ours.files.keys()) {
        let (theirs, ours) = (theirs.files.get(name), ours.files.get(name));
        if theirs != ours {
            println!("  {}, launched: {theirs:?}", name.escape_ascii());
            println!("  {}, inside:   {ours:?}", name.escape_ascii());
        }
    }
}

fn short(bytes: &[u8]) -> String {
    format!("{}", bytes[..bytes.len().min(300)].escape_ascii())
}
