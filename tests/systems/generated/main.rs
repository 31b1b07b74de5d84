//! Generated calls of utilities, inside the shell against launched.
//!
//! ```text
//! generated-calls SHELL [-n COUNT] [-s SEED] [-a] [-t] [UTILITY ...]
//! ```
//!
//! COUNT calls (2,000) are drawn from the grammar. Each runs in a directory of its own, by SHELL with its
//! utilities inside and once more with all of them launched; output, messages, status, what is
//! left of standard input, and the directory must be the same. Some write to /dev/full or another file, some have a
//! descriptor closed or a directory as standard input, some `--` before their operands. What differs is shown (-a: all of it,
//! else the first three of each utility). -t: no input has a NUL, which ends a line for busybox's. The last line is
//! `N calls, N differ, N change by themselves, N without an end, N % inside`.
//! It needs nothing but the shell: a static one runs in the root of any system.
//!
//! A call that differs is asked again, alone, of the installed program up to 20 times. Where one of its answers is another than
//! its first, the call changes by itself (the time, a random name, what is free on a disk, threads that race): it is
//! shown, and counted apart.
//! What differs once and never again is still counted as differing. A batch that is killed loses nothing: the rest
//! is asked in a batch of their own.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

mod grammar;
mod random;
mod world;

use grammar::{CALLS, Call};
use random::Random;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Calls that one shell makes after the other.
const BATCH: usize = 40;

/// How often the installed program is asked about a call that differed.
const ANSWERS: usize = 20;

/// The time that a call may take.
const CALL_LIMIT: Duration = Duration::from_secs(10);
/// How often calls are looked at.
const LOOK: Duration = Duration::from_millis(500);
/// The bytes that a call may write to a file: of one without an end there is no more (256 MiB).
const FILE_LIMIT: u64 = 256 << 20;

/// What came of one call.
#[derive(Clone, PartialEq, Eq)]
struct Outcome {
    output: Vec<u8>,
    messages: Vec<u8>,
    end: End,
    files: BTreeMap<Vec<u8>, String>,
}

/// How a call ended.
#[derive(Clone, PartialEq, Eq)]
enum End {
    /// With a status, as a text.
    Status(Vec<u8>),
    /// Not in its time.
    Killed,
    /// With the shell that made it.
    Lost,
}

impl End {
    fn describe(&self) -> Vec<u8> {
        match self {
            Self::Status(status) => status.clone(),
            Self::Killed => b"none in its time".to_vec(),
            Self::Lost => b"none: the shell has ended".to_vec(),
        }
    }
}

impl Outcome {
    /// Whether two outcomes are the same. How far calls without an end have come is chance.
    fn agrees(&self, other: &Self) -> bool {
        if self.end != End::Killed || other.end != End::Killed {
            return self == other;
        }
        let common = self.output.len().min(other.output.len());
        self.output[..common] == other.output[..common]
    }
}

/// What is made of a call whose outcomes differed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Differs,
    /// It does so no more: unless it says something else later on.
    DiffersOnce,
    ChangesByItself,
}

/// A call whose outcomes differed.
struct Finding<'c> {
    name: &'c str,
    at: usize,
    text: Vec<u8>,
    ours: Outcome,
    theirs: Outcome,
    since: Instant,
}

/// What came of all calls.
#[derive(Default)]
struct Report<'c> {
    shows_all: bool,
    /// How many differ, of each utility.
    differ: BTreeMap<&'c str, usize>,
    by_itself: usize,
    endless: usize,
}

impl<'c> Report<'c> {
    /// Counts a call whose outcomes differed, and shows it.
    fn add(&mut self, finding: &Finding<'c>, verdict: Verdict) {
        if verdict == Verdict::ChangesByItself {
            self.by_itself += 1;
            println!("changes by itself: {}", String::from_utf8_lossy(&finding.text));
            return;
        }
        let number = self.differ.entry(finding.name).or_default();
        *number += 1;
        if self.shows_all || *number <= 3 {
            show(&finding.text, verdict, &finding.ours, &finding.theirs);
        }
    }
}

/// A call of a batch: its place, which its directory and its locale follow, and the text.
type Placed<'t> = (usize, &'t [u8]);

/// How calls are run.
struct Runner {
    shell: PathBuf,
    scratch: PathBuf,
    has_nul: bool,
}

/// What ran inside, and what was launched.
#[derive(Default)]
struct Shares {
    inside: u32,
    launched: u32,
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
    setrlimit(Resource::Fsize, Rlimit { current: Some(FILE_LIMIT), maximum: Some(FILE_LIMIT) })?;
    let runner = Runner { shell, scratch, has_nul };
    let mut random = Random::new(seed);
    let mut report = Report { shows_all, ..Report::default() };
    let mut shares = Shares::default();
    let mut asked_later = Vec::new();
    let mut made = 0;
    while made < count {
        let batch: Vec<(&str, Vec<u8>)> = (0..BATCH.min(count - made))
            .map(|_| {
                let call = random.pick(&calls);
                (call.name, script(call, &mut random, has_nul))
            })
            .collect();
        made += batch.len();
        let texts: Vec<Placed> =
            batch.iter().enumerate().map(|(place, (_, text))| (place, &text[..])).collect();
        let ours = runner.batch(&texts, Place::Inside, &mut shares)?;
        let theirs = runner.batch(&texts, Place::Launched, &mut shares)?;
        let outcomes = batch.iter().zip(ours).zip(theirs).enumerate();
        for (at, (((name, text), ours), theirs)) in outcomes {
            if theirs.end == End::Killed {
                report.endless += 1;
                println!("without an end: {}", String::from_utf8_lossy(text));
            }
            if ours.agrees(&theirs) {
                continue;
            }
            let since = Instant::now();
            let finding = Finding { name, at, text: text.clone(), ours, theirs, since };
            match runner.ask_again(&finding)? {
                Verdict::DiffersOnce => asked_later.push(finding),
                verdict => report.add(&finding, verdict),
            }
        }
    }
    for finding in &asked_later {
        report.add(finding, runner.ask_later(finding)?);
    }
    let _ = fs::remove_dir_all(&runner.scratch);
    for (name, number) in &report.differ {
        println!("{name}: {number} differ");
    }
    let differ = report.differ.values().sum();
    let (by_itself, endless) = (report.by_itself, report.endless);
    let all = u32::max(1, shares.inside + shares.launched);
    let share = 100.0 * f64::from(shares.inside) / f64::from(all);
    println!(
        "{made} calls, {differ} differ, {by_itself} change by themselves, {endless} without an end, {share:.1} % inside"
    );
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
    // Scripts whose operands may begin with `-` say where options end.
    if random.one_in(12) && !is_builtin {
        words.push(b"--".to_vec());
    }
    // `expr` has `|` among its operands, as a word: lists of them are parted without a blank.
    let operands: Vec<&str> = lists(call.operands);
    words.extend(grammar::expand(random.pick(&operands), random));
    let mut text = Vec::new();
    let mut input = random.pick(&["f", "g", "h", "empty", "sorted", "utf", "bin", "keys", "nums"]);
    let way = if call.reads { random.below(6) } else { 9 };
    let exchange = |words: &mut Vec<Vec<u8>>, from: &[u8], to: &[u8]| {
        words.iter_mut().filter(|word| **word == from).for_each(|word| *word = to.to_vec());
    };
    // Calls that the installed program does not end fill a disk, and tell little.
    match call.name {
        // To busybox's a step of nothing is one.
        "seq" if !has_nul => exchange(&mut words, b"0", b"1"),
        // busybox's removes all that there is.
        "rm" if !has_nul => exchange(&mut words, b"/", b"sub"),
        "head" if !has_nul => exchange(&mut words, b"-9999999999", b"-9"),
        // mawk 1.3.4 20200120 changes the case of a text up to a NUL; the rest is what lay there in memory.
        "awk" | "mawk" if words.iter().any(|word| word.windows(7).any(is_case_function)) => {
            exchange(&mut words, b"bin", b"g");
            input = if input == "bin" { "g" } else { input };
        }
        // What it appends to its own input it reads.
        "tee" => exchange(&mut words, input.as_bytes(), b"new"),
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
    // What cannot be written, or read; other files.
    if random.one_in(25) {
        text.extend_from_slice(b" >/dev/full");
    } else if random.one_in(25) {
        let ways = [" >&-", " 2>&-", " >new", " >>new", " 2>&1"];
        text.extend_from_slice(random.pick(&ways).as_bytes());
    }
    match way {
        3 if random.one_in(8) => {
            text.extend_from_slice(random.pick(&[" <&-", " <sub", " <link", " <>new"]).as_bytes());
        }
        2 => text.extend_from_slice(format!("; echo \"=$?\"; cat; }} <{input}").as_bytes()),
        3 | 4 => text.extend_from_slice(format!(" <{input}").as_bytes()),
        _ => {}
    }
    text
}

fn is_case_function(name: &[u8]) -> bool {
    name == b"toupper" || name == b"tolower"
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

/// Where utilities run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Launched,
}

impl Runner {
    /// The outcomes of a batch. What a batch that is killed has not come to is run in another one.
    fn batch(&self, texts: &[Placed], place: Place, shares: &mut Shares) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        while outcomes.len() < texts.len() {
            let mut some = self.run(&texts[outcomes.len()..], place, shares)?.into_iter();
            let is_whole = |one: &Outcome| matches!(one.end, End::Status(_));
            let last = some.by_ref().find_map(|one| match is_whole(&one) {
                true => {
                    outcomes.push(one);
                    None
                }
                false => Some(one),
            });
            match last {
                None => {}
                Some(killed) if killed.end == End::Killed => outcomes.push(killed),
                Some(_) => outcomes.push(self.alone(texts[outcomes.len()], place)?),
            }
        }
        Ok(outcomes)
    }

    /// The outcome of one call that a shell makes alone.
    fn alone(&self, text: Placed, place: Place) -> Result<Outcome> {
        let outcomes = self.run(&[text], place, &mut Shares::default())?;
        outcomes.into_iter().next().ok_or_else(|| "no outcome".into())
    }

    /// Asks both again about a call that differed.
    fn ask_again(&self, finding: &Finding) -> Result<Verdict> {
        let text = (finding.at, &finding.text[..]);
        let ours = self.alone(text, Place::Inside)?;
        // One without an end takes all the time that a call has: once is enough.
        let answers = if finding.theirs.end == End::Killed { 1 } else { ANSWERS };
        for _ in 0..answers {
            if !self.alone(text, Place::Launched)?.agrees(&finding.theirs) {
                return Ok(Verdict::ChangesByItself);
            }
        }
        Ok(if ours.agrees(&finding.theirs) { Verdict::DiffersOnce } else { Verdict::Differs })
    }

    /// Asks the installed program once more, in another minute: what says the time to the minute says
    /// another one then.
    fn ask_later(&self, finding: &Finding) -> Result<Verdict> {
        thread::sleep(Duration::from_secs(61).saturating_sub(finding.since.elapsed()));
        let later = self.alone((finding.at, &finding.text), Place::Launched)?;
        let is_same = later.agrees(&finding.theirs);
        Ok(if is_same { Verdict::DiffersOnce } else { Verdict::ChangesByItself })
    }

    /// Runs calls one after the other, in one shell, which is killed with all that it has started where a
    /// call does not end in its time.
    fn run(&self, texts: &[Placed], place: Place, shares: &mut Shares) -> Result<Vec<Outcome>> {
        let file = self.prepare(texts)?;
        let mut command = Command::new(&self.shell);
        if place == Place::Inside {
            command.arg("--profile");
        }
        command
            .arg(&file)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", "/")
            .env("A", "a value")
            .env("TZ", "UTC0");
        command.env("FORKLESS_INPROCESS", if place == Place::Inside { "1" } else { "0" });
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.process_group(0);
        let child = command.spawn()?;
        let group = Pid::from_child(&child);
        let (done, is_done) = mpsc::channel();
        let (output, was_killed) = thread::scope(|scope| {
            let watcher = scope.spawn(|| self.watch(texts, group, is_done));
            let output = child.wait_with_output();
            drop(done);
            (output, watcher.join().unwrap_or(false))
        });
        shares.add_profile(&output?.stderr);
        Ok(texts.iter().map(|&(at, _)| self.outcome(at, was_killed)).collect())
    }

    /// Kills the group of a shell as soon as it has spent too much time on one call: whether that was so.
    fn watch(&self, texts: &[Placed], group: Pid, is_done: Receiver<()>) -> bool {
        let (mut ended, mut since) = (0, Instant::now());
        while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            let has_ended = |&&(at, _): &&Placed| self.scratch.join(format!("s{at}")).exists();
            let more = texts[ended..].iter().take_while(has_ended).count();
            if more > 0 {
                (ended, since) = (ended + more, Instant::now());
            } else if since.elapsed() > CALL_LIMIT {
                return kill_process_group(group, Signal::KILL).is_ok();
            }
        }
        false
    }

    /// Makes the directories of calls; the script that makes the calls.
    fn prepare(&self, texts: &[Placed]) -> Result<PathBuf> {
        let scratch = &self.scratch;
        let _ = fs::remove_dir_all(scratch);
        fs::create_dir_all(scratch)?;
        let mut script = Vec::new();
        for &(at, text) in texts {
            world::make(&scratch.join(format!("w/c{at}")), self.has_nul)?;
            let locale = if at % 2 == 0 { "C" } else { "C.UTF-8" };
            script.extend_from_slice(
                format!("cd {}/w/c{at}; export LC_ALL={locale}\n{{ ", scratch.display()).as_bytes(),
            );
            script.extend_from_slice(text);
            script.extend_from_slice(
                format!("\n}} >../../o{at} 2>../../e{at} </dev/null; echo $? >../../s{at}\n")
                    .as_bytes(),
            );
        }
        world::set_times(&scratch.join("w"))?;
        let file = scratch.join("script");
        fs::write(&file, &script)?;
        Ok(file)
    }

    /// What the call at a place has left.
    fn outcome(&self, at: usize, was_killed: bool) -> Outcome {
        let path = |letter: char| -> PathBuf { self.scratch.join(format!("{letter}{at}")) };
        let read = |letter| fs::read(path(letter)).unwrap_or_default();
        let end = match fs::read(path('s')) {
            Ok(status) if status.ends_with(b"\n") => End::Status(status),
            _ if was_killed => End::Killed,
            _ => End::Lost,
        };
        Outcome {
            // `env` shows by which variable the one differs from the other.
            output: replace(read('o'), b"FORKLESS_INPROCESS=1", b"FORKLESS_INPROCESS=0"),
            messages: read('e'),
            end,
            files: world::snapshot(&self.scratch.join(format!("w/c{at}"))),
        }
    }
}

impl Shares {
    /// Adds the sums of a profile: `… N utilities in-process, N programs launched …`.
    fn add_profile(&mut self, profile: &[u8]) {
        let text = String::from_utf8_lossy(profile);
        let head = text.lines().find(|line| line.contains(" utilities in-process, "));
        let words: Vec<&str> = head.unwrap_or_default().split_whitespace().collect();
        let before = |word: &str| {
            let at = words.iter().position(|other| *other == word).unwrap_or(0);
            at.checked_sub(1).and_then(|at| words[at].parse().ok()).unwrap_or(0)
        };
        self.inside += before("utilities");
        self.launched += before("programs");
    }
}

/// A text with one part of it, if it is there, replaced by another of the same length.
fn replace(mut text: Vec<u8>, part: &[u8], with: &[u8]) -> Vec<u8> {
    if let Some(at) = text.windows(part.len()).position(|window| window == part) {
        text[at..at + part.len()].copy_from_slice(with);
    }
    text
}

fn show(text: &[u8], verdict: Verdict, ours: &Outcome, theirs: &Outcome) {
    let when = if verdict == Verdict::DiffersOnce { ", once" } else { "" };
    println!("differs{when}: {}", String::from_utf8_lossy(text));
    let (our_end, their_end) = (ours.end.describe(), theirs.end.describe());
    let pairs = [
        ("output", &theirs.output, &ours.output),
        ("messages", &theirs.messages, &ours.messages),
        ("status", &their_end, &our_end),
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
