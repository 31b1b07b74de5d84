//! The worker that launches by crate `launch`: what a Rust program pays. It speaks the
//! lines of programs/launcher.c.

mod condition;
mod parallel;

use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::hint;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use launch::process::WaitStatus;
use launch::{CStringArray, Child, Launch, Streams};
use memmap2::MmapMut;
use rustix::fs::{Mode, OFlags};
use rustix::io::FdFlags;
use rustix::thread::{CpuSet, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

use condition::Condition;

/// The descriptor that the started program tells its time on.
const STAMP: i32 = 9;

/// The ways that it knows.
const WAYS: &[&str] = &[
    "crate-start",
    "crate-close",
    "crate-unwaited",
    "crate-run",
    "crate-pipe",
    "std-start",
    "std-user",
    "std-pipe",
];

type Answer = Result<String, String>;

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000
        + u64::try_from(time.tv_nsec).unwrap_or(0)
}

/// When one launch began, returned and was reaped.
#[derive(Clone, Copy, Default)]
struct Times {
    begin: u64,
    returned: u64,
    reaped: u64,
}

/// What the worker holds.
#[derive(Default)]
struct Server {
    program: CString,
    argv: CStringArray,
    envp: CStringArray,
    stamps: Option<File>,
    condition: Condition,
}

/// Serves until the input ends. The streams become /dev/null for the children.
///
/// # Errors
/// As the system calls that prepare it; in words.
pub fn serve(environment: &[Vec<u8>]) -> Result<(), String> {
    let asked = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 10).map_err(said)?;
    let answers = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 10).map_err(said)?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
        .map_err(said)?;
    rustix::stdio::dup2_stdin(&null).map_err(said)?;
    rustix::stdio::dup2_stdout(&null).map_err(said)?;
    let (read, write) = rustix::pipe::pipe_with(
        rustix::pipe::PipeFlags::CLOEXEC | rustix::pipe::PipeFlags::NONBLOCK,
    )
    .map_err(said)?;
    let read = rustix::io::fcntl_dupfd_cloexec(read, 10).map_err(said)?;
    let stamp = rustix::io::fcntl_dupfd_cloexec(write, STAMP).map_err(said)?;
    if stamp.as_raw_fd() != STAMP {
        return Err(format!("descriptor {STAMP} is taken"));
    }
    rustix::io::fcntl_setfd(&stamp, FdFlags::empty()).map_err(said)?;
    let mut server = Server { stamps: Some(File::from(read)), ..Server::default() };
    for variable in environment {
        server.envp.push(variable).map_err(said)?;
    }
    let mut answers = File::from(answers);
    for line in BufReader::new(File::from(asked)).lines() {
        let answer = match server.obey(&line.map_err(said)?) {
            Ok(answer) => answer,
            Err(reason) => format!("error {reason}\n"),
        };
        answers.write_all(answer.as_bytes()).map_err(said)?;
    }
    Ok(())
}

impl Server {
    fn obey(&mut self, line: &str) -> Answer {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<usize>().map_err(said);
        match words[..] {
            ["ways"] => {
                return Ok(WAYS
                    .iter()
                    .map(|way| format!("way {way}\n"))
                    .chain(["done\n".into()])
                    .collect());
            }
            ["program", path] => self.choose(path)?,
            ["memory", bytes, percent, kind] => {
                self.condition.take_memory(number(bytes)?, number(percent)?, kind == "huge")?;
            }
            ["mappings", count] => self.condition.take_mappings(number(count)?)?,
            ["descriptors", count] => self.condition.take_descriptors(number(count)?)?,
            ["threads", count] => condition::take_threads(number(count)?)?,
            ["run", way, count] => return self.run(way, number(count)?),
            ["retouch", way] => return self.retouch(way),
            ["stall", way] => return self.stall(way),
            ["parallel", way, threads, milliseconds] => {
                let each = self.parallel(way, number(threads)?, number(milliseconds)?)?;
                return Ok(format!("value {each:.1}\n"));
            }
            ["tables", way] => return Err(format!("nothing runs in the child of {way}")),
            _ => return Err("not understood".to_owned()),
        }
        Ok("done\n".to_owned())
    }

    fn choose(&mut self, path: &str) -> Result<(), String> {
        self.program = CString::new(path).map_err(said)?;
        self.argv = CStringArray::from_strings([path]).map_err(said)?;
        Ok(())
    }

    /// The child's own time of its first instruction, or 0.
    fn first_instruction(&mut self) -> u64 {
        let mut last = 0;
        let mut stamp = [0_u8; 16];
        while let Some(stamps) = &mut self.stamps
            && matches!(stamps.read(&mut stamp), Ok(16))
        {
            let (seconds, nanoseconds) = stamp.split_at(8);
            let value = |half: &[u8]| half.try_into().map(u64::from_ne_bytes).unwrap_or(0);
            last = value(seconds) * 1_000_000_000 + value(nanoseconds);
        }
        last
    }

    fn start(&self, way: &str) -> Result<Times, String> {
        let launch = Launch::new(&self.program, &self.argv, &self.envp);
        let mut times = Times { begin: now(), ..Times::default() };
        match way {
            "nothing" => {
                times.returned = now();
                times.reaped = times.returned;
                return Ok(times);
            }
            "crate-start" => {
                let child = launch.start().map_err(said)?;
                times.returned = now();
                reap(child, &mut times)?;
            }
            "crate-close" => {
                let mut launch = launch.clone();
                launch.close_others(true).keep_standard().descriptor(STAMP, STAMP);
                let child = launch.start().map_err(said)?;
                times.returned = now();
                reap(child, &mut times)?;
            }
            "crate-unwaited" => {
                let launching = launch.start_unwaited().map_err(said)?;
                times.returned = now();
                reap(launching.finish().map_err(said)?, &mut times)?;
            }
            "crate-run" => {
                let ended = launch.run().map_err(said)?;
                times.returned = now();
                times.reaped = times.returned;
                as_expected(ended.status)?;
            }
            "crate-pipe" => {
                let streams = Streams { output: true, ..Streams::default() };
                let piped = launch.start_piped(streams).map_err(said)?;
                times.returned = now();
                let mut text = Vec::with_capacity(64);
                if let Some(mut output) = piped.output {
                    output.read_to_end(&mut text).map_err(said)?;
                }
                reap(piped.child, &mut times)?;
                if text != b"Hello, world!\n" {
                    return Err("the program's line did not arrive".to_owned());
                }
            }
            _ => self.start_by_std(way, &mut times)?,
        }
        Ok(times)
    }

    /// The ways of the standard library; asked for another user, even the same one, it forks.
    fn start_by_std(&self, way: &str, times: &mut Times) -> Result<(), String> {
        let mut command = Command::new(OsStr::from_bytes(self.program.as_bytes()));
        match way {
            "std-user" => {
                command.uid(rustix::process::getuid().as_raw());
            }
            "std-pipe" => {
                command.stdout(Stdio::piped());
            }
            "std-start" => {}
            _ => return Err(format!("no way is called {way}")),
        }
        let mut child = command.spawn().map_err(said)?;
        times.returned = now();
        if let Some(mut output) = child.stdout.take() {
            let mut text = Vec::with_capacity(64);
            output.read_to_end(&mut text).map_err(said)?;
            if text != b"Hello, world!\n" {
                return Err("the program's line did not arrive".to_owned());
            }
        }
        let status = child.wait().map_err(said)?;
        times.reaped = now();
        if status.success() { Ok(()) } else { Err(format!("the program ended: {status}")) }
    }

    fn run(&mut self, way: &str, count: usize) -> Answer {
        let mut lines = Vec::with_capacity(count.min(256));
        // One that does not count: the caches are those of whatever ran before.
        self.start(way)?;
        self.first_instruction();
        let before = cpu_time();
        for _ in 0..count.min(256) {
            let times = self.start(way)?;
            lines.push((times, self.first_instruction()));
        }
        let cpu = cpu_time().saturating_sub(before);
        let mut answer = String::new();
        for (times, first) in lines {
            let Times { begin, returned, reaped } = times;
            answer.push_str(&format!("{begin} {returned} {first} {reaped}\n"));
        }
        answer.push_str(&format!("cpu {}\n", cpu.as_nanos()));
        Ok(answer)
    }

    /// What writing to all of the memory again costs after a launch.
    fn retouch(&mut self, way: &str) -> Answer {
        self.condition.write_all_pages();
        self.start(way)?;
        let faults = minor_faults();
        let begin = now();
        self.condition.write_all_pages();
        let time = now() - begin;
        let faults = minor_faults().saturating_sub(faults);
        self.first_instruction();
        Ok(format!("value {faults} {time}\n"))
    }

    /// The slowest iteration of another thread during a launch.
    fn stall(&mut self, way: &str) -> Answer {
        // On one processor the two would stall each other.
        let mut all = CpuSet::new();
        (0..CpuSet::MAX_CPU).for_each(|number| all.set(number));
        let _ = sched_setaffinity(None, &all);
        self.condition.write_all_pages();
        let work = Work::default();
        let longest = thread::scope(|scope| {
            let other = scope.spawn(|| work.run());
            while !work.runs.load(Ordering::Acquire) {
                hint::spin_loop();
            }
            let result = self.start(way);
            // As long as the C launcher's, so that the two can be compared.
            if let Ok(times) = &result {
                while now() < times.begin + 200_000 {
                    hint::spin_loop();
                }
            }
            work.ends.store(true, Ordering::Release);
            let longest = other.join().map_err(|_| "the other thread failed".to_owned());
            result.and(longest)
        })?;
        self.first_instruction();
        Ok(format!("value {longest}\n"))
    }
}

/// Another thread at work: it takes memory, uses it and gives it back.
#[derive(Default)]
struct Work {
    runs: AtomicBool,
    ends: AtomicBool,
}

impl Work {
    /// The time of its slowest iteration, in nanoseconds.
    fn run(&self) -> u64 {
        let (mut longest, mut last, mut iterations) = (0, now(), 0);
        while !self.ends.load(Ordering::Acquire) {
            if let Ok(mut map) = MmapMut::map_anon(65536) {
                map[0] = 1;
                map[4096] = 1;
            }
            let time = now();
            iterations += 1;
            match iterations {
                ..20 => {}
                20 => self.runs.store(true, Ordering::Release),
                _ => longest = longest.max(time - last),
            }
            last = time;
        }
        longest
    }
}

fn reap(mut child: Child, times: &mut Times) -> Result<(), String> {
    let status = child.wait().map_err(said)?;
    times.reaped = now();
    as_expected(status)
}

fn as_expected(status: WaitStatus) -> Result<(), String> {
    if status == WaitStatus::Exited(0) {
        return Ok(());
    }
    Err(format!("the program ended: {status:?}"))
}

/// Of this process and the children it has waited for.
fn cpu_time() -> Duration {
    let times = launch::process::times();
    times.user + times.system + times.children_user + times.children_system
}

/// Faults of this process that needed no disk: field 10 of /proc/self/stat.
fn minor_faults() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    after_name.split_whitespace().nth(7).and_then(|word| word.parse().ok()).unwrap_or(0)
}
