//! `forkbench shells`: constructs of the shell language under several shells, with the
//! processes each creates; the programs of shbench; a configure script.
//!
//! A construct is repeated by a loop of the script, so many times that a run takes a
//! while; the sample is the run's time over the number of turns. Start-up and loop are
//! in it: they are rows of their own. Before it is measured, each shell's output is
//! compared with the reference's: what does something else is not faster.

mod configure;
mod constructs;
mod shbench;

use std::cell::Cell as Kept;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cli::ShellOptions;
use crate::experiments::Bench;
use crate::experiments::shell::{Shell, difference};
use crate::measure::{Contestant, Failure};
use crate::model::{Cell, Chart, Column, Processes, RatioStyle, Reference, Row, Section};

use constructs::{CONSTRUCTS, Construct};

pub use constructs::{COMMAND_SUBSTITUTION, ECHO, ECHO_PROGRAM};

/// With --quick a run may take so long at most.
const QUICK_LIMIT: Duration = Duration::from_secs(5);

/// All tables of this experiment.
pub fn shells(bench: &mut Bench<'_>, options: &ShellOptions, time: Duration) -> Vec<Section> {
    let shells = Shell::choose(bench, &options.shells);
    let limit = Duration::from_secs(options.limit.max(1));
    let limit = if bench.quick { limit.min(QUICK_LIMIT) } else { limit };
    let mut sections = Vec::new();
    let parts = 1 + u32::from(options.shbench.is_some()) + u32::from(options.configure.is_some());
    if let Err(error) = prepare(&bench.work) {
        let mut section = described(bench, &shells);
        section.notes.push(format!("not measured: {error}"));
        return vec![section];
    }
    sections.push(constructs_table(bench, &shells, limit, time / parts));
    if let Some(directory) = &options.shbench {
        sections.push(shbench::table(bench, &shells, directory, limit, time / parts));
    }
    if let Some(directory) = &options.configure {
        sections.push(configure::table(bench, &shells, directory, time / parts));
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
            "Time of one turn, the loop around it included; and the processes that one turn \
             creates (p)."
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
    let wanted = bench.reference.as_ref();
    let named = wanted.and_then(|name| shells.iter().find(|shell| shell.name == *name));
    let first = || shells.iter().find(|shell| shell.words.is_ok());
    named.or_else(first).map(|shell| shell.name.clone()).unwrap_or_default()
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
    for (number, construct) in wanted.into_iter().enumerate() {
        if bench.interrupted() {
            break;
        }
        if bench.is_late() {
            let cells = vec![Cell::skipped("no time was left"); shells.len()];
            section.push_row(Row::named(construct.name), cells);
            continue;
        }
        let rest = deadline.saturating_duration_since(Instant::now());
        let each = rest / u32::try_from(count - number).unwrap_or(1);
        let cells = measure(bench, shells, construct, limit, each);
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
) -> Vec<Cell> {
    let begin = Instant::now();
    let reference_name = reference(bench, shells);
    let directory = bench.work.clone();
    let command = |bench: &Bench<'_>, shell: &Shell, turns: u64| {
        shell.command(bench, &[b"-c", &construct.script(turns)], directory.clone(), limit)
    };
    bench.progress.show("shells", construct.name, 0.0);
    let expected = shells
        .iter()
        .find(|shell| shell.name == reference_name)
        .and_then(|shell| command(bench, shell, 3).ok()?.capture(1 << 20).ok());
    let mut prepared: Vec<Result<Option<Processes>, Cell>> = Vec::new();
    let mut contestants = Vec::new();
    for shell in shells {
        let checked =
            check(bench, shell, construct, expected.as_ref().map(|run| &run.output[..]), &command);
        if checked.is_ok()
            && let Ok(command) = command(bench, shell, 1)
        {
            contestants.push(contestant(&shell.name, construct, command, bench.quick));
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

/// Compares a shell's output with the expected one and counts the processes of a turn.
fn check(
    bench: &Bench<'_>,
    shell: &Shell,
    construct: &Construct,
    expected: Option<&[u8]>,
    command: &dyn Fn(&Bench<'_>, &Shell, u64) -> Result<crate::measure::Command, String>,
) -> Result<Option<Processes>, Cell> {
    let three = command(bench, shell, 3).map_err(Cell::skipped)?;
    match (three.capture(1 << 20), expected) {
        (Err(Failure::Interrupted), _) => return Err(Cell::skipped("interrupted")),
        (Err(failure), _) => return Err(Cell::failed(failure.to_string())),
        (Ok(run), Some(expected)) if run.output != expected => {
            let how = difference(&run.output, expected);
            return Err(Cell::failed(format!("other output: {how}")));
        }
        (Ok(run), _) if run.ended != crate::measure::Ended::Exited(0) => {
            return Err(Cell::failed(run.ended.describe()));
        }
        _ => {}
    }
    let count = |turns| {
        command(bench, shell, turns).ok().and_then(|command| bench.counter.count(&command).ok())
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

/// Runs the script with as many turns as fill about 30 ms, found the first time.
fn contestant<'a>(
    name: &str,
    construct: &'a Construct,
    command: crate::measure::Command,
    quick: bool,
) -> Contestant<'a> {
    let long = Duration::from_millis(if quick { 15 } else { 40 });
    let turns = Kept::new(if construct.repeated { 0 } else { 1 });
    let with = move |turns: u64| {
        let mut command = command.clone();
        if let Some(script) = command.words.last_mut() {
            *script = construct.script(turns);
        }
        command
    };
    Contestant::new(name, 1, move |_| {
        if turns.get() == 0 {
            turns.set(calibrate(&with, long)?);
        }
        // A start is over soon: several make one sample set.
        let runs = if construct.repeated { 1 } else { 5 };
        let mut samples = Vec::with_capacity(runs);
        for _ in 0..runs {
            let run = with(turns.get()).run()?;
            if run.ended != crate::measure::Ended::Exited(0) {
                return Err(Failure::said(run.ended.describe()));
            }
            samples.push(run.wall.as_nanos() as f64 / turns.get() as f64);
        }
        Ok(vec![samples])
    })
}

/// How many turns take about this long.
fn calibrate(
    with: &dyn Fn(u64) -> crate::measure::Command,
    long: Duration,
) -> Result<u64, Failure> {
    let mut turns = 10;
    loop {
        let took = with(turns).run()?.wall;
        if took >= long / 2 || turns >= 2_000_000 {
            return Ok(turns);
        }
        // At most ten times more: the first turns carry the start-up with them.
        let factor = long.as_secs_f64() / took.as_secs_f64().max(1e-6);
        turns = (turns as f64 * factor.clamp(1.5, 10.0)) as u64;
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
    fn names_of_the_findings_are_rows() {
        for name in [COMMAND_SUBSTITUTION, ECHO, ECHO_PROGRAM] {
            assert!(CONSTRUCTS.iter().any(|c| c.name == name && c.quick), "{name}");
        }
    }
}
