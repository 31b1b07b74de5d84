//! A worker: a process of its own that launches others when it is asked to, by lines
//! on a pipe, and answers with times. The C launcher and this program's own `serve`
//! speak the same lines (programs/launcher.c says which).
//!
//! The measured process is not this one, because the conditions of the experiments
//! (gigabytes, thousands of descriptors) are conditions of the process that launches.

use std::ffi::CString;
use std::fs::File;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use launch::{CStringArray, Child, Launch, Line, Lines, Streams};

use crate::measure::{Failure, Pin, interrupted};

/// The samples of one batch of launches, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// From the call until it returned.
    pub returned: Vec<f64>,
    /// From the call until the child's first instruction; empty if no child told.
    pub first: Vec<f64>,
    /// From the call until the child had been waited for.
    pub reaped: Vec<f64>,
    /// Processor time of launcher and child, the batch's average; none if the launcher cannot tell.
    pub cpu: Option<f64>,
}

/// A running worker. It is ended when dropped.
pub struct Worker {
    child: Child,
    input: File,
    lines: Lines,
    limit: Duration,
    until: Option<Instant>,
}

impl Worker {
    /// Starts `program`, pinned as said; an answer that takes longer than `limit` is
    /// given up, and so is any answer when `until` has come.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        program: &Path,
        arguments: &[String],
        environment: &[Vec<u8>],
        pin: Pin,
        limit: Duration,
        until: Option<Instant>,
    ) -> Result<Worker, Failure> {
        let said = |error: &dyn std::fmt::Display| {
            Failure::said(format!("{}: {error}", program.display()))
        };
        let path = CString::new(program.as_os_str().as_bytes()).map_err(|error| said(&error))?;
        let mut argv = CStringArray::new();
        argv.push(path.as_bytes()).map_err(|error| said(&error))?;
        for argument in arguments {
            argv.push(argument.as_bytes()).map_err(|error| said(&error))?;
        }
        let mut envp = CStringArray::new();
        for variable in environment {
            envp.push(variable).map_err(|error| said(&error))?;
        }
        let mut launch = Launch::new(&path, &argv, &envp);
        launch.process_group(0).want_pidfd(true);
        if let Some(processors) = pin.processors() {
            launch.processors(&processors);
        }
        let streams = Streams { input: true, output: true, ..Streams::default() };
        let piped = launch.start_piped(streams).map_err(|error| said(&error))?;
        match (piped.input, piped.output) {
            (Some(input), Some(output)) => {
                Ok(Worker { child: piped.child, input, lines: Lines::new(output), limit, until })
            }
            _ => Err(Failure::said("no pipe to the worker")),
        }
    }

    /// Asks, and returns the lines of the answer, the last of which is none of its
    /// "done", but may be "value …" or "cpu …".
    ///
    /// # Errors
    /// "error …" of the worker, its end, its silence.
    pub fn ask(&mut self, order: &str) -> Result<Vec<String>, Failure> {
        self.send(order)?;
        self.answer()
    }

    /// Asks, and does not wait for the answer.
    ///
    /// # Errors
    /// If the worker is gone.
    pub fn send(&mut self, order: &str) -> Result<(), Failure> {
        self.input.write_all(format!("{order}\n").as_bytes()).map_err(|error| {
            Failure::said(format!("the launcher is gone: {}", super::text_of(&error)))
        })
    }

    /// The answer to what was [sent](Self::send).
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn answer(&mut self) -> Result<Vec<String>, Failure> {
        let limit = Instant::now() + self.limit;
        let (deadline, too_long) = match self.until {
            Some(until) if until < limit => (until, Failure::Late),
            _ => (limit, Failure::TimedOut),
        };
        let mut answer = Vec::new();
        loop {
            let line = self.line(deadline, &too_long)?;
            if let Some(text) = line.strip_prefix("error ") {
                return Err(Failure::said(text));
            }
            if line == "done" {
                return Ok(answer);
            }
            let last = line.starts_with("value ") || line.starts_with("cpu ");
            answer.push(line);
            if last {
                return Ok(answer);
            }
        }
    }

    fn line(&mut self, deadline: Instant, too_long: &Failure) -> Result<String, Failure> {
        loop {
            let until = (Instant::now() + Duration::from_millis(100)).min(deadline);
            match self.lines.next_line(Some(until)) {
                Ok(Line::Line(line)) => {
                    return Ok(String::from_utf8_lossy(line).trim_end().to_owned());
                }
                Ok(Line::End) => return Err(self.ended()),
                Ok(Line::TimedOut) => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::said(error.to_string())),
            }
            if interrupted() {
                return Err(Failure::Interrupted);
            }
            if Instant::now() >= deadline {
                return Err(too_long.clone());
            }
        }
    }

    fn ended(&mut self) -> Failure {
        match self.child.wait() {
            Ok(status) => Failure::said(format!("the launcher ended: {status:?}")),
            Err(error) => Failure::said(format!("the launcher ended: {}", super::text_of(&error))),
        }
    }

    /// The ways to launch that it knows.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn ways(&mut self) -> Result<Vec<String>, Failure> {
        let lines = self.ask("ways")?;
        Ok(lines.iter().filter_map(|line| line.strip_prefix("way ")).map(str::to_owned).collect())
    }

    /// Launches `count` times in this way.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn run(&mut self, way: &str, count: usize) -> Result<Batch, Failure> {
        parse_batch(&self.ask(&format!("run {way} {count}"))?)
    }

    /// Asks for one or more numbers: "value A B".
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn values(&mut self, order: &str) -> Result<Vec<f64>, Failure> {
        self.send(order)?;
        self.numbers()
    }

    /// The numbers of the answer to what was [sent](Self::send).
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn numbers(&mut self) -> Result<Vec<f64>, Failure> {
        let lines = self.answer()?;
        let last = lines.last().and_then(|line| line.strip_prefix("value "));
        last.and_then(|text| text.split(' ').map(|word| word.parse().ok()).collect())
            .ok_or_else(|| Failure::said(format!("no value in the launcher's answer: {lines:?}")))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill_tree();
        let _ = self.child.wait();
    }
}

/// Reads "BEGIN RETURNED FIRST REAPED" lines and the "cpu" line after them.
fn parse_batch(lines: &[String]) -> Result<Batch, Failure> {
    let mut batch = Batch::default();
    for line in lines {
        let bad = || Failure::said(format!("not a line of times: {line}"));
        if let Some(cpu) = line.strip_prefix("cpu ") {
            let count = batch.reaped.len().max(1) as f64;
            if cpu != "none" {
                batch.cpu = Some(cpu.parse::<f64>().map_err(|_| bad())? / count);
            }
            continue;
        }
        let numbers: Option<Vec<u64>> = line.split(' ').map(|word| word.parse().ok()).collect();
        let Some([begin, returned, first, reaped]) = numbers.as_deref() else { return Err(bad()) };
        let since = |time: u64| time.saturating_sub(*begin) as f64;
        batch.returned.push(since(*returned));
        batch.reaped.push(since(*reaped));
        if *first >= *begin {
            batch.first.push(since(*first));
        }
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn batches() {
        let batch = parse_batch(&lines("100 150 130 190\n200 260 0 300\ncpu 3000")).unwrap();
        assert_eq!(batch.returned, [50.0, 60.0]);
        assert_eq!(batch.first, [30.0], "0 is no time");
        assert_eq!(batch.reaped, [90.0, 100.0]);
        assert_eq!(batch.cpu, Some(1500.0));
        assert_eq!(parse_batch(&lines("100 150 0 190\ncpu none")).unwrap().cpu, None);
        assert!(parse_batch(&lines("1 2 3\ncpu 1")).is_err());
        assert!(parse_batch(&lines("1 2 3 x\ncpu 1")).is_err());
    }

    fn answering(script: &str, limit: Duration) -> Worker {
        Worker::start(
            Path::new("/bin/sh"),
            &["-c".into(), script.into()],
            &[],
            Pin::Free,
            limit,
            None,
        )
        .unwrap()
    }

    #[test]
    fn answers_of_a_worker() {
        let script = "read a; echo way x; echo way y; echo done; read a; echo value 1 2.5; \
                      read a; echo error no such thing; read a; exit 3";
        let mut worker = answering(script, Duration::from_secs(20));
        assert_eq!(worker.ways().unwrap(), ["x", "y"]);
        assert_eq!(worker.values("retouch").unwrap(), [1.0, 2.5]);
        assert_eq!(worker.run("x", 1), Err(Failure::said("no such thing")));
        let end = worker.ask("again").unwrap_err().to_string();
        assert!(end.contains("Exited(3)"), "{end}");
    }

    #[test]
    fn a_silent_worker_is_given_up() {
        let mut worker = answering("read a; sleep 1000", Duration::from_millis(200));
        assert_eq!(worker.ask("ways"), Err(Failure::TimedOut));
        let mut worker = answering("read a; sleep 1000", Duration::from_secs(1000));
        worker.until = Some(Instant::now());
        assert_eq!(worker.ask("ways"), Err(Failure::Late));
    }
}
