//! `forkbench shells`: constructs of the shell language under several shells, with the
//! processes each creates; the programs of shbench; a configure script.
//!
//! A construct is repeated by a loop of the script, so many times that a run takes a
//! while; the sample is the run's time, less that of a run without any iterations, over the
//! number of iterations. The loop is in it, and is a row of its own. Before it is measured, each shell's output is
//! compared with the reference's: what does something else is not faster.

mod configure;
mod constructs;
mod shbench;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::cli::ShellOptions;
use crate::experiments::Bench;
use crate::experiments::bench::{Place, Repeated};
use crate::experiments::shell::{Shell, difference};
use crate::measure::{Contestant, Ended, Failure};
use crate::model::{Cell, Chart, Column, Processes, RatioStyle, Reference, Row, Section};

use constructs::{CONSTRUCTS, Construct};

pub use constructs::{COMMAND_SUBSTITUTION, ECHO, ECHO_PROGRAM};

/// With --quick a run may take so long at most.
const QUICK_LIMIT: Duration = Duration::from_secs(5);

/// All tables of this experiment.
pub fn shells(bench: &mut Bench<'_>, options: &ShellOptions, time: Duration) -> Vec<Section> {
    let shells = Shell::choose(bench, &options.shells);
    let limit = Duration::from_secs(options.limit);
    let limit = if bench.quick { limit.min(QUICK_LIMIT) } else { limit };
    let mut sections = Vec::new();
    let others = u32::from(options.shbench.is_some()) + u32::from(options.configure.is_some());
    // The constructs are many: half of the time is theirs.
    let (first, other) =
        if others == 0 { (time, Duration::ZERO) } else { (time / 2, time / (2 * others)) };
    if let Err(error) = prepare(&bench.work) {
        let mut section = described(bench, &shells);
        section.notes.push(format!("not measured: {error}"));
        return vec![section];
    }
    sections.push(constructs_table(bench, &shells, limit, first));
    if let Some(directory) = &options.shbench {
        sections.push(shbench::table(bench, &shells, directory, limit, other));
    }
    if let Some(directory) = &options.configure {
        sections.push(configure::table(bench, &shells, directory, other));
    }
    sections
}

/// What the scripts need beside them: a program that no shell has inside, and lines to
/// read.
fn prepare(work: &Path) -> std::io::Result<()> {
    fs::copy("/bin/true", work.join("prog"))?;
    let lines: String = (0..100).map(|n| format!("line number {n} of the file\n")).collect();
    fs::write(work.join("lines"), lines)
}

fn described(bench: &Bench<'_>, shells: &[Shell]) -> Section {
    Section {
        id: "shells".into(),
        title: "Shell constructs".into(),
        notes: vec![
            "Time of one iteration, the loop around it included, the shell's start not; and the \
             processes that one iteration creates (p)."
                .into(),
        ],
        row_heading: "construct".into(),
        columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
        reference: Reference::Column(reference(bench, shells)),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    }
}

/// The user's reference if it is one of the shells, else the first that is there.
fn reference(bench: &Bench<'_>, shells: &[Shell]) -> String {
    let first = shells.iter().find(|shell| shell.words.is_ok());
    let usual = first.map(|shell| shell.name.as_str()).unwrap_or_default();
    bench.reference(shells.iter().map(|shell| shell.name.as_str()), usual)
}

fn constructs_table(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    limit: Duration,
    time: Duration,
) -> Section {
    let mut section = described(bench, shells);
    let wanted: Vec<&Construct> =
        CONSTRUCTS.iter().filter(|construct| construct.quick || !bench.quick).collect();
    let deadline = Instant::now() + time;
    let count = wanted.len();
    let mut hangs = Hangs::new(shells.len());
    for (number, construct) in wanted.into_iter().enumerate() {
        if bench.interrupted() {
            break;
        }
        if bench.is_late() {
            let cells = vec![Failure::Late.cell(); shells.len()];
            section.push_row(Row::named(construct.name), cells);
            continue;
        }
        let rest = deadline.saturating_duration_since(Instant::now());
        let each = rest / u32::try_from(count - number).unwrap_or(1);
        let cells = measure(bench, shells, construct, limit, each, &hangs);
        hangs.see(&cells);
        section.push_row(Row::named(construct.name), cells);
    }
    section
}

/// One row.
fn measure(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    construct: &Construct,
    limit: Duration,
    time: Duration,
    hangs: &Hangs,
) -> Vec<Cell> {
    let begin = Instant::now();
    let reference_name = reference(bench, shells);
    let place = |shell: &Shell| (construct.name.to_owned(), shell.name.clone());
    let all_known = shells.iter().all(|shell| bench.known.checked.contains_key(&place(shell)));
    let directory = bench.work.clone();
    let command = |bench: &Bench<'_>, shell: &Shell, iterations: u64| {
        shell.command(bench, &[b"-c", &construct.script(iterations)], directory.clone(), limit)
    };
    bench.progress.show("shells", construct.name, 0.0);
    let expected = shells
        .iter()
        .enumerate()
        .filter(|(number, _)| !all_known && hangs.skipped(*number).is_none())
        .find(|(_, shell)| shell.name == reference_name)
        .and_then(|(_, shell)| command(bench, shell, 3).ok()?.capture(1 << 20).ok());
    let mut prepared: Vec<Result<Option<Processes>, Cell>> = Vec::new();
    let mut contestants = Vec::new();
    for (number, shell) in shells.iter().enumerate() {
        let expected = expected.as_ref().map(|run| &run.output[..]);
        let checked = match (bench.known.checked.get(&place(shell)), hangs.skipped(number)) {
            (Some(known), _) => known.clone(),
            (None, Some(cell)) => Err(cell),
            (None, None) => check(bench, shell, construct, expected, &command),
        };
        if !bench.is_late() {
            bench.known.checked.insert(place(shell), checked.clone());
        }
        if checked.is_ok()
            && let Ok(command) = command(bench, shell, 1)
        {
            let repeated = Rc::clone(&bench.known.repeated);
            contestants.push(contestant(place(shell), construct, command, bench.quick, repeated));
        }
        prepared.push(checked);
    }
    let left = time.saturating_sub(begin.elapsed());
    bench.alternate(&format!("shells: {}", construct.name), &mut contestants, 25, 1, left, left);
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    prepared
        .into_iter()
        .map(|prepared| match prepared {
            Ok(processes) => {
                let cell = measured.next().unwrap_or_default();
                Cell { processes: processes.filter(|_| cell.rounds().is_some()), ..cell }
            }
            Err(cell) => cell,
        })
        .collect()
}

/// How often each shell has hung: waiting for it at every construct would take an hour.
struct Hangs(Vec<u32>);

impl Hangs {
    /// So often a shell may hang.
    const MOST: u32 = 2;

    fn new(shells: usize) -> Self {
        Hangs(vec![0; shells])
    }

    /// Looks at a row's cells, one for each shell.
    fn see(&mut self, cells: &[Cell]) {
        let hung = Failure::TimedOut.cell();
        for (count, cell) in self.0.iter_mut().zip(cells) {
            *count += u32::from(cell.outcome == hung.outcome);
        }
    }

    /// The cell of a shell that is not tried any more.
    fn skipped(&self, shell: usize) -> Option<Cell> {
        let hung = self.0.get(shell).is_some_and(|count| *count >= Self::MOST);
        hung.then(|| Cell::skipped("it hung before, and was not tried"))
    }
}

/// Compares a shell's output with the expected one and counts the processes of an iteration.
fn check(
    bench: &Bench<'_>,
    shell: &Shell,
    construct: &Construct,
    expected: Option<&[u8]>,
    command: &dyn Fn(&Bench<'_>, &Shell, u64) -> Result<crate::measure::Command, String>,
) -> Result<Option<Processes>, Cell> {
    let three = command(bench, shell, 3).map_err(Cell::skipped)?;
    match (three.capture(1 << 20), expected) {
        (Err(failure), _) => return Err(failure.cell()),
        (Ok(run), Some(expected)) if run.output != expected => {
            let how = difference(&run.output, expected);
            // Shells differ in their language; that is no fault of the run.
            return Err(Cell::skipped(format!("other output: {how}")));
        }
        (Ok(run), _) if run.ended != Ended::Exited(0) => {
            return Err(Cell::failed(run.ended.describe()));
        }
        _ => {}
    }
    let count = |iterations| {
        let command = command(bench, shell, iterations).ok()?;
        bench.counter.count(&command, &Ended::Exited(0)).ok()
    };
    if !construct.repeated {
        return Ok(count(1));
    }
    let (Some(few), Some(many)) = (count(2), count(6)) else { return Ok(None) };
    Ok(Some(Processes {
        count: ((many.count - few.count) / 4.0).max(0.0),
        approximate: few.approximate,
    }))
}

/// Runs the script with as many iterations as fill some milliseconds, found the first time, and
/// then with none: what the shell needs for itself is taken off.
fn contestant<'a>(
    place: Place,
    construct: &'a Construct,
    command: crate::measure::Command,
    quick: bool,
    repeated: Rc<RefCell<HashMap<Place, Repeated>>>,
) -> Contestant<'a> {
    let long = Duration::from_millis(if quick { 6 } else { 20 });
    let name = place.1.clone();
    let mut with = move |iterations: u64| -> Result<Took, Failure> {
        let mut command = command.clone();
        if let Some(script) = command.words.last_mut() {
            *script = construct.script(iterations);
        }
        let run = command.run()?;
        match run.ended {
            Ended::Exited(0) => Ok(Took { wall: run.wall, cpu: run.cpu }),
            ended => Err(Failure::said(ended.describe())),
        }
    };
    Contestant::new(name, 1, move |_| {
        if !construct.repeated {
            // A start is over soon: several make one sample set.
            let samples: Result<Vec<f64>, Failure> =
                (0..5).map(|_| with(1).map(|took| took.wall.as_nanos() as f64)).collect();
            return Ok(vec![samples?]);
        }
        let mut known = repeated.borrow_mut();
        let known = known.entry(place.clone()).or_default();
        if known.iterations == 0 {
            known.iterations = calibrate(&mut with, long)?;
            known.empty.push(with(0)?.wall.as_nanos() as f64);
        }
        let iterations = known.iterations;
        known.empty.push(with(0)?.wall.as_nanos() as f64);
        let start = crate::statistics::median(&mut known.empty.clone());
        let samples: Result<Vec<f64>, Failure> = (0..SAMPLES)
            .map(|_| {
                let whole = with(iterations)?.wall.as_nanos() as f64;
                Ok((whole - start).max(0.0) / iterations as f64)
            })
            .collect();
        Ok(vec![samples?])
    })
    // By the comparison of its output, or the passes before.
    .already_warm()
}

/// Samples of a construct that each call of `run` takes.
const SAMPLES: usize = 2;

/// The time of a run.
struct Took {
    wall: Duration,
    cpu: Duration,
}

/// How many iterations take about this long: a 1, 2 or 5 with noughts behind it, so that it is
/// the same in the next run. What a shell does at its first iteration only is spread over all of them, and
/// another number of iterations would give another figure.
fn calibrate(
    with: &mut dyn FnMut(u64) -> Result<Took, Failure>,
    long: Duration,
) -> Result<u64, Failure> {
    let start = with(0)?;
    let mut iterations = 10;
    loop {
        let run = with(iterations)?;
        // Something else may have had the processor, which the run's own time does not show.
        let took = run.wall.saturating_sub(start.wall).min(run.cpu.saturating_sub(start.cpu));
        // At most ten times more, because little was measured.
        let factor = (long.as_secs_f64() / took.as_secs_f64().max(1e-6)).min(10.0);
        let wanted = (iterations as f64 * factor) as u64;
        if took >= long / 4 || iterations >= MOST_ITERATIONS {
            return Ok(round(wanted.clamp(1, MOST_ITERATIONS)));
        }
        iterations = wanted.max(iterations + iterations / 2);
    }
}

/// No run has more.
const MOST_ITERATIONS: u64 = 2_000_000;

/// The nearest of 1, 2, 5, 10, 20, ...
fn round(iterations: u64) -> u64 {
    let mut ten = 1;
    while iterations >= ten * 10 {
        ten *= 10;
    }
    // The bounds are the middle ones of logarithms: sqrt(2), sqrt(10), sqrt(50).
    match iterations * 100 / ten {
        ..142 => ten,
        142..317 => ten * 2,
        317..708 => ten * 5,
        _ => ten * 10,
    }
}

/// A copy of a path that is complete, for scripts that run elsewhere.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_ends() {
        let mut hangs = Hangs::new(2);
        let row = [Cell::value(1.0), Failure::TimedOut.cell()];
        hangs.see(&row);
        assert_eq!(hangs.skipped(1), None);
        hangs.see(&row);
        assert_eq!(hangs.skipped(0), None);
        assert!(hangs.skipped(1).is_some());
        assert_eq!(hangs.skipped(2), None);
    }

    #[test]
    fn turns_fill_the_time_and_a_slow_run_does_not_count() {
        let mut calls = 0;
        let mut with = |iterations: u64| {
            calls += 1;
            // Ten microseconds each; every other run is held up.
            let held_up = Duration::from_millis(if calls % 2 == 0 { 50 } else { 0 });
            let cpu = Duration::from_micros(1000 + 10 * iterations);
            Ok(Took { wall: cpu + held_up, cpu })
        };
        assert_eq!(calibrate(&mut with, Duration::from_millis(20)), Ok(2000));
        let mut never = |_| Ok(Took { wall: Duration::ZERO, cpu: Duration::ZERO });
        assert!(calibrate(&mut never, Duration::from_millis(20)).unwrap() >= 2_000_000);
        let mut fails = |_| Err(Failure::TimedOut);
        assert_eq!(calibrate(&mut fails, Duration::from_millis(1)), Err(Failure::TimedOut));
        let mut slow = |iterations| {
            let cpu = Duration::from_millis(100 * iterations);
            Ok(Took { wall: cpu, cpu })
        };
        assert_eq!(calibrate(&mut slow, Duration::from_millis(1)), Ok(1));
    }

    #[test]
    fn round_numbers() {
        for (iterations, nearest) in
            [(1, 1), (3, 2), (4, 5), (8, 10), (1300, 1000), (44_000, 50_000)]
        {
            assert_eq!(round(iterations), nearest);
        }
    }

    #[test]
    fn names_of_the_findings_are_rows() {
        for name in [COMMAND_SUBSTITUTION, ECHO, ECHO_PROGRAM] {
            assert!(CONSTRUCTS.iter().any(|c| c.name == name && c.quick), "{name}");
        }
    }
}
